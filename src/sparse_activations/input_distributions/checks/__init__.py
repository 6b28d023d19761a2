"""Inputs that are not uniform on the cube: product distributions, and Gaussian ones.

`biased` evaluates functions under a product distribution; `product` compares
Theorems A, C and D there and searches for violations, and `learner` runs the
low-degree learner. `gaussian` has the shares of 1-sparse Gaussian inputs.
"""

from sparse_activations.input_distributions.checks.gaussian import (
    measure_gaussian,
    measure_gaussian_sampled,
)
from sparse_activations.input_distributions.checks.learner import measure_product_learner
from sparse_activations.input_distributions.checks.product import (
    measure_product,
    measure_product_search,
)

__all__ = [
    "measure_gaussian",
    "measure_gaussian_sampled",
    "measure_product",
    "measure_product_learner",
    "measure_product_search",
]
