"""Section 4: the number of queries needed, and the size and scale of the lifted networks."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from sparseact.arguments import floats
from sparseact.bounds.arithmetic import Scalar, as_scalar, divide, output_bound, square_of
from sparseact.bounds.domain import COUNT, INTEGER, REAL, SIZE, TERMS, checked
from sparseact.bounds.section_2 import n_monomials

# ------------------------------------------------------------ statistical queries


@checked(m=COUNT)
def near_limit(m: int) -> int:
    """Return `L_m`, the most parities within classification error 1/3 of one hypothesis.

    docs/proofs-statistical_queries.md, 4.
    """
    return 1 if m == 1 else 3 if m <= 3 else 6


#: A bound on the parities within squared loss 1/3 of one hypothesis.
NEAR_LIMIT_SQUARED = 3


@checked(m=TERMS, tolerance=SIZE)
def theorem_14(m: int, tolerance: Fraction) -> Fraction:
    """Return `2^m·τ²/4`, which the queries that learn parities of m bits exceed.

    `2^m − L_m ≥ 2^m/4` for all `m ≥ 1`. docs/proofs-statistical_queries.md, 5.
    """
    return Fraction(1, 4) * 2**m * tolerance**2


@checked(m=TERMS)
def theorem_3a_cubed(m: int) -> Fraction:
    """Return `(5/8)³·2^m`, which `q³` exceeds for tolerances above `2^(−m/3)`; `m ≥ 4`.

    `2^m − L_m ≥ (5/8)·2^m` from `m = 4` on. docs/proofs-statistical_queries.md, 7.
    """
    return Fraction(5, 8) ** 3 * 2**m


@checked(k=SIZE, W=SIZE, epsilon=SIZE)
def theorem_q_exponent(k: Scalar, W: Scalar, epsilon: Scalar) -> Fraction | float:
    """Return `D = 2k²W²/ε`: the exponent of n in `Q/τ²` is between `⌈D⌉ − 1` and `2⌊D⌋ + 1`.

    docs/proofs-statistical_queries.md, 10, for `D > 1`; exact for a Fraction ε and W an integer, a
    Fraction or a `Root`.
    """
    return divide(2 * square_of(k) * square_of(W), as_scalar(epsilon), "the exponent of Theorem Q")


@checked(k=SIZE, W=SIZE, epsilon=SIZE, p=TERMS)
def theorem_q_near(k: Scalar, W: Scalar, epsilon: Scalar, p: int) -> Fraction | float:
    """Return `L_p = D/(D − p)`, a bound on the `A_p·χ_S` within loss ε of one hypothesis.

    docs/proofs-statistical_queries.md, 10. A ValueError for `p ≥ D`, where 0 is near to all.
    """
    exponent = theorem_q_exponent(k, W, epsilon)
    if p >= exponent:
        raise ValueError(f"theorem_q_near: p must be below D = {float(exponent):.6g}, got {p}")
    return exponent / (exponent - p)


@checked(n=COUNT, k=SIZE, W=SIZE, epsilon=SIZE, p=TERMS, tolerance=SIZE)
def theorem_q(n: int, k: Scalar, W: Scalar, epsilon: Scalar, p: int, tolerance: Scalar) -> int:
    """Return a number of queries that each learner needs: `(C(n, p) − ⌊L_p⌋)/(⌈τ⁻²⌉ − 1)` or more.

    The targets are the networks of `H_{n,s,k}^{W,B}` with `s ≥ k·2^p` and `B ≥ W|p − 2|/√p`, the
    tolerance is below ½. docs/proofs-statistical_queries.md, 10.
    """
    if not 0 < tolerance < Fraction(1, 2):
        raise ValueError(f"theorem_q: tolerance must be above 0 and below 1/2, got {tolerance}")
    excluded = math.ceil(1 / square_of(tolerance)) - 1
    targets = math.comb(n, p) - math.floor(theorem_q_near(k, W, epsilon, p))
    return max(0, -(-targets // excluded))


@checked(k=SIZE, W=SIZE, epsilon=SIZE)
def theorem_q_degree(k: Scalar, W: Scalar, epsilon: Scalar) -> int:
    """Return `⌈D⌉ − 1`, or 0: the smallest degree of polynomials within loss ε of the class.

    docs/proofs-statistical_queries.md, 10, for large enough n, s and B.
    """
    return max(0, math.ceil(theorem_q_exponent(k, W, epsilon)) - 1)


@checked(n=COUNT, k=SIZE, W=SIZE, B=SIZE, epsilon=SIZE)
def theorem_q_queries(
    n: int, k: Scalar, W: Scalar, B: Scalar, epsilon: Scalar
) -> tuple[int, float]:
    """Return a number of queries and a tolerance that are enough for loss ε, whatever s is.

    They are the N coefficients of degree `d = ⌊D⌋`, each within `C·τ₀` for `C = k(W√n + B)` and
    `C²τ₀² = 2θε/N`, `θ = 1 − D/(d + 1)`. docs/proofs-statistical_queries.md, 10.
    """
    exponent = theorem_q_exponent(k, W, epsilon)
    degree = math.floor(exponent)
    number = n_monomials(n, degree)
    theta = 1 - float(exponent / (degree + 1))
    largest = float(k) * output_bound(math.sqrt(n), W, B)
    return number, divide(
        math.sqrt(2 * theta * float(epsilon) / number), largest, "the tolerance of Theorem Q"
    )


# ---------------------------------------------------------------- lifted parities


@checked(size=COUNT, a=INTEGER)
def parity_squared_norm(size: int, a: int) -> int:
    """Return `‖w_{S,a}‖² = |S|(|S| − 1) + 4a²|S|` for the weights restricted to S."""
    return size * (size - 1) + 4 * a * a * size


@checked(m=COUNT)
def parity_norm(m: int) -> int:
    """Return `5m³`, which `‖w_{S,a}‖²` does not exceed (docs/proofs-parities.md, 4)."""
    return 5 * m**3


@checked(m=COUNT)
def parity_bias(m: int) -> int:
    """Return `2m²`, which `|b_{S,a}|` does not exceed (docs/proofs-parities.md, 4)."""
    return 2 * m**2


@checked(m=COUNT)
def parity_symmetric(m: int) -> Fraction:
    """Return the smallest `W²` of a network whose neurons depend only on `Σ_i y_i`; `m ≥ 3`.

    With t₀ of largest size among the t ≡ m (mod 4), `|t| ≤ m − 2`, it is
    `m·t₀²/4 + m(m − 1)/16` (docs/proofs-parities.md, 5).
    """
    inner = m - 2 if m % 2 else m - 4
    return Fraction(m * inner**2, 4) + Fraction(m * (m - 1), 16)


@checked(m=COUNT, epsilon=SIZE)
def parity_truncated(m: int, epsilon: float) -> float:
    """Return `(m²/16)(1 + 8 ln(2/ε))`, a bound on `W²` if a fraction ε of y may be wrong.

    docs/proofs-parities.md, 5.
    """
    return m * m / 16 * (1 + 8 * math.log(2 / epsilon))


# ------------------------------------------------------------ learning with rounding


@checked(q=COUNT, m=COUNT)
def lwr_largest_product(q: int, m: int) -> int:
    """Return `m(q − 1)²`, the largest value of `⟨w, y⟩` over `Z_q^m`."""
    return m * (q - 1) ** 2


@checked(centre=REAL)
def lwr_squared_norm(v: np.ndarray, centre: float) -> float:
    """Return `‖W‖² = ‖v‖⁴ − Σ v_i⁴ + 4c²‖v‖²` of the neuron `½ − (⟨v, z⟩ − c)²`."""
    v = floats("v", v)
    return float((v @ v) ** 2 - (v**4).sum() + 4 * centre**2 * (v @ v))


@checked(q=COUNT, m=COUNT)
def lwr_norm(q: int, m: int) -> Fraction:
    """Return `(13/9)m³(q − 1)⁸`, an upper bound on `‖W_{w,a}‖²` (docs/proofs-rounding.md, 4)."""
    return Fraction(13 * m**3 * (q - 1) ** 8, 9)


@checked(q=COUNT, m=COUNT)
def lwr_bias(q: int, m: int) -> Fraction:
    """Return `(4/3)m²(q − 1)⁴`, an upper bound on `|b_{w,a}|` (docs/proofs-rounding.md, 4)."""
    return Fraction(4 * m**2 * (q - 1) ** 4, 3)


@checked(q=COUNT, m=COUNT)
def lwr_norm_reached(q: int, m: int) -> Fraction:
    """Return `m³(q − 1)⁸/48`, which the largest `‖W‖²` of w = (q−1, …, q−1) reaches, `p ≥ 2`."""
    return Fraction(m**3 * (q - 1) ** 8, 48)


@checked(q=COUNT, p=COUNT, m=COUNT)
def theorem_3b_scale(q: int, p: int, m: int) -> tuple[int, int]:
    """Return `6p²m³q⁸` and `9p²m⁴q⁸`, which `W²` and `B²` of the networks do not exceed.

    docs/proofs-rounding.md, 4.
    """
    return 6 * p * p * m**3 * q**8, 9 * p * p * m**4 * q**8


@checked(loss=SIZE)
def theorem_3b_decoding(loss: Fraction) -> Fraction:
    """Return `8·loss`, which bounds how often the integer nearest to a prediction is not the label.

    The loss is `½E(f̂ − f_w)²`. docs/proofs-rounding.md, 5.
    """
    return 8 * loss


# ------------------------------------------------ dense networks, from learning with errors


@checked(m=COUNT, beta=COUNT)
def theorem_u_neurons(m: int, beta: int) -> int:
    """Return `4βm − 1`, the most neurons that the highest bit of `⟨w, y⟩ mod q` needs.

    Whatever the power of two q ≥ 4 is, for secrets w in `Z^m` with entries of at most `β ≥ 1` in
    absolute value. Theorem U, docs/proofs-rounding.md, 6.
    """
    return 4 * beta * m - 1


@checked(q=COUNT, m=COUNT, beta=COUNT, u=COUNT)
def theorem_u_scale(q: int, m: int, beta: int, u: int) -> tuple[Fraction, Fraction]:
    """Return `u²β²m(q² − 1)/12` and `½uβm(q − 1)`, bounds on `W²` and `B` of Theorem U's networks.

    u is the largest `|u_j|`: 1 for the highest bit, and p for Definition 15, where β is q − 1.
    docs/proofs-rounding.md, 6.
    """
    largest = u * beta * (q - 1)
    return Fraction(u**2 * beta**2 * m * (q**2 - 1), 12), Fraction(largest * m, 2)


@checked(q=COUNT, error=INTEGER)
def theorem_u_flips(q: int, error: int) -> Fraction:
    """Return `2|e|/q`, the fraction of highest bits that an error `|e| ≤ q/2` flips.

    For secrets with an odd entry. docs/proofs-rounding.md, 6.
    """
    return divide(2 * abs(error), Fraction(q), "the flips of Theorem U")


#: The success probability that Conjecture 16 speaks of.
CONJ_16_RATE = 2 / 3
