"""The probability that at most one of s neurons is active under Gaussian inputs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from awasthi2024.input_distributions.parameters import GaussianSystem
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.comparison import ROUNDING
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
from sparseact.bounds import gaussian
from sparseact.bounds.gaussian import normal_tail
from sparseact.randomness import COMMON_SEED, generator


def orthogonal_share(s: int, t: float) -> float:
    """Return Pr[|R_x| ≤ 1] for s orthogonal neurons of bias t and norm 1."""
    p = normal_tail(t)
    return (1 - p) ** s + s * p * (1 - p) ** (s - 1)


def opposite_share(s: int, t: float) -> float:
    """Return it for s/2 orthogonal pairs of opposite neurons; of a pair one is active at most."""
    p = 2 * normal_tail(t)
    return (1 - p) ** (s // 2) + s / 2 * p * (1 - p) ** (s // 2 - 1)


@check("gaussian", claim="intro-gaussian")
def measure_gaussian(
    recorder: Recorder,
    *,
    neurons: Distinct[Several],
    biases: Distinct[NonNegative],
    angles: Distinct[Positive],
) -> None:
    """Compare the fraction of 1-sparse inputs with its bounds where a closed form is known.

    `biases` are values of the bias of all neurons, at norm 1. Opposite pairs need an even number of
    `neurons`. `angles` are angles of two neurons, in degrees up to 180. The table has a row per
    system and bias: bounds `low` and `high` on the fraction.
    """
    for t in biases:
        _compare_two(recorder.where(bias=t), t, sorted(angles), recorder.rows)
        for s in neurons:
            shares = {"orthogonal": orthogonal_share(s, t)}
            if s % 2 == 0:
                shares["opposite pairs"] = opposite_share(s, t)
            for name, share in shares.items():
                instance_recorder = recorder.where(directions=name, s=s, bias=t)
                bound = gaussian.gaussian_share(s, t)
                if bound < 1:
                    instance_recorder.closed_form("printed", share, "<=", bound)
                if s > 2:
                    pair = gaussian.gaussian_pair(s, t)
                    error = pair.error + ROUNDING
                    instance_recorder.certified("pair", 1 - share, ">=", pair.middle, error=error)
                recorder.rows.append(_row(name, s, t, share, share))
            if s > 2:
                pair, least = gaussian.gaussian_pair(s, t), gaussian.gaussian_pair_least(s, t)
                recorder.where(s=s, bias=t).certified(
                    "never", pair.middle, ">=", least, error=pair.error + ROUNDING * least
                )
            expected = s * normal_tail(t)
            instance_recorder = recorder.where(directions="orthogonal", s=s, bias=t)
            instance_recorder.closed_form(
                "enough", shares["orthogonal"], ">=", 1 - expected**2 / 2, error=ROUNDING
            )
    for s in neurons:
        share = orthogonal_share(s, math.sqrt(3 * math.log(s)))
        recorder.where(directions="orthogonal", s=s).closed_form(
            "root", share, ">=", 1 - 1 / (8 * s), error=ROUNDING
        )


def _row(name: str, s: int, t: float, low: float, high: float) -> dict[str, Any]:
    bound = min(1.0, gaussian.gaussian_share(s, t), 1 - gaussian.gaussian_pair(s, t).lower)
    return {"directions": name, "s": s, "bias": t, "low": low, "high": high, "bound": bound}


def _compare_two(
    recorder: Recorder, t: float, angles: list[int], rows: list[dict[str, Any]]
) -> None:
    """Compare two neurons at growing angles, by quadrature."""
    together = [gaussian.both_active(t, math.radians(angle)) for angle in angles]
    for i, (angle, bracket) in enumerate(zip(angles, together, strict=True)):
        rows.append(_row(f"two at {angle}°", 2, t, 1 - bracket.upper, 1 - bracket.lower))
        if i:
            before = together[i - 1]
            recorder.where(angle=angle).certified(
                "angle", before.middle, ">=", bracket.middle, error=before.error + bracket.error
            )
    # The interval of the integral is empty, so that nothing is rounded.
    recorder.exact("two", int(gaussian.both_active(t, math.pi).upper > 0), "==", 0)


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


@check("gaussian_sampled", claim="intro-gaussian")
def measure_gaussian_sampled(
    recorder: Recorder,
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
    share = level / (2 * len(systems))
    for system in systems:
        kind, s, t = system["directions"], system["s"], system["bias"]
        w = directions(kind, s, system["n"])
        rng = generator(seed, "input_distributions", "gaussian", kind, s, w.shape[1], t)
        z = rng.standard_normal((trials, w.shape[1])) @ w.T
        sparse = int(((z > t).sum(axis=1) <= 1).sum())
        instance_recorder = recorder.where(directions=kind, s=s, n=w.shape[1], bias=t)
        bound = gaussian.gaussian_share(s, t)
        if bound < 1:
            instance_recorder.rate("printed", sparse, trials, "<=", bound, level=share)
        pair = 1 - gaussian.gaussian_pair(s, t).upper
        instance_recorder.rate("pair", trials - sparse, trials, ">=", 1 - pair, level=share)
        low, high = clopper_pearson(sparse, trials, 0.025)
        tie = float(np.abs(z - t).min())
        recorder.rows.append({**_row(kind, s, t, low, high), "n": w.shape[1], "nearest_tie": tie})
