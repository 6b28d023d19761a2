"""Conjecture 20 (§5): a Rademacher complexity of at most (WR+B)√(sk)/√m, by reading.

Readings: sparsity on the sample or on the whole cube, k = s, sparsity on
average over the sample; constant 1 or another. Ratios are to the conjectured
bound. Proofs and the reductions used are in docs/proofs-conjecture_20.md.

- `gram`: networks that are given by the Gram matrix of the points, evaluated exactly.
- `exact`: constructions in fractions, and reductions against certified intervals.
- `orthogonal`: the closed form on orthogonal and equicorrelated points.
- `point_sets`: families of point sets.
- `rectangles`: Theorems H and H′, which refute it for every constant.
- `search`: certified ratios on these, and hill climbing.
"""

from sparse_activations.conjecture_20.checks.exact import measure_exact
from sparse_activations.conjecture_20.checks.orthogonal import measure_orthogonal
from sparse_activations.conjecture_20.checks.rectangles import measure_rectangles
from sparse_activations.conjecture_20.checks.search import measure_climbs, measure_families

__all__ = [
    "measure_climbs",
    "measure_exact",
    "measure_families",
    "measure_orthogonal",
    "measure_rectangles",
]
