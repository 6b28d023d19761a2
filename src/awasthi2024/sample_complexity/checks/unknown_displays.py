"""The displayed inequalities of Theorem M, each as the ratio of its two sides.

Proof: docs/proofs-theorem_5.md, 1. A field of `_ratios` is one inequality, and at most 1;
"Where each line is checked" there lists them.
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
from balls import Exact, exact, exp, log, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import theorem_j_constant

LN2 = log(exact(2))


def n_levels(square: Exact, top: int) -> int:
    """Return the number of the j ≥ 0 with 2^j a < 2k; `square` is a² at M = 1, `top` is k."""
    levels = 0
    while 4**levels * square < 4 * top**2:
        levels += 1
    return levels


def _ratios(**fields: Exact) -> Any:
    return namedtuple("Ratios", fields)(**fields)


def compare_ratios(at: Recorder, statement: str, ratios: NamedTuple, of: str = "") -> None:
    """Compare each field with 1; `of` names the instance, if there are several."""
    for name, ratio in ratios._asdict().items():
        instance_recorder = at(quantity=f"{name.replace('_', ' ')}{of}")
        instance_recorder.compare(statement, ratio, "<=", 1)


# ------------------------------------------------------------------ corollaries


def enough(s: int, k: int, scale: Exact, nats: Exact) -> NamedTuple:
    """Return those of Theorem M's corollary: of Q₁ and Q₂, and of the logarithms of m there.

    `scale` is M²/ε.
    """
    Q1 = k**2 * scale * (88 * s + Fraction("6.4") * nats)
    Q2 = scale * (26400 * k * s + Fraction("6.4") * k**2 * nats)
    m1, m2 = math.ceil(16 * Q1 * log(Q1) ** 2), math.ceil(256 * Q2 * log(Q2) ** 4)
    return _ratios(
        Q1_least=44 / Q1,
        Q2_least=13200 / Q2,
        ln_12m=log(exact(12 * m1)) / (4 * log(Q1)),
        ln_7m=log(exact(7 * m2)) / (4 * log(Q2)),
    )


# ---------------------------------------------------------------- Lemmas 1 and 3


def cover(s: int, k: int, m: int, square: Fraction) -> NamedTuple:
    """Return those of Lemma 1, and of the way from shattered points to Lemma 3, at M = 1.

    Here t² = `square` is between sk/m and k², and N = 3m − 1.
    """
    N, size = 3 * m - 1, exact(m)
    A1, _ = section_5.cover_exponents(s, k, 1, size)
    steps = math.floor((2 * k) ** 2 / square)
    c = math.floor(4 * k / sqrt(square)) + 1
    E = Fraction((c - 1) * (c - 2), 2)
    d = most_shattered(N, s * k / square)
    largest = Fraction("207.4") * s * k * log(6 * size) / square
    e, log_81 = exp(exact(1)), log(Fraction("8.1") * size)
    first = (1 + d * log(e * N * E / d) / LN2) * log(2 * N * E)
    second = (1 + Fraction("2.886") * largest * log_81) * 2 * log(7 * size)
    return _ratios(
        code=s * (LN2 + steps * log(exact(2 * N + 1))) / (A1 / square),
        pairs_by_m=E / (8 * m),
        shattered=d / largest,
        objects=first / second,
        product=2 * N * E / (48 * m**2),
        product_with_e=e * N * E / (Fraction("65.3") * m**2),
        logarithms=log(6 * size) * log_81 / log(7 * size) ** 2,
    )


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


# ------------------------------------------------------------------------ Lemma 5


def split(A: Any, k: int, m: int) -> NamedTuple:
    """Return those of Lemma 5 at A = A₁ or A₂ and M = 1, if there is a level.

    They are of the numbers of levels, and of the mean loss on U.
    """
    J = n_levels(A / m, k)
    mean = A / 2 + (6 * A * J + 8 * k**2 * (log(exact(J)) + 1)) / LN2
    return _ratios(
        exponent=Fraction("9.9") * k**2 / A,
        levels=J / (log(4 * k**2 * m / A) / (2 * LN2) + 1),
        levels_by_m=J / (log(exact(2 * m)) / (2 * LN2)),
        mean=mean / (8 * A * log(exact(2 * m))),
    )


# ---------------------------------------------------------------------- constants


def learner_constants() -> NamedTuple:
    """Return those of Theorem M's proof in which no size occurs."""
    return _ratios(
        shattered=16 * theorem_j_constant**2 / Fraction("207.4"),
        per_level=6 / LN2 / Fraction("8.66"),
        logarithm_of_levels=8 / LN2 / Fraction("9.9") / Fraction("1.17"),
        conversion=4 / (1 - exp(exact(-1))) / Fraction("6.4"),
        mean=8 * exp(exact(1)) / 22,
    )


def compare_constants(at: Recorder) -> None:
    """Compare what depends on no size, and Lemma 3's sum over the sizes of objects."""
    compare_ratios(at, "learner", learner_constants())
    for N, E in ((1, 1), (5, 3), (12, 6), (40, 10), (200, 36)):
        for d in {1, 2, N // 2, N} - {0, *range(N + 1, 3)}:
            ratio = sum_of_objects(N, E, d)
            instance_recorder = at(points=N, pairs=E, d=d, quantity="sum over objects")
            instance_recorder.compare("learner", ratio, "<=", 1)


# ------------------------------------------------------- between Lemmas 2 and 3


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
                instance_recorder = at(functions=number, points=d, t=str(t), at=str(chosen))
                instance_recorder(quantity="gain").compare("learner", mean, ">=", gain(d, t))


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
