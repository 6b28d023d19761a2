"""For some pairs p, q learning with rounding is easy, which does not refute Conjecture 16.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 4, Definition 15 and Conjecture 16. For w and y in Z_q^m let

    f_w(y) = (<w, y> mod q) mod p.

A learner sees (y, f_w(y)) for random y. "There is no poly(p, q, m) run-time algorithm to solve the
LWR_{p,q,m} with probability at least 2/3."

Instance: a prime p that divides q. Read for each such pair by itself the conjecture is false.

Both sides: if p divides q, (<w, y> mod q) mod p = <w, y> mod p. So each sample is one linear
equation in w mod p, and w mod p determines f_w. From m + t samples elimination finds it unless
their y mod p do not span Z_p^m, with probability at most 2^-t. The script finds the equation for
all w and y at p = 2, q = 4, m = 3, and p = 3, q = 9, m = 2. For p = 2 and m = 3 it counts the
samples of m + 2 vectors mod p that span: a share of at least 3/4 > 2/3.

What remains true: Conjecture 16 is open, read as the authors mean it, as one algorithm with p, q
and m as inputs. Theorem 3 (ii) uses it in this form (docs/proofs-rounding.md, 2). Run
`python -I conjecture_16.py`.
"""

import sys
from fractions import Fraction
from itertools import product
from operator import mul

PAIRS = [(2, 4, 3), (3, 9, 2)]  # p, q, m
EXTRA = 2  # t


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not easy: " + what)


for p, q, m in PAIRS:
    for w, y in product(product(range(q), repeat=m), repeat=2):
        label = sum(map(mul, w, y)) % q % p
        require(label == sum((w[i] % p) * (y[i] % p) for i in range(m)) % p, "it is not linear")
    print(f"p = {p}, q = {q}, m = {m}: f_w is linear modulo p for all w.")
p, _, m = PAIRS[0]
vectors = list(product(range(p), repeat=m))
spanning = 0
for sample in product(vectors, repeat=m + EXTRA):
    span = {(0,) * m}
    for v in sample:
        span |= {tuple((a[i] + v[i]) % p for i in range(m)) for a in span}  # p = 2
    spanning += len(span) == p**m
share = Fraction(spanning, len(vectors) ** (m + EXTRA))
require(share >= 1 - Fraction(1, p**EXTRA) > Fraction(2, 3), f"only a share of {share}")
print(f"From {m + EXTRA} samples elimination succeeds with probability {share}.")
print(f"Conjecture 16 has easy pairs: p = 2, q = 4 is solved with {share} > 2/3; it stays open.")
