"""Networks from graphs of ONNX: constants are folded, affine maps are read, and all is compared.

A value of the graph is a constant, which the package onnx evaluates, or an affine function of
the last ReLUs, or an error where it is neither. The nodes that spell an affine map do not
matter: at the end the chain that was read is compared with the graph itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import eye_array

from sparseact.layers import AT_END, Chain, unit_of, verify


class _Affine(NamedTuple):
    """`W·a + b` in some shape, where a are the inputs or the values of the last ReLUs."""

    before: tuple[tuple[np.ndarray, np.ndarray], ...]  # the layers that make a
    W: Any  # (size, len(a)), sparse where it only moves numbers
    b: np.ndarray  # (size,)
    shape: tuple[int, ...]

    @property
    def dense(self) -> np.ndarray:
        return self.W.toarray() if hasattr(self.W, "toarray") else self.W


class _Ended(NamedTuple):
    """The output of a function at the end, such as Sigmoid, of the value of this name."""

    name: str
    function: str


#: Nodes that only move numbers about, and those that classifiers have after their end.
_MOVES = ("Dropout", "Flatten", "Gather", "Identity", "Reshape", "Slice", "Squeeze", "Transpose",
          "Unsqueeze")  # fmt: skip
_AFTER_END = (*_MOVES, "Cast", "Sub", "Concat", "ArgMax", "ZipMap", "ArrayFeatureExtractor",
              "Binarizer", "Normalizer")  # fmt: skip


class _UnreadError(ValueError):
    """Why a node is not read; it matters if an output depends on it."""


def chain_of_onnx(path: Path | str) -> Chain:
    """Return the affine maps and ReLUs of an ONNX file, compared with its graph at random points.

    Constants may be computed by any nodes; between the input and the output there are affine maps,
    whatever spells them, ReLUs, and at the end a function in `AT_END`. Raises ValueError if the
    package onnx is missing, the file or its weights cannot be read, there is another operation,
    which is named, or `onnx.reference` computes other values than the chain.
    """
    try:
        import onnx
        from onnx import inliner, numpy_helper
    except ImportError:
        raise ValueError("the package onnx is not installed, which reads it") from None
    try:
        model = inliner.inline_local_functions(onnx.load(str(path)))
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(f"it is not an ONNX file, or its weights are missing: {reason}") from error
    values: dict[str, Any] = {
        tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer
    }
    fed = [given for given in model.graph.input if given.name not in values]
    if len(fed) != 1:
        raise ValueError(f"it has {len(fed)} inputs, where one is needed")
    tensor = fed[0].type.tensor_type
    kind = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
    sizes = [axis.dim_value for axis in tensor.shape.dim]
    shape = (1, *sizes[1:]) if len(sizes) > 1 else tuple(sizes)
    if not shape or not all(shape):
        raise ValueError(f"the number of its inputs is not fixed: its input has shape {sizes}")
    size = int(np.prod(shape))
    values[fed[0].name] = _Affine((), eye_array(size, format="csr"), np.zeros(size), shape)
    reader = _Reader(model.opset_import, [kind])
    for node in model.graph.node:
        values |= reader.read(node, values)
    ends = {name: values.get(name) for name in (output.name for output in model.graph.output)}
    for end in ends.values():
        if isinstance(end, _UnreadError):
            raise end
    names = {value.name if isinstance(value, _Ended) else name for name, value in ends.items()}
    affine = values.get(next(iter(names), ""))
    if len(names) != 1 or not isinstance(affine, _Affine):
        raise ValueError(
            f"the graph must have one output, computed from its input, got {', '.join(ends)}"
        )
    function = next((value.function for value in ends.values() if isinstance(value, _Ended)), "")
    units = [unit_of(np.empty(0, dtype)) for dtype in reader.kinds]
    chain = Chain((*affine.before, (affine.dense, affine.b)), max(units), function)
    (name,) = names
    verify(chain, lambda x: _run(model, fed[0].name, name, x, shape), kind)
    return chain


def _run(model: Any, given: str, name: str, x: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the value of this name at each point, as onnx itself computes it."""
    from onnx.reference import ReferenceEvaluator

    nodes = model.graph.node
    last = next((i for i, node in enumerate(nodes) if name in node.output), -1)
    del nodes[last + 1 :], model.graph.output[:]
    model.graph.output.append(_info(name))
    evaluator = ReferenceEvaluator(model)
    rows = [evaluator.run([name], {given: point.reshape(shape)})[0].ravel() for point in x]
    return np.stack(rows)


def _info(name: str) -> Any:
    from onnx import helper

    return helper.make_empty_tensor_value_info(name)


class _Reader:
    """Reads node after node; `kinds` are the types of floats that a value had."""

    def __init__(self, opsets: Any, kinds: list[Any]) -> None:
        self.opsets = opsets
        self.kinds = [kind for kind in kinds if _is_float(kind)]

    def read(self, node: Any, values: dict[str, Any]) -> dict[str, Any]:
        """Return a node's outputs by their names."""
        given = {name: values[name] for name in node.input if name in values}
        unread = next((value for value in given.values() if isinstance(value, _UnreadError)), None)
        if unread:
            return dict.fromkeys(node.output, unread)
        if not any(isinstance(value, (_Affine, _Ended)) for value in given.values()):
            return self.evaluate(node, given)
        try:
            return dict.fromkeys(node.output, self.follow(node, given))
        except _UnreadError as why:
            return dict.fromkeys(node.output, why)

    def evaluate(self, node: Any, given: dict[str, Any]) -> dict[str, Any]:
        """Return the outputs of a node of constants, which onnx computes."""
        from onnx import helper
        from onnx.reference import ReferenceEvaluator

        ends = [_info(name) for name in node.output if name]
        graph = helper.make_graph([node], "node", [_info(name) for name in given], ends)
        try:
            evaluator = ReferenceEvaluator(helper.make_model(graph, opset_imports=self.opsets))
            values = evaluator.run(None, given)
        except Exception as error:
            return dict.fromkeys(
                node.output, _UnreadError(f"onnx cannot compute its {node.op_type}: {error}")
            )
        return dict(zip([name for name in node.output if name], values, strict=True))

    def follow(self, node: Any, given: dict[str, Any]) -> Any:
        """Return a node's first output as a function of the values that are not constant."""
        kind = node.op_type
        ended = next((value for value in given.values() if isinstance(value, _Ended)), None)
        if ended:
            if kind in _AFTER_END:
                return ended
            raise _UnreadError(f"it has {kind} after {ended.function}")
        (name, value), *more = [(k, v) for k, v in given.items() if isinstance(v, _Affine)]
        constants = [v for v in given.values() if not isinstance(v, _Affine)]
        self.kinds += [v.dtype for v in constants if _is_float(getattr(v, "dtype", object))]
        first = node.input[0] == name
        if kind == "Shape":
            return next(iter(self.evaluate(node, {name: np.zeros(value.shape)}).values()))
        if kind == "Cast" and _is_float(self.cast(node)):
            self.kinds.append(self.cast(node))
            return value
        if kind in _MOVES and not more and first:
            others = {k: v for k, v in given.items() if k != name}
            return self.moved(value, lambda x: self.of(node, {name: x} | others))
        if kind == "Relu":
            size = len(value.b)
            before = (*value.before, (value.dense, value.b))
            return _Affine(before, eye_array(size, format="csr"), np.zeros(size), value.shape)
        if kind == "Neg":
            return self.scaled(value, -1.0)
        if kind in AT_END and first:
            return _Ended(name, kind)
        if kind == "MatMul" and len(constants) == 1:
            return _multiplied(value, constants[0], first)
        if kind == "Gemm" and not more and name in node.input[:2]:
            return self.gemm(node, value, given, first)
        if kind in ("Add", "Sub") and len(node.input) == 2:
            signs = (1, 1) if kind == "Add" else (1, -1)
            return self.sum(
                *(self.scaled(given[k], sign) for k, sign in zip(node.input, signs, strict=True))
            )
        if kind in ("Mul", "Div") and len(constants) == 1 and (first or kind == "Mul"):
            factor = constants[0].astype(np.float64)
            return self.scaled(value, factor if kind == "Mul" else 1 / factor)
        raise _UnreadError(
            f"it has {kind}, where affine maps, Relu, and at the end {', '.join(AT_END)} are read"
        )

    def of(self, node: Any, given: dict[str, Any]) -> np.ndarray:
        value = self.evaluate(node, given)[node.output[0]]
        if isinstance(value, _UnreadError):
            raise value
        return np.asarray(value)

    def cast(self, node: Any) -> Any:
        from onnx import helper

        to = next(attribute.i for attribute in node.attribute if attribute.name == "to")
        return helper.tensor_dtype_to_np_dtype(to)

    def moved(self, value: _Affine, move: Callable[[np.ndarray], np.ndarray]) -> _Affine:
        """Return the value whose numbers are where a move takes 0, 1, and so on."""
        to = move(np.arange(len(value.b), dtype=np.float64).reshape(value.shape))
        chosen = to.ravel().astype(int)
        return _Affine(value.before, value.W[chosen], value.b[chosen], to.shape)

    def scaled(self, value: Any, factor: Any) -> Any:
        """Return a value times a constant of a shape that is broadcast with it."""
        if not isinstance(value, _Affine):
            return np.asarray(value).astype(np.float64) * factor
        factor = np.asarray(factor)
        shape = np.broadcast_shapes(value.shape, factor.shape)
        value = self.moved(value, lambda x: np.broadcast_to(x, shape))
        by = np.broadcast_to(factor, shape).ravel()
        if (by == 1).all():
            return value
        return value._replace(W=value.dense * by[:, None], b=value.b * by)

    def sum(self, first: Any, second: Any) -> _Affine:
        """Return the sum of two values, of which one at least is not constant."""
        if not isinstance(first, _Affine):
            first, second = second, first
        shape = np.broadcast_shapes(first.shape, second.shape)
        first = self.moved(first, lambda x: np.broadcast_to(x, shape))
        if not isinstance(second, _Affine):
            return first._replace(b=first.b + np.broadcast_to(second, shape).ravel())
        second = self.moved(second, lambda x: np.broadcast_to(x, shape))
        if first.before is not second.before:
            raise _UnreadError("it is not a chain: it adds values from before and after a Relu")
        return first._replace(W=first.dense + second.dense, b=first.b + second.b)

    def gemm(self, node: Any, value: _Affine, given: dict[str, Any], first: bool) -> _Affine:
        options = {
            attribute.name: attribute.f if attribute.type == 1 else attribute.i
            for attribute in node.attribute
        }
        turned = [options.get("transA", 0), options.get("transB", 0)]
        if turned[0 if first else 1]:
            value = self.moved(value, np.transpose)
        constant = given[node.input[1 if first else 0]]
        product = _multiplied(value, constant.T if turned[1 if first else 0] else constant, first)
        product = self.scaled(product, options.get("alpha", 1.0))
        if len(node.input) < 3 or not node.input[2]:
            return product
        return self.sum(product, self.scaled(given[node.input[2]], options.get("beta", 1.0)))


def _multiplied(value: _Affine, constant: np.ndarray, first: bool) -> _Affine:
    """Return a row times a matrix, or a matrix times a column."""
    axis = -1 if first or len(value.shape) == 1 else -2
    if constant.ndim != 2 or value.shape[axis] != len(value.b):
        raise _UnreadError(f"it has a product of the shapes {value.shape} and {constant.shape}")
    M = constant.astype(np.float64)
    M = M.T if first else M
    shape = list(value.shape)
    shape[axis] = len(M)
    return _Affine(value.before, M @ value.W, M @ value.b, tuple(shape))


def _is_float(kind: Any) -> bool:
    return np.dtype(kind).kind == "f" or np.dtype(kind).name == "bfloat16"
