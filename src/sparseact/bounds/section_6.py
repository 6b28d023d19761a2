"""Section 6: Theorem S, on the Rademacher complexity of networks that are rarely active."""

from __future__ import annotations

import math

from sparseact.bounds.arithmetic import Scalar, as_number, divide, log_of, root_of
from sparseact.bounds.domain import ACTIVE, COUNT, LEVEL, SIZE, checked

#: The logarithm of the golden ratio.
_LOG_GOLDEN = math.log((1 + math.sqrt(5)) / 2)


@checked(n=SIZE, delta=LEVEL)
def theorem_s_samples(n: Scalar, delta: Scalar) -> float:
    """Return `m_0 = n/(16 ln(1/δ))`, up to which Theorem S (1) holds.

    docs/proofs-section_6.md, 5. Undefined at `δ = 1`.
    """
    return divide(float(as_number(n)), -16 * log_of(as_number(delta), "Theorem S"), "Theorem S")


@checked(n=COUNT, s=SIZE, m=COUNT, W=SIZE, delta=LEVEL)
def theorem_s(n: int, s: Scalar, m: int, W: Scalar, delta: Scalar) -> float:
    """Return `sW√n/(4√(2m))` for `m ≤ m_0`, and `sW√(n⌊m_0⌋)/(4√2·m)` for `m ≥ m_0 ≥ 1`.

    docs/proofs-section_6.md, 5: it bounds the Rademacher complexity of the networks on
    `{±1}^n` of which, with probability 1 − δ, no neuron is active, from below, for any m
    points and `B ≥ W√(2 ln(1/δ))`. It is 0 where `m > m_0` and `m_0 < 1`.
    """
    used = min(m, math.floor(theorem_s_samples(n, delta)))
    size = float(as_number(s)) * float(W)
    return divide(size * root_of(n * used, "Theorem S"), 4 * math.sqrt(2) * m, "m = 0")


@checked(n=COUNT, m=SIZE)
def halfspace_excess(n: int, m: Scalar) -> float:
    """Return ln(2(2m)^n)/ln((1+√5)/2), which bounds `E sup_I (|I| − 2m·Pr[I])` over halfspaces.

    docs/proofs-section_6.md, 5, inequality (S): `|I|` counts, of m independent
    points in n dimensions, the points in I, and the mean is over the points.
    """
    return (math.log(2) + n * log_of(2 * as_number(m), "Theorem S")) / _LOG_GOLDEN


@checked(n=COUNT, s=SIZE, k=ACTIVE, m=SIZE)
def theorem_s_sparsity(n: int, s: Scalar, k: Scalar, m: Scalar) -> float:
    """Return k' = `2k + (s/m)·ln(2(2m)^n)/ln((1+√5)/2)`.

    docs/proofs-section_6.md, 5: on m independent points networks with `E|R_x| ≤ k` have, in
    the mean, at most the bound of those with `Σ_j|I_j|` ≤ k'm.
    """
    quotient = divide(float(as_number(s)), as_number(m), "Theorem S with m = 0")
    return 2 * float(as_number(k)) + float(quotient) * halfspace_excess(n, m)
