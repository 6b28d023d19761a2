"""The sets of points on which a neuron can be active, and networks built of them, exactly.

For a few points with rational coordinates. A neuron's parameters (w, b) range
over the box |w_p| ≤ W, |b| ≤ B, which on the line is the class of Section 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

Point = tuple[Fraction, ...]


class Cell(NamedTuple):
    """The neurons that are active, strictly, on `members` and on no other point.

    `vertices` are those of the cell's closure, each (w_1, …, w_n, b).
    """

    members: tuple[int, ...]
    vertices: tuple[Point, ...]


def pre_activation(vertex: Point, point: Sequence[Any]) -> Fraction:
    """Return ⟨w, x⟩ − b."""
    return sum((w * x for w, x in zip(vertex, point, strict=False)), Fraction(0)) - vertex[-1]


def strict_cells(points: Sequence[Sequence[Any]], W: Fraction, B: Fraction) -> list[Cell]:
    """Return all cells with a neuron in them, the one without active points among them.

    Parameters
    ----------
    points : (m, n) rationals
        At most 8 points in at most 3 dimensions: every n + 1 of the bounding
        planes are intersected.
    W, B : Fraction
        The box.

    Raises
    ------
    ValueError
        If there are more points or dimensions, or no point.
    """
    m, n = len(points), len(points[0]) if points else 0
    if not (1 <= m <= 8 and 1 <= n <= 3):
        raise ValueError(f"{m} points in {n} dimensions; allowed are 1 to 8 in 1 to 3")
    vertices = _arrangement_vertices(points, Fraction(W), Fraction(B))
    values = [[pre_activation(vertex, x) for x in points] for vertex in vertices]
    cells = []
    for inside in product((False, True), repeat=m):
        near = [
            at
            for at, z in enumerate(values)
            if all((z[i] >= 0) if inside[i] else (z[i] <= 0) for i in range(m))
        ]
        members = tuple(i for i in range(m) if inside[i])
        # The mean of a polytope's vertices is active wherever any of them is.
        if near and all(any(values[at][i] > 0 for at in near) for i in members):
            cells.append(Cell(members, tuple(vertices[at] for at in near)))
    return cells


def _arrangement_vertices(points: Sequence[Sequence[Any]], W: Fraction, B: Fraction) -> list[Point]:
    """Return the points of the box where n + 1 bounding planes meet in one point."""
    n = len(points[0])
    bounds = [*([W] * n), B]
    planes = {((*(Fraction(v) for v in x), Fraction(-1)), Fraction(0)) for x in points}
    for axis, bound in enumerate(bounds):
        normal = tuple(Fraction(int(p == axis)) for p in range(n + 1))
        planes |= {(normal, bound), (normal, -bound)}
    found = set()
    for chosen in combinations(sorted(planes), n + 1):
        vertex = _solve([[*normal, value] for normal, value in chosen])
        if vertex is not None and all(
            abs(v) <= bound for v, bound in zip(vertex, bounds, strict=True)
        ):
            found.add(vertex)
    return sorted(found)


def _solve(rows: list[list[Fraction]]) -> Point | None:
    """Solve a square linear system by elimination; None where it is singular."""
    size = len(rows)
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return tuple(row[-1] for row in rows)


def best_network(values: Sequence[tuple[tuple[int, ...], Any]], s: int, k: int, m: int) -> Any:
    """Return the largest sum of the values of at most s sets, each point in at most k of them.

    `values` are pairs (members, value); a set may be taken more than once.
    """
    useful = [(members, value) for members, value in values if members and value > 0]

    def best(remaining: int, start: int, room: tuple[int, ...]) -> Any:
        most: Any = 0
        if remaining:
            for at in range(start, len(useful)):
                members, value = useful[at]
                if all(room[i] for i in members):
                    less = tuple(r - (i in members) for i, r in enumerate(room))
                    most = max(most, value + best(remaining - 1, at, less))
        return most

    return best(s, 0, (k,) * m)
