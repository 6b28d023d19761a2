"""The bounds of Section 3 and the paper's hypotheses for one network that was measured."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from balls import sqrt
from sparseact import bounds
from sparseact.inspector.measured import Measured


class SharpBounds:
    """The bounds that are proved in docs/, for one network: Theorems A, C and D."""

    def __init__(self, measured: Measured) -> None:
        self._s, self._k = measured.network.s, measured.k
        self._W = sqrt(measured.network.scale_squared[0])
        # Theorem C has min(2k, s)² where 4k² is the larger.
        self._half = min(Fraction(self._k), Fraction(self._s, 2))

    def sensitivity(self) -> Fraction:
        """Return Theorem A's bound on the average sensitivity."""
        return Fraction(bounds.theorem_a_min(self._s, self._k, self._W))

    def sensitivity_on_average(self, mean_square_active: Fraction | float) -> Fraction:
        """Return Theorem A's bound with `E|R_x|²` instead of `k²`."""
        return Fraction(bounds.theorem_a_average(self._W, Fraction(mean_square_active)))

    def noise(self, rho: Fraction) -> Fraction:
        """Return Theorem D's bound on the noise sensitivity."""
        return Fraction(bounds.theorem_d_min(self._s, self._k, self._W, rho))

    def tail(self, degree: int) -> Fraction:
        """Return Theorem C's bound on the weight above a degree."""
        return Fraction(bounds.theorem_c_tail(self._half, self._W, degree))

    def degree(self, epsilon: float) -> int:
        """Return the smallest degree that, by Theorem C, leaves at most ε above it."""
        return bounds.theorem_c_degree(self._half, self._W, epsilon)


class PaperBounds:
    """The paper's bounds with constant 1 for one network, also beyond the range of floats.

    They are homogeneous in (W, B), so they are evaluated at a power of two of it.
    """

    def __init__(self, measured: Measured) -> None:
        W2, B2 = measured.network.scale_squared
        largest = max(W2, B2)
        power = (largest.numerator.bit_length() - largest.denominator.bit_length()) // 2
        self._square = Fraction(4) ** power
        W, B = sqrt(W2 / self._square), sqrt(B2 / self._square)
        self._sizes = (measured.network.n, measured.network.s, measured.k, W, B)

    def sensitivity(self) -> Fraction:
        """Return Lemma 9's bound on the average sensitivity."""
        return Fraction(bounds.lemma_9(*self._sizes)) * self._square

    def noise(self, rho: Fraction) -> Fraction:
        """Return Lemma 10's bound on the noise sensitivity."""
        return Fraction(bounds.lemma_10_of_rest(*self._sizes, float(1 - rho))) * self._square

    def degree(self, epsilon: float) -> Fraction:
        """Return Theorem 8's degree for an error of ε."""
        degree = Fraction(bounds.theorem_8_degree(*self._sizes, 1))
        return degree * (self._square / Fraction(epsilon)) ** 2


class Hypothesis(NamedTuple):
    """A condition of the paper, and whether it holds: None is undecided."""

    name: str
    sentence: str
    holds: bool | None


def hypotheses(measured: Measured, epsilon: float) -> list[Hypothesis]:
    """Return which of the paper's conditions hold for a network."""
    network, lower, k = measured.network, measured.lower, measured.k
    n, s = network.n, network.s
    W, B = (sqrt(square) for square in network.scale_squared)
    sparse = k < s if k < s or lower == k else None
    one_sparse = k <= 1 if k <= 1 or lower > 1 else None
    log = math.log2(s)
    degree = bounds.theorem_c_degree(k, W, epsilon)
    below = "is below n, so it says something"
    return [
        Hypothesis("sparsely_activated", "sparsely activated: k < s (Definition 1)", sparse),
        Hypothesis(
            "no_dead_neurons",
            "no dead sparsity: each neuron is active somewhere (§1)",
            all(measured.alive),
        ),
        Hypothesis("one_sparse", "1-sparse: k ≤ 1 (§4)", one_sparse),
        Hypothesis(
            "theorem_13_scale",
            "W ≤ √log₂ s and B ≤ log₂ s (Theorem 13)",
            bool(log >= W**2 and log >= B),
        ),
        Hypothesis("lemma_9_domain", "ns ≥ 2, without which Lemma 9 is false", n * s >= 2),
        Hypothesis(
            "theorem_8_degree_below_n",
            f"Theorem 8's degree, constant 1, {below}",
            PaperBounds(measured).degree(epsilon) < n,
        ),
        Hypothesis("theorem_c_degree_below_n", f"Theorem C's degree {below}", degree < n),
    ]
