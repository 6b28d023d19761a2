"""Learning curves of planted sparse and dense networks."""

from __future__ import annotations

import math
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024.bounds import section_5
from awasthi2024.constructions import forest
from awasthi2024.shared.distributions import markov
from awasthi2024.shared.trained import fitted, rounded
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator, nearly_normal

#: A fit is accurate if its mean squared error is at most this share of the labels' variance.
ACCURACY = 0.01


class Planted(TypedDict):
    """A kind of target, and its size."""

    target: Literal["forest", "dense"]
    n: Annotated[int, Ge(1), Le(64)]
    s: Annotated[int, Ge(1), Le(64)]
    k: Positive


@check("theorem-17")
def curves(
    at: Recorder,
    *,
    seed: int,
    targets: NonEmpty[Planted],
    multiples: NonEmpty[PositiveReal],
    repeats: Positive,
    tests: Positive,
    restarts: Positive,
) -> None:
    """Count the fits of planted networks that learn, against the number of samples.

    The inputs are a stationary Markov chain along the coordinates. `targets` are kinds and sizes: a
    "forest" of k trees with s/k leaves each, or "dense" with k = s. `multiples` are numbers of
    samples for each of the s(n + 1) unknowns. A fit has "learned" if its mean squared error on
    `tests` points is at most 1 % of the labels' variance. It is "optimised" if it has learned or
    its training error is at most a tenth of that, so that a search that failed is not read as a
    lack of samples.
    """
    for planted in targets:
        for multiple in multiples:
            fits = np.array(
                [fit_planted(planted, multiple, tests, restarts, generator(
                    seed, "sample_complexity", "curves", *planted.values(), multiple, number
                )) for number in range(repeats)]
            )  # fmt: skip
            train, test = fits[:, 0], fits[:, 1]
            learned = test <= ACCURACY
            n, s, k = (planted[key] for key in ("n", "s", "k"))
            W, B, variance = np.median(fits[:, 2:], axis=0).tolist()
            sizes = (n, s, k, math.sqrt(n), W, B, ACCURACY * variance / 2, 0.5)
            at(**planted).row(
                multiple=multiple,
                m=sample_size(planted, multiple),
                fits=repeats,
                optimised=int((learned | (train <= ACCURACY / 10)).sum()),
                learned=int(learned.sum()),
                train=rounded(np.median(train), 1e-6),
                test=rounded(np.median(test), 1e-6),
                theorem_17=rounded(section_5.theorem_17(*sizes)),
                corrected=rounded(section_5.realizable_samples(*sizes)),
            )


def sample_size(planted: Planted, multiple: float) -> int:
    """Return m = multiple·s(n + 1), rounded, at least 2."""
    return max(2, round(multiple * planted["s"] * (planted["n"] + 1)))


def sized_target(name: str, n: int, s: int, k: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Return a random target with s neurons on n inputs, of which at most k are active at once.

    - "forest": a sum of k trees with s/k leaves each, a power of two.
    - "dense": all neurons may be active, k = s; weights are multiples of 1/64, so
      that values are exact.
    """
    if name == "forest":
        leaves, rest = divmod(s, k)
        if rest or leaves & (leaves - 1):
            raise ValueError(f"{k} trees have s = {s} leaves only if s/k is a power of two")
        return forest(k, leaves.bit_length() - 1, n, rng)
    if k != s:
        raise ValueError(f"a dense target has k = s, not s = {s}, k = {k}")
    w = np.rint(64 * nearly_normal(rng, (s, n)) / math.sqrt(n)) / 64
    b = np.rint(32 * nearly_normal(rng, (s,))) / 64
    return SparseReLUNetwork(w, b, rng.choice([-1.0, 1.0], size=s))


def fit_planted(
    planted: Planted, multiple: float, tests: int, restarts: int, rng: np.random.Generator
) -> tuple[float, ...]:
    """Return training and test error, as shares of the variance, and W, B, the variance."""
    # Here, since most jobs need no learner.
    from sparseact.learning.sparse_relu import SparseReLURegressor

    n, s, k = planted["n"], planted["s"], planted["k"]
    variance = 0.0
    while not variance:
        target = sized_target(planted["target"], n, s, k, rng)
        x_test = markov(tests, n, 0.5, rng).astype(np.float64)
        labels = target(x_test)
        variance = float(labels.var())
    x = markov(sample_size(planted, multiple), n, 0.5, rng).astype(np.float64)
    told, state = None if k == s else k, int(rng.integers(2**31))
    learner = SparseReLURegressor(
        s, told, n_restarts=restarts, tol=ACCURACY / 100, random_state=state
    )
    learner = fitted(learner, x, target(x))
    test = float(np.mean((learner.predict(x_test) - labels) ** 2))
    return learner.loss_ / variance, test / variance, *target.scale, variance
