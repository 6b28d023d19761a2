"""The displays (2)–(14) of Theorem 19's proof: tosses, points, networks, classes on the line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import numpy as np

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks import cells
from awasthi2024.rademacher.checks.cells import Line, LineClass, LineValues, strict_cells
from balls import Exact, Interval, between, exact, exp, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, Pair, Positive
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
    clouds: NonEmpty[Pair[Positive]],
    random_networks: Positive,
    repeated: NonEmpty[Positive],
) -> None:
    """Compare both sides of the displays (2)–(14) of Theorem 19's proof.

    On classes on the line with strict sets, k = 1, the terms T₁ and T₂ and the right-hand sides of
    (12) are fractions; N is the number of sets that are not empty. On the right of (12) the maximum
    is outside the expectation. Tails are exact binomials, compared at the worst t. Sums over random
    dyadic networks, and sets of random integer points, are exact. Logarithms and exponentials have
    proved errors; where an argument is below 1 a root is undefined, and nothing is compared. The
    O(·) of a number of sets has the constant 1. `thresholds` are values of t in (6), (7) and (13).
    `tosses` is the largest size of I_j in (5). `clouds` are sizes n, m of sets of integer points.
    `random_networks` is the number of random networks for (3), (11) and Σ|I_j| ≤ km, where k is
    counted on the points, so that the last cannot fail. `repeated` are numbers s of neurons that
    have two equal points on their boundary; there the left-hand side of (7) is at least s/2, which
    is compared.
    """
    for entry in lines:
        case = cells.line_of(entry)
        compare_line(at(**case.instance), case, cells.line_values(case), thresholds)
    compare_tosses(at, tosses)
    for n, m in clouds:
        compare_cloud(at, n, m, generator(seed, "rademacher", "cloud", n, m))
    for number in range(random_networks):
        compare_network(at, number, generator(seed, "rademacher", "network", number))
    for s in repeated:
        compare_boundary(at, s, thresholds)
    compare_sizes(at)
    compare_numbers_of_sets(at)
    compare_absorbed(at)
    compare_scales(at)
    compare_weights_on_cube(at)


def compare_line(at: Recorder, case: Line, values: LineValues, thresholds: Sequence[float]) -> None:
    """Compare the sides of every display on one class on the line."""
    m, s, R, W, B, N = case.m, case.s, case.R, case.W, case.B, len(values.cells)
    at.compare("subsets", N + 1, "<=", section_5.number_printed(1, m))
    at.compare("subsets-counted", N + 1, "<=", bounds.affine_dichotomies(1, m))
    at.compare("eq-4", values.complexity, "<=", values.first + values.second)
    # Nothing on the right of (6) is maximised; at h = 0 it is 0.
    at.compare("eq-6", values.second, "<=", 0)
    at.compare("eq-12", values.first, "<=", values.exchanged)
    at.compare("eq-12-max", values.first, "<=", values.inside)
    for t in thresholds:
        compare_threshold(at(t=t), case, values, t)
    proved = sqrt(Fraction(s, m)) * (1 + sqrt(2 * log(exact(N))))
    at.compare("eq-8-proved", values.second, "<=", B * proved)
    at.compare("eq-14-proved", values.first, "<=", W * R * proved)
    if m * B >= 1:
        at.compare("eq-8", values.second, "<=", section_5.eq_8(1, s, m, B))
    if m * R >= 1:
        at.compare("eq-14", values.first, "<=", section_5.eq_14(1, s, m, R, W))


def compare_threshold(at: Recorder, case: Line, values: LineValues, t: float) -> None:
    """Compare (6), (7) and (13) at one t."""
    m, N = case.m, len(values.cells)
    roots = [math.sqrt(len(cell.members)) for cell in values.cells]

    def above(heights: Sequence[float], rare: float) -> Interval:
        """Return tΣ c_j√|I_j| + rare·Σ c_j|I_j|, each sum at its largest, over m."""
        sums = [
            cells.best(case, values.cells, [c * r**e for c, r in zip(heights, roots, strict=True)])
            for e in (1, 2)
        ]
        right = (t * sums[0] + rare * sums[1]) / m
        # Fewer than 2^10 operations on positive numbers, each of which errs by at most 2^−52 of its
        # result, and t²/2 in an exponent by less than 2^−45.
        return between(right - 2.0**-40 * right, right + 2.0**-40 * right)

    biases = [float(cells.largest(cell, 1)) for cell in values.cells]
    at.compare("eq-6-max", values.second, "<=", above(biases, section_5.union_factor(N, t)))
    rare = section_5.union_factor(section_5.number_printed(1, m), t)
    at.compare("eq-13", values.first, "<=", above([float(case.W * case.R)] * N, rare))
    strict = Fraction(t) * sqrt(Fraction(case.s, m)) + section_5.union_factor(N, Fraction(t))
    at.compare("eq-7-strict", values.second, "<=", case.B * strict)


def compare_tosses(at: Recorder, tosses: int) -> None:
    """Compare (5) at the worst t: just below j/√|I| its left-hand side is P[|Σ ζ_i| ≥ j]."""
    c = section_5.hoeffding_constant
    for size in range(1, tosses + 1):
        sides: list[Exact] = [Fraction(0)]
        beyond = 0
        for j in range(size, 0, -2):
            beyond += 2 * math.comb(size, (size + j) // 2)
            sides.append(Fraction(beyond, 2 ** (size + 1)) * exp(Fraction(j * j, c * size)))
        at(set_size=size, c=c).compare("eq-5", max(sides, key=float), "<=", 1)


def compare_cloud(at: Recorder, n: int, m: int, rng: np.random.Generator) -> None:
    """Compare (9), (10) and the number of sets on m random integer points in n dimensions."""
    x = rng.integers(-3, 4, (m, n))
    x[0, 0] = max(x[0, 0], 1)  # not all are 0
    at = at(n=n, m=m, points=str(x.tolist()))
    number = len(strict_cells(x.tolist(), Fraction(1), Fraction(4 * n)))
    at.compare("subsets", number, "<=", section_5.number_printed(n, m))
    at.compare("subsets-counted", number, "<=", bounds.affine_dichotomies(n, m))
    signs = np.array(list(cells.half_the_signs(m)))
    for p in range(n):
        if x[:, p].any():
            compare_coordinate(at(coordinate=p), x[:, p], signs)
    compare_lengths(at, x, signs)


def compare_coordinate(at: Recorder, x: np.ndarray, signs: np.ndarray) -> None:
    """Compare (9) at the worst t, in one coordinate."""
    sums, square = np.abs(signs @ x), section_5.hoeffding_constant * int((x**2).sum())
    sides: list[Exact] = [
        Fraction(int((sums >= value).sum()), len(sums)) * exp(Fraction(value**2, square)) / 2
        for value in np.unique(sums[sums > 0]).tolist()
    ]
    at.compare("eq-9", max(sides, key=float), "<=", 1)


def compare_lengths(at: Recorder, x: np.ndarray, signs: np.ndarray) -> None:
    """Compare (10) on every set of points."""
    m, worst = len(x), Fraction(0)
    radius = int((x**2).sum(axis=1).max())  # R²
    for subset in (list(c) for size in range(1, m + 1) for c in combinations(range(m), size)):
        squares = (x[subset] ** 2).sum(axis=0).tolist()
        for row in (signs[:, subset] @ x[subset]).tolist():
            length = Fraction(sum(v * v for v in row), radius * len(subset))
            most = max(
                (Fraction(v * v, q) for v, q in zip(row, squares, strict=True) if q), default=0
            )
            worst = max(worst, length / most) if most else worst
    at.compare("eq-10", worst, "<=", 1)


def compare_network(at: Recorder, number: int, rng: np.random.Generator) -> None:
    """Compare (3), (11) and the sizes of the active sets; some points lie on boundaries."""
    n, s, m = (int(rng.integers(1, top)) for top in (4, 5, 7))
    # w, b and u are these integers over 2, so that each side is an integer over 4.
    x = rng.integers(-2, 3, (m, n))
    w, b, u = rng.integers(-2, 3, (s, n)), rng.integers(-2, 3, s), rng.integers(-2, 3, s)
    signs = rng.choice([-1, 1], m)
    z = x @ w.T - b
    inside = signs[:, None] * (z >= 0)  # column j has ζ_i where i is in the paper's I_j, else 0
    at = at(n=n, s=s, k=max(1, int((z > 0).sum(axis=1).max())), m=m, network=number)
    left, right = signs @ (np.maximum(z, 0) @ u), (inside * z).sum(axis=0) @ u
    at.compare("eq-3", Fraction(int(left), 4), "==", Fraction(int(right), 4))
    left = (inside * (x @ w.T)).sum(axis=0) @ u
    right = ((u[:, None] * w) * (inside.T @ x)).sum()
    at.compare("eq-11", Fraction(int(left), 4), "==", Fraction(int(right), 4))
    at.compare("sizes-strict", int((z > 0).sum()), "<=", at["k"] * m)


def compare_boundary(at: Recorder, s: int, thresholds: Sequence[float]) -> None:
    """Compare (7) where all s neurons are ⟨w, x⟩ = b at two equal points x = 1.

    No neuron is active, so the network is in the class; with ≥ in I_j each I_j has both points. The
    left-hand side is then at least sB·E|ζ_1 + ζ_2|/2 = sB/2.
    """
    here = at(n=1, s=s, k=1, m=2, points="1 1", W="1", B="1")
    for t in thresholds:
        rare = section_5.union_factor(bounds.affine_dichotomies(1, 2), Fraction(t))
        right = Fraction(t) * sqrt(Fraction(s, 2)) + rare
        here(t=t).compare("eq-7", Fraction(s, 2), "<=", right)


def compare_sizes(at: Recorder) -> None:
    """Show the smallest failures of Σ|I_j| = m, at the point x = 1."""
    for name, s, weight, bias in (("inactive", 1, 0, 1), ("boundary", 2, 1, 1)):
        here = at(n=1, s=s, k=1, m=1, points="1", neurons=f"{s} {name}")
        here.compare("sizes", s * (weight - bias >= 0), "==", 1)
        here.compare("sizes-strict", s * (weight - bias > 0), "<=", 1)


def compare_numbers_of_sets(at: Recorder) -> None:
    """Count the sets that halfspaces with a bias cut off from points in general position."""
    for n in (1, 2, 3):
        # The origin and the unit vectors: n + 1 points.
        corners = [[0] * n, *([int(p == q) for p in range(n)] for q in range(n))]
        number = len(strict_cells(corners, Fraction(1), Fraction(1)))
        here = at(n=n, m=n + 1, points="0 and the unit vectors")
        here.compare("dimension", number, "<", 2 ** (n + 1))
        here.compare("dimension-affine", number, "==", 2 ** (n + 1))
        for m in range(1, 7):
            # Points (t, t², …, tⁿ) are in general position, where Cover's formula is attained.
            curve = [[t**p for p in range(1, n + 1)] for t in range(m)]
            number = len(strict_cells(curve, Fraction(1), Fraction(1)))
            here = at(n=n, m=m, points="on the moment curve")
            here.compare("subsets-counted", number, "==", bounds.affine_dichotomies(n, m))


def compare_absorbed(at: Recorder) -> None:
    """Compare what (8), (14) and the last line of the proof leave out, over a grid."""
    one = Fraction(1)
    for n, m, scale in product((1, 2, 3), (2, 4, 16), [one / 2**j for j in range(4)]):
        here = at(n=n, s=1, k=1, m=m)
        if m * scale > 1:
            left, right = section_5.eq_8_residual(n, m, scale), section_5.eq_8_main(n, m, scale)
            here(B=str(scale)).compare("eq-8-residual", left, "<=", right)
            left, right = section_5.eq_14_residual(n, m, scale), section_5.eq_14_main(n, m, scale)
            here(R=str(scale)).compare("eq-14-residual", left, "<=", right)
        if m * scale >= 1:
            both = section_5.eq_8(n, 1, m, scale) + section_5.eq_14(n, 1, m, one, one)
            right = section_5.theorem_19(n, 1, m, 1, 1, scale)
            here(W="1", R="1", B=str(scale)).compare("combined", both, "<=", right)


def compare_scales(at: Recorder) -> None:
    """Show what (8) and (14) make of a small scale, at n, s ≥ 2.

    (8): two points, of the cube for instance, and B a little above ½, where ln(mB) is near 0. One
    neuron with w = 0 and the bias −B is active at both, and the left-hand side is at least
    B·E|ζ_1 + ζ_2|/2 = B/2. (14): one point with ‖x‖ = 1, where ln(mR) = 0.
    """
    for size, constant in product((2, 5), (1, 10, 100)):
        B = (1 + Fraction(1, 2**20 * constant**2)) / 2
        here, right = at(n=size, s=size, k=1, m=2, B=str(B)), section_5.eq_8(size, size, 2, B)
        if constant == 1:
            here.compare("eq-8", B / 2, "<=", right)
        here(constant=constant).compare("eq-8-any-constant", B / 2, "<=", constant * right)
    right = section_5.eq_14(2, 2, 1, Fraction(1), Fraction(1))
    at(n=2, s=2, k=1, m=1, R=1, W="1", B="0").compare("eq-14", 1, "<=", right)


def compare_weights_on_cube(at: Recorder) -> None:
    """Compare (14) on points of the cube, where nm ≥ 2, with an upper bound on its left-hand side.

    The left-hand side is at most (W/m)·E max Σ‖Σ_I ζ_i x_i‖ over s sets that halfspaces cut off, no
    point in two of them. A symmetry of the cube moves the first point to (1, …, 1).
    """
    corners = {1: [[1], [-1]], 2: [[1, 1], [1, -1], [-1, 1], [-1, -1]]}
    for n, m, s in product((1, 2), (1, 2, 3, 4, 5), (1, 2, 3)):
        if not 2 <= n * m <= 8:
            continue
        for points in sorted(combinations_with_replacement(corners[n], m)):
            if points[0] == [1] * n:
                right = section_5.eq_14(n, s, m, sqrt(exact(n)), 1)
                here = at(n=n, s=s, k=1, m=m, points=str(points), W="1")
                here.compare("eq-14-cube", between(None, weights_above(points, s)), "<=", right)


def weights_above(points: Sequence[Sequence[int]], s: int) -> Fraction:
    """Return a fraction above (1/m)·E max Σ‖Σ_I ζ_i x_i‖ over s sets with no point in two."""
    m, total, signs = len(points), Fraction(0), list(cells.half_the_signs(len(points)))
    found = [c.members for c in strict_cells(points, Fraction(1), Fraction(4)) if c.members]
    for chosen in signs:
        lengths = []
        for members in found:
            sums = [sum(chosen[i] * points[i][p] for i in members) for p in range(len(points[0]))]
            above = math.nextafter(math.sqrt(sum(v * v for v in sums)), math.inf)
            lengths.append((members, Fraction(above)))
        total += cells.best_network(lengths, s, 1, m)
    return total / (m * len(signs))
