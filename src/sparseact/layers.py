"""Weights of trained networks as other libraries hold them, and what they are as neurons.

PyTorch keeps W1 (s, n) and W2 (1, s); scikit-learn and Keras keep their transposes.
All of them add a bias, b1, where here it is subtracted.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sparseact.arguments import as_given, floats, whole

#: What the inputs of a trained network may be: −1 and 1, or 0 and 1.
INPUTS = ("pm1", "01")


class Layers(NamedTuple):
    """`x ↦ W2·σ(W1·x + b1) + b2` as it was trained: arrays of the model's precision."""

    W1: np.ndarray  # (s, n)
    b1: np.ndarray  # (s,)
    W2: np.ndarray  # (s,)
    b2: np.ndarray  # ()

    @property
    def kind(self) -> np.dtype:
        """The coarsest of its types of floats, with which a library may have computed."""
        return max((part.dtype for part in self), key=lambda kind: float(np.finfo(kind).eps))

    def values(self, x: np.ndarray) -> np.ndarray:
        """Return the outputs (m,) at inputs (m, n) as the model takes them, in float64."""
        W1, b1, W2, b2 = (part.astype(np.float64) for part in self)
        return np.asarray(np.maximum(x @ W1.T + b1, 0) @ W2 + b2)


def layers_of(W1: Any, b1: Any, W2: Any, b2: Any, output: int | None = None) -> Layers:
    """Return the layers of one output, in PyTorch's layout; see `SparseReLUNetwork.from_layers`.

    Raises
    ------
    ValueError
        If shapes do not fit together, a number is not real, or there is no such output.
    """
    arrays = {"W1": W1, "b1": b1, "W2": W2, "b2": b2}
    first, bias, second, constant = (_real(name, array) for name, array in arrays.items())
    if np.ndim(as_array(b1)) != 1:
        raise ValueError(
            f"b1 must have shape (s,), one number for each neuron, not {np.shape(as_array(b1))}"
        )
    if constant.size == max(constant.shape):  # a number, or one an output, in a row or a column
        constant = constant.ravel()
    if constant.ndim != 1:
        raise ValueError(f"b2 must have a number for each output, not the shape {constant.shape}")
    s = len(bias)
    if first.ndim != 2:
        raise ValueError(f"W1 must have two dimensions, not the shape {first.shape}")
    if second.ndim == 1:
        second = second[None]
    if second.ndim != 2 or s not in second.shape:
        raise ValueError(
            f"W2 must have shape (o, {s}), ({s}, o) or ({s},): a weight for each of the {s} "
            f"numbers of b1 and each of o outputs; not {np.shape(as_array(W2))}"
        )
    # The layout of W2 tells that of W1, also where W1 is square; if W2 is square, W1 tells.
    o = len(constant)
    columns = second.shape == (s, o) and (o != s or first.shape[0] != s)
    if not columns and second.shape != (o, s):
        raise ValueError(f"b2 has {o} numbers, which W2 of shape {second.shape} has no outputs for")
    w, rows = (first.T, second.T) if columns else (first, second)
    if len(w) != s:
        expected = f"(n, {s})" if columns else f"({s}, n)"
        raise ValueError(
            f"W1 must have shape {expected}, as W2 has {second.shape}, not {first.shape}"
        )
    if output is None and o != 1:
        raise ValueError(f"there must be one output, not {o}; say which of them, by output=")
    number = whole("output", 0 if output is None else output, 0)
    if number >= o:
        raise ValueError(f"output must be one of 0..{o - 1}, not {number}")
    return Layers(w, bias, rows[number], constant[number])


def neurons_of(layers: Layers, inputs: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Return w (s, n), b (s,), u (s,) and c of the same function on ±1."""
    w, bias = layers.W1.astype(np.float64), layers.b1.astype(np.float64)
    if inputs == "01":  # (1 + x)/2 is 0 or 1; the sum is rounded once
        w = w / 2
        bias = np.array([math.fsum([b, *row]) for b, row in zip(bias, w.tolist(), strict=True)])
    # 0 − b is 0 at 0, where −b would be −0.
    return w, 0 - bias, layers.W2.astype(np.float64), float(layers.b2)


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
    if model.out_activation_ not in ("identity", "logistic"):
        raise ValueError(f"the output must be linear, not through {model.out_activation_!r}")
    (W1, W2), (b1, b2) = model.coefs_, model.intercepts_
    return W1, b1, W2, b2


#: Modules of PyTorch, by name: those that change nothing here, and those at the end that give
#: a probability or its logarithm.
PASSED = ("Flatten", "Identity", "Dropout")
AT_END = ("Sigmoid", "LogSigmoid", "Softmax", "LogSoftmax")


def layers_of_torch(model: Any, output: int | None = None) -> Layers:
    """Return the layers of a module of PyTorch: Linear, ReLU, Linear.

    It is read by the names of its modules, in their order, without importing PyTorch. After
    Softmax of two outputs the layers are those of the log-odds of one of them.

    Raises
    ------
    ValueError
        With the name of a module that it cannot take.
    """
    leaves = list(_leaves(model))
    for module in leaves:
        if _name(module) == "Dropout" and module.training:
            raise ValueError(
                "the model is in training mode, in which Dropout changes it: call eval"
            )
    kept = [module for module in leaves if _name(module) not in PASSED]
    last = _name(kept[-1]) if kept and _name(kept[-1]) in AT_END else ""
    names = [_name(module) for module in (kept[:-1] if last else kept)]
    wrong = next((name for name in names if name not in ("Linear", "ReLU")), None)
    if wrong is not None:
        raise ValueError(
            f"from_torch cannot take {wrong}: it takes Linear, ReLU, Linear, with "
            f"{', '.join(PASSED)} between them and {', '.join(AT_END)} after them"
        )
    if names != ["Linear", "ReLU", "Linear"]:
        raise ValueError(
            f"from_torch takes Linear, ReLU, Linear, not {', '.join(names) or 'no module'}; "
            "if forward calls relu itself, give the four arrays to from_layers"
        )
    first, _, second = kept[:3]
    W1, W2 = as_array(first.weight), as_array(second.weight)
    b1, b2 = (
        np.zeros(len(weight), dtype=weight.dtype) if layer.bias is None else as_array(layer.bias)
        for layer, weight in ((first, W1), (second, W2))
    )
    if last.endswith("Softmax") and len(W2) == 2:
        one = whole("output", 1 if output is None else output, 0)
        if one > 1:
            raise ValueError(f"output must be 0 or 1, not {output}")
        W2, b2, output = W2[one] - W2[1 - one], b2[one] - b2[1 - one], None
    return layers_of(W1, b1, W2, b2, output)


def _name(module: Any) -> str:
    return type(module).__name__


def _leaves(module: Any) -> Iterator[Any]:
    """Yield the modules without parts, in the order in which they were made."""
    parts = list(module.children()) if hasattr(module, "children") else None
    if parts is None:
        raise ValueError(f"from_torch takes a module of PyTorch, not {_name(module)}")
    if not parts:
        yield module
    for part in parts:
        yield from _leaves(part)


def require_inputs(inputs: Any) -> None:
    """Refuse an unknown word for what inputs are."""
    if not isinstance(inputs, str):
        raise ValueError(
            "inputs must be 'pm1' or '01', not an array; a network of one hidden layer has four: "
            "W1, b1, W2 and b2"
        )
    if inputs not in INPUTS:
        raise ValueError(f"inputs must be 'pm1' (−1 and 1) or '01' (0 and 1), not {inputs!r}")


def signed(x: Any, inputs: str) -> np.ndarray:
    """Return points as ±1: 0 and 1 become −1 and 1.

    Raises
    ------
    ValueError
        If a number is neither.
    """
    array = as_given("points", as_array(x))
    if inputs == "pm1":
        if array.size and ((array == 0) | (array == 1)).all() and (array == 0).any():
            raise ValueError("points must be ±1 with inputs='pm1'; here they are 0 and 1: '01'?")
        return array
    wrong = ~((array == 0) | (array == 1))
    if wrong.any():
        raise ValueError(f"points must be 0 or 1 with inputs='01'; one holds {array[wrong][0]}")
    return 2 * array.astype(np.int8) - 1


def require_agreement(layers: Layers, values: np.ndarray, x: Any, predictions: Any) -> None:
    """Refuse a network whose values are not the predictions of the model it was made of.

    Parameters
    ----------
    layers : Layers
    values : ndarray, shape (m,)
        Of the network.
    x : array_like, shape (m, n)
        Inputs as the model takes them.
    predictions : array_like, shape (m,) or (m, 1)

    Warns
    -----
    UserWarning
        If a usual mistake would agree, too, up to rounding.

    Raises
    ------
    ValueError
        With the row that differs most, and with the usual mistake that explains it.
    """
    given = _real("predictions", predictions)
    if float(np.finfo(given.dtype).eps) > 2.0**-22:
        raise ValueError(
            f"predictions must have at least the digits of float32, not {given.dtype}, in which a "
            "wrong network may agree: compute them by the model in float32"
        )
    expected = given.ravel().astype(np.float64)
    if expected.shape != values.shape:
        raise ValueError(f"check has {len(values)} points and {len(expected)} predictions")
    if not len(values):
        raise ValueError("check must hold at least one point")
    x = np.asarray(as_array(x)).astype(np.float64)
    rounding = _rounding(layers, x, expected, given.dtype)
    gaps = np.abs(values - expected)
    if (gaps <= rounding).all():
        # In float16 rounding may explain what a wrong network does.
        material = 0.01 * float(np.ptp(expected))
        for words, other in _mistakes(layers, x):
            agrees = (np.abs(other - expected) <= rounding).all()
            if agrees and np.abs(other - values).max() > material:
                warnings.warn(
                    f"check cannot tell the network from another: rounding of {rounding.max():.1g} "
                    f"also explains that {words}; compute them with more digits",
                    stacklevel=5,
                )
                break
        return
    row = int((gaps - rounding).argmax())
    found = next(
        (
            words
            for words, other in _mistakes(layers, x)
            if (np.abs(other - expected) <= 2 * rounding).all()
        ),
        "look at the signs of the biases, the layout of W1 and inputs=",
    )
    raise ValueError(
        f"the network is not the model: in row {row} of check it is {values[row]:.6g}, where "
        f"{expected[row]:.6g} was predicted, and rounding explains {rounding[row]:.1g}; {found}"
    )


def _mistakes(layers: Layers, x: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the usual mistakes, in words, and the predictions that each would explain."""
    W1, b1, _, b2 = layers
    said = "the predictions are those of the model with"
    yield f"{said} b1 of the other sign", layers._replace(b1=-b1).values(x)
    yield f"{said} b2 of the other sign", layers._replace(b2=-b2).values(x)
    yield f"{said}out b2", layers._replace(b2=0 * b2).values(x)
    yield f"{said}out b1", layers._replace(b1=0 * b1).values(x)
    yield f"{said}out b1 and b2", layers._replace(b1=0 * b1, b2=0 * b2).values(x)
    if W1.shape[0] == W1.shape[1]:
        yield f"{said} W1 transposed", layers._replace(W1=W1.T).values(x)
    yield f"{said} inputs of 0 and 1 for ±1", layers.values((x + 1) / 2)
    yield f"{said} inputs of ±1 for 0 and 1", layers.values(2 * x - 1)
    with np.errstate(over="ignore"):
        logistic = 1 / (1 + np.exp(-layers.values(x)))
    yield "the predictions are probabilities; give log-odds", logistic


def _rounding(layers: Layers, x: np.ndarray, predictions: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Return how far rounding may move each prediction (m,), whatever the order of summation.

    Errors of additions are taken as independent: a sum of n terms of total size S is then off
    by at most 8·√n·S units in the last place, but with a probability below 1e-13. Where terms
    are alike and errors are not independent, the model's sums are made in their worst order, one
    term after the other, and may be off by 16 times what these are.
    """
    coarse = max((layers.kind, kind), key=lambda one: float(np.finfo(one).eps))
    unit = float(np.finfo(coarse).eps) / 2
    W1, b1, W2, b2 = (np.abs(part.astype(np.float64)) for part in layers)
    s, n = W1.shape
    sizes = np.abs(x) @ W1.T + b1  # (m, s), of the terms of each neuron
    errors = 8 * unit * math.sqrt(n + 2) * sizes
    z = x @ layers.W1.astype(np.float64).T + layers.b1.astype(np.float64)
    inner = np.sqrt((np.where(z > -errors, errors, 0) ** 2) @ W2**2)
    outer = 8 * unit * math.sqrt(s + 2) * (np.maximum(z, 0) @ W2 + b2)
    rows = np.linspace(0, len(x) - 1, min(len(x), max(4, _SUMMED // (s * n)))).astype(int)
    worst = np.abs(_in_turn(layers, x[rows], coarse) - layers.values(x[rows])).max()
    return inner + outer + 4 * unit * np.abs(predictions) + 16 * float(worst)


#: Terms that are added one after the other, to see how sums are rounded.
_SUMMED = 1 << 27


def _in_turn(layers: Layers, x: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Return the outputs at inputs (m, n) by sums of one term after the other, in one precision."""
    W1, b1, W2, b2 = (part.astype(kind) for part in layers)
    z = np.zeros((len(x), len(W1)), dtype=kind)
    with np.errstate(over="ignore", invalid="ignore"):
        for column, weights in zip(x.T.astype(kind), W1.T, strict=True):
            z += column[:, None] * weights
        z = np.maximum(z + b1, 0)
        h = np.zeros(len(x), dtype=kind)
        for neuron, weight in zip(z.T, W2, strict=True):
            h += neuron * weight
        return (h + b2).astype(np.float64)


def as_array(value: Any) -> Any:
    """Return a tensor of PyTorch or a sparse matrix as an array, and all else as it is."""
    if hasattr(value, "toarray"):
        return value.toarray()
    if not hasattr(value, "detach"):
        return value
    tensor = value.detach().cpu()
    # NumPy has no bfloat16.
    return (tensor.float() if str(tensor.dtype).endswith("bfloat16") else tensor).numpy()


def _real(name: str, values: Any) -> np.ndarray:
    """Return an array of floats of the given precision, at least one-dimensional."""
    array = np.atleast_1d(as_given(name, as_array(values)))
    if array.dtype.kind not in "biuf" and (array.dtype != object or values is None):
        shown = repr(values) if values is None else f"{array.dtype}"
        raise ValueError(f"{name} must hold real numbers, not {shown}")
    array = array if array.dtype.kind == "f" else floats(name, array)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite; it holds a NaN or an infinity")
    return array
