"""Appendix A: the bias that makes the network 1-sparse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sparseact.arguments import floats
from sparseact.bounds.domain import COUNT, SIZE, TERMS, checked


@checked()
def appendix_a_gamma(weights: Sequence[Sequence[float]] | np.ndarray) -> Fraction:
    """Return `½·max_α ‖w_α‖₁`: from this Γ on the network is 1-sparse on all inputs.

    Appendix A; `weights` has shape (2**b, q). Off `α = x` the pre-activation is
    at most `‖w_α‖₁` − 2Γ. For unit vectors `½·max‖w_α‖₁ ≤ ½√q`.
    """
    rows = floats("weights", weights)
    if rows.ndim != 2 or rows.shape[0] == 0 or not np.isfinite(rows).all():
        raise ValueError(
            f"weights must be a finite array of shape (2**b, q), got shape {rows.shape}"
        )
    return max(sum((Fraction(abs(float(v))) for v in row), Fraction(0)) for row in rows) / 2


@checked(b=TERMS, gamma=SIZE)
def appendix_a_union(b: int, gamma: float) -> float:
    """Return `Σ_{t=1}^b C(b, t)·exp(−2Γ²t²)`, which bounds Pr[a neuron `α ≠ x` is active].

    For `‖w_α‖₂ ≤ 1` (docs/proofs-representations.md).
    """
    return math.fsum(math.comb(b, t) * math.exp(-2 * (gamma * t) ** 2) for t in range(1, b + 1))


@checked(b=TERMS)
def appendix_a_probability(b: int) -> Fraction:
    """Return `2b/s²`, `s = 2^b`, which bounds Pr[a neuron `α ≠ x` is active] for `Γ ≥ √ln s`.

    For `‖w_α‖₂ ≤ 1` (docs/proofs-representations.md).
    """
    return Fraction(2 * b, 4**b)


@checked(b=COUNT)
def appendix_a_mean_square(b: int) -> int:
    """Return 1 + 2b, which bounds `E|R_x|²` for `Γ ≥ √ln s` and `‖w_α‖₂ ≤ 1`.

    docs/proofs-representations.md.
    """
    return 1 + 2 * b
