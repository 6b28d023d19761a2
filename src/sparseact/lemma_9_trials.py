"""Lemma 9 and Theorem A on networks that are drawn: `sparseact check lemma-9`.

Both sides come from the library, the left one exactly: all numbers of these networks are dyadic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root
from sparseact.constructions import extremal, random_network, two_sided
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact

LARGEST_N = 18  # inputs up to which a trial takes less than a second
_STEPS = 40  # changes that a search tries
_ROUNDING = 1e-12  # of Lemma 9's right side, relative


class Trial(NamedTuple):
    """One network and both sides; W and k are its own."""

    kind: str
    k: int
    sensitivity: Fraction
    theorem_a: Fraction  # min(2k, s)²W²
    lemma_9: float  # with its least constant

    @property
    def violates(self) -> bool:
        """Whether a bound is below the average sensitivity."""
        beyond = self.sensitivity > Fraction(self.lemma_9) * (1 + Fraction(_ROUNDING))
        return self.sensitivity > self.theorem_a or beyond


def trials(n: int, s: int, k: int, count: int, seed: int) -> Iterator[Trial]:
    """Draw networks with n inputs, s neurons and at most k active, of four kinds in turn.

    Extremal ones, which attain Theorem A; two-sided ones, on one coordinate; random
    ones; and the best of a search that begins at a random one.

    Raises
    ------
    ValueError
        If a size is out of range.
    """
    for name, value in (("n", n), ("s", s), ("k", k), ("trials", count)):
        if value < 1:
            raise ValueError(f"{name} must be at least 1, not {value}")
    if n > LARGEST_N:
        raise ValueError(f"n must be at most {LARGEST_N}, not {n}")
    if k > s:
        raise ValueError(f"k must be at most s = {s}, not {k}")
    if n * s < 2:
        raise ValueError(
            "Lemma 9 is false at n = s = 1, where its right side is 0; allowed is ns ≥ 2"
        )
    return _drawn(n, s, k, count, seed)


def _drawn(n: int, s: int, k: int, count: int, seed: int) -> Iterator[Trial]:
    kinds = list(_KINDS)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        rng = generator(seed, "lemma-9", number)
        yield judged(kind, _KINDS[kind](n, s, k, rng))


def judged(kind: str, network: SparseReLUNetwork) -> Trial:
    """Return both sides of a network on few enough inputs to enumerate."""
    k = int(network.active_counts().max())
    W, B = (Root(square) for square in network.scale_squared)
    left = average_sensitivity_exact(network.values())
    n, s = network.n, network.s
    right = section_3.lemma_9(n, s, k, W, B, constant=section_3.lemma_9_constant)
    return Trial(kind, k, left, Fraction(section_3.theorem_a_min(s, k, W)), right)


def _extremal(n: int, s: int, k: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Return a member of Theorem B's family with as many copies as fit, and neurons of weight 0."""
    p = int(rng.integers(1, min(n, max(s.bit_length() - 1, 1)) + 1))
    if 2**p > s:
        return _two_sided(n, s, k, rng)
    delta = float(rng.integers(0, 5)) / 4
    small = extremal(p, delta, min(k, s >> p), n)
    idle = s - small.s
    return SparseReLUNetwork(
        np.vstack([small.w, np.zeros((idle, n))]),
        np.append(small.b, np.zeros(idle)),
        np.append(small.u, np.zeros(idle)),
    )


def _two_sided(n: int, s: int, k: int, rng: np.random.Generator) -> SparseReLUNetwork:
    return two_sided(s, int(rng.integers(1, k + 1)), n)


def _random(n: int, s: int, k: int, rng: np.random.Generator) -> SparseReLUNetwork:
    W, B = (float(2.0 ** rng.integers(-1, 3)) for _ in range(2))
    return random_network(n, s, k, W, B, rng)


def _searched(n: int, s: int, k: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Change weights and biases of a random network as long as AS/(4k²W²) grows."""
    best = _random(n, s, k, rng)
    most = _tightness(best, k)
    unit = float(max(np.abs(best.w).max(), 2.0**-4)) / 4
    unit = 2.0 ** np.floor(np.log2(unit))
    for _ in range(_STEPS):
        w, b, u = best.w.copy(), best.b.copy(), best.u.copy()
        j = rng.integers(s)
        if rng.integers(3):
            w[j, rng.integers(n)] += unit * rng.choice([-2, -1, 1, 2])
        else:
            b[j] += unit * rng.choice([-2, -1, 1, 2])
        other = SparseReLUNetwork(w, b, u)
        if int(other.active_counts().max()) <= k:
            found = _tightness(other, k)
            if found >= most:
                best, most = other, found
    return best


def _tightness(network: SparseReLUNetwork, k: int) -> Fraction:
    bound = Fraction(section_3.theorem_a(k, Root(network.scale_squared[0])))
    return average_sensitivity_exact(network.values()) / bound if bound else Fraction(0)


_KINDS: dict[str, Callable[[int, int, int, np.random.Generator], SparseReLUNetwork]] = {
    "extremal": _extremal,
    "two-sided": _two_sided,
    "random": _random,
    "searched": _searched,
}
