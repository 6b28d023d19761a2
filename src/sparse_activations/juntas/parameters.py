"""The types of parameters that these checks alone use."""

from __future__ import annotations

from typing_extensions import TypedDict

from claimcheck.checks.parameters import Natural, NonEmpty
from sparse_activations.shared.parameters import Dimension


class ParitySweep(TypedDict):
    """Parities of p of n variables, for each n."""

    p: Natural
    dimensions: NonEmpty[Dimension]
