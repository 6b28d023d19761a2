"""Deviations of the class of all networks, against its Rademacher complexity."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from awasthi2024.sample_complexity.checks.finite_classes import compositions, multinomial
from awasthi2024.sample_complexity.parameters import DeviationClass
from awasthi2024.shared.parameters import FewPoints
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.rademacher.interval import outwards, supremum


@check("gap", claim="theorem-17", notebook=True)
def measure_gap(
    recorder: Recorder, *, classes: NonEmpty[DeviationClass], samples: NonEmpty[FewPoints]
) -> None:
    """Compare E sup_h (E_D h − E_S h) with 2·E R_H(S) for all of H_{n,s,k}^{W,B}, certified.

    `classes` are sizes of classes, with the masses of the points. All samples of each size m in
    `samples` and all signs are enumerated. The table has a row per class and m: lower and upper
    ends of both, rounded outwards.
    """
    for entry in classes:
        n, s, k = int(entry["n"]), int(entry["s"]), int(entry["k"])
        solve = Supremum(n, s, k, float(entry["W"]), float(entry["B"]))
        masses = masses_of(entry)
        for m in samples:
            recorder.rows.append(compare_gap(recorder.where(**entry, m=m), solve, masses))


def compare_gap(recorder: Recorder, solve: Supremum, masses: Sequence[Fraction]) -> dict[str, Any]:
    """Compare both sides, for the class and the m of `record`; return the table's row."""
    gap, twice = (
        outwards(float(low), float(high))
        for low, high in both_sides(solve, masses, recorder.instance["m"])
    )
    middle = [(low + high) / 2 for low, high in (gap, twice)]
    error = (gap[1] - gap[0] + twice[1] - twice[0]) / 2
    error += ROUNDING * sum(middle)
    recorder.certified("deviation", middle[0], "<=", middle[1], error=error)
    names = ("gap_lower", "gap_upper", "twice_lower", "twice_upper")
    return {**recorder.instance, **dict(zip(names, (*gap, *twice), strict=True))}


def masses_of(entry: Mapping[str, Any]) -> list[Fraction]:
    """Return the probabilities of the vertices, in cube order: uniform, or halved each time."""
    n = int(entry["n"])
    if entry["masses"] == "uniform":
        return [Fraction(1, 1 << n)] * (1 << n)
    return [Fraction(1, 1 << min(i + 1, (1 << n) - 1)) for i in range(1 << n)]


class Supremum:
    """max_h Σ_x a_x h(x) over the class, k-sparse at every vertex; the same a is solved once."""

    def __init__(self, n: int, s: int, k: int, W: float, B: float) -> None:
        self._vertices = points(n)
        self._arguments: dict[str, Any] = {"s": s, "k": k, "W": W, "B": B, "sparsity": "cube"}
        self._known: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
        self._symmetries = list(_symmetries(n))

    def __call__(self, weights: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Return a lower and an upper end of the maximum for these a_x, in cube order."""
        if not any(weights):
            return Fraction(0), Fraction(0)
        common = math.lcm(*(a.denominator for a in weights))
        integers = [int(a * common) for a in weights]
        size = math.gcd(*integers)
        # The cube's symmetries and a → −a, u → −u leave the maximum as it is.
        key = max(
            tuple(sign * integers[t] // size for t in order)
            for order in self._symmetries
            for sign in (1, -1)
        )
        if key not in self._known:
            copies = np.repeat(self._vertices, np.abs(key), axis=0)
            signs = np.repeat(np.sign(key), np.abs(key))
            bounds = supremum(copies, signs, **self._arguments)
            self._known[key] = Fraction(bounds.lower), Fraction(bounds.upper)
        low, high = self._known[key]
        return low * Fraction(size, common), high * Fraction(size, common)


def _symmetries(n: int) -> Iterator[list[int]]:
    """Yield the permutations of the vertices by flips and, for n = 2, by the exchange."""
    for flip in range(1 << n):
        yield [t ^ flip for t in range(1 << n)]
        if n == 2:
            yield [((t & 1) << 1 | t >> 1) ^ flip for t in range(4)]


def both_sides(
    solve: Supremum, masses: Sequence[Fraction], m: int
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """Return the ends of E sup_h (E_D h − E_S h) and of 2·E R_H(S), over all samples of size m."""
    gap = [Fraction(0), Fraction(0)]
    twice = [Fraction(0), Fraction(0)]
    # How likely the signed counts of the points are, in this unit; many samples share them.
    unit = math.lcm(*(p.denominator for p in masses)) ** m
    likely: Counter[tuple[int, ...]] = Counter()
    for counts in compositions(m, len(masses)):
        chance = multinomial(counts, masses)
        ends = solve([p - Fraction(c, m) for p, c in zip(masses, counts, strict=True)])
        gap = [total + chance * end for total, end in zip(gap, ends, strict=True)]
        for js in product(*(range(c + 1) for c in counts)):
            weight = math.prod(math.comb(c, j) for c, j in zip(counts, js, strict=True))
            signed = tuple(c - 2 * j for c, j in zip(counts, js, strict=True))
            likely[signed] += int(chance * unit) * weight
    for signed, share in likely.items():
        ends = solve([Fraction(a, m) for a in signed])
        part = Fraction(2 * share, unit << m)
        twice = [total + part * end for total, end in zip(twice, ends, strict=True)]
    return (gap[0], gap[1]), (twice[0], twice[1])
