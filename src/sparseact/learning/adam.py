"""Adam for one hidden layer of ReLUs in float32, compiled, since its steps are short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sparseact.reproducible import add_product, put_network_sums


class Adam:
    """One hidden layer of ReLUs, h(x) = `Σ_j u_j σ(⟨v_j, x⟩)`, trained by Adam in float32.

    The loss is half the mean square of h − y over a batch of `batch` samples. The step falls from
    `rate` to 0 like `1 − 3t² + 2t³` over the steps, t from 0 to 1, which is within 0.0101 of half a
    cosine's wave; weight decay is decoupled from it. Samples are x (m, d), y (m,), the start v (s,
    d), u (s,). Where k is given, positive pre-activations beyond the k largest of a sample are
    pushed down with the slope `penalty`.

    References
    ----------
    D. P. Kingma, J. Ba (2015). Adam: a method for stochastic optimization. ICLR 2015.
    arXiv:1412.6980
    I. Loshchilov, F. Hutter (2019). Decoupled weight decay regularization. ICLR 2019.
    arXiv:1711.05101
    """

    def __init__(
        self,
        x: NDArray[Any],
        y: NDArray[Any],
        v: NDArray[np.float64],
        u: NDArray[np.float64],
        steps: int,
        *,
        rate: float,
        decay: float = 0.0,
        batch: int,
        k: int | None = None,
        penalty: float = 0.0,
    ) -> None:
        self._x, self._y = np.ascontiguousarray(x, dtype=np.float32), y.astype(np.float32)
        # Neurons come last, so that the loops over them vectorise.
        self._v, self._u = np.ascontiguousarray(v.T, dtype=np.float32), u.astype(np.float32)
        self._moments = [np.zeros_like(a) for a in (self._v, self._v, self._u, self._u)]
        self._powers = np.ones(2)
        self._options = (int(steps), float(rate), float(decay), int(batch))
        self._k, self._penalty = len(u) if k is None else int(k), np.float32(penalty)
        self.step = 0

    def train(self, orders: NDArray[np.int64]) -> NDArray[np.float64]:
        """Step through the samples in these orders (m,) or (passes, m), while steps are left.

        Returns for each pass begun the mean square of h − y over the samples that it saw, each with
        the weights of its step.
        """
        kernel: Callable[..., tuple[int, NDArray[np.float64]]] = _adam_passes
        self.step, losses = kernel(
            self._x, self._y, np.atleast_2d(orders), self._v, self._u, *self._moments,
            self._powers, self.step, *self._options, self._k, self._penalty,
        )  # fmt: skip
        return losses

    @property
    def network(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weights v (s, d) and u (s,) at this moment."""
        return self._v.T.astype(np.float64), self._u.astype(np.float64)


@njit(cache=True)
def excess_beyond(z, k):
    """Return z (m, s) where it is positive and not among the k largest of its row, else 0."""
    excess = np.zeros_like(z)
    least = np.empty(len(z), z.dtype)
    _put_kth_largest(z, np.empty(k, z.dtype), least)
    for i in range(len(z)):
        for j in range(z.shape[1]):
            if 0 < z[i, j] < least[i]:
                excess[i, j] = z[i, j]
    return excess


@njit(cache=True)
def _put_kth_largest(z, top, least):
    """Put the k-th largest positive entry of each row of z (m, s), or 0, into least (m,).

    top is (k,), for the work in between.
    """
    last = len(top) - 1
    for i in range(len(z)):
        top[:] = 0
        for value in z[i]:
            if value > top[last]:
                place = last
                while place > 0 and value > top[place - 1]:
                    top[place] = top[place - 1]
                    place -= 1
                top[place] = value
        least[i] = top[last]


@njit(cache=True, error_model="numpy")  # a test for division by 0 would not vectorise
def _move(values, gradient, means, squares, scales):
    """Take Adam's step for one row of weights and its moments, in place."""
    rate, mean_scale, square_scale, shrink = scales
    f = np.float32
    # A neuron without gradient would have denormal moments, which are slow.
    tiny = f(1e-30)
    for j in range(len(values)):
        g = gradient[j]
        means[j] = f(0.9) * means[j] + f(0.1) * g + tiny
        squares[j] = f(0.999) * squares[j] + f(0.001) * g * g + tiny
        values[j] = values[j] * shrink - rate * means[j] * mean_scale / (
            np.sqrt(squares[j] * square_scale) + f(1e-8)
        )


@njit(cache=True, error_model="numpy")
def _adam_passes(
    x, y, orders, v, u, v_mean, v_square, u_mean, u_square, powers, step, steps, largest, decay,
    batch, k, penalty,
):  # fmt: skip
    """Take Adam through the rows of x in each order, in batches; return the step and the losses.

    x (m, d), y (m,), v (d, s), u (s,) and the moments are float32; v, u, the
    moments and `powers`, the powers of 0.9 and 0.999 so far, change in place.
    """
    m, d, s = orders.shape[1], x.shape[1], len(u)
    batch = min(batch, m)
    f = np.float32
    losses = np.empty(len(orders))
    done = 0
    top, least = np.empty(k, f), np.empty(batch, f)
    pre_activations, slopes = np.empty((batch, s), f), np.empty((batch, s), f)
    du, dv, values = np.empty(s, f), np.empty((d, s), f), np.empty(batch, f)
    while done < len(orders) and step < steps:
        order = orders[done]
        total = 0.0
        start = 0
        while start < m and step < steps:
            stop = min(start + batch, m)
            size = stop - start
            points = x[order[start:stop]]
            z, dz = pre_activations[:size], slopes[:size]
            z[:] = f(0.0)
            add_product(z, points, v)
            put_network_sums(z, u, values[:size])
            if k < s:
                _put_kth_largest(z, top, least[:size])
            push = penalty / f(size)
            du[:] = f(0.0)
            for i in range(size):
                residual = values[i] - y[order[start + i]]
                total += residual * residual
                residual /= f(size)
                # Rows, and & for `and`: these loops vectorise.
                row, slope = z[i], dz[i]
                for j in range(s):
                    du[j] += residual * (row[j] if row[j] > f(0.0) else f(0.0))
                for j in range(s):
                    slope[j] = residual * u[j] if row[j] > f(0.0) else f(0.0)
                if k < s:
                    for j in range(s):
                        slope[j] += push if (row[j] > f(0.0)) & (row[j] < least[i]) else f(0.0)
            dv[:] = f(0.0)
            add_product(dv, points.T, dz)
            step += 1
            powers[0] *= 0.9
            powers[1] *= 0.999
            t = (step - 1) / steps
            rate = f(largest * (1.0 - t * t * (3.0 - 2.0 * t)))
            mean_scale = f(1.0 / (1.0 - powers[0]))
            square_scale = f(1.0 / (1.0 - powers[1]))
            shrink = f(1.0) - rate * f(decay)
            scales = rate, mean_scale, square_scale, shrink
            _move(u, du, u_mean, u_square, scales)
            for c in range(d):
                _move(v[c], dv[c], v_mean[c], v_square[c], scales)
            start = stop
        losses[done] = total / start
        done += 1
    return step, losses[:done]
