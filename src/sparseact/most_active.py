"""Bounds on the largest number of active neurons over a cube too large to enumerate.

A branch and bound over coordinates and neurons. With x = 1 − 2y, y in {0, 1}^n,
neuron j is active iff Σ_i a_ji·y_i ≥ r_j in integers. A part of the cube is left
only where an argument in integers shows that no more neurons are active on it
than were found elsewhere: a neuron's smallest or largest sum over the part, a pair
of neurons that no point activates together, a bound by multipliers, or a count
at every point (docs/proofs-definitions.md, section 4). Multipliers come from a
linear programme solved in floating point, and whatever they are the bound that
is computed from them holds. The lower end comes from points at which the neurons
are counted: rounded solutions of the programme, and points of random walks.

References
----------
A. H. Land, A. G. Doig (1960). An automatic method of solving discrete programming problems.
Econometrica 28. doi:10.2307/1910129
S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi (1983). Optimization by simulated annealing.
Science 220. doi:10.1126/science.220.4598.671
"""

from __future__ import annotations

import heapq
import math
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import njit

from sparseact.activity import IntegerNeuron, largest_count

_MISSING = 1e6  # the price of a required neuron's missing sum, in units of its row
LEAF = 16  # coordinates of a part that is enumerated
_BITS = 40  # to which multipliers are rounded
_LARGEST = 2.0**20  # multiplier
_RATIO = 720720  # denominator of the multipliers of a pair: a multiple of 1 to 16
_NEAR = 1e-9  # by which floating point may misjudge a pair
_PAIRS = 2**28  # s²·n up to which pairs of neurons are looked at
_STARTS = 64  # cliques that are grown at a time
_BLOCK = 256  # points at a time
_CHANGES = 2**23, 2**17, 2**27  # of sums on a walk: at least, for each part so far, at most
_COLDEST = 0.2  # temperature, in neurons, at the end of a walk
_SHORT = 4, 2**17  # walks to all neurons at once, and their changes of sums
_SLOPE = 4.0  # on these, a neuron's loss for its missing sum, over its row's size
_WARM, _COLD = 0.3, 0.01  # their temperatures, in neurons, at the start and the end
_WORD = 2**62  # integers below this add up within int64

_OPEN, _REQUIRED, _ALWAYS, _EXCLUDED, _OUT = range(5)
_FREE = -1


class _Node(NamedTuple):
    """A part of the cube.

    Coordinates are 0, 1 or free. A neuron is open; required or excluded (the
    part has only points where it is active, or inactive); always active; or
    out, as it is active nowhere on the part.
    """

    y: np.ndarray  # (n,) int8
    state: np.ndarray  # (s,) int8


def most_active(
    neurons: list[IntegerNeuron],
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    leaf: int = LEAF,
    watch: Callable[[int, int], None] | None = None,
) -> tuple[int, int]:
    """Return bounds on the largest number of neurons active at one point of the cube.

    Both are proved in integers, and equal unless a limit was met: of seconds, or of parts of the
    cube, which leaves the same interval on every machine, as far as the multipliers agree. A part
    with at most `leaf` free coordinates is enumerated. `watch` is called with the bounds before
    each part. The neurons have the same number `n ≥ 1` of weights.
    """
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    rows: Counter[tuple[tuple[int, ...], int]] = Counter()
    for neuron in neurons:
        if rows and time.monotonic() > deadline:
            return 0, sum(neuron.reach > neuron.b for neuron in neurons)
        rows[_covering_row(neuron)] += 1
    search = _Search(rows, leaf, deadline)
    return search.run(math.inf if node_limit is None else node_limit, watch)


class _Search:
    """The rows of a problem, its known bounds, and the parts that are left."""

    def __init__(
        self, rows: Counter[tuple[tuple[int, ...], int]], leaf: int, deadline: float
    ) -> None:
        a = np.array([a for a, _ in rows], dtype=object)  # (s, n)
        r = np.array([r for _, r in rows], dtype=object)
        self.sizes = np.maximum(np.abs(a).sum(axis=1), 1)
        self.kind = object if (self.sizes + np.abs(r)).max() >= _WORD // 2 else np.int64
        self.a, self.r = a.astype(self.kind), r.astype(self.kind)
        self.count = np.array(list(rows.values()))  # equal neurons are one row
        self.plus, self.minus = np.maximum(self.a, 0), np.minimum(self.a, 0)
        # Rows as floats, by their sizes: numbers of any range fit. No sum is above its
        # row's size, so the needed sum may be cut off beyond.
        self.guide = (a / self.sizes[:, None]).astype(np.float64)
        cut = np.clip(r, -2 * self.sizes, 2 * self.sizes)
        self.needed = (cut / self.sizes).astype(np.float64)
        self.leaf, self.deadline, self.best = leaf, deadline, 0
        s, n = self.a.shape
        self.root = _Node(np.full(n, _FREE, dtype=np.int8), np.zeros(s, dtype=np.int8))
        self.conflicts = np.zeros((s, s), dtype=bool)
        self.cliques: list[np.ndarray] = []

    def run(self, node_limit: float, watch: Callable[[int, int], None] | None) -> tuple[int, int]:
        for start in range(0, len(self.a), _BLOCK):
            self._try(self.a[start : start + _BLOCK] > 0)
            if time.monotonic() > self.deadline:
                break
        root = self._propagated(self.root)
        if root is not None and time.monotonic() <= self.deadline:
            counted = np.flatnonzero(_is(root.state, _OPEN, _REQUIRED))
            self._find_conflicts(counted)
            self.cliques = _clique_cover(self.conflicts, counted)
            root = self._propagated(root)
        if root is None:
            return self.best, self.best
        # The largest bound first; among equals the deepest and then the oldest.
        heap = [(-self._value(root), 0, 0, root)]
        made = visited = 0
        while heap and -heap[0][0] > self.best:
            if watch is not None:
                watch(self.best, -heap[0][0])
            if visited >= node_limit or time.monotonic() > self.deadline:
                return self.best, -heap[0][0]
            value, depth, _, node = heapq.heappop(heap)
            visited += 1
            if visited == 1:  # often all neurons can be active at once
                walks, changes = _SHORT
                for seed in range(1, walks + 1):
                    self._walk(root, changes, seed, soft=True)
                    if self.best >= -value:
                        return self.best, self.best
            if visited & (visited - 1) == 0:  # as often as the number of parts doubles
                least, each, most = _CHANGES
                changes = min(max(least, each * visited), most)
                self._walk(root, changes, visited, soft=False)
            for child, bound in self._branches(node, -value):
                if bound > self.best:
                    made += 1
                    heapq.heappush(heap, (-bound, depth - 1, made, child))
        return self.best, self.best

    # ----------------------------------------------------------- one part

    def _branches(self, node: _Node, bound: int) -> list[tuple[_Node, int]]:
        """Return parts that cover the node's points with more than `best`, and their bounds."""
        free = self._free(node)
        if len(free) <= self.leaf:
            self.best = max(self.best, self._enumerated(node, free))
            return []
        part = self._part(node, free)
        y, z, multipliers, prices = _relaxation(part, self.deadline)
        point = np.where(node.y == _FREE, 0, node.y).astype(np.float64)
        point[free] = y
        self._try(point[None, :] > 0.5)
        dual = _weak_duality(part, multipliers, prices)
        bound = min(bound, dual.bound)
        active = np.zeros(len(node.state))
        active[node.state == _OPEN] = z
        tight = self._tightened(node, free, dual) if bound > self.best else None
        if tight is None:
            return []
        free = self._free(tight)
        if len(free) <= self.leaf:
            self.best = max(self.best, self._enumerated(tight, free))
            return []
        children = [self._propagated(child) for child in self._split(tight, free, point, active)]
        return [(child, min(bound, self._value(child))) for child in children if child is not None]

    def _free(self, node: _Node) -> np.ndarray:
        """Return the free coordinates on which an undecided neuron depends."""
        counted = _is(node.state, _OPEN, _REQUIRED)
        return np.flatnonzero((node.y == _FREE) & (self.a[counted] != 0).any(axis=0))

    def _tightened(self, node: _Node, free: np.ndarray, dual: _Dual) -> _Node | None:
        """Fix, by the multipliers, the parts that a point with more than `best` must have."""
        spare = dual.total - (self.best + 1) * dual.unit
        y, state = node.y.copy(), node.state.copy()
        undecided = np.flatnonzero(state == _OPEN)
        state[undecided[dual.neurons > spare]] = _REQUIRED
        state[undecided[-dual.neurons > spare]] = _EXCLUDED
        y[free[dual.coordinates > spare]] = 1
        y[free[-dual.coordinates > spare]] = 0
        return self._propagated(_Node(y, state))

    def _split(self, node: _Node, free: np.ndarray, y: np.ndarray, z: np.ndarray) -> list[_Node]:
        """Return two parts that make up the node: by an open neuron, or by a free coordinate."""
        doubt = np.minimum(z, 1 - z) * (node.state == _OPEN)
        j = int(doubt.argmax())
        if doubt[j] > 1e-6:
            return [
                node._replace(state=_with(node.state, j, state)) for state in (_REQUIRED, _EXCLUDED)
            ]
        doubt = np.minimum(y, 1 - y)[free]
        if doubt.max() <= 1e-6:  # the largest weights then
            doubt = np.abs(self.guide[:, free]).sum(axis=0)
        i = int(doubt.argmax())
        return [node._replace(y=_with(node.y, free[i], side)) for side in (0, 1)]

    def _propagated(self, node: _Node) -> _Node | None:
        """Draw the conclusions from sums and pairs; None if no point has more than `best`."""
        y, state = node.y.copy(), node.state.copy()
        while True:
            free = y == _FREE
            base = self.a @ np.where(free, 0, y).astype(self.kind)
            low, high = base + self.minus @ free, base + self.plus @ free
            always, never = low >= self.r, high < self.r
            required, excluded = state == _REQUIRED, state == _EXCLUDED
            if (never & required).any() or (always & excluded).any():
                return None
            state[always & (required | (state == _OPEN))] = _ALWAYS
            state[never & (state == _OPEN)] = _OUT
            required = state == _REQUIRED
            active = required | (state == _ALWAYS)
            rivals = self.conflicts[active].any(axis=0)
            if (rivals & active).any():
                return None
            state[rivals & (state == _OPEN)] = _OUT
            value = self._value(node._replace(state=state))
            if value <= self.best:
                return None
            # Without such a neuron no more than `best` are left.
            needed = (state == _OPEN) & (self._losses(state) >= value - self.best)
            state[needed] = _REQUIRED
            required = state == _REQUIRED
            # A weight larger than the sum left to a required neuron, or an excluded one.
            spare = self.a[required], (high - self.r)[required]
            excess = self.a[excluded], (self.r - 1 - low)[excluded]
            forced_1 = (spare[0] > spare[1][:, None]).any(axis=0)
            forced_1 |= (-excess[0] > excess[1][:, None]).any(axis=0)
            forced_0 = (-spare[0] > spare[1][:, None]).any(axis=0)
            forced_0 |= (excess[0] > excess[1][:, None]).any(axis=0)
            forced_1, forced_0 = forced_1 & free, forced_0 & free
            if (forced_1 & forced_0).any():
                return None
            if not (forced_1 | forced_0).any() and not needed.any():
                return _Node(y, state)
            y[forced_1], y[forced_0] = 1, 0

    def _value(self, node: _Node) -> int:
        """Return a bound on the count: of each clique at most one open neuron is active."""
        undecided = node.state == _OPEN
        total = int(self.count[_is(node.state, _REQUIRED, _ALWAYS)].sum())
        for clique in self.cliques:
            total += int((self.count * (clique & undecided)).max())
            undecided &= ~clique
        return total + int(self.count[undecided].sum())

    def _losses(self, state: np.ndarray) -> np.ndarray:
        """Return by how much the bound of `_value` falls if an open neuron is excluded, (s,)."""
        losses = self.count * (state == _OPEN)
        for clique in self.cliques:
            weights = np.where(clique, self.count * (state == _OPEN), 0)
            first = int(weights.argmax())
            losses[clique] = 0
            if weights[first]:
                losses[first] = weights[first] - np.partition(weights, -2)[-2]
        return losses

    def _enumerated(self, node: _Node, free: np.ndarray) -> int:
        """Return the largest number of the neurons counted, and of those always active."""
        counted = _is(node.state, _OPEN, _REQUIRED)
        total = int(self.count[node.state == _ALWAYS].sum())
        fixed = np.where(node.y == _FREE, 0, node.y).astype(self.kind)
        a = self.a[np.ix_(counted, free)]
        r = (self.r - self.a @ fixed)[counted]
        weights = self.count[counted]
        # In x = 1 − 2y: Σ a_i·y_i ≥ r iff ⟨−a, x⟩ > 2r − Σ a_i − 1.
        neurons = [
            IntegerNeuron([-v for v in row], 2 * least - sum(row) - 1, 0)
            for row, least, times in zip(a.tolist(), r.tolist(), weights.tolist(), strict=True)
            for _ in range(times)
        ]
        return total + (largest_count(neurons, len(free)) if neurons else 0)

    def _try(self, y: np.ndarray) -> None:
        """Count the active neurons at points y, shape (m, n) of 0 and 1, and near the best."""
        rows = self.a if self.kind is np.int64 else self.guide
        sums = y.astype(rows.dtype) @ rows.T
        counts = self._met(sums, lambda j: y.astype(object) @ self.a[j]) @ self.count
        best = int(counts.argmax())
        point, total, count = y[best].astype(bool), sums[best], int(counts[best])
        while count > self.best:
            self.best = count
            if time.monotonic() > self.deadline:
                return
            # All points that differ in one coordinate, row by row.
            step = np.where(point, -1, 1)
            moved = total + step[:, None] * rows.T
            met = self._met(moved, lambda j, step=step: self.a[j] @ point + step * self.a[j])  # type: ignore[misc]
            i = int((counts := met @ self.count).argmax())
            point[i], count = not point[i], int(counts[i])
            total = moved[i] if rows is self.a else self.guide @ point

    def _met(self, sums: np.ndarray, exact: Callable[[int], np.ndarray]) -> np.ndarray:
        """Return whether sums (m, s) reach r; `exact` makes a column that is in doubt."""
        if self.kind is np.int64:
            return sums >= self.r
        doubtful = np.abs(sums - self.needed) <= (self.a.shape[1] + 8) * 2.0**-52
        met = (sums > self.needed) & ~doubtful
        for j in np.flatnonzero(doubtful.any(axis=0)).tolist():
            if time.monotonic() > self.deadline:  # then the answer is False
                break
            met[:, j] = exact(j) >= self.r[j]
        return met

    def _walk(self, root: _Node, changes: int, seed: int, *, soft: bool) -> None:
        """Try the best point of a random walk that cools down, over the free coordinates."""
        free = np.flatnonzero(root.y == _FREE)
        rows = np.flatnonzero(_is(root.state, _OPEN, _REQUIRED))
        if not len(rows):
            return
        fixed = np.where(root.y == _FREE, 0, root.y).astype(np.float64)
        a = np.ascontiguousarray(self.guide[np.ix_(rows, free)].T)
        r = self.needed[rows] - self.guide[rows] @ fixed
        count = self.count[rows].astype(np.float64)
        # A cube of few points needs no long walk.
        slope, coldest = (_SLOPE, _COLD) if soft else (math.inf, _COLDEST)
        hottest = _WARM if soft else math.sqrt(len(rows)) / 4  # about the effect of a change
        steps = min(changes // len(rows), 1 << min(len(free) + 4, 60))
        point = fixed
        point[free] = _cooled_walk(a, r, count, steps, slope, hottest, coldest, seed)
        self._try(point[None, :].astype(bool))

    # -------------------------------------------------------------- pairs

    def _find_conflicts(self, members: np.ndarray) -> None:
        """Note pairs of rows that no point satisfies together.

        They are those for which λ·a_i + μ·a_j has a largest value below λ·r_i + μ·r_j,
        for integers λ, μ ≥ 0; floating point finds the ratio, integers decide.
        """
        if len(members) ** 2 * self.a.shape[1] > _PAIRS:
            return
        exact, needed = self.a[members], self.r[members]
        sizes = self.sizes[members].tolist()
        a, r = self.guide[members], self.needed[members]
        for i in range(len(members) - 1):
            if time.monotonic() > self.deadline:
                return
            others = np.arange(i + 1, len(members))
            ratios = _best_ratios(a[i], a[others], r[others])
            value = np.maximum(a[i] + ratios[:, None] * a[others], 0).sum(axis=1)
            likely = value < r[i] + ratios * r[others] + _NEAR
            others = others[likely]
            factors = [
                _integers_near(ratio, sizes[i], sizes[j])
                for ratio, j in zip(ratios[likely].tolist(), others.tolist(), strict=True)
            ]
            if not factors:
                continue
            wide = max(
                p * sizes[i] + q * sizes[j] for (p, q), j in zip(factors, others, strict=True)
            )
            kind = np.int64 if wide < _WORD // 2 else object
            p, q = np.array(factors, dtype=kind).T
            mine, theirs = exact[i].astype(kind), exact[others].astype(kind)
            most = np.maximum(p[:, None] * mine + q[:, None] * theirs, 0).sum(axis=1)
            least = p * needed[i : i + 1].astype(kind) + q * needed[others].astype(kind)
            rivals = members[others[most < least]]
            self.conflicts[members[i], rivals] = self.conflicts[rivals, members[i]] = True

    # --------------------------------------------------- the linear programme

    def _part(self, node: _Node, free: np.ndarray) -> _Part:
        opened = np.flatnonzero(node.state == _OPEN)
        required = np.flatnonzero(node.state == _REQUIRED)
        rows = np.concatenate([opened, required])
        fixed = np.where(node.y == _FREE, 0, node.y).astype(self.kind)
        a = self.a[np.ix_(rows, free)].astype(object)
        needed = (self.r - self.a @ fixed)[rows].astype(object)
        least = np.minimum(a, 0).sum(axis=1)
        members = [clique[opened] for clique in self.cliques]
        members = [clique for clique in members if clique.sum() > 1]
        return _Part(
            int(self.count[_is(node.state, _REQUIRED, _ALWAYS)].sum()),
            a,
            needed,
            least,
            np.maximum(np.abs(a).max(axis=1), needed - least),
            self.count[opened],
            np.array(members, dtype=bool).reshape(len(members), len(opened)),
        )


class _Dual(NamedTuple):
    """A bound by multipliers: no point of the part has more than `total / unit` active neurons.

    A point at which z_j or y_i is not as the sign of its number says has less by that number.
    """

    total: int
    unit: int
    neurons: np.ndarray  # (p,), Python integers: the coefficient of z_j
    coordinates: np.ndarray  # (f,), Python integers: the coefficient of y_i

    @property
    def bound(self) -> int:
        return self.total // self.unit


class _Part(NamedTuple):
    """A node's linear programme: rows of open neurons, then of required ones."""

    sure: int  # neurons required or always active
    a: np.ndarray  # (p + q, f), Python integers, of the free coordinates
    needed: np.ndarray  # (p + q,), Python integers: active iff a·y ≥ needed
    least: np.ndarray  # (p + q,): the smallest value of a·y
    scale: np.ndarray  # (p + q,): the largest number of a row
    weight: np.ndarray  # (p,): the number of neurons with this row
    cliques: np.ndarray  # (c, p) of bool


def _relaxation(part: _Part, deadline: float = math.inf) -> tuple[np.ndarray, ...]:
    """Solve a part's linear programme in floating point.

    Over y in [0, 1] for the free coordinates and z in [0, 1] for the open neurons: maximise Σ
    weight_j·z_j subject to a_j·y ≥ least_j + (needed_j − least_j)·z_j for open neurons, a_j·y ≥
    needed_j for required ones, with a heavy price on a missing sum, and Σ z_j ≤ 1 on cliques. Rows
    are divided by their scale. At the deadline the multipliers are 0. Returns y (f,), z (p,),
    multipliers (p + q,) of rows and prices (c,) of cliques.
    """
    from scipy import optimize  # here, since most jobs need no SciPy

    p, f, c = len(part.weight), part.a.shape[1], len(part.cliques)
    q = len(part.a) - p
    gap = ((part.needed - part.least)[:p] / part.scale[:p]).astype(np.float64)
    right = np.concatenate([part.least[:p], part.needed[p:]]) / part.scale
    opened, required = np.arange(p), np.arange(q)
    matrix = np.zeros((p + q + c, f + p + q))
    matrix[: p + q, :f] = -part.a / part.scale[:, None]
    matrix[opened, f + opened] = gap
    matrix[p + required, f + p + required] = -1
    matrix[p + q :, f : f + p] = part.cliques
    solution = optimize.linprog(
        np.concatenate([np.zeros(f), -part.weight.astype(np.float64), np.full(q, _MISSING)]),
        A_ub=matrix,
        b_ub=np.concatenate([-right.astype(np.float64), np.ones(c)]),
        bounds=[(0, 1)] * (f + p) + [(0, None)] * q,
        options={"time_limit": max(deadline - time.monotonic(), 1e-3)},
    )
    if solution.x is None or solution.ineqlin.marginals is None:
        return np.full(f, 0.5), np.zeros(p), np.zeros(p + q), np.zeros(c)
    dual = -solution.ineqlin.marginals
    return solution.x[:f], solution.x[f : f + p], dual[: p + q], dual[p + q :]


def _weak_duality(part: _Part, multipliers: np.ndarray, prices: np.ndarray) -> _Dual:
    """Return a bound on the neurons active at a point of the part, whatever the arguments.

    Multipliers λ and prices κ are rounded to fractions over one denominator, those
    below 0 to 0. At a point where z tells which open neurons are active,

        Σ weight_j·z_j ≤ Σ_j (weight_j − λ_j·(needed_j − least_j) − Σ_{C∋j} κ_C)·z_j + Σ_C κ_C
                        + Σ_j λ_j·(a_j·y − least_j) + Σ_{required} λ_j·(a_j·y − needed_j),

    and every term is at most its largest value for z_j, y_i in {0, 1}.
    """
    p = len(part.weight)
    shift = int(part.scale.max()).bit_length()
    unit = 1 << (_BITS + shift)
    rates = [
        (v << shift) // scale for v, scale in zip(_rounded(multipliers), part.scale, strict=True)
    ]
    paid = [v << shift for v in _rounded(prices)]
    total = part.sure * unit + sum(paid)
    neurons = np.zeros(p, dtype=object)
    for j in range(p):
        covered = sum(price for price, clique in zip(paid, part.cliques, strict=True) if clique[j])
        neurons[j] = (
            int(part.weight[j]) * unit - rates[j] * (part.needed[j] - part.least[j]) - covered
        )
        total -= rates[j] * part.least[j]
    total -= sum(rate * least for rate, least in zip(rates[p:], part.needed[p:], strict=True))
    coordinates = np.array(rates, dtype=object) @ part.a
    total += sum(max(v, 0) for v in (*neurons, *coordinates))
    return _Dual(total, unit, neurons, coordinates)


def _rounded(values: np.ndarray) -> list[int]:
    """Return values·2^_BITS as integers, at least 0."""
    return [
        round(min(v, _LARGEST) * 2.0**_BITS) if v > 0 else 0  # 0 for a NaN as well
        for v in values.tolist()
    ]


# ------------------------------------------------------------ pairs, cliques


def _best_ratios(a: np.ndarray, b: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return the t ≥ 0 that minimises Σ_i max(a_i + t·b_ji, 0) − t·q_j, for each row j of b."""
    opposite = a * b < 0
    crossing = np.where(opposite, -a / np.where(opposite, b, 1.0), np.inf)
    order = np.argsort(crossing, axis=1)
    slope = np.where(a > 0, b, np.maximum(b, 0) * (a == 0)).sum(axis=1) - q
    steps = np.take_along_axis(np.where(opposite, np.abs(b), 0.0), order, axis=1)
    slopes = slope[:, None] + np.cumsum(steps, axis=1)
    first = (slopes >= 0).argmax(axis=1)
    rows = np.arange(len(b))
    ratio = crossing[rows, order[rows, first]]
    return np.where((slope >= 0) | ~np.isfinite(ratio), 0.0, ratio)


def _integers_near(ratio: float, size: int, other: int) -> tuple[int, int]:
    """Return integers p, q with q/p near ratio·size/other, equal to it if that is simple."""
    shift = size.bit_length() - other.bit_length()
    sizes = size / (other << shift) if shift >= 0 else (size << -shift) / other
    mantissa, exponent = math.frexp(ratio * sizes)
    exponent += shift
    return _RATIO << max(-exponent, 0), round(mantissa * _RATIO) << max(exponent, 0)


def _clique_cover(conflicts: np.ndarray, members: np.ndarray) -> list[np.ndarray]:
    """Return disjoint cliques of at least two members, as masks (s,), the larger ones first.

    Each is the largest of those that grow from several members by always
    taking the one with the most neighbours among those that are left.
    """
    left = np.zeros(len(conflicts), dtype=bool)
    left[members] = True
    cliques = []
    while left.any():
        starts = np.flatnonzero(left)
        clique = _largest_grown(conflicts, left, starts[:: -(-len(starts) // _STARTS)])
        if clique.sum() < 2 and not conflicts[np.ix_(starts, starts)].any():
            break
        cliques.append(clique)
        left &= ~clique
    return [clique for clique in cliques if clique.sum() > 1]


@njit(cache=True)
def _largest_grown(conflicts: np.ndarray, left: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return the largest clique within `left` that grows from one of the starts."""
    s = len(left)
    best = np.zeros(s, dtype=np.bool_)
    most = 0
    for start in starts:
        clique = np.zeros(s, dtype=np.bool_)
        candidates = conflicts[start] & left
        common = np.zeros(s, dtype=np.int64)  # neighbours among the candidates
        for i in range(s):
            if candidates[i]:
                for j in range(s):
                    common[j] += conflicts[i, j]
        chosen, size = start, 0
        while chosen >= 0:
            clique[chosen] = True
            size += 1
            for i in range(s):
                if candidates[i] and not conflicts[chosen, i]:
                    candidates[i] = False
                    for j in range(s):
                        common[j] -= conflicts[i, j]
            chosen = -1
            for i in range(s):
                if candidates[i] and (chosen < 0 or common[i] > common[chosen]):
                    chosen = i
        if size > most:
            best, most = clique, size
    return best


@njit(cache=True)
def _cooled_walk(
    a: np.ndarray,
    r: np.ndarray,
    count: np.ndarray,
    steps: int,
    slope: float,
    hottest: float,
    coldest: float,
    seed: int,
) -> np.ndarray:
    """Return the y in {0, 1}^f with the largest value seen on a random walk.

    A neuron counts fully if Σ_i a_ij·y_i ≥ r_j, else less by `slope` times the missing sum, at
    least 0. A change that loses d is made with probability e^(−d/t), where the temperature t falls
    (simulated annealing). The walk ends where all neurons count.
    """
    f, p = a.shape
    state = np.uint64(seed)
    y = np.zeros(f)
    best = np.zeros(f)
    sums = np.zeros(p)
    for i in range(f):
        state = _next(state)
        if state >> np.uint64(63):
            y[i] = 1.0
            for j in range(p):
                sums[j] += a[i, j]
    value = 0.0
    for j in range(p):
        missing = r[j] - sums[j]
        value += count[j] if missing <= 0.0 else count[j] * max(0.0, 1.0 - slope * missing)
    most, everything = value, count.sum()
    best[:] = y
    temperature = max(hottest, coldest)
    factor = (coldest / temperature) ** (1 / max(steps, 1))
    for _ in range(steps):
        if most >= everything:
            break
        temperature *= factor
        state = _next(state)
        i = int((state >> np.uint64(32)) % np.uint64(f))
        step = 1.0 - 2.0 * y[i]
        other = 0.0
        for j in range(p):
            missing = r[j] - (sums[j] + step * a[i, j])
            other += count[j] if missing <= 0.0 else count[j] * max(0.0, 1.0 - slope * missing)
        state = _next(state)
        chance = np.float64(state >> np.uint64(11)) / 2.0**53
        if other < value and chance >= math.exp((other - value) / temperature):
            continue
        value = other
        y[i] += step
        for j in range(p):
            sums[j] += step * a[i, j]
        if value > most:
            most = value
            best[:] = y
    return best


@njit(cache=True)
def _next(state: np.uint64) -> np.uint64:
    """Return the next number of Marsaglia's xorshift of 64 bits."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


def _covering_row(neuron: IntegerNeuron) -> tuple[tuple[int, ...], int]:
    """Return integers a, r: at x = 1 − 2y, y in {0, 1}^n, the neuron is active iff ⟨a, y⟩ ≥ r."""
    # Σ w_i − 2 Σ w_i y_i > b, so Σ (−w_i) y_i > (b − Σ w_i)/2.
    a, r = [-v for v in neuron.w], (neuron.b - sum(neuron.w)) // 2 + 1
    divisor = max(1, math.gcd(*a))
    # The left-hand side is a multiple of the divisor, so r may be rounded up to one.
    return tuple(v // divisor for v in a), -(-r // divisor)


def _is(state: np.ndarray, first: int, second: int) -> np.ndarray:
    return (state == first) | (state == second)


def _with(array: np.ndarray, i: int, value: int) -> np.ndarray:
    changed = array.copy()
    changed[i] = value
    return changed
