"""Exact distributions of Σ w_i z_i and of ‖w'‖² over all sign vectors z, and their tails."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from balls import Exact


def sum_distribution(weights: Iterable[int]) -> dict[int, int]:
    """Return how many of the sign vectors z give each value of Σ w_i z_i."""
    counts = {0: 1}
    for weight in weights:
        moved: dict[int, int] = Counter()
        for value, number in counts.items():
            moved[value + weight] += number
            moved[value - weight] += number
        counts = moved
    return counts


def norm_distribution(groups: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return how many z give each value of ‖w'‖² = Σ_e (Σ_{i∈A_e} w_i z_i)².

    Parameters
    ----------
    groups : the weights of each bucket
    """
    counts = {0: 1}
    for group in groups:
        squares: dict[int, int] = Counter()
        for value, number in sum_distribution(group).items():
            squares[value**2] += number
        joint: dict[int, int] = Counter()
        for left, number in counts.items():
            for right, other in squares.items():
                joint[left + right] += number * other
        counts = joint
    return counts


def tails(counts: Mapping[int, int]) -> list[tuple[int, Fraction]]:
    """Return (value, Pr[· ≥ value]) for every positive value that occurs."""
    total, above, values = sum(counts.values()), 0, []
    for value in sorted(counts, reverse=True):
        above += counts[value]
        if value > 0:
            values.append((value, Fraction(above, total)))
    return values


def beyond(counts: Mapping[int, int], variance: int, threshold: Exact) -> Fraction:
    """Return Pr[value > threshold·variance]; the threshold is a logarithm."""
    limit = math.floor(threshold * variance)  # the values are integers
    return Fraction(
        sum(number for value, number in counts.items() if value > limit), sum(counts.values())
    )


def mean_of_max(counts: Mapping[int, int], s: int) -> Fraction:
    """Return the mean of the largest of s independent copies."""
    below, weighted = 0, 0
    for value in sorted(counts):
        upto = below + counts[value]
        weighted += value * (upto**s - below**s)
        below = upto
    return Fraction(weighted, below**s)
