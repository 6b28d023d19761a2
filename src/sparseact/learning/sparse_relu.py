"""Empirical risk minimisation over sparsely activated ReLU networks, for any distribution."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from sparseact.cube import MemoryBoundError, memory_limit
from sparseact.learning.fitting import checked_data, set_fitted
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import nearly_normal
from sparseact.reproducible import (
    Adam,
    cholesky,
    design,
    excess_beyond,
    mean,
    mean_square,
    merger_costs,
    network_values,
    normal_equations,
    product,
    signed_sum,
    solve,
)

_WIDENING = 4  # neurons that Adam trains for each one of the result
_RATE = 1e-2  # Adam's largest step
_DECAY = 1e-2  # weight decay, decoupled
_BATCH = 128
_TOGETHER = 8192  # samples that one call of Adam's kernel goes through, of small sets
_PENALTY = 0.03  # slope of the hinge on superfluous pre-activations, labels of variance 1
_PROBES = 4096  # samples on which mergers are compared
_MERGE_FACTOR = 4.0  # Adam's network is reduced until its loss would exceed this multiple
_MERGE_LOSS = 1e-2  # and this, labels of variance 1
_SLOW = 1e-3  # relative gain of one step at which the last descent ends
_PLATEAU = 1e-2  # relative gain of one step of Levenberg–Marquardt that counts as a halt
_EPSILON = 2.0**-52
_SMALLEST, _LARGEST = 1e-150, 1e150  # labels that can be squared
_NARROWEST = 1e-290  # half-width of a column that can be divided by


class SparseReLURegressor(RegressorMixin, BaseEstimator):
    """Least-squares fit of a network h(x) = Σ_j u_j σ(⟨w_j, x⟩ − b_j) with few neurons.

    The learner behind Theorem 17 (the paper, §5): it looks for a network of
    least training loss, with no assumption on the distribution of the inputs.
    No algorithm is known to find one in general; on planted networks the least
    loss is 0, so `loss_` tells whether the search succeeded.

    Parameters
    ----------
    n_neurons : int, default 8
        s: the fitted network has at most so many neurons.
    k : int, optional
        If given, at most k neurons of the fitted network are active at every
        training point. This is guaranteed, also under rounding, and the loss is
        reduced subject to it.
    max_iter : int, default 6000
        Mini-batch steps of Adam in one start.
    tol : float, default 1e-6
        A training loss (mean squared residual) of tol times the variance of the
        labels ends the search.
    n_restarts : int, default 3
        Largest number of starts, each from other random weights; the best one is kept.
    callback : callable, optional
        Called as callback(iteration, loss) after each pass of Adam over the
        data and after each step of Levenberg–Marquardt; returning True ends
        the search and the best network so far is kept.
    random_state : int, RandomState instance or None
        An int makes `fit` deterministic.

    Attributes
    ----------
    w_ : ndarray (s', n)
    b_ : ndarray (s',)
    u_ : ndarray (s',)
        The network h, for points in the coding of X; s' is `n_neurons`, or less if
        fewer do as well. `predict` evaluates it and does not guess at codings.
    network_ : SparseReLUNetwork
        The network for points of ±1, whose cube is what `max_active()` and `sparseact
        inspect` speak of; k is promised at the training points alone. If X is ±1, it
        has the weights above. If X is 0/1, it has w_/2 and b_ − Σ_i w_i/2, rounded
        upwards, so that `network_(2*X - 1)` is `predict(X)` up to rounding, and no
        neuron is active at 2x − 1 that is not at x. Ones alone count as ±1, and at
        them both agree. With any other X, also with columns of either coding,
        it is an AttributeError.
    loss_ : float
        Mean squared residual on the training data.
    loss_curve_ : list of float
        The losses as reported to the callback, of all starts; from Adam the mean
        over the pass, while the weights moved.
    converged_ : bool
        Whether `loss_` is at most tol times the variance of the labels, or of
        constant labels their square.
    n_iter_ : int
        Steps of Adam and of Levenberg–Marquardt together.
    n_restarts_ : int
        Starts that were made.
    n_features_in_ : int

    Notes
    -----
    A start trains 4s neurons with Adam and weight decay, merges neurons (two
    become one neuron with the sum or the difference of their weights, or one is
    dropped, whichever changes the function least on the training points) and
    then applies Levenberg–Marquardt to all weights and biases, with |u_j|
    absorbed by homogeneity: u_j = ±1. Mergers and Levenberg–Marquardt alternate
    until s neurons are left. With k, superfluous positive pre-activations are
    penalised throughout; those that remain are removed by raising biases.

    Raises
    ------
    ValueError
        On a parameter outside its range, data that are empty, not finite or of
        different lengths, or numbers so large or small that squares of the labels
        or quotients of the points would leave the range of floats.
    MemoryBoundError
        Before any work, if the equations of 4s neurons, (4s(n + 1))² numbers
        twice, could exceed memory.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.learning.sparse_relu import SparseReLURegressor
    >>> x = np.random.default_rng(0).choice([-1.0, 1.0], size=(400, 6))
    >>> y = np.maximum(x[:, 0] + x[:, 1] - 1, 0) - np.maximum(x[:, 2] - x[:, 3] - 1, 0)
    >>> model = SparseReLURegressor(2, max_iter=1000, random_state=0).fit(x, y)
    >>> model.converged_
    True
    >>> model.network_.s
    2
    """

    def __init__(
        self,
        n_neurons: int = 8,
        k: int | None = None,
        *,
        max_iter: int = 6000,
        tol: float = 1e-6,
        n_restarts: int = 3,
        callback: Callable[[int, float], Any] | None = None,
        random_state: Any = None,
    ) -> None:
        self.n_neurons = n_neurons
        self.k = k
        self.max_iter = max_iter
        self.tol = tol
        self.n_restarts = n_restarts
        self.callback = callback
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> SparseReLURegressor:
        """Fit to points X (m, n) of finite reals and labels y (m,).

        A fit that does not end leaves the estimator as it was.
        """
        self._check_parameters()
        X, y, noted = checked_data(self, X, y, dtype=np.float64, y_numeric=True, multi_output=False)
        y = np.asarray(y, dtype=np.float64)
        m, n = X.shape
        _require_memory(self.n_neurons, m, n)
        seeds = check_random_state(self.random_state).randint(2**31 - 1, size=self.n_restarts)
        unit = _unit(y)
        centre, radius = _box(X)
        x = np.empty((m, n + 1))
        x[:, :n] = (X - centre) / radius
        x[:, n] = -1.0
        # Plain ints: the kernels are compiled anew for each type of integer.
        s = int(self.n_neurons)
        limit = None if self.k is None else int(self.k)
        search = _Search(x, y / unit, s, limit, self.tol, unit, self.callback)
        for seed in seeds:
            search.start(np.random.default_rng(seed), int(self.max_iter))
            if search.finished:
                break
        v, u = search.best
        # Back to the coordinates of X: ⟨w', (x − c)/r⟩ − b' = ⟨w'/r, x⟩ − (b' + ⟨w'/r, c⟩).
        w = v[:, :n] / radius
        b = v[:, n] + product(w, centre[:, None])[:, 0]
        if self.k is not None:
            b = _raise_biases(X, w, b, self.k)
        u = u * unit
        loss = mean_square(network_values(X, w, b, u) - y)
        network = _on_signs(SparseReLUNetwork(w, b, u), X)
        converged = loss <= self.tol * unit**2
        if not converged and search.unsettled:
            warnings.warn(
                f"training loss {loss:.3g} was still falling after {search.iteration} steps; "
                "raise max_iter or n_restarts",
                ConvergenceWarning,
                stacklevel=2,
            )
        found = {
            "w_": w,
            "b_": b,
            "u_": u,
            "_network": network,
            "loss_": loss,
            "loss_curve_": search.curve,
            "converged_": converged,
            "n_iter_": search.iteration,
            "n_restarts_": search.starts,
        }
        set_fitted(self, noted | found)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Return h at the rows of X (m, n), shape (m,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        return network_values(X, self.w_, self.b_, self.u_)

    @property
    def network_(self) -> SparseReLUNetwork:
        """The network for points of ±1, see the attributes of the class.

        Raises
        ------
        AttributeError
            If the training points are neither all ±1 nor all 0/1.
        """
        check_is_fitted(self)
        if self._network is None:
            raise AttributeError(
                "network_ is a function of points of ±1, and X was neither ±1 nor 0/1 throughout; "
                "w_, b_ and u_ hold the network for points such as X"
            )
        return self._network

    def _check_parameters(self) -> None:
        for name in ("n_neurons", "k", "max_iter", "n_restarts"):
            value = getattr(self, name)
            if name == "k" and value is None:
                continue
            integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            if not integer or value < 1:
                raise ValueError(f"{name} must be an integer of at least 1, not {value!r}")
        if self.k is not None and self.k > self.n_neurons:
            raise ValueError(f"k must be at most n_neurons = {self.n_neurons}, not {self.k}")
        if not 0 <= self.tol < 1:
            raise ValueError(f"tol must lie in [0, 1), not {self.tol!r}")
        if self.callback is not None and not callable(self.callback):
            raise ValueError(f"callback must be a function or None, not {self.callback!r}")


def _require_memory(s: int, m: int, n: int) -> None:
    """Refuse what does not fit: the equations before any merger, points and pre-activations."""
    limit = memory_limit()
    width = _WIDENING * s
    unknowns = width * (n + 1)
    size = 16 * unknowns**2 + 24 * m * (n + 1) + 32 * m * width
    if size > limit:
        raise MemoryBoundError(
            f"{s} neurons on {n} inputs and {m} samples can need {size / 2**30:.3g} GiB for "
            f"{unknowns} unknowns at first; the limit here is {limit / 2**30:.3g} GiB"
        )


def _unit(y: np.ndarray) -> float:
    """Return the labels' standard deviation; of constant labels their size, of zeros 1."""
    size = float(np.abs(y).max())
    if size == 0:
        return 1.0
    if not _SMALLEST <= size <= _LARGEST:
        raise ValueError(
            f"the largest label in size is {size:.3g}, and squares need it between {_SMALLEST:g} "
            f"and {_LARGEST:g}, or 0; rescale y"
        )
    deviation = math.sqrt(mean_square(y - mean(y)))
    # Less is the rounding of the mean.
    return deviation if deviation > 4 * _EPSILON * size else size


def _box(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return centre and half-widths of the points' box, (n,) each; half-width 1 where it is 0."""
    low, high = X.min(axis=0), X.max(axis=0)
    radius = high / 2 - low / 2
    radius[radius == 0] = 1.0
    if radius.min() < _NARROWEST:
        column = int(np.argmin(radius))
        raise ValueError(
            f"column {column} of X has the half-width {radius[column]:.3g}, and weights need "
            f"{_NARROWEST:g} or more, or 0; rescale X"
        )
    return low / 2 + high / 2, radius


def _on_signs(network: SparseReLUNetwork, X: np.ndarray) -> SparseReLUNetwork | None:
    """Return a network for points like X as one for ±1; None if X is neither ±1 nor 0/1.

    Where x is 0/1 and x' = 2x − 1, ⟨w, x⟩ − b = ⟨w/2, x'⟩ − (b − Σ_i w_i/2).
    """
    ones = X == 1
    if (ones | (X == -1)).all():
        return network
    if not (ones | (X == 0)).all():
        return None
    w = network.w / 2
    terms = np.column_stack([network.b, -w]).tolist()
    return SparseReLUNetwork(w, [_sum_upwards(row) for row in terms], network.u)


def _sum_upwards(terms: list[float]) -> float:
    """Return the least float that is at least the sum."""
    total = math.fsum(terms)  # the nearest
    return math.nextafter(total, math.inf) if math.fsum([*terms, -total]) > 0 else total


class _Network(NamedTuple):
    """Augmented weights v = (w, b), shape (s, n + 1), and output weights u, shape (s,)."""

    v: np.ndarray
    u: np.ndarray


class _State(NamedTuple):
    """What Levenberg–Marquardt knows at one point of its path."""

    z: np.ndarray  # pre-activations (m, s)
    residual: np.ndarray  # (m,)
    excess: np.ndarray | None  # superfluous pre-activations (m, s), else 0
    loss: float
    total: float  # the loss and the penalty


class _Stop(Exception):  # noqa: N818
    """The callback asked to stop."""


class _Search:
    """Starts of the search, the best network so far and the history.

    Points come as x (m, n + 1) with −1 in the last column, labels with variance 1.
    """

    def __init__(
        self,
        x: np.ndarray,
        y: np.ndarray,
        s: int,
        k: int | None,
        tol: float,
        unit: float,
        callback: Callable[[int, float], Any] | None,
    ) -> None:
        self.x, self.y, self.s, self.tol = x, y, s, tol
        self.samples = design(x)
        self.k = None if k is None or k >= s else k
        self.unit, self.callback = unit, callback
        self.curve: list[float] = []
        self.iteration = self.starts = 0
        self.best = _Network(np.zeros((1, x.shape[1])), np.zeros(1))
        self.best_loss = math.inf
        self.finished = False
        self.unsettled = True

    def start(self, rng: np.random.Generator, steps: int) -> None:
        """Run one start and keep its network if it is the best."""
        self.starts += 1
        self.latest: _Network | None = None
        try:
            self._run(rng, steps)
        except _Stop:
            self.finished = True
            self.unsettled = False
        assert self.latest is not None
        network = _signs(self.latest)
        if len(network.u) > self.s:
            network = self._merge(network, self.s)
        if self.k is not None:
            network = self._repair(network)
        loss = self._loss(network)
        if loss < self.best_loss:
            self.best, self.best_loss = network, loss
        if self.best_loss <= self.tol:
            self.finished = True

    def _run(self, rng: np.random.Generator, steps: int) -> None:
        network = self._adam(rng, _WIDENING * self.s, steps)
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

    def _loss(self, network: _Network) -> float:
        return mean_square(signed_sum(product(self.x, network.v.T), network.u) - self.y)

    def _report(self, loss: float, steps: int, network: _Network | None = None) -> None:
        self.iteration += steps
        if network is not None:
            self.latest = network
        self.curve.append(loss * self.unit**2)
        if self.callback is not None and self.callback(self.iteration, self.curve[-1]):
            raise _Stop

    # ------------------------------------------------------------ Adam

    def _adam(self, rng: np.random.Generator, width: int, steps: int) -> _Network:
        m, d = self.x.shape
        # A callback may stop after any pass.
        together = 1 if self.callback else max(1, _TOGETHER // m)
        adam = Adam(
            self.x,
            self.y,
            nearly_normal(rng, (width, d)) / math.sqrt(d),
            rng.choice([-2.0, 2.0], size=width) / math.sqrt(width),
            steps,
            rate=_RATE,
            decay=_DECAY,
            batch=_BATCH,
            k=self.k,
            penalty=_PENALTY,
        )
        try:
            while adam.step < steps:
                orders = rng.permuted(np.tile(np.arange(m), (together, 1)), axis=1)
                before = adam.step
                losses = adam.train(orders)
                if self.callback is None:
                    self.iteration += adam.step - before
                    self.curve += (losses * self.unit**2).tolist()
                else:
                    self._report(float(losses[0]), adam.step - before)
        finally:
            self.latest = _signs(_Network(*adam.network))
        return self.latest

    # --------------------------------------------------------- mergers

    def _merge(self, network: _Network, width: int, budget: float = math.inf) -> _Network:
        """Merge or drop neurons, u = ±1, to at least `width` and while the loss is in budget."""
        step = max(1, len(self.y) // _PROBES)
        x, y = self.x[::step], self.y[::step]
        v, u = network.v.copy(), network.u.copy()
        z = product(v, x.T)
        costs = np.full((len(u), len(u)), np.inf)
        for j in range(len(u)):
            merger_costs(z, u, j, costs)
        while len(u) > width:
            j, i = divmod(int(np.argmin(costs)), len(u))
            merged = v[j] + u[j] * u[i] * v[i]  # neuron j takes i in
            keep = np.arange(len(u)) != i
            if j == i:
                new_v = v[keep]
            else:
                new_v = v.copy()
                new_v[j] = merged
                new_v = new_v[keep]
            if mean_square(signed_sum(product(x, new_v.T), u[keep]) - y) > budget:
                break
            v, u = new_v, u[keep]
            z, costs = z[keep], costs[np.ix_(keep, keep)]
            if j != i:
                j -= j > i
                z[j] = product(v[j : j + 1], x.T)
                merger_costs(z, u, j, costs)
        return _Network(v, u)

    # --------------------------------------------- Levenberg–Marquardt

    def _descend(
        self, network: _Network, steps: int, goal: float, plateau: float, weight: float = 1.0
    ) -> _Network:
        """Minimise the loss over v by Levenberg–Marquardt, u = ±1.

        With k, `weight` times the mean square of superfluous pre-activations is added.
        """
        v, u = network
        state = self._objective(v, u, weight)
        damping = 1e-3
        self._report(state.loss, 0, network)
        self.unsettled = state.total > goal
        for _ in range(steps if self.unsettled else 0):
            matrix, gradient = normal_equations(self.samples, state.z > 0, u, state.residual)
            if state.excess is not None:
                self._add_penalty(state.excess, weight, matrix, gradient)
            diagonal = np.diag(matrix)
            scale = np.maximum(diagonal, 1e-3 * mean(diagonal))
            better = None
            while better is None and damping < 1e6:
                system = matrix.copy()
                system.flat[:: len(system) + 1] += damping * scale
                if not cholesky(system):
                    damping *= 10
                    continue
                moved = v - solve(system, gradient).reshape(v.shape)
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
            self._report(state.loss, 1, _Network(v, u))
            if settled or state.total <= goal:
                self.unsettled = False
                break
        return _Network(v, u)

    def _objective(self, v: np.ndarray, u: np.ndarray, weight: float) -> _State:
        z = product(self.x, v.T)
        residual = signed_sum(z, u) - self.y
        loss = mean_square(residual)
        if self.k is None or len(u) <= self.k:
            return _State(z, residual, None, loss, loss)
        excess = excess_beyond(z, self.k)
        penalty = mean_square(excess) * excess.shape[1]
        return _State(z, residual, excess, loss, loss + weight * penalty)

    def _add_penalty(
        self, excess: np.ndarray, weight: float, matrix: np.ndarray, gradient: np.ndarray
    ) -> None:
        """Add weight·Σ excess² to the normal equations; a neuron's excess meets its own block."""
        d = self.x.shape[1]
        for j in range(excess.shape[1]):
            own = excess[:, j].copy()  # the kernels are compiled anew for each layout
            part = slice(j * d, (j + 1) * d)
            block, slope = normal_equations(self.samples, own[:, None] > 0, np.ones(1), own)
            matrix[part, part] += weight * block
            gradient[part] += weight * slope

    # -------------------------------------------------------- sparsity

    def _repair(self, network: _Network) -> _Network:
        """Make the network k-sparse on the samples and fit u anew."""
        assert self.k is not None
        v = network.v.copy()
        v[:, -1] = _raise_biases(self.x[:, :-1], v[:, :-1], v[:, -1], int(self.k))
        features = np.maximum(product(self.x, v.T), 0.0)
        # A ridge about the old u: where hardly a sample is active, u must not run away.
        gram = product(features.T, features)
        gram.flat[:: len(gram) + 1] += 1e-6 * max(np.diag(gram).max(), 1e-300)
        residual = self.y - signed_sum(features, network.u)
        right = product(features.T, residual[:, None])[:, 0]
        if not cholesky(gram):
            raise AssertionError("a Gram matrix with a ridge is positive definite")
        return _Network(v, network.u + solve(gram, right))


def _signs(network: _Network) -> _Network:
    """Return the same function with u = ±1."""
    return _Network(network.v * np.abs(network.u)[:, None], np.where(network.u < 0, -1.0, 1.0))


def _raise_biases(x: np.ndarray, w: np.ndarray, b: np.ndarray, k: int) -> np.ndarray:
    """Return biases, none lower, with which at most k neurons are active at each row of x.

    A neuron counts as active already where rounding of its pre-activation could
    make it so. Raising a bias activates nothing, so one pass over the points is
    enough; at each, the neurons with the smallest pre-activations give way.
    """
    b = b.copy()
    products = product(x, w.T)
    # Four times the usual bound on the rounding error of ⟨w, x⟩ − b.
    error = product(np.abs(x), np.abs(w).T).max(axis=0) * (x.shape[1] + 4) * 2.0**-50
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
