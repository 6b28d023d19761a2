"""The sizes in the bounds of Section 5, and comparisons of an interval with these bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from awasthi2024.bounds import section_5
from balls import Exact, Interval, exact, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


class Shape(NamedTuple):
    """The sizes in the bounds of Section 5."""

    n: int
    s: int
    k: int
    m: int
    R: Exact
    W: Exact
    B: Exact

    def exactly(self) -> Sequence[Exact]:
        """Return the sizes as numbers of exact arithmetic."""
        return tuple(map(exact, self))


def largest_norm(x: np.ndarray) -> Fraction:
    """Return a float that no norm of the points x, shape (m, n), exceeds."""
    square = max(sum((Fraction(v) ** 2 for v in row), Fraction(0)) for row in x.tolist())
    radius = float(np.linalg.norm(x, axis=1).max())
    while Fraction(radius) ** 2 < square:
        radius = math.nextafter(radius, math.inf)
    return Fraction(radius)


def compare_bounds(at: Recorder, shape: Shape, complexity: Interval, *, cube: bool = False) -> None:
    """Compare a complexity in an interval with the paper's and the proved bounds.

    Points of the `cube` are scaled to norm 1.
    """
    n, s, k, m, R, W, B = shape.exactly()
    scaled = at(R=float(R), B=float(B))
    root = sqrt(n)
    for claim in ("eq-15", "theorem-19") if k == 1 else ("eq-15",):
        at_scale, here = scaled.of(claim), at.of(claim)
        if k * m * (R + B) >= 1:  # elsewhere the logarithm is negative
            at_scale.compare("printed", complexity, "<=", section_5.eq_15(n, s, k, m, R, W, B))
        closed = section_5.theorem_19_closed(n, s, k, m, R, W, B)
        at_scale.compare("closed", complexity, "<=", closed)
        here.compare("without-n", complexity, "<=", bounds.theorem_j(s, k, m, R, W, B))
        if cube and n * m >= 2:
            # For the unscaled points, of norm √n, the weights are 1/√n times the weights for scaled
            # points.
            right = section_5.eq_15_cube(n, s, k, m, W / root, B)
            here.compare("on-cube", complexity, "<=", right)
    without = at.of("sec6-dimension")
    if k * (R + B) >= 2:
        right = section_5.eq_15_without_n(s, k, m, R, W, B)
        without(R=float(R), B=float(B)).compare("printed", complexity, "<=", right)
    if cube and n * m >= 2:
        C = section_5.theorem_j_cube_constant
        right = section_5.eq_15_without_n(s, k, m, root, W / root, B, constant=C)
        without.compare("on-cube", complexity, "<=", right)


def bound_row(
    sweep: str, shape: Shape, lower: float, upper: float, *, orthonormal: bool = False
) -> dict[str, Any]:
    """Return the table's row of a complexity: its interval and every bound."""
    n, s, k, m = shape[:4]
    R, W, B = map(float, shape[4:])
    # A lower bound: orthonormal points without bias, s/k even, and only where it is positive.
    below = math.nan
    if orthonormal and B == 0 and s % (2 * k) == 0:
        below = section_5.theorem_f_closed(s, k, m, R, W)
    return {
        "sweep": sweep,
        **shape._asdict(),
        **{"R": R, "W": W, "B": B},
        "lower": lower,
        "upper": upper,
        "eq_15": section_5.eq_15(n, s, k, m, R, W, B) if k * m * (R + B) >= 1 else math.nan,
        "closed": section_5.theorem_19_closed(n, s, k, m, R, W, B),
        "theorem_j": bounds.theorem_j(s, k, m, R, W, B),
        "conj_20": bounds.conj_20(s, k, m, R, W, B),
        "dense": bounds.dense_rademacher(s, m, R, W, B),
        "trivial": k * (W * R + B),
        "theorem_f": below if below > 0 else math.nan,
    }
