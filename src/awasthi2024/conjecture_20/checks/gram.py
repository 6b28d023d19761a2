"""Networks that are given by the Gram matrix of the points, evaluated exactly."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Gram(NamedTuple):
    """The inner products of m points, as integers over one denominator.

    Fraction would reduce after every term of a sum.
    """

    products: list[list[int]]  # unit·⟨x_i, x_j⟩
    unit: int  # the denominator, at least 1


class GramNeuron(NamedTuple):
    """A neuron with w = Σ α_i x_i, so that ⟨w, x_i⟩ and ‖w‖² come from the Gram matrix."""

    alpha: list[Fraction]
    b: Fraction
    u: int


def attained(
    gram: Gram,
    signs: Sequence[int],
    neurons: Sequence[GramNeuron],
    copies: int,
    B: Fraction,
) -> Fraction:
    """Return Σ ζ_i h(x_i) of `copies` of each neuron, once it is shown to be in the class.

    The class has W = 1, and k = `copies` on the sample. ValueError if a neuron has ‖w‖ > 1, |b| > B
    or |u| > 1, or two are active on one sample.
    """
    total, active = Fraction(0), [0] * len(gram.products)
    for neuron in neurons:
        unit = math.lcm(*(a.denominator for a in neuron.alpha))
        alpha = [a.numerator * (unit // a.denominator) for a in neuron.alpha]
        products = [sum(map(operator.mul, row, alpha)) for row in gram.products]
        square = Fraction(sum(map(operator.mul, alpha, products)), gram.unit * unit**2)
        if square > 1 or abs(neuron.b) > B or abs(neuron.u) > 1:
            raise ValueError(f"‖w‖² = {square}, b = {neuron.b}: outside W = 1, B = {B}")
        # ⟨w, x_i⟩ − b over one denominator.
        common = gram.unit * unit * neuron.b.denominator
        bias = gram.unit * unit * neuron.b.numerator
        excess = 0
        for i, product in enumerate(products):
            above = product * neuron.b.denominator - bias
            if above > 0:
                active[i] += 1
                excess += signs[i] * above
        total += Fraction(neuron.u * excess, common)
    if max(active) > 1:
        raise ValueError(f"at most one neuron must be active on a sample, got {max(active)}")
    return copies * total


def equicorrelated_gram(size: int, blocks: int, correlation: Fraction) -> Gram:
    """Return the Gram matrix of orthogonal blocks of equicorrelated unit vectors."""
    square, inner = correlation.denominator, correlation.numerator
    rows = range(size * blocks)
    products = [
        [square if i == j else inner * (i // size == j // size) for j in rows] for i in rows
    ]
    return Gram(products, square)


def three_points(signs: Sequence[int]) -> list[GramNeuron]:
    """Return a neuron for two of three points that have the same sign, and one for the third."""
    bias = Fraction(3, 20)
    twins = next(
        pair for pair in itertools.combinations(range(3), 2) if signs[pair[0]] == signs[pair[1]]
    )
    (third,) = set(range(3)) - set(twins)
    both = [Fraction(699, 1000) if i in twins else -bias for i in range(3)]
    single = [Fraction(977, 1000) if i == third else -bias for i in range(3)]
    return [GramNeuron(both, -bias, signs[twins[0]]), GramNeuron(single, -bias, signs[third])]
