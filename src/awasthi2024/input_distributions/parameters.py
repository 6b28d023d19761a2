"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Predicate
from typing_extensions import TypedDict

from paperclaims.checks.parameters import NonNegative, Several, fraction


def _is_inner_share(text: str) -> bool:
    """Require a fraction such as 63/64, more than 0 and less than 1."""
    if not 0 < fraction(text) < 1:
        raise ValueError("must be more than 0 and less than 1")
    return True


#: A probability that is neither 0 nor 1, as a fraction in text.
InnerShare = Annotated[str, Predicate(_is_inner_share)]


class GaussianSystem(TypedDict):
    """Directions of s neurons, the dimension n of random ones, and the bias."""

    directions: Literal["plane", "simplex", "random"]
    s: Annotated[int, Ge(3)]
    n: Several
    bias: NonNegative
