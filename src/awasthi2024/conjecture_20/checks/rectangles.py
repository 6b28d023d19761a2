"""Theorems H, H* and H′: Conjecture 20 fails for every constant, and where."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024.constructions import rectangles as theorem_h
from awasthi2024.constructions import sorted_halves, whole_cube
from awasthi2024.constructions.rectangles import Rectangles, round_down
from awasthi2024.constructions.sorted_halves import SortedHalves
from awasthi2024.constructions.whole_cube import CliqueSizes
from balls import between, exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import AtLeastOne, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points as cube_points
from sparseact.randomness import generator

#: What records compare where a lower bound on the ratio is known by its square.
_SQUARE = "square of the ratio"


class RectangleSample(TypedDict):
    """Sizes of Theorem H's sample, and the square of a constant that the ratio exceeds."""

    n: Positive
    N: Positive
    h: Positive
    a: Positive
    b: Positive
    above: AtLeastOne


class HalvesSample(TypedDict):
    """Sizes of Theorem H*'s sample, and the square of a constant as there."""

    N: Positive
    h: Positive
    a: Positive
    b: Positive
    agreeing: Positive
    above: AtLeastOne


class SquaredConstant(TypedDict):
    """The square of a constant, and a = b of Theorem H with which it is exceeded."""

    squared: Positive
    a: Positive


class CliqueSample(TypedDict):
    """Sizes of Theorem H′'s sample; the bias is θ + share·(τ − θ)."""

    d: Annotated[int, Ge(3)]
    n: Positive
    q: Positive
    through: Positive
    limit: Positive
    share: OpenProbability


@check("conj-20")
def rectangles(
    at: Recorder,
    *,
    seed: int,
    samples: NonEmpty[RectangleSample],
    halves: NonEmpty[HalvesSample],
    growth: NonEmpty[Annotated[int, Ge(2), Le(4)]],
    constants: NonEmpty[SquaredConstant],
    cube: NonEmpty[CliqueSample],
) -> None:
    """Compare squares of proved lower bounds on the ratio, rounded down, with squared constants.

    `samples` are sizes of Theorem H's samples, with squared constants. `halves` are sizes of
    Theorem H*'s samples, with squared constants. `growth` are values of g in Theorem H*.
    `constants` are squared constants, each with an a = b at which Theorem H's second form exceeds
    it. `cube` are sizes d, n, q, λ and k₀ of Theorem H′'s samples, which are a formula. Two lemmas
    of Theorem H′ are counted in integers at every point of {±1}^16.
    """
    for sample in samples:
        _compare_sample(at, sample)
    for half in halves:
        _compare_halves(at, half)
    for g in growth:
        _compare_growth(at, g)
    for case in constants:
        _compare_every_constant(at, case["a"], case["squared"])
    for clique in cube:
        _compare_cube(at, clique)
    _compare_pairs(at, seed)
    _compare_active_sets(at)


def _compare_sample(at: Recorder, sample: RectangleSample) -> None:
    """Theorem H, (H): the square of the ratio > c²."""
    sizes = Rectangles(sample["n"], sample["N"], sample["h"], sample["a"], sample["b"])
    least = theorem_h.squared_ratio_below(sizes)
    m = exact(sizes.m)
    here = at(points="rectangles", m=sizes.m, rows=sizes.n, h=sizes.h, a=sizes.a, b=sizes.b)
    here = here(quantity=_SQUARE)
    here.compare("theorem-h", between(least, None), ">", Fraction(str(sample["above"])))
    theorem_j = bounds.theorem_j(1, 1, m, 1, 1, 0) / bounds.conj_20(1, 1, m, 1, 1, 0)
    for statement, most in (("printed", 1), ("root-two", 2), ("theorem-j", theorem_j**2)):
        if least > most:  # a value below says nothing, being only a lower bound on the complexity
            here.compare(statement, between(least, None), "<=", most)
    _row(at, "rectangles", sizes, least)


def _compare_halves(at: Recorder, sample: HalvesSample) -> None:
    """Theorem H*: the square of the ratio > c²."""
    h = sample["h"]
    sizes = SortedHalves(2 * h, sample["N"], h, sample["a"], sample["b"], sample["agreeing"])
    square, above = theorem_h.squared_ratio_below(sizes), Fraction(str(sample["above"]))
    here = at(points="sorted halves", m=sizes.m, h=h, a=sizes.a, b=sizes.b)
    here = here(agreeing=sizes.agreeing, quantity=_SQUARE)
    here.compare("theorem-h-star", between(square, None), ">", above)
    _row(at, "sorted halves", sizes, square)


def _compare_growth(at: Recorder, g: int) -> None:
    """Theorem H*: the ratio ≥ √2·g·(1 − 3/(2g⁶)) at sizes with ln m ≤ g² + 36 ln g + 8."""
    sizes = sorted_halves.growing_sizes(g)
    square = round_down(sorted_halves.explicit_square(sizes))
    least = 2 * (g * (1 - Fraction(3, 2 * g**6))) ** 2
    here = at(points="sorted halves, growing", m=sizes.m, g=g)
    here(quantity=_SQUARE).compare("theorem-h-star-growth", between(square, None), ">=", least)
    most = g**2 + 36 * log(exact(g)) + 8
    here.compare("theorem-h-star-growth", log(exact(sizes.m)), "<=", most)
    _row(at, "sorted halves, growing", sizes, square)


def _compare_every_constant(at: Recorder, a: int, squared: int) -> None:
    """Theorem H's second form: the square of the ratio > squared, at b = a and m = 2h·b·2^a."""
    square = theorem_h.squared_ratio_for_every_constant(a, a)
    here = at(points="rectangles, n = 2h, h = a², b = a", a=a, squared_constant=squared)
    here(quantity=_SQUARE).compare("universal", between(square, None), "<=", squared)
    log10_m = math.log10(2 * a**3) + a * math.log10(2)
    at.rows.append({"points": "for every constant", "log10_m": log10_m, "ratio": math.sqrt(square)})


def _compare_cube(at: Recorder, sample: CliqueSample) -> None:
    """Theorem H′: the square of the ratio > 1 on the whole cube."""
    values = whole_cube.moments(sample["q"])
    beta = values.theta + Fraction(str(sample["share"])) * (values.tau - values.theta)
    d, n, q = sample["d"], sample["n"], sample["q"]
    sizes = CliqueSizes(d, n, q, sample["through"], sample["limit"], beta)
    square = whole_cube.squared_ratio_below(sizes)
    here = at(points="cliques", m=sizes.m, d=d, q=q, quantity=_SQUARE)
    here.compare("theorem-h-prime", between(square, None), ">", 1)
    here.compare("cube", between(square, None), "<=", 1)
    _row(at, "cliques", sizes, square)


def _row(at: Recorder, points: str, sizes: Rectangles | CliqueSizes, square: Fraction) -> None:
    """Add a row; s and k of sorted halves follow from the sizes, and may be too large for it."""
    row = {"points": points, "log10_m": math.log10(sizes.m), "m": float(sizes.m)}
    if not isinstance(sizes, SortedHalves):
        row |= {"s": float(sizes.s), "k": float(sizes.k)}
    at.rows.append({**row, "ratio": math.sqrt(square)})


def _compare_pairs(at: Recorder, seed: int) -> None:
    """Lemma 1 (1) of Theorem H′ at every point of {±1}^16, for five vertices.

    A vertex has two rows of Sylvester's matrix for its signs; rows are drawn until
    every pair's τ is above θ, so that the points g_T are instances.
    """
    rng = generator(seed, "conjecture_20", "pairs")
    while True:
        chosen = _rows_of_sylvester()[rng.permutation(15)[:10]]
        pairs = _sums_of_pairs(chosen.reshape(5, 2, 16).sum(axis=1))  # √2·(r_u + r_v)
        twice = _largest_of_two(pairs)
        if 2 * np.abs(pairs).sum(axis=1).min() > twice:
            break
    above = 2 * (cube_points(16).astype(np.int64) @ pairs.T) > twice
    at(points="cube", n=16).compare("theorem-h-prime-pairs", int(above.sum(axis=1).max()), "<=", 1)


def _compare_active_sets(at: Recorder) -> None:
    """Lemma 1 of Theorem H′: the sets with α(Q) > β at every point of {±1}^16.

    The vertices are the 15 rows of Sylvester's matrix but the constant one, so
    κ = θ = 1, and the family is all 455 sets of three; r_Q has the mean size 3/2.
    """
    vertices = _rows_of_sylvester().astype(np.int16)
    sets = np.array(list(itertools.combinations(range(len(vertices)), 3)))
    beta = Fraction(149, 100)
    theta = Fraction(_largest_of_two(_sums_of_pairs(vertices)), 2 * 16)
    kappa = Fraction(int(np.abs(vertices).sum(axis=1).max()), 16)
    alpha = cube_points(16).astype(np.int16) @ vertices.T  # 16·α
    active = np.zeros(len(alpha), dtype=np.int64)
    for rows in sets:
        active += alpha[:, rows].sum(axis=1) > math.floor(16 * beta)
    limit = len(vertices) - 2  # the sets of three through a pair
    bound = whole_cube.most_active_sets(limit, 3, ((beta - theta) * (beta - kappa) * beta) ** 2)
    here = at(points="cube", n=16, sets=len(sets), d=3, beta="149/100")
    here.compare("theorem-h-prime-sets", int(active.max()), "<=", bound)


def _rows_of_sylvester() -> np.ndarray:
    """Return the rows of Sylvester's matrix of 16 rows but the constant one."""
    from scipy.linalg import hadamard  # here, since the other jobs need no SciPy

    return hadamard(16)[1:]


def _sums_of_pairs(vertices: np.ndarray) -> np.ndarray:
    """Return r_u + r_v for every two rows."""
    return np.array([u + v for u, v in itertools.combinations(vertices, 2)])


def _largest_of_two(pairs: np.ndarray) -> int:
    """Return the largest Σ|r_T + r_T′| over two different rows r_T, r_T′ of `pairs`."""
    return max(int(np.abs(a + b).sum()) for a, b in itertools.combinations(pairs, 2))
