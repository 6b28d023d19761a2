"""Fits of trained networks, and the rounding of the numbers that are reported."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np


def fitted(model: Any, x: np.ndarray, y: np.ndarray) -> Any:
    """Fit a learner and return it; that it did not converge shows in its training error."""
    # Here, since most jobs need no learner.
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(x, y)
    return model


def rounded(value: Any, negligible: float = 1e-9) -> float:
    """Return three digits of a number, and 0 below `negligible`, which is as good as 0."""
    return 0.0 if abs(float(value)) < negligible else float(f"{float(value):.3g}")
