"""Theorem H with the constant √2: the signs of a rectangle agree with a bias only.

The points and the neurons' shape are those of `rectangles`. Once the signs are
drawn, P_v^± are h rows of each sign in a column v that has as many, and a neuron
of the rows A and a sign may use the column if A lies in their union and at least
`agreeing` of its rows have that sign. Proofs: docs/proofs-conjecture_20.md, 8.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

from sparseact.rademacher.rectangles import Rectangles


@dataclass(frozen=True)
class BiasedRectangles(Rectangles):
    """Sizes of the construction.

    Attributes
    ----------
    n, N : int
        Rows and columns of the sample.
    h : int
        Rows of each sign that neurons may use in a column.
    a, b : int
        Rows and largest number of columns of a neuron's rectangle.
    agreeing : int
        How many of the a rows must have the neuron's sign in a column.

    Raises
    ------
    ValueError
        Unless 1 ≤ a ≤ h ≤ n/2, N ≥ 1, b ≥ 1 and a/2 < agreeing ≤ a.
    """

    agreeing: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (2 * self.h <= self.n and self.a < 2 * self.agreeing <= 2 * self.a):
            raise ValueError(f"{self}: allowed are 2h <= n and a/2 < agreeing <= a")

    @functools.cached_property
    def _sets(self) -> list[int]:
        """How many sets of a rows there are with i of one sign, for i = a, …, agreeing."""
        h, a = self.h, self.a
        return [
            math.comb(h, most) * math.comb(h, a - most) for most in range(a, self.agreeing - 1, -1)
        ]

    @property
    def k(self) -> int:
        """The largest number of neurons that are active at a point."""
        return self.a * sum(self._sets) // self.h

    @functools.cached_property
    def probability(self) -> Fraction:
        """The probability that a column may be used by the neuron of A and a sign."""
        n, h = self.n, self.h
        term = both = math.comb(n, h)
        for p in range(h, n - h):
            term = term * (n - p) // (p + 1)
            both += term
        return Fraction(both * sum(self._sets), math.comb(n, self.a) << n)

    @functools.cached_property
    def gain(self) -> Fraction:
        """The mean of what a column adds to the neuron's correlation with the signs."""
        total = sum((self.a - 2 * less) * sets for less, sets in enumerate(self._sets))
        return Fraction(total, sum(self._sets))
