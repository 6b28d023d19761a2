"""What the arguments of the bounds may be, by their names, which mean the same in all of them."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from numbers import Real
from typing import Any

from sparseact.bounds.arithmetic import Root

_AT_LEAST_0 = (0, math.inf, "a finite number of at least 0")

#: The least and the largest value, and what is allowed, in words.
_DOMAINS = {
    **dict.fromkeys(("n", "s", "k", "m", "d", "p", "q", "r", "b", "number", "points"), _AT_LEAST_0),
    **dict.fromkeys(("W", "B", "R", "C", "U", "W2", "B2", "gamma", "largest"), _AT_LEAST_0),
    **dict.fromkeys(("epsilon", "constant", "slack", "tolerance", "nats", "loss"), _AT_LEAST_0),
    **dict.fromkeys(("opt", "best", "variance", "sensitivity", "noise_sensitivity"), _AT_LEAST_0),
    **dict.fromkeys(("mean_active", "mean_square_active", "mean_square"), _AT_LEAST_0),
    "violation": (0, 1, "a number in [0, 1]"),
    "delta": (0, 1, "a number in (0, 1]"),
    "rho": (-1, 1, "a number in [-1, 1]"),
}


def allowed(name: str) -> str:
    """Return what an argument of this name may be, in words; nothing where any number may be."""
    return _DOMAINS[name][2] if name in _DOMAINS else ""


def checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which now refuses arguments that have no meaning.

    It raises a TypeError for what is no real number, and a ValueError for one
    outside its domain, or if k is above s.
    """
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def with_checks(*arguments: Any, **options: Any) -> Any:
        given = dict(zip(names, arguments, strict=False)) | options
        for name, value in given.items():
            _check(function.__name__, name, value)
        k, s = given.get("k", 0), given.get("s", math.inf)
        if k > s:
            raise ValueError(f"{function.__name__}: k = {k} is above s = {s}; it must be at most s")
        return function(*arguments, **options)

    return with_checks


def _check(where: str, name: str, value: Any) -> None:
    if name not in _DOMAINS:
        if isinstance(value, str):
            raise TypeError(f"{where}: {name} = {value!r}; it must be a number")
        return
    least, largest, allowed = _DOMAINS[name]
    is_number = isinstance(value, (Real, Root))
    if not is_number:
        raise TypeError(f"{where}: {name} = {value!r}; it must be {allowed}")
    if not least <= value <= largest or value == math.inf or (name == "delta" and value == 0):
        raise ValueError(f"{where}: {name} = {value}; it must be {allowed}")
