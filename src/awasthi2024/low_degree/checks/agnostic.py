"""Learning with label noise: the excess over the best loss of degree d."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import section_2
from awasthi2024.low_degree.checks.samples import estimation_error, sample
from awasthi2024.low_degree.parameters import Noise
from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.randomness import generator


class Labels(NamedTuple):
    """Labels with noise: what is known of them, and how they are drawn."""

    mean: np.ndarray  # E[y | x] over the cube
    second: float  # E y²
    largest: float  # bound on |y|
    draw: Callable[[np.ndarray, np.random.Generator], np.ndarray]  # at points with these numbers


def labels_of(kind: str, amount: float, n: int, rng: np.random.Generator) -> Labels:
    """Return labels of a random target with noise of this kind and amount."""
    if kind == "flipped":  # of a junta, each label with probability `amount`
        table = rng.choice([-1.0, 1.0], size=4)
        values = constructions.junta(table, rng.permutation(n)[:2].tolist(), n).values()
        return Labels(
            (1 - 2 * amount) * values,
            1.0,
            1.0,
            lambda i, rng: values[i] * np.where(rng.random(len(i)) < amount, -1, 1),
        )
    if kind == "additive":  # to a network's values, uniform in [−amount, amount]
        values = constructions.random_network(n, 16, 2, 1, 1, rng).values()
        return Labels(
            values,
            float((values**2).mean()) + amount**2 / 3,
            float(np.abs(values).max()) + amount,
            lambda i, rng: values[i] + rng.uniform(-amount, amount, len(i)),
        )
    # arbitrary: a random ±1-valued function, of no sparse network
    values = rng.choice([-1.0, 1.0], size=2**n)
    return Labels(values, 1.0, 1.0, lambda i, rng: values[i])


@check("intro-agnostic")
def agnostic(
    at: Recorder,
    *,
    seed: int,
    n: Dimension,
    degree: Natural,
    noises: NonEmpty[Noise],
    factors: NonEmpty[PositiveReal],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
) -> None:
    """Count how often the excess over the best loss of degree d stays within its bound.

    `noises` are kinds of label noise, each with its amount. The kinds are "flipped" labels of a
    junta, "additive" noise on a network, and an "arbitrary" ±1-valued function. `factors` are
    sample sizes, in units of the size proved for regression. Below 1 only averages have a bound.
    """
    runs = runs_of(n, degree, delta, factors)
    share = level / (len(factors) * len(noises))
    for noise in noises:
        instance_recorder = at(
            n=n, d=degree, noise=noise["kind"], amount=float(noise["amount"]), delta=delta
        )
        at.rows += compare_excess(instance_recorder, runs, seed=seed, trials=trials, level=share)


def runs_of(n: int, degree: int, delta: float, factors: Sequence[float]) -> list[tuple[str, int]]:
    """Return each method with its numbers of samples, the factors times regression's proved one."""
    base = bounds.regression_samples(n, degree, delta)
    return [
        (method, math.ceil(factor * base))
        for factor in factors
        for method in ("averages", "regression")
        if method == "averages" or factor >= 1
    ]


def compare_excess(
    at: Recorder, runs: Sequence[tuple[str, int]], *, seed: int, trials: int, level: float
) -> list[dict[str, Any]]:
    """Record how often the excess is within its bound, for one noise; return the table's rows.

    The recorder's instance contains n, d, noise, amount and delta. Every trial draws
    labels and then a sample for each (method, m) of `runs`, in order; each recorder has the level
    `level`.
    """
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import LowDegreeRegressor

    n, degree, kind, amount, delta = (at[key] for key in ("n", "d", "noise", "amount", "delta"))
    cube = points(n)
    excess, allowed = np.zeros((2, len(runs), trials))
    best = np.zeros(trials)
    for trial in range(trials):
        rng = generator(seed, "low_degree", "agnostic", kind, amount, n, degree, trial)
        labels = labels_of(kind, amount, n, rng)
        population = walsh_transform(labels.mean)
        best[trial] = best_loss(labels, population, degree)
        for i, (method, m) in enumerate(runs):
            x, numbers = sample(rng, cube, m)
            model = LowDegreeRegressor(degree, method).fit(x, labels.draw(numbers, rng))
            excess[i, trial] = estimation_error(model, population) / 2
            allowed[i, trial] = (
                section_2.averages_excess(n, degree, labels.largest, m, delta)
                if method == "averages"
                else section_2.regression_excess(n, degree, best[trial], m, delta)
            )
    rows = []
    for i, (method, m) in enumerate(runs):
        instance_recorder = at(m=m)
        successes = int((excess[i] <= allowed[i]).sum())
        if method == "averages":
            instance_recorder.rate(method, successes, trials, ">=", 1 - delta, level=level)
        rows.append(
            {
                **instance_recorder.instance,
                "method": method,
                "monomials": bounds.n_monomials(n, degree),
                "best_loss": float(best.mean()),
                "excess": float(excess[i].mean()),
                "largest_excess": float(excess[i].max()),
                "allowed": float(allowed[i].mean()),
                "successes": successes,
                "trials": trials,
                "nearest_tie": float(np.abs(excess[i] - allowed[i]).min()),
            }
        )
    return rows


def best_loss(labels: Labels, population: np.ndarray, degree: int) -> float:
    """Return the smallest loss ½E(g − y)² over g of this degree; `population` is the mean's."""
    kept = popcounts(population.size.bit_length() - 1) <= degree
    return (labels.second - float((population[kept] ** 2).sum())) / 2
