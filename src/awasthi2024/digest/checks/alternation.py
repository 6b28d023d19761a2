"""Alternating least squares: patterns from coefficients, coefficients from patterns."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sparseact.randomness import nearly_normal
from sparseact.reproducible import (
    cholesky,
    design,
    mean_square,
    normal_equations,
    product,
    signed_sum,
    solve,
)

_ALTERNATIONS = 40  # steps of one start at the most

_RIDGE = 1e-10  # of least squares, as a share of the Gram matrix's diagonal at most


def _with_bias(x: np.ndarray) -> np.ndarray:
    return np.hstack([x.astype(np.float64), np.ones((len(x), 1))])


def values_with_patterns(x: np.ndarray, active: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    """Return Σ_j [active_j(x)]·⟨coefficients_j, (x, 1)⟩; coefficients (s, n + 1)."""
    parts = np.where(active, product(_with_bias(x), coefficients.T), 0.0)
    return product(parts, np.ones((len(coefficients), 1)))[:, 0]


def fixed_pattern_fit(x: np.ndarray, y: np.ndarray, active: np.ndarray) -> np.ndarray:
    """Return the coefficients (s, n + 1) of least squares, given the patterns.

    There are more samples than coefficients. A ridge of `_RIDGE` for each sample, too small to
    matter otherwise, selects the coefficients of smallest norm where the samples leave some open.
    """
    wide = _with_bias(x)
    system, right = normal_equations(design(wide), active, np.ones(active.shape[1]), y)
    system.flat[:: len(system) + 1] += _RIDGE * len(x)
    if not cholesky(system):
        raise AssertionError("a Gram matrix with a ridge is positive definite")
    return solve(system, right).reshape(active.shape[1], -1)


def alternating_least_squares(
    x: np.ndarray, y: np.ndarray, s: int, starts: int, rng: np.random.Generator
) -> Callable[[np.ndarray], np.ndarray]:
    """Alternate between least squares with the patterns fixed and the patterns it gives.

    Neuron j has the output sign (−1)^j. Starts are random networks; a run ends
    when the patterns no longer change. Of all networks on the way the one with the smallest
    training loss is returned, as a function of points.
    """
    signs = np.where(np.arange(s) % 2 == 0, 1.0, -1.0)
    wide = _with_bias(x)
    best: tuple[float, np.ndarray] = (math.inf, np.zeros((s, wide.shape[1])))
    for _ in range(starts):
        v = nearly_normal(rng, (s, wide.shape[1])) / math.sqrt(x.shape[1])
        active = product(wide, v.T) > 0
        for _ in range(_ALTERNATIONS):
            v = fixed_pattern_fit(x, y, active) * signs[:, None]
            z = product(wide, v.T)
            loss = mean_square(signed_sum(z, signs) - y)
            if loss < best[0]:
                best = (loss, v)
            if np.array_equal(z > 0, active):
                break
            active = z > 0
        if best[0] < 1e-12 * mean_square(y):
            break
    weights = best[1]
    return lambda points: signed_sum(product(_with_bias(points), weights.T), signs)
