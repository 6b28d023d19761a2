"""Least squares on monomials at points of a small cube, by Gram matrices that are exact.

They are exact where the points' counts are whole numbers. `sparseact.learning.low_degree`
says when which of them is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, eigh

from sparseact.cube import walsh_transform


class CubeDesign:
    """The design matrix X of distinct points and monomials, both masks, by transforms."""

    def __init__(self, seen: np.ndarray, masks: np.ndarray, n: int) -> None:
        self._seen, self._masks, self._size = seen, masks, 1 << n

    def forward(self, coefficients: np.ndarray) -> np.ndarray:
        """Return Xc, the values at the points."""
        return self._transform(self._masks, coefficients)[self._seen]

    def adjoint(self, values: np.ndarray) -> np.ndarray:
        """Return Xᵀv for values at the points."""
        return self._transform(self._seen, values)[self._masks]

    def gram(self, counts: np.ndarray) -> np.ndarray:
        """Return XᵀDX, D being the diagonal matrix of the counts; exact."""
        return _differences(self._masks, self._transform(self._seen, counts))

    def points_gram(self) -> np.ndarray:
        """Return XXᵀ; exact."""
        return _differences(self._seen, self._transform(self._masks, np.ones(len(self._masks))))

    def _transform(self, places: np.ndarray, values: np.ndarray) -> np.ndarray:
        table = np.zeros(self._size)
        table[places] = values
        return walsh_transform(table) * self._size


class PointDesign:
    """The same matrix, stored: of few points in many dimensions it is smaller than the cube."""

    def __init__(self, seen: np.ndarray, masks: np.ndarray) -> None:
        odd = np.bitwise_count(seen[:, None] & masks) & 1
        self._matrix = 1.0 - 2.0 * odd

    def forward(self, coefficients: np.ndarray) -> np.ndarray:
        """Return Xc, the values at the points."""
        return self._matrix @ coefficients

    def adjoint(self, values: np.ndarray) -> np.ndarray:
        """Return Xᵀv for values at the points."""
        return self._matrix.T @ values

    def gram(self, counts: np.ndarray) -> np.ndarray:
        """Return XᵀDX, D being the diagonal matrix of the counts; exact."""
        return self._matrix.T @ (counts[:, None] * self._matrix)

    def points_gram(self) -> np.ndarray:
        """Return XXᵀ; exact."""
        return self._matrix @ self._matrix.T


def least_squares(
    design: CubeDesign | PointDesign, counts: np.ndarray, sums: np.ndarray, penalty: np.ndarray
) -> tuple[np.ndarray, int]:
    """Return the coefficients (t, N) of least loss and penalty, and the rank.

    `counts` and `sums` hold the weight at each point and, a row for each of t targets, the
    weighted sum of its labels. Targets are solved one by one, so that others change no bit.
    """
    ridge = bool(penalty.any())
    distinct, count = len(counts), len(penalty)
    if distinct < count and not ridge:
        factor = _factor(design.points_gram())
        if factor is not None:
            found = [_interpolate(design, factor, row / counts) for row in sums]
            return np.stack(found), distinct
    gram = design.gram(counts)
    gram[np.diag_indices(count)] += penalty
    solve, rank = _solver(gram, count if ridge else distinct)

    def solution(row: np.ndarray) -> np.ndarray:
        coefficients = solve(design.adjoint(row))
        # The residual is taken on the data, not from XᵀX, so this step undoes
        # most of what squaring the condition number lost.
        residual = row - counts * design.forward(coefficients)
        return coefficients + solve(design.adjoint(residual) - penalty * coefficients)

    return np.stack([solution(row) for row in sums]), rank


def _interpolate(design: CubeDesign | PointDesign, factor: Any, means: np.ndarray) -> np.ndarray:
    """Return the polynomial of least norm with these mean labels.

    With fewer points than monomials it is Xᵀ(XXᵀ)⁻¹ of the means, if XXᵀ, whose factor is
    given, is regular.
    """
    coefficients = design.adjoint(cho_solve(factor, means))
    labels = cho_solve(factor, means - design.forward(coefficients))  # refines
    return coefficients + design.adjoint(labels)


def _differences(indices: np.ndarray, transform: np.ndarray) -> np.ndarray:
    """Return the matrix of transform[i ⊕ j] over the indices."""
    gram = np.empty((len(indices), len(indices)))
    for row, index in zip(gram, indices, strict=True):
        row[:] = transform[indices ^ index]
    return gram


def _factor(gram: np.ndarray) -> Any:
    """Return the Cholesky factor, or None if a pivot is lost in rounding."""
    try:
        factor = cho_factor(gram, lower=True)
    except LinAlgError:
        return None
    lost = len(gram) * np.finfo(np.float64).eps * gram[0, 0]
    return factor if np.diag(factor[0]).min() ** 2 > lost else None


def _solver(gram: np.ndarray, distinct: int) -> tuple[Any, int]:
    """Return b ↦ gram⁺ b and the rank; `gram` may be overwritten."""
    count = len(gram)
    factor = _factor(gram) if distinct >= count else None
    if factor is not None:
        return lambda right: cho_solve(factor, right), count
    rounding = count * np.finfo(np.float64).eps
    values, vectors = eigh(gram, overwrite_a=True)
    rank = min(int(np.count_nonzero(values > rounding * values[-1])), distinct)
    values, vectors = values[-rank:], vectors[:, -rank:]
    return lambda right: vectors @ ((vectors.T @ right) / values), rank
