"""The common part of both estimators: a fit that sets all results or none, weights and limits."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import _check_sample_weight, validate_data

from sparseact.arguments import refuse_masked, refuse_text
from sparseact.layers import INPUTS

#: Attributes that `validate_data` sets; the second only where X is a data frame.
_NOTED = ("n_features_in_", "feature_names_in_")

_RATIO = 1e12  # of weights; near 1e15 the smaller ones are lost in the rounding of sums


def checked_data(
    estimator: BaseEstimator, X: Any, y: Any, **options: Any
) -> tuple[Any, Any, dict[str, Any]]:
    """Return X and y as scikit-learn's `validate_data` does, and the attributes it would have set.

    It sets them before anything is fitted, so here a copy of the estimator has them.
    """
    for name, given in (("X", X), ("y", y)):
        if not issparse(given):
            refuse_text(name, given)
    noted = copy(estimator)
    X, y = validate_data(noted, X, y, **options)
    return X, y, {name: vars(noted)[name] for name in _NOTED if name in vars(noted)}


def as_points(X: Any, inputs: Any) -> Any:
    """Return X as a dense array, with −1 for 0 where `inputs` is "01".

    Raises ValueError with the row and column of an entry that is neither, or for another word.
    """
    if not isinstance(inputs, str) or inputs not in INPUTS:
        raise ValueError(f"inputs must be one of {', '.join(INPUTS)}, got {inputs!r}")
    if issparse(X):
        X = X.toarray()
    if inputs == "pm1":
        return X
    wrong = (X != 0) & (X != 1)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"X must hold 0 and 1 only, as inputs='01' says; row {row} holds "
            f"{X[row, column]} in column {column}"
        )
    return 2 * X.astype(np.int8) - 1


def set_fitted(estimator: BaseEstimator, fitted: dict[str, Any]) -> None:
    """Set all attributes of a fit; an interrupt comes before all of them or after."""
    kept = {name: value for name, value in vars(estimator).items() if name not in _NOTED}
    estimator.__dict__ = kept | fitted


def checked_weights(sample_weight: Any, X: Any) -> np.ndarray:
    """Return the samples' weights (m,), of which some are not 0; 1 for None.

    Only ratios of weights to each other and to a penalty count. A number is the weight of each.
    """
    refuse_masked("sample_weight", sample_weight)
    weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    least, most = weights[weights > 0].min(initial=np.inf), weights.max()
    if most == 0:
        raise ValueError("not all entries of sample_weight may be zero")
    if least < most / _RATIO:
        raise ValueError(
            f"the largest sample_weight must be at most {_RATIO:g} times the smallest that is "
            f"not 0, and they are {most:.3g} and {least:.3g}; give a weight of 0 to samples "
            "that count for nothing"
        )
    return weights
