"""Rademacher complexities, exact and certified, against the bounds of Section 5."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Literal

import numpy as np
from typing_extensions import TypedDict

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.cells import LineClass, line, line_of, line_values
from awasthi2024.shared.parameters import FewPoints
from balls import Exact, Interval, between, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import AtLeastOne, NonEmpty, NonNegative, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds as right_sides
from sparseact.rademacher.interval import outwards, rademacher_interval
from sparseact.randomness import generator

CloudKind = Literal["sphere", "gaussian", "cube", "orthonormal", "equicorrelated", "repeated"]


class OrthogonalSweep(TypedDict):
    """Classes on orthogonal points."""

    sweep: str
    points: NonEmpty[Positive]
    neurons: NonEmpty[Positive]
    active: NonEmpty[Positive]


class CloudSweep(TypedDict):
    """Classes on random point sets."""

    sweep: str
    kind: CloudKind
    dimensions: NonEmpty[Positive]
    points: NonEmpty[FewPoints]
    neurons: NonEmpty[Positive]
    active: NonEmpty[Positive]
    weight_bounds: NonEmpty[NonNegative]
    bias_bounds: NonEmpty[NonNegative]
    clouds: Positive


@check("eq-15")
def bounds(
    at: Recorder,
    *,
    lines: NonEmpty[LineClass],
    constants: NonEmpty[AtLeastOne],
    orthogonal: NonEmpty[OrthogonalSweep],
) -> None:
    """Compare exact complexities with (1), (15), their corrected forms and Theorem J.

    They are fractions on the line, by enumeration of all signs and cells, and a closed form on
    orthogonal points of norm 1, with W = 1, B = 0 and n = m. The logarithm is natural; where its
    argument is below 1 the root is undefined, and (1) and (15) are not compared. The points R and
    −R refute any constant in `constants`: the class does not depend on R, since WR = 1, but the
    bound falls to 0. `orthogonal` are lists of m, s and k, of which all combinations with k ≤ s are
    taken.
    """
    for entry in lines:
        case = line_of(entry)
        own, sizes = line_values(case).complexity, (1, case.s, case.k, case.m)
        scale = case.R, case.W, case.B
        compare_bounds(at(**case.instance), sizes, scale, between(own, own))
        bound_row(at(sweep="line"), sizes, scale, float(own), float(own))
    for constant, k in product(constants, (1, 2)):
        compare_rescaled(at, constant, k)
    one, zero = Fraction(1), Fraction(0)
    for sweep in orthogonal:
        for m, s, k in product(sweep["points"], sweep["neurons"], sweep["active"]):
            if k <= s:
                value, sizes = section_5.theorem_f(s, k, m, 1, 1), (m, s, k, m)
                error = section_5.theorem_f_error * value
                here = at(n=m, s=s, k=k, m=m, points="orthonormal")
                compare_bounds(here, sizes, (one, one, zero), between(value - error, value + error))
                bound_row(at(sweep=sweep["sweep"]), sizes, (one, one, zero), value, value)


def compare_rescaled(at: Recorder, constant: float, k: int) -> None:
    """Compare C·(15), and (15) itself, with the complexity at a unit that makes it small.

    S = {R, −R}, s = 2k and W = 1/R: the complexity is k. The logarithm is ln(2kR), with
    2kR = 1 + 2^{−j}.
    """
    depth = 1 + 2 * math.ceil(math.log2(constant))
    R = (1 + Fraction(1, 2**depth)) / (2 * k)
    case = line([R, -R], 2 * k, k, 1 / R, 0)
    value, printed = line_values(case).complexity, section_5.eq_15(1, 2 * k, k, 2, R, 1 / R, 0)
    here = at.of("theorem-19" if k == 1 else "eq-15")(**case.instance)
    here(constant=constant).compare("any-constant", value, "<=", Fraction(constant) * printed)
    here(R=str(R)).compare("printed", value, "<=", printed)


@check("eq-15")
def sweeps(at: Recorder, *, seed: int, sweeps: NonEmpty[CloudSweep]) -> None:
    """Compare certified intervals of complexities with the same bounds.

    The points are on the sphere, Gaussian, on the cube or orthonormal. Points of the cube are
    scaled to norm 1, and the weights with them. `sweeps` are lists of n, m, s, k, W and B, of which
    all combinations with k ≤ s are taken, each on `clouds` sets of points.
    """
    for entry in sweeps:
        kind = entry["kind"]
        numbers = entry["dimensions"], entry["points"], entry["neurons"], entry["active"]
        scales = entry["weight_bounds"], entry["bias_bounds"]
        for n, m, s, k, W, B, cloud in product(*numbers, *scales, range(entry["clouds"])):
            if k > s:
                continue
            # Neither m nor the class enters the name: more points continue a cloud.
            x = make_points(kind, m, n, generator(seed, "rademacher", "points", kind, n, cloud))
            interval = rademacher_interval(x, s=s, k=k, W=W, B=B)
            ends, sizes = outwards(interval.lower, interval.upper), (n, s, k, m)
            scale = largest_norm(x), Fraction(W), Fraction(B)
            here = at(n=n, s=s, k=k, m=m, points=kind, cloud=cloud, W=W, B=B)
            compare_bounds(here, sizes, scale, between(*ends), cube=kind == "cube")
            bound_row(at(kind=kind, cloud=cloud, sweep=entry["sweep"]), sizes, scale, *ends)


Sizes = tuple[int, int, int, int]
Scale = tuple[Fraction, Fraction, Fraction]


def compare_bounds(
    at: Recorder, sizes: Sizes, scale: Scale, complexity: Interval, *, cube: bool = False
) -> None:
    """Compare a complexity in an interval with the paper's and the proved bounds.

    `sizes` are n, s, k and m, and `scale` is R, W and B. Points of the `cube` are scaled to norm 1.
    """
    (n, s, k, m), (R, W, B) = map(exact, sizes), scale
    scaled = at(R=float(R), B=float(B))
    claims = ("eq-15", "theorem-19") if k == 1 else ("eq-15",)
    for claim in claims:
        here = scaled.of(claim)
        if k * m * (R + B) >= 1:  # elsewhere the logarithm is negative
            here.compare("printed", complexity, "<=", section_5.eq_15(n, s, k, m, R, W, B))
        here.compare("closed", complexity, "<=", section_5.theorem_19_closed(n, s, k, m, R, W, B))
        right = right_sides.theorem_j(s, k, m, R, W, B)
        at.of(claim).compare("without-n", complexity, "<=", right)
    if k * (R + B) >= 2:
        right = section_5.eq_15_without_n(s, k, m, R, W, B)
        scaled.of("sec6-dimension").compare("printed", complexity, "<=", right)
    if cube and n * m >= 2:
        # The points as they are have norm √n; their weights are 1/√n times those of scaled points.
        root, C = sqrt(n), section_5.theorem_j_cube_constant
        right = section_5.eq_15_cube(n, s, k, m, W / root, B)
        for claim in claims:
            at.of(claim).compare("on-cube", complexity, "<=", right)
        right = section_5.eq_15_without_n(s, k, m, root, W / root, B, constant=C)
        at.of("sec6-dimension").compare("on-cube", complexity, "<=", right)


def bound_row(at: Recorder, sizes: Sizes, scale: Scale, lower: float, upper: float) -> None:
    """Add the table's row of a complexity: its interval and every bound."""
    (n, s, k, m), (R, W, B) = sizes, map(float, scale)
    at.row(
        **{"n": n, "s": s, "k": k, "m": m, "R": R, "W": W, "B": B, "lower": lower, "upper": upper},
        eq_15=section_5.eq_15(n, s, k, m, R, W, B) if k * m * (R + B) >= 1 else math.nan,
        closed=section_5.theorem_19_closed(n, s, k, m, R, W, B),
        theorem_j=right_sides.theorem_j(s, k, m, R, W, B),
        conj_20=right_sides.conj_20(s, k, m, R, W, B),
    )


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

    On the line they are fractions, and are also compared with s times the complexity of one neuron.
    On one point that is repeated m times the square of the binomial mean is compared. Elsewhere
    they are certified intervals, at W = 1. No violation of the constant 1 is known. `repeated` are
    numbers m of equal points. `kinds` are kinds of point sets. `points` are numbers m of points.
    `dimension` is the number n of inputs.
    """
    constants = ("printed", Fraction(1)), ("proved", right_sides.dense_constant)
    for entry in lines:
        case = line_of(entry)
        value, most = line_values(case).complexity, case.s * (case.R * case.W + case.B)
        here = at(**case.instance)
        for statement, factor in constants:
            here.compare(statement, value**2, "<=", (factor * most) ** 2 / case.m)
        single = line_values(case._replace(s=1, k=1)).complexity
        here.compare("linear", value, "==", case.s * single)
    for m in repeated:
        total = sum(math.comb(m, p) * abs(2 * p - m) for p in range(m + 1))
        mean = Fraction(total, 2**m * m)  # E|Σ ζ_i|/m
        at(s=1, k=1, m=m, points="repeated").compare("order", mean**2, ">=", Fraction(1, 2 * m))
        scaled = float(mean) * math.sqrt(m)
        at.row(kind="repeated", m=m, s=1, B=0.0, low=scaled, high=scaled)
    for kind, m, s, B in product(kinds, points, neurons, bias_bounds):
        x = make_points(kind, m, dimension, generator(seed, "rademacher", "dense", kind))
        interval = rademacher_interval(x, s=s, k=s, W=1.0, B=B)
        lower, upper = outwards(interval.lower, interval.upper)
        printed: Exact = right_sides.dense_rademacher(s, exact(m), largest_norm(x), 1, Fraction(B))
        here = at(n=dimension, s=s, k=s, m=m, points=kind, B=B)
        for statement, factor in constants:
            here.compare(statement, between(lower, upper), "<=", factor * printed)
        low, high = outwards(lower / float(printed), upper / float(printed))
        at.row(kind=kind, m=m, s=s, B=B, low=low, high=high)


def largest_norm(x: np.ndarray) -> Fraction:
    """Return a float that no norm of the points x, shape (m, n), exceeds."""
    square = max(sum((Fraction(v) ** 2 for v in row), Fraction(0)) for row in x.tolist())
    radius = float(np.linalg.norm(x, axis=1).max())
    while Fraction(radius) ** 2 < square:
        radius = math.nextafter(radius, math.inf)
    return Fraction(radius)


def make_points(name: str, m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return m points in n dimensions, of norm 1 but for "gaussian"; shape (m, n).

    Gaussian points have norm 1 on average; cube points are ±1/√n; orthonormal points need m ≤ n,
    equicorrelated ones, with inner products 2/5, m < n (else ValueError); repeated is one point m
    times.
    """
    if name == "sphere":
        x = rng.standard_normal((m, n))
        return x / np.linalg.norm(x, axis=1, keepdims=True)
    if name == "gaussian":
        return rng.standard_normal((m, n)) / math.sqrt(n)
    if name == "cube":
        return rng.choice([-1.0, 1.0], (m, n)) / math.sqrt(n)
    if name == "repeated":
        return np.eye(1, n).repeat(m, axis=0)
    if name == "orthonormal" and m <= n:
        return np.eye(m, n)
    if name == "equicorrelated" and m < n:
        x = np.eye(m, n) * math.sqrt(0.6)
        x[:, m] = math.sqrt(0.4)
        return x
    raise ValueError(f"{m} points {name!r} in {n} dimensions; see make_points for what is allowed")
