"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import FewPoints, PowerOfTwo
from paperclaims.checks.parameters import Natural, OpenProbability


class TrainedNetwork(TypedDict):
    """A tree in n dimensions to be learned with s neurons; k is the sparsity told, or 0."""

    n: Annotated[int, Ge(4), Le(20)]
    s: PowerOfTwo
    k: Natural


class RareSystem(TypedDict):
    """m points of the cube in n dimensions, and the probability of activity that is allowed."""

    n: Annotated[int, Ge(1), Le(2000)]
    m: FewPoints
    eta: OpenProbability
    points: Literal["drawn", "equal"]
