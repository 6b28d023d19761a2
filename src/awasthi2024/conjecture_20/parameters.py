"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, Predicate
from typing_extensions import TypedDict

from paperclaims.checks.parameters import (
    AtLeastOne,
    OpenProbability,
    Positive,
)


def _has_active_at_most(pair: Sequence[int]) -> bool:
    """Require `s` and `k`, with `k` at most `s`."""
    if pair[1] > pair[0]:
        raise ValueError("must have k at most s")
    return True


def _is_nontrivial(climb: Mapping[str, Any]) -> bool:
    """Require `m` more than `s`/`k`."""
    if climb["m"] * climb["k"] <= climb["s"]:
        raise ValueError("must have m more than s/k")
    return True


#: s and k.
Sparsity = Annotated[Sequence[Positive], Len(2, 2), Predicate(_has_active_at_most)]


class _Climb(TypedDict):
    m: Annotated[int, Ge(2), Le(7)]
    n: Annotated[int, Ge(1), Le(7)]
    s: Positive
    k: Positive
    sparsity: Literal["sample", "cube"]
    starts: Positive
    steps: Positive


#: A hill climb over m points in n dimensions; the bound is trivial unless m > s/k.
Climb = Annotated[_Climb, Predicate(_is_nontrivial)]


class RectangleSample(TypedDict):
    """Sizes of Theorem H's sample, and the square of a constant that the ratio exceeds."""

    n: Positive
    N: Positive
    h: Positive
    a: Positive
    b: Positive
    above: AtLeastOne


class HalvesSample(TypedDict):
    """Sizes of Theorem H*'s sample, and the square of a constant as there."""

    N: Positive
    h: Positive
    a: Positive
    b: Positive
    agreeing: Positive
    above: AtLeastOne


class SquaredConstant(TypedDict):
    """The square of a constant, and a = b of Theorem H with which it is exceeded."""

    squared: Positive
    a: Positive


class CliqueSample(TypedDict):
    """Sizes of Theorem H′'s sample; the bias is θ + share·(τ − θ)."""

    d: Annotated[int, Ge(3)]
    n: Positive
    q: Positive
    through: Positive
    limit: Positive
    share: OpenProbability
