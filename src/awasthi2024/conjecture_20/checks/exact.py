"""Networks in fractions that exceed the conjectured bound, and Theorem F's closed form."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Sequence
from fractions import Fraction

import balls
from awasthi2024.bounds import section_5
from balls import between, sqrt
from paperclaims.checks.binomial import largest_sum
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Pair, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact import bounds

#: α, b and u of a neuron with w = Σ α_i x_i, whose products come from the points' Gram matrix.
Neuron = tuple[list[Fraction], Fraction, int]


@check("conj-20")
def exact(at: Recorder, *, groups: NonEmpty[Several], clusters: NonEmpty[Several]) -> None:
    """Compare what given networks attain with the conjectured bound, in fractions.

    The samples are three orthonormal points, the rows of a Hadamard matrix in {±1}⁸ as the whole
    domain, and, for sparsity on average, s/k orthogonal clusters of equal points. All neurons are
    on the cluster with the largest sum of signs. `groups` are numbers of clusters. `clusters` are
    numbers of points in each cluster.
    """
    _compare_three_points(at)
    for number, size in itertools.product(groups, clusters):
        _compare_clusters(at, number, size)
    _compare_hadamard_rows(at)


def _compare_three_points(at: Recorder) -> None:
    gram, bias = [[int(i == j) for j in range(3)] for i in range(3)], Fraction(3, 20)
    signs = list(itertools.product((1, -1), repeat=3))
    values = (attained(gram, zeta, three_points(zeta), bias) for zeta in signs)
    value = sum(values, Fraction(0)) / 8 / 3
    square = (1 + bias) ** 2 * Fraction(2, 3)
    here = at(points="orthonormal", m=3, n=3, s=2, k=1, B=0.15)
    here(squared=True).compare("printed", value**2, "<=", square)
    here.row(points="three points", ratio=math.sqrt(value**2 / square))


def _compare_hadamard_rows(at: Recorder) -> None:
    """σ(⟨w, x⟩ + 1) − σ(−⟨w, x⟩ + 1) with w = Σ ζ_i x_i/8 is 2ζ_i at x_i; W = B = 1."""
    rows = [[(-1) ** (i & j).bit_count() for j in range(8)] for i in range(8)]
    gram = [[sum(map(operator.mul, x, y)) for y in rows] for x in rows]
    value = Fraction(0)
    for signs in itertools.product((1, -1), repeat=8):
        neurons = [([Fraction(u * v, 8) for v in signs], Fraction(-1), u) for u in (1, -1)]
        value += attained(gram, signs, neurons, Fraction(1)) / 8 / 2**8
    right = bounds.conj_20(2, 1, balls.exact(8), sqrt(balls.exact(8)), 1, 1)
    here = at(points="rows of a Hadamard matrix", m=8, n=8, s=2, k=1, B=1)
    here.compare("printed", value, "<=", right)


def _compare_clusters(at: Recorder, groups: int, size: int) -> None:
    """Neurons with w = x_c and no bias, s = groups of them, are active only on the cluster c."""
    m, value = groups * size, largest_sum(groups, size) / size
    here = at(points="clusters", m=m, n=groups, s=groups, k=1)
    here(squared=True).compare("average", value**2, "<=", Fraction(groups, m))
    here.row(B=0.0, ratio=math.sqrt(value**2 * size))


def attained(
    gram: Sequence[Sequence[int]], signs: Sequence[int], neurons: Sequence[Neuron], B: Fraction
) -> Fraction:
    """Return Σ ζ_i h(x_i), once h is shown to be in the class with W = 1 and k = 1 on the sample.

    ValueError if a neuron has ‖w‖ > 1, |b| > B or |u| > 1, or two are active on one sample.
    """
    total, active = Fraction(0), [0] * len(gram)
    for alpha, b, u in neurons:
        products = [sum(map(operator.mul, alpha, row)) for row in gram]
        square = sum(map(operator.mul, alpha, products))
        if square > 1 or abs(b) > B or abs(u) > 1:
            raise ValueError(f"‖w‖² = {square}, b = {b}: outside W = 1, B = {B}")
        for i, product in enumerate(products):
            if product > b:
                active[i] += 1
                total += u * signs[i] * (product - b)
    if max(active) > 1:
        raise ValueError(f"at most one neuron must be active on a sample, got {max(active)}")
    return total


def three_points(signs: Sequence[int]) -> list[Neuron]:
    """Return a neuron for two of three points that have the same sign, and one for the third."""
    bias, pairs = Fraction(3, 20), itertools.combinations(range(3), 2)
    i, j = next((i, j) for i, j in pairs if signs[i] == signs[j])
    both, single = [-bias] * 3, [-bias] * 3
    both[i] = both[j] = Fraction(699, 1000)
    single[3 - i - j] = Fraction(977, 1000)
    return [(both, -bias, signs[i]), (single, -bias, signs[3 - i - j])]


@check("conj-20")
def orthogonal(
    at: Recorder, *, sizes: NonEmpty[Positive], classes: NonEmpty[Pair[Positive]]
) -> None:
    """Compare the complexity on m orthogonal points at B = 0 with Theorem F's lower bound.

    The complexity, with a proved error, is the theorem's mean over the number of positive signs.
    The lower bound is its closed form. `sizes` are numbers m of points. `classes` are pairs (s, k)
    with s/k even.
    """
    for m, (s, k) in itertools.product(sizes, classes):
        bound = section_5.theorem_f_closed(balls.exact(s), k, balls.exact(m), 1, 1)
        value = section_5.theorem_f(s, k, m, 1, 1)
        error = section_5.theorem_f_error * value
        here = at(points="orthogonal", m=m, n=m, s=s, k=k, B=0.0)
        least = max(bound, Fraction(0))
        here.compare("theorem-f", between(value - error, value + error), ">=", least)
        at.rows.append({"m": m, "s": s, "k": k, "complexity": value, "bound": float(least)})
