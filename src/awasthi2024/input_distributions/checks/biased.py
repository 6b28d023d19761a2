"""Functions on the cube under a product distribution, exactly.

A distribution is given by q_i = Pr[x_i = −1]. With μ_i = 1 − 2q_i and
σ_i² = 4q_i(1 − q_i) the φ_T(x) = Π_{i∈T} (x_i − μ_i)/σ_i are orthonormal, and
ĥ(T) = E h·φ_T. A coefficient is irrational in general, and its square is rational.

Sums are made in integers: the q_i are brought to one denominator and the values
to one grid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sparseact.activity import common_grid
from sparseact.cube import points, popcounts
from sparseact.network import SparseReLUNetwork


def masses(tops: Sequence[int], denominator: int) -> np.ndarray:
    """Return whole^n times the probability of each point, in cube order, for q_i = tops_i/whole."""
    mass = np.array([1], dtype=object)
    for top in tops:
        # Bit i of a point's number is set where x_i = −1.
        mass = np.concatenate([(denominator - top) * mass, top * mass])
    return mass


def probabilities(biases: Sequence[Fraction]) -> np.ndarray:
    """Return the probability of each point, shape (2^n,), in floats."""
    tops, denominator = _integers(biases)
    return np.array(
        [float(Fraction(mass, denominator ** len(tops))) for mass in masses(tops, denominator)]
    )


def _integers(biases: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return the numerators of q_i over their common denominator, and that denominator."""
    denominator = math.lcm(*(q.denominator for q in biases))
    return [int(q * denominator) for q in biases], denominator


def _gridded(values: np.ndarray) -> tuple[np.ndarray, int]:
    """Return integers v and g with values = v·2^−g."""
    integers, grid = common_grid(values.tolist())
    return np.array(integers, dtype=object), grid


def total_variance(values: np.ndarray, biases: Sequence[Fraction]) -> Fraction:
    """Return Σ_i E Var_i(h) from the differences along edges; under the uniform law it is AS(h)."""
    (tops, denominator), (v, grid) = _integers(biases), _gridded(values)
    mass, total = masses(tops, denominator), 0
    for i, top in enumerate(tops):
        weights, split = mass.reshape(-1, 2, 1 << i), v.reshape(-1, 2, 1 << i)
        gaps = (split[:, 0] - split[:, 1]) ** 2
        total += top * (denominator - top) * int((weights.sum(axis=1) * gaps).sum())
    return Fraction(total, denominator ** (len(tops) + 2)) / Fraction(4) ** grid


def degree_weights(values: np.ndarray, biases: Sequence[Fraction]) -> list[Fraction]:
    """Return Σ_{|T|=t} ĥ(T)² for t = 0..n, by a transform with the means and differences."""
    (tops, denominator), (spectrum, grid) = _integers(biases), _gridded(values)
    scale = np.array([1], dtype=object)
    for i, top in enumerate(tops):
        split = spectrum.reshape(-1, 2, 1 << i)
        above, below = split[:, 0].copy(), split[:, 1].copy()
        split[:, 0], split[:, 1] = (denominator - top) * above + top * below, above - below
        # E_{x_i} h·φ_i = √(q_i(1 − q_i))·(h(x^{i→+}) − h(x^{i→−})).
        scale = np.concatenate([scale, top * (denominator - top) * scale])
    squares, degrees = scale * spectrum**2, popcounts(len(tops))
    # Each of the n steps has brought whole² to the denominator.
    unit = denominator ** (2 * len(tops)) * Fraction(4) ** grid
    return [squares[degrees == t].sum() / unit for t in range(len(tops) + 1)]


def moments(network: SparseReLUNetwork, biases: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return E|R_x| and E|R_x|²."""
    tops, denominator = _integers(biases)
    mass, counts = masses(tops, denominator), network.active_counts()
    by_count = [sum(mass[counts == a].tolist()) for a in range(int(counts.max()) + 1)]
    unit = denominator ** len(tops)
    mean = Fraction(sum(a * total for a, total in enumerate(by_count)), unit)
    return mean, Fraction(sum(a * a * total for a, total in enumerate(by_count)), unit)


def basis(degree_masks: np.ndarray, biases: Sequence[Fraction]) -> np.ndarray:
    """Return φ_T at all points of the cube for these masks, shape (2^n, len(masks)), in floats."""
    q = np.array([float(bias) for bias in biases])
    normed = (points(len(q)) - (1 - 2 * q)) / (2 * np.sqrt(q * (1 - q)))
    columns = [
        np.prod(normed[:, [i for i in range(len(q)) if int(mask) >> i & 1]], axis=1)
        for mask in degree_masks
    ]
    return np.stack(columns, axis=1)
