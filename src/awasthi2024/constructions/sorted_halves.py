"""Theorem H*, with the constant √2: the rows of each column are sorted by their signs.

The points and the neurons' shape are as in `rectangles`, with n = 2h rows. Once
the signs are drawn, P_v^+ is the first half of the rows of a column v in an order in
which rows with the sign + come first, random within a sign, and P_v^− is the other
half. A neuron of the rows A and a sign may use the column if at least `agreeing` of
its rows are in the half of that sign. Proofs: docs/proofs-conjecture_20-fails.md, 8.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

from awasthi2024.constructions.rectangles import Rectangles, scale_above


@dataclass(frozen=True)
class SortedHalves(Rectangles):
    """Sizes of the construction, h rows being a half of a column.

    Raises ValueError unless `1 ≤ a ≤ h = n/2`, `N ≥ 1`, `b ≥ 1` and a/2 < agreeing ≤ a.
    """

    agreeing: int  # rows, of the a, that must be in the half of the neuron's sign

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (2 * self.h == self.n and self.a < 2 * self.agreeing <= 2 * self.a):
            raise ValueError(f"must have n = 2h and a/2 < agreeing <= a, got {self}")

    @functools.cached_property
    def _sets(self) -> list[int]:
        """The numbers of sets of a rows with i of one half, for i = a, …, agreeing."""
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
        return Fraction(sum(self._sets), math.comb(self.n, self.a))

    @functools.cached_property
    def gain(self) -> Fraction:
        """The mean contribution of a column to the neuron's correlation with the signs."""
        total = sum((self.a - 2 * less) * sets for less, sets in enumerate(self._sets))
        lost = Fraction(math.comb(self.n, self.h), 4**self.h)
        return (1 - lost) * Fraction(total, sum(self._sets))


def explicit_square(sizes: SortedHalves) -> Fraction:
    """Return the square of a bound below the ratio without sums over X, for 1 ≤ Nπ ≤ b.

    The ratio is at least `(1 − 1/√(2h+1))·((2y−a)/√a)·(√(Nπ) − ½)/(√a + √b + 1)`, y = `agreeing`.

    Raises ValueError unless 1 ≤ Nπ ≤ b.
    """
    mean = sizes.N * sizes.probability
    if not 1 <= mean <= sizes.b:
        raise ValueError(f"Nπ must be at least 1 and at most b, got {float(mean):.6g} for {sizes}")
    unit = 1 << 64
    root = Fraction(math.isqrt(math.floor(mean * unit**2)), unit)
    right = 1 - Fraction(unit, math.isqrt((2 * sizes.h + 1) * unit**2))
    bias = Fraction((2 * sizes.agreeing - sizes.a) ** 2, sizes.a)
    return bias * (right * (root - Fraction(1, 2)) / scale_above(sizes.a, sizes.b)) ** 2


def growing_sizes(g: int) -> SortedHalves:
    """Return sizes with `ln m ≤ g² + 36 ln g + 8` and a ratio ≥ `√2·g·(1 − 3/(2g⁶))`, `g ≥ 2`.

    They have a = `2g⁶`, `h = a²`, `agreeing` = `g⁶ + g⁴`, N the smallest number with Nπ ≥ `a³`, and
    `b = ⌈Nπ⌉`.
    """
    if g < 2:
        raise ValueError(f"g must be an integer of at least 2, got {g}")
    a = 2 * g**6
    block = SortedHalves(2 * a * a, 1, a * a, a, 1, g**6 + g**4)
    columns = math.ceil(a**3 / block.probability)
    return SortedHalves(
        block.n, columns, block.h, a, math.ceil(columns * block.probability), block.agreeing
    )
