"""The linear programme of the activities that reach 4k²W² under a product distribution.

Let y_i(x) = a_i(x)²/(k²W²). A network that reaches the bound has
(1 − q_i)²·y_i(x^{i→+}) = q_i²·y_i(x^{i→−}) and Σ_i y_i(x) = 1, so that the largest
E Σ_i y_i(x), under Σ_i y_i(x) ≤ 1, is 1 (docs/proofs-input_distributions.md, 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from awasthi2024.input_distributions.checks.biased import masses
from awasthi2024.input_distributions.parameters import FewBiases
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import product

#: An edge of the cube: both its ends, with what y_i is there for one unit of the edge's unknown.
Edge = dict[int, Fraction]


@check("product_programme", claim="theorem-product")
def measure_product_programme(recorder: Recorder, *, systems: NonEmpty[FewBiases]) -> None:
    """Solve the linear programme of the activities in fractions, for each list of q_i.

    `systems` are lists of probabilities q_i. The value is certified: a solution and a dual one are
    checked, and have one value. The table has a row per list, with the value and the factor of
    4k²W² that is proved.
    """
    for system in systems:
        biases = [Fraction(text) for text in system]
        instance_recorder = recorder.where(n=len(biases), q=" ".join(system))
        value = largest_activity(biases)
        fair = Fraction(1, 2) in biases
        proved = Fraction(product.product_sparse(1, 1, biases)) / 4
        instance_recorder.where(quantity="the value").exact(
            "programme", value, "==" if fair else "<", 1
        )
        instance_recorder.where(quantity="the bound's factor").exact(
            "programme", value, "<=", proved
        )
        instance_recorder.row(fair=fair, value=float(value), proved=float(proved))


def largest_activity(biases: Sequence[Fraction]) -> Fraction:
    """Return the value of the programme for these q_i, by a solution and a dual one in fractions.

    ArithmeticError if one of the two does not satisfy its constraints, or their values differ.
    """
    edges, gains = edges_of(biases)
    points = range(1 << len(biases))
    solution, prices = solve(edges, gains, len(points))
    value = sum((z * gain for z, gain in zip(solution, gains, strict=True)), Fraction(0))
    loads = [
        sum((z * edge.get(x, 0) for z, edge in zip(solution, edges, strict=True)), Fraction(0))
        for x in points
    ]
    paid = [sum((part * prices[x] for x, part in edge.items()), Fraction(0)) for edge in edges]
    if min(*solution, *prices) < 0 or max(loads) > 1 or sum(prices) != value:
        raise ArithmeticError(f"the programme for q = {biases} has no certified value")
    if any(pays < gain for pays, gain in zip(paid, gains, strict=True)):
        raise ArithmeticError(f"the dual of the programme for q = {biases} was not solved")
    return value


def edges_of(biases: Sequence[Fraction]) -> tuple[list[Edge], list[Fraction]]:
    """Return the cube's edges, and what one unit of each adds to E Σ_i y_i(x)."""
    denominator = math.lcm(*(q.denominator for q in biases))
    unit = denominator ** len(biases)
    probability = [
        Fraction(m, unit) for m in masses([int(q * denominator) for q in biases], denominator)
    ]
    edges = []
    for i, q in enumerate(biases):
        for x in range(1 << len(biases)):
            if not x >> i & 1:
                edges.append({x: q * q, x | 1 << i: (1 - q) ** 2})
    gains = [
        sum((part * probability[x] for x, part in edge.items()), Fraction(0)) for edge in edges
    ]
    return edges, gains


def solve(
    edges: Sequence[Edge], gains: Sequence[Fraction], points: int
) -> tuple[list[Fraction], list[Fraction]]:
    """Return z ≥ 0 with the largest Σ gains·z and no point's load above 1, and the dual prices.

    The simplex method in fractions, from z = 0; by Bland's rule it ends.

    References
    ----------
    R. G. Bland (1977). New finite pivoting rules for the simplex method. Math. Oper. Res. 2.
    doi:10.1287/moor.2.2.103
    """
    number = len(edges)
    rows = [
        [edge.get(x, Fraction(0)) for edge in edges]
        + [Fraction(int(x == y)) for y in range(points)]
        + [Fraction(1)]
        for x in range(points)
    ]
    costs = [-gain for gain in gains] + [Fraction(0)] * (points + 1)
    basis = [number + x for x in range(points)]
    while any(cost < 0 for cost in costs[:-1]):
        enters = next(j for j, cost in enumerate(costs) if cost < 0)
        leaves = min(
            (x for x in range(points) if rows[x][enters] > 0),
            key=lambda x: (rows[x][-1] / rows[x][enters], basis[x]),
        )
        pivot = [entry / rows[leaves][enters] for entry in rows[leaves]]
        rows = [_reduced(row, pivot, enters) for row in rows]
        rows[leaves], costs = pivot, _reduced(costs, pivot, enters)
        basis[leaves] = enters
    solution = [Fraction(0)] * (number + points)
    for x, column in enumerate(basis):
        solution[column] = rows[x][-1]
    return solution[:number], costs[number:-1]


def _reduced(row: list[Fraction], pivot: list[Fraction], column: int) -> list[Fraction]:
    """Return the row less the multiple of the pivot's that makes its entry in the column 0."""
    factor = row[column]
    if not factor:
        return row
    return [entry - factor * other for entry, other in zip(row, pivot, strict=True)]
