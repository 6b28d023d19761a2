"""Lemma 9 line by line, Theorem A, and sparsity on average (Remark 11).

Every quantity of Lemma 9's proof is an average over the cube, so for networks
with dyadic weights both sides of each displayed line are fractions, or
fractions against a closed form with logarithms and roots.

`terms` evaluates the terms of the proof on a network, and `tails` its
probabilities. `lemma` compares the lemma itself, `proof` the lines of the
proof, `high_dimension` those lines that show in high dimension alone.
`small_networks` has the explicit counterexamples and all small networks,
`search` the hill climb, `remark_11` the remark.
"""

from sparse_activations.average_sensitivity.checks.high_dimension import (
    measure_last_line,
    measure_tail,
)
from sparse_activations.average_sensitivity.checks.lemma import measure_networks
from sparse_activations.average_sensitivity.checks.proof import measure_proof
from sparse_activations.average_sensitivity.checks.remark_11 import measure_average_case
from sparse_activations.average_sensitivity.checks.search import measure_search
from sparse_activations.average_sensitivity.checks.small_networks import (
    measure_attained,
    measure_examples,
    measure_smallest,
)

__all__ = [
    "measure_attained",
    "measure_average_case",
    "measure_examples",
    "measure_last_line",
    "measure_networks",
    "measure_proof",
    "measure_search",
    "measure_smallest",
    "measure_tail",
]
