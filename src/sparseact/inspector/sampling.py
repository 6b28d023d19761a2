"""Sensitivities and weights of low degree from random points, for cubes too large to enumerate.

Each estimate is unbiased, and each interval is proved, whatever the network and the number of
points (docs/proofs-numerics.md). Those of averages over points are empirical Bernstein bounds
(Maurer and Pontil, COLT 2009, Theorem 4, on both sides) of values that are cut off.
Those of the weights are Chebyshev's.

References
----------
A. Maurer, M. Pontil (2009). Empirical Bernstein bounds and sample variance penalization.
COLT 2009. arXiv:0907.3740
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sparseact.arguments import integer
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

LEVEL = 0.99  # of each interval by itself
LEAST_SAMPLES = 128
MOST_SAMPLES = 10_000_000  # six numbers are kept of each: 0.5 GB
MOST_PAIRED = 4096  # inputs up to which there are sums for each pair of them

_BLOCK = 1 << 20  # pre-activations that exist at one time
_MOVES = 1 << 26  # pre-activations of flipped points between two looks at the clock
_PRODUCTS = 1 << 30  # and products of pairs of inputs
_SECONDS_A_POINT = 4e-6  # that the intervals take after the last point


class Estimate(NamedTuple):
    """An unbiased estimate, and an interval around it at `LEVEL`."""

    value: float
    lower: float
    upper: float


class Sampled(NamedTuple):
    """Estimates for a network under uniform inputs, from random points."""

    samples: int
    seed: int
    sensitivity: Estimate
    noise: dict[Fraction, Estimate]  # by ρ
    mean_square_active: Estimate  # E|R_x|²
    weights: list[Estimate]  # of degrees 0, 1 and, for 2 to `MOST_PAIRED` inputs, 2


def sample(
    network: SparseReLUNetwork,
    k: int,
    samples: int,
    seed: int,
    rhos: Sequence[Fraction],
    *,
    deadline: float = math.inf,
    watch: Callable[[int, int], None] | None = None,
) -> Sampled:
    """Estimate the average and the noise sensitivity, `E|R_x|²` and weights of degrees up to 2.

    No more than k neurons are active at any point, and noise sensitivities are estimated at `rhos`,
    which are in [0, 1].
    There are `LEAST_SAMPLES` to `MOST_SAMPLES` independent points. Those drawn by the deadline of
    `time.monotonic` are all; one block is drawn in any case. `watch` is called with how many of how
    many points are done. Raises ValueError if there are too few samples or too many.
    """
    samples, seed = require_samples(samples, seed)
    rng = generator(seed, "sampled inspection")
    low, high = value_range(network)
    error = rounding(network)
    # A flip of x_i moves h by at most 2·moves_i.
    moves = np.abs(network.u) @ np.abs(network.w)
    widest = min(high - low, 2 * float(moves.sum()) * _OUTWARDS)
    # About the mean, from other points, so that it is a number like any other to those here.
    others = min(_PILOT, max(2, _MOVES // (network.s * network.n)))
    pilot = _signs(generator(seed, "pilot of a sampled inspection"), others, network.n)
    centre = float((network(pilot) - network.c).mean())
    sensitivity, squares, values = np.empty(samples), np.empty(samples), np.empty(samples)
    noise = {rho: np.empty(samples) for rho in rhos}
    sums = Sums(network.n)
    drawn = 0
    for x, z, h in point_blocks(network, samples, rng, deadline, watch):
        rows = slice(drawn, drawn + len(x))
        drawn += len(x)
        values[rows] = h
        sums.add(x, h - centre)
        squares[rows] = network.active(x).sum(axis=1) ** 2.0
        sensitivity[rows] = flips(network, x, z, h).sum(axis=1)
        draws = rng.random(x.shape) if noise else x  # for all ρ, so that they differ only by ρ
        for rho, changes in noise.items():
            y = np.where(draws < float((1 - rho) / 2), -x, x)
            changes[rows] = (h - np.maximum(y @ network.w.T - network.b, 0) @ network.u) ** 2 / 4
    samples = drawn
    sensitivity, squares, values = sensitivity[:samples], squares[:samples], values[:samples]
    noise = {rho: changes[:samples] for rho, changes in noise.items()}
    spread = float(moves @ moves) * _OUTWARDS
    # A difference of two values has an error of at most 2·error, and so ¼ of its square.
    of_flips = error * (2 * float(moves.sum()) + network.n * error)
    of_changes = error * (widest + error)
    by_part = _interval(sensitivity, spread, failure=2 * _PART, error=of_flips)

    def noise_estimate(rho: Fraction, changes: np.ndarray) -> Estimate:
        failure = _FAILURE - _PART
        own = _interval(
            changes, widest**2 / 4, lambda cap: _excess(cap, 2 * spread), failure, of_changes
        )
        by_sensitivity = float((1 - rho) / 2) * by_part.upper  # 1 − ρ^t ≤ (1 − ρ)t
        return own._replace(upper=max(own.value, min(own.upper, by_sensitivity)))

    return Sampled(
        samples,
        seed,
        _interval(sensitivity, spread, error=of_flips),
        {rho: noise_estimate(rho, changes) for rho, changes in noise.items()},
        _interval(squares, float(k) ** 2),
        _weights(sums, values, network.c, (low, high), centre, spread, by_part, error),
    )


def require_samples(samples: Any, seed: Any) -> tuple[int, int]:
    """Return a number of random points and their seed as ints, or raise a ValueError."""
    return integer("samples", samples, LEAST_SAMPLES, MOST_SAMPLES), integer("seed", seed, 0)


def _signs(rng: np.random.Generator, m: int, n: int) -> np.ndarray:
    return rng.choice(np.array([-1.0, 1.0]), size=(m, n))


def rounding(network: SparseReLUNetwork) -> float:
    """Bound the error of a value h − c that is computed in floats, in any order of summation."""
    sizes = np.abs(network.u) @ (np.abs(network.w).sum(axis=1) + np.abs(network.b))
    return (network.n + network.s + 8) * 2.0**-52 * float(sizes)


def value_range(network: SparseReLUNetwork) -> tuple[float, float]:
    """Return the ends of an interval that h − c is in, computed or not."""
    tops = np.abs(network.w).sum(axis=1)
    ends = np.maximum([tops - network.b, -tops - network.b], 0) * network.u
    error = rounding(network)
    return float(ends.min(axis=0).sum()) - error, float(ends.max(axis=0).sum()) + error


def point_blocks(
    network: SparseReLUNetwork,
    samples: int,
    rng: np.random.Generator,
    deadline: float,
    watch: Callable[[int, int], None] | None,
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield random points with their pre-activations and values h − c; see `sample`."""
    step = max(1, _BLOCK // max(network.s, network.n))
    pairs = network.n**2 if network.n <= MOST_PAIRED else 1
    step = max(2, min(step, _MOVES // (network.s * network.n), _PRODUCTS // pairs))
    for first in range(0, samples, step):
        if watch is not None:
            watch(first, samples)
        if first and time.monotonic() + first * _SECONDS_A_POINT > deadline:
            return
        x = _signs(rng, min(step, samples - first), network.n)
        z = x @ network.w.T - network.b
        yield x, z, np.maximum(z, 0) @ network.u


def flips(network: SparseReLUNetwork, x: np.ndarray, z: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Return `¼(h(x) − h(x^{⊕i}))²`, (m, n), at points x with pre-activations z, values h − c."""
    used = np.flatnonzero(network.w.any(axis=0))
    moved = np.empty((len(x), len(used)))
    _flipped(x[:, used], z, np.ascontiguousarray(network.w[:, used].T), network.u, moved)
    squares = np.zeros(x.shape)
    squares[:, used] = (h[:, None] - moved) ** 2 / 4
    return squares


@njit(cache=True, fastmath={"reassoc"})  # the bound on rounding is for any order
def _flipped(x, z, w, u, values):
    """Put h(x^{⊕i}) into values (m, n): x (m, n), z (m, s), w (n, s)."""
    for p in range(len(x)):
        for i in range(len(w)):
            step = 2 * x[p, i]
            total = 0.0
            for j in range(len(u)):
                total += max(z[p, j] - step * w[i, j], 0.0) * u[j]
            values[p, i] = total


class Sums:
    """Sums over points x of g·Π_{i∈T} x_i, |T| ≤ 2, and of g², for numbers g of these points."""

    def __init__(self, n: int) -> None:
        self.n, self.points = n, 0
        self.rows = self.blocks = 0
        self.mean = self.squares = 0.0
        self.first = np.zeros(n)
        self.second = np.zeros((n, n)) if 2 <= n <= MOST_PAIRED else None

    def add(self, x: np.ndarray, g: np.ndarray) -> None:
        """Add a block of points (m, n) with their numbers (m,)."""
        self.points += len(x)
        self.rows, self.blocks = max(self.rows, len(x)), self.blocks + 1
        self.mean += float(g.sum())
        self.squares += float(g @ g)
        self.first += g @ x
        if self.second is not None:
            self.second += x.T @ (x * g[:, None])

    @property
    def rounding(self) -> float:
        """A bound on the error of a sum, relative to the sum of the sizes of its terms."""
        return (self.rows + self.blocks + 4) * 2.0**-52

    def pairs(self) -> np.ndarray:
        """Return the sums for pairs of inputs, in the order of `numpy.triu_indices`."""
        return np.zeros(0) if self.second is None else self.second[np.triu_indices(self.n, 1)]

    def weights(self) -> list[float]:
        """Return unbiased weights of degrees 0, 1 and, where there are sums for pairs, 2.

        The weight of degree t is the mean over pairs of different points x, y of
        g(x)g(y)·Σ_{|T|=t} χ_T(xy); all pairs together are a square less its diagonal.
        """
        sums = [self.mean**2, *(float(v @ v) for v in (self.first, self.pairs()))]
        pairs = self.points * (self.points - 1)
        return [
            (square - math.comb(self.n, t) * self.squares) / pairs
            for t, square in enumerate(sums[: 2 if self.second is None else 3])
        ]


def _weights(
    sums: Sums,
    values: np.ndarray,
    c: float,
    ends: tuple[float, float],
    centre: float,
    spread: float,
    sensitivity: Estimate,
    error: float,
) -> list[Estimate]:
    """Return the weights of degrees 0, 1 and, where there are sums for pairs, 2.

    docs/proofs-numerics.md. `spread` is Σ_i moves_i², where a flip of x_i moves h by 2·moves_i.
    `values` are values of g = h − c, which is between the ends. `sums` are sums of
    g − centre, which has the weights of h except at degree 0. The interval of the sensitivity
    misses with a probability of at most `_PART` on each side. A value has an error of at most
    `error`.
    """
    m, (low, high) = len(values), ends
    # Degree 0 is the square of the mean.
    mean = float(values.mean())
    shifted = _interval(values - low, high - low, failure=_FAILURE / 2, error=error)
    margin = math.sqrt(2 * spread * math.log(4 / _FAILURE) / m) + error  # McDiarmid's inequality
    last = 2.0**-50 * (abs(low) + abs(high) + abs(c))  # of the sums here
    least = max(shifted.lower + low, mean - margin) + c - last
    most = min(shifted.upper + low, mean + margin) + c + last
    lower = 0.0 if least <= 0 <= most else min(least**2, most**2)
    square = (mean + c) ** 2 - float(values.var(ddof=1)) / m
    weights = [Estimate(square, lower, max(least**2, most**2))]
    bound = max(high - centre, centre - low) ** 2
    root_bound = math.sqrt(bound)
    of_square = error * (2 * root_bound + error)
    mean_square = _interval((values - centre) ** 2, bound, failure=2 * _PART, error=of_square).upper
    # A product of two values has this error, with the rounding of the sums over points.
    own_error = error + sums.rounding * root_bound
    of_pair = own_error * (2 * root_bound + own_error)
    for t, value in enumerate(sums.weights()[1:], start=1):
        # (value − W)² ≤ (4·bound·W/m + own)/δ, by Chebyshev's inequality.
        failure, gap = _FAILURE - 2 * _PART, math.comb(sums.n, t) * of_pair
        own = 2 * bound * mean_square * math.comb(sums.n, t) / (m * (m - 1))
        half = 2 * bound / (m * failure)

        def root(value: float, half: float = half, own: float = own / failure) -> float:
            return math.sqrt(half**2 + 2 * half * value + own)

        # Σ_t t·W_t is the average sensitivity, and Σ_t W_t is at most the mean square.
        most, least = max(value + gap, 0.0), value - gap
        upper = min(most + half + root(most), mean_square, sensitivity.upper / t)
        lower = min(max(least + half - root(max(least, 0.0)), 0.0), upper)
        weights.append(Estimate(value, lower, upper))
    return weights


#: How often an interval may miss, and how often a bound that it rests on may.
_FAILURE = 1 - LEVEL
_PART = _FAILURE / 4

_OUTWARDS = 1 + 2.0**-40  # more than the rounding of a sum of squares
_PILOT = 256  # points for a first estimate of the mean

#: Values are cut off at this many caps: the largest value, half of it, and so on.
_CAPS = 32


def _excess(cap: float, scale: float) -> float:
    """Bound E(Z − cap)₊ for Z ≥ 0 with Pr[Z > z] ≤ 4·exp(−z/scale)."""
    return 4 * scale * math.exp(-cap / scale) if scale else 0.0


def _interval(
    values: np.ndarray,
    largest: float,
    excess: Callable[[float], float] | None = None,
    failure: float = 1 - LEVEL,
    error: float = 0.0,
) -> Estimate:
    """Return the mean of independent values in [0, largest], and its interval.

    The mean of min(Z, cap) is at most E Z, and below it by at most excess(cap). All caps
    hold together, so that the best of them is taken. Each value has an error of at most `error`,
    with which their mean moves by at most that, and their standard deviation by twice as much.
    """
    m, mean = len(values), float(values.mean())
    lower, upper = 0.0, largest
    log = math.log(4 * _CAPS / failure)  # 2/δ a side and cap, and δ = failure/(2·caps)
    for halvings in range(_CAPS):
        cap = largest / 2**halvings
        if halvings and cap == 0:
            break
        kept = np.minimum(values, cap)
        deviation = float(kept.std(ddof=1)) + 2 * error
        margin = deviation * math.sqrt(2 * log / m) + 7 * cap * log / (3 * (m - 1)) + error
        lower = max(lower, float(kept.mean()) - margin)
        more = 0.0 if not halvings else math.inf if excess is None else excess(cap)
        upper = min(upper, float(kept.mean()) + margin + more)
    upper = max(lower, upper)
    return Estimate(min(max(mean, lower), upper), lower, upper)
