"""Theorem T: pruned networks of several accuracies, read through nested windows."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

from awasthi2024.bounds import section_5
from balls import exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder


@check("theorem-5")
def windows(
    at: Recorder,
    *,
    neurons: NonEmpty[Positive],
    deltas: NonEmpty[OpenProbability],
    exponents: NonEmpty[Positive],
) -> None:
    """Compare the constants of Theorem T with those of its proof, at k = M = 1.

    `neurons` are values of s. `deltas` are values of δ. `exponents` are values of e: m = 2^e
    points, and the losses are 2^(1−e). The table has the number of points for each loss.
    """
    for s, delta, e in product(neurons, deltas, exponents):
        _compare_constants(at(s=s, delta=delta, m=2**e))
        _compare_samples(at(s=s, delta=delta, epsilon=2.0 ** (1 - e)))


def far_mass(s: Fraction, T: int, m: Fraction, delta: Fraction) -> Any:
    """Return ρ of Lemma 6, for codes of at most T indices a neuron."""
    codes = s * (T * log(exact(2 * m + 1)) + log(exact(2)))
    return (codes - log(delta)) / (m - s * T)


def _compare_constants(at: Recorder) -> None:
    """Compare ½t_0² + 18·Σ t_j²ρ_j, at k = M = 1, with the bound."""
    s, delta, m = (Fraction(at[key]) for key in ("s", "delta", "m"))
    least = 8 * s / m
    squares = [least * 4**j for j in range(int(m).bit_length()) if least * 4**j < 1]
    loss = min(least, Fraction(1)) / 2
    for square in squares:
        loss += 18 * square * far_mass(s, math.ceil(4 / square) - 1, m, delta / len(squares))
    at.compare("labelled-only", loss, "<=", section_5.theorem_t(s, 1, m, 1, delta))


def _compare_samples(at: Recorder) -> None:
    """Compare the bound at the number of points that is enough with ε."""
    s, delta, epsilon = (Fraction(at[key]) for key in ("s", "delta", "epsilon"))
    m = section_5.theorem_t_samples(s, 1, 1, epsilon, delta)
    loss = section_5.theorem_t(s, 1, exact(m), 1, delta)
    at(quantity="samples").compare("labelled-only", loss, "<=", epsilon)
    at.row(m=m)
