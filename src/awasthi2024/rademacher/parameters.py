"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from annotated_types import Len, Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import FewPoints
from paperclaims.checks.parameters import NonEmpty, NonNegative, Positive


def _is_cloud(pair: Sequence[int]) -> bool:
    """Require at most 3 dimensions and at most 8 points."""
    if pair[0] > 3 or pair[1] > 8:
        raise ValueError("must be at most 3 dimensions and at most 8 points")
    return True


CloudKind = Literal["sphere", "gaussian", "cube", "orthonormal", "equicorrelated", "repeated"]


class LineClass(TypedDict):
    """A class of networks on points of the line."""

    points: Annotated[Sequence[float], Len(1, 8)]
    neurons: Positive
    weight_bound: NonNegative
    bias_bound: NonNegative


class SparseLineClass(LineClass):
    """The same, of `active` neurons at most on a point."""

    active: Positive


class OrthogonalSweep(TypedDict):
    """Classes on orthogonal points."""

    sweep: Literal["samples", "neurons", "sparsity"]
    points: NonEmpty[Positive]
    neurons: NonEmpty[Positive]
    active: NonEmpty[Positive]


class CloudSweep(TypedDict):
    """Classes on random point sets."""

    sweep: Literal[
        "dimension", "bias", "weight", "no bias", "certified samples", "certified neurons",
        "certified sparsity", "cube", "orthonormal",
    ]  # fmt: skip
    kind: CloudKind
    dimensions: NonEmpty[Positive]
    points: NonEmpty[FewPoints]
    neurons: NonEmpty[Positive]
    active: NonEmpty[Positive]
    weight_bounds: NonEmpty[NonNegative]
    bias_bounds: NonEmpty[NonNegative]
    clouds: Positive


#: n dimensions and m points.
CloudSize = Annotated[Sequence[Positive], Len(2, 2), Predicate(_is_cloud)]
