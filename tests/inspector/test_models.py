"""Networks from the files of other libraries, by look-alikes of these libraries."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import onnx
import pytest

from sparseact import SparseReLUNetwork, activations
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
        (STATE | {"scale": [W1, None]}, r"this one has scale \(\)"),  # as of quantized layers
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
    assert main(["inspect", path, "--output", "all", "--plot", str(tmp_path / "a.svg")]) == 2
    assert "--plot and --certificate take one network" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said", "options"),
    [
        ("a.pt", "PyTorch is not installed", []),
        ("a.onnx", "onnx is not installed", []),
        ("missing.pt", "missing.pt: No such file", []),
        ("net.npz", "layers are named in a state_dict", ["--layers", "a,b"]),
        ("net.npz", "holds one network on", ["--inputs", "01"]),
        ("a.safetensors", "save it for PyTorch first", []),
        ("a.h5", "must be .npz or .pt", []),
        ("a.PKL", "from_sklearn or from_layers", []),
    ],
)
def test_unreadable_models_are_one_sentence(tmp_path, capsys, monkeypatch, name, said, options):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.delitem(sys.modules, "sparseact.inspector.onnx_chain")
    SparseReLUNetwork([[1]], [0], [1]).save(tmp_path / "net.npz")
    if name.startswith("a."):
        (tmp_path / name).write_bytes(b"")
    assert main(["inspect", str(tmp_path / name), *options]) == 2
    assert said in capsys.readouterr().err


# -------------------------------------------------------------------- ONNX


SCALE = np.float32([2, 0.5, 4, 1, 8])
ARRAYS = {
    "a": W1,
    "b": B1,
    "c": W2,
    "d": B2,
    "a_turned": W1.T,
    "c_turned": W2.T,
    "b_row": B1[None],
    "d_row": B2[None],
    "b_column": B1[:, None],
    "d_column": B2[:, None],
    "a_half": W1 / 2,
    "b_fourth": B1 / 4,
    "b_rest": B1 * 3 / 4,
    "b_negative": -B1 * 3 / 2,
    "a_filters": W1[:, None],
    "a_double": W1.T * 2,
    "scale": SCALE,
    "nothing": 0 * SCALE,
    "variance": SCALE**2 * 4 - 1e-5,
    "zero": np.float32(0),
    "two": np.float32(2),
    "half": np.float32([0.5]),
    "columns": np.array([-1, 3]),
    "five_rows": np.array([5, 4]),
    "pads": np.array([0, 0, 0, 4]),
    "second": np.array([1]),
}
HIDDEN = "g = Gemm<transB=1>(x, a, b); r = Relu(g)"
LAST = "y = Gemm<transB=1>(r, c, d)"
PLAIN = f"{HIDDEN}; {LAST}"
SUM, ADD = "m = MatMul(x, a_turned); g = Sum(m, b)", "o = MatMul(r, c_turned); y = Add(o, d)"

#: The same network as exporters write it, from "clip" on by nodes for which the reader has no rule.
GRAPHS = {
    "gemm": f"f = Flatten(x); g = Gemm<transB=1>(f, a, b); r = Relu(g); {LAST}; p = Softmax(y)",
    "rows": "g = Gemm<transB=1>(x, a, b_row); r = Relu(g); y = Gemm<transB=1>(r, c, d_row)",
    "two adds": "m = MatMul(x, a_turned); n = Add(m, b_fourth); g = Add(b_rest, n); r = Relu(g); "
    f"{ADD}",
    "gemm and add": "h = Gemm<transB=1, alpha=2.0, beta=-2.0>(x, a_half, b_fourth); "
    f"g = Sub(h, b_negative); r = Relu(g); {LAST}",
    "transposed": f"w = Transpose(a); m = MatMul(x, w); g = Add(m, b); r = Relu(g); {LAST}",
    "columns": "t = Transpose(x); m = MatMul(a, t); g = Add(m, b_column); r = Relu(g); "
    "o = MatMul(c, r); q = Add(o, d_column); y = Transpose(q)",
    "casts and shapes": "z = Cast<to=11>(x); f = Cast<to=1>(z); f2 = Mul(f, two); "
    "f3 = Div(f2, two); m = MatMul(f3, a_turned); s = Shape(m); k = Reshape(m, s); "
    f"g = Add(k, b); r = Relu(g); {LAST}; yy = Add(y, y); h = Mul(yy, half); "
    "out = Reshape(h, columns)",
    "clip": f"{SUM}; r = Clip(g, zero); {ADD}",
    "max": f"{SUM}; r = Max(g, zero); {ADD}",
    "leaky": f"{SUM}; r = LeakyRelu<alpha=0.0>(g); {ADD}",
    "twice": f"{SUM}; q = Relu(g); r = Relu(q); {ADD}",
    "batch normalisation": "m = MatMul(x, a_double); "
    f"g = BatchNormalization(m, scale, b, nothing, variance); r = Relu(g); {ADD}",
    "pad and split": "wide = Pad(x, pads); z, e = Split<axis=1, num_outputs=2>(wide); "
    f"m = MatMul(z, a_turned); g = Add(m, b); r = Relu(g); {ADD}",
    "convolution": "i = Unsqueeze(x, second); k = Conv(i, a_filters, b); g = Flatten(k); "
    f"r = Relu(g); {ADD}",
}


def save_graph(path, text, *outputs, arrays=ARRAYS, kind=1, batch="m", opset=None, constants=False):
    """Write a graph of nodes in ONNX's notation; its output is the last one, unless named."""
    nodes = [onnx.parser.parse_node(node) for node in text.split(";")]
    used = {name for node in nodes for name in node.input}
    tensors = [
        onnx.numpy_helper.from_array(np.asarray(value), name)
        for name, value in arrays.items()
        if name in used
    ]
    if constants:
        make = onnx.helper.make_node
        nodes = [*(make("Constant", [], [one.name], value=one) for one in tensors), *nodes]
    info = onnx.helper.make_tensor_value_info
    ends = [info(name, kind, None) for name in outputs or nodes[-1].output[:1]]
    given = [info("x", kind, [batch, 4])]
    graph = onnx.helper.make_graph(nodes, "net", given, ends, [] if constants else tensors)
    opsets = [onnx.helper.make_opsetid("", opset)] if opset else None
    onnx.save(onnx.helper.make_model(graph, opset_imports=opsets), path)
    return path


@pytest.mark.parametrize("constants", [False, True])
@pytest.mark.parametrize("name", GRAPHS)
def test_whatever_nodes_spell_the_network(tmp_path, name, constants):
    path = save_graph(tmp_path / "net.onnx", GRAPHS[name], constants=constants)
    networks = load_networks(path, inputs="01")
    assert len(networks) == 3
    for number, network in enumerate(networks):
        agrees(network, number)


def test_weights_of_few_bits_a_hidden_output_and_a_fixed_batch_are_read(tmp_path):
    weights = np.int8([[3, -7, 1, 0], [2, 5, -4, 9], [-1, 1, 6, 2]])
    step = np.float32([0.5, 0.25, 2.0])
    text = f"a = DequantizeLinear<axis=0>(q, step, none); {HIDDEN}; y = Gemm(r, c)"
    arrays = {"q": weights, "step": step, "none": np.zeros(3, np.int8),
              "b": np.float32([0.5, -1, 3]), "c": np.float32([[1], [-2], [0.5]])}  # fmt: skip
    for outputs in (["y"], ["r", "y"]):
        path = save_graph(tmp_path / "q.onnx", text, *outputs, arrays=arrays, opset=17)
        (network,) = load_networks(path)
        assert network.w.tolist() == (weights * step[:, None]).tolist()
        assert (network.b.tolist(), network.u.tolist()) == ([-0.5, 1, -3], [1, -2, 0.5])
    fixed = f"z = Reshape(x, five_rows); g = Gemm<transB=1>(z, a, b); r = Relu(g); {LAST}"
    path = save_graph(tmp_path / "b.onnx", fixed, batch=5)
    with pytest.raises(ValueError, match="exported for batches of 5 rows"):
        load_networks(path)


@pytest.mark.parametrize(
    ("end", "opset", "said"),
    [
        ("p = Softmax<axis=0>(y)", 21, "Softmax must be along the outputs"),
        ("p = Softmax<axis=-2>(y)", 13, "Softmax must be along the outputs"),
        ("p = Softmax<axis=0>(y)", 11, None),  # all axes from the first one, of one row
    ],
)
def test_an_end_over_the_batch_is_refused(tmp_path, end, opset, said):
    path = save_graph(tmp_path / "p.onnx", f"{PLAIN}; {end}", opset=opset)
    if said is None:
        assert len(load_networks(path)) == 3
        return
    with pytest.raises(ValueError, match=said):
        load_networks(path)


def test_the_output_of_the_graph_is_what_is_read(tmp_path):
    path = save_graph(tmp_path / "hidden.onnx", PLAIN, "r")
    expected = np.maximum(X @ W1.T + B1, 0)
    for number, network in enumerate(load_networks(path, inputs="01")):
        assert network.s == 5
        np.testing.assert_allclose(network(2 * X - 1), expected[:, number], atol=1e-5)
    with pytest.raises(ValueError, match="one hidden layer, got 0"):
        load_networks(save_graph(tmp_path / "affine.onnx", PLAIN, "g"))
    with pytest.raises(ValueError, match="there must be a layer of ReLUs"):
        activations(tmp_path / "affine.onnx", X)


def test_a_name_that_no_node_before_computes_is_refused(tmp_path):
    path = save_graph(tmp_path / "loop.onnx", "g = Add(y, x); y = Relu(g)")
    with pytest.raises(ValueError, match="its Add reads y, which no node before computes"):
        load_networks(path)


@pytest.mark.parametrize("code", [onnx.TensorProto.BFLOAT16, onnx.TensorProto.FLOAT16])
def test_a_graph_of_few_digits(tmp_path, code):
    kind = onnx.helper.tensor_dtype_to_np_dtype(code)
    arrays = {name: ARRAYS[name].astype(kind) for name in "abcd"}
    path = save_graph(tmp_path / "few.onnx", PLAIN, arrays=arrays, kind=code)
    (network,) = load_networks(path, 1)
    assert np.array_equal(network.w, arrays["a"].astype(float))
    assert np.array_equal(network.u, arrays["c"][1].astype(float))
    assert network.c == float(arrays["d"][1])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"g = Gemm<transB=1>(x, a, b); r = Tanh(g); {LAST}", "it has Tanh, where"),
        (f"{HIDDEN}; y = Add(g, r)", "have not passed the same Relus"),
        (f"{HIDDEN}; n = Neg(g); q = Relu(n); y = Add(q, r)", "have not passed the same Relus"),
        (f"g = Gemm<transB=1>(x, a, b); r = Sigmoid(g); {LAST}", "it has Gemm after Sigmoid"),
        ("g = Gemm<transB=1>(x, a, b); y = Mul(g, g)", "it has Mul, where"),
        ("y = MatMul(x, x)", "it has MatMul, where"),
        ("y = Identity(a)", "one output, computed from its input, got y"),
    ],
)
def test_names_graphs_that_are_not_supported(tmp_path, text, said):
    path = save_graph(tmp_path / "other.onnx", text)
    with pytest.raises(ValueError, match=f"other.onnx: .*{said}"):
        load_networks(path)
    path.write_bytes(b"no graph")
    with pytest.raises(ValueError, match="it is not an ONNX file"):
        load_networks(path)


def test_rejects_models_that_are_read_wrongly(tmp_path, monkeypatch):
    """A mistake of the reader, planted, is met by the comparison with the graph."""
    path = save_graph(tmp_path / "net.onnx", GRAPHS["gemm and add"])
    monkeypatch.setattr(onnx_chain._Reader, "sum", lambda _, one, __: one)
    with pytest.raises(ValueError, match="the network that was read is not the model: output"):
        load_networks(path)


def test_activations_returns_the_layers_of_a_graph(tmp_path):
    """A Relu after another is left out if its input is at least 0, as `m` is, and else is not."""
    text = f"{HIDDEN}; m = Relu(r); h = Gemm<transB=1>(m, c, d); t = Relu(h); y = MatMul(t, c)"
    path = save_graph(tmp_path / "deep.onnx", text)
    pairs = [(W1, B1), (W2, B2), (W2.T, np.zeros(5))]
    assert activations(path, X).to_dict() == activations(pairs, X).to_dict()


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
    two = ARRAYS | {"c": W2[:2], "d": B2[:2]}
    path = save_graph(tmp_path / "two.onnx", f"{PLAIN}; p = Softmax(y)", arrays=two)
    first, second = load_networks(path)
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
