"""Theorem M, a learner for an unknown support (docs/proofs-theorem_5.md, 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awasthi2024.sample_complexity.checks.unknown_displays import compare_constants, compare_gain
from awasthi2024.sample_complexity.checks.unknown_sizes import compare_sizes
from awasthi2024.sample_complexity.parameters import DimensionAxis, SizeAxes, SizeBase
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Positive
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


@check("theorem-5")
def unknown_support(
    at: Recorder,
    *,
    seed: int,
    classes: Positive,
    base: SizeBase,
    axes: SizeAxes,
    growth: DimensionAxis,
) -> None:
    """Compare the bounds of Theorem M with those of its proof, line by line.

    `classes` is the number of classes of drawn functions for Lemma 3's mean. `growth` are sizes,
    with exponents i of n = 2^i. These and the sizes along `axes` are the rows of the table.
    """
    for number in range(classes):
        rng = generator(seed, "sample_complexity", "unknown_support", "class", number)
        compare_gain(at, number, rng)
    compare_constants(at)
    sweeps: Mapping[str, Any] = axes
    for axis, values in sweeps.items():
        at.rows += [compare_sizes(at, base, axis, value) for value in values]
    for power in growth["n_exponents"]:
        point: Any = {**growth, "n": 1 << power, "W": 1}
        at.rows.append(compare_sizes(at, point, "growth", 1 << power))
