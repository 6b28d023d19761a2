"""Conversion of trained networks' weights, as other libraries hold them, to neurons.

PyTorch keeps W1 (s, n) and W2 (1, s); scikit-learn and Keras keep their transposes.
All of them add a bias, b1, where here it is subtracted.
"""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from sparseact.activity import IntegerNeuron, all_in_integers
from sparseact.arguments import LEAST, as_given, floats, integer

#: The kinds of inputs of a trained network: −1 and 1, or 0 and 1.
INPUTS = ("pm1", "01")


class Chain(NamedTuple):
    """Affine maps `a ↦ W·a + b` with a ReLU between each two, as they were trained."""

    layers: tuple[tuple[np.ndarray, np.ndarray], ...]  # (out, in) and (out,), of given precision
    #: Half the distance from 1 to the next float of the coarsest precision that the model has:
    #: 2⁻⁵³, 2⁻²⁴, 2⁻¹¹, or for bfloat16 2⁻⁸.
    unit: float
    end: str = ""  # name of the function of the outputs that is left out, such as Sigmoid

    def values(self, x: np.ndarray) -> np.ndarray:
        """Return the outputs (m, o) at inputs (m, n) as the model takes them, in float64."""
        a = np.asarray(x, dtype=np.float64)
        for number, (W, b) in enumerate(self.layers):
            a = np.maximum(a, 0) if number else a
            a = a @ W.T.astype(np.float64) + b
        return a

    def of_output(self, number: int | None) -> Chain:
        """Return the chain of one output; None: of the only one.

        Raises ValueError if the output is missing, or there are several and none is chosen.
        """
        W, b = self.layers[-1]
        if number is None and len(b) != 1:
            raise ValueError(
                f"there must be one output, got {len(b)}; say which of them, by output="
            )
        chosen = integer("output", 0 if number is None else number, 0)
        if chosen >= len(b):
            raise ValueError(f"output must be one of 0..{len(b) - 1}, got {chosen}")
        return self._replace(
            layers=(*self.layers[:-1], (W[chosen : chosen + 1], b[chosen : chosen + 1]))
        )

    def as_log_odds(self) -> Chain:
        """Return the chain itself, and of two outputs before a softmax their log-odds."""
        W, b = (part.astype(np.float64) for part in self.layers[-1])
        if not self.end.endswith("Softmax") or len(b) != 2:
            return self
        return self._replace(layers=(*self.layers[:-1], (W - W[::-1], b - b[::-1])))


#: Layouts of weights: PyTorch's, and the one of scikit-learn and Keras.
LAYOUTS = ("out, in", "in, out")


def chain_of_arrays(W1: Any, b1: Any, W2: Any, b2: Any, layout: str | None = None) -> Chain:
    """Return the chain of two layers, in PyTorch's layout; see `SparseReLUNetwork.from_layers`.

    Raises ValueError if shapes do not fit together or a number is not real.
    """
    if layout is not None and layout not in LAYOUTS:
        raise ValueError(f"layout must be one of {LAYOUTS} or None, got {layout!r}")
    arrays = {"W1": W1, "b1": b1, "W2": W2, "b2": b2}
    unit = max(map(unit_of, arrays.values()))
    first, bias, second, constant = (_real(name, array) for name, array in arrays.items())
    if bias.ndim != 1:
        raise ValueError(f"b1 must have shape (s,), one number for each neuron, got {bias.shape}")
    constant = np.atleast_1d(constant)
    if constant.size == max(constant.shape):  # a number, or one an output, in a row or a column
        constant = constant.ravel()
    if constant.ndim != 1:
        raise ValueError(f"b2 must have a number for each output, got the shape {constant.shape}")
    s = len(bias)
    given = second.shape
    if first.ndim != 2:
        raise ValueError(f"W1 must have two dimensions, got the shape {first.shape}")
    if second.ndim == 1:
        second = second[:, None] if layout == LAYOUTS[1] else second[None]
    if second.ndim != 2 or s not in second.shape:
        raise ValueError(
            f"W2 must have shape (o, {s}), ({s}, o) or ({s},): a weight for each of the {s} "
            f"numbers of b1 and each of o outputs; not {given}"
        )
    # The layout of W2 shows the layout of W1, also where W1 is square; if W2 is square, W1 does.
    o = len(constant)
    columns = second.shape == (s, o) and (o != s or first.shape[0] != s)
    if layout is not None:
        columns = layout == LAYOUTS[1]
    if second.shape != ((s, o) if columns else (o, s)):
        raise ValueError(f"b2 has {o} numbers, but the shape of W2 is {second.shape}")
    w, rows = (first.T, second.T) if columns else (first, second)
    if len(w) != s:
        expected = f"(n, {s})" if columns else f"({s}, n)"
        raise ValueError(
            f"W1 must have shape {expected}, as W2 has {second.shape}, got {first.shape}"
        )
    return Chain(((w, bias), (rows, constant)), unit)


def neurons_of(
    chain: Chain, inputs: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float, list[IntegerNeuron] | None]:
    """Return w (s, n), b (s,), u (s,) and c of the same function on ±1, for one output.

    Training may leave weights of any size beside those that matter. Numbers below `LEAST`, and
    those whose products with u are, become 0: no rounding of the model would show them in its
    values. Activity is another matter: where w or b are rounded, the last result has the
    model's neurons in integers, and elsewhere it is None.

    Raises ValueError if there is not one hidden layer.
    """
    if len(chain.layers) != 2:
        raise ValueError(f"there must be one hidden layer, got {len(chain.layers) - 1}")
    (w, bias), (u, c) = ((W.astype(np.float64), b.astype(np.float64)) for W, b in chain.layers)
    # 0 − b is 0 at 0, where −b would be −0.
    neurons, exact = all_in_integers(w, 0 - bias), w
    if inputs == "01":  # (1 + x)/2 is 0 or 1; the sum is rounded once
        neurons = [
            IntegerNeuron(neuron.w, 2 * neuron.b - sum(neuron.w), neuron.grid + 1)
            for neuron in neurons
        ]
        exact = w / 2
        bias = np.array([math.fsum([b, *row]) for b, row in zip(bias, exact.tolist(), strict=True)])
    parts = [exact, bias[:, None], u.T, c[None]]
    w, bias, u, c = (np.where(np.abs(part) < LEAST, 0, part) for part in parts)
    w, bias = (np.where(np.abs(u * part) < LEAST * (u != 0), 0, part) for part in (w, bias))
    b = 0 - bias[:, 0]
    is_kept = np.array_equal(w, exact) and all(
        Fraction(value) == Fraction(neuron.b) / Fraction(2) ** neuron.grid
        for value, neuron in zip(b.tolist(), neurons, strict=True)
    )
    return w, b, u[:, 0], float(c[0, 0]), None if is_kept else neurons


def chain_of_sklearn(model: Any) -> Chain:
    """Return the chain of a fitted MLPRegressor, or MLPClassifier of two classes.

    The chain is compared with the model's own predictions at random points.

    Raises ValueError if it is another model, is not fitted, its activation is not ReLU, it changes
    the output by a function other than the logistic one, or the chain is not the model.
    """
    kind = type(model).__name__
    if not hasattr(model, "hidden_layer_sizes"):
        raise ValueError(f"from_sklearn takes an MLPRegressor or an MLPClassifier, not {kind}")
    if not hasattr(model, "coefs_"):
        raise ValueError(f"this {kind} is not fitted yet: call its fit first")
    if model.activation != "relu":
        raise ValueError(f"the activation must be 'relu', got {model.activation!r}")
    if model.out_activation_ not in ("identity", "logistic"):
        raise ValueError(f"the output must be linear, got {model.out_activation_!r}")
    end = "Sigmoid" if model.out_activation_ == "logistic" else ""
    layers = tuple((W.T, b) for W, b in zip(model.coefs_, model.intercepts_, strict=True))
    chain = Chain(layers, max(unit_of(part) for layer in layers for part in layer), end)

    def predict(x: np.ndarray) -> np.ndarray:
        with warnings.catch_warnings():  # of names of columns
            warnings.simplefilter("ignore", UserWarning)
            predicted = np.asarray(model.predict_proba(x) if end else model.predict(x))
        predicted = predicted.reshape(len(x), -1)
        return predicted[:, 1:] if end and model.n_outputs_ == 1 else predicted

    verify(chain, predict, probabilities=bool(end))
    return chain


#: Modules of PyTorch, by name: those that change nothing here, and those at the end that give
#: a probability or its logarithm.
PASSED = ("Flatten", "Identity", "Dropout")
AT_END = ("Sigmoid", "LogSigmoid", "Softmax", "LogSoftmax")


def chain_of_torch(model: Any) -> Chain:
    """Return the chain of a module of PyTorch: Linear, ReLU, Linear, and so on.

    It is read by its modules' classes, in the order in which they were made, without importing
    PyTorch, and compared with the module's own outputs at random points. A module may occur
    more than once, and weights may be pruned or normalised: they are those in use. A module
    with fewer digits than float32 is compared as a copy in float32.

    Raises ValueError with the name of an unsupported module, or if the outputs of the chain differ
    from the outputs of the module.
    """
    leaves = list(_leaves(model))
    for module in leaves:
        if _name(module) == "Dropout" and module.training:
            raise ValueError(
                "the model is in training mode, in which Dropout changes it: call eval"
            )
    kept = [module for module in leaves if _name(module) not in PASSED]
    last = kept.pop() if kept and _name(kept[-1]) in AT_END else None
    names = [_name(module) for module in kept]
    wrong = next((name for name in names if name not in ("Linear", "ReLU")), None)
    if wrong is not None:
        raise ValueError(
            f"from_torch cannot take {wrong}: it takes Linear, ReLU, Linear, with "
            f"{', '.join(PASSED)} between them and {', '.join(AT_END)} after them"
        )
    if len(names) < 3 or names != ["Linear", *["ReLU", "Linear"] * (len(names) // 2)]:
        raise ValueError(
            f"from_torch takes Linear, ReLU, Linear, not {', '.join(names) or 'no module'}; "
            "if forward calls relu itself, give the four arrays to from_layers"
        )
    layers = []
    for module in kept[::2]:
        W = as_array(module.weight)
        b = np.zeros(len(W), W.dtype) if module.bias is None else as_array(module.bias)
        layers.append((W, b))
    if last is not None and getattr(last, "dim", None) not in (None, 1, -1):
        raise ValueError(
            f"{_name(last)} must be along the outputs (dim=1 or -1), got dim={last.dim}"
        )
    unit = max(unit_of(module.weight) for module in kept[::2])
    chain = Chain(tuple(layers), unit, _name(last) if last else "")
    if unit > _SINGLE:
        try:
            model = copy.deepcopy(model).float()
        except RuntimeError as error:
            raise ValueError(
                "the model has few digits, and no copy of it in float32 can be made (weights that "
                "are pruned or normalised?): give model.float()"
            ) from error
        linear = [module for module in _leaves(model) if _name(module) in ("Linear", *AT_END)]
        first, last = linear[0], linear[-1] if last else None
    else:
        first = kept[0]

    def logits(x: np.ndarray) -> np.ndarray:
        fed = first.weight.new_tensor(x)
        if last is None:
            return np.asarray(as_array(model(fed)))
        taken: list[Any] = []
        hook = last.register_forward_pre_hook(lambda _, given: taken.append(given[0]))
        try:
            given = as_array(model(fed))
            if len(taken) != 1 or not np.array_equal(given, as_array(last(taken[0]))):
                raise ValueError(f"the model's output is not the output of its {_name(last)}")
        finally:
            hook.remove()
        return np.asarray(as_array(taken[0]))

    verify(chain._replace(unit=min(unit, _SINGLE)), logits)
    return chain


_READ = ("Linear", "ReLU", *PASSED, *AT_END)


def _name(module: Any) -> str:
    """Return the name of a module's first class that is read here, or else its own."""
    names = [kind.__name__ for kind in type(module).__mro__]
    return next((name for name in names if name in _READ), names[0])


def _leaves(module: Any) -> Iterator[Any]:
    """Yield the modules without parts or of a class that is read, in the order they were made."""
    if not hasattr(module, "_modules"):
        raise ValueError(f"from_torch takes a module of PyTorch, not {_name(module)}")
    # Not `children`, which names a module once that is used twice.
    parts = [part for part in module._modules.values() if part is not None]
    if not parts or _name(module) in _READ:
        yield module
        return
    for part in parts:
        yield from _leaves(part)


_SINGLE = 2.0**-24  # the rounding of float32


def verify(
    chain: Chain,
    predict: Callable[[np.ndarray], np.ndarray],
    kind: Any = np.float64,
    *,
    probabilities: bool = False,
) -> None:
    """Reject a chain whose values differ from its model's values.

    The values are compared at 64 random points, of ±1, of 0 and 1 and normal ones, and at the
    points whose coordinates are all 0, all 1 or all −1. `predict` takes points (m, n) of dtype
    `kind` and returns outputs (m, o); `probabilities` is true if they are logistic probabilities.
    Raises ValueError with the point and the output that differ most.
    """
    if not all(np.isfinite(part).all() for layer in chain.layers for part in layer):
        raise ValueError("the model's weights must be finite; one is a NaN or an infinity")
    n = chain.layers[0][0].shape[1]
    rng = np.random.default_rng(0)
    signs, bits = rng.choice([-1.0, 1.0], (21, n)), rng.choice([0.0, 1.0], (21, n))
    corners = np.multiply.outer([0.0, 1.0, -1.0], np.ones(n))
    x = np.concatenate([signs, bits, rng.standard_normal((22, n)), corners])
    if np.dtype(kind).kind in "bu":
        x = np.abs(x)
    x = x.astype(kind)
    try:
        predicted = np.asarray(predict(x))
    except ValueError:
        raise
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(
            f"the model cannot be run at points of shape (m, {n}): {reason}"
        ) from error
    x = x.astype(np.float64)
    values = chain.values(x)
    if predicted.shape == values.shape[:1] and values.shape[1] == 1:
        predicted = predicted[:, None]  # one output, without its axis
    if predicted.shape != values.shape:
        raise ValueError(
            f"the model returns the shape {predicted.shape} for {len(x)} points, but "
            f"the network that was read from it returns {values.shape}"
        )
    predicted = predicted.astype(np.float64)
    unit = max(chain.unit, 0.0 if probabilities else unit_of(predicted))
    rounding = _rounding(chain, x, values, unit)
    if probabilities:
        values, rounding = _logistic(values), rounding / 4 + 8 * unit
    gaps = np.abs(values - predicted)
    if not (gaps <= rounding).all():
        row, output = np.unravel_index(
            np.nan_to_num(gaps - rounding, nan=np.inf).argmax(), gaps.shape
        )
        raise ValueError(
            "the network that was read is not the model: output "
            f"{output} is {values[row, output]:.6g} at one of {len(x)} points, where the model "
            f"gives {predicted[row, output]:.6g}, and rounding explains {rounding[row, output]:.1g}"
        )


def _logistic(values: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-values)))


def require_inputs(inputs: Any) -> None:
    """Reject an unknown word for the kind of inputs."""
    if not isinstance(inputs, str):
        raise ValueError(
            "inputs must be 'pm1' or '01', got an array; a network of one hidden layer has four: "
            "W1, b1, W2 and b2"
        )
    if inputs not in INPUTS:
        raise ValueError(f"inputs must be 'pm1' (−1 and 1) or '01' (0 and 1), got {inputs!r}")


def signed(x: Any, inputs: str) -> np.ndarray:
    """Return points as ±1: 0 and 1 become −1 and 1.

    Raises ValueError if a number is neither.
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


def require_agreement(chain: Chain, values: np.ndarray, x: Any, predictions: Any) -> None:
    """Reject a network whose values (m,) are not the predictions of the model it was made of.

    The chain is of one output, and x (m, n) as the model takes it; predictions are of at least
    float32, or of the model's own precision if this has fewer digits. Warns if a usual mistake
    would agree, too, up to rounding, or predictions of few digits tell networks apart only by much.
    Raises ValueError with the row that differs most, and with the usual mistake that explains it.
    """
    unit = unit_of(predictions)
    expected = _real("predictions", predictions).ravel()
    if unit > max(chain.unit, 4 * _SINGLE):
        raise ValueError(
            f"predictions must have at least the digits of float32, got {predictions.dtype}, in "
            "which a wrong network may agree: compute them by the model in float32"
        )
    if expected.shape != values.shape:
        raise ValueError(f"check has {len(values)} points and {len(expected)} predictions")
    if not len(values):
        raise ValueError("check must hold at least one point")
    x = np.asarray(as_array(x)).astype(np.float64)
    rounding = _rounding(chain, x, expected[:, None], max(unit, chain.unit))[:, 0]
    gaps = np.abs(values - expected)
    if (gaps <= rounding).all():
        # In float16 rounding may explain the differences of a wrong network.
        material = 0.01 * float(np.ptp(expected))
        agreeing = (
            f", and also explains that {words}"
            for words, other in _mistakes(chain, x)
            if (np.abs(other - expected) <= rounding).all()
            and np.abs(other - values).max() > material
        )
        also = next(agreeing, "")
        if also or (unit > 4 * _SINGLE and rounding.max() > material):
            warnings.warn(
                f"check cannot tell networks apart that differ by {rounding.max():.1g}, which "
                f"is rounding{also}; compute predictions with more digits",
                stacklevel=5,
            )
        return
    row = int((gaps - rounding).argmax())
    explaining = (
        words
        for words, other in _mistakes(chain, x)
        if (np.abs(other - expected) <= 2 * rounding).all()
    )
    mistake = next(explaining, "look at the signs of the biases, layout= and inputs=")
    raise ValueError(
        f"the network is not the model: in row {row} of check it is {values[row]:.6g}, where "
        f"{expected[row]:.6g} was predicted, and rounding explains {rounding[row]:.1g}; {mistake}"
    )


def _mistakes(chain: Chain, x: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the usual mistakes, in words, and the predictions (m,) that each would explain."""
    (W1, b1), (W2, b2) = chain.layers

    def values(W1: np.ndarray, b1: np.ndarray, b2: np.ndarray, x: np.ndarray = x) -> np.ndarray:
        return chain._replace(layers=((W1, b1), (W2, b2))).values(x)[:, 0]

    start = "the predictions belong to the model with"
    yield f"{start} b1 of the other sign", values(W1, -b1, b2)
    yield f"{start} b2 of the other sign", values(W1, b1, -b2)
    yield f"{start}out b2", values(W1, b1, 0 * b2)
    yield f"{start}out b1", values(W1, 0 * b1, b2)
    yield f"{start}out b1 and b2", values(W1, 0 * b1, 0 * b2)
    if W1.shape[0] == W1.shape[1]:
        yield f"{start} W1 transposed", values(W1.T, b1, b2)
    yield f"{start} inputs of 0 and 1 for ±1", values(W1, b1, b2, (x + 1) / 2)
    yield f"{start} inputs of ±1 for 0 and 1", values(W1, b1, b2, 2 * x - 1)
    yield "the predictions are probabilities; give log-odds", _logistic(values(W1, b1, b2))


def _rounding(chain: Chain, x: np.ndarray, predictions: np.ndarray, unit: float) -> np.ndarray:
    """Return a bound on the rounding of each prediction (m, o), for any order of summation.

    Errors of additions are taken as independent: a sum of n terms of total size S is then off
    by at most 8·√n·S units in the last place, but with a probability below 1e-13. Where terms
    are alike and errors are not independent, the model's sums are made in their worst order, one
    term after the other, and may be off by 16 times as much.
    """
    a, errors = x, np.zeros_like(x)
    for number, (W, b) in enumerate(chain.layers):
        W = W.astype(np.float64)
        if number:
            a, errors = np.maximum(a, 0), np.where(a > -errors, errors, 0)
        sizes = np.abs(a) @ np.abs(W).T + np.abs(b)  # of the terms of each sum
        carried = np.sqrt(errors**2 @ (W**2).T)
        errors = carried + 8 * unit * math.sqrt(W.shape[1] + 2) * sizes
        a = a @ W.T + b
    terms = sum(W.size for W, _ in chain.layers)
    rows = np.linspace(0, len(x) - 1, min(len(x), max(4, _SUMMED // terms))).astype(int)
    worst = np.abs(_in_turn(chain, x[rows], unit) - chain.values(x[rows])).max(axis=0)
    return errors + 4 * unit * np.abs(predictions) + 16 * worst


#: Terms that are added one after the other, to see how sums are rounded.
_SUMMED = 1 << 27


def _in_turn(chain: Chain, x: np.ndarray, unit: float) -> np.ndarray:
    """Return the outputs at inputs (m, n) by sums of one term after the other, in one precision."""
    kinds: list[Any] = [np.float64, np.float32, np.float16]
    kind = next((dtype for dtype in kinds if unit <= float(np.finfo(dtype).eps) / 2), np.float16)
    a = x.astype(kind)
    with np.errstate(over="ignore", invalid="ignore"):
        for number, (W, b) in enumerate(chain.layers):
            a = np.maximum(a, 0) if number else a
            z = np.zeros((len(x), len(W)), dtype=kind)
            for column, weights in zip(a.T, W.T.astype(kind), strict=True):
                z += column[:, None] * weights
            a = z + b.astype(kind)
        return a.astype(np.float64)


def unit_of(values: Any) -> float:
    """Return half the distance from 1 to the next float of an array's or a tensor's precision."""
    if str(getattr(values, "dtype", "")).endswith("bfloat16"):
        return 2.0**-8
    kind = as_array(values).dtype if hasattr(values, "dtype") else np.dtype(np.float64)
    return float(np.finfo(kind if kind.kind == "f" else np.float64).eps) / 2


def as_array(value: Any) -> Any:
    """Return a tensor of PyTorch or a sparse matrix as an array, and all else as it is.

    NumPy has no bfloat16, which becomes float32.

    Raises ValueError if a tensor has no numbers, being on PyTorch's device "meta".
    """
    if hasattr(value, "toarray"):
        return value.toarray()
    if not hasattr(value, "detach"):
        few = str(getattr(value, "dtype", "")) == "bfloat16"
        return value.astype(np.float32) if few else value
    if str(getattr(value, "device", "")) == "meta":
        raise ValueError("a tensor on the device meta has no numbers: load the weights first")
    tensor = value.detach().cpu()
    if str(getattr(tensor, "layout", "torch.strided")) != "torch.strided":
        tensor = tensor.to_dense()
    return (tensor.float() if str(tensor.dtype).endswith("bfloat16") else tensor).numpy()


def _real(name: str, values: Any) -> np.ndarray:
    """Return a finite array of float64."""
    array = floats(name, as_array(values))
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite; it holds a NaN or an infinity")
    return array
