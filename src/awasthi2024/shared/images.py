"""Handwritten digits as points of the cube."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Images(NamedTuple):
    """Images and whether their digits are even."""

    x: np.ndarray  # (m, 64) of ±1
    y: np.ndarray  # (m,) of ±1: whether the digit is even


def digits() -> Images:
    """Return scikit-learn's digits: pixels above half their range as +1, else −1; parity."""
    from sklearn.datasets import load_digits

    data = load_digits()
    return Images(
        np.where(data.data > 8, 1, -1).astype(np.int8), np.where(data.target % 2 == 0, 1.0, -1.0)
    )
