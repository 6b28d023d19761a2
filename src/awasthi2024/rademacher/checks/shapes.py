"""The sizes in the bounds of Section 5, and comparisons of an interval with these bounds."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from awasthi2024.bounds import section_5
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


class Shape(NamedTuple):
    """The sizes in the bounds of Section 5."""

    n: int
    s: int
    k: int
    m: int
    R: float
    W: float
    B: float


def printed_bound(shape: Shape) -> float:
    """Return the right-hand side of (15), nan where the logarithm is of a number below 1."""
    n, s, k, m, R, W, B = shape
    return section_5.eq_15(n, s, k, m, R, W, B) if k * m * (R + B) >= 1 else math.nan


def compare_bounds(
    recorder: Recorder, shape: Shape, lower: float, upper: float, *, cube: bool = False
) -> None:
    """Compare a complexity between `lower` and `upper` with the paper's and the proved bounds.

    Points of the `cube` are scaled to norm 1.
    """
    n, s, k, m, R, W, B = shape
    scaled = recorder.where(R=R, B=B)
    for claim in ("eq-15", "theorem-19") if k == 1 else ("eq-15",):
        for instance_recorder, statement, right in (
            (scaled, "printed", printed_bound(shape)),
            (scaled, "closed", section_5.theorem_19_closed(n, s, k, m, R, W, B)),
            (recorder, "without-n", bounds.theorem_j(s, k, m, R, W, B)),
        ):
            if not math.isnan(right):
                compare_between(instance_recorder.for_claim(claim), statement, lower, upper, right)
        if cube and n * m >= 2:
            # For the unscaled points, of norm √n, the weights are 1/√n times the weights for scaled
            # points.
            right = section_5.eq_15_cube(n, s, k, m, W / math.sqrt(n), B)
            compare_between(recorder.for_claim(claim), "on-cube", lower, upper, right)
    without = recorder.for_claim("sec6-dimension")
    if k * (R + B) >= 2:
        right = section_5.eq_15_without_n(s, k, m, R, W, B)
        compare_between(without.where(R=R, B=B), "printed", lower, upper, right)
    if cube and n * m >= 2:
        root = math.sqrt(n)
        C = section_5.theorem_j_cube_constant
        right = section_5.eq_15_without_n(s, k, m, root, W / root, B, constant=C)
        compare_between(without, "on-cube", lower, upper, right)


def compare_between(
    recorder: Recorder, statement: str, lower: float, upper: float, right: float
) -> None:
    """Compare a number that lies between `lower` and `upper` with a rounded right-hand side."""
    middle, error = (lower + upper) / 2, (upper - lower) / 2
    recorder.closed_form(statement, middle, "<=", right, error=error)


def bound_row(
    sweep: str, shape: Shape, lower: float, upper: float, *, orthonormal: bool = False
) -> dict[str, Any]:
    """Return the table's row of a complexity: its interval and every bound."""
    n, s, k, m, R, W, B = shape
    # A lower bound: orthonormal points without bias, s/k even, and only where it is positive.
    below = math.nan
    if orthonormal and B == 0 and s % (2 * k) == 0:
        below = section_5.theorem_f_closed(s, k, m, R, W)
    return {
        "sweep": sweep,
        **shape._asdict(),
        "lower": lower,
        "upper": upper,
        "eq_15": printed_bound(shape),
        "closed": section_5.theorem_19_closed(n, s, k, m, R, W, B),
        "theorem_j": bounds.theorem_j(s, k, m, R, W, B),
        "conj_20": bounds.conj_20(s, k, m, R, W, B),
        "dense": bounds.dense_rademacher(s, m, R, W, B),
        "trivial": k * (W * R + B),
        "theorem_f": below if below > 0 else math.nan,
    }
