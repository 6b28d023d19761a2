"""Conjecture 20 (§5): a Rademacher complexity of at most (WR+B)√(sk)/√m, by reading.

Readings: sparsity on the sample or on the whole cube, k = s, sparsity on
average over the sample; constant 1 or another. Ratios are to the conjectured
bound. Proofs are in docs/proofs-conjecture_20.md, with the reductions, and in its two
parts, proofs-conjecture_20-fails.md and proofs-conjecture_20-repaired.md.

- `codes`: the inequalities in the proofs of Theorems J and K, over all signs.
- `gram`: networks that are given by the Gram matrix of the points, evaluated exactly.
- `exact`: constructions in fractions, and reductions against certified intervals.
- `orthogonal`: the closed form on orthogonal and equicorrelated points.
- `partitions`: the partitions of all sign vectors that these proofs make.
- `point_sets`: families of point sets.
- `rectangles`: Theorems H and H′, which refute it for every constant.
- `search`: certified ratios on these, and hill climbing.
"""
