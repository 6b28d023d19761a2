"""Checks of the low-degree algorithm: Lemma 7, Theorems 4 and 8, learning with noise.

The loss is ½E(ŷ − y)², so coefficients c have loss ½Σ_T (c_T − ĥ(T))²: from the
spectrum, without a test sample. The least loss of degree d is half the tail
Σ_{|T|>d} ĥ(T)²; a tail of at most ε leaves a loss of at most ε/2.

`tails` evaluates tails exactly. `degrees` compares the degree that a network
needs; `steps` runs the lines of `theorem_8`, `lemma_7` and `approximation`.
`success`, `recovery` and `agnostic` count successes of the learner, `curves`
tabulates its loss, and `samples` has what these draw and measure.
"""

from sparse_activations.low_degree.checks.agnostic import measure_agnostic
from sparse_activations.low_degree.checks.curves import measure_curves
from sparse_activations.low_degree.checks.degrees import measure_degrees
from sparse_activations.low_degree.checks.recovery import measure_recovery
from sparse_activations.low_degree.checks.steps import measure_steps
from sparse_activations.low_degree.checks.success import measure_half_degree, measure_success

__all__ = [
    "measure_agnostic",
    "measure_curves",
    "measure_degrees",
    "measure_half_degree",
    "measure_recovery",
    "measure_steps",
    "measure_success",
]
