"""Sets of points on which complexities are measured."""

from __future__ import annotations

import math

import numpy as np


def make_points(name: str, m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return m points in n dimensions, of norm 1 but for "gaussian"; shape (m, n).

    Gaussian points have norm 1 on average; cube points are ±1/√n; orthonormal points need m ≤ n,
    equicorrelated ones, with inner products 2/5, m < n (else ValueError); repeated is one point m
    times.
    """
    if name == "sphere":
        x = rng.standard_normal((m, n))
        return x / np.linalg.norm(x, axis=1, keepdims=True)
    if name == "gaussian":
        return rng.standard_normal((m, n)) / math.sqrt(n)
    if name == "cube":
        return rng.choice([-1.0, 1.0], (m, n)) / math.sqrt(n)
    if name == "repeated":
        return np.eye(1, n).repeat(m, axis=0)
    if name == "orthonormal" and m <= n:
        return np.eye(m, n)
    if name == "equicorrelated" and m < n:
        x = np.eye(m, n) * math.sqrt(0.6)
        x[:, m] = math.sqrt(0.4)
        return x
    raise ValueError(f"{m} points {name!r} in {n} dimensions; see make_points for what is allowed")
