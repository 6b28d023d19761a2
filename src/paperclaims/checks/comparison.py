"""Two numbers compared, and the record of it.

A check compares two numbers and says so in a `Record`: exactly, within a proved error,
statistically, or, where no bound on the rounding is proved, as they were rounded.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from balls import Ball, Interval, Side
from balls import compare as decide
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.errors import ClaimsError

if TYPE_CHECKING:  # to judge records needs no tables, and pandas takes longer to import
    import pandas as pd

Number = int | float | Fraction

#: Bounds the relative error of a closed form in float64: docs/certificates.md, Lemma 1.
ROUNDING = 1e-12

#: From the strongest to the weakest: the error of a statistical record is proved to be rare,
#: the error of a rounded record is not proved to be small.
METHODS = ("exact", "certified", "statistical", "rounded")


@dataclass(frozen=True)
class Record:
    """One comparison made by a check.

    `claim` and `statement` are keys into the registry; `instance` is the family, its parameters and
    the seed, as JSON scalars. A side that no float holds is
    written "p/q", unless it is long. `margin` is right −
    left, left − right for ≥ and >, and −|left − right| for ==. `level` is, for a statistical
    record, the probability that `holds` is wrong. `holds` is None where the error of the method
    leaves the comparison open, and where a rounded comparison seems to fail: without a bound on the
    rounding nothing is refuted.
    """

    claim: str
    statement: str
    instance: Mapping[str, Any]
    left: float | str
    relation: str
    right: float | str
    margin: float
    method: str
    level: float | None
    holds: bool | None


class Measurement(NamedTuple):
    """The results of one job: its records, and a table of its measurements.

    A check returns it. One that draws at random has an argument `seed`, and one with
    statistical records a `level`: some of these is wrong with probability at most that.
    """

    records: list[Record]
    table: pd.DataFrame


#: Types that JSON holds without a change.
_SCALARS = frozenset({bool, int, float, str, type(None)})


def plain(value: Any) -> Any:
    """Convert numpy scalars and fractions to values that JSON holds exactly."""
    if type(value) in _SCALARS:  # nearly always, and the other tests take longer
        return value
    if isinstance(value, Fraction):
        as_float = _nearest_float(value)
        if as_float.as_integer_ratio() == value.as_integer_ratio():
            return as_float
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, (np.generic, np.ndarray)):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Ball):
        return float(value)
    raise ClaimsError(f"a value of a record must be a number or text, got {type(value).__name__}")


#: Bits of a denominator that a reader of a record wants to see.
_LONGEST = 200


def _nearest_float(value: Fraction | int | Ball) -> float:
    """Return the float that is nearest to a number, the largest where it is beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(sys.float_info.max, value > 0 or -1)


def shown(side: float | str) -> str:
    """Return a side of a record in six digits, or as it is where no float holds it."""
    try:
        return side if isinstance(side, str) else f"{side:.6g}"
    except OverflowError:  # an integer
        return str(side)


def dyadic(value: float, is_exact: bool) -> Fraction:
    """Return the fraction that a float is, where no step of its computation was rounded.

    `is_exact` is the result of a guard on the computation, such as that all sums fit 2^53 units.
    Raises ArithmeticError if the guard does not hold.

    Examples
    --------
    >>> from paperclaims.checks.comparison import dyadic
    >>> dyadic(0.75, is_exact=True)
    Fraction(3, 4)
    """
    if not is_exact:
        raise ArithmeticError(
            f"an exact comparison must have exact numbers, got {value}, which may be rounded"
        )
    return Fraction(float(value))


def _exact(value: Number) -> Fraction | int:
    if type(value) in (int, Fraction):
        return value  # type: ignore[return-value]
    return Fraction(plain(value))


def _signed_margin(left: Any, relation: str, right: Any) -> Any:
    if relation in ("<=", "<"):
        return right - left
    return left - right if relation in (">=", ">") else -abs(left - right)


def compare(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    left: Side,
    relation: str,
    right: Side,
) -> Record:
    """Compare two numbers: exactly, or as balls or intervals that certainly contain them.

    The record has of an interval the end at which the relation is least true.

    Raises ClaimsError if a side is a float or of a NumPy type, or if it is undefined.
    """
    try:
        holds = decide(left, relation, right)
    except (TypeError, ValueError) as error:
        raise ClaimsError(f"{claim} ({statement}): {error}") from None
    method = "exact"
    if isinstance(left, (Ball, Interval)) or isinstance(right, (Ball, Interval)):
        method = "certified"
    one, other = _end(left, relation not in (">=", ">")), _end(right, relation in (">=", ">"))
    return Record(
        claim, statement, _plain_instance(claim, instance), _side(one), relation, _side(other),
        _nearest_float(_signed_margin(one, relation, other)), method, None, holds,
    )  # fmt: skip


def _end(side: Side, above: bool) -> int | Fraction | Ball:
    if not isinstance(side, Interval):
        return side
    end, other = (side.high, side.low) if above else (side.low, side.high)
    return end if end is not None else other or 0


def _side(value: int | Fraction | Ball) -> float | str:
    """Return a number as a record has it: a ball or a long fraction as the nearest float."""
    if not isinstance(value, Ball):
        near = _nearest_float(value)
        return near if near and value.denominator.bit_length() > _LONGEST else plain(value)
    number = float(value)
    if number and math.isfinite(number):
        return number
    return value.enclosure(2).str(17, radius=False)  # which no float holds


def _plain_instance(claim: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    """Return an instance as values of JSON; a NumPy integer, which may have wrapped, is refused."""
    for key, value in instance.items():
        if isinstance(value, (np.integer, np.bool_)):
            kind = "bool" if isinstance(value, np.bool_) else "int"
            raise ClaimsError(
                f"{claim}: {key} of an instance must be of a Python type, got {value!r}, whose "
                f"arithmetic wraps around; write {kind}({key})"
            )
    return plain(instance)


def compare_within(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    left: Number,
    relation: str,
    right: Number,
    *,
    error: Number,
) -> Record:
    """Compare two numbers whose difference is proved to be known within `error`.

    Raises ClaimsError if a side is not finite, or one of other than 53 bits.
    """
    left, right, error = (float(x) if isinstance(x, Ball) else x for x in (left, right, error))
    sides = (left, right)
    if not all(isinstance(side, (int, Fraction)) or math.isfinite(side) for side in sides):
        raise ClaimsError(f"{claim} ({statement}): a side is not finite: {left} {relation} {right}")
    margin = _signed_margin(_exact(left), relation, _exact(right))
    holds: bool | None
    for side in sides:
        if isinstance(side, np.floating) and not isinstance(side, float):
            raise ClaimsError(
                f"{claim} ({statement}): a side must be a float of 53 bits, got {side!r}; "
                "compute it in float64"
            )
    radius = _exact(error)
    if relation == "==":
        # Equal numbers cannot be told from near ones; unequal ones can.
        holds = None if -margin <= radius else False
    elif margin - radius > 0 or (margin == radius and relation in ("<=", ">=")):
        holds = True
    else:
        holds = False if margin + radius < 0 else None
    return Record(
        claim, statement, _plain_instance(claim, instance), plain(left), relation, plain(right),
        _nearest_float(margin), "certified", None, holds,
    )  # fmt: skip


def rounding(left: Number, right: Number, error: Number = 0) -> Number:
    """Return the error of right − left: `error`, and of each side relatively `ROUNDING`."""
    try:
        return float(error) + ROUNDING * (abs(float(left)) + abs(float(right)))
    except OverflowError:
        size = abs(Fraction(_exact(left))) + abs(Fraction(_exact(right)))
        return _exact(error) + Fraction(ROUNDING) * size


def compare_rounded(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    left: Number,
    relation: str,
    right: Number,
) -> Record:
    """Compare two numbers without a proved bound on rounding; such a record cannot refute.

    It holds where it does so by more than a relative `ROUNDING`, and is open otherwise.
    """
    error = rounding(left, right)
    record = compare_within(claim, statement, instance, left, relation, right, error=error)
    return replace(record, method="rounded", holds=record.holds or None)


def compare_rate(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    successes: int,
    trials: int,
    relation: str,
    rate: float,
    *,
    level: float,
    proved: tuple[float, float] | None = None,
) -> Record:
    """Compare a success probability with `rate`, from independent trials.

    It holds, or fails, only where the exact binomial interval lies wholly on that side of `rate`:
    either answer is wrong with probability at most `level`. The instance gains `successes`,
    `trials` and the interval. Bounds that are proved of the success probability only go into the
    instance.
    """
    for name, count in (("successes", successes), ("trials", trials)):
        if not isinstance(count, int):
            raise ClaimsError(
                f"{claim} ({statement}): {name} must be a Python integer, got {count!r}; "
                f"write int({name})"
            )
    low, high = clopper_pearson(successes, trials, level)
    if relation == ">=":
        margin, holds = low - rate, True if low >= rate else False if high < rate else None
    elif relation == "<=":
        margin, holds = rate - high, True if high <= rate else False if low > rate else None
    else:
        raise ClaimsError(f"a rate is compared with >= or <=, not {relation!r}")
    full = {**instance, "successes": successes, "trials": trials, "low": low, "high": high}
    if proved is not None:
        full["proved"] = list(proved)
    return Record(
        claim, statement, _plain_instance(claim, full), successes / trials, relation, float(rate),
        margin, "statistical", float(level), holds,
    )  # fmt: skip
