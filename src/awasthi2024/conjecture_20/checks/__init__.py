"""Conjecture 20 (§5): a Rademacher complexity of at most (WR+B)√(sk)/√m, by reading.

Readings: sparsity on the sample, on the whole cube, or on average over the sample; constant 1 or
another. Ratios are to the conjectured bound. Proofs: docs/proofs-conjecture_20.md and its parts.
"""
