"""The largest correlation of a sparsely activated network with given signs, bounded both ways."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sparseact import cube
from sparseact.eigenvalues import integer_rows
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher.clock import Clock
from sparseact.rademacher.feasible import feasible_neuron, guaranteed
from sparseact.rademacher.neuron import Columns, solve_columns
from sparseact.rademacher.packing import Packing

#: Distinct points (vertices, for sparsity on the cube) that the method takes.
MAX_POINTS = 16
#: The same where k = s, so that nothing has to be packed.
MAX_POINTS_DENSE = 18
#: The same for one sign vector, whose table takes up to 1 GB.
MAX_POINTS_ONE = 20
#: Classes of sign vectors, up to symmetry, that an average over all signs may have.
MAX_CLASSES = 2048
#: Dimension of the largest cube for sparsity on the cube.
MAX_CUBE = 4

#: Relative accuracy that the solver of one neuron aims at.
ACCURACY = 1e-7
_NETWORK_FLOATS = 5e7  # that the networks returned may hold, 0.4 GB
_SHARED_FLOATS = 2.5e7  # that a table of patterns for all signs may hold


class Supremum(NamedTuple):
    """lower ≤ `max_h Σ ζ_i h(x_i)` ≤ upper, without the 1/m; `network` attains the lower end."""

    lower: float
    upper: float
    network: SparseReLUNetwork


class Packed(NamedTuple):
    """The best active sets for one c, from the neurons' upper bounds."""

    c: tuple[int, ...]
    upper: float
    sets: list[int]
    needed: np.ndarray
    halves: list[tuple[float, Columns, np.ndarray]]  # u, its columns, and the index of each set


class Problem:
    """The merged points and the data common to all sign vectors.

    `rows` are the points where sparsity is required; a sign vector becomes c[r] = `Σ ζ_i`
    over the copies of row r.
    """

    def __init__(
        self,
        x: np.ndarray,
        s: int,
        k: int,
        W: float,
        B: float,
        sparsity: str,
        clock: Clock,
    ) -> None:
        """Merge the points. Where the clock's time is over, suprema have the ends of `rough`."""
        self.clock = clock
        self.s, self.k, self.W, self.B = s, k, W, B
        self.m, n = x.shape
        self.realizable: np.ndarray | None = None
        if sparsity == "sample":
            self.rows, self.row_of = np.unique(x, axis=0, return_inverse=True)
            self.row_of = self.row_of.reshape(-1)
        else:
            self.rows = cube.points(n).astype(np.float64)
            self.row_of = (x < 0) @ (1 << np.arange(n))
            self.realizable = threshold_sets(n)
        self.cube = sparsity == "cube"
        self.copies = np.bincount(self.row_of, minlength=len(self.rows))
        self.packing = Packing(len(self.rows), s, k, self.clock)

    # ------------------------------------------------------------- classes

    def grouped(self, signs: np.ndarray) -> list[tuple[tuple[int, ...], int]]:
        """Return the different sums c of the sign vectors, each with its number of vectors."""
        sums = np.zeros((len(signs), len(self.rows)), dtype=np.int64)
        np.add.at(sums.T, self.row_of, signs.T)
        counter: Counter[tuple[int, ...]] = Counter(tuple(row) for row in sums.tolist())
        return list(counter.items())

    def number_of_classes(self) -> int:
        """Return the number of classes of all sign vectors, as `classes` has them."""
        groups = self._groups()
        number = math.prod(math.comb(len(g) + self.copies[g[0]], len(g)) for g in groups)
        return int((number + 1) // 2)

    def classes(self) -> list[tuple[tuple[int, ...], int]]:
        """Return one c of each class of sign vectors, and the size of the class."""
        groups = self._groups()
        number = self.number_of_classes()
        if number > MAX_CLASSES:
            raise ValueError(
                f"all signs of these m = {self.m} points make {number} classes, and at "
                f"most {MAX_CLASSES} (m = 12 without symmetry) are allowed; use signs=N for a "
                "mean over N drawn sign vectors, or the bounds of sparseact.bounds"
            )
        weights: dict[tuple[int, ...], int] = {}
        for choice in itertools.product(*(self._choices(g) for g in groups)):
            c = [0] * len(self.rows)
            weight = 1
            for group, (values, size) in zip(groups, choice, strict=True):
                weight *= size
                for i, v in zip(group, values, strict=True):
                    c[i] = v
            opposite = [0] * len(self.rows)
            for group, (values, _) in zip(groups, choice, strict=True):
                for i, v in zip(group, reversed(values), strict=True):
                    opposite[i] = -v
            if tuple(opposite) in weights:
                weights[tuple(opposite)] += weight
            else:
                weights[tuple(c)] = weight
        return list(weights.items())

    def _choices(self, group: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the multisets of sums that interchangeable points can have, with their sizes."""
        r = int(self.copies[group[0]])
        for values in itertools.combinations_with_replacement(range(-r, r + 1, 2), len(group)):
            size = math.factorial(len(group))
            for repeats in Counter(values).values():
                size //= math.factorial(repeats)
            yield values, size * math.prod(math.comb(r, (r + v) // 2) for v in values)

    def _groups(self) -> list[list[int]]:
        """Return the classes of interchangeable rows; rows without copies are left out."""
        used = np.flatnonzero(self.copies)
        if self.cube:  # most of its isometries move vertices that are no points
            return [[int(a)] for a in used]
        gram = _exact_gram(self.rows[used])
        groups: list[list[int]] = []
        for a in range(len(used)):
            for group in groups:
                b = group[0]
                if self.copies[used[a]] == self.copies[used[b]] and _exchangeable(gram, a, b):
                    group.append(a)
                    break
            else:
                groups.append([a])
        return [[int(used[a]) for a in group] for group in groups]

    def signs(self, c: tuple[int, ...]) -> np.ndarray:
        """Return a sign vector whose sums over equal points are c."""
        positive = (np.array(c) + self.copies) // 2
        signs = np.empty(self.m, dtype=np.int8)
        for i, row in enumerate(self.row_of):
            signs[i] = 1 if positive[row] > 0 else -1
            positive[row] -= 1
        return signs

    # -------------------------------------------------------------- suprema

    def mean_upper(self) -> Fraction:
        """Return at least the mean over all signs of the supremum."""
        classes = self.classes()
        packed = self.packed([c for c, _ in classes])
        return weighted_mean(
            (best.upper, weight) for best, (_, weight) in zip(packed, classes, strict=True)
        )

    def suprema(self, sums: list[tuple[int, ...]]) -> Iterator[Supremum]:
        """Yield the supremum for each c."""
        return map(self._attained, self.packed(sums))

    def rough(self, c: tuple[int, ...]) -> Supremum:
        """Return ends for c that take no time: 0, and k neurons' largest value at each point."""
        size = self.W * np.linalg.norm(self.rows, axis=1) + self.B
        upper = self.k * math.fsum((np.abs(c) * size).tolist()) * (1 + 1e-12)
        nothing = np.zeros((self.s, self.rows.shape[1])), np.zeros(self.s), np.ones(self.s)
        return Supremum(0.0, upper, SparseReLUNetwork(*nothing))

    def packed(self, sums: list[tuple[int, ...]]) -> Iterator[Packed]:
        """Yield the upper end for each c, with the active sets that it comes from, if any."""
        solved = self._solved(sums)
        for c in sums:
            try:
                self.clock.require_time()
                yield next(solved)
            except TimeoutError:
                yield Packed(c, self.rough(c).upper, [], np.zeros(0, dtype=bool), [])

    def _solved(self, sums: list[tuple[int, ...]]) -> Iterator[Packed]:
        r = len(self.rows)
        coefficients = [sorted({float(u * c[i]) for c in sums for u in (1, -1)}) for i in range(r)]
        number = math.prod(1 + len(row) for row in coefficients)
        shared = None
        floats = number * (r + self.rows.shape[1] + 8)
        if floats <= _SHARED_FLOATS and number < len(sums) * 2 ** (r + 1):
            shared = self._columns(coefficients)
        for c in sums:
            halves = []
            for u in (1.0, -1.0):
                lists = coefficients if shared else [[u * v] for v in c]
                columns = shared or self._columns(lists)
                index = np.zeros(1, dtype=np.int64)
                for i in range(r):
                    step = (1 + lists[i].index(u * c[i])) * columns.strides[i]
                    index = np.concatenate([index, index + step])
                halves.append((u, columns, index))
            yield self._pack(c, halves)

    def _columns(self, coefficients: list[list[float]]) -> Columns:
        return solve_columns(
            self.rows, coefficients, self.W, self.B, ACCURACY, self.realizable, self.clock
        )

    def _pack(self, c: tuple[int, ...], halves: list[tuple[float, Columns, np.ndarray]]) -> Packed:
        (_, plus, i), (_, minus, j) = halves
        values = np.maximum(plus.upper[i], minus.upper[j])
        needed = plus.needed[i] | minus.needed[j]
        upper, sets = self.packing(values, needed)
        # Each of at most s sets may be worth `slack` more than its needed subsets.
        upper = (upper + self.s * max(plus.slack, minus.slack)) * (1 + 2.0**-50)
        return Packed(c, upper, sets, needed, halves)

    def _attained(self, packed: Packed) -> Supremum:
        """Add the network, and the lower end that it attains."""
        if not packed.halves:
            return self.rough(packed.c)
        network = self._network(packed.halves, packed.sets)
        if network is None:
            network = self._repacked(packed.halves, packed.needed)
        c = np.array(packed.c, dtype=np.float64)
        lower = guaranteed(self.rows, c, network.w, network.b, network.u)
        if lower == 0:  # which this network may miss
            network = self.rough(packed.c).network
        return Supremum(lower, packed.upper, network)

    def _network(
        self, halves: list[tuple[float, Columns, np.ndarray]], sets: list[int]
    ) -> SparseReLUNetwork | None:
        """Return the network of the best neurons on the sets; None where one cannot be had."""
        w, b, u = np.zeros((self.s, self.rows.shape[1])), np.zeros(self.s), np.ones(self.s)
        for place, a in enumerate(sets):
            sign, columns, index = max(halves, key=lambda half: half[1].lower[half[2][a]])
            if columns.lower[index[a]] == 0:
                continue
            neuron = self._neuron(columns, int(index[a]), a)
            if neuron is None:
                return None
            w[place], b[place] = neuron
            u[place] = sign
        return SparseReLUNetwork(w, b, u)

    def _neuron(self, columns: Columns, number: int, a: int) -> tuple[np.ndarray, float] | None:
        """Return a column's neuron (w, b), inactive outside the set a; None if floats hold none."""
        p = columns.neuron[number]
        outside = self.rows[[i for i in range(len(self.rows)) if not a >> i & 1]]
        return feasible_neuron(columns.basis @ p[:-1], float(p[-1]), outside, self.W, self.B)

    def _repacked(
        self, halves: list[tuple[float, Columns, np.ndarray]], needed: np.ndarray
    ) -> SparseReLUNetwork:
        """Pack once more, with only such neurons as floats can hold."""
        r = len(self.rows)
        values = np.zeros(1 << r)
        neurons: dict[int, tuple[np.ndarray, float, float]] = {}
        order = [
            (h[1].lower[h[2][a]], a, h) for a in np.flatnonzero(needed).tolist() for h in halves
        ]
        for value, a, (sign, columns, index) in order:
            if value > values[a]:
                neuron = self._neuron(columns, int(index[a]), a)
                if neuron is not None:
                    values[a] = value
                    neurons[a] = (*neuron, sign)
        possible = values > 0
        for i in range(r):
            with_i = np.arange(1 << r) >> i & 1 == 1
            values[with_i] = np.maximum(values[with_i], values[~with_i])
        _, sets = self.packing(values, possible)
        w, b, u = np.zeros((self.s, self.rows.shape[1])), np.zeros(self.s), np.ones(self.s)
        for place, chosen in enumerate(sets):
            inside = [t for t in neurons if t & chosen == t]
            if inside:
                best = max(inside, key=lambda t: values[t])
                w[place], b[place], u[place] = neurons[best]
        return SparseReLUNetwork(w, b, u)


def weighted_mean(ends: Iterable[tuple[float, int]]) -> Fraction:
    """Return the mean of ends with their weights, exactly."""
    pairs = list(ends)
    total = sum((weight * Fraction(end) for end, weight in pairs), Fraction(0))
    return total / sum(weight for _, weight in pairs)


def whole_supremum(
    x: np.ndarray,
    row: np.ndarray,
    limits: tuple[int, int, float, float],
    sparsity: str,
    clock: Clock,
) -> Supremum:
    """Return the supremum over all points for one sign vector; `limits` are s, k, W and B."""
    problem = Problem(x, *limits, sparsity, clock)
    ((c, _),) = problem.grouped(row[None])
    (best,) = problem.suprema([c])
    return best


@lru_cache
def threshold_sets(n: int) -> np.ndarray:
    """Return which of the 2^2^n sets of vertices are `{x : ⟨w, x⟩ > b}` for some w, b; `n ≤ 4`.

    They are 4, 14, 104, 1882 at `n = 1`, 2, 3, 4: integer weights up to 3 give them all.
    """
    vertices = cube.points(n).astype(np.int64)
    realised = np.zeros(1 << (1 << n), dtype=np.bool_)
    for w in itertools.product(range(-3, 4), repeat=n):
        values = vertices @ np.array(w)
        for b in range(-3 * n - 1, 3 * n + 1):
            realised[int((values > b) @ (1 << np.arange(1 << n)))] = True
    realised.flags.writeable = False
    return realised


def require_sparsity(x: np.ndarray, sparsity: str) -> None:
    """Reject another word, and points that are not vertices for sparsity on the cube."""
    if sparsity not in ("sample", "cube"):
        raise ValueError(f'sparsity must be "sample" or "cube", got {sparsity!r}')
    if sparsity == "cube" and not (np.abs(x) == 1).all():
        raise ValueError(
            'with sparsity="cube" all points must be ±1; with other points use sparsity="sample"'
        )


def within_reach(x: np.ndarray, s: int, k: int, sparsity: str) -> bool:
    """Return whether `Problem` takes these points."""
    if sparsity == "cube":
        return x.shape[1] <= MAX_CUBE
    limit = MAX_POINTS_DENSE if k == s else MAX_POINTS
    return len(np.unique(x, axis=0)) <= limit


def require_room(s: int, n: int, networks: int) -> None:
    """Reject networks of s neurons on n inputs that would not fit into memory together."""
    most = int(_NETWORK_FLOATS / ((n + MAX_POINTS) * networks))
    if s > most:
        raise ValueError(
            f"{networks} networks of s = {s} neurons in {n} dimensions do not fit into memory; "
            f"s may be at most {most} here"
        )


# Symmetries of a sample: pairs of points that may be exchanged, decided exactly.


def _exact_gram(x: np.ndarray) -> list[list[int]]:
    """Return the inner products as integers times one power of two."""
    rows, _ = integer_rows(x)
    return (rows @ rows.T).tolist()


def _exchangeable(gram: list[list[int]], a: int, b: int) -> bool:
    """Return whether exchanging points a and b leaves the Gram matrix as it is."""
    return gram[a][a] == gram[b][b] and all(
        gram[a][i] == gram[b][i] for i in range(len(gram)) if i not in (a, b)
    )
