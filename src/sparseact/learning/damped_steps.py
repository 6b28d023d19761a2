"""Damped Gauss–Newton steps for the hidden layer, from stored equations or only products."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np

from sparseact.reproducible import (
    Design,
    cholesky,
    mean,
    normal_equations,
    normal_product,
    product,
    solve,
    transposed_product,
)

_LEAST_SCALE = 1e-3  # of the damping of one weight, relative to the mean
_PRODUCTS = 50  # products with JᵀJ that one step may take
_ACCURACY = 1e-2  # of the conjugate gradients, by which the residual falls


class Linearised(NamedTuple):
    """The squares at a network v (s, d), `u = ±1`, as far as their derivative in v goes.

    They are ‖residual‖² + weight·‖excess‖² + `Σ_jc` ridge_c·v_jc², half of whose
    gradient is meant by "the gradient".
    """

    samples: Design
    v: np.ndarray
    u: np.ndarray
    active: np.ndarray  # (m, s) of bool
    residual: np.ndarray  # (m,)
    excess: np.ndarray | None  # (m, s), superfluous pre-activations, else 0
    weight: float
    ones: np.ndarray | None  # (m,), the factors of the output bias where it is free
    ridge: np.ndarray | None  # (d,)


def stored_bytes(unknowns: int) -> int:
    """Return the bytes that `StoredEquations` and one step take."""
    return 16 * unknowns**2


def stored_seconds(unknowns: int, samples: int) -> float:
    """Return about the seconds that the equations and one step take on a slow machine."""
    return 1e-11 * (samples + 2 * unknowns) * unknowns**2


class StoredEquations:
    """JᵀJ as a matrix, factorised for each damping."""

    def __init__(self, point: Linearised) -> None:
        s, d = point.v.shape
        matrix, gradient = normal_equations(point.samples, point.active, point.u, point.residual)
        if point.excess is not None:
            # The excess of a neuron appears only in its own block.
            for j in range(s):
                own = point.excess[:, j].copy()  # the kernels are recompiled for each layout
                part = slice(j * d, (j + 1) * d)
                block, slope = normal_equations(point.samples, own[:, None] > 0, np.ones(1), own)
                matrix[part, part] += point.weight * block
                gradient[part] += point.weight * slope
        if point.ridge is not None:
            matrix.flat[:: s * d + 1] += np.tile(point.ridge, s)
            gradient += (point.v * point.ridge).ravel()
        if point.ones is not None:
            # The best output bias for each v is put in, which takes the mean off each column.
            slope = transposed_product(point.samples.x, point.active, point.u, point.ones).ravel()
            factor = slope / _dot(point.ones, point.ones)
            for row, value in zip(matrix, slope, strict=True):
                row -= value * factor
        diagonal = np.diag(matrix)
        self._scale = np.maximum(diagonal, _LEAST_SCALE * mean(diagonal))
        self._matrix, self._gradient = matrix, gradient

    def step(self, damping: float, deadline: float = math.inf) -> np.ndarray | None:
        """Return the step to subtract from v; None if the matrix is not positive definite."""
        system = self._matrix.copy()
        system.flat[:: len(system) + 1] += damping * self._scale
        return solve(system, self._gradient) if cholesky(system) else None


class StreamedEquations:
    """The same by conjugate gradients: JᵀJ is only multiplied with, a block of samples at a time.

    A step is a descent direction wherever the iteration is cut off. SciPy's own `cg` takes its
    inner products from BLAS, with other bits on other machines.

    References
    ----------
    M. R. Hestenes, E. Stiefel (1952). Methods of conjugate gradients for solving linear systems.
    J. Res. Natl. Bur. Stand. 49. doi:10.6028/jres.049.044
    """

    def __init__(self, point: Linearised) -> None:
        x = point.samples.x
        squares = x * x
        own, ones = np.ones(len(point.u)), np.ones(len(x))
        gradient = transposed_product(x, point.active, point.u, point.residual)
        diagonal = transposed_product(squares, point.active, own, ones)
        self._crowded = None
        if point.excess is not None:
            self._crowded = point.excess > 0
            gradient += point.weight * product(point.excess.T, x)
            diagonal += point.weight * transposed_product(squares, self._crowded, own, ones)
        if point.ridge is not None:
            gradient += point.v * point.ridge
            diagonal += point.ridge
        self._mean = None
        if point.ones is not None:
            self._mean = transposed_product(x, point.active, point.u, point.ones)
            self._total = _dot(point.ones, point.ones)
            diagonal = np.maximum(diagonal - self._mean**2 / self._total, 0.0)
        self._at, self._own = point, own
        self._gradient, self._diagonal = gradient, diagonal
        self._scale = np.maximum(diagonal, _LEAST_SCALE * mean(diagonal))

    def step(self, damping: float, deadline: float = math.inf) -> np.ndarray:
        """Return the step to subtract from v; 0 without a slope, or without time."""
        shift = damping * self._scale
        size = self._diagonal + shift
        inverse = np.divide(1.0, size, out=np.zeros_like(size), where=size > 0)
        total = np.zeros_like(shift)
        left = self._gradient.copy()
        towards = inverse * left
        length = _dot(left, towards)
        goal = _ACCURACY**2 * length
        for _ in range(_PRODUCTS):
            if length <= goal or time.monotonic() > deadline:
                break
            image = self._times(towards) + shift * towards
            curvature = _dot(towards, image)
            if not curvature > 0:
                break
            total += (length / curvature) * towards
            left -= (length / curvature) * image
            scaled = inverse * left
            before, length = length, _dot(left, scaled)
            towards = scaled + (length / before) * towards
        return total.ravel()

    def _times(self, step: np.ndarray) -> np.ndarray:
        point = self._at
        image = normal_product(point.samples.x, point.active, point.u, step)
        if self._crowded is not None:
            image += point.weight * normal_product(
                point.samples.x, self._crowded, self._own, step, apart=True
            )
        if point.ridge is not None:
            image += point.ridge * step
        if self._mean is not None:
            image -= self._mean * (_dot(self._mean, step) / self._total)
        return image


def _dot(a: np.ndarray, b: np.ndarray) -> float:
    return float(product(a.reshape(1, -1), b.reshape(-1, 1))[0, 0])
