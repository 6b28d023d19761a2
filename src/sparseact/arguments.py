"""Arguments of public functions: one rule for integers, one for numbers, one for arrays."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

#: A number of a network that is not 0, and its product with an output weight, are between these:
#: squares of values and squares of these are then floats, to full precision.
LEAST, MOST = 2.0**-200, 2.0**200


def is_integer(value: Any) -> bool:
    """Return whether a value is an integer of any type, but neither True nor False."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def integer(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """Return an integer of any type as an int, which no sum or product of it overflows.

    Raises ValueError if it is not an integer, or not between `least` and `most`.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.arguments import integer
    >>> integer("n", np.uint8(8), 0) ** 100 == 8**100
    True
    """
    scalar = value[()] if isinstance(value, np.ndarray) and not value.ndim else value
    low, high = least is not None, most is not None
    if not is_integer(scalar) or (low and scalar < least) or (high and scalar > most):
        ends = [f"at least {least}"] * low + [f"at most {most}"] * high
        allowed = f" of {' and '.join(ends)}" if ends else ""
        raise ValueError(f"{name} must be an integer{allowed}, got {value!r}")
    return operator.index(scalar)


def number(value: Any) -> int | float | Fraction:
    """Return a real number of any type as an int, a Fraction or a float.

    Raises TypeError if it is not a number, or a bool, and ValueError if it has more digits than a
    float.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.arguments import number
    >>> number(np.float32(0.1))
    0.10000000149011612
    """
    if type(value) in (int, float, Fraction):
        return value
    if isinstance(value, np.ndarray) and not value.ndim:
        value = value[()]
    if is_integer(value):
        return operator.index(value)
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a number")
    rounded = float(value)
    if rounded != value and value == value:
        raise ValueError(f"{value!r} has more digits than a float; a Fraction keeps them")
    return rounded


def number_or_nan(value: Any) -> int | float | Fraction:
    """Return a real number of any type, and NaN, which no comparison holds for, of all else."""
    try:
        return number(value)
    except (TypeError, ValueError):
        return math.nan


def finite(name: str, value: Any, least: float = -math.inf) -> int | float | Fraction:
    """Return a finite number; raise a ValueError if it is not finite or below `least`."""
    real = number_or_nan(value)
    if (isinstance(real, float) and not math.isfinite(real)) or real < least:
        bound = "" if least == -math.inf else f" of at least {least:g}"
        raise ValueError(f"{name} must be a finite number{bound}, got {value!r}")
    return real


def seconds(name: str, value: Any) -> float:
    """Return a time limit in seconds, infinity for None; raise a ValueError for anything else."""
    if value is None:
        return math.inf
    real = number_or_nan(value)
    if not real > 0:
        raise ValueError(f"{name} must be a positive number of seconds, got {value!r}")
    return float(real) if real < 2**1000 else math.inf


def refuse_masked(name: str, values: Any) -> None:
    """Reject a masked array, or a list of masked arrays, since masks would be ignored."""
    parts = values if isinstance(values, Sequence) else ()
    if np.ma.isMaskedArray(values) or any(map(np.ma.isMaskedArray, parts)):
        raise ValueError(f"{name} must not be a masked array; fill it or leave its masked rows out")


def refuse_text(name: str, values: Any) -> None:
    """Reject texts, even those that read as numbers, and a masked array, whose mask is ignored."""
    refuse_masked(name, values)
    array = np.asarray(values)
    if array.dtype.kind in "OUS":
        text = next((v for v in array.flat if isinstance(v, (str, bytes))), None)
        if text is not None:
            raise ValueError(f"{name} must hold numbers; it holds {str(text)!r}, a text")


def as_given(name: str, values: Any) -> np.ndarray:
    """Return values as an array that holds each number as it was given.

    NumPy makes float64 of a sequence with an integer of 2^63 or more and a negative one, or with
    an integer and a float, and so rounds: such a sequence, or DataFrame, is an array of its own
    numbers here.

    Raises ValueError if it is a masked array, whose mask nothing here would look at, or has rows of
    different lengths.

    Examples
    --------
    >>> from sparseact.arguments import as_given
    >>> as_given("values", [2**53 + 1, 0.5])
    array([9007199254740993, 0.5], dtype=object)
    """
    refuse_masked(name, values)
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be an array, with all rows of one length") from None
    frame = hasattr(values, "iloc")  # of pandas
    mixed = (frame or isinstance(values, Sequence)) and array.dtype.kind == "f"
    if mixed and array.itemsize >= 8 and (np.abs(array) >= 2.0**53).any():
        return values.to_numpy(dtype=object) if frame else np.array(values, dtype=object)
    return array


def floats(name: str, values: Any, *, rounded: bool = False) -> np.ndarray:
    """Return an array of real numbers as float64; an array of float64 is not copied.

    Floats of more digits are rounded. Integers and Fractions are rejected where float64 does
    not contain them, unless `rounded`.

    Raises ValueError if a value is not a real number, or not a float64.
    """
    array = as_given(name, values)
    if array.dtype == object:
        numbers = [_float(name, v, rounded) for v in array.flat]
        return np.array(numbers, dtype=np.float64).reshape(array.shape)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, got {array.dtype}")
    with np.errstate(over="ignore"):
        converted = array.astype(np.float64, copy=False)
    if array.dtype.itemsize > 8 and ((converted == 0) != (array == 0)).any():
        raise ValueError(f"{name} holds a number that is not 0 and below the range of floats")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and not rounded:
        # In Python's integers: as an int64, 2^63 would be compared with its rounded value.
        large = np.abs(converted) >= 2.0**53
        for exact, near in zip(array[large].tolist(), converted[large].tolist(), strict=True):
            if exact != near:
                raise ValueError(f"{name} holds the integer {exact}, which no float64 is")
    return converted


def require_finite_rows(name: str, x: np.ndarray) -> None:
    """Reject rows (m, n) of floats with a NaN or an infinity among them, with its place."""
    if not np.isfinite(x).all():
        row, column = np.argwhere(~np.isfinite(x))[0]
        raise ValueError(
            f"{name} must be finite; row {row} holds {x[row, column]} in column {column}"
        )


def _float(name: str, value: Any, rounded: bool) -> float:
    try:
        exact = value if isinstance(value, np.floating) else number(value)
        near = float(exact)
    except TypeError:
        raise ValueError(f"{name} must hold real numbers, got {value!r}") from None
    except OverflowError:
        raise ValueError(f"{name} holds a number beyond the range of floats") from None
    if not rounded and near != exact and exact == exact:
        raise ValueError(f"{name} holds {exact}, which no float64 is")
    return near
