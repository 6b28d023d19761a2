"""One-hidden-layer ReLU networks: values, active sets, scale and sparsity.

Values and activity at given points take any real inputs. All else is about the cube.
There a pre-activation ⟨w, x⟩ − b is a number that depends on the low half of the
coordinates plus one that depends on the high half, so both halves are tabulated and
no array of 2^n × s is ever made.

Activity is decided exactly for every network, in integers (`activity`,
`most_active`), and of a network made from a model it is the model's. Values are exact
where `is_exact` says so, and right to rounding elsewhere.
"""

from __future__ import annotations

import io
import math
import time
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from balls import sqrt
from sparseact import activity, arguments, cube, layers
from sparseact.activity import IntegerNeuron
from sparseact.arguments import LEAST, MOST
from sparseact.most_active import LEAF, most_active
from sparseact.npz import read_arrays, with_places, write_whole
from sparseact.reproducible import network_values

#: Up to this number of coordinates in use `max_active` enumerates the cube: seconds at s = 256.
ENUMERATION_LIMIT = 28

#: Neurons at points that enumeration counts in a second, at least.
COUNTS_A_SECOND = 2.0**33

#: A network has at most this many weights, s·n, by any construction here: 1 GiB of float64.
MOST_WEIGHTS = 1 << 27

_CLIMBS = 8  # points from which a search with a time limit climbs first
_PATIENCE = 10.0  # seconds of a search without a limit before a warning

_POINT_BLOCK = 1 << 22  # pre-activations that evaluation at given points holds at one time


class SparseReLUNetwork:
    """`h(x) = Σ_j u_j σ(⟨w_j, x⟩ − b_j) + c`, the paper's Definition 1, which has `c = 0`.

    Neuron j is active at x if `⟨w_j, x⟩ − b_j > 0`, strictly. A bias is subtracted:
    `from_layers` and `from_sklearn` take networks whose bias is added.

    Parameters
    ----------
    w : array_like, shape (s, n)
    b : array_like, shape (s,)
    u : array_like, shape (s,)
    c : float
        Real numbers, `s ≥ 1`, `n ≥ 1`; kept as float64. Those that are not 0, and their
        products `u_j·w_ji` and `u_j·b_j`, are between 2⁻²⁰⁰ and 2²⁰⁰ in size, and so is `|h|`
        at most. A network does not change. The output bias c shifts h, and is not part of
        the sparsity k and of the scale W, B.

    Raises
    ------
    ValueError
        If a shape is wrong, or a number is not finite, not real, or outside these ends.

    Examples
    --------
    >>> from sparseact import SparseReLUNetwork
    >>> network = SparseReLUNetwork(w=[[1, 1], [-1, 1]], b=[1, 0], u=[1, -2])
    >>> network([[1, 1], [-1, 1]])
    array([ 1., -4.])
    >>> network.max_active()
    (1, 1)
    """

    w: np.ndarray
    b: np.ndarray
    u: np.ndarray
    c: float

    def __init__(self, w: Any, b: Any, u: Any, c: Any = 0.0) -> None:
        own = vars(self)  # since attributes cannot be set
        own.update({name: _real_array(name, v) for name, v in (("w", w), ("b", b), ("u", u))})
        if self.w.ndim != 2 or 0 in self.w.shape:
            raise ValueError(
                f"w must have shape (s, n) with s, n of at least 1, got {self.w.shape}"
            )
        for name, array in (("b", self.b), ("u", self.u)):
            if array.shape != (self.s,):
                raise ValueError(
                    f"{name} must have shape ({self.s},), one for each row of w, got {array.shape}"
                )
        constant = _real_array("c", c)
        if constant.size != 1:
            raise ValueError(f"c must be one number, not of shape {constant.shape}")
        own["c"] = float(constant.ravel()[0])
        self._require_domain()

    def _require_domain(self) -> None:
        """Reject numbers outside the domain; see the class."""
        ends = f"not 0 must be between 2^-200 and 2^200 in size ({LEAST:.3g} to {MOST:.3g})"
        least = np.full(self.s, MOST)  # of each neuron's weights and its bias that are not 0
        for name, array in (("w", self.w), ("b", self.b), ("u", self.u), ("c", np.array(self.c))):
            sizes = np.abs(array).reshape(len(array) if array.ndim else 1, -1)
            wrong = ((sizes < LEAST) & (sizes > 0)) | (sizes > MOST)
            if wrong.any():
                value = array.reshape(sizes.shape)[wrong][0]
                raise ValueError(f"{name} holds {value:.3g}; numbers that are {ends}")
            if name in "wb":
                least = np.minimum(least, np.min(sizes, 1, where=sizes > 0, initial=MOST))
        smallest = (np.abs(self.u) * least).min(where=self.u != 0, initial=MOST)
        if smallest < LEAST:
            raise ValueError(
                f"a product of u and w or b is {smallest:.3g}; products that are {ends}"
            )
        largest = self.largest_value
        if largest > MOST:
            raise ValueError(f"h may be as large as {largest:.3g}; values that are {ends}")

    # Computed properties are kept, so no attribute that they depend on may change.

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a network does not change; make another one for another {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        state = {"neurons": self.neurons, "is_rounded": True} if self.is_rounded else None
        return type(self), (self.w, self.b, self.u, self.c), state

    def with_neurons(self, neurons: list[IntegerNeuron]) -> SparseReLUNetwork:
        """Return the network itself, whose w and b are now the rounded ones of these neurons."""
        vars(self).update(neurons=neurons, is_rounded=True)
        return self

    @property
    def largest_value(self) -> float:
        """A bound on `|h|`, and on every sum that makes it."""
        with np.errstate(over="ignore"):
            neurons = np.abs(self.u) @ (np.abs(self.w).sum(axis=1) + np.abs(self.b))
        return float(neurons) + abs(self.c)

    @classmethod
    def from_layers(
        cls,
        W1: Any,
        b1: Any,
        W2: Any,
        b2: Any,
        inputs: str = "pm1",
        check: tuple[Any, Any] | None = None,
        output: int | None = None,
        layout: str | None = None,
    ) -> SparseReLUNetwork:
        """Return the network `x ↦ W2·σ(W1·x + b1) + b2` of two layers, trained elsewhere.

        Parameters
        ----------
        W1, b1, W2, b2 : array_like
            b1 (s,) and b2 a number or (o,), for o outputs. Either W1 (s, n) with W2 (o, s)
            or (s,), as PyTorch has them, or W1 (n, s) with W2 (s, o), as scikit-learn and
            Keras do. Tensors of PyTorch are taken, too. A square W1 without a
            `check` or a `layout` gives a warning.
        inputs : {"pm1", "01"}
            The inputs in training: −1 and 1, or 0 and 1. The network made here takes −1
            for 0.
        check : (X, y), optional
            Points (m, n) as the model takes them, and its predictions (m,), without a
            function of the output such as the logistic one. They may differ from the
            network's by the rounding of each point's sums in the model's precision.
        output : int, optional
            Which of several outputs; needed where there are several.
        layout : {"out, in", "in, out"}, optional
            The first is PyTorch's, the second the one of scikit-learn and Keras. None: as the
            shapes show, and PyTorch's where they fit both.

        Raises
        ------
        ValueError
            If shapes do not fit together, a number is not finite and real, or the
            network does not agree with `check` up to rounding. It says which of the usual
            mistakes, such as biases of the other sign, would explain the predictions.

        Examples
        --------
        Biases are added, as other libraries do, and inputs were 0 and 1:

        >>> from sparseact import SparseReLUNetwork
        >>> network = SparseReLUNetwork.from_layers([[2, 0], [0, 4]], [-1, 0], [[1, 1]], 0, "01")
        >>> network([[1, 1], [-1, 1]])  # relu(2 - 1) + relu(4), and relu(-1) + relu(4)
        array([5., 4.])
        """
        layers.require_inputs(inputs)
        chain = layers.chain_of_arrays(W1, b1, W2, b2, layout).of_output(output)
        W1 = chain.layers[0][0]
        if check is None and layout is None and W1.shape[0] == W1.shape[1]:
            warnings.warn(
                "W1 is square, so that its layout is known only from W2, and where that is flat or "
                "square they are taken as PyTorch's; give layout='out, in' (PyTorch) or 'in, out' "
                "(Keras), or check=(X, y) to compare the network with the model's predictions",
                stacklevel=2,
            )
        return cls.of_chain(chain, inputs, check)

    @classmethod
    def of_chain(
        cls, chain: layers.Chain, inputs: str, check: tuple[Any, Any] | None = None
    ) -> SparseReLUNetwork:
        """Return the network of a chain of one output; arguments as in `from_layers`."""
        *parts, neurons = layers.neurons_of(chain, inputs)
        network = cls(*parts)
        if neurons is not None:
            network.with_neurons(neurons)
        if check is not None:
            if not isinstance(check, (tuple, list)) or len(check) != 2:
                raise ValueError(f"check must be a pair (X, y), got {check!r}")
            points, predictions = check
            layers.require_agreement(
                chain, network(layers.signed(points, inputs)), points, predictions
            )
        return network

    @classmethod
    def from_sklearn(
        cls,
        model: Any,
        inputs: str = "pm1",
        check: tuple[Any, Any] | None = None,
        output: int | None = None,
    ) -> SparseReLUNetwork:
        """Return the network of a fitted MLPRegressor, or MLPClassifier of two classes.

        A classifier's network is the log-odds of its second class, before the
        logistic function. The network is compared with the model's predictions at 64 random
        points, and is rejected where they differ by more than rounding.

        Parameters
        ----------
        model : MLPRegressor or MLPClassifier
            With `activation="relu"` and one hidden layer.
        inputs, check, output
            As in `from_layers`; a regressor's predictions are `model.predict(X)`.

        Raises
        ------
        ValueError
            If the model is another, or as in `from_layers`.

        Examples
        --------
        >>> import numpy as np
        >>> from sklearn.neural_network import MLPRegressor
        >>> from sparseact import SparseReLUNetwork
        >>> X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
        >>> model = MLPRegressor(hidden_layer_sizes=3, solver="lbfgs").fit(X, X[:, 0])
        >>> SparseReLUNetwork.from_sklearn(model, check=(X, model.predict(X)))
        SparseReLUNetwork(n=2, s=3)
        """
        layers.require_inputs(inputs)
        return cls.of_chain(layers.chain_of_sklearn(model).of_output(output), inputs, check)

    @classmethod
    def from_torch(
        cls,
        model: Any,
        output: int | None = None,
        inputs: str = "pm1",
        check: tuple[Any, Any] | None = None,
    ) -> SparseReLUNetwork:
        """Return the network of a PyTorch module of Linear, ReLU and Linear.

        Flatten, Identity and, in eval mode, Dropout may be among them. A missing bias is 0.
        A logistic function at the end is left out, so that the network is the log-odds, and
        Softmax of two outputs becomes them; of more outputs each is a number before Softmax.
        The network is compared with the module itself at 64 random points, and is rejected
        where they differ by more than rounding.

        Parameters
        ----------
        model : torch.nn.Module
            Its modules are read in the order in which they were made.
        output : int, optional
            Which of several outputs.
        inputs, check
            As in `from_layers`; predictions may be tensors, and belong to one output.

        Raises
        ------
        ValueError
            If a module is of another kind, which is named, the network does not compute the
            module's outputs, or as in `from_layers`.

        Examples
        --------
        With PyTorch::

            model = torch.nn.Sequential(
                torch.nn.Linear(64, 16), torch.nn.ReLU(), torch.nn.Linear(16, 10)
            )
            ...  # train it
            network = SparseReLUNetwork.from_torch(
                model, output=3, inputs="01", check=(X, model(X)[:, 3])
            )
        """
        layers.require_inputs(inputs)
        chain = layers.chain_of_torch(model)
        if chain.end.endswith("Softmax") and len(chain.layers[-1][1]) == 2 and output is None:
            output = 1
        return cls.of_chain(chain.as_log_odds().of_output(output), inputs, check)

    @property
    def n(self) -> int:
        """Number of inputs."""
        return int(self.w.shape[1])

    @property
    def s(self) -> int:
        """Number of neurons."""
        return int(self.w.shape[0])

    def __repr__(self) -> str:
        return f"SparseReLUNetwork(n={self.n}, s={self.s})"

    # ---------------------------------------------------------- at points

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Return h at the points x.

        Parameters
        ----------
        x : array_like, shape (m, n)
            Finite real numbers.

        Returns
        -------
        ndarray of float64, shape (m,)

        Raises
        ------
        ValueError
            If x has another shape, a number is not finite or not real, or values
            could leave the range of floats.
        """
        x = self._checked(x)
        h = np.empty(len(x))
        for rows in self._row_blocks(len(x)):
            h[rows] = network_values(x[rows], self.w, self.b, self.u)
        return h + self.c

    def active(self, x: np.ndarray) -> np.ndarray:
        """Return which neurons are active at the points x, decided exactly.

        Rejects points as `__call__` does.

        Parameters
        ----------
        x : array_like, shape (m, n)
            Finite real numbers; as float64, if they have more digits.

        Returns
        -------
        ndarray of bool, shape (m, s)

        Examples
        --------
        In floating point 1e16 + 1 is 1e16:

        >>> from sparseact import SparseReLUNetwork
        >>> network = SparseReLUNetwork(w=[[1, 1]], b=[1e16], u=[1])
        >>> network.active([[1e16, 1], [1e16, 0]])
        array([[ True],
               [False]])
        """
        x = self._checked(x)
        active = np.empty((len(x), self.s), dtype=bool)
        w, b = self._rows
        for rows in self._row_blocks(len(x)):
            if x.dtype != np.int8:
                active[rows] = activity.active_at(
                    w, b, x[rows], self.neurons if self.is_rounded else None
                )
                continue
            block, decided = x[rows], active[rows]
            # By BLAS, whatever its order of summation: rounding can err only where |z|
            # is small, and not at all where the neuron's integers are small, and
            # those few are decided in integers.
            z = block.astype(np.float64) @ w.T - b
            np.greater(z, 0, out=decided)
            for j in np.flatnonzero(self._rounding):
                doubtful = np.flatnonzero(~(np.abs(z[:, j]) > self._rounding[j]))
                if len(doubtful):
                    decided[doubtful, j] = activity.exceeds(self.neurons[j], block[doubtful])
        return active

    def _checked(self, x: np.ndarray) -> np.ndarray:
        """Return points as int8 if all are ±1, and else as float64."""
        x = arguments.as_given("points", layers.as_array(x))
        if x.ndim != 2 or x.shape[1] != self.n:
            raise ValueError(f"points must have shape (m, {self.n}), got {x.shape}")
        if x.dtype.kind not in "iufO":
            raise ValueError(f"points must be numbers, got {x.dtype}")
        if x.dtype.kind != "O" and ((x == 1) | (x == -1)).all():
            return x.astype(np.int8)
        x = arguments.floats("points", x)
        arguments.require_finite_rows("points", x)
        if not float(np.abs(x).max(initial=1.0)) * self.largest_value < 2.0**1000:
            raise ValueError("the points are so large that h could leave the range of floats")
        return x

    def _row_blocks(self, m: int) -> Iterator[slice]:
        step = max(1, _POINT_BLOCK // max(self.s, self.n))
        for start in range(0, m, step):
            yield slice(start, min(start + step, m))

    @cached_property
    def neurons(self) -> list[IntegerNeuron]:
        """The neurons in integers, which decide activity.

        Of a network made from a model they are the model's, where w and b may be rounded.
        """
        return activity.all_in_integers(self.w, self.b)

    @cached_property
    def is_rounded(self) -> bool:
        """Whether w or b are rounded from a model's: `neurons` are not."""
        return False  # unless `with_neurons` was called

    @cached_property
    def _rows(self) -> tuple[np.ndarray, np.ndarray]:
        """The weights (s, n) and biases (s,) of `neurons`, to the next float."""
        if not self.is_rounded:
            return self.w, self.b
        rows = [
            [float(Fraction(v) / Fraction(2) ** neuron.grid) for v in (*neuron.w, neuron.b)]
            for neuron in self.neurons
        ]
        return np.array(rows)[:, :-1], np.array(rows)[:, -1]

    @property
    def support(self) -> np.ndarray:
        """Which weights of `neurons` are not 0, bool (s, n)."""
        return np.asarray(self._rows[0] != 0)

    def of_inputs(self, columns: np.ndarray) -> SparseReLUNetwork:
        """Return the network of these inputs (indices or bool), where no other has a weight."""
        part = SparseReLUNetwork(self.w[:, columns], self.b, self.u, self.c)
        if not self.is_rounded:
            return part
        kept = np.arange(self.n)[columns].tolist()
        return part.with_neurons([n._replace(w=[n.w[i] for i in kept]) for n in self.neurons])

    @cached_property
    def _rounding(self) -> np.ndarray:
        """A bound on the error of a float pre-activation, 0 if it is exact; (s,)."""
        w, b = self._rows
        exact = [_fits(neuron.reach + abs(neuron.b)) for neuron in self.neurons]
        size = np.abs(w).sum(axis=1) + np.abs(b)
        # Twice the usual (n+1)·2^−53, for the rounding of the bound itself.
        return np.where(exact, 0.0, (self.n + 2) * (2.0**-52 * size + 2.0**-1074))

    # -------------------------------------------------------- on the cube

    def values(self) -> np.ndarray:
        """Return h at every point of the cube.

        Takes `8·2^n` bytes, and two tables of at most `512 × 2^⌈n/2⌉` float64; raises a
        MemoryBoundError if that does not fit.

        Returns
        -------
        ndarray of float64, shape (2^n,)
            In cube order; exact if `is_exact()`.
        """
        cube.require_memory(self.n, 8, "the table of values")
        values = activity.cube_values(self.w, self.b, self.u)
        values += self.c
        return values

    def active_counts(self) -> np.ndarray:
        """Return `|R_x|`, the number of active neurons, at every point of the cube.

        Takes `4·2^n` bytes, and tables as `values` does, with the same error.

        Returns
        -------
        ndarray of int32, shape (2^n,)
            In cube order; exact.
        """
        cube.require_memory(self.n, 4, "the table of active counts")
        return activity.active_counts(self.neurons, self.n)

    def max_active(
        self,
        points: np.ndarray | None = None,
        time_limit: float | None = None,
        *,
        enumerate_up_to: int = ENUMERATION_LIMIT,
        node_limit: int | None = None,
        watch: Callable[[int, int], None] | None = None,
    ) -> tuple[int, int]:
        """Return bounds on the largest number of neurons active at one point.

        Parameters
        ----------
        points : array_like, shape (m, n), optional
            Finite real numbers. None: the whole cube.
        time_limit : float, optional
            Seconds for the search; None: until it ends. The cube is enumerated only if that
            is expected to take less, with `2^33` neurons at points a second.
        enumerate_up_to : int
            Number of coordinates in use beyond which the cube is not
            enumerated but searched; at most 31.
        node_limit : int, optional
            Parts of the cube that the search looks at: a limit that, unlike
            one of time, does not depend on the machine's speed.
        watch : function, optional
            Is called with the bounds that are certain so far as a search goes on. Without
            it and a limit, a search of more than ten seconds gives one warning with them.

        Returns
        -------
        (lower, upper) : tuple of int
            Equal when the maximum is known: always for given points, on the
            cube where few enough coordinates have a weight at all and time is
            enough, and elsewhere unless the search meets a limit. Both are certain: the
            lower value is attained at a point, the upper one is proved, in
            integers (`sparseact.most_active`).

        Raises
        ------
        ValueError
            If the points are not as `active` takes them, there are none, or a
            limit is not positive.
        """
        limit = arguments.seconds("time_limit", time_limit)
        if node_limit is not None and not arguments.number_or_nan(node_limit) > 0:
            raise ValueError(f"node_limit must be a positive number, got {node_limit!r}")
        enumerate_up_to = arguments.integer("enumerate_up_to", enumerate_up_to)
        if points is not None:
            x = self._checked(points)
            if not len(x):
                raise ValueError("points must hold at least one point")
            blocks = self._row_blocks(len(x))
            k = max(int(self.active(x[rows]).sum(axis=1).max()) for rows in blocks)
            return k, k
        used = np.flatnonzero(self.support.any(axis=0))
        neurons = self.neurons
        if len(used) < self.n:
            neurons = [neuron._replace(w=[neuron.w[i] for i in used]) for neuron in neurons]
        affordable = self.s << len(used) <= limit * COUNTS_A_SECOND
        if len(used) <= enumerate_up_to and affordable:
            k = activity.largest_count(neurons, len(used))
            return k, k
        begin = time.monotonic()
        climbed = self._climbed(begin + limit / 4) if limit < math.inf else 0
        lower, upper = most_active(
            neurons,
            time_limit=max(begin + limit - time.monotonic(), 1e-9),
            node_limit=node_limit,
            leaf=min(LEAF, enumerate_up_to),
            watch=watch or (_warn_once() if limit == math.inf and node_limit is None else None),
        )
        return max(lower, climbed), upper

    def _climbed(self, deadline: float) -> int:
        """Return the number of active neurons at a point of ±1 that no one flip improves.

        It is the best of several, by floats, and its neurons are counted exactly.
        """
        w, b = self._rows
        size = np.abs(w).sum(axis=1) + np.abs(b)
        scaled = w / np.where(size > 0, size, 1.0)[:, None]
        rng = np.random.default_rng(0)
        x = np.where(scaled.sum(axis=0) >= 0, 1.0, -1.0)  # the signs that most neurons prefer
        points: list[np.ndarray] = []
        while not points or (len(points) < _CLIMBS and time.monotonic() <= deadline):
            z = w @ x - b
            count = int((z > 0).sum())
            while time.monotonic() <= deadline:
                counts = ((z[:, None] - 2 * w * x) > 0).sum(axis=0)
                i = int(counts.argmax())
                if counts[i] <= count:
                    break
                z, count = z - 2 * w[:, i] * x[i], int(counts[i])
                x[i] = -x[i]
            points.append(x)
            x = rng.choice([-1.0, 1.0], self.n)
        return int(self.active(np.array(points)).sum(axis=1).max())

    # -------------------------------------------------------------- scale

    @cached_property
    def scale_squared(self) -> tuple[Fraction, Fraction]:
        """`(W², B²)` of the paper's Definition 2, exact.

        `W = ‖u‖_∞·max_j ‖w_j‖` and `B = ‖u‖_∞·max_j |b_j|`, the smallest scale of this
        representation of h.
        """
        u2 = Fraction(float(np.abs(self.u).max())) ** 2
        # Only rows whose norms are the largest up to rounding are squared in integers.
        norms = (self.w**2).sum(axis=1)
        rows = self.w[norms >= (1 - (self.n + 4) * 2.0**-50) * norms.max()]
        largest = activity.all_in_integers(rows, np.zeros(len(rows)))
        w2 = max(Fraction(sum(v * v for v in n.w)) / Fraction(4) ** n.grid for n in largest)
        b2 = Fraction(float(np.abs(self.b).max())) ** 2
        return u2 * w2, u2 * b2

    @property
    def scale(self) -> tuple[float, float]:
        """(W, B), rounded."""
        w2, b2 = self.scale_squared
        return float(sqrt(w2)), float(sqrt(b2))

    def is_exact(self) -> bool:
        """Return whether `values()` and `h(x)` are exact, by a bound on every intermediate.

        The kernel works with `|u_j|·w_j` and `|u_j|·b_j`. All of them are integers
        times one unit `2^−g`; entries of the tables and pre-activations are at
        most `t_j = |u_j|(Σ_i|w_ji| + |b_j|)` in size, and every partial sum of
        `Σ_j u_j σ(·)` lies between minus the sum of the negative neurons' largest
        values and the sum of the positive ones'. If none of these exceeds `2^53`
        units, float64 rounds nothing, in whatever order it adds.
        """
        if self.is_rounded:
            return False
        parts = []  # (sign, t_j, largest σ, grid), in units of 2^−grid
        for neuron, u in zip(self.neurons, self.u.tolist(), strict=True):
            if u == 0:
                continue
            ((size,), grid) = activity.common_grid([abs(u)])
            total = (neuron.reach + abs(neuron.b)) * size
            top = max(neuron.reach - neuron.b, 0) * size
            if total:
                parts.append((u > 0, total, top, neuron.grid + grid))
        if self.c:  # added last, it leaves every sum between the same ends
            ((size,), grid) = activity.common_grid([abs(self.c)])
            parts.append((self.c > 0, size, size, grid))
        grid = max((part[3] for part in parts), default=0)
        largest = max((t << (grid - g) for _, t, _, g in parts), default=0)
        sums = [sum(top << (grid - g) for up, _, top, g in parts if up is s) for s in (True, False)]
        return _fits(max(largest, *sums))

    # -------------------------------------------------------------- files

    def save(self, path: Path | str) -> None:
        """Write w, b and u, and c if it is not 0, to the .npz file `path`.

        A file that exists is replaced only when the new one is complete. Warns if w or b are
        rounded from a model's, so that the file's network may differ from it in activity.

        Raises OSError if the file cannot be written.
        """
        if self.is_rounded:
            warnings.warn(
                "the file holds weights and biases that are rounded from the model's: at a point "
                "where a pre-activation is within rounding of 0 its activity may be another",
                stacklevel=2,
            )
        archive = io.BytesIO()
        constant: dict[str, Any] = {"c": self.c} if self.c else {}
        np.savez(archive, w=self.w, b=self.b, u=self.u, **constant)
        write_whole(path, archive.getvalue())

    @classmethod
    def load(cls, path: Path | str, most_weights: int = MOST_WEIGHTS) -> SparseReLUNetwork:
        """Read a network from an .npz file with w (s, n), b (s,), u (s,) and at choice c.

        Whatever else the file holds is named in a warning, and not read.

        Parameters
        ----------
        path : path-like
        most_weights : int
            Numbers that each of w, b, u and c may have.

        Raises
        ------
        ValueError
            If the file is damaged, is not an .npz file, or holds no network.
        MemoryBoundError
            If it holds more numbers; nothing has been allocated for them then.
        OSError
            If it cannot be read at all.
        """
        try:
            with open(path, "rb") as stream:
                arrays, unread = read_arrays(
                    with_places(stream), ("w", "b", "u"), ("c",), most_weights
                )
            network = cls(**arrays)
        except cube.MemoryBoundError as error:
            raise cube.MemoryBoundError(f"{path} is too large: {error}") from None
        except ValueError as error:
            raise ValueError(
                f"{path} is not a network file (.npz with w, b, u): {error}"
            ) from error
        if unread:
            names = ", ".join(unread)
            warnings.warn(f"{path} also holds {names}: not read (w, b, u and c are)", stacklevel=2)
        return network


def _warn_once() -> Callable[[int, int], None]:
    """Return a `watch` that warns of a search that has taken `_PATIENCE` seconds."""
    due = [time.monotonic() + _PATIENCE]

    def watch(lower: int, upper: int) -> None:
        if time.monotonic() > due[0]:
            due[0] = math.inf
            warnings.warn(
                f"max_active is still searching; the maximum is certified in [{lower}, {upper}], "
                "and time_limit= returns this interval after so many seconds",
                stacklevel=5,
            )

    return watch


def require_network(network: object) -> None:
    """Raise TypeError if this is not a network."""
    if not isinstance(network, SparseReLUNetwork):
        raise TypeError(f"network must be a SparseReLUNetwork, got {type(network).__name__}")


def tabulates(network: SparseReLUNetwork, time_limit: float) -> bool:
    """Return whether a table of values, its transform and counts take at most these seconds."""
    integers = network.s << 19  # each neuron in Python's integers, 60 µs
    return ((4 * network.s + 1600) << network.n) + integers <= time_limit * COUNTS_A_SECOND


def require_weights(where: str, s: int, n: int) -> None:
    """Reject a network that would not fit, before it is made.

    Raises MemoryBoundError if `s·n` exceeds `MOST_WEIGHTS`; the sentence begins with `where`.
    """
    if s * n > MOST_WEIGHTS:
        raise cube.MemoryBoundError(
            f"{where}: s·n must be at most {MOST_WEIGHTS} weights, got s = {s}, n = {n}"
        )


def _real_array(name: str, values: Any) -> np.ndarray:
    array = np.array(arguments.floats(name, values))
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite; it holds a NaN or an infinity")
    array.flags.writeable = False
    return array.view()  # of which nobody can set the flag again


def _fits(units: int) -> bool:
    """Return whether float64 holds all integers up to `units`, times powers of two."""
    return units <= 2**53
