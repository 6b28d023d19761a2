"""The search for a sparsely activated network of small loss: Adam, mergers, Levenberg–Marquardt."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numba import njit
from scipy.linalg import solve

from sparseact.learning.adam import Adam, excess_beyond
from sparseact.learning.damped_steps import (
    Linearised,
    OutOfTime,
    StoredEquations,
    StreamedEquations,
)
from sparseact.randomness import nearly_normal

WIDENING = 4  # neurons that Adam trains for each one of the result
_RATE = 1e-2  # Adam's largest step
_DECAY = 1e-2  # weight decay, decoupled
_BATCH = 128
_TOGETHER = 8192  # samples that one call of Adam's kernel goes through, of small sets
_PENALTY = 0.03  # slope of the hinge on superfluous pre-activations, labels of variance 1
_PROBES = 4096  # samples on which mergers are compared
_LATE = 128  # neurons that are merged, and not dropped, where the time is over
_MERGE_FACTOR = 4.0  # Adam's network is reduced until its loss would exceed this multiple
_MERGE_LOSS = 1e-2  # and this, labels of variance 1
_SLOW = 1e-3  # relative gain of one step at which the last descent ends
_PLATEAU = 1e-2  # relative gain of one step of Levenberg–Marquardt that counts as a halt


class Network(NamedTuple):
    """Augmented weights v = (w, b), shape (s, n + 1), and output weights u, shape (s,)."""

    v: np.ndarray
    u: np.ndarray


class _State(NamedTuple):
    """The state of Levenberg–Marquardt at one point of its path."""

    z: np.ndarray  # pre-activations (m, s)
    residual: np.ndarray  # (m,)
    excess: np.ndarray | None  # superfluous pre-activations (m, s), else 0
    loss: float
    total: float  # the loss and the penalty on the excess


@dataclass
class Search:
    """Starts of the search, the best network so far and the history.

    The labels have variance 1, in the units of the search.
    """

    x: np.ndarray  # (m, n + 1), −1 in the last column
    y: np.ndarray  # (m,)
    s: int
    k: int | None
    tol: float
    deadline: float  # of time.monotonic
    stored: int  # bytes for equations; larger ones are only multiplied with
    unit: float  # of the labels, for `curve`
    curve: list[float] = field(default_factory=list)
    iteration: int = 0
    starts: int = 0
    best_loss: float = math.inf
    finished: bool = False
    late: bool = False
    unsettled: bool = True

    def __post_init__(self) -> None:
        self.k = None if self.k is None or self.k >= self.s else self.k
        self.best = self.latest = Network(np.zeros((1, self.x.shape[1])), np.zeros(1))

    def start(self, rng: np.random.Generator, steps: int) -> None:
        """Run one start from random weights and keep its network if it is the best."""
        self.starts += 1
        try:
            self._run(rng, steps)
        except OutOfTime:
            self.finished = self.unsettled = True
        network = _signs(self.latest)
        if self.late and len(network.u) > max(self.s, _LATE):
            network = self._largest(network, max(self.s, _LATE))
        if len(network.u) > self.s:
            network = self._merge(network, self.s)
        if self.k is not None:
            network = self._repair(network)
        loss = self._loss(network)
        if loss < self.best_loss:
            self.best, self.best_loss = network, loss
        if loss <= self.tol:
            self.finished = True

    def _run(self, rng: np.random.Generator, steps: int) -> None:
        network = self._adam(rng, WIDENING * self.s, steps)
        loss = self._loss(network)
        network = self._merge(network, self.s, max(_MERGE_FACTOR * loss, _MERGE_LOSS))
        network = self._descend(network, 15, max(self.tol, loss / 10), _PLATEAU)
        while len(network.u) > self.s:
            width = max(self.s, len(network.u) - max(1, len(network.u) // 5))
            network = self._descend(self._merge(network, width), 8, self.tol, _PLATEAU)
        network = self._descend(network, 100, self.tol, _SLOW)
        if self.k is not None:
            for weight in (10.0, 100.0):
                if self._loss(self._repair(network)) <= self.tol:
                    break
                network = self._descend(network, 30, self.tol / 10, _SLOW, weight)

    def _loss(self, network: Network) -> float:
        values = np.maximum(self.x @ network.v.T, 0) @ network.u
        return _mean_square(values - self.y)

    def _report(self, loss: float, steps: int, network: Network) -> None:
        self.iteration += steps
        self.latest = network
        self.curve.append(loss * self.unit**2)
        self._check_time()

    def _check_time(self) -> None:
        if time.monotonic() > self.deadline:
            self.late = True
            raise OutOfTime

    # ------------------------------------------------------------ Adam

    def _adam(self, rng: np.random.Generator, width: int, steps: int) -> Network:
        m, d = self.x.shape
        together = max(1, _TOGETHER // m)
        v = nearly_normal(rng, (width, d)) / math.sqrt(d)
        u = rng.choice([-2.0, 2.0], size=width) / math.sqrt(width)
        adam = Adam(
            self.x, self.y, v, u, steps, rate=_RATE, decay=_DECAY, batch=_BATCH, k=self.k,
            penalty=_PENALTY,
        )  # fmt: skip
        try:
            while adam.step < steps:
                orders = rng.permuted(np.tile(np.arange(m), (together, 1)), axis=1)
                before = adam.step
                losses = adam.train(orders)
                self.iteration += adam.step - before
                self.curve += (losses * self.unit**2).tolist()
                self._check_time()
        finally:
            self.latest = _signs(Network(*adam.network))
        return self.latest

    # --------------------------------------------------------- mergers

    def _merge(self, network: Network, width: int, budget: float = math.inf) -> Network:
        """Merge or drop neurons, u = ±1, to at least `width` and while the loss is in budget."""
        step = max(1, len(self.y) // _PROBES)
        x, y = self.x[::step], self.y[::step]
        v, u = network.v.copy(), network.u.copy()
        z = v @ x.T
        costs = np.full((len(u), len(u)), np.inf)
        for j in range(len(u)):
            _put_merger_costs(z, u, j, costs)
        while len(u) > width:
            j, i = divmod(int(np.argmin(costs)), len(u))
            keep = np.arange(len(u)) != i
            new_v = v.copy()
            if j != i:
                new_v[j] += u[j] * u[i] * v[i]  # neuron j takes i in
            new_v = new_v[keep]
            if budget < math.inf:
                self._check_time()
                values = np.maximum(x @ new_v.T, 0) @ u[keep]
                if _mean_square(values - y) > budget:
                    break
            v, u = new_v, u[keep]
            z, costs = z[keep], costs[np.ix_(keep, keep)]
            if j != i:
                j -= j > i
                z[j] = v[j] @ x.T
                _put_merger_costs(z, u, j, costs)
        return Network(v, u)

    def _largest(self, network: Network, width: int) -> Network:
        """Keep the neurons with the largest values, which takes less time than mergers."""
        v, u = network
        probes = self.x[:: max(1, len(self.y) // _PROBES)]
        sizes = np.square(np.maximum(probes @ v.T, 0)).sum(axis=0)
        kept = np.sort(np.argsort(-sizes, kind="stable")[:width])
        return Network(v[kept], u[kept])

    # --------------------------------------------- Levenberg–Marquardt

    def _descend(
        self, network: Network, steps: int, goal: float, plateau: float, weight: float = 1.0
    ) -> Network:
        """Minimise the loss over v by Levenberg–Marquardt, u = ±1.

        With k, `weight` times the mean square of superfluous pre-activations is added.
        """
        v, u = network
        state = self._objective(v, u, weight)
        damping = 1e-3
        self._report(state.loss, 0, network)
        self.unsettled = state.total > goal
        for _ in range(steps if self.unsettled else 0):
            point = Linearised(self.x, u, state.z > 0, state.residual, state.excess, weight)
            # At most the seconds of stored equations and one step on a slow machine.
            needed = 1e-11 * (len(self.y) + 2 * v.size) * v.size**2
            fast = time.monotonic() + needed <= self.deadline
            stored = fast and 16 * v.size**2 <= self.stored
            equations = StoredEquations(point) if stored else StreamedEquations(point)
            better = None
            while better is None and damping < 1e6:
                self._check_time()
                step = equations.step(damping, self.deadline)
                if step is None:
                    damping *= 10
                    continue
                moved = v - step.reshape(v.shape)
                tried = self._objective(moved, u, weight)
                if tried.total < state.total:
                    better = tried
                    damping = max(damping / 5, 1e-10)
                else:
                    damping *= 4
            if better is None:
                self.unsettled = False
                break
            settled = better.total > (1 - max(plateau, 1e-6)) * state.total
            v, state = moved, better
            self._report(state.loss, 1, Network(v, u))
            if settled or state.total <= goal:
                self.unsettled = False
                break
        return Network(v, u)

    def _objective(self, v: np.ndarray, u: np.ndarray, weight: float) -> _State:
        z = self.x @ v.T
        residual = np.maximum(z, 0) @ u - self.y
        loss = _mean_square(residual)
        if self.k is None or len(u) <= self.k:
            return _State(z, residual, None, loss, loss)
        excess = excess_beyond(z, self.k)
        penalty = _mean_square(excess) * excess.shape[1]
        return _State(z, residual, excess, loss, loss + weight * penalty)

    # -------------------------------------------------------- sparsity

    def _repair(self, network: Network) -> Network:
        """Make the network k-sparse on the samples and refit u."""
        assert self.k is not None
        v = network.v.copy()
        v[:, -1] = raise_biases(self.x[:, :-1], v[:, :-1], v[:, -1], int(self.k))
        features = np.maximum(self.x @ v.T, 0.0)
        residual = self.y - features @ network.u
        # A ridge about the old u: where hardly a sample is active, u must not run away.
        gram = features.T @ features
        gram.flat[:: len(gram) + 1] += 1e-6 * max(np.diag(gram).max(), 1e-300)
        return Network(v, network.u + solve(gram, features.T @ residual, assume_a="pos"))


def _mean_square(values: np.ndarray) -> float:
    return float(np.mean(np.square(values)))


def _signs(network: Network) -> Network:
    """Return the same function with u = ±1."""
    return Network(network.v * np.abs(network.u)[:, None], np.where(network.u < 0, -1.0, 1.0))


def raise_biases(x: np.ndarray, w: np.ndarray, b: np.ndarray, k: int) -> np.ndarray:
    """Return biases, none lower, with which at most k neurons are active at each row of x.

    A neuron counts as active already where rounding of its pre-activation could
    make it so. Raising a bias activates nothing, so one pass over the points is
    enough; at each, the neurons with the smallest pre-activations give way.
    """
    b = b.copy()
    products = x @ w.T
    # Four times the usual bound on the rounding error of ⟨w, x⟩ − b.
    error = (np.abs(x) @ np.abs(w).T).max(axis=0) * (x.shape[1] + 4) * 2.0**-50
    active = (products - b > -(error + 2.0**-50 * np.abs(b))).sum(axis=1)
    crowded = np.flatnonzero(active > k)
    for i in crowded[np.argsort(-active[crowded], kind="stable")]:
        margin = error + 2.0**-50 * np.abs(b)
        z = products[i] - b
        among = np.flatnonzero(z > -margin)
        if len(among) <= k:
            continue
        for j in among[np.argsort(z[among], kind="stable")][: len(among) - k]:
            b[j] = products[i, j] + 2 * error[j] + 2.0**-48 * abs(products[i, j])
    return b


@njit(cache=True)
def _put_merger_costs(z, u, j, costs):
    """Fill row and column j of costs (s, s): costs[a, b] is for merging b into a.

    z (s, m) are pre-activations, u (s,) is ±1. The change of the function is
    squared and summed over the samples; costs[j, j] is for dropping j.
    """
    s, m = z.shape
    for i in range(s):
        forth, back = 0.0, 0.0
        same = u[i] == u[j]
        for t in range(m):
            p, q = z[j, t], z[i, t]
            a, b = max(p, 0.0), max(q, 0.0)
            if i == j:
                forth += a * a
            elif same:
                e = a + b - max(p + q, 0.0)
                forth += e * e
            else:
                e = a - b - max(p - q, 0.0)
                forth += e * e
                e = b - a - max(q - p, 0.0)
                back += e * e
        costs[j, i] = forth
        if i != j:
            costs[i, j] = forth if same else back
