"""Conjecture 20 fails on three orthonormal points.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 5, Conjecture 20, display (16), with Definitions 1 and 2. The networks are
h(x) = sum_j u_j max(<w_j, x> - b_j, 0) with s neurons, |u_j| ‖w_j‖ ≤ W and |u_j b_j| ≤ B. At most
k neurons are active, that is above 0, at each point. For m points of norm at most R

    R(S) = mean over ζ in {1, -1}^m of max over h of (1/m) sum_i ζ_i h(x_i) ≤ (WR + B) √(sk/m).

Instance: the three unit vectors of R³, which are the support and the sample; so m = 3 and R = 1.
Let W = 1, B = 3/20, s = 2 and k = 1, so that k < s.

Both sides: of any three signs two are equal. One neuron is active at these two points, with the
value 0.699 + 0.15, and the other at the third point, with the value 0.977 + 0.15. Each u_j is the
sign of its points, so sum_i ζ_i h(x_i) = 2 · 0.849 + 1.127 = 2.825 for every ζ. So R(S) is at
least 113/120, and its square at least 12769/14400. The square of the right-hand side is 529/600.

What remains true: (16) with the further factor 3.6 √ln(2m) (Theorem J). For orthogonal points √2
is enough (docs/proofs-conjecture_20.md, 5). Run `python -I conjecture_20_three_points.py`.
"""

import sys
from fractions import Fraction
from itertools import product

W, S, K, M = 1, 2, 1, 3
B = Fraction(15, 100)
PAIR, SINGLE, OTHER = Fraction(699, 1000), Fraction(977, 1000), Fraction(-15, 100)  # the weights


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


total = Fraction(0)
for signs in product((1, -1), repeat=M):
    common = 1 if sum(signs) > 0 else -1  # the sign of at least two points
    pair = [i for i in range(M) if signs[i] == common][:2]
    third = ({0, 1, 2} - set(pair)).pop()
    neurons = [  # u and w; both biases are -B
        (common, [PAIR if i in pair else OTHER for i in range(M)]),
        (signs[third], [SINGLE if i == third else OTHER for i in range(M)]),
    ]
    require(len(neurons) <= S, "there are too many neurons")
    require(all(sum(v * v for v in w) <= W**2 for _, w in neurons), "the weights exceed W")
    for i in range(M):  # at the i-th unit vector <w, x> is the weight w_i
        require(sum(w[i] + B > 0 for _, w in neurons) <= K, "two neurons are active")
        total += signs[i] * sum(u * max(w[i] + B, 0) for u, w in neurons)
left = total / M / 2**M  # a lower end of R(S)
left_squared, right_squared = left**2, (W + B) ** 2 * Fraction(S * K, M)
require(left_squared > right_squared, f"{left_squared} <= {right_squared}")
print(f"R(S) is at least {left}.")
print(f"Conjecture 20 fails: R(S)^2 >= {left_squared} > {right_squared}, the bound's square.")
