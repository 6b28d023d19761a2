"""Points of the cube {±1}^n and the Walsh–Hadamard transform.

Point number t in 0..2^n−1 is x with x_i = 1 − 2·bit_i(t); subset T of the
coordinates is the mask with bit_i set for i in T, so that the character is
χ_T(x_t) = (−1)^popcount(T & t).
"""

from __future__ import annotations

import numpy as np


class InexactError(ValueError):
    """A result that was asked for exactly does not fit the exact range."""


class MemoryBoundError(ValueError):
    """A table over the cube would not fit in memory."""


def points(n: int) -> np.ndarray:
    """Return all points of the cube, shape (2^n, n), int8."""
    t = np.arange(1 << n, dtype=np.int64)
    return (1 - 2 * ((t[:, None] >> np.arange(n)) & 1)).astype(np.int8)


def popcounts(n: int) -> np.ndarray:
    """Return |T| for every mask T, shape (2^n,), uint8."""
    counts = np.zeros(1, dtype=np.uint8)
    for _ in range(n):
        counts = np.concatenate([counts, counts + np.uint8(1)])
    return counts


def walsh_transform(values: np.ndarray) -> np.ndarray:
    """Return the coefficients 2^−n Σ_x f(x) χ_T(x), indexed by the mask of T."""
    array = np.array(values, dtype=np.float64)
    size = array.size
    if array.ndim != 1 or size == 0 or size & (size - 1):
        raise ValueError(f"values must be an array of length 2^n, not of shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("values must be finite; there is a NaN or an infinity among them")
    half = 1
    while half < size:
        view = array.reshape(-1, 2, half)
        low, high = view[:, 0] + view[:, 1], view[:, 0] - view[:, 1]
        view[:, 0], view[:, 1] = low, high
        half *= 2
    return array / size
