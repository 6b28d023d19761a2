"""What the arguments of the bounds may be, by their names, which mean the same in all of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from sparseact.arguments import is_whole, number
from sparseact.bounds.arithmetic import Root

_AT_LEAST_0 = (0, math.inf, "a finite number of at least 0")

#: The least and the largest value, and what is allowed, in words.
_DOMAINS = {
    **dict.fromkeys(
        ("n", "s", "k", "m", "T", "d", "p", "q", "r", "b", "number", "points"), _AT_LEAST_0
    ),
    **dict.fromkeys(("W", "B", "R", "M", "C", "U", "W2", "B2", "gamma", "largest"), _AT_LEAST_0),
    **dict.fromkeys(("epsilon", "constant", "slack", "tolerance", "nats", "loss"), _AT_LEAST_0),
    **dict.fromkeys(("opt", "best", "variance", "sensitivity", "noise_sensitivity"), _AT_LEAST_0),
    **dict.fromkeys(("mean_active", "mean_square_active", "mean_square"), _AT_LEAST_0),
    "violation": (0, 1, "a number in [0, 1]"),
    "delta": (0, 1, "a number in (0, 1]"),
    "rho": (-1, 1, "a number in [-1, 1]"),
}

#: Annotations of arguments that are integers, numbers, and lists of numbers. Others stay as given.
_WHOLE = ("int",)
_NUMBERS = (*_WHOLE, "Scalar", "Scalar | None", "float", "Fraction", "Fraction | float", "Root")
_LISTS = ("Biases", "Sequence[Fraction | int]", "Sequence[int]")

F = TypeVar("F", bound=Callable[..., Any])


def allowed(name: str, annotation: str) -> str:
    """Return what an argument of this name may be, in words; nothing where any number may be."""
    words = _DOMAINS[name][2] if name in _DOMAINS else ""
    return words.replace("finite", "whole") if annotation in _WHOLE else words


def checked(function: F) -> F:
    """Return the function, which now takes numbers of any type and refuses what has no meaning.

    Its formula alone, without all this, is its attribute `__wrapped__`.

    Integers are taken as ints and floats as floats, whatever their size, so that none
    overflows. Arrays are broadcast together, and each element is what the function returns
    of numbers: float64 if all are floats, and objects otherwise. A tuple becomes one of arrays.

    The function raises a TypeError for what is not a real number. It raises a ValueError for
    one outside its domain or not finite, if k is above s, for a masked array, and where a float
    overflows, a number is divided by zero, or the result would be NaN. That of an array's element
    says where it is.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    kinds = {name: function.__annotations__[name] for name in names}
    where = function.__name__

    @functools.wraps(function)
    def bound(*arguments: Any, **options: Any) -> Any:
        given = dict(zip(names[: code.co_argcount], arguments, strict=False)) | options
        if len(given) < len(arguments) + len(options):
            return function(*arguments, **options)  # which refuses what is too many
        arrays = {
            name: value
            for name, value in given.items()
            if isinstance(value, np.ndarray) and value.ndim and kinds.get(name) in _NUMBERS
        }
        for name, value in arrays.items():
            if np.ma.isMaskedArray(value):
                raise ValueError(f"{where}: {name} is a masked array; fill or compress it")
        if arrays:
            return _element_wise(bound, given, arrays)
        given = {name: _taken(where, name, kinds.get(name), v) for name, v in given.items()}
        k, s = given.get("k", 0), given.get("s", math.inf)
        if k > s:
            raise ValueError(f"{where}: k = {k} is above s = {s}; it must be at most s")
        try:
            found = function(**given)
        except OverflowError:
            raise ValueError(
                f"{where}: a number in it is beyond the range of floats; integers and Fractions "
                "have none, where no root and no logarithm is taken"
            ) from None
        except ZeroDivisionError:
            raise ValueError(f"{where} divides by zero here") from None
        if found != found:
            raise ValueError(f"{where} is undefined here: a number in it is beyond floats, or 0")
        return found

    return bound  # type: ignore[return-value]


def _taken(where: str, name: str, kind: str | None, value: Any) -> Any:
    """Return an argument as the formulas take it, or refuse it."""
    if kind in _LISTS:
        try:
            listed = enumerate(value)
        except TypeError:
            raise TypeError(f"{where}: {name} = {value!r}; it must be a list of numbers") from None
        return [_taken(where, f"{name}[{place}]", "Scalar", item) for place, item in listed]
    if kind not in _NUMBERS or (value is None and kind == "Scalar | None"):
        return value
    words = allowed(name, kind) or ("a whole number" if kind in _WHOLE else "a number")
    try:
        found = value if isinstance(value, Root) else number(value)
    except TypeError:
        raise TypeError(f"{where}: {name} = {value!r}; it must be {words}") from None
    except ValueError as error:
        raise ValueError(f"{where}: {name} = {value}; it must be {words}: {error}") from None
    outside = kind in _WHOLE and not is_whole(found)
    if isinstance(found, float) and not math.isfinite(found):
        outside, words = True, words.replace("a number", "a finite number")
    if name in _DOMAINS:
        least, largest, _ = _DOMAINS[name]
        outside |= not least <= found <= largest
    if outside or (name == "delta" and found == 0):
        raise ValueError(f"{where}: {name} = {value}; it must be {words}")
    return found


def _element_wise(
    function: Callable[..., Any], given: dict[str, Any], arrays: dict[str, np.ndarray]
) -> Any:
    """Return what the function returns at each element of arrays, broadcast together."""
    shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    spread = {name: np.broadcast_to(array, shape) for name, array in arrays.items()}
    results = []
    for place in np.ndindex(shape):
        try:
            results.append(function(**given | {name: a[place] for name, a in spread.items()}))
        except (TypeError, ValueError) as error:
            at = place[0] if len(place) == 1 else place
            raise ValueError(f"{error} (at index {at})") from None
    if results and isinstance(results[0], tuple):
        columns = [_array(list(column), shape) for column in zip(*results, strict=True)]
        return getattr(type(results[0]), "_make", tuple)(columns)
    return _array(results, shape)


def _array(results: list[Any], shape: tuple[int, ...]) -> np.ndarray:
    plain = all(isinstance(result, float) for result in results)
    array = np.empty(len(results), dtype=np.float64 if plain else object)
    array[:] = results
    return array.reshape(shape)
