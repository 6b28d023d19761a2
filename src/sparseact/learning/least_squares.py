"""Least squares on monomials at points of a cube, by Gram matrices that are exact.

They are exact where the points' weights are integers. `sparseact.learning.low_degree`
says when this is the way to fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.linalg.lapack import dtrtri

from sparseact.cube import walsh_transform
from sparseact.learning.monomial_products import adjoint, forward

_CHANGE = 1e-8  # relative: the last step of a refinement, whose next would be its square
_TINY = np.finfo(np.float64).tiny
_EPSILON = np.finfo(np.float64).eps


def masks_of(monomials: np.ndarray) -> np.ndarray:
    """Return the monomials, padded with −1, as masks, int64 (N,)."""
    bits = np.where(monomials < 0, 0, np.int64(1) << np.maximum(monomials, 0).astype(np.int64))
    return bits.sum(axis=1, dtype=np.int64)


class CubeDesign:
    """The design matrix X of distinct points (m, n) of ±1 and monomials, by transforms."""

    def __init__(self, x: np.ndarray, monomials: np.ndarray) -> None:
        self.x, self.monomials = x, monomials
        self._seen = (x < 0) @ (1 << np.arange(x.shape[1], dtype=np.int64))
        self._masks, self._size = masks_of(monomials), 1 << x.shape[1]

    def forward(self, coefficients: np.ndarray) -> np.ndarray:
        """Return Xc, the values at the points."""
        return self._transform(self._masks, coefficients)[self._seen]

    def adjoint(self, values: np.ndarray) -> np.ndarray:
        """Return Xᵀv for values at the points."""
        return self._transform(self._seen, values)[self._masks]

    def gram(self, weights: np.ndarray) -> np.ndarray:
        """Return XᵀDX, D being the diagonal matrix of the weights."""
        transform = self._transform(self._seen, weights)
        gram = np.empty((len(self._masks), len(self._masks)))
        for row, mask in zip(gram, self._masks, strict=True):
            row[:] = transform[self._masks ^ mask]
        return gram

    def _transform(self, places: np.ndarray, values: np.ndarray) -> np.ndarray:
        table = np.zeros(self._size)
        table[places] = values
        return walsh_transform(table) * self._size


class MonomialDesign:
    """The same matrix for any n, without tables over the cube; it is stored for `gram` alone."""

    def __init__(self, x: np.ndarray, monomials: np.ndarray) -> None:
        self.x, self.monomials, self._d = x, monomials, monomials.shape[1]

    def forward(self, coefficients: np.ndarray) -> np.ndarray:
        """Return Xc, the values at the points."""
        return forward(self.x, coefficients[None], self._d)[0]

    def adjoint(self, values: np.ndarray) -> np.ndarray:
        """Return Xᵀv for values at the points."""
        return adjoint(self.x, values[None], self._d)[0]

    def gram(self, weights: np.ndarray) -> np.ndarray:
        """Return XᵀDX, D being the diagonal matrix of the weights."""
        ones = np.pad(self.x, ((0, 0), (0, 1)), constant_values=1)  # in column −1
        rows = ones[:, self.monomials].prod(axis=2, dtype=np.int8).astype(np.float64)
        return (rows.T * weights) @ rows


Design = CubeDesign | MonomialDesign


def least_squares(
    design: Design, weights: np.ndarray, sums: np.ndarray, alpha: float
) -> tuple[np.ndarray, int] | None:
    """Return the coefficients (t, N) of smallest loss and penalty, and the rank.

    `sums` holds a row for each of t targets, the weighted sum of its labels at each point. Targets
    are solved one by one, so that others change no bit. The constant is free of the penalty.
    Returns None if the matrix is not proved to be regular, and the penalty is too small to make it
    so.
    """
    # Rounding is divided by α where X has no rank, and then below 2^20·2^−53 < 10^−10.
    is_strong = alpha >= weights.sum() / 2**20
    if len(weights) < len(design.monomials):
        return _from_points(design, weights, sums, alpha) if is_strong or not alpha else None
    return _from_monomials(design, weights, sums, alpha, is_strong)


def _from_monomials(
    design: Design, weights: np.ndarray, sums: np.ndarray, alpha: float, is_strong: bool
) -> tuple[np.ndarray, int] | None:
    """Solve (XᵀDX + α)c = Xᵀ·sums."""
    gram = design.gram(weights)
    # Weights change no rank, but the Gram matrix without them is one of integers.
    factor = None if is_strong else _regular_factor(gram)
    if not is_strong and not factor and not _regular_factor(design.gram(np.ones(len(weights)))):
        return None
    penalty = np.full(len(gram), alpha)
    penalty[0] = 0
    if alpha or not factor:
        gram[np.diag_indices_from(gram)] += penalty
        factor = _factor(gram)
    if not factor:
        return None

    def solution(row: np.ndarray) -> np.ndarray:
        def step(coefficients: np.ndarray) -> np.ndarray:
            # The residual is taken on the data, not from XᵀX, so these steps undo
            # the loss by squaring the condition number.
            residual = row - weights * design.forward(coefficients)
            right = design.adjoint(residual) - penalty * coefficients
            return np.asarray(cho_solve(factor, right))

        return _refined(cho_solve(factor, design.adjoint(row)), step)

    return np.stack([solution(row) for row in sums]), len(gram)


def _from_points(
    design: Design, weights: np.ndarray, sums: np.ndarray, alpha: float
) -> tuple[np.ndarray, int] | None:
    """Return Xᵀv, of least norm, for fewer points than monomials.

    X has no constant if that is free of a penalty α > 0. With K = XXᵀ, S = √D and mean labels ȳ,
    v = Su solves (SKS + α)u + c_∅·S1 = Sȳ, with 1ᵀv = 0 where c_∅ is free.
    """
    count, n = len(design.monomials), design.x.shape[1]
    points = design.x.astype(np.float32)  # products of these are exact
    distances = ((n - points @ points.T) / 2).astype(np.int64)
    matrix = _kernel_table(n, design.monomials.shape[1])[distances]
    roots = np.sqrt(weights) if alpha else np.ones(len(weights))
    if alpha:
        matrix = roots[:, None] * (matrix - 1) * roots
        matrix[np.diag_indices_from(matrix)] += alpha
    factor = _factor(matrix) if alpha else _regular_factor(matrix)
    if not factor:
        return None

    def product(values: np.ndarray) -> np.ndarray:
        coefficients = design.adjoint(roots * values)
        if alpha:
            coefficients[0] = 0
        return coefficients

    def solved(right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return u and Xᵀv for this right side, after one step of refinement."""
        u = cho_solve(factor, right)
        coefficients = product(u)
        change = cho_solve(factor, right - roots * design.forward(coefficients) - alpha * u)
        return u + change, coefficients + product(change)

    if alpha:
        border, constants = solved(roots)

    def solution(row: np.ndarray) -> np.ndarray:
        u, coefficients = solved(roots * (row / weights))
        if alpha:
            constant = (roots @ u) / (roots @ border)
            coefficients -= constant * constants
            coefficients[0] = constant
        return coefficients

    return np.stack([solution(row) for row in sums]), count if alpha else len(weights)


def _refined(solution: np.ndarray, step: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Add steps to a solution until they are small or no longer shrink."""
    last = math.inf
    while True:
        change = step(solution)
        solution = solution + change
        size = float(np.abs(change).max() / max(np.abs(solution).max(), _TINY))
        if size <= _CHANGE or not size < last / 2:
            return solution
        last = size


@lru_cache
def _kernel_table(n: int, d: int) -> np.ndarray:
    """Return Σ_{|T| ≤ d} χ_T(x)·χ_T(x') for points at each distance 0..n: exact below 2^53.

    The sets of size t give the Krawtchouk polynomial Σ_j (−1)^j·C(h, j)·C(n − h, t − j).
    """
    return np.array(
        [
            sum(
                (-1) ** j * math.comb(h, j) * math.comb(n - h, t - j)
                for t in range(d + 1)
                for j in range(t + 1)
            )
            for h in range(n + 1)
        ],
        dtype=np.float64,
    )


def _factor(gram: np.ndarray) -> Any:
    """Return the Cholesky factor, or None if a pivot is lost in rounding."""
    try:
        factor = cho_factor(gram, lower=True, check_finite=False)
    except LinAlgError:
        return None
    lost = len(gram) * _EPSILON * float(np.diag(gram).max())
    return factor if np.diag(factor[0]).min() ** 2 > lost else None


def _regular_factor(gram: np.ndarray) -> Any:
    """Return the Cholesky factor L, or None if it does not prove that the matrix is regular.

    The factor belongs to a matrix within N(N + 1)u·max G_ii of it, in the 2-norm (Higham,
    Accuracy and Stability of Numerical Algorithms, Theorem 10.3). The smallest eigenvalue of
    LLᵀ is at least 1/‖L⁻¹‖², with the Frobenius norm; twice the distance leaves room for the
    rounding of this norm.
    """
    factor = _factor(gram)
    if factor is None:
        return None
    inverse, failed = dtrtri(factor[0], lower=True)
    size = len(gram)
    distance = size * (size + 1) * _EPSILON / 2 * float(np.diag(gram).max())
    is_regular = not failed and float(np.linalg.norm(np.tril(inverse))) ** 2 * 2 * distance < 1
    return factor if is_regular else None
