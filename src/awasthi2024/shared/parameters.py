"""The types of parameters that several topics use."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge, Le, Predicate
from typing_extensions import TypedDict

from paperclaims.checks.parameters import Positive, fraction


def _is_share(text: str) -> bool:
    """Require a fraction such as 63/64, at least 0 and less than 1."""
    if not 0 <= fraction(text) < 1:
        raise ValueError("must be at least 0 and less than 1")
    return True


Share = Annotated[str, Predicate(_is_share)]
#: n of a cube: 2^n float64 values and a transform stay within 1 GiB.
Dimension = Annotated[int, Ge(1), Le(24)]
#: n or p at which all 2^(2^n) functions are visited.
FewVariables = Annotated[int, Ge(0), Le(4)]
#: Points of a certified complexity, which is a mean over all 2^m signs.
FewPoints = Annotated[int, Ge(1), Le(10)]


class NetworkShape(TypedDict):
    """Dimension and neurons of a network that is enumerated."""

    n: Positive
    s: Positive
