"""Inputs that are not uniform on the cube: product distributions, and Gaussian ones.

`biased` evaluates functions under a product distribution; `product` compares
Theorems A, C and D there and searches for violations, and `learner` runs the
low-degree learner.
`gaussian` has the shares of 1-sparse Gaussian inputs.
"""
