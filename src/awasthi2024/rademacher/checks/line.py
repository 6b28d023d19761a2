"""Networks on the line: their Rademacher complexity and the sides of the displays, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from awasthi2024.rademacher.checks.halfspaces import Cell, best_network, strict_cells


class Line(NamedTuple):
    """Networks of s neurons, at most k active on each of m numbers, of scale W, B."""

    points: tuple[Fraction, ...]
    s: int
    k: int
    W: Fraction
    B: Fraction

    @property
    def m(self) -> int:
        """The number of points."""
        return len(self.points)

    @property
    def radius(self) -> Fraction:
        """The largest |x_i|."""
        return max(abs(x) for x in self.points)

    @property
    def instance(self) -> dict[str, Any]:
        """Return the line's parameters, as a record names them."""
        return {
            "n": 1,
            "s": self.s,
            "k": self.k,
            "m": self.m,
            "points": " ".join(str(x) for x in self.points),
            "W": str(self.W),
            "B": str(self.B),
        }


def line(points: Sequence[Any], s: int, k: int, W: Any, B: Any) -> Line:
    """Return a `Line`; floats are read as dyadic rationals."""
    if not points or not 1 <= k <= s:
        raise ValueError(
            f"must have m >= 1 and 1 <= k <= s, got m = {len(points)}, k = {k}, s = {s}"
        )
    return Line(tuple(Fraction(x) for x in points), s, k, Fraction(W), Fraction(B))


def half_the_signs(m: int) -> Iterator[tuple[int, ...]]:
    """Yield the sign vectors that begin with +1."""
    for rest in product((1, -1), repeat=m - 1):
        yield (1, *rest)


class LineValues(NamedTuple):
    """Both sides of the displays of Theorem 19's proof on one `Line`, all exact.

    complexity, first, second : the left sides of (2), of (11) and of (6)
    exchanged : max_h (1/m) Σ_j |u_j w_j| E|Σ_{i∈I_j} ζ_i x_i|, the right-hand side of (12)
    inside : the same with the maximum inside E
    cells : the sets that a neuron can be active on
    """

    complexity: Fraction
    first: Fraction
    second: Fraction
    exchanged: Fraction
    inside: Fraction
    cells: list[Cell]


def line_values(case: Line) -> LineValues:
    """Compute them by the vertices of all cells of (w, b)."""
    cells = [
        cell for cell in strict_cells([(x,) for x in case.points], case.W, case.B) if cell.members
    ]
    totals = [Fraction(0)] * 4
    means = [Fraction(0)] * len(cells)
    count = 0
    for signs in half_the_signs(case.m):
        count += 1
        sums = [sum(signs[i] for i in cell.members) for cell in cells]
        moments = [
            sum((signs[i] * case.points[i] for i in cell.members), Fraction(0)) for cell in cells
        ]
        columns: list[list[Fraction]] = [[], [], [], []]
        for cell, total, moment in zip(cells, sums, moments, strict=True):
            # With u = ±1 the maximum is a maximum of absolute values.
            columns[0].append(max(abs(w * moment - b * total) for w, b in cell.vertices))
            columns[1].append(largest(cell, 0) * abs(moment))
            columns[2].append(largest(cell, 1) * abs(total))
            columns[3].append(case.W * abs(moment))
        for index, column in enumerate(columns):
            totals[index] += best(case, cells, column)
        means = [mean + abs(moment) for mean, moment in zip(means, moments, strict=True)]
    weights = [largest(cell, 0) * mean / count for cell, mean in zip(cells, means, strict=True)]
    scale = count * case.m
    return LineValues(
        complexity=totals[0] / scale,
        first=totals[1] / scale,
        second=totals[2] / scale,
        exchanged=best(case, cells, weights) / case.m,
        inside=totals[3] / scale,
        cells=cells,
    )


def largest(cell: Cell, coordinate: int) -> Fraction:
    """Return the largest |w| (0) or |b| (1) of a neuron in the cell."""
    return max(abs(vertex[coordinate]) for vertex in cell.vertices)


def best(case: Line, cells: Sequence[Cell], values: Sequence[Any]) -> Any:
    """Return the largest sum of the values of s neurons, each in a cell, at most k on a point."""
    pairs = [(cell.members, value) for cell, value in zip(cells, values, strict=True)]
    return best_network(pairs, case.s, case.k, case.m)
