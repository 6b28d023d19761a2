"""Conjecture 12 as worded is false for ε ≥ 1/2, which its authors do not mean.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 4, Conjecture 12. The p-juntas are the functions f from {1, -1}^n to {1, -1}
that depend on at most p of the bits. "There is no (ε, δ)-PAC learning algorithm for learning"
them "under the uniform distribution on the hypercube that runs in time n^o(p)". The loss of a
predictor g is E (g(x) - f(x))²/2; the conjecture names no range of ε.

Instance: ε = 1/2 and any δ, n and p. The learner that returns g = 0 without looking at a sample.

Both sides: f(x)² = 1 at each x, so the loss of g = 0 is exactly 1/2 ≤ ε for every f. So this
learner succeeds, in constant time. The script finds the loss 1/2 for all p-juntas of n = p bits,
p ≤ 4. It also finds that at ε < 1/2 no predictor without samples succeeds: for each g one of f
and -f has a loss of at least 1/2, as the mean of the two losses is E (g(x)² + 1)/2.

What remains true: the conjecture is open in the standard case, ε < 1/2 and p = O(n/log n). Theorem
13, which follows from it, is meant for small ε (docs/proofs-representations.md, Conjecture 12).
Run `python -I conjecture_12.py`.
"""

import sys
from fractions import Fraction
from itertools import product

EPSILON = Fraction(1, 2)
PREDICTION = 0


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


for p in range(1, 5):
    tables = list(product((1, -1), repeat=2**p))  # all functions of p bits
    losses = {Fraction(sum((PREDICTION - v) ** 2 for v in f), 2 * 2**p) for f in tables}
    require(max(losses) <= EPSILON, f"the loss {max(losses)} exceeds {EPSILON}")
    require(losses == {Fraction(1, 2)}, "at a smaller epsilon the predictor succeeds, too")
    print(f"p = {p}: the predictor {PREDICTION} has the loss {max(losses)} on all {len(tables)}.")
print("Conjecture 12 as worded fails at epsilon = 1/2: no sample, loss 1/2; below 1/2 it is open.")
