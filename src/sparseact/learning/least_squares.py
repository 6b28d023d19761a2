"""Least squares on monomials at points of a cube, by Gram matrices that are exact.

They are exact where the points' counts are integers. `sparseact.learning.low_degree`
says when which of them is taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from scipy.linalg import LinAlgError, cho_factor, cho_solve, eigh, solve_triangular
from scipy.linalg.lapack import dtrtri

from sparseact.cube import walsh_transform
from sparseact.learning.monomial_products import adjoint, forward

_CHANGE = 1e-8  # relative: the last step of a refinement, whose next would be its square
_TINY = np.finfo(np.float64).tiny
_ENTRIES = 1 << 24  # of a block of rows and variables of a design matrix


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


class MonomialDesign:
    """The same matrix of points (m, n) of ±1 of any n, never stored as a whole.

    There are all monomials of at most d variables, padded with −1.
    """

    def __init__(self, x: np.ndarray, monomials: np.ndarray) -> None:
        self._x, self._d, self._monomials = x, monomials.shape[1], monomials

    def forward(self, coefficients: np.ndarray) -> np.ndarray:
        """Return Xc, the values at the points."""
        return forward(self._x, coefficients[None], self._d)[0]

    def adjoint(self, values: np.ndarray) -> np.ndarray:
        """Return Xᵀv for values at the points."""
        return adjoint(self._x, values[None], self._d)[0]

    def gram(self, counts: np.ndarray) -> np.ndarray:
        """Return XᵀDX, D being the diagonal matrix of the counts; exact if these are integers."""
        count = len(self._monomials)
        gram = np.zeros((count, count))
        step = max(1, _ENTRIES // (count * max(1, self._d)))
        for start in range(0, len(counts), step):
            rows = self._rows(slice(start, start + step))
            weights = counts[start : start + step, None]
            gram += rows.T @ (rows if (weights == 1).all() else weights * rows)
        return gram

    def points_gram(self) -> np.ndarray:
        """Return XXᵀ; exact."""
        rows = self._rows(slice(None))
        return rows @ rows.T

    def _rows(self, part: slice) -> np.ndarray:
        ones = np.pad(self._x[part], ((0, 0), (0, 1)), constant_values=1)  # in column −1
        return ones[:, self._monomials].prod(axis=2, dtype=np.int8).astype(np.float64)


Design = CubeDesign | MonomialDesign


def least_squares(
    design: Design, counts: np.ndarray, sums: np.ndarray, penalty: np.ndarray
) -> tuple[np.ndarray, int]:
    """Return the coefficients (t, N) of smallest loss and penalty, and the rank.

    `counts` and `sums` hold the weight at each point and, a row for each of t targets, the
    weighted sum of its labels. Targets are solved one by one, so that others change no bit.
    """
    distinct, count = len(counts), len(penalty)
    alpha = float(penalty[-1])
    # Rounding is divided by α where X has no rank, and then below 2^20·2^−53 < 10^−10.
    is_strong = alpha >= counts.sum() / 2**20
    rank = count
    factor = None
    if distinct < count and not is_strong:
        gram = design.points_gram()
        factor = _factor(gram)
        rank = distinct if _is_regular(gram, factor) else rank_of_integers(gram)
        if factor is not None and rank == distinct and not alpha:
            fits = [_interpolate(design, factor, row / counts) for row in sums]
            return np.stack(fits), distinct
    gram = design.gram(counts)
    if distinct >= count and not is_strong and not _is_regular(gram, _factor(gram)):
        # Weights change no rank, but the Gram matrix without them is one of integers.
        ones = design.gram(np.ones(distinct))
        rank = count if _is_regular(ones, _factor(ones)) else rank_of_integers(ones)
    solve = _solver(gram, penalty, rank)

    def solution(row: np.ndarray) -> np.ndarray:
        def step(coefficients: np.ndarray) -> np.ndarray:
            # The residual is taken on the data, not from XᵀX, so these steps undo
            # the loss by squaring the condition number.
            residual = row - counts * design.forward(coefficients)
            return np.asarray(solve(design.adjoint(residual) - penalty * coefficients))

        return _refined(solve(design.adjoint(row)), step)[0]

    return np.stack([solution(row) for row in sums]), count if alpha else rank


def _interpolate(design: Design, factor: Any, means: np.ndarray) -> np.ndarray:
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


class Dual(NamedTuple):
    """The polynomials whose coefficients are Xᵀv, for the design matrix X of points (m, n)."""

    x: np.ndarray
    values: np.ndarray  # v (t, m)
    d: int
    constants: np.ndarray | None  # (t,), where X has no column for them

    def coefficients(self) -> np.ndarray:
        """Return the coefficients (t, N)."""
        coefficients = adjoint(self.x, self.values, self.d)
        if self.constants is not None:
            coefficients[:, 0] = self.constants
        return coefficients

    def predict(self, x: np.ndarray) -> np.ndarray:
        """Return the values (t, ·) at points, by products with the points of X alone."""
        table = _kernel_table(x.shape[1], self.d) - (self.constants is not None)
        step = max(1, _ENTRIES // len(self.x))
        blocks = [
            self.values @ _kernel(self.x, x[start : start + step], table)
            for start in range(0, len(x), step)
        ]
        values = np.concatenate(blocks, axis=1)
        return values if self.constants is None else values + self.constants[:, None]


def solve_dual(
    x: np.ndarray,
    d: int,
    counts: np.ndarray,
    means: np.ndarray,
    alpha: float,
) -> Dual | None:
    """Return the v (t, m) for which Xᵀv are the coefficients of smallest loss and penalty.

    X has the monomials of degree at most d at distinct points x (m, n), without the constant if
    that is free of a penalty α > 0. With K = XXᵀ, D = `counts` (m,) the weights
    of the points, S = √D and mean labels (t, m), v = Su solves (SKS + α)u + c_∅·S1 = S·means, with
    1ᵀv = 0 where c_∅ is free. Returns None if the matrix is not proved to be regular.
    """
    table = _kernel_table(x.shape[1], d)
    if alpha:
        table = table - 1
    m, size = len(x), float(table[0])
    matrix = _kernel(x, x, table)
    roots = np.sqrt(counts) if alpha else np.ones(m)
    if (roots != 1).any():
        matrix *= roots
        matrix *= roots[:, None]
    diagonal = matrix.diagonal().copy() + alpha
    # Without a penalty K − 2δ is factorised: the factor belongs to a matrix within δ of it (see
    # `_is_regular`), so that K has no eigenvalue below δ.
    shift = 0.0 if alpha else m * (m + 1) * np.finfo(np.float64).eps * size
    matrix.flat[:: m + 1] = diagonal - shift
    factor = _factor(matrix.T)  # in the order of LAPACK
    matrix.flat[:: m + 1] = diagonal
    right = np.column_stack([(roots * means).T, roots])
    if factor is None:
        return None

    def step(solution: np.ndarray) -> np.ndarray:
        return np.asarray(cho_solve(factor, right - matrix @ solution, check_finite=False))

    dual, is_solved = _refined(cho_solve(factor, right, check_finite=False), step)
    if not is_solved:
        return None
    dual, border = dual[:, :-1], dual[:, -1]
    constants = None
    if alpha:
        constants = (roots @ dual) / (roots @ border)
        dual -= np.outer(border, constants)
    return Dual(x, roots * dual.T, d, constants)


def _refined(
    solution: np.ndarray, step: Callable[[np.ndarray], np.ndarray]
) -> tuple[np.ndarray, bool]:
    """Add steps to a solution, or to each column, until they are small or no longer shrink.

    The second result is whether the last step was small.
    """
    last = math.inf
    while True:
        change = step(solution)
        solution = solution + change
        sizes = np.maximum(np.abs(solution).max(axis=0), _TINY)
        size = float((np.abs(change).max(axis=0) / sizes).max())
        if size <= _CHANGE or not size < last / 2:
            return solution, size <= _CHANGE
        last = size


def _kernel(x: np.ndarray, z: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the table's entries for the distances of points of ±1, (m, ·) of x (m, n) and z."""
    out = np.empty((len(x), len(z)))
    _fill_kernel(_words(x), _words(z), table, out)
    return out


def _words(x: np.ndarray) -> np.ndarray:
    """Return the signs of points as bits of uint64."""
    bits = np.packbits(x < 0, axis=1)
    return np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))).view(np.uint64)


@njit(cache=True)
def _fill_kernel(words: np.ndarray, others: np.ndarray, table: np.ndarray, out: np.ndarray) -> None:
    """Look up the distances of points, whose bits are in `words` and `others`."""
    for i in range(len(words)):
        for j in range(len(others)):
            distance = np.int64(0)
            for k in range(words.shape[1]):
                v = words[i, k] ^ others[j, k]
                v -= (v >> np.uint64(1)) & np.uint64(0x5555555555555555)
                v = (v & np.uint64(0x3333333333333333)) + (
                    (v >> np.uint64(2)) & np.uint64(0x3333333333333333)
                )
                v = (v + (v >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
                distance += np.int64((v * np.uint64(0x0101010101010101)) >> np.uint64(56))
            out[i, j] = table[distance]


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
    lost = len(gram) * np.finfo(np.float64).eps * float(np.diag(gram).max())
    return factor if np.diag(factor[0]).min() ** 2 > lost else None


def _is_regular(gram: np.ndarray, factor: Any) -> bool:
    """Return whether the matrix is proved to be regular by its Cholesky factor L.

    The factor belongs to a matrix within N(N + 1)u·max G_ii of it, in the 2-norm (Higham,
    Accuracy and Stability of Numerical Algorithms, Theorem 10.3). The smallest eigenvalue of
    LLᵀ is at least 1/‖L⁻¹‖², with the Frobenius norm; twice the distance leaves room for the
    rounding of this norm. First ‖L⁻¹‖² ≤ ‖M⁻¹1‖_∞·‖M⁻ᵀ1‖_∞ is tried (Theorem 8.12 there), where M
    has the diagonal of L and −|L| below it, which takes no inverse.
    """
    if factor is None:
        return False
    size = len(gram)
    distance = size * (size + 1) * np.finfo(np.float64).eps / 2 * float(np.diag(gram).max())
    comparison = -np.abs(factor[0])
    comparison.flat[:: size + 1] *= -1
    rows, columns = (
        solve_triangular(comparison, np.ones(size), lower=True, trans=trans, check_finite=False)
        for trans in ("N", "T")
    )
    if float(rows.max()) * float(columns.max()) * 2 * distance < 1:
        return True
    del comparison
    inverse, failed = dtrtri(factor[0], lower=True)
    if failed:
        return False
    norm = float(np.linalg.norm(np.tril(inverse)))
    return bool(norm**2 * 2 * distance < 1)


#: A prime; sums and products of residues are added in 64 bits.
_PRIME = 2**31 - 1


def rank_of_integers(gram: np.ndarray) -> int:
    """Return the rank of a square matrix of integers of float64, by elimination modulo a prime.

    It is at most the rank, and below it only if the prime divides all of its largest minors.
    """
    return int(_eliminate(np.mod(gram, _PRIME).astype(np.int64), _PRIME))


@njit(cache=True)
def _eliminate(a: np.ndarray, prime: int) -> int:
    rank = 0
    for column in range(a.shape[1]):
        pivot = rank
        while pivot < a.shape[0] and a[pivot, column] == 0:
            pivot += 1
        if pivot == a.shape[0]:
            continue
        if pivot != rank:
            for j in range(column, a.shape[1]):
                a[pivot, j], a[rank, j] = a[rank, j], a[pivot, j]
        inverse, power, exponent = 1, a[rank, column], prime - 2
        while exponent:
            if exponent & 1:
                inverse = inverse * power % prime
            power = power * power % prime
            exponent >>= 1
        top = a[rank, column:]
        for row in range(rank + 1, a.shape[0]):
            factor = (prime - a[row, column]) * inverse % prime
            if factor:
                low = a[row, column:]
                for j in range(top.size):
                    x = low[j] + factor * top[j]
                    x = (x & prime) + (x >> 31)  # modulo 2^31 − 1
                    low[j] = x - prime if x >= prime else x
        rank += 1
        if rank == a.shape[0]:
            break
    return rank


def _solver(gram: np.ndarray, penalty: np.ndarray, rank: int) -> Any:
    """Return b ↦ (gram + penalty)⁺ b for a Gram matrix of this rank, which is overwritten.

    Where the rank is not full, a minimiser of least norm or smallest penalty is a sum of the
    eigenvectors that are not in the null space. Other ones are left out, and so a small penalty
    divides no rounding. A constant without a penalty is eliminated first.
    """
    if rank == len(gram):
        gram[np.diag_indices(rank)] += penalty
        factor = _factor(gram)
        if factor is not None:
            return lambda right: cho_solve(factor, right)
    alpha = penalty[-1] if rank < len(gram) else 0.0
    free = bool(alpha) and not penalty[0]
    total, sums = float(gram[0, 0]), gram[0, 1:].copy()
    if free:
        gram, rank = gram[1:, 1:] - np.outer(sums, sums) / total, rank - 1
    values, vectors = eigh(gram, overwrite_a=True)
    first = len(gram) - rank
    values, vectors = values[first:] + alpha, vectors[:, first:]

    def solve(right: np.ndarray) -> np.ndarray:
        if not free:
            return vectors @ ((vectors.T @ right) / values)
        others = right[1:] - sums * (right[0] / total)
        coefficients = vectors @ ((vectors.T @ others) / values)
        return np.append((right[0] - sums @ coefficients) / total, coefficients)

    return solve
