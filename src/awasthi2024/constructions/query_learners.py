"""Learners of parities by statistical queries over the uniform distribution on {±1}^m."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from awasthi2024.constructions.quadratic_lift import lift
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.learning import statistical_queries as sq
from sparseact.learning.statistical_queries import Query, character, correlation
from sparseact.randomness import nearly_normal

Game = Generator[Query, float, None]


class SQLearner(ABC):
    """A learner that sees labels only through queries to an oracle of this tolerance."""

    name = ""

    def __init__(self, m: int, tolerance: float) -> None:
        sq.check_dimension(type(self).__name__, m)
        self.m = m
        self.tolerance = tolerance

    @abstractmethod
    def queries(self) -> Game:
        """Yield one query after the other, in one game; each answer is sent back in."""

    @abstractmethod
    def hypothesis(self) -> NDArray[np.float64]:
        """Return the present hypothesis on the cube, shape (2^m,); its sign predicts b."""


def play(
    learner: SQLearner, answer: Callable[[Query], float], succeeded: Callable[[], bool], limit: int
) -> int | None:
    """Run a learner with an oracle's `answer` until it succeeds, or `limit` queries are used.

    `succeeded` is called before the first query and after each answer. Returns the number of
    queries used; None if the learner gave up or the limit came first.
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
    """Predict by the vote of the parities that are consistent with all answers."""

    def __init__(self, m: int, tolerance: float) -> None:
        super().__init__(m, tolerance)
        self.consistent = np.ones(1 << m, dtype=bool)

    def hypothesis(self) -> NDArray[np.float64]:
        """Return `Σ χ_S` over the consistent parities."""
        return walsh_transform(self.consistent.astype(np.float64)) * len(self.consistent)

    def _ask(self, values: np.ndarray) -> Generator[Query, float, float]:
        """Query E b·g(x), and drop the parities that the answer excludes."""
        answer = yield correlation(values)
        self.consistent &= np.abs(walsh_transform(values) - answer) <= self.tolerance
        return answer


class BlockLearner(VotingLearner):
    """Ask for one block of `4^j` parities at a time, through a bent function.

    With `β = (−1)^{[x_1=−1][x_2=−1] + [x_3=−1][x_4=−1] + …}` on the first 2j ≤ m coordinates, all
    of whose coefficients are `±2^−j`, the query `b·β·χ_T`, for T in the others, has expectation
    `±2^−j` if S agrees with T there and 0 if not. At `j = 0` it queries the correlation with every
    character. Where `2^−j > 2τ` it finds S with any oracle in at most `2^(m−2j) + 2j` queries
    (docs/proofs-statistical_queries.md, 6). The masks of sets T in `last` are queried last, in this
    order.
    """

    def __init__(self, m: int, tolerance: float, j: int = 0, last: Sequence[int] = ()) -> None:
        super().__init__(m, tolerance)
        if not 0 < tolerance <= 1:
            raise ValueError(f"BlockLearner: tolerance must be in (0, 1], got {tolerance}")
        if not 0 <= 2 * j <= m:
            raise ValueError(f"BlockLearner: j must be in 0..{m // 2} for m={m}, got {j}")
        self.name = "blocks" if j else "characters"
        self.j = j
        spared = set(last)
        step = 1 << 2 * j
        self._blocks = [t for t in range(0, 1 << m, step) if t not in spared] + list(last)

    def queries(self) -> Game:
        """Find the block, then the set in it: `β̂(S△U)` gives a bit of S for each `U = {i}`."""
        bent = bent_function(self.j, self.m)
        sign = 0.0
        for block in self._blocks[:-1]:
            answer = yield from self._ask(bent * character(block, self.m))
            if abs(answer) > self.tolerance:
                sign = math.copysign(1.0, answer)
                break
        else:
            block = self._blocks[-1]
        if self.j:
            # The last block is deduced, not queried, so its sign is still to come.
            sign = sign or (yield from self._ask(bent * character(block, self.m)))
        subset = block
        for i in range(2 * self.j):
            mask = block | 1 << i
            answer = yield from self._ask(bent * character(mask, self.m))
            subset |= (answer * sign < 0) << (i ^ 1)
        self.consistent[:] = np.arange(1 << self.m) == subset


def bent_function(j: int, m: int) -> NDArray[np.float64]:
    """Return `(−1)^{a_0·a_1 + a_2·a_3 + …}` over the first j pairs of bits, shape (2^m,), ±1."""
    t = np.arange(1 << m)
    exponent = np.zeros_like(t)
    for i in range(0, 2 * j, 2):
        exponent ^= (t >> i) & (t >> i + 1) & 1
    return np.where(exponent == 1, -1.0, 1.0)


class SpectrumLearner(VotingLearner):
    """Ask one query whose coefficients `k·2^(1−2m)`, `k = 0..2^m−1`, are all different.

    `|φ_1| ≤ Σ_k k·2^(1−2m) < 1`. At `τ < 2^−2m` the one answer gives S.
    """

    name = "one query"

    def queries(self) -> Game:
        """Yield the query."""
        size = 1 << self.m
        # f = Σ_S f̂(S) χ_S is the unnormalised transform of its coefficients.
        coefficients = np.arange(size) * 2.0 ** (1 - 2 * self.m)
        yield from self._ask(walsh_transform(coefficients) * size)


class LowDegreeLearner(SQLearner):
    """Ask for the coefficients of degree 0, …, d, and predict by `Σ_{|T|≤d}` f̃(T) `χ_T`.

    Without a degree, d = m.
    """

    name = "low degree"

    def __init__(self, m: int, tolerance: float, degree: int | None = None) -> None:
        super().__init__(m, tolerance)
        sizes = popcounts(m)
        order = np.argsort(sizes, kind="stable")
        self._masks = order[sizes[order] <= (m if degree is None else degree)]
        self._sum = np.zeros(1 << m)

    def queries(self) -> Game:
        """Yield the queries `b·χ_T` by degree."""
        for mask in self._masks.tolist():
            chi = character(mask, self.m)
            answer = yield correlation(chi)
            self._sum = self._sum + answer * chi

    def hypothesis(self) -> NDArray[np.float64]:
        """Return the polynomial found so far."""
        return self._sum


class GradientLearner(SQLearner):
    """Train a network on the quadratic lift of y by gradient descent, through queries.

    The target is `(1 + b)/2` and the loss `½E(h(x(y)) − (1 + b)/2)²`. Its gradient is a part that
    needs no label and `−½E b·∂h`: one query for each of the `s(m² + 2)` parameters of s neurons,
    scaled to [−1, 1]. The updates are Adam's.
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
        z = self._x @ self._w.T - self._b
        return (z > 0).astype(np.float64), np.maximum(z, 0.0), np.maximum(z, 0.0) @ self._u

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
        w = (active * residual[:, None]).T @ self._x
        b = -(active.T @ residual)
        u = relu.T @ residual
        for j in range(neurons):
            for i in range(self._x.shape[1]):
                answer = yield correlation(active[:, j] * self._x[:, i])
                w[j, i] -= answer / 2
            answer = yield correlation(active[:, j])
            b[j] += answer / 2
            largest = relu[:, j].max()
            if largest > 0:
                rounded = np.rint(relu[:, j] / largest * sq.QUERY_GRID) / sq.QUERY_GRID
                answer = yield correlation(rounded)
                u[j] -= largest * answer / 2
        return w * self._u[:, None], b * self._u, u

    def hypothesis(self) -> NDArray[np.float64]:
        """Return `2h(x(y)) − 1`."""
        return self._hypothesis
