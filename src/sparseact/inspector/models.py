"""Networks from files: .npz of this library, models of PyTorch, and ONNX."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sparseact.inspector.onnx_chain import chain_of_onnx
from sparseact.layers import Chain, as_array, require_inputs, unit_of
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
        raise ValueError(f"{path}: save it for PyTorch first, by "
                         "torch.save(safetensors.torch.load_file(path), 'model.pt')")  # fmt: skip
    if ending in _FOREIGN:
        raise ValueError(
            f"{path} must be .npz or {', '.join(TRAINED)}; load it where it was made, and give "
            "the model or its arrays to SparseReLUNetwork.from_sklearn or from_layers"
        )
    if ending not in TRAINED:
        if output is not None or inputs != "pm1":
            raise ValueError(f"{path} holds one network on −1 and 1; output and inputs are for "
                             f"{', '.join(TRAINED)}")  # fmt: skip
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            network = SparseReLUNetwork.load(path, most_weights)
        for warning in caught:
            warnings.warn(str(warning.message), stacklevel=2)
        return [network]
    with open(path, "rb"):  # a file that cannot be read is an OSError with its name
        pass
    try:
        onnx = ending == ".onnx"
        chain = chain_of_onnx(path) if onnx else chain_of_state(load_state(path), layers)
        chain = chain.as_log_odds()
        chosen = range(len(chain.layers[-1][1])) if output is None else [output]
        chains = [chain.of_output(number) for number in chosen]
        return [SparseReLUNetwork.of_chain(chain, inputs) for chain in chains]
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


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


def refuse_derived(state: Mapping[str, Any]) -> None:
    """Reject a `state_dict()` whose weights are computed from other tensors in an unknown way."""
    ends = ("weight_orig", "weight_mask", "weight_g", "weight_v", "original0", "original1")
    derived = [str(name) for name in state if str(name).endswith(ends)]
    if derived:
        raise ValueError(
            f"its weights are pruned or normalised ({', '.join(derived)}): call "
            "torch.nn.utils.prune.remove or parametrize.remove_parametrizations before "
            "state_dict()"
        )


def chain_of_state(state: Any, layers: Sequence[str] | None = None) -> Chain:
    """Return the chain of a module's `state_dict()`, with zeros for missing biases.

    `layers` are the names of the two layers in the order of computation, without `.weight`. Raises
    ValueError if it is not a mapping, has not two layers, or these fit in both orders and are not
    named; the message names the part that is rejected.
    """
    if not isinstance(state, Mapping):
        raise ValueError(f"it holds no state_dict but a {type(state).__name__}")
    inner = [name for name, value in state.items() if isinstance(value, Mapping)
             and any(str(key).endswith("weight") for key in value)]  # fmt: skip
    if inner:
        raise ValueError(
            f"it holds a checkpoint with a state_dict under the key {inner[0]!r}: "
            f"torch.save(checkpoint[{inner[0]!r}], 'model.pt') saves only that"
        )
    weights = [name for name in state if str(name).rpartition(".")[2] == "weight"]
    named = [name[: -len("weight")].removesuffix(".") for name in weights]
    biases = {f"{name}.bias" if name else "bias" for name in named}
    refuse_derived(state)
    other = [str(name) for name in state if name not in weights and name not in biases]
    if other or len(weights) != 2 or any(np.ndim(as_array(state[w])) != 2 for w in weights):
        names = ", ".join(other or weights) or "nothing"
        raise ValueError(f"a state_dict of two Linear layers is needed; this one has {names}")
    shapes = {name: np.shape(as_array(state[w])) for name, w in zip(named, weights, strict=True)}
    orders = [
        (first, second)
        for first, second in (named, named[::-1])
        if shapes[first][0] == shapes[second][1]
    ]
    if layers is not None:
        if sorted(layers) != sorted(named):
            raise ValueError(f"its layers are {' and '.join(named)}, not {', '.join(layers)}")
        orders = [order for order in orders if order == tuple(layers)]
    if len(orders) > 1:
        raise ValueError(
            f"its layers {named[0]} and {named[1]} fit in both orders: name them in the order of "
            f"computation (--layers {','.join(named)} or {','.join(named[::-1])})"
        )
    if not orders:
        names = " and ".join(f"{name} {shapes[name]}" for name in layers or named)
        raise ValueError(f"its layers do not fit in this order: {names}")
    layers_read = []
    for name in orders[0]:
        start = f"{name}." if name else ""
        W, b = as_array(state[f"{start}weight"]), state.get(f"{start}bias")
        layers_read.append((W, np.zeros(len(W), W.dtype) if b is None else as_array(b)))
    return Chain(tuple(layers_read), max(unit_of(state[name]) for name in weights))
