"""Appendix A: the bias that makes the network 1-sparse."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np


def appendix_a_gamma(weights: Sequence[Sequence[float]] | np.ndarray) -> Fraction:
    """Return ½·max_α ‖w_α‖₁: from this Γ on the network is 1-sparse on all inputs.

    Appendix A; `weights` has shape (2**b, q). Off α = x the pre-activation is
    at most ‖w_α‖₁ − 2Γ. For unit vectors ½·max‖w_α‖₁ ≤ ½√q.
    """
    rows = np.asarray(weights, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] == 0 or not np.isfinite(rows).all():
        raise ValueError(f"weights has shape {rows.shape}; allowed are finite arrays (2**b, q)")
    return max(sum((Fraction(abs(float(v))) for v in row), Fraction(0)) for row in rows) / 2
