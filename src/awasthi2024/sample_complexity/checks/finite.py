"""The corrected Lemma 18 and Theorem 17 on finite classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024.bounds import section_5
from awasthi2024.constructions import random_network
from awasthi2024.sample_complexity.checks.finite_classes import (
    FiniteClass,
    complexity,
    compositions,
    erm_failure,
    multinomial,
    networks_class,
)
from awasthi2024.sample_complexity.parameters import EnumeratedSamples
from balls import Exact, exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.randomness import generator


@check("lemma-18")
def finite(
    at: Recorder,
    *,
    seed: int,
    classes: Positive,
    samples: EnumeratedSamples,
    exponents: NonEmpty[Positive],
    factors: NonEmpty[PositiveReal],
) -> None:
    """Check the corrected Lemma 18 and Theorem 17 on classes of a few networks.

    `classes` is the number of random classes for each dimension. `samples` are the numbers of
    samples for each dimension. All samples are enumerated, with δ for each of `exponents`.
    `factors` are dyadic numbers by which a class is multiplied. The table has a row per class: C
    and 2·E R.
    """
    theorem = at.of("theorem-17")
    for n, m in ((1, samples["1"]), (2, samples["2"])):
        for number in range(classes):
            rng = generator(seed, "sample_complexity", "finite", n, number)
            finite = random_class(n, number, rng)
            target = int(rng.integers(len(finite.values)))
            mean = mean_complexity(finite, m)
            bound = {"C": float(finite.bound), "twice_complexity": float(2 * mean)}
            at.rows.append({**finite.name, "m": m, **bound})
            for factor in factors:
                scaled = finite.scaled(Fraction(factor))
                of_class = mean * Fraction(factor)
                enumerated = at(**finite.name, m=m, target=target, factor=factor)
                _compare_corrected(enumerated, scaled, target, m, of_class, exponents)
                _compare_finite_bound(at, scaled, target, factor, exponents)
            _compare_failure(theorem, finite, target, exponents)
            compare_clipped(theorem, finite, target, exponents, rng)


def random_class(n: int, number: int, rng: np.random.Generator) -> FiniteClass:
    """Return two random networks with their negatives and 0, under random masses of the cube."""
    s, k = (1, 1) if number == 0 else (int(rng.integers(2, 5)), int(rng.integers(1, 3)))
    W, B = (1.0, 0.0) if number == 0 else (float(rng.integers(1, 5)) / 2, float(rng.integers(0, 3)))
    networks = [random_network(n, s, k, W, B, rng) for _ in range(2)]
    weights = rng.integers(1, 9, size=1 << n)
    masses = [Fraction(int(w), int(weights.sum())) for w in weights]
    name = {"n": n, "s": s, "k": k, "W": W, "B": B, "class": number}
    finite = networks_class(networks, name, masses)
    # A neuron may be dead: draw again.
    return finite if finite.bound else random_class(n, number, rng)


def mean_complexity(finite: FiniteClass, m: int) -> Fraction:
    """Return E R(S) over all samples of m points."""
    return (
        sum(
            (
                multinomial(counts, finite.masses) * complexity(finite.values, counts)
                for counts in compositions(m, len(finite.masses))
            ),
            Fraction(0),
        )
        / finite.unit
    )


def _compare_corrected(
    at: Recorder,
    finite: FiniteClass,
    target: int,
    m: int,
    of_class: Fraction,
    exponents: Sequence[int],
) -> None:
    """Compare the ERM's failure at the corrected bound, with the exact complexity, with δ."""
    for exponent in exponents:
        nats = exponent * log(exact(2))
        excess = bounds.corrected_excess(finite.bound, of_class, m, nats)
        left = erm_failure(finite, target, m, _below(excess))
        right = Fraction(1, 1 << exponent)
        instance_recorder = at(delta=0.5**exponent)
        instance_recorder.compare("corrected", left, "<=", right)
        if finite.bound <= 1:
            excess = section_5.unit_excess(finite.bound, of_class, m, nats)
            left = erm_failure(finite, target, m, _below(excess))
            instance_recorder.compare("unit", left, "<=", right)


def _below(value: Exact) -> Fraction:
    """Return a fraction below a number, by less than 2^−60."""
    return Fraction(math.floor(value * 2**60), 2**60)


def _compare_finite_bound(
    at: Recorder, finite: FiniteClass, target: int, factor: float, exponents: Sequence[int]
) -> None:
    """Do the same with the complexity of a finite class, at the m that it gives for ε = C²/2."""
    at = at(**finite.name)
    epsilon = finite.bound**2 / 2
    for exponent in exponents:
        delta = 0.5**exponent
        size = exact(len(finite.values))
        m = section_5.finite_samples(finite.bound, size, epsilon, Fraction(1, 1 << exponent))
        left = erm_failure(finite, target, m, epsilon)
        instance_recorder = at(m=m, target=target, factor=factor, delta=delta)
        instance_recorder.compare("corrected", left, "<=", Fraction(1, 1 << exponent))


def _compare_failure(
    at: Recorder, finite: FiniteClass, target: int, exponents: Sequence[int]
) -> None:
    """Compare the probability that some h without training error has loss above ε with δ."""
    name = finite.name
    n, s, k, W, B = (name[key] for key in ("n", "s", "k", "W", "B"))
    R = math.sqrt(n)
    C = k * (W * R + B)
    at = at(**name)
    for share in (16, 4, 1):
        epsilon = Fraction(C) ** 2 / 2 / share if n == 1 else Fraction(C * C / 2 / share)
        for exponent in exponents:
            delta = 0.5**exponent
            m = section_5.realizable_samples(n, s, k, R, W, B, float(epsilon), delta)
            left = erm_failure(finite, target, m, epsilon)
            instance_recorder = at(m=m, target=target, epsilon=float(epsilon), delta=delta)
            instance_recorder.compare("corrected", left, "<=", Fraction(1, 1 << exponent))


def compare_clipped(
    at: Recorder,
    finite: FiniteClass,
    target: int,
    exponents: Sequence[int],
    rng: np.random.Generator,
) -> None:
    """Do the same where the learner may return dense networks of the same scale, clipped to ±kM."""
    n, s, k, W, B = (finite.name[key] for key in ("n", "s", "k", "W", "B"))
    if k == s:
        return
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
    _compare_failure(at, both, target, exponents)
