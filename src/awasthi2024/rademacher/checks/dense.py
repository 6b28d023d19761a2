"""Complexities at k = s against the bound without sparsity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from awasthi2024.rademacher.checks.clouds import make_points
from awasthi2024.rademacher.checks.line import line, line_values
from awasthi2024.rademacher.checks.shapes import largest_norm
from awasthi2024.rademacher.parameters import CloudKind, LineClass
from awasthi2024.shared.parameters import FewPoints
from balls import between, exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.rademacher.interval import outwards, rademacher_interval
from sparseact.randomness import generator


@check("sec5-dense")
def dense(
    at: Recorder,
    *,
    seed: int,
    lines: NonEmpty[LineClass],
    repeated: NonEmpty[Positive],
    kinds: NonEmpty[CloudKind],
    points: NonEmpty[FewPoints],
    neurons: NonEmpty[Positive],
    bias_bounds: NonEmpty[NonNegative],
    dimension: Positive,
) -> None:
    """Compare complexities at k = s with the bound without sparsity.

    Complexities are exact for classes on the line. They are exact also on equal points, where the
    complexity is sM·E|Σ ζ_i|/m. `repeated` are numbers m of equal points. Certified intervals are
    for all combinations of kind, points, neurons and bias at W = 1. `kinds` are kinds of point
    sets. `points` are numbers m of points. `dimension` is the number n of inputs. The table has a
    row per certified instance and per repeated point: 𝓡·√m/(sM).
    """
    for entry in lines:
        W, B, s = entry["weight_bound"], entry["bias_bound"], entry["neurons"]
        case = line(entry["points"], s, s, W, B)
        value = line_values(case).complexity
        most = s * (case.radius * case.W + case.B)
        instance_recorder = at(**case.instance)
        for statement, factor in (("printed", Fraction(1)), ("proved", bounds.dense_constant)):
            instance_recorder.compare(statement, value**2, "<=", (factor * most) ** 2 / case.m)
        single = line_values(line(entry["points"], 1, 1, W, B)).complexity
        instance_recorder.compare("linear", value, "==", s * single)
    for m in repeated:
        mean = repeated_mean(m)
        instance_recorder = at(s=1, k=1, m=m, points="repeated")
        instance_recorder.compare("order", mean**2, ">=", Fraction(1, 2 * m))
        scaled = float(mean) * math.sqrt(m)
        at.rows.append(
            {"kind": "repeated", "m": m, "s": 1, "B": 0.0, "low": scaled, "high": scaled}
        )
    for kind, m, s, B in product(kinds, points, neurons, bias_bounds):
        rng = generator(seed, "rademacher", "dense", kind)
        x = make_points(kind, m, dimension, rng)
        interval = rademacher_interval(x, s=s, k=s, W=1.0, B=B)
        R = largest_norm(x)
        instance_recorder = at(n=dimension, s=s, k=s, m=m, points=kind, B=B)
        lower, upper = outwards(interval.lower, interval.upper)
        printed = bounds.dense_rademacher(s, exact(m), R, 1, Fraction(B))
        for statement, factor in (("printed", Fraction(1)), ("proved", bounds.dense_constant)):
            right = factor * printed
            instance_recorder.compare(statement, between(lower, upper), "<=", right)
        unit = float(printed)
        low, high = outwards(lower / unit, upper / unit)
        at.rows.append({"kind": kind, "m": m, "s": s, "B": B, "low": low, "high": high})


def repeated_mean(m: int) -> Fraction:
    """Return E|Σ ζ_i|/m."""
    return Fraction(sum(math.comb(m, p) * abs(2 * p - m) for p in range(m + 1)), 2**m * m)
