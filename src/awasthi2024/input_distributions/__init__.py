"""Inputs that are not uniform on the cube: product distributions, and Gaussian ones."""
