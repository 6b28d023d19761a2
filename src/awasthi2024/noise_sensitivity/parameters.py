"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import TruthTableKind
from paperclaims.checks.parameters import Natural, Positive, fraction


def _is_below_one(text: str) -> bool:
    """Require a fraction such as 63/64, at least -1 and less than 1."""
    if not -1 <= fraction(text) < 1:
        raise ValueError("must be at least -1 and less than 1")
    return True


CorrelationBelowOne = Annotated[str, Predicate(_is_below_one)]


class CoupledJunta(TypedDict):
    """A junta whose values at coupled points are compared."""

    n: Positive
    p: Natural
    table: TruthTableKind
    rho: CorrelationBelowOne


class CoupledForest(TypedDict):
    """A forest whose values at coupled points are compared."""

    n: Positive
    trees: Positive
    depth: Natural
    rho: CorrelationBelowOne


class ConcentrationCase(TypedDict):
    """Weights of s neurons and a partition of n coordinates into r buckets."""

    n: Positive
    s: Positive
    r: Positive
    weights: Literal["equal", "ramp", "geometric"]
    support: Literal["shared", "disjoint"]
    partition: Literal["spread", "single"]


class NormCase(TypedDict):
    """Random weights and partitions, and the bounds with which their norms are compared."""

    n: Positive
    s: Positive
    r: Positive
    q: Positive
