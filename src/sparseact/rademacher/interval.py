"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from sparseact import cube
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher.feasible import feasible_neuron, guaranteed
from sparseact.rademacher.neuron import Columns, solve_columns
from sparseact.rademacher.packing import Packing
from sparseact.rademacher.symmetry import cube_transpositions, exact_gram, exchangeable

#: Distinct points (vertices, for sparsity on the cube) that the method takes.
MAX_POINTS = 16
#: The same where k = s, so that nothing has to be packed.
MAX_POINTS_DENSE = 18
#: Classes of sign vectors, up to symmetry, that an average over all signs may have.
MAX_CLASSES = 2048
#: Dimension of the largest cube for sparsity on the cube.
MAX_CUBE = 4

_ACCURACY = 1e-7
_LARGEST_NUMBER = 1e60
_NETWORK_FLOATS = 5e7  # that the networks returned may hold, 0.4 GB
_SHARED_FLOATS = 2.5e7  # that a table of patterns for all signs may hold
_CONFIDENCE = 0.999
_SLACK = 1e-6  # by which `outwards` widens, more than ends differ between processors


class SignedNetwork(NamedTuple):
    """A network and the signs for which it attains the lower end."""

    signs: np.ndarray  #: (m,) of ±1
    weight: int  #: number of sign vectors in the mean that this one stands for
    network: SparseReLUNetwork


class RademacherInterval(NamedTuple):
    """lower ≤ mean over the signs ζ of max_h (1/m) Σ ζ_i h(x_i) ≤ upper."""

    lower: float
    upper: float
    n_signs: int  #: sign vectors that the mean is over
    exhaustive: bool  #: whether these are all 2^m
    sampling_halfwidth: float  #: of a confidence interval for all signs round the mean
    networks: list[SignedNetwork]


class Supremum(NamedTuple):
    """lower ≤ max_h Σ ζ_i h(x_i) ≤ upper, without the 1/m; `network` attains the lower end."""

    lower: float
    upper: float
    network: SparseReLUNetwork


def outwards(lower: float, upper: float) -> tuple[float, float]:
    """Return an interval round this one whose ends have five digits.

    Ends of certified intervals depend on the processor, by about 1e-7 of
    their value, as the solver may stop a step sooner or later. Those returned
    here do not, except where a multiple of the last digit lies between. They
    are first moved by 1e-6, so that this does not happen at round numbers.

    Parameters
    ----------
    lower, upper : float
        0 ≤ lower ≤ upper. The digits are those of the upper end.
    """
    low, high = Decimal(lower - _SLACK * upper), Decimal(upper + _SLACK * upper)
    step = Decimal(1).scaleb(high.adjusted() - 4)
    low = max(low, Decimal(0))
    return float(low.quantize(step, ROUND_FLOOR)), float(high.quantize(step, ROUND_CEILING))


def rademacher_interval(
    points: Any,
    *,
    s: int,
    k: int,
    W: float,
    B: float,
    sparsity: str = "sample",
    signs: Any = None,
    rng: np.random.Generator | None = None,
) -> RademacherInterval:
    """Bound R = E_ζ max_h (1/m) Σ_i ζ_i·h(x_i) over the k-sparsely activated networks.

    h has s neurons, ‖u‖_∞·max‖w_j‖ ≤ W and ‖u‖_∞·max|b_j| ≤ B (the paper,
    Definitions 1 and 2, §5), and at most k of them are active at one point.

    Parameters
    ----------
    points : array_like, shape (m, n)
        Real and finite; at most 16 distinct ones (18 if k = s). Equal points are merged.
    s, k : int
        1 ≤ k ≤ s.
    W, B : float
        At least 0; other numbers stand for the floats they round to.
    sparsity : {"sample", "cube"}
        Where at most k neurons may be active: on the points, or on all 2^n
        vertices; then the points must be ±1 and n ≤ 4.
    signs : None, int or array_like of shape (N, m), of ±1
        None: all 2^m vectors ζ, where symmetry (ζ → −ζ, equal points,
        points whose exchange is an isometry of the set) leaves at most 2048
        classes. An int: that many, drawn by `rng`. An array: the mean over its rows.
    rng : numpy.random.Generator, optional
        Needed for drawn signs alone.

    Returns
    -------
    RademacherInterval
        The interval is certain for the mean over the signs used. The upper
        end comes from dual solutions, evaluated with a bound on rounding (see
        `sparseact.rademacher.neuron`). The lower end is what the networks
        returned attain, less a bound on the rounding of that evaluation; their
        inactive pre-activations are below zero by more than theirs, or exactly zero.
        Means are taken in rationals and rounded outwards.

        sampling_halfwidth is 0 for all signs, nan for given ones. For N drawn ones,
        mean over all signs = mean over the drawn ones ± the half-width holds with
        probability at least 0.999: a change of ζ_i changes the maximum by at most
        2·C_i/m, C_i = k(W‖x_i‖ + B) ≥ |h(x_i)|, so by the bounded-difference inequality
        t = (1/m)·√(2·log(2/0.001)·ΣC_i²/N) does.

    Raises
    ------
    ValueError
        If an argument is not as above, or beyond the method's reach.
    """
    x, s, k, W, B = _checked(points, s, k, W, B)
    m = len(x)
    rows = None if signs is None else _array("signs", signs)
    problem = _Problem(x, s, k, W, B, sparsity)
    halfwidth = 0.0
    if rows is None:
        classes = problem.classes()
    elif rows.ndim == 0:
        drawn = _drawn(signs, rng, m)
        size = min(s, k) * (W * np.linalg.norm(x, axis=1) + B)
        chance = 2 / (1 - _CONFIDENCE)
        halfwidth = math.sqrt(2 * math.log(chance) * float(size @ size) / len(drawn)) / m
        classes = problem.grouped(drawn)
    else:
        classes = problem.grouped(_given(rows, m))
        halfwidth = math.nan
    _require_room(s, x.shape[1], len(classes))
    lower = Fraction(0)
    ends = []
    networks = []
    for (c, weight), best in zip(classes, problem.suprema([c for c, _ in classes]), strict=True):
        lower += weight * Fraction(best.lower)
        ends.append(best.upper)
        networks.append(SignedNetwork(problem.signs(c), weight, best.network))
    total = sum(weight for _, weight in classes)
    return RademacherInterval(
        max(0.0, math.nextafter(float(lower / (m * total)), -math.inf)),
        _mean_above(ends, classes, m),
        total,
        signs is None,
        halfwidth,
        networks,
    )


def rademacher_upper_end(
    points: Any, *, s: int, k: int, W: float, B: float, sparsity: str = "sample"
) -> float:
    """Return the upper end of `rademacher_interval` over all sign vectors, without the networks.

    Parameters
    ----------
    points : array_like, shape (m, n)
    s, k, W, B, sparsity
        See `rademacher_interval`, which also says what raises ValueError.
    """
    x, s, k, W, B = _checked(points, s, k, W, B)
    problem = _Problem(x, s, k, W, B, sparsity)
    classes = problem.classes()
    ends = [packed.upper for packed in problem.packed([c for c, _ in classes])]
    return _mean_above(ends, classes, len(x))


def _mean_above(ends: list[float], classes: list[tuple[tuple[int, ...], int]], m: int) -> float:
    """Return a float that is at least 1/m times the weighted mean of the classes' upper ends."""
    upper = sum((w * Fraction(end) for (_, w), end in zip(classes, ends, strict=True)), Fraction(0))
    total = sum(weight for _, weight in classes)
    return math.nextafter(float(upper / (m * total)), math.inf) if upper else 0.0


def supremum(
    points: Any, signs: Any, *, s: int, k: int, W: float, B: float, sparsity: str = "sample"
) -> Supremum:
    """Bound max_h Σ_i ζ_i·h(x_i) for one sign vector; arguments as in `rademacher_interval`.

    Parameters
    ----------
    points : array_like, shape (m, n)
    signs : array_like, shape (m,), of ±1
    s, k, W, B, sparsity
        See `rademacher_interval`.

    Returns
    -------
    Supremum
    """
    x, s, k, W, B = _checked(points, s, k, W, B)
    problem = _Problem(x, s, k, W, B, sparsity)
    ((c, _),) = problem.grouped(_given_row(signs, len(x)))
    (best,) = problem.suprema([c])
    return best


def neuron_bounds(points: Any, signs: Any, *, W: float, B: float) -> tuple[np.ndarray, np.ndarray]:
    """Bound |Σ_i ζ_i·σ(⟨w, x_i⟩ − b)| for one neuron on every candidate active set.

    Parameters
    ----------
    points : array_like, shape (m, n), m ≤ 16
    signs : array_like, shape (m,), of ±1
    W, B : float

    Returns
    -------
    (lower, upper) : tuple of ndarray, shape (2^m,)
        For set A (a mask of points), lower[A] ≤ the largest value over ‖w‖ ≤ W, |b| ≤ B
        with no point outside A active ≤ upper[A].
    """
    x, _, _, W, B = _checked(points, 1, 1, W, B)
    if len(x) > MAX_POINTS:
        raise ValueError(
            f"active sets are listed for at most {MAX_POINTS} points, not {len(x)}; supremum with "
            f"k = s = 1 reaches {MAX_POINTS_DENSE}, and beyond there are the closed bounds of "
            "sparseact.bounds"
        )
    c = _given_row(signs, len(x))[0].astype(np.float64)
    m = len(x)
    lower, upper = np.zeros(1 << m), np.zeros(1 << m)
    for u in (1.0, -1.0):
        columns = solve_columns(x, [[u * v] for v in c], W, B, _ACCURACY)
        np.maximum(upper, columns.upper + columns.slack, out=upper)
        certain = np.zeros(1 << m)
        for a in range(1, 1 << m):
            members = [i for i in range(m) if a >> i & 1]
            subsets = [a ^ (1 << i) for i in members]
            certain[a] = max(certain[subsets])
            if columns.lower[a] > max(columns.lower[t] for t in subsets):
                found = _neuron(x, columns, a, W, B, a)
                if found is not None:
                    w, b = found
                    value = guaranteed(x, c, w[None], np.array([b]), np.array([u]))
                    certain[a] = max(float(certain[a]), value)
        np.maximum(lower, certain, out=lower)
    return lower, upper


# ------------------------------------------------------------- the problem


class _Packed(NamedTuple):
    """The best active sets for one c, from the neurons' upper bounds."""

    c: tuple[int, ...]
    upper: float
    sets: list[int]
    needed: np.ndarray
    halves: list[tuple[float, Columns, np.ndarray]]  # u, its columns, and the index of each set


class _Problem:
    """The merged points and what all sign vectors share.

    `rows` are the points where sparsity is asked; c[r] = Σ ζ_i over the copies
    of row r is what a sign vector comes to.
    """

    def __init__(self, x: np.ndarray, s: int, k: int, W: float, B: float, sparsity: str) -> None:
        self.s, self.k, self.W, self.B = s, k, W, B
        self.m, n = x.shape
        _require_room(s, n, 1)
        self.realizable: np.ndarray | None = None
        if sparsity == "sample":
            self.rows, self.row_of = np.unique(x, axis=0, return_inverse=True)
            self.row_of = self.row_of.reshape(-1)
        elif sparsity == "cube":
            if not (np.abs(x) == 1).all():
                raise ValueError(
                    'with sparsity="cube" all points must be ±1; with other points use '
                    'sparsity="sample"'
                )
            if n > MAX_CUBE:
                raise ValueError(
                    f'sparsity="cube" reaches n = {MAX_CUBE}, not {n}; use sparsity="sample", '
                    "whose upper end holds for it as well"
                )
            self.rows = cube.points(n).astype(np.float64)
            self.row_of = (x < 0) @ (1 << np.arange(n))
            self.realizable = threshold_sets(n)
        else:
            raise ValueError(f'sparsity must be "sample" or "cube", not {sparsity!r}')
        self.cube = sparsity == "cube"
        limit = MAX_POINTS_DENSE if k == s else MAX_POINTS
        if len(self.rows) > limit:
            raise ValueError(
                f"certified intervals reach {limit} distinct points at s = {s}, k = {k}, not "
                f"{len(self.rows)}; beyond use the bounds of sparseact.bounds, or "
                "SparseReLURegressor for a network on given signs"
            )
        self.copies = np.bincount(self.row_of, minlength=len(self.rows))
        self.packing = Packing(len(self.rows), s, k)

    # ------------------------------------------------------------- classes

    def grouped(self, signs: np.ndarray) -> list[tuple[tuple[int, ...], int]]:
        """Return the different sums c of the sign vectors, and how many vectors have each."""
        sums = np.zeros((len(signs), len(self.rows)), dtype=np.int64)
        np.add.at(sums.T, self.row_of, signs.T)
        counter: Counter[tuple[int, ...]] = Counter(tuple(row) for row in sums.tolist())
        return list(counter.items())

    def classes(self) -> list[tuple[tuple[int, ...], int]]:
        """Return one c of each class of sign vectors, and the size of the class."""
        groups = self._groups()
        number = math.prod(math.comb(len(g) + self.copies[g[0]], len(g)) for g in groups)
        if (number + 1) // 2 > MAX_CLASSES:
            raise ValueError(
                f"all signs of these m = {self.m} points make {(number + 1) // 2} classes, and at "
                f"most {MAX_CLASSES} (m = 12 without symmetry) are allowed; use signs=N for a "
                "mean over N drawn sign vectors, or the bounds of sparseact.bounds"
            )
        found: dict[tuple[int, ...], int] = {}
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
            if tuple(opposite) in found:
                found[tuple(opposite)] += weight
            else:
                found[tuple(c)] = weight
        return list(found.items())

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
        gram = exact_gram(self.rows[used])
        moves = cube_transpositions(self.rows[used]) if self.cube else None
        groups: list[list[int]] = []
        for a in range(len(used)):
            for group in groups:
                b = group[0]
                same = self.copies[used[a]] == self.copies[used[b]]
                if same and ((b, a) in moves if moves is not None else exchangeable(gram, a, b)):
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

    def suprema(self, sums: list[tuple[int, ...]]) -> Iterator[Supremum]:
        """Yield the supremum for each c."""
        return map(self._attained, self.packed(sums))

    def packed(self, sums: list[tuple[int, ...]]) -> Iterator[_Packed]:
        """Yield the upper end for each c, with the active sets that it comes from."""
        r = len(self.rows)
        values = [sorted({0, *(u * c[i] for c in sums for u in (1, -1))}) for i in range(r)]
        coefficients = [
            [float(v) for v in row if v or not self.copies[i]] for i, row in enumerate(values)
        ]
        for i in range(r):
            if any(c[i] == 0 for c in sums) and 0.0 not in coefficients[i]:
                coefficients[i].append(0.0)
        number = math.prod(1 + len(row) for row in coefficients)
        shared = None
        if number * (r + self.rows.shape[1] + 8) <= _SHARED_FLOATS and number < len(sums) * 2 ** (
            r + 1
        ):
            shared = self._columns(coefficients)
        bits = np.arange(1 << r)
        for c in sums:
            halves = []
            for u in (1.0, -1.0):
                if shared is None:
                    columns, index = self._columns([[u * v] for v in c]), bits
                else:
                    columns = shared
                    index = np.zeros(1, dtype=np.int64)
                    for i in range(r):
                        step = (1 + coefficients[i].index(u * c[i])) * shared.strides[i]
                        index = np.concatenate([index, index + step])
                halves.append((u, columns, index))
            yield self._pack(c, halves)

    def _columns(self, coefficients: list[list[float]]) -> Columns:
        return solve_columns(self.rows, coefficients, self.W, self.B, _ACCURACY, self.realizable)

    def _pack(self, c: tuple[int, ...], halves: list[tuple[float, Columns, np.ndarray]]) -> _Packed:
        (_, plus, i), (_, minus, j) = halves
        values = np.maximum(plus.upper[i], minus.upper[j])
        needed = plus.needed[i] | minus.needed[j]
        upper, sets = self.packing(values, needed)
        # Each of at most s sets may be worth `slack` more than its needed subsets.
        upper = (upper + self.s * max(plus.slack, minus.slack)) * (1 + 2.0**-50)
        return _Packed(c, upper, sets, needed, halves)

    def _attained(self, packed: _Packed) -> Supremum:
        """Add the network, and the lower end that it attains."""
        network = self._network(packed.halves, packed.sets)
        if network is None:
            network = self._repacked(packed.halves, packed.needed)
        c = np.array(packed.c, dtype=np.float64)
        lower = guaranteed(self.rows, c, network.w, network.b, network.u)
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
            found = _neuron(self.rows, columns, int(index[a]), self.W, self.B, a)
            if found is None:
                return None
            w[place], b[place] = found
            u[place] = sign
        return SparseReLUNetwork(w, b, u)

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
                found = _neuron(self.rows, columns, int(index[a]), self.W, self.B, a)
                if found is not None:
                    values[a] = value
                    neurons[a] = (*found, sign)
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


def _neuron(
    rows: np.ndarray, columns: Columns, number: int, W: float, B: float, a: int
) -> tuple[np.ndarray, float] | None:
    p = columns.neuron[number]
    outside = rows[[i for i in range(len(rows)) if not a >> i & 1]]
    return feasible_neuron(columns.basis @ p[:-1], float(p[-1]), outside, W, B)


@lru_cache
def threshold_sets(n: int) -> np.ndarray:
    """Return which sets of vertices are {x : ⟨w, x⟩ > b} for some w, b; n ≤ 4.

    Parameters
    ----------
    n : int

    Returns
    -------
    ndarray of bool, shape (2^2^n,)
        True for 4, 14, 104, 1882 sets at n = 1, 2, 3, 4: integer weights up to 3 give them all.
    """
    vertices = cube.points(n).astype(np.int64)
    found = np.zeros(1 << (1 << n), dtype=np.bool_)
    for w in itertools.product(range(-3, 4), repeat=n):
        values = vertices @ np.array(w)
        for b in range(-3 * n - 1, 3 * n + 1):
            found[int((values > b) @ (1 << np.arange(1 << n)))] = True
    found.flags.writeable = False
    return found


# ------------------------------------------------------------------ inputs


def _checked(
    points: Any, s: int, k: int, W: float, B: float
) -> tuple[np.ndarray, int, int, float, float]:
    x = _array("points", points)
    if x.dtype.kind not in "biuf":
        raise ValueError(f"points must be real numbers, not {x.dtype}")
    if x.ndim != 2 or 0 in x.shape:
        raise ValueError(f"points must have shape (m, n) with m, n of at least 1, not {x.shape}")
    x = x.astype(np.float64) + 0.0  # −0 and 0 are one number
    if not np.isfinite(x).all():
        row = int(np.argwhere(~np.isfinite(x))[0, 0])
        raise ValueError(f"points must be finite; row {row} holds a NaN or an infinity")
    for name, value in (("s", s), ("k", k)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
            raise ValueError(f"{name} must be an integer of at least 1, not {value!r}")
    if k > s:
        raise ValueError(f"k must be at most s = {s}, the number of neurons, not {k}")
    for name, size in (("W", W), ("B", B)):
        _require_size(name, size)
    sizes = np.array([float(W), float(B), *np.abs(x).ravel()])
    if ((sizes > _LARGEST_NUMBER) | ((sizes > 0) & (sizes < 1 / _LARGEST_NUMBER))).any():
        raise ValueError(
            "points, W and B must be 0 or between 1e-60 and 1e60 in size; rescale them"
        )
    return x, int(s), int(k), float(W), float(B)


def _array(name: str, value: Any) -> np.ndarray:
    try:
        return np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be an array, with all rows of one length") from None


def _require_size(name: str, size: Any) -> None:
    allowed = f"{name} must be a finite number of at least 0"
    if isinstance(size, str) or not hasattr(size, "__float__") or np.ndim(size):
        shown = repr(size) if isinstance(size, str) else type(size).__name__
        raise ValueError(f"{allowed}, not {shown}")
    try:
        number = float(size)
    except OverflowError:
        number = math.inf
    if not 0 <= number < math.inf:
        raise ValueError(f"{allowed}, not {size}")


def _require_room(s: int, n: int, networks: int) -> None:
    most = int(_NETWORK_FLOATS / ((n + MAX_POINTS) * networks))
    if s > most:
        raise ValueError(
            f"{networks} networks of s = {s} neurons in {n} dimensions do not fit into memory; "
            f"s may be at most {most} here"
        )


def _drawn(signs: Any, rng: np.random.Generator | None, m: int) -> np.ndarray:
    number = np.asarray(signs)
    if number.dtype.kind not in "iu" or number < 1:
        raise ValueError(f"signs must be None, an integer of at least 1 or an array, not {signs!r}")
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"signs={signs} drawn sign vectors need rng, a numpy.random.Generator")
    return rng.choice(np.array([-1, 1]), (int(number), m))


def _given_row(signs: Any, m: int) -> np.ndarray:
    row = _array("signs", signs)
    if row.shape != (m,):
        raise ValueError(f"signs must have shape (m,) = ({m},), not {row.shape}")
    return _given(row[None], m)


def _given(array: np.ndarray, m: int) -> np.ndarray:
    if array.shape == (m,):
        raise ValueError(f"signs must have shape (N, {m}), not ({m},); write one row signs=[row]")
    if array.ndim != 2 or array.shape[1] != m or not len(array):
        raise ValueError(f"signs must have m = {m} columns and at least one row, not {array.shape}")
    if array.dtype.kind not in "iuf" or not (np.abs(array) == 1).all():
        raise ValueError("signs must be ±1")
    return array.astype(np.int64)
