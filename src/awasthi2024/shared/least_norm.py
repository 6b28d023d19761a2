"""Least squares whose rank does not hang on rounding."""

from __future__ import annotations

import numpy as np

from paperclaims.errors import ClaimsError

#: Singular values below `_RANK` of the largest count as 0; no value may lie between `_ZERO` and
#: `_POSITIVE`.
_ZERO, _RANK, _POSITIVE = 1e-12, 1e-9, 1e-6


def least_norm(design: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the coefficients (N,) of smallest norm among all solutions of least squares.

    The rank is a choice that rounding could change, and another rank is another solution. So an
    uncertain rank is rejected: ClaimsError if a singular value is between 10⁻¹² and 10⁻⁶ of the
    largest. The design is (m, N), the labels are (m,).
    """
    coefficients, _, _, singular = np.linalg.lstsq(design, labels, rcond=_RANK)
    shares = singular / (singular[0] or 1.0)
    doubtful = shares[(shares > _ZERO) & (shares < _POSITIVE)]
    if len(doubtful):
        raise ClaimsError(
            f"least squares: a singular value must be at most {_ZERO:g} or at least {_POSITIVE:g} "
            f"of the largest, got {doubtful[0]:.3g}, which rounding may have made different from 0"
        )
    return coefficients
