"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing_extensions import TypedDict

from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.parameters import Natural, NonEmpty


class ParitySweep(TypedDict):
    """Parities of p of n variables, for each n."""

    p: Natural
    dimensions: NonEmpty[Dimension]
