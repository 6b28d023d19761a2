"""Networks from graphs of ONNX: constants are folded, affine maps are read, and all is compared.

A value of the graph is a constant, which the package onnx evaluates, or an affine function of
the last ReLUs, or an error where it is neither. The nodes that spell an affine map or a ReLU do
not matter: a node without a rule here is evaluated by onnx at 0 and at unit vectors, and is
affine if it agrees at random points. At the end the chain that was read is compared with the
graph itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import helper, inliner, numpy_helper
from onnx.reference import ReferenceEvaluator
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


_MOST_PROBED = 4096  # numbers at whose unit vectors a node is evaluated


class _UnreadError(ValueError):
    """Why a node is not read; it matters if an output depends on it."""


def chain_of_onnx(path: Path | str) -> Chain:
    """Return the affine maps and ReLUs of an ONNX file, compared with its graph at random points.

    Of several outputs the one is read that no node reads. Constants may be computed by any nodes;
    between the input and the output there are affine maps and ReLUs, whatever spells them, and at
    the end a function in `AT_END`. Raises ValueError if the file or its weights cannot be read,
    there is another operation, which is named, or `onnx.reference` computes other values than
    the chain.
    """
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
    kind = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
    sizes = [axis.dim_value for axis in tensor.shape.dim]
    shape = (1, *sizes[1:]) if len(sizes) > 1 else tuple(sizes)
    if not shape or not all(shape):
        raise ValueError(f"the number of its inputs is not fixed: its input has shape {sizes}")
    size = int(np.prod(shape))
    values[fed[0].name] = _Affine((), eye_array(size, format="csr"), np.zeros(size), shape)
    reader = _Reader(model.opset_import, [kind])
    for node in model.graph.node:
        values |= reader.read(node, values)
    names = [output.name for output in model.graph.output]
    read = {name for node in model.graph.node for name in node.input}
    last = [name for name in names if name not in read]
    ends = {name: values.get(name) for name in (last if len(last) == 1 else names)}
    for end in ends.values():
        if isinstance(end, _UnreadError):
            if len(sizes) > 1 and sizes[0] > 1:
                raise ValueError(
                    f"{end}; it was exported for batches of {sizes[0]} rows: export it "
                    "for one row, or for any number"
                ) from end
            raise end
    _fold(model, values)
    chosen = {value.name if isinstance(value, _Ended) else name for name, value in ends.items()}
    affine = values.get(next(iter(chosen), ""))
    if len(chosen) != 1 or not isinstance(affine, _Affine):
        raise ValueError(
            f"the graph must have one output, computed from its input, got {', '.join(ends)}"
        )
    function = next((value.function for value in ends.values() if isinstance(value, _Ended)), "")
    units = [unit_of(np.empty(0, dtype)) for dtype in reader.kinds]
    chain = Chain((*affine.before, (affine.dense, affine.b)), max(units), function)
    (name,) = chosen
    verify(chain, lambda x: _run(model, fed[0].name, name, x, shape), kind)
    return chain


def _fold(model: Any, values: dict[str, Any]) -> None:
    """Put the values of nodes of constants into the graph, in place of these nodes."""
    kept = []
    for node in model.graph.node:
        found = {name: values[name] for name in node.output if name}
        if all(isinstance(value, np.ndarray) for value in found.values()):
            tensors = [numpy_helper.from_array(value, name) for name, value in found.items()]
            model.graph.initializer.extend(tensors)
        else:
            kept.append(node)
    del model.graph.node[:]
    model.graph.node.extend(kept)


def _run(model: Any, given: str, name: str, x: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the value of this name at each point, as onnx itself computes it."""
    nodes = model.graph.node
    last = next((i for i, node in enumerate(nodes) if name in node.output), -1)
    del nodes[last + 1 :], model.graph.output[:]
    model.graph.output.append(helper.make_empty_tensor_value_info(name))
    evaluator: Any = ReferenceEvaluator(model)  # whose results may be a dictionary
    rows = [evaluator.run([name], {given: point.reshape(shape)})[0].ravel() for point in x]
    return np.stack(rows)


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
        missing = next((name for name in node.input if name and name not in values), None)
        if missing:
            why = _UnreadError(f"its {node.op_type} reads {missing}, which no node before computes")
            return dict.fromkeys(node.output, why)
        constant = not any(isinstance(value, (_Affine, _Ended)) for value in given.values())
        try:
            if constant:
                return self.evaluate(node, given)
            return dict.fromkeys(node.output, self.follow(node, given))
        except _UnreadError as error:
            why = error
        if not constant and node.op_type not in AT_END:
            with contextlib.suppress(_UnreadError):
                return self.probed(node, given)
        return dict.fromkeys(node.output, why)

    def evaluate(self, node: Any, given: dict[str, Any]) -> dict[str, Any]:
        """Return the outputs of a node of constants, which onnx computes."""
        outputs = [name for name in node.output if name]
        info = helper.make_empty_tensor_value_info
        graph = helper.make_graph([node], "node", [*map(info, given)], [*map(info, outputs)])
        opsets = self.opsets
        if node.op_type == "DequantizeLinear" and self.is_before(19):  # from which onnx computes it
            opsets = [helper.make_opsetid("", 19)]
        try:
            values = ReferenceEvaluator(helper.make_model(graph, opset_imports=opsets)).run(
                None, given
            )
        except Exception as error:
            raise _UnreadError(f"onnx cannot compute its {node.op_type}: {error}") from None
        return dict(zip(outputs, values, strict=True))

    def is_before(self, version: int) -> bool:
        return any(opset.domain == "" and opset.version < version for opset in self.opsets)

    def follow(self, node: Any, given: dict[str, Any]) -> Any:
        """Return a node's first output as a function of the values that are not constant."""
        kind, options = node.op_type, _options(node)
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
        if kind == "Cast" and _is_float(to := helper.tensor_dtype_to_np_dtype(options["to"])):
            self.kinds.append(to)
            return value
        if kind in _MOVES and not more and first:
            others = {k: v for k, v in given.items() if k != name}
            return self.moved(
                value, lambda x: self.evaluate(node, {name: x} | others)[node.output[0]]
            )
        if kind == "Relu":
            return _rectified(value)
        if kind == "Neg":
            return self.scaled(value, -1.0)
        if kind in AT_END and first:
            self.require_outputs(node, value)
            return _Ended(name, kind)
        if kind == "MatMul" and len(constants) == 1:
            return _multiplied(value, constants[0], first)
        if kind == "Gemm" and not more and name in node.input[:2]:
            return self.gemm(node, value, given, first)
        if kind in ("Add", "Sub") and len(node.input) == 2:
            left, right = (given[k] for k in node.input)
            sign = 1 if kind == "Add" else -1
            return self.sum(self.scaled(left, 1), self.scaled(right, sign))
        if kind in ("Mul", "Div") and len(constants) == 1 and (first or kind == "Mul"):
            factor = constants[0].astype(np.float64)
            return self.scaled(value, factor if kind == "Mul" else 1 / factor)
        raise _UnreadError(
            f"it has {kind}, where affine maps, Relu, and at the end {', '.join(AT_END)} are read"
        )

    def probed(self, node: Any, given: dict[str, Any]) -> dict[str, _Affine]:
        """Return a node's outputs by evaluating it in float64.

        It is a ReLU if it agrees with one at numbers of many sizes, and affine if at random points
        it agrees with the map that its values at 0 and at unit vectors give; else it is not read.
        """
        values = {name: v for name, v in given.items() if isinstance(v, _Affine)}
        constants = {
            name: v.astype(np.float64) if _is_float(v.dtype) else v
            for name, v in given.items()
            if isinstance(v, np.ndarray)
        }
        first = next(iter(values.values()), None)
        if (
            first is None
            or len(values) + len(constants) < len(given)
            or any(v.before is not first.before for v in values.values())
            or first.W.shape[1] > _MOST_PROBED
        ):
            raise _UnreadError
        size = first.W.shape[1]
        rng = np.random.default_rng(0)

        def run(fed: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
            found = self.evaluate(node, fed | constants)
            if any(not isinstance(v, np.ndarray) for v in found.values()):
                raise _UnreadError
            return found

        def at(a: np.ndarray) -> dict[str, np.ndarray]:
            return run({k: (v.W @ a + v.b).reshape(v.shape) for k, v in values.items()})

        if len(values) == 1:
            sizes = 2.0 ** np.arange(0, 120, 20)
            points = [size * rng.standard_normal(first.shape) for size in sizes]
            outputs = [list(run(dict.fromkeys(values, x)).values()) for x in points]
            if all(
                len(found) == 1 and np.array_equal(found[0], np.maximum(x, 0))
                for found, x in zip(outputs, points, strict=True)
            ):
                return dict.fromkeys(node.output, _rectified(first))
        start, columns = at(np.zeros(size)), [at(a) for a in np.eye(size)]
        maps = {
            name: _Affine(
                first.before,
                np.column_stack([(found[name] - b).ravel() for found in columns]),
                b.ravel().astype(np.float64),
                b.shape,
            )
            for name, b in start.items()
        }
        for power in (0, 10, 20):
            a = rng.standard_normal(size) * 2.0**power
            found = at(a)
            for name, affine in maps.items():
                terms = np.abs(affine.W) @ np.abs(a) + np.abs(affine.b)
                gaps = np.abs(affine.W @ a + affine.b - found[name].ravel())
                if not (gaps <= 1e-9 * terms).all():
                    raise _UnreadError
        return maps

    def require_outputs(self, node: Any, value: _Affine) -> None:
        """Reject a Softmax along another axis than all the outputs of one row."""
        if not node.op_type.endswith("Softmax"):
            return
        old = self.is_before(13)
        axis = _options(node).get("axis", 1 if old else -1)
        start = axis % len(value.shape)
        along = value.shape[start:] if old else value.shape[start : start + 1]
        if np.prod(along) != len(value.b):
            raise _UnreadError(f"its {node.op_type} must be along the outputs, got axis {axis}")

    def moved(self, value: _Affine, move: Callable[[np.ndarray], np.ndarray]) -> _Affine:
        """Return the value with its numbers permuted or selected as `move` does with an array."""
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
            raise _UnreadError(
                "it is not a chain: it adds values that have not passed the same Relus"
            )
        return first._replace(W=first.dense + second.dense, b=first.b + second.b)

    def gemm(self, node: Any, value: _Affine, given: dict[str, Any], first: bool) -> _Affine:
        options = _options(node)
        turned = [options.get("transA", 0), options.get("transB", 0)]
        if turned[0 if first else 1]:
            value = self.moved(value, np.transpose)
        constant = given[node.input[1 if first else 0]]
        product = _multiplied(value, constant.T if turned[1 if first else 0] else constant, first)
        product = self.scaled(product, options.get("alpha", 1.0))
        if len(node.input) < 3 or not node.input[2]:
            return product
        return self.sum(product, self.scaled(given[node.input[2]], options.get("beta", 1.0)))


def _options(node: Any) -> dict[str, Any]:
    """Return a node's attributes by their names."""
    return {part.name: helper.get_attribute_value(part) for part in node.attribute}


def _rectified(value: _Affine) -> _Affine:
    """Return the ReLU of a value; a value after another ReLU is at least 0, and is returned."""
    if value.before and value.W.min() >= 0 and value.b.min() >= 0:
        return value
    size = len(value.b)
    before = (*value.before, (value.dense, value.b))
    return _Affine(before, eye_array(size, format="csr"), np.zeros(size), value.shape)


def _multiplied(value: _Affine, constant: np.ndarray, first: bool) -> _Affine:
    """Return a row times a matrix, or a matrix times a column."""
    axis = -1 if first or len(value.shape) == 1 else -2
    if constant.ndim != 2 or value.shape[axis] != len(value.b):
        raise _UnreadError(f"it has a product of the shapes {value.shape} and {constant.shape}")
    M = constant.astype(np.float64)
    M = M.T if first else M
    if M.shape[1] != len(value.b):
        raise _UnreadError(f"it has a product of the shapes {value.shape} and {constant.shape}")
    shape = list(value.shape)
    shape[axis] = len(M)
    return _Affine(value.before, M @ value.W, M @ value.b, tuple(shape))


def _is_float(kind: Any) -> bool:
    return np.dtype(kind).kind == "f" or np.dtype(kind).name == "bfloat16"
