"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Predicate
from typing_extensions import TypedDict

from paperclaims.checks.parameters import Positive, fraction


def _is_below_one(text: str) -> bool:
    """Require a fraction such as 63/64, at least -1 and less than 1."""
    if not -1 <= fraction(text) < 1:
        raise ValueError("must be at least -1 and less than 1")
    return True


CorrelationBelowOne = Annotated[str, Predicate(_is_below_one)]


class ConcentrationCase(TypedDict):
    """Weights of s neurons and a partition of n coordinates into r buckets."""

    n: Positive
    s: Positive
    r: Positive
    weights: Literal["equal", "ramp", "geometric"]
    support: Literal["shared", "disjoint"]
    partition: Literal["spread", "single"]
