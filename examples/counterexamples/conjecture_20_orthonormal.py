"""On orthonormal points Conjecture 20 fails for every constant below √2; Theorem J holds.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 5, Conjecture 20, display (16). For the networks with s neurons of scale W, B,
of which at most k are active at each point, and for m points of norm at most R

    R(S) = mean over ζ in {1, -1}^m of max over h of (1/m) sum_i ζ_i h(x_i) ≤ (WR + B) √(sk/m).

Instance: m orthonormal points, W = R = 1, B = 1/√m, any k and s = 2k; m is a square.

Both sides, in closed form: let w = (1/√m) sum_i ζ_i x_i, so that ‖w‖ = 1 and <w, x_i> = ζ_i/√m.
Take k copies of max(<w, x> + B, 0) with u = 1, and k of max(-<w, x> + B, 0) with u = -1. At x_i
those of the sign ζ_i have the value 2/√m and the others are at 0. So h(x_i) = 2k ζ_i/√m, and R(S)
is at least 2k/√m. The right-hand side is (1 + 1/√m) √2 k/√m. So the square of their ratio is

    2m/(√m + 1)², which exceeds 1 for m ≥ 6 and tends to 2.

The script builds all networks for m = 4 and m = 9, and computes the closed form for larger m. Here
Theorem J, (16) with the factor 3.6 √ln(2m), is far from equality: 3.6² ln(2m) > 8.

What remains true: (16) holds with the factor √2 on orthogonal points, by a proof
(docs/proofs-conjecture_20.md, 5). So √2 is the best constant there. For other points no constant
is enough (Theorem H). Run `python -I conjecture_20_orthonormal.py`.
"""

import sys
from fractions import Fraction
from itertools import product
from math import isqrt

BEST = 2  # the square of the best constant
LARGEST = 10**12  # points


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


for m, k in product((4, 9), (1, 2)):
    b = Fraction(1, isqrt(m))
    for signs in product((1, -1), repeat=m):
        w = [sign * b for sign in signs]  # in the orthonormal basis of the points
        require(sum(v * v for v in w) <= 1, "the weights exceed W")
        for i in range(m):
            inputs = [w[i] + b] * k + [-w[i] + b] * k
            require(sum(z > 0 for z in inputs) <= k, "more than k neurons are active")
            value = sum(max(z, 0) for z in inputs[:k]) - sum(max(z, 0) for z in inputs[k:])
            require(value == 2 * k * b * signs[i], "the closed form is wrong")
require(Fraction(272, 100) ** 2 < 2**3, "ln 2 may be below 2/3")  # as e < 2.72
theorem_j = Fraction(36, 10) ** 2 * Fraction(2, 3)  # its factor's square is larger, as m >= 1
for m in (4, 9, 100, 10**6, LARGEST):
    ratio = Fraction(2 * m, (isqrt(m) + 1) ** 2)  # the square
    require(isqrt(m) ** 2 == m and (ratio > 1) == (m >= 6), "(16) holds")
    require(ratio < BEST < theorem_j, "the upper bounds fail")
require(ratio > BEST - Fraction(1, 10**5), "the constant is not attained in the limit")
print(f"The square of the ratio is at least 9/8 at m = 9, and {ratio} at m = {m}.")
print("Conjecture 20 fails: on m orthonormal points, m >= 6, by sqrt(2)/(1 + 1/sqrt(m)) or more.")
