"""Networks from the files of other libraries, by look-alikes of these libraries."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from sparseact import SparseReLUNetwork
from sparseact.cli import main
from sparseact.models import arrays_of_graph, arrays_of_state, load_networks

RNG = np.random.default_rng(10)
W1, B1 = RNG.normal(size=(5, 4)).astype("f"), RNG.normal(size=5).astype("f")
W2, B2 = RNG.normal(size=(3, 5)).astype("f"), RNG.normal(size=3).astype("f")
STATE = {"0.weight": W1, "0.bias": B1, "2.weight": W2, "2.bias": B2}
X = RNG.choice([0, 1], (20, 4))


def model(x):
    return np.maximum(x @ W1.T + B1, 0) @ W2.T + B2


def node(kind, *inputs, output="", **options):
    attributes = [SimpleNamespace(name=n, i=int(v), f=float(v)) for n, v in options.items()]
    return SimpleNamespace(
        op_type=kind, input=list(inputs), output=[output or kind[0].lower()], attribute=attributes
    )


#: The same network, as exporters write it.
GRAPHS = {
    "gemm": (
        [
            node("Flatten", "x"),
            node("Gemm", "f", "a", "b", transB=1, alpha=1),
            node("Relu", "g"),
            node("Gemm", "r", "c", "d", transB=1),
            node("Softmax", "g"),
        ],
        {"a": W1, "b": B1, "c": W2, "d": B2},
    ),
    "matmul": (
        [
            node("MatMul", "x", "w1"),
            node("Add", "m", "b1", output="p"),
            node("Relu", "p"),
            node("MatMul", "r", "w2"),
            node("Add", "b2", "m"),
        ],
        {"w1": W1.T, "b1": B1, "w2": W2.T, "b2": B2},
    ),
}


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
    with pytest.raises(ValueError, match=r"model.pt: output must be one of 0..2, not 3"):
        load_networks(path, 3)


@pytest.mark.parametrize("kind", GRAPHS)
def test_a_graph_of_onnx(kind, monkeypatch, tmp_path):
    nodes, arrays = GRAPHS[kind]
    initializers = [SimpleNamespace(name=name, array=array) for name, array in arrays.items()]
    graph = SimpleNamespace(node=nodes, initializer=initializers)
    look_alike = SimpleNamespace(
        load=lambda _: SimpleNamespace(graph=graph),
        numpy_helper=SimpleNamespace(to_array=lambda one: one.array),
    )
    monkeypatch.setitem(sys.modules, "onnx", look_alike)
    path = tmp_path / "model.onnx"
    path.write_bytes(b"")
    for number, network in enumerate(load_networks(path, inputs="01")):
        agrees(network, number)


def test_a_real_file_of_onnx(tmp_path):
    onnx = pytest.importorskip("onnx")
    helper = onnx.helper
    shape = helper.make_tensor_value_info
    graph = helper.make_graph(
        [
            helper.make_node("Gemm", ["x", "a", "b"], ["g"], transB=1),
            helper.make_node("Relu", ["g"], ["r"]),
            helper.make_node("Gemm", ["r", "c", "d"], ["y"], transB=1),
        ],
        "net",
        [shape("x", onnx.TensorProto.FLOAT, ["m", 4])],
        [shape("y", onnx.TensorProto.FLOAT, ["m", 3])],
        [onnx.numpy_helper.from_array(v, k) for k, v in GRAPHS["gemm"][1].items()],
    )
    onnx.save(helper.make_model(graph), tmp_path / "model.onnx")
    for number, network in enumerate(load_networks(tmp_path / "model.onnx", inputs="01")):
        agrees(network, number)


def test_a_real_file_of_pytorch(tmp_path):
    torch = pytest.importorskip("torch")
    torch.save({k: torch.tensor(v) for k, v in STATE.items()}, tmp_path / "model.pt")
    for number, network in enumerate(load_networks(tmp_path / "model.pt", inputs="01")):
        agrees(network, number)


def test_a_missing_bias_is_zero():
    state = {"a.weight": W1, "b.weight": W2}
    assert not arrays_of_state(state)[1].any()
    nodes = [node("Gemm", "x", "a", transB=1), node("Relu", "g"), node("MatMul", "r", "c")]
    assert not arrays_of_graph(nodes, {"a": W1, "c": W2.T})[3].any()


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (STATE | {"1.running_mean": B1}, "this one has 1.running_mean"),
        (STATE | {"4.weight": W2}, "this one has 0.weight, 2.weight, 4.weight"),
        ({"0.weight": W1[None], "2.weight": W2}, "two Linear layers is needed"),
        ({}, "this one has nothing"),
        ([1, 2], "no state_dict but a list"),
    ],
)
def test_what_is_no_state_of_two_layers_is_named(state, said):
    with pytest.raises(ValueError, match=said):
        arrays_of_state(state)


def test_what_is_no_such_graph_is_named():
    nodes, arrays = GRAPHS["gemm"]
    with pytest.raises(ValueError, match="this one has Gemm, Tanh, Gemm"):
        arrays_of_graph([*nodes[:2], node("Tanh", "g", output="r"), *nodes[3:]], arrays)
    with pytest.raises(ValueError, match="not a chain: Gemm takes another's result"):
        arrays_of_graph([*nodes[:3], node("Gemm", "f", "c", "d", transB=1)], arrays)
    with pytest.raises(ValueError, match="Gemm, Relu, Gemm is needed"):  # W1 times x
        arrays_of_graph([node("MatMul", "a", "x", output="g"), *nodes[2:]], arrays)
    with pytest.raises(ValueError, match="alpha or beta other than 1"):
        arrays_of_graph([node("Gemm", "x", "a", "b", alpha=2)], arrays)


def test_the_command_takes_trained_models(torch, tmp_path, capsys):
    path = write_state(tmp_path / "model.pt")
    assert main(["inspect", path]) == 2
    assert "has 3 outputs: --output 0 to 2, or --output all" in capsys.readouterr().err
    assert main(["inspect", path, "--output", "2", "--inputs", "01"]) == 0
    one = capsys.readouterr().out
    assert "A network of s = 5 neurons on n = 4 inputs" in one
    assert main(["inspect", path, "--output", "all", "--inputs", "01"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 outputs of s = 5 neurons on n = 4 inputs")
    assert [line.split()[0] for line in lines[1:]] == ["output", "0", "1", "2"]
    sensitivity = next(line for line in one.splitlines() if "average sensitivity  " in line)
    assert sensitivity.split()[2] in lines[4].split()
    assert main(["inspect", path, "--output", "all", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3


def test_what_cannot_be_read_is_one_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "onnx", None)
    for name, said in [("a.pt", "PyTorch is not installed"), ("a.onnx", "onnx is not installed")]:
        (tmp_path / name).write_bytes(b"")
        assert main(["inspect", str(tmp_path / name)]) == 2
        assert said in capsys.readouterr().err
    assert main(["inspect", str(tmp_path / "missing.pt")]) == 2
    assert "missing.pt: No such file" in capsys.readouterr().err
    SparseReLUNetwork([[1]], [0], [1]).save(tmp_path / "net.npz")
    assert main(["inspect", str(tmp_path / "net.npz"), "--inputs", "01"]) == 2
    assert "holds one network on" in capsys.readouterr().err
