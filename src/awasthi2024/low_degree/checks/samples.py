"""Samples of the cube, and what a fit to them loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sparseact.learning.low_degree import LowDegreeRegressor


def sample(rng: np.random.Generator, cube: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return m uniform points of the cube and their numbers."""
    numbers = rng.integers(0, len(cube), size=m)
    return cube[numbers], numbers


def estimation_error(model: LowDegreeRegressor, coefficients: np.ndarray) -> float:
    """Return Σ_{|T|≤d} (ĉ_T − c_T)² against the population's coefficients, by mask."""
    return float(((model.coefficients_ - coefficients[model.masks_]) ** 2).sum())
