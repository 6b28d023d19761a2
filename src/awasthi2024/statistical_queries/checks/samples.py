"""Lifted parities from samples, by four learners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.shared.least_norm import least_norm
from awasthi2024.statistical_queries.checks.elimination import (
    draw_samples,
    eliminate,
    likeliest_parity,
)
from awasthi2024.statistical_queries.checks.near_parities import near_parities
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.learning.adam import Adam
from sparseact.learning.parity import full_rank_probability
from sparseact.learning.statistical_queries import character
from sparseact.quadratic_lift import lift
from sparseact.randomness import generator, nearly_normal
from sparseact.reproducible import mean_square, network_values

#: The learners; the first two are told that the target is a parity of bits.
LEARNERS = (
    "elimination",
    "likeliest parity",
    "least squares on the lift",
    "trained network",
)

_NEGLIGIBLE = 1e-9  # values of a least-squares fit below this are 0 but for rounding


@check("samples", claim="theorem-3a", notebook=True)
def measure_samples(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    dimensions: NonEmpty[Annotated[int, Ge(1), Le(14)]],
    ratio: Positive,
    trials: Positive,
    steps: Positive,
    rate: PositiveReal,
) -> None:
    """Learn lifted parities from ratio·m samples, noise-free, by four learners.

    `ratio` is the number of samples per bit. A learner succeeds if its sign errs on at most a third
    of all y; the records are about the largest m of `dimensions`. `rate` is the step length of
    Adam. It has `steps` steps on the full batch, for networks of 2m neurons on the lift. The table
    has a row per m and learner.
    """
    for m in dimensions:
        rng = generator(seed, "statistical_queries", "samples", m)
        y, masks, labels = draw_trials(m, ratio * m, trials, rng)
        for learner in LEARNERS:
            loss = math.nan
            if learner == "trained network":
                values, losses = _train(y, labels, 2 * m, steps, rate, rng)
                loss = float(losses.max())
            else:
                values = predict(learner, y, labels)
            instance_recorder = recorder.where(m=m, n=m * m, samples=ratio * m, learner=learner)
            share = level / len(LEARNERS) if m == max(dimensions) else None
            recorder.rows.append(compare_learner(instance_recorder, values, masks, loss, share))


def draw_trials(
    m: int, samples: int, trials: int, rng: np.random.Generator
) -> tuple[np.ndarray, list[int], np.ndarray]:
    """Return points (trials, samples, m), the parities' masks and the labels (trials, samples)."""
    drawn = [draw_samples(m, samples, 0.0, rng) for _ in range(trials)]
    masks = [int((1 << np.flatnonzero(d[1])).sum()) for d in drawn]
    return np.stack([d[0] for d in drawn]), masks, np.stack([d[2] for d in drawn])


def predict(learner: str, y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the hypothesis of each trial on the cube, (trials, 2^m); its sign predicts.

    The learner is one of `LEARNERS`, but not the trained network.
    """
    if learner == "least squares on the lift":
        return _least_squares(y, labels)
    find = eliminate if learner == "elimination" else likeliest_parity
    m = y.shape[2]
    return np.stack([_sign_of(find(a, b), m) for a, b in zip(y, labels, strict=True)])


def compare_learner(
    recorder: Recorder, values: np.ndarray, masks: Sequence[int], loss: float, level: float | None
) -> dict[str, Any]:
    """Compare how many hypotheses are near to their parities; return the table's row.

    The recorder's instance has m, samples and the learner. The hypotheses are `values`, (trials,
    2^m), and `masks` the parities. `loss` is the largest training loss, or NaN. Without a level
    there is no comparison.
    """
    trials = len(masks)
    successes = sum(bool(near_parities(g)[mask]) for g, mask in zip(values, masks, strict=True))
    if level is not None:
        m, samples = recorder.instance["m"], recorder.instance["samples"]
        finds = recorder.instance["learner"] in ("elimination", "likeliest parity")
        relation, right = (">=", 0.75) if finds else ("<=", 0.5)
        proved = _found_from(samples, m) if finds else None
        recorder.rate("samples", successes, trials, relation, right, level=level, proved=proved)
    return {
        **recorder.instance,
        **rate_columns(successes, trials),
        "largest_training_loss": loss,
        "nearest_tie": float(np.abs(values[values != 0]).min(initial=math.inf)),
    }


def _found_from(samples: int, m: int) -> tuple[float, float]:
    """Return bounds on the probability that noise-free samples determine the parity.

    Where they do, elimination finds the parity, and no other parity agrees with all labels.
    """
    exact = float(full_rank_probability(samples, m))
    return exact, 1.0


def _sign_of(subset: np.ndarray | None, m: int) -> np.ndarray:
    """Return χ_S on the cube, or 1 where no S was found."""
    return character(0 if subset is None else int((1 << np.flatnonzero(subset)).sum()), m)


def _least_squares(y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the affine fit of smallest norm on the lift for each trial, at all y: (trials, 2^m).

    What is 0 but for rounding is put to 0, so that its sign does not hang on rounding.
    """
    everywhere = _with_one(lift(points(y.shape[2])))
    fits = [
        least_norm(_with_one(lift(a)), b.astype(np.float64)) for a, b in zip(y, labels, strict=True)
    ]
    values = np.array(fits) @ everywhere.T
    return np.where(np.abs(values) < _NEGLIGIBLE, 0.0, values)


def _with_one(x: np.ndarray) -> np.ndarray:
    return np.concatenate([x, np.ones((*x.shape[:-1], 1), dtype=x.dtype)], axis=-1).astype(
        np.float64
    )


def _train(
    y: np.ndarray,
    labels: np.ndarray,
    neurons: int,
    steps: int,
    rate: float,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Train a network per trial by Adam; return values at all y, and the training losses.

    The labels are ±1 and the loss is the mean of ½(h − b)², over all samples
    in every step; y is (trials, samples, m).
    """
    trials, samples, m = y.shape
    everywhere = _with_one(lift(points(m)))
    values, losses = np.empty((trials, len(everywhere))), np.empty(trials)
    for trial in range(trials):
        x = _with_one(lift(y[trial]))  # the bias is the weight of the last coordinate
        network = Adam(
            x,
            labels[trial],
            nearly_normal(rng, (neurons, m * m + 1)) / m,
            nearly_normal(rng, (neurons,)) / math.sqrt(neurons),
            steps,
            rate=rate,
            batch=samples,
        )
        while network.step < steps:
            network.train(np.arange(samples))
        v, u = network.network
        none = np.zeros(neurons)
        losses[trial] = mean_square(network_values(x, v, none, u) - labels[trial]) / 2
        values[trial] = network_values(everywhere, v, none, u)
    return values, losses
