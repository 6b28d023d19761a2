"""The low-degree learner under product distributions, at sample sizes that are proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024 import constructions
from awasthi2024.bounds import other_inputs
from awasthi2024.input_distributions.checks.biased import basis, probabilities
from awasthi2024.input_distributions.parameters import InnerShare
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.randomness import generator

#: The largest excess of a loss over its limit: the loss of an exact fit is only rounding.
_ROUNDING = 1e-7


@check("theorem-product")
def product_learner(
    at: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(2), Le(10)],
    degree: Positive,
    biases: NonEmpty[InnerShare],
    epsilon: OpenProbability,
    delta: OpenProbability,
    trials: Positive,
) -> None:
    """Count how often the low-degree learner succeeds at the sample sizes that are proved.

    Targets are random decision trees of depth degree + 1, so k = 1, with a tail above the degree.
    `biases` are values of q = Pr[x_i = −1] at every second coordinate. At the others it is 1 − q.
    Regression needs no knowledge of the distribution. Averages of y·φ_T, and, under the same
    distribution, of y·χ_T are given as many samples. `epsilon` is the largest squared error of the
    averages, besides the tail. The table has a row per q and method.
    """
    for text in biases:
        q = [Fraction(text) if i % 2 == 0 else 1 - Fraction(text) for i in range(n)]
        sizes = {
            "regression": other_inputs.product_regression_samples(degree, q, delta),
            "averages": other_inputs.product_averages_samples(degree, q, 1, epsilon, delta),
        }
        counts = _count(seed, text, q, degree, epsilon, sizes, trials)
        for method, m in (*sizes.items(), ("characters", sizes["averages"])):
            successes, tie = counts[method]
            instance_recorder = at(n=n, d=degree, q=text, method=method, delta=delta, m=m)
            if method != "characters":
                instance_recorder.rate(
                    "learns", successes, trials, ">=", 1 - delta, level=level / 2 / len(biases)
                )
            instance_recorder.row(**rate_columns(successes, trials), nearest_tie=tie)


def _count(
    seed: int,
    text: str,
    biases: list[Fraction],
    degree: int,
    epsilon: float,
    sizes: dict[str, int],
    trials: int,
) -> dict[str, Any]:
    """Return for each method the trials whose loss is small enough, and the nearest tie.

    Regression may lose the tail, averages half the sum of ε and the tail.
    """
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import LowDegreeRegressor

    n = len(biases)
    cube, mass = points(n), probabilities(biases)
    masks = LowDegreeRegressor(degree).fit(cube, np.zeros(2**n)).masks_
    phi, chi = basis(masks, biases), basis(masks, [Fraction(1, 2)] * n)
    success = dict.fromkeys((*sizes, "characters"), 0)
    tie = dict.fromkeys(success, np.inf)
    for trial in range(trials):
        rng = generator(seed, "input_distributions", "product_learner", text, trial)
        values = constructions.decision_tree(degree + 1, n, rng).values()
        tail = float(mass @ (values - phi @ (phi.T @ (mass * values))) ** 2)
        guesses = {}
        for method, m in sizes.items():
            x = rng.choice(2**n, size=m, p=mass)
            if method == "regression":
                model = LowDegreeRegressor(degree, "regression").fit(cube[x], values[x])
                guesses[method] = model.predict(cube)
            else:
                counts = np.bincount(x, minlength=2**n) / m
                guesses[method] = phi @ (phi.T @ (counts * values))
                guesses["characters"] = chi @ (chi.T @ (counts * values))
        for method, guess in guesses.items():
            loss = float(mass @ (guess - values) ** 2) / 2
            limit = _ROUNDING + (tail if method == "regression" else (epsilon + tail) / 2)
            success[method] += loss <= limit
            tie[method] = min(tie[method], abs(loss - limit))
    return {method: (int(success[method]), float(tie[method])) for method in success}
