"""Empirical risk minimisation over sparsely activated ReLU networks, for any distribution."""

from __future__ import annotations

import math
import time
import warnings
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from sparseact.arguments import integer, number_or_nan, refuse_text, seconds
from sparseact.cube import MemoryBoundError
from sparseact.learning.fitting import as_points, checked_data, set_fitted
from sparseact.learning.sparse_search import WIDENING, Search, raise_biases
from sparseact.network import SparseReLUNetwork
from sparseact.reproducible import network_values

_MEMORY = 2**31  # bytes that a fit may use besides its arguments
_EPSILON = 2.0**-52
_FARTHEST = 1e55  # numbers of networks are between 1e-60 and 1e60


class SparseReLURegressor(RegressorMixin, BaseEstimator):
    """Least-squares fit of a network `h(x) = Σ_j u_j σ(⟨w_j, x⟩ − b_j)` with few neurons.

    The learner behind Theorem 17 (the paper, §5): it looks for a network of
    least training loss, with no assumption on the distribution of the inputs.
    No algorithm is known to find one in general; on planted networks the smallest
    loss is 0, so `loss_` shows whether the search succeeded.

    Parameters
    ----------
    n_neurons : int, default 8
        s, the largest number of neurons of the fitted network.
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
    inputs : {"pm1", "01"}, default "pm1"
        "01": X holds 0 and 1, and the network is fitted to −1 and 1 in their place, which
        all attributes then describe. "pm1": X is taken as it is, and may be any reals. It may
        be a sparse matrix of SciPy, which is made dense.
    time_limit : float, optional
        Seconds after which the best network so far is taken, with a ConvergenceWarning.
        The time is looked at between passes of Adam and between dampings of a step.
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
        The network for points of ±1, whose cube `max_active()` and `sparseact inspect`
        measure; k is guaranteed only at the training points. If X is ±1, it
        has the weights above. If X is 0/1, it has w_/2 and b_ − `Σ_i w_i/2`, rounded
        upwards, so that `network_(2*X - 1)` is `predict(X)` up to rounding, and no
        neuron is active at 2x − 1 that is not at x. Only ones count as ±1, and at
        them both agree. With any other X, also with columns of either coding,
        it is an AttributeError.
    loss_ : float
        Mean squared residual on the training data.
    loss_curve_ : list of float
        The losses after each pass of Adam over the data and after each step of
        Levenberg–Marquardt, of all starts; from Adam the mean over the pass, while the
        weights moved.
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
    then applies Levenberg–Marquardt to all weights and biases, with `|u_j|`
    absorbed by homogeneity: `u_j = ±1`. Mergers and Levenberg–Marquardt alternate
    until s neurons are left. With k, superfluous positive pre-activations are
    penalised throughout; those that remain are removed by raising biases.

    A step of `N = s(n + 1)` unknowns, 4s(n + 1) before mergers, solves equations whose
    matrix takes `16·N²` bytes. Where this and the data exceed 2^31 bytes the equations
    are solved by conjugate gradients, which go through the samples in blocks and store
    no matrix, and a step is less exact. Besides them a fit takes at most
    `32·m(n + 1) + 160·ms + 1024·s(n + 1) + 512·s²` bytes. The stored arrays depend
    on sizes and not on the machine, so `fit` has the same bits everywhere.

    References
    ----------
    - D. P. Kingma, J. Ba (2015). Adam: a method for stochastic optimization. ICLR 2015.
      arXiv:1412.6980
    - K. Levenberg (1944). A method for the solution of certain non-linear problems in least
      squares. Quart. Appl. Math. 2. doi:10.1090/qam/10666
    - D. W. Marquardt (1963). An algorithm for least-squares estimation of nonlinear parameters.
      J. SIAM 11. doi:10.1137/0111030
    - M. R. Hestenes, E. Stiefel (1952). Methods of conjugate gradients for solving linear systems.
      J. Res. Natl. Bur. Stand. 49. doi:10.6028/jres.049.044

    Raises
    ------
    ValueError
        On a parameter outside its range, data that are empty, not finite or of
        different lengths, or numbers so large or small that squares of the labels or
        quotients of the points would leave the range of floats.
    MemoryBoundError
        Before any work, if the data and the arrays made of them exceed 2^31 bytes.

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
        inputs: str = "pm1",
        time_limit: float | None = None,
        random_state: Any = None,
    ) -> None:
        self.n_neurons = n_neurons
        self.k = k
        self.max_iter = max_iter
        self.tol = tol
        self.n_restarts = n_restarts
        self.inputs = inputs
        self.time_limit = time_limit
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> SparseReLURegressor:
        """Fit to points X (m, n) of finite reals and labels y (m,).

        A fit that does not end leaves the estimator as it was.
        """
        self._check_parameters()
        deadline = time.monotonic() + seconds("time_limit", self.time_limit)
        X, y, noted = checked_data(
            self, X, y, dtype=np.float64, y_numeric=True, multi_output=False, accept_sparse="csr"
        )
        room = _memory_left(self.n_neurons, *X.shape)  # before a sparse X is made dense
        X = np.ascontiguousarray(as_points(X, self.inputs), dtype=np.float64)
        y = np.asarray(y, dtype=np.float64)
        m, n = X.shape
        seeds = check_random_state(self.random_state).randint(2**31 - 1, size=self.n_restarts)
        unit, centre, radius = _units(X, y)
        x = np.column_stack([(X - centre) / radius, np.full(m, -1.0)])
        # Plain ints: the kernels are recompiled for each type of integer.
        s = int(self.n_neurons)
        limit = None if self.k is None else int(self.k)
        search = Search(x, y / unit, s, limit, self.tol, deadline, room, unit)
        for seed in seeds:
            search.start(np.random.default_rng(seed), int(self.max_iter))
            if search.finished:
                break
        v, u = search.best
        # Back to the coordinates of X: ⟨w', (x − c)/r⟩ − b' = ⟨w'/r, x⟩ − (b' + ⟨w'/r, c⟩).
        w = v[:, :n] / radius
        b = v[:, n] + w @ centre
        if self.k is not None:
            b = raise_biases(X, w, b, self.k)
        u = u * unit
        loss = float(np.mean((network_values(X, w, b, u) - y) ** 2))
        network = _on_signs(SparseReLUNetwork(w, b, u), X)
        converged = loss <= self.tol * unit**2
        if not converged and search.unsettled:
            end = f"time_limit = {self.time_limit!r} s ended the search"
            warnings.warn(
                f"training loss {loss:.3g} was still falling after {search.iteration} steps"
                + (f", when {end}; raise it" if search.late else "; raise max_iter or n_restarts"),
                ConvergenceWarning,
                stacklevel=2,
            )
        fitted = {
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
        set_fitted(self, noted | fitted)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Return h at the rows of X (m, n), shape (m,)."""
        check_is_fitted(self)
        if not issparse(X):
            refuse_text("X", X)
        X = validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        X = np.ascontiguousarray(as_points(X, self.inputs), dtype=np.float64)
        return network_values(X, self.w_, self.b_, self.u_)

    @property
    def network_(self) -> SparseReLUNetwork:
        """The network for points of ±1, see the attributes of the class.

        Raises AttributeError if the training points are neither all ±1 nor all 0/1.
        """
        check_is_fitted(self)
        if self._network is None:
            raise AttributeError(
                "network_ is a function of points of ±1, and X was neither ±1 nor 0/1 throughout; "
                "w_, b_ and u_ hold the network for points such as X"
            )
        return self._network

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _check_parameters(self) -> None:
        for name in ("n_neurons", "k", "max_iter", "n_restarts"):
            if name != "k" or self.k is not None:
                integer(name, getattr(self, name), 1)
        if self.k is not None and self.k > self.n_neurons:
            raise ValueError(f"k must be at most n_neurons = {self.n_neurons}, got {self.k}")
        if not 0 <= number_or_nan(self.tol) < 1:
            raise ValueError(f"tol must lie in [0, 1), got {self.tol!r}")
        seconds("time_limit", self.time_limit)


def _memory_left(s: int, m: int, n: int) -> int:
    """Return the bytes that `_MEMORY` leaves for stored equations; reject larger data."""
    width = WIDENING * s
    size = 32 * m * (n + 1) + 40 * m * width + 256 * width * (n + 1) + 32 * width**2
    if size > _MEMORY:
        raise MemoryBoundError(
            f"{s} neurons on {n} inputs and {m} samples can need {size:.3g} bytes besides the "
            f"equations; a fit may use {_MEMORY:.3g}"
        )
    return _MEMORY - size


def _units(X: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the unit of the labels, and the centre and half-widths of the points' box, (n,) each.

    The unit is the labels' standard deviation; of constant labels their size, of zeros 1. A
    half-width 0 becomes 1. Raises ValueError if a network would have numbers outside its domain.
    """
    low, high = X.min(axis=0), X.max(axis=0)
    centre, radius = low / 2 + high / 2, high / 2 - low / 2
    radius[radius == 0] = 1.0
    with np.errstate(all="ignore"):  # what leaves the floats is rejected
        size, deviation = float(np.abs(y).max()), float(np.std(y))
        # Less is the rounding of the mean.
        unit = (deviation if deviation > 4 * _EPSILON * size else size) or 1.0
        sizes = np.concatenate([[unit], 1 / radius, unit / radius, np.abs(centre / radius)])
    sizes = sizes[sizes > 0]
    if not (sizes.min() >= 1 / _FARTHEST and sizes.max() <= _FARTHEST):
        raise ValueError(
            "the deviation of the labels, the half-width and the centre of each column of X, and "
            f"their ratios must be 0 or between {1 / _FARTHEST:g} and {_FARTHEST:g}, which the "
            f"weights of a network need; rescale X and y: they are up to {np.abs(X).max():.3g} "
            f"and {size:.3g} in size"
        )
    return unit, centre, radius


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
    """Return the smallest float that is at least the sum."""
    total = math.fsum(terms)  # the nearest
    return math.nextafter(total, math.inf) if math.fsum([*terms, -total]) > 0 else total
