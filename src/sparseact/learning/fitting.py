"""A fit ends with all that it found, or leaves the estimator as it was."""

from __future__ import annotations

from copy import copy
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

#: What `validate_data` notes in an estimator; the second only where X is a data frame.
_NOTED = ("n_features_in_", "feature_names_in_")


def checked_data(
    estimator: BaseEstimator, X: Any, y: Any, **options: Any
) -> tuple[Any, Any, dict[str, Any]]:
    """Return X and y as scikit-learn's `validate_data` does, and what it would have set.

    It sets that before anything is fitted, so here a copy of the estimator has it.
    """
    noted = copy(estimator)
    X, y = validate_data(noted, X, y, **options)
    return X, y, {name: vars(noted)[name] for name in _NOTED if name in vars(noted)}


def set_fitted(estimator: BaseEstimator, fitted: dict[str, Any]) -> None:
    """Set all attributes of a fit; an interrupt comes before all of them or after."""
    kept = {name: value for name, value in vars(estimator).items() if name not in _NOTED}
    estimator.__dict__ = kept | fitted
