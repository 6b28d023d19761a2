"""Without a logarithm no constant suffices, on finite sets and in the mean over samples.

Statement, left open by Li, Sha, Jiang, Gao and Han (arXiv:2609.09130), section 1.1: for networks
of s neurons of scale W, B, at most k of them active at each point of a finite set X0, and samples S
of m points of X0, of norm at most R,

    R(S) <= C (WR + B) sqrt(sk/m).

Theorem H (docs/proofs.md) has sets X0 of m = 2 a^3 2^a points, a = g^2, at which S = X0 has

    ratio of R(S) to (WR + B) sqrt(sk/m) >= g^2/(4 sqrt(2) (2g + 1)).

If S is drawn from the uniform distribution on X0, the mean of R(S) is at least E|Z| times R(X0).
Here Z adds up m numbers, each 1 or -1 with probability 1/(2m) and else 0; and E|Z| >= 1/2. The
script finds, for some C, a g at which the ratio exceeds C, and computes E|Z|. What remains true:
the bound with 3.6 sqrt(ln 2m) for C. On the whole ball with B > 0 the statement is open.
"""

import sys
from fractions import Fraction
from math import comb


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not shown: " + what)


def mean_size(m):
    """Return E|Z|, from the number j of numbers that are not 0, and their 2^j signs."""
    total = Fraction(0)
    for j in range(m + 1):
        size = sum(Fraction(abs(j - 2 * i) * comb(j, i), 2**j) for i in range(j + 1))
        total += Fraction(comb(m, j) * (m - 1) ** (m - j), m**m) * size
    return total


for constant in (1, 2, 10, 100):
    for name, most in (("at X0", 32), ("in the mean over samples", 128)):
        g = 1
        while g**4 <= most * constant**2 * (2 * g + 1) ** 2:
            g += 1
        print(f"C = {constant} is too small {name}: take g = {g}, so a = {g * g}.")
least = min(mean_size(m) for m in range(1, 41))
require(least >= Fraction(1, 2), "E|Z| is at least 1/2")
print(f"E|Z| is at least {float(least):.4f} for m up to 40.")
