"""Count the successes of learners of the functions f_w."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np

from awasthi2024.rounding.checks.algorithms import (
    LEARNERS,
    Hypothesis,
    sample_size,
    success_bounds,
)
from awasthi2024.rounding.checks.decoding import decode
from awasthi2024.rounding.checks.vectors import BLOCK, MOST_VECTORS, vectors
from awasthi2024.rounding.parameters import EasyCase
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_4
from sparseact.quadratic_lift import lwr_labels
from sparseact.randomness import generator

ERROR_LEVEL = 1e-9  # of each end of an error measured on a sample

#: A secret is found if the hypothesis errs on at most this share of the vectors.
SMALL_ERROR = 0.1


class Outcome(NamedTuple):
    """A hypothesis's error, within [low, high]; equal ends where it is exact.

    `nearest_tie` is how near a prediction comes to the middle between two labels.
    """

    error: float
    low: float
    high: float
    nearest_tie: float


def outcome_of(
    hypothesis: Hypothesis, secret: np.ndarray, q: int, p: int, rng: np.random.Generator
) -> Outcome:
    """Measure the error on all vectors while q^m ≤ 2^16, else on 4096 fresh ones."""
    m = len(secret)
    t = vectors(q, m, 1, BLOCK, rng)
    predictions = hypothesis(t)
    decoded = np.clip(decode(predictions), 0, p - 1)
    wrong = int((decoded != lwr_labels(secret, t, q, p)).sum())
    tie = float(np.abs(predictions[:, None] - np.arange(0.5, p - 1)).min())
    if m * math.log2(q) <= math.log2(MOST_VECTORS):
        return Outcome(wrong / len(t), wrong / len(t), wrong / len(t), tie)
    return Outcome(wrong / len(t), *clopper_pearson(wrong, len(t), ERROR_LEVEL), tie)


def run_trials(
    seed: int, learner: str, q: int, p: int, m: int, samples: int, trials: int
) -> Iterator[Outcome]:
    """Yield outcomes on independent secrets and samples, the same ones for every learner."""
    for trial in range(trials):
        rng = generator(seed, "rounding", "learners", q, p, m, trial)
        secret = rng.integers(0, q, size=m)
        y = rng.integers(0, q, size=(samples, m))
        state = int(rng.integers(2**31))
        hypothesis = LEARNERS[learner](y, lwr_labels(secret, y, q, p), q, p, state)
        yield outcome_of(hypothesis, secret, q, p, rng)


def compare_success(
    recorder: Recorder,
    statement: str,
    outcomes: Sequence[Outcome],
    relation: str,
    level: float,
    proved: tuple[float, float] | None = None,
) -> None:
    """Compare the success rate with ⅔, counting doubtful trials against the statement."""
    if statement == "learners":
        successes = sum(outcome.low <= SMALL_ERROR for outcome in outcomes)
    else:
        successes = sum(outcome.high <= SMALL_ERROR for outcome in outcomes)
    rate = section_4.CONJ_16_RATE
    recorder.rate(statement, successes, len(outcomes), relation, rate, level=level, proved=proved)
    # An error that was measured on a sample may be wrong, too.
    sampled = sum(outcome.low < outcome.high for outcome in outcomes)
    *_, last = recorder.records
    recorder.records[-1] = replace(last, level=level + 2 * ERROR_LEVEL * sampled)


def level_of_one(level: float, tests: int, trials: int) -> float:
    """Return the level of one of the tests, each of at most `trials` trials.

    ValueError if the errors that are measured on samples leave nothing of `level`.
    """
    share = level / tests - 2 * ERROR_LEVEL * trials
    if share <= 0:
        raise ValueError(f"level = {level:g} is too small for {tests} tests")
    return share


@check("learners", claim="conj-16")
def measure_learners(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    q: Several,
    p: Positive,
    lengths: NonEmpty[Positive],
    learners: NonEmpty[Literal["low degree", "network", "network on bits"]],
    samples: Positive,
    trials: Positive,
    curve_trials: Positive,
    searches: Natural,
) -> None:
    """Run learners on LWR samples as m grows, next to brute force over the secrets.

    `q` is the modulus q, an odd prime. `learners` are the learners to run. Of these, "network"
    learns on the lift. p = 2, and the statement on the learners is about the largest m. There are
    `trials` secrets for the learners at the largest m, and `curve_trials` at each other m.
    `searches` is the number of secrets for brute force and the vanishing polynomial. It is for each
    m. The table has a row per learner, m and trial: the error with the ends of its interval, equal
    where all of Z_q^m was tested.
    """
    runs: dict[str, int] = dict.fromkeys(learners, trials)
    runs |= {"brute force": searches, "vanishing polynomial": searches}
    share = level_of_one(level, len(learners) + 2 * len(lengths), max(trials, searches))
    for m, (name, count) in itertools.product(lengths, runs.items()):
        if name in learners and m < max(lengths):
            count = curve_trials
        outcomes = list(run_trials(seed, name, q, p, m, samples, count))
        instance_recorder = recorder.where(q=q, p=p, m=m, samples=samples, learner=name)
        if name not in learners or m == max(lengths):
            compare_learner(instance_recorder, outcomes, share)
        recorder.rows += [
            {**instance_recorder.instance, "trial": trial, **outcome._asdict()}
            for trial, outcome in enumerate(outcomes)
        ]


def compare_learner(recorder: Recorder, outcomes: Sequence[Outcome], level: float) -> None:
    """Compare how often the learner of `record` finds the secret with what is said of it."""
    q, p, m, samples, name = (
        recorder.instance[key] for key in ("q", "p", "m", "samples", "learner")
    )
    if name in ("brute force", "vanishing polynomial"):
        statement = "brute-force" if name == "brute force" else "fixed-modulus"
        proved = success_bounds(name, q, p, m, samples)
        compare_success(recorder, statement, outcomes, ">=", level, proved)
    else:
        compare_success(recorder, "learners", outcomes, "<=", level)


@check("easy", claim="conj-16")
def measure_easy(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    cases: NonEmpty[EasyCase],
    trials: Positive,
) -> None:
    """Run polynomial-time algorithms on the pairs (p, q) that have one.

    `cases` are moduli q, p, and lengths m of secrets. Either p is a prime that divides q, or p = 2
    and q is an odd prime. There are `trials` secrets per case and m. The table has a row per case
    and m: unknowns, samples, successes.
    """
    runs = [(case["q"], case["p"], m) for case in cases for m in case["m"]]
    share = level_of_one(level, 2 * len(runs), trials)
    for q, p, m in runs:
        name = "vanishing polynomial" if q % p else "elimination"
        unknowns, samples = sample_size(q, p, m)
        outcomes = list(run_trials(seed, name, q, p, m, samples, trials))
        instance_recorder = recorder.where(q=q, p=p, m=m, samples=samples, learner=name)
        recorder.rows.append(compare_easy(instance_recorder, outcomes, unknowns, share))


def compare_easy(
    recorder: Recorder, outcomes: Sequence[Outcome], unknowns: int, level: float
) -> dict[str, Any]:
    """Compare how often the algorithm of `record` succeeds with ⅔; return the table's row."""
    q, p, m, samples, name = (
        recorder.instance[key] for key in ("q", "p", "m", "samples", "learner")
    )
    # The bounds for the vanishing polynomial show nothing from so few samples.
    proved = success_bounds(name, q, p, m, samples) if name == "elimination" else None
    statement = "divisor" if name == "elimination" else "fixed-modulus"
    compare_success(recorder, "every-pair", outcomes, "<=", level, proved)
    compare_success(recorder, statement, outcomes, ">=", level, proved)
    return {
        **recorder.instance,
        "unknowns": unknowns,
        "solved": sum(outcome.high <= SMALL_ERROR for outcome in outcomes),
        "trials": len(outcomes),
        "largest_error": max(outcome.error for outcome in outcomes),
    }
