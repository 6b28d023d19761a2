"""Classes of finitely many functions on finitely many points, evaluated exactly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from sparseact.network import SparseReLUNetwork


class FiniteClass(NamedTuple):
    """Functions on d points with masses: values[h][x] are integers over `unit`."""

    name: Mapping[str, Any]
    values: list[list[int]]
    unit: int
    masses: list[Fraction]

    @property
    def bound(self) -> Fraction:
        """C = max |h(x)|."""
        return Fraction(max(abs(v) for row in self.values for v in row), self.unit)

    def losses(self, target: int) -> list[list[int]]:
        """Return 2·unit²·½(h − h*)² as integers."""
        return [
            [(v - w) ** 2 for v, w in zip(row, self.values[target], strict=True)]
            for row in self.values
        ]

    def scaled(self, factor: Fraction) -> FiniteClass:
        """Return the class of the functions factor·h."""
        values = [[v * factor.numerator for v in row] for row in self.values]
        return self._replace(values=values, unit=self.unit * factor.denominator)


def networks_class(
    networks: Sequence[SparseReLUNetwork], name: Mapping[str, Any], masses: Sequence[Fraction]
) -> FiniteClass:
    """Return the zero function and ±h for each network h, on the vertices of the cube."""
    exact = [[Fraction(float(v)) for v in network.values()] for network in networks]
    unit = max(v.denominator for row in exact for v in row)
    rows = [[int(v * unit) for v in row] for row in exact]
    values = [[0] * len(rows[0]), *rows, *([-v for v in row] for row in rows)]
    return FiniteClass(name, values, unit, list(masses))


def compositions(m: int, d: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write m as an ordered sum of d integers ≥ 0."""
    if d == 1:
        yield (m,)
        return
    for first in range(m + 1):
        for rest in compositions(m - first, d - 1):
            yield first, *rest


def multinomial(counts: Sequence[int], masses: Sequence[Fraction]) -> Fraction:
    """Return the probability that a sample contains point i exactly `counts[i]` times."""
    chance, left = Fraction(1), sum(counts)
    for count, mass in zip(counts, masses, strict=True):
        chance *= math.comb(left, count) * mass**count
        left -= count
    return chance


def complexity(values: Sequence[Sequence[int]], counts: Sequence[int]) -> Fraction:
    """Return E_ζ max_h Σ_i ζ_i h(x_i)/m for a sample with these counts, in units of `values`."""
    m = sum(counts)
    table = np.array(values, dtype=object)
    total = 0
    # Σ of c signs is c − 2j with weight C(c, j).
    for js in product(*(range(c + 1) for c in counts)):
        weight = math.prod(math.comb(c, j) for c, j in zip(counts, js, strict=True))
        sums = np.array([c - 2 * j for c, j in zip(counts, js, strict=True)], dtype=object)
        total += weight * max(table @ sums)
    return Fraction(int(total), m << m)


def erm_failure(finite: FiniteClass, target: int, m: int, epsilon: Fraction) -> Fraction:
    """Return the probability that some h with no error on the sample has loss above ε."""
    d = len(finite.masses)
    losses = finite.losses(target)
    scale = 2 * finite.unit**2
    power = [
        sum((finite.masses[x] for x in range(d) if seen >> x & 1), Fraction(0)) ** m
        for seen in range(1 << d)
    ]
    failure = Fraction(0)
    for seen in range(1 << d):
        fitting = [row for row in losses if not any(row[x] for x in range(d) if seen >> x & 1)]
        worst = max(sum(p * v for p, v in zip(finite.masses, row, strict=True)) for row in fitting)
        if worst / scale > epsilon:
            # Pr[exactly these points are seen], by inclusion and exclusion.
            failure += sum(
                (-1) ** (seen ^ part).bit_count() * power[part]
                for part in range(1 << d)
                if part & ~seen == 0
            )
    return failure


def missing_mass(masses: Sequence[Fraction], m: int, eta: Fraction) -> Fraction:
    """Return Pr[the points that m samples do not hold have mass above η]."""
    d = len(masses)
    failure = Fraction(0)
    for seen in range(1 << d):
        mass = sum((p for x, p in enumerate(masses) if not seen >> x & 1), Fraction(0))
        if mass > eta:
            for part in range(1 << d):
                if part & ~seen == 0:
                    inside = sum((p for x, p in enumerate(masses) if part >> x & 1), Fraction(0))
                    failure += (-1) ** (seen ^ part).bit_count() * inside**m
    return failure
