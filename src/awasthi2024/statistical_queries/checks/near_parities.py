"""Find the parities that a hypothesis is near to."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sparseact.cube import walsh_transform

#: Six sets whose characters, of four or more coordinates, one majority vote comes near to.
SIX = (0, 1, 2, 4, 8, 15)


def near_parities(hypothesis: np.ndarray) -> np.ndarray:
    """Return which S have Pr[sign g ≠ χ_S] ≤ 1/3, for g on the cube; (2^m,) bool by mask."""
    signs = np.where(hypothesis >= 0, 1.0, -1.0)
    return 3 * walsh_transform(signs) >= 1  # dyadic: exact


def near_in_squared_loss(numerators: np.ndarray, denominator: int) -> np.ndarray:
    """Return which S have ½E(g − χ_S)² ≤ 1/3, for g = integers/denominator; (2^m,) bool."""
    g = numerators.astype(np.int64)
    inner = np.rint(walsh_transform(g) * len(g)).astype(np.int64)
    # E(g − χ)² = E g² − 2E gχ + 1, times denominator²·2^m.
    distance = int((g * g).sum()) - 2 * denominator * inner + denominator**2 * len(g)
    return 3 * distance <= 2 * denominator**2 * len(g)


def squared_loss(values: np.ndarray, labels: np.ndarray) -> Fraction:
    """Return ½E(g − f)² from dyadic values on the cube, by its definition."""
    terms = [
        (Fraction(float(v)) - Fraction(float(f))) ** 2 for v, f in zip(values, labels, strict=True)
    ]
    return sum(terms, Fraction(0)) / (2 * len(terms))
