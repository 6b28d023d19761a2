"""§5, Learning under General Distributions: Theorems 5 and 17, Lemma 18, dense networks.

M = WR + B. A sample of m points is drawn from any distribution on whose
support the target is k-sparse, and labelled by the target; the loss is
½(ŷ − y)². Proofs of everything that is not the paper's: docs/proofs-sample_complexity.md.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Gt, Le, MinLen

from sparseact import bounds
from sparseact.comparison import (
    ROUNDING,
    Measurement,
    Record,
    compare,
    compare_rate,
    compare_rounded,
)
from sparseact.constructions import forest, random_network
from sparseact.cube import points
from sparseact.distributions import draw
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import (
    CurveCells,
    DeltaExponent,
    DeviationClass,
    Distinct,
    EnumeratedSamples,
    FewPoints,
    InverseLosses,
    NonEmpty,
    OnePercent,
    OpenProbability,
    Positive,
    PositiveReal,
    SizeAxes,
    SizeBase,
)
from sparseact.rademacher import outwards, supremum
from sparseact.randomness import generator, nearly_normal
from sparseact.reproducible import mean_square

LEMMA, THEOREM, INFORMAL, DENSE = "lemma-18", "theorem-17", "theorem-5", "intro-dense-lower"


# ------------------------------------------------------------- counterexamples


def measure_counterexamples(
    *,
    constants: NonEmpty[Annotated[int, Ge(1), Le(10_000)]],
    losses: NonEmpty[Annotated[float, Gt(0), Le(1)]],
    confident: NonEmpty[Annotated[int, Ge(2), Le(1024)]],
) -> Measurement:
    """Look for the smallest instance at which each printed sample size is too small.

    Parameters
    ----------
    constants : sequence of int
        Values of the constant that the paper leaves open.
    losses : sequence of float
        Values of ε for Lemma 18 beside 3c/2; dyadic.
    confident : sequence of int
        Values of 1/ε for Theorem 17 where its logarithm is not at fault.

    Returns
    -------
    Measurement
        The table has a row per statement and constant: the printed m, the
        probability of failing there as ln(1/·), ln(1/δ).
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for c in constants:
        for part in (
            *(_lemma_two_functions(c, epsilon) for epsilon in (1.5 * c, *losses)),
            _lemma_networks(c),
            _theorem_flat(c),
            *(_theorem_confident(c, inverse) for inverse in confident),
            _theorem_scaled_flat(c),
            *(_theorem_scaled(c, inverse, W) for inverse in confident for W in (1, 2)),
            _theorem_derived(c),
            _informal_derived(c),
        ):
            records.append(part[0])
            rows.append({"c": c, **part[1]})
        for more in (_dense_printed(Fraction(1, c)), _dense_printed(Fraction(c))):
            records.append(more)
    return Measurement(records, pd.DataFrame(rows))


Case = tuple[Record, dict[str, Any]]


def _least_samples(W: int, exponent: int, c: int) -> int:
    """Return Theorem 17's m, rounded up, for one neuron, ε = 1 and δ = 2^−exponent."""
    delta = Fraction(1, 1 << exponent)
    return bounds.round_up(bounds.theorem_17(1, 1, 1, 1, W, 0, 1, delta, constant=c))


def _failing(
    claim: str, statement: str, instance: dict[str, Any], q: int, m: int, exponent: int
) -> Case:
    """Compare the probability with which every learner fails at m with δ = 2^−exponent."""
    # In nats; exactly where the fraction is short.
    log_failure = math.log(2) - m * math.log1p(-1 / q) if q > 1 else math.inf
    nats = exponent * math.log(2)
    instance |= {"mass": f"1/{q}", "m": m, "delta": f"2^-{exponent}"}
    if m <= 12 or q == 1:
        left, right = bounds.two_point_failure(q, m), Fraction(1, 1 << exponent)
        record = compare(claim, statement, instance, left, "<=", right)
    else:
        record = compare_rounded(claim, statement, instance, log_failure, ">=", nats)
    row = {
        "statement": f"{claim}, {statement}",
        "epsilon": instance["epsilon"],
        "W": instance["W"],
        "m": m,
        "nats_failure": log_failure,
        "nats_delta": nats,
    }
    return record, row


def lemma_18_root(C: float, root: float, epsilon: float, nats: float, constant: float) -> int:
    """Return Lemma 18's m for a class with complexity at most root/√m."""
    return bounds.round_up((constant * (C * root + math.sqrt(nats)) / epsilon) ** 2)


def _lemma_two_functions(c: int, epsilon: float) -> Case:
    """{0, −λσ(x)} on {1, −1}: C_H = sup h = 0, so the printed m does not depend on λ."""
    exponent = 3
    supremum = 0.0
    m = lemma_18_root(supremum, 0.0, epsilon, exponent * math.log(2), c)
    # At mass 1/q with q ≥ 2m the failure is at least ½·½.
    size = math.isqrt(math.floor(16 * m * Fraction(epsilon))) + 1
    q = bounds.two_point_mass(Fraction(size), Fraction(epsilon))
    instance = {"n": 1, "s": 1, "k": 1, "W": size, "B": 0, "c": c, "epsilon": epsilon}
    return _failing(LEMMA, "printed", instance, q, m, exponent)


def _lemma_networks(c: int) -> Case:
    """All of H_{1,1,1}^{W,0} on {1, −1}: C_H = W and R ≤ W/√m.

    ε = 1, W² = 64c², and δ so small that (1 − p)^m/2 > δ: m = c²(W² + √ln(1/δ))².
    """
    size = 8 * c
    q = bounds.two_point_mass(Fraction(size), Fraction(1))
    share = -c * c * math.log1p(-1 / q)
    # share·(W² + √L)² < L − ln 2 from the larger root of the quadratic in √L on; L is a fifth more.
    a, b = 1 - share, share * size**2
    root = (b + math.sqrt(b * b + a * (share * size**4 + math.log(2)))) / a
    exponent = math.ceil(1.2 * root**2 / math.log(2))
    m = lemma_18_root(size, size, 1.0, exponent * math.log(2), c)
    instance = {"n": 1, "s": 1, "k": 1, "W": size, "B": 0, "c": c, "epsilon": 1.0}
    return _failing(LEMMA, "networks", instance, q, m, exponent)


def _theorem_flat(c: int) -> Case:
    """ε = k(R + B): the logarithm of Theorem 17 is 0, and m = c ln(1/δ) whatever W is."""
    exponent = 2
    m = _least_samples(1, exponent, c)
    # (1 − 1/q)^m is to be above 2δ = ½: at q = 4m it is above 3/4, at m = 2, q = 4 it is 9/16.
    q = 4 if m == 2 else 4 * m
    size = math.isqrt(8 * q) + 1
    q = bounds.two_point_mass(Fraction(size), Fraction(1))
    m = _least_samples(size, exponent, c)
    instance = {"n": 1, "s": 1, "k": 1, "W": size, "B": 0, "R": 1, "c": c, "epsilon": 1.0}
    return _failing(THEOREM, "printed", instance, q, m, exponent)


def _theorem_confident(c: int, inverse: int) -> Case:
    """ε ≤ ½: the logarithm is positive, but ln(1/δ) is not multiplied by M²."""
    epsilon = Fraction(1, inverse)
    size = math.isqrt(16 * c * inverse) + 1
    while True:
        q = bounds.two_point_mass(Fraction(size), epsilon)
        # c(M² ln(1/ε) + L)/ε² < (L − ln 2)/ln(q/(q−1)) is linear in L = ln(1/δ).
        rate = -math.log1p(-1 / q)
        slope = 1 / rate - c * inverse**2
        if slope * rate > 0.25:
            break
        size += 1
    first = c * inverse**2 * size**2 * math.log(inverse)
    exponent = math.ceil(1.2 * (first + 1 + math.log(2) / rate) / slope / math.log(2))
    m = bounds.round_up(first + c * inverse**2 * exponent * math.log(2))
    instance: dict[str, Any] = {"n": 1, "s": 1, "k": 1, "W": size, "B": 0, "R": 1, "c": c}
    instance["epsilon"] = float(epsilon)
    return _failing(THEOREM, "confidence", instance, q, m, exponent)


def scaled_theorem_17(k: int, W: int, epsilon: Fraction, exponent: int, *, constant: int) -> float:
    """Return cM²(ksn ln(k(R+B)/ε) + ln(1/δ))/ε² at n = 1, s = k, R = 1, B = 0, δ = 2^−exponent."""
    total = k * k * math.log(k / epsilon) + exponent * math.log(2)
    return constant * W * W * total / float(epsilon) ** 2


def _theorem_scaled_flat(c: int) -> Case:
    """M = 1 and ε = k(R + B): m = c·ln(1/δ)/k² is at most 1 for δ = 1/8, but k²/(8·2) > ε."""
    exponent = 3
    k = max(17, math.isqrt(3 * c) + 1)
    m = bounds.round_up(scaled_theorem_17(k, 1, Fraction(k), exponent, constant=c))
    q = bounds.two_point_mass(Fraction(k), Fraction(k))
    instance = {"n": 1, "s": k, "k": k, "W": 1, "B": 0, "R": 1, "c": c, "epsilon": float(k)}
    return _failing(THEOREM, "scaled", instance, q, m, exponent)


def _theorem_scaled(c: int, inverse: int, W: int) -> Case:
    """ε ≤ ½ and ln(1/δ) multiplied by M² = W²: still too few, as k² is missing."""
    epsilon = Fraction(1, inverse)
    k = math.isqrt(8 * c * inverse) + 1
    factor = c * (W * inverse) ** 2
    while True:
        q = bounds.two_point_mass(Fraction(k * W), epsilon)
        # As above, linear in L = ln(1/δ).
        rate = -math.log1p(-1 / q) if q > 1 else math.inf
        slope = 1 / rate - factor
        if slope * rate > 0.25:
            break
        k += 1
    first = factor * k * k * math.log(k * inverse)
    exponent = math.ceil(1.2 * (first + 1 + math.log(2) / rate) / slope / math.log(2))
    m = bounds.round_up(scaled_theorem_17(k, W, epsilon, exponent, constant=c))
    instance: dict[str, Any] = {"n": 1, "s": k, "k": k, "W": W, "B": 0, "R": 1, "c": c}
    instance["epsilon"] = float(epsilon)
    return _failing(THEOREM, "scaled", instance, q, m, exponent)


def derived_samples(
    n: int, s: int, k: int, R: float, W: float, B: float, epsilon: float, delta: float
) -> int:
    """Return what Lemma 18 with C_H = k(WR + B) and (15) gives, both as printed, constant 1."""

    def complexity(m: int) -> float:
        return bounds.eq_15(n, s, k, m, R, W, B)

    # √(ln(cm)/m) decreases from cm = e on.
    start = max(1, math.ceil(math.e / (k * (R + B))))
    return bounds.lemma_18_samples(k * (W * R + B), complexity, epsilon, delta, start=start)


def _theorem_derived(c: int) -> Case:
    """Find the least W = 2^j at which that m is above c times Theorem 17's; n = s = k = 1."""
    epsilon, delta, exponent = 0.25, 0.25, 0
    while True:
        size = float(1 << exponent)
        right = c * bounds.theorem_17(1, 1, 1, 1, size, 0, epsilon, delta)
        m = derived_samples(1, 1, 1, 1, size, 0, epsilon, delta)
        if m > right or exponent > 60:
            break
        exponent += 1
    instance = {"n": 1, "s": 1, "k": 1, "W": size, "B": 0, "R": 1, "c": c}
    instance |= {"epsilon": epsilon, "delta": delta}
    record = compare_rounded(THEOREM, "derivation", instance, m, "<=", right)
    return record, {"statement": f"{THEOREM}, derivation", "epsilon": epsilon, "W": size, "m": m}


def _informal_derived(c: int) -> Case:
    """Theorem 17 on the cube, R = √n, against c times Theorem 5's ksn/ε² with its logarithm."""
    epsilon, delta, n = 0.25, 0.25, 1
    while True:
        root = math.sqrt(n)
        m = bounds.theorem_17(n, 1, 1, root, 1, 0, epsilon, delta)
        shape = c * (n * math.log(root / epsilon) - math.log(delta)) / epsilon**2
        if m > shape * (1 + 1e-9) or n > 2 * c:
            break
        n += 1
    instance = {"n": n, "s": 1, "k": 1, "W": 1, "B": 0, "c": c, "epsilon": epsilon, "delta": delta}
    record = compare_rounded(INFORMAL, "derivation", instance, m, "<=", shape)
    return record, {"statement": f"{INFORMAL}, derivation", "epsilon": epsilon, "W": 1, "m": m}


def _dense_printed(c: Fraction) -> Record:
    """Find the least j for which ε = 2^−j needs fewer than c·s²/ε² samples; n = s = 1."""
    delta, exponent = 0.25, 1
    while True:
        epsilon = 0.5**exponent
        m = bounds.memorising_samples(2, 1.0, epsilon, delta)
        right = c / Fraction(epsilon) ** 2
        if m < right or exponent > 60:
            break
        exponent += 1
    instance = {"n": 1, "s": 1, "k": 1, "W": 1, "B": 0, "c": str(c)}
    instance |= {"epsilon": epsilon, "delta": delta}
    return compare(DENSE, "printed", instance, m, ">=", right)


# ------------------------------------------------------- finite classes, exactly


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
    """Return the probability that a sample holds each point so often."""
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


def deviation(
    values: Sequence[Sequence[int]], counts: Sequence[int], masses: Sequence[Fraction]
) -> Fraction:
    """Return max_h (E_D h − E_S h), in units of `values`."""
    m = sum(counts)
    gaps = [mass - Fraction(c, m) for mass, c in zip(masses, counts, strict=True)]
    return max(sum((g * v for g, v in zip(gaps, row, strict=True)), Fraction(0)) for row in values)


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


def measure_finite(
    *,
    seed: int,
    classes: Positive,
    samples: EnumeratedSamples,
    exponents: NonEmpty[Positive],
    factors: NonEmpty[PositiveReal],
) -> Measurement:
    """Check the corrected Lemma 18 and each step of its proof on classes of a few networks.

    Parameters
    ----------
    seed : int
        For random networks of `sparseact.constructions.random_network`.
    classes : int
        Number of classes for each dimension.
    samples : mapping
        Number of samples for each dimension, "1" or "2": all of them are enumerated.
    exponents : sequence of int
        δ = 2^−e.
    factors : sequence of float
        The class is multiplied by each; dyadic.

    Returns
    -------
    Measurement
        The table has a row per class: E sup(E_D − E_S) and 2·E R, for the
        functions and for the losses, and 2C·E R.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for n, m in ((1, samples["1"]), (2, samples["2"])):
        for number in range(classes):
            rng = generator(seed, "sample_complexity", "finite", n, number)
            finite = _random_class(n, number, rng)
            target = int(rng.integers(len(finite.values)))
            more, row = _steps(finite, target, m, exponents)
            records += more
            rows.append(row)
            for factor in factors:
                scaled = finite.scaled(Fraction(factor))
                records += _corrected(scaled, target, m, row, factor, exponents)
                records += _finite_bound(scaled, target, factor, exponents)
            records += _realizable(finite, target, exponents)
            records += _clipped(finite, target, exponents, rng)
    return Measurement(records, pd.DataFrame(rows))


def _random_class(n: int, number: int, rng: np.random.Generator) -> FiniteClass:
    s, k = (1, 1) if number == 0 else (int(rng.integers(2, 5)), int(rng.integers(1, 3)))
    W, B = (1.0, 0.0) if number == 0 else (float(rng.integers(1, 5)) / 2, float(rng.integers(0, 3)))
    networks = [random_network(n, s, k, W, B, rng) for _ in range(2)]
    weights = rng.integers(1, 9, size=1 << n)
    masses = [Fraction(int(w), int(weights.sum())) for w in weights]
    name = {"n": n, "s": s, "k": k, "W": W, "B": B, "class": number}
    found = networks_class(networks, name, masses)
    # A neuron may be dead: draw again.
    return found if found.bound else _random_class(n, number, rng)


def _steps(
    finite: FiniteClass, target: int, m: int, exponents: Sequence[int]
) -> tuple[list[Record], dict[str, Any]]:
    """Symmetrisation, contraction and concentration: both sides over all samples."""
    losses = finite.losses(target)
    scale = 2 * finite.unit**2
    means = [Fraction(0)] * 4
    spread: list[tuple[Fraction, Fraction]] = []
    for counts in compositions(m, len(finite.masses)):
        chance = multinomial(counts, finite.masses)
        supremum = deviation(losses, counts, finite.masses) / scale
        spread.append((supremum, chance))
        parts = (
            deviation(finite.values, counts, finite.masses) / finite.unit,
            complexity(finite.values, counts) / finite.unit,
            supremum,
            complexity(losses, counts) / scale,
        )
        means = [mean + chance * part for mean, part in zip(means, parts, strict=True)]
    gap, of_class, gap_loss, of_losses = means
    C = finite.bound
    instance = {**finite.name, "m": m, "target": target}
    records = [
        _compare_long(LEMMA, "symmetrisation", instance, gap, "<=", 2 * of_class),
        _compare_long(LEMMA, "symmetrisation", instance, gap_loss, "<=", 2 * of_losses),
        _compare_long(LEMMA, "contraction", instance, of_losses, "<=", 2 * C * of_class),
    ]
    for exponent in exponents:
        width = float(C) ** 2 * math.sqrt(2 * exponent * math.log(2) / m)
        limit = (gap_loss + Fraction(width)) * (1 - Fraction(ROUNDING))
        beyond = sum((chance for value, chance in spread if value >= limit), Fraction(0))
        where = {**instance, "delta": 0.5**exponent}
        right = Fraction(1, 1 << exponent)
        records.append(_compare_long(LEMMA, "concentration", where, beyond, "<=", right))
    row = {
        **finite.name,
        "m": m,
        "C": float(C),
        "gap": float(gap),
        "twice_complexity": float(2 * of_class),
        "gap_loss": float(gap_loss),
        "twice_complexity_loss": float(2 * of_losses),
        "contracted": float(4 * C * of_class),
    }
    return records, row


def _compare_long(
    claim: str, statement: str, instance: Mapping[str, Any], left: Any, relation: str, right: Any
) -> Record:
    """Compare fractions too long for a record: rounded to 2^−50 against the claim if not close."""
    if abs(left - right) > Fraction(1, 1 << 48):
        up, down = math.ceil, math.floor
        first, second = (up, down) if relation == "<=" else (down, up)
        left = Fraction(first(left * (1 << 50)), 1 << 50)
        right = Fraction(second(right * (1 << 50)), 1 << 50)
    return compare(claim, statement, instance, left, relation, right)


def _corrected(
    finite: FiniteClass,
    target: int,
    m: int,
    row: Mapping[str, Any],
    factor: float,
    exponents: Sequence[int],
) -> list[Record]:
    """Compare the ERM's failure at the corrected bound, with the exact complexity, with δ."""
    records = []
    of_class = row["twice_complexity"] / 2 * factor
    for exponent in exponents:
        excess = bounds.corrected_excess(float(finite.bound), of_class, m, exponent * math.log(2))
        limit = Fraction(excess * (1 - ROUNDING))
        left = erm_failure(finite, target, m, limit)
        where = {**finite.name, "m": m, "target": target, "factor": factor, "delta": 0.5**exponent}
        right = Fraction(1, 1 << exponent)
        records.append(_compare_long(LEMMA, "corrected", where, left, "<=", right))
    return records


def _finite_bound(
    finite: FiniteClass, target: int, factor: float, exponents: Sequence[int]
) -> list[Record]:
    """Do the same with the complexity of a finite class, at the m that it gives for ε = C²/2."""
    records = []
    epsilon = finite.bound**2 / 2
    for exponent in exponents:
        delta = 0.5**exponent
        m = bounds.finite_samples(float(finite.bound), len(finite.values), float(epsilon), delta)
        left = erm_failure(finite, target, m, epsilon)
        where = {**finite.name, "m": m, "target": target, "factor": factor, "delta": delta}
        right = Fraction(1, 1 << exponent)
        records.append(_compare_long(LEMMA, "corrected", where, left, "<=", right))
    return records


def _realizable(finite: FiniteClass, target: int, exponents: Sequence[int]) -> list[Record]:
    """Compare the failure at the corrected Theorem 17's m with δ; and its key step."""
    name = finite.name
    records = _suffices(finite, target, exponents)
    scale = 2 * finite.unit**2
    for index, row in enumerate(finite.losses(target)):
        loss = sum(p * v for p, v in zip(finite.masses, row, strict=True)) / scale
        if not loss:
            continue
        # (h − h*)² > ε, for ε just below the loss and just above half of it.
        for epsilon in (loss * Fraction(1023, 1024), loss / 2):
            far = sum(
                (
                    p
                    for p, v in zip(finite.masses, row, strict=True)
                    if 2 * Fraction(v, scale) > epsilon
                ),
                Fraction(0),
            )
            limit = epsilon / (4 * finite.bound**2)
            where = {**name, "target": target, "function": index, "epsilon": float(epsilon)}
            record = _compare_long(THEOREM, "far-points", where, far, ">=", limit)
            records.append(record)
    return records


def _suffices(finite: FiniteClass, target: int, exponents: Sequence[int]) -> list[Record]:
    """Compare the probability that some h without training error has loss above ε with δ."""
    name = finite.name
    n, s, k, W, B = (name[key] for key in ("n", "s", "k", "W", "B"))
    R = math.sqrt(n)
    C = k * (W * R + B)
    records = []
    for share in (16, 4, 1):
        epsilon = Fraction(C) ** 2 / 2 / share if n == 1 else Fraction(C * C / 2 / share)
        for exponent in exponents:
            delta = 0.5**exponent
            m = bounds.realizable_samples(n, s, k, R, W, B, float(epsilon), delta)
            left = erm_failure(finite, target, m, epsilon)
            where = {**name, "m": m, "target": target, "epsilon": float(epsilon), "delta": delta}
            right = Fraction(1, 1 << exponent)
            records.append(_compare_long(THEOREM, "corrected", where, left, "<=", right))
    return records


def _clipped(
    finite: FiniteClass, target: int, exponents: Sequence[int], rng: np.random.Generator
) -> list[Record]:
    """Do the same where the learner may return dense networks of the same scale, clipped to ±kM."""
    n, s, k, W, B = (finite.name[key] for key in ("n", "s", "k", "W", "B"))
    if k == s:
        return []
    dense = networks_class(
        [random_network(n, s, s, W, B, rng) for _ in range(2)], finite.name, finite.masses
    )
    unit = math.lcm(finite.unit, dense.unit)
    # A multiple of 1/unit, so not below the sparse networks' values.
    top = math.floor(k * (W * math.sqrt(n) + B) * unit)
    values = [[v * (unit // finite.unit) for v in row] for row in finite.values]
    values += [[min(max(v * (unit // dense.unit), -top), top) for v in row] for row in dense.values]
    name = {**finite.name, "learner": "dense, clipped"}
    both = FiniteClass(name, values, unit, finite.masses)
    return _suffices(both, target, exponents)


# ----------------------------------------------------------------- lower bounds


def measure_lower(
    *,
    neurons: NonEmpty[Positive],
    sparsities: NonEmpty[Positive],
    biases: NonEmpty[Annotated[int, Ge(0), Le(4)]],
    losses: InverseLosses,
    exponents: NonEmpty[DeltaExponent],
    free: NonEmpty[Annotated[int, Ge(1), Le(16)]],
    sizes: NonEmpty[Positive],
) -> Measurement:
    """Check the lower bounds, the networks that they need, and what they are compared with.

    Parameters
    ----------
    neurons, sparsities, biases : sequence of int
        s, k ≤ s and B of pairs of networks that differ at one point, at dimensions 1..4.
    losses : sequence of int
        Values of C²/ε, above 8 for pairs and above 64 (others are left out) for free labels.
    exponents : sequence of int
        δ = 2^−e, e ≥ 2.
    free : sequence of int
        Numbers d of free labels; the networks live on the cube of the next power of two.
    sizes : sequence of int
        Dimensions at which sparse and dense classes are compared.

    Returns
    -------
    Measurement
        The table has a row per comparison of a sparse with the dense class.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for s, k, B, n in product(neurons, sparsities, biases, range(1, 5)):
        if k <= s and n >= B:
            records += _pair(n, s, k, B)
    for share, exponent in product(losses, exponents):
        records += _confidence(share, exponent)
    for d, k in product(free, sparsities):
        records += _free_networks(d, k)
        for share in losses:
            if share > 64:
                records += _free(d, k, share)
    for exponent in exponents:
        records += _by_heart(exponent)
    for n, exponent in product(sizes, exponents):
        record, row = _separation(n, exponent)
        records.append(record)
        rows.append(row)
    return Measurement(records, pd.DataFrame(rows))


def pair_network(n: int, s: int, k: int, B: float) -> SparseReLUNetwork:
    """Return k equal neurons σ(Σ x_i + B) and s − k dead ones: W = √n, and 0 at −(1, …, 1)."""
    w, b = np.zeros((s, n)), np.zeros(s)
    w[:k], b[:k] = 1.0, -B
    return SparseReLUNetwork(w, b, np.ones(s))


def _pair(n: int, s: int, k: int, B: int) -> list[Record]:
    """Check that some network is C = kM at one point and 0 at another, as the zero network is."""
    network = pair_network(n, s, k, B)
    x = np.array([np.ones(n), -np.ones(n)])
    here, there = (Fraction(float(v)) for v in network(x))
    w2, b2 = network.scale_squared
    instance = {"n": n, "s": s, "k": k, "W2": n, "B": B}
    # W² = R² = n, so M = n + B is an integer.
    in_class = w2 <= n and b2 <= B * B and network.max_active(x)[1] <= k
    return [
        compare(THEOREM, "members", instance, here, "==", k * (n + B)),
        compare(THEOREM, "members", instance, there, "==", 0),
        compare(THEOREM, "members", instance, int(in_class), "==", 1),
    ]


def _confidence(share: int, exponent: int) -> list[Record]:
    """At every m below the bound all learners fail on one of two targets: (1 − p)^m > 2δ."""
    delta, p = 0.5**exponent, 8 / share
    m = math.floor(bounds.confidence_lower(math.sqrt(share), 1.0, delta))
    instance = {"ratio": share, "m": m, "delta": delta}
    left, right = -m * math.log1p(-p), (exponent - 1) * math.log(2)
    return [
        compare_rounded(claim, statement, instance, left, "<=", right)
        for claim, statement in ((THEOREM, "lower-confidence"), (DENSE, "lower"))
    ]


def hadamard(size: int) -> np.ndarray:
    """Return Sylvester's matrix of `size` orthogonal rows of ±1; `size` is a power of two."""
    index = np.arange(size)
    odd = np.bitwise_count(index[:, None] & index[None, :]) % 2
    return 1.0 - 2.0 * odd


def free_network(labels: Sequence[int], n: int, k: int) -> SparseReLUNetwork:
    """Return k neurons σ(⟨α_i, x⟩) for each row α_i of `hadamard(n)` with label 1; B = 0."""
    rows = hadamard(n)[: len(labels)] * np.array(labels, dtype=np.float64)[:, None]
    w = np.repeat(rows, k, axis=0)
    return SparseReLUNetwork(w, np.zeros(len(w)), np.ones(len(w)))


def _free_networks(d: int, k: int) -> list[Record]:
    """Any labels in {0, kWR} of d orthogonal vertices are those of a k-sparse network."""
    n = 1 << (d - 1).bit_length()
    x = np.vstack([hadamard(n)[:d], -hadamard(n)[:1]])
    records = []
    for labels in ([1] * d, [i % 2 for i in range(d)]):
        network = free_network(labels, n, k)
        right = int((network(x) == k * n * np.array([*labels, 0])).sum())
        w2, b2 = network.scale_squared
        in_class = w2 <= n and b2 == 0 and network.max_active(x)[1] <= k and network.s == k * d
        instance = {"n": n, "s": k * d, "k": k, "labels": sum(labels)}
        for claim in (THEOREM, INFORMAL):
            records.append(compare(claim, "members", instance, right, "==", d + 1))
            records.append(compare(claim, "members", instance, int(in_class), "==", 1))
    return records


def _free(d: int, k: int, share: int) -> list[Record]:
    """At every m below the bound all learners fail with probability at least 1/7."""
    # a = 1: ε = 1/share, and p is a little above 64ε/d.
    epsilon = Fraction(1, share)
    p = 64 * epsilon / d * (1 + Fraction(1, 1 << 20))
    m = max(math.floor(bounds.dimension_lower(d, 1.0, float(epsilon))), 0)
    left = bounds.shattered_failure(d, p, m, 8 * epsilon / p)
    instance = {"s": k * d, "k": k, "ratio": share, "m": m}
    on_cube = {"n": 1 << (d - 1).bit_length(), **instance}
    least = Fraction(1, 7)
    return [
        _compare_long(THEOREM, "lower-dimension", instance, left, ">=", least),
        _compare_long(INFORMAL, "lower", on_cube, left, ">=", least),
    ]


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


def _by_heart(exponent: int) -> list[Record]:
    """Compare the failure of learning by heart at its m with δ, on two and on four points."""
    records = []
    delta = 0.5**exponent
    for n, share in product((1, 2), (2, 8, 32)):
        # C = 1 and ε = 1/(2·share), so η = 2ε/C² = 1/share.
        m = bounds.memorising_samples(1 << n, 1.0, 1 / (2 * share), delta)
        eta = Fraction(1, share)
        light = eta * Fraction(1025, 1024)
        for heavy in range(1, 1 << n):
            if heavy * light >= 1:
                continue
            others = (1 << n) - heavy
            masses = [light] * heavy + [(1 - heavy * light) / others] * others
            left = missing_mass(masses, m, eta)
            instance = {"n": n, "m": m, "light": heavy, "ratio": share, "delta": delta}
            right = Fraction(1, 1 << exponent)
            records.append(_compare_long(DENSE, "by-heart", instance, left, "<=", right))
    return records


def _separation(n: int, exponent: int) -> Case:
    """Find the least s = 2^j from which a 1-sparse class needs fewer samples than the dense one."""
    epsilon, delta, R = 0.5, 0.5**exponent, math.sqrt(n)
    W, B = 1.0, 0.0
    s = 2
    while True:
        sparse = bounds.realizable_samples(n, s, 1, R, W, B, epsilon, delta)
        dense = bounds.confidence_lower(s * (W * R + B), epsilon, delta)
        if sparse < dense or s > 1 << 30:
            break
        s *= 2
    instance = {"n": n, "s": s, "k": 1, "epsilon": epsilon, "delta": delta}
    row = {**instance, "sparse_enough": float(sparse), "dense_too_few": dense}
    return compare_rounded(DENSE, "separation", instance, sparse, "<", dense), row


# --------------------------------------------------------- the sizes, side by side


def measure_sizes(
    *,
    base: SizeBase,
    axes: SizeAxes,
) -> Measurement:
    """Evaluate every sample size along each axis, and compare them where one implies another.

    Parameters
    ----------
    base : mapping
        n (a power of two), s, k, W, B ≤ W√n, inverse_loss (1/ε) and exponent
        (δ = 2^−exponent, ln(1/δ) ≥ ε, δ < ½); R = √n.
    axes : mapping
        For some of these names the values that it runs over, others as in `base`.

    Returns
    -------
    Measurement
        The table has a row per axis and value: the sample sizes.

    Raises
    ------
    ValueError
        If one of these conditions does not hold, or k > s.
    """
    records: list[Record] = []
    rows = []
    fixed: Mapping[str, Any] = base
    sweeps: Mapping[str, Any] = axes
    for axis, values in sweeps.items():
        for value in values:
            more, row = _sizes({**fixed, axis: value})
            records += more
            rows.append({"axis": axis, "value": value, **row})
    return Measurement(records, pd.DataFrame(rows))


def _sizes(at: Mapping[str, float]) -> tuple[list[Record], dict[str, Any]]:
    n, s, k = int(at["n"]), int(at["s"]), int(at["k"])
    W, B = float(at["W"]), float(at["B"])
    epsilon, delta = 1 / at["inverse_loss"], 0.5 ** int(at["exponent"])
    R = math.sqrt(n)
    if not (0 <= B <= W * R and 1 <= k <= s):
        raise ValueError(f"s={s}, k={k}, W={W}, B={B}, n={n}; allowed are k <= s and B <= W√n")
    if n < 1 or n & (n - 1):
        raise ValueError(f"n={n}; for n orthogonal vertices it must be a power of two")
    M = W * R + B
    nats = -math.log(delta)
    if nats < epsilon:
        raise ValueError(f"epsilon={epsilon}, delta={delta}; allowed are ln(1/delta) >= epsilon")
    printed = bounds.theorem_17(n, s, k, R, W, B, epsilon, delta)
    derived = derived_samples(n, s, k, R, W, B, epsilon, delta)
    corrected = bounds.realizable_samples(n, s, k, R, W, B, epsilon, delta)
    follows = bounds.complexity_samples(s, k, R, W, B, epsilon, delta)
    by_heart = bounds.memorising_samples(1 << n, k * M, epsilon, delta) if n <= 40 else math.inf
    smooth = bounds.theorem_g(s, k, R, W, B, epsilon, delta)
    proved = bounds.theorem_g(s, k, R, W, B, epsilon, delta, constant=bounds.SMOOTH_CONSTANT)
    instance = {"n": n, "s": s, "k": k, "W": W, "B": B, "epsilon": epsilon, "delta": delta}
    records = []
    log = math.log(k * (R + B) / epsilon)
    # Lemma 18's m is above 1/ε, so its logarithm is above Theorem 17's.
    right = (k * M) ** 2 * M**2 * k * s * n * log / epsilon**2
    records.append(compare_rounded(THEOREM, "ratio", instance, derived, ">=", right))
    # On x and −x the worst learner fails unless (1 − ε/(2C²))^m ≤ δ; B ≤ WR as above.
    rate = -math.log1p(-epsilon / (2 * (k * M) ** 2))
    for statement, m in (("corrected", corrected), ("complexity", follows)):
        records.append(compare_rounded(THEOREM, statement, instance, m * rate, ">=", nats))
    records.append(_smooth_form(THEOREM, "theorem-g", instance, proved, M**2, k * s, k * k))
    scale = n * (W + B) ** 2
    records.append(_smooth_form(INFORMAL, "theorem-g", instance, proved, scale, k * s, k * s))
    # n vertices are orthogonal, and kd ≤ s neurons give d of them any labels.
    a, free_labels = k * W * R, 0.0
    if 64 * epsilon < a**2 and delta < 1 / 7:
        free_labels = max(bounds.dimension_lower(min(s // k, n), a, epsilon), 0.0)
    row = {
        "printed": printed,
        "derived": float(derived),
        "corrected": float(corrected),
        "complexity": float(follows),
        "by_heart": float(by_heart),
        "smooth": float(smooth),
        "lower_confidence": max(bounds.confidence_lower(k * M, epsilon, delta), 0.0),
        "lower_dimension": free_labels,
        "lower_dense": max(bounds.confidence_lower(s * M, epsilon, delta), 0.0),
    }
    return records, row


def smooth_form(
    scale: float, complexity: int, confidence: int, epsilon: float, nats: float
) -> float:
    """Return A(4 ln A)⁶ with A = 10⁵·scale·(12.25·complexity + 2·confidence·ln(1/δ))/ε."""
    a = bounds.SMOOTH_CONSTANT * scale * (12.25 * complexity + 2 * confidence * nats) / epsilon
    return a * (4 * math.log(a)) ** 6


def _smooth_form(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    m: int,
    scale: float,
    complexity: int,
    confidence: int,
) -> Record:
    nats = -math.log(instance["delta"])
    right = smooth_form(scale, complexity, confidence, instance["epsilon"], nats)
    return compare_rounded(claim, statement, instance, m, "<=", right)


# ------------------------------------------------ deviations of the whole class


def measure_gap(*, classes: NonEmpty[DeviationClass], samples: NonEmpty[FewPoints]) -> Measurement:
    """Compare E sup_h (E_D h − E_S h) with 2·E R_H(S) for all of H_{n,s,k}^{W,B}, certified.

    Parameters
    ----------
    classes : sequence of mapping
        n (1 or 2), s, k, W and B, and "masses": "uniform" or "skewed".
    samples : sequence of int
        Sizes m; all samples and all signs are enumerated.

    Returns
    -------
    Measurement
        The table has a row per class and m: lower and upper ends of both, rounded outwards.
    """
    records, rows = [], []
    for entry in classes:
        n, s, k = int(entry["n"]), int(entry["s"]), int(entry["k"])
        solve = _Supremum(n, s, k, float(entry["W"]), float(entry["B"]))
        if entry["masses"] == "uniform":
            masses = [Fraction(1, 1 << n)] * (1 << n)
        else:
            masses = [Fraction(1, 1 << min(i + 1, (1 << n) - 1)) for i in range(1 << n)]
        for m in samples:
            gap, twice = (
                outwards(float(low), float(high)) for low, high in _whole_class(solve, masses, m)
            )
            instance = {**entry, "m": m}
            middle = [(low + high) / 2 for low, high in (gap, twice)]
            error = (gap[1] - gap[0] + twice[1] - twice[0]) / 2
            record = compare(
                THEOREM, "deviation", instance, middle[0], "<=", middle[1],
                error=error + ROUNDING * sum(middle),
            )  # fmt: skip
            records.append(record)
            names = ("gap_lower", "gap_upper", "twice_lower", "twice_upper")
            rows.append({**instance, **dict(zip(names, (*gap, *twice), strict=True))})
    return Measurement(records, pd.DataFrame(rows))


class _Supremum:
    """max_h Σ_x a_x h(x) over the class, k-sparse at every vertex; the same a is solved once."""

    def __init__(self, n: int, s: int, k: int, W: float, B: float) -> None:
        self._vertices = points(n)
        self._arguments: dict[str, Any] = {"s": s, "k": k, "W": W, "B": B, "sparsity": "cube"}
        self._known: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
        self._symmetries = list(_symmetries(n))

    def __call__(self, weights: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        if not any(weights):
            return Fraction(0), Fraction(0)
        common = math.lcm(*(a.denominator for a in weights))
        whole = [int(a * common) for a in weights]
        size = math.gcd(*whole)
        # The cube's symmetries and a → −a, u → −u leave the maximum as it is.
        key = max(
            tuple(sign * whole[t] // size for t in order)
            for order in self._symmetries
            for sign in (1, -1)
        )
        if key not in self._known:
            copies = np.repeat(self._vertices, np.abs(key), axis=0)
            signs = np.repeat(np.sign(key), np.abs(key))
            found = supremum(copies, signs, **self._arguments)
            self._known[key] = Fraction(found.lower), Fraction(found.upper)
        low, high = self._known[key]
        return low * Fraction(size, common), high * Fraction(size, common)


def _symmetries(n: int) -> Iterator[list[int]]:
    """Yield the permutations of the vertices by flips and, for n = 2, by the exchange."""
    for flip in range(1 << n):
        yield [t ^ flip for t in range(1 << n)]
        if n == 2:
            yield [((t & 1) << 1 | t >> 1) ^ flip for t in range(4)]


def _whole_class(
    solve: _Supremum, masses: Sequence[Fraction], m: int
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    gap = [Fraction(0), Fraction(0)]
    twice = [Fraction(0), Fraction(0)]
    for counts in compositions(m, len(masses)):
        chance = multinomial(counts, masses)
        ends = solve([p - Fraction(c, m) for p, c in zip(masses, counts, strict=True)])
        gap = [total + chance * end for total, end in zip(gap, ends, strict=True)]
        for js in product(*(range(c + 1) for c in counts)):
            weight = math.prod(math.comb(c, j) for c, j in zip(counts, js, strict=True))
            ends = solve([Fraction(c - 2 * j, m) for c, j in zip(counts, js, strict=True)])
            share = 2 * chance * Fraction(weight, 1 << m)
            twice = [total + share * end for total, end in zip(twice, ends, strict=True)]
    return (gap[0], gap[1]), (twice[0], twice[1])


# --------------------------------------------------------------- learning curves


def measure_curves(
    *,
    seed: int,
    cells: CurveCells,
    multiples: Annotated[Distinct[Annotated[float, Gt(0), Le(8)]], MinLen(2)],
    repeats: Positive,
    accuracy: OnePercent,
    tests: Annotated[int, Ge(100)],
    restarts: Positive,
) -> Measurement:
    """Measure how many samples a learner needs for planted sparse and dense networks.

    The inputs are a stationary Markov chain along the coordinates. A fit is
    "learned" if its mean squared test error is at most `accuracy` of the labels'
    variance, and "optimised" if its training error is at most a tenth of that,
    so that a fit which fails to optimise is not read as one that lacks samples.

    Parameters
    ----------
    seed : int
    cells : sequence of mapping
        axis (a name for the figure), target "forest" (k trees with s/k leaves
        each) or "dense" (k = s), n, s, k.
    multiples : sequence of float
        m = multiple·s(n + 1).
    repeats : int
        Targets and samples for each cell and m.
    accuracy : float
    tests : int
        Test points.
    restarts : int
        Starts of the learner.

    Returns
    -------
    Measurement
        The table has a row per cell and m: shares optimised and learned, errors,
        the least m from which on half of the fits are learned (not counting those
        that are neither learned nor optimised), with a bootstrap interval over
        targets (2.5 and 97.5 %), and the sizes of Theorem 17 and others.
    """
    rows: list[dict[str, Any]] = []
    multiples = sorted(multiples)
    arguments: dict[str, Any] = {"accuracy": accuracy, "tests": tests, "restarts": restarts}
    for cell in cells:
        fits = np.array(
            [
                [
                    fit_cell(cell, multiple, generator(seed, *_label(cell), number, j), **arguments)
                    for j, multiple in enumerate(multiples)
                ]
                for number in range(repeats)
            ]
        )
        rng = generator(seed, *_label(cell), "bootstrap")
        rows += _cell_rows(cell, multiples, fits, rng, accuracy)
    return Measurement([], pd.DataFrame(rows))


def measure_trees(
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(1), Le(64)],
    s: Annotated[int, Ge(1), Le(64)],
    multiple: Literal[8],
    trials: Positive,
    rate: OpenProbability,
    accuracy: OnePercent,
    tests: Annotated[int, Ge(100)],
    restarts: Positive,
) -> Measurement:
    """Count how often the learner finds a planted tree, to compare with a rate.

    Parameters
    ----------
    seed : int
    level : float
        Probability that the record is wrong.
    n, s : int
        Inputs and leaves of the trees (k = 1).
    multiple : float
        m = multiple·s(n + 1).
    trials : int
        Trees and samples.
    rate : float
        The probability of learning that is claimed.
    accuracy, tests, restarts
        As for `measure_curves`.

    Returns
    -------
    Measurement
        The table has a row per trial: training and test error, as shares of the variance.
    """
    cell = {"target": "forest", "n": n, "s": s, "k": 1}
    rows = []
    for trial in range(trials):
        rng = generator(seed, *_label(cell), "pooled", trial)
        train, test, *_ = fit_cell(
            cell, multiple, rng, accuracy=accuracy, tests=tests, restarts=restarts
        )
        rows.append({"n": n, "s": s, "trial": trial, "train": train, "test": test})
    successes = sum(row["test"] <= accuracy for row in rows)
    at = {"n": n, "s": s, "k": 1, "m": sample_size(cell, multiple), "accuracy": accuracy}
    record = compare_rate(THEOREM, "measured", at, successes, trials, ">=", rate, level=level)
    return Measurement([record], pd.DataFrame(rows))


def _label(cell: Mapping[str, Any]) -> tuple[str | int, ...]:
    sizes = (int(cell[key]) for key in ("n", "s", "k"))
    return ("sample_complexity", "curves", str(cell["target"]), *sizes)


def sample_size(cell: Mapping[str, Any], multiple: float) -> int:
    """Return m = multiple·s(n + 1), rounded, at least 2."""
    return max(2, round(multiple * int(cell["s"]) * (int(cell["n"]) + 1)))


def planted_network(cell: Mapping[str, Any], rng: np.random.Generator) -> SparseReLUNetwork:
    """Return the target of a cell: k trees with s/k leaves each, or a dense network."""
    n, s, k = int(cell["n"]), int(cell["s"]), int(cell["k"])
    if cell["target"] == "forest":
        leaves, rest = divmod(s, k)
        if rest or leaves & (leaves - 1):
            raise ValueError(f"{k} trees have s = {s} leaves only if s/k is a power of two")
        return forest(k, leaves.bit_length() - 1, n, rng)
    if k != s:
        raise ValueError(f"a dense target has k = s, not s = {s}, k = {k}")
    # Multiples of 1/64, so that values are exact.
    w = np.rint(64 * nearly_normal(rng, (s, n)) / math.sqrt(n)) / 64
    b = np.rint(32 * nearly_normal(rng, (s,))) / 64
    return SparseReLUNetwork(w, b, rng.choice([-1.0, 1.0], size=s))


def fit_cell(
    cell: Mapping[str, Any],
    multiple: float,
    rng: np.random.Generator,
    *,
    accuracy: float,
    tests: int,
    restarts: int,
) -> tuple[float, ...]:
    """Return training and test error, as shares of the variance, and W, B, the variance."""
    # Here, since most jobs need no learner.
    from sklearn.exceptions import ConvergenceWarning

    from sparseact.learning.sparse_relu import SparseReLURegressor

    n, s, k = int(cell["n"]), int(cell["s"]), int(cell["k"])
    m = sample_size(cell, multiple)
    while True:
        target = planted_network(cell, rng)
        x_test = draw("markov", tests, n, rng).astype(np.float64)
        labels = target(x_test)
        variance = float(labels.var())
        if variance > 0:
            break
    x = draw("markov", m, n, rng).astype(np.float64)
    y = target(x)
    learner = SparseReLURegressor(
        s,
        k=None if k == s else k,
        n_restarts=restarts,
        tol=accuracy / 100,
        random_state=int(rng.integers(2**31)),
    )
    with warnings.catch_warnings():
        # The training error is in the table.
        warnings.simplefilter("ignore", ConvergenceWarning)
        learner.fit(x, y)
    test = mean_square(learner.predict(x_test) - labels)
    W, B = target.scale
    return _rounded(learner.loss_ / variance), _rounded(test / variance), W, B, variance


def _rounded(error: float) -> float:
    """Keep three digits, and nothing below 10⁻⁶, which is as good as 0."""
    return 0.0 if error < 1e-6 else float(f"{error:.3g}")


def _cell_rows(
    cell: Mapping[str, Any],
    multiples: Sequence[float],
    fits: np.ndarray,
    rng: np.random.Generator,
    accuracy: float,
) -> list[dict[str, Any]]:
    n, s, k = int(cell["n"]), int(cell["s"]), int(cell["k"])
    train, test = fits[:, :, 0], fits[:, :, 1]
    learned, optimised = test <= accuracy, train <= accuracy / 10
    sizes = [sample_size(cell, multiple) for multiple in multiples]
    draws = rng.integers(len(fits), size=(400, len(fits)))
    needed = [_needed(learned[chosen], optimised[chosen], sizes) for chosen in draws]
    low, high = np.quantile(needed, [0.025, 0.975], method="nearest")
    W, B, variance = (float(np.median(fits[:, :, i])) for i in (2, 3, 4))
    R, epsilon, delta = math.sqrt(n), accuracy * variance / 2, 0.5
    theory = {
        "W": W,
        "B": B,
        "M": W * R + B,
        "theorem_17": bounds.theorem_17(n, s, k, R, W, B, epsilon, delta),
        "corrected": float(bounds.realizable_samples(n, s, k, R, W, B, epsilon, delta)),
        "theorem_g": float(bounds.theorem_g(s, k, R, W, B, epsilon, delta)),
    }
    return [
        {
            **{key: cell[key] for key in ("axis", "target", "n", "s", "k")},
            "m": m,
            "fits": len(fits),
            "optimised": float(optimised[:, j].mean()),
            "learned": float(learned[:, j].mean()),
            "train": _rounded(float(np.median(train[:, j]))),
            "test": _rounded(float(np.median(test[:, j]))),
            "needed": _needed(learned, optimised, sizes),
            "needed_low": float(low),
            "needed_high": float(high),
            **{name: float(f"{value:.6g}") for name, value in theory.items()},
        }
        for j, m in enumerate(sizes)
    ]


def _needed(learned: np.ndarray, optimised: np.ndarray, sizes: Sequence[int]) -> float:
    """Return the least m from which on at least half of the fits are learned; inf if none.

    Fits that are neither learned nor optimised are left out: they show a search
    that failed, not a lack of samples.
    """
    counted = (learned | optimised).sum(axis=0)
    enough = (counted > 0) & (2 * learned.sum(axis=0) >= counted)
    behind = [m for j, m in enumerate(sizes) if enough[j:].all()]
    return float(behind[0]) if behind else math.inf
