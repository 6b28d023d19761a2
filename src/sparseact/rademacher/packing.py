"""The best multiset of at most s sets in which no point lies more than k times."""

from __future__ import annotations

import numpy as np
from numba import njit


def pack(values: np.ndarray, m: int, s: int, k: int) -> tuple[float, list[int]]:
    """Return the largest Σ values[A_j] over at most s sets, each point in at most k of them.

    Parameters
    ----------
    values : ndarray of float64, shape (2^m,)
        The value of each set, at least 0; the set is the mask.
    m, s, k : int

    Returns
    -------
    (total, sets) : tuple of float and list of int
        The float sum and the masks that give it.
    """
    if k >= s:
        best = int(values.argmax())
        return float(s * values[best]), [best] * s
    layers = np.zeros((min(s, m * k) + 1, (k + 1) ** m))
    delta = np.zeros(1 << m, dtype=np.int64)
    for i in range(m):
        delta[1 << i : 2 << i] = delta[: 1 << i] + (k + 1) ** i
    _fill(values, m, k, delta, layers)
    sets = np.zeros(s, dtype=np.int64)
    _trace(values, m, k, delta, layers, sets)
    chosen = [int(a) for a in sets if a]
    return float(layers[-1, -1]), chosen


@njit(cache=True)
def _best(values, m, k, delta, before, now, state):
    """Return (value, set) of the best first set for the capacities `state`; −1: skip a point."""
    support, place, lowest, rest = 0, 1, -1, state
    for i in range(m):
        digit = rest % (k + 1)
        rest //= k + 1
        if digit > 0:
            support |= 1 << i
            if lowest < 0:
                lowest = i
                without = state - digit * place
        place *= k + 1
    best, chosen = now[without], -1
    others = support ^ (1 << lowest)
    subset = others
    while True:
        a = subset | (1 << lowest)
        t = values[a] + before[state - delta[a]]
        if t > best:
            best, chosen = t, a
        if subset == 0:
            break
        subset = (subset - 1) & others
    return best, chosen, without


@njit(cache=True)
def _fill(values, m, k, delta, layers):
    """Layer t holds the best total of at most t sets for every vector of capacities."""
    for t in range(1, layers.shape[0]):
        for state in range(1, layers.shape[1]):
            layers[t, state] = _best(values, m, k, delta, layers[t - 1], layers[t], state)[0]


@njit(cache=True)
def _trace(values, m, k, delta, layers, sets):
    """Put the sets of the best total into `sets`."""
    t, state = layers.shape[0] - 1, layers.shape[1] - 1
    while t > 0 and state > 0:
        _, chosen, without = _best(values, m, k, delta, layers[t - 1], layers[t], state)
        if chosen < 0:
            state = without
        else:
            t -= 1
            sets[t] = chosen
            state -= delta[chosen]
