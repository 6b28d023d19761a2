"""The probability that at most one of s neurons is active under Gaussian inputs."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.bounds import other_inputs
from awasthi2024.bounds.other_inputs import normal_tail
from awasthi2024.input_distributions.parameters import GaussianSystem
from balls import Real
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    Distinct,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Positive,
    Several,
)
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import COMMON_SEED, generator


def orthogonal_share(s: int, t: Real) -> Any:
    """Return Pr[|R_x| ≤ 1] for s orthogonal neurons of bias t and norm 1."""
    p = normal_tail(t)
    return (1 - p) ** s + s * p * (1 - p) ** (s - 1)


def opposite_share(s: int, t: Real) -> Any:
    """Return it for s/2 orthogonal pairs of opposite neurons; of a pair one is active at most."""
    p = 2 * normal_tail(t)
    return (1 - p) ** (s // 2) + s * p / 2 * (1 - p) ** (s // 2 - 1)


@check("intro-gaussian")
def gaussian(
    at: Recorder,
    *,
    neurons: Distinct[Several],
    biases: Distinct[NonNegative],
) -> None:
    """Compare the fraction of 1-sparse inputs with its bounds where a closed form is known.

    `biases` are values of the bias of all neurons, at norm 1. Opposite pairs need an even number of
    `neurons`. The table has a row per system and bias: bounds `low` and `high` on the fraction.
    """
    for t, s in itertools.product(biases, neurons):
        bias = Fraction(t)
        bound = other_inputs.gaussian_share(s, bias)
        shares = {"orthogonal": orthogonal_share(s, bias)}
        if s % 2 == 0:
            shares["opposite pairs"] = opposite_share(s, bias)
        for name, share in shares.items():
            instance_recorder = at(directions=name, s=s, bias=t)
            if bound < 1:
                instance_recorder.compare("printed", share, "<=", bound)
            instance_recorder.row(low=float(share), high=float(share))


def directions(kind: str, s: int, n: int) -> np.ndarray:
    """Return s unit vectors: equally spaced in a plane, a simplex in ℝ^s, or random in ℝ^n."""
    if kind == "plane":
        angles = 2 * math.pi * np.arange(s) / s
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if kind == "simplex":
        vectors = np.eye(s) - 1 / s
    else:
        # Without the run's seed, so that every run estimates the same probability.
        rng = generator(COMMON_SEED, "input_distributions", "gaussian", s, n)
        vectors = rng.standard_normal((s, n))
    return vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))


@check("intro-gaussian")
def gaussian_sampled(
    at: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    systems: NonEmpty[GaussianSystem],
    trials: Positive,
) -> None:
    """Estimate the fraction of 1-sparse inputs for other systems of directions.

    `systems` are directions of s neurons, each with n and a bias. The n is the dimension of random
    directions; the others have their own. `trials` inputs are drawn for each. The table has a row
    per system, with a 95 % interval of the fraction.
    """
    for system in systems:
        kind, s, t = system["directions"], system["s"], system["bias"]
        w = directions(kind, s, system["n"])
        rng = generator(seed, "input_distributions", "gaussian", kind, s, w.shape[1], t)
        z = rng.standard_normal((trials, w.shape[1])) @ w.T
        sparse = int(((z > t).sum(axis=1) <= 1).sum())
        instance_recorder = at(directions=kind, s=s, n=w.shape[1], bias=t)
        bound, share = other_inputs.gaussian_share(s, t), level / len(systems)
        if bound < 1:
            instance_recorder.rate("printed", sparse, trials, "<=", bound, level=share)
        low, high = clopper_pearson(sparse, trials, 0.025)
        tie = float(np.abs(z - t).min())
        instance_recorder.row(low=low, high=high, nearest_tie=tie)
