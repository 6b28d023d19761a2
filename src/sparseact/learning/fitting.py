"""What both estimators share: a fit sets all that it found or nothing, weights, and pickles."""

from __future__ import annotations

import inspect
import warnings
from copy import copy
from importlib.metadata import version as installed_version
from typing import Any, ClassVar

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils import check_array
from sklearn.utils.validation import validate_data

from sparseact.layers import INPUTS

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


def as_points(X: Any, inputs: Any) -> Any:
    """Return X as a dense array, with −1 for 0 where `inputs` is "01".

    Raises
    ------
    ValueError
        With the row and column of an entry that is neither, or for another word.
    """
    if not isinstance(inputs, str) or inputs not in INPUTS:
        raise ValueError(f"inputs must be one of {', '.join(INPUTS)}, not {inputs!r}")
    if issparse(X):
        X = X.toarray()
    if inputs == "pm1":
        return X
    wrong = (X != 0) & (X != 1)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"X must hold 0 and 1 only, as inputs='01' says; row {row} holds {X[row, column]} in "
            f"column {column}"
        )
    return 2 * X.astype(np.int8) - 1


def set_fitted(estimator: BaseEstimator, fitted: dict[str, Any]) -> None:
    """Set all attributes of a fit; an interrupt comes before all of them or after."""
    kept = {name: value for name, value in vars(estimator).items() if name not in _NOTED}
    estimator.__dict__ = kept | fitted


def checked_weights(sample_weight: Any, m: int) -> tuple[np.ndarray, int]:
    """Return the samples' weights (m,) over a power of two, the largest between ½ and 1, and it.

    Only ratios of weights to each other and to a penalty count.
    """
    weights = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if weights.shape != (m,):
        raise ValueError(f"sample_weight must have shape ({m},), not {weights.shape}")
    if weights.min() < 0 or weights.max() == 0:
        raise ValueError("no sample_weight may be negative, and not all may be zero")
    exponent = int(np.frexp(weights.max())[1])
    return np.ldexp(weights, -exponent), exponent


class PicklesWithVersion:
    """A pickle says which version made it, and another version loads it with a warning.

    What that version did not have yet is at its default, with which a fit is what it was.
    """

    #: Fitted attributes that came later, and what they stand for where they are missing.
    _later: ClassVar[dict[str, Any]] = {}

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())  # type: ignore[call-overload]
        return state | {"_sparseact_version": installed_version("sparseact")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        version = state.get("_sparseact_version")
        here = installed_version("sparseact")
        if version != here:
            maker = f"sparseact {version}" if version else "an early sparseact"
            warnings.warn(
                f"this {type(self).__name__} was pickled by {maker} and is loaded by sparseact "
                f"{here}; a new fit may find another function than it holds",
                UserWarning,
                stacklevel=2,
            )
        parameters = inspect.signature(type(self)).parameters.items()
        missing = {name: parameter.default for name, parameter in parameters}
        if "n_features_in_" in state:  # a fit
            missing |= self._later
        kept = {name: value for name, value in state.items() if name != "_sparseact_version"}
        super().__setstate__(missing | kept)  # type: ignore[misc]
