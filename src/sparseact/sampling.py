"""Sensitivities and weights of low degree from random points, for cubes too large to enumerate.

Each estimate is unbiased. The intervals of averages over points are empirical Bernstein
bounds (Maurer and Pontil, COLT 2009, Theorem 4, on both sides), which hold at their level
for every number of points, whatever the network. Those of the weights are Student's over
batches, which hold as far as the batches' estimates are normal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

LEVEL = 0.99  # of each interval by itself
BATCHES = 32
LEAST_SAMPLES = 4 * BATCHES

_BLOCK = 1 << 22  # pre-activations that exist at one time


class Estimate(NamedTuple):
    """An unbiased estimate, and an interval around it at `LEVEL`."""

    value: float
    lower: float
    upper: float


class Sampled(NamedTuple):
    """What random points say of a network under uniform inputs."""

    samples: int
    seed: int
    sensitivity: Estimate
    noise: dict[Fraction, Estimate]  # by ρ
    mean_square_active: Estimate  # E|R_x|²
    weights: list[Estimate]  # of degrees 0, 1 and, from two inputs on, 2


def sample(
    network: SparseReLUNetwork, k: int, samples: int, seed: int, rhos: Sequence[Fraction]
) -> Sampled:
    """Estimate the average and the noise sensitivity, E|R_x|² and weights of degrees up to 2.

    Parameters
    ----------
    network : SparseReLUNetwork
    k : int
        No more neurons are active at any point.
    samples : int
        Independent points, at least `LEAST_SAMPLES`.
    seed : int
    rhos : sequence of Fraction
        Where noise sensitivities are estimated.

    Raises
    ------
    ValueError
        If there are too few samples, or squares leave the range of floats.
    """
    if samples < LEAST_SAMPLES:
        raise ValueError(f"samples must be at least {LEAST_SAMPLES}, not {samples}")
    if seed < 0:
        raise ValueError(f"seed must be at least 0, not {seed}")
    if network.largest_value and not 2.0**-400 < network.largest_value < 2.0**400:
        raise ValueError(
            "samples need weights whose squares are floats; divide w, b and c by one number"
        )
    rng = generator(seed, "sampled inspection")
    sensitivity, squares = np.empty(samples), np.empty(samples)
    noise = {rho: np.empty(samples) for rho in rhos}
    weights = np.empty((BATCHES, min(network.n, 2) + 1))
    # Batches differ by one point at most.
    ends = [samples * i // BATCHES for i in range(BATCHES + 1)]
    for batch, (start, stop) in enumerate(itertools.pairwise(ends)):
        sums = _WeightSums(network)
        step = max(1, _BLOCK // max(network.s, network.n))
        for first in range(start, stop, step):
            rows = slice(first, min(first + step, stop))
            x = rng.choice(np.array([-1.0, 1.0]), size=(rows.stop - rows.start, network.n))
            z = x @ network.w.T - network.b
            h = np.maximum(z, 0) @ network.u + network.c
            sums.add(x, h)
            squares[rows] = (z > 0).sum(axis=1) ** 2.0
            sensitivity[rows] = _flips(network, x, z, h)
            for rho, found in noise.items():
                flipped = rng.random(x.shape) < float((1 - rho) / 2)
                y = np.where(flipped, -x, x)
                other = np.maximum(y @ network.w.T - network.b, 0) @ network.u + network.c
                found[rows] = (h - other) ** 2 / 4
        weights[batch] = sums.weights()
    # A flip of x_i moves neuron j by at most 2|w_ji|, and no point moves it beyond its range.
    moves = np.abs(network.u) @ np.abs(network.w)
    tops = np.abs(network.w).sum(axis=1)
    ranges = np.maximum(tops - network.b, 0) - np.maximum(-tops - network.b, 0)
    widest = float(np.abs(network.u) @ ranges)
    return Sampled(
        samples,
        seed,
        _bernstein(sensitivity, float(moves @ moves)),
        {rho: _bernstein(found, widest**2 / 4) for rho, found in noise.items()},
        _bernstein(squares, float(k) ** 2),
        [_student(column) for column in weights.T],
    )


def _flips(network: SparseReLUNetwork, x: np.ndarray, z: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Return Σ_i ¼(h(x) − h(x^{⊕i}))² at points x with pre-activations z and values h."""
    total = np.zeros(len(x))
    for i in np.flatnonzero(network.w.any(axis=0)):
        moved = z - 2 * x[:, i, None] * network.w[:, i]
        total += (h - np.maximum(moved, 0) @ network.u - network.c) ** 2
    return total / 4


class _WeightSums:
    """Sums over points that give unbiased weights of degrees 0 to 2.

    The weight of degree t is the mean over pairs of different points x, y of
    h(x)h(y)·Σ_{|T|=t} χ_T(xy); all pairs together are a square less its diagonal.
    """

    def __init__(self, network: SparseReLUNetwork) -> None:
        n = network.n
        self.n, self.points, self.squares = n, 0, 0.0
        self.mean, self.first = 0.0, np.zeros(n)
        self.second = np.zeros((n, n))

    def add(self, x: np.ndarray, h: np.ndarray) -> None:
        self.points += len(x)
        self.squares += float(h @ h)
        self.mean += float(h.sum())
        self.first += h @ x
        self.second += x.T @ (x * h[:, None])

    def weights(self) -> list[float]:
        upper = self.second[np.triu_indices(self.n, 1)]
        whole = [self.mean**2, float(self.first @ self.first), float(upper @ upper)]
        pairs = self.points * (self.points - 1)
        return [
            (square - math.comb(self.n, t) * self.squares) / pairs
            for t, square in enumerate(whole[: min(self.n, 2) + 1])
        ]


def _bernstein(values: np.ndarray, largest: float) -> Estimate:
    """Return the mean of independent values in [0, largest], and its interval."""
    m, mean = len(values), float(values.mean())
    log = math.log(4 / (1 - LEVEL))  # 2/δ a side, and δ = (1 − LEVEL)/2
    margin = math.sqrt(2 * float(values.var(ddof=1)) * log / m) + 7 * largest * log / (3 * (m - 1))
    return Estimate(mean, max(mean - margin, 0.0), min(mean + margin, largest))


def _student(values: np.ndarray) -> Estimate:
    from scipy.special import stdtrit  # here, since most reports need no SciPy

    mean = float(values.mean())
    margin = stdtrit(len(values) - 1, (1 + LEVEL) / 2) * float(values.std(ddof=1))
    margin /= math.sqrt(len(values))
    return Estimate(mean, max(mean - margin, 0.0), max(mean + margin, 0.0))
