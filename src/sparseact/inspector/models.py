"""Networks and chains of layers from files and from models of other libraries."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sparseact.arguments import floats
from sparseact.layers import (
    Chain,
    as_array,
    chain_of_sklearn,
    chain_of_torch,
    require_inputs,
    unit_of,
)
from sparseact.network import MOST_WEIGHTS, SparseReLUNetwork

#: Ends of names of files: PyTorch's files, and files of all trained models.
STATES = (".pt", ".pth", ".ckpt", ".bin", ".tar")  # .tar of .pth.tar
TRAINED = (*STATES, ".onnx")

_FOREIGN = (".h5", ".hdf5", ".keras", ".pkl", ".pickle", ".joblib", ".msgpack")

#: A warning about a network from such a file.
UNVERIFIED = (
    "This network was read from a state_dict, which lacks the activation: a ReLU is taken "
    "to be between its two layers, and nothing was compared with the model."
)


def load_networks(
    path: Path | str,
    output: int | None = None,
    inputs: str = "pm1",
    most_weights: int = MOST_WEIGHTS,
    layers: Sequence[str] | None = None,
) -> list[SparseReLUNetwork]:
    """Return the network of a file, or of a trained model's file one for each output.

    Parameters
    ----------
    path : path-like
        Of .npz (see `SparseReLUNetwork.load`); .pt, .pth or .ckpt with a module's `state_dict()`,
        which PyTorch reads with `weights_only=True`; or .onnx (see `chain_of_onnx`). A network
        from a graph of ONNX is compared with the graph. A `state_dict` cannot be: it lacks the
        activation between its two layers, which is taken for ReLU.
    output : int, optional
        The only output to read.
    inputs : {"pm1", "01"}
        The inputs in training: −1 and 1, or 0 and 1.
    most_weights : int
        Numbers that each array of an .npz file may have.
    layers : sequence of str, optional
        Names of the two layers of a `state_dict`, in the order of computation. Needed where
        their shapes fit in both orders.

    Raises
    ------
    ValueError
        If the file holds no such network, or the package that reads it is not installed.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from sparseact.inspector.models import load_networks
    >>> from sparseact.network import SparseReLUNetwork
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     SparseReLUNetwork(np.eye(2), np.zeros(2), np.ones(2)).save(f"{folder}/net.npz")
    ...     load_networks(f"{folder}/net.npz")
    [SparseReLUNetwork(n=2, s=2)]
    """
    require_inputs(inputs)
    ending = Path(path).suffix.lower()
    if layers is not None and ending not in STATES:
        raise ValueError(
            f"layers are named in a state_dict ({', '.join(STATES)}), and not in {path}"
        )
    if ending == ".safetensors":
        give = "torch.save(safetensors.torch.load_file(path), 'model.pt')"
        raise ValueError(f"{path}: save it for PyTorch first, by {give}")
    if ending in _FOREIGN:
        raise ValueError(
            f"{path} must be .npz or {', '.join(TRAINED)}; load it where it was made, and give "
            "the model or its arrays to SparseReLUNetwork.from_sklearn or from_layers"
        )
    if ending not in TRAINED:
        if output is not None or inputs != "pm1":
            raise ValueError(f"{path} holds one network on −1 and 1; output and inputs are for "
                             f"{', '.join(TRAINED)}")  # fmt: skip
        return [SparseReLUNetwork.load(path, most_weights)]
    open(path, "rb").close()  # a file that cannot be read is an OSError with its name
    try:
        graph = ending == ".onnx"
        chain = _of_graph(path) if graph else chain_of_state(load_state(path), layers)
        chain = chain.as_log_odds()
        chosen = range(len(chain.layers[-1][1])) if output is None else [output]
        chains = [chain.of_output(number) for number in chosen]
        return [SparseReLUNetwork.of_chain(chain, inputs) for chain in chains]
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _of_graph(path: Path | str) -> Chain:
    try:
        from sparseact.inspector.onnx_chain import chain_of_onnx
    except ImportError:
        raise ValueError("the package onnx is not installed, which reads it") from None
    return chain_of_onnx(path)


def load_state(path: Path | str) -> Any:
    """Return the content of a file of PyTorch, read with `weights_only=True`.

    Raises ValueError if PyTorch is not installed, or does not load it.
    """
    try:
        import torch
    except ImportError:
        raise ValueError("PyTorch is not installed, which reads it") from None
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(
            "PyTorch does not load it with weights_only=True; save model.state_dict(): "
            + re.sub(r"\x1b\[[0-9;]*m", "", reason)
        ) from error


def pairs_of_state(state: Any) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return the pair (W, b) of each layer by its name, from a `state_dict()`.

    A missing bias is 0. Raises ValueError if anything is not of a Linear layer, or is computed
    from other tensors; the message names it.
    """
    if not isinstance(state, Mapping):
        raise ValueError(f"it holds no state_dict but a {type(state).__name__}")
    for name, value in state.items():
        if isinstance(value, Mapping) and any(str(key).endswith("weight") for key in value):
            raise ValueError(
                f"it holds a checkpoint with a state_dict under the key {name!r}: "
                f"torch.save(checkpoint[{name!r}], 'model.pt') saves only that"
            )
    ends = ("weight_orig", "weight_mask", "weight_g", "weight_v", "original0", "original1")
    derived = [str(name) for name in state if str(name).endswith(ends)]
    if derived:
        raise ValueError(
            f"its weights are pruned or normalised ({', '.join(derived)}): call "
            "torch.nn.utils.prune.remove or parametrize.remove_parametrizations before "
            "state_dict()"
        )
    other = {str(name): value for name, value in state.items()}  # of any type
    pairs = {}
    for name in [name for name in other if name.rpartition(".")[2] == "weight"]:
        W, start = other[name], name.removesuffix("weight")
        if getattr(W, "ndim", 0) == 2:
            W = as_array(other.pop(name))
            b = other.pop(f"{start}bias", None)
            pairs[start.removesuffix(".")] = (
                W,
                np.zeros(len(W), W.dtype) if b is None else as_array(b),
            )
    if other or not pairs:
        held = [f"{name} {tuple(getattr(value, 'shape', ()))}" for name, value in other.items()]
        raise ValueError(
            f"a state_dict of Linear layers is needed; this one has {', '.join(held) or 'nothing'}"
        )
    return pairs


def chain_of_state(state: Any, layers: Sequence[str] | None = None) -> Chain:
    """Return the chain of a module's `state_dict()` of two layers.

    `layers` are their names in the order of computation, without `.weight`. Raises ValueError as
    `pairs_of_state`, or if there are not two layers, or these fit in both orders and are not named.
    """
    pairs = pairs_of_state(state)
    named = list(pairs)
    if len(named) != 2:
        raise ValueError(f"two Linear layers are needed; this state_dict has {', '.join(named)}")
    if layers is not None and sorted(layers) != sorted(named):
        raise ValueError(f"its layers are {' and '.join(named)}, not {', '.join(layers)}")
    shapes = {name: np.shape(W) for name, (W, _) in pairs.items()}
    orders = [
        order
        for order in (named, named[::-1])
        if shapes[order[0]][0] == shapes[order[1]][1] and (layers is None or [*layers] == order)
    ]
    if len(orders) > 1:
        raise ValueError(
            f"its layers {named[0]} and {named[1]} fit in both orders: name them in the order of "
            f"computation (--layers {','.join(named)} or {','.join(named[::-1])})"
        )
    if not orders:
        names = " and ".join(f"{name} {shapes[name]}" for name in layers or named)
        raise ValueError(f"its layers do not fit in this order: {names}")
    unit = max(unit_of(value) for name, value in state.items() if str(name).endswith("weight"))
    return Chain(tuple(pairs[name] for name in orders[0]), unit)


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
    open(path, "rb").close()  # a file that cannot be read is an OSError with its name
    ending = Path(path).suffix.lower()
    try:
        if ending == ".onnx":
            return _of_graph(path)
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
