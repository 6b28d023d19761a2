"""Weights of trained networks as other libraries hold them, and what they are as neurons.

PyTorch keeps W1 (s, n) and W2 (1, s); scikit-learn and Keras keep their transposes.
All of them add a bias, b1, where here it is subtracted.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

#: What the inputs of a trained network may be: −1 and 1, or 0 and 1.
INPUTS = ("pm1", "01")


class Neurons(NamedTuple):
    """h(x) = Σ_j u_j σ(⟨w_j, x⟩ − b_j) + c on {±1}^n, and the precision it was trained in."""

    w: np.ndarray  # (s, n)
    b: np.ndarray  # (s,)
    u: np.ndarray  # (s,)
    c: float
    precision: float  # 2^−52 for numbers of float64, 2^−23 for those of float32


def neurons_of_layers(W1: Any, b1: Any, W2: Any, b2: Any, inputs: str) -> Neurons:
    """Return the neurons of x ↦ W2·σ(W1·x + b1) + b2; see `SparseReLUNetwork.from_layers`.

    Raises
    ------
    ValueError
        If shapes do not fit together, a number is not real, or `inputs` is unknown.
    """
    require_inputs(inputs)
    arrays = {"W1": W1, "b1": b1, "W2": W2, "b2": b2}
    first, bias, second, constant = (_real(name, array) for name, array in arrays.items())
    if bias.ndim != 1:
        raise ValueError(f"b1 must have shape (s,), one for each neuron, not {bias.shape}")
    s = len(bias)
    if second.shape not in ((s,), (1, s), (s, 1)):
        raise ValueError(
            f"W2 must have shape (1, {s}), ({s}, 1) or ({s},): one output, and a weight "
            f"for each of the {s} neurons of b1; not {second.shape}"
        )
    if constant.size != 1:
        raise ValueError(f"b2 must be one number, not of shape {constant.shape}")
    if first.ndim != 2:
        raise ValueError(f"W1 must have two dimensions, not the shape {first.shape}")
    # The layout of W2 tells that of W1, also where W1 is square.
    columns = second.shape == (s, 1) and (s > 1 or first.shape[0] != 1)
    w = first.T if columns else first
    if len(w) != s:
        expected = f"(n, {s})" if columns else f"({s}, n)"
        raise ValueError(
            f"W1 must have shape {expected}, as W2 has {second.shape}, not {first.shape}"
        )
    precision = max(float(np.finfo(array.dtype).eps) for array in (first, bias, second))
    w, bias = w.astype(np.float64), bias.astype(np.float64)
    if inputs == "01":  # (1 + x)/2 is 0 or 1; the sum is rounded once
        w = w / 2
        bias = np.array([math.fsum([b, *row]) for b, row in zip(bias, w.tolist(), strict=True)])
    # 0 − b is 0 at 0, where −b would be −0.
    return Neurons(w, 0 - bias, second.ravel().astype(np.float64), float(constant[0]), precision)


def layers_of_sklearn(model: Any) -> tuple[Any, Any, Any, Any]:
    """Return W1, b1, W2 and b2 of a fitted MLPRegressor, or MLPClassifier of two classes.

    Raises
    ------
    ValueError
        If it is none, is not fitted, has not one hidden layer of ReLU and one
        output, or changes the output by a function other than the logistic one.
    """
    kind = type(model).__name__
    if not hasattr(model, "hidden_layer_sizes"):
        raise ValueError(f"from_sklearn takes an MLPRegressor or an MLPClassifier, not {kind}")
    if not hasattr(model, "coefs_"):
        raise ValueError(f"this {kind} is not fitted yet: call its fit first")
    if model.activation != "relu":
        raise ValueError(f"the activation must be 'relu', not {model.activation!r}")
    if len(model.coefs_) != 2:
        raise ValueError(f"there must be one hidden layer, not {len(model.coefs_) - 1}")
    if model.coefs_[1].shape[1] != 1:
        raise ValueError(f"there must be one output, not {model.coefs_[1].shape[1]}")
    if model.out_activation_ not in ("identity", "logistic"):
        raise ValueError(f"the output must be linear, not through {model.out_activation_!r}")
    (W1, W2), (b1, b2) = model.coefs_, model.intercepts_
    return W1, b1, W2, b2


def require_inputs(inputs: str) -> None:
    """Refuse an unknown word for what inputs are."""
    if inputs not in INPUTS:
        raise ValueError(f"inputs must be 'pm1' (−1 and 1) or '01' (0 and 1), not {inputs!r}")


def signed(x: Any, inputs: str) -> np.ndarray:
    """Return points as ±1: 0 and 1 become −1 and 1.

    Raises
    ------
    ValueError
        If a number is neither.
    """
    array = np.asarray(x)
    if inputs == "pm1":
        return array
    wrong = ~((array == 0) | (array == 1))
    if wrong.any():
        raise ValueError(f"points must be 0 or 1 with inputs='01'; one holds {array[wrong][0]}")
    return 2 * array.astype(np.int8) - 1


def require_agreement(values: np.ndarray, predictions: Any, rounding: float) -> None:
    """Refuse a network whose values are not the predictions of the model it was made of.

    Parameters
    ----------
    values : ndarray, shape (m,)
    predictions : array_like, shape (m,) or (m, 1)
    rounding : float
        What rounding explains.

    Raises
    ------
    ValueError
        With the row that differs most.
    """
    expected = _real("predictions", predictions).ravel().astype(np.float64)
    if expected.shape != values.shape:
        raise ValueError(f"check has {len(values)} points and {len(expected)} predictions")
    if not len(values):
        raise ValueError("check must hold at least one point")
    gaps = np.abs(values - expected)
    row = int(gaps.argmax())
    if not gaps[row] <= rounding:
        raise ValueError(
            f"the network is not the model: in row {row} of check it is {values[row]:.6g}, where "
            f"{expected[row]:.6g} was predicted, and rounding explains {rounding:.1g}; "
            "look at the signs of the biases, the layout of W1 and inputs="
        )


def _real(name: str, values: Any) -> np.ndarray:
    """Return an array of floats of the given precision, at least one-dimensional."""
    array = np.atleast_1d(np.asarray(values))
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, not {array.dtype}")
    array = array if array.dtype.kind == "f" else array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite; it holds a NaN or an infinity")
    return array
