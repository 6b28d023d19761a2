"""Networks from files: .npz of this library, models of PyTorch, and ONNX."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sparseact.layers import AT_END, PASSED, as_array, layers_of, neurons_of, require_inputs
from sparseact.network import MOST_WEIGHTS, SparseReLUNetwork

#: What the names of files of trained models end in.
TRAINED = (".pt", ".pth", ".onnx")


def load_networks(
    path: Path | str,
    output: int | None = None,
    inputs: str = "pm1",
    most_weights: int = MOST_WEIGHTS,
) -> list[SparseReLUNetwork]:
    """Return the network of a file, or of a trained model's file one for each output.

    Parameters
    ----------
    path : path-like
        Of .npz (see `SparseReLUNetwork.load`); .pt or .pth with a module's `state_dict()`, which
        PyTorch reads with `weights_only=True`; or .onnx with Gemm or MatMul and Add, Relu, and
        the same again, which is read by the package onnx. A `state_dict` does not say what is
        between its two layers: it is taken for ReLU.
    output : int, optional
        Which output alone.
    inputs : {"pm1", "01"}
        What the model was trained on.
    most_weights : int
        Numbers that each array of an .npz file may have.

    Raises
    ------
    ValueError
        If the file holds no such network, or the package that reads it is not installed.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from sparseact.constructions import extremal
    >>> from sparseact.models import load_networks
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     extremal(p=2, copies=3).save(f"{folder}/net.npz")
    ...     load_networks(f"{folder}/net.npz")
    [SparseReLUNetwork(n=2, s=12)]
    """
    require_inputs(inputs)
    ending = Path(path).suffix
    if ending not in TRAINED:
        if output is not None or inputs != "pm1":
            raise ValueError(f"{path} holds one network on −1 and 1; output and inputs are for "
                             f"{', '.join(TRAINED)}")  # fmt: skip
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            network = SparseReLUNetwork.load(path, most_weights)
        for warning in found:
            warnings.warn(str(warning.message), stacklevel=2)
        return [network]
    with open(path, "rb"):  # what cannot be read is an OSError with its name
        pass
    try:
        arrays = _of_onnx(path) if ending == ".onnx" else _of_torch(path)
        b2 = np.atleast_1d(as_array(arrays[3]))
        chosen = range(len(b2)) if output is None else [output]
        layers = [layers_of(*arrays, number) for number in chosen]
        return [SparseReLUNetwork(*neurons_of(one, inputs)) for one in layers]
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _of_torch(path: Path | str) -> tuple[Any, Any, Any, Any]:
    try:
        import torch
    except ImportError:
        raise ValueError("PyTorch is not installed, which reads it") from None
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise ValueError(
            "PyTorch does not load it with weights_only=True; save model.state_dict(): "
            f"{str(error).splitlines()[0] if str(error) else type(error).__name__}"
        ) from error
    return arrays_of_state(state)


def arrays_of_state(state: Any) -> tuple[Any, Any, Any, Any]:
    """Return W1, b1, W2 and b2 of a module's `state_dict()`, with zeros for missing biases.

    Raises
    ------
    ValueError
        If it is none, or has not two layers; what it cannot take is named.
    """
    if not isinstance(state, Mapping):
        raise ValueError(f"it holds no state_dict but a {type(state).__name__}")
    weights = [name for name in state if name.rpartition(".")[2] == "weight"]
    named = {name[: -len("weight")] for name in weights}
    other = [name for name in state if name not in weights and not _is_bias_of(name, named)]
    if other or len(weights) != 2 or any(np.ndim(as_array(state[w])) != 2 for w in weights):
        said = ", ".join(other or weights) or "nothing"
        raise ValueError(f"a state_dict of two Linear layers is needed; this one has {said}")
    parts = []
    for name in weights:
        weight = as_array(state[name])
        bias = state.get(name[: -len("weight")] + "bias")
        parts += [weight, np.zeros(len(weight), weight.dtype) if bias is None else as_array(bias)]
    return parts[0], parts[1], parts[2], parts[3]


def _is_bias_of(name: str, layers: set[str]) -> bool:
    return name.endswith("bias") and name[: -len("bias")] in layers


def _of_onnx(path: Path | str) -> tuple[Any, Any, Any, Any]:
    try:
        import onnx
    except ImportError:
        raise ValueError("the package onnx is not installed, which reads it") from None
    try:
        graph = onnx.load(str(path)).graph
    except Exception as error:
        raise ValueError("it is not an ONNX file") from error
    arrays = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    return arrays_of_graph(graph.node, arrays)


def arrays_of_graph(nodes: Any, arrays: dict[str, np.ndarray]) -> tuple[Any, Any, Any, Any]:
    """Return W1, b1, W2 and b2 of a chain of ONNX's nodes, with the constants by name.

    Raises
    ------
    ValueError
        If there is another operation than Gemm or MatMul with Add, Relu, and what changes nothing.
    """
    given = {name for node in nodes if node.op_type == "Constant" for name in node.output}
    chain = [node for node in nodes if node.op_type != "Constant"]
    for before, node in itertools.pairwise(chain):
        taken = [name for name in node.input if name and name not in arrays and name not in given]
        if taken != [before.output[0]]:
            raise ValueError(f"it is not a chain: {node.op_type} takes another's result")
    kept = [node for node in chain if node.op_type not in (*PASSED, "Reshape")]
    if kept and kept[-1].op_type in AT_END:
        kept.pop()
    layers: list[tuple[Any, Any]] = []
    found: list[str] = []
    for node in kept:
        options = {one.name: (one.i, one.f) for one in getattr(node, "attribute", ())}
        constants = [arrays[name] for name in node.input if name in arrays]
        first = node.input[0] not in arrays  # the operand that is not a constant
        if node.op_type == "Gemm" and constants and first:
            weight, *bias = constants
            if any(options.get(name, (0, 1.0))[1] != 1 for name in ("alpha", "beta")):
                raise ValueError("it has a Gemm with alpha or beta other than 1")
            if options.get("transA", (0, 0))[0]:
                raise ValueError("it has a Gemm that transposes its input")
            weight = weight if options.get("transB", (0, 0))[0] else weight.T
            layers.append((weight, bias[0] if bias else np.zeros(len(weight), weight.dtype)))
        elif node.op_type == "MatMul" and len(constants) == 1 and first:
            layers.append((constants[0].T, np.zeros(constants[0].shape[1], constants[0].dtype)))
        elif node.op_type == "Add" and len(constants) == 1 and found[-1:] == ["MatMul"]:
            layers[-1] = (layers[-1][0], constants[0].ravel())
            continue
        found.append(node.op_type)
    names = ["Gemm" if name == "MatMul" else name for name in found]
    if names != ["Gemm", "Relu", "Gemm"] or len(layers) != 2:
        raise ValueError(f"a graph of Gemm, Relu, Gemm is needed; this one has {', '.join(found)}")
    return (*layers[0], *layers[1])
