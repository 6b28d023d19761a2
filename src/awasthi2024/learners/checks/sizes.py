"""The effect of the number of neurons, by three learners."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
import pandas as pd
from annotated_types import Ge, Le, MinLen

from awasthi2024.learners.checks.alternation import (
    alternating_least_squares,
    fixed_pattern_fit,
    step_losses,
    values_with_patterns,
)
from awasthi2024.learners.parameters import SampleMultiples
from awasthi2024.shared.parameters import FewPoints
from awasthi2024.shared.tasks import (
    LEARNED,
    RATE,
    Effort,
    draw_task,
    fit_sparse,
    parameters,
)
from awasthi2024.shared.trained import rounded
from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, OpenProbability, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.randomness import generator

_RESAMPLES = 1000


@check("sizes", claim="digest-effect-s", notebook=True)
def measure_sizes(
    whole: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(3), Le(64)],
    sizes: Annotated[Distinct[Literal[2, 4, 8, 16, 32]], MinLen(2)],
    samples: SampleMultiples,
    trials: Several,
    largest_trials: Several,
    bits: FewPoints,
    steps: Positive,
    starts: Positive,
) -> pd.DataFrame:
    """Learn trees of several sizes from several sample sizes, by three learners.

    `sizes` are numbers s of leaves, and m = ⌈c·s(n + 1)⌉ for c in `samples`. The sparse learner is
    run at each m, in `trials` trials, or `largest_trials`, at least as many, at the greatest s and
    m; the alternation, and least squares with the right patterns, at the greatest m, with verdicts
    on the greatest s. Juntas of up to so many `bits` show what the digest's symbols would say.
    `steps` and `starts` are `max_iter` and `n_restarts` of the sparse learner.

    The table has a row per s, learner and m. `needed` is the m at which half of the sparse
    learner's trials succeed, by interpolation, with a 95 % bootstrap interval over the trials,
    `slope` its exponent in s; both say nothing if no m of the grid is enough.
    """
    whole.records += _symbol_records(bits) + _alternation_records()
    if largest_trials < trials:
        raise ValueError(
            f"sizes: largest_trials = {largest_trials}; it must be at least trials = {trials}"
        )
    effort = Effort(steps, starts)
    rng = generator(seed, "learners", "sizes", "bootstrap")
    few, enough, largest = min(samples), max(samples), max(sizes)
    rows: list[dict[str, Any]] = []
    learned: dict[tuple[str, float, int], np.ndarray] = {}
    for s in sizes:
        runs = [("sparse", c) for c in samples]
        runs += [("alternation", enough), ("given", enough)]
        for learner, c in runs:
            m = math.ceil(c * parameters(n, s))
            count = largest_trials if (c, s) == (enough, largest) else trials
            errors = np.array([learn_tree(seed, learner, n, s, m, t, effort) for t in range(count)])
            train, test = errors.T
            learned[learner, c, s] = test < LEARNED
            row = {"n": n, "s": s, "learner": learner, "c": c, "m": m, "trials": count}
            row |= {
                "learned": int(learned[learner, c, s].sum()),
                "fitted": int((train < LEARNED).sum()),
                "train_error": rounded(np.median(train)),
                "test_error": rounded(np.median(test)),
            }
            rows.append(row)
    # Every size has the same number of trials in what is pooled over sizes.
    outcomes = {s: np.array([learned["sparse", c, s][:trials] for c in samples]) for s in sizes}
    table = pd.DataFrame(rows).join(
        _needed_samples(n, sizes, samples, outcomes, rng).set_index("s"), on="s"
    )
    for claim, statement, learner, c, among, count, relation in (
        ("digest-effect-s", "enough", "sparse", enough, sizes, trials, ">="),
        ("digest-effect-s", "few", "sparse", few, sizes, trials, "<="),
        ("digest-least-squares", "printed", "alternation", enough, [largest], largest_trials, ">="),
        ("digest-least-squares", "regressor", "sparse", enough, [largest], largest_trials, ">="),
        ("digest-least-squares", "given", "given", enough, [largest], largest_trials, ">="),
    ):
        chosen = np.concatenate([learned[learner, c, s][:count] for s in among])
        at = {"n": n, "sizes": list(among), "samples_per_parameter": c}
        recorder = whole.for_claim(claim).where(**at)
        successes = int(chosen.sum())
        recorder.rate(statement, successes, len(chosen), relation, RATE, level=level / 5)
    return table


def learn_tree(
    seed: int, learner: str, n: int, s: int, m: int, trial: int, effort: Effort
) -> tuple[float, float]:
    """Return the training and the test error of a learner on one tree."""
    rng = generator(seed, "learners", "sizes", s, trial)
    task = draw_task("tree", "uniform", n, s, m, rng)
    if learner == "sparse":
        return task.error(fit_sparse(task.x, task.y, s, None, effort, rng).predict)
    if learner == "alternation":
        return task.error(alternating_least_squares(task.x, task.y, s, effort.starts, rng))
    coefficients = fixed_pattern_fit(task.x, task.y, task.network.active(task.x))

    def predict(x: np.ndarray) -> np.ndarray:
        return values_with_patterns(x, task.network.active(x), coefficients)

    return task.error(predict)


def _needed_samples(
    n: int,
    sizes: Sequence[int],
    samples: Sequence[float],
    outcomes: Mapping[Any, np.ndarray],
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Return, for each s, the m at which half the trials succeed, and the slope in s."""

    def needed(s: int, rates: np.ndarray) -> float:
        m = np.array([math.ceil(c * parameters(n, s)) for c in samples], dtype=np.float64)
        enough = np.flatnonzero(rates >= RATE)
        if not len(enough):
            return math.nan
        i = int(enough[0])
        if i == 0:
            return float(m[0])
        step = (RATE - rates[i - 1]) / (rates[i] - rates[i - 1])
        return float(np.exp(np.log(m[i - 1]) + step * np.log(m[i] / m[i - 1])))

    def slope(values: Sequence[float]) -> float:
        if len(sizes) < 2 or not np.all(np.isfinite(values)):
            return math.nan
        return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])

    trials = next(iter(outcomes.values())).shape[1]
    point = [needed(s, outcomes[s].mean(axis=1)) for s in sizes]
    draws = np.array(
        [
            [
                needed(s, outcomes[s][:, rng.integers(trials, size=trials)].mean(axis=1))
                for s in sizes
            ]
            for _ in range(_RESAMPLES)
        ]
    )
    slopes = np.array([slope(row) for row in draws])

    def interval(values: np.ndarray) -> list[float]:
        # A resample that never reaches one half needs more than the grid has.
        reached = np.where(np.isnan(values), np.inf, values)
        ends = np.quantile(reached, [0.025, 0.975], method="nearest")
        return [rounded(end) for end in ends]

    rows = []
    for s, value, column in zip(sizes, point, draws.T, strict=True):
        low, high = interval(column)
        rows.append({"s": s, "needed": rounded(value), "needed_low": low, "needed_high": high})
    frame = pd.DataFrame(rows)
    frame["slope"] = rounded(slope(point))
    frame["slope_low"], frame["slope_high"] = interval(slopes)
    return frame


def _symbol_records(bits: int) -> list[Record]:
    """Evaluate the digest's reading of n, s and k on juntas."""
    recorder = Recorder("digest-effect-s", {})
    for p in range(1, bits + 1):
        compare_symbols(recorder, p)
    return recorder.records


def compare_symbols(recorder: Recorder, p: int) -> None:
    """Compare s, n and k of a junta of p bits with the digest's reading of them."""
    network = constructions.junta(np.where(np.arange(2**p) == 0, 1.0, -1.0), range(p), p)
    at = recorder.where(n=p, s=network.s, k=1)
    at.exact("printed", network.s, "<=", network.n)
    entries = int((network.w != 0).sum(axis=1).max())
    at.exact("weight-sparsity", entries, "<=", 1)
    at.exact("active", network.max_active()[1], "<=", 1)


def _alternation_records() -> list[Record]:
    """Compare the losses of one step, for all labels in 0..3 where the neuron is active."""
    recorder = Recorder("digest-least-squares", {})
    for labels in itertools.product(range(4), repeat=3):
        compare_step(recorder, labels)
    return recorder.records


def compare_step(recorder: Recorder, labels: Sequence[int]) -> None:
    """Compare the losses before and after one step of the alternation on these labels."""
    before, held, after = step_losses(labels)
    at = recorder.where(n=2, s=1, k=1, m=4, labels=list(labels))
    at.exact("monotone", after, "<=", before)
    at.exact("held", held, "<=", before)
