"""The bound on the tail in Claim 2.1 fails for a negative ρ.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 2.1, Claim 2.1. For f on {1, -1}^n let f^(T) be its Fourier coefficients. Let y
be x with each bit flipped with the probability (1 - ρ)/2, and NS(f) = E (f(x) - f(y))²/4. Then,
without a condition on ρ or d,

    NS(f) = sum over T of (1 - ρ^|T|) f^(T)²/2,  sum over |T| > d of f^(T)² ≤ 2 NS(f)/(1 - ρ^d).

Instance: f(x) = x_1 x_2, n = 2, d = 1 and ρ = -1/2.

Both sides: the only coefficient is f^({1, 2}) = 1, so the tail above degree 1 is 1. Each bit is
flipped with the probability 3/4, so x_1 x_2 changes its sign with the probability 3/8, and NS(f) =
3/8. The right-hand side is (3/4)/(3/2) = 1/2. The reason: ρ^|T| ≤ ρ^d for |T| > d requires ρ ≥ 0.

What remains true: Parseval's identity, the formula for NS(f) at every ρ, and the bound for
0 ≤ ρ < 1 and d ≥ 1 (docs/proofs.md, Claim 2.1; also in Coq). The paper uses only this case.
"""

import sys
from fractions import Fraction
from itertools import product
from math import prod

N, DEGREE = 2, 1
RHO = Fraction(-1, 2)


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


POINTS = list(product((1, -1), repeat=N))
SETS = list(product((0, 1), repeat=N))
F = {x: prod(x) for x in POINTS}
MEANS = {t: sum(F[x] * prod(x[i] ** t[i] for i in range(N)) for x in POINTS) for t in SETS}
COEFFICIENTS = {t: Fraction(MEANS[t], 2**N) for t in SETS}


def sides(rho):
    """Return the tail, the noise sensitivity by its definition, and the bound."""
    stay, flip = (1 + rho) / 2, (1 - rho) / 2
    noise = Fraction(0)
    for x, y in product(POINTS, repeat=2):
        chance = prod(stay if x[i] == y[i] else flip for i in range(N)) / 2**N
        noise += chance * (F[x] - F[y]) ** 2 / 4
    formula = sum((1 - rho ** sum(t)) * COEFFICIENTS[t] ** 2 / 2 for t in SETS)
    require(noise == formula, "the formula for NS is wrong")
    tail = sum(COEFFICIENTS[t] ** 2 for t in SETS if sum(t) > DEGREE)
    return tail, noise, 2 * noise / (1 - rho**DEGREE)


tail, noise, bound = sides(RHO)
positive = sides(-RHO)
require(positive[0] <= positive[2], "the bound fails for a positive rho")
require(tail > bound, f"{tail} <= {bound}")
print(f"At rho = {RHO}: NS(f) = {noise}, the tail is {tail}, the bound is {bound}.")
print(f"The bound of Claim 2.1 fails at rho < 0: {tail} > {bound}; for 0 <= rho < 1 it holds.")
