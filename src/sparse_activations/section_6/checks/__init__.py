"""The questions of Section 6.

`average_case` has networks that are sparse on average, `greedy` a learner that
selects monomials, and `exhaustive` learners for every distribution.
"""

from sparse_activations.section_6.checks.average_case import (
    measure_images,
    measure_limits,
    measure_trained,
)
from sparse_activations.section_6.checks.exhaustive import measure_exhaustive, measure_memoriser
from sparse_activations.section_6.checks.greedy import measure_greedy, measure_hard

__all__ = [
    "measure_exhaustive",
    "measure_greedy",
    "measure_hard",
    "measure_images",
    "measure_limits",
    "measure_memoriser",
    "measure_trained",
]
