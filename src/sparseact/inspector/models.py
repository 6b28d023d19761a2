"""Networks from files: .npz of this library, models of PyTorch, and ONNX."""

from __future__ import annotations

import re
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
        return [SparseReLUNetwork.load(path, most_weights)]
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
    arrays = {str(name): as_array(value) for name, value in state.items()}
    pairs = {}
    for name in [name for name in arrays if name.rpartition(".")[2] == "weight"]:
        W, start = arrays[name], name.removesuffix("weight")
        if np.ndim(W) == 2:
            del arrays[name]
            b = arrays.pop(f"{start}bias", np.zeros(len(W), W.dtype))
            pairs[start.removesuffix(".")] = W, b
    if arrays or not pairs:
        held = ", ".join(f"{name} {np.shape(array)}" for name, array in arrays.items())
        raise ValueError(
            f"a state_dict of Linear layers is needed; this one has {held or 'nothing'}"
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
