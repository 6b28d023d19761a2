"""Constructions in fractions that exceed the conjectured bound."""

from __future__ import annotations

import itertools
import math
import operator
from fractions import Fraction
from typing import Any

import balls
from awasthi2024.conjecture_20.checks.gram import (
    Gram,
    GramNeuron,
    attained,
    equicorrelated_gram,
    three_points,
)
from balls import sqrt
from paperclaims.checks.binomial import largest_sum
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Several
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


@check("conj-20")
def exact(
    at: Recorder,
    *,
    groups: NonEmpty[Several],
    clusters: NonEmpty[Several],
) -> None:
    """Evaluate networks that exceed the conjectured bound, exactly.

    For sparsity on average, all neurons are on one of s/k orthogonal clusters of equal points.
    `groups` are numbers of clusters. `clusters` are numbers of points in each cluster. The table
    has a row per construction: the attained ratio to the conjectured bound.
    """
    at.rows.append(_compare_three_orthonormal(at))
    at.rows += [_compare_clusters(at, number, size) for number in groups for size in clusters]
    _compare_hadamard_rows(at)


def _compare_three_orthonormal(at: Recorder) -> dict[str, Any]:
    gram = equicorrelated_gram(3, 1, Fraction(0))
    bias = Fraction(3, 20)
    value = Fraction(0)
    for signs in itertools.product((1, -1), repeat=3):
        value += attained(gram, signs, three_points(signs), 1, bias) / 8 / 3
    square = (1 + bias) ** 2 * Fraction(2, 3)
    sizes = {"m": 3, "n": 3, "s": 2, "k": 1, "B": 0.15}
    instance_recorder = at(points="orthonormal", **sizes, squared=True)
    instance_recorder.compare("printed", value**2, "<=", square)
    return {"points": "three points", **sizes, "ratio": math.sqrt(value**2 / square)}


def _compare_hadamard_rows(at: Recorder) -> None:
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
    instance_recorder = at(points="rows of a Hadamard matrix", m=8, n=8, s=2, k=1, B=1)
    right = bounds.conj_20(2, 1, balls.exact(8), sqrt(balls.exact(8)), 1, 1)
    instance_recorder.compare("printed", value, "<=", right)


def _compare_clusters(at: Recorder, groups: int, size: int) -> dict[str, Any]:
    """All s = groups neurons on the cluster of `size` equal points with the largest |Σζ|; k = 1.

    Each neuron has w = x_c and no bias: it is active only on the cluster, so the
    average over the sample of the number of active neurons is 1.
    """
    m, s = groups * size, groups
    value = s * largest_sum(groups, size) / m
    square = Fraction(s, m)
    instance_recorder = at(points="clusters", m=m, n=groups, s=s, k=1, squared=True)
    instance_recorder.compare("average", value**2, "<=", square)
    sizes = {"m": m, "n": groups, "s": s, "k": 1, "B": 0.0}
    return {"points": "clusters", **sizes, "ratio": math.sqrt(value**2 / square)}
