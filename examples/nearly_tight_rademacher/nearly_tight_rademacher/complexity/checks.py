"""Each statement on small instances: exact sums, and certified intervals of the complexity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from balls import Real, between, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.rademacher.interval import rademacher_interval, supremum

#: C₀ of Proposition 7: "For example, one may take".
C_0 = (6 * sqrt(exact(320)) + 6) / log(exact(2)) + (1 + 36 * sqrt(log(exact(2)))) / (
    log(exact(2)) * sqrt(log(exact(2)))
)
#: (ln 2)^(−3/2) = 1.7329…
LEAST = 1 / (log(exact(2)) * sqrt(log(exact(2))))


def logarithm(m: int) -> Real:
    """Return ln(2m)."""
    return log(exact(2 * m))


def three_halves(m: int) -> Real:
    """Return ln(2m)^(3/2)."""
    return logarithm(m) * sqrt(logarithm(m))


@cache
def mean_size(m: int) -> Fraction:
    """Return E|ζ_1 + … + ζ_m| = m·ρ_m."""
    return Fraction(m * comb(m - 1, (m - 1) // 2), 2 ** (m - 1)) if m else Fraction(0)


@cache
def mean_cluster(m: int, q: int) -> Fraction:
    """Return E|Z|, Z the sum of the signs of those of m points that fall into one of q cells."""
    return sum(
        (Fraction(comb(m, j) * (q - 1) ** (m - j), q**m) * mean_size(j) for j in range(m + 1)),
        Fraction(0),
    )


# --------------------------------------------------------------- upper bounds


def point_sets(largest: int, number: int, seed: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield orthonormal points, a pair x, −x, and random points of integers in the plane."""
    for m in range(1, largest + 1):
        yield "orthonormal", np.eye(m)
    yield "antipodal", np.array([[1.0], [-1.0]])
    draw = Random(seed)
    for _ in range(number):
        m = draw.randint(2, largest)
        yield "random", np.array([[draw.randint(-3, 3), draw.randint(-3, 3)] for _ in range(m)])


@check("theorem-2")
def upper(
    at: Recorder, *, largest: Annotated[int, Ge(2), Le(5)], number: Positive, seed: int
) -> None:
    """Compare certified intervals of R(S), where X₀ = S, with each upper bound."""
    for i, (kind, points) in enumerate(point_sets(largest, number, seed)):
        m, radius = len(points), sqrt(exact(int((points**2).sum(axis=1).max())))
        for s, k, bias in [(1, 1, 0), (2, 1, 0.5), (2, 2, 0.25), (3, 2, 1), (3, 1, 3)]:
            here = at(kind=kind, set=i, m=m, s=s, k=k, B=bias)
            found = rademacher_interval(points, s=s, k=k, W=1, B=bias)
            complexity = between(found.lower, found.upper)
            bias, rho, root = exact(float(bias)), mean_size(m) / m, sqrt(Fraction(s * k, m))
            scale = radius + bias
            with_log = at_most(k, root * three_halves(m))
            constant = k * bias * rho
            here.compare("printed", complexity, "<=", 2 * C_0 * radius * with_log + constant)
            here.compare("two", complexity, "<=", 2 * radius * with_log + constant)
            one_root = at_most(k, root * sqrt(logarithm(m)))
            half = Fraction(36, 5) * radius * one_root + constant
            here.compare("root", complexity, "<=", half)
            width = s * scale / sqrt(exact(m))
            here.compare("dense", complexity, "<=", 2 * width)
            here.compare("dense-sharp", complexity, "<=", Fraction(3, 2) * width)
            seven = here.of("proposition-7")
            seven.compare("printed", complexity, "<=", C_0 * scale * root * three_halves(m))
            if m > 1:  # one point and s = k attain the next two
                seven.compare("least", complexity, "<=", LEAST * scale * root * three_halves(m))
                if kind != "antipodal":  # which attains it, too
                    here.compare("envelope", complexity, "<=", k * scale)
            elif s == k:
                below = Fraction(17328, 10000)
                here.compare("at-least", complexity, ">", below * radius * with_log + constant)
                right = below * scale * root * three_halves(1)
                seven.compare("attained", complexity, ">", right)


def at_most(k: int, value: Real) -> Real:
    """Return min(k, value), which may be equal as integers only."""
    return min(exact(k), value)


@check("theorem-2")
def bounds(at: Recorder, *, ratio: Positive, powers: Positive) -> None:
    """Tell each bound at B = 0, over the trivial one, kA, at s = ratio·k and m = 1, 2, 4, …."""
    for power in range(powers + 1):
        m = 2**power
        root = (ratio / m) ** 0.5
        ell = float(logarithm(m))
        here = at(m=m, s=ratio, k=1)
        here.row(
            printed=2 * float(C_0) * root * ell**1.5,
            two=2 * root * ell**1.5,
            root=7.2 * root * ell**0.5,
            lower=min(1, root) / 4 / 2**0.5,
        )


# --------------------------------------------------------- without a logarithm


@check("logarithm-free")
def growth(at: Recorder, *, constants: Distinct[Positive]) -> None:
    """Compare Theorem H's lower bound of the ratio, at its sizes, with each constant.

    With a = b = g² the square of the ratio is at least g⁴/(32(2g + 1)²), and half the ratio holds
    in the mean over samples.
    """
    three = rademacher_interval(np.eye(3), s=2, k=1, W=1, B=0.15)
    right = Fraction(23, 20) * sqrt(Fraction(2, 3))
    at(C=1, m=3, s=2, k=1).compare("printed", between(three.lower, three.upper), "<=", right)
    for constant in constants:
        for statement, most in (("printed", 32), ("samples", 128)):
            g = 1
            while g**4 <= most * constant**2 * (2 * g + 1) ** 2:
                g += 1
            square = between(Fraction(g**4, most * (2 * g + 1) ** 2), None)
            at(C=constant, g=g).compare(statement, square, "<=", constant**2)


@check("logarithm-free")
def samples(at: Recorder, *, points: Annotated[int, Ge(2), Le(3)]) -> None:
    """Compare the mean complexity of samples from orthonormal points with the points' own.

    Sparsity is required on all the points. A point that is not drawn, or whose signs cancel, is
    given twice, with both signs, so that it counts for sparsity and adds 0.
    """
    sets = {"orthonormal": np.eye(points), "line": np.arange(1.0, points + 1)[:, None]}
    for kind, x in sets.items():
        sums: Counter[tuple[int, ...]] = Counter()
        for drawn in product(range(points), repeat=points):
            for signs in product((1, -1), repeat=points):
                pairs = list(zip(drawn, signs, strict=True))
                sums[tuple(sum(z for i, z in pairs if i == v) for v in range(points))] += 1
        low = high = Fraction(0)
        for z, count in sums.items():
            copies = [(v, sign) for v, total in enumerate(z) for sign in _signs(total)]
            best = supremum(x[[v for v, _ in copies]], [sign for _, sign in copies],
                            s=2, k=1, W=1, B=0.25)  # fmt: skip
            low, high = low + count * Fraction(best.lower), high + count * Fraction(best.upper)
        all_of_it = points * sum(sums.values())
        own = rademacher_interval(x, s=2, k=1, W=1, B=0.25)
        share = mean_cluster(points, points)
        mean, half = (
            between(low / all_of_it, high / all_of_it),
            between(share * Fraction(own.lower), share * Fraction(own.upper)),
        )
        at(points=kind, m=points, s=2, k=1).compare("jensen", mean, ">=", half)
    for m in range(1, 40):
        at(m=m).compare("share", mean_cluster(m, m), ">=", Fraction(1, 2))


def _signs(total: int) -> list[int]:
    """Return signs that add up to an integer, at least one of them."""
    return [1 if total > 0 else -1] * abs(total) or [1, -1]


# ------------------------------------------------------------- two short lemmas


@check("lemma-9")
def moments(at: Recorder, *, largest: Positive, number: Positive, seed: int) -> None:
    """Compare E|ζ_1 + … + ζ_m| with the roots, and moments of random laws on four integers."""
    for m in range(1, largest + 1):
        square = mean_size(m) ** 2
        here = at(m=m)
        here.compare("signs", square, ">=", Fraction(m, 3))
        here.compare("half", square, ">=", Fraction(m, 2))
        here.row(square=float(square / m))
    draw = Random(seed)
    for law in range(number):
        values = [draw.randint(-5, 5) for _ in range(4)]
        weights = [draw.randint(1, 9) for _ in range(4)]

        def moment(power: int, values: Any = values, weights: Any = weights) -> Fraction:
            """Return E|Z|^power."""
            terms = (w * abs(v) ** power for v, w in zip(values, weights, strict=True))
            return Fraction(sum(terms), sum(weights))

        if any(values):
            left, right = moment(1) ** 2 * moment(4), moment(2) ** 3
            at(law=law).compare("printed", left, ">=", right)


@check("lemma-8")
def clipping(at: Recorder, *, largest: Positive) -> None:
    """Compare both sides of (9) for thirds of integers, and what is active before and after."""
    grid = [Fraction(i, 3) for i in range(-largest, largest + 1)]
    for scale in (Fraction(0), Fraction(1), Fraction(5, 3)):
        for a, beta in product((a for a in grid if abs(a) <= scale), grid):
            clipped = max(-scale, min(beta, scale))
            here = at(A=str(scale), a=str(a), beta=str(beta))
            right = max(a - clipped, Fraction(0)) + max(-beta - scale, Fraction(0))
            here.compare("printed", max(a - beta, Fraction(0)), "==", right)
            here.compare("active", int(a > clipped), "<=", int(a > beta))


# --------------------------------------------------------------- lower bounds


@check("theorem-3")
def lower(at: Recorder, *, largest: Positive, scales: Distinct[Positive]) -> None:
    """Compare the means of the clusters' networks, exactly, with the lower bounds.

    A is 1, and B runs over 1/4 of `scales`.
    """
    caps: list[tuple[str, Real]] = [
        ("printed", sqrt(exact(3)) / 2),
        ("root-half", sqrt(Fraction(1, 2))),
    ]
    for s, k, m in product((1, 2, 3, 5, 8, 12), (1, 2, 5), range(1, largest + 1, 3)):
        if k > s:
            continue
        q = min(s // k, m)
        weight, rho = k * q * mean_cluster(m, q) / m, mean_size(m) / m
        shape, root = at_most(k, sqrt(Fraction(s * k, m))), sqrt(exact(m))
        for fourths in scales:
            bias = Fraction(fourths, 4)
            here = at(s=s, k=k, m=m, B=str(bias))
            right = (shape + k * bias / root) / (4 * sqrt(exact(2)))
            here.compare("printed", _larger(weight, k * bias * rho), ">=", right)
            for statement, tau in caps:
                a = min(exact(1), bias / tau)
                right = (1 - tau) / (4 * sqrt(exact(2))) * (a * shape + k * bias / root)
                left = _larger(a * (1 - tau) * weight, k * bias * rho)
                here.of("theorem-12").compare(statement, left, ">=", right)


def _larger(one: Real, other: Real) -> Real:
    return one if one > other else other


# ------------------------------------------------------------------- the ball


@check("threshold")
def caps(at: Recorder, *, radius: Annotated[int, Ge(3), Le(12)]) -> None:
    """Count the active clusters at every integer point of a ball in four dimensions.

    Cluster b is active where x_b > R/√(r + 1), for orthonormal directions, r = 1, 2 and 3.
    """
    grid = range(radius + 1)  # a negative coordinate activates no cluster
    for r in (1, 2, 3):
        most = max(
            sum((r + 1) * v * v > radius**2 for v in x)
            for x in product(grid, repeat=4)
            if sum(v * v for v in x) <= radius**2
        )
        here = at(r=r, R=radius)
        if r == 1:
            here.of("theorem-12").compare("disjoint", most, "<=", 1)
        here.compare("active", most, "<=", r)
        gain = (1 - 1 / sqrt(exact(r + 1))) / sqrt(exact(r))
        if r == 2:
            here.compare("smaller", gain, ">", 1 - 1 / sqrt(exact(2)))


@check("proposition-10")
def half_planes(at: Recorder, *, number: Positive, seed: int) -> None:
    """Compare the number of zero-bias units in the plane with twice the largest number of active.

    A direction just beside each boundary decides: all counts are exact.
    """
    draw = Random(seed)
    for drawn in range(number):
        units = [(draw.randint(-4, 4), draw.randint(-4, 4)) for _ in range(draw.randint(1, 7))]
        units = [v for v in units if v != (0, 0)]
        beside = [
            (sign * -99 * y + turn * x, sign * 99 * x + turn * y)
            for x, y in units
            for sign, turn in product((1, -1), repeat=2)
        ]
        most = max((sum(a * x + b * y > 0 for a, b in units) for x, y in beside), default=0)
        at(drawn=drawn, s=len(units), k=most).compare("units", len(units), "<=", 2 * most)
    for i, (kind, points) in enumerate(point_sets(4, 6, seed)):
        m, radius = len(points), sqrt(exact(int((points**2).sum(axis=1).max())))
        for k in (1, 2):
            found = rademacher_interval(points, s=2 * k, k=2 * k, W=1, B=0)
            here = at(kind=kind, set=i, m=m, k=k)
            width = k * radius / sqrt(exact(m))
            here.compare("printed", between(0, found.upper), "<=", 4 * width)
            here.compare("three", between(0, found.upper), "<=", 3 * width)
