"""The corrected Lemma 18 and Theorem 17 on finite classes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from awasthi2024.bounds import section_5
from awasthi2024.constructions import random_network
from balls import Exact, exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Pair, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@check("lemma-18")
def finite(
    at: Recorder,
    *,
    seed: int,
    classes: Positive,
    samples: Pair[Positive],
    exponents: NonEmpty[Positive],
    factors: NonEmpty[PositiveReal],
) -> None:
    """Compare the exact probability of an error with δ, for the corrected Lemma 18 and Theorem 17.

    `classes` is the number of random classes for each dimension 1 and 2: two sparse networks, their
    negatives and 0 on the 2 or 4 points of the cube. `samples` are the numbers of samples for each
    dimension, which are all enumerated. δ = 2^−e for e in `exponents`, and `factors` multiply a
    class. An error is a function without training error whose loss is above ε. ε comes from the
    exact complexity, or m from the complexity of a finite class. For Theorem 17 the learner may
    also return dense networks of the same scale, clipped.
    """
    theorem = at.of("theorem-17")
    for n, m in enumerate(samples, 1):
        for number in range(classes):
            rng = generator(seed, "sample_complexity", "finite", n, number)
            finite = random_class(n, number, rng)
            mean = mean_complexity(finite, m)
            for factor in factors:
                scaled = finite.scaled(Fraction(factor))
                enumerated = at(**finite.name, m=m, target=finite.target, factor=factor)
                _compare_corrected(enumerated, scaled, mean * Fraction(factor), exponents)
                _compare_finite_bound(at, scaled, factor, exponents)
            _compare_failure(theorem, finite, exponents)
            compare_clipped(theorem, finite, exponents, rng)


def random_class(n: int, number: int, rng: np.random.Generator) -> FiniteClass:
    """Return two random networks, their negatives and 0, under random masses; and a target."""
    s, k = (1, 1) if number == 0 else (int(rng.integers(2, 5)), int(rng.integers(1, 3)))
    W, B = (1.0, 0.0) if number == 0 else (float(rng.integers(1, 5)) / 2, float(rng.integers(0, 3)))
    networks = [random_network(n, s, k, W, B, rng) for _ in range(2)]
    weights = rng.integers(1, 9, size=1 << n)
    masses = [Fraction(int(w), int(weights.sum())) for w in weights]
    name = {"n": n, "s": s, "k": k, "W": W, "B": B, "class": number}
    finite = networks_class(networks, name, masses)
    if not finite.bound:  # a neuron may be dead
        return random_class(n, number, rng)
    return finite._replace(target=int(rng.integers(len(finite.values))))


def mean_complexity(finite: FiniteClass, m: int) -> Fraction:
    """Return E R(S) over all samples of m points."""
    means = (
        multinomial(counts, finite.masses) * complexity(finite.values, counts)
        for counts in compositions(m, len(finite.masses))
    )
    return sum(means, Fraction(0)) / finite.unit


def _compare_corrected(
    at: Recorder, finite: FiniteClass, mean: Fraction, exponents: Sequence[int]
) -> None:
    """Compare the ERM's failure at the corrected bound, with the exact complexity, with δ."""
    for exponent in exponents:
        bound, m, nats = finite.bound, at["m"], exponent * log(exact(2))
        excesses = {"corrected": bounds.corrected_excess(bound, mean, m, nats)}
        if bound <= 1:
            excesses["unit"] = section_5.unit_excess(bound, mean, m, nats)
        for statement, excess in excesses.items():
            left = erm_failure(finite, m, _below(excess))
            at(delta=0.5**exponent).compare(statement, left, "<=", Fraction(1, 1 << exponent))


def _below(value: Exact) -> Fraction:
    """Return a fraction below a number, by less than 2^−60."""
    return Fraction(math.floor(value * 2**60), 2**60)


def _compare_finite_bound(
    at: Recorder, finite: FiniteClass, factor: float, exponents: Sequence[int]
) -> None:
    """Do the same with the complexity of a finite class, at the m that it gives for ε = C²/2."""
    at = at(**finite.name)
    epsilon = finite.bound**2 / 2
    for exponent in exponents:
        delta, size = Fraction(1, 1 << exponent), exact(len(finite.values))
        m = section_5.finite_samples(finite.bound, size, epsilon, delta)
        here = at(m=m, target=finite.target, factor=factor, delta=float(delta))
        here.compare("corrected", erm_failure(finite, m, epsilon), "<=", delta)


def _compare_failure(at: Recorder, finite: FiniteClass, exponents: Sequence[int]) -> None:
    """Compare the probability that some h without training error has loss above ε with δ."""
    n, s, k, W, B = (finite.name[key] for key in ("n", "s", "k", "W", "B"))
    R = math.sqrt(n)
    C = k * (W * R + B)
    at = at(**finite.name)
    for share in (16, 4, 1):
        epsilon = Fraction(C) ** 2 / 2 / share if n == 1 else Fraction(C * C / 2 / share)
        for exponent in exponents:
            delta = 0.5**exponent
            m = section_5.realizable_samples(n, s, k, R, W, B, float(epsilon), delta)
            left = erm_failure(finite, m, epsilon)
            here = at(m=m, target=finite.target, epsilon=float(epsilon), delta=delta)
            here.compare("corrected", left, "<=", Fraction(1, 1 << exponent))


def compare_clipped(
    at: Recorder, finite: FiniteClass, exponents: Sequence[int], rng: np.random.Generator
) -> None:
    """Do the same where the learner may return dense networks of the same scale, clipped to ±kM."""
    n, s, k, W, B = (finite.name[key] for key in ("n", "s", "k", "W", "B"))
    if k == s:
        return
    networks = [random_network(n, s, s, W, B, rng) for _ in range(2)]
    dense = networks_class(networks, finite.name, finite.masses)
    unit = math.lcm(finite.unit, dense.unit)
    # A multiple of 1/unit, so not below the sparse networks' values.
    top = math.floor(k * (W * math.sqrt(n) + B) * unit)
    values = [[v * (unit // finite.unit) for v in row] for row in finite.values]
    values += [[min(max(v * (unit // dense.unit), -top), top) for v in row] for row in dense.values]
    name = {**finite.name, "learner": "dense, clipped"}
    both = FiniteClass(name, values, unit, finite.masses, finite.target)
    _compare_failure(at, both, exponents)


class FiniteClass(NamedTuple):
    """Functions on d points with masses: values[h][x] are integers over `unit`; and a target."""

    name: Mapping[str, Any]
    values: list[list[int]]
    unit: int
    masses: Sequence[Fraction]
    target: int = 0

    @property
    def bound(self) -> Fraction:
        """C = max |h(x)|."""
        return Fraction(max(abs(v) for row in self.values for v in row), self.unit)

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
    return FiniteClass(name, values, unit, masses)


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


def erm_failure(finite: FiniteClass, m: int, epsilon: Fraction) -> Fraction:
    """Return the probability that some h with no error on the sample has loss above ε."""
    d, wanted = len(finite.masses), finite.values[finite.target]
    # 2·unit²·½(h − h*)² as integers
    losses = [[(v - w) ** 2 for v, w in zip(row, wanted, strict=True)] for row in finite.values]
    failing = []
    for seen in range(1 << d):
        fitting = [row for row in losses if not any(row[x] for x in range(d) if seen >> x & 1)]
        worst = max(sum(p * v for p, v in zip(finite.masses, row, strict=True)) for row in fitting)
        if worst / (2 * finite.unit**2) > epsilon:
            failing.append(seen)
    return chance_seen(finite.masses, m, failing)


def missing_mass(masses: Sequence[Fraction], m: int, eta: Fraction) -> Fraction:
    """Return Pr[the points that m samples do not hold have mass above η]."""
    heavy = [seen for seen, mass in enumerate(masses_of_sets(masses)) if 1 - mass > eta]
    return chance_seen(masses, m, heavy)


def masses_of_sets(masses: Sequence[Fraction]) -> list[Fraction]:
    """Return the mass of each set of points, by mask."""
    total = [Fraction(0)]
    for mass in masses:
        total += [mass + other for other in total]
    return total


def chance_seen(masses: Sequence[Fraction], m: int, sets: Sequence[int]) -> Fraction:
    """Return the probability that m samples hold exactly the points of one of the sets (masks)."""
    # by inclusion and exclusion
    power = [mass**m for mass in masses_of_sets(masses)]
    terms = (
        (-1) ** (seen ^ part).bit_count() * power[part]
        for seen, part in product(sets, range(len(power)))
        if part & ~seen == 0
    )
    return sum(terms, Fraction(0))
