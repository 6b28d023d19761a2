"""Constructions in fractions, and reductions against certified intervals."""

from __future__ import annotations

import itertools
import math
import operator
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.conjecture_20.checks.gram import (
    Gram,
    GramNeuron,
    attained,
    equicorrelated_gram,
    pair_of_neurons,
    sign_classes,
    three_points,
)
from awasthi2024.conjecture_20.checks.point_sets import equicorrelated, fold
from awasthi2024.conjecture_20.parameters import PerfectSquare
from paperclaims.checks.binomial import largest_sum
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import rademacher
from sparseact.rademacher.interval import outwards, rademacher_interval
from sparseact.rademacher.orthogonal import complexity, equicorrelated_gain, orthogonal_gain
from sparseact.randomness import generator


@check("exact", claim="conj-20")
def measure_exact(
    recorder: Recorder,
    *,
    seed: int,
    sizes: NonEmpty[PerfectSquare],
    blocks: NonEmpty[Literal[1, 2]],
    copies: NonEmpty[Positive],
    compared: Annotated[int, Ge(2), Le(7)],
    folded: Positive,
    groups: NonEmpty[Several],
    clusters: NonEmpty[Several],
) -> None:
    """Evaluate constructions exactly, and compare reductions with certified intervals.

    `sizes` are numbers of samples of an orthogonal block, perfect squares. `blocks` are numbers of
    blocks. `copies` are numbers k of copies of each neuron. There s = 2·blocks·k. `compared` is the
    largest m at which closed forms are compared with intervals. `folded` is the number of point
    sets on which the bias is folded in. The sets are random. `groups` are numbers of orthogonal
    clusters. They are for average sparsity. `clusters` are numbers of equal points in each cluster.
    The table has a row per construction: the attained ratio to the conjectured bound, and, for
    clusters, √ln of their number.
    """
    recorder.rows += [
        _compare_three_orthonormal(recorder),
        *(
            _compare_pairs(recorder, size, number, k, bias)
            for size in sizes
            for number in blocks
            for k in copies
            for bias in ((True, False) if number == 1 else (False,))
        ),
        *(_compare_clusters(recorder, number, size) for number in groups for size in clusters),
    ]
    _compare_hadamard_rows(recorder)
    _compare_closed_forms(recorder, compared)
    for number in range(folded):
        _compare_folded(recorder, generator(seed, "conjecture_20", "exact", number), number)


def _compare_violation(recorder: Recorder, value: Fraction, square: Fraction) -> None:
    """Record the attained value against (16), both squared, where it is above it.

    A value below says nothing, being only a lower bound on the complexity.
    """
    if value**2 > square:
        recorder.where(squared=True).exact("printed", value**2, "<=", square)


def _compare_three_orthonormal(recorder: Recorder) -> dict[str, Any]:
    gram = equicorrelated_gram(3, 1, Fraction(0))
    bias = Fraction(3, 20)
    value = Fraction(0)
    for signs in itertools.product((1, -1), repeat=3):
        value += attained(gram, signs, three_points(signs), 1, bias) / 8 / 3
    square = (1 + bias) ** 2 * Fraction(2, 3)
    _compare_violation(
        recorder.where(points="orthonormal", m=3, n=3, s=2, k=1, B=0.15), value, square
    )
    return _row("three points", 3, 3, 2, 1, float(bias), value, square)


def _compare_hadamard_rows(recorder: Recorder) -> None:
    """Take for the sample, and for the domain, the rows of a Hadamard matrix in {±1}^8.

    W = B = 1, s = 2, k = 1: σ(⟨w, x⟩ + 1) − σ(−⟨w, x⟩ + 1) with w = Σ ζ_i x_i/8 is 2ζ_i at x_i.
    """
    rows = [[(-1) ** (i & j).bit_count() for j in range(8)] for i in range(8)]
    gram = Gram([[sum(map(operator.mul, x, y)) for y in rows] for x in rows], 1)
    value = Fraction(0)
    for signs in itertools.product((1, -1), repeat=8):
        neurons = [
            GramNeuron([Fraction(u * sign, 8) for sign in signs], Fraction(-1), u) for u in (1, -1)
        ]
        value += attained(gram, signs, neurons, 1, Fraction(1)) / 8 / 2**8
    instance_recorder = recorder.where(points="rows of a Hadamard matrix", m=8, n=8, s=2, k=1, B=1)
    instance_recorder.closed_form(
        "printed", float(value), "<=", rademacher.conj_20(2, 1, 8, math.sqrt(8), 1.0, 1.0)
    )


def _compare_pairs(
    recorder: Recorder, size: int, blocks: int, k: int, biased: bool
) -> dict[str, Any]:
    root = math.isqrt(size)
    bias = Fraction(1, root) if biased else Fraction(0)
    correlation = Fraction(0) if biased else Fraction(1, 1 + root)
    m, s = size * blocks, 2 * blocks * k
    gram = equicorrelated_gram(size, blocks, correlation)
    value = Fraction(0)
    for signs, probability in sign_classes(size, blocks):
        neurons = [
            neuron
            for block in range(blocks)
            for neuron in pair_of_neurons(signs, block, size, correlation, bias)
        ]
        value += probability * attained(gram, signs, neurons, k, bias) / m
    square = (1 + bias) ** 2 * Fraction(s * k, m)
    name = "orthonormal" if biased else "equicorrelated blocks"
    n = m if biased else m + blocks
    instance_recorder = recorder.where(points=name, m=m, n=n, s=s, k=k, blocks=blocks, B=bias)
    forced = 2 * k * (bias if biased else Fraction(1, 1 + root))
    instance_recorder.exact("forced" if biased else "forced-blocks", value, ">=", forced)
    _compare_violation(instance_recorder, value, square)
    return _row(name, m, n, s, k, float(bias), value, square)


def _row(
    name: str, m: int, n: int, s: int, k: int, B: float, value: Fraction, square: Fraction
) -> dict[str, Any]:
    ratio = math.sqrt(value**2 / square)
    return {"points": name, "m": m, "n": n, "s": s, "k": k, "B": B, "ratio": ratio, "root_log": 0.0}


def _compare_clusters(recorder: Recorder, groups: int, size: int) -> dict[str, Any]:
    """All s = groups neurons on the cluster of `size` equal points with the largest |Σζ|; k = 1.

    Each neuron has w = x_c and no bias: it is active only on the cluster, so the
    average over the sample of the number of active neurons is 1.
    """
    m, s = groups * size, groups
    value = s * largest_sum(groups, size) / m
    square = Fraction(s, m)
    instance_recorder = recorder.where(points="clusters", m=m, n=groups, s=s, k=1, squared=True)
    if m <= 64:
        instance_recorder.exact("average", value**2, "<=", square)
    else:  # the fraction has thousands of digits
        instance_recorder.closed_form("average", float(value**2), "<=", float(square))
    log = math.log(groups)
    if 16 * log <= size:
        ratio = float(value**2 / square)
        instance_recorder.closed_form("average-growth", ratio, ">=", log)
    row = _row("clusters", m, groups, s, 1, 0.0, value, square)
    return {**row, "root_log": math.sqrt(log)}


def _compare_closed_forms(recorder: Recorder, largest: int) -> None:
    """Compare the closed forms with intervals that do not use the symmetry."""
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
                    interval = rademacher_interval(x, s=s, k=k, W=1.0, B=bias)
                    instance_recorder = recorder.where(
                        points=name, B=bias, r=correlation, m=m, n=m, s=s, k=k
                    )
                    distance = max(abs(interval.upper - value), abs(value - interval.lower))
                    # Below a tenth of what is allowed it depends on the processor.
                    distance = max(distance, 1e-6 * value)
                    instance_recorder.certified(
                        "closed-form", distance, "<=", 1e-5 * value, error=2 * ROUNDING * value
                    )


def _compare_folded(recorder: Recorder, rng: np.random.Generator, number: int) -> None:
    m, n = int(rng.integers(3, 6)), int(rng.integers(1, 4))
    s, k = ((2, 1), (2, 2), (3, 1))[int(rng.integers(3))]
    x, B = rng.normal(size=(m, n)), float(rng.uniform(0.1, 1.5))
    y, W = fold(x, 1.0, B)
    before = outwards(*rademacher_interval(x, s=s, k=k, W=1.0, B=B)[:2])
    after = outwards(*rademacher_interval(y, s=s, k=k, W=W, B=0.0)[:2])
    instance_recorder = recorder.where(points="Gaussian", number=number, m=m, n=n, s=s, k=k, B=B)
    left, right = sum(before) / 2, sum(after) / 2
    error = (before[1] - before[0] + after[1] - after[0]) / 2 + ROUNDING * (left + right)
    instance_recorder.certified("no-bias", left, "<=", right, error=error)
