"""Separate displays of Theorem 19's proof: tosses, points, networks, sizes of sets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import numpy as np

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.halfspaces import best_network, strict_cells
from awasthi2024.rademacher.checks.line import half_the_signs
from awasthi2024.rademacher.checks.neurons import Neurons, random_case
from balls import Exact, between, exact, exp, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


def compare_tosses(at: Recorder, tosses: int) -> None:
    """Compare (5) at the worst t: just below j/√|I| its left-hand side is P[|Σ ζ_i| ≥ j]."""
    c = section_5.hoeffding_constant
    for size in range(1, tosses + 1):
        sides: list[Exact] = [Fraction(0)]
        beyond = 0
        for heads in range(size, (size - 1) // 2, -1):
            j = 2 * heads - size
            if j == 0:
                break
            beyond += 2 * math.comb(size, heads)
            sides.append(Fraction(beyond, 2 ** (size + 1)) * exp(Fraction(j * j, c * size)))
        at(set_size=size, c=c).compare("eq-5", max(sides, key=float), "<=", 1)


def compare_cloud(at: Recorder, n: int, m: int, rng: np.random.Generator) -> None:
    """Compare (9), (10) and the number of sets on m random integer points in n dimensions."""
    x = rng.integers(-3, 4, (m, n))
    x[0, 0] = max(x[0, 0], 1)  # not all are 0
    at = at(n=n, m=m, points=str(x.tolist()))
    cells = [c.members for c in strict_cells(x.tolist(), Fraction(1), Fraction(4 * n)) if c.members]
    at.compare("subsets", len(cells) + 1, "<=", section_5.number_printed(n, m))
    at.compare("subsets-counted", len(cells) + 1, "<=", bounds.affine_dichotomies(n, m))
    signs = np.array(list(half_the_signs(m)))
    _compare_coordinates(at, x, signs)
    _compare_lengths(at, x, signs)


def _compare_coordinates(at: Recorder, x: np.ndarray, signs: np.ndarray) -> None:
    """Compare (9) at the worst t, in each coordinate."""
    for p in range(x.shape[1]):
        if x[:, p].any():
            sums = np.sort(np.abs(signs @ x[:, p]))
            square = int((x[:, p] ** 2).sum())
            sides: list[Exact] = []
            for value in np.unique(sums[sums > 0]).tolist():
                share = Fraction(int((sums >= value).sum()), len(sums))
                exponent = Fraction(value**2, section_5.hoeffding_constant * square)
                sides.append(share * exp(exponent) / 2)
            at(coordinate=p).compare("eq-9", max(sides, key=float), "<=", 1)


def _compare_lengths(at: Recorder, x: np.ndarray, signs: np.ndarray) -> None:
    """Compare (10) on every set of points."""
    m = len(x)
    radius = int((x**2).sum(axis=1).max())  # R²
    worst_ratio = Fraction(0)
    subsets = [list(c) for size in range(1, m + 1) for c in combinations(range(m), size)]
    for subset in subsets:
        squares = (x[subset] ** 2).sum(axis=0)
        for row in signs[:, subset] @ x[subset]:
            length = Fraction(int((row**2).sum()), radius * len(subset))
            most = max(
                (Fraction(int(v) ** 2, int(q)) for v, q in zip(row, squares, strict=True) if q),
                default=Fraction(0),
            )
            if most:
                worst_ratio = max(worst_ratio, length / most)
    at.compare("eq-10", worst_ratio, "<=", 1)


def compare_network(at: Recorder, number: int, rng: np.random.Generator) -> None:
    """Compare (3), (11) and the sizes of the active sets, for one network."""
    neurons, x, signs = random_case(rng)
    w, _, u = neurons
    z = neurons.pre_activations(x)
    # Column j holds ζ_i where i is in the paper's I_j, else 0.
    inside = signs[:, None] * neurons.printed_sets(x)
    active = neurons.active(x)
    m, s = active.shape
    k = max(1, int(active.sum(axis=1).max()))
    at = at(n=w.shape[1], s=s, k=k, m=m, network=number)
    sizes = active.sum(axis=0)
    linear = (inside * (x @ w.T)).sum(axis=0) @ u
    products = ((u[:, None] * w) * (inside.T @ x)).sum()
    # Small integers times halves: all sums are exact.
    small = all((np.rint(2 * v) == 2 * v).all() and np.abs(v).max() < 16 for v in (*neurons, x))
    sides = [signs @ (np.maximum(z, 0) @ u), (inside * z).sum(axis=0) @ u, linear, products]
    if not small:
        raise ArithmeticError("the sums of a network must be exact, got other numbers")
    correlation, over_sets, left, right = map(Fraction, sides)
    at.compare("eq-3", correlation, "==", over_sets)
    at.compare("eq-11", left, "==", right)
    at.compare("sizes-strict", int(sizes.sum()), "<=", k * m)


def compare_sets(at: Recorder) -> None:
    """Show the smallest failures of Σ|I_j| = m and of the number of halfspaces' sets."""
    point_recorder = at(n=1, s=1, k=1, m=1)
    for name, s, weight, bias in (("inactive", 1, 0.0, 1.0), ("boundary", 2, 1.0, 1.0)):
        neurons = Neurons(np.full((s, 1), weight), np.full(s, bias), np.ones(s))
        x = np.ones((1, 1))
        instance_recorder = point_recorder(s=s, points="1", neurons=f"{s} {name}")
        instance_recorder.compare("sizes", int(neurons.printed_sets(x).sum()), "==", 1)
        instance_recorder.compare("sizes-strict", int(neurons.active(x).sum()), "<=", 1)
    for n in (1, 2, 3):
        # The origin and the unit vectors: n + 1 points.
        corners = [[0] * n, *([int(p == q) for p in range(n)] for q in range(n))]
        cells = strict_cells(corners, Fraction(1), Fraction(1))
        instance_recorder = at(n=n, m=n + 1, points="0 and the unit vectors")
        instance_recorder.compare("dimension", len(cells), "<", 2 ** (n + 1))
        instance_recorder.compare("dimension-affine", len(cells), "==", 2 ** (n + 1))
        for m in range(1, 7):
            # Points (t, t², …, tⁿ) are in general position, where Cover's formula is attained.
            curve = [[t**p for p in range(1, n + 1)] for t in range(m)]
            cells = strict_cells(curve, Fraction(1), Fraction(1))
            instance_recorder = at(n=n, m=m, points="on the moment curve")
            instance_recorder.compare(
                "subsets-counted", len(cells), "==", bounds.affine_dichotomies(n, m)
            )


def compare_boundary(at: Recorder, s: int, thresholds: Sequence[float]) -> None:
    """Compare (7) where all s neurons are ⟨w, x⟩ = b at two equal points x = 1.

    No neuron is active, so the network is in the class; with ≥ in I_j each
    I_j has both points. The left-hand side is then at least sB·E|ζ_1 + ζ_2|/2 = sB/2.
    """
    neurons = Neurons(np.ones((s, 1)), np.ones(s), np.ones(s))
    sums = np.array(list(product((-1, 1), repeat=2))) @ neurons.printed_sets(np.ones((2, 1)))
    left = Fraction(float(np.abs(sums).sum(axis=1).mean())) / 2
    for t in thresholds:
        rare = section_5.union_factor(bounds.affine_dichotomies(1, 2), Fraction(t))
        right = Fraction(t) * sqrt(Fraction(s, 2)) + rare
        instance_recorder = at(n=1, s=s, k=1, m=2, points="1 1", W="1", B="1", t=t)
        instance_recorder.compare("eq-7", left, "<=", right)


def compare_absorbed(at: Recorder) -> None:
    """Compare what (8) and the last line of the proof leave out, over a grid."""
    for n, m, B in product((1, 2, 3), (2, 4, 16), [Fraction(1, 2) ** j for j in range(4)]):
        instance_recorder = at(n=n, s=1, k=1, m=m)
        if m * B > 1:
            left, right = section_5.eq_8_residual(n, m, B), section_5.eq_8_main(n, m, B)
            instance_recorder(B=str(B)).compare("eq-8-residual", left, "<=", right)
            # The same grid for R.
            left, right = section_5.eq_14_residual(n, m, B), section_5.eq_14_main(n, m, B)
            instance_recorder(R=str(B)).compare("eq-14-residual", left, "<=", right)
        if m * B >= 1:
            both = section_5.eq_8(n, 1, m, B) + section_5.eq_14(n, 1, m, Fraction(1), Fraction(1))
            right = section_5.theorem_19(n, 1, m, 1, 1, B)
            scaled = instance_recorder(W="1", R="1", B=str(B))
            scaled.compare("combined", both, "<=", right)


def compare_scales(at: Recorder) -> None:
    """Show what (8) and (14) make of a small scale, at n, s ≥ 2.

    (8): two points, of the cube for instance, and B a little above ½, where ln(mB) is near 0. One
    neuron with w = 0 and the bias −B is active at both, and the left-hand side is at least
    B·E|ζ_1 + ζ_2|/2 = B/2. (14): one point with ‖x‖ = 1, where ln(mR) = 0.
    """
    for size, constant in product((2, 5), (1, 10, 100)):
        B = (1 + Fraction(1, 2**20 * constant**2)) / 2
        instance_recorder = at(n=size, s=size, k=1, m=2, B=str(B))
        right = section_5.eq_8(size, size, 2, B)
        if constant == 1:
            instance_recorder.compare("eq-8", B / 2, "<=", right)
        instance_recorder = instance_recorder(constant=constant)
        instance_recorder.compare("eq-8-any-constant", B / 2, "<=", constant * right)
    instance_recorder = at(n=2, s=2, k=1, m=1, R=1, W="1", B="0")
    right = section_5.eq_14(2, 2, 1, Fraction(1), Fraction(1))
    instance_recorder.compare("eq-14", 1, "<=", right)


def compare_weights_on_cube(at: Recorder) -> None:
    """Compare (14) on points of the cube, where nm ≥ 2, with an upper bound on its left-hand side.

    The left-hand side is at most (W/m)·E max Σ‖Σ_I ζ_i x_i‖ over s sets that halfspaces cut off, no
    point in two of them.
    """
    corners = {1: [[1], [-1]], 2: [[1, 1], [1, -1], [-1, 1], [-1, -1]]}
    for n, m, s in product((1, 2), (1, 2, 3, 4, 5), (1, 2, 3)):
        if n * m < 2:
            continue
        for points in sorted(combinations_with_replacement(corners[n], m)):
            if [1] * n != points[0] or (n == 2 and m > 4):
                continue  # a symmetry of the cube moves the first point there
            upper = weights_above(points, s)
            right = section_5.eq_14(n, s, m, sqrt(exact(n)), 1)
            instance_recorder = at(n=n, s=s, k=1, m=m, points=str(points), W="1")
            instance_recorder.compare("eq-14-cube", between(None, upper), "<=", right)


def weights_above(points: Sequence[Sequence[int]], s: int) -> Fraction:
    """Return a fraction above (1/m)·E max Σ‖Σ_I ζ_i x_i‖ over s sets with no point in two."""
    m = len(points)
    cells = [c.members for c in strict_cells(points, Fraction(1), Fraction(4)) if c.members]
    total = Fraction(0)
    signs = list(half_the_signs(m))
    for chosen in signs:
        lengths = []
        for members in cells:
            sums = [sum(chosen[i] * points[i][p] for i in members) for p in range(len(points[0]))]
            above = math.nextafter(math.sqrt(sum(v * v for v in sums)), math.inf)
            lengths.append((members, Fraction(above)))
        total += best_network(lengths, s, 1, m)
    return total / (m * len(signs))
