"""Count the successes of polynomial-time algorithms on the functions f_w."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from awasthi2024.constructions.quadratic_lift import lwr_labels
from awasthi2024.rounding.checks.algorithms import (
    elimination_success,
    fit_elimination,
    fit_vanishing,
    sample_size,
)
from awasthi2024.rounding.checks.vectors import BLOCK, MOST_VECTORS, vectors
from awasthi2024.rounding.parameters import EasyCase
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator

ERROR_LEVEL = 1e-9  # of each end of an error measured on a sample

#: A secret is found if the hypothesis errs on at most this share of the vectors.
SMALL_ERROR = 0.1

#: The probability of success in Conjecture 16.
RATE = 2 / 3


class Outcome(NamedTuple):
    """A hypothesis's error, at most `high`; the two are equal where the error is exact."""

    error: float
    high: float


@check("conj-16")
def easy(
    at: Recorder,
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
        outcomes = list(run_trials(seed, q, p, m, samples, trials))
        instance_recorder = at(q=q, p=p, m=m, samples=samples, learner=name)
        at.rows.append(compare_easy(instance_recorder, outcomes, unknowns, share))


def level_of_one(level: float, tests: int, trials: int) -> float:
    """Return the level of one of the tests, each of at most `trials` trials.

    ValueError if the errors that are measured on samples leave nothing of `level`.
    """
    share = level / tests - 2 * ERROR_LEVEL * trials
    if share <= 0:
        raise ValueError(f"level = {level:g} is too small for {tests} tests")
    return share


def run_trials(seed: int, q: int, p: int, m: int, samples: int, trials: int) -> Iterator[Outcome]:
    """Yield outcomes on independent secrets and samples.

    The error is measured on all vectors while q^m ≤ 2^16, else on 4096 fresh ones.
    """
    fit = fit_vanishing if q % p else fit_elimination
    for trial in range(trials):
        rng = generator(seed, "rounding", "learners", q, p, m, trial)
        secret = rng.integers(0, q, size=m)
        y = rng.integers(0, q, size=(samples, m))
        hypothesis = fit(y, lwr_labels(secret, y, q, p), q, p)
        t = vectors(q, m, 1, BLOCK, rng)
        wrong = int((hypothesis(t) != lwr_labels(secret, t, q, p)).sum())
        error = wrong / len(t)
        exact = m * math.log2(q) <= math.log2(MOST_VECTORS)
        yield Outcome(error, error if exact else clopper_pearson(wrong, len(t), ERROR_LEVEL)[1])


def compare_easy(
    at: Recorder, outcomes: Sequence[Outcome], unknowns: int, level: float
) -> dict[str, Any]:
    """Compare how often the algorithm of `record` succeeds with ⅔; return the table's row.

    A success that a sample leaves open counts as a failure.
    """
    p, m, samples, name = (at[key] for key in ("p", "m", "samples", "learner"))
    solved = sum(outcome.high <= SMALL_ERROR for outcome in outcomes)
    # An error that was measured on a sample may be wrong, too.
    sampled = sum(outcome.error < outcome.high for outcome in outcomes)
    # Nothing is proved for the vanishing polynomial from so few samples.
    proved = elimination_success(p, m, samples) if name == "elimination" else None
    compared = [("every-pair", "<="), ("divisor", ">=")][: 2 if proved else 1]
    for statement, relation in compared:
        at.rate(statement, solved, len(outcomes), relation, RATE, level=level, proved=proved)
        *_, last = at.records
        at.records[-1] = replace(last, level=level + 2 * ERROR_LEVEL * sampled)
    return {
        **at.instance,
        "unknowns": unknowns,
        "solved": solved,
        "trials": len(outcomes),
        "largest_error": max(outcome.error for outcome in outcomes),
    }
