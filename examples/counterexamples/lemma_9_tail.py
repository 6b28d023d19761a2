"""The bound on the tail in the proof of Lemma 9 fails for a constant network: ≥ must be >.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 3, proof of Lemma 9, after "Hence, in particular". Let h(x) = <w^R, x> - b^R on
{1, -1}^n, where R = R_x is the set of the active neurons, at most k of them, with the scale W, B.
For a constant c

    Pr over x of [|h(x)| ≥ c k^1.5 W √log(ns) + kB] ≤ 1/(n⁴ s⁴).

Instance: h = max(0 - (-2), 0) = 2, one neuron without weights. So s = k = 1, W = 0, B = 2; n = 2.

Both sides: the threshold is kB = 2 for every c, as W = 0, and |h(x)| = 2 at each x. So the
probability is 1. The bound is 1/16, and for larger n it is smaller still.

What remains true: with > instead of ≥ the bound holds with k W √(10 ln(2ns)) instead of
c k^1.5 W √log(ns) (docs/proofs-average_sensitivity.md). The proof uses only this form, so that
Lemma 9 does not change. The display before this one has >. Run `python -I lemma_9_tail.py`.
"""

import sys
from fractions import Fraction
from itertools import product

S, K = 1, 1
BIAS = -2
STRICT = False  # the paper's sign is >=


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


for n in (8, 3, 2):
    w = [0] * n
    threshold = K * abs(BIAS)  # c k^1.5 W sqrt(log(ns)) = 0, as W = 0
    above = 0
    for x in product((1, -1), repeat=n):
        value = max(sum(w[i] * x[i] for i in range(n)) - BIAS, 0)
        require(value == 2, "the network is not the constant 2")
        above += value > threshold if STRICT else value >= threshold
    probability, bound = Fraction(above, 2**n), Fraction(1, (n * S) ** 4)
    require(probability > bound, f"{probability} <= {bound}")
    print(f"n = {n}: the probability is {probability}, the bound is {bound}.")
print(f"The bound on the tail fails: {probability} > {bound} at W = 0; with > it holds.")
