"""Elimination over GF(2): parities from noise-free samples."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from sparseact.arguments import as_given


class ParitySolution(NamedTuple):
    """The solution for a parity from samples.

    Attributes
    ----------
    subset : ndarray of bool, shape (m,)
        A set S with label = `χ_S(y)` on the samples that were used as pivots; no
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
    """Find S with labels = `χ_S(y) = Π_{i∈S} y_i` by elimination over `GF(2)`.

    Each sample is an equation `Σ_{i∈S} [y_i = −1]` = [label = −1] modulo 2. It is
    packed 64 coordinates to a word; this takes k·m·rank/64 operations.

    Parameters
    ----------
    y : array_like, shape (k, m), of ±1; m ≥ 1
    labels : array_like, shape (k,), of ±1
        +1 where the number of −1s in S is even.

    Raises
    ------
    ValueError
        If a shape is wrong or an entry is not ±1.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.learning import solve_parity
    >>> y = np.array([[1, 1, -1], [-1, 1, 1], [1, -1, -1]])
    >>> found = solve_parity(y, labels=y[:, 0] * y[:, 2])
    >>> found.subset, found.rank, found.consistent
    (array([ True, False,  True]), 3, True)
    """
    points, signs = as_given("y", y), as_given("labels", labels)
    if points.ndim != 2 or points.shape[1] < 1 or signs.shape != points.shape[:1]:
        raise ValueError(
            f"solve_parity: y has shape {points.shape} and labels {signs.shape}; "
            "they must be (k, m) and (k,), with m >= 1"
        )
    for name, array in (("y", points), ("labels", signs)):
        if array.dtype.kind not in "iuf" or not (np.abs(array) == 1).all():
            raise ValueError(f"solve_parity: {name} holds a value other than +1 and -1")
    subset, rank, consistent = _solve(
        np.ascontiguousarray(points, dtype=np.int8), np.ascontiguousarray(signs, dtype=np.int8)
    )
    return ParitySolution(subset, rank, consistent)


@njit(cache=True)
def _solve(y: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, int, bool]:
    """Return subset, rank and consistency for y (k, m) and labels (k,) of int8 ±1."""
    k, m = y.shape
    # A column of words for each equation, so that one word of all of them lies together.
    equations = np.empty((m // 64 + 1, k), np.uint64)
    for word in range(len(equations)):
        for row in range(k):
            bits = np.uint64(0)
            for column in range(64 * word, min(64 * word + 64, m)):
                bits |= np.uint64(y[row, column] < 0) << np.uint64(column - 64 * word)
            equations[word, row] = bits
    right, shift = equations[m // 64], np.uint64(m % 64)
    for row in range(k):
        right[row] |= np.uint64(labels[row] < 0) << shift
    pivots = _eliminate(equations, m)
    subset = np.zeros(m, np.bool_)
    consistent = True
    for row in range(k):
        is_odd = right[row] >> shift & np.uint64(1) == 1
        if row < len(pivots):
            subset[pivots[row]] = is_odd
        else:
            consistent &= not is_odd
    return subset, len(pivots), consistent


@njit(cache=True)
def _eliminate(equations: np.ndarray, m: int) -> np.ndarray:
    """Bring equations (words, k) of uint64 to reduced echelon form; return pivot columns."""
    words, k = equations.shape
    pivots = np.empty(min(k, m), np.int64)
    masks = np.empty(k, np.uint64)
    rank = 0
    for column in range(m):
        word, shift = column // 64, np.uint64(column % 64)
        line = equations[word]
        pivot = rank
        while pivot < k and not line[pivot] >> shift & np.uint64(1):
            pivot += 1
        if pivot == k:
            continue
        for i in range(words):
            part = equations[i]
            part[pivot], part[rank] = part[rank], part[pivot]
        # All ones where the pivot is to be added: branches would be predicted wrong.
        for row in range(k):
            masks[row] = np.uint64(0) - (line[row] >> shift & np.uint64(1))
        masks[rank] = 0
        for i in range(word, words):
            part = equations[i]
            value = part[rank]
            for row in range(k):
                part[row] ^= value & masks[row]
        pivots[rank] = column
        rank += 1
        if rank == k:
            break
    return pivots[:rank]


def full_rank_probability(k: int, m: int) -> Fraction:
    """Return `Π_{i<m} (1 − 2^(i−k))`: that k uniform samples determine a parity of m bits.

    The i-th column is outside the span of the earlier ones with probability
    `1 − 2^(i−k)`. It is 0 for `k < m`.

    Raises ValueError if k or m is negative.
    """
    if k < 0 or m < 0:
        raise ValueError(f"full_rank_probability: k={k}, m={m}; both must be at least 0")
    if k < m:
        return Fraction(0)
    return Fraction(math.prod(2**k - 2**i for i in range(m)), 2 ** (k * m))
