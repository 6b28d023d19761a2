"""Rademacher complexities, exact and certified, against (1), (15) and the proved forms."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.clouds import make_points
from awasthi2024.rademacher.checks.line import line, line_values
from awasthi2024.rademacher.checks.shapes import Shape, bound_row, compare_bounds, largest_norm
from awasthi2024.rademacher.parameters import CloudSweep, OrthogonalSweep, SparseLineClass
from balls import between
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import AtLeastOne, NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.rademacher.interval import outwards, rademacher_interval
from sparseact.randomness import generator


@check("eq-15")
def bounds(
    at: Recorder,
    *,
    lines: NonEmpty[SparseLineClass],
    constants: NonEmpty[AtLeastOne],
    orthogonal: NonEmpty[OrthogonalSweep],
) -> None:
    """Compare exact complexities with (1), (15) and the proved forms.

    (1) and (15) fail with each of `constants`. `orthogonal` are lists of m, s and k for classes on
    orthogonal points. All combinations with k ≤ s are taken; points of norm 1, W = 1, B = 0, n = m.
    The table has a row per class: the complexity and every bound.
    """
    for entry in lines:
        scale = entry["weight_bound"], entry["bias_bound"]
        case = line(entry["points"], entry["neurons"], entry["active"], *scale)
        own = line_values(case).complexity
        shape = Shape(1, case.s, case.k, case.m, case.radius, case.W, case.B)
        compare_bounds(at(**case.instance), shape, between(own, own))
        at.rows.append(bound_row("line", shape, float(own), float(own)))
    for constant, k in product(constants, (1, 2)):
        compare_rescaled(at, constant, k)
    for sweep in orthogonal:
        for m, s, k in product(sweep["points"], sweep["neurons"], sweep["active"]):
            if k <= s:
                value = section_5.theorem_f(s, k, m, 1, 1)
                error = section_5.theorem_f_error * value
                shape = Shape(m, s, k, m, 1, 1, 0)
                instance_recorder = at(n=m, s=s, k=k, m=m, points="orthonormal")
                complexity = between(value - error, value + error)
                compare_bounds(instance_recorder, shape, complexity)
                at.rows.append(bound_row(sweep["sweep"], shape, value, value, orthonormal=True))


def compare_rescaled(at: Recorder, constant: float, k: int) -> None:
    """Compare C·(15), and (15) itself, with the complexity at a unit that makes it small.

    S = {R, −R}, s = 2k and W = 1/R: the class does not depend on R, and its
    complexity is k. The logarithm is ln(2kR), with 2kR = 1 + 2^{−j}.
    """
    depth = 1 + 2 * math.ceil(math.log2(constant))
    R = (1 + Fraction(1, 2**depth)) / (2 * k)
    case = line([R, -R], 2 * k, k, 1 / R, 0)
    value = line_values(case).complexity
    printed = section_5.eq_15(1, 2 * k, k, 2, R, 1 / R, 0)
    instance_recorder = at.of("theorem-19" if k == 1 else "eq-15")(**case.instance)
    larger = Fraction(constant) * printed
    instance_recorder(constant=constant).compare("any-constant", value, "<=", larger)
    instance_recorder(R=str(R)).compare("printed", value, "<=", printed)


@check("eq-15")
def sweeps(at: Recorder, *, seed: int, sweeps: NonEmpty[CloudSweep]) -> None:
    """Compare certified complexities with (1), (15) and the proved forms.

    `sweeps` are lists of n, m, s, k, W and B. Of each sweep all combinations with k ≤ s are taken,
    each on `clouds` sets of points. The table has a row per class: the certified interval and every
    bound.
    """
    for entry in sweeps:
        kind = entry["kind"]
        for n, m, s, k, W, B, cloud in product(
            entry["dimensions"],
            entry["points"],
            entry["neurons"],
            entry["active"],
            entry["weight_bounds"],
            entry["bias_bounds"],
            range(entry["clouds"]),
        ):
            if k > s:
                continue
            # Neither m nor the class enters the name: more points continue a cloud.
            rng = generator(seed, "rademacher", "points", kind, n, cloud)
            x = make_points(kind, m, n, rng)
            interval = rademacher_interval(x, s=s, k=k, W=W, B=B)
            shape = Shape(n, s, k, m, largest_norm(x), Fraction(W), Fraction(B))
            instance_recorder = at(n=n, s=s, k=k, m=m, points=kind, cloud=cloud, W=W, B=B)
            ends = outwards(interval.lower, interval.upper)
            compare_bounds(instance_recorder, shape, between(*ends), cube=kind == "cube")
            row = bound_row(entry["sweep"], shape, *ends, orthonormal=kind == "orthonormal")
            at.rows.append({"kind": kind, "cloud": cloud, **row})
