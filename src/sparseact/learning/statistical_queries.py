"""Statistical queries over the uniform distribution on {±1}^m, and learners of parities.

Labels are b = ±1 and the concepts are the characters χ_S. The 0/1-valued parity
of the paper, §4, (1 if the number of −1s is even) is (1 + χ_S)/2 and the one of
a dense network (1 if it is odd) is (1 − χ_S)/2; a query about such a label l is
the query φ(x, (1 ± b)/2) about b, with the same expectation.

A query φ splits into φ_0(x) = ½(φ(x, 1) + φ(x, −1)), which no label enters, and
φ_1(x) = ½(φ(x, 1) − φ(x, −1)): E φ(x, χ_S(x)) = E φ_0 + φ̂_1(S). So one Walsh
transform gives the expectations for all 2^m parities.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sparseact.cube import MemoryBoundError, points, popcounts, walsh_transform
from sparseact.quadratic_lift import lift
from sparseact.randomness import nearly_normal
from sparseact.reproducible import product, signed_sum

_LARGEST_M = 20  # tables of 2^m float64 for each query
_GRID = 2.0**30  # queries in multiples of 2^−30 have expectations in multiples of 2^−50:
_FINE = 2.0**50  # all sums and differences of these are exact
_ROUNDING = 2.0**-45  # of other expectations; (m + 2)·2^−53 is less

PERTURBATIONS = ("none", "random", "coin")

Query = NDArray[np.float64]
Game = Generator[Query, float, None]

# ---------------------------------------------------------------- queries


def character(mask: int, m: int) -> NDArray[np.float64]:
    """Return χ_S on the cube for the subset with this mask, shape (2^m,), ±1.

    Raises
    ------
    ValueError
        If the mask is not in 0..2^m−1 or m not in 1..20.
    """
    _check_m("character", m)
    if not 0 <= mask < 1 << m:
        raise ValueError(f"character: mask {mask} is no subset of {m} coordinates")
    return 1.0 - 2.0 * (popcounts(m)[np.arange(1 << m) & mask] & 1)


def tabulate(function: Callable[[np.ndarray, np.ndarray], ArrayLike], m: int) -> Query:
    """Return the query φ as the array that oracles take.

    Parameters
    ----------
    function : callable
        φ: takes points (2^m, m) of ±1 and labels (2^m,) of ±1, returns (2^m,) values.
    m : int

    Returns
    -------
    ndarray, shape (2, 2^m)
        φ(x, +1) in row 0 and φ(x, −1) in row 1, in cube order.
    """
    _check_m("tabulate", m)
    x, ones = points(m), np.ones(1 << m, dtype=np.int8)
    return np.array([function(x, ones), function(x, -ones)], dtype=np.float64)


def correlation(values: ArrayLike) -> Query:
    """Return the query b·g(x), for g given on the cube, shape (2, 2^m)."""
    g = np.asarray(values, dtype=np.float64)
    return np.stack([g, -g])


# ---------------------------------------------------------------- oracles


class SQOracle(ABC):
    """Answer E φ(x, f(x)) within a tolerance, x uniform on {±1}^m.

    Parameters
    ----------
    m : int
        In 1..20.
    tolerance : float
        τ, at least 2^−40.

    Attributes
    ----------
    queries : int
        Queries answered so far.

    Raises
    ------
    ValueError
        If the tolerance is not positive, or too small for float64.
    MemoryBoundError
        If m is above 20.
    """

    def __init__(self, m: int, tolerance: float) -> None:
        _check_m(type(self).__name__, m)
        if not tolerance > 0:
            raise ValueError(f"{type(self).__name__}: tolerance {tolerance}; it must be positive")
        if not 2.0**-40 <= tolerance < math.inf:
            raise ValueError(
                f"{type(self).__name__}: tolerance {tolerance:.3g}; "
                "it must be finite, and at least 2^-40 for float64 to keep it"
            )
        self.m = m
        self.tolerance = float(tolerance)
        self.queries = 0

    def answer(self, query: ArrayLike) -> float:
        """Return a number within τ of E φ(x, f(x)).

        Parameters
        ----------
        query : array_like, shape (2, 2^m)
            φ(x, +1) and φ(x, −1) in cube order (see `tabulate`), in [−1, 1].

        Raises
        ------
        ValueError
            If the shape is wrong or a value is not in [−1, 1].
        """
        phi = np.asarray(query, dtype=np.float64)
        if phi.shape != (2, 1 << self.m):
            raise ValueError(
                f"a query has shape {phi.shape}; it must be (2, {1 << self.m}): "
                "its values at labels +1 and -1 on the cube"
            )
        wrong = ~(np.abs(phi) <= 1)
        if wrong.any():
            row, point = np.argwhere(wrong)[0]
            raise ValueError(
                f"a query takes the value {phi[row, point]} at point {point}, "
                f"label {1 - 2 * row:+d}; values must lie in [-1, 1]"
            )
        units = phi * _GRID
        error = 0.0 if np.array_equal(units, np.rint(units)) else _ROUNDING
        self.queries += 1
        allowed = math.floor((self.tolerance - 4 * error) * _FINE) / _FINE
        return self._respond((phi[0] + phi[1]) / 2, (phi[0] - phi[1]) / 2, allowed)

    @abstractmethod
    def _respond(self, phi_0: np.ndarray, phi_1: np.ndarray, allowed: float) -> float:
        """Answer; `allowed` is τ less the rounding of the expectations."""


class HonestOracle(SQOracle):
    """Know the concept: its answer depends on the query alone, not on earlier ones.

    Parameters
    ----------
    labels : array_like, shape (2^m,), of ±1
        f on the cube.
    tolerance : float
    perturbation : {"none", "random", "coin"}
        "none": the expectation itself. "random": plus a uniform number in
        [−τ, τ]. "coin": the answer for labels that are fair coins, E φ_0, where
        that is within τ; elsewhere as near to it as τ allows.
    rng : numpy.random.Generator, optional
        For "random".
    """

    def __init__(
        self,
        labels: ArrayLike,
        tolerance: float,
        perturbation: str = "none",
        rng: np.random.Generator | None = None,
    ) -> None:
        f = np.asarray(labels, dtype=np.float64)
        size = f.shape[0] if f.ndim == 1 else 0
        if size < 2 or size & (size - 1) or not np.all(np.abs(f) == 1):
            raise ValueError("HonestOracle: labels must be ±1 at each of the 2^m points of a cube")
        if perturbation not in PERTURBATIONS or (perturbation == "random") != (rng is not None):
            raise ValueError(
                f"HonestOracle: perturbation {perturbation!r}; allowed are "
                f"{', '.join(PERTURBATIONS)}, and a generator goes with 'random' alone"
            )
        super().__init__(size.bit_length() - 1, tolerance)
        self.labels = f
        self.perturbation = perturbation
        self._rng = rng

    def _respond(self, phi_0: np.ndarray, phi_1: np.ndarray, allowed: float) -> float:
        coin, signal = float(phi_0.mean()), float((phi_1 * self.labels).mean())
        if self.perturbation == "coin":
            return coin + math.copysign(max(abs(signal) - allowed, 0.0), signal)
        shift = 0.0 if self._rng is None else allowed * float(self._rng.uniform(-1, 1))
        return coin + signal + math.trunc(shift * _FINE) / _FINE


class AdversarialOracle(SQOracle):
    """Have no concept until the answers leave one: all parities start as possible.

    It answers E φ_0, as for an unlabelled coin, while that is within τ for at
    least one parity consistent with all earlier answers; otherwise the number
    that keeps as many of them as it can. So it never lies: each parity in
    `consistent`, of which there is always one, is within τ of every answer.

    Parameters
    ----------
    m : int
    tolerance : float
    concepts : array_like of bool, shape (2^m,), optional
        The parities that are possible at first, by mask; default all.

    Attributes
    ----------
    consistent : ndarray of bool, shape (2^m,)
    """

    def __init__(self, m: int, tolerance: float, concepts: ArrayLike | None = None) -> None:
        super().__init__(m, tolerance)
        alive = np.ones(1 << m, dtype=bool) if concepts is None else np.array(concepts, dtype=bool)
        if alive.shape != (1 << m,) or not alive.any():
            raise ValueError(
                f"AdversarialOracle: concepts must name at least one of the {1 << m} parities, "
                f"in shape ({1 << m},)"
            )
        self.consistent = alive

    @property
    def target(self) -> int:
        """The least mask of a parity that is consistent with all answers."""
        return int(np.argmax(self.consistent))

    def _respond(self, phi_0: np.ndarray, phi_1: np.ndarray, allowed: float) -> float:
        coin = float(phi_0.mean())
        signals = walsh_transform(phi_1)
        shift = 0.0
        kept = self.consistent & (np.abs(signals) <= allowed)
        if not kept.any():
            shift = _fullest_window(signals[self.consistent], allowed)
            kept = self.consistent & (np.abs(signals - shift) <= allowed)
        self.consistent = kept
        return coin + shift


def _fullest_window(values: np.ndarray, radius: float) -> float:
    """Return the centre of an interval of this radius that holds the most of the values."""
    ordered = np.sort(values)
    last = np.searchsorted(ordered, ordered + 2 * radius, side="right") - 1
    i = int(np.argmax(last - np.arange(len(ordered))))
    centre = (ordered[i] + ordered[last[i]]) / 2
    # Where rounding pushes both ends out, one of the values itself serves.
    return float(centre if np.any(np.abs(values - centre) <= radius) else ordered[i])


# ----------------------------------------------------------- lower bounds


def excluded_per_query(tolerance: float | Fraction) -> int:
    """Return ⌈τ^−2⌉ − 1: no query has more parities S with |φ̂_1(S)| > τ.

    docs/proofs-statistical_queries.md, 2.
    """
    return math.ceil(1 / Fraction(tolerance) ** 2) - 1


def queries_needed(concepts: int, tolerance: float | Fraction, near: int) -> int:
    """Return ⌈(concepts − near)/(⌈τ^−2⌉ − 1)⌉, a lower bound on queries of tolerance τ < 1.

    Parameters
    ----------
    concepts : int
        Number of parities that are possible.
    tolerance : float or Fraction
    near : int
        How many parities can be within the allowed error of one hypothesis.

    Raises
    ------
    ValueError
        If τ ≥ 1: no number of such queries excludes anything.
    """
    excluded = excluded_per_query(tolerance)
    if excluded < 1:
        raise ValueError(f"queries_needed: tolerance {tolerance}; it must be below 1")
    return max(0, math.ceil(Fraction(concepts - near, excluded)))


# --------------------------------------------------------------- learners


class SQLearner(ABC):
    """A learner that sees labels through queries alone.

    Parameters
    ----------
    m : int
    tolerance : float
        Of the oracle that it will be run with.
    """

    name = ""

    def __init__(self, m: int, tolerance: float) -> None:
        _check_m(type(self).__name__, m)
        self.m = m
        self.tolerance = tolerance

    @abstractmethod
    def queries(self) -> Game:
        """Yield one query after the other; each answer is sent back in."""

    @abstractmethod
    def hypothesis(self) -> NDArray[np.float64]:
        """Return the present hypothesis on the cube, shape (2^m,); its sign predicts b.

        An array that was returned is never written to again: another hypothesis is
        another array.
        """


def play(
    learner: SQLearner,
    answer: Callable[[Query], float],
    succeeded: Callable[[], bool],
    limit: int,
) -> int | None:
    """Run a learner with an oracle until it succeeds.

    Parameters
    ----------
    learner : SQLearner
    answer : callable
        An oracle's `answer`.
    succeeded : callable
        Called before the first query and after each answer.
    limit : int
        Most queries.

    Returns
    -------
    int or None
        Queries used; None if the learner gave up or the limit came first.
    """
    game = learner.queries()
    query = next(game, None)
    used = 0
    while not succeeded():
        if query is None or used == limit:
            return None
        used += 1
        try:
            query = game.send(answer(query))
        except StopIteration:
            query = None
    return used


class VotingLearner(SQLearner):
    """Predict by the vote of the parities that are consistent with all answers.

    Attributes
    ----------
    consistent : ndarray of bool, shape (2^m,)
    """

    def __init__(self, m: int, tolerance: float) -> None:
        super().__init__(m, tolerance)
        self.consistent = np.ones(1 << m, dtype=bool)

    def hypothesis(self) -> NDArray[np.float64]:
        """Return Σ χ_S over the consistent parities."""
        return walsh_transform(self.consistent.astype(np.float64)) * len(self.consistent)

    def _ask(self, values: np.ndarray) -> Generator[Query, float, float]:
        """Ask for E b·g(x), and drop the parities that the answer excludes."""
        answer = yield correlation(values)
        self.consistent &= np.abs(walsh_transform(values) - answer) <= self.tolerance
        return answer


class BlockLearner(VotingLearner):
    """Ask for one block of 4^j parities at a time, through a bent function.

    With β = (−1)^{[x_1=−1][x_2=−1] + [x_3=−1][x_4=−1] + …} on the first 2j
    coordinates, all of whose coefficients are ±2^−j, the query b·β·χ_T, for T
    in the others, has expectation ±2^−j if S agrees with T there and 0 if not.
    At j = 0 it asks for the correlation with every character. Where 2^−j > 2τ
    it finds S with any oracle in at most 2^(m−2j) + 2j queries
    (docs/proofs-statistical_queries.md, 6).

    Parameters
    ----------
    m : int
    tolerance : float
    j : int
        At least 0, at most m/2.
    last : sequence of int
        Masks of sets T that are asked for last, in this order.
    """

    def __init__(self, m: int, tolerance: float, j: int = 0, last: Sequence[int] = ()) -> None:
        super().__init__(m, tolerance)
        if not 0 <= 2 * j <= m:
            raise ValueError(f"BlockLearner: j={j}; it must be in 0..{m // 2} for m={m}")
        self.name = "blocks" if j else "characters"
        self.j = j
        spared = set(last)
        step = 1 << 2 * j
        self._blocks = [t for t in range(0, 1 << m, step) if t not in spared] + list(last)

    def queries(self) -> Game:
        """Find the block, then the set in it: β̂(S△U) gives a bit of S for each U = {i}."""
        bent = bent_function(self.j, self.m)
        sign = 0.0
        for block in self._blocks[:-1]:
            answer = yield from self._ask(bent * character(block, self.m))
            if abs(answer) > self.tolerance:
                sign = math.copysign(1.0, answer)
                break
        else:
            block = self._blocks[-1]
        if not self.j:
            self._keep([block])
            return
        # The last block is deduced, not asked for, so its sign is still to come.
        sign = sign or (yield from self._ask(bent * character(block, self.m)))
        found = block
        for i in range(2 * self.j):
            mask = block | 1 << i
            answer = yield from self._ask(bent * character(mask, self.m))
            found |= (answer * sign < 0) << (i ^ 1)
        self._keep([found])

    def _keep(self, masks: Sequence[int]) -> None:
        self.consistent[:] = False
        self.consistent[list(masks)] = True


def bent_function(j: int, m: int) -> NDArray[np.float64]:
    """Return (−1)^{a_0·a_1 + a_2·a_3 + …} over the first j pairs of bits, shape (2^m,), ±1."""
    t = np.arange(1 << m)
    exponent = np.zeros_like(t)
    for i in range(0, 2 * j, 2):
        exponent ^= (t >> i) & (t >> i + 1) & 1
    return np.where(exponent == 1, -1.0, 1.0)


class SpectrumLearner(VotingLearner):
    """Ask one query whose coefficients k·2^(1−2m), k = 0..2^m−1, are all different.

    |φ_1| ≤ Σ_k k·2^(1−2m) < 1. At τ < 2^−2m the one answer gives S.
    """

    name = "one query"

    def queries(self) -> Game:
        """Yield the query."""
        size = 1 << self.m
        # f = Σ_S f̂(S) χ_S is the unnormalised transform of its coefficients.
        coefficients = np.arange(size) * 2.0 ** (1 - 2 * self.m)
        yield from self._ask(walsh_transform(coefficients) * size)


class LowDegreeLearner(SQLearner):
    """Ask for the coefficients of degree 0, 1, …, d and predict by Σ_{|T|≤d} f̃(T) χ_T.

    Parameters
    ----------
    m : int
    tolerance : float
    degree : int, optional
        d; default m.
    """

    name = "low degree"

    def __init__(self, m: int, tolerance: float, degree: int | None = None) -> None:
        super().__init__(m, tolerance)
        sizes = popcounts(m)
        order = np.argsort(sizes, kind="stable")
        self._masks = order[sizes[order] <= (m if degree is None else degree)]
        self._sum = np.zeros(1 << m)

    def queries(self) -> Game:
        """Yield the queries b·χ_T by degree."""
        for mask in self._masks.tolist():
            chi = character(mask, self.m)
            answer = yield correlation(chi)
            self._sum = self._sum + answer * chi

    def hypothesis(self) -> NDArray[np.float64]:
        """Return the polynomial found so far."""
        return self._sum


class GradientLearner(SQLearner):
    """Train a network on the quadratic lift of y by gradient descent, through queries.

    The target is (1 + b)/2 and the loss ½E(h(x(y)) − (1 + b)/2)². Its gradient
    is a part that needs no label and −½E b·∂h: one query for each of the
    s(m² + 2) parameters, scaled to [−1, 1]. The updates are Adam's.

    Parameters
    ----------
    m : int
    tolerance : float
    neurons : int
        s, at least 1.
    rate : float
        Learning rate.
    rng : numpy.random.Generator
        Draws the initial weights.
    """

    name = "gradient"

    def __init__(
        self, m: int, tolerance: float, neurons: int, rate: float, rng: np.random.Generator
    ) -> None:
        super().__init__(m, tolerance)
        if neurons < 1:
            raise ValueError(f"GradientLearner: neurons={neurons}; there must be at least 1")
        self._x = lift(points(m)).astype(np.float64)
        self._w = nearly_normal(rng, (neurons, m * m)) / m
        self._b = nearly_normal(rng, (neurons,)) / 10
        self._u = nearly_normal(rng, (neurons,)) / math.sqrt(neurons)
        self._rate = rate
        self._keep(self._forward()[2])

    def _forward(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        z = product(self._x, self._w.T) - self._b
        return (z > 0).astype(np.float64), np.maximum(z, 0.0), signed_sum(z, self._u)

    def _keep(self, value: np.ndarray) -> None:
        self._value, self._hypothesis = value, 2 * value - 1

    def queries(self) -> Game:
        """Yield the gradient's queries, step after step, without end."""
        parameters = (self._w, self._b, self._u)
        means = [np.zeros_like(p) for p in parameters]
        squares = [np.zeros_like(p) for p in parameters]
        first = second = 1.0
        while True:
            active, relu, value = self._forward()
            self._keep(value)
            gradients = yield from self._gradient(active, relu)
            first *= 0.9
            second *= 0.999
            for p, g, mean, square in zip(parameters, gradients, means, squares, strict=True):
                mean += 0.1 * (g - mean)
                square += 0.001 * (g * g - square)
                scale = np.sqrt(square / (1 - second)) + 1e-8
                p -= self._rate * mean / (1 - first) / scale

    def _gradient(
        self, active: np.ndarray, relu: np.ndarray
    ) -> Generator[Query, float, tuple[np.ndarray, np.ndarray, np.ndarray]]:
        neurons, size = len(self._u), len(active)
        residual = (self._value - 0.5) / size  # the loss's derivative but for −½b
        w = product((active * residual[:, None]).T, self._x)
        b = -product(active.T, residual[:, None])[:, 0]
        u = product(relu.T, residual[:, None])[:, 0]
        for j in range(neurons):
            for i in range(self._x.shape[1]):
                answer = yield correlation(active[:, j] * self._x[:, i])
                w[j, i] -= answer / 2
            answer = yield correlation(active[:, j])
            b[j] += answer / 2
            largest = relu[:, j].max()
            if largest > 0:
                answer = yield correlation(np.rint(relu[:, j] / largest * _GRID) / _GRID)
                u[j] -= largest * answer / 2
        return w * self._u[:, None], b * self._u, u

    def hypothesis(self) -> NDArray[np.float64]:
        """Return 2h(x(y)) − 1."""
        return self._hypothesis


def _check_m(where: str, m: int) -> None:
    if isinstance(m, bool) or not isinstance(m, (int, np.integer)) or m < 1:
        raise ValueError(f"{where}: m is {m}; it must be an integer, at least 1")
    if m > _LARGEST_M:
        raise MemoryBoundError(
            f"{where}: m={m}; a query is a table over 2^m points, so m must be at most {_LARGEST_M}"
        )
