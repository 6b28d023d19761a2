"""The tightness of a check: the factor by which its statement could be stronger and still pass.

All is in logarithms: the slack of an inequality is the logarithm of the quotient of its sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from paperclaims.checks.comparison import Record


def slack(records: Sequence[Record]) -> float:
    """Return the logarithm of the factor by which the tightest inequality holds.

    It is negative where an inequality fails, by the worst factor, and infinite where a positive
    factor on one side cannot change any inequality.
    """
    return min(map(_slack, records), default=math.inf)


def tightness(records: Sequence[Record]) -> float | None:
    """Return the smallest ratio of the two sides over all records; below 1 where one fails.

    It is 1 where all records are equalities. For a rate, the sides are the claimed rate and the
    nearest one that the trials tell from it, the end of their interval. It is None where no
    record has two positive or two negative sides, and where one fails whose sides have no ratio.

    Examples
    --------
    >>> from paperclaims.checks.comparison import compare
    >>> from paperclaims.judging.tightness import tightness
    >>> tightness([compare("lemma-9", "sharp", {}, 3, "<=", 6), compare("a", "b", {}, 1, "<=", 9)])
    2.0
    """
    if records and all(record.relation == "==" for record in records):
        return 1.0
    least = min([*map(_slack, records), *map(_rate_slack, records)], default=math.inf)
    # As few digits as are alike on all processors, whose last ones differ.
    return float(f"{math.exp(least):.12g}") if abs(least) < _LARGEST else None


#: The exponential of a larger number is not a float.
_LARGEST = 700.0


def _slack(record: Record) -> float:
    if record.method == "statistical" or record.relation == "==":
        return math.inf
    return _ordered(record.relation, Fraction(record.left), Fraction(record.right))


def _rate_slack(record: Record) -> float:
    if record.method != "statistical":
        return math.inf
    end = record.instance["low" if record.relation in (">=", ">") else "high"]
    return _ordered(record.relation, Fraction(end), Fraction(record.right))


def _ordered(relation: str, left: Fraction, right: Fraction) -> float:
    """Return the logarithm of the larger side's quotient by the smaller, as the relation says."""
    small, large = (right, left) if relation in (">=", ">") else (left, right)
    if small > 0 and large > 0:
        return _log(large) - _log(small)
    if small < 0 and large < 0:
        return _log(-small) - _log(-large)
    return 0.0 if small == large else math.copysign(math.inf, large - small)


def _log(value: Fraction) -> float:
    """Return the logarithm, also of a number that no float holds."""
    return math.log(value.numerator) - math.log(value.denominator)
