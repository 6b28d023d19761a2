"""Distributions over the cube {±1}^n to learn from: the uniform one, and a Markov chain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sparseact.randomness import Randomness, as_generator


def uniform(m: int, n: int, rng: Randomness) -> NDArray[np.int8]:
    """Return m uniform points of {±1}^n, shape (m, n)."""
    drawn = as_generator(rng).integers(0, 2, size=(m, n), dtype=np.int8)
    return (2 * drawn - 1).astype(np.int8)


def markov(m: int, n: int, correlation: float, rng: Randomness) -> NDArray[np.int8]:
    """Return m runs of a stationary two-state chain along the coordinates.

    x_1 is fair, and x_{i+1} = x_i with probability (1 + ρ)/2. So every
    coordinate is fair and E x_i x_j = ρ^|i−j|, with the correlation ρ in [−1, 1].
    """
    rng = as_generator(rng)
    steps = np.where(rng.random((m, n)) < (1 + correlation) / 2, 1, -1).astype(np.int8)
    steps[:, 0] = 2 * rng.integers(0, 2, size=m) - 1
    return np.cumprod(steps, axis=1, dtype=np.int8)
