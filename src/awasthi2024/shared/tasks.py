"""Planted networks with samples, and the sparse learner on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from awasthi2024.shared import distributions
from awasthi2024.shared.targets import planted
from awasthi2024.shared.trained import fitted
from sparseact.network import SparseReLUNetwork
from sparseact.reproducible import mean, mean_square

if TYPE_CHECKING:
    from sparseact.learning.sparse_relu import SparseReLURegressor

#: A target is learned if the test error is below this share of its variance.
LEARNED = 1e-3

#: Rates are compared with this: more often than not.
RATE = 0.5

_TEST_POINTS = 2000

_LEAST_VARIANCE = 0.05  # a target of less under the distribution is drawn again


class Task(NamedTuple):
    """A planted network with a training and a test sample."""

    network: SparseReLUNetwork
    k: int
    x: np.ndarray
    y: np.ndarray
    x_test: np.ndarray
    y_test: np.ndarray

    def error(self, predict: Callable[[np.ndarray], np.ndarray]) -> tuple[float, float]:
        """Return the training and the test error, as shares of the target's variance."""
        variance = mean_square(self.y_test - mean(self.y_test))
        train, test = (
            mean_square(predict(x) - y) / variance
            for x, y in ((self.x, self.y), (self.x_test, self.y_test))
        )
        return train, test


def _points(distribution: str, m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw points by name; "chain 0.25" is the Markov chain of that correlation."""
    kind, _, correlation = distribution.partition(" ")
    if kind == "chain":
        return distributions.markov(m, n, float(correlation), rng)
    return distributions.draw(distribution, m, n, rng)


def draw_task(
    target: str, distribution: str, n: int, s: int, m: int, rng: np.random.Generator
) -> Task:
    """Draw a target, m points to train on and `_TEST_POINTS` to test on."""
    while True:
        network, k = planted(target, n, s, rng)
        x_test = _points(distribution, _TEST_POINTS, n, rng)
        y_test = network(x_test)
        if y_test.var() >= _LEAST_VARIANCE:
            break
    x = _points(distribution, m, n, rng)
    return Task(network, k, x, network(x), x_test, y_test)


def parameters(n: int, s: int) -> int:
    """Return s(n + 1), the number of weights and biases of the planted network."""
    return s * (n + 1)


class Effort(NamedTuple):
    """`max_iter` and `n_restarts` of the sparse learner."""

    steps: int
    starts: int


def fit_sparse(
    x: np.ndarray,
    y: np.ndarray,
    neurons: int,
    k: int | None,
    effort: Effort,
    rng: np.random.Generator,
) -> SparseReLURegressor:
    """Fit the sparse learner; k is None if it is not told."""
    # Here, since most jobs need no learner.
    from sparseact.learning.sparse_relu import SparseReLURegressor

    model = SparseReLURegressor(
        neurons,
        k,
        max_iter=effort.steps,
        n_restarts=effort.starts,
        random_state=int(rng.integers(2**31)),
    )
    return fitted(model, x, y)
