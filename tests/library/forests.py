"""Networks of decision trees, whose sparsity is the number of trees."""

import numpy as np

from sparseact.cube import points
from sparseact.network import SparseReLUNetwork


def forest(trees, depth, n, rng):
    """Return a network whose neurons are the leaves of trees: one of each tree is active."""
    w = []
    for _ in range(trees):
        queried = rng.choice(n, size=depth, replace=False)
        for path in points(depth):
            w.append(np.zeros(n))
            w[-1][queried] = path
    u = rng.choice([-1.0, 1.0], size=len(w)) + 0.25 * np.arange(len(w))
    return SparseReLUNetwork(w, np.full(len(w), depth - 1.0), u)
