"""Checks of phrases of a digest of the paper: polynomials, queries, depth. None is the paper's.

- `neurons`: the degree that one ReLU neuron needs.
- `uniform_approximation`: the error of the best uniform approximation of |t|.
"""

from sparseact.checks.digest.neurons import measure_neurons

__all__ = ["measure_neurons"]
