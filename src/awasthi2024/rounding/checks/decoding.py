"""Labels from predictions: a hypothesis of small loss, rounded, errs rarely."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import lwr_labels
from awasthi2024.rounding.checks.vectors import all_vectors
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


def compare_decoding(
    at: Recorder, *, seed: int, cases: Sequence[Sequence[int]], count: int
) -> None:
    """Check that a hypothesis of small loss, rounded, errs rarely; `cases` are of q, p and m.

    There are `count` hypotheses of each kind: f_w plus multiples of 1/16 of a random spread up to
    ¾, and f_w plus ½ on a random share of the vectors, where the bound is attained.
    """
    for q, p, m in cases:
        y = all_vectors(q, m)
        for number in range(count):
            rng = generator(seed, "rounding", "decoding", q, p, m, number)
            truth = lwr_labels(rng.integers(0, q, size=m), y, q, p)
            spread = rng.integers(1, 13)
            noises = {
                "random": rng.integers(-spread, spread + 1, size=len(y)) / 16,
                "half": np.where(rng.random(len(y)) < rng.random(), 0.5, 0.0),
            }
            for kind, noise in noises.items():
                sixteenths = (16 * noise).astype(np.int64)
                loss = Fraction(int((sixteenths**2).sum()), 512 * len(y))
                error = Fraction(int((decode(truth + noise) != truth).sum()), len(y))
                instance_recorder = at(q=q, p=p, m=m, hypothesis=f"{kind} {number}")
                instance_recorder.compare(
                    "decoding", error, "<=", section_4.theorem_3b_decoding(loss)
                )


def decode(prediction: np.ndarray) -> np.ndarray:
    """Round predictions to the nearest integer, halves up."""
    return np.floor(prediction + 0.5).astype(np.int64)
