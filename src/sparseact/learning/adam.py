"""Adam for one hidden layer of ReLUs, in float32."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


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
        self._v, self._u = v.T.astype(np.float32), u.astype(np.float32)
        self._moments = [np.zeros_like(a) for a in (self._v, self._v, self._u, self._u)]
        self._rate, self._decay, self._batch = float(rate), float(decay), int(batch)
        self._k, self._penalty = len(u) if k is None else int(k), np.float32(penalty)
        self.step, self.steps = 0, int(steps)

    def train(self, orders: NDArray[np.int64]) -> NDArray[np.float64]:
        """Step through the samples in these orders (m,) or (passes, m), while steps are left.

        Returns for each pass begun the mean square of h − y over the samples that it saw, each with
        the weights of its step.
        """
        losses = []
        for order in np.atleast_2d(orders):
            if self.step < self.steps:
                losses.append(self._train_once(order))
        return np.array(losses)

    def _train_once(self, order: NDArray[np.int64]) -> float:
        total, seen = 0.0, 0
        for start in range(0, len(order), self._batch):
            if self.step == self.steps:
                break
            rows = order[start : start + self._batch]
            x = self._x[rows]
            z = x @ self._v
            active = np.maximum(z, 0)
            residual = active @ self._u - self._y[rows]
            total += float(np.square(residual, dtype=np.float64).sum())
            seen += len(rows)
            residual /= len(rows)
            slopes = np.where(z > 0, residual[:, None] * self._u, np.float32(0))
            if self._k < z.shape[1]:
                slopes[excess_beyond(z, self._k) > 0] += self._penalty / np.float32(len(rows))
            self._move(x.T @ slopes, residual @ active)
        return total / seen

    def _move(self, dv: NDArray[np.float32], du: NDArray[np.float32]) -> None:
        t = self.step / self.steps
        self.step += 1
        rate = np.float32(self._rate * (1.0 - t * t * (3.0 - 2.0 * t)))
        scales = [np.float32(1 / (1 - beta**self.step)) for beta in (0.9, 0.999)]
        parts = (self._v, dv, *self._moments[:2]), (self._u, du, *self._moments[2:])
        for weights, slope, mean, square in parts:
            # A weight without slope would have denormal moments, which are slow.
            mean += np.float32(0.1) * (slope - mean) + np.float32(1e-30)
            square += np.float32(0.001) * (slope * slope - square) + np.float32(1e-30)
            weights *= 1 - rate * np.float32(self._decay)
            weights -= rate * scales[0] * mean / (np.sqrt(square * scales[1]) + np.float32(1e-8))

    @property
    def network(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weights v (s, d) and u (s,) at this moment."""
        return self._v.T.astype(np.float64), self._u.astype(np.float64)


def excess_beyond(z: NDArray[Any], k: int) -> NDArray[Any]:
    """Return z (m, s) where it is positive and not among the k < s largest of its row, else 0."""
    least = -np.partition(-z, k - 1, axis=1)[:, k - 1 : k]
    return np.where((z > 0) & (z < least), z, z.dtype.type(0))
