"""§5, General Distributions: Theorem 19 with the displays of its proof, (15), the dense bound.

𝓡 is the empirical Rademacher complexity, E_ζ max_h (1/m) Σ ζ_i h(x_i). On the line
(n = 1) it is a rational number, computed exactly; on orthogonal points at B = 0 it
has a closed form (docs/proofs-rademacher.md, 4); elsewhere it lies in a certified
interval. ζ and −ζ give the same maximum, so half of the sign vectors are enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.halfspaces import Cell, best_network, strict_cells
from sparseact.comparison import Measurement, Record, compare, compare_rounded
from sparseact.parameters import (
    AtLeastOne,
    CloudKind,
    CloudSize,
    CloudSweep,
    FewPoints,
    LineClass,
    NonEmpty,
    NonNegative,
    OrthogonalSweep,
    Positive,
    SparseLineClass,
)
from sparseact.rademacher import outwards, rademacher_interval
from sparseact.randomness import generator

#: The constant in Hoeffding's inequality P[|Σ ζ_i a_i| > t‖a‖] ≤ 2exp(−t²/c).
HOEFFDING = 2


# ------------------------------------------------------------- on the line


class Line(NamedTuple):
    """Networks of s neurons, at most k active on each of m numbers, of scale W, B."""

    points: tuple[Fraction, ...]
    s: int
    k: int
    W: Fraction
    B: Fraction

    @property
    def m(self) -> int:
        """The number of points."""
        return len(self.points)

    @property
    def radius(self) -> Fraction:
        """The largest |x_i|."""
        return max(abs(x) for x in self.points)

    @property
    def instance(self) -> dict[str, Any]:
        """How a record names it."""
        return {
            "n": 1,
            "s": self.s,
            "k": self.k,
            "m": self.m,
            "points": " ".join(str(x) for x in self.points),
            "W": str(self.W),
            "B": str(self.B),
        }


def line(points: Sequence[Any], s: int, k: int, W: Any, B: Any) -> Line:
    """Return a `Line`; floats stand for the dyadic rationals that they are."""
    if not points or not 1 <= k <= s:
        raise ValueError(f"{len(points)} points, k = {k}, s = {s}; allowed are m >= 1, 1 <= k <= s")
    return Line(tuple(Fraction(x) for x in points), s, k, Fraction(W), Fraction(B))


def half_the_signs(m: int) -> Iterator[tuple[int, ...]]:
    """Yield the sign vectors that begin with +1."""
    for rest in product((1, -1), repeat=m - 1):
        yield (1, *rest)


class LineValues(NamedTuple):
    """Both sides of the displays of Theorem 19's proof on one `Line`, all exact.

    complexity, first, second : the left sides of (2), of (11) and of (6)
    exchanged : max_h (1/m) Σ_j |u_j w_j| E|Σ_{i∈I_j} ζ_i x_i|, the right side of (12)
    inside : the same with the maximum inside E
    cells : the sets that a neuron can be active on
    """

    complexity: Fraction
    first: Fraction
    second: Fraction
    exchanged: Fraction
    inside: Fraction
    cells: list[Cell]


def line_values(case: Line) -> LineValues:
    """Compute them by the vertices of all cells of (w, b)."""
    cells = [
        cell for cell in strict_cells([(x,) for x in case.points], case.W, case.B) if cell.members
    ]
    totals = [Fraction(0)] * 4
    means = [Fraction(0)] * len(cells)
    count = 0
    for signs in half_the_signs(case.m):
        count += 1
        sums = [sum(signs[i] for i in cell.members) for cell in cells]
        moments = [
            sum((signs[i] * case.points[i] for i in cell.members), Fraction(0)) for cell in cells
        ]
        columns: list[list[Fraction]] = [[], [], [], []]
        for cell, total, moment in zip(cells, sums, moments, strict=True):
            # u = ±1 turns a maximum into one of absolute values.
            columns[0].append(max(abs(w * moment - b * total) for w, b in cell.vertices))
            columns[1].append(_largest(cell, 0) * abs(moment))
            columns[2].append(_largest(cell, 1) * abs(total))
            columns[3].append(case.W * abs(moment))
        for at, column in enumerate(columns):
            totals[at] += _best(case, cells, column)
        means = [mean + abs(moment) for mean, moment in zip(means, moments, strict=True)]
    weights = [_largest(cell, 0) * mean / count for cell, mean in zip(cells, means, strict=True)]
    scale = count * case.m
    return LineValues(
        totals[0] / scale, totals[1] / scale, totals[2] / scale,
        _best(case, cells, weights) / case.m, totals[3] / scale, cells,
    )  # fmt: skip


def _largest(cell: Cell, coordinate: int) -> Fraction:
    """Return the largest |w| (0) or |b| (1) of a neuron in the cell."""
    return max(abs(vertex[coordinate]) for vertex in cell.vertices)


def _best(case: Line, cells: Sequence[Cell], values: Sequence[Any]) -> Any:
    pairs = [(cell.members, value) for cell, value in zip(cells, values, strict=True)]
    return best_network(pairs, case.s, case.k, case.m)


# ------------------------------------------------------------------- steps


def measure_steps(
    *,
    seed: int,
    lines: NonEmpty[LineClass],
    thresholds: NonEmpty[NonNegative],
    tosses: Positive,
    clouds: NonEmpty[CloudSize],
    random_networks: Positive,
    repeated: NonEmpty[Positive],
) -> Measurement:
    """Evaluate both sides of the displays (2)–(14) of Theorem 19's proof.

    Parameters
    ----------
    seed : int
    lines : sequence of mappings
        Classes on the line: points, neurons, weight_bound, bias_bound; k = 1.
    thresholds : sequence of float
        Values of t in (6), (7), (10) and (13).
    tosses : int
        (5) is checked for |I| up to this, at every t.
    clouds : sequence of (n, m)
        Sizes of sets of random integer points, for (9), (10) and the counts.
    random_networks : int
        Number of random networks, for (3), (11) and Σ|I_j|.
    repeated : sequence of int
        Numbers s of neurons, all on the boundary at two equal points.

    Returns
    -------
    Measurement
        The table has a row per class on the line: both sides of (8), (12) and
        (14), and the certified bounds.
    """
    records: list[Record] = []
    rows = []
    for entry in lines:
        case = line(
            entry["points"], entry["neurons"], 1, entry["weight_bound"], entry["bias_bound"]
        )
        values = line_values(case)
        records += _line_records(case, values, thresholds)
        rows.append(_line_row(case, values))
    records += _toss_records(tosses)
    for n, m in clouds:
        records += _cloud_records(n, m, thresholds, generator(seed, "rademacher", "cloud", n, m))
    for number in range(random_networks):
        records += _network_records(number, generator(seed, "rademacher", "network", number))
    for s in repeated:
        records += _boundary_records(s, thresholds)
    records += _set_records() + _absorbed_records()
    return Measurement(records, pd.DataFrame(rows))


def union_factor(number: int, t: float) -> float:
    """Return 2N·exp(−t²/2), by which N sets fail Hoeffding's inequality at t."""
    return 2 * number * math.exp(-t * t / HOEFFDING)


def number_printed(n: int, m: int) -> int:
    """Return m^n, the paper's O(m^n) for the number of sets with constant 1."""
    return m**n


def _line_records(case: Line, values: LineValues, thresholds: Sequence[float]) -> list[Record]:
    instance = case.instance
    m, s, R, W, B = case.m, case.s, case.radius, case.W, case.B
    N = len(values.cells)
    rooted = math.sqrt(s / m)
    size_roots = [math.sqrt(len(cell.members)) for cell in values.cells]

    def exact(statement: str, left: Any, relation: str, right: Any) -> None:
        records.append(compare("theorem-19", statement, instance, left, relation, right))

    def rounded(statement: str, left: Any, relation: str, right: Any, **more: Any) -> None:
        records.append(
            compare_rounded("theorem-19", statement, {**instance, **more}, left, relation, right)
        )

    records: list[Record] = []
    exact("subsets", N + 1, "<=", number_printed(1, m))
    exact("subsets-counted", N + 1, "<=", bounds.affine_dichotomies(1, m))
    exact("eq-4", values.complexity, "<=", values.first + values.second)
    # Nothing on the right of (6) is maximised; at h = 0 it is 0.
    exact("eq-6", values.second, "<=", 0)
    exact("eq-12", values.first, "<=", values.exchanged)
    exact("eq-12-max", values.first, "<=", values.inside)
    tails = _union_tails(case, values.cells, thresholds)
    for t, (sums, moments) in zip(thresholds, tails, strict=True):
        factor = union_factor(N, t)
        rounded("eq-5-union", float(sums), "<=", factor, t=t)
        rounded("eq-10-union", float(moments), "<=", union_factor(m, t), t=t)
        # Σ_j c_j√|I_j| and Σ_j c_j|I_j|, each at its largest, with c_j = |u_j b_j| and with WR.
        biases = [float(_largest(cell, 1)) for cell in values.cells]
        for statement, left, heights, rare in (
            ("eq-6-max", values.second, biases, factor),
            ("eq-13", values.first, [float(W * R)] * N, union_factor(number_printed(1, m), t)),
        ):
            roots = [c * r for c, r in zip(heights, size_roots, strict=True)]
            whole = [c * r * r for c, r in zip(heights, size_roots, strict=True)]
            right = t * _best(case, values.cells, roots) + rare * _best(case, values.cells, whole)
            rounded(statement, float(left), "<=", right / m, t=t)
        right = float(B) * (t * rooted + factor)
        rounded("eq-7-strict", float(values.second), "<=", right, t=t)
    for statement, left, scale in (
        ("eq-8-proved", values.second, B),
        ("eq-14-proved", values.first, W * R),
    ):
        if N == 1:  # no logarithm: the squares are rational
            exact(statement, left**2, "<=", scale**2 * Fraction(s, m))
        else:
            right = float(scale) * rooted * (1 + math.sqrt(2 * math.log(N)))
            rounded(statement, float(left), "<=", right)
    if m * B >= 1:
        rounded("eq-8", float(values.second), "<=", eq_8(1, s, m, B))
    if m * R >= 1:
        rounded("eq-14", float(values.first), "<=", eq_14(1, s, m, R, W))
    return records


def eq_8(n: int, s: int, m: int, B: Fraction) -> float:
    """Return 4B√(snc ln(mB))/√m with c = 2, the right side of (8)."""
    return 4 * float(B) * math.sqrt(s * n * HOEFFDING * _log(m * B) / m)


def eq_14(n: int, s: int, m: int, R: Fraction, W: Fraction) -> float:
    """Return 4WR√(ns ln(mR))/√m, the right side of (14)."""
    return 4 * float(W * R) * math.sqrt(n * s * _log(m * R) / m)


def _log(value: Fraction) -> float:
    return math.log1p(float(value - 1)) if Fraction(1, 2) < value < 2 else math.log(value)


def _union_tails(
    case: Line, cells: Sequence[Cell], thresholds: Sequence[float]
) -> list[tuple[Fraction, Fraction]]:
    """Return, for each t, how often some |Σ_I ζ_i| > t√|I|, and some |Σ_I ζ_i x_i| > tR√|I|."""
    worst = []
    for signs in half_the_signs(case.m):
        sums = moments = Fraction(0)
        for cell in cells:
            size = len(cell.members)
            total = sum(signs[i] for i in cell.members)
            moment = sum((signs[i] * case.points[i] for i in cell.members), Fraction(0))
            sums = max(sums, Fraction(total**2, size))
            if case.radius:
                moments = max(moments, moment**2 / (case.radius**2 * size))
        worst.append((sums, moments))
    squares = [Fraction(t) ** 2 for t in thresholds]
    return [
        (
            Fraction(sum(sums > square for sums, _ in worst), len(worst)),
            Fraction(sum(moments > square for _, moments in worst), len(worst)),
        )
        for square in squares
    ]


def _line_row(case: Line, values: LineValues) -> dict[str, Any]:
    m, B, R = case.m, case.B, case.radius
    return {
        **case.instance,
        "sets": len(values.cells),
        "complexity": float(values.complexity),
        "first": float(values.first),
        "second": float(values.second),
        "eq_8": eq_8(1, case.s, m, B) if m * B >= 1 else math.nan,
        "eq_12": float(values.exchanged),
        "eq_14": eq_14(1, case.s, m, R, case.W) if m * R >= 1 else math.nan,
    }


def _toss_records(tosses: int) -> list[Record]:
    """Compare (5) at the worst t: just below j/√|I| its left side is P[|Σ ζ_i| ≥ j]."""
    records = []
    for size in range(1, tosses + 1):
        worst = 0.0
        beyond = 0
        for heads in range(size, (size - 1) // 2, -1):
            j = 2 * heads - size
            if j == 0:
                break
            beyond += 2 * math.comb(size, heads)
            worst = max(worst, beyond / 2**size * math.exp(j * j / (HOEFFDING * size)) / 2)
        instance = {"set_size": size, "c": HOEFFDING}
        records.append(compare_rounded("theorem-19", "eq-5", instance, worst, "<=", 1.0))
    return records


def _cloud_records(
    n: int, m: int, thresholds: Sequence[float], rng: np.random.Generator
) -> list[Record]:
    """Compare (9), (10) and the number of sets on m random integer points in n dimensions."""
    x = rng.integers(-3, 4, (m, n))
    x[0, 0] = max(x[0, 0], 1)  # not all are 0
    instance = {"n": n, "m": m, "points": str(x.tolist())}
    cells = [c.members for c in strict_cells(x.tolist(), Fraction(1), Fraction(4 * n)) if c.members]
    records = [
        compare("theorem-19", "subsets", instance, len(cells) + 1, "<=", number_printed(n, m)),
        compare(
            "theorem-19", "subsets-counted", instance,
            len(cells) + 1, "<=", bounds.affine_dichotomies(n, m),
        ),
    ]  # fmt: skip
    signs = np.array(list(half_the_signs(m)))
    for p in range(n):
        if x[:, p].any():
            sums = np.sort(np.abs(signs @ x[:, p]))
            square = int((x[:, p] ** 2).sum())
            worst = 0.0
            for value in np.unique(sums[sums > 0]):
                share = float((sums >= value).mean())
                worst = max(worst, share * math.exp(value**2 / (HOEFFDING * square)) / 2)
            more = {**instance, "coordinate": p}
            records.append(compare_rounded("theorem-19", "eq-9", more, worst, "<=", 1.0))
    radius = int((x**2).sum(axis=1).max())
    worst_ratio = Fraction(0)
    longest = [Fraction(0)] * len(signs)
    subsets = [list(c) for size in range(1, m + 1) for c in combinations(range(m), size)]
    cut_off = set(cells)
    for subset in subsets:
        squares = (x[subset] ** 2).sum(axis=0)
        for at, row in enumerate(signs[:, subset] @ x[subset]):
            length = Fraction(int((row**2).sum()), radius * len(subset))
            most = max(
                (Fraction(int(v) ** 2, int(q)) for v, q in zip(row, squares, strict=True) if q),
                default=Fraction(0),
            )
            if most:
                worst_ratio = max(worst_ratio, length / most)
            if tuple(subset) in cut_off:
                longest[at] = max(longest[at], length)
    records.append(compare("theorem-19", "eq-10", instance, worst_ratio, "<=", 1))
    for t in thresholds:
        share = sum(value > Fraction(t) ** 2 for value in longest) / len(longest)
        right = n * union_factor(m**n, t)
        more = {**instance, "t": t}
        records.append(compare_rounded("theorem-19", "eq-10-union", more, share, "<=", right))
    return records


class Neurons(NamedTuple):
    """Neurons at points with any real coordinates: w (s, n), b (s,), u (s,)."""

    w: np.ndarray
    b: np.ndarray
    u: np.ndarray

    def pre_activations(self, x: np.ndarray) -> np.ndarray:
        """Return ⟨w_j, x_i⟩ − b_j, shape (m, s)."""
        return x @ self.w.T - self.b

    def printed_sets(self, x: np.ndarray) -> np.ndarray:
        """Return whether i is in I_j as the paper has it, with ≥; shape (m, s)."""
        return self.pre_activations(x) >= 0

    def active(self, x: np.ndarray) -> np.ndarray:
        """Return whether neuron j is active at x_i, strictly; shape (m, s)."""
        return self.pre_activations(x) > 0


def random_case(rng: np.random.Generator) -> tuple[Neurons, np.ndarray, np.ndarray]:
    """Return a few neurons, points and signs; all dyadic, some points on boundaries."""
    n, s, m = (int(rng.integers(1, top)) for top in (4, 5, 7))
    x = rng.integers(-2, 3, (m, n))
    w, b = rng.integers(-2, 3, (s, n)) / 2.0, rng.integers(-2, 3, s) / 2.0
    return Neurons(w, b, rng.integers(-2, 3, s) / 2.0), x, rng.choice([-1, 1], m)


def _network_records(number: int, rng: np.random.Generator) -> list[Record]:
    """Compare (3), (11) and the sizes of the active sets, for one network."""
    neurons, x, signs = random_case(rng)
    w, _, u = neurons
    z = neurons.pre_activations(x)
    # Column j holds ζ_i where i is in the printed I_j, else 0.
    inside = signs[:, None] * neurons.printed_sets(x)
    active = neurons.active(x)
    m, s = active.shape
    k = max(1, int(active.sum(axis=1).max()))
    instance = {"n": w.shape[1], "s": s, "k": k, "m": m, "network": number}
    sizes = active.sum(axis=0)

    def note(statement: str, left: float, relation: str, right: float) -> Record:
        return compare("theorem-19", statement, instance, left, relation, right)

    linear = (inside * (x @ w.T)).sum(axis=0) @ u
    products = ((u[:, None] * w) * (inside.T @ x)).sum()
    return [
        note("eq-3", signs @ (np.maximum(z, 0) @ u), "==", (inside * z).sum(axis=0) @ u),
        note("eq-11", linear, "==", products),
        note("sizes-strict", int(sizes.sum()), "<=", k * m),
        _root_record(instance, sizes, s * k * m),
    ]


def _root_record(instance: dict[str, Any], sizes: np.ndarray, right: int) -> Record:
    """Compare Σ√|I_j| with the root of an integer, by squares where the sizes are equal."""
    if (sizes == sizes[0]).all():
        left = len(sizes) ** 2 * int(sizes[0])
        return compare("theorem-19", "roots", instance, left, "<=", right)
    total = float(np.sqrt(sizes).sum())
    return compare_rounded("theorem-19", "roots", instance, total, "<=", math.sqrt(right))


def _set_records() -> list[Record]:
    """Show the smallest failures of Σ|I_j| = m and of the number of halfspaces' sets."""
    one = {"n": 1, "s": 1, "k": 1, "m": 1}
    records = []
    for name, s, weight, bias in (("inactive", 1, 0.0, 1.0), ("boundary", 2, 1.0, 1.0)):
        neurons = Neurons(np.full((s, 1), weight), np.full(s, bias), np.ones(s))
        x = np.ones((1, 1))
        sizes = int(neurons.printed_sets(x).sum())
        instance = {**one, "s": s, "points": "1", "neurons": f"{s} {name}"}
        records.append(compare("theorem-19", "sizes", instance, sizes, "==", 1))
        strict = int(neurons.active(x).sum())
        records.append(compare("theorem-19", "sizes-strict", instance, strict, "<=", 1))
    for n in (1, 2, 3):
        # The origin and the unit vectors: n + 1 points.
        corners = [[0] * n, *([int(p == q) for p in range(n)] for q in range(n))]
        cells = strict_cells(corners, Fraction(1), Fraction(1))
        instance = {"n": n, "m": n + 1, "points": "0 and the unit vectors"}
        records.append(compare("theorem-19", "dimension", instance, len(cells), "<", 2 ** (n + 1)))
        records.append(
            compare("theorem-19", "dimension-affine", instance, len(cells), "==", 2 ** (n + 1))
        )
    return records


def _boundary_records(s: int, thresholds: Sequence[float]) -> list[Record]:
    """Compare (7) where all s neurons are ⟨w, x⟩ = b at two equal points x = 1.

    No neuron is active, so the network is in the class; with ≥ in I_j each
    I_j has both points. The left side is then at least sB·E|ζ_1 + ζ_2|/2 = sB/2.
    """
    records = []
    for t in thresholds:
        right = t * math.sqrt(s / 2) + union_factor(bounds.affine_dichotomies(1, 2), t)
        instance = {"n": 1, "s": s, "k": 1, "m": 2, "points": "1 1", "W": "1", "B": "1", "t": t}
        records.append(compare_rounded("theorem-19", "eq-7", instance, s / 2, "<=", right))
    return records


def residual(n: int, m: int, B: Fraction) -> Fraction:
    """Return m^n (mB)^{−4n}, what t = 2√(nc ln(mB)) leaves of the second term of (7), over B."""
    return m**n / (m * B) ** (4 * n)


def residual_14(n: int, m: int, R: Fraction) -> Fraction:
    """Return 2n·m^n (mR)^{−4n/c}, c = 2, what (14)'s t leaves of (13)'s second term, over WR."""
    return 2 * n * m**n / (m * R) ** (4 * n // HOEFFDING)


def _absorbed_records() -> list[Record]:
    """Compare what (8) and the last line of the proof leave out, over a grid."""
    records = []
    for n, m, B in product((1, 2, 3), (2, 4, 16), [Fraction(1, 2) ** j for j in range(4)]):
        if m * B > 1:
            main = 2 * math.sqrt(n * HOEFFDING * _log(m * B) / m)
            instance = {"n": n, "s": 1, "k": 1, "m": m, "B": str(B)}
            left = float(residual(n, m, B))
            records.append(
                compare_rounded("theorem-19", "eq-8-residual", instance, left, "<=", main)
            )
            # The same grid for R; (14)'s t has no c.
            main = 2 * math.sqrt(n * _log(m * B) / m)
            instance = {"n": n, "s": 1, "k": 1, "m": m, "R": str(B)}
            left = float(residual_14(n, m, B))
            records.append(
                compare_rounded("theorem-19", "eq-14-residual", instance, left, "<=", main)
            )
        if m * B >= 1:
            instance = {"n": n, "s": 1, "k": 1, "m": m, "W": "1", "R": "1", "B": str(B)}
            both = eq_8(n, 1, m, B) + eq_14(n, 1, m, Fraction(1), Fraction(1))
            right = bounds.theorem_19(n, 1, m, 1, 1, B)
            records.append(compare_rounded("theorem-19", "combined", instance, both, "<=", right))
    return records


# ------------------------------------------------ the bounds, exact values


def measure_bounds(
    *,
    lines: NonEmpty[SparseLineClass],
    constants: NonEmpty[AtLeastOne],
    orthogonal: NonEmpty[OrthogonalSweep],
) -> Measurement:
    """Compare exact complexities with (1), (15) and the proved forms.

    Parameters
    ----------
    lines : sequence of mappings
        Classes on the line: points, neurons, active, weight_bound, bias_bound.
    constants : sequence of float
        Constants that (1) and (15) are shown to fail with.
    orthogonal : sequence of mappings
        sweep (its name), points, neurons, active: lists of m, s and k, all
        combinations with k ≤ s; points of norm 1, W = 1, B = 0, n = m.

    Returns
    -------
    Measurement
        The table has a row per class: the complexity and every bound.
    """
    records: list[Record] = []
    rows = []
    for entry in lines:
        case = line(
            entry["points"], entry["neurons"], entry["active"],
            entry["weight_bound"], entry["bias_bound"],
        )  # fmt: skip
        exact = line_values(case).complexity
        value = float(exact)
        shape = Shape(1, case.s, case.k, case.m, float(case.radius), float(case.W), float(case.B))
        found = bound_records(case.instance, shape, value, value)
        if case.m == 1:  # one set, no logarithm: the squares are rational
            square = (case.W * case.radius + case.B) ** 2 * case.s * case.k
            found = [
                compare(r.claim, r.statement, r.instance, exact**2, "<=", square)
                if r.statement == "proved"
                else r
                for r in found
            ]
        records += found
        rows.append(_bound_row("line", shape, value, value))
    for constant, k in product(constants, (1, 2)):
        records.append(rescaled(constant, k))
    for sweep in orthogonal:
        for m, s, k in product(sweep["points"], sweep["neurons"], sweep["active"]):
            if k <= s:
                value = bounds.theorem_f(s, k, m, 1, 1)
                shape = Shape(m, s, k, m, 1.0, 1.0, 0.0)
                instance = {"n": m, "s": s, "k": k, "m": m, "points": "orthonormal"}
                records += bound_records(instance, shape, value, value)
                rows.append(_bound_row(sweep["sweep"], shape, value, value, orthonormal=True))
    return Measurement(records, pd.DataFrame(rows))


class Shape(NamedTuple):
    """What the bounds of Section 5 depend on."""

    n: int
    s: int
    k: int
    m: int
    R: float
    W: float
    B: float


def printed_bound(shape: Shape) -> float:
    """Return the right side of (15), nan where the logarithm is not that of a number ≥ 1."""
    n, s, k, m, R, W, B = shape
    return bounds.eq_15(n, s, k, m, R, W, B) if k * m * (R + B) >= 1 else math.nan


def bound_records(
    instance: dict[str, Any], shape: Shape, lower: float, upper: float
) -> list[Record]:
    """Compare a complexity between `lower` and `upper` with the printed and the proved bounds."""
    n, s, k, m, R, W, B = shape
    records = []
    for claim in ("eq-15", "theorem-19") if k == 1 else ("eq-15",):
        for statement, right in (
            ("printed", printed_bound(shape)),
            ("proved", bounds.theorem_19_sharp(n, s, k, m, R, W, B)),
            ("closed", bounds.theorem_19_closed(n, s, k, m, R, W, B)),
        ):
            if not math.isnan(right):
                records.append(between(claim, statement, instance, lower, upper, right))
    right = bounds.theorem_e_log(s, k, m, R, W, B)
    records.append(between("eq-15", "one-logarithm", instance, lower, upper, right))
    return records


def between(
    claim: str, statement: str, instance: dict[str, Any], lower: float, upper: float, right: float
) -> Record:
    """Compare a number that lies between `lower` and `upper` with a rounded right side."""
    middle = (lower + upper) / 2
    error = (upper - lower) / 2 + 1e-12 * (middle + abs(right))
    return compare(claim, statement, instance, middle, "<=", right, error=error)


def rescaled(constant: float, k: int) -> Record:
    """Compare C·(15) with the complexity at a unit of length that makes it small.

    S = {R, −R}, s = 2k and W = 1/R: the class does not depend on R, and its
    complexity is k. The logarithm is that of 2kR = 1 + 2^{−j}.
    """
    depth = 1 + 2 * math.ceil(math.log2(constant))
    R = (1 + Fraction(1, 2**depth)) / (2 * k)
    case = line([R, -R], 2 * k, k, 1 / R, 0)
    value = line_values(case).complexity
    right = bounds.eq_15(1, 2 * k, k, 2, R, 1 / R, 0, constant=constant)
    claim = "theorem-19" if k == 1 else "eq-15"
    instance = {**case.instance, "constant": constant}
    return compare_rounded(claim, "any-constant", instance, float(value), "<=", right)


def _bound_row(
    sweep: str, shape: Shape, lower: float, upper: float, *, orthonormal: bool = False
) -> dict[str, Any]:
    n, s, k, m, R, W, B = shape
    # A lower bound: orthonormal points without bias, s/k even, and only where it is positive.
    below = math.nan
    if orthonormal and B == 0 and s % (2 * k) == 0:
        below = bounds.theorem_f_closed(s, k, m, R, W)
    return {
        "sweep": sweep,
        **shape._asdict(),
        "lower": lower,
        "upper": upper,
        "eq_15": printed_bound(shape),
        "proved": bounds.theorem_19_sharp(n, s, k, m, R, W, B),
        "theorem_e": bounds.theorem_e(s, k, m, R, W, B),
        "conj_20": bounds.conj_20(s, k, m, R, W, B),
        "dense": bounds.dense_rademacher(s, m, R, W, B),
        "trivial": k * (W * R + B),
        "theorem_f": below if below > 0 else math.nan,
    }


# ------------------------------------------------------------ certified sweeps


def make_points(name: str, m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return m points in n dimensions, of norm 1 but for "gaussian"; shape (m, n).

    Parameters
    ----------
    name : {"sphere", "gaussian", "cube", "orthonormal", "equicorrelated", "repeated"}
        gaussian points have norm 1 on average; cube points are ±1/√n;
        orthonormal points need m ≤ n, equicorrelated ones, with inner products
        2/5, m < n; repeated is one point m times.

    Raises
    ------
    ValueError
        For another name, or too few dimensions.
    """
    if name == "sphere":
        x = rng.standard_normal((m, n))
        return x / np.linalg.norm(x, axis=1, keepdims=True)
    if name == "gaussian":
        return rng.standard_normal((m, n)) / math.sqrt(n)
    if name == "cube":
        return rng.choice([-1.0, 1.0], (m, n)) / math.sqrt(n)
    if name == "repeated":
        return np.eye(1, n).repeat(m, axis=0)
    if name == "orthonormal" and m <= n:
        return np.eye(m, n)
    if name == "equicorrelated" and m < n:
        x = np.eye(m, n) * math.sqrt(0.6)
        x[:, m] = math.sqrt(0.4)
        return x
    raise ValueError(f"{m} points {name!r} in {n} dimensions; see make_points for what is allowed")


def measure_sweeps(*, seed: int, sweeps: NonEmpty[CloudSweep]) -> Measurement:
    """Compare certified complexities with (1), (15) and the proved forms.

    Parameters
    ----------
    seed : int
    sweeps : sequence of mappings
        sweep (its name), kind, dimensions, points, neurons, active (lists of
        n, m, s, k), weight_bounds and bias_bounds: all combinations with
        k ≤ s, each on `clouds` sets of points.

    Returns
    -------
    Measurement
        A row per class: the certified interval and every bound.
    """
    records: list[Record] = []
    rows = []
    for entry in sweeps:
        for n, m, s, k, W, B, cloud in product(
            entry["dimensions"], entry["points"], entry["neurons"], entry["active"],
            entry["weight_bounds"], entry["bias_bounds"], range(entry["clouds"]),
        ):  # fmt: skip
            if k > s:
                continue
            # Neither m nor the class enters the name: more points continue a cloud.
            rng = generator(seed, "rademacher", "points", entry["kind"], n, cloud)
            x = make_points(entry["kind"], m, n, rng)
            found = rademacher_interval(x, s=s, k=k, W=W, B=B)
            R = float(np.linalg.norm(x, axis=1).max())
            shape = Shape(n, s, k, m, R, float(W), float(B))
            kind = entry["kind"]
            instance = {
                "n": n, "s": s, "k": k, "m": m, "points": kind, "cloud": cloud, "W": W, "B": B
            }  # fmt: skip
            ends = outwards(found.lower, found.upper)
            records += bound_records(instance, shape, *ends)
            row = _bound_row(entry["sweep"], shape, *ends, orthonormal=kind == "orthonormal")
            rows.append({"kind": kind, "cloud": cloud, **row})
    return Measurement(records, pd.DataFrame(rows))


#: Sweeps: what varies, and its exponent in (15) and in Conjecture 20 (logarithms apart);
#: for W and B, where the one is large beside the other.
EXPONENTS = {
    "samples": ("m", -0.5, -0.5),
    "certified samples": ("m", -0.5, -0.5),
    "neurons": ("s", 0.5, 0.5),
    "certified neurons": ("s", 0.5, 0.5),
    "sparsity": ("k", 0.5, 0.5),
    "certified sparsity": ("k", 0.5, 0.5),
    "dimension": ("n", 0.5, 0.0),
    "weight": ("W", 1.0, 1.0),
    "bias": ("B", 1.0, 1.0),
}


def log_slopes(table: pd.DataFrame) -> pd.DataFrame:
    """Return the range of the successive slopes of log 𝓡 along each sweep of a table.

    The complexity is the mean over the clouds of a class.

    Parameters
    ----------
    table : DataFrame
        That of `measure_bounds` or of `measure_sweeps`.

    Returns
    -------
    DataFrame
        A row per sweep and class: what varies, the smallest and the largest
        slope between neighbours, and the exponents of (15) and Conjecture 20.
    """
    rows = []
    for sweep, (column, printed, conjectured) in EXPONENTS.items():
        chosen = table[table["sweep"] == sweep]
        fixed = [name for name in ("n", "s", "k", "m") if name != column]
        if column == "m":  # n = m on orthonormal points
            fixed.remove("n")
        for key, group in chosen.groupby(fixed):
            middle = ((group["lower"] + group["upper"]) / 2).groupby(group[column]).mean()
            if len(middle) > 1:
                x = np.log(middle.index.to_numpy(dtype=float))
                y = np.log(middle.to_numpy())
                slopes = np.diff(y) / np.diff(x)
                where = ", ".join(f"{name} = {v}" for name, v in zip(fixed, key, strict=True))
                rows.append(
                    {"sweep": sweep, "varies": column, "at": where,
                     "from": group[column].min(), "to": group[column].max(),
                     "smallest slope": slopes.min(), "largest slope": slopes.max(),
                     "in (15)": printed, "in Conjecture 20": conjectured}
                )  # fmt: skip
    return pd.DataFrame(rows)


# --------------------------------------------------------------- dense networks


def measure_dense(
    *,
    seed: int,
    lines: NonEmpty[LineClass],
    repeated: NonEmpty[Positive],
    kinds: NonEmpty[CloudKind],
    points: NonEmpty[FewPoints],
    neurons: NonEmpty[Positive],
    bias_bounds: NonEmpty[NonNegative],
    dimension: Positive,
) -> Measurement:
    """Compare complexities at k = s with the bound without sparsity.

    Parameters
    ----------
    seed : int
    lines : sequence of mappings
        Classes on the line: points, neurons, weight_bound, bias_bound; exact.
    repeated : sequence of int
        Numbers m of equal points, for which the complexity is sM·E|Σ ζ_i|/m.
    kinds, points, neurons, bias_bounds : sequences
        Certified intervals for all combinations at W = 1.
    dimension : int
        n of the certified instances.

    Returns
    -------
    Measurement
        A row per certified instance and per repeated point: 𝓡·√m/(sM).
    """
    records: list[Record] = []
    rows = []
    for entry in lines:
        W, B, s = entry["weight_bound"], entry["bias_bound"], entry["neurons"]
        case = line(entry["points"], s, s, W, B)
        value = line_values(case).complexity
        most = s * (case.radius * case.W + case.B)
        for statement, factor in (("printed", Fraction(1)), ("proved", Fraction(3, 2))):
            right = (factor * most) ** 2 / case.m
            records.append(compare("sec5-dense", statement, case.instance, value**2, "<=", right))
        one = line_values(line(entry["points"], 1, 1, W, B)).complexity
        records.append(compare("sec5-dense", "linear", case.instance, value, "==", s * one))
        if case.m == 1:
            records.append(compare("sec5-dense", "attained", case.instance, value, "==", most))
    for m in repeated:
        mean = repeated_mean(m)
        instance = {"s": 1, "k": 1, "m": m, "points": "repeated"}
        records.append(compare("sec5-dense", "order", instance, mean**2, ">=", Fraction(1, 2 * m)))
        rows.append(
            {"kind": "repeated", "m": m, "s": 1, "B": 0.0, "low": float(mean) * math.sqrt(m),
             "high": float(mean) * math.sqrt(m)}
        )  # fmt: skip
    for kind, m, s, B in product(kinds, points, neurons, bias_bounds):
        rng = generator(seed, "rademacher", "dense", kind)
        x = make_points(kind, m, dimension, rng)
        found = rademacher_interval(x, s=s, k=s, W=1.0, B=B)
        R = float(np.linalg.norm(x, axis=1).max())
        instance = {"n": dimension, "s": s, "k": s, "m": m, "points": kind, "B": B}
        lower, upper = outwards(found.lower, found.upper)
        records += dense_records(instance, Shape(dimension, s, s, m, R, 1.0, B), lower, upper)
        unit = bounds.dense_rademacher(s, m, R, 1.0, B)
        low, high = outwards(lower / unit, upper / unit)
        rows.append({"kind": kind, "m": m, "s": s, "B": B, "low": low, "high": high})
    return Measurement(records, pd.DataFrame(rows))


def repeated_mean(m: int) -> Fraction:
    """Return E|Σ ζ_i|/m."""
    return Fraction(sum(math.comb(m, p) * abs(2 * p - m) for p in range(m + 1)), 2**m * m)


def dense_records(
    instance: dict[str, Any], shape: Shape, lower: float, upper: float
) -> list[Record]:
    """Compare a complexity at k = s with (WR+B)s/√m and with 3/2 of it."""
    _, s, _, m, R, W, B = shape
    sides = (
        ("printed", bounds.dense_rademacher(s, m, R, W, B)),
        ("proved", bounds.dense_rademacher_sharp(s, m, R, W, B)),
    )
    return [
        between("sec5-dense", statement, instance, lower, upper, right)
        for statement, right in sides
    ]
