"""Appendix B: tails and norms of a bucketed network, and the lines that put Lemma 10 together."""

from __future__ import annotations

import math
from fractions import Fraction

from sparseact.bounds.arithmetic import Scalar, square_of
from sparseact.bounds.domain import ACTIVE_COUNT, CORRELATION, COUNT, SIZE, checked

# ------------------------------------------------------------------ tails


@checked(square=SIZE)
def appendix_b_tail_printed(square: float) -> float:
    """Return `2·exp(−t²/4σ²)` from `t²/σ²`: Appendix B's first tail."""
    return 2 * math.exp(-square / 4)


@checked(square=SIZE)
def appendix_b_tail(square: float) -> float:
    """Return `2·exp(−t²/2σ²)` from `t²/σ²`: Hoeffding's inequality."""
    return 2 * math.exp(-square / 2)


@checked(square=SIZE)
def appendix_b_norm_tail(square: float) -> float:
    """Return `2·exp(−3q/8)`: `Pr_z[‖w'_j‖² ≥ q‖w_j‖²]` (docs/proofs-noise_sensitivity.md, 6)."""
    return 2 * math.exp(-3 * square / 8)


@checked(n=COUNT, s=COUNT, r=SIZE)
def appendix_b_norm_threshold(n: int, s: int, r: Scalar) -> float:
    """Return `8·ln(nsr)`, which `‖w'_j‖²/‖w_j‖²` rarely exceeds, by Appendix B."""
    return 8 * math.log(n * s * r)


# ------------------------------------------------------- the largest norm

#: E_z[max_j ‖w'_j‖²] ≤ this·ln(nsr)·max_j ‖w_j‖² for nsr ≥ 2, by Appendix B's own route.
appendix_b_max_norm_constant = 8 + 1 / (2 * math.log(2))


@checked(n=COUNT, s=COUNT, r=SIZE, norm_squared=SIZE)
def appendix_b_max_norm(n: int, s: int, r: Scalar, norm_squared: float) -> float:
    """Return `(8 + 1/(2 ln 2))·ln(nsr)·‖w‖²`; Appendix B has an `O(·)` there."""
    return appendix_b_max_norm_constant * math.log(n * s * r) * norm_squared


@checked(s=COUNT, norm_squared=SIZE)
def appendix_b_max_norm_sharp(s: int, norm_squared: Fraction | float) -> Fraction | float:
    """Return `M·‖w‖²` with `M ≥ 1` the solution of `M − ln M = 1 + 2 ln s`: no n and no r.

    docs/proofs-noise_sensitivity.md, 6. M is 1 at `s = 1`, and about 2 ln s for
    large s.
    """
    return norm_squared if s == 1 else _largest_of(s) * float(norm_squared)


def _largest_of(s: int) -> float:
    """Return M for s ≥ 2 by Newton's method, which falls to it from above."""
    level = 1 + 2 * math.log(s)
    value, lower = math.inf, 2 * level
    while lower < value:
        value = lower
        lower = value - (value - math.log(value) - level) / (1 - 1 / value)
    return value


# --------------------------------------------------------- the last lines

#: Theorem D gives Appendix B's last display, first line, with this constant for nsr ≥ 2.
appendix_b_final_constant = 4 / math.log(2) ** 2

#: The step from r to 1 − ρ holds with this constant for ns ≥ 2, 0 ≤ ρ < 1, and with no smaller one.
appendix_b_rate_constant = 2 * math.sqrt(2)

#: With this constant it holds for ns ≥ 3 and every ρ < 1, so no smaller one is to blame.
appendix_b_all_rate_constant = 6.0


@checked(n=COUNT, s=COUNT, k=ACTIVE_COUNT, W=SIZE, B=SIZE, r=SIZE)
def appendix_b_final(n: int, s: int, k: int, W: float, B: float, r: Scalar) -> float:
    """Return `(W²k⁴ ln²(nrs) + k³B²√ln s)/√r`, Appendix B's last display, first line."""
    first = float(W) ** 2 * k**4 * math.log(n * r * s) ** 2
    return (first + k**3 * float(B) ** 2 * math.sqrt(math.log(s))) / math.sqrt(r)


@checked(s=COUNT, k=ACTIVE_COUNT, W=SIZE, rho=CORRELATION)
def appendix_b_route(s: int, k: int, W: Scalar, rho: Fraction) -> float:
    """Return `3(1−ρ)k²W²·M`, the end of Appendix B's route with Theorem A for Lemma 9.

    M is `appendix_b_max_norm_sharp`.
    """
    return 3 * float((1 - rho) * k**2 * square_of(W)) * float(appendix_b_max_norm_sharp(s, 1))
