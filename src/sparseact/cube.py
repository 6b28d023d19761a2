"""Points of the cube `{±1}^n` and the Walsh–Hadamard transform.

Point number t in `0..2^n−1` is x with `x_i = 1 − 2t_i`, where `t_i` is bit i of t. The index
of a subset T of the coordinates is its mask, so that `χ_T(x_t) = (−1)^{b}` if b bits are set
in both T and t.

The kernels are compiled by numba without fast-math: every sum has one fixed
order, so results are the same bytes on every run.
"""

from __future__ import annotations

import math
import os

import numpy as np

from sparseact.arguments import floats, integer
from sparseact.butterflies import (
    BLOCK_BITS,
    join_groups,
    transform_block,
    transform_blocks,
    transform_groups,
)

#: No table over the cube is larger than this, nor than half the machine's memory.
MEMORY_CAP = 8 << 30
_SMALL = 1 << 16  # bytes of a table that every machine has room for

_GROUP = 1 << 20  # numbers: 8 MiB, which a third-level cache holds


class InexactError(ValueError):
    """An exact result was required, and does not fit the exact range.

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
    """Return the bytes that a computation may take: `MEMORY_CAP`, or half of the machine's."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError):  # no such function, as on Windows, or no such name
        memory = MEMORY_CAP
    return min(MEMORY_CAP, memory // 2)


def require_memory(n: int, bytes_per_point: int, what: str) -> None:
    """Reject a table of `2^n·bytes_per_point` bytes that would not fit; `what` is its name.

    Raises ValueError if n is negative or not an integer, and MemoryBoundError, before anything is
    allocated, if the table exceeds `MEMORY_CAP` or half the physical memory.
    """
    n = integer("n", n, 0)
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

    Takes `n·2^n` bytes; raises a MemoryBoundError if they do not fit.

    Returns
    -------
    ndarray of int8, shape (2^n, n)
        Row t is `x_t`; entries are ±1.

    Examples
    --------
    >>> from sparseact.cube import points
    >>> points(2)
    array([[ 1,  1],
           [-1,  1],
           [ 1, -1],
           [-1, -1]], dtype=int8)
    """
    n = integer("n", n, 0)
    require_memory(n, n, "the list of points")
    x = np.ones((1 << n, n), dtype=np.int8)
    for i in range(n):
        x.reshape(-1, 2, 1 << i, n)[:, 1, :, i] = -1
    return x


def popcounts(n: int) -> np.ndarray:
    """Return `|T|` for every mask T, shape (2^n,), uint8; takes `2^n` bytes."""
    n = integer("n", n, 0)
    require_memory(n, 1, "the table of popcounts")
    counts = np.zeros(1 << n, dtype=np.uint8)
    for i in range(n):
        counts[1 << i : 2 << i] = counts[: 1 << i] + np.uint8(1)
    return counts


def dimension(values: np.ndarray) -> int:
    """Return n for an array of length `2^n`.

    Raises ValueError if `values` is not one-dimensional or its length is not a power of two.
    """
    shape = np.shape(values)
    if len(shape) != 1 or shape[0] < 1 or shape[0] & (shape[0] - 1):
        raise ValueError(f"values must have shape (2^n,), one for each point, got {shape}")
    return int(shape[0]).bit_length() - 1


def walsh_transform(values: np.ndarray) -> np.ndarray:
    """Return the Fourier coefficients `f̂(T) = 2^−n Σ_x f(x) χ_T(x)`.

    Takes `8·2^n` bytes in addition to the values, `16·2^n` if they are not a float64 array.
    Exact where the sums are: for values on a grid `2^−g` with
    `Σ_x |f(x)| ≤ 2^(53−g)`.

    Parameters
    ----------
    values : array_like, shape (2^n,)
        Real values in cube order; finite.

    Returns
    -------
    ndarray of float64, shape (2^n,)
        `f̂(T)`, where the index is the mask of T.

    Raises
    ------
    ValueError
        If the length is not a power of two or a value is not finite.
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
    _transform(source, coefficients, 2.0**-n)
    # The sum cannot overflow, so it is finite only if all values are finite.
    if not math.isfinite(coefficients[0]):
        raise ValueError("values must be finite; there is a NaN or an infinity among them")
    return coefficients


def transform_in_place(array: np.ndarray) -> None:
    """Replace `array` (2^n, float64 or int64) by `Σ_x f(x) χ_T(x)`, unnormalised.

    Raises ValueError if the length is not a power of two.
    """
    dimension(array)  # of another length the kernel would write beyond the array
    _transform(array, array, array.dtype.type(1))


def _transform(source: np.ndarray, target: np.ndarray, scale: float) -> None:
    """Write the transform of scale·source to target, which may be the source.

    The butterflies come in the order of strides 2^14, 2^15, … and then 1, 2, …, 2^13, and
    each number of either pass is a fixed tree of sums.
    The first pass takes the strides from 2^14 on, but the three largest of four or more, in
    groups that fit a cache and then across them; the second takes the others, block by block.
    """
    if source.size <= 1 << BLOCK_BITS:
        transform_block(source, target, scale)
        return
    led = source.size >= 1 << BLOCK_BITS + 4
    part = source.size // 8 if led else source.size
    group = min(part, _GROUP)
    transform_groups(source, target, scale, group)
    if group < part:
        join_groups(target, part, group)
    transform_blocks(target, led)
