"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, MinLen, Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import PowerOfTwo
from paperclaims.checks.parameters import AtLeastOne, NonEmpty, NonNegative, Positive, PositiveReal


def _holds_more_than_64(losses: Sequence[int]) -> bool:
    """Require one entry above 64."""
    if max(losses) <= 64:
        raise ValueError("must have an entry above 64")
    return True


def _holds_several_active(cells: Sequence[Mapping[str, Any]]) -> bool:
    """Require one forest with a `k` of at least 2."""
    if not any(cell["target"] == "forest" and cell["k"] > 1 for cell in cells):
        raise ValueError("must have a forest with k of at least 2")
    return True


#: The registry's 1 % of the variance.
OnePercent = Annotated[float, Ge(0.01), Le(0.01)]
#: e of δ = 2^−e, below ½ and above 0 in float64.
DeltaExponent = Annotated[int, Ge(2), Le(1000)]
#: n of Theorem P, a power of two.
Blocks = Literal[8, 16, 32, 64, 128, 256]
#: Numbers of samples, for each dimension; all samples are enumerated.
EnumeratedSamples = TypedDict(
    "EnumeratedSamples",
    {"1": Annotated[int, Ge(1), Le(64)], "2": Annotated[int, Ge(1), Le(12)]},
)


class SizeBase(TypedDict):
    """A class, 1/ε, and e of δ = 2^−e."""

    n: PowerOfTwo
    s: Positive
    k: Positive
    W: PositiveReal
    B: NonNegative
    inverse_loss: AtLeastOne
    exponent: DeltaExponent


class SizeAxes(TypedDict):
    """The values that each of `SizeBase` runs over."""

    n: NonEmpty[PowerOfTwo]
    s: NonEmpty[Positive]
    k: NonEmpty[Positive]
    W: NonEmpty[PositiveReal]
    B: NonEmpty[NonNegative]
    inverse_loss: NonEmpty[AtLeastOne]
    exponent: NonEmpty[DeltaExponent]


class DimensionAxis(TypedDict):
    """A class with W = 1, 1/ε and e of δ = 2^−e, for n = 2^i with i in `n_exponents`."""

    s: Positive
    k: Positive
    B: NonNegative
    inverse_loss: AtLeastOne
    exponent: DeltaExponent
    n_exponents: NonEmpty[Annotated[int, Ge(3), Le(30)]]


class CurveCell(TypedDict):
    """A kind and size of target, and the axis of the figure that it is on."""

    axis: Literal["s", "n", "k"]
    target: Literal["forest", "dense"]
    n: Annotated[int, Ge(1), Le(64)]
    s: Annotated[int, Ge(1), Le(64)]
    k: Positive


#: A panel of the figure is in k.
CurveCells = Annotated[Sequence[CurveCell], MinLen(1), Predicate(_holds_several_active)]
#: C²/ε, more than 8 for pairs and more than 64 for free labels.
InverseLosses = Annotated[
    Sequence[Annotated[int, Ge(9)]], MinLen(1), Predicate(_holds_more_than_64)
]
