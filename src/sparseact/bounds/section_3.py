"""Section 3: Lemmas 9 and 10, Theorem 8, Remark 11; Theorems A, C, D and R in their place."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from sparseact.bounds.arithmetic import (
    Root,
    Scalar,
    as_scalar,
    divide,
    fourth_of,
    log_of,
    root_of,
    square_of,
)
from sparseact.bounds.domain import (
    ACTIVE,
    ACTIVE_COUNT,
    CORRELATION,
    COUNT,
    LEVEL,
    PROBABILITY,
    REAL,
    SIZE,
    TERMS,
    checked,
)
from sparseact.bounds.section_2 import n_monomials

# ------------------------------------------------------------- §3, scale


@checked(n=SIZE, k=SIZE, W=SIZE, B=SIZE)
def sup_norm(n: Scalar, k: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `k(W√n + B)`, the paper's bound on `|h|` over the cube.

    Proof of Theorem 8 (§3).
    """
    return float(k) * (float(W) * root_of(as_scalar(n), "the bound on |h|") + float(B))


@checked(n=COUNT, k=COUNT, W2=SIZE, B2=SIZE)
def sup_norm_square(n: int, k: int, W2: Fraction, B2: Fraction) -> Fraction:
    """Return a rational number at most `(kW√n + kB)²`, and within 1e-15 of it.

    W2 and B2 are `W²` and `B²`. The cross term `2WB√n` is rounded down, so that an
    inequality against this number implies the one against the square.
    """
    W2, B2 = Fraction(W2), Fraction(B2)
    cross = W2 * B2 * n
    scale = 1 << 60
    root = Fraction(math.isqrt(cross.numerator * scale**2 // cross.denominator), scale)
    return k * k * (W2 * n + B2 + 2 * root)


# ------------------------------------------------------------ §3, Lemma 9

#: The least constant with which Lemma 9 holds for all ns ≥ 2 (docs/proofs.md, after Theorem A).
lemma_9_constant = 1 / math.log(2) + 1 / math.sqrt(math.log(2))


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, constant=SIZE)
def lemma_9(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `k⁴W²√n ln(ns) + k³B²√ln s`, the paper's bound on `AS(h)`.

    Lemma 9 (§3). Defined for `ns > 0` and `s ≥ 1`; it is 0 at `n = s = 1`.
    """
    n, s, k = as_scalar(n), as_scalar(s), as_scalar(k)
    first = float(k**4 * square_of(W)) * root_of(n, "Lemma 9") * log_of(n * s, "Lemma 9")
    second = float(k**3 * square_of(B)) * root_of(log_of(s, "Lemma 9"), "Lemma 9 with s < 1")
    return float(constant) * (first + second)


@checked(k=SIZE, W=SIZE)
def lemma_9_step_u(k: Scalar, W: Scalar) -> Fraction | float:
    """Return `k²W²`, which bounds the term (U) of Lemma 9's proof.

    docs/proofs.md, Lemma 9's proof.
    """
    return as_scalar(k) ** 2 * square_of(W)


@checked(k=SIZE, W=SIZE)
def lemma_9_step_u_printed(k: Scalar, W: Scalar) -> Fraction | float:
    """Return `k²W²/4`, the paper's false bound on (U) (§3, proof of Lemma 9)."""
    return lemma_9_step_u(k, W) / 4


#: Lemma 6 bounds the changes of pattern with this factor, for halfspaces valued 0 or 1
#: (docs/proofs.md, Lemma 9's proof).
lemma_9_step_pr_constant = 2 * math.sqrt(2)


@checked(n=SIZE, s=SIZE, k=ACTIVE)
def lemma_9_step_pr(n: Scalar, s: Scalar, k: Scalar) -> float:
    """Return `(2√2 k/√n)·√max(ln(s/k), ½)`, which bounds `Pr[R_x ≠ R_{x^i}]`.

    docs/proofs.md, Lemma 9's proof: `p√ln(1/p)` increases only up to `p = e^{−1/2}`.
    """
    ratio = divide(as_scalar(s), as_scalar(k), "Lemma 9's proof with k = 0")
    root = math.sqrt(max(log_of(ratio, "Lemma 9's proof"), 0.5))
    width = root_of(as_scalar(n), "Lemma 9's proof")
    return divide(lemma_9_step_pr_constant * float(k) * root, width, "Lemma 9's proof with n = 0")


@checked(n=SIZE, s=SIZE, k=ACTIVE)
def lemma_9_step_pr_printed(n: Scalar, s: Scalar, k: Scalar) -> float:
    """Return `k√ln(s/k)/√n`, the paper's bound on `Pr[R_x ≠ R_{x^i}]` (§3, Lemma 9)."""
    ratio = divide(as_scalar(s), as_scalar(k), "Lemma 9's proof with k = 0")
    root = root_of(log_of(ratio, "Lemma 9's proof"), "Lemma 9's proof with s < k")
    width = root_of(as_scalar(n), "Lemma 9's proof")
    return divide(float(k) * root, width, "Lemma 9's proof with n = 0")


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE)
def lemma_9_step_tail_threshold(n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `t = kW√(10 ln(2ns)) + kB`; `|h(x)| > t` has probability at most `(ns)^{−4}`.

    docs/proofs.md, Lemma 9's proof. Defined for 2ns ≥ 1.
    """
    log = log_of(2 * as_scalar(n) * as_scalar(s), "Lemma 9's proof")
    root = root_of(10 * log, "Lemma 9's proof with 2ns < 1")
    return float(k) * (float(W) * root + float(B))


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, constant=SIZE)
def lemma_9_step_tail_threshold_printed(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `ck^{1.5}W√ln(ns) + kB`, the paper's threshold (§3, proof of Lemma 9)."""
    log = log_of(as_scalar(n) * as_scalar(s), "Lemma 9's proof")
    root = root_of(log, "Lemma 9's proof with ns < 1")
    return float(constant) * float(k) ** 1.5 * float(W) * root + float(k) * float(B)


@checked(n=SIZE, s=SIZE)
def lemma_9_step_tail_probability(n: Scalar, s: Scalar) -> Fraction | float:
    """Return `(ns)^{−4}`, the probability left beyond the threshold (§3, Lemma 9)."""
    return divide(1, (as_scalar(n) * as_scalar(s)) ** 4, "Lemma 9's proof with ns = 0")


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, c=SIZE)
def lemma_9_step_union_printed(n: int, s: int, k: int, c: float) -> float:
    """Return `2n^k exp(−c² ln(n^k s)/2)`, the paper's union bound (§3, proof of Lemma 9)."""
    return 2 * float(n) ** k * math.exp(-(c * c * math.log(n**k * s) / 2))


@checked(n=COUNT, s=COUNT)
def lemma_9_step_union(n: int, s: int) -> Fraction:
    """Return `2s(2ns)^{−5}`, the union bound over single neurons at `lemma_9_step_tail_threshold`.

    docs/proofs.md, Lemma 9's proof.
    """
    return Fraction(2 * s, (2 * n * s) ** 5)


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE)
def lemma_9_step_v(n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar) -> float:
    """Return n(Pr·t² + (ns)^{−4}(kW√n + kB)²), which bounds the term (V).

    docs/proofs.md, Lemma 9's proof; Pr is `lemma_9_step_pr` and t is
    `lemma_9_step_tail_threshold`.
    """
    typical = lemma_9_step_pr(n, s, k) * lemma_9_step_tail_threshold(n, s, k, W, B) ** 2
    rare = float(lemma_9_step_tail_probability(n, s)) * sup_norm(n, k, W, B) ** 2
    return float(n) * (typical + rare)


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, constant=SIZE)
def lemma_9_step_v_printed(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return the paper's bound on (V), with its `k√ln(s/k)/√n` (§3, proof of Lemma 9).

    `constant` is the c of `lemma_9_step_tail_threshold_printed`.
    """
    return _v_printed(n, s, k, W, B, constant, sign=-1)


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, constant=SIZE)
def lemma_9_step_v_printed_size(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return the sum of the sizes of `lemma_9_step_v_printed`'s terms, to which it is rounded."""
    return _v_printed(n, s, k, W, B, constant, sign=1)


def _v_printed(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, constant: Scalar, sign: int
) -> float:
    rare = float(lemma_9_step_tail_probability(n, s))
    typical = lemma_9_step_pr_printed(n, s, k) + sign * rare
    threshold = lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=constant)
    return float(n) * (typical * threshold**2 + rare * sup_norm(n, k, W, B) ** 2)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W=SIZE, B=SIZE)
def lemma_9_step_last(n: int, s: int, k: int, W: Scalar, B: Scalar) -> float:
    """Return `k³√(n ln(es/k))·(60W² ln(2ns) + 8B²)`, which bounds `lemma_9_step_v`.

    docs/proofs-average_sensitivity.md, "The last line".
    """
    root = math.sqrt(n * (1 + math.log(s / k)))
    logs = 60 * float(square_of(W)) * math.log(2 * n * s) + 8 * float(square_of(B))
    return k**3 * root * logs


# ----------------------------------------------- §3, Lemma 10, Theorem 8

#: The least constant with which Lemma 10 holds for all ns ≥ 2, 0 ≤ ρ < 1
#: (docs/proofs.md, after Theorem D).
lemma_10_constant = (1 / math.log(2) ** 2 + 1 / math.sqrt(math.log(2))) / 2

#: Lemma 10 holds with this constant for ns ≥ 3, −1 ≤ ρ < 1 (docs/proofs-noise_sensitivity.md, 1).
lemma_10_all_rho_constant = 2 * math.sqrt(2) / math.log(2) ** 2


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, rho=CORRELATION, constant=SIZE)
def lemma_10(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, rho: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `√(1−ρ)(k⁴W² ln²(ns/(1−ρ)) + k³B²√ln s)`, the paper's bound on `NS_ρ(h)`.

    Lemma 10 (§3). Defined for `ns > 0`, `s ≥ 1` and `ρ < 1`.
    """
    return lemma_10_of_rest(n, s, k, W, B, 1 - as_scalar(rho), constant=constant)


#: Of 1 − ρ only roots and logarithms are taken; the paper's is of the order of ε².
REST = SIZE._replace(words=SIZE.words.replace("-500", "-1000"), tiny=2.0**-1000)


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, rest=REST, constant=SIZE)
def lemma_10_of_rest(
    n: Scalar, s: Scalar, k: Scalar, W: Scalar, B: Scalar, rest: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `lemma_10` as a function of 1 − ρ, which is `rest` and may be above 2.

    Proof of Theorem 8 (§3), whose 1 − ρ is not a noise where it is above 2.
    """
    n, s, k, rest = as_scalar(n), as_scalar(s), as_scalar(k), as_scalar(rest)
    root = root_of(rest, "Lemma 10")
    log = log_of(divide(n * s, rest, "Lemma 10 with rho = 1"), "Lemma 10")
    first = float(k**4 * square_of(W)) * log**2
    second = float(k**3 * square_of(B)) * root_of(log_of(s, "Lemma 10"), "Lemma 10 with s < 1")
    return float(constant) * root * (first + second)


@checked(n=SIZE, s=SIZE, k=ACTIVE, W=SIZE, B=SIZE, epsilon=SIZE, constant=SIZE)
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
    """Return `(k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε²`, the paper's degree. Not rounded.

    Theorem 8 (§3).
    """
    n, s, k = as_scalar(n), as_scalar(s), as_scalar(k)
    first = float(k**8 * fourth_of(W)) * log_of(n * s, "Theorem 8") ** 4
    second = float(k**6 * fourth_of(B)) * log_of(s, "Theorem 8")
    below = float(square_of(epsilon))
    return divide(float(constant) * (first + second), below, "Theorem 8 with epsilon = 0")


#: With this constant Theorem 8's degree is enough for ns ≥ 2 (docs/proofs-low_degree.md).
theorem_8_constant = 16 / math.log(2) ** 4

#: With this c the paper's ρ gives NS_ρ(h) ≤ ε/3 for ns ≥ 2 (docs/proofs-low_degree.md).
theorem_8_rest_constant = 1 / 60


#: With this c `theorem_8_rest` gives NS_ρ(h) ≤ ε/3 by Lemma 10 (docs/proofs-low_degree.md).
theorem_8_rest_proved_constant = 1 / (216 * lemma_10_constant) ** 2


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W2=SIZE, B2=SIZE, epsilon=SIZE, constant=SIZE)
def theorem_8_rest_printed(
    n: int, s: int, k: int, W2: Scalar, B2: Scalar, epsilon: Scalar, constant: float
) -> float:
    """Return the paper's 1 − ρ; a zero denominator in its second term counts as infinity.

    Proof of Theorem 8 (§3); W2 and B2 are `W²` and `B²`.
    """
    log = math.log(k * n * s * W2 / epsilon)
    first = log / (float(k**8 * W2**2) * math.log(n * s) ** 4)
    return _rest(first, s, k, B2, epsilon, constant)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W2=SIZE, B2=SIZE, epsilon=SIZE, constant=SIZE)
def theorem_8_rest(
    n: int, s: int, k: int, W2: Scalar, B2: Scalar, epsilon: Scalar, constant: float
) -> float:
    """Return 1 − ρ with the logarithm where Lemma 10 requires it.

    docs/proofs-low_degree.md; W2 and B2 are `W²` and `B²`.
    """
    log = math.log(k**4 * n * s * W2 / (math.sqrt(constant) * epsilon))
    first = 1 / (float(k**8 * W2**2) * log**4)
    return _rest(first, s, k, B2, epsilon, constant)


def _rest(first: float, s: int, k: int, B2: Any, epsilon: Any, constant: float) -> float:
    second = float(k**6 * B2**2) * math.log(s)
    return constant * float(epsilon) ** 2 * (min(first, 1 / second) if second else first)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W=SIZE, epsilon=SIZE)
def theorem_4_degree_sharp(n: int, s: int, k: int, W: Root, epsilon: Fraction) -> float:
    """Return `4W²(1 + k ln(ns))²/ε`, a degree that is enough (docs/proofs-low_degree.md)."""
    return 4 * (1 + k * math.log(n * s)) ** 2 * float(W**2 / epsilon)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W=SIZE, epsilon=SIZE)
def theorem_4_degree(n: int, s: int, k: int, W: Root, epsilon: Fraction) -> float:
    """Return `p(k ln(ns))·W⁴/ε²` with `p(z) = 16(1+z)⁴`, a reading of Theorem 4's poly (§1)."""
    return 16 * (1 + k * math.log(n * s)) ** 4 * float(W**4 / epsilon**2)


# ----------------------------------------------------- Theorems A, C and D


@checked(k=SIZE, W=SIZE)
def theorem_a(k: Scalar, W: Scalar) -> Fraction | float:
    """Return `4k²W²`, which bounds `AS(h)` without n, s and B.

    docs/proofs.md, Theorem A; attained (Theorem B).
    """
    return 4 * as_scalar(k) ** 2 * square_of(W)


@checked(s=SIZE, k=ACTIVE, W=SIZE)
def theorem_a_min(s: Scalar, k: Scalar, W: Scalar) -> Fraction | float:
    """Return `min(2k, s)²W²`, which bounds `AS(h)`: no n, no B.

    docs/proofs.md, Theorem A; attained for every `B ≥ W` (Theorem B).
    """
    return min(2 * as_scalar(k), as_scalar(s)) ** 2 * square_of(W)


@checked(s=SIZE, k=ACTIVE, W=SIZE, mean_active=SIZE)
def theorem_a_min_average(s: Scalar, k: Scalar, W: Scalar, mean_active: Scalar) -> Fraction | float:
    """Return `2·min(2k, s)·W²·E|R_x|`, which bounds `AS(h)`.

    docs/proofs.md, Theorem A; `mean_active` is `E|R_x|`.
    """
    return 2 * min(2 * as_scalar(k), as_scalar(s)) * square_of(W) * as_scalar(mean_active)


@checked(W=SIZE, mean_square_active=SIZE)
def theorem_a_average(W: Scalar, mean_square_active: Scalar) -> Fraction | float:
    """Return `4W²·E|R_x|²`, which bounds `AS(h)` for every network.

    docs/proofs.md, Theorem A; `mean_square_active` is `E|R_x|²`.
    """
    return 4 * square_of(W) * as_scalar(mean_square_active)


@checked(k=ACTIVE, s=SIZE, W=SIZE, violation=PROBABILITY)
def remark_11(k: Scalar, s: Scalar, W: Scalar, violation: Scalar) -> Fraction | float:
    """Return `4k²W²·Pr[|R_x| ≤ k] + 2s²W²·Pr[|R_x| > k]`, which bounds `AS(h)`.

    docs/proofs.md, Remark 11; `violation` is the probability of more than k
    active neurons.
    """
    most = (1 - as_scalar(violation)) * theorem_a(k, W)
    return most + remark_11_third(s, W, violation)


@checked(s=SIZE, W=SIZE, violation=PROBABILITY)
def remark_11_third(s: Scalar, W: Scalar, violation: Scalar) -> Fraction | float:
    """Return `2s²W²·Pr[|R_x| > k]`, which bounds Remark 11's third term.

    docs/proofs-average_sensitivity.md; `violation` is as in `remark_11`.
    """
    return 2 * as_scalar(s) ** 2 * square_of(W) * as_scalar(violation)


@checked(k=SIZE, W=SIZE, d=SIZE)
def theorem_c_tail(k: Scalar, W: Scalar, d: Scalar) -> Fraction | float:
    """Return `4k²W²/(d+1)`, which bounds `Σ_{|T|>d} ĥ(T)²`.

    docs/proofs.md, Theorem C. Undefined at `d = −1`.
    """
    return divide(theorem_a(k, W), as_scalar(d) + 1, "Theorem C with d = -1")


@checked(k=SIZE, W=SIZE, epsilon=SIZE)
def theorem_c_degree(k: Scalar, W: Scalar, epsilon: Scalar) -> int:
    """Return the smallest integer `d ≥ 0` with `4k²W²/(d+1) ≤ ε`.

    docs/proofs.md, Theorem C. Floats are read as exact dyadic rationals,
    so the answer is exact; pass W as a `Root` and ε as a Fraction where
    the rounding of a float would matter.
    """
    total = 4 * Fraction(as_scalar(k)) ** 2 * _exact_square(W)
    limit = Fraction(as_scalar(epsilon))
    if total <= limit:
        return 0
    if limit <= 0:
        raise ValueError(f"Theorem C: no degree brings the tail to epsilon = {epsilon}")
    return math.ceil(total / limit) - 1


def _exact_square(value: Scalar) -> Fraction:
    return value.square if isinstance(value, Root) else Fraction(as_scalar(value)) ** 2


# ------------------------------------------- §3, Theorem 8 by Theorem R


@checked(W=SIZE, mean_square_active=SIZE, epsilon=SIZE)
def theorem_r_degree(W: Scalar, mean_square_active: Scalar, epsilon: Scalar) -> int:
    """Return the smallest integer `d ≥ 0` with `4W²E|R_x|²/(d+1) ≤ ε`, Theorem R's degree.

    docs/proofs-low_degree.md, Theorem R with θ = ½; `mean_square_active` is `E|R_x|²`.
    """
    square = Fraction(as_scalar(mean_square_active)) * _exact_square(W)
    return theorem_c_degree(1, Root(square), epsilon)


@checked(n=COUNT, W=SIZE, mean_square_active=SIZE, epsilon=SIZE)
def theorem_r_block(n: int, W: Scalar, mean_square_active: Scalar, epsilon: Scalar) -> int:
    """Return `1 + ⌈288·N·W²E|R_x|²/ε⌉`, the samples of each block of Theorem R, at least 2.

    docs/proofs-low_degree.md, Theorem R with θ = ½. `theorem_r_blocks` blocks of this many samples
    bring the loss to ε with probability 1 − δ. N counts the monomials of `theorem_r_degree`; the
    number contains neither s nor B nor a bound on the labels.
    """
    d = theorem_r_degree(W, mean_square_active, epsilon)
    total = 288 * n_monomials(n, d) * Fraction(as_scalar(mean_square_active)) * _exact_square(W)
    return 1 + max(1, math.ceil(divide(total, Fraction(as_scalar(epsilon)), "Theorem R")))


@checked(delta=LEVEL)
def theorem_r_blocks(delta: Scalar) -> int:
    """Return `⌈2.42 ln(1/δ)⌉`, the number of blocks of Theorem R, at least 1.

    docs/proofs-low_degree.md; half of this many blocks are bad with probability at most δ, if
    each of them is with probability ⅛.
    """
    return max(1, math.ceil(2.42 * -log_of(as_scalar(delta), "Theorem R")))


@checked(variance=SIZE, coefficient=REAL, m=COUNT)
def centred_variance(variance: Scalar, coefficient: Scalar, m: int) -> Fraction | float:
    """Return `σ²/(m−1) − (m−2)c²/(m(m−1))`, the variance of a centred average of m samples.

    docs/proofs-low_degree.md, centred averages; `variance` is the labels' variance and c is
    `coefficient`, `E[y·χ_T(x)]`, T ≠ ∅.
    """
    first = divide(as_scalar(variance), m - 1, "centred averages of one sample")
    return first - divide((m - 2) * square_of(coefficient), m * (m - 1), "centred averages")


@checked(k=SIZE, W=SIZE, rho=CORRELATION)
def theorem_d(k: Scalar, W: Scalar, rho: Scalar) -> Fraction | float:
    """Return `2(1−ρ)k²W²`, which bounds `NS_ρ(h)` for `−1 ≤ ρ ≤ 1`.

    docs/proofs.md, Theorem D.
    """
    return (1 - as_scalar(rho)) * theorem_a(k, W) / 2


@checked(s=SIZE, k=ACTIVE, W=SIZE, rho=CORRELATION)
def theorem_d_min(s: Scalar, k: Scalar, W: Scalar, rho: Scalar) -> Fraction | float:
    """Return `½(1−ρ)·min(2k, s)²W²`, which bounds `NS_ρ(h)` for `−1 ≤ ρ ≤ 1`.

    docs/proofs.md, Theorem D; attained at every ρ for every `B ≥ W`.
    """
    return (1 - as_scalar(rho)) * theorem_a_min(s, k, W) / 2


@checked(variance=SIZE, sensitivity=SIZE, rho=CORRELATION)
def noise_by_moments(variance: Scalar, sensitivity: Scalar, rho: Scalar) -> Fraction | float:
    """Return ½Var(1 − ρ^{AS/Var}), which bounds `NS_ρ(h)` for `0 ≤ ρ ≤ 1` and `Var(h) > 0`.

    docs/proofs-noise_sensitivity.md, 2. A Fraction if AS/Var is an integer of at most 10^4.
    """
    variance, rho = as_scalar(variance), as_scalar(rho)
    exponent = divide(as_scalar(sensitivity), variance, "a function of variance 0")
    rest = rho**exponent if exponent <= TERMS.largest else float(rho) ** float(exponent)
    return variance * (1 - rest) / 2
