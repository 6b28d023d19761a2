"""The bound on Pr[R_x ≠ R_{x^i}] in the proof of Lemma 9 is false.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 3, proof of Lemma 9. Let R_x be the set of the active neurons at x in
{1, -1}^n, at most k of them, and g_j(x) = 1 if the neuron j is active and else 0. Let x^i be x with
the bit i flipped, and AS(g) = mean over x of sum_i (g(x) - g(x^i))²/4. Then

    (1/n) sum_j sum_i Pr[g_j(x) ≠ g_j(x^i)] = (1/n) sum_j AS(g_j),
    Pr over x and i of [R_x ≠ R_{x^i}] ≤ (1/n) sum_j p_j √(n log(1/p_j)) ≤ k √(log(s/k)) / √n,

where p_j is the mean of g_j.

Instances: (a) n = s = k = 1, h = max(x, 0). (b) n = 1, s = 2, k = 1, h = max(x, 0) - max(-x, 0).

Both sides: in both instances each flip changes the pattern, so the probability is 1. In (a) AS(g) =
1/4, and log(s/k) = 0. In (b) the square of the bound is ln 2 < 1. (Both values of g_j lie in
{0, 1}, so AS(g_j) is a quarter of the sum over i. The second inequality requires s ≥ √e k.)

What remains true: with the factor 4 and max(ln(s/k), 1/2) instead of ln(s/k) the bound is
2√2 k √max(ln(s/k), 1/2) / √n (docs/proofs-average_sensitivity.md). Lemma 9 holds for ns ≥ 2 by
another proof, Theorem A. Run `python -I lemma_9_pattern.py`.
"""

import sys
from fractions import Fraction

NETWORKS = {"a": [1], "b": [1, -1]}  # the weights of the neurons; n = 1, and no bias
K = 1
FACTOR = 1  # of the paper's first line; 4 is right
LN_2 = Fraction(7, 10)  # an upper end


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


require(sum([1, LN_2, LN_2**2 / 2, LN_2**3 / 6, LN_2**4 / 24]) > 2, "7/10 may be below ln 2")
for name, weights in NETWORKS.items():
    pattern = {x: [w * x > 0 for w in weights] for x in (1, -1)}
    require(all(sum(active) <= K for active in pattern.values()), "more than k neurons are active")
    changes = Fraction(sum(pattern[x] != pattern[-x] for x in pattern), 2)
    flips = [Fraction(sum(pattern[x][j] != pattern[-x][j] for x in pattern), 2)
             for j in range(len(weights))]  # fmt: skip
    sensitivity = sum(flip / 4 for flip in flips)  # the sum of the AS(g_j)
    require(sum(flips) != FACTOR * sensitivity, "the first line holds")
    square = K**2 * {1: 0, 2: LN_2}[len(weights) // K]  # of the bound, or more
    require(changes**2 > square, "the bound holds")
    require(changes**2 <= 8 * K**2 * max(square, Fraction(1, 2)), "the corrected bound fails")
    print(f"({name}) First line: {sum(flips)} = {sensitivity}? Pr = {changes}.")
print("The bound on Pr[R_x != R_{x^i}] fails: 1 > sqrt(ln 2), and 1 > 0 for s = k; Lemma 9 holds.")
