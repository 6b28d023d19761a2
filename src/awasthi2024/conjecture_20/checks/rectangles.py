"""Theorems H, H* and H′: Conjecture 20 fails for every constant, and where."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.conjecture_20.parameters import (
    CliqueSample,
    HalvesSample,
    RectangleSample,
    SquaredConstant,
)
from awasthi2024.constructions import sorted_halves, whole_cube
from awasthi2024.constructions.rectangles import (
    Rectangles,
    round_down,
    squared_ratio_below,
    squared_ratio_for_every_constant,
)
from awasthi2024.constructions.sorted_halves import SortedHalves
from awasthi2024.constructions.whole_cube import CliqueSizes
from balls import Ball, between, exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points as cube_points
from sparseact.randomness import generator

#: What records compare where a lower bound on the ratio is known by its square.
_SQUARE = "square of the ratio"


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
    """Certify ratios to the conjectured bound that exceed constants, by Theorems H, H* and H′.

    `samples` are sizes of Theorem H's samples, with squared constants that (H) exceeds. `halves`
    are sizes of Theorem H*'s samples, with squared constants. `growth` are values of g in Theorem
    H*. `constants` are squared constants, each with an a = b at which the ratio exceeds it. The
    ratio has the form for every constant. `cube` are sizes d, n, q, λ and k₀ of Theorem H′'s
    samples. `share` places the bias between θ and τ. The table has a row per sample: the lower
    bound on the ratio, and Theorem J; and a row per constant.
    """
    at.rows += [_compare_sample(at, sample) for sample in samples]
    at.rows += [_compare_halves(at, sample) for sample in halves]
    at.rows += [_compare_growth(at, g) for g in growth]
    at.rows += [_compare_every_constant(at, constant) for constant in constants]
    at.rows += [_compare_cube(at, sample) for sample in cube]
    _compare_pairs(at, seed)
    _compare_active_sets(at)


def _compare_sample(at: Recorder, sample: RectangleSample) -> dict[str, Any]:
    sizes = Rectangles(sample["n"], sample["N"], sample["h"], sample["a"], sample["b"])
    instance_recorder = at(
        points="rectangles", m=sizes.m, rows=sizes.n, h=sizes.h, a=sizes.a, b=sizes.b
    )
    least = squared_ratio_below(sizes)
    square = between(least, None)
    constant = Fraction(str(sample["above"]))
    squares = instance_recorder(quantity=_SQUARE)
    squares.compare("theorem-h", square, ">", constant)
    for statement, most in (("printed", 1), ("root-two", 2), ("theorem-j", _most(sizes.m) ** 2)):
        if least > most:
            # A value below says nothing, being only a lower bound on the complexity.
            squares.compare(statement, square, "<=", most)
    return _row("rectangles", sizes.m, sizes.s, sizes.k, least) | _columns(sizes)


def _sorted_halves(sample: HalvesSample) -> SortedHalves:
    h = sample["h"]
    return SortedHalves(2 * h, sample["N"], h, sample["a"], sample["b"], sample["agreeing"])


def _compare_halves(at: Recorder, sample: HalvesSample) -> dict[str, Any]:
    sizes = _sorted_halves(sample)
    square = squared_ratio_below(sizes)
    instance_recorder = at(points="sorted halves", m=sizes.m, h=sizes.h, a=sizes.a, b=sizes.b)
    instance_recorder = instance_recorder(agreeing=sizes.agreeing, quantity=_SQUARE)
    above = Fraction(str(sample["above"]))
    instance_recorder.compare("theorem-h-star", between(square, None), ">", above)
    return _row_of_halves("sorted halves", sizes, square)


def _row_of_halves(points: str, sizes: SortedHalves, square: Fraction) -> dict[str, Any]:
    # s and k may be too large for the table; they follow from the sizes.
    return {
        "points": points,
        "log10_m": math.log10(sizes.m),
        "m": float(sizes.m),
        "ratio": math.sqrt(square),
        "theorem_j": float(_most(sizes.m)),
        **_columns(sizes),
        "agreeing": sizes.agreeing,
    }


def _compare_growth(at: Recorder, g: int) -> dict[str, Any]:
    """Compare the explicit form with √2·g·(1 − 3/(2g⁶)) at sizes with ln m ≤ g² + 36 ln g + 8."""
    sizes = sorted_halves.growing_sizes(g)
    square = round_down(sorted_halves.explicit_square(sizes))
    instance_recorder = at(points="sorted halves, growing", m=sizes.m, g=g)
    least = 2 * (g * (1 - Fraction(3, 2 * g**6))) ** 2
    at_square = instance_recorder(quantity=_SQUARE)
    at_square.compare("theorem-h-star-growth", between(square, None), ">=", least)
    most = g**2 + 36 * log(exact(g)) + 8
    instance_recorder.compare("theorem-h-star-growth", log(exact(sizes.m)), "<=", most)
    return _row_of_halves("sorted halves, growing", sizes, square)


def _compare_every_constant(at: Recorder, case: SquaredConstant) -> dict[str, Any]:
    """Refute the conjecture with a constant, by the form for every constant at b = a."""
    a, squared = case["a"], case["squared"]
    square = squared_ratio_for_every_constant(a, a)
    instance_recorder = at(
        points="rectangles, n = 2h, h = a², b = a", a=a, squared_constant=squared
    )
    at_square = instance_recorder(quantity=_SQUARE)
    at_square.compare("universal", between(square, None), "<=", squared)
    log_m = math.log10(2 * a**3) + a * math.log10(2)  # m = 2h·b·2^a
    return {
        "points": "for every constant",
        "log10_m": log_m,
        "ratio": math.sqrt(square),
        "a": a,
        "b": a,
        "above": math.sqrt(squared),
    }


def _compare_cube(at: Recorder, sample: CliqueSample) -> dict[str, Any]:
    thresholds = whole_cube.moments(sample["q"])
    beta = thresholds.theta + Fraction(str(sample["share"])) * (thresholds.tau - thresholds.theta)
    sizes = CliqueSizes(
        sample["d"], sample["n"], sample["q"], sample["through"], sample["limit"], beta
    )
    square = whole_cube.squared_ratio_below(sizes)
    instance_recorder = at(points="cliques", m=sizes.m, d=sizes.d, q=sizes.q, quantity=_SQUARE)
    instance_recorder.compare("theorem-h-prime", between(square, None), ">", 1)
    instance_recorder.compare("cube", between(square, None), "<=", 1)
    return _row("cliques", sizes.m, sizes.s, sizes.k, square)


def _most(m: int) -> Ball:
    """Return Theorem J's bound on the ratio."""
    size = exact(m)
    return bounds.theorem_j(1, 1, size, 1, 1, 0) / bounds.conj_20(1, 1, size, 1, 1, 0)


def _row(points: str, m: int, s: int, k: int, square: Fraction) -> dict[str, Any]:
    return {
        "points": points,
        "log10_m": math.log10(m),
        "m": float(m),
        "s": float(s),
        "k": float(k),
        "ratio": math.sqrt(square),
        "theorem_j": float(_most(m)),
    }


def _columns(sizes: Rectangles) -> dict[str, Any]:
    return {
        "rows": sizes.n,
        "columns": float(sizes.N),
        "h": sizes.h,
        "a": sizes.a,
        "b": sizes.b,
    }


def _compare_pairs(at: Recorder, seed: int) -> None:
    """Check step (1) of Theorem H′'s Lemma 1 at every point of {±1}^16, for five vertices.

    A vertex has two rows of Sylvester's matrix for its signs; rows are drawn until
    every pair's τ is above θ, so that the points g_T are instances.
    """
    rng = generator(seed, "conjecture_20", "pairs")
    signs = _rows_of_sylvester()
    while True:
        vertices = signs[rng.permutation(15)[:10]].reshape(5, 2, 16).sum(axis=1)  # √2·r_u
        pairs = _sums_of_pairs(vertices)
        twice = _largest_of_two(pairs)
        if 2 * np.abs(pairs).sum(axis=1).min() > twice:
            break
    above = 2 * (cube_points(16).astype(np.int64) @ pairs.T) > twice
    at(points="cube", n=16).compare("theorem-h-prime-pairs", int(above.sum(axis=1).max()), "<=", 1)


def _rows_of_sylvester() -> np.ndarray:
    """Return the rows of Sylvester's matrix of 16 rows but the constant one."""
    from scipy.linalg import hadamard  # here, since the other jobs need no SciPy

    return hadamard(16)[1:]


def _compare_active_sets(at: Recorder) -> None:
    """Compare Lemma 1 of Theorem H′ with the active sets at every point of {±1}^16.

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
    instance_recorder = at(points="cube", n=16, sets=len(sets), d=3, beta="149/100")
    instance_recorder.compare("theorem-h-prime-sets", int(active.max()), "<=", bound)


def _sums_of_pairs(vertices: np.ndarray) -> np.ndarray:
    """Return r_u + r_v for every two rows."""
    return np.array([u + v for u, v in itertools.combinations(vertices, 2)])


def _largest_of_two(pairs: np.ndarray) -> int:
    """Return the largest Σ|r_T + r_T′| over two different rows r_T, r_T′ of `pairs`."""
    return max(int(np.abs(a + b).sum()) for a, b in itertools.combinations(pairs, 2))
