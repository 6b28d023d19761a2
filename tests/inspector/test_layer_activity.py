"""Active neurons of layers on real inputs, against scikit-learn, SciPy and closed forms."""

import io
import json
import math
import re
import struct
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.datasets import load_iris
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline

from sparseact import SparseReLUNetwork, activations
from sparseact.inspector.cli import main
from sparseact.inspector.layer_activity import LayerActivity, captured
from sparseact.inspector.safetensors import read_tensors

X, LABELS = load_iris(return_X_y=True)
MODEL = MLPClassifier((9, 6, 5), max_iter=30, random_state=4).fit(X, LABELS)
PAIRS = [(W.T, b) for W, b in zip(MODEL.coefs_, MODEL.intercepts_, strict=True)]


def active_by_hand(pairs, x):
    """Booleans (m, s) for each layer but the last, by NumPy alone."""
    found = []
    for W, b in pairs[:-1]:
        z = x @ np.transpose(W) + b
        found.append(z > 0)
        x = np.where(z > 0, z, 0)
    return found


def test_each_layer_is_read_from_what_reaches_it():
    expected = active_by_hand(PAIRS, X)
    for model in (MODEL, PAIRS):
        found = activations(model, X)
        for layer, active, width in zip(found.layers, expected, (9, 6, 5), strict=True):
            assert layer.counts.tolist() == active.sum(axis=1).tolist()
            assert layer.fired.tolist() == active.sum(axis=0).tolist()
            assert (layer.s, layer.k) == (width, active.sum(axis=1).max())
    first, _, last = found.layers
    norms = np.linalg.norm(PAIRS[0][0], axis=1)
    assert pytest.approx(np.abs(PAIRS[1][0]).max() * norms.max()) == first.W
    assert pytest.approx(np.abs(PAIRS[3][0]).max() * np.abs(PAIRS[2][1]).max()) == last.B
    assert pytest.approx(max(math.hypot(*row) for row in X.tolist())) == first.R


def test_rows_in_blocks_are_the_same(monkeypatch):
    whole = activations(PAIRS, X).to_dict()
    monkeypatch.setattr("sparseact.inspector.layer_activity._BLOCK", 63)
    assert activations(PAIRS, X).to_dict() == whole


def test_rates_of_neurons_that_never_or_always_fire():
    """SciPy's exact interval; the error is divided among both events of each neuron."""
    layers = [([[1.0], [-1.0], [0.0], [2.0]], [0, -9, -1, 1]), (np.ones((1, 4)), [0])]
    found = activations(layers, np.linspace(0.5, 5, 40)[:, None])
    (layer,) = found.layers
    assert layer.fired.tolist() == [40, 0, 0, 40]
    interval = binomtest(0, 40).proportion_ci(confidence_level=1 - 2 * 0.01 / 8, method="exact")
    assert layer.rare == pytest.approx(interval.high, rel=1e-9)
    said = found.to_dict()["layers"][0]
    assert (said["never"], said["always"]) == ([1, 2], [0, 3])
    assert f"2 (numbers 1, 2), each on at most {interval.high:.2%} of such inputs" in str(found)
    assert f"2 (numbers 0, 3), each on at least {1 - interval.high:.2%}" in str(found)


@pytest.mark.parametrize(("s", "k", "gains"), [(400, 2, True), (60, 20, False), (6, 4, False)])
def test_section_5_at_this_scale(s, k, gains):
    """k neurons are active on each row, and the bounds are those of closed forms."""
    m = 300
    w, b = np.full((s, 1), 2.0), np.where(np.arange(s) < k, 0.5, -7.0)
    (layer,) = activations([(w, b), (np.full((1, s), -3.0), [1.0])], np.ones((m, 1))).layers
    M = 3 * 2 + 3 * (7.0 if s > k else 0.5)
    assert (layer.k, layer.largest) == (k, k * M)
    sparse, dense, same = layer.section_5()
    factor = min(3.6 * math.sqrt(math.log(2 * m)), math.sqrt(8 * math.log(8 * m)) + 1.76)
    assert sparse.complexity == pytest.approx(M * math.sqrt(s * k / m) * factor)
    assert dense.complexity == pytest.approx(1.5 * M * s / math.sqrt(m))
    assert same.complexity == pytest.approx(1.5 * M * k / math.sqrt(m))
    # The corrected Lemma 18 in units of kM, which takes (C·A + C²√(2 ln 20))/√m to a loss of 0.01.
    for bound, range_, constant in ((dense, s / k, 6), (same, 1, 6)):
        root = range_**2 * (constant + math.sqrt(2 * math.log(20)))
        assert bound.samples == math.ceil((root / 0.01) ** 2)
    excess = 4 * math.sqrt(s / k) * (math.sqrt(8 * math.log(8 * sparse.samples)) + 1.76)
    excess += math.sqrt(2 * math.log(20))
    assert excess / math.sqrt(sparse.samples) == pytest.approx(0.01, rel=1e-6)
    gain, scale = layer.verdict()
    assert ("not below" not in gain) is gains
    assert ("orthogonal" in scale) is (s >= 4 * k)
    assert scale.endswith("one of scale.")


def test_a_layer_that_is_zero_on_the_data():
    found = activations([([[1.0]], [-2.0]), ([[1.0]], [0.0])], [[1.0], [2.0]])
    assert found.layers[0].section_5() == []
    assert "nothing to learn" in str(found)
    json.dumps(found.to_dict(), allow_nan=False)


def test_a_network_and_its_file(tmp_path, capsys):
    rng = np.random.default_rng(3)
    net = SparseReLUNetwork(rng.normal(size=(7, 3)), rng.normal(size=7), rng.normal(size=7), c=2)
    x = rng.normal(size=(50, 3))
    expected = net.active(x)
    paths = [str(tmp_path / name) for name in ("net.npz", "x.npy", "out.json", "plot.svg")]
    net.save(paths[0])
    np.save(paths[1], x)
    assert main(["activations", paths[0], "--data", paths[1], "--plot", paths[3]]) == 0
    printed = capsys.readouterr().out
    assert printed == f"{activations(net, x)}\n"
    assert "W = max|u| max‖w‖₂" in printed
    assert main(["activations", paths[0], "--data", paths[1], "--json", "-o", paths[2]]) == 0
    said = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert said == activations(net, x).to_dict()
    assert said["layers"][0]["active"] == expected.sum(axis=1).tolist()
    assert said["layers"][0]["W"] == pytest.approx(net.scale[0], rel=1e-15)
    assert (tmp_path / "plot.svg").stat().st_size > 5000
    assert len(repr(activations(net, x))) < 100
    assert "<table>" in activations(net, x)._repr_html_()


def test_bad_data_for_the_command(tmp_path, capsys):
    net, data = str(tmp_path / "net.npz"), str(tmp_path / "x.npy")
    SparseReLUNetwork([[1, 2]], [0], [1]).save(net)
    for rows, said in [
        (np.ones((4, 3)), "X must have shape (m, 2), as the first layer has, got (4, 3)"),
        (np.ones(3), f"{data} must hold rows of some inputs each, got the shape (3,)"),
        (np.full((1, 2), np.nan), "points must be finite; row 0 holds nan in column 0"),
    ]:
        np.save(data, rows)
        assert main(["activations", net, "--data", data]) == 2
        assert capsys.readouterr().err == f"sparseact activations: {said}\n"


def test_names_models_that_are_not_chains():
    pipeline = make_pipeline(MLPRegressor()).fit(X[:9], LABELS[:9])
    for model, said in [
        (MLPRegressor(activation="tanh").fit(X[:9], LABELS[:9]), "must be 'relu', got 'tanh'"),
        (MLPRegressor(), "not fitted yet"),
        (pipeline, "of a pipeline give the last step"),
        ([(np.ones((2, 4)), np.ones(2))], "there must be a layer of ReLU"),
        ([PAIRS[0], PAIRS[2], PAIRS[3]], r"layer 2 must have W of shape \(s, 9\)"),
        ([(PAIRS[0][0].T, PAIRS[0][1]), PAIRS[1]], r"layer 1 must .* hold the transposed W"),
        ([PAIRS[0], (PAIRS[1][0] * np.nan, PAIRS[1][1])], "layer 2 must be finite"),
        ([PAIRS[0], PAIRS[1][0]], "layer 2 must be a pair"),
        ("net.onnx", "net.onnx"),
    ]:
        with pytest.raises((ValueError, OSError), match=said):
            activations(model, X)


def test_a_state_dict_of_many_layers(monkeypatch, tmp_path):
    state = {}
    for number, (W, b) in enumerate(PAIRS):
        state |= {f"net.{2 * number}.weight": W, f"net.{2 * number}.bias": b}
    path = tmp_path / "model.pt"
    path.touch()
    loaded = SimpleNamespace(load=lambda *_, **__: state)
    monkeypatch.setitem(sys.modules, "torch", loaded)
    with pytest.warns(UserWarning, match="nothing was compared with the model"):
        assert activations(path, X).to_dict() == activations(MODEL, X).to_dict()


def test_a_real_module_of_pytorch():
    nn = pytest.importorskip("torch").nn
    model = nn.Sequential(nn.Linear(4, 9), nn.ReLU(), nn.Linear(9, 7), nn.ReLU(), nn.Linear(7, 2))
    assert [layer.s for layer in activations(model, X).layers] == [9, 7]


@pytest.mark.parametrize("size", [3e180, 7e-190])
def test_activations_returns_norms_whose_squares_are_no_floats(size):
    layers = [([[3.0, 4.0], [-1.0, 0.0]], [0, 0]), ([[1.0, 2.0]], [0])]
    (layer,) = activations(layers, [[3 * size, 4 * size]]).layers
    assert layer.counts.tolist() == [1]
    assert pytest.approx(5 * size) == layer.R
    assert "nothing to learn" not in " ".join(layer.verdict())
    with pytest.raises(ValueError, match="within the range of floats"):
        activations(layers, [[1.7e308, 1.7e308]])


def test_activations_returns_the_activity_of_decayed_weights():
    """A row of 1e-95 decides as it stands."""
    layers = [([[1e-95, 1e-95], [1.0, -1.0]], [-1e-95, 0]), ([[1.0, 1.0]], [0])]
    found = activations(layers, [[1.0, 0.5], [0.5, 0.5], [1.0, 1.0]])
    assert found.layers[0].fired.tolist() == [2, 1]


def test_activations_warns_of_square_layers_whose_layout_is_unknown():
    rng = np.random.default_rng(20)
    pairs = [(rng.normal(size=(4, 4)), np.zeros(4)) for _ in range(2)]
    with pytest.warns(UserWarning, match="all W are square"):
        activations(pairs, rng.normal(size=(9, 4)))


# --------------------------------------------------------- captured outputs


def test_activations_of_captured_outputs_names_neurons_and_uses_the_threshold(tmp_path, capsys):
    file = str(tmp_path / "outputs.npy")
    np.save(file, np.array([[0.0, 0.3, 2.0], [0.0, 0.1, 1.0]], dtype=np.float16))
    for threshold, always, never in (("0", "2 (numbers 1, 2)", "1 (numbers 0)"),
                                     ("0.2", "1 (numbers 2)", "1 (numbers 0)")):  # fmt: skip
        assert main(["activations", file, "--threshold", threshold]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert f"neurons that each row activates {always}, each" in said
        assert f"neurons that no row activates {never}, each" in said
        assert "W = max" not in said
        assert "Captured outputs have no weights" in said


def test_the_rate_above_k_returns_the_exact_bound():
    """A rate p is above the largest of m rows with probability (1 − p)^m, here 1 %."""
    layer = LayerActivity(np.arange(500), np.ones(3, dtype=np.int64))
    assert (1 - layer.exceeding) ** 500 == pytest.approx(0.01)
    assert layer.exceeding <= -math.log(0.01) / 500


def test_captured_returns_activity_above_the_exact_threshold():
    """Not above the threshold as a float16, 0.09998, or as a float64, 2^53."""
    for value, threshold in [(np.float16(0.09998), 0.09995), (np.int64(2**53 + 1), 2.0**53),
                             (np.uint8(0), -1.0), (np.float16(1), -1e9),
                             (np.False_, -1e300)]:  # fmt: skip
        assert captured({"": np.array([[value]])}, threshold).layers[0].k == 1


def test_read_tensors_returns_the_numbers_of_each_type():
    given = {"BOOL": ("?", [True, False]), "F16": ("e", [0.5, -3])}
    given |= {"F32": ("f", [0.5, -3]), "F64": ("d", [math.pi, -0.0])}
    for bits, code in zip([8, 16, 32, 64], "bhiq", strict=True):
        top = 2 ** (bits - 1)
        given |= {f"I{bits}": (code, [-top, 3]), f"U{bits}": (code.upper(), [2 * top - 1, 3])}
    tensors = {
        kind: (kind, [2, 1], struct.pack(f"<2{code}", *numbers))
        for kind, (code, numbers) in given.items()
    }
    tensors["BF16"] = "BF16", [3], struct.pack("<3H", 0x3F80, 0xC000, 1)
    found = read_tensors(io.BytesIO(safetensors(tensors)), [])
    assert found.pop("BF16").tolist() == [1.0, -2.0, 2.0**-133]
    for kind, (_, numbers) in given.items():
        assert found[kind].tolist() == [[number] for number in numbers]
    assert list(read_tensors(io.BytesIO(safetensors(tensors)), ["U8", "F64"])) == ["U8", "F64"]


def safetensors(tensors):
    """Return the bytes of a file of tensors: name → type, shape and bytes."""
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, (kind, shape, data) in tensors.items():
        offsets = [len(body), len(body) + len(data)]
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": offsets}
        body += data
    return with_header(header, body)


def with_header(header, body, length=None):
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(head) if length is None else length) + head + body


@pytest.mark.parametrize("ending", ["npz", "safetensors"])
def test_activations_of_captured_outputs_returns_what_the_model_gives(tmp_path, capsys, ending):
    outputs = {}
    x = X
    for number, (W, b) in enumerate(PAIRS[:-1], start=1):
        x = outputs[f"relu.{number}"] = np.maximum(x @ W.T + b, 0)
    file = tmp_path / f"outputs.{ending}"
    if ending == "npz":
        np.savez(file, **outputs)
    else:
        tensors = {name: ("F64", list(x.shape), x.tobytes()) for name, x in outputs.items()}
        file.write_bytes(safetensors(tensors))
    expected = activations(PAIRS, X).to_dict()["layers"]
    for chosen in ([1, 2, 3], [3, 1]):
        names = [f"relu.{number}" for number in chosen]
        options = ["--layers", ",".join(names)] * (len(chosen) < 3)
        assert main(["activations", str(file), "--json", *options]) == 0
        layers = json.loads(capsys.readouterr().out)["layers"]
        assert [layer.pop("name") for layer in layers] == names
        for layer, number in zip(layers, chosen, strict=True):
            assert (layer.pop("section_5"), len(layer.pop("verdict"))) == ([], 1)
            assert layer == {name: expected[number - 1][name] for name in layer}
            assert {"active", "fired", "never", "rate_above_k_at_most"} <= layer.keys()
        assert main(["activations", str(file), *options]) == 0
        assert re.findall(r"Layer \d, (.*):", capsys.readouterr().out) == names


ONE = {"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]}


REFUSED = {
    "its header must end within its 5 bytes": b"short",
    "its header must end within its 76 bytes": with_header({"a": ONE}, bytes(4), 2**63),
    "its header must have at most 1048576 bytes": with_header(b" " * (2**20 + 1), b""),
    "its header must be an object": with_header(b"\xff", b""),
    "must be an object": with_header([1], b""),
    "must be an object in JSON": with_header(b"[" * 9999, b""),
    "a must have a dtype, a shape and two data_offsets": with_header({"a": 4}, b""),
    "must be printable, got 'a\\n'": with_header({"a\n": ONE}, bytes(4)),
    "integers from 0 to 2^63 - 1": with_header({"a": ONE | {"shape": [-1, -1]}}, bytes(4)),
    "a must have integers": with_header({"a": ONE | {"shape": [True, 1]}}, bytes(4)),
    "from 0 to 2^63 - 1 as its shape": with_header(
        {"a": ONE | {"shape": [0, 2**63], "data_offsets": [0, 0]}}, b""
    ),
    "U64, U8, got F8_E4M3": with_header({"a": ONE | {"dtype": "F8_E4M3"}}, bytes(4)),
    "must have 8 bytes for F32": with_header({"a": ONE | {"shape": [1, 2]}}, bytes(4)),
    "must have 3 bytes, as the file has, got 4": with_header({"a": ONE}, bytes(3)),
    "must have 5 bytes, as the file has, got 4": with_header({"a": ONE}, bytes(5)),
    "b must begin where": with_header({"a": ONE, "b": ONE}, bytes(4)),
    "at byte 0 of the numbers, got 1": with_header({"a": ONE | {"data_offsets": [1, 5]}}, bytes(5)),
    "at most 32 dimensions, got 999": with_header({"a": ONE | {"shape": [2**62] * 999}}, bytes(4)),
    "(inputs, neurons), got (1,) in a;": with_header({"a": ONE | {"shape": [1]}}, bytes(4)),
    "has no array a; it has b": with_header({"b": ONE}, bytes(4)),
    "as many rows in each layer, got 1 in a, 2 in b": with_header(
        {"a": ONE, "b": {"dtype": "I8", "shape": [2, 2], "data_offsets": [4, 8]}}, bytes(8)
    ),
    "row 0 has nan in column 0": with_header({"a": ONE}, struct.pack("<f", math.nan)),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_activations_rejects_safetensors(tmp_path, capsys, sentence):
    file = tmp_path / "outputs.safetensors"
    file.write_bytes(REFUSED[sentence])
    names = "a,b" if "in b" in sentence else "a"
    assert main(["activations", str(file), "--layers", names]) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("array", "more", "sentence"),
    [
        (np.ones(3), [], "must hold captured outputs of shape (inputs, neurons), got (3,)"),
        (np.ones((0, 3)), [], "must hold captured outputs of shape (inputs, neurons), got (0, 3)"),
        (np.full((1, 2), np.nan), [], "row 0 has nan in column 0"),
        (np.ones((1, 2)), ["--threshold", "nan"], "threshold must be finite"),
        (np.ones((1, 2)), ["--threshold", "1", "--data", "x.npy"], "leave out --data"),
    ],
)
def test_activations_rejects_captured_outputs(tmp_path, capsys, array, more, sentence):
    file = str(tmp_path / "outputs.npz")
    np.savez(file, layer=array)
    assert main(["activations", file, *more]) == 2
    assert sentence in capsys.readouterr().err
    assert main(["activations", str(tmp_path / "model.onnx")]) == 2
    assert "--data must be given with a model" in capsys.readouterr().err
