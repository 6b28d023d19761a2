"""The chain of linear layers with ReLU between them that a model is, of any depth."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sparseact.arguments import floats
from sparseact.inspector.models import STATES, load_networks, load_state, pairs_of_state
from sparseact.inspector.onnx_chain import chain_of_onnx
from sparseact.layers import Chain, as_array, chain_of_sklearn, chain_of_torch, unit_of
from sparseact.network import SparseReLUNetwork


def chain_of(model: Any) -> Chain:
    """Return the layers of a model, of a kind that `sparseact.activations` takes.

    Raises ValueError if the model is another, or its layers do not fit together, and OSError if a
    file cannot be read.
    """
    if isinstance(model, (str, Path)):
        return _of_file(model)
    if isinstance(model, SparseReLUNetwork):
        return chain_of_pairs([(model.w, 0 - model.b), (model.u[None], [model.c])])
    if getattr(model, "out_activation_", None) == "softmax" and model.activation == "relu":
        # Of several classes: their numbers before the softmax.
        return chain_of_pairs(
            [(W.T, b) for W, b in zip(model.coefs_, model.intercepts_, strict=True)]
        )
    if hasattr(model, "hidden_layer_sizes"):
        return chain_of_sklearn(model)
    if hasattr(model, "children"):
        return chain_of_torch(model)
    if isinstance(model, Sequence):
        chain = chain_of_pairs(model)
        if all(W.shape[0] == W.shape[1] > 1 for W, _ in chain.layers):
            warnings.warn(
                "all W are square, so that shapes do not show their layout: they are taken as "
                "PyTorch's, (out, in); scikit-learn and Keras hold the transposed W",
                stacklevel=3,
            )
        return chain
    raise ValueError(
        "model must be a SparseReLUNetwork, a fitted MLP of scikit-learn, a module of PyTorch, a "
        f"list of pairs (W, b), or a file's name, not {type(model).__name__}; of a pipeline give "
        "the last step, and X as it reaches that step"
    )


def _of_file(path: str | Path) -> Chain:
    with open(path, "rb"):  # a file that cannot be read is an OSError with its name
        pass
    ending = Path(path).suffix.lower()
    try:
        if ending == ".onnx":
            return chain_of_onnx(path)
        if ending in STATES:
            pairs = list(pairs_of_state(load_state(path)).values())
            warnings.warn(
                "a state_dict lacks the activation: its layers are taken in their order, with "
                "ReLU between them, and nothing was compared with the model",
                stacklevel=2,
            )
            return chain_of_pairs(pairs)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    return chain_of(load_networks(path)[0])


def chain_of_pairs(pairs: Sequence[Any]) -> Chain:
    """Return the chain of pairs (W, b), as PyTorch has them: W (out, in), b (out,).

    Raises ValueError if shapes do not fit together, or a number is not finite and real.
    """
    layers: list[tuple[np.ndarray, np.ndarray]] = []
    for number, pair in enumerate(pairs, start=1):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ValueError(f"layer {number} must be a pair (W, b), got {type(pair).__name__}")
        W, b = (floats(f"layer {number}", as_array(part)) for part in pair)
        given = layers[-1][0].shape[0] if layers else None
        if W.ndim != 2 or b.shape != W.shape[:1] or given not in (None, W.shape[1]):
            width = "its inputs" if given is None else str(given)
            raise ValueError(
                f"layer {number} must have W of shape (s, {width}) and b of shape (s,), got "
                f"{W.shape} and {b.shape}; scikit-learn and Keras hold the transposed W"
            )
        if not (np.isfinite(W).all() and np.isfinite(b).all()):
            raise ValueError(f"layer {number} must be finite; it holds a NaN or an infinity")
        layers.append((W, b))
    if len(layers) < 2:
        raise ValueError("there must be a layer of ReLU: two pairs (W, b) at least")
    return Chain(tuple(layers), unit_of(layers[0][0]))
