"""Learning under every distribution: knowing the cube by heart."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from awasthi2024.constructions import random_network
from awasthi2024.shared.parameters import NetworkShape
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


def distribution(kind: str, size: int) -> list[Fraction]:
    """Return uniform masses, or masses 1/2, 1/4, … of which the last two are equal."""
    if kind == "uniform":
        return [Fraction(1, size)] * size
    return [Fraction(1, 2**t) for t in range(1, size)] + [Fraction(1, 2 ** (size - 1))]


def rounded_up(value: Fraction) -> Fraction:
    """Return a multiple of 2^−60 that is at least `value`, which has thousands of digits."""
    return Fraction(math.ceil(value * 2**60), 2**60)


@check("sec6-goel")
def memoriser(
    at: Recorder,
    *,
    seed: int,
    shapes: NonEmpty[NetworkShape],
    inverse_losses: Distinct[Positive],
) -> None:
    """Check the learner that keeps the labels it has seen and answers 0 elsewhere.

    It learns a random 1-sparse network with s neurons on the 2^n points of the cube.
    `inverse_losses` are values of 1/ε, in units of 1/max|h|². δ is 1/4. The table has a row per
    shape, distribution and ε.
    """
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        cells = 2**n
        instance_recorder = at(n=n, s=s)
        instance_recorder.compare("printed", cells, "<=", 2 * (n * s) ** n)
        if n * s >= 2:
            instance_recorder.compare("cells", cells, "<=", (n * s) ** n)
        rng = generator(seed, "section_6", "memoriser", n, s)
        values = [Fraction(v) for v in random_network(n, s, 1, 1, 1, rng).values().tolist()]
        top = max(v * v for v in values) or Fraction(1)
        for kind, inverse in itertools.product(("uniform", "halving"), inverse_losses):
            masses = distribution(kind, cells)
            m = cells * inverse - 1  # 2^n·max|h|²/(4εδ) − 1 at δ = 1/4
            on = instance_recorder(distribution=kind, inverse_loss=inverse, m=m)
            parts = (p * (1 - p) ** m * v * v for p, v in zip(masses, values, strict=True))
            loss = rounded_up(sum(parts, Fraction(0)) / 2)
            on.compare("learns", loss, "<=", top * Fraction(1, 4 * inverse))
            on.row(loss=float(loss), cells=cells)
