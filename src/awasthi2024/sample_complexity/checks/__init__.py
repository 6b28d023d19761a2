"""Checks of §5, Learning under General Distributions: Theorems 5 and 17, Lemma 18, dense networks.

M = WR + B. A sample of m points is drawn from any distribution on whose support the target is
k-sparse, and labelled by the target; the loss is ½(ŷ − y)².
"""
