"""Phrases of the digest: polynomials for one neuron, queries, and deeper networks."""

from __future__ import annotations

import math
from fractions import Fraction

# ------------------------------------------------------------ one ReLU neuron


def neuron_tail(W2: Fraction, d: int) -> Fraction:
    """Return W²c_d/(2(1 − (1 − 1/d)^d)(d + 1)), which bounds one neuron's weight above degree d.

    W2 is ‖w‖², and c_d = C(2d, d)/4^d; at d = 0 the bound is W². docs/proofs-digest.md, 1.
    """
    if d == 0:
        return Fraction(W2)
    central = Fraction(math.comb(2 * d, d), 4**d)
    kept = 1 - Fraction(d - 1, d) ** d
    return W2 * central / (2 * kept * (d + 1))


def neuron_tail_power(W2: Fraction, d: int) -> float:
    """Return 0.4464·W²/((d + 1)√d), which bounds `neuron_tail` for d ≥ 1.

    docs/proofs-digest.md, 1.
    """
    return 0.4464 * float(W2) / ((d + 1) * math.sqrt(d))


def neuron_tail_lower(n: int, d: int) -> float:
    """Return n(2/π)^{3/2}((d+2)^{−3/2} − (n+2)^{−3/2})/12, for σ(x_1 + … + x_n) with even n.

    It bounds the weight above degree d from below. docs/proofs-digest.md, 2.
    """
    return n * (2 / math.pi) ** 1.5 * ((d + 2) ** -1.5 - (n + 2) ** -1.5) / 12


def chebyshev_tail(reach: Fraction, d: int) -> float:
    """Return (M/(π(d + 1)))² for even d, where the pre-activation is in [−M, M].

    Chebyshev's series of |t|, cut after degree d, is within 2/(π(d+1)) of it on [−1, 1].
    docs/proofs-digest.md, 3.
    """
    if d % 2:
        raise ValueError(f"Chebyshev's series of |t| has even degrees alone, not d = {d}")
    return (float(reach) / (math.pi * (d + 1))) ** 2
