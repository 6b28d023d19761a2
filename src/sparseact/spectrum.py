"""Degree weights, average and noise sensitivity of functions on the cube.

Average and noise sensitivity carry the paper's factor ¼ (§2.1):
`AS(f) = Σ_i E ¼(f(x) − f(x^{⊕i}))² = Σ_T |T| f̂(T)²`, and
`NS_ρ(f) = E ¼(f(x) − f(y))² = Σ_T ½(1 − ρ^|T|) f̂(T)²`.

The names that end in _exact return fractions, of the same function of the
same floats; each takes another route than its float companion or is made of
integers throughout. The others raise a ValueError for values whose squares are not finite floats;
below 1e-154 squares lose digits, as floats do, and below 1e-162 they are 0. A number of values
other than 2^n is a ValueError, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numba import njit

from sparseact import arguments
from sparseact.cube import (
    InexactError,
    dimension,
    popcounts,
    require_memory,
    transform_in_place,
    walsh_transform,
)

_REGION = 1 << 15  # entries that a second-level cache holds: 256 KiB
_ANY_ORDER = {"reassoc", "contract", "nsz"}  # of a sum, so that it uses vector registers
_WORD_BITS = 62  # integers below 2^62 add and subtract within int64
_HALF_BITS = 31


# ------------------------------------------------------------------ floats


def degree_weights(values: np.ndarray) -> np.ndarray:
    """Return the Fourier weight `Σ_{|T|=t} f̂(T)²` of each degree t.

    Parameters
    ----------
    values : array_like, shape (2^n,), in cube order

    Returns
    -------
    ndarray of float64, shape (n+1,)

    Examples
    --------
    >>> from sparseact.spectrum import degree_weights
    >>> degree_weights([1, 1, 1, -1])
    array([0.25, 0.5 , 0.25])
    """
    coefficients = walsh_transform(values)
    n = dimension(coefficients)
    low = min(n, 12)
    rows = coefficients.reshape(-1, 1 << low)
    weights = summed_weights(rows, popcounts(low), popcounts(n - low))
    _require_finite(sum(weights.tolist()))  # tails are sums of these
    return weights


def average_sensitivity(values: np.ndarray) -> float:
    """Return `AS(f) = Σ_i E ¼(f(x) − f(x^{⊕i}))²`, from the differences.

    Parameters
    ----------
    values : array_like, shape (2^n,), in cube order

    Examples
    --------
    >>> from sparseact.spectrum import average_sensitivity
    >>> average_sensitivity([1, 1, 1, -1])
    1.0
    """
    size = 1 << dimension(values)
    table = _floats(values)
    result = float(_squared_differences(table, min(size, _REGION)).sum()) / (2 * size)
    _require_finite(result + 0.0 * float(table[0]))  # a single value has no difference
    return float(result)


def noise_sensitivity(values: np.ndarray, rho: float) -> float:
    """Return `NS_ρ(f) = Σ_T ½(1 − ρ^|T|) f̂(T)²`, for `−1 ≤ ρ ≤ 1`.

    Parameters
    ----------
    values : array_like, shape (2^n,), in cube order
    rho : float
        Each coordinate is flipped with probability `(1 − ρ)/2`.

    Examples
    --------
    >>> from sparseact.spectrum import noise_sensitivity
    >>> noise_sensitivity([1, 1, 1, -1], rho=0.5)
    0.21875
    """
    rho = float(_correlation(rho))
    weights = degree_weights(values)
    return float(weights @ (0.5 * (1.0 - rho ** np.arange(len(weights)))))


def _correlation(rho: float | Fraction) -> int | float | Fraction:
    try:
        value = arguments.number(rho)
    except TypeError:
        value = math.nan
    if not -1 <= value <= 1:
        raise ValueError(f"rho must lie in [-1, 1], got {rho!r}")
    return value


def _require_finite(result: float) -> None:
    if not math.isfinite(result):
        raise ValueError("values and their squares must be finite")


def _floats(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(arguments.floats("values", values, rounded=True))


# ------------------------------------------------------------------- exact


def average_sensitivity_exact(values: np.ndarray) -> Fraction:
    """Return `AS(f)` exactly, from the differences, without a transform.

    Parameters
    ----------
    values : array_like, shape (2^n,), of floats, integers or Fractions

    Raises
    ------
    InexactError
        If the values are not integers below `2^61` in units of a common number.

    Examples
    --------
    >>> from sparseact.spectrum import average_sensitivity_exact
    >>> average_sensitivity_exact([1, 1, 0.5, -1])
    Fraction(13, 16)
    """
    integers, unit = _integers(values, spare_bits=1)
    total = joined(_split_squared_differences(integers))
    return Fraction(total, 2 * len(integers)) * unit**2


def degree_weights_exact(values: np.ndarray) -> list[Fraction]:
    """Return `Σ_{|T|=t} f̂(T)²` for t = 0..n exactly, by a transform in integers.

    Takes `16·2^n` bytes in addition to the values.

    Parameters
    ----------
    values : array_like, shape (2^n,), of floats, integers or Fractions

    Raises
    ------
    InexactError
        If the values are not integers below `2^(62−n)` in units of a common
        number: the transform's n additions could then leave int64.

    Examples
    --------
    >>> from sparseact.spectrum import degree_weights_exact
    >>> degree_weights_exact([1, 1, 1, -1])
    [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    """
    n = dimension(values)
    integers, unit = _integers(values, spare_bits=n)
    size = len(integers)
    transform_in_place(integers)
    low = min(n, 12)
    sums = split_weights(integers.reshape(-1, 1 << low), popcounts(low), popcounts(n - low))
    return [joined(row) * (unit / size) ** 2 for row in sums]


def noise_of_weights(weights: Sequence[Fraction], rho: Fraction) -> Fraction:
    """Return `NS_ρ = Σ_t ½(1 − ρ^t) Σ_{|T|=t} f̂(T)²` from exact degree weights.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from sparseact.spectrum import degree_weights_exact, noise_of_weights
    >>> noise_of_weights(degree_weights_exact([1, 1, 1, -1]), Fraction(1, 2))
    Fraction(7, 32)
    """
    exact = Fraction(_correlation(rho))
    parts = ((1 - exact**t) * Fraction(arguments.number(v)) / 2 for t, v in enumerate(weights))
    return sum(parts, Fraction(0))


def _integers(values: np.ndarray, spare_bits: int) -> tuple[np.ndarray, Fraction]:
    """Return int64 v and unit, with values = v·unit and the unit as large as can be.

    For floats and integers it is a power of two, or 1 if all are 0.
    Raises InexactError unless max|v|·2^spare_bits < 2^62.
    """
    n = dimension(values)
    require_memory(n, 16, "the table of integers")
    array = arguments.as_given("values", values)
    refusal = InexactError(
        f"values need more than the {_WORD_BITS - spare_bits} bits that are exact at n = {n}"
    )
    if array.dtype == object or array.dtype.itemsize > 8:
        return _common_integers(array, spare_bits, refusal)
    if array.dtype.kind in "biu":
        if int(array.max()) >= 2**_WORD_BITS or int(array.min()) <= -(2**_WORD_BITS):
            return _common_integers(array.astype(object), spare_bits, refusal)
        integers, grid = array.astype(np.int64), 0
    else:
        array = _floats(array)
        largest_value = float(np.abs(array).max())
        if not np.isfinite(largest_value):
            raise ValueError("values must be finite; there is a NaN or an infinity among them")
        # The finest grid on which the largest value still fits a word.
        grid = _WORD_BITS - int(np.frexp(largest_value)[1])
        scaled = np.ldexp(array, grid)
        integers = scaled.astype(np.int64)
        if not np.array_equal(integers, scaled):
            raise refusal
        del scaled
    bits = int(np.bitwise_or.reduce(integers))
    if bits == 0:
        return integers, Fraction(1)
    shift = (bits & -bits).bit_length() - 1
    integers >>= shift
    largest = max(int(integers.max()), -int(integers.min()))
    if largest << spare_bits >= 2**_WORD_BITS:
        raise refusal
    return integers, Fraction(2) ** (shift - grid)


def _common_integers(
    array: np.ndarray, spare_bits: int, refusal: InexactError
) -> tuple[np.ndarray, Fraction]:
    """Do it for Fractions, long integers and floats of more than 64 bits, one by one."""
    arguments.floats("values", array, rounded=True)  # rejects anything but real numbers
    try:
        exact = [
            # A float of more than 64 bits has a ratio, and other types of NumPy are numbers.
            Fraction(*v.as_integer_ratio())
            if hasattr(v, "as_integer_ratio")
            else Fraction(arguments.number(v))
            for v in array.tolist()
        ]
    except (OverflowError, ValueError):
        raise ValueError(
            "values must be finite; there is a NaN or an infinity among them"
        ) from None
    bottom = math.lcm(*(v.denominator for v in exact))
    numerators = [v.numerator * (bottom // v.denominator) for v in exact]
    divisor = math.gcd(*numerators) or 1
    largest = max(abs(v) for v in numerators) // divisor
    if largest << spare_bits >= 2**_WORD_BITS:
        raise refusal
    return np.array([v // divisor for v in numerators]), Fraction(divisor, bottom)


def joined(parts: np.ndarray) -> int:
    """Return the sum of squares that `_add_square` cut in six."""
    hh, hl, ll = (int(parts[i]) + (int(parts[i + 1]) << 32) for i in (0, 2, 4))
    return (hh << 2 * _HALF_BITS) + (hl << (_HALF_BITS + 1)) + ll


# ----------------------------------------------------------------- kernels


@njit(cache=True, nogil=True)
def summed_weights(c: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Sum the squares of c[row, t] by degree low[t] + high[row], row by row; shape (degrees,).

    The last of `low` and of `high` is the largest.
    """
    weights = np.zeros(int(low[-1]) + int(high[-1]) + 1)
    block = np.empty(int(low[-1]) + 1)
    for row in range(high.size):
        block[:] = 0.0
        for t in range(low.size):
            block[low[t]] += c[row, t] * c[row, t]
        for degree in range(block.size):
            weights[high[row] + degree] += block[degree]
    return weights


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER)
def _squared_differences(v: np.ndarray, region: int) -> np.ndarray:
    """Return Σ (v(x) − v(x^{⊕i}))² over i and the pairs whose first point is in each region."""
    sums = np.zeros(v.size // region)
    for number in range(sums.size):
        begin = number * region
        stride = 1
        while stride < v.size:
            for start in range(begin, begin + region, 2 * stride):
                if start & stride == 0:
                    count = min(stride, region)
                    low, high = v[start : start + count], v[start + stride : start + stride + count]
                    total = 0.0
                    for t in range(count):
                        d = low[t] - high[t]
                        total += d * d
                    sums[number] += total
            stride *= 2
    return sums


@njit(cache=True)
def _add_square(value: np.int64, parts: np.ndarray) -> None:
    """Add value² to a sum that is cut so that no part overflows; |value| < 2^62.

    value = h·2^31 + l gives h², h·l and l², each below 2^62; of each the low
    and the high 32 bits are summed apart, which is safe for 2^32 squares.
    """
    magnitude = abs(value)
    h, m = magnitude >> _HALF_BITS, magnitude & ((1 << _HALF_BITS) - 1)
    hh, hl, ll = h * h, h * m, m * m
    mask = (1 << 32) - 1
    parts[0] += hh & mask
    parts[1] += hh >> 32
    parts[2] += hl & mask
    parts[3] += hl >> 32
    parts[4] += ll & mask
    parts[5] += ll >> 32


@njit(cache=True)
def _split_squared_differences(v: np.ndarray) -> np.ndarray:
    """Return Σ_i Σ (v(x) − v(x^{⊕i}))² over the pairs, cut as in `_add_square`."""
    parts = np.zeros(6, dtype=np.int64)
    stride = 1
    while stride < v.size:
        for start in range(0, v.size, 2 * stride):
            for t in range(start, start + stride):
                _add_square(v[t] - v[t + stride], parts)
        stride *= 2
    return parts


@njit(cache=True, nogil=True)
def split_weights(c: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Sum the squares of integers c[row, t] by degree low[t] + high[row], cut as in `_add_square`.

    The last of `low` and of `high` is the largest. Shape (degrees, 6).
    """
    parts = np.zeros((int(low[-1]) + int(high[-1]) + 1, 6), dtype=np.int64)
    for row in range(high.size):
        for t in range(low.size):
            _add_square(np.int64(c[row, t]), parts[high[row] + low[t]])
    return parts
