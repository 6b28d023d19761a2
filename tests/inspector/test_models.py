"""Networks from the files of other libraries, by look-alikes of these libraries."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from sparseact import SparseReLUNetwork
from sparseact.inspector import onnx_chain
from sparseact.inspector.cli import main
from sparseact.inspector.measured import read_points
from sparseact.inspector.models import UNVERIFIED, chain_of_state, load_networks

RNG = np.random.default_rng(10)
W1, B1 = RNG.normal(size=(5, 4)).astype("f"), RNG.normal(size=5).astype("f")
W2, B2 = RNG.normal(size=(3, 5)).astype("f"), RNG.normal(size=3).astype("f")
STATE = {"0.weight": W1, "0.bias": B1, "2.weight": W2, "2.bias": B2}
X = RNG.choice([0, 1], (20, 4))


def model(x):
    return np.maximum(x @ W1.T + B1, 0) @ W2.T + B2


@pytest.fixture
def torch(monkeypatch):
    """A module that loads JSON where PyTorch loads its own files."""

    def load(path, map_location, weights_only):
        assert weights_only
        assert map_location == "cpu"
        with open(path, encoding="utf-8") as stream:
            return {k: np.array(v, dtype="f") for k, v in json.load(stream).items()}

    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(load=load))


def write_state(path, state=STATE):
    path.write_text(json.dumps({k: v.tolist() for k, v in state.items()}), "utf-8")
    return str(path)


def agrees(network, number):
    np.testing.assert_allclose(network(2 * X - 1), model(X)[:, number], rtol=1e-5, atol=1e-5)


def test_a_file_of_pytorch(torch, tmp_path):
    path = write_state(tmp_path / "model.pt")
    networks = load_networks(path, inputs="01")
    assert len(networks) == 3
    for number, network in enumerate(networks):
        agrees(network, number)
    (one,) = load_networks(path, 2, "01")
    agrees(one, 2)
    with pytest.raises(ValueError, match=r"model.pt: output must be one of 0..2, got 3"):
        load_networks(path, 3)


def test_a_real_file_of_pytorch(tmp_path):
    torch = pytest.importorskip("torch")
    torch.save({k: torch.tensor(v) for k, v in STATE.items()}, tmp_path / "model.pt")
    for number, network in enumerate(load_networks(tmp_path / "model.pt", inputs="01")):
        agrees(network, number)


def test_layers_in_the_order_that_fits_or_that_is_named():
    """A module may define its output layer first."""
    chain = chain_of_state({"out.weight": W2, "out.bias": B2, "hid.weight": W1, "hid.bias": B1})
    np.testing.assert_allclose(chain.values(X), model(X), rtol=1e-5, atol=1e-5)
    both = {"out.weight": W2[:, :4], "hid.weight": W2[:, :4].T}  # 4 to 3 and 3 to 4
    with pytest.raises(ValueError, match=r"out and hid fit in both .*--layers out,hid or hid,out"):
        chain_of_state(both)
    for order in (["out", "hid"], ["hid", "out"]):
        (first, _), (second, _) = chain_of_state(both, order).layers
        assert np.array_equal(first, both[f"{order[0]}.weight"])
        assert np.array_equal(second, both[f"{order[1]}.weight"])
    assert not any(b.any() for _, b in chain_of_state(both, ["out", "hid"]).layers)
    with pytest.raises(ValueError, match="its layers are out and hid, not a, b"):
        chain_of_state(both, ["a", "b"])
    with pytest.raises(ValueError, match=r"do not fit in this order: 2 \(3, 5\) and 0 \(5, 4\)"):
        chain_of_state(STATE, ["2", "0"])


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (STATE | {"1.running_mean": B1}, "this one has 1.running_mean"),
        (STATE | {"4.weight": W2}, "two Linear layers are needed; this state_dict has 0, 2, 4"),
        ({"0.weight": W1[None], "2.weight": W2}, r"this one has 0.weight \(1, 5, 4\)"),
        ({}, "this one has nothing"),
        ([1, 2], "no state_dict but a list"),
        (STATE | {"0.weight_orig": W1}, r"pruned or normalised .*before state_dict"),
        ({"p.weight.original0": W1}, r"pruned or normalised .*before state_dict"),
        ({"epoch": 3, "net": STATE}, r"under the key 'net': torch.save\(checkpoint\['net'\]"),
    ],
)
def test_names_states_that_do_not_have_two_layers(state, said):
    with pytest.raises(ValueError, match=said):
        chain_of_state(state)


def test_the_command_takes_trained_models(torch, tmp_path, capsys):
    path = write_state(tmp_path / "model.pt")
    assert main(["inspect", path]) == 2
    assert "has 3 outputs: --output 0 to 2, or --output all" in capsys.readouterr().err
    assert main(["inspect", path, "--output", "2", "--inputs", "01"]) == 0
    one = capsys.readouterr().out
    assert one.startswith(f"{UNVERIFIED}\n\n")
    assert "A network of s = 5 neurons on n = 4 inputs" in one
    assert main(["inspect", path, "--output", "all", "--inputs", "01"]) == 0
    first, _, *lines = capsys.readouterr().out.splitlines()
    assert first == UNVERIFIED
    assert lines[0].startswith("3 outputs of s = 5 neurons on n = 4 inputs")
    assert [line.split()[0] for line in lines[1:]] == ["output", "0", "1", "2"]
    sensitivity = next(line for line in one.splitlines() if "average sensitivity  " in line)
    assert sensitivity.split()[2] in lines[4].split()
    assert main(["inspect", path, "--output", "all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["unverified"] for one in found] == [UNVERIFIED] * 3


@pytest.mark.parametrize(
    ("name", "said", "options"),
    [
        ("a.pt", "PyTorch is not installed", []),
        ("a.onnx", "onnx is not installed", []),
        ("missing.pt", "missing.pt: No such file", []),
        ("a.safetensors", "save it for PyTorch first", []),
        ("net.npz", "layers are named in a state_dict", ["--layers", "a,b"]),
        ("net.npz", "holds one network on", ["--inputs", "01"]),
        ("a.h5", "must be .npz or .pt", []),
        ("a.keras", "from_sklearn or from_layers", []),
        ("a.PKL", "from_sklearn or from_layers", []),
        ("a.joblib", "from_sklearn or from_layers", []),
    ],
)
def test_unreadable_models_are_one_sentence(tmp_path, capsys, monkeypatch, name, said, options):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "onnx", None)
    SparseReLUNetwork([[1]], [0], [1]).save(tmp_path / "net.npz")
    if name.startswith("a."):
        (tmp_path / name).write_bytes(b"")
    assert main(["inspect", str(tmp_path / name), *options]) == 2
    assert said in capsys.readouterr().err


# -------------------------------------------------------------------- ONNX


def spelled(onnx):
    """Return the same network as exporters write it: nodes, weights and the output's name."""
    node, tensor = onnx.helper.make_node, onnx.numpy_helper.from_array
    half = {"a": W1, "b": B1, "c": W2, "d": B2}
    gemm = node("Gemm", ["x", "a", "b"], ["g"], transB=1)
    relu, last = node("Relu", ["g"], ["r"]), node("Gemm", ["r", "c", "d"], ["y"], transB=1)
    constants = [node("Constant", [], [k], value=tensor(v)) for k, v in half.items()]
    yield "gemm", [node("Flatten", ["x"], ["f"]), node("Gemm", ["f", "a", "b"], ["g"], transB=1),
                   relu, last, node("Softmax", ["y"], ["p"])], half, "p"  # fmt: skip
    yield "constants", [*constants, gemm, relu, last], {}, "y"
    yield "rows", [gemm, relu, last], half | {"b": B1[None], "d": B2[None]}, "y"
    yield "two adds", [
        node("MatMul", ["x", "w"], ["m"]), node("Add", ["m", "e"], ["n"]),
        node("Add", ["f", "n"], ["g"]), relu, node("MatMul", ["r", "v"], ["o"]),
        node("Add", ["o", "d"], ["y"]),
    ], {"w": W1.T, "e": B1 / 4, "f": B1 * 3 / 4, "v": W2.T, "d": B2}, "y"  # fmt: skip
    yield "gemm and add", [
        node("Gemm", ["x", "a", "e"], ["h"], transB=1, alpha=2.0, beta=-4.0),
        node("Sub", ["h", "f"], ["g"]), relu, last,
    ], half | {"a": W1 / 2, "e": B1 / 8, "f": -B1 * 3 / 2}, "y"  # fmt: skip
    yield "transposed at run time", [
        node("Transpose", ["a"], ["w"]), node("MatMul", ["x", "w"], ["m"]),
        node("Add", ["m", "b"], ["g"]), relu, last,
    ], half, "y"  # fmt: skip
    yield "columns", [
        node("Transpose", ["x"], ["t"]), node("MatMul", ["a", "t"], ["m"]),
        node("Add", ["m", "b"], ["g"]), relu, node("MatMul", ["c", "r"], ["o"]),
        node("Add", ["o", "d"], ["q"]), node("Transpose", ["q"], ["y"]),
    ], half | {"b": B1[:, None], "d": B2[:, None]}, "y"  # fmt: skip
    yield "casts and shapes", [
        node("Cast", ["x"], ["z"], to=onnx.TensorProto.DOUBLE), node("Cast", ["z"], ["f"], to=1),
        node("Mul", ["f", "two"], ["f2"]), node("Div", ["f2", "two"], ["f3"]),
        node("MatMul", ["f3", "w"], ["m"]), node("Shape", ["m"], ["s"]),
        node("Reshape", ["m", "s"], ["k"]), node("Add", ["k", "b"], ["g"]), relu, last,
        node("Add", ["y", "y"], ["yy"]), node("Mul", ["yy", "half"], ["o"]),
        node("Reshape", ["o", "flat"], ["out"]),
    ], half | {"w": W1.T, "two": np.float32(2), "half": np.float32([0.5]),
               "flat": np.array([-1, 3])}, "out"  # fmt: skip


def respelled(onnx):
    """Return the network by nodes for which the reader has no rule, as exporters write them."""
    node = onnx.helper.make_node
    half = {"a": W1.T, "b": B1, "c": W2.T, "d": B2}
    hidden = [node("MatMul", ["x", "a"], ["m"]), node("Sum", ["m", "b"], ["g"])]
    last = [node("MatMul", ["r", "c"], ["o"]), node("Add", ["o", "d"], ["y"])]
    zero = {"zero": np.float32(0)}
    for name, relu in [
        ("clip", [node("Clip", ["g", "zero"], ["r"])]),
        ("max", [node("Max", ["g", "zero"], ["r"])]),
        ("leaky", [node("LeakyRelu", ["g"], ["r"], alpha=0.0)]),
        ("twice", [node("Relu", ["g"], ["q"]), node("Relu", ["q"], ["r"])]),
    ]:
        yield name, [*hidden, *relu, *last], half | zero, "y"
    relu = node("Relu", ["g"], ["r"])
    scale = np.float32([2, 0.5, 4, 1, 8])
    norm = {"a": W1.T * 2, "s": scale, "t": B1, "mean": W1[:, 0] * 0, "v": scale**2 * 4 - 1e-5}
    yield "batch normalisation", [
        node("MatMul", ["x", "a"], ["m"]),
        node("BatchNormalization", ["m", "s", "t", "mean", "v"], ["g"]), relu, *last,
    ], half | norm, "y"  # fmt: skip
    yield "pad and split", [
        node("Pad", ["x", "pads"], ["wide"]),
        node("Split", ["wide"], ["z", "e"], axis=1, num_outputs=2),
        node("MatMul", ["z", "a"], ["m"]), node("Add", ["m", "b"], ["g"]), relu, *last,
    ], half | {"pads": np.array([0, 0, 0, 4])}, "y"  # fmt: skip
    yield "convolution", [
        node("Unsqueeze", ["x", "axis"], ["i"]), node("Conv", ["i", "w", "b"], ["k"]),
        node("Flatten", ["k"], ["g"]), relu, *last,
    ], half | {"axis": np.array([1]), "w": W1[:, None]}, "y"  # fmt: skip


def save_graph(onnx, path, nodes, arrays, output, kind=1, given=4):
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes, "net", [info("x", kind, ["m", given])], [info(output, kind, None)],
        [onnx.numpy_helper.from_array(np.asarray(v), k) for k, v in arrays.items()],
    )  # fmt: skip
    onnx.save(onnx.helper.make_model(graph), path)
    return path


@pytest.mark.parametrize(("graphs", "count"), [(spelled, 8), (respelled, 7)])
def test_whatever_nodes_spell_the_network(tmp_path, graphs, count):
    onnx = pytest.importorskip("onnx")
    for name, nodes, arrays, output in (written := list(graphs(onnx))):
        path = save_graph(onnx, tmp_path / f"{name}.onnx", nodes, arrays, output)
        networks = load_networks(path, inputs="01")
        assert len(networks) == 3
        for number, network in enumerate(networks):
            agrees(network, number)
    assert len(written) == count


def test_weights_of_few_bits_a_hidden_output_and_a_fixed_batch_are_read(tmp_path):
    onnx = pytest.importorskip("onnx")
    node, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    weights = np.int8([[3, -7, 1, 0], [2, 5, -4, 9], [-1, 1, 6, 2]])
    step = np.float32([0.5, 0.25, 2.0])
    nodes = [
        node("DequantizeLinear", ["q", "step", "none"], ["a"], axis=0),
        node("Gemm", ["x", "a", "b"], ["g"], transB=1), node("Relu", ["g"], ["r"]),
        node("Gemm", ["r", "c"], ["y"]),
    ]  # fmt: skip
    arrays = {"q": weights, "step": step, "none": np.zeros(3, np.int8),
              "b": np.float32([0.5, -1, 3]), "c": np.float32([[1], [-2], [0.5]])}  # fmt: skip

    def saved(nodes, outputs, shape):
        graph = onnx.helper.make_graph(
            nodes, "net", [info("x", 1, shape)], [info(name, 1, None) for name in outputs],
            [onnx.numpy_helper.from_array(v, k) for k, v in arrays.items()],
        )  # fmt: skip
        opset = [onnx.helper.make_opsetid("", 17)]
        onnx.save(onnx.helper.make_model(graph, opset_imports=opset), tmp_path / "q.onnx")
        return tmp_path / "q.onnx"

    for outputs in (["y"], ["r", "y"]):
        (network,) = load_networks(saved(nodes, outputs, ["m", 4]))
        assert network.w.tolist() == (weights * step[:, None]).tolist()
        assert (network.b.tolist(), network.u.tolist()) == ([-0.5, 1, -3], [1, -2, 0.5])
    arrays["flat"] = np.array([5, 4])
    fixed = [node("Reshape", ["z", "flat"], ["x"]), *nodes]
    path = saved(fixed, ["y"], ["m", 4])
    model = onnx.load(path)
    model.graph.input[0].name = "z"
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 5
    onnx.save(model, path)
    with pytest.raises(ValueError, match="exported for batches of 5 rows"):
        load_networks(path)


@pytest.mark.parametrize(("axis", "version"), [(0, 21), (-2, 13), (0, 11)])
def test_a_softmax_over_the_batch_is_refused(tmp_path, axis, version):
    onnx = pytest.importorskip("onnx")
    nodes, arrays, _ = next(spelled(onnx))[1:]
    nodes[-1] = onnx.helper.make_node("Softmax", ["y"], ["p"], axis=axis)
    path = save_graph(onnx, tmp_path / "p.onnx", nodes, arrays, "p")
    model = onnx.load(path)
    model.opset_import[0].version = version
    onnx.save(model, path)
    if version == 11:  # all axes from the first one, of one row
        assert len(load_networks(path)) == 3
        return
    with pytest.raises(ValueError, match="Softmax must be along the outputs"):
        load_networks(path)


def test_a_mean_over_the_batch_is_refused(tmp_path):
    onnx = pytest.importorskip("onnx")
    nodes, arrays, _ = next(spelled(onnx))[1:]
    nodes[-1] = onnx.helper.make_node("ReduceMean", ["y", "axes"], ["p"], keepdims=1)
    arrays = arrays | {"axes": np.array([0])}
    path = save_graph(onnx, tmp_path / "p.onnx", nodes, arrays, "p")
    with pytest.raises(ValueError, match="for a row depends on the other rows"):
        load_networks(path)


def test_the_output_of_the_graph_is_what_is_read(tmp_path):
    onnx = pytest.importorskip("onnx")
    nodes, arrays = next(spelled(onnx))[1:3]
    path = save_graph(onnx, tmp_path / "hidden.onnx", nodes, arrays, "r")
    expected = np.maximum(X @ W1.T + B1, 0)
    for number, network in enumerate(load_networks(path, inputs="01")):
        assert network.s == 5
        np.testing.assert_allclose(network(2 * X - 1), expected[:, number], atol=1e-5)
    path = save_graph(onnx, tmp_path / "affine.onnx", nodes, arrays, "g")
    with pytest.raises(ValueError, match="one hidden layer, got 0"):
        load_networks(path)


@pytest.mark.parametrize("kind", ["bfloat16", "float16"])
def test_a_graph_of_few_digits(tmp_path, kind):
    onnx = pytest.importorskip("onnx")
    if kind == "bfloat16":
        kind = pytest.importorskip("ml_dtypes").bfloat16
    code = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    node = onnx.helper.make_node
    arrays = {k: v.astype(kind) for k, v in {"a": W1, "b": B1, "c": W2, "d": B2}.items()}
    nodes = [node("Gemm", ["x", "a", "b"], ["g"], transB=1), node("Relu", ["g"], ["r"]),
             node("Gemm", ["r", "c", "d"], ["y"], transB=1)]  # fmt: skip
    path = save_graph(onnx, tmp_path / "few.onnx", nodes, arrays, "y", code)
    (network,) = load_networks(path, 1)
    assert np.array_equal(network.w, arrays["a"].astype(float))
    assert np.array_equal(network.u, arrays["c"][1].astype(float))
    assert network.c == float(arrays["d"][1])


def test_names_graphs_that_are_not_supported(tmp_path):
    onnx = pytest.importorskip("onnx")
    node = onnx.helper.make_node
    arrays = {"a": W1, "b": B1, "c": W2, "d": B2, "e": W1[0]}
    gemm, last = (node("Gemm", ["x", "a", "b"], ["g"], transB=1),
                  node("Gemm", ["r", "c", "d"], ["y"], transB=1))  # fmt: skip
    relu = node("Relu", ["g"], ["r"])
    for nodes, said in [
        ([gemm, node("Tanh", ["g"], ["r"]), last], "it has Tanh, where"),
        ([gemm, relu, node("Add", ["g", "r"], ["y"])], "have not passed the same Relus"),
        (
            [
                gemm,
                relu,
                node("Neg", ["g"], ["n"]),
                node("Relu", ["n"], ["q"]),
                node("Add", ["q", "r"], ["y"]),
            ],
            "have not passed the same Relus",
        ),
        ([gemm, node("Sigmoid", ["g"], ["r"]), last], "it has Gemm after Sigmoid"),
        ([gemm, node("Mul", ["g", "g"], ["y"])], "it has Mul, where"),
        ([node("MatMul", ["x", "x"], ["y"])], "it has MatMul, where"),
        ([node("Identity", ["a"], ["y"])], "one output, computed from its input, got y"),
    ]:
        path = save_graph(onnx, tmp_path / "other.onnx", nodes, arrays, "y")
        with pytest.raises(ValueError, match=f"other.onnx: .*{said}"):
            load_networks(path)
    path.write_bytes(b"no graph")
    with pytest.raises(ValueError, match="it is not an ONNX file"):
        load_networks(path)


def test_rejects_models_that_are_read_wrongly(tmp_path, monkeypatch):
    """A mistake of the reader, planted, is met by the comparison with the graph."""
    onnx = pytest.importorskip("onnx")
    nodes, arrays, output = next(one[1:] for one in spelled(onnx) if one[0] == "gemm and add")
    path = save_graph(onnx, tmp_path / "net.onnx", nodes, arrays, output)
    monkeypatch.setattr(onnx_chain._Reader, "sum", lambda _, one, __: one)
    with pytest.raises(ValueError, match="the network that was read is not the model: output"):
        load_networks(path)


def test_exports_of_scikit_learn(tmp_path):
    skl2onnx = pytest.importorskip("skl2onnx")
    sklearn = pytest.importorskip("sklearn.neural_network")
    rng = np.random.default_rng(21)
    points = rng.choice([-1.0, 1.0], (60, 5))
    y = points[:, 0] * points[:, 1]
    two = np.c_[y > 0, points[:, 2] > 0].astype(int)
    for kind, target, sample in [
        (sklearn.MLPRegressor, y, points[:1]),
        (sklearn.MLPRegressor, np.c_[y, points[:, 3]], points[:1].astype("f")),
        (sklearn.MLPRegressor, y, points[:1].astype(np.int64)),
        (sklearn.MLPClassifier, y > 0, points[:1].astype("f")),
        (sklearn.MLPClassifier, two, points[:1].astype("f")),
        (sklearn.MLPClassifier, rng.integers(0, 3, 60), points[:1].astype("f")),
    ]:
        fitted = kind(hidden_layer_sizes=(7,), max_iter=9, random_state=0).fit(points, target)
        proto = skl2onnx.to_onnx(fitted, sample, options={"zipmap": False} if target is two else {})
        (tmp_path / "net.onnx").write_bytes(proto.SerializeToString())
        networks = load_networks(tmp_path / "net.onnx")
        W, V = fitted.coefs_
        hidden = np.maximum(points @ W + fitted.intercepts_[0], 0)
        logits = hidden @ V + fitted.intercepts_[1]
        found = np.stack([one(points) for one in networks], axis=1)
        np.testing.assert_allclose(found, logits, atol=1e-5)


def test_softmax_of_two_is_read_as_log_odds(tmp_path):
    onnx = pytest.importorskip("onnx")
    nodes, arrays, output = next(spelled(onnx))[1:]
    two = arrays | {"c": W2[:2], "d": B2[:2]}
    first, second = load_networks(save_graph(onnx, tmp_path / "two.onnx", nodes, two, output))
    cube = 2 * X - 1
    logits = np.maximum(cube @ W1.T + B1, 0) @ W2[:2].T + B2[:2]
    np.testing.assert_allclose(second(cube), logits[:, 1] - logits[:, 0], atol=1e-5)
    np.testing.assert_allclose(first(cube), logits[:, 0] - logits[:, 1], atol=1e-5)


def test_read_points_rejects_bits_for_a_model_of_signs(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.array([[0, 1, 1], [1, 1, 0]]))
    with pytest.raises(ValueError, match=r"must hold ±1, .* give --inputs 01"):
        read_points(path, 3, trained_on_signs=True)
    assert read_points(path, 3).tolist() == [[-1, 1, 1], [1, 1, -1]]
    np.save(path, np.ones((2, 3)))  # both, and the same point
    assert read_points(path, 3, trained_on_signs=True).tolist() == [[1, 1, 1]] * 2
