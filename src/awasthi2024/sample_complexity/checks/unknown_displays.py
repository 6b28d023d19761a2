"""The displayed inequalities of Theorems M and N, each as the ratio of its two sides.

Proofs: docs/proofs-theorem_5.md, 1 and 2. A field of `_ratios` is one inequality, and at most 1;
"Where each line is checked" there says which.
"""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from awasthi2024.sample_complexity.checks.separated import GAP
from awasthi2024.shared.exactness import shortened
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import samples
from sparseact.bounds.rademacher import theorem_j_constant

LN2 = math.log(2)


def phi(v: float) -> float:
    """Return v ln v − v + 1 of Chernoff's bounds."""
    return v * math.log(v) - v + 1


def n_levels(square: float, top: float) -> int:
    """Return the number of the j ≥ 0 with 2^j a < 2kM; `square` is a², `top` kM."""
    return sum(4.0**j * square < 4 * top**2 for j in range(200))


def _ratios(**fields: float) -> Any:
    return namedtuple("Ratios", fields)(**fields)


def compare_ratios(recorder: Recorder, statement: str, ratios: NamedTuple, of: str = "") -> None:
    """Compare each field with 1; `of` says of which instance, if there are several."""
    for name, ratio in ratios._asdict().items():
        instance_recorder = recorder.where(quantity=f"{name.replace('_', ' ')}{of}")
        instance_recorder.certified(statement, ratio, "<=", 1, error=ROUNDING * (ratio + 1))


# ------------------------------------------------------------------ corollaries


def enough(s: int, k: int, M: float, epsilon: float, nats: float) -> NamedTuple:
    """Return those of Theorem M's corollary: of Q₁ and Q₂, and of the logarithms of m there."""
    scale = M**2 / epsilon
    Q1 = k**2 * scale * (88 * s + 6.4 * nats)
    Q2 = scale * (26400 * k * s + 6.4 * k**2 * nats)
    m1, m2 = math.ceil(16 * Q1 * math.log(Q1) ** 2), math.ceil(256 * Q2 * math.log(Q2) ** 4)
    return _ratios(
        Q1_least=44 / Q1,
        Q2_least=13200 / Q2,
        ln_12m=math.log(12 * m1) / (4 * math.log(Q1)),
        ln_7m=math.log(7 * m2) / (4 * math.log(Q2)),
    )


def enough_points(n: int, s: int, k: int, M: float, epsilon: float, nats: float) -> NamedTuple:
    """Return the same of Theorem N's corollary; from T = 16q₂ ln²q₂ on ln²(7T)/T decreases."""
    scale = M**2 / epsilon
    q1 = scale * (2.6e5 * k * s + 48 * k**2 * nats)
    m = math.ceil(256 * q1 * math.log(q1) ** 4)
    log = math.log(7 * m)
    q2 = 2e8 * k * s * min(math.sqrt(n), log * s / k) + 268 * k**2 * nats
    q2 *= scale * log
    T = math.ceil(16 * q2 * math.log(q2) ** 2)
    return _ratios(
        q1_least=13e4 / q1,
        q2_least=1e8 / q2,
        ln_7m=log / (4 * math.log(q1)),
        ln_of_points=math.log(7 * T) / (4 * math.log(q2)),
        decreasing=2 / math.log(7 * T),
    )


def without_unlabelled(n: int, s: int, k: int, M: float, epsilon: float, nats: float) -> NamedTuple:
    """Return the same at T = m = 256q ln⁴q, with the bound displayed there."""
    root, scale = min(math.sqrt(n), s / k), M**2 / epsilon
    q = scale * (1.1e8 * k * s * root + 158 * k**2 * nats)
    m = math.ceil(256 * q * math.log(q) ** 4)
    log = math.log(7 * m)
    shown = (1.3e5 + 1e8) * k * s * root + (24 + 134) * k**2 * nats
    shown *= M**2 * log**4 / m
    proved = samples.theorem_n(n, s, k, m, m, 1.0, M, 0.0, math.exp(-nats))
    return _ratios(
        bound=proved / shown,
        bound_by_q=shown / (q * epsilon * log**4 / m),
        ln_7m=log / (4 * math.log(q)),
    )


# ---------------------------------------------------------------- Lemmas 1 and 3


def cover(s: int, k: int, M: float, m: int, square: float) -> NamedTuple:
    """Return those of Lemma 1, and of the way from shattered points to Lemma 3.

    Here t² = `square` is between M²sk/m and k²M², and N = 3m − 1.
    """
    N, t = 3 * m - 1, math.sqrt(square)
    A1, _ = samples.cover_exponents(s, k, M, m)
    steps = math.floor((2 * k * M) ** 2 / square)
    c = math.floor(4 * k * M / t) + 1
    E = (c - 1) * (c - 2) / 2
    d = most_shattered(N, M**2 * s * k / square)
    largest = 207.4 * M**2 * s * k * math.log(6 * m) / square
    first = (1 + d * math.log2(math.e * N * E / d)) * math.log(2 * N * E)
    second = (1 + 2.886 * largest * math.log(8.1 * m)) * 2 * math.log(7 * m)
    return _ratios(
        code=s * (LN2 + steps * math.log(2 * N + 1)) / (A1 / square),
        pairs_by_m=E / (8 * m),
        shattered=d / largest,
        objects=first / second,
        product=2 * N * E / (48 * m**2),
        product_with_e=math.e * N * E / (65.3 * m**2),
        logarithms=math.log(6 * m) * math.log(8.1 * m) / math.log(7 * m) ** 2,
    )


def most_shattered(N: int, ratio: float) -> int:
    """Return the largest d ≤ N with td/4 ≤ CM√(skd ln 2d), where M²sk/t² is `ratio`, at least 1.

    C is Theorem J's constant. d/ln 2d increases from d = 2 on, and every d ≤ 2 is such.
    """
    low, high = min(2, N), N
    while low < high:
        middle = (low + high + 1) // 2
        if middle <= 16 * theorem_j_constant**2 * ratio * math.log(2 * middle):
            low = middle
        else:
            high = middle - 1
    return low


def sum_of_objects(N: int, E: int, d: int) -> float:
    """Return ln Σ_{i≤d} C(N, i)E^i divided by ln (eNE/d)^d, for 1 ≤ d ≤ N."""
    total = sum(math.comb(N, i) * E**i for i in range(d + 1))
    return math.log(total) / (d * math.log(math.e * N * E / d))


# ------------------------------------------------------------------------ Lemma 5


def split(A: float, k: int, M: float, m: int) -> NamedTuple:
    """Return those of Lemma 5 at A = A₁ or A₂, if there is a level: levels, mean loss on U."""
    square = (k * M) ** 2
    J = n_levels(A / m, k * M)
    mean = A / 2 + (6 * A * J + 8 * square * (math.log(J) + 1)) / LN2
    return _ratios(
        exponent=9.9 * square / A,
        levels=J / (math.log2(4 * square * m / A) / 2 + 1),
        levels_by_m=J / (math.log2(2 * m) / 2),
        mean=mean / (8 * A * math.log(2 * m)),
    )


# ---------------------------------------------------------------------- Theorem N


def level(n: int, s: int, k: int, M: float, T: int, tau: float) -> NamedTuple:
    """Return those of Lemmas 6 and 7 for T points at τ < 2kM: thresholds, drawn neurons, sets."""
    mu = min(float(s), math.sqrt(n) * tau / M)
    sizes = [2 * k]
    while sizes[-1] < mu:
        sizes.append(2 * sizes[-1])
    top = len(sizes) - 1
    theta = [tau / (52 * sizes[i]) * 2 ** (-(top - 1 - i) / 4) for i in range(top)] + [0.0]
    points, log = math.log(2 * T), math.log(7 * T)
    unit = s * M**2 * mu * log**2 / tau**2
    sets = sum(
        26 * s / size * points * 10816 * M**2 * size**2 * 2 ** ((top - 1 - i) / 2) / tau**2
        for i, size in enumerate(sizes[:-1])
    )
    drawn = [s / size * points for size in sizes if size < s]
    last = 26 * s / sizes[-1] * points * (n + 1) * math.log2(2 * T) if sizes[-1] < s else 0.0
    return _ratios(
        theta0=theta[0] / (M / 52),
        M_raised=(M + theta[0]) / (1.02 * M),
        thresholds=sum(v * size for v, size in zip(theta, sizes, strict=True)) * 52 / (6.29 * tau),
        sizes=sum(size * 2 ** ((top - 1 - i) / 2) for i, size in enumerate(sizes[:-1]))
        / (3.42 * sizes[top - 1]),
        drawn=max((math.ceil(24 * v) / (26 * v) for v in drawn), default=0.0),
        sets=sets * math.log2(4 * T + 1) / (1.388e6 * unit),
        bracket=last / (76 * unit),
    )


def clipped(n: int, s: int, k: int, M: float, m: int, T: int, nats: float) -> NamedTuple:
    """Return those of Lemmas 7 and 8 and of Theorem N's proof, if there is a level."""
    log, points, square, root = math.log(7 * m), math.log(7 * T), (k * M) ** 2, math.sqrt(n)
    A, unit = 2500 * k * s * M**2 * log**3, k * s * M**2
    J = n_levels(A / m, k * M)
    taus = [2.0**j * math.sqrt(A / m) for j in range(J)]
    far, log_8J, log_4J = math.log(8 * J) + nats, math.log(8 * J), math.log(4 * J)
    X = [1.4e6 * s * M**2 / tau**2 * min(s, root * tau / M) * points**2 + far / LN2 for tau in taus]
    b = [math.floor(4 * m * x / T + 3 * log_4J) for x in X]
    squares = sum(tau**2 * x for tau, x in zip(taus, X, strict=True))
    Y = A / 2 + 34.7 * A * J + 11.6 * square * far
    Y += 2.175 * log * (16 * square * log_4J + 4 * m / T * squares)
    complexity = A / 2 + 1.5 * sum(
        tau**2 * (more * (1 + math.log2(2 * m + 1)) + (16 * A / tau**2 + far) / LN2)
        for tau, more in zip(taus, b, strict=True)
    )
    nus = [2 * m * x / T for x in X]
    sums, bad = min(J * s, 4 * k * root), min(root, log * s / k)
    return _ratios(
        levels=J / (0.73 * log),
        X_least=3 / min(X),
        cover_above=4 * k * s * (1.02 * M) ** 2 / (A / 16),
        cover_below=max(tau**2 / 16 / ((1.02 * M) ** 2 * s * 2 * k) for tau in taus),
        subsets=(1 + math.log2(2 * m + 1)) / (1.45 * log),
        Y=complexity / Y,
        bernstein=max(
            log_4J * (2 * nu + 2 * (nu + 3 * log_4J) / 3) / (nu + 3 * log_4J) ** 2 for nu in nus
        ),
        chernoff=8 * math.log(4) * square / Y,
        squares=squares / (1.4e6 * s * M**2 * points**2 * sums + 16 / 3 * square * far / LN2),
        first_term=(A + 69.4 * A * J) / (127950 * unit * log**4),
        logarithms_of_levels=square * (23.2 * log_8J + 69.6 * log * log_4J) / (30 * unit * log**4),
        third_term=23.2 / 24,
        fourth_term=17.4 * 1.4e6 * s * sums / (1e8 * k * s * bad),
        rest_of_the_fourth=17.4 * 16 / 3 / LN2 / 134,
        last_logarithm=134 * log * log_8J / (50 * log**4),
    )


# ---------------------------------------------------------------------- constants


def learner_constants() -> NamedTuple:
    """Return those of Theorem M's proof in which no size occurs."""
    return _ratios(
        shattered=16 * theorem_j_constant**2 / 207.4,
        per_level=6 / LN2 / 8.66,
        logarithm_of_levels=8 / LN2 / 9.9 / 1.17,
        conversion=4 / (1 - 1 / math.e) / 6.4,
        mean=8 * math.e / 22,
    )


def erm_constants() -> NamedTuple:
    """Return the same of Theorem N's."""
    return _ratios(
        raised=2 / 52 * 6.29 * 4,
        tail=0.043 / phi(1 / (2 * LN2)),
        tail_by_points=1 / (24 * 0.043),
        half=0.15 / phi(0.5),
        few_in_half=2 * math.exp(-0.3 * 3),
        cover_for_2k=1200 * 2 * 1.02**2 / 2500,
        labels=(127950 + 30 + 50) / 1.3e5,
    )


def exponentials(v: float) -> NamedTuple:
    """Return those of the lines above e^v and e^−v on [0, 1], at a point inside."""
    return _ratios(
        upwards=math.exp(v) / (1 + (math.e - 1) * v),
        downwards=math.exp(-v) / (1 - (1 - 1 / math.e) * v),
    )


def compare_constants(recorder: Recorder) -> None:
    """Compare what depends on no size, or on one small number."""
    compare_ratios(recorder, "learner", learner_constants())
    compare_ratios(recorder, "semi-supervised", erm_constants())
    for i in range(1, 16):
        compare_ratios(recorder.where(v=i / 16), "conversion", exponentials(i / 16))
    compare_objects(recorder)


def compare_objects(recorder: Recorder) -> None:
    """Compare Lemma 3's sum over the sizes of objects with its bound."""
    for N, E in ((1, 1), (5, 3), (12, 6), (40, 10), (200, 36)):
        for d in {1, 2, N // 2, N} - {0, *range(N + 1, 3)}:
            ratio = sum_of_objects(N, E, d)
            instance_recorder = recorder.where(points=N, pairs=E, d=d, quantity="sum over objects")
            instance_recorder.certified("learner", ratio, "<=", 1, error=ROUNDING * (ratio + 1))


# ------------------------------------------------------- between Lemmas 2 and 3


def compare_gain(recorder: Recorder, number: int, rng: np.random.Generator) -> None:
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
                instance_recorder = recorder.where(
                    functions=number, points=d, t=str(t), at=str(chosen)
                )
                instance_recorder.where(quantity="gain").exact(
                    "learner", *shortened(mean, ">=", gain(d, t))
                )


def n_objects(families: Sequence[Sequence[Sequence[int]]], c: int, index: int = 0) -> int:
    """Return how many objects with all the points all the families shatter."""
    if not all(families):
        return 0
    if index == len(families[0][0]):
        return 1
    return sum(
        n_objects(
            [[x for x in f if x[index] == value] for f in families for value in (v, w)],
            c,
            index + 1,
        )
        for v, w in combinations(range(c), 2)
        if w >= v + GAP
    )


def gain(d: int, t: Fraction) -> Fraction:
    """Return γd with γ = t/4, which the mean is at least."""
    return t * d / 4
