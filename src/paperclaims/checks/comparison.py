"""Run a notebook: two numbers compared, and the record of it.

A check compares two numbers and says so in a `Record`: exactly, by enclosures that certainly
contain them, or statistically.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from balls import Ball, Interval, Side
from balls import compare as decide
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.errors import ClaimsError

if TYPE_CHECKING:  # to judge records needs no tables, and pandas takes longer to import
    import pandas as pd

#: From the strongest to the weakest: the error of a statistical record is proved to be rare.
METHODS = ("exact", "certified", "statistical")


@dataclass(frozen=True)
class Record:
    """One comparison made by a check.

    `claim` and `statement` are keys into the registry; `instance` is the family, its parameters and
    the seed, as JSON scalars. A side that no float holds is written "p/q", unless it is long.
    `margin` is right − left, left − right for ≥ and >, and −|left − right| for ==. `level` is, for
    a statistical record, the probability that `holds` is wrong. `holds` is None where the method
    leaves the comparison open.
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
) -> Record:
    """Compare a success probability with `rate`, from independent trials.

    It holds, or fails, only where the exact binomial interval lies wholly on that side of `rate`:
    either answer is wrong with probability at most `level`. The instance gains `successes`,
    `trials` and the interval.
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
    return Record(
        claim, statement, _plain_instance(claim, full), successes / trials, relation, float(rate),
        margin, "statistical", float(level), holds,
    )  # fmt: skip
