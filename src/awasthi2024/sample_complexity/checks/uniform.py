"""Theorem Y: samples under uniform inputs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, fraction
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.randomness import generator


@check("theorem-y")
def uniform(
    at: Recorder,
    *,
    seed: int,
    variables: NonEmpty[Positive],
    repeats: Positive,
    degrees: NonEmpty[str],
) -> None:
    """Compare the targets of Theorem Y's lower bounds, as fractions; none of its learners is run.

    For each number n of `variables` and each number of points below n, `repeats` random integer
    weights w and points are drawn. Compared are labels, norms and the distance for w and its
    reflection at k = 1. For values D of `degrees` the loss of the best hypothesis for K targets
    2kWx_i, a formula, is compared with ε at K = ⌊D/(D − 1)⌋ and at one target more.
    """
    rng = generator(seed, "sample_complexity", "uniform")
    for n in variables:
        for m in range(n):
            for repeat in range(repeats):
                weights = [int(v) for v in rng.integers(-4, 5, n)]
                sample = points(n)[rng.integers(0, 1 << n, m)].astype(int).tolist()
                compare_reflection(at(n=n, m=m, repeat=repeat), weights, sample)
    for text in degrees:
        served = math.floor(fraction(text) / (fraction(text) - 1))
        for K, relation in ((served, "<="), (served + 1, ">")):
            at(D=text, K=K).compare("logarithm", best_loss(K), relation, 4 / fraction(text))


def best_loss(K: int) -> Fraction:
    """Return the least E(g − 2x_i)² of one g against each of K targets: g = 2(x_1 + … + x_K)/K.

    The targets are 2kW·x_i at k = W = 1, where 2ε = 4/D.
    """
    return 4 * ((1 - Fraction(1, K)) ** 2 + Fraction(K - 1, K**2))


def orthogonal_part(w: Sequence[int], rows: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return Pw, the part of w that is orthogonal to all rows."""
    basis: list[list[Fraction]] = []
    for row in [*rows, w]:
        part = [Fraction(v) for v in row]
        for other in filter(any, basis):
            factor = dot(part, other) / dot(other, other)
            part = [v - factor * e for v, e in zip(part, other, strict=True)]
        basis.append(part)
    return basis[-1]


def dot(v: Sequence[Fraction | int], w: Sequence[Fraction | int]) -> Fraction:
    """Return ⟨v, w⟩."""
    return sum((Fraction(a) * b for a, b in zip(v, w, strict=True)), Fraction(0))


def compare_reflection(at: Recorder, w: Sequence[int], sample: Sequence[Sequence[int]]) -> None:
    """Compare labels and norms for w and w′ = w − 2Pw, and their networks' distance with 2‖Pw‖."""
    part = orthogonal_part(w, sample)
    other = [a - 2 * b for a, b in zip(w, part, strict=True)]
    differing = sum(dot(w, x) != dot(other, x) for x in sample)
    cube = points(len(w)).astype(int).tolist()
    distance = sum(((dot(w, x) - dot(other, x)) ** 2 for x in cube), Fraction(0)) / len(cube)
    for quantity, left, right in (
        ("different labels", differing, 0),
        ("‖w′‖²", dot(other, other), dot(w, w)),
        ("‖h − h′‖²", distance, 4 * dot(part, part)),
    ):
        at(quantity=quantity).compare("same-labels", left, "==", right)
