"""Points of the cube {±1}^n and the Walsh–Hadamard transform.

Point number t in 0..2^n−1 is x with x_i = 1 − 2·bit_i(t); subset T of the
coordinates is the mask with bit_i set for i in T, so that the character is
χ_T(x_t) = (−1)^popcount(T & t).

The kernels are compiled by numba without fast-math and without threads: every
sum has one fixed order, so results are the same bytes on every run.
"""

from __future__ import annotations

import math
import os

import numpy as np
from numba import njit

#: No table over the cube is larger than this, nor than half the machine's memory.
MEMORY_CAP = 8 << 30
_SMALL = 1 << 16  # bytes of a table that every machine has room for

_BLOCK_BITS = 14  # a block of 2^14 float64 is 128 KiB, which a second-level cache holds
_STRIP = 64  # columns of a strip: long enough for vectors and for few page misses


class InexactError(ValueError):
    """A result that was asked for exactly does not fit the exact range.

    Examples
    --------
    >>> from sparseact.spectrum import degree_weights_exact
    >>> degree_weights_exact([1.0, 1e-30])
    Traceback (most recent call last):
    sparseact.cube.InexactError: values need more than the 61 bits that are exact at n = 1
    """


class MemoryBoundError(ValueError):
    """A table over the cube would not fit in memory.

    Examples
    --------
    >>> from sparseact.cube import points
    >>> points(100)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sparseact.cube.MemoryBoundError: the list of points at n = 100 takes 2^100 × 100 bytes; ...
    """


def memory_limit() -> int:
    """Return how many bytes a computation may take: `MEMORY_CAP`, or half of the machine's."""
    return min(MEMORY_CAP, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)


def require_memory(n: int, bytes_per_point: int, what: str) -> None:
    """Refuse a table over the 2^n points of the cube that would not fit.

    Parameters
    ----------
    n : int
        Dimension, at least 0.
    bytes_per_point : int
        The table's size divided by 2^n.
    what : str
        What the table is, for the message.

    Raises
    ------
    MemoryBoundError
        If 2^n·bytes_per_point exceeds `MEMORY_CAP` or half the physical
        memory; nothing has been allocated then.
    ValueError
        If n is negative or no integer.
    """
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0:
        raise ValueError(f"n must be an integer of at least 0, not {n!r}")
    # Compare n first: 2^n itself is a large integer when n is absurd.
    if n < 63 and (bytes_per_point << int(n)) <= _SMALL:
        return
    limit = memory_limit()
    if n >= 63 or (bytes_per_point << int(n)) > limit:
        raise MemoryBoundError(
            f"{what} at n = {n} takes 2^{n} × {bytes_per_point} bytes; "
            f"the limit here is {limit / 2**30:.1f} GiB"
        )


def points(n: int) -> np.ndarray:
    """Return all points of the cube, in order.

    Takes n·2^n bytes.

    Returns
    -------
    ndarray of int8, shape (2^n, n)
        Row t is x_t; entries are ±1.

    Raises
    ------
    MemoryBoundError
        If that does not fit (see `require_memory`).

    Examples
    --------
    >>> from sparseact.cube import points
    >>> points(2)
    array([[ 1,  1],
           [-1,  1],
           [ 1, -1],
           [-1, -1]], dtype=int8)
    """
    require_memory(n, n, "the list of points")
    x = np.ones((1 << n, n), dtype=np.int8)
    for i in range(n):
        x.reshape(-1, 2, 1 << i, n)[:, 1, :, i] = -1
    return x


def popcounts(n: int) -> np.ndarray:
    """Return |T| for every mask T, shape (2^n,), uint8; takes 2^n bytes."""
    require_memory(n, 1, "the table of popcounts")
    counts = np.zeros(1 << n, dtype=np.uint8)
    for i in range(n):
        counts[1 << i : 2 << i] = counts[: 1 << i] + np.uint8(1)
    return counts


def dimension(values: np.ndarray) -> int:
    """Return n for an array of length 2^n.

    Raises
    ------
    ValueError
        If `values` is not one-dimensional or its length is no power of two.
    """
    shape = np.shape(values)
    if len(shape) != 1 or shape[0] < 1 or shape[0] & (shape[0] - 1):
        raise ValueError(f"values must have shape (2^n,), one for each point, not {shape}")
    return int(shape[0]).bit_length() - 1


def walsh_transform(values: np.ndarray) -> np.ndarray:
    """Return the Fourier coefficients f̂(T) = 2^−n Σ_x f(x) χ_T(x).

    Takes 8·2^n bytes beside the values, and passes over them twice. Exact
    where the sums are: for values on a grid 2^−g with Σ_x |f(x)| ≤ 2^(53−g).

    Parameters
    ----------
    values : array_like, shape (2^n,)
        Real values in cube order; finite.

    Returns
    -------
    ndarray of float64, shape (2^n,)
        f̂(T), where the index is the mask of T.

    Raises
    ------
    ValueError
        If the length is no power of two or a value is not finite.
    MemoryBoundError
        If the result does not fit (see `require_memory`).

    Examples
    --------
    >>> from sparseact.cube import walsh_transform
    >>> walsh_transform([1, 1, 1, -1])
    array([ 0.5,  0.5,  0.5, -0.5])
    """
    n = dimension(values)
    require_memory(n, 8, "the transform")
    # Scaled first, so that no sum overflows; a power of two rounds nothing.
    coefficients = np.asarray(values, dtype=np.float64) * 2.0**-n
    transform_in_place(coefficients)
    # No finite sum can overflow now, so this one tells whether all were finite.
    if not math.isfinite(coefficients[0]):
        raise ValueError("values must be finite; there is a NaN or an infinity among them")
    return coefficients


@njit(cache=True)
def transform_in_place(array: np.ndarray) -> None:
    """Replace `array` (2^n, float64 or int64) by Σ_x f(x) χ_T(x), unnormalised.

    Two passes over memory: the high bits in strips of columns copied into a
    buffer, then the low bits block by block.
    """
    size = array.size
    block = min(size, 1 << _BLOCK_BITS)
    rows = size // block
    if rows > 1:
        strip = np.empty(rows * _STRIP, dtype=array.dtype)
        for column in range(0, block, _STRIP):
            for row in range(rows):
                for c in range(_STRIP):
                    strip[row * _STRIP + c] = array[row * block + column + c]
            _butterflies(strip, _STRIP)
            for row in range(rows):
                for c in range(_STRIP):
                    array[row * block + column + c] = strip[row * _STRIP + c]
    for start in range(0, size, block):
        _butterflies(array[start : start + block], 1)


@njit(cache=True)
def _butterflies(v: np.ndarray, first: int) -> None:
    """Apply the butterflies of strides first, 2·first, … below v.size, in place."""
    stride = first
    if stride == 1 and v.size >= 8:
        _first_stages(v)
        stride = 8
    while 8 * stride <= v.size:
        for start in range(0, v.size, 8 * stride):
            _three_stages(v[start : start + 8 * stride], stride)
        stride *= 8
    while 2 * stride <= v.size:
        for start in range(0, v.size, 2 * stride):
            _one_stage(v[start : start + stride], v[start + stride : start + 2 * stride])
        stride *= 2


@njit(cache=True)
def _first_stages(v: np.ndarray) -> None:
    """Apply strides 1, 2 and 4."""
    for start in range(0, v.size, 8):
        x = v[start : start + 8]
        a0, a1, a2, a3, a4, a5, a6, a7 = x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
        b0, b1, b2, b3 = a0 + a1, a0 - a1, a2 + a3, a2 - a3
        b4, b5, b6, b7 = a4 + a5, a4 - a5, a6 + a7, a6 - a7
        c0, c1, c2, c3 = b0 + b2, b1 + b3, b0 - b2, b1 - b3
        c4, c5, c6, c7 = b4 + b6, b5 + b7, b4 - b6, b5 - b7
        x[0], x[1], x[2], x[3] = c0 + c4, c1 + c5, c2 + c6, c3 + c7
        x[4], x[5], x[6], x[7] = c0 - c4, c1 - c5, c2 - c6, c3 - c7


@njit(cache=True)
def _one_stage(low: np.ndarray, high: np.ndarray) -> None:
    for t in range(low.size):
        low[t], high[t] = low[t] + high[t], low[t] - high[t]


@njit(cache=True)
def _three_stages(v: np.ndarray, stride: int) -> None:
    """Apply strides stride, 2·stride and 4·stride to 8·stride entries."""
    # Eight slices rather than one array, which the compiler would not vectorise.
    v0, v1, v2, v3 = v[:stride], v[stride:], v[2 * stride :], v[3 * stride :]
    v4, v5, v6, v7 = v[4 * stride :], v[5 * stride :], v[6 * stride :], v[7 * stride :]
    for t in range(stride):
        a0, a1, a2, a3 = v0[t], v1[t], v2[t], v3[t]
        a4, a5, a6, a7 = v4[t], v5[t], v6[t], v7[t]
        b0, b1, b2, b3 = a0 + a1, a0 - a1, a2 + a3, a2 - a3
        b4, b5, b6, b7 = a4 + a5, a4 - a5, a6 + a7, a6 - a7
        c0, c1, c2, c3 = b0 + b2, b1 + b3, b0 - b2, b1 - b3
        c4, c5, c6, c7 = b4 + b6, b5 + b7, b4 - b6, b5 - b7
        v0[t], v1[t], v2[t], v3[t] = c0 + c4, c1 + c5, c2 + c6, c3 + c7
        v4[t], v5[t], v6[t], v7[t] = c0 - c4, c1 - c5, c2 - c6, c3 - c7
