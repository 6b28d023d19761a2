"""Certified ends where points or signs are too many for suprema over all of them.

docs/proofs-rademacher.md, 6, has the proofs. A network that is k-sparse on a sample is so on
each part of it, so a supremum is at most the sum of suprema over the parts. From below, k
copies of one neuron are k-sparse on any points, whatever s is; the mean over signs outside
a part of the contribution of a neuron chosen by the signs inside is 0 (Jensen), and
|σ(z) − σ(−z)| = |z| with Khinchine's inequality gives a closed form.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher.clock import Clock
from sparseact.rademacher.feasible import feasible_neuron, guaranteed
from sparseact.rademacher.suprema import (
    MAX_CUBE,
    MAX_POINTS_ONE,
    Problem,
    Supremum,
    weighted_mean,
    whole_supremum,
)

#: Points of a part; all its signs make at most 128 classes.
_PART = 8
#: Parts are taken up to this number of points; beyond, the closed forms are nearly always smaller.
_MOST_POINTS = 1024
_EIGENVALUE = 1e-7  # seconds for each m²(m + n) that verifying the largest eigenvalue takes
_ROOM = 1e-12  # relative, more than the rounding of closed forms and norms


#: Points of a part in the stages of one sign vector; a last one takes all points if it can.
_STAGES = (8, 12, 16)


class Parts:
    """A sample cut into parts, and the class on it."""

    def __init__(
        self, x: np.ndarray, s: int, k: int, W: float, B: float, size: int | None = None
    ) -> None:
        # Neighbours in this order are often near each other, which makes the bound better.
        self.order = np.lexsort(x.T[::-1])
        self.x = x[self.order]
        self.s, self.k, self.W, self.B = s, k, W, B
        self.norms = np.linalg.norm(self.x, axis=1) * (1 + _ROOM)
        self.size = size or _PART
        self.starts = range(0, len(x), self.size) if len(x) <= _MOST_POINTS else range(0)

    def most(self, start: int = 0, stop: int | None = None) -> float:
        """Return `k Σ (W‖x_i‖ + B)`, at least the supremum for any signs of these points."""
        size = self.W * self.norms[start:stop] + self.B
        return self.k * math.fsum(size.tolist()) * (1 + _ROOM)

    def mean(self, clock: Clock) -> tuple[float, float]:
        """Return ends for the mean over all signs."""
        m = len(self.x)
        lower, upper = closed_ends(self.x, self.s, self.k, self.W, self.B, clock.left)
        total = Fraction(0)
        for start in self.starts:
            part = self.x[start : start + self.size]
            if clock.has_time():
                limits = self.W, self.B, "sample", clock
                most = Problem(part, self.s, self.k, *limits).mean_upper()
                problem = Problem(part, 1, 1, *limits)
                classes, weights = zip(*problem.classes(), strict=True)
                ends = (best.lower for best in problem.suprema(list(classes)))
                least = self.k * weighted_mean(zip(ends, weights, strict=True)) / m
                lower = max(lower, float(least) * (1 - _ROOM))
            else:
                most = Fraction(self.most(start, start + self.size))
            total += most
        if self.starts:
            upper = min(upper, float(total / m) * (1 + _ROOM))
        return lower, upper

    def suprema(self, signs: np.ndarray, clock: Clock) -> Iterator[Supremum]:
        """Yield ends for each row of signs, with k copies of the best neuron that was found."""
        for row in signs[:, self.order]:
            neurons = list(self._plain_neurons(row))
            upper = 0.0
            for start in self.starts:
                part = slice(start, start + self.size)
                if not clock.has_time():
                    upper += self.most(start, start + self.size)
                    continue
                for s, k in dict.fromkeys([(self.s, self.k), (1, 1)]):
                    limits = s, k, self.W, self.B
                    ends = whole_supremum(self.x[part], row[part], limits, "sample", clock)
                    if s == self.s:
                        upper += ends.upper
                    if s == 1:
                        network = ends.network
                        neurons.append((network.w[0], float(network.b[0]), float(network.u[0])))
            upper = min(upper, self.most()) if self.starts else self.most()
            yield self._best(row, neurons, upper * (1 + _ROOM))

    def _plain_neurons(self, row: np.ndarray) -> Iterator[tuple[np.ndarray, float, float]]:
        """Yield neurons along the signed sum of the points, and the constant one."""
        n = self.x.shape[1]
        direction = row @ self.x
        length = float(np.linalg.norm(direction))
        for u in (1.0, -1.0):
            yield np.zeros(n), -self.B, u
            if length > 0:
                w = (u * self.W / length) * direction
                for b in (0.0, -self.B, self.B):
                    neuron = feasible_neuron(w, b, self.x[:0], self.W, self.B)
                    if neuron is not None:
                        yield (*neuron, u)

    def _best(
        self, row: np.ndarray, neurons: list[tuple[np.ndarray, float, float]], upper: float
    ) -> Supremum:
        c = row.astype(np.float64)
        value, place = max(
            (guaranteed(self.x, c, w[None], np.array([b]), np.array([u])), i)
            for i, (w, b, u) in enumerate(neurons)
        )
        w, b, u = np.zeros((self.s, self.x.shape[1])), np.zeros(self.s), np.ones(self.s)
        if value > 0:
            w[: self.k], b[: self.k], u[: self.k] = neurons[place]
        return Supremum(guaranteed(self.x, c, w, b, u), upper, SparseReLUNetwork(w, b, u))


def one_supremum(
    x: np.ndarray,
    row: np.ndarray,
    limits: tuple[int, int, float, float],
    sparsity: str,
    clock: Clock,
) -> Supremum:
    """Return ends for one sign vector, from all points if these are few and there is time.

    `limits` are s, k, W and B. Parts grow from stage to stage, and the best ends of all
    stages are kept.
    """
    rows = 1 << min(x.shape[1], 64) if sparsity == "cube" else len(np.unique(x, axis=0))
    reached = rows <= (1 << MAX_CUBE if sparsity == "cube" else MAX_POINTS_ONE)
    stages: list[Supremum] = []
    for size in _STAGES if not reached or clock.left < math.inf else ():
        if (not reached or size < rows) and (not stages or clock.has_time()):
            stages += Parts(x, *limits, size).suprema(row[None], clock)
    if reached and (not stages or clock.has_time()):
        stages.append(whole_supremum(x, row, limits, sparsity, clock))
    best = max(stages, key=lambda ends: ends.lower)
    return best._replace(upper=min(ends.upper for ends in stages))


def closed_ends(
    x: np.ndarray, s: int, k: int, W: float, B: float, seconds: float = math.inf
) -> tuple[float, float]:
    """Return proved ends for the mean over all signs: no supremum is computed.

    The bound by an eigenvalue is left out where it takes more than half of the seconds.
    """
    m, n = x.shape
    norms = np.linalg.norm(x, axis=1)
    R = float(norms.max()) * (1 + _ROOM)
    # Half of k·W·E‖Σ ζ_i x_i‖, by Khinchine's inequality; and k·B·E|Σ ζ_i|, exactly.
    slope = k * W * math.sqrt(math.fsum((norms**2).tolist())) / (2 * math.sqrt(2) * m)
    middle = Fraction(math.comb(m - 1, (m - 1) // 2), 2 ** (m - 1))
    lower = max(slope, k * B * float(middle)) * (1 - _ROOM)
    proved = [
        k * math.fsum((W * norms + B).tolist()) / m,
        bounds.theorem_j(s, k, m, R, W, B),
        bounds.theorem_k(s, k, m, R, W, B),
        bounds.theorem_l(s, k, m, R, W, B),
    ]
    if m <= _MOST_POINTS:
        proved.append(bounds.theorem_19_sharp(n, s, k, m, R, W, B))
        if _EIGENVALUE * m**2 * (m + n) <= seconds / 2:
            proved.append(bounds.conj_20_gram(x, s, k, W, B))
    if k == s:
        proved.append(bounds.dense_rademacher_sharp(s, m, R, W, B))
    return lower, min(proved) * (1 + _ROOM)
