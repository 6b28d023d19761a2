"""Domains of the arguments of the bounds, and the decorator that rejects all else."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from sparseact.arguments import is_integer, number
from sparseact.bounds.arithmetic import Root, shown

F = TypeVar("F", bound=Callable[..., Any])


class Domain(NamedTuple):
    """The set of numbers that an argument may be; `least` and `largest` are its ends."""

    words: str  # this in words, after "must be"
    least: float = -math.inf
    largest: float = math.inf
    tiny: float = 2.0**-500  # no number in it but 0 is of a smaller size
    above: bool = False  # whether the smallest number is left out
    integral: bool = False  # whether only integers are in it
    among: str | None = None  # another argument, which this one must not be above

    def contains(self, value: Any) -> bool:
        """Return whether a number is in the domain."""
        if (self.integral and not is_integer(value)) or (self.above and value == self.least):
            return False
        tiny = value != 0 and -self.tiny < value < self.tiny
        return not tiny and self.least <= value <= self.largest


#: No number is above this, and none that is not 0 below its inverse: squares are floats.
MOST = 2.0**500


def count(most: int, text: str) -> Domain:
    """Return the domain of integers from 0 to `most`."""
    return Domain(f"an integer of at least 0 and at most {text}", 0, most, integral=True)


REAL = Domain("a finite number, of a size from 2^-500 to 2^500 if not 0", -MOST, MOST)
SIZE = Domain("a finite number of at least 0, and from 2^-500 to 2^500 if not 0", 0, MOST)
INTEGER = Domain("an integer of a size of at most 2^500", -MOST, MOST, integral=True)
COUNT = count(int(MOST), "2^500")
#: The terms of a sum, or an exact exponent; and the terms of two nested sums.
TERMS, FEW = count(10**4, "10^4"), count(10**3, "10^3")
ACTIVE = SIZE._replace(words=f"{SIZE.words}, and at most s", among="s")
ACTIVE_COUNT = COUNT._replace(words="an integer of at least 0 and at most s", among="s")
PROBABILITY = Domain("a number in [0, 1], and 0 or at least 2^-500", 0, 1)
#: A probability of which only logarithms and multiples are formed.
LEVEL = Domain("a number in (0, 1] of at least 2^-1000", 0, 1, 2.0**-1000, above=True)
CORRELATION = Domain("a number in [-1, 1], and 0 or of a size of at least 2^-500", -1, 1)
#: A list of finite numbers, which is not broadcast.
LIST = Domain("a list of numbers")


def checked(**domains: Domain) -> Callable[[F], F]:
    """Return a decorator: the function takes numbers of any type, each from its domain.

    Integers are taken as ints and floats as floats, whatever their size, so that none
    overflows. Arrays are broadcast together, and each element is the function's result
    for numbers: float64 if all are floats, and objects otherwise. A tuple becomes one of arrays.
    None is taken where it is the default, and an argument without a domain as it is given.

    The function raises a TypeError for anything but a real number. It raises a ValueError for a
    number outside its domain, for a masked array, and where a float overflows, a number is
    divided by zero, or the result is undefined. In an array, the error names the element.

    Examples
    --------
    >>> from sparseact.bounds.domain import SIZE, checked
    >>> @checked(n=SIZE)
    ... def half(n):
    ...     return n / 2
    >>> half(-1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: half: n must be a finite number of at least 0, and from 2^-500 to ...
    """

    def decorator(function: F) -> F:
        parameters = inspect.signature(function).parameters
        if unknown := domains.keys() - parameters.keys():
            raise TypeError(f"{function.__name__} takes no {', '.join(sorted(unknown))}")
        # Of a tuple of names and not of a signature, whose `bind` takes longer than most bounds.
        names = tuple(name for name, p in parameters.items() if p.kind is not p.KEYWORD_ONLY)
        numbers = [name for name, domain in domains.items() if domain is not LIST]
        optional = {name for name, p in parameters.items() if p.default is None}

        @functools.wraps(function)
        def bound(*arguments: Any, **options: Any) -> Any:
            given = dict(zip(names, arguments, strict=False)) | options
            if len(given) < len(arguments) + len(options):
                return function(*arguments, **options)  # which rejects too many arguments
            arrays = {
                name: given[name]
                for name in numbers
                if isinstance(given.get(name), np.ndarray) and given[name].ndim
            }
            for name, value in arrays.items():
                if np.ma.isMaskedArray(value):
                    text = f"{function.__name__}: {name} is a masked array; fill or compress it"
                    raise ValueError(text)
            if arrays:
                return _element_wise(bound, given, arrays)
            for name, domain in domains.items():
                if name in given and not (name in optional and given[name] is None):
                    place = f"{function.__name__}: {name}"
                    given[name] = _taken(place, domain, given[name])
            _refuse_above(function.__name__, domains, given)
            return _value(function, given)

        bound.domains = domains  # type: ignore[attr-defined]
        return bound  # type: ignore[return-value]

    return decorator


def _taken(place: str, domain: Domain, value: Any) -> Any:
    """Return an argument as a number for the formulas, or raise an error."""
    if domain is LIST:
        try:
            listed = enumerate(value)
        except TypeError:
            raise TypeError(f"{place} must be {domain.words}, got {value!r}") from None
        return [_taken(f"{place}[{index}]", REAL, item) for index, item in listed]
    try:
        taken = value if isinstance(value, Root) else number(value)
    except TypeError:
        raise TypeError(f"{place} must be {domain.words}, got {value!r}") from None
    except ValueError as error:
        raise ValueError(f"{place} must be {domain.words}, got {value}: {error}") from None
    if not domain.contains(taken):
        raise ValueError(f"{place} must be {domain.words}, got {shown(value)}")
    return taken


def _refuse_above(where: str, domains: dict[str, Domain], given: dict[str, Any]) -> None:
    """Reject an argument that is above its upper bound, another argument."""
    for name, domain in domains.items():
        most = domain.among
        if most in given and name in given and given[name] > given[most]:
            raise ValueError(
                f"{where}: {name} must be at most {most} = {shown(given[most])}, "
                f"got {shown(given[name])}"
            )


def _value(function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Return the function's value at valid numbers, or raise an error that explains its absence."""
    where = function.__name__
    try:
        value = function(**given)
    except OverflowError:
        raise ValueError(
            f"{where}: a number overflows a float; integers and Fractions do not, "
            "without roots and logarithms"
        ) from None
    except ZeroDivisionError:
        raise ValueError(f"{where} divides by zero here") from None
    for entry in value if isinstance(value, tuple) else (value,):
        if isinstance(entry, float) and not math.isfinite(entry):
            raise ValueError(f"{where} is undefined here: a number in it is 0 or overflows a float")
    return value


def _element_wise(
    function: Callable[..., Any], given: dict[str, Any], arrays: dict[str, np.ndarray]
) -> Any:
    """Return the function's value at each element of arrays, broadcast together."""
    shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    spread = {name: np.broadcast_to(array, shape) for name, array in arrays.items()}
    results = []
    for place in np.ndindex(shape):
        try:
            results.append(function(**given | {name: a[place] for name, a in spread.items()}))
        except (TypeError, ValueError) as error:
            index = place[0] if len(place) == 1 else place
            raise ValueError(f"{error} (at index {index})") from None
    if results and isinstance(results[0], tuple):
        columns = [_array(list(column), shape) for column in zip(*results, strict=True)]
        return getattr(type(results[0]), "_make", tuple)(columns)
    return _array(results, shape)


def _array(results: list[Any], shape: tuple[int, ...]) -> np.ndarray:
    plain = all(isinstance(result, float) for result in results)
    array = np.empty(len(results), dtype=np.float64 if plain else object)
    array[:] = results
    return array.reshape(shape)
