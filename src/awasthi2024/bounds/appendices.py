"""Appendix A: the bias that makes the network 1-sparse. Appendix B: the lines of Lemma 10."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from balls import exact, exp, log, sqrt
from sparseact.arguments import floats

# ----------------------------- Appendix A (docs/proofs-representations.md)


def appendix_a_gamma(weights: Sequence[Sequence[float]] | np.ndarray) -> Fraction:
    """Return `½·max_α ‖w_α‖₁`: from this Γ on the network is 1-sparse on all inputs.

    `weights` has shape (2**b, q). Off `α = x` the pre-activation is at most `‖w_α‖₁` − 2Γ. For
    unit vectors `½·max‖w_α‖₁ ≤ ½√q`.
    """
    rows = floats("weights", weights).tolist()
    return max(sum((Fraction(abs(v)) for v in row), Fraction(0)) for row in rows) / 2


def appendix_a_probability(b):
    """`2b/4^b`, which bounds Pr[a neuron `α ≠ x` is active] for `Γ ≥ √ln s` and `‖w_α‖₂ ≤ 1`."""
    return Fraction(2 * b, 4**b)


def appendix_a_mean_square(b):
    """1 + 2b, which bounds `E|R_x|²` for `Γ ≥ √ln s` and `‖w_α‖₂ ≤ 1`."""
    return 1 + 2 * b


# -------------------------- Appendix B (docs/proofs-noise_sensitivity.md)


def appendix_b_tail_printed(square):
    """`2·exp(−t²/4σ²)` from `t²/σ²`: Appendix B's first tail."""
    return 2 * exp(-square / 4)


def appendix_b_tail(square):
    """`2·exp(−t²/2σ²)` from `t²/σ²`: Hoeffding's inequality."""
    return 2 * exp(-square / 2)


def appendix_b_norm_threshold(n, s, r):
    """`8·ln(nsr)`, which `‖w'_j‖²/‖w_j‖²` rarely exceeds, by Appendix B."""
    return 8 * log(n * s * r)


def appendix_b_max_norm(n, s, r, norm_squared):
    """`(8 + 1/(2 ln 2))·ln(nsr)·‖w‖²`, which bounds `E_z[max_j ‖w'_j‖²]` for `nsr ≥ 2`.

    By Appendix B's own route, with its `O(·)` computed.
    """
    return (8 + 1 / (2 * log(exact(2)))) * log(n * s * r) * norm_squared


#: Theorem D gives Appendix B's last display, first line, with this constant for nsr ≥ 2.
appendix_b_final_constant = 4 / log(exact(2)) ** 2

#: The step from r to 1 − ρ holds with this constant for ns ≥ 2, 0 ≤ ρ < 1, and with no smaller one.
appendix_b_rate_constant = sqrt(exact(8))

#: With this constant it holds for ns ≥ 3 and every ρ < 1, so no smaller one is to blame.
appendix_b_all_rate_constant = 6


def appendix_b_final(n, s, k, W, B, r):
    """`(W²k⁴ ln²(nrs) + k³B²√ln s)/√r`, Appendix B's last display, first line."""
    return (W**2 * k**4 * log(n * r * s) ** 2 + k**3 * B**2 * sqrt(log(s))) / sqrt(r)


def appendix_b_route(n, s, k, W, B, rest):
    """`√r·k³√ln(es/k)·(462W² ln²(4ns/r) + 7B²)`, which bounds NS_ρ at `r = 1 − ρ` [9].

    By the paper's own route, for `0 ≤ ρ < 1`.
    """
    inner = 462 * W**2 * log(4 * n * s / rest) ** 2 + 7 * B**2
    return k**3 * sqrt(rest * (1 + log(s / k))) * inner
