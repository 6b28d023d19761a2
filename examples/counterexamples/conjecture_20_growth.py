"""No constant makes Conjecture 20 true: the ratio of its two sides grows without bound.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 5, Conjecture 20, display (16). For the networks with s neurons of scale W, B,
of which at most k are active at each point, and for m points of norm at most R

    R(S) = mean over ζ in {1, -1}^m of max over h of (1/m) sum_i ζ_i h(x_i) ≤ (WR + B) √(sk/m).

Instance: the points p e_u + q f_v, u ≤ n, v ≤ N, with e_u and f_v orthonormal; q²/p² = √(b/a). For
each column v and sign σ let P be a random set of h rows u with ζ_uv = σ (all of them, if they are
fewer). For each set A of a rows and each σ one neuron, with u = σ, is active with the value 1 on
A × V, where V are up to b columns v with A in P. So WR = √a + √b and B = 1 at the right p; s =
2 C(n, a), k = C(h - 1, a - 1), and sum ζ h(x) = a sum over the neurons of |V|.

Both sides: A is in P with a probability π, which the script computes. So |V| is min(X, b) in law,
with X binomial (N, π), and the square of the ratio is at least

    a² (E min(X, b))² 2 C(n, a) / ((√a + √b + 1)² n N C(h - 1, a - 1)).   (H)

The script computes (H) for three sizes. By a proof (Theorem H, docs/proofs-conjecture_20-fails.md)
the ratio is at least √(ab)/(4√2 (√a + √b + 1)) for n = 2h, h = a², N = b 2^a. With a = b = g⁴ this
exceeds every C. What remains true: (16) with the factor 3.6 √ln(2m). `python -I` runs the script.
"""

import sys
from fractions import Fraction
from math import comb, isqrt

SIZES = [  # n, N, h, a, b and a number that the square of the ratio exceeds
    (5, 1068, 3, 2, 196, 1),
    (15, 1990, 8, 3, 174, Fraction(36, 25)),
    (28, 5461, 14, 4, 209, 2),
]
GROWTH = 12  # g² = GROWTH C


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


for n, columns, h, a, b, above in SIZES:
    inside = sum(comb(n, plus) * comb(min(plus, h), a) for plus in range(n + 1))
    pi = Fraction(inside, 2**n * comb(n, a))
    yes, no = pi.numerator, pi.denominator - pi.numerator
    term, missing = no**columns, 0  # Pr[X = x] times the common denominator
    for x in range(b):
        missing += (b - x) * term
        term = term * (columns - x) * yes // ((x + 1) * no)  # the division is exact
    mean = b - Fraction(missing, pi.denominator**columns)
    roots = sum(Fraction(isqrt(10**12 * v) + 1, 10**6) for v in (a, b))  # above √a + √b
    factor = Fraction(2 * comb(n, a), n * columns * comb(h - 1, a - 1))
    square = (a * mean / (roots + 1)) ** 2 * factor
    require(square > above, f"the square of the ratio may be below {above}")
    print(f"m = {n * columns}: the square of the ratio exceeds {above}.")
for constant in (1, 10, 1000):
    g_squared = GROWTH * constant
    require(g_squared**4 > 32 * constant**2 * (2 * g_squared + 1) ** 2, f"{constant} is enough")
print("Conjecture 20 fails for every constant: the ratio is g^4/(4 sqrt(2) (2 g^2 + 1)) or more.")
