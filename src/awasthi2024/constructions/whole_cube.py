"""The sets of Theorem H′, for which sparsity on the whole cube does not save Conjecture 20.

The sample has a point for each pair of n vertices; a neuron belongs to a set of d
vertices all of whose pairs have one sign. The bounds here are the proof's,
with every constant. Proofs: docs/proofs-conjecture_20-fails.md, 9.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from awasthi2024.constructions.rectangles import round_down


class Moments(NamedTuple):
    """`√q` times κ, θ and τ: means of sums of 1 to 4 vertices' signs, q for each vertex."""

    kappa: Fraction
    theta: Fraction
    tau: Fraction


def _law(signs: int, step: int = 1) -> dict[int, int]:
    """Return value → weight for `step` times the sum of `signs` independent signs."""
    return {step * (2 * heads - signs): math.comb(signs, heads) for heads in range(signs + 1)}


def _mean_size(*laws: dict[int, int]) -> Fraction:
    """Return the mean absolute value of a sum of independent variables, from their weights."""
    total = {0: 1}
    for law in laws:
        joined: dict[int, int] = {}
        for value, weight in total.items():
            for more, other in law.items():
                joined[value + more] = joined.get(value + more, 0) + weight * other
        total = joined
    return Fraction(sum(abs(v) * weight for v, weight in total.items()), sum(total.values()))


def moments(q: int) -> Moments:
    """Return `√q·κ`, `√q·θ` and `√q·τ` for `q ≥ 1` signs to a vertex."""
    joined = _mean_size(_law(q, 2), _law(2 * q))  # 2r_1 + r_2 + r_3
    apart = _mean_size(_law(4 * q))  # r_1 + r_2 + r_3 + r_4
    return Moments(_mean_size(_law(q)), max(joined, apart) / 2, _mean_size(_law(2 * q)))


def most_active_sets(limit: int, d: int, squared_gaps: Fraction) -> int:
    """Return Lemma 1's bound on the sets of d vertices that are active at a point of the cube.

    `limit` is k₀, the largest number of sets through a pair, and `squared_gaps` the square of (β −
    θ)(β − κ)β.
    """
    return limit + math.floor(d**3 / squared_gaps)


@dataclass(frozen=True)
class CliqueSizes:
    """Sizes of the construction.

    Raises ValueError if a size is outside its range, or d-sets would have to be chosen with a
    probability above 1.
    """

    d: int  # vertices of a set
    n: int  # vertices in all
    q: int  # signs to a vertex; the signs are 4q-wise independent
    through: int  # λ, the mean number of sets through a pair
    limit: int  # k₀ > λ, the largest number allowed
    beta: Fraction  # √q times the bias, between √q·θ and √q·τ

    def __post_init__(self) -> None:
        values = moments(self.q)
        if not 3 <= self.d < self.n or not 1 <= self.through < self.limit:
            raise ValueError(f"must have 3 <= d < n and 1 <= through < limit, got {self}")
        if not values.theta < self.beta < values.tau:
            raise ValueError(f"beta must be between {values.theta} and {values.tau}, got {self}")
        pairs = math.comb(self.d, 2)
        if self.through << (pairs - 1) > math.comb(self.n - 2, self.d - 2):
            raise ValueError(f"{self}: n is too small for {self.through} sets through a pair")

    @property
    def m(self) -> int:
        """The number of points."""
        return math.comb(self.n, 2)

    @property
    def s(self) -> int:
        """The number of neurons."""
        return self.limit * self.m // math.comb(self.d, 2)

    @property
    def k(self) -> int:
        """The neurons that can be active at a point of the cube, by Lemma 1."""
        values = moments(self.q)
        gaps = (self.beta - values.theta) * (self.beta - values.kappa) * self.beta  # √q³ times
        return most_active_sets(self.limit, self.d, gaps**2 / self.q**3)

    @property
    def expected_sets(self) -> Fraction:
        """A lower bound on the mean number of sets, Lemma 2 with all its constants."""
        d, n = self.d, self.n
        mean = Fraction(self.through * self.m, math.comb(d, 2))
        all_sets = math.comb(n, d)
        # The other kept sets with three vertices or more in common with a kept one, in the mean.
        sharing = sum(
            Fraction(math.comb(d, j) * math.comb(n - d, d - j) << math.comb(j, 2), all_sets)
            for j in range(3, d)
        ) * (mean / 2)
        excess = self.through * (1 + sharing) / (4 * (self.limit - self.through))
        return mean * (1 - sharing) - self.m * excess


def squared_ratio_below(sizes: CliqueSizes) -> Fraction:
    """Return a lower bound on the square of the ratio of `R_S` to the conjectured bound.

    m·R_S ≥ (τ − β)·C(d, 2)·E(number of sets), `M = √d + β`.
    """
    values = moments(sizes.q)
    unit = 1 << 64
    root = Fraction(math.isqrt(sizes.q * sizes.d * unit * unit) + 1, unit)  # above √(qd)
    gain = max(sizes.expected_sets, Fraction(0)) * math.comb(sizes.d, 2)
    value = (values.tau - sizes.beta) / (root + sizes.beta) * gain
    return round_down(value**2 / (sizes.s * sizes.k * sizes.m))
