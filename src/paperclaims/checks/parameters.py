"""Plan a run: the types of parameters that any paper's configuration may use.

An annotation decides the allowed values, and `paperclaims.checks.configuration` holds a
configuration against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from annotated_types import Ge, Gt, Le, Len, Lt, MinLen, Predicate
from pydantic import BaseModel, ConfigDict

T = TypeVar("T")


def are_different(values: Sequence[Any]) -> bool:
    """Require entries that differ."""
    if any(value in values[:place] for place, value in enumerate(values)):
        raise ValueError("must have entries that differ")
    return True


def fraction(text: str) -> Fraction:
    """Return the fraction of a text such as "63/64"; reject a decimal number."""
    try:
        if "." in text or "e" in text.lower():
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError("must be a fraction such as 63/64") from None


Natural = Annotated[int, Ge(0)]
Positive = Annotated[int, Ge(1)]
Several = Annotated[int, Ge(2)]
NonNegative = Annotated[float, Ge(0)]
PositiveReal = Annotated[float, Gt(0)]
AtLeastOne = Annotated[float, Ge(1)]
#: Strictly between 0 and 1.
OpenProbability = Annotated[float, Gt(0), Lt(1)]
NonEmpty = Annotated[Sequence[T], MinLen(1)]
Distinct = Annotated[Sequence[T], MinLen(1), Predicate(are_different)]
Pair = Annotated[Sequence[T], Len(2, 2)]
Triple = Annotated[Sequence[T], Len(3, 3)]


#: Of the models of a configuration.
STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)


class Run(BaseModel):
    """The keys of a configuration besides jobs and shared data."""

    model_config = STRICT

    paper: Annotated[str, MinLen(1)]
    seed: Natural = 1
    results: Annotated[str, MinLen(1)] = "results"
    figures: Annotated[str, MinLen(1)] = "figures"
    error_budget: Annotated[float, Gt(0), Le(0.001)] = 0.001
    strict: bool = False


#: Defaults of the optional keys.
DEFAULTS = {key: kind.default for key, kind in Run.model_fields.items() if key != "paper"}
