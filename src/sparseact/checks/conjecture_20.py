"""Conjecture 20 (§5): a Rademacher complexity of at most (WR+B)√(sk)/√m, by reading.

Readings: sparsity on the sample or on the whole cube, k = s, sparsity on
average over the sample; constant 1 or another. Ratios are to the conjectured
bound. Proofs and the reductions used are in docs/proofs-conjecture_20.md.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from sparseact import bounds
from sparseact.comparison import ROUNDING, Measurement, Record, compare, compare_rounded
from sparseact.cube import points as cube_points
from sparseact.parameters import (
    Climb,
    NonEmpty,
    NonNegative,
    PerfectSquare,
    Positive,
    Several,
    Sparsity,
)
from sparseact.rademacher import outwards, rademacher_interval
from sparseact.rademacher.orthogonal import complexity, equicorrelated_gain, orthogonal_gain
from sparseact.randomness import generator

CLAIM = "conj-20"

#: What orthogonal points force, and by the proofs suffices for them.
ROOT_TWO = math.sqrt(2)

#: Larger than what the ends of an interval depend on the processor by, relative.
_NOISE = 1e-5

#: Beyond this many equicorrelated points packing takes long.
_LARGEST_CORRELATED = 32


def conjectured(s: int, k: int, m: int, W: float, R: float, B: float) -> float:
    """Return the right side of (16)."""
    return bounds.conj_20(s, k, m, R, W, B)


def gram_bound(x: np.ndarray, s: int, k: int, W: float, B: float) -> float:
    """Return √2(W√λ + B)√(sk/m), λ the largest eigenvalue of the Gram matrix of x (m, n)."""
    largest = float(np.linalg.eigvalsh(x @ x.T)[-1])
    return ROOT_TWO * conjectured(s, k, len(x), W, math.sqrt(largest), B)


def cluster_bound(s: int, k: int, m: int, W: float, R: float, B: float) -> float:
    """Return (2√2·WR + √2·B)√(sk/m), for orthogonal clusters of equal points."""
    return ROOT_TWO * (conjectured(s, k, m, W, R, B) + conjectured(s, k, m, W, R, 0.0))


# --------------------------------------------- exact networks, given by the Gram matrix


class GramNeuron(NamedTuple):
    """A neuron with w = Σ α_i x_i, so that ⟨w, x_i⟩ and ‖w‖² come from the Gram matrix."""

    alpha: list[Fraction]
    b: Fraction
    u: int


def attained(
    gram: Sequence[Sequence[Fraction]],
    signs: Sequence[int],
    neurons: Sequence[GramNeuron],
    copies: int,
    B: Fraction,
) -> Fraction:
    """Return Σ ζ_i h(x_i) of `copies` of each neuron, once it is shown to be in the class.

    The class is that of W = 1 and of k = `copies` on the sample.

    Raises
    ------
    ValueError
        If a neuron has ‖w‖ > 1, |b| > B or |u| > 1, or two are active on one sample.
    """
    total, active = Fraction(0), [0] * len(gram)
    # Sums of products in integers: Fraction would reduce after every term.
    gram_unit = math.lcm(*(g.denominator for row in gram for g in row))
    whole_gram = [[int(g * gram_unit) for g in row] for row in gram]
    for neuron in neurons:
        unit = math.lcm(*(a.denominator for a in neuron.alpha))
        alpha = [int(a * unit) for a in neuron.alpha]
        products = [sum(map(operator.mul, row, alpha)) for row in whole_gram]
        inner = [Fraction(product, gram_unit * unit) for product in products]
        square = Fraction(sum(map(operator.mul, alpha, products)), gram_unit * unit**2)
        if square > 1 or abs(neuron.b) > B or abs(neuron.u) > 1:
            raise ValueError(f"‖w‖² = {square}, b = {neuron.b}: outside W = 1, B = {B}")
        for i, c in enumerate(inner):
            if c > neuron.b:
                active[i] += 1
                total += signs[i] * neuron.u * (c - neuron.b)
    if max(active) > 1:
        raise ValueError(f"{max(active)} neurons are active on a sample; allowed is one")
    return copies * total


def equicorrelated_gram(size: int, blocks: int, correlation: Fraction) -> list[list[Fraction]]:
    """Return the Gram matrix of orthogonal blocks of equicorrelated unit vectors."""
    return [
        [
            Fraction(1) if i == j else correlation * (i // size == j // size)
            for j in range(size * blocks)
        ]
        for i in range(size * blocks)
    ]


def pair_of_neurons(
    signs: Sequence[int], block: int, size: int, correlation: Fraction, bias: Fraction
) -> list[GramNeuron]:
    """Return neurons with z_i = t(1 + ζ_i), u = 1, and z_i = t(1 − ζ_i), u = −1, on one block.

    On the other blocks they are inactive. Orthogonal points (correlation 0): the
    bias is −t. Otherwise there is none, and t = 1/(1 + √size).
    """
    inside = range(block * size, (block + 1) * size)
    t = bias if bias else 1 / (1 + Fraction(math.isqrt(size)))
    found = []
    for u in (1, -1):
        alpha = [Fraction(0)] * len(signs)
        target = {i: t * (u * signs[i] + (0 if bias else 1)) for i in inside}
        shift = correlation * sum(target.values()) / (1 + (size - 1) * correlation)
        for i in inside:
            alpha[i] = (target[i] - shift) / (1 - correlation)
        found.append(GramNeuron(alpha, -bias, u))
    return found


def three_points(signs: Sequence[int]) -> list[GramNeuron]:
    """Return a neuron for two of three points that have the same sign, and one for the third."""
    bias = Fraction(3, 20)
    twins = next(
        pair for pair in itertools.combinations(range(3), 2) if signs[pair[0]] == signs[pair[1]]
    )
    (third,) = set(range(3)) - set(twins)
    both = [Fraction(699, 1000) if i in twins else -bias for i in range(3)]
    one = [Fraction(977, 1000) if i == third else -bias for i in range(3)]
    return [GramNeuron(both, -bias, signs[twins[0]]), GramNeuron(one, -bias, signs[third])]


def _sign_classes(size: int, blocks: int) -> Iterator[tuple[list[int], Fraction]]:
    """Yield one sign vector for each number of +1s in each block, with its probability."""
    for counts in itertools.product(range(size + 1), repeat=blocks):
        signs = [1 if i < count else -1 for count in counts for i in range(size)]
        ways = math.prod(math.comb(size, count) for count in counts)
        yield signs, Fraction(ways, 2 ** (size * blocks))


def measure_exact(
    *,
    seed: int,
    sizes: NonEmpty[PerfectSquare],
    blocks: NonEmpty[Literal[1, 2]],
    copies: NonEmpty[Positive],
    compared: Annotated[int, Ge(2), Le(7)],
    folded: Positive,
    groups: NonEmpty[Several],
    clusters: NonEmpty[Several],
) -> Measurement:
    """Evaluate constructions exactly, and compare reductions with certified intervals.

    Parameters
    ----------
    seed : int
    sizes : sequence of int
        Samples of a block, perfect squares.
    blocks, copies : sequence of int
        Orthogonal blocks and copies k of each neuron; s = 2·blocks·k.
    compared : int
        The closed forms are compared with intervals for m = 2..compared, at most 7.
    folded : int
        Random point sets on which the bias is folded in.
    groups, clusters : sequence of int
        Average sparsity: numbers of orthogonal clusters, and equal points in each.

    Returns
    -------
    Measurement
        The table has a row per construction: the attained ratio to the
        conjectured bound, and, for clusters, √ln of their number.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for more, row in (
        _three_orthonormal(),
        *(
            _pairs(size, number, k, bias)
            for size in sizes
            for number in blocks
            for k in copies
            for bias in ((True, False) if number == 1 else (False,))
        ),
        *(_clusters(number, size) for number in groups for size in clusters),
    ):
        records += more
        rows.append(row)
    records += [_hadamard_rows(), *_closed_forms(compared)]
    for number in range(folded):
        records.append(_folded(generator(seed, "conjecture_20", "exact", number), number))
    return Measurement(records, pd.DataFrame(rows))


def _violation(instance: dict[str, Any], value: Fraction, square: Fraction) -> list[Record]:
    """Record the attained value against (16), both squared, where it is above it.

    A value below says nothing, being only a lower bound on the complexity.
    """
    if value**2 <= square:
        return []
    return [compare(CLAIM, "printed", {**instance, "squared": True}, value**2, "<=", square)]


def _three_orthonormal() -> tuple[list[Record], dict[str, Any]]:
    gram = equicorrelated_gram(3, 1, Fraction(0))
    bias = Fraction(3, 20)
    value = Fraction(0)
    for signs in itertools.product((1, -1), repeat=3):
        value += attained(gram, signs, three_points(signs), 1, bias) / 8 / 3
    square = (1 + bias) ** 2 * Fraction(2, 3)
    instance = {"points": "orthonormal", "m": 3, "n": 3, "s": 2, "k": 1, "B": 0.15}
    row = _row("three points", 3, 3, 2, 1, float(bias), value, square)
    return _violation(instance, value, square), row


def _hadamard_rows() -> Record:
    """Take for the sample, and for the domain, the rows of a Hadamard matrix in {±1}^8.

    W = B = 1, s = 2, k = 1: σ(⟨w, x⟩ + 1) − σ(−⟨w, x⟩ + 1) with w = Σ ζ_i x_i/8 is 2ζ_i at x_i.
    """
    rows = [[(-1) ** (i & j).bit_count() for j in range(8)] for i in range(8)]
    gram = [[Fraction(sum(a * b for a, b in zip(x, y, strict=True))) for y in rows] for x in rows]
    value = Fraction(0)
    for signs in itertools.product((1, -1), repeat=8):
        neurons = [
            GramNeuron([Fraction(u * sign, 8) for sign in signs], Fraction(-1), u) for u in (1, -1)
        ]
        value += attained(gram, signs, neurons, 1, Fraction(1)) / 8 / 2**8
    instance = {"points": "rows of a Hadamard matrix", "m": 8, "n": 8, "s": 2, "k": 1, "B": 1}
    right = conjectured(2, 1, 8, 1.0, math.sqrt(8), 1.0)
    return compare_rounded(CLAIM, "printed", instance, float(value), "<=", right)


def _pairs(size: int, blocks: int, k: int, biased: bool) -> tuple[list[Record], dict[str, Any]]:
    root = math.isqrt(size)
    if root * root != size:
        raise ValueError(f"a block has {size} points; allowed are perfect squares")
    bias = Fraction(1, root) if biased else Fraction(0)
    correlation = Fraction(0) if biased else Fraction(1, 1 + root)
    m, s = size * blocks, 2 * blocks * k
    gram = equicorrelated_gram(size, blocks, correlation)
    value = Fraction(0)
    for signs, probability in _sign_classes(size, blocks):
        neurons = [
            neuron
            for block in range(blocks)
            for neuron in pair_of_neurons(signs, block, size, correlation, bias)
        ]
        value += probability * attained(gram, signs, neurons, k, bias) / m
    square = (1 + bias) ** 2 * Fraction(s * k, m)
    name = "orthonormal" if biased else "equicorrelated blocks"
    n = m if biased else m + blocks
    instance = {"points": name, "m": m, "n": n, "s": s, "k": k, "blocks": blocks, "B": bias}
    forced = 2 * k * (bias if biased else Fraction(1, 1 + root))
    records = [
        compare(CLAIM, "forced" if biased else "forced-blocks", instance, value, ">=", forced)
    ]
    row = _row(name, m, n, s, k, float(bias), value, square)
    return records + _violation(instance, value, square), row


def _row(
    name: str, m: int, n: int, s: int, k: int, B: float, value: Fraction, square: Fraction
) -> dict[str, Any]:
    ratio = math.sqrt(value**2 / square)
    return {"points": name, "m": m, "n": n, "s": s, "k": k, "B": B, "ratio": ratio, "root_log": 0.0}


def largest_sum(groups: int, size: int) -> Fraction:
    """Return E max_c |D_c| over `groups` independent sums D_c of `size` random signs."""
    below, total = 0, Fraction(0)
    for t in range(size + 1):
        if (size - t) % 2 == 0:
            below += math.comb(size, (size - t) // 2) * (1 if t == 0 else 2)
        total += 1 - Fraction(below, 2**size) ** groups
    return total


def _clusters(groups: int, size: int) -> tuple[list[Record], dict[str, Any]]:
    """All s = groups neurons on the cluster of `size` equal points with the largest |Σζ|; k = 1.

    Each neuron has w = x_c and no bias: it is active on the cluster alone, so the
    average over the sample of the number of active neurons is 1.
    """
    m, s = groups * size, groups
    value = s * largest_sum(groups, size) / m
    square = Fraction(s, m)
    instance = {"points": "clusters", "m": m, "n": groups, "s": s, "k": 1, "squared": True}
    if m <= 64:
        records = [compare(CLAIM, "average", instance, value**2, "<=", square)]
    else:  # the fraction has thousands of digits
        left, right = float(value**2), float(square)
        records = [compare_rounded(CLAIM, "average", instance, left, "<=", right)]
    log = math.log(groups)
    if 16 * log <= size:
        ratio = float(value**2 / square)
        records.append(compare_rounded(CLAIM, "average-growth", instance, ratio, ">=", log))
    row = _row("clusters", m, groups, s, 1, 0.0, value, square)
    return records, {**row, "root_log": math.sqrt(log)}


def _closed_forms(largest: int) -> list[Record]:
    """Compare the closed forms with intervals that know nothing of the symmetry."""
    records = []
    for m in range(2, largest + 1):
        for s, k in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)):
            for parameter in (0.125, 0.5, 1.0):
                r = parameter / 2
                for name, bias, correlation, gain in (
                    ("orthogonal", parameter, 0.0, orthogonal_gain(m, 1.0, parameter)),
                    ("equicorrelated", 0.0, r, equicorrelated_gain(m, 1.0, r)),
                ):
                    value = complexity(m, s, k, gain)
                    x = equicorrelated(m, correlation)
                    found = rademacher_interval(x, s=s, k=k, W=1.0, B=bias)
                    where = {"points": name, "B": bias, "r": correlation}
                    instance = {**where, "m": m, "n": m, "s": s, "k": k}
                    distance = max(abs(found.upper - value), abs(value - found.lower))
                    # Below a tenth of what is allowed it depends on the processor.
                    distance = max(distance, 1e-6 * value)
                    records.append(
                        compare_rounded(
                            CLAIM, "closed-form", instance, distance, "<=", 1e-5 * value
                        )
                    )
    return records


def fold(x: np.ndarray, W: float, B: float) -> tuple[np.ndarray, float]:
    """Return points with one more coordinate, and W', such that no bias is needed.

    y_i = (x_i, β) with β² = RB/W, and W'² = W² + WB/R: every network with bounds
    (W, B) on the x_i is one with bounds (W', 0) on the y_i, and W'R' = WR + B.
    """
    R = float(np.linalg.norm(x, axis=1).max())
    beta = math.sqrt(R * B / W)
    return np.hstack([x, np.full((len(x), 1), beta)]), math.sqrt(W * W + W * B / R)


def _folded(rng: np.random.Generator, number: int) -> Record:
    m, n = int(rng.integers(3, 6)), int(rng.integers(1, 4))
    s, k = ((2, 1), (2, 2), (3, 1))[int(rng.integers(3))]
    x, B = rng.normal(size=(m, n)), float(rng.uniform(0.1, 1.5))
    y, W = fold(x, 1.0, B)
    before = outwards(*rademacher_interval(x, s=s, k=k, W=1.0, B=B)[:2])
    after = outwards(*rademacher_interval(y, s=s, k=k, W=W, B=0.0)[:2])
    instance = {"points": "Gaussian", "number": number, "m": m, "n": n, "s": s, "k": k, "B": B}
    left, right = sum(before) / 2, sum(after) / 2
    error = (before[1] - before[0] + after[1] - after[0]) / 2 + ROUNDING * (left + right)
    return compare(CLAIM, "no-bias", instance, left, "<=", right, error=error)


# ------------------------------------------------------------------ orthogonal points


def measure_orthogonal(
    *,
    sizes: NonEmpty[Annotated[int, Ge(1), Le(512)]],
    classes: NonEmpty[Sparsity],
    steps: Positive,
    curves: NonEmpty[Annotated[int, Ge(1), Le(64)]],
) -> Measurement:
    """Evaluate the complexity on orthogonal and equicorrelated points by its closed form.

    Parameters
    ----------
    sizes : sequence of int
        Numbers m of points.
    classes : sequence of (s, k)
    steps : int
        Biases B = t/(steps·√m), t = 0..steps, and correlations alike (m ≤ 32).
    curves : sequence of int
        For these m also B up to 2/√m, with s = 2, k = 1; at most 64.

    Returns
    -------
    Measurement
        The table has a row per m, s, k, points and value of B (or correlation):
        the ratio to the conjectured bound.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m in sizes:
        for s, k in classes:
            best: dict[str, tuple[float, dict[str, Any], float]] = {}
            for t in range(steps + 1):
                for instance, value in _symmetric(m, s, k, t / steps / math.sqrt(m)):
                    name = instance["points"]
                    ratio = value / conjectured(s, k, m, 1.0, 1.0, instance["B"])
                    rows.append({**instance, "ratio": ratio, "curve": False})
                    if name not in best or ratio > best[name][0] * (1 + ROUNDING):
                        best[name] = (ratio, instance, value)
                    if t == 0 and name == "orthogonal" and (s // k) % 2 == 0 and s % k == 0:
                        records += _theorem_f(instance, value)
            for _, instance, value in best.values():
                records += _closed_records(instance, value)
    for m in curves:
        for t in range(2 * steps + 1):
            (instance, value), *_ = _symmetric(m, 2, 1, t / steps / math.sqrt(m))
            ratio = value / conjectured(2, 1, m, 1.0, 1.0, instance["B"])
            rows.append({**instance, "ratio": ratio, "curve": True})
    return Measurement(records, pd.DataFrame(rows))


def _symmetric(m: int, s: int, k: int, parameter: float) -> list[tuple[dict[str, Any], float]]:
    """Return the complexity with B = parameter, and with the correlation parameter < 1."""
    sizes = {"m": m, "n": m, "s": s, "k": k}
    found = [
        (
            {"points": "orthogonal", **sizes, "B": parameter, "r": 0.0},
            complexity(m, s, k, orthogonal_gain(m, 1.0, parameter)),
        )
    ]
    if parameter < 1 and m <= _LARGEST_CORRELATED:
        gain = equicorrelated_gain(m, 1.0, parameter)
        where = {"points": "equicorrelated", **sizes, "B": 0.0, "r": parameter}
        found.append((where, complexity(m, s, k, gain)))
    return found


def _closed_records(instance: dict[str, Any], value: float) -> list[Record]:
    m, s, k, B = (instance[key] for key in ("m", "s", "k", "B"))
    right = conjectured(s, k, m, 1.0, 1.0, B)

    def note(statement: str, bound: float) -> Record:
        return compare_rounded(CLAIM, statement, instance, value, "<=", bound)

    records = [note("dense" if s == k else "printed", right)] if m * k > s else []
    records += [note("root-two", ROOT_TWO * right)]
    records += [note("theorem-e", bounds.theorem_e(s, k, m, 1.0, 1.0, B))]
    records += [note("one-logarithm", bounds.theorem_e_log(s, k, m, 1.0, 1.0, B))]
    if instance["points"] == "orthogonal":
        records.append(note("orthogonal", ROOT_TWO * right))
    if s == k:
        records.append(note("dense-proved", bounds.dense_rademacher_sharp(s, m, 1.0, 1.0, B)))
    return records


def _theorem_f(instance: dict[str, Any], value: float) -> list[Record]:
    m, s, k = (instance[key] for key in ("m", "s", "k"))
    bound = bounds.theorem_f_closed(s, k, m, 1.0, 1.0)
    return [compare_rounded(CLAIM, "theorem-f", instance, value, ">=", max(bound, 0.0))]


# ---------------------------------------------------------------------- the search


def equicorrelated(m: int, r: float) -> np.ndarray:
    """Return m unit vectors of R^m with inner products r ≥ −1/(m − 1)."""
    along, across = math.sqrt(max(1 + (m - 1) * r, 0.0)), math.sqrt(1 - r)
    return across * np.eye(m) + (along - across) / m


def _simplex(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    return equicorrelated(m, -1 / (m - 1))


def _polygon(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    angles = 2 * np.pi * np.arange(m) / m
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _line(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    return np.linspace(-1, 1, m)[:, None]


def _doubled(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    return np.repeat(np.eye((m + 1) // 2), 2, axis=0)[:m]


def _sphere(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    x = rng.normal(size=(m, n))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def _vertices(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    return cube_points(n)[rng.integers(2**n, size=m)] / math.sqrt(n)


#: The family of orthogonal clusters of equal points.
_CLUSTERS = "pairs of equal points"

#: Point sets of norm at most 1 that the search starts from and tabulates.
FAMILIES: dict[str, Callable[[int, int, np.random.Generator], np.ndarray]] = {
    "simplex": _simplex,
    "polygon": _polygon,
    "line": _line,
    _CLUSTERS: _doubled,
    "random on the sphere": _sphere,
    "random vertices of the cube": _vertices,
}


def measure_families(
    *,
    seed: int,
    sizes: NonEmpty[Annotated[int, Ge(2), Le(7)]],
    classes: NonEmpty[Sparsity],
    biases: NonEmpty[NonNegative],
    repeats: Positive,
) -> Measurement:
    """Certify the ratio on families of point sets, sparsity on the sample.

    Parameters
    ----------
    seed : int
    sizes : sequence of int
        Numbers m of points, at most 7: all 2^m sign vectors are taken.
    classes : sequence of (s, k)
        With m > s/k; below that (16) is weaker than k(WR + B).
    biases : sequence of float
        B, with WR = 1.
    repeats : int
        Point sets drawn for each random family, dimension and m.

    Returns
    -------
    Measurement
        The table has, for each family, m, s and k, the bias with the largest
        certified ratio, between `low` and `high` (rounded outwards).
    """
    rows: list[dict[str, Any]] = []
    records: list[Record] = []
    for m in sizes:
        for s, k in classes:
            if m * k <= s:
                continue
            for family, x in _point_sets(seed, m, repeats):
                best = _best(_evaluate(x, s, k, 1.0, B, "sample") for B in biases)
                records += best.records({"points": family})
                rows.append({"points": family, **best.row()})
    table = pd.DataFrame(rows)
    keys = ["points", "m", "n", "s", "k"]
    largest = table.groupby(keys)["high"].transform("max")
    return Measurement(records, table[table["high"] == largest].drop_duplicates(keys))


def _point_sets(seed: int, m: int, repeats: int) -> Iterator[tuple[str, np.ndarray]]:
    for family, draw in FAMILIES.items():
        random = family.startswith("random")
        dimensions = (2, 3, m) if random else (m,)
        for n in sorted(set(dimensions)):
            for number in range(repeats if random else 1):
                rng = generator(seed, "conjecture_20", family, m, n, number)
                yield family, draw(m, n, rng)


class _Found(NamedTuple):
    """An instance with its certified complexity and ratio to the conjectured bound."""

    x: np.ndarray
    s: int
    k: int
    W: float
    B: float
    sparsity: str
    lower: float
    upper: float
    ratio: float  # of `upper` to the conjectured bound

    def beats(self, other: _Found) -> bool:
        """Return whether the ratio is larger, by more than the processor can change."""
        return self.ratio > other.ratio * (1 + _NOISE)

    def records(self, where: dict[str, Any]) -> list[Record]:
        m, n = self.x.shape
        R = _radius(self.x)
        instance = {
            **where, "m": m, "n": n, "s": self.s, "k": self.k, "B": self.B,
            "sparsity": self.sparsity,
        }  # fmt: skip
        conjecture = conjectured(self.s, self.k, m, self.W, R, self.B)
        lower, upper = outwards(self.lower, self.upper)
        middle = (lower + upper) / 2

        def note(statement: str, bound: float) -> Record:
            error = (upper - lower) / 2 + ROUNDING * (upper + bound)
            return compare(CLAIM, statement, instance, middle, "<=", bound, error=error)

        if self.sparsity == "cube":
            return [note("dense" if self.k == self.s else "cube", conjecture)]
        found = [
            note("dense" if self.k == self.s else "printed", conjecture),
            note("root-two", ROOT_TWO * conjecture),
            note("gram", gram_bound(self.x, self.s, self.k, self.W, self.B)),
            note("theorem-e", bounds.theorem_e(self.s, self.k, m, R, self.W, self.B)),
            note("one-logarithm", bounds.theorem_e_log(self.s, self.k, m, R, self.W, self.B)),
        ]
        if where["points"] == _CLUSTERS:
            found.append(note("clusters", cluster_bound(self.s, self.k, m, self.W, R, self.B)))
        if self.k == self.s:
            sharp = bounds.dense_rademacher_sharp(self.s, m, R, self.W, self.B)
            found.append(note("dense-proved", sharp))
        return found

    def row(self) -> dict[str, Any]:
        m, n = self.x.shape
        right = self.upper / self.ratio
        low, high = outwards(*(end / right for end in outwards(self.lower, self.upper)))
        return {
            "m": m, "n": n, "s": self.s, "k": self.k, "B": self.B, "sparsity": self.sparsity,
            "low": low, "high": high,
        }  # fmt: skip


def _radius(x: np.ndarray) -> float:
    return float(np.linalg.norm(x, axis=1).max())


def _evaluate(x: np.ndarray, s: int, k: int, W: float, B: float, sparsity: str) -> _Found:
    found = rademacher_interval(x, s=s, k=k, W=W, B=B, sparsity=sparsity)
    right = conjectured(s, k, len(x), W, _radius(x), B)
    return _Found(x, s, k, W, B, sparsity, found.lower, found.upper, found.upper / right)


def _best(candidates: Iterable[_Found]) -> _Found:
    """Return the first that none of the others beats by more than rounding."""
    return functools.reduce(lambda best, new: new if new.beats(best) else best, candidates)


def measure_climbs(*, seed: int, climbs: NonEmpty[Climb]) -> Measurement:
    """Search for the largest ratio by hill climbing over the points and the bias.

    Parameters
    ----------
    seed : int
    climbs : sequence of dict
        Each with m, n, s, k (m > s/k), sparsity ("sample" or "cube"), starts and
        steps. For "cube" the points are vertices of {±1}^n, repeats allowed; for
        "sample" with m = n the first start is at equicorrelated points.

    Returns
    -------
    Measurement
        The table has a row per climb, with the points found; a record holds
        them too, so that anybody can check it.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for climb in climbs:
        m, n, s, k = (int(climb[key]) for key in ("m", "n", "s", "k"))
        if m * k <= s:
            raise ValueError(f"m = {m}, s = {s}, k = {k}: (16) is trivial unless m > s/k")
        sparsity = climb["sparsity"]
        found = []
        for start in range(climb["starts"]):
            rng = generator(seed, "conjecture_20", "climb", sparsity, m, n, s, k, start)
            symmetric = start == 0 and m == n and sparsity == "sample"
            found.append(_climb(rng, symmetric, m, n, s, k, sparsity, climb["steps"]))
        best = _best(found)
        coordinates = [[float(c) for c in row] for row in best.x]
        records += best.records({"points": "hill climbing", "coordinates": coordinates})
        rows.append({"points": "hill climbing", **best.row(), "coordinates": str(coordinates)})
    return Measurement(records, pd.DataFrame(rows))


def _climb(
    rng: np.random.Generator,
    symmetric: bool,
    m: int,
    n: int,
    s: int,
    k: int,
    sparsity: str,
    steps: int,
) -> _Found:
    """Keep a random change of the points or of B where it raises the ratio.

    It starts at random points, or at equicorrelated ones if `symmetric`.

    Coordinates are kept to three decimals, so that the points can be printed.
    """
    on_cube = sparsity == "cube"
    vertices = cube_points(n).astype(np.float64)
    if on_cube:
        x = vertices[rng.integers(2**n, size=m)]
    else:
        x = rng.normal(size=(m, n))
        x = _rounded(equicorrelated(m, 0.2) if symmetric else x)
    bias = round(float(rng.uniform(0, 0.5)), 3)
    best = _evaluate(x, s, k, 1.0, bias, sparsity)
    reach = 0.5
    for _ in range(steps):
        x, bias = best.x.copy(), best.B
        if rng.random() < 0.3:
            bias = round(abs(bias + reach * float(rng.normal())) * (rng.random() < 0.8), 3)
        elif on_cube:
            x[rng.integers(m)] = vertices[rng.integers(2**n)]
        else:
            moved = np.arange(m) if rng.random() < 0.3 else rng.integers(m, size=1)
            x[moved] += reach * rng.normal(size=(len(moved), n))
            x = _rounded(x)
        new = _evaluate(x, s, k, 1.0, bias, sparsity)
        if new.beats(best):
            best, reach = new, min(1.3 * reach, 0.7)
        else:
            reach = max(0.97 * reach, 2e-3)
    return best


def _rounded(x: np.ndarray) -> np.ndarray:
    """Put points of norm above 1 on the sphere, and round to three decimals."""
    return np.round(x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1), 3) + 0.0
