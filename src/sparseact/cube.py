"""Points of the cube {±1}^n and the Walsh–Hadamard transform.

Point number t in 0..2^n−1 is x with x_i = 1 − 2·bit_i(t); subset T of the
coordinates is the mask with bit_i set for i in T, so that the character is
χ_T(x_t) = (−1)^popcount(T & t).

The kernels are compiled by numba without fast-math: every sum has one fixed
order, so results are the same bytes on every run and for every number of threads.
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit

from sparseact.arguments import floats, whole

#: No table over the cube is larger than this, nor than half the machine's memory.
MEMORY_CAP = 8 << 30
_SMALL = 1 << 16  # bytes of a table that every machine has room for

_BLOCK_BITS = 14  # a block of 2^14 float64 is 128 KiB, which a second-level cache holds
_STRIP = 1 << 16  # entries of a strip: 512 KiB, half of a common second-level cache
_WIDEST, _NARROWEST = 512, 64  # its columns: long enough for vectors and for few page misses


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
    n = whole("n", n, 0)
    # Compare n first: 2^n itself is a large integer when n is absurd.
    if n < 63 and (bytes_per_point << n) <= _SMALL:
        return
    limit = memory_limit()
    if n >= 63 or (bytes_per_point << n) > limit:
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
    n = whole("n", n, 0)
    require_memory(n, n, "the list of points")
    x = np.ones((1 << n, n), dtype=np.int8)
    for i in range(n):
        x.reshape(-1, 2, 1 << i, n)[:, 1, :, i] = -1
    return x


def popcounts(n: int) -> np.ndarray:
    """Return |T| for every mask T, shape (2^n,), uint8; takes 2^n bytes."""
    n = whole("n", n, 0)
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


def walsh_transform(values: np.ndarray, *, threads: int = 1) -> np.ndarray:
    """Return the Fourier coefficients f̂(T) = 2^−n Σ_x f(x) χ_T(x).

    Takes 8·2^n bytes beside the values, 16·2^n if they are no float64 array, and passes
    over them twice. Exact where the sums are: for values on a grid 2^−g with
    Σ_x |f(x)| ≤ 2^(53−g). The bits do not depend on the number of threads.

    Parameters
    ----------
    values : array_like, shape (2^n,)
        Real values in cube order; finite.
    threads : int, default 1
        Threads that share the work, at least 1; only from n = 15 on.

    Returns
    -------
    ndarray of float64, shape (2^n,)
        f̂(T), where the index is the mask of T.

    Raises
    ------
    ValueError
        If the length is no power of two, a value is not finite, or `threads` is no count.
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
    source = np.ascontiguousarray(floats("values", values, rounded=True))
    coefficients = np.empty_like(source)
    # Scaled first, so that no sum overflows; a power of two rounds nothing.
    _transform(source, coefficients, 2.0**-n, threads)
    # No finite sum can overflow now, so this one tells whether all were finite.
    if not math.isfinite(coefficients[0]):
        raise ValueError("values must be finite; there is a NaN or an infinity among them")
    return coefficients


def transform_in_place(array: np.ndarray, *, threads: int = 1) -> None:
    """Replace `array` (2^n, float64 or int64) by Σ_x f(x) χ_T(x), unnormalised."""
    _transform(array, array, array.dtype.type(1), threads)


def _transform(source: np.ndarray, target: np.ndarray, scale: float, threads: int) -> None:
    """Write the transform of scale·source to target, which may be the source.

    The butterflies come in the order of strides 2^14, 2^15, … and then 1, 2, …, 2^13, and
    each number of either pass is that of a fixed tree of sums, whoever computes it when.
    The first pass takes the strides from 2^14 on, but the three largest of nine or more,
    in strips of columns; the second takes the others, block by block.
    """
    threads = thread_count(threads)
    block = 1 << _BLOCK_BITS
    if source.size <= block:
        _small(source, target, scale)
        return
    high = dimension(source) - _BLOCK_BITS
    led = high >= 9
    rows = 1 << (high - 3 if led else high)
    width = max(min(_STRIP // rows, _WIDEST), _NARROWEST)
    strips = source.size // (rows * width)
    units = target.size // (8 * block if led else block)
    in_threads(_strided_pass, strips, threads, source, target, scale, rows, width)
    in_threads(_block_pass, units, threads, target, led)


def thread_count(threads: int) -> int:
    """Return a number of threads as an int, or refuse it with a ValueError."""
    return whole("threads", threads, 1)


def in_threads(kernel: Callable[..., None], count: int, threads: int, *arguments: Any) -> None:
    """Call a kernel that holds no lock on the units 0..count−1 of its work, cut for the threads."""
    ends = [count * part // threads for part in range(threads + 1)]
    if threads == 1:
        kernel(*arguments, 0, count)
        return
    with ThreadPoolExecutor(threads) as pool:
        parts = [
            pool.submit(kernel, *arguments, first, last) for first, last in itertools.pairwise(ends)
        ]
    for part in parts:
        part.result()


# ----------------------------------------------------------------- kernels
# Inner loops run over slices: with the indices of the whole array, which could
# be negative for all that the compiler knows, they would not become vectors.


@njit(cache=True)
def _small(source: np.ndarray, target: np.ndarray, scale: float) -> None:
    _scale(source, target, scale)
    _butterflies(target, 1)


@njit(cache=True)
def _scale(x: np.ndarray, y: np.ndarray, scale: float) -> None:
    for t in range(y.size):
        y[t] = scale * x[t]


@njit(cache=True, nogil=True)
def _strided_pass(source, target, scale, rows, width, first, last):
    """Apply strides 2^14, 2^15, … below rows·2^14 to the strips first..last−1."""
    block = 1 << _BLOCK_BITS
    across = block // width
    # Rows are a little longer than the strip is wide: at powers of two they would fall
    # on the same lines of the cache.
    pitch = width + 8
    strip = np.zeros(rows * pitch, dtype=target.dtype)
    eighth = strip.size // 8
    for number in range(first, last):
        start = number // across * rows * block + number % across * width
        x, y = source[start:], target[start:]
        if rows < 64:
            for row in range(rows):
                _scale(x[row * block :], strip[row * pitch : row * pitch + width], scale)
            _butterflies(strip, pitch)
            for row in range(rows):
                _copy(strip[row * pitch : row * pitch + width], y[row * block :])
            continue
        for row in range(0, rows, 8):
            _eight_rows(x[row * block :], block, strip[row * pitch :], pitch, width, scale)
        for part in range(0, strip.size, eighth):
            _butterflies(strip[part : part + eighth], 8 * pitch)
        for row in range(rows // 8):
            at = strip[row * pitch :]
            _eight_rows(
                at, eighth, y[row * block :], rows // 8 * block, width, target.dtype.type(1)
            )


@njit(cache=True, nogil=True)
def _block_pass(array, led, first, last):
    """Apply the three largest strides, if `led`, and those below 2^14 to units first..last−1.

    A unit is a block, or with the largest strides the eight blocks that they join.
    """
    block = 1 << _BLOCK_BITS
    eighth = array.size // 8
    for number in range(first, last):
        x = array[number * block :]
        if led:
            _three_strides(x, eighth, block)
            for row in range(8):
                _butterflies(x[row * eighth : row * eighth + block], 1)
        else:
            _butterflies(x[:block], 1)


@njit(cache=True)
def _copy(x: np.ndarray, y: np.ndarray) -> None:
    for t in range(x.size):
        y[t] = x[t]


@njit(cache=True)
def _eight_rows(x, apart, y, apart_out, width, scale):
    """Write the three-stage butterfly of eight rows of x, times scale, to eight rows of y."""
    x0, x1, x2, x3 = x[:width], x[apart:], x[2 * apart :], x[3 * apart :]
    x4, x5, x6, x7 = x[4 * apart :], x[5 * apart :], x[6 * apart :], x[7 * apart :]
    y0, y1, y2, y3 = y[:width], y[apart_out:], y[2 * apart_out :], y[3 * apart_out :]
    y4, y5, y6, y7 = y[4 * apart_out :], y[5 * apart_out :], y[6 * apart_out :], y[7 * apart_out :]
    for t in range(width):
        y0[t], y1[t], y2[t], y3[t], y4[t], y5[t], y6[t], y7[t] = _eight(
            scale * x0[t], scale * x1[t], scale * x2[t], scale * x3[t],
            scale * x4[t], scale * x5[t], scale * x6[t], scale * x7[t],
        )  # fmt: skip


@njit(cache=True)
def _butterflies(v: np.ndarray, first: int) -> None:
    """Apply the butterflies of strides first, 2·first, … below v.size, in place."""
    stride = first
    if stride == 1 and v.size >= 8:
        _first_stages(v)
        stride = 8
    while 8 * stride <= v.size:
        for start in range(0, v.size, 8 * stride):
            _three_strides(v[start : start + 8 * stride], stride, stride)
        stride *= 8
    while 2 * stride <= v.size:
        for start in range(0, v.size, 2 * stride):
            _one_stage(v[start : start + stride], v[start + stride : start + 2 * stride])
        stride *= 2


@njit(cache=True)
def _eight(a0, a1, a2, a3, a4, a5, a6, a7):
    """Return the transform of eight numbers."""
    b0, b1, b2, b3 = a0 + a1, a0 - a1, a2 + a3, a2 - a3
    b4, b5, b6, b7 = a4 + a5, a4 - a5, a6 + a7, a6 - a7
    c0, c1, c2, c3 = b0 + b2, b1 + b3, b0 - b2, b1 - b3
    c4, c5, c6, c7 = b4 + b6, b5 + b7, b4 - b6, b5 - b7
    return c0 + c4, c1 + c5, c2 + c6, c3 + c7, c0 - c4, c1 - c5, c2 - c6, c3 - c7


@njit(cache=True)
def _first_stages(v: np.ndarray) -> None:
    """Apply strides 1, 2 and 4."""
    for start in range(0, v.size, 8):
        x = v[start : start + 8]
        x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7] = _eight(
            x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
        )


@njit(cache=True)
def _one_stage(low: np.ndarray, high: np.ndarray) -> None:
    for t in range(low.size):
        low[t], high[t] = low[t] + high[t], low[t] - high[t]


@njit(cache=True)
def _three_strides(v: np.ndarray, stride: int, count: int) -> None:
    """Apply strides stride, 2·stride and 4·stride to the first entries, `count`, of the eight."""
    # Eight slices rather than one array, which the compiler would not vectorise.
    v0, v1, v2, v3 = v[:count], v[stride:], v[2 * stride :], v[3 * stride :]
    v4, v5, v6, v7 = v[4 * stride :], v[5 * stride :], v[6 * stride :], v[7 * stride :]
    for t in range(count):
        v0[t], v1[t], v2[t], v3[t], v4[t], v5[t], v6[t], v7[t] = _eight(
            v0[t], v1[t], v2[t], v3[t], v4[t], v5[t], v6[t], v7[t]
        )
