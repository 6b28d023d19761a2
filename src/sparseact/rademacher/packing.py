"""The best multiset of at most s sets in which no point lies more than k times.

A dynamic programme over the capacities that are left to the points where their
(k+1)^m vectors are few. Elsewhere a search over a packing's losses against a
linear programme's dual: for any y, σ ≥ 0 with σ + Σ_{i∈A} y_i ≥ value(A), a packing
is worth k·Σy_i + s·σ less the losses σ + Σ_{i∈A} y_i − value(A) of its sets, y_i for
each unit of capacity and σ for each set that it leaves unused. So the bound
k·Σy_i + s·σ and the search need nothing from the solver but numbers.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from sparseact.rademacher.clock import Clock

_LARGEST_TABLE = 20_000_000  # floats in the layers of the dynamic programme
_LARGEST_WORK = 1e9  # its steps
_QUICK_WORK = 3e5  # steps that take no longer than the linear programme
_NODES = 20_000_000  # of the search, a few seconds
_QUICK_NODES = 20_000  # of the search where the dynamic programme is possible as well
_STEPS_A_SECOND, _NODES_A_SECOND = 2e7, 5e5  # of both, at least
_FINE = 1e-7  # the search ignores gains of less than this, relative to the bound


class Packing:
    """Packs columns; arrays that depend only on m, s and k are made once."""

    def __init__(self, m: int, s: int, k: int, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.m, self.s, self.k = m, s, min(s, k)
        self.place = (self.k + 1) ** np.arange(m + 1)
        self.support: np.ndarray | None = None
        self.delta = np.zeros(1 << m, dtype=np.int64)
        for i in range(m):
            self.delta[1 << i : 2 << i] = self.delta[: 1 << i] + self.place[i]

    def __call__(self, values: np.ndarray, needed: np.ndarray) -> tuple[float, list[int]]:
        """Return an upper bound on the best total, rounding of sums included, and good sets.

        Values (2^m,) are at least 0, and each is the largest value of a `needed` subset.
        """
        grown = 1 + (self.s + 4) * 2.0**-52
        if self.k >= self.s:
            best = int(values.argmax())
            return self.s * float(values[best]) * grown, [best] * self.s
        lists, starts = self._lists(needed)
        shape = (min(self.s, self.m * self.k) + 1, (self.k + 1) ** self.m)
        work = shape[0] * shape[1] * min(len(lists) / self.m + 1, 2**self.m)
        largest = min(_LARGEST_WORK, _STEPS_A_SECOND * self.clock.left)
        possible = shape[0] * shape[1] <= _LARGEST_TABLE and work <= largest
        if not possible or work > _QUICK_WORK:
            upper, sets, complete = self._searched(
                values[lists], lists, _NODES if not possible else _QUICK_NODES
            )
            if complete or not possible:
                return upper, sets
        if self.support is None:
            self.support = self._supports()
        layers = np.zeros(shape)
        _fill(values, self.m, self.place, self.support, self.delta, lists, starts, layers)
        chosen = np.zeros(len(layers), dtype=np.int64)
        _trace(values, self.m, self.place, self.support, self.delta, lists, starts, layers, chosen)
        return float(layers[-1, -1]) * grown, [int(a) for a in chosen if a]

    def _searched(
        self, values: np.ndarray, sets: np.ndarray, nodes: int
    ) -> tuple[float, list[int], bool]:
        """Pack by search; where it is cut off, the upper end is the linear programme's.

        The last result is whether the search was completed.
        """
        from scipy import optimize  # here, since most calls need none

        if not len(sets):
            return 0.0, [], True
        members = (sets[None, :] >> np.arange(self.m)[:, None] & 1).astype(np.float64)
        solution = optimize.linprog(
            -values,
            A_ub=np.vstack([members, np.ones(len(sets))]),
            b_ub=np.append(np.full(self.m, float(self.k)), float(self.s)),
            options={"time_limit": max(self.clock.left, 0.01)},
        )
        prices = np.zeros(self.m + 1)
        if solution.ineqlin.marginals is not None:  # None: no time is left
            # Any prices give a bound; prices above the largest value do not help.
            prices = np.clip(np.nan_to_num(-solution.ineqlin.marginals), 0.0, values.max())
        y = prices[:-1]
        covered = y @ members
        sigma = max(float(prices[-1]), float((values - covered).max()), 0.0)
        bound = float(self.k * y.sum() + self.s * sigma)
        losses = np.maximum(sigma + covered - values, 0.0)
        order = np.argsort(losses, kind="stable")
        chosen = np.full(self.s, -1, dtype=np.int64)
        rows = np.argsort(-y, kind="stable")
        gain, complete = _search(
            values[order], losses[order], sets[order], rows, y, self.s, self.k, bound,
            _FINE * bound, self.clock.steps(nodes, _NODES_A_SECOND), chosen,
        )  # fmt: skip
        upper = min(gain + _FINE * bound, bound) if complete else bound
        # Bound, losses and values are sums of at most (s + m)·(m + 2) numbers, none above the
        # bound: their rounding is relative to the bound, not to the gain.
        rounding = 8 * (self.s + self.m) * (self.m + 4) * 2.0**-52 * bound
        return upper + rounding, [int(a) for a in chosen if a > 0], complete

    def _supports(self) -> np.ndarray:
        """Return which points have capacity left, as a mask, for every vector of capacities."""
        support = np.zeros((self.k + 1) ** self.m, dtype=np.int64)
        for i in range(self.m):
            below = support[: self.place[i]]
            for digit in range(1, self.k + 1):
                support[digit * self.place[i] : (digit + 1) * self.place[i]] = below | 1 << i
        return support

    def _lists(self, needed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the needed sets in the order of their lowest points, and where each begins."""
        sets = np.flatnonzero(needed)
        lowest = np.bitwise_count((sets & -sets) - 1)
        order = np.argsort(lowest, kind="stable")
        return sets[order], np.searchsorted(lowest[order], np.arange(self.m + 1))


@njit(cache=True)
def _best(values, m, place, support, delta, lists, starts, before, now, state):
    """Return (value, first set, state without its lowest point) for the capacities `state`.

    The first set has the lowest point that is still free; −1: none has.
    """
    free = support[state]
    lowest, count = -1, 0
    for i in range(m):
        if free >> i & 1:
            if lowest < 0:
                lowest = i
            count += 1
    without = state - state % place[lowest + 1]
    subsets = 1 << (count - 1)
    best, chosen = now[without], -1
    if subsets < starts[lowest + 1] - starts[lowest]:
        others = free ^ (1 << lowest)
        part = others
        for _ in range(subsets):
            a = part | (1 << lowest)
            t = values[a] + before[state - delta[a]]
            if t > best:
                best, chosen = t, a
            part = (part - 1) & others
        return best, chosen, without
    for j in range(starts[lowest], starts[lowest + 1]):
        a = lists[j]
        if a & free == a:
            t = values[a] + before[state - delta[a]]
            if t > best:
                best, chosen = t, a
    return best, chosen, without


@njit(cache=True)
def _fill(values, m, place, support, delta, lists, starts, layers):
    """Fill layer t with the best total of at most t sets for every vector of capacities."""
    for t in range(1, layers.shape[0]):
        for state in range(1, layers.shape[1]):
            layers[t, state] = _best(
                values, m, place, support, delta, lists, starts, layers[t - 1], layers[t], state
            )[0]


@njit(cache=True)
def _trace(values, m, place, support, delta, lists, starts, layers, sets):
    """Put the sets of the best total into `sets`."""
    t, state = layers.shape[0] - 1, layers.shape[1] - 1
    while t > 0 and state > 0:
        _, chosen, without = _best(
            values, m, place, support, delta, lists, starts, layers[t - 1], layers[t], state
        )
        if chosen < 0:
            state = without
        else:
            t -= 1
            sets[t] = chosen
            state -= delta[chosen]


@njit(cache=True)
def _search(values, losses, sets, rows, y, s, k, bound, fine, nodes, chosen):
    """Return (best total, whether nothing better by more than `fine` can exist).

    `rows` orders the points; the first that has capacity left is either closed
    or gets a set, those for one point in the order of their losses. A branch ends
    where its loss reaches the loss of the best packing so far.
    """
    m = len(rows)
    left = np.full(m, k)
    # Greedy packing in the order of the losses to begin with.
    best, count = 0.0, 0
    for j in range(len(sets)):
        while count < s and _fits(sets[j], left):
            _take(sets[j], left, -1)
            chosen[count] = sets[j]
            best += values[j]
            count += 1
    left[:] = k
    depth_limit = s + m + 1
    row_at = np.zeros(depth_limit, dtype=np.int64)  # place in `rows`
    next_at = np.zeros(depth_limit, dtype=np.int64)  # the set to try next; len(sets): close
    set_at = np.full(depth_limit, -1)  # the step to here: a set, −1 for closing
    closed_at = np.zeros(depth_limit, dtype=np.int64)  # capacity that closing took
    loss_at = np.zeros(depth_limit)
    worth_at = np.zeros(depth_limit)
    count_at = np.zeros(depth_limit, dtype=np.int64)
    depth, visited = 0, 0
    while depth >= 0:
        visited += 1
        if visited > nodes:
            return best, False
        place = row_at[depth]
        while place < m and left[rows[place]] == 0:
            place += 1
            next_at[depth] = 0
        row_at[depth] = place
        if place == m or count_at[depth] == s or next_at[depth] > len(sets):
            # Every node is a packing: the sets taken so far.
            depth = _up(depth, set_at, closed_at, row_at, rows, left)
            continue
        row = rows[place]
        j = next_at[depth]
        budget = bound - best - fine
        while j < len(sets):
            if loss_at[depth] + losses[j] > budget:
                j = len(sets)
                break
            if sets[j] >> row & 1 and _fits(sets[j], left):
                break
            j += 1
        next_at[depth] = j + 1
        if j < len(sets):
            depth += 1
            _take(sets[j], left, -1)
            row_at[depth], next_at[depth], set_at[depth] = place, j, sets[j]
            loss_at[depth] = loss_at[depth - 1] + losses[j]
            worth_at[depth] = worth_at[depth - 1] + values[j]
            count_at[depth] = count_at[depth - 1] + 1
            if worth_at[depth] > best:
                best = worth_at[depth]
                chosen[:] = -1
                count = 0
                for t in range(1, depth + 1):
                    if set_at[t] >= 0:
                        chosen[count] = set_at[t]
                        count += 1
        else:
            loss = loss_at[depth] + y[row] * left[row]
            if loss > budget:
                next_at[depth] = len(sets) + 1
                depth = _up(depth, set_at, closed_at, row_at, rows, left)
                continue
            depth += 1
            row_at[depth], next_at[depth], set_at[depth] = place, 0, -1
            closed_at[depth] = left[row]
            left[row] = 0
            loss_at[depth] = loss
            worth_at[depth], count_at[depth] = worth_at[depth - 1], count_at[depth - 1]
    return best, True


@njit(cache=True)
def _up(depth, set_at, closed_at, row_at, rows, left):
    """Undo the step to this depth; return the depth above."""
    if depth > 0:
        if set_at[depth] >= 0:
            _take(set_at[depth], left, 1)
        else:
            left[rows[row_at[depth - 1]]] = closed_at[depth]
    return depth - 1


@njit(cache=True)
def _fits(a, left):
    """Return whether every point of the set has capacity left."""
    full = 0
    for i in range(len(left)):
        if left[i] == 0:
            full |= 1 << i
    return a & full == 0


@njit(cache=True)
def _take(a, left, step):
    """Change the capacity of the set's points by `step`."""
    for i in range(len(left)):
        if a >> i & 1:
            left[i] += step
