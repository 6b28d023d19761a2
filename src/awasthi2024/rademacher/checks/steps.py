"""The displays (2)–(14) of Theorem 19's proof: both sides on classes on the line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.displays import (
    compare_absorbed,
    compare_boundary,
    compare_cloud,
    compare_network,
    compare_scales,
    compare_sets,
    compare_tosses,
    compare_weights_on_cube,
)
from awasthi2024.rademacher.checks.line import Line, LineValues, best, largest, line, line_values
from awasthi2024.rademacher.parameters import CloudSize, LineClass
from balls import between, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.randomness import generator


@check("theorem-19")
def steps(
    at: Recorder,
    *,
    seed: int,
    lines: NonEmpty[LineClass],
    thresholds: NonEmpty[NonNegative],
    tosses: Positive,
    clouds: NonEmpty[CloudSize],
    random_networks: Positive,
    repeated: NonEmpty[Positive],
) -> None:
    """Evaluate both sides of the displays (2)–(14) of Theorem 19's proof.

    The classes in `lines` have k = 1. `thresholds` are values of t in (6), (7) and (13).
    `tosses` is the largest |I| in (5), at every t. `clouds` are sizes (n, m) of sets of random
    integer points. These sets are for (9), (10) and the counts. `random_networks` is the number of
    random networks for (3), (11) and Σ|I_j|. `repeated` are numbers s of neurons that have two
    equal points on their boundary. The table has a row per class on the line: both sides of (8),
    (12) and (14), and the certified bounds.
    """
    for entry in lines:
        case = line(
            entry["points"], entry["neurons"], 1, entry["weight_bound"], entry["bias_bound"]
        )
        values = line_values(case)
        _compare_line(at(**case.instance), case, values, thresholds)
        at.rows.append(_line_row(case, values))
    compare_tosses(at, tosses)
    for n, m in clouds:
        rng = generator(seed, "rademacher", "cloud", n, m)
        compare_cloud(at, n, m, rng)
    for number in range(random_networks):
        compare_network(at, number, generator(seed, "rademacher", "network", number))
    for s in repeated:
        compare_boundary(at, s, thresholds)
    compare_sets(at)
    compare_absorbed(at)
    compare_scales(at)
    compare_weights_on_cube(at)


def _compare_line(
    at: Recorder, case: Line, values: LineValues, thresholds: Sequence[float]
) -> None:
    """Compare the sides of every display on one class on the line."""
    m, s, R, W, B = case.m, case.s, case.radius, case.W, case.B
    N = len(values.cells)
    at.compare("subsets", N + 1, "<=", section_5.number_printed(1, m))
    at.compare("subsets-counted", N + 1, "<=", bounds.affine_dichotomies(1, m))
    at.compare("eq-4", values.complexity, "<=", values.first + values.second)
    # Nothing on the right of (6) is maximised; at h = 0 it is 0.
    at.compare("eq-6", values.second, "<=", 0)
    at.compare("eq-12", values.first, "<=", values.exchanged)
    at.compare("eq-12-max", values.first, "<=", values.inside)
    for t in thresholds:
        _compare_threshold(at(t=t), case, values, t)
    for statement, left, scale in (
        ("eq-8-proved", values.second, B),
        ("eq-14-proved", values.first, W * R),
    ):
        right = scale * sqrt(Fraction(s, m)) * (1 + sqrt(2 * log(exact(N))))
        at.compare(statement, left, "<=", right)
    if m * B >= 1:
        at.compare("eq-8", values.second, "<=", section_5.eq_8(1, s, m, B))
    if m * R >= 1:
        at.compare("eq-14", values.first, "<=", section_5.eq_14(1, s, m, R, W))


def _compare_threshold(at: Recorder, case: Line, values: LineValues, t: float) -> None:
    """Compare (6), (7) and (13) at one t."""
    m, s, R, W, B = case.m, case.s, case.radius, case.W, case.B
    N = len(values.cells)
    factor = section_5.union_factor(N, t)
    # Σ_j c_j√|I_j| and Σ_j c_j|I_j|, each at its largest, with c_j = |u_j b_j| and with WR.
    biases = [float(largest(cell, 1)) for cell in values.cells]
    size_roots = [math.sqrt(len(cell.members)) for cell in values.cells]
    printed = section_5.union_factor(section_5.number_printed(1, m), t)
    for statement, left, heights, rare in (
        ("eq-6-max", values.second, biases, factor),
        ("eq-13", values.first, [float(W * R)] * N, printed),
    ):
        roots = [c * r for c, r in zip(heights, size_roots, strict=True)]
        squares = [c * r * r for c, r in zip(heights, size_roots, strict=True)]
        right = t * best(case, values.cells, roots) + rare * best(case, values.cells, squares)
        right /= m
        # Fewer than 2^10 operations on positive numbers, each of which errs by at most 2^−52 of its
        # result, and t²/2 in an exponent by less than 2^−45.
        error = 2.0**-40 * right
        at.compare(statement, left, "<=", between(right - error, right + error))
    above = B * (Fraction(t) * sqrt(Fraction(s, m)) + section_5.union_factor(N, Fraction(t)))
    at.compare("eq-7-strict", values.second, "<=", above)


def _line_row(case: Line, values: LineValues) -> dict[str, Any]:
    m, B, R = case.m, case.B, case.radius
    return {
        **case.instance,
        "sets": len(values.cells),
        "complexity": float(values.complexity),
        "first": float(values.first),
        "second": float(values.second),
        "eq_8": float(section_5.eq_8(1, case.s, m, B)) if m * B >= 1 else math.nan,
        "eq_12": float(values.exchanged),
        "eq_14": float(section_5.eq_14(1, case.s, m, R, case.W)) if m * R >= 1 else math.nan,
    }
