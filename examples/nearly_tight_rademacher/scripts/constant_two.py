"""The constant 2 suffices in Theorem 2 of Li, Sha, Jiang, Gao and Han (arXiv:2609.09130).

Statement: for networks of s neurons of scale W, B, at most k of them active at each point of X0,
and every sample S of m points of X0, of norm at most R, with A = WR and rho the mean of
|sum of m signs|/m,

    R(S) <= C A min(k, sqrt(sk/m) ln(2m)^(3/2)) + k B rho.

Their proof gives C = 434.3. Their Lemma 8 and Theorem J (docs/proofs.md) prove

    R(S) <= (A + b) min(k, 3.6 sqrt(sk/m) ln(2m)^(1/2)) + k d rho,

b = min(A, B), d = max(B - A, 0). As A + b <= 2A and d <= B, the constant 2 follows for m > 1 if,
for each m, either

    3.6 sqrt(ln 2m) <= ln(2m)^(3/2)   or   sqrt(sk/m) ln(2m)^(3/2) >= k.

For the second one ln(2m)^3 >= m suffices. For m = 1, R(S) <= k(A + B) and rho = 1, so that
C (ln 2)^(3/2) >= 1 suffices. It is also necessary: k equal neurons on one point of norm R have
R(S) = k(A + B). The script decides all this in fractions.
"""

import sys
from fractions import Fraction


def below_log(n):
    """Return ln n = 2 artanh((n - 1)/(n + 1)), less at most 10^-9, as a fraction."""
    powers = 0
    while n >= 2:  # ln n = ln(n/2^p) + p ln 2
        n, powers = Fraction(n) / 2, powers + 1
    return artanh(Fraction(n - 1) / (n + 1)) + powers * artanh(Fraction(1, 3))


def artanh(x):
    """Return 2 (x + x^3/3 + ... ), cut off: less than 2 artanh x, for 0 <= x <= 1/3."""
    return 2 * sum(x ** (2 * i + 1) / (2 * i + 1) for i in range(12))


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not shown: " + what)


first = next(m for m in range(2, 100) if below_log(2 * m) >= Fraction(36, 10))
print(f"From m = {first} on ln(2m) is at least 3.6.")
for m in range(2, first):
    require(below_log(2 * m) ** 3 >= m, f"m = {m}")
print(f"For m = 2, ..., {first - 1} the cube of ln(2m) is at least m, so that the minimum is k.")
cube = below_log(2) ** 3
require(4 * cube >= 1, "m = 1")
print("For m = 1 the constant 2 suffices, since 4 (ln 2)^3 is at least 1.")
above = (below_log(2) + Fraction(1, 10**9)) ** 3
require(Fraction(17328, 10000) ** 2 * above < 1, "1.7328 is too small")
print("The constant 1.7328 is too small at m = 1 and s = k: 1.7328 (ln 2)^(3/2) is less than 1.")
