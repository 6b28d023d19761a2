"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from annotated_types import Ge, Le, Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import Dimension, has
from paperclaims.checks.parameters import Natural, NonNegative, Positive, PositiveReal


def _has_a_loss(setting: Mapping[str, Any]) -> bool:
    """Require `epsilon`, or `s`, `k`, `W` and `B`."""
    return has(setting, *([] if "epsilon" in setting else "skWB"))


class _LearningSetting(TypedDict):
    n: Dimension
    d: Natural
    s: NotRequired[Positive]
    k: NotRequired[Positive]
    W: NotRequired[NonNegative]
    B: NotRequired[NonNegative]
    epsilon: NotRequired[PositiveReal]


#: A class of networks (s, k, W and B), or the juntas of d variables (epsilon).
LearningSetting = Annotated[_LearningSetting, Predicate(_has_a_loss)]


class Noise(TypedDict):
    """The noise of the labels."""

    kind: Literal["flipped", "additive", "arbitrary"]
    amount: NonNegative


class CentredTarget(TypedDict):
    """A parity of p of n variables times 2k, or what one pattern of them adds, and a constant."""

    kind: Literal["parity", "rare"]
    n: Annotated[int, Ge(1), Le(12)]
    p: Positive
    k: Positive
    bias: NonNegative
    epsilon: str
