"""Networks that other libraries have trained, against the predictions of these."""

from __future__ import annotations

import pickle
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_fractions import preactivations
from scipy.sparse import csr_array, csr_matrix
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier, MLPRegressor

from sparseact import SparseReLUNetwork, activations
from sparseact.cube import points
from sparseact.inspector.simplify import simplify
from sparseact.layers import chain_of_arrays, verify


@pytest.fixture(scope="module")
def digits():
    """Binarised images of 64 pixels, as 0 and 1, and whether each is an even digit."""
    X, y = load_digits(return_X_y=True)
    return (X > 8).astype(float), (y % 2 == 0).astype(float)


def fitted(kind, X, y, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kind(hidden_layer_sizes=(12,), max_iter=15, random_state=0, **options).fit(X, y)


@pytest.mark.parametrize("inputs", ["pm1", "01"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_regressor_of_real_images(digits, inputs, dtype):
    X = (digits[0] if inputs == "01" else 2 * digits[0] - 1).astype(dtype)
    model = fitted(MLPRegressor, X, digits[1])
    network = SparseReLUNetwork.from_sklearn(model, inputs, check=(X, model.predict(X)))
    assert (network.s, network.n) == (12, 64)
    error = np.abs(network(2 * digits[0] - 1) - model.predict(X)).max()
    assert error < (1e-4 if dtype is np.float32 else 1e-12)
    # The neurons that scikit-learn's own arithmetic finds active.
    hidden = X @ model.coefs_[0] + model.intercepts_[0]
    clear = np.abs(hidden) > 1e-4
    assert np.array_equal(network.active(2 * digits[0] - 1)[clear], (hidden > 0)[clear])


def test_a_classifier_gives_its_log_odds(digits):
    X, y = digits
    model = fitted(MLPClassifier, X, y)
    network = SparseReLUNetwork.from_sklearn(model, "01")
    probability = 1 / (1 + np.exp(-network(2 * X - 1)))
    assert np.abs(probability - model.predict_proba(X)[:, 1]).max() < 1e-12


@pytest.mark.parametrize("constant", [-0.75, [-0.75], [[-0.75]]])
@pytest.mark.parametrize("kind", [np.asarray, csr_matrix, csr_array])
def test_a_bias_of_any_shape_and_sparse_points(constant, kind):
    rng = np.random.default_rng(11)
    W1, b1, W2 = rng.normal(size=(5, 6)), rng.normal(size=5), rng.normal(size=(1, 5))
    for X, inputs in [(points(6), "pm1"), ((points(6) + 1) // 2, "01")]:
        y = np.maximum(X @ W1.T + b1, 0) @ W2.T - 0.75
        network = SparseReLUNetwork.from_layers(
            W1, b1, W2, constant, inputs=inputs, check=(kind(X), y)
        )
        assert np.allclose(network(points(6)), y[:, 0])
        with pytest.raises(ValueError, match="the network is not the model"):
            SparseReLUNetwork.from_layers(W1, b1, W2, 0.75, inputs=inputs, check=(kind(X), y))


@settings(max_examples=80)
@given(
    st.integers(0, 999),
    *[st.integers(1, 4)] * 3,
    st.sampled_from(["pm1", "01"]),
    st.sampled_from([None, "out, in", "in, out"]),
)
@pytest.mark.filterwarnings("ignore:W1 is square")
def test_from_layers_takes_either_layout(seed, n, s, o, inputs, layout):
    """PyTorch's and Keras's, also where all shapes fit both and where W2 is flat."""
    rng = np.random.default_rng(seed)
    W1, b1, W2, b2 = (rng.integers(-20, 21, shape) for shape in ((s, n), s, (o, s), o))
    output = seed % o
    z = np.maximum(((points(n) + 1) // 2 if inputs == "01" else points(n)) @ W1.T + b1, 0)
    expected = (z @ W2.T + b2)[:, output].tolist()
    if layout != "in, out":
        network = SparseReLUNetwork.from_layers(W1, b1, W2, b2, inputs, None, output, layout)
        assert network.values().tolist() == expected
    if layout == "in, out" or (layout is None and not n == s == o):
        network = SparseReLUNetwork.from_layers(W1.T, b1, W2.T, b2, inputs, None, output, layout)
        assert network.values().tolist() == expected
    if layout is not None and o == 1:
        W1 = W1 if layout == "out, in" else W1.T
        network = SparseReLUNetwork.from_layers(W1, b1, W2[0], b2, inputs, layout=layout)
        assert network.values().tolist() == expected


def single(n, s, seed):
    """Return layers as PyTorch draws them, of float32."""
    rng = np.random.default_rng(seed)
    shapes = [((s, n), n), ((s,), n), ((1, s), s), ((1,), s)]
    return [np.float32(rng.uniform(-1, 1, shape) / fan**0.5) for shape, fan in shapes]


def outputs(layers, X):
    W1, b1, W2, b2 = (part.astype(np.float64) for part in layers)
    return np.float32(np.maximum(X @ W1.T + b1, 0) @ W2.T + b2)


def test_from_layers_rejects_the_usual_mistakes_by_their_names():
    """A tolerance of 0.19 at 784 × 512 let one bias of the other sign pass."""
    n = s = 512
    X = np.random.default_rng(0).choice([-1.0, 1.0], (30, n))
    zero = (X + 1) / 2
    layers = W1, b1, W2, b2 = single(n, s, 1)
    y = outputs(layers, X)
    SparseReLUNetwork.from_layers(*layers, check=(X, y), layout="out, in")
    z = X @ W1.T.astype(np.float64) + b1
    largest = np.abs(W2[0] * b1 * (z > 0).any(axis=0)).argmax()
    flipped = b1 * np.where(np.arange(s) == largest, -1, 1).astype(np.float32)
    for wrong, x, predicted, inputs, said in [
        ([W1, flipped, W2, b2], X, y, "pm1", "look at the signs"),
        ([W1, b1, W2, 0 * b2], X, y, "pm1", "look at the signs"),
        ([W1, -b1, W2, b2], X, y, "pm1", "with b1 of the other sign"),
        ([W1, b1, W2, -b2], X, y, "pm1", "with b2 of the other sign"),
        ([W1.T, b1, W2, b2], X, y, "pm1", "W1 transposed"),
        (layers, X, outputs([W1, b1, W2, 0 * b2], X), "pm1", "without b2"),
        (layers, X, outputs([W1, 0 * b1, W2, b2], X), "pm1", "without b1;|without b1$"),
        (layers, X, outputs(layers, zero), "pm1", "inputs of 0 and 1 for ±1"),
        (layers, zero, y, "01", "inputs of ±1 for 0 and 1"),
        (layers, X, 1 / (1 + np.exp(-y)), "pm1", "are probabilities"),
        (layers, zero, y, "pm1", "here they are 0 and 1"),
    ]:
        with pytest.raises(ValueError, match=said):
            SparseReLUNetwork.from_layers(*wrong, inputs, check=(x, predicted))


def in_turn(layers, X, order):
    """Return predictions in the layers' precision, summed one by one in some order."""
    W1, b1, W2, b2 = layers
    kind = W1.dtype
    z = np.zeros((len(X), len(W1)), kind)
    for i in order(range(W1.shape[1])):
        z += X[:, i, None].astype(kind) * W1[:, i]
    z = np.maximum(z + b1, 0)
    h = np.zeros(len(X), kind)
    for j in order(range(len(W1))):
        h += z[:, j] * W2[0, j]
    return h + b2


@pytest.mark.filterwarnings("ignore:check cannot tell")  # in float16, as documented
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("alike", [False, True])
def test_a_right_network_is_never_refused(kind, alike):
    """Whatever the order of the model's sums, and where all rounding errors are alike."""
    rng = np.random.default_rng(7)
    for trial in range(60):
        n, s = (int(v) for v in rng.integers(1, 120, 2)) if trial else (5000, 1)
        inputs = ["pm1", "01"][trial % 2]
        X = rng.choice([0.0, 1.0] if inputs == "01" else [-1.0, 1.0], (8, n))
        if alike:  # sums of equal terms, and cancelling biases
            layers = [np.full((s, n), 0.1), np.full(s, -0.1 * n / 3), np.full((1, s), 0.3), [0.7]]
            X[:4] = 1
        else:
            layers = [rng.standard_normal(shape) for shape in ((s, n), s, (1, s), 1)]
        layers = [np.asarray(part).astype(kind) for part in layers]
        for y in (
            in_turn(layers, X, list),
            in_turn(layers, X, lambda r: list(reversed(r))),
            np.maximum(X.astype(kind) @ layers[0].T + layers[1], 0) @ layers[2].T + layers[3],
        ):
            y = y.astype(np.promote_types(kind, np.float32))  # float16 is not taken
            assert SparseReLUNetwork.from_layers(*layers, inputs, check=(X, y)).s == s


def test_predictions_of_few_digits_that_tell_nothing_are_named():
    """In float16 at 784 inputs biases of the other sign were accepted without a word."""
    rng = np.random.default_rng(2)
    W1 = (rng.normal(size=(4, 784)) / 28).astype(np.float16)
    b1, W2 = np.full(4, 0.1, np.float16), np.array([[0.5, -0.5, 0.5, -0.5]], np.float16)
    X = rng.choice([-1, 1], (40, 784)).astype(np.float16)
    y = (np.maximum(X @ W1.T + b1, 0) @ W2[0]).astype(np.float32)
    with pytest.warns(UserWarning, match="cannot tell networks apart .* also explains that .*b1"):
        SparseReLUNetwork.from_layers(W1, -b1, W2, [0], check=(X, y))
    y = np.maximum(X[:, :9] @ W1[:, :9].T, 0) @ W2[0]
    with pytest.warns(UserWarning, match="differ by .*, which is rounding; compute"):
        SparseReLUNetwork.from_layers(W1[:, :9], 0 * b1, W2, [0], check=(X[:, :9], y))


def test_from_layers_warns_of_a_square_layer_of_unknown_layout():
    W1, b1, W2 = np.ones((5, 5)), np.ones(5), np.ones((1, 5))
    with pytest.warns(UserWarning, match="W1 is square.* layout='out, in'"):
        SparseReLUNetwork.from_layers(W1, b1, W2, 0.0)


GOOD = {"W1": np.ones((3, 2)), "b1": np.ones(3), "W2": np.ones((1, 3)), "b2": 0.0}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"W1": np.ones((2, 3))}, r"W1 must have shape \(3, n\), as W2 has \(1, 3\)"),
        ({"W1": np.full((3, 2), np.nan)}, "W1 must be finite"),
        ({"b1": np.ones((3, 1))}, r"b1 must have shape \(s,\)"),
        ({"W2": np.ones((10, 3))}, "b2 has 1 numbers, but the shape of W2 is"),
        ({"W2": np.ones((10, 3)), "b2": np.ones(10)}, "one output, got 10; say which"),
        ({"W2": np.ones((4, 2)), "b2": np.ones(4)}, "W2 must have shape"),
        ({"output": 1}, r"output must be one of 0..0, got 1"),
        ({"layout": "keras"}, r"layout must be one of \('out, in', 'in, out'\) or None"),
        ({"layout": "in, out"}, r"b2 has 1 numbers, but the shape of W2 is \(1, 3\)"),
        ({"b2": np.ones((2, 2))}, "b2 must have a number for each output, got the shape"),
        ({"inputs": np.ones((2, 2))}, "inputs must be 'pm1' or '01', got an array; .* has four"),
        ({"check": 5}, r"check must be a pair \(X, y\), got 5"),
        ({"check": ([[1, 1]],)}, r"check must be a pair \(X, y\), got"),
        ({"check": (np.ones((2, 2)), [1])}, "2 points and 1 predictions"),
        ({"check": (np.ones((0, 2)), [])}, "at least one point"),
        ({"check": ([[1, 1]], np.float16([1]))}, "at least the digits of float32, got float16"),
        ({"check": (np.zeros((1, 2)), [1])}, "here they are 0 and 1: '01'?"),
        ({"inputs": "01", "check": (-np.ones((1, 2)), [1])}, "points must be 0 or 1"),
    ],
)
def test_layers_that_do_not_fit(changed, said):
    with pytest.raises(ValueError, match=said):
        SparseReLUNetwork.from_layers(**GOOD | changed)


@pytest.mark.parametrize(
    ("options", "outputs", "said"),
    [
        ({"activation": "tanh"}, 1, "must be 'relu', got 'tanh'"),
        ({"hidden_layer_sizes": (4, 3)}, 1, "one hidden layer, got 2"),
        ({}, 3, "one output, got 3; say which"),
        ({"loss": "poisson"}, 1, "must be linear, got 'exp'"),
    ],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_from_sklearn_rejects_models_of_another_form(options, outputs, said):
    rng = np.random.default_rng(0)
    X, y = rng.choice([-1, 1], (20, 3)), rng.exponential(size=(20, outputs))
    model = MLPRegressor(**{"hidden_layer_sizes": (4,), "max_iter": 2} | options)
    with pytest.raises(ValueError, match="this MLPRegressor is not fitted yet"):
        SparseReLUNetwork.from_sklearn(model)
    model.fit(X, y[:, 0] if outputs == 1 else y)
    with pytest.raises(ValueError, match=said):
        SparseReLUNetwork.from_sklearn(model)
    with pytest.raises(ValueError, match="takes an MLPRegressor or an MLPClassifier, not ndarray"):
        SparseReLUNetwork.from_sklearn(X)


# ----------------------------------------------------------------- PyTorch


class Tensor(np.ndarray):
    """An array with what `from_torch` asks of a tensor."""

    def new_tensor(self, values):
        return np.asarray(values, dtype=self.dtype).view(Tensor)

    def detach(self):
        return self

    cpu = numpy = detach


class Module:
    """What `from_torch` asks of a module; the real ones are tried where PyTorch is installed."""

    def __init__(self, *parts, weight=None, bias=None, training=False):
        self.parts, self.weight, self.bias, self.training = parts, weight, bias, training
        self._modules, self.hooks = dict(enumerate(parts)), {}

    def children(self):
        return iter(self.parts)

    def register_forward_pre_hook(self, hook):
        self.hooks[hook] = hook
        return SimpleNamespace(remove=lambda: self.hooks.pop(hook))

    def __call__(self, x):
        for hook in self.hooks.values():
            hook(self, (x,))
        return self.forward(x)

    def forward(self, x):
        kind = type(self).__name__
        if kind == "Linear":
            z = x @ self.weight.T
            return z if self.bias is None else z + self.bias
        if kind == "ReLU":
            return np.maximum(x, 0)
        if kind == "Sigmoid":
            return 1 / (1 + np.exp(-x))
        if kind == "Softmax":
            return np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)
        for part in self.parts:
            x = x if part is None else part(x)
        return x


def kinds(*names):
    return (type(name, (Module,), {}) for name in names)


Linear, ReLU, Flatten, Identity, Dropout = kinds("Linear", "ReLU", "Flatten", "Identity", "Dropout")
Sigmoid, Softmax, GELU, BatchNorm1d = kinds("Sigmoid", "Softmax", "GELU", "BatchNorm1d")
(Sequential,) = kinds("Sequential")


def linear(rng, rows, columns, bias=True):
    weight = np.float32(rng.standard_normal((rows, columns))).view(Tensor)
    return Linear(weight=weight, bias=np.float32(rng.standard_normal(rows)) if bias else None)


def test_modules_of_pytorch():
    rng = np.random.default_rng(8)
    first, second = linear(rng, 5, 4), linear(rng, 3, 5)
    X = points(4)
    logits = np.maximum(X @ first.weight.T + first.bias, 0) @ second.weight.T + second.bias
    plain = Sequential(Flatten(), Sequential(first, ReLU(), Dropout()), Identity(), second)
    for model in (plain, Sequential(plain, Sigmoid()), Sequential(first, ReLU(), second)):
        for output in range(3):
            network = SparseReLUNetwork.from_torch(model, output, check=(X, logits[:, output]))
            assert (network.s, network.n) == (5, 4)
    bare = linear(rng, 5, 4, bias=False)
    expected = np.maximum(X @ bare.weight.T, 0) @ second.weight.T + second.bias
    SparseReLUNetwork.from_torch(Sequential(bare, ReLU(), second), 1, check=(X, expected[:, 1]))
    flat = Sequential(first, ReLU(), linear(rng, 1, 5))
    column = flat.forward
    flat.forward = lambda x: column(x)[:, 0]
    SparseReLUNetwork.from_torch(flat, check=(X, flat.forward(X)))
    two = linear(rng, 2, 5)
    pair = np.maximum(X @ first.weight.T + first.bias, 0) @ two.weight.T + two.bias
    SparseReLUNetwork.from_torch(
        Sequential(first, ReLU(), two, Softmax()), check=(X, pair[:, 1] - pair[:, 0])
    )


def test_activations_of_a_module_of_any_depth():
    rng = np.random.default_rng(9)
    parts = [linear(rng, 8, 4), linear(rng, 5, 8, bias=False), linear(rng, 3, 5)]
    x = rng.normal(size=(30, 4))
    a = np.maximum(x @ parts[0].weight.T + parts[0].bias, 0)
    expected = [(a > 0).sum(axis=1), (a @ parts[1].weight.T > 0).sum(axis=1)]
    first, second, third, act = *parts, ReLU()
    model = Sequential(first, act, Sequential(second, None), act, Dropout(), third, Softmax())
    found = activations(model, x)
    for layer, counts in zip(found.layers, expected, strict=True):
        assert layer.counts.tolist() == counts.tolist()
    with pytest.raises(ValueError, match="cannot take GELU"):
        activations(Sequential(first, act, second, GELU(), third), x)


def test_names_torch_modules_that_are_not_supported():
    rng = np.random.default_rng(8)
    first, middle, last = linear(rng, 5, 4), linear(rng, 5, 5), linear(rng, 3, 5)
    across = Softmax()
    across.dim = 0
    for model, said in [
        (Sequential(first, GELU(), last), "cannot take GELU"),
        (Sequential(first, BatchNorm1d(), ReLU(), last), "cannot take BatchNorm1d"),
        (Sequential(first, ReLU(), middle, ReLU(), linear(rng, 1, 5)), "one hidden layer, got 2"),
        (Sequential(first, last), "if forward calls relu itself"),
        (Sequential(first, ReLU(), Dropout(training=True), last), "in training mode"),
        (Sequential(first, ReLU(), last), "one output, got 3; say which"),
        (Sequential(first, ReLU(), last, across), "Softmax must be along the outputs"),
        (np.ones(3), "takes a module of PyTorch, not ndarray"),
    ]:
        with pytest.raises(ValueError, match=said):
            SparseReLUNetwork.from_torch(model)


@pytest.mark.parametrize("planted", ["scaled", "order", "end"])
def test_a_module_that_computes_something_else_is_refused(planted):
    """What its modules' names do not say."""
    rng = np.random.default_rng(14)
    first, second, end = linear(rng, 4, 4), linear(rng, 4, 4), Sigmoid()
    model = Sequential(first, ReLU(), second, *([end] if planted == "end" else []))
    plain = model.forward
    if planted == "order":
        model.forward = lambda x: first(np.maximum(second(x), 0))
    else:
        model.forward = lambda x: plain(x) * 1.001
    said = "not the output of its Sigmoid" if planted == "end" else "that was read is not the model"
    with pytest.raises(ValueError, match=said):
        SparseReLUNetwork.from_torch(model, 0)
    model.forward = plain
    assert SparseReLUNetwork.from_torch(model, 0).s == 4


@pytest.mark.parametrize("kind", [MLPRegressor, MLPClassifier])
def test_a_model_that_predicts_something_else_is_refused(digits, kind):
    """Such as a subclass that changes the scale of its predictions."""

    class Changed(kind):
        def predict(self, X):
            return super().predict(X) * 1.001

        def predict_proba(self, X):
            return super().predict_proba(X) ** 1.001

    model = fitted(Changed, *digits)
    with pytest.raises(ValueError, match="the network that was read is not the model: output 0"):
        SparseReLUNetwork.from_sklearn(model)


@pytest.mark.filterwarnings("ignore:check cannot tell")
@pytest.mark.parametrize("kind", ["bfloat16", "float16"])
def test_a_module_of_few_digits(kind):
    """In bfloat16 a right network was refused, whose predictions were its own."""
    torch = pytest.importorskip("torch")
    nn = torch.nn
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).to(getattr(torch, kind))
    X = torch.tensor(points(3)).to(getattr(torch, kind))
    for output in range(2):
        network = SparseReLUNetwork.from_torch(model, output, check=(X, model(X)[:, output]))
        assert np.array_equal(network.w, model[0].weight.detach().double().numpy())
        with pytest.raises(ValueError, match="the network is not the model"):
            SparseReLUNetwork.from_torch(model, output, check=(X, model(X)[:, output] + 1))


def test_modules_of_pytorch_that_prune_or_normalise_weights():
    """Each is compared with the module itself, whose own outputs the check holds."""
    torch = pytest.importorskip("torch")
    nn, prune = torch.nn, pytest.importorskip("torch.nn.utils.prune")
    torch.manual_seed(11)
    X = torch.sign(torch.randn(50, 5))
    pruned = nn.Sequential(nn.Linear(5, 9), nn.ReLU(), nn.Linear(9, 1))
    prune.l1_unstructured(pruned[0], "weight", 0.4)
    network = SparseReLUNetwork.from_torch(pruned, check=(X, pruned(X)))
    assert int((network.w == 0).sum()) == 18
    with pytest.raises(ValueError, match=r"give model.float\(\)"):
        SparseReLUNetwork.from_torch(pruned.half())
    normal = nn.Sequential(
        nn.utils.parametrizations.weight_norm(nn.Linear(5, 6)), nn.ReLU(), nn.Linear(6, 1)
    )
    assert SparseReLUNetwork.from_torch(normal, check=(X, normal(X))).s == 6
    without = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 1)).to("meta")
    with pytest.raises(ValueError, match="the device meta has no numbers"):
        SparseReLUNetwork.from_torch(without)


@pytest.mark.filterwarnings("ignore:W1 is square")
@settings(max_examples=150)
@given(st.data())
def test_max_active_returns_the_models_k_at_planted_boundaries(data):
    """Weights of one or two decimals, and a bias that cancels them at a point, in fractions."""
    n = data.draw(st.integers(1, 6))
    unit = data.draw(st.sampled_from([10, 100]))
    rows = st.lists(st.integers(-99, 99).map(lambda v: v / unit), min_size=n, max_size=n)
    W = np.array(data.draw(st.lists(rows, min_size=1, max_size=3)))
    inputs = data.draw(st.sampled_from(["pm1", "01"]))
    fed = points(n) if inputs == "pm1" else np.where(points(n) > 0, 1, 0)
    planted = fed[data.draw(st.integers(0, len(fed) - 1))]
    b = -(W @ planted)
    tiny = data.draw(st.sampled_from([0.0, 1e-80]))  # below the domain of values
    W[0, 0] += tiny if W[0, 0] == 0 else 0
    network = SparseReLUNetwork.from_layers(W, b, np.ones((1, len(b))), [0.0], inputs, output=0)
    expected = np.array(preactivations(W, -b, fed)) > 0
    copy = pickle.loads(pickle.dumps(network))
    simple = simplify(network).max_active()[1]  # which merges neurons
    assert simple == expected.any() if len(W) == 1 else simple <= expected.sum(axis=1).max()
    for net in (network, copy):
        assert net.max_active() == (expected.sum(axis=1).max(),) * 2
    for net in (network, copy, network.of_inputs(np.arange(n))):
        assert net.active(points(n)).tolist() == expected.tolist()
        assert net.active_counts().tolist() == expected.sum(axis=1).tolist()
    halfway = np.concatenate([points(n)[:1] / 2, points(n)])  # real points are decided as well
    assert network.active(halfway)[1:].tolist() == expected.tolist()


def test_save_warns_where_a_bias_is_rounded(tmp_path):
    network = SparseReLUNetwork.from_layers([[0.1, 0.7, -0.2]], [-0.6], [[2.0]], 0, "01")
    assert network.is_rounded
    assert not network.is_exact()
    with pytest.warns(UserWarning, match="rounded from the model's"):
        network.save(tmp_path / "net.npz")


def test_from_layers_takes_sparse_tensors():
    torch = pytest.importorskip("torch")
    W1, b1, W2 = torch.tensor([[0.0, 2.0], [1.5, 0.0], [0.0, 0.0]]), torch.ones(3), torch.ones(1, 3)
    dense = SparseReLUNetwork.from_layers(W1, b1, W2, 0)
    for kind in (torch.Tensor.to_sparse, torch.Tensor.to_sparse_csr):
        sparse = SparseReLUNetwork.from_layers(kind(W1), b1, kind(W2), 0)
        assert np.array_equal(sparse.values(), dense.values())


@pytest.mark.parametrize(
    "differs",
    [lambda x: abs(x) == 1, lambda x: x * (x - 1) == 0, lambda x: x % 1 > 0],
    ids=["signs", "bits", "real"],
)
def test_verify_rejects_a_model_that_differs_at_points_of_one_kind(differs):
    chain = chain_of_arrays(np.eye(4), np.ones(4), np.ones(4), 0, "out, in")
    with pytest.raises(ValueError, match="the network that was read is not the model"):
        verify(chain, lambda x: chain.values(x) + differs(x).all(axis=1)[:, None])
