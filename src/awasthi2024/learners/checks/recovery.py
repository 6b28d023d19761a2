"""Whether the active sets of planted networks are recovered."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from awasthi2024.shared.active_sets import contributing, matched_share, same_functions
from awasthi2024.shared.parameters import DistributionName, FewPoints
from awasthi2024.shared.tasks import (
    LEARNED,
    RATE,
    Effort,
    Task,
    draw_task,
    fit_sparse,
    parameters,
)
from awasthi2024.shared.trained import rounded
from paperclaims.checks.comparison import dyadic
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.randomness import generator

if TYPE_CHECKING:
    from sparseact.learning.sparse_relu import SparseReLURegressor

#: The same for Appendix A's targets, whose pieces are linear: the last digits come slowly.
LEARNED_LINEAR = 1e-2

#: The active sets are recovered if they are right at this share of the test points.
RECOVERED = 0.95

_NEGLIGIBLE = 1e-6  # of the standard deviation: a contribution below it is rounding


@check("recovery", claim="digest-recovery", notebook=True)
def measure_recovery(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    rate: OpenProbability,
    n: Annotated[int, Ge(4), Le(64)],
    neurons: Literal[4, 8, 16, 32],
    samples: Positive,
    targets: Distinct[Literal["tree", "junta", "forest"]],
    distributions: Distinct[DistributionName],
    trials: Positive,
    linear_neurons: Distinct[Literal[2, 4, 8, 16, 32]],
    linear_trials: Positive,
    steps: Positive,
    starts: Positive,
    max_bits: FewPoints,
) -> pd.DataFrame:
    """Fit planted networks and compare active sets with the planted ones.

    The learner is given as many neurons s as the targets have, and m = samples·s(n + 1). Every pair
    of `targets` and `distributions` is a cell of `trials` fits with k free and as many with the
    planted k given, each with its own target and samples; functions should be found at least at
    `rate`. Appendix A's targets have `linear_neurons`, with k given: verdicts are on the least
    number, with `linear_trials` for each distribution; the others have `trials` and are for the
    table. `steps` and `starts` are `max_iter` and `n_restarts` of the learner. Networks on up to
    `max_bits` bits show that a function has several patterns. The table has a row per fit.
    """
    effort = Effort(steps, starts)
    cells: list[tuple[str, int, bool, int]] = [
        (target, neurons, given, trials) for target in targets for given in (False, True)
    ]
    least = min(linear_neurons)
    cells += [
        ("appendix_a", s, True, linear_trials if s == least else trials) for s in linear_neurons
    ]
    rows: list[dict[str, Any]] = []
    for (target, s, given, count), distribution in itertools.product(cells, distributions):
        for trial in range(count):
            rng = generator(seed, "learners", "recovery", target, s, given, distribution, trial)
            m = samples * parameters(n, s)
            task = draw_task(target, distribution, n, s, m, rng)
            model = fit_sparse(task.x, task.y, s, task.k if given else None, effort, rng)
            row = {"target": target, "distribution": distribution, "n": n, "s": s, "k": task.k}
            row |= {"k_given": given, "m": m, "trial": trial}
            aim = LEARNED_LINEAR if target == "appendix_a" else LEARNED
            rows.append(row | _recovery_row(task, model, aim))
    table = pd.DataFrame(rows)
    linear = (table["target"] == "appendix_a") & (table["s"] == least)
    _pattern_records(recorder, max_bits)
    for suffix, fits in (
        ("", table[table["target"] != "appendix_a"]),
        ("-linear", table[linear]),
    ):
        at = {"n": n, "s": int(fits["s"].iloc[0]), "m": int(fits["m"].iloc[0])}
        both = fits["learned"] & fits["recovered"]
        for statement, right, asked in (
            ("function", int(fits["learned"].sum()), RATE if suffix else rate),
            # Of all fits: the number of trials must not hang on their outcomes.
            ("pattern", int(both.sum()), RATE),
        ):
            recorder.where(**at).rate(
                statement + suffix, right, len(fits), ">=", asked, level=level / 4
            )
    return table


def _recovery_row(task: Task, model: SparseReLURegressor, least: float) -> dict[str, Any]:
    train, test = task.error(model.predict)
    found = contributing(model.network_, task.x_test, _NEGLIGIBLE * float(task.y_test.std()))
    true = task.network.active(task.x_test)
    share = matched_share(true, found)
    return {
        "train_error": rounded(train),
        "test_error": rounded(test),
        "learned": test < least,
        "right_share": rounded(share),
        "recovered": share >= RECOVERED,
        "active_planted": rounded(true.sum(axis=1).mean()),
        "active_found": rounded(found.sum(axis=1).mean()),
        "most_active_found": int(found.sum(axis=1).max()),
    }


def _pattern_records(recorder: Recorder, max_bits: int) -> None:
    for p in range(1, max_bits + 1):
        compare_patterns(recorder, p)


def compare_patterns(recorder: Recorder, p: int) -> None:
    """Compare the active sets of pairs of networks on p bits that compute one function."""
    x = points(p)
    for name, one, other in same_functions(p):
        if not np.array_equal(one(x), other(x)):
            raise ValueError(f"recovery: the networks {name!r} on {p} bits are two functions")
        at = recorder.where(pair=name, n=p, s=one.s, k=1)
        share = matched_share(one.active(x), other.active(x))
        at.exact("printed", dyadic(share, is_exact=len(x) == 2**p), "==", 1)
        for network in (one, other):
            right = network.active(x).any(axis=1) == (network(x) != 0)
            at.exact("somewhere", int(right.sum()), "==", len(x))
