"""Theorem M, a learner for an unknown support, and Theorem T, from only labelled points.

Each line of the proofs (docs/proofs-theorem_5.md) is compared as the ratio of its two sides, which
is at most 1; "Checks of each line" there lists them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np

from awasthi2024.bounds import section_5
from balls import Exact, exact, exp, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import theorem_j_constant
from sparseact.randomness import generator

LN2 = log(exact(2))


@check("theorem-5")
def unknown_support(
    at: Recorder,
    *,
    seed: int,
    classes: Positive,
    base: dict[str, float],
    axes: dict[str, NonEmpty[float]],
    growth: dict[str, float],
    dimensions: NonEmpty[Positive],
) -> None:
    """Compare each line of Theorem M's proof as the ratio of its sides, with proved errors.

    `classes` is the number of classes of drawn functions for the mean that Lemma 3 bounds from
    below. `base` are n, s, k, W, B, 1/ε and e of δ = 2^−e, of which `axes` change one; ε is at most
    2k²M². At four m the bound is compared with the proof's at its exact number of levels, and
    the size of the cover with A₂/t², at the smallest and the largest t. At the number of samples
    the bound is compared with ε. `growth` are sizes for the figure, at n in `dimensions`.
    """
    for number in range(classes):
        rng = generator(seed, "sample_complexity", "unknown_support", "class", number)
        compare_gain(at, number, rng)
    compare_constants(at)
    for axis, values in axes.items():
        for value in values:
            compare_sizes(at, axis, {**base, axis: value})
    for n in dimensions:
        compare_sizes(at, "growth", {**growth, "n": n, "W": 1, "growth": n})


def proof_loss(A: Any, k: int, m: int, nats: Exact) -> Exact:
    """Return e·e_m + 4k² ln(1/δ)/((1 − 1/e)m), e_m the mean of Lemma 5 at its J levels; M = 1."""
    mean = mean_loss(A, k, n_levels(A / m, k))
    return (exp(exact(1)) * mean + 4 * k**2 * nats / (1 - exp(exact(-1)))) / m


def mean_loss(A: Any, k: int, J: int) -> Exact:
    """Return m·e_m of Lemma 5 for J levels, at M = 1."""
    return A / 2 + ((6 * A * J + 8 * k**2 * (log(exact(J)) + 1)) / LN2 if J else 0)


def proof_cover(s: int, k: int, m: int, square: Fraction) -> Exact:
    """Return (1 + 2.886 d̄ ln(8.1m))·2 ln(7m), Lemma 3's bound on ln N_t, with t² = `square`."""
    size = exact(m)
    d = Fraction("207.4") * s * k * log(6 * size) / square
    log_81 = log(Fraction("8.1") * size)
    return (1 + Fraction("2.886") * d * log_81) * 2 * log(7 * size)


def compare_sizes(at: Recorder, axis: str, point: Mapping[str, float]) -> None:
    """Compare Theorem M with ε and with its proof, at a point of an axis."""
    n, k, exponent = (int(point[name]) for name in ("n", "k", "exponent"))
    s = -(-max(int(point["s"]), k) // k) * k  # a multiple of k
    W, B, inverse = (Fraction(point[name]) for name in ("W", "B", "inverse_loss"))
    epsilon, delta, nats = 1 / inverse, Fraction(1, 2**exponent), exponent * log(exact(2))
    R = sqrt(exact(n))
    M = W * R + B
    given = {"W": float(W), "B": float(B), "inverse_loss": float(inverse)}
    here = at(n=n, s=s, k=k, **given, exponent=exponent)
    elementary, labelled = section_5.theorem_m_samples(s, k, R, W, B, epsilon, delta)
    for m in (1, 8, 1 << 10, (labelled + 2) // 3):
        # Both sides of these lines have the factor M², so that M is 1 there.
        _, A = section_5.cover_exponents(s, k, 1, exact(m))
        at_m = here(m=m)
        right = (22 * A * log(exact(2 * m)) + Fraction("6.4") * k**2 * nats) / m
        at_m.compare("learner", proof_loss(A, k, m, nats), "<=", right)
        if n_levels(A / m, k):
            compare_ratios(at_m, "learner", split(A, k, m))
        for square in (Fraction(s * k, m), Fraction(k**2)):
            if Fraction(s * k, m) <= square:
                of = f"at t² = {float(M**2 * square):.6g}"
                covered = at_m(quantity=f"cover {of}")
                covered.compare("learner", proof_cover(s, k, m, square), "<=", A / square)
                if square <= k**2 and m <= 1 << 10:
                    compare_ratios(at_m, "learner", cover(s, k, m, square), f" {of}")
    for loss, scale in ((epsilon, M**2 / epsilon), (2 * (k * M) ** 2, Fraction(1, 2 * k**2))):
        ratios = enough(s, k, scale, nats)
        compare_ratios(here, "learner-samples", ratios, f" at ε = {float(loss):.6g}")
    needed = max(
        section_5.confidence_lower(k * M, epsilon, delta) if B <= W * R else Fraction(0),
        section_5.dimension_lower(s // k, k * W * R, epsilon)
        if s // k <= n and 64 * epsilon < (k * W * R) ** 2 else Fraction(0),
    )  # fmt: skip
    for m in (elementary, labelled):
        loss = section_5.theorem_m(s, k, exact((m + 2) // 3), R, W, B, delta)
        here(m=m, quantity="loss").compare("learner-samples", loss, "<=", epsilon)
        here(m=m, quantity="needed").compare("learner-samples", needed, "<=", m)
    sizes = {
        "learner": min(elementary, labelled),
        "needed": needed,
        "worst": section_5.worst_clipped_erm(exact(n), s, k, W, epsilon),
        "printed": section_5.theorem_17(n, s, k, R, W, B, epsilon, delta),
        "corrected": section_5.realizable_samples(n, s, k, R, W, B, epsilon, delta),
    }
    here.row(axis=axis, value=point[axis], **{name: float(size) for name, size in sizes.items()})


def n_levels(square: Exact, top: int) -> int:
    """Return the number of the j ≥ 0 with 2^j a < 2k; `square` is a² at M = 1, `top` is k."""
    levels = 0
    while 4**levels * square < 4 * top**2:
        levels += 1
    return levels


def compare_ratios(at: Recorder, statement: str, ratios: dict[str, Exact], of: str = "") -> None:
    """Compare each ratio of two sides with 1; `of` names the instance, if there are several."""
    for name, ratio in ratios.items():
        at(quantity=f"{name}{of}").compare(statement, ratio, "<=", 1)


def enough(s: int, k: int, scale: Exact, nats: Exact) -> dict[str, Exact]:
    """Return the ratios of the lines of Theorem M's corollary, on Q₁, Q₂ and the logarithms of m.

    `scale` is M²/ε.
    """
    Q1 = k**2 * scale * (88 * s + Fraction("6.4") * nats)
    Q2 = scale * (26400 * k * s + Fraction("6.4") * k**2 * nats)
    m1, m2 = math.ceil(16 * Q1 * log(Q1) ** 2), math.ceil(256 * Q2 * log(Q2) ** 4)
    return {
        "Q1 least": 44 / Q1,
        "Q2 least": 13200 / Q2,
        "ln 12m": log(exact(12 * m1)) / (4 * log(Q1)),
        "ln 7m": log(exact(7 * m2)) / (4 * log(Q2)),
    }


def cover(s: int, k: int, m: int, square: Fraction) -> dict[str, Exact]:
    """Return the ratios of Lemma 1, and of the lines from shattered points to Lemma 3, at M = 1.

    Here t² = `square` is between sk/m and k², and N = 3m − 1.
    """
    N, size = 3 * m - 1, exact(m)
    A1, _ = section_5.cover_exponents(s, k, 1, size)
    steps, c = math.floor((2 * k) ** 2 / square), math.floor(4 * k / sqrt(square)) + 1
    E = Fraction((c - 1) * (c - 2), 2)
    d = most_shattered(N, s * k / square)
    largest = Fraction("207.4") * s * k * log(6 * size) / square
    e, log_81 = exp(exact(1)), log(Fraction("8.1") * size)
    first = (1 + d * log(e * N * E / d) / LN2) * log(2 * N * E)
    return {
        "code": s * (LN2 + steps * log(exact(2 * N + 1))) / (A1 / square),
        "pairs by m": E / (8 * m),
        "shattered": d / largest,
        "objects": first / proof_cover(s, k, m, square),
        "product": 2 * N * E / (48 * m**2),
        "product with e": e * N * E / (Fraction("65.3") * m**2),
        "logarithms": log(6 * size) * log_81 / log(7 * size) ** 2,
    }


def most_shattered(N: int, ratio: Fraction) -> int:
    """Return the largest d ≤ N with td/4 ≤ CM√(skd ln 2d), where M²sk/t² is `ratio`, at least 1.

    C is Theorem J's constant. d/ln 2d increases from d = 2 on, and every d ≤ 2 is such.
    """
    low, high = min(2, N), N
    while low < high:
        middle = (low + high + 1) // 2
        if middle <= 16 * theorem_j_constant**2 * ratio * log(exact(2 * middle)):
            low = middle
        else:
            high = middle - 1
    return low


def sum_of_objects(N: int, E: int, d: int) -> Exact:
    """Return ln Σ_{i≤d} C(N, i)E^i divided by ln (eNE/d)^d, for 1 ≤ d ≤ N."""
    total = sum(math.comb(N, i) * E**i for i in range(d + 1))
    return log(exact(total)) / (d * (1 + log(Fraction(N * E, d))))


def split(A: Any, k: int, m: int) -> dict[str, Exact]:
    """Return the ratios of Lemma 5 at A = A₁ or A₂ and M = 1, if there is a level.

    They are of the numbers of levels, and of the mean loss on U.
    """
    J = n_levels(A / m, k)
    return {
        "exponent": Fraction("9.9") * k**2 / A,
        "levels": J / (log(4 * k**2 * m / A) / (2 * LN2) + 1),
        "levels by m": J / (log(exact(2 * m)) / (2 * LN2)),
        "mean": mean_loss(A, k, J) / (8 * A * log(exact(2 * m))),
    }


def learner_constants() -> dict[str, Exact]:
    """Return the ratios of the lines of Theorem M's proof in which no size occurs."""
    return {
        "shattered": 16 * theorem_j_constant**2 / Fraction("207.4"),
        "per level": 6 / LN2 / Fraction("8.66"),
        "logarithm of levels": 8 / LN2 / Fraction("9.9") / Fraction("1.17"),
        "conversion": 4 / (1 - exp(exact(-1))) / Fraction("6.4"),
        "mean": 8 * exp(exact(1)) / 22,
    }


def compare_constants(at: Recorder) -> None:
    """Compare what depends on no size, and Lemma 3's sum over the sizes of objects."""
    compare_ratios(at, "learner", learner_constants())
    for N, E in ((1, 1), (5, 3), (12, 6), (40, 10), (200, 36)):
        for d in {1, 2, N // 2, N} - {0, *range(N + 1, 3)}:
            ratio = sum_of_objects(N, E, d)
            here = at(points=N, pairs=E, d=d, quantity="sum over objects")
            here.compare("learner", ratio, "<=", 1)


def compare_gain(at: Recorder, number: int, rng: np.random.Generator) -> None:
    """Compare td/4 with the mean of sup Σ ζ_i f_i over d points that drawn functions shatter.

    That is Lemma 3's: f is rounded down to multiples of t/2, and a shattered object is a set of
    points with two values, at least two steps apart, for each.
    """
    points, steps = 3 + number % 2, 4 + number % 3
    values = rng.integers(-60, 61, size=(40, points))
    t = Fraction(240, steps)
    rounded = [[math.floor((int(v) + 60) * 2 / t) for v in row] for row in values]
    for d in range(1, points + 1):
        for chosen in combinations(range(points), d):
            if n_objects([[[row[i] for i in chosen] for row in rounded]], steps + 1):
                part = values[:, list(chosen)]
                signs = np.array(list(product((-1, 1), repeat=d)))
                mean = Fraction(int((part @ signs.T).max(axis=0).sum()), 2**d)
                here = at(functions=number, points=d, t=str(t), at=str(chosen))
                here(quantity="gain").compare("learner", mean, ">=", t * d / 4)


def n_objects(families: Sequence[Sequence[Sequence[int]]], c: int, index: int = 0) -> int:
    """Return how many objects with all the points all the families shatter."""
    if not all(families):
        return 0
    if index == len(families[0][0]):
        return 1
    total = 0
    for v, w in combinations(range(c), 2):
        if w >= v + 2:
            split = [[x for x in f if x[index] == value] for f in families for value in (v, w)]
            total += n_objects(split, c, index + 1)
    return total


@check("theorem-5")
def windows(
    at: Recorder,
    *,
    neurons: NonEmpty[Positive],
    deltas: NonEmpty[OpenProbability],
    exponents: NonEmpty[Positive],
) -> None:
    """Compare the constants of Theorem T with those of its proof, at k = M = 1, with proved errors.

    `neurons` are values of s. `deltas` are values of δ. `exponents` are values of e: m = 2^e
    points, and the losses are 2^(1−e). The bound at the number of samples is compared with ε.
    """
    for s, delta, e in product(neurons, deltas, exponents):
        compare_window_constants(at(s=s, delta=delta, m=2**e))
        compare_window_samples(at(s=s, delta=delta, epsilon=2.0 ** (1 - e)))


def far_mass(s: Fraction, T: int, m: Fraction, delta: Fraction) -> Any:
    """Return ρ of Lemma 6, for codes of at most T indices a neuron."""
    codes = s * (T * log(exact(2 * m + 1)) + log(exact(2)))
    return (codes - log(delta)) / (m - s * T)


def compare_window_constants(at: Recorder) -> None:
    """Compare ½t_0² + 18·Σ t_j²ρ_j, at k = M = 1, with the bound."""
    s, delta, m = (Fraction(at[key]) for key in ("s", "delta", "m"))
    least = 8 * s / m
    squares = [least * 4**j for j in range(int(m).bit_length()) if least * 4**j < 1]
    loss = min(least, Fraction(1)) / 2
    for square in squares:
        loss += 18 * square * far_mass(s, math.ceil(4 / square) - 1, m, delta / len(squares))
    at.compare("labelled-only", loss, "<=", section_5.theorem_t(s, 1, m, 1, delta))


def compare_window_samples(at: Recorder) -> None:
    """Compare the bound at the number of points that is enough with ε."""
    s, delta, epsilon = (Fraction(at[key]) for key in ("s", "delta", "epsilon"))
    m = section_5.theorem_t_samples(s, 1, 1, epsilon, delta)
    loss = section_5.theorem_t(s, 1, exact(m), 1, delta)
    at(quantity="samples").compare("labelled-only", loss, "<=", epsilon)
