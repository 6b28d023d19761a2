"""The effect of the number of neurons, by three learners."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from awasthi2024.digest.checks.alternation import (
    alternating_least_squares,
    fixed_pattern_fit,
    values_with_patterns,
)
from awasthi2024.shared.tasks import (
    LEARNED,
    RATE,
    Effort,
    draw_task,
    fit_sparse,
    parameters,
)
from awasthi2024.shared.trained import rounded
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    Distinct,
    OpenProbability,
    Positive,
    PositiveReal,
    Several,
)
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


@check("sizes", claim="digest-effect-s", notebook=True)
def measure_sizes(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(3), Le(64)],
    sizes: Distinct[Literal[2, 4, 8, 16, 32]],
    few: Annotated[PositiveReal, Le(0.5)],
    enough: Annotated[float, Ge(2)],
    trials: Several,
    largest_trials: Several,
    steps: Positive,
    starts: Positive,
) -> pd.DataFrame:
    """Learn trees of several sizes from few and from enough samples, by three learners.

    `sizes` are numbers s of leaves. `few` is the smaller c of m = ⌈c·s(n + 1)⌉ samples. `enough` is
    the larger c. The sparse learner is run at both m, in `trials` trials. `largest_trials` is the
    number of trials at the largest s and m. It is at least `trials`. The alternation, and least
    squares with the right patterns, are run at the larger m, with verdicts on the largest s. The
    sparse learner's `max_iter` and `n_restarts` are `steps` and `starts`. The table has a row per
    s, learner and m.
    """
    if largest_trials < trials:
        raise ValueError(
            f"sizes: largest_trials must be at least trials = {trials}, got {largest_trials}"
        )
    effort = Effort(steps, starts)
    largest = max(sizes)
    rows: list[dict[str, Any]] = []
    learned: dict[tuple[str, float, int], np.ndarray] = {}
    for s in sizes:
        for learner, c in (
            ("sparse", few), ("sparse", enough), ("alternation", enough), ("given", enough)
        ):  # fmt: skip
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
    for claim, statement, learner, c, among, count, relation in (
        ("digest-effect-s", "enough", "sparse", enough, sizes, trials, ">="),
        ("digest-effect-s", "few", "sparse", few, sizes, trials, "<="),
        ("digest-least-squares", "printed", "alternation", enough, [largest], largest_trials, ">="),
        ("digest-least-squares", "regressor", "sparse", enough, [largest], largest_trials, ">="),
        ("digest-least-squares", "given", "given", enough, [largest], largest_trials, ">="),
    ):  # what is pooled over sizes has equally many trials of each
        chosen = np.concatenate([learned[learner, c, s][:count] for s in among])
        instance_recorder = recorder.for_claim(claim).where(
            n=n, sizes=list(among), samples_per_parameter=c
        )
        successes = int(chosen.sum())
        instance_recorder.rate(statement, successes, len(chosen), relation, RATE, level=level / 5)
    return pd.DataFrame(rows)


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
