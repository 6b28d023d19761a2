"""Degree weights, tails, average and noise sensitivity of functions on the cube.

Average and noise sensitivity carry the paper's factor ¼ (§2.1):
AS(f) = Σ_i E ¼(f(x) − f(x^{⊕i}))² = Σ_T |T| f̂(T)².
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sparseact.cube import InexactError, popcounts, walsh_transform


def degree_weights(values: np.ndarray) -> np.ndarray:
    """Return Σ_{|T|=t} f̂(T)² for t = 0..n, shape (n+1,)."""
    coefficients = walsh_transform(values)
    n = coefficients.size.bit_length() - 1
    return np.bincount(popcounts(n), weights=coefficients**2, minlength=n + 1)


def tail_weight(values: np.ndarray, d: int) -> float:
    """Return Σ_{|T|>d} f̂(T)²."""
    return float(degree_weights(values)[d + 1 :].sum())


def average_sensitivity(values: np.ndarray) -> float:
    """Return Σ_i E ¼(f(x) − f(x^{⊕i}))²."""
    values = np.asarray(values, dtype=np.float64)
    n = values.size.bit_length() - 1
    total = 0.0
    for i in range(n):
        view = values.reshape(-1, 2, 1 << i)
        total += float(((view[:, 0] - view[:, 1]) ** 2).sum())
    return total / 2 / values.size


def noise_sensitivity(values: np.ndarray, rho: float) -> float:
    """Return NS_ρ(f) = Σ_T ½(1 − ρ^|T|) f̂(T)²."""
    weights = degree_weights(values)
    return float(weights @ (0.5 * (1.0 - float(rho) ** np.arange(len(weights)))))


def _integers(values: np.ndarray) -> tuple[list[int], int]:
    """Return integers v and g with values = v·2^−g."""
    fractions = [Fraction(v) for v in np.asarray(values, dtype=np.float64).tolist()]
    grid = max(f.denominator.bit_length() - 1 for f in fractions)
    if grid > 1000:
        raise InexactError("values are not dyadic within range")
    return [int(f * 2**grid) for f in fractions], grid


def average_sensitivity_exact(values: np.ndarray) -> Fraction:
    """Return AS(f) exactly, by differences."""
    v, grid = _integers(values)
    size = len(v)
    total = sum(
        (v[t] - v[t ^ (1 << i)]) ** 2 for i in range(size.bit_length() - 1) for t in range(size)
    )
    return Fraction(total, 4 * size * 4**grid)


def degree_weights_exact(values: np.ndarray) -> list[Fraction]:
    """Return the degree weights exactly, by an integer transform."""
    v, grid = _integers(values)
    size = len(v)
    n = size.bit_length() - 1
    for i in range(n):
        for t in range(size):
            if not t >> i & 1:
                other = t | 1 << i
                v[t], v[other] = v[t] + v[other], v[t] - v[other]
    weights = [0] * (n + 1)
    for mask, c in enumerate(v):
        weights[mask.bit_count()] += c * c
    return [Fraction(total, size**2 * 4**grid) for total in weights]
