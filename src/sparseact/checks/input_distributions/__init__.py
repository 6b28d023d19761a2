"""Inputs that are not uniform on the cube: product distributions, and Gaussian ones.

`biased` evaluates functions under a product distribution; `product` compares
Theorems A, C and D there and searches for violations, and `learner` runs the
low-degree learner.
"""

from sparseact.checks.input_distributions.learner import measure_product_learner
from sparseact.checks.input_distributions.product import measure_product, measure_product_search

__all__ = ["measure_product", "measure_product_learner", "measure_product_search"]
