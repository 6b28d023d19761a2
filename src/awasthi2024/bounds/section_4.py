"""Section 4: the number of queries needed, and the size and scale of the lifted networks."""

import math
from fractions import Fraction

import numpy as np

from balls import sqrt
from sparseact.arguments import floats
from sparseact.bounds import n_monomials
from sparseact.learning.statistical_queries import queries_needed

# ------------------------- statistical queries (docs/proofs-statistical_queries.md)


def near_limit(m):
    """`L_m`, the most parities within classification error 1/3 of one hypothesis [4]."""
    return 1 if m == 1 else 3 if m <= 3 else 6


#: A bound on the parities within squared loss 1/3 of one hypothesis.
NEAR_LIMIT_SQUARED = 3


def theorem_14(m, tolerance):
    """`2^m·τ²/4`, which the queries that learn parities of m bits exceed [5]."""
    return Fraction(2**m, 4) * tolerance**2


def theorem_3a_cubed(m):
    """`(5/8)³·2^m`, which `q³` exceeds for tolerances above `2^(−m/3)` and `m ≥ 4` [7]."""
    return Fraction(5, 8) ** 3 * 2**m


def theorem_q_exponent(k, W, epsilon):
    """`D = 2k²W²/ε`: the least cost has the exponent `⌊D⌋` of n, if `D > 1` is no integer [10]."""
    return 2 * k**2 * W**2 / epsilon


def theorem_q_near(k, W, epsilon, p):
    """`L_p = D/(D − p)`, a bound on the `A_p·χ_S` within loss ε of one hypothesis, `p < D` [9].

    Raises ValueError for `p ≥ D`, where 0 is near to all.
    """
    exponent = theorem_q_exponent(k, W, epsilon)
    if p >= exponent:
        raise ValueError(f"theorem_q_near: p must be below D = {float(exponent):.6g}, got {p}")
    return exponent / (exponent - p)


def theorem_q(n, k, W, epsilon, p, tolerance):
    """A number of queries that each learner needs: `(C(n, p) − ⌊L_p⌋)/(⌈τ⁻²⌉ − 1)` or more.

    The targets are the networks of `H_{n,s,k}^{W,B}` with `s ≥ k·2^p` and `B ≥ W|p − 2|/√p` [9].
    Raises ValueError unless `0 < τ < ½`.
    """
    if not 0 < tolerance < Fraction(1, 2):
        raise ValueError(f"theorem_q: tolerance must be above 0 and below 1/2, got {tolerance}")
    return queries_needed(math.comb(n, p), tolerance, math.floor(theorem_q_near(k, W, epsilon, p)))


def theorem_x_light(t, d):
    """`min(t, ⌊(d − t)/3⌋)`: the tolerance for a set of `t ≤ d` variables is c·n^(−this/2) [10]."""
    return min(t, (d - t) // 3)


def theorem_q_degree(k, W, epsilon):
    """`⌈D⌉ − 1`, or 0: the smallest degree of polynomials within loss ε of the class [9].

    For large enough n, s and B.
    """
    return max(0, math.ceil(theorem_q_exponent(k, W, epsilon)) - 1)


def theorem_q_queries(n, k, W, B, epsilon):
    """A number of queries and a tolerance that are enough for loss ε, whatever s is.

    They are the N coefficients of degree `d = ⌊D⌋`, each within `C·τ₀` for `C = k(W√n + B)` and
    `C²τ₀² = 2θε/N`, `θ = 1 − D/(d + 1)` [9].
    """
    exponent = theorem_q_exponent(k, W, epsilon)
    degree = math.floor(exponent)
    number = n_monomials(n, degree)
    theta = 1 - exponent / (degree + 1)
    return number, sqrt(2 * theta * epsilon / number) / (k * (W * sqrt(n) + B))


# ---------------------------------------- lifted parities (docs/proofs-parities.md)


def parity_norm(m):
    """`5m³`, which `‖w_{S,a}‖²` does not exceed [4]."""
    return 5 * m**3


def parity_bias(m):
    """`2m²`, which `|b_{S,a}|` does not exceed [4]."""
    return 2 * m**2


# ------------------------------------- learning with rounding (docs/proofs-rounding.md)


def lwr_largest_product(q, m):
    """`m(q − 1)²`, the largest value of `⟨w, y⟩` over `Z_q^m`."""
    return m * (q - 1) ** 2


def lwr_squared_norm(v: np.ndarray, centre: float) -> float:
    """`‖W‖² = ‖v‖⁴ − Σ v_i⁴ + 4c²‖v‖²` of the neuron `½ − (⟨v, z⟩ − c)²`."""
    v = floats("v", v)
    return float((v @ v) ** 2 - (v**4).sum() + 4 * centre**2 * (v @ v))


def lwr_norm(q, m):
    """`(13/9)m³(q − 1)⁸`, an upper bound on `‖W_{w,a}‖²` [4]."""
    return Fraction(13 * m**3 * (q - 1) ** 8, 9)


def lwr_bias(q, m):
    """`(4/3)m²(q − 1)⁴`, an upper bound on `|b_{w,a}|` [4]."""
    return Fraction(4 * m**2 * (q - 1) ** 4, 3)


def theorem_3b_scale(q, p, m):
    """`6p²m³q⁸` and `9p²m⁴q⁸`, which `W²` and `B²` of the networks do not exceed [4]."""
    return 6 * p**2 * m**3 * q**8, 9 * p**2 * m**4 * q**8


def theorem_3b_decoding(loss):
    """`8·loss`, which bounds how often the integer nearest to a prediction is not the label [5]."""
    return 8 * loss


# ----------------- dense networks, from learning with errors (docs/proofs-rounding.md)


def theorem_u_neurons(m, beta):
    """`4βm − 1`, the most neurons that the highest bit of `⟨w, y⟩ mod q` needs.

    Whatever the power of two q ≥ 4 is, for secrets w in `Z^m` with entries of at most `β ≥ 1` in
    absolute value (Theorem U [6]).
    """
    return 4 * beta * m - 1


def theorem_u_scale(q, m, beta, u):
    """`u²β²m(q² − 1)/12` and `½uβm(q − 1)`, bounds on `W²` and `B` of Theorem U's networks.

    u is the largest `|u_j|`: 1 for the highest bit, and p for Definition 15, where β is q − 1 [6].
    """
    return Fraction(u**2 * beta**2 * m * (q**2 - 1), 12), Fraction(u * beta * m * (q - 1), 2)


def theorem_u_flips(q, error):
    """`2|e|/q`, the fraction of highest bits that an error `|e| ≤ q/2` flips [6].

    For secrets with an odd entry.
    """
    return Fraction(2 * abs(error), q)
