"""Square roots that compare exactly, and arithmetic that names undefined expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

from sparseact.arguments import number_or_nan


class Root:
    """The exact square root of a non-negative rational.

    `Root(q) ** 2` is the Fraction q, so that a bound in `W²` is exact although W
    is not a rational. Comparisons are exact; other arithmetic falls to floats.

    Parameters
    ----------
    square : int, float or Fraction
        The number under the root; a float is read as the exact dyadic rational.

    Raises
    ------
    ValueError
        If `square` is neither 0 nor between 2^−1000 and 2^1000.

    Examples
    --------
    >>> from sparseact.bounds import Root, theorem_a
    >>> theorem_a(3, Root(2))
    Fraction(72, 1)
    """

    __slots__ = ("square",)

    def __init__(self, square: int | float | Fraction) -> None:
        value = number_or_nan(square)
        if value != 0 and not 2.0**-1000 <= value <= 2.0**1000:
            raise ValueError(
                f"Root: the square must be a number, 0 or in [2^-1000, 2^1000], got "
                f"{shown(square) if value == value else repr(square)}"
            )
        self.square = Fraction(value)

    def __float__(self) -> float:
        return math.sqrt(self.square)

    def __repr__(self) -> str:
        return f"Root({self.square})"

    def __hash__(self) -> int:
        # Equal numbers hash alike, so a rational root hashes as that rational.
        top, bottom = math.isqrt(self.square.numerator), math.isqrt(self.square.denominator)
        rational = Fraction(top, bottom)
        return hash(rational) if rational**2 == self.square else hash((Root, self.square))

    def __bool__(self) -> bool:
        return self.square != 0

    def __pow__(self, exponent: Any) -> Fraction | float:
        if isinstance(exponent, Integral) and exponent % 2 == 0:
            return self.square ** (int(exponent) // 2)
        return float(self) ** exponent

    def _against(self, other: Any) -> Fraction | float | None:
        """Return a number with the sign of self − other; None if it has none."""
        if isinstance(other, Root):
            return self.square - other.square
        if not isinstance(other, Real):
            return None
        value = as_scalar(other)
        if isinstance(value, float) and not math.isfinite(value):
            return -value  # of the opposite sign, or nan
        return Fraction(1) if value < 0 else self.square - Fraction(value) ** 2

    def __eq__(self, other: object) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference == 0

    def __lt__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference < 0

    def __le__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference <= 0

    def __gt__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference > 0

    def __ge__(self, other: Any) -> bool:
        difference = self._against(other)
        return NotImplemented if difference is None else difference >= 0

    def __mul__(self, other: Any) -> float:
        return float(self) * float(other)

    __rmul__ = __mul__

    def __add__(self, other: Any) -> float:
        return float(self) + float(other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> float:
        return float(self) - float(other)

    def __rsub__(self, other: Any) -> float:
        return float(other) - float(self)

    def __truediv__(self, other: Any) -> float:
        return float(self) / float(other)

    def __rtruediv__(self, other: Any) -> float:
        return float(other) / float(self)


#: An argument of a bound: an integer, a float, a fraction or a `Root`.
Scalar = int | float | Fraction | Root


def as_scalar(value: Any) -> Fraction | float:
    """Turn any real number that is not a Root into a Fraction, a float into a float."""
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value)


def shown(value: Any) -> str:
    """Return a number as messages show it: only roughly if it is longer than 60 digits."""
    if isinstance(value, Rational):
        exact = Fraction(as_scalar(value))
        above, below = exact.numerator.bit_length(), exact.denominator.bit_length()
        if max(above, below) > 200:
            return f"a number near {'-' * (value < 0)}2^{above - below}"
    return str(value)


def square_of(value: Scalar) -> Fraction | float:
    """Return the square, exact for a Root."""
    return value.square if isinstance(value, Root) else as_scalar(value) ** 2


def fourth_of(value: Scalar) -> Fraction | float:
    """Return the fourth power, exact for a Root."""
    return square_of(value) ** 2


def divide(top: Any, bottom: Any, what: str) -> Any:
    """Divide; `what` names the expression in the error."""
    if bottom == 0:
        raise ValueError(f"{what} divides by zero")
    return top / bottom


def log_of(value: Any, what: str) -> float:
    """Return the natural logarithm, accurate near 1 and beyond the range of floats."""
    if value <= 0:
        raise ValueError(f"{what}: the argument of the logarithm must be > 0, got {value}")
    if isinstance(value, float) and not math.isfinite(value):
        return math.log(value)
    exact = Fraction(value)
    if Fraction(1, 2) < exact < 2:
        # Near 1 a rounded argument would lose the logarithm's relative accuracy.
        return math.log1p(exact - 1)
    try:
        return math.log(exact)
    except (OverflowError, ValueError):  # no float holds the ratio
        return math.log(exact.numerator) - math.log(exact.denominator)


def root_of(value: Any, what: str) -> float:
    """Return the square root; `what` names the expression in the error."""
    if value < 0:
        raise ValueError(f"{what}: the argument of the square root must be >= 0, got {value}")
    return math.sqrt(value)


def as_number(value: Scalar) -> Fraction | float:
    """Return a Fraction or a float; a Root becomes a float."""
    return float(value) if isinstance(value, Root) else as_scalar(value)


def output_bound(R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `M = WR + B`, which bounds a neuron's output where `‖x‖ ≤ R`."""
    return float(W) * float(R) + float(B)


def binomials(n: int, most: int) -> Iterator[int]:
    """Yield `C(n, 0)`, …, `C(n, most)`, each from the one before."""
    term = 1
    for t in range(most + 1):
        yield term
        term = term * (n - t) // (t + 1)


def least_from(good: Callable[[int], bool], start: int) -> int:
    """Return the smallest m ≥ start with good(m), where good stays true once it is."""
    low, high = start - 1, start
    while not good(high):
        if high > 1 << 1000:
            raise ValueError("no sample size below 2^1000 is enough")
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high
