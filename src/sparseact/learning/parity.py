"""Elimination over GF(2): parities from noise-free samples."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray


class ParitySolution(NamedTuple):
    """What samples say of a parity.

    Attributes
    ----------
    subset : ndarray of bool, shape (m,)
        A set S with label = χ_S(y) on the samples that were used as pivots; no
        free coordinate is in it.
    rank : int
        Rank of the equations: S is the only solution if it is m.
    consistent : bool
        Whether S gives every sample's label.
    """

    subset: NDArray[np.bool_]
    rank: int
    consistent: bool


def solve_parity(y: ArrayLike, labels: ArrayLike) -> ParitySolution:
    """Find S with labels = χ_S(y) = Π_{i∈S} y_i by elimination over GF(2).

    Each sample is an equation Σ_{i∈S} [y_i = −1] = [label = −1] modulo 2. Rows
    are packed 64 coordinates to a word; this takes k·m·rank/64 operations.

    Parameters
    ----------
    y : array_like, shape (k, m), of ±1; m ≥ 1
    labels : array_like, shape (k,), of ±1
        +1 where the number of −1s in S is even.

    Raises
    ------
    ValueError
        If a shape is wrong or an entry is not ±1.
    """
    points, signs = np.asarray(y), np.asarray(labels)
    if points.ndim != 2 or points.shape[1] < 1 or signs.shape != points.shape[:1]:
        raise ValueError(
            f"solve_parity: y has shape {points.shape} and labels {signs.shape}; "
            "they must be (k, m) and (k,), with m >= 1"
        )
    for name, array in (("y", points), ("labels", signs)):
        if array.dtype.kind not in "iuf" or not np.all(np.abs(array) == 1):
            raise ValueError(f"solve_parity: {name} holds a value other than +1 and -1")
    k, m = points.shape
    words = m // 64 + 1
    bits = np.zeros((k, 64 * words), dtype=bool)
    bits[:, :m] = points < 0
    bits[:, m] = signs < 0
    rows = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    pivots = _eliminate(rows, m)
    subset = np.zeros(m, dtype=bool)
    right = rows[:, m // 64] >> np.uint64(m % 64) & np.uint64(1)
    subset[pivots] = right[: len(pivots)] == 1
    return ParitySolution(subset, len(pivots), not right[len(pivots) :].any())


@njit(cache=True)
def _eliminate(rows: np.ndarray, m: int) -> np.ndarray:
    """Bring rows (k, words) of uint64 to reduced echelon form in place; return pivot columns."""
    k, words = rows.shape
    pivots = np.empty(min(k, m), np.int64)
    rank = 0
    for column in range(m):
        word, shift = column // 64, np.uint64(column % 64)
        pivot = rank
        while pivot < k and not rows[pivot, word] >> shift & np.uint64(1):
            pivot += 1
        if pivot == k:
            continue
        if pivot != rank:
            for i in range(words):
                rows[pivot, i], rows[rank, i] = rows[rank, i], rows[pivot, i]
        for row in range(k):
            if row != rank and rows[row, word] >> shift & np.uint64(1):
                for i in range(word, words):
                    rows[row, i] ^= rows[rank, i]
        pivots[rank] = column
        rank += 1
        if rank == k:
            break
    return pivots[:rank]


def full_rank_probability(k: int, m: int) -> Fraction:
    """Return Π_{i<m} (1 − 2^(i−k)): that k uniform samples determine a parity of m bits.

    The i-th column is outside the span of the earlier ones with probability
    1 − 2^(i−k). It is 0 for k < m.

    Raises
    ------
    ValueError
        If k or m is negative.
    """
    if k < 0 or m < 0:
        raise ValueError(f"full_rank_probability: k={k}, m={m}; both must be at least 0")
    if k < m:
        return Fraction(0)
    return Fraction(math.prod(2**k - 2**i for i in range(m)), 2 ** (k * m))
