"""Section 5: sample sizes, by Lemma 18 and Theorem 17, and proved sizes in their place."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from sparseact.bounds.arithmetic import (
    Scalar,
    as_number,
    divide,
    least_from,
    log_of,
    output_bound,
    root_of,
)
from sparseact.bounds.domain import (
    ACTIVE,
    ACTIVE_COUNT,
    COUNT,
    INTEGER,
    LEVEL,
    REAL,
    SIZE,
    TERMS,
    checked,
    count,
)
from sparseact.bounds.rademacher import eq_15, theorem_j
from sparseact.bounds.section_2 import round_up

#: An upper bound on the constant of Srebro, Sridharan and Tewari (NIPS 2010, Theorem 1).
SMOOTH_CONSTANT = 100_000


@checked(n=SIZE, s=SIZE, k=ACTIVE, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL, constant=SIZE)
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
    """Return `((WR+B)² ksn ln(k(R+B)/ε) + ln(1/δ))/ε²`, the paper's sample size.

    Theorem 17 (§5). Not rounded; negative where the logarithm is.
    """
    n, s, k, gap = as_number(n), as_number(s), as_number(k), as_number(epsilon)
    ratio = divide(k * (as_number(R) + as_number(B)), gap, "Theorem 17 with epsilon = 0")
    first = output_bound(R, W, B) ** 2 * float(k * s * n) * log_of(ratio, "Theorem 17")
    return float(constant) * (first - log_of(as_number(delta), "Theorem 17")) / float(gap) ** 2


@checked(C=SIZE, epsilon=SIZE, delta=LEVEL, constant=SIZE, start=INTEGER)
def lemma_18_samples(
    C: Scalar,
    complexity: Callable[[int], float],
    epsilon: Scalar,
    delta: Scalar,
    *,
    constant: Scalar = 1,
    start: int = 1,
) -> int:
    """Return the paper's sample size: the smallest m ≥ `start` with `c(C·R + √(ln(1/δ)/m)) ≤ ε`.

    Lemma 18 (§5); C bounds h and `complexity` returns a bound `R = R(m)` on the
    Rademacher complexity of m samples. It must not increase from `start` on:
    `√(ln(cm)/m)` does not from `m = e/c` on. With (15) the smallest m grows as
    `k³(WR+B)⁴sn/ε²`, not as Theorem 17 has it.
    """
    log = -log_of(as_number(delta), "Lemma 18")

    def enough(m: int) -> bool:
        deviation = root_of(log / m, "Lemma 18 with delta > 1")
        return float(constant) * (float(C) * complexity(m) + deviation) <= float(epsilon)

    if not float(epsilon) > 0:
        raise ValueError(f"Lemma 18: epsilon must be > 0, got {epsilon}")
    return least_from(enough, start)


@checked(C=SIZE, root=SIZE, epsilon=SIZE, nats=SIZE, constant=SIZE)
def lemma_18_root(C: float, root: float, epsilon: float, nats: float, constant: float) -> int:
    """Return Lemma 18's m for a class with complexity at most root/√m; `nats` is `ln(1/δ)`."""
    return round_up((constant * (C * root + math.sqrt(nats)) / epsilon) ** 2)


@checked(k=COUNT, W=COUNT, epsilon=SIZE, exponent=COUNT, constant=COUNT)
def theorem_17_scaled(k: int, W: int, epsilon: Fraction, exponent: int, *, constant: int) -> float:
    """Return `cM²(ksn ln(k(R+B)/ε) + ln(1/δ))/ε²` for `n = R = 1`, `s = k`, `B = 0`.

    δ is `2^−exponent`.
    """
    total = k * k * math.log(k / epsilon) + exponent * math.log(2)
    return constant * W * W * total / float(epsilon) ** 2


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL)
def theorem_17_derived(
    n: int, s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> int:
    """Return the size by the paper's Lemma 18 with `C_H = k(WR + B)` and (15), constant 1."""

    def complexity(m: int) -> float:
        return eq_15(n, s, k, m, R, W, B)

    # √(ln(cm)/m) decreases from cm = e on.
    start = max(1, math.ceil(math.e / (k * (R + B))))
    return lemma_18_samples(k * (W * R + B), complexity, epsilon, delta, start=start)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE)
def theorem_17_derived_lower(
    n: int, s: int, k: int, R: float, W: float, B: float, epsilon: float
) -> float:
    """Return `k²M⁴ksn ln(k(R+B)/ε)/ε²`, which `theorem_17_derived` is at least where `ln(1/δ) ≥ ε`.

    Lemma 18's m is above 1/ε then, so its logarithm is above Theorem 17's.
    """
    M = W * R + B
    log = math.log(k * (R + B) / epsilon)
    return (k * M) ** 2 * M**2 * k * s * n * log / epsilon**2


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, epsilon=SIZE, delta=LEVEL, constant=SIZE)
def theorem_5(
    n: int, s: int, k: int, epsilon: float, delta: float, *, constant: float = 1
) -> float:
    """Return `(ksn ln(√n/ε) + ln(1/δ))/ε²`, Theorem 5's `ksn/ε²` with Theorem 17's logarithm."""
    total = k * s * n * math.log(math.sqrt(n) / epsilon) - math.log(delta)
    return constant * total / epsilon**2


@checked(s=COUNT, epsilon=SIZE, constant=SIZE)
def dense_lower(s: int, epsilon: float, *, constant: Fraction) -> Fraction:
    """Return `s²/ε²`, which dense networks are said to require (§1, after Theorem 5)."""
    return constant * s**2 / Fraction(epsilon) ** 2


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE, delta=LEVEL, constant=SIZE)
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
    """Return K(ln³(m)·R_m² + `2k²M²` ln(1/δ)/m), `R_m` from Theorem J and `M = WR + B`.

    With probability 1 − δ the loss of an ERM without training error is at most
    this; K is the numerical constant of Srebro, Sridharan and Tewari (NIPS 2010,
    Theorem 1). docs/proofs-rademacher.md, 5.
    """
    log = -log_of(as_number(delta), "Theorem G")
    complexity = theorem_j(s, k, m, R, W, B)
    slow = log_of(as_number(m), "Theorem G") ** 3 * complexity**2
    fast = 2 * (float(k) * output_bound(R, W, B)) ** 2 * log / float(m)
    return float(constant) * (slow + fast)


@checked(s=SIZE, k=ACTIVE, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL, constant=SIZE)
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
    """Return the smallest `m ≥ 50` from which on `theorem_g_error` is at most ε.

    From 50 on `ln³(m)·ln(2m)/m` decreases. docs/proofs-rademacher.md, 5.
    """
    if not float(epsilon) > 0:
        raise ValueError(f"Theorem G: epsilon must be > 0, got {epsilon}")
    return least_from(
        lambda m: theorem_g_error(s, k, m, R, W, B, delta, constant=constant) <= float(epsilon),
        50,
    )


@checked(scale=SIZE, complexity=COUNT, confidence=COUNT, epsilon=SIZE, nats=SIZE)
def theorem_g_closed(
    scale: float, complexity: int, confidence: int, epsilon: float, nats: float
) -> float:
    """Return `A(4 ln A)⁴` with A = `10⁵·scale·(13·complexity + 2·confidence·ln(1/δ))/ε`."""
    a = SMOOTH_CONSTANT * scale * (13 * complexity + 2 * confidence * nats) / epsilon
    return a * (4 * math.log(a)) ** 4


# ------------------------------------------------------ numbers of samples needed

#: The probability with which every learner fails on some target below `dimension_lower`.
SHATTERED_FAILURE = Fraction(1, 7)


@checked(gap=REAL, epsilon=SIZE)
def two_point_mass(gap: Fraction, epsilon: Fraction) -> int:
    """Return the largest q with `gap²/(8q) > ε`: at mass 1/q a guess misses one of two labels.

    Whatever is predicted at a point of mass 1/q whose label is 0 or `gap`, the
    loss is above ε for one of the two.
    """
    q = math.ceil(gap**2 / (8 * epsilon)) - 1
    if q < 1:
        raise ValueError(f"two labels {gap} apart are too near to lose more than {epsilon}")
    return q


@checked(q=SIZE, m=TERMS)
def two_point_failure(q: Fraction | float, m: int) -> Fraction:
    """Return `½(1 − 1/q)^m`, with which every learner fails on one of two such targets."""
    return (1 - 1 / Fraction(q)) ** m / 2


@checked(C=SIZE, epsilon=SIZE, delta=LEVEL)
def confidence_lower(C: float, epsilon: float, delta: float) -> float:
    """Return `(C²/(8ε) − 1) ln(1/(2δ))`: no smaller m is enough where two targets are C apart.

    For `δ < ½`. In `H_{n,s,k}^{W,B}` they are `C = kM` apart at x and equal at −x if `B ≤ WR`, `‖x‖
    = R`.
    """
    if not 0 < delta < 0.5:
        raise ValueError(f"delta={delta}; the lower bound is for 0 < delta < 1/2")
    return (C**2 / (8 * epsilon) - 1) * -math.log(2 * delta)


@checked(d=COUNT, a=REAL, epsilon=SIZE)
def dimension_lower(d: int, a: float, epsilon: float) -> float:
    """Return `(d·a²/(64ε) − 1) ln 2`: no smaller m is enough where d labels are free in `{0, a}`.

    For `δ < 1/7` and `64ε < a²`.
    """
    if not 64 * epsilon < a**2:
        raise ValueError(f"a={a}, epsilon={epsilon}; the lower bound is for 64·epsilon < a²")
    return (d * a**2 / (64 * epsilon) - 1) * math.log(2)


@checked(d=count(100, "100"), p=SIZE, m=TERMS, ratio=SIZE)
def shattered_failure(d: int, p: Fraction, m: int, ratio: Fraction) -> Fraction:
    """Return a probability with which every learner fails on one of `2^d` targets.

    d points have mass p each and random labels in `{0, a}`. Whatever is predicted,
    each label that was not seen costs at least `p·a²/8` with probability ½,
    independently, and the learner fails where more than `ratio` of them do.
    """
    top, bottom = Fraction(p).as_integer_ratio()
    missed = [(bottom - points * top) ** m for points in range(d + 1)]  # over bottom^m
    failure = 0
    for unseen in range(d + 1):
        # Inclusion and exclusion over the d − u points that are seen.
        chance = sum(
            (-1) ** j * math.comb(d - unseen, j) * missed[unseen + j] for j in range(d - unseen + 1)
        )
        above = sum(math.comb(unseen, x) for x in range(unseen + 1) if x > ratio)
        failure += math.comb(d, unseen) * chance * above << (d - unseen)
    return Fraction(failure, bottom**m << d)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W=SIZE, epsilon=SIZE)
def worst_clipped_erm(n: int, s: int, k: int, W: float, epsilon: float) -> float:
    """Return `skn^{3/2}W²/(256ε)`: with fewer samples the worst clipped ERM loses more than ε.

    With probability at least 1/3, for s a multiple `g·⌊k√n/2⌋` with `g ≤ n/2`, `n ≥ 8` a power of
    two, `B ≥ 2W`, `ε ≤ k²nW²/256`. Theorem P, docs/proofs-theorem_5.md, 3.
    """
    return s * k * n**1.5 * W**2 / (256 * epsilon)


@checked(s=COUNT, M=SIZE, epsilon=SIZE, delta=LEVEL)
def worst_erm(s: int, M: float, epsilon: float, delta: float) -> float:
    """Return `(s²M²/(2ε) − 1) ln(1/δ)`: with fewer samples the worst ERM, unclipped, fails.

    For `B ≤ WR` and `ε < s²M²/2`. docs/proofs-theorem_5.md, 5.
    """
    return (s**2 * M**2 / (2 * epsilon) - 1) * -math.log(delta)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W=SIZE, epsilon=SIZE)
def many_lower(n: int, s: int, k: int, W: float, epsilon: float) -> float:
    """Return `(ksnW²/(256ε) − 1) ln 2`: no smaller m is enough for any learner, for `δ < 1/7`.

    For `256ε < k²W²n`, and `B ≥ W√n/2` and `s/k < 2^{0.188n}`, or `n ≥ 16` a power of two, `B ≥ 2W`
    and `s/k < n²`. docs/proofs-theorem_5.md, 6.
    """
    return (k * s * n * W**2 / (256 * epsilon) - 1) * math.log(2)


# -------------------------------------------------- numbers of samples that suffice


@checked(C=SIZE, complexity=SIZE, m=COUNT, nats=SIZE)
def corrected_excess(C: float, complexity: float, m: int, nats: float) -> float:
    """Return `4C·R + C²√(2 ln(1/δ)/m)`: with probability 1 − δ the ERM's loss is at most this.

    The corrected Lemma 18: `|h| ≤ C`, `complexity` is `E_S R_H(S)`, `nats` `ln(1/δ)`.
    """
    return 4 * C * complexity + C**2 * math.sqrt(2 * nats / m)


@checked(C=SIZE, complexity=SIZE, m=COUNT, nats=SIZE)
def unit_excess(C: float, complexity: float, m: int, nats: float) -> float:
    """Return 4(C·R + √(ln(1/δ)/m)), the paper's Lemma 18 with `c = 4`, enough for `C ≤ 1`.

    docs/proofs-sample_complexity.md, functions of at most 1; `nats` is `ln(1/δ)`.
    """
    return 4 * (C * complexity + math.sqrt(nats / m))


@checked(C=SIZE, size=COUNT, epsilon=SIZE, delta=LEVEL)
def finite_samples(C: float, size: int, epsilon: float, delta: float) -> int:
    """Return an m from the corrected Lemma 18 for a class of `size` functions `|h| ≤ C`."""
    root = C**2 * (4 * math.sqrt(2 * math.log(size)) + math.sqrt(-2 * math.log(delta)))
    return round_up((root / epsilon) ** 2)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL)
def realizable_samples(
    n: int, s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> int:
    """Return `4k²M²(s(ln 2 + n ln(1 + 8sWR/√ε) + ln(1 + 4sB/√ε)) + ln(1/δ))/ε`, rounded up.

    So many samples suffice for every network of scale (W, B), sparse or not, that is
    clipped to ±kM and has no training error, whatever the distribution.
    """
    root = math.sqrt(epsilon)
    entropy = s * (
        math.log(2) + n * math.log1p(8 * s * W * R / root) + math.log1p(4 * s * B / root)
    )
    return round_up(4 * (k * (W * R + B)) ** 2 * (entropy - math.log(delta)) / epsilon)


@checked(s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL)
def complexity_samples(
    s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> int:
    """Return the smallest `m ≥ 2` from the corrected Lemma 18 with Theorem J, for a known support.

    Of order `(k³M⁴s·ln m + k⁴M⁴ ln(1/δ))/ε²`.
    """
    C = k * (W * R + B)
    nats = -math.log(delta)

    def excess(m: int) -> float:
        return corrected_excess(C, theorem_j(s, k, m, R, W, B), m, nats)

    # ln(2m)/m decreases from m = 2 on.
    return least_from(lambda m: excess(m) <= epsilon, 2)


@checked(s=COUNT, k=ACTIVE_COUNT, M=SIZE, m=COUNT)
def cover_exponents(s: int, k: int, M: float, m: int) -> tuple[float, float]:
    """Return `A₁ = 4k²sM² ln(12m)` and `A₂ = 1200ksM² ln³(7m)`.

    On fewer than 3m points `e^{A/t²}` vectors are within t of all networks that are k-sparse on
    them, with A₂ for `t² ≥ M²sk/m`. docs/proofs-theorem_5.md, Lemmas 1 and 3.
    """
    return 4 * k**2 * s * M**2 * math.log(12 * m), 1200 * k * s * M**2 * math.log(7 * m) ** 3


@checked(s=COUNT, k=ACTIVE_COUNT, M=SIZE, m=COUNT)
def split_mean(s: int, k: int, M: float, m: int) -> float:
    """Return `e_m = 8A ln(2m)/m`, the mean loss on a random half (docs/proofs-theorem_5.md, 1)."""
    return 8 * min(cover_exponents(s, k, M, m)) * math.log(2 * m) / m


@checked(s=COUNT, k=ACTIVE_COUNT, m=COUNT, R=SIZE, W=SIZE, B=SIZE, delta=LEVEL)
def theorem_m(s: int, k: int, m: int, R: float, W: float, B: float, delta: float) -> float:
    """Return `(22A ln(2m) + 6.4k²M² ln(1/δ))/m` with A = `min(A₁, A₂)`, `M = WR + B`.

    With probability 1 − δ the loss of a learner that knows no support, from 3m − 2 samples, is at
    most this. Theorem M, docs/proofs-theorem_5.md, 1.
    """
    M = W * R + B
    A = min(cover_exponents(s, k, M, m))
    return (22 * A * math.log(2 * m) - 6.4 * (k * M) ** 2 * math.log(delta)) / m


@checked(s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL)
def theorem_m_samples(
    s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> tuple[int, int]:
    """Return 3m − 2 with `m = ⌈16Q₁ ln²Q₁⌉`, by A₁, and with `m = ⌈256Q₂ ln⁴Q₂⌉`, by A₂.

    `Q₁ = k²M²(88s + 6.4 ln(1/δ))/ε` and `Q₂ = M²(26400ks + 6.4k² ln(1/δ))/ε`: these numbers of
    samples suffice for `ε ≤ 2k²M²`. docs/proofs-theorem_5.md, 1.
    """
    scale, nats = (W * R + B) ** 2 / epsilon, -math.log(delta)
    first = k**2 * scale * (88 * s + 6.4 * nats)
    second = scale * (26400 * k * s + 6.4 * k**2 * nats)
    sizes = 16 * first * math.log(first) ** 2, 256 * second * math.log(second) ** 4
    return 3 * round_up(sizes[0]) - 2, 3 * round_up(sizes[1]) - 2


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, m=COUNT, T=COUNT, R=SIZE, W=SIZE, B=SIZE, delta=LEVEL)
def theorem_n(
    n: int, s: int, k: int, m: int, T: int, R: float, W: float, B: float, delta: float
) -> float:
    """Return the loss of every clipped ERM that is k-sparse on T points, m of them labelled.

    `(1.3·10⁵ksM²ℓ⁴ + 24k²M²L)/m + (10⁸ksM² min(√n, ℓs/k)ℓ ln²(7T) + 134k²M²ℓL)/T` with `ℓ =
    ln(7m)`, `L = ln(1/δ)`. With probability 1 − δ it is at most this. Theorem N,
    docs/proofs-theorem_5.md, 2.
    """
    square, nats, log = (W * R + B) ** 2, -math.log(delta), math.log(7 * m)
    labelled = 1.3e5 * k * s * log**4 + 24 * k**2 * nats
    levels = 1e8 * k * s * min(math.sqrt(n), log * s / k) * math.log(7 * T) ** 2
    return square * (labelled / m + log * (levels + 134 * k**2 * nats) / T)


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL)
def theorem_n_samples(
    n: int, s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> tuple[int, int]:
    """Return m labels and T points in all that suffice for every clipped ERM, for `ε ≤ 2k²M²`.

    `m = ⌈256q₁ ln⁴q₁⌉` and `T = max(m, ⌈16q₂ ln²q₂⌉)` with `q₁ = M²(2.6·10⁵ks + 48k² ln(1/δ))/ε`
    and `q₂ = M² ln(7m)(2·10⁸ks min(√n, s ln(7m)/k) + 268k² ln(1/δ))/ε`. docs/proofs-theorem_5.md,
    2.
    """
    scale, nats = (W * R + B) ** 2 / epsilon, -math.log(delta)
    first = scale * (2.6e5 * k * s + 48 * k**2 * nats)
    m = round_up(256 * first * math.log(first) ** 4)
    log = math.log(7 * m)
    levels = 2e8 * k * s * min(math.sqrt(n), log * s / k)
    second = scale * log * (levels + 268 * k**2 * nats)
    return m, max(m, round_up(16 * second * math.log(second) ** 2))


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, R=SIZE, W=SIZE, B=SIZE, epsilon=SIZE, delta=LEVEL)
def clipped_erm_samples(
    n: int, s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> int:
    """Return `⌈256q ln⁴q⌉` with `q = M²(1.1·10⁸ks min(√n, s/k) + 158k² ln(1/δ))/ε`.

    So many samples suffice for every clipped ERM that is k-sparse on them, for `ε ≤ 2k²M²`.
    docs/proofs-theorem_5.md, 2.
    """
    leading = 1.1e8 * k * s * min(math.sqrt(n), s / k) - 158 * k**2 * math.log(delta)
    q = (W * R + B) ** 2 / epsilon * leading
    return round_up(256 * q * math.log(q) ** 4)


@checked(points=COUNT, C=SIZE, epsilon=SIZE, delta=LEVEL)
def memorising_samples(points: int, C: float, epsilon: float, delta: float) -> int:
    """Return C²(N ln 2 + ln(1/δ))/(2ε), enough samples to memorise N labels."""
    return round_up(C**2 * (points * math.log(2) - math.log(delta)) / (2 * epsilon))


@checked(s=COUNT, k=ACTIVE_COUNT, m=COUNT, M=SIZE, delta=LEVEL)
def theorem_t(s: int, k: int, m: int, M: Scalar, delta: Scalar) -> float:
    """Return `k²M²(104s ln²(2m+1) + 48 ln(1/δ))/m`, the loss of prunings read through windows.

    From m labelled points, with probability 1 − δ; M is WR + B. Theorem T,
    docs/proofs-theorem_5.md, 9.
    """
    log = log_of(2 * m + 1, "Theorem T") ** 2
    total = 104 * s * log - 48 * log_of(as_number(delta), "Theorem T")
    return divide((k * float(M)) ** 2 * total, m, "Theorem T with m = 0")


@checked(s=COUNT, k=ACTIVE_COUNT, M=SIZE, epsilon=SIZE, delta=LEVEL)
def theorem_t_samples(s: int, k: int, M: Scalar, epsilon: Scalar, delta: Scalar) -> int:
    """Return `⌈16Q ln² Q⌉` with `Q = k²M²(104s + 48 ln(1/δ))/ε`, for `ε ≤ 2k²M²`.

    So many labelled points suffice for the loss ε. Theorem T, docs/proofs-theorem_5.md, 9.
    """
    total = 104 * s - 48 * log_of(as_number(delta), "Theorem T")
    scale = divide((k * float(M)) ** 2, as_number(epsilon), "Theorem T with epsilon = 0")
    size = float(scale) * total
    return round_up(16 * size * log_of(size, "Theorem T") ** 2)


@checked(s=COUNT, k=ACTIVE_COUNT, M=SIZE, epsilon=SIZE, delta=LEVEL)
def pruned_samples(s: int, k: int, M: Scalar, epsilon: Scalar, delta: Scalar) -> int:
    """Return `⌈4K ln K⌉`, `K = a(as + ln(1/δ))`, `a = 4k²M²/ε`, for one pruned network.

    So many labelled points suffice for the loss `ε ≤ 2k²M²`. docs/proofs-theorem_5.md, 9.
    """
    a = float(divide((2 * k * float(M)) ** 2, as_number(epsilon), "pruning with epsilon = 0"))
    size = a * (a * s - log_of(as_number(delta), "pruning"))
    return round_up(4 * size * log_of(size, "pruning"))


@checked(s=COUNT, k=ACTIVE_COUNT, m=COUNT, M=SIZE, delta=LEVEL)
def theorem_t_prime(s: int, k: int, m: int, M: Scalar, delta: Scalar) -> float:
    """Return `M²(2.5·10⁶ksℓ⁴ + 410k²ℓ ln(1/δ))/m`, `ℓ = ln(7m)`, the loss with raised thresholds.

    Of any network without error that is k-sparse on m labelled points, with its thresholds raised
    and read through windows, with probability 1 − δ; M is WR + B. Theorem T′,
    docs/proofs-theorem_5.md, 9.
    """
    log, nats = log_of(7 * m, "Theorem T′"), -log_of(as_number(delta), "Theorem T′")
    total = 2.5e6 * k * s * log**4 + 410 * k**2 * log * nats
    return divide(float(M) ** 2 * total, m, "Theorem T′ with m = 0")


@checked(s=COUNT, k=ACTIVE_COUNT, M=SIZE, epsilon=SIZE, delta=LEVEL)
def theorem_t_prime_samples(s: int, k: int, M: Scalar, epsilon: Scalar, delta: Scalar) -> int:
    """Return `⌈256q ln⁴ q⌉` with `q = M²(2.5·10⁶ks + 410k² ln(1/δ))/ε`, for `ε ≤ 2k²M²`.

    So many labelled points suffice for the loss ε. Theorem T′, docs/proofs-theorem_5.md, 9.
    """
    total = 2.5e6 * k * s - 410 * k**2 * log_of(as_number(delta), "Theorem T′")
    size = total * float(divide(float(M) ** 2, as_number(epsilon), "Theorem T′ with epsilon = 0"))
    return round_up(256 * size * log_of(size, "Theorem T′") ** 4)
