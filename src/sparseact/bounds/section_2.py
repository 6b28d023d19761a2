"""Section 2.1: Claim 2.1, Lemmas 6 and 7."""

from __future__ import annotations

import math
from fractions import Fraction

from sparseact.bounds.arithmetic import (
    Scalar,
    as_scalar,
    binomials,
    divide,
    log_of,
    root_of,
    square_of,
)
from sparseact.bounds.domain import CORRELATION, COUNT, LEVEL, REAL, SIZE, TERMS, checked

# ------------------------------------------------------ §2.1, Claim 2.1


@checked(noise_sensitivity=SIZE, rho=CORRELATION, d=TERMS)
def claim_2_1_tail(noise_sensitivity: Scalar, rho: Scalar, d: int) -> Fraction | float:
    """Return `2·NS_ρ/(1 − ρ^d)`, the paper's bound on `Σ_{|T|>d} f̂(T)²`.

    Claim 2.1 (§2.1). Undefined where `ρ^d = 1`, so at `d = 0` and at `ρ = 1`.
    """
    bottom = 1 - as_scalar(rho) ** d
    return divide(2 * as_scalar(noise_sensitivity), bottom, "Claim 2.1 with rho**d = 1")


@checked(noise_sensitivity=SIZE, rho=CORRELATION, d=TERMS)
def claim_2_1_tail_sharp(noise_sensitivity: Scalar, rho: Scalar, d: int) -> Fraction | float:
    """Return `2·NS_ρ/(1 − |ρ|^{d+1})`, valid for every `d ≥ 0` and `|ρ| < 1`.

    docs/proofs.md, Claim 2.1; for `ρ ≥ 0` attained by every `χ_T` with `|T| = d + 1`.
    """
    size = as_scalar(rho)
    return claim_2_1_tail(noise_sensitivity, -size if size < 0 else size, d + 1)


# -------------------------------------------------------- §2.1, Lemma 6


@checked(n=SIZE, p=LEVEL, constant=SIZE)
def lemma_6(n: Scalar, p: Scalar, *, constant: Scalar = 1) -> float:
    """Return `p√(n ln(1/p))`: average sensitivity of a halfspace of mean p.

    Lemma 6 (§2.1). Defined for `0 < p ≤ 1`.
    """
    exact = Fraction(as_scalar(p))
    log = log_of(divide(1, exact, "Lemma 6 with p = 0"), "Lemma 6")
    return float(constant) * float(exact) * root_of(float(n) * log, "Lemma 6")


@checked(n=SIZE, p=LEVEL)
def lemma_6_sharp(n: Scalar, p: Scalar) -> float:
    """Return `p√(n ln(1/p)/2)`, Lemma 6 with its best constant, `1/√2`.

    docs/proofs.md, Lemma 6. Defined for `0 < p ≤ 1`.
    """
    return lemma_6(n, p) / math.sqrt(2)


@checked(p=SIZE)
def level_one(p: Scalar) -> float:
    """Return `2p² ln(1/p)`, which bounds `Σ_i ĝ(i)²` for every g: `{±1}^n` → `{0, 1}` of mean p.

    docs/proofs.md, Lemma 6 (the level-1 inequality). Defined for `p > 0`.
    """
    exact = Fraction(as_scalar(p))
    return 2 * float(exact) ** 2 * log_of(divide(1, exact, "Lemma 6 with p = 0"), "Lemma 6")


# -------------------------------------------------------- §2.1, Lemma 7


@checked(value=REAL)
def round_up(value: Scalar) -> int:
    """Round a sample size up; floats in it may err by rounding, never downwards."""
    if isinstance(value, (int, Fraction)):
        return math.ceil(value)
    value = float(value)
    if not math.isfinite(value):
        raise ValueError("the sample size exceeds every float; take a smaller n or degree")
    return math.ceil(value * (1 + 1e-12))


@checked(n=COUNT, d=COUNT)
def n_monomials(n: int, d: int) -> int:
    """Return `N = Σ_{t≤d} C(n, t)`, the number of monomials of degree at most d."""
    terms = min(n, d)
    if terms > TERMS.largest:
        raise ValueError(f"n_monomials: min(n, d) must be {TERMS.words}, got {terms}")
    return sum(binomials(n, terms))


@checked(n=COUNT, d=TERMS)
def monomials_below(n: int, d: int) -> Fraction:
    """Return `(n/d)^d ≤ C(n, d)`, below the number of monomials of degree at most d.

    For `1 ≤ d ≤ n`. Beside Theorem 13: the low-degree algorithm has at least this many
    coefficients to learn a parity of d variables.
    """
    return Fraction(n, d) ** d


@checked(n=SIZE, d=SIZE, C=SIZE, epsilon=SIZE, delta=LEVEL, constant=SIZE)
def lemma_7_samples(
    n: Scalar, d: Scalar, C: Scalar, epsilon: Scalar, delta: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `n^d C² ln(1/δ)/ε`, the paper's sample size of the low-degree algorithm.

    Lemma 7 (§2.1); C bounds `|h|` on the cube. Not rounded.
    """
    log = -log_of(as_scalar(delta), "Lemma 7")
    scale = divide(square_of(C), as_scalar(epsilon), "Lemma 7 with epsilon = 0")
    return float(constant) * float(n) ** float(d) * float(scale) * log


#: With this constant Lemma 7's sample size is enough for δ ≤ ½ (docs/proofs-low_degree.md).
lemma_7_constant = 14


@checked(n=COUNT, d=COUNT, C=SIZE, epsilon=SIZE, delta=LEVEL)
def lemma_7_proved_samples(n: int, d: int, C: Scalar, epsilon: Scalar, delta: Scalar) -> int:
    """Return `⌈N C²(1 + √(2 ln(1/δ)))²/ε⌉`, a proved sample size for averages.

    docs/proofs.md, Lemma 7 (i): with this many samples, labels within ±C and a
    tail `Σ_{|T|>d} ĥ(T)² ≤ ε`, the averages of `y·χ_T`, `|T| ≤ d`, have loss at most
    ε with probability at least 1 − δ. N is `n_monomials(n, d)`.
    """
    log = -log_of(as_scalar(delta), "Lemma 7")
    factor = (1 + root_of(2 * log, "Lemma 7 with delta > 1")) ** 2
    scale = divide(n_monomials(n, d) * square_of(C), as_scalar(epsilon), "Lemma 7 with epsilon = 0")
    return round_up(float(scale) * factor)


@checked(n=COUNT, d=COUNT)
def averages_operations(n: int, d: int) -> int:
    """Return n + 3N, the operations of averages for each sample: reading it, then 3 a monomial.

    Lemma 7 (§2.1). A monomial is one product of a coordinate and a smaller monomial, and takes
    a product with the label and a sum.
    """
    return n + 3 * n_monomials(n, d)


@checked(n=COUNT, d=TERMS)
def averages_time(n: int, d: int) -> int:
    """Return `7n^d`, at least the operations of averages for each sample where `d ≥ 1`.

    docs/proofs-low_degree.md, run times.
    """
    return 7 * n**d


@checked(n=COUNT, d=COUNT, delta=LEVEL, slack=SIZE)
def regression_samples(n: int, d: int, delta: Scalar, slack: Scalar = 1) -> int:
    """Return `⌈max(2N ln(2N/δ)/(1 − ln 2), 8N/(δη))⌉`, a proved sample size for regression.

    docs/proofs.md, Lemma 7 (ii); η is `slack`. With this many samples the
    least-squares polynomial of degree d has, with probability at least 1 − δ,
    a loss of at most `½(1 + η)·Σ_{|T|>d} ĥ(T)²`: it contains neither C nor ε.
    N is `n_monomials(n, d)`.
    """
    monomials = n_monomials(n, d)
    ratio = divide(monomials, as_scalar(delta), "Lemma 7 with delta = 0")
    chernoff = 2 * monomials * log_of(2 * ratio, "Lemma 7") / (1 - math.log(2))
    markov = round_up(8 * divide(ratio, as_scalar(slack), "Lemma 7 with slack = 0"))
    return max(round_up(chernoff), markov)


@checked(n=COUNT, d=COUNT, largest=SIZE, m=COUNT, delta=LEVEL)
def averages_excess(n: int, d: int, largest: float, m: int, delta: float) -> float:
    """Return `½Y²N(1 + √(2 ln(1/δ)))²/m`, the averages' excess loss for labels within ±Y.

    docs/proofs-low_degree.md; over the smallest loss of degree d, with probability 1 − δ.
    """
    factor = (1 + math.sqrt(2 * math.log(1 / delta))) ** 2
    return largest**2 * n_monomials(n, d) * factor / (2 * m)


@checked(n=COUNT, d=COUNT, best=SIZE, m=COUNT, delta=LEVEL)
def regression_excess(n: int, d: int, best: float, m: int, delta: float) -> float:
    """Return `8N·L/(δm)`, the regression's excess loss over L, the smallest loss of degree d.

    docs/proofs-low_degree.md; with probability 1 − δ.
    """
    return 8 * n_monomials(n, d) * best / (delta * m)


@checked(epsilon=SIZE, opt=SIZE)
def agnostic_tail(epsilon: Scalar, opt: Scalar) -> Fraction | float:
    """Return `ε²/(ε + 2·opt)`: with such a tail degree d costs at most ε over a loss of opt.

    docs/proofs-low_degree.md; undefined where ε and opt are both 0.
    """
    epsilon = as_scalar(epsilon)
    return divide(epsilon**2, epsilon + 2 * as_scalar(opt), "noisy labels with epsilon = opt = 0")
