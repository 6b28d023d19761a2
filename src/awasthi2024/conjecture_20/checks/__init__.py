"""Conjecture 20 (§5): a Rademacher complexity of at most (WR+B)√(sk)/√m, by reading.

Readings: sparsity on the sample or on the whole cube, k = s, sparsity on
average over the sample; constant 1 or another. Ratios are to the conjectured
bound. Proofs are in docs/proofs-conjecture_20.md, with the reductions, and in its two
parts, proofs-conjecture_20-fails.md and proofs-conjecture_20-repaired.md.

- `gram`: networks that are given by the Gram matrix of the points, evaluated exactly.
- `exact`: networks in fractions that exceed the conjectured bound.
- `orthogonal`: Theorem F's closed form on orthogonal points.
- `point_sets`: families of point sets.
- `rectangles`: Theorems H and H′, which refute it for every constant.
- `search`: certified ratios on these, and hill climbing.
"""
