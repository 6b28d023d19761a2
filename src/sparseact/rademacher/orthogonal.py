"""Rademacher complexity on points with a symmetric Gram matrix, in closed form.

The points are orthogonal (all of norm 1, any bias) or equicorrelated (norm 1,
inner products r, 0 ≤ r < 1, no bias). Every permutation of the points is then
an isometry, so one neuron's best value depends only on how many samples of
each sign it is active on, and a network is a packing of such counts. Sparsity
is required on the sample. Proofs: docs/proofs-conjecture_20.md, 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numba import njit

#: gain(p, q): the largest Σ ζ_i σ(z_i) of a neuron with u = 1 that is active on p
#: samples with ζ = +1 and on q with ζ = −1; −inf where fewer active samples do as well.
Gain = Callable[[int, int], float]

_LARGEST_PACKING = 1 << 27  # entries of the table times types of neurons


def orthogonal_gain(m: int, W: float, B: float) -> Gain:
    """Return one neuron's best `Σ ζ_i σ(z_i)` on m orthogonal points of norm 1.

    W and B bound `‖w‖` and `|b|`. For points of norm R pass WR as W.
    """

    def gain(p: int, q: int) -> float:
        rest, surplus = m - p - q, p - q
        if surplus <= 0:
            return 0.0 if p == q == 0 else -math.inf
        # The maximum of √(p + q)·√(W² − rest·β²) + surplus·β over 0 ≤ β ≤ B.
        beta = B
        if rest:
            best = W * surplus / math.sqrt(rest * (rest * (p + q) + surplus**2))
            beta = min(B, best)
        height = math.sqrt(max(W * W - rest * beta * beta, 0.0) / (p + q))
        if q and not height < beta:
            return -math.inf  # those q had better be inactive
        return (p + q) * height + surplus * beta

    return gain


def equicorrelated_gain(m: int, W: float, correlation: float) -> Gain:
    """Return the same on m points of norm 1 with inner products `correlation` ≥ 0, `B = 0`."""
    if not 0 <= correlation < 1:
        raise ValueError(f"correlation must be at least 0 and below 1, got {correlation}")

    def gain(p: int, q: int) -> float:
        rest, surplus = 1 + (m - 1 - p - q) * correlation, p - q
        if surplus <= 0:
            return 0.0 if p == q == 0 else -math.inf
        if q and not correlation * surplus > rest:
            return -math.inf
        square = (1 - correlation) * (p + q + correlation * surplus**2 / rest)
        return W * math.sqrt(square)

    return gain


def complexity(m: int, s: int, k: int, gain: Gain) -> float:
    """Return the Rademacher complexity of k-sparse networks of s neurons on m points.

    It is `E_ζ max_h (1/m) Σ ζ_i h(x_i)`, right to a relative 1e-12: a mean of sums of closed forms,
    all of one sign. `gain` is the result of `orthogonal_gain` or `equicorrelated_gain` for the same
    m. Raises ValueError unless `1 ≤ k ≤ s` and `m ≥ 1`, or if the packing would take too long.
    """
    if not (1 <= k <= s and m >= 1):
        raise ValueError(f"must have m ≥ 1 and 1 ≤ k ≤ s, got m = {m}, s = {s}, k = {k}")
    values = _values(m, 1, gain)
    # More than one inactive sample of the wrong sign is made active only if one is.
    plain = bool(np.isneginf(values[1:m, 1]).all())
    if plain and k < s:
        # Neurons with u = 1 use samples with ζ = 1 only, those with u = −1 the others.
        packed = [_packed_totals(values[: p + 1, 0].copy(), k * p, s) for p in range(m + 1)]
        totals = [float(np.max(packed[p] + packed[m - p][::-1])) for p in range(m + 1)]
    else:
        values = _values(m, m, gain)
        totals = [_best_total(p, m - p, s, k, values) for p in range(m + 1)]
    chances = (float(Fraction(math.comb(m, p), 2**m)) for p in range(m + 1))
    return math.fsum(chance * total for chance, total in zip(chances, totals, strict=True)) / m


def _values(m: int, largest: int, gain: Gain) -> np.ndarray:
    """Return gain(p, q) at p = 0..m, q = 0..largest; −inf where p + q > m."""
    return np.array(
        [
            [gain(p, q) if p + q <= m else -math.inf for q in range(largest + 1)]
            for p in range(m + 1)
        ]
    )


def _best_total(positive: int, negative: int, s: int, k: int, values: np.ndarray) -> float:
    """Return max_h Σ ζ_i h(x_i) where `positive` of the signs are +1, `negative` −1."""
    types = _types(positive, negative, values)
    if k == s:  # the sparsity does not bind, so all neurons are alike
        return s * float(types[:, 2].max())
    size = (k * positive + 1) * (k * negative + 1) * s * len(types)
    if size > _LARGEST_PACKING:
        raise ValueError(
            f"packing {positive} + {negative} samples for s = {s}, k = {k} would take too long; "
            "take fewer points, or a bias or a correlation of at most 1/√m"
        )
    return float(_packed_pairs(types, k * positive, k * negative, s))


def _types(positive: int, negative: int, values: np.ndarray) -> np.ndarray:
    """List (active positives, active negatives, value) of the neurons worth having."""
    types = [np.zeros((1, 3))]
    for own, other, order in ((positive, negative, (0, 1)), (negative, positive, (1, 0))):
        part = values[: own + 1, : other + 1].copy()
        part[0] = -math.inf
        counts = np.argwhere(part > -math.inf)
        types.append(np.column_stack([counts[:, order], part[part > -math.inf]]))
    # One layout, since Numba would recompile the kernel for another.
    return np.ascontiguousarray(np.concatenate(types))


# Counts p_j ≤ M with Σ p_j ≤ kM can always be realised: lay sets of these sizes on a
# circle of the M samples, each starting where the last one ended.


@njit(cache=True)
def _packed_totals(values: np.ndarray, capacity: int, s: int) -> np.ndarray:
    """Return max Σ_{j ≤ t} values[p_j] over Σ p_j ≤ capacity, for t = 0..s."""
    table = np.zeros(capacity + 1)
    totals = np.zeros(s + 1)
    for t in range(1, s + 1):
        new = table.copy()
        for filled in range(1, capacity + 1):
            for p in range(1, min(filled, len(values) - 1) + 1):
                new[filled] = max(new[filled], table[filled - p] + values[p])
        table = new
        totals[t] = table[capacity]
    return totals


@njit(cache=True)
def _packed_pairs(types: np.ndarray, positives: int, negatives: int, s: int) -> float:
    """Return max Σ_{j ≤ s} value_j over Σ p_j ≤ positives, Σ q_j ≤ negatives."""
    table = np.zeros((positives + 1, negatives + 1))
    for _ in range(s):
        new = table.copy()
        for row in range(len(types)):
            p, q, value = int(types[row, 0]), int(types[row, 1]), types[row, 2]
            for i in range(p, positives + 1):
                for j in range(q, negatives + 1):
                    new[i, j] = max(new[i, j], table[i - p, j - q] + value)
        table = new
    return table[positives, negatives]
