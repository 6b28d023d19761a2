"""The sets of points on which a neuron can be active, and networks built of them, exactly.

For a few points with rational coordinates. A neuron's parameters (w, b) range over the box
|w_p| ≤ W, |b| ≤ B. On the line this is the class of Section 5, whose complexity is a fraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from operator import mul
from typing import Annotated, Any, NamedTuple

import flint
from annotated_types import Len
from typing_extensions import TypedDict

from paperclaims.checks.parameters import NonNegative, Positive

Point = tuple[Fraction, ...]


class Cell(NamedTuple):
    """The neurons that are active, strictly, on `members` and on no other point.

    `vertices` are the vertices of the cell's closure, each (w_1, …, w_n, b).
    """

    members: tuple[int, ...]
    vertices: tuple[Point, ...]


def strict_cells(points: Sequence[Sequence[Any]], W: Fraction, B: Fraction) -> list[Cell]:
    """Return all cells with a neuron in them, the one without active points among them.

    `points` are 1 to 8 rational points in 1 to 3 dimensions, else ValueError: every n + 1 of the
    bounding planes are intersected. W and B bound the box.
    """
    m, n = len(points), len(points[0]) if points else 0
    if not (1 <= m <= 8 and 1 <= n <= 3):
        raise ValueError(f"points must be 1 to 8 points in 1 to 3 dimensions, got {m} in {n}")
    normals = [[*map(Fraction, x), Fraction(-1)] for x in points]
    vertices = _arrangement_vertices(normals, [*[Fraction(W)] * n, Fraction(B)])
    values = [[sum(map(mul, normal, vertex)) for normal in normals] for vertex in vertices]
    cells = []
    for inside in product((False, True), repeat=m):
        near = [
            index
            for index, z in enumerate(values)
            if all((z[i] >= 0) if inside[i] else (z[i] <= 0) for i in range(m))
        ]
        members = tuple(i for i in range(m) if inside[i])
        # The mean of a polytope's vertices is active wherever any of them is.
        if near and all(any(values[index][i] > 0 for index in near) for i in members):
            cells.append(Cell(members, tuple(vertices[index] for index in near)))
    return cells


def _arrangement_vertices(
    normals: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]
) -> list[Point]:
    """Return the points of the box where n + 1 bounding planes meet in one point."""
    size = len(bounds)
    planes = {(*normal, Fraction(0)) for normal in normals}
    for axis, bound in enumerate(bounds):
        unit = [Fraction(p == axis) for p in range(size)]
        planes |= {(*unit, bound), (*unit, -bound)}
    vertices = set()
    rows = [[flint.fmpq(*v.as_integer_ratio()) for v in plane] for plane in sorted(planes)]
    for chosen in combinations(rows, size):
        matrix = flint.fmpq_mat([row[:-1] for row in chosen])
        if matrix.det():
            found = matrix.solve(flint.fmpq_mat([row[-1:] for row in chosen])).entries()
            vertex = tuple(Fraction(int(v.p), int(v.q)) for v in found)
            if all(abs(v) <= bound for v, bound in zip(vertex, bounds, strict=True)):
                vertices.add(vertex)
    return sorted(vertices)


def best_network(values: Sequence[tuple[tuple[int, ...], Any]], s: int, k: int, m: int) -> Any:
    """Return the largest sum of the values of at most s sets, each point in at most k of them.

    `values` are pairs (members, value); a set may be taken more than once.
    """
    useful = [(members, value) for members, value in values if members and value > 0]

    def best(remaining: int, start: int, room: tuple[int, ...]) -> Any:
        most: Any = 0
        if remaining:
            for index in range(start, len(useful)):
                members, value = useful[index]
                if all(room[i] for i in members):
                    less = tuple(r - (i in members) for i, r in enumerate(room))
                    most = max(most, value + best(remaining - 1, index, less))
        return most

    return best(s, 0, (k,) * m)


class LineClass(TypedDict):
    """Networks of `neurons` neurons on points of the line, at most `active` on a point."""

    points: Annotated[Sequence[float], Len(1, 8)]
    neurons: Positive
    active: Positive
    weight_bound: NonNegative
    bias_bound: NonNegative


class Line(NamedTuple):
    """Networks of s neurons, at most k active on each of m numbers, of scale W, B.

    `R` is the largest |x_i|.
    """

    points: tuple[Fraction, ...]
    s: int
    k: int
    W: Fraction
    B: Fraction
    m: int
    R: Fraction

    @property
    def instance(self) -> dict[str, Any]:
        """Return the line's parameters, as a record names them."""
        points, W, B = " ".join(map(str, self.points)), str(self.W), str(self.B)
        return {"n": 1, "s": self.s, "k": self.k, "m": self.m, "points": points, "W": W, "B": B}


def line(points: Sequence[Any], s: int, k: int, W: Any, B: Any) -> Line:
    """Return a `Line`; floats are read as dyadic rationals."""
    if not points or not 1 <= k <= s:
        raise ValueError(
            f"must have m >= 1 and 1 <= k <= s, got m = {len(points)}, k = {k}, s = {s}"
        )
    x = tuple(map(Fraction, points))
    return Line(x, s, k, Fraction(W), Fraction(B), len(x), max(map(abs, x)))


def line_of(entry: Mapping[str, Any]) -> Line:
    """Return the `Line` of a `LineClass`."""
    sizes = entry["neurons"], entry["active"], entry["weight_bound"], entry["bias_bound"]
    return line(entry["points"], *sizes)


def half_the_signs(m: int) -> Iterator[tuple[int, ...]]:
    """Yield the sign vectors that begin with +1."""
    for rest in product((1, -1), repeat=m - 1):
        yield (1, *rest)


class LineValues(NamedTuple):
    """Both sides of the displays of Theorem 19's proof on one `Line`, all exact."""

    complexity: Fraction  # the left side of (2)
    first: Fraction  # of (11)
    second: Fraction  # of (6)
    exchanged: Fraction  # max_h (1/m) Σ_j |u_j w_j| E|Σ_{i∈I_j} ζ_i x_i|, the right side of (12)
    inside: Fraction  # the same with the maximum inside E
    cells: list[Cell]  # the sets that a neuron can be active on


def line_values(case: Line) -> LineValues:
    """Compute them by the vertices of all cells of (w, b)."""
    every = strict_cells([(x,) for x in case.points], case.W, case.B)
    cells = [cell for cell in every if cell.members]
    totals, means = [Fraction(0)] * 4, [Fraction(0)] * len(cells)
    for signs in half_the_signs(case.m):
        sums = [sum(signs[i] for i in cell.members) for cell in cells]
        moments = [
            sum((signs[i] * case.points[i] for i in cell.members), Fraction(0)) for cell in cells
        ]
        triples = list(zip(cells, sums, moments, strict=True))
        columns = (
            # With u = ±1 the maximum is a maximum of absolute values.
            [max(abs(w * v - b * t) for w, b in cell.vertices) for cell, t, v in triples],
            [largest(cell, 0) * abs(v) for cell, _, v in triples],
            [largest(cell, 1) * abs(t) for cell, t, _ in triples],
            [case.W * abs(v) for v in moments],
        )
        totals = [
            total + best(case, cells, column) for total, column in zip(totals, columns, strict=True)
        ]
        means = [mean + abs(v) for mean, v in zip(means, moments, strict=True)]
    count = 2 ** (case.m - 1)
    complexity, first, second, inside = (total / (count * case.m) for total in totals)
    weights = [largest(cell, 0) * mean / count for cell, mean in zip(cells, means, strict=True)]
    exchanged = best(case, cells, weights) / case.m
    return LineValues(complexity, first, second, exchanged, inside, cells)


def largest(cell: Cell, coordinate: int) -> Fraction:
    """Return the largest |w| (0) or |b| (1) of a neuron in the cell."""
    return max(abs(vertex[coordinate]) for vertex in cell.vertices)


def best(case: Line, cells: Sequence[Cell], values: Sequence[Any]) -> Any:
    """Return the largest sum of the values of s neurons, each in a cell, at most k on a point."""
    pairs = [(cell.members, value) for cell, value in zip(cells, values, strict=True)]
    return best_network(pairs, case.s, case.k, case.m)
