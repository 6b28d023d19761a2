"""Checks of the low-degree algorithm: Lemma 7, Theorems 4 and 8, learning with noise.

The loss is ½E(ŷ − y)², so coefficients c have loss ½Σ_T (c_T − ĥ(T))²: from the
spectrum, without a test sample. The smallest loss of degree d is half the tail
Σ_{|T|>d} ĥ(T)²; a tail of at most ε leaves a loss of at most ε/2.
"""
