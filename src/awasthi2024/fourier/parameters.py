"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.parameters import Natural, NonEmpty, Positive, fraction


def _is_correlation(text: str) -> bool:
    """Require a fraction such as 63/64, from -1 to 1."""
    if not -1 <= fraction(text) <= 1:
        raise ValueError("must be at least -1 and at most 1")
    return True


#: A fraction as text, such as "63/64": a correlation, one at which 1 − ρ is positive,
#: and one at which ρ is not negative either.
Correlation = Annotated[str, Predicate(_is_correlation)]


class RandomHalfspaces(TypedDict):
    """Halfspaces of random integer weights."""

    dimensions: NonEmpty[Dimension]
    count: Positive
    largest_weight: Natural


class HalfspaceSearch(TypedDict):
    """A hill climb over integer weights."""

    dimensions: NonEmpty[Dimension]
    restarts: Positive
    steps: Positive
    largest_weight: Natural
