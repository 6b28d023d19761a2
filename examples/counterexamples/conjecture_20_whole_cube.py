"""Conjecture 20 fails also for networks that are sparse on the whole cube.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 5, Conjecture 20, display (16): R(S) ≤ (WR + B) √(sk/m) for s neurons of scale
W, B, at most k of them active at each point of the cube, and m points of norm at most R. Here R(S)
is the mean over ζ in {1, -1}^m of max over h of (1/m) sum_i ζ_i h(x_i).

Instance: Ω has the uniform probability, with signs, any 4q of which are independent. Each of n
vertices u has q of them, and r_u is their sum over √q. A point is a function g from Ω to {1, -1}:
for each pair of vertices the sign of r_u + r_v. So m = C(n, 2). For sets Q of d vertices, all
pairs of which have one sign in ζ, a neuron is E[g sum_{u in Q} r_u] - β. So WR = √d, B = β.

Both sides: let κ, θ, τ be √q times the means of |r_1|, of half of |2r_1 + r_2 + r_3| or of |r_1 +
··· + r_4|, the larger one, and of |r_1 + r_2|; from here on β is √q times the bias. Let θ < β < τ;
no two sets share three vertices, and at most k_0 sets contain a pair. Then at most k = k_0 + (dq)³/
((β - θ)(β - κ)β)² neurons are active at a point (Lemma 1). A random choice, λ sets through each
pair in the mean, leaves Q_0 sets in the mean (Lemma 2). So ratio² is at least

    (τ - β)² C(d, 2)² Q_0² / ((√(dq) + β)² s k m),   s = k_0 m / C(d, 2).

Proofs: docs/proofs-conjecture_20-fails.md, 9. True: (16) with the factor 3.6 √ln(2m). `python -I`.
"""

import sys
from fractions import Fraction
from itertools import product
from math import comb, isqrt

D, N, SIGNS, THROUGH, LIMIT = 140, 2**77, 65, 15 * 10**12, 15045 * 10**9  # d, n, q, λ and k_0
SHARE, LEAST = Fraction(1, 20), Fraction(1023, 1000)  # β = θ + SHARE (τ - θ)


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


def mean(doubled, single):
    """Return the mean of |2A + B|, where A and B are sums of so many independent signs."""
    cells = product(range(doubled + 1), range(single + 1))
    total = sum(abs(4 * i + 2 * j - 2 * doubled - single) * comb(doubled, i) * comb(single, j)
                for i, j in cells)  # fmt: skip
    return Fraction(total, 2 ** (doubled + single))


kappa, tau = mean(0, SIGNS), mean(0, 2 * SIGNS)
theta = max(mean(SIGNS, 2 * SIGNS), mean(0, 4 * SIGNS)) / 2
beta = theta + SHARE * (tau - theta)
m, pairs = comb(N, 2), comb(D, 2)
require(THROUGH * 2 ** (pairs - 1) <= comb(N - 2, D - 2), "a probability exceeds 1")
expected = Fraction(THROUGH * m, pairs)  # sets
shared = sum(comb(D, j) * comb(N - D, D - j) * 2 ** comb(j, 2) for j in range(3, D))
rho = expected / 2 * Fraction(shared, comb(N, D))
sets = expected * (1 - rho) - m * THROUGH * (1 + rho) / (4 * (LIMIT - THROUGH))  # Q_0
k = LIMIT + int((D * SIGNS) ** 3 / ((beta - theta) * (beta - kappa) * beta) ** 2)
s, root = LIMIT * m // pairs, Fraction(isqrt(D * SIGNS * 10**12) + 1, 10**6)
square = ((tau - beta) * pairs * sets / (root + beta)) ** 2 / (s * k * m)
require(theta < beta < tau and k < s and sets > 0 and square > LEAST, "the ratio may be below 1")
print(f"m = {m}.\nConjecture 20 fails on the whole cube: the square of the ratio exceeds {LEAST}.")
