"""Lemma 10 and Appendix B: noise sensitivity, and the coupling that bounds it.

Appendix B draws a pair (x, y) by throwing the coordinates of a random z into r
buckets, multiplying each bucket by a random sign, and flipping one sign. For
small n and r everything is enumerated: all z, all r^n partitions, all signs v,
all flipped buckets b. Elsewhere exact distributions of signed sums, or samples.

`coupling` evaluates the coupling and `signed_sums` the distributions. `lemma`
compares Lemma 10, `pairs` the coupling's pairs with N_ρ, `appendix_b` the lines
of the proof, and `concentration` its tails; `ratios` says which of many
comparisons is nearest to failing.
"""
