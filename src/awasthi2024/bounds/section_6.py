"""Section 6: Theorem S, on networks that are rarely active (docs/proofs-section_6.md, 5)."""

import math

from balls import exact, log, sqrt


def theorem_s_samples(n, delta):
    """`m_0 = n/(16 ln(1/δ))`, up to which Theorem S (1) holds, for `δ < 1`."""
    return -n / (16 * log(delta))


def theorem_s(n, s, m, W, delta):
    """`sW√n/(4√(2m))` for `m ≤ m_0`, and `sW√(n⌊m_0⌋)/(4√2·m)` for `m ≥ m_0 ≥ 1`.

    It bounds the Rademacher complexity of the networks on
    `{±1}^n` of which, with probability 1 − δ, no neuron is active, from below, for any m
    points and `B ≥ W√(2 ln(1/δ))`. It is 0 where `m > m_0` and `m_0 < 1`.
    """
    used = min(m, math.floor(theorem_s_samples(n, delta)))
    return s * W * sqrt(n * used / (32 * m**2))


def halfspace_excess(n, m):
    """ln(2(2m)^n)/ln((1+√5)/2), which bounds `E sup_I (|I| − 2m·Pr[I])` over halfspaces.

    Inequality (S): `|I|` counts, of m independent points in n dimensions, the points in I, and the
    mean is over the points.
    """
    return (log(exact(2)) + n * log(2 * m)) / log((1 + sqrt(exact(5))) / 2)


def theorem_s_sparsity(n, s, k, m):
    """k' = `2k + (s/m)·ln(2(2m)^n)/ln((1+√5)/2)`.

    On m independent points networks with `E|R_x| ≤ k` have, in the mean, at most the bound of those
    with `Σ_j|I_j|` ≤ k'm.
    """
    return 2 * k + s / m * halfspace_excess(n, m)
