"""Lemma 9 line by line, Theorem A, and sparsity on average (Remark 11).

Every quantity of Lemma 9's proof is an average over the cube, so for networks
with dyadic weights both sides of each displayed line are fractions, or
fractions against a closed form with logarithms and roots.

`terms` evaluates the terms of the proof on a network, and `tails` its
probabilities. `lemma` compares the lemma itself, `proof` the lines of the
proof, `high_dimension` the lines that show only in high dimension.
`small_networks` has the explicit counterexamples and all small networks,
`search` the hill climb, `remark_11` the remark.
"""
