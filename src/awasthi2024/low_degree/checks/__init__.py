"""Checks of the low-degree algorithm: Lemma 7, Theorems 4 and 8, learning with noise.

The loss is ½E(ŷ − y)², so coefficients c have loss ½Σ_T (c_T − ĥ(T))²: from the
spectrum, without a test sample. The smallest loss of degree d is half the tail
Σ_{|T|>d} ĥ(T)²; a tail of at most ε leaves a loss of at most ε/2.

`degrees` compares the degree that a network
needs; `steps` runs the lines of `theorem_8`, `lemma_7`, `approximation` and `run_times`.
`success`, `agnostic` and `centred` (Theorem R) count successes of the learner, and `samples` has
what these draw and measure.
"""
