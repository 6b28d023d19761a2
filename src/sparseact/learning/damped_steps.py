"""Damped Gauss–Newton steps for the hidden layer, from stored equations or only products."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.sparse.linalg import LinearOperator, cg

_LEAST_SCALE = 1e-3  # of the damping of one weight, relative to the mean
_PRODUCTS = 50  # products with JᵀJ that one step may take
_ACCURACY = 1e-2  # of the conjugate gradients, by which the residual falls
_ENTRIES = 1 << 22  # of J that are formed at a time


class Linearised(NamedTuple):
    """The squares at a network v (s, d), `u = ±1`, as far as their derivative in v goes.

    They are ‖residual‖² + weight·‖excess‖², half of whose gradient is meant by "the gradient".
    Row i of the derivative J holds `u_j·x_i` in block j if neuron j is active at x_i, and 0
    otherwise.
    """

    x: np.ndarray  # (m, d)
    u: np.ndarray  # (s,)
    active: np.ndarray  # (m, s) of bool
    residual: np.ndarray  # (m,)
    excess: np.ndarray | None  # (m, s), superfluous pre-activations, else 0
    weight: float

    def gradient(self) -> np.ndarray:
        """Return the gradient, shape (s, d)."""
        slope = transposed_product(self.x, self.active * self.u, self.residual)
        if self.excess is not None:
            slope += self.weight * (self.excess.T @ self.x)
        return slope


def transposed_product(x: np.ndarray, signs: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return Jᵀ·right, (s, d), for samples x (m, d), `signs` u_j where active (m, s), else 0."""
    return (signs * right[:, None]).T @ x


class StoredEquations:
    """JᵀJ as a matrix, factorised for each damping."""

    def __init__(self, point: Linearised) -> None:
        s, d = len(point.u), point.x.shape[1]
        matrix = np.zeros((s * d, s * d))
        signs = point.active * point.u
        rows = max(1, _ENTRIES // (s * d))  # of J at a time
        for start in range(0, len(signs), rows):
            part = slice(start, start + rows)
            block = (signs[part, :, None] * point.x[part, None, :]).reshape(-1, s * d)
            matrix += block.T @ block
        if point.excess is not None:
            # The excess of a neuron appears only in its own block.
            for j in range(s):
                crowded = point.x[point.excess[:, j] > 0]
                part = slice(j * d, (j + 1) * d)
                matrix[part, part] += point.weight * (crowded.T @ crowded)
        diagonal = np.diag(matrix)
        self._scale = np.maximum(diagonal, _LEAST_SCALE * diagonal.mean())
        self._matrix, self._gradient = matrix, point.gradient().ravel()

    def step(self, damping: float, deadline: float = math.inf) -> np.ndarray | None:
        """Return the step to subtract from v; None if the matrix is not positive definite."""
        system = self._matrix.copy()
        system.flat[:: len(system) + 1] += damping * self._scale
        try:
            factor = cho_factor(system, overwrite_a=True, check_finite=False)
        except LinAlgError:
            return None
        return np.asarray(cho_solve(factor, self._gradient, check_finite=False))


class OutOfTime(Exception):  # noqa: N818
    """The time limit is met; no TimeoutError, which a user's own limit may raise."""


class StreamedEquations:
    """The same by conjugate gradients: JᵀJ is only multiplied with.

    A step is a descent direction wherever the iteration is cut off.

    References
    ----------
    M. R. Hestenes, E. Stiefel (1952). Methods of conjugate gradients for solving linear systems.
    J. Res. Natl. Bur. Stand. 49. doi:10.6028/jres.049.044
    """

    def __init__(self, point: Linearised) -> None:
        squares = point.x * point.x
        diagonal = point.active.T.astype(np.float64) @ squares
        self._signs = point.active * point.u
        self._crowded = None
        if point.excess is not None:
            self._crowded = (point.excess > 0).astype(np.float64)
            diagonal += point.weight * (self._crowded.T @ squares)
        self._at, self._gradient = point, point.gradient()
        self._diagonal = diagonal
        self._scale = np.maximum(diagonal, _LEAST_SCALE * diagonal.mean())

    def step(self, damping: float, deadline: float = math.inf) -> np.ndarray:
        """Return the step to subtract from v; 0 without a slope."""
        point, shift = self._at, damping * self._scale
        size = self._diagonal + shift
        inverse = np.divide(1.0, size, out=np.zeros_like(size), where=size > 0)
        shape = self._gradient.shape
        best = np.zeros(self._gradient.size)

        def keep(iterate: np.ndarray) -> None:
            best[:] = iterate
            if time.monotonic() > deadline:
                raise OutOfTime

        def times(step: np.ndarray) -> np.ndarray:
            step = step.reshape(shape)
            moved = point.x @ step.T
            signed = (moved * self._signs).sum(axis=1)
            image = transposed_product(point.x, self._signs, signed)
            if self._crowded is not None:
                image += point.weight * ((moved * self._crowded).T @ point.x)
            return (image + shift * step).ravel()

        operator = LinearOperator((best.size, best.size), matvec=times, dtype=np.float64)
        scaling = LinearOperator(
            operator.shape, matvec=lambda left: inverse.ravel() * left.ravel(), dtype=np.float64
        )
        with suppress(OutOfTime):
            cg(
                operator, self._gradient.ravel(), rtol=_ACCURACY, maxiter=_PRODUCTS, M=scaling,
                callback=keep,
            )  # fmt: skip
        return best
