"""Real numbers with a proved error, and the one comparison that decides by them.

Integers and fractions are exact. A root, a logarithm or an exponential of a fraction is a `Ball`:
an expression, which Arb (by python-flint) encloses in a ball with as many bits as a comparison
needs. So a bound is written as in its paper, `k**4 * W**2 * sqrt(n) * log(n * s)`. With exact
arguments it is a number that `compare` decides; with floats it is a float, which `compare` refuses.

References
----------
F. Johansson (2017), Arb: efficient arbitrary-precision midpoint-radius interval arithmetic.

Examples
--------
>>> from fractions import Fraction
>>> from balls import compare, exact, log, sqrt
>>> compare(sqrt(Fraction(2)), "<=", Fraction(3, 2))
True
>>> n = exact(8)
>>> compare(log(n), "==", 3 * log(exact(2))) is None  # equal, which no precision shows
True
>>> log(8)
2.0794415416798357
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from numbers import Rational
from operator import methodcaller
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from flint import arb

#: Bits of each attempt to decide a comparison.
PRECISIONS = (96, 384, 1536, 6144)

#: A float of more significant bits may be the rounding of another number.
_BITS = 32

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


class Ball:
    """A real number that need not be rational, as an expression of other numbers.

    Arithmetic with integers, fractions and balls gives balls, and arithmetic with a float gives a
    float. The operators `<`, `==`, … raise ArithmeticError where `compare` is open.

    Parameters
    ----------
    apply : callable
        Maps enclosures of `parts` to an enclosure of the number.
    parts : int, Fraction or Ball
        The numbers of which this one is made.
    signed_square : Fraction, optional
        `x·|x|`, where that is rational. It orders numbers as they are ordered, and is the product
        of those of the factors, so that products and even powers of roots stay exact.
    """

    __slots__ = ("_apply", "_bits", "_enclosure", "_parts", "signed_square")
    __hash__ = None  # type: ignore[assignment]  # equal balls may look different

    def __init__(
        self, apply: Callable[..., arb], *parts: Exact, signed_square: Fraction | None = None
    ) -> None:
        self._apply, self._parts = apply, parts
        self._bits = 0
        self._enclosure: Any = None
        self.signed_square = signed_square

    def enclosure(self, bits: int) -> arb:
        """Return a ball of Arb that contains the number, computed with at least so many bits."""
        from flint import ctx

        with ctx.workprec(bits):
            unfinished = [self]  # a stack, since a sum of many terms is too deep for recursion
            while unfinished:
                last = unfinished[-1]
                missing = [p for p in last._parts if isinstance(p, Ball) and p._bits < bits]
                if missing and last._bits < bits:
                    unfinished += missing
                    continue
                if last._bits < bits:
                    last._enclosure = last._apply(*map(_enclosed, last._parts))
                    last._bits = bits
                unfinished.pop()
        return self._enclosure

    def __add__(self, other: Any) -> Any:
        return _combined(operator.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return _combined(operator.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return _combined(operator.sub, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _combined(operator.sub, other, self)

    def __mul__(self, other: Any) -> Any:
        return _combined(operator.mul, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _combined(operator.mul, other, self)

    def __truediv__(self, other: Any) -> Any:
        return _combined(operator.truediv, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _combined(operator.truediv, other, self)

    def __pow__(self, power: Any) -> Any:
        if isinstance(power, int) and self.signed_square is not None:
            if power % 2 == 0:
                return abs(self.signed_square) ** (power // 2)
            return Ball(operator.pow, self, power, signed_square=self.signed_square**power)
        return _combined(operator.pow, self, power)

    def __rpow__(self, base: Any) -> Any:
        if isinstance(base, float):
            return base ** float(self)
        return exp(self * log(exact(base)))

    def __neg__(self) -> Ball:
        return self * -1

    def __pos__(self) -> Ball:
        return self

    def __abs__(self) -> Ball:
        square = self.signed_square
        return Ball(abs, self, signed_square=None if square is None else abs(square))

    def __float__(self) -> float:
        square = self.signed_square
        if square is not None and 2.0**-1000 < abs(square) < 2.0**1000:
            return math.copysign(math.sqrt(abs(square)), square)  # and Arb need not be installed
        for bits in PRECISIONS:
            enclosure = self.enclosure(bits)
            if enclosure.rel_accuracy_bits() > 60:
                break
        return float(enclosure.mid())

    def __repr__(self) -> str:
        return f"Ball({self.enclosure(PRECISIONS[0]).str(15)})"

    def __str__(self) -> str:
        return str(float(self))

    def __format__(self, spec: str) -> str:
        return format(float(self), spec)

    def __bool__(self) -> bool:
        return self != 0

    def __eq__(self, other: object) -> bool:
        return _decided(self, "==", other)

    def __lt__(self, other: Any) -> bool:
        return _decided(self, "<", other)

    def __le__(self, other: Any) -> bool:
        return _decided(self, "<=", other)

    def __gt__(self, other: Any) -> bool:
        return _decided(self, ">", other)

    def __ge__(self, other: Any) -> bool:
        return _decided(self, ">=", other)

    def __ceil__(self) -> int:
        from flint import ctx

        for bits in PRECISIONS:
            enclosure = self.enclosure(bits)
            with ctx.workprec(bits):  # which `ceil` rounds to, too
                whole = enclosure.ceil().unique_fmpz()
            if whole is not None:
                return int(whole)
        raise ArithmeticError(f"{self!r} is too near an integer to be rounded up")

    def __floor__(self) -> int:
        return -math.ceil(-self)


class Interval(NamedTuple):
    """A number of which only an interval is known; made by `between`."""

    low: Exact | None
    high: Exact | None


Exact = int | Fraction | Ball
Real = int | float | Fraction | Ball
Side = int | Fraction | Ball | Interval


def exact(value: Any) -> Fraction | Ball:
    """Return a number as one of exact arithmetic, which `sqrt`, `log` and `exp` do not round.

    A float of at most 32 significant bits, such as 0.75, is the number that it shows. One of more
    may be the rounding of another number. Write `Fraction(x)` where the float x itself is meant.

    Raises
    ------
    ValueError
        If a float has more bits or is not finite.
    TypeError
        If the value is no real number.

    Examples
    --------
    >>> from balls import exact, sqrt
    >>> exact(0.75), sqrt(exact(9))
    (Fraction(3, 4), Fraction(3, 1))
    """
    if isinstance(value, Ball):
        return value
    if isinstance(value, float):
        if not (math.frexp(value)[0] * 2.0**_BITS).is_integer():  # as for nan and infinity
            raise ValueError(
                f"exact: a float must have at most {_BITS} bits, got {float(value)}, which may be "
                "rounded; write Fraction(x) where the float itself is meant"
            )
        return Fraction(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    raise TypeError(f"exact: a number must be an integer, a fraction or a ball, got {value!r}")


def sqrt(value: Any) -> Any:
    """Return the root: of a fraction or a ball exactly, of another number as a float.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from balls import sqrt
    >>> sqrt(Fraction(2)) ** 2, sqrt(Fraction(9, 4)), sqrt(4)
    (Fraction(2, 1), Fraction(3, 2), 2.0)
    """
    if value < 0:
        raise ValueError(f"the root of {shown(value)} is not defined")
    if isinstance(value, Fraction):
        root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        return root if root**2 == value else Ball(methodcaller("sqrt"), value, signed_square=value)
    return Ball(methodcaller("sqrt"), value) if isinstance(value, Ball) else math.sqrt(value)


def log(value: Any) -> Any:
    """Return the natural logarithm: of a fraction or a ball exactly, of another number as a float.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from balls import log
    >>> log(Fraction(1)), log(Fraction(2)), log(1)
    (Fraction(0, 1), Ball([0.693147180559945 +/- 3.10e-16]), 0.0)
    """
    if value <= 0:
        raise ValueError(f"the logarithm of {shown(value)} is not defined")
    if isinstance(value, Fraction) and value == 1:
        return Fraction(0)
    return (
        Ball(methodcaller("log"), value) if isinstance(value, (Fraction, Ball)) else math.log(value)
    )


def exp(value: Any) -> Any:
    """Return e to the power `value`: of a fraction or a ball exactly, of another as a float.

    Examples
    --------
    >>> from balls import exact, exp
    >>> exp(exact(0)), exp(exact(1)), exp(0)
    (Fraction(1, 1), Ball([2.71828182845905 +/- 4.77e-15]), 1.0)
    """
    if isinstance(value, Fraction) and value == 0:
        return Fraction(1)
    return (
        Ball(methodcaller("exp"), value) if isinstance(value, (Fraction, Ball)) else math.exp(value)
    )


def between(low: Real | None, high: Real | None) -> Interval:
    """Return a number of which only an interval is known, such as a certified supremum.

    A float as an end is the number that it is, and None an end that is not known.

    Examples
    --------
    >>> from balls import between, compare
    >>> compare(between(0.25, 0.5), "<=", 1), compare(between(1, 2), "<=", 1)
    (True, None)
    """
    least, most = (Fraction(end) if isinstance(end, float) else end for end in (low, high))
    if least is not None and most is not None and not _exact(least) <= _exact(most):
        raise ValueError(f"between: low must be at most high, got {low} and {high}")
    return Interval(least, most)


def compare(left: Side, relation: str, right: Side) -> bool | None:
    """Return whether a relation holds: True, False, or None where it is open.

    Of balls it is open where `PRECISIONS[-1]` bits do not separate the sides, as for equal ones,
    and of intervals where it holds for some of their numbers and fails for others.

    Raises
    ------
    TypeError
        If a side is a float, which may be rounded, or a NumPy number, which wraps around.
    ValueError
        If the relation is unknown, or a side is undefined.

    Examples
    --------
    >>> from balls import compare
    >>> compare(1, "<", 2), compare(2, "==", 1)
    (True, False)
    """
    if relation not in RELATIONS:
        near = f" (nearest: {relation[::-1]})" if relation[::-1] in RELATIONS else ""
        raise ValueError(f"relation must be one of {', '.join(RELATIONS)}, got {relation!r}{near}")
    if isinstance(left, Interval) or isinstance(right, Interval):
        return _compare_ends(_ends(left), relation, _ends(right))
    sign = _sign(_exact(left), _exact(right))
    return None if sign is None else RELATIONS[relation](sign, 0)


def shown(value: Any) -> str:
    """Return a number as messages show it: only roughly if it is longer than 60 digits."""
    if isinstance(value, Rational):
        above, below = int(value.numerator).bit_length(), int(value.denominator).bit_length()
        if max(above, below) > 200:
            return f"a number near {'-' * (value < 0)}2^{above - below}"
    return str(value)


def _sign(left: Exact, right: Exact) -> int | None:
    """Return the sign of left − right; None where it is open."""
    if not isinstance(left, Ball) and not isinstance(right, Ball):
        return (left > right) - (left < right)
    if left is right:
        return 0
    one, other = _signed_square(left), _signed_square(right)
    if one is not None and other is not None:
        return (one > other) - (one < other)
    difference = Ball(operator.sub, left, right)
    for bits in PRECISIONS:
        enclosure = difference.enclosure(bits)
        if enclosure > 0:
            return 1
        if enclosure < 0:
            return -1
        if enclosure == 0:
            return 0
    if enclosure.is_nan():
        raise ValueError("a side is not defined; it divides by 0, or takes a root below 0")
    return None


def _compare_ends(left: Interval, relation: str, right: Interval) -> bool | None:
    """Return whether a relation holds for all, or for none, of the numbers of two intervals."""
    if relation == "==":
        below, above = _sign_of_ends(left.high, right.low), _sign_of_ends(left.low, right.high)
        return False if below == -1 or above == 1 else None
    if relation in (">=", ">"):
        left, relation, right = right, relation.replace(">", "<"), left
    most, least = _sign_of_ends(left.high, right.low), _sign_of_ends(left.low, right.high)
    if most is not None and RELATIONS[relation](most, 0):
        return True
    return None if least is None or RELATIONS[relation](least, 0) else False


def _sign_of_ends(left: Exact | None, right: Exact | None) -> int | None:
    """Return the sign of left − right; None where it is open or an end is not known."""
    return None if left is None or right is None else _sign(_exact(left), _exact(right))


def _ends(side: Side) -> Interval:
    return side if isinstance(side, Interval) else Interval(_exact(side), _exact(side))


def _decided(left: Ball, relation: str, right: Any) -> bool:
    """Return whether a relation holds, where a float is the number that it is."""
    if isinstance(right, float):
        if not math.isfinite(right):
            return RELATIONS[relation](0.0, right)
        right = Fraction(right)
    holds = compare(left, relation, right)
    if holds is None:
        raise ArithmeticError(f"{left!r} {relation} {right!r} is open: no precision decides it")
    return holds


def _combined(apply: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """Return `apply` of two numbers of which one is a ball."""
    if isinstance(left, float) or isinstance(right, float):
        return apply(float(left), float(right))
    left, right = _exact(left), _exact(right)
    if apply is operator.truediv and not isinstance(right, Ball) and right == 0:
        raise ZeroDivisionError(f"{left} / 0 is not defined")
    zero = [not isinstance(side, Ball) and side == 0 for side in (left, right)]
    if apply is operator.add and True in zero:
        return right if zero[0] else left
    if apply is operator.sub and zero[1]:
        return left
    if apply in (operator.mul, operator.truediv):
        if True in zero:
            return Fraction(0)
        one, other = _signed_square(left), _signed_square(right)
        if one is not None and other is not None:
            square = apply(one, other)
            root = sqrt(abs(square))
            if isinstance(root, Fraction):  # √2·√2 is 2
                return -root if square < 0 else root
            return Ball(apply, left, right, signed_square=square)
    return Ball(apply, left, right)


def _signed_square(value: Exact) -> Fraction | None:
    if isinstance(value, Ball):
        return value.signed_square
    rational = Fraction(value)
    return rational * abs(rational)


def _exact(value: Any) -> Exact:
    """Return a number of exact arithmetic as it is; raise a TypeError for any other."""
    plain = type(value) is Fraction and type(value.numerator) is type(value.denominator) is int
    if plain or isinstance(value, (int, Ball)):  # no fraction of NumPy's integers
        return value
    if isinstance(value, float):
        text = f"{float(value)} is a float, which may be rounded; write exact(x) or Fraction(x)"
    elif isinstance(value, Rational):
        text = f"{value!r} is of a type that wraps around; write int(x)"
    else:
        text = f"a number must be an integer, a fraction or a ball, got {value!r}"
    raise TypeError(text)


def _enclosed(value: Exact) -> arb:
    from flint import arb, fmpq

    if isinstance(value, Ball):
        return value._enclosure
    return arb(fmpq(value.numerator, value.denominator))
