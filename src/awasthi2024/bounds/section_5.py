"""Section 5: Rademacher complexity, Lemma 18, Theorems 5, 17 and 19; Theorems F, G, M, P and T."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from balls import exact, exp, log, sqrt
from sparseact.bounds import conj_20, least_from, round_up, theorem_j, theorem_j_constant

# ----------------------- §5, Rademacher complexity (docs/proofs-rademacher.md)


def eq_15(n, s, k, m, R, W, B, *, constant=1):
    """`(WR+B)√(snk ln(km(R+B))/m)`, (15), the paper's bound for k-sparse networks.

    Undefined where `km(R+B) < 1`, and 0 where it is 1.
    """
    return constant * (W * R + B) * sqrt(s * n * k * log(k * m * (R + B)) / m)


#: 2.27·√2, rounded up: ln(2m) ≤ 2 ln(m√n) where nm ≥ 2.
eq_15_cube_constant = Fraction("3.22")


def eq_15_cube(n, s, k, m, W, B):
    """`C·(W√n+B)√(snk ln(km(√n+B))/m)`, (15) for points of the cube where `nm ≥ 2`.

    It is (15) at `R = √n`, with C = `eq_15_cube_constant`.
    """
    return eq_15(n, s, k, m, sqrt(n), W, B, constant=eq_15_cube_constant)


#: 3.6·√2, rounded up: with it (15) holds without `√n` on the cube.
theorem_j_cube_constant = Fraction("5.1")


def eq_15_without_n(s, k, m, R, W, B, *, constant=theorem_j_constant):
    """`C·(WR+B)√(sk ln(km(R+B))/m)`, (15) without its factor `√n`, where `k(R+B) ≥ 2`.

    C is `constant`; with `theorem_j_cube_constant` it is for points of the cube, `R = √n`, where
    `nm ≥ 2`.
    """
    return eq_15(1, s, k, m, R, W, B, constant=constant)


def theorem_19(n, s, m, R, W, B):
    """`(WR+B)√(sn ln(m(R+B))/m)`, (1), the paper's bound for 1-sparse networks.

    Undefined where `m(R+B) < 1`, and 0 where it is 1.
    """
    return eq_15(n, s, 1, m, R, W, B)


# --------------------------------------------- §5, the proof of Theorem 19

#: The constant in Hoeffding's inequality P[|Σ ζ_i a_i| > t‖a‖] ≤ 2exp(−t²/c).
hoeffding_constant = 2


def union_factor(number, t):
    """`2N·exp(−t²/2)`, by which N sets fail Hoeffding's inequality at t."""
    return 2 * number * exp(-(t**2) / hoeffding_constant)


def number_printed(n, m):
    """`m^n`, the paper's `O(m^n)` for the number of sets with constant 1."""
    return m**n


def eq_8(n, s, m, B):
    """4B√(snc ln(mB)/m) with `c = 2`, the right-hand side of (8)."""
    return 4 * B * sqrt(s * n * hoeffding_constant * log(m * B) / m)


def eq_8_main(n, m, B):
    """`2√(nc ln(mB)/m)` with `c = 2`: by (8)'s t, the first term of (7), over B."""
    return 2 * sqrt(n * hoeffding_constant * log(m * B) / m)


def eq_8_residual(n, m, B):
    """`m^n (mB)^{−4n}`: by `t = 2√(nc ln(mB))`, the second term of (7), over B."""
    return m**n / (m * B) ** (4 * n)


def eq_14(n, s, m, R, W):
    """`4WR√(ns ln(mR)/m)`, the right-hand side of (14)."""
    return 4 * W * R * sqrt(n * s * log(m * R) / m)


def eq_14_main(n, m, R):
    """`2√(n ln(mR)/m)`, (13)'s first term at (14)'s t, over WR; it does not contain c."""
    return 2 * sqrt(n * log(m * R) / m)


def eq_14_residual(n, m, R):
    """`2n·m^n (mR)^{−4n/c}`, `c = 2`: by (14)'s t, the second term of (13), over WR."""
    return 2 * n * m**n / (m * R) ** (4 * n // hoeffding_constant)


#: Constant of `theorem_19_closed` for n ≤ 2: 1/√(ln 4) + √2, rounded up.
theorem_19_constant = Fraction("2.27")


def theorem_19_closed(n, s, k, m, R, W, B):
    """`min(C₁√n, C₂)·(WR+B)√(sk ln(2m)/m)`, the paper's shape with proved constants.

    C₁ is `theorem_19_constant`, for `n ≤ 2` [1], and C₂ `theorem_j_constant`, by Theorem J, for
    `n ≥ 3`; valid for every `m ≥ 1`. R and B are in no logarithm, so both sides scale alike.
    """
    factor = min(theorem_19_constant * sqrt(n), theorem_j_constant)
    return factor * (W * R + B) * sqrt(s * k * log(2 * m) / m)


def theorem_j_first(ratio):
    """The smallest m from which Theorem J is below the trivial `k(WR+B)`; `s/k = ratio ≥ 1` [3]."""
    # It decreases from m = 2 on; at m = 1 and m = 2 it is above the trivial bound.
    return least_from(lambda m: theorem_j(ratio, 1, m, 1, 1, 0) < 1, 2)


def _balanced_roots(total: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Return the largest Σ√a_j over `parts` integers a_j ≥ 0 with sum `total`; 0 of no parts."""
    size, rest = np.divmod(total, np.maximum(parts, 1))
    return (parts - rest) * np.sqrt(size) + rest * np.sqrt(size + 1)


#: Bounds the relative error of `theorem_f`, a sum of positive terms: each is made of two roots by
#: ten operations, each of which errs by at most 2^−53 of its result.
theorem_f_error = 2.0**-48


def theorem_f(s: int, k: int, m: int, R, W) -> float:
    """Return the Rademacher complexity of `m ≤ n` orthogonal points of norm R at `B = 0`.

    `(WR/m)·E_p max_{s'+s''=s} (ψ(p, s') + ψ(m−p, s''))`, where p ~ Bin(m, ½) is
    the number of positive signs and `ψ(p, t)` the largest `Σ√a_j` over t integers
    that add up to `p·min(k, t)`, in floats. Sparsity is required on the sample; with any
    larger B this is a lower bound [4].
    """
    if m < 1 or not 1 <= k <= s:
        raise ValueError(f"must have 1 <= k <= s and m >= 1, got {s=}, {k=}, {m=}")

    left = np.arange(s + 1)
    right = s - left

    def best(p: int) -> float:
        roots = _balanced_roots(p * np.minimum(k, left), left)
        return float((roots + _balanced_roots((m - p) * np.minimum(k, right), right)).max())

    mean = math.fsum(math.comb(m, p) / 2**m * best(p) for p in range(m + 1))
    return float(W) * float(R) * mean / m


def theorem_f_closed(s, k, m, R, W):
    """`WR√(sk/m)·(1 − 1/(2m) − ¼√(s/(km)))`, below Theorem F's value where s/k is even [4].

    It may be negative, and is trivial then.
    """
    return conj_20(s, k, m, R, W, 0) * (1 - 1 / (2 * m) - sqrt(s / (k * m)) / 4)


# ----------------------------------------- the paper's numbers of samples


def paper_logarithm(scale, epsilon):
    """`ln(scale/ε)` of the paper's numbers of samples, which are stated for small ε.

    Raises ValueError for `ε > scale`, where the logarithm is negative.
    """
    if scale < epsilon:
        raise ValueError(
            f"epsilon must be at most {float(scale):g}, where the logarithm of the paper's number "
            f"of samples is 0, got {float(epsilon):g}"
        )
    return log(scale / epsilon)


def theorem_17(n, s, k, R, W, B, epsilon, delta, *, constant=1):
    """`((WR+B)² ksn ln(k(R+B)/ε) + ln(1/δ))/ε²`, the paper's sample size, not rounded.

    Theorem 17, for `δ < 1`. Raises ValueError for `ε > k(R+B)`.
    """
    first = (W * R + B) ** 2 * k * s * n * paper_logarithm(k * (R + B), epsilon)
    return constant * (first - log(delta)) / epsilon**2


def theorem_17_scaled(k, W, epsilon, exponent, *, constant=1):
    """`cM²(ksn ln(k(R+B)/ε) + ln(1/δ))/ε²` for `n = R = 1`, `s = k`, `B = 0`, `δ = 2^−exponent`.

    Raises ValueError for `ε > k`.
    """
    total = k**2 * paper_logarithm(k, epsilon) + exponent * log(exact(2))
    return constant * W**2 * total / epsilon**2


def lemma_18_samples(C, complexity: Callable[[int], float], epsilon, delta, start: int = 1) -> int:
    """The paper's sample size: the smallest m ≥ `start` with `C·R + √(ln(1/δ)/m) ≤ ε`.

    Lemma 18; C bounds h and `complexity` returns a bound `R = R(m)` on the
    Rademacher complexity of m samples. It must not increase from `start` on:
    `√(ln(cm)/m)` does not from `m = e/c` on. With (15) the smallest m grows as
    `k³(WR+B)⁴sn/ε²`, not as Theorem 17 has it.
    """
    nats = -log(delta)
    return least_from(lambda m: C * complexity(m) + sqrt(nats / m) <= epsilon, start)


def lemma_18_root(C, root, epsilon, nats, constant) -> int:
    """Lemma 18's m for a class with complexity at most root/√m; `nats` is `ln(1/δ)`."""
    return round_up((constant * (C * root + sqrt(nats)) / epsilon) ** 2)


def theorem_17_derived(n, s, k, R, W, B, epsilon, delta) -> int:
    """The size by the paper's Lemma 18 with `C_H = k(WR + B)` and (15), constant 1."""
    # √(ln(cm)/m) decreases from cm = e on.
    start = max(1, math.ceil(math.e / float(k * (R + B))))
    one = exact(1) if not isinstance(log(delta), float) else 1
    return lemma_18_samples(
        k * (W * R + B), lambda m: eq_15(n, s, k, m * one, R, W, B), epsilon, delta, start
    )


def theorem_17_derived_lower(n, s, k, R, W, B, epsilon):
    """`k²M⁴ksn ln(k(R+B)/ε)/ε²`, which `theorem_17_derived` is at least where `ln(1/δ) ≥ ε`.

    Lemma 18's m is above 1/ε then, so its logarithm is above Theorem 17's. Raises ValueError for
    `ε > k(R+B)`.
    """
    first = k**3 * (W * R + B) ** 4 * s * n
    return first * paper_logarithm(k * (R + B), epsilon) / epsilon**2


def theorem_5(n, s, k, epsilon, delta, *, constant=1):
    """`(ksn ln(√n/ε) + ln(1/δ))/ε²`, Theorem 5's `ksn/ε²` with Theorem 17's logarithm.

    For `δ < 1`. Raises ValueError for `ε > √n`.
    """
    return constant * (k * s * n * paper_logarithm(sqrt(n), epsilon) - log(delta)) / epsilon**2


def dense_lower(s, epsilon, *, constant):
    """`s²/ε²`, which dense networks are said to require (§1, after Theorem 5)."""
    return constant * s**2 / Fraction(epsilon) ** 2


# ------------------------------------------------------ numbers of samples needed

#: The probability with which every learner fails on some target below `dimension_lower`.
SHATTERED_FAILURE = Fraction(1, 7)


def two_point_mass(gap, epsilon) -> int:
    """The largest q with `gap²/(8q) > ε`.

    Whatever is predicted at a point of mass 1/q whose label is 0 or `gap`, the loss is above ε for
    one of the two.
    """
    q = math.ceil(gap**2 / (8 * Fraction(epsilon))) - 1
    if q < 1:
        raise ValueError(f"two labels {gap} apart are too near to lose more than {epsilon}")
    return q


def two_point_failure(q, m) -> Fraction:
    """`½(1 − 1/q)^m`, with which every learner fails on one of two such targets."""
    return (1 - 1 / Fraction(q)) ** m / 2


def confidence_lower(C, epsilon, delta):
    """`(C²/(8ε) − 1) ln(1/(2δ))`: no smaller m is enough where two targets are C apart.

    In `H_{n,s,k}^{W,B}` they are `C = kM` apart at x and equal at −x if `B ≤ WR`, `‖x‖ = R`. For
    `ε > C²/8` it is negative and excludes no m. Raises ValueError unless `0 < δ < ½`.
    """
    if not 0 < delta < 0.5:
        raise ValueError(f"delta={delta}; the lower bound is for 0 < delta < 1/2")
    return (C**2 / (8 * epsilon) - 1) * -log(2 * delta)


def dimension_lower(d, a, epsilon):
    """`(d·a²/(64ε) − 1) ln 2`: for `δ < 1/7` no smaller m is enough for d free labels in `{0, a}`.

    Raises ValueError unless `64ε < a²`, where it is positive.
    """
    if not 64 * epsilon < a**2:
        raise ValueError(f"a={a}, epsilon={epsilon}; the lower bound is for 64·epsilon < a²")
    return (d * a**2 / (64 * epsilon) - 1) * log(exact(2))


def shattered_failure(d, p, m, ratio) -> Fraction:
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


def worst_clipped_erm(n, s, k, W, epsilon):
    """`skn^{3/2}W²/(256ε)`: with fewer samples the worst clipped ERM loses more than ε.

    With probability at least 1/3, for s a multiple `g·⌊k√n/2⌋` with `g ≤ n/2`, `n ≥ 8` a power of
    two, `B ≥ 2W`, `ε ≤ k²nW²/256` (Theorem P, docs/proofs-theorem_5.md, 3).
    """
    return s * k * n * sqrt(n) * W**2 / (256 * epsilon)


# ----------- numbers of samples that suffice (docs/proofs-sample_complexity.md)

#: An upper bound on the constant of Srebro, Sridharan and Tewari (NIPS 2010, Theorem 1).
SMOOTH_CONSTANT = 100_000


def theorem_g(s, k, R, W, B, epsilon, delta, *, constant=1) -> int:
    """The smallest `m ≥ 50` from which on K(ln³(m)·R_m² + `2k²M²` ln(1/δ)/m) is at most ε.

    `R_m` is from Theorem J and `M = WR + B`. With probability 1 − δ the loss of an ERM without
    training error is at most that; K is the constant of Srebro, Sridharan and Tewari (NIPS 2010,
    Theorem 1). From 50 on `ln³(m)·ln(2m)/m` decreases. docs/proofs-rademacher.md, 5.
    """
    fast = -2 * (k * (W * R + B)) ** 2 * log(delta)

    def enough(m: int) -> bool:
        size = m if isinstance(fast, float) else exact(m)
        slow = log(size) ** 3 * theorem_j(s, k, size, R, W, B) ** 2
        return constant * (slow + fast / size) <= epsilon

    return least_from(enough, 50)


def theorem_g_closed(scale, complexity, confidence, epsilon, nats):
    """`A(4 ln A)⁴` with A = `10⁵·scale·(13·complexity + 2·confidence·ln(1/δ))/ε`."""
    a = SMOOTH_CONSTANT * scale * (13 * complexity + 2 * confidence * nats) / epsilon
    return a * (4 * log(a)) ** 4


def unit_excess(C, complexity, m, nats):
    """4(C·R + √(ln(1/δ)/m)), Lemma 18 with `c = 4`, enough for `C ≤ 1`; `nats` is `ln(1/δ)`.

    docs/proofs-sample_complexity.md, functions of at most 1.
    """
    return 4 * (C * complexity + sqrt(nats / m))


def finite_samples(C, size, epsilon, delta) -> int:
    """An m from the corrected Lemma 18 for a class of `size` functions `|h| ≤ C`."""
    return round_up((C**2 * (4 * sqrt(2 * log(size)) + sqrt(-2 * log(delta))) / epsilon) ** 2)


def realizable_samples(n, s, k, R, W, B, epsilon, delta) -> int:
    """`4k²M²(s(ln 2 + n ln(1 + 8sWR/√ε) + ln(1 + 4sB/√ε)) + ln(1/δ))/ε`, rounded up.

    So many samples suffice for every network of scale (W, B), sparse or not, that is
    clipped to ±kM and has no training error, whatever the distribution.
    """
    root = sqrt(epsilon)
    per_neuron = log(exact(2)) + n * log(1 + 8 * s * W * R / root) + log(1 + 4 * s * B / root)
    return round_up(4 * (k * (W * R + B)) ** 2 * (s * per_neuron - log(delta)) / epsilon)


def memorising_samples(points, C, epsilon, delta) -> int:
    """C²(N ln 2 + ln(1/δ))/(2ε), enough samples to memorise N labels."""
    return round_up(C**2 * (points * log(exact(2)) - log(delta)) / (2 * epsilon))


# ----------------- an unknown support: Theorems M and T (docs/proofs-theorem_5.md)


def require_small(epsilon, C):
    """Raise ValueError unless `ε ≤ 2C²`, the largest loss of functions `|h| ≤ C`."""
    if epsilon > 2 * C**2:
        raise ValueError(
            f"epsilon must be at most {float(2 * C**2):g}, the largest loss, got {float(epsilon):g}"
        )


def cover_exponents(s, k, M, m):
    """`A₁ = 4k²sM² ln(12m)` and `A₂ = 1200ksM² ln³(7m)`.

    On fewer than 3m points `e^{A/t²}` vectors are within t of all networks that are k-sparse on
    them, with A₂ for `t² ≥ M²sk/m`. docs/proofs-theorem_5.md, Lemmas 1 and 3.
    """
    return 4 * k**2 * s * M**2 * log(12 * m), 1200 * k * s * M**2 * log(7 * m) ** 3


def theorem_m(s, k, m, R, W, B, delta):
    """`(22A ln(2m) + 6.4k²M² ln(1/δ))/m` with A = `min(A₁, A₂)`, `M = WR + B`.

    With probability 1 − δ the loss of a learner that knows no support, from 3m − 2 samples, is at
    most this (Theorem M [1]).
    """
    M = W * R + B
    A = min(cover_exponents(s, k, M, m))
    return (22 * A * log(2 * m) - Fraction("6.4") * (k * M) ** 2 * log(delta)) / m


def theorem_m_samples(s, k, R, W, B, epsilon, delta) -> tuple[int, int]:
    """3m − 2 with `m = ⌈16Q₁ ln²Q₁⌉`, by A₁, and with `m = ⌈256Q₂ ln⁴Q₂⌉`, by A₂.

    `Q₁ = k²M²(88s + 6.4 ln(1/δ))/ε` and `Q₂ = M²(26400ks + 6.4k² ln(1/δ))/ε`: these numbers of
    samples suffice [1]. Raises ValueError unless `ε ≤ 2k²M²`, beyond which no sample is needed.
    """
    require_small(epsilon, k * (W * R + B))
    scale, nats = (W * R + B) ** 2 / epsilon, -Fraction("6.4") * log(delta)
    first = k**2 * scale * (88 * s + nats)
    second = scale * (26400 * k * s + k**2 * nats)
    sizes = 16 * first * log(first) ** 2, 256 * second * log(second) ** 4
    return 3 * round_up(sizes[0]) - 2, 3 * round_up(sizes[1]) - 2


def theorem_t(s, k, m, M, delta):
    """`k²M²(104s ln²(2m+1) + 48 ln(1/δ))/m`, the loss of prunings read through windows.

    From m labelled points, with probability 1 − δ; M is WR + B (Theorem T [9]).
    """
    return (k * M) ** 2 * (104 * s * log(2 * m + 1) ** 2 - 48 * log(delta)) / m


def theorem_t_samples(s, k, M, epsilon, delta) -> int:
    """`⌈16Q ln² Q⌉` with `Q = k²M²(104s + 48 ln(1/δ))/ε`: so many labelled points suffice [9].

    Raises ValueError unless `ε ≤ 2k²M²`, beyond which no point is needed.
    """
    require_small(epsilon, k * M)
    size = (k * M) ** 2 * (104 * s - 48 * log(delta)) / epsilon
    return round_up(16 * size * log(size) ** 2)
