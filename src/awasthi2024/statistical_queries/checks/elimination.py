"""Parities from samples: elimination over GF(2), and all 2^m correlations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    Natural,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Pair,
    Positive,
    Probability,
)
from paperclaims.checks.recorder import Recorder
from sparseact.cube import walsh_transform
from sparseact.learning.parity import full_rank_probability, solve_parity
from sparseact.randomness import generator


@check("elimination", claim="theorem-14", notebook=True)
def measure_elimination(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    counted: NonEmpty[Pair[Positive]],
    fragile: NonEmpty[Positive],
    extra: Natural,
    curves: NonEmpty[Positive],
    surpluses: NonEmpty[Natural],
    large: NonEmpty[Positive],
    trials: Positive,
    slack: NonNegative,
    noise: Probability,
    noisy: NonEmpty[Positive],
    likeliest: NonEmpty[Positive],
) -> None:
    """Check elimination over GF(2): the samples it needs, and that it fails with noisy labels.

    `counted` are pairs [k, m], k·m ≤ 16, for all k × m matrices. `fragile` are
    values of m for flips of each label. There are m + extra labels. `curves` are values of m for
    success rates. `surpluses` are values of k − m for success rates. `slack` is the largest
    distance of a rate from its exact value. `large` are values of m in the hundreds, with a tenth
    of the trials. `noise` is the probability that a label is flipped. `noisy` are values of m for
    elimination with noise. It has m + extra samples there, and at each of `large`. `likeliest` are
    values of m at which all 2^m parities are compared. The likeliest parity is sought: it agrees
    with most of 8m noisy samples. The table has a row per experiment.
    """
    for k, m in counted:
        compare_full_rank(recorder, k, m)
    for m in fragile:
        compare_flips(recorder, seed, m, m + extra)
    experiments = plan(extra, curves, surpluses, large, trials, noise, noisy, likeliest)
    share = level / (2 * len(experiments))  # no experiment is compared more than twice
    recorder.rows += [
        compare_rate(recorder, seed, experiment, share, slack) for experiment in experiments
    ]


class Experiment(NamedTuple):
    """Trials of a learner on samples of m bits; each label is flipped with probability noise."""

    learner: str
    m: int
    samples: int
    noise: float
    trials: int

    def draws(self, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Yield the samples of each trial, as `draw_samples` returns them."""
        rng = generator(seed, "statistical_queries", self.learner, self.m, self.samples, self.noise)
        for _ in range(self.trials):
            yield draw_samples(self.m, self.samples, self.noise, rng)


def plan(
    extra: int,
    curves: Sequence[int],
    surpluses: Sequence[int],
    large: Sequence[int],
    trials: int,
    noise: float,
    noisy: Sequence[int],
    likeliest: Sequence[int],
) -> list[Experiment]:
    """Return the experiments; `measure_elimination` explains the arguments."""
    return [
        *(Experiment("elimination", m, m + c, 0.0, trials) for m in curves for c in surpluses),
        *(Experiment("elimination", m, m + extra, 0.0, trials // 10) for m in large),
        *(Experiment("elimination", m, m + extra, noise, trials) for m in noisy),
        *(Experiment("likeliest parity", m, 8 * m, noise, trials // 10) for m in likeliest),
    ]


def compare_rate(
    recorder: Recorder, seed: int, experiment: Experiment, share: float, slack: float
) -> dict[str, Any]:
    """Compare how often a learner finds the parity with its probability; return the table's row.

    `share` is the level of each comparison, and `slack` how far the rate of elimination may be from
    the exact probability.
    """
    learner, m, k, flipped, number = experiment
    learn = eliminate if learner == "elimination" else likeliest_parity
    successes = wrong = 0
    for y, subset, labels in experiment.draws(seed):
        learned = learn(y, labels)
        right = learned is not None and np.array_equal(learned, subset)
        successes += right
        wrong += learned is not None and not right
    instance_recorder = recorder.where(m=m, samples=k, noise=flipped, learner=learner)
    exact = float(full_rank_probability(k, m)) * (1 - flipped) ** m
    row = {
        **instance_recorder.instance,
        **rate_columns(successes, number, share),
        "exact": exact if learner == "elimination" else math.nan,
    }
    if learner != "elimination":
        instance_recorder.rate("likeliest", successes, number, ">=", 0.9, level=share)
        return row
    if not flipped:
        instance_recorder.where(trials=number).exact("elimination", wrong, "==", 0)
    statement = "elimination-noise" if flipped else "elimination-rate"
    for relation, side in ((">=", exact - slack), ("<=", exact + slack)):
        if 0 < side < 1:
            proved = (exact, exact)
            instance_recorder.rate(
                statement, successes, number, relation, side, level=share, proved=proved
            )
    return row


def draw_samples(
    m: int, k: int, noise: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return points (k, m), a random subset (m,) bool and its labels, flipped with prob. noise."""
    y = 1 - 2 * rng.integers(0, 2, size=(k, m), dtype=np.int8)
    subset = rng.integers(0, 2, size=m).astype(bool)
    # Sums modulo 256 keep their parity.
    odd = ((y < 0).view(np.uint8) @ subset.view(np.uint8)) & 1
    labels = 1 - 2 * odd.astype(np.int8)
    if noise:
        labels = np.where(rng.random(k) < noise, -labels, labels)
    return y, subset, labels


def eliminate(y: np.ndarray, labels: np.ndarray) -> np.ndarray | None:
    """Return the parity that the equations determine, if they do."""
    solution = solve_parity(y, labels)
    return solution.subset if solution.rank == y.shape[1] else None


def likeliest_parity(y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the parity that agrees with the most labels, of all 2^m, by one transform."""
    m = y.shape[1]
    index = (y < 0) @ (1 << np.arange(m))
    sums = np.bincount(index, weights=labels, minlength=1 << m)
    return np.array(int(np.argmax(walsh_transform(sums))) >> np.arange(m) & 1, dtype=bool)


def compare_full_rank(recorder: Recorder, k: int, m: int) -> None:
    """Count the k × m matrices that determine a parity, against the product formula."""
    if k * m > 16:
        raise ValueError(f"counted holds [{k}, {m}]; all 2^(k·m) matrices need k·m <= 16")
    bits = (np.arange(1 << k * m)[:, None] >> np.arange(k * m) & 1).reshape(-1, k, m)
    ones = np.ones(k, dtype=np.int8)
    full = sum(solve_parity(y, ones).rank == m for y in (1 - 2 * bits).astype(np.int8))
    right = full_rank_probability(k, m) * 2 ** (k * m)
    recorder.where(m=m, samples=k, matrices=1 << k * m).exact(
        "elimination-exact", full, "==", right
    )


def compare_flips(recorder: Recorder, seed: int, m: int, k: int) -> None:
    """Count the labels whose flip leaves S the answer and goes unnoticed."""
    rng = generator(seed, "statistical_queries", "fragile", m, k)
    y, subset, labels = draw_samples(m, k, 0.0, rng)
    unnoticed = 0
    for i in range(k):
        labels[i] *= -1
        solution = solve_parity(y, labels)
        unnoticed += bool(solution.consistent and np.array_equal(solution.subset, subset))
        labels[i] *= -1
    recorder.where(m=m, samples=k).exact("elimination-fragile", unnoticed, "==", 0)
