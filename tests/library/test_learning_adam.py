"""Adam and the choice of neurons by other routes: NumPy, and the function's own changes."""

import itertools

import numpy as np
import pytest

from sparseact.learning.adam import Adam, excess_beyond
from sparseact.learning.sparse_search import _put_merger_costs


@pytest.mark.parametrize("k", [1, 3, 5])
def test_excess_is_what_is_positive_beyond_the_k_largest(k):
    z = np.random.default_rng(k).normal(size=(40, 6))
    expected = np.zeros_like(z)
    for row, out in zip(z, expected, strict=True):
        order = np.argsort(row)[: 6 - k]
        out[order] = np.maximum(row[order], 0)
    np.testing.assert_array_equal(excess_beyond(z, k), expected)


def test_merger_costs_are_the_changes_of_the_function():
    rng = np.random.default_rng(6)
    z, u = rng.normal(size=(5, 30)), np.array([1.0, -1.0, 1.0, -1.0, -1.0])
    costs = np.full((5, 5), np.inf)
    for j in range(5):
        _put_merger_costs(z, u, j, costs)

    def relu(values):
        return np.maximum(values, 0)

    for j, i in itertools.product(range(5), repeat=2):
        before = u[j] * relu(z[j]) + (u[i] * relu(z[i]) if i != j else 0)
        after = u[j] * relu(z[j] + u[j] * u[i] * z[i]) if i != j else 0
        assert costs[j, i] == pytest.approx(((before - after) ** 2).sum(), rel=1e-12)


class PlainAdam:
    """Adam as its paper has it, in NumPy's float32, on one batch after the other."""

    def __init__(self, v, u, steps, rate, decay, k=None, penalty=0.0):
        self.parameters = [v.astype(np.float32), u.astype(np.float32)]
        self.means = [np.zeros_like(p) for p in self.parameters]
        self.squares = [np.zeros_like(p) for p in self.parameters]
        self.steps, self.rate, self.decay = steps, rate, decay
        self.k, self.penalty = k, penalty
        self.step = 0

    def take(self, x, y):
        v, u = self.parameters
        z = x @ v.T
        relu = np.maximum(z, 0)
        residual = (relu @ u - y) / np.float32(len(x))
        delta = residual[:, None] * u * (z > 0)
        if self.k is not None:
            least = np.sort(z, axis=1)[:, -self.k]
            delta += np.float32(self.penalty) / len(x) * ((z > 0) & (z < least[:, None]))
        gradients = [delta.T @ x, relu.T @ residual]
        self.step += 1
        t = (self.step - 1) / self.steps
        rate = np.float32(self.rate * (1 - 3 * t**2 + 2 * t**3))
        for p, mean_, square, g in zip(
            self.parameters, self.means, self.squares, gradients, strict=True
        ):
            mean_ += np.float32(0.1) * (g - mean_)
            square += np.float32(0.001) * (g * g - square)
            root = np.sqrt(square / np.float32(1 - 0.999**self.step)) + np.float32(1e-8)
            p *= 1 - rate * np.float32(self.decay)
            p -= rate * mean_ / np.float32(1 - 0.9**self.step) / root


@pytest.mark.parametrize(("k", "penalty"), [(None, 0.0), (2, 0.5)])
@pytest.mark.parametrize(("batch", "steps"), [(16, 1), (16, 5), (7, 4), (40, 2)])
def test_steps_of_adam(k, penalty, batch, steps):
    rng = np.random.default_rng([batch, steps])
    v, u = rng.normal(size=(5, 3)), rng.normal(size=5)
    x, y = rng.normal(size=(40, 3)).astype(np.float32), rng.normal(size=40).astype(np.float32)
    options = {} if k is None else {"k": k, "penalty": penalty}
    adam = Adam(x, y, v, u, steps, rate=0.05, decay=0.1, batch=batch, **options)
    plain = PlainAdam(v, u, steps, 0.05, 0.1, **options)
    squares, seen = 0.0, 0
    while adam.step < steps:
        before = adam.step
        order = rng.permutation(40)
        (loss,) = adam.train(order)
        squares, seen = 0.0, 0
        for start in range(0, 40, batch):
            if plain.step == steps:
                break
            part = order[start : start + batch]
            h = np.maximum(x[part] @ plain.parameters[0].T, 0) @ plain.parameters[1]
            squares += float(((h - y[part]) ** 2).sum())
            seen += len(h)
            plain.take(x[part], y[part])
        assert adam.step == plain.step > before
        assert loss == pytest.approx(squares / seen, rel=1e-4)
    found_v, found_u = adam.network
    assert found_v.dtype == found_u.dtype == np.float64
    np.testing.assert_allclose(found_v, plain.parameters[0], atol=2e-4)
    np.testing.assert_allclose(found_u, plain.parameters[1], atol=2e-4)


def test_many_passes_in_one_call_are_those_one_by_one():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(9, 2)), rng.normal(size=9)
    orders = np.array([rng.permutation(9) for _ in range(6)])

    def started():
        start = np.random.default_rng(1).normal(size=(3, 2))
        return Adam(x, y, start, np.ones(3), 13, rate=0.1, batch=4, k=1, penalty=0.1)

    together, single = started(), started()
    losses = together.train(orders)
    assert losses.tolist() == [loss for order in orders[:5] for loss in single.train(order)]
    assert together.step == single.step == 13  # five passes: three steps each, and one more
    assert single.train(orders[5]).tolist() == []
    for mine, other in zip(together.network, single.network, strict=True):
        np.testing.assert_array_equal(mine, other)
