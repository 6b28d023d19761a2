"""The sets of points on which a neuron can be active, and networks built of them, exactly.

For a few points with rational coordinates. A neuron's parameters (w, b) range
over the box |w_p| ≤ W, |b| ≤ B, which on the line is the class of Section 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import Any, NamedTuple

Point = tuple[Fraction, ...]
#: A vertex (w_1, …, w_n, b) in integers: numerators, and their common denominator > 0.
Vertex = tuple[tuple[int, ...], int]


class Cell(NamedTuple):
    """The neurons that are active, strictly, on `members` and on no other point.

    `vertices` are the vertices of the cell's closure, each (w_1, …, w_n, b).
    """

    members: tuple[int, ...]
    vertices: tuple[Point, ...]


def _in_integers(row: Sequence[Any]) -> list[int]:
    """Return a row of rationals times the smallest number that makes all entries integers."""
    fractions = [Fraction(value) for value in row]
    scale = lcm(*(value.denominator for value in fractions))
    return [value.numerator * (scale // value.denominator) for value in fractions]


def strict_cells(points: Sequence[Sequence[Any]], W: Fraction, B: Fraction) -> list[Cell]:
    """Return all cells with a neuron in them, the one without active points among them.

    `points` are 1 to 8 rational points in 1 to 3 dimensions, else ValueError: every n + 1 of the
    bounding planes are intersected. W and B bound the box.
    """
    m, n = len(points), len(points[0]) if points else 0
    if not (1 <= m <= 8 and 1 <= n <= 3):
        raise ValueError(f"points must be 1 to 8 points in 1 to 3 dimensions, got {m} in {n}")
    planes = [_in_integers([*x, -1]) for x in points]
    vertices = _arrangement_vertices(planes, Fraction(W), Fraction(B))
    # Each value is a positive multiple of ⟨w, x⟩ − b.
    values = [
        [sum(v * a for v, a in zip(numerators, plane, strict=True)) for plane in planes]
        for numerators, _ in vertices
    ]
    corners = [tuple(Fraction(v, below) for v in numerators) for numerators, below in vertices]
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
            cells.append(Cell(members, tuple(corners[index] for index in near)))
    return cells


def _arrangement_vertices(normals: Sequence[list[int]], W: Fraction, B: Fraction) -> list[Vertex]:
    """Return the points of the box where n + 1 bounding planes meet in one point."""
    size = len(normals[0])
    bounds = [*([W] * (size - 1)), B]
    planes = {(*normal, 0) for normal in normals}
    for axis, bound in enumerate(bounds):
        normal = [int(p == axis) * bound.denominator for p in range(size)]
        planes |= {(*normal, bound.numerator), (*normal, -bound.numerator)}
    vertices = set()
    for chosen in combinations(sorted(planes), size):
        vertex = _solve([list(plane) for plane in chosen])
        if vertex is not None and all(
            abs(v) * bound.denominator <= bound.numerator * vertex[1]
            for v, bound in zip(vertex[0], bounds, strict=True)
        ):
            vertices.add(vertex)
    return sorted(vertices)


def _solve(rows: list[list[int]]) -> Vertex | None:
    """Solve a square linear system in whole numbers; None where it is singular.

    By the elimination of Gauss, Jordan and Bareiss, in which each quotient is an integer.
    """
    size, last = len(rows), 1
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        top = rows[column]
        for r in range(size):
            if r != column:
                row, factor = rows[r], rows[r][column]
                rows[r] = [
                    (top[column] * a - factor * b) // last for a, b in zip(row, top, strict=True)
                ]
        last = top[column]
    common = gcd(last, *(row[-1] for row in rows)) * (1 if last > 0 else -1)
    return tuple(row[-1] // common for row in rows), last // common


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
