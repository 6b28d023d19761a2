"""With noisy labels the excess is not ε at the degree that suffices without noise.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 1, after Theorem 4: "the guarantees work even in the agnostic or non-realizable
setting ... the algorithm and analysis do not change". The algorithm finds the best polynomial g of
degree d; L(f) = E (f(x) - y)²/2. So, with the class H of the k-sparse networks,

    min over deg g ≤ d of L(g) ≤ min over h in H of L(h) + ε for all labels y.

Instances: h = c x_1 ··· x_n, a network with k = 1, s = 2^n and W² = c² n/4 (theorem_a_attained.py).
At the degree d = n - 1 every member of the class has a loss of at most c²/2 without noise, by
Theorem C. This is at most ε. The labels are y = (1 + A) h.

Both sides: h has no coefficient of degree below n, so that the best g is 0, and its loss is
(1 + A)² c²/2. The loss of h is A² c²/2. So the excess is at least (1 + 2A) c²/2, which exceeds ε
for large A, at every ε. So does h + A h_{>d} for each d at which a member h has a part h_{>d}.

What remains true: the loss is at most 2 opt + ε at the same degree for bounded labels, and at most
opt + ε while ε + 2 opt ≤ 4 k⁶ W² log_2(ns)⁴ (docs/proofs-low_degree.md, labels with noise). Run
`python -I noisy_labels.py`.
"""

import sys
from fractions import Fraction
from itertools import product
from math import prod

NOISE = 2  # A at the first instance


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


excess = []
half = Fraction(1, 2)
for n, c, epsilon, a in (
    (1, half, half, NOISE),
    (3, half / 5, half / 50, 1),
    (4, 2 * half, half, 1),
):
    points = list(product((1, -1), repeat=n))
    y = {x: (1 + a) * c * prod(x) for x in points}
    for t in product((0, 1), repeat=n):  # the coefficients of the best g
        coefficient = Fraction(sum(y[x] * prod(x[i] ** t[i] for i in range(n)) for x in points))
        require(sum(t) == n or coefficient == 0, "the best g of degree n - 1 is not 0")
    best = Fraction(sum(v**2 for v in y.values()), 2 * 2**n)
    member = Fraction(sum((y[x] - c * prod(x)) ** 2 for x in points), 2 * 2**n)
    excess.append(best - member)
    require(Fraction(c**2, 2) <= epsilon, "the degree is too small without noise, too")
    require(best > member + epsilon, f"{best} <= {member + epsilon}")
    print(f"n = {n}, epsilon = {epsilon}: {best} at degree {n - 1}, {member} in the class.")
print(
    f"Noisy labels: an excess of {excess[0]} > 1/2 at epsilon = 1/2; the loss opt + epsilon fails."
)
