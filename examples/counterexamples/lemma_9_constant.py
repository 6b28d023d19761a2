"""Lemma 9 holds with the constant 2.644 for ns ≥ 2, and fails with 2.643.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 3, Lemma 9. Let h(x) = sum_j u_j max(<w_j, x> - b_j, 0) on {1, -1}^n with s
neurons of scale W, B and at most k active at each x. Let x^i be x with the bit i flipped. Then

    AS(h) = mean over x of sum_i (h(x) - h(x^i))²/4 = O(k⁴ W² √n log(ns) + k³ B² √(log s)).

With natural logarithms the least constant for ns ≥ 2 is C = 1/ln 2 + 1/√(ln 2) = 2.6438...

Instance: n = k = 1, s = 2, so that ns = 2; W = 1, B = 53/64, close to √(ln 2), and
h(x) = max(x + B, 0) - max(-x + B, 0).

Both sides: h(1) = 1 + B = -h(-1), so AS(h) = (1 + B)² = (117/64)². The right-hand side without its
constant is ln 2 + B² √(ln 2). The script encloses ln 2 = sum over j ≥ 1 of 1/(j 2^j), whose rest
after J terms is below 1/((J + 1) 2^J), and its root, and finds that the quotient exceeds 2.6437.
It also finds 2.6438 < C < 2.6439.

What remains true: that C suffices for all networks with ns ≥ 2 has a proof by Theorem A
(docs/proofs.md, Lemma 9; also in Coq with the constant 4/ln 2). The paper's proof does not prove
the lemma. Run `python -I lemma_9_constant.py`.
"""

import sys
from fractions import Fraction
from math import isqrt

B = Fraction(53, 64)
BELOW, ABOVE = Fraction(26437, 10**4), Fraction(26439, 10**4)
TERMS = 60
UNIT = 10**12


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not attained: " + what)


low = sum(Fraction(1, j * 2**j) for j in range(1, TERMS + 1))  # ln 2
high = low + Fraction(1, (TERMS + 1) * 2**TERMS)
root_low = Fraction(isqrt(int(low * UNIT**2)), UNIT)  # √(ln 2)
root_high = root_low + Fraction(2, UNIT)
require(root_low**2 <= low and high <= root_high**2, "the root of ln 2 is not enclosed")
value = {}
for x in (1, -1):
    inputs = [x + B, -x + B]
    require(sum(z > 0 for z in inputs) <= 1, "two neurons are active")
    value[x] = max(inputs[0], 0) - max(inputs[1], 0)
sensitivity = (value[1] - value[-1]) ** 2 / 4
require(sensitivity > BELOW * (high + B**2 * root_high), f"{BELOW} may suffice")
require(1 / high + 1 / root_high > BELOW, "C may be smaller")
require(1 / low + 1 / root_low < ABOVE, "C may be larger")
print(f"AS(h) = {sensitivity}.")
print(f"Lemma 9 needs a constant above {BELOW}, and 1/ln 2 + 1/sqrt(ln 2) < {ABOVE} suffices.")
