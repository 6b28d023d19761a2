"""Theorem 14 in the paper's own loss: the constant 1/2 is near to every 0/1-valued parity."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.statistical_queries.checks.near_parities import squared_loss
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.learning.statistical_queries import character


@check("theorem-14")
def counts(at: Recorder, *, dimensions: NonEmpty[Annotated[int, Ge(1), Le(10)]]) -> None:
    """Count the parities that are not within the loss 1/3 of the constant 1/2, for each m.

    The table has a row per m in `dimensions`: all parities, those that are not, the largest loss.
    """
    for m in dimensions:
        half = np.full(1 << m, 0.5)
        losses = [squared_loss(half, (1 + character(mask, m)) / 2) for mask in range(1 << m)]
        far = sum(loss > Fraction(1, 3) for loss in losses)
        instance_recorder = at(m=m, hypothesis="1/2", loss=max(losses))
        instance_recorder.compare("own-loss", far, ">=", 1)
        at(m=m).row(parities=1 << m, far=far, largest_loss=float(max(losses)))
