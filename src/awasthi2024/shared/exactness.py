"""Tools for exact comparisons: logarithms and roots in an interval, shorter fractions."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction

#: Digits to which a decimal computes a logarithm.
_DIGITS = 60


def log_between(value: int | Fraction) -> tuple[Fraction, Fraction]:
    """Return fractions below and above ln(value), for value > 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> low, high = log_between(Fraction(3, 2))
    >>> low < high < low + Fraction(1, 10**50)
    True
    """
    exact, context = Fraction(value), Context(prec=_DIGITS)
    # `ln` takes the whole number and rounds correctly: by less than a unit of the last digit.
    top, bottom = (
        Fraction(context.ln(Decimal(part))) for part in (exact.numerator, exact.denominator)
    )
    unit = Fraction(1, 10 ** (_DIGITS - 1))
    return top * (1 - unit) - bottom * (1 + unit), top * (1 + unit) - bottom * (1 - unit)


def root_above(value: Fraction) -> Fraction:
    """Return a fraction above √value, by at most 2⁻¹²⁸, for value >= 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> 0 < root_above(Fraction(2)) ** 2 - 2 < Fraction(1, 2**100)
    True
    """
    unit = 1 << 128
    root = math.isqrt(value.numerator * value.denominator * unit**2) + 1
    return Fraction(root, value.denominator * unit)


def root_below(value: Fraction) -> Fraction:
    """Return a fraction below √value, by at most 2⁻¹²⁷, for value >= 0; 0 at 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> 0 <= 2 - root_below(Fraction(2)) ** 2 < Fraction(1, 2**100)
    True
    """
    return max(root_above(value) - Fraction(1, 1 << 128), Fraction(0))


def shortened(left: Fraction, relation: str, right: Fraction) -> tuple[Fraction, str, Fraction]:
    """Return a comparison of long fractions: rounded to 2^−50 against the claim if not close."""
    if abs(left - right) > Fraction(1, 1 << 48):
        up, down = math.ceil, math.floor
        first, second = (up, down) if relation == "<=" else (down, up)
        left = Fraction(first(left * (1 << 50)), 1 << 50)
        right = Fraction(second(right * (1 << 50)), 1 << 50)
    return left, relation, right
