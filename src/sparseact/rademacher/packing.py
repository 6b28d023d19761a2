"""The best multiset of at most s sets in which no point lies more than k times.

A search over a packing's losses against prices: for any y, σ ≥ 0 with
σ + Σ_{i∈A} y_i ≥ value(A), a packing is worth k·Σy_i + s·σ less the losses
σ + Σ_{i∈A} y_i − value(A) of its sets, y_i for each unit of capacity and σ for each set that
it leaves unused. Prices of 0 are enough for a few points. Where they are not, prices come from
a linear programme's dual: the bound k·Σy_i + s·σ and the search need nothing from the solver
but numbers.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from sparseact.rademacher.clock import Clock

_NODES = 20_000_000  # of the search, a few seconds
_QUICK_NODES = 20_000  # that take no longer than the linear programme
_NODES_A_SECOND = 5e5  # at least
_FINE = 1e-8  # the search ignores gains of less than this, relative to the bound


class Packing:
    """Packs columns of m points."""

    def __init__(self, m: int, s: int, k: int, clock: Clock) -> None:
        self.m, self.k = m, min(s, k)
        self.s = min(s, m * k)  # more sets that are not empty do not fit
        self.clock = clock

    def __call__(self, values: np.ndarray, needed: np.ndarray) -> tuple[float, list[int]]:
        """Return an upper bound on the best total, rounding of sums included, and good sets.

        Values (2^m,) are at least 0, and each is the largest value of a `needed` subset.
        """
        if self.k >= self.s:
            best = int(values.argmax())
            return self.s * float(values[best]) * (1 + (self.s + 4) * 2.0**-52), [best] * self.s
        sets = np.flatnonzero(needed)
        if not len(sets):
            return 0.0, []
        members = (sets[None, :] >> np.arange(self.m)[:, None] & 1).astype(np.float64)
        values = values[sets]
        prices = np.zeros(self.m + 1)
        upper, chosen, complete = self._searched(values, sets, members, prices, _QUICK_NODES)
        if not complete:
            prices = self._prices(values, members)
            upper, chosen, _ = self._searched(values, sets, members, prices, _NODES)
        return upper, chosen

    def _prices(self, values: np.ndarray, members: np.ndarray) -> np.ndarray:
        """Return the dual solution of the linear programme: y and σ."""
        from scipy import optimize  # here, since most calls need none

        solution = optimize.linprog(
            -values,
            A_ub=np.vstack([members, np.ones(len(values))]),
            b_ub=np.append(np.full(self.m, float(self.k)), float(self.s)),
            options={"time_limit": max(self.clock.left, 0.01)},
        )
        if solution.ineqlin.marginals is None:  # no time is left
            return np.zeros(self.m + 1)
        # Any prices give a bound; prices above the largest value do not help.
        return np.clip(np.nan_to_num(-solution.ineqlin.marginals), 0.0, values.max())

    def _searched(
        self,
        values: np.ndarray,
        sets: np.ndarray,
        members: np.ndarray,
        prices: np.ndarray,
        nodes: int,
    ) -> tuple[float, list[int], bool]:
        """Pack by search; where it is cut off, the upper end is the prices' bound.

        The last result is whether the search was completed.
        """
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


@njit(cache=True)
def _search(values, losses, sets, rows, y, s, k, bound, fine, nodes, chosen):
    """Return (best total, whether nothing better by more than `fine` can exist).

    `rows` orders the points; the first that has capacity left is either closed
    or gets a set, those for one point in the order of their losses. A branch ends
    where its loss reaches the loss of the best packing so far.
    """
    m = len(rows)
    left = np.full(m, k)
    best = 0.0
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
