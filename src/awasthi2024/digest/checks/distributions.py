"""Uniform, general and correlated inputs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from awasthi2024.digest.parameters import ChainCorrelation, StrongCorrelations
from awasthi2024.shared.active_sets import chain_masses, joint_activity
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
from paperclaims.checks.parameters import Distinct, OpenProbability, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.bounds.section_2 import n_monomials
from sparseact.randomness import generator

#: A learner is of some use if its test error is below this share.
USEFUL = 0.5


@check("distributions", claim="digest-uniform-general", notebook=True)
def measure_distributions(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(3), Le(24)],
    neurons: Literal[2, 4, 8, 16],
    samples: Distinct[Positive],
    named: Distinct[Literal["product", "markov", "mixture"]],
    correlations: Distinct[ChainCorrelation],
    strong_correlations: StrongCorrelations,
    trials: Positive,
    chain_trials: Positive,
    average_trials: Positive,
    monomials: Several,
    dimensions: Distinct[Annotated[int, Ge(1), Le(5)]],
    steps: Positive,
    starts: Positive,
) -> pd.DataFrame:
    """Learn decision trees from several distributions, by three learners.

    The trees have n inputs, s = `neurons` leaves and degree d = log₂ s; N monomials have at most
    that degree. `samples` are values of c in m = c·s(n + 1). `monomials` is a further m of
    regression and averages, in units of N. Verdicts on the sparse learner are at the largest m;
    comparisons of the sparse learner with regression are at the largest m < N. `named` are
    distributions for all learners, besides the uniform one. `correlations` are Markov chains, for
    the sparse learner only. `strong_correlations` are further Markov chains, only tabulated. Trials
    are per distribution. `chain_trials` is the number of trials of `correlations`. `average_trials`
    is the number of trials of averages. Activations are counted exactly on juntas of `dimensions`
    bits. The sparse learner's `max_iter` and `n_restarts` are `steps` and `starts`. The table has a
    row per distribution, learner and m.
    """
    correlated = recorder.for_claim("digest-correlated")
    compare_chains(correlated, dimensions, [*correlations, *strong_correlations])
    effort = Effort(steps, starts)
    degree = neurons.bit_length() - 1
    count = n_monomials(n, degree)
    below = [c for c in samples if c * parameters(n, neurons) < count]
    if not below:
        raise ValueError(
            f"distributions: samples = {list(samples)}; one of them must give fewer than the "
            f"{count} monomials, that is c·s(n + 1) below it"
        )
    few, enough = max(below) * parameters(n, neurons), max(samples) * parameters(n, neurons)
    large = monomials * count
    everywhere = ["uniform", *named]
    chains = [f"chain {correlation}" for correlation in correlations]
    grid: list[tuple[str, str, int, int]] = []
    for name in everywhere:
        grid += [(name, "sparse", c * parameters(n, neurons), trials) for c in samples]
        grid += [(name, "regression", m, trials) for m in (few, large)]
        grid += [(name, "averages", large, average_trials)]
    grid += [(name, "sparse", enough, chain_trials) for name in chains]
    grid += [(f"chain {c}", "sparse", enough, trials) for c in strong_correlations]
    table = pd.DataFrame(
        [
            {"distribution": name, "learner": learner, "n": n, "s": neurons, "m": m}
            | _learner_row(seed, name, learner, n, neurons, m, repeats, effort)
            for name, learner, m, repeats in grid
        ]
    )
    for statement, learner, m, among, column, relation in (
        ("sparse", "sparse", few, everywhere, "learned", ">="),
        ("below", "regression", few, everywhere, "learned", "<="),
        ("regression", "regression", large, everywhere, "learned", ">="),
        ("averages-uniform", "averages", large, ["uniform"], "useful", ">="),
        ("averages", "averages", large, named, "useful", ">="),
        ("chains", "sparse", enough, chains, "learned", ">="),
    ):
        chosen = table[
            (table["learner"] == learner) & (table["m"] == m) & table["distribution"].isin(among)
        ]
        right, made = int(chosen[column].sum()), int(chosen["trials"].sum())
        instance_recorder = (correlated if statement == "chains" else recorder).where(
            n=n, s=neurons, m=m, distributions=list(among)
        )
        instance_recorder.rate(statement, right, made, relation, RATE, level=level / 6)
    return table


def _learner_row(
    seed: int, distribution: str, learner: str, n: int, s: int, m: int, trials: int, effort: Effort
) -> dict[str, Any]:
    """Return counts and medians over the trials; every learner meets the same targets."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import LowDegreeRegressor

    errors = []
    for trial in range(trials):
        rng = generator(seed, "learners", "distributions", distribution, trial)
        task = draw_task("tree", distribution, n, s, m, rng)
        if learner == "sparse":
            predict = fit_sparse(task.x, task.y, s, None, effort, rng).predict
        else:
            degree = s.bit_length() - 1
            predict = LowDegreeRegressor(degree, learner).fit(task.x, task.y).predict
        errors.append(task.error(predict))
    train, test = np.array(errors).T
    return {
        "trials": trials,
        "learned": int((test < LEARNED).sum()),
        "useful": int((test < USEFUL).sum()),
        "train_error": rounded(np.median(train)),
        "test_error": rounded(np.median(test)),
        "nearest_tie": rounded(np.abs(test[:, None] - [LEARNED, USEFUL]).min()),
    }


def compare_chains(
    recorder: Recorder, dimensions: Sequence[int], correlations: Sequence[float]
) -> None:
    """Compare neurons of juntas with independence, under chains of these correlations."""
    for p, correlation in itertools.product(dimensions, correlations):
        if p == 1 and correlation != correlations[0]:
            continue  # one coordinate has no neighbour
        compare_independence(recorder, p, correlation)


def compare_independence(recorder: Recorder, p: int, correlation: float) -> None:
    """Compare how often two neurons of a junta of p bits are both active with independence."""
    network = constructions.junta(np.ones(2**p), range(p), p)
    joint = joint_activity(network, chain_masses(p, Fraction(correlation)))
    pairs = list(itertools.combinations(range(network.s), 2))
    instance_recorder = recorder.where(n=p, s=network.s, k=1, correlation=correlation)
    gap = max(abs(joint[j][i] - joint[j][j] * joint[i][i]) for j, i in pairs)
    instance_recorder.exact("printed", gap, "==", 0)
    together = max(joint[j][i] for j, i in pairs)
    instance_recorder.exact("disjoint", together, "==", 0)
