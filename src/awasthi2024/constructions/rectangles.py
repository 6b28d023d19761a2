"""The rectangles of Theorem H, on which Conjecture 20 fails for every constant.

The points are x_uv = p·e_u + q·f_v for u < n and v < N, with q²/p² = √(b/a). Once
the signs are drawn, each neuron belongs to a set A of a rows and to a sign, and
is active, with the value 1, on a rectangle A × B with at most b columns on which
all signs are that sign. Proofs: docs/proofs-conjecture_20-fails.md, 8.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from sparseact.randomness import Randomness, as_generator

_BITS = 1024  # of the enclosures


@dataclass(frozen=True)
class Rectangles:
    """Sizes of the construction.

    Raises ValueError unless `1 ≤ a ≤ h ≤ n`, `N ≥ 1` and `b ≥ 1`.
    """

    n: int  # rows of the sample
    N: int  # its columns
    h: int  # rows of a column that neurons of one sign may use
    a: int  # rows of a neuron's rectangle
    b: int  # its columns, at most

    def __post_init__(self) -> None:
        if not (1 <= self.a <= self.h <= self.n and self.N >= 1 and self.b >= 1):
            raise ValueError(f"must have 1 <= a <= h <= n, N >= 1 and b >= 1, got {self}")

    @property
    def m(self) -> int:
        """The number of points."""
        return self.n * self.N

    @property
    def s(self) -> int:
        """The number of neurons."""
        return 2 * math.comb(self.n, self.a)

    @property
    def k(self) -> int:
        """The largest number of neurons that are active at a point."""
        return math.comb(self.h - 1, self.a - 1)

    @functools.cached_property
    def probability(self) -> Fraction:
        """The probability that a column may be used by the neuron of A and a sign."""
        n, h, a = self.n, self.h, self.a
        total, signs, sets = 0, math.comb(n, a), 1  # C(n, p) and C(min(p, h), a) at p = a
        for p in range(a, n + 1):
            total += signs * sets
            signs = signs * (n - p) // (p + 1)
            if p < h:
                sets = sets * (p + 1) // (p + 1 - a)
        return Fraction(total, math.comb(n, a) << n)

    @property
    def gain(self) -> Fraction:
        """The mean contribution of a column to the neuron's correlation with the signs."""
        return Fraction(self.a)


def scale_above(a: int, b: int) -> Fraction:
    """Return a fraction at least `M = √a + √b + 1`, and within `2⁻⁶³` of it."""
    unit = 1 << 64
    roots = sum(math.isqrt(c * unit * unit - 1) + 1 for c in (a, b))  # of √c·unit, rounded up
    return Fraction(roots, unit) + 1


def round_down(value: Fraction) -> Fraction:
    """Return the largest multiple of `2⁻³²` that is at most `value`."""
    return Fraction(math.floor(value * 2**32), 2**32)


def expected_minimum_below(trials: int, probability: Fraction, b: int) -> Fraction:
    """Return a fraction below `E min(X, b)`, X ~ Bin(trials, probability), by Arb's enclosures.

    `E min(X, b) = b − Σ_{x<b} (b − x)·Pr[X = x]`. 0 < probability < 1.
    """
    with flint.ctx.workprec(_BITS):
        hit = flint.arb(flint.fmpq(*probability.as_integer_ratio()))
        term, lost = (1 - hit) ** trials, flint.arb(0)
        for x in range(min(b, trials + 1)):
            lost += (b - x) * term
            term *= (trials - x) * hit / ((x + 1) * (1 - hit))
        mantissa, exponent = (b - lost).lower().man_exp()
    return max(int(mantissa) * Fraction(2) ** int(exponent), Fraction(0))


def squared_ratio_below(sizes: Rectangles) -> Fraction:
    """Return the square of (H), the ratio of `R_S` to the conjectured bound, rounded down.

    (H) is `g·E[min(X, b)]·√(2C(n,a)/(nNk))/(√a + √b + 1)` with the gain g = a of a column.
    """
    mean = expected_minimum_below(sizes.N, sizes.probability, sizes.b)
    factor = Fraction(sizes.s, sizes.m * sizes.k)
    return round_down((sizes.gain * mean / scale_above(sizes.a, sizes.b)) ** 2 * factor)


def squared_ratio_for_every_constant(a: int, b: int) -> Fraction:
    """Return the square of `√(ab)/(4√2(√a + √b + 1))`, rounded down.

    The ratio on `n = 2h` rows and `N = b·2^a` columns, `h ≥ a²`, is at least this.
    """
    return round_down(Fraction(a * b, 32) / scale_above(a, b) ** 2)


@dataclass(frozen=True)
class BuiltNetwork:
    """The network for one sign matrix: neuron j has the rectangle A × B."""

    rows: np.ndarray  # A: bool (s, n)
    columns: np.ndarray  # B: bool (s, N)
    u: np.ndarray  # output weights: int (s,)


def build_network(sizes: Rectangles, signs: np.ndarray, rng: Randomness) -> BuiltNetwork:
    """Build the network for signs (n, N) of ±1; `rng` draws the sets `P_v^σ`.

    On each set of a rows there are two neurons, of output weight 1 and −1, whose columns are the
    first b in which all of its rows are in the set of that sign. `rng` is a seed, a generator or
    None (see `sparseact.randomness.as_generator`).

    Raises ValueError if the signs have another shape, or `rng` is something else.
    """
    rng = as_generator(rng)
    n, N, h = sizes.n, sizes.N, sizes.h
    if signs.shape != (n, N):
        raise ValueError(f"signs have shape {signs.shape}; needed is ({n}, {N})")
    sets = np.array(list(itertools.combinations(range(n), sizes.a)))
    rows = np.zeros((len(sets), n), dtype=bool)
    rows[np.arange(len(sets))[:, None], sets] = True
    columns = []
    for sign in (1, -1):
        order = np.where(signs == sign, rng.random((n, N)), np.inf)
        usable = (np.argsort(np.argsort(order, axis=0), axis=0) < h) & (signs == sign)
        inside = usable[sets].all(axis=1)
        columns.append(inside & (np.cumsum(inside, axis=1) <= sizes.b))
    u = np.repeat([1, -1], len(sets))
    return BuiltNetwork(np.tile(rows, (2, 1)), np.vstack(columns), u)
