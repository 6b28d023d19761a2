"""The displayed inequalities of Theorem M, each as the ratio of its two sides.

Proof: docs/proofs-theorem_5.md, 1. A field of `_ratios` is one inequality, and at most 1;
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

from awasthi2024.bounds import section_5
from awasthi2024.shared.exactness import shortened
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import theorem_j_constant

LN2 = math.log(2)


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


# ---------------------------------------------------------------- Lemmas 1 and 3


def cover(s: int, k: int, M: float, m: int, square: float) -> NamedTuple:
    """Return those of Lemma 1, and of the way from shattered points to Lemma 3.

    Here t² = `square` is between M²sk/m and k²M², and N = 3m − 1.
    """
    N, t = 3 * m - 1, math.sqrt(square)
    A1, _ = section_5.cover_exponents(s, k, M, m)
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


def compare_constants(recorder: Recorder) -> None:
    """Compare what depends on no size, and Lemma 3's sum over the sizes of objects."""
    compare_ratios(recorder, "learner", learner_constants())
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
                instance_recorder.where(quantity="gain").compare(
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
        if w >= v + 2
    )


def gain(d: int, t: Fraction) -> Fraction:
    """Return γd with γ = t/4, which the mean is at least."""
    return t * d / 4
