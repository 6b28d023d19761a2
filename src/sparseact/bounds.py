"""Right-hand sides: the paper's, with their constant as an argument, and sharp ones.

One function a statement. W and B are the scale of Definition 2, k the number
of active neurons, `constant` the one hidden in the paper's O(·). Logarithms are
natural. Arguments are ints, floats, Fractions or `Root`; where no logarithm and
no root enters and no argument is a float, the result is an exact Fraction.
ValueError is raised only where the expression is undefined (the logarithm of a
number ≤ 0, the root of a negative one, a division by zero).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np


class Root:
    """The exact square root of a non-negative rational.

    `Root(q) ** 2` is the Fraction q, so that a bound in W² is exact although W
    is no rational. Comparisons are exact; other arithmetic falls to floats.

    Parameters
    ----------
    square : int, float or Fraction
        What it is the root of; a float stands for the dyadic rational it is.

    Raises
    ------
    ValueError
        If `square` is negative or not finite.

    Examples
    --------
    >>> theorem_a(3, Root(2))
    Fraction(72, 1)
    """

    __slots__ = ("square",)

    def __init__(self, square: int | float | Fraction) -> None:
        value = _scalar(square)
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"Root of {square}; allowed are finite numbers >= 0")
        self.square = Fraction(value)

    def __float__(self) -> float:
        return math.sqrt(self.square)

    def __repr__(self) -> str:
        return f"Root({self.square})"

    def __hash__(self) -> int:
        # Equal numbers hash alike, so a rational root hashes as that rational.
        top, bottom = math.isqrt(self.square.numerator), math.isqrt(self.square.denominator)
        rational = Fraction(top, bottom)
        return hash(rational) if rational**2 == self.square else hash((Root, self.square))

    def __bool__(self) -> bool:
        return self.square != 0

    def __pow__(self, exponent: Any) -> Fraction | float:
        if isinstance(exponent, Integral) and exponent % 2 == 0:
            return self.square ** (int(exponent) // 2)
        return float(self) ** exponent

    def _against(self, other: Any) -> Fraction | float | None:
        """Return a number with the sign of self − other; None if it has none."""
        if isinstance(other, Root):
            return self.square - other.square
        if not isinstance(other, Real):
            return None
        value = _scalar(other)
        if not math.isfinite(value):
            return -value  # of the opposite sign, or nan
        return Fraction(1) if value < 0 else self.square - Fraction(value) ** 2

    def __eq__(self, other: object) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference == 0

    def __lt__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference < 0

    def __le__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference <= 0

    def __gt__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference > 0

    def __ge__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference >= 0

    def __mul__(self, other: Any) -> float:
        return float(self) * float(other)

    __rmul__ = __mul__

    def __add__(self, other: Any) -> float:
        return float(self) + float(other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> float:
        return float(self) - float(other)

    def __rsub__(self, other: Any) -> float:
        return float(other) - float(self)

    def __truediv__(self, other: Any) -> float:
        return float(self) / float(other)

    def __rtruediv__(self, other: Any) -> float:
        return float(other) / float(self)


Scalar = int | float | Fraction | Root


# ------------------------------------------------- guarded arithmetic


def _scalar(value: Any) -> Fraction | float:
    """Turn any real number that is no Root into a Fraction, a float into a float."""
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value)


def _square(value: Scalar) -> Fraction | float:
    return value.square if isinstance(value, Root) else _scalar(value) ** 2


def _fourth(value: Scalar) -> Fraction | float:
    return _square(value) ** 2


def _divide(top: Any, bottom: Any, what: str) -> Any:
    if bottom == 0:
        raise ValueError(f"{what} divides by zero")
    return top / bottom


def _log(value: Any, what: str) -> float:
    if value <= 0:
        raise ValueError(f"{what} takes the logarithm of {value}; it must be > 0")
    if isinstance(value, float) and not math.isfinite(value):
        return math.log(value)
    exact = Fraction(value)
    if Fraction(1, 2) < exact < 2:
        # Near 1 a rounded argument would lose the logarithm's relative accuracy.
        return math.log1p(exact - 1)
    try:
        return math.log(exact)
    except (OverflowError, ValueError):  # no float holds the ratio
        return math.log(exact.numerator) - math.log(exact.denominator)


def _sqrt(value: Any, what: str) -> float:
    if value < 0:
        raise ValueError(f"{what} takes the square root of {value}; it must be >= 0")
    return math.sqrt(value)


def _power(base: Any, exponent: Any, what: str) -> Any:
    """Return base ** exponent, inf where no float holds it."""
    if base == 0 and exponent < 0:
        raise ValueError(f"{what} divides by zero")
    try:
        rough = float(base) ** float(exponent)
    except OverflowError:
        return math.inf
    return base**exponent if isinstance(base, Fraction) else rough


def _ceil(value: float) -> int:
    """Round a sample size up; floats in it may err by rounding, never downwards."""
    if isinstance(value, Fraction):
        return math.ceil(value)
    if not math.isfinite(value):
        raise ValueError("the sample size exceeds every float; take a smaller n or degree")
    return math.ceil(value * (1 + 1e-12))


# ------------------------------------------------------ §2.1, Claim 2.1


def claim_2_1_tail(noise_sensitivity: Scalar, rho: Scalar, d: int) -> Fraction | float:
    """Return 2·NS_ρ/(1 − ρ^d), the paper's bound on Σ_{|T|>d} f̂(T)².

    Claim 2.1 (§2.1). Undefined where ρ^d = 1, so at d = 0 and at ρ = 1.
    """
    bottom = 1 - _power(_scalar(rho), d, "Claim 2.1")
    return _divide(2 * _scalar(noise_sensitivity), bottom, "Claim 2.1 with rho**d = 1")


def claim_2_1_tail_sharp(noise_sensitivity: Scalar, rho: Scalar, d: int) -> Fraction | float:
    """Return 2·NS_ρ/(1 − |ρ|^{d+1}), valid for every d ≥ 0 and |ρ| < 1.

    docs/proofs.md, Claim 2.1; for ρ ≥ 0 attained by every χ_T with |T| = d + 1.
    """
    size = _scalar(rho)
    return claim_2_1_tail(noise_sensitivity, -size if size < 0 else size, d + 1)


# -------------------------------------------------------- §2.1, Lemma 6


def lemma_6(n: Scalar, p: Scalar, *, constant: Scalar = 1) -> float:
    """Return p√(n ln(1/p)): average sensitivity of a halfspace of mean p.

    Lemma 6 (§2.1). Defined for 0 < p ≤ 1; below p = 1e-300 a float may lose it.
    """
    exact = Fraction(_scalar(p))
    log = _log(_divide(1, exact, "Lemma 6 with p = 0"), "Lemma 6")
    return float(constant) * float(exact) * _sqrt(float(n) * log, "Lemma 6")


def lemma_6_sharp(n: Scalar, p: Scalar) -> float:
    """Return p√(n ln(1/p)/2), Lemma 6 with its best constant, 1/√2.

    docs/proofs.md, Lemma 6. Defined for 0 < p ≤ 1.
    """
    return lemma_6(n, p) / math.sqrt(2)


def level_one(p: Scalar) -> float:
    """Return 2p² ln(1/p), which bounds Σ_i ĝ(i)² for every g: {±1}^n → {0, 1} of mean p.

    docs/proofs.md, Lemma 6 (the level-1 inequality). Defined for p > 0.
    """
    exact = Fraction(_scalar(p))
    return 2 * float(exact) ** 2 * _log(_divide(1, exact, "Lemma 6 with p = 0"), "Lemma 6")


# -------------------------------------------------------- §2.1, Lemma 7


def n_monomials(n: int, d: int) -> int:
    """Return N = Σ_{t≤d} C(n, t), the number of monomials of degree at most d."""
    return sum(math.comb(n, t) for t in range(min(n, d) + 1))


def lemma_7_samples(
    n: Scalar, d: Scalar, C: Scalar, epsilon: Scalar, delta: Scalar, *, constant: Scalar = 1
) -> float:
    """Return n^d C² ln(1/δ)/ε, the paper's sample size of the low-degree algorithm.

    Lemma 7 (§2.1); C bounds |h| on the cube. Not rounded; inf where no float holds it.
    """
    log = -_log(_scalar(delta), "Lemma 7")
    scale = _divide(_square(C), _scalar(epsilon), "Lemma 7 with epsilon = 0")
    return float(constant) * float(_power(_scalar(n), d, "Lemma 7")) * float(scale) * log


def lemma_7_proved_samples(n: int, d: int, C: Scalar, epsilon: Scalar, delta: Scalar) -> int:
    """Return ⌈N C²(1 + √(2 ln(1/δ)))²/ε⌉, a proved sample size for averages.

    docs/proofs.md, Lemma 7 (i): with so many samples, labels within ±C and a
    tail Σ_{|T|>d} ĥ(T)² ≤ ε, the averages of y·χ_T, |T| ≤ d, have loss at most
    ε with probability at least 1 − δ. N is `n_monomials(n, d)`.
    """
    log = -_log(_scalar(delta), "Lemma 7")
    factor = (1 + _sqrt(2 * log, "Lemma 7 with delta > 1")) ** 2
    scale = _divide(n_monomials(n, d) * _square(C), _scalar(epsilon), "Lemma 7 with epsilon = 0")
    return _ceil(float(scale) * factor)


def regression_samples(n: int, d: int, delta: Scalar) -> int:
    """Return ⌈max(2N ln(2N/δ)/(1 − ln 2), 8N/δ)⌉, a proved sample size for regression.

    docs/proofs.md, Lemma 7 (ii): with so many samples the least-squares
    polynomial of degree d has, with probability at least 1 − δ, a loss of at
    most Σ_{|T|>d} ĥ(T)²: there is no C in it, and no ε. N is `n_monomials(n, d)`.
    """
    monomials = n_monomials(n, d)
    ratio = _divide(monomials, _scalar(delta), "Lemma 7 with delta = 0")
    chernoff = 2 * monomials * _log(2 * ratio, "Lemma 7") / (1 - math.log(2))
    markov = _ceil(8 * ratio)
    return max(_ceil(chernoff), markov)


# ------------------------------------------------------------- §3, scale


def sup_norm(n: Scalar, k: Scalar, W: Scalar, B: Scalar) -> float:
    """Return k(W√n + B), the paper's bound on |h| over the cube.

    Proof of Theorem 8 (§3).
    """
    return float(k) * (float(W) * _sqrt(_scalar(n), "the bound on |h|") + float(B))


# ------------------------------------------------------------ §3, Lemma 9

#: The least constant with which Lemma 9 holds for all ns ≥ 2 (docs/proofs.md, after Theorem A).
lemma_9_constant = 1 / math.log(2) + 1 / math.sqrt(math.log(2))


def lemma_9(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return k⁴W²√n ln(ns) + k³B²√ln s, the paper's bound on AS(h).

    Lemma 9 (§3). Defined for ns > 0 and s ≥ 1; it is 0 at n = s = 1.
    """
    n, s, k = _scalar(n), _scalar(s), _scalar(k)
    first = float(k**4 * _square(W)) * _sqrt(n, "Lemma 9") * _log(n * s, "Lemma 9")
    second = float(k**3 * _square(B)) * _sqrt(_log(s, "Lemma 9"), "Lemma 9 with s < 1")
    return float(constant) * (first + second)


def lemma_9_step_u(k: Scalar, W: Scalar) -> Fraction | float:
    """Return k²W², which bounds the term (U) of Lemma 9's proof.

    docs/proofs.md, Lemma 9's proof.
    """
    return _scalar(k) ** 2 * _square(W)


def lemma_9_step_u_printed(k: Scalar, W: Scalar) -> Fraction | float:
    """Return k²W²/4, the printed and false bound on (U) (§3, proof of Lemma 9)."""
    return lemma_9_step_u(k, W) / 4


def lemma_9_step_pr(n: Scalar, s: Scalar, k: Scalar) -> float:
    """Return (2√2 k/√n)·√max(ln(s/k), ½), which bounds Pr[R_x ≠ R_{x^i}].

    docs/proofs.md, Lemma 9's proof: p√ln(1/p) increases only up to p = e^{−1/2}.
    """
    ratio = _divide(_scalar(s), _scalar(k), "Lemma 9's proof with k = 0")
    root = math.sqrt(max(_log(ratio, "Lemma 9's proof"), 0.5))
    width = _sqrt(_scalar(n), "Lemma 9's proof")
    return _divide(2 * math.sqrt(2) * float(k) * root, width, "Lemma 9's proof with n = 0")


def lemma_9_step_pr_printed(n: Scalar, s: Scalar, k: Scalar) -> float:
    """Return k√ln(s/k)/√n, the printed bound on Pr[R_x ≠ R_{x^i}] (§3, Lemma 9)."""
    ratio = _divide(_scalar(s), _scalar(k), "Lemma 9's proof with k = 0")
    root = _sqrt(_log(ratio, "Lemma 9's proof"), "Lemma 9's proof with s < k")
    width = _sqrt(_scalar(n), "Lemma 9's proof")
    return _divide(float(k) * root, width, "Lemma 9's proof with n = 0")


def lemma_9_step_tail_threshold(n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar) -> float:
    """Return t = kW√(10 ln(2ns)) + kB; |h(x)| > t has probability at most (ns)^{−4}.

    docs/proofs.md, Lemma 9's proof. Defined for 2ns ≥ 1.
    """
    log = _log(2 * _scalar(n) * _scalar(s), "Lemma 9's proof")
    root = _sqrt(10 * log, "Lemma 9's proof with 2ns < 1")
    return float(k) * (float(W) * root + float(B))


def lemma_9_step_tail_threshold_printed(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return ck^{1.5}W√ln(ns) + kB, the printed threshold (§3, proof of Lemma 9)."""
    log = _log(_scalar(n) * _scalar(s), "Lemma 9's proof")
    root = _sqrt(log, "Lemma 9's proof with ns < 1")
    return float(constant) * float(k) ** 1.5 * float(W) * root + float(k) * float(B)


def lemma_9_step_tail_probability(n: Scalar, s: Scalar) -> Fraction | float:
    """Return (ns)^{−4}, the probability left beyond the threshold (§3, Lemma 9)."""
    return _divide(1, (_scalar(n) * _scalar(s)) ** 4, "Lemma 9's proof with ns = 0")


def lemma_9_step_v(n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar) -> float:
    """Return n(Pr·t² + (ns)^{−4}(kW√n + kB)²), which bounds the term (V).

    docs/proofs.md, Lemma 9's proof; Pr is `lemma_9_step_pr` and t is
    `lemma_9_step_tail_threshold`.
    """
    typical = lemma_9_step_pr(n, s, k) * lemma_9_step_tail_threshold(n, s, k, W, B) ** 2
    rare = float(lemma_9_step_tail_probability(n, s)) * sup_norm(n, k, W, B) ** 2
    return float(n) * (typical + rare)


# ----------------------------------------------- §3, Lemma 10, Theorem 8

#: Lemma 10 holds with this constant for ns ≥ 2, 0 ≤ ρ < 1 (docs/proofs.md, after Theorem D).
lemma_10_constant = 2 / math.log(2) ** 2


def lemma_10(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, rho: Scalar, *, constant: Scalar = 1
) -> float:
    """Return √(1−ρ)(k⁴W² ln²(ns/(1−ρ)) + k³B²√ln s), the paper's bound on NS_ρ(h).

    Lemma 10 (§3). Defined for ns > 0, s ≥ 1 and ρ < 1.
    """
    n, s, k, rest = _scalar(n), _scalar(s), _scalar(k), 1 - _scalar(rho)
    root = _sqrt(rest, "Lemma 10")
    log = _log(_divide(n * s, rest, "Lemma 10 with rho = 1"), "Lemma 10")
    first = float(k**4 * _square(W)) * log**2
    second = float(k**3 * _square(B)) * _sqrt(_log(s, "Lemma 10"), "Lemma 10 with s < 1")
    return float(constant) * root * (first + second)


def theorem_8_degree(
    n: Scalar,
    s: Scalar,
    k: Scalar,
    W: Scalar,
    B: Scalar,
    epsilon: Scalar,
    *,
    constant: Scalar = 1,
) -> float:
    """Return (k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε², the paper's degree. Not rounded.

    Theorem 8 (§3).
    """
    n, s, k = _scalar(n), _scalar(s), _scalar(k)
    first = float(k**8 * _fourth(W)) * _log(n * s, "Theorem 8") ** 4
    second = float(k**6 * _fourth(B)) * _log(s, "Theorem 8")
    below = float(_square(epsilon))
    return _divide(float(constant) * (first + second), below, "Theorem 8 with epsilon = 0")


# ----------------------------------------------------- Theorems A, C and D


def theorem_a(k: Scalar, W: Scalar) -> Fraction | float:
    """Return 4k²W², which bounds AS(h): no n, no s, no B.

    docs/proofs.md, Theorem A; attained (Theorem B).
    """
    return 4 * _scalar(k) ** 2 * _square(W)


def theorem_a_average(W: Scalar, mean_square_active: Scalar) -> Fraction | float:
    """Return 4W²·E|R_x|², which bounds AS(h) for every network.

    docs/proofs.md, Theorem A; `mean_square_active` is E|R_x|².
    """
    return 4 * _square(W) * _scalar(mean_square_active)


def remark_11(k: Scalar, s: Scalar, W: Scalar, violation: Scalar) -> Fraction | float:
    """Return 4W²(k² + (s² − k²)·Pr[|R_x| > k]), which bounds AS(h).

    docs/proofs.md, Remark 11; `violation` is the probability of more than k
    active neurons.
    """
    k, s = _scalar(k), _scalar(s)
    return theorem_a_average(W, k**2 + (s**2 - k**2) * _scalar(violation))


def theorem_c_tail(k: Scalar, W: Scalar, d: Scalar) -> Fraction | float:
    """Return 4k²W²/(d+1), which bounds Σ_{|T|>d} ĥ(T)².

    docs/proofs.md, Theorem C. Undefined at d = −1.
    """
    return _divide(theorem_a(k, W), _scalar(d) + 1, "Theorem C with d = -1")


def theorem_c_degree(k: Scalar, W: Scalar, epsilon: Scalar) -> int:
    """Return the least integer d ≥ 0 with 4k²W²/(d+1) ≤ ε.

    docs/proofs.md, Theorem C. Floats stand for the dyadic rationals that they
    are, so the answer is exact; pass W as a `Root` and ε as a Fraction where
    the rounding of a float would matter.
    """
    total = 4 * Fraction(_scalar(k)) ** 2 * _exact_square(W)
    limit = Fraction(_scalar(epsilon))
    if total <= limit:
        return 0
    if limit <= 0:
        raise ValueError(f"Theorem C: no degree brings the tail to epsilon = {epsilon}")
    return math.ceil(total / limit) - 1


def _exact_square(value: Scalar) -> Fraction:
    return value.square if isinstance(value, Root) else Fraction(_scalar(value)) ** 2


def theorem_d(k: Scalar, W: Scalar, rho: Scalar) -> Fraction | float:
    """Return 2(1−ρ)k²W², which bounds NS_ρ(h) for −1 ≤ ρ ≤ 1.

    docs/proofs.md, Theorem D.
    """
    return (1 - _scalar(rho)) * theorem_a(k, W) / 2


# -------------------------------------------------------------- Appendix A


def appendix_a_gamma(weights: Sequence[Sequence[float]] | np.ndarray) -> Fraction:
    """Return ½·max_α ‖w_α‖₁: from this Γ on the network is 1-sparse on all inputs.

    Appendix A; `weights` has shape (2**b, q). Off α = x the pre-activation is
    at most ‖w_α‖₁ − 2Γ. For unit vectors ½·max‖w_α‖₁ ≤ ½√q.
    """
    rows = np.asarray(weights, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] == 0 or not np.isfinite(rows).all():
        raise ValueError(f"weights has shape {rows.shape}; allowed are finite arrays (2**b, q)")
    return max(sum((Fraction(abs(float(v))) for v in row), Fraction(0)) for row in rows) / 2


# ------------------------------------- §5, general distributions: complexity


def _number(value: Scalar) -> Fraction | float:
    return float(value) if isinstance(value, Root) else _scalar(value)


def _margin(R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return M = WR + B, which bounds a neuron's output where ‖x‖ ≤ R."""
    return float(W) * float(R) + float(B)


def _per_root(value: float, m: Scalar, what: str) -> float:
    return _divide(value, _sqrt(_number(m), what), f"{what} with m = 0")


def conj_20(
    s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return (WR+B)√(sk)/√m, the conjectured bound on the Rademacher complexity.

    Conjecture 20 (§5).
    """
    root = _sqrt(_number(s) * _number(k), "Conjecture 20")
    return _per_root(float(constant) * _margin(R, W, B) * root, m, "Conjecture 20")


def eq_15(
    n: Scalar,
    s: Scalar,
    k: Scalar,
    m: Scalar,
    R: Scalar,
    W: Scalar,
    B: Scalar,
    *,
    constant: Scalar = 1,
) -> float:
    """Return (WR+B)√(snk ln(km(R+B)))/√m, the paper's bound for k-sparse networks.

    Equation (15) (§5). Undefined where km(R+B) < 1, and 0 where it is 1.
    """
    n, s, k = _number(n), _number(s), _number(k)
    log = _log(k * _number(m) * (_number(R) + _number(B)), "Equation (15)")
    root = _sqrt(float(s * n * k) * log, "Equation (15) with km(R+B) < 1")
    return _per_root(float(constant) * _margin(R, W, B) * root, m, "Equation (15)")


def theorem_19(
    n: Scalar, s: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return (WR+B)√(sn ln(m(R+B)))/√m, the paper's bound for 1-sparse networks.

    Theorem 19 (§5), its display (1). Undefined where m(R+B) < 1, and 0 where it is 1.
    """
    return eq_15(n, s, 1, m, R, W, B, constant=constant)


def affine_dichotomies(n: int, m: int) -> int:
    """Return 2 Σ_{i≤n} C(m−1, i): affine halfspaces cut at most so many subsets off m points.

    Cover, IEEE Trans. Electronic Computers 14 (1965), for strict halfspaces
    {i : ⟨w, x_i⟩ > b} in n dimensions, the empty set included; attained by
    points in general position. docs/proofs-rademacher.md, 1.
    """
    if n < 0 or m < 1:
        raise ValueError(f"n = {n}, m = {m}; allowed are n >= 0 dimensions and m >= 1 points")
    return 2 * sum(math.comb(m - 1, i) for i in range(min(n, m - 1) + 1))


def theorem_19_sharp(
    n: int, s: Scalar, k: Scalar, m: int, R: Scalar, W: Scalar, B: Scalar
) -> float:
    """Return (WR+B)√(sk/m)·(1 + √(2 ln N)), N + 1 = 2 Σ_{i≤n} C(m−1, i): a proved form of (15).

    docs/proofs-rademacher.md, 1. N counts the non-empty sets that a neuron can
    be active on. k may be the average number of active neurons over the sample.
    """
    number = affine_dichotomies(n, m) - 1
    return conj_20(s, k, m, R, W, B) * (1 + math.sqrt(2 * math.log(number)))


#: Constant of `theorem_19_closed`: 1/√(ln 4) + √2, rounded up.
theorem_19_constant = 2.27


def theorem_19_closed(
    n: Scalar, s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar
) -> float:
    """Return 2.27·(WR+B)√(snk ln(2m))/√m, the paper's shape with a proved constant.

    docs/proofs-rademacher.md, 1; valid for every m ≥ 1. R and B are in no
    logarithm, so both sides scale alike.
    """
    log = _log(2 * _number(m), "Theorem 19")
    root = _sqrt(_number(n) * log, "Theorem 19")
    return theorem_19_constant * conj_20(s, k, m, R, W, B) * root


def dense_rademacher(
    s: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return (WR+B)s/√m, the bound without sparsity that the paper compares with.

    §5, before Theorem 19.
    """
    return _per_root(float(constant) * _margin(R, W, B) * float(s), m, "The dense bound")


def dense_rademacher_sharp(s: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return (3/2)(WR+B)s/√m, the dense bound with a constant that is proved.

    docs/proofs-rademacher.md, 2. Whether 1 is enough is not known here.
    """
    return dense_rademacher(s, m, R, W, B, constant=1.5)


def theorem_e(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return 3.5·(WR+B)√(sk/m)·ln^{3/2}(2m): Conjecture 20 up to logarithms, no n in it.

    docs/proofs-rademacher.md, 3; valid for every m ≥ 1, with k the average
    number of active neurons over the sample.
    """
    log = _log(2 * _number(m), "Theorem E")
    return 3.5 * conj_20(s, k, m, R, W, B) * _sqrt(log, "Theorem E with m < 1/2") ** 3


def theorem_e_log(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return 18.5·(WR+B)√(sk/m)·ln(2m), Theorem E with one logarithm and a larger constant.

    docs/proofs-rademacher.md, 3; below `theorem_e` only from ln(2m) = 27.9… on.
    """
    log = _log(2 * _number(m), "Theorem E")
    return 18.5 * conj_20(s, k, m, R, W, B) * log


def theorem_e_first(ratio: Scalar) -> int:
    """Return the least m from which on Theorem E is below the trivial k(WR+B), for s/k = ratio ≥ 1.

    That is 12.25·(s/k)·ln³(2m) < m. docs/proofs-rademacher.md, 3.
    """
    share = float(ratio)
    if not (math.isfinite(share) and share >= 1):
        raise ValueError(f"s/k = {ratio}; allowed are finite numbers >= 1")

    def below(m: int) -> bool:
        return 12.25 * share * math.log(2 * m) ** 3 < m

    # ln³(2m)/m decreases from m = 11 on, and below that the bound is larger.
    return _first(below, 11)


def _first(good: Callable[[int], bool], start: int) -> int:
    """Return the least m ≥ start with good(m), where good stays true once it is."""
    low, high = start - 1, start
    while not good(high):
        if high > 1 << 1000:
            raise ValueError("no sample size below 2^1000 is enough")
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high


def _balanced_roots(total: int, parts: int) -> float:
    """Return the largest Σ√a_j over `parts` integers a_j ≥ 0 with sum `total`."""
    if parts == 0:
        return 0.0
    size, rest = divmod(total, parts)
    return (parts - rest) * math.sqrt(size) + rest * math.sqrt(size + 1)


def theorem_f(s: int, k: int, m: int, R: Scalar, W: Scalar) -> float:
    """Return the Rademacher complexity of m ≤ n orthogonal points of norm R at B = 0, exactly.

    (WR/m)·E_p max_{s'+s''=s} (ψ(p, s') + ψ(m−p, s'')), where p ~ Bin(m, ½) is
    the number of positive signs and ψ(p, t) the largest Σ√a_j over t integers
    that add up to p·min(k, t). Sparsity is asked on the sample; with any
    larger B this is a lower bound. docs/proofs-rademacher.md, 4.
    """
    if m < 1 or not 1 <= k <= s:
        raise ValueError(f"s = {s}, k = {k}, m = {m}; allowed are 1 <= k <= s and m >= 1")

    def best(p: int) -> float:
        return max(
            _balanced_roots(p * min(k, t), t) + _balanced_roots((m - p) * min(k, s - t), s - t)
            for t in range(s + 1)
        )

    mean = math.fsum(math.comb(m, p) / 2**m * best(p) for p in range(m + 1))
    return float(W) * float(R) * mean / m


def theorem_f_closed(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar) -> float:
    """Return WR√(sk/m)·(1 − 1/(2m) − ¼√(s/(km))), below Theorem F's value where s/k is even.

    docs/proofs-rademacher.md, 4. It may be negative, and says nothing then.
    """
    s, k, m = _number(s), _number(k), _number(m)
    share = _divide(s, k * m, "Theorem F with km = 0")
    loss = _divide(1, 2 * m, "Theorem F with m = 0") + _sqrt(share, "Theorem F") / 4
    return conj_20(s, k, m, R, W, 0) * (1 - float(loss))


# ----------------------------------------- §5, general distributions: samples


def theorem_17(
    n: Scalar,
    s: Scalar,
    k: Scalar,
    R: Scalar,
    W: Scalar,
    B: Scalar,
    epsilon: Scalar,
    delta: Scalar,
    *,
    constant: Scalar = 1,
) -> float:
    """Return ((WR+B)² ksn ln(k(R+B)/ε) + ln(1/δ))/ε², the paper's sample size.

    Theorem 17 (§5). Not rounded; negative where the logarithm is.
    """
    n, s, k, gap = _number(n), _number(s), _number(k), _number(epsilon)
    ratio = _divide(k * (_number(R) + _number(B)), gap, "Theorem 17 with epsilon = 0")
    first = _margin(R, W, B) ** 2 * float(k * s * n) * _log(ratio, "Theorem 17")
    return float(constant) * (first - _log(_number(delta), "Theorem 17")) / float(gap) ** 2


def lemma_18_samples(
    C: Scalar,
    complexity: Callable[[int], float],
    epsilon: Scalar,
    delta: Scalar,
    *,
    constant: Scalar = 1,
    start: int = 1,
) -> int:
    """Return the least m ≥ `start` with c(C·R(m) + √(ln(1/δ)/m)) ≤ ε, the paper's sample size.

    Lemma 18 (§5); C bounds h and `complexity` returns a bound R(m) on the
    Rademacher complexity of m samples. It must not increase from `start` on:
    √(ln(cm)/m) does not from m = e/c on. With (15) the least m grows as
    k³(WR+B)⁴sn/ε², not as Theorem 17 has it.
    """
    log = -_log(_number(delta), "Lemma 18")

    def enough(m: int) -> bool:
        deviation = _sqrt(log / m, "Lemma 18 with delta > 1")
        return float(constant) * (float(C) * complexity(m) + deviation) <= float(epsilon)

    if not float(epsilon) > 0:
        raise ValueError(f"Lemma 18: epsilon = {epsilon}; it must be > 0")
    return _first(enough, start)


def theorem_g_error(
    s: Scalar,
    k: Scalar,
    m: Scalar,
    R: Scalar,
    W: Scalar,
    B: Scalar,
    delta: Scalar,
    *,
    constant: Scalar = 1,
) -> float:
    """Return K(ln³(m)·R_m² + 2k²M² ln(1/δ)/m), R_m from Theorem E and M = WR + B.

    With probability 1 − δ the loss of an ERM without training error is at most
    this; K is the numerical constant of Srebro, Sridharan and Tewari (NIPS 2010,
    Theorem 1). docs/proofs-rademacher.md, 5.
    """
    log = -_log(_number(delta), "Theorem G")
    complexity = theorem_e(s, k, m, R, W, B)
    slow = _log(_number(m), "Theorem G") ** 3 * complexity**2
    fast = 2 * (float(k) * _margin(R, W, B)) ** 2 * log / float(m)
    return float(constant) * (slow + fast)


def theorem_g(
    s: Scalar,
    k: Scalar,
    R: Scalar,
    W: Scalar,
    B: Scalar,
    epsilon: Scalar,
    delta: Scalar,
    *,
    constant: Scalar = 1,
) -> int:
    """Return the least m ≥ 292 from which on `theorem_g_error` is at most ε.

    From 292 on ln³(m)ln³(2m)/m decreases. docs/proofs-rademacher.md, 5.
    """
    if not float(epsilon) > 0:
        raise ValueError(f"Theorem G: epsilon = {epsilon}; it must be > 0")
    return _first(
        lambda m: theorem_g_error(s, k, m, R, W, B, delta, constant=constant) <= float(epsilon),
        292,
    )
