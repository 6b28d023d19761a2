"""Weights, a penalty, an output bias and limits of the sparse learner."""

import subprocess
import sys
import time
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from sparseact.cube import MemoryBoundError
from sparseact.learning import SparseReLURegressor, sparse_relu
from sparseact.learning.damped_steps import Linearised, StoredEquations, StreamedEquations

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def learner(s=3, k=None, **options):
    return SparseReLURegressor(
        s, k, **{"max_iter": 200, "n_restarts": 1, "random_state": 0} | options
    )


def samples(m=150, n=3, seed=0):
    """Return Gaussian points and labels of three neurons with noise."""
    rng = np.random.default_rng([m, n, seed])
    X = rng.normal(size=(m, n))
    y = np.abs(X[:, 0]) - np.maximum(X[:, 1] - 0.5, 0)
    return X, y + rng.normal(size=m) / 4


def bytes_of(model):
    numbers = (model.w_, model.b_, model.u_, model.intercept_, model.loss_, model.loss_curve_)
    return [np.asarray(value, dtype=np.float64).tobytes() for value in numbers]


def streaming(s, X):
    """Return a limit on memory that leaves nothing for stored equations."""
    return sparse_relu._MEMORY - sparse_relu._memory_left(s, *X.shape)


def penalised(model, X, y, weights=1.0):
    """Return the sum of squares and the penalty of a fit, from their definitions."""
    sizes = (model.u_**2 * (model.w_**2).sum(axis=1)).sum()
    return (weights * (model.predict(X) - y) ** 2).sum() + model.alpha * sizes


# ------------------------------------------------------------- the equations


def linearised(seed, *, excess, ones, ridge):
    rng = np.random.default_rng(seed)
    m, s, d = 130, 4, 3
    x = rng.normal(size=(m, d))
    return Linearised(
        x,
        rng.normal(size=(s, d)),
        rng.choice([-1.0, 1.0], size=s),
        rng.random((m, s)) < 0.6,
        rng.normal(size=m),
        np.where(rng.random((m, s)) < 0.3, rng.random((m, s)), 0.0) if excess else None,
        10.0,
        np.sqrt(rng.random(m)) if ones else None,
        np.array([0.5, 2.0, 0.0]) if ridge else None,
    )


def explicit(at):
    """Return the matrix and the gradient of the squares, from the matrices of their definition."""
    x = at.x
    blocks = at.active * at.u
    jacobian = (blocks[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    residual = at.residual
    if at.ones is not None:
        direction = at.ones / np.linalg.norm(at.ones)
        jacobian = jacobian - np.outer(direction, direction @ jacobian)
        residual = residual - direction * (direction @ residual)
    matrix, gradient = jacobian.T @ jacobian, jacobian.T @ residual
    if at.excess is not None:
        for j in range(len(at.u)):
            rows = np.zeros((len(x), *at.v.shape))
            rows[:, j] = x * (at.excess[:, j] > 0)[:, None]
            rows = rows.reshape(len(x), -1)
            matrix = matrix + at.weight * rows.T @ rows
            gradient = gradient + at.weight * rows.T @ at.excess[:, j]
    if at.ridge is not None:
        matrix = matrix + np.diag(np.tile(at.ridge, len(at.u)))
        gradient = gradient + (at.v * at.ridge).ravel()
    return matrix, gradient


@pytest.mark.parametrize("kind", [StoredEquations, StreamedEquations])
@pytest.mark.parametrize("excess", [False, True])
@pytest.mark.parametrize("ones", [False, True])
@pytest.mark.parametrize("ridge", [False, True])
def test_steps_solve_the_damped_equations(kind, excess, ones, ridge, monkeypatch):
    monkeypatch.setattr("sparseact.learning.damped_steps._ACCURACY", 1e-13)
    monkeypatch.setattr("sparseact.learning.damped_steps._PRODUCTS", 200)
    at = linearised(1, excess=excess, ones=ones, ridge=ridge)
    if ones:  # the best output bias is in the residual already
        share = (at.ones @ at.residual) / (at.ones @ at.ones)
        at = at._replace(residual=at.residual - share * at.ones)
    matrix, gradient = explicit(at)
    diagonal = np.diag(matrix)
    for damping in (1e-6, 1e-2, 10.0):
        scale = np.maximum(diagonal, 1e-3 * diagonal.mean())
        expected = np.linalg.solve(matrix + damping * np.diag(scale), gradient)
        np.testing.assert_allclose(kind(at).step(damping), expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("k", [None, 2])
def test_a_fit_that_stores_no_equations_finds_the_network_too(k, monkeypatch):
    X, _ = samples(400)
    y = np.abs(X[:, 0]) - np.maximum(X[:, 1] - 0.5, 0)
    options = {"max_iter": 2000, "n_restarts": 3}
    large = learner(3, k, **options).fit(X, y)
    monkeypatch.setattr(sparse_relu, "_MEMORY", streaming(3, X))
    small = learner(3, k, **options).fit(X, y)
    assert bytes_of(small) != bytes_of(large)
    assert small.converged_ == large.converged_
    if k is None:
        assert small.converged_
    again = learner(3, k, **options).fit(X, y)
    assert bytes_of(small) == bytes_of(again)


def test_data_beyond_the_limit_are_refused_before_any_work(monkeypatch):
    monkeypatch.setattr(sparse_relu, "Search", None)
    X, y = samples(1000)
    limit = streaming(3, X)
    monkeypatch.setattr(sparse_relu, "_MEMORY", limit - 1)
    message = "3 neurons on 3 inputs and 1000 samples can need .* bytes besides the equations"
    with pytest.raises(MemoryBoundError, match=message):
        learner(3).fit(X, y)
    monkeypatch.setattr(sparse_relu, "_MEMORY", limit)
    with pytest.raises(TypeError):
        learner(3).fit(X, y)  # goes on, to no search here


def test_a_fit_keeps_to_its_memory():
    # Stored, the equations of 96 neurons on 61 numbers would take 549 MB.
    script = """
import resource, warnings
import numpy as np
from sparseact.learning import SparseReLURegressor, sparse_relu
warnings.simplefilter("ignore")
def fit(s, n, m, limit):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(m, n)), rng.normal(size=m)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sparse_relu._MEMORY = limit
    SparseReLURegressor(s, max_iter=5, n_restarts=1, random_state=0).fit(X, y)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
fit(2, 3, 50, 10**5)  # compiled
print(fit(24, 60, 1000, 20 * 10**6))
"""
    out = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert int(out) * 1024 < 20 * 10**6


# ------------------------------------------------------------------- weights


@pytest.mark.parametrize("options", [{}, {"k": 1}, {"alpha": 0.1, "fit_intercept": True}])
def test_samples_of_weight_zero_are_not_there(options):
    X, y = samples()
    weights = np.where(np.arange(150) % 3, 1.0, 0.0)
    X[weights == 0], y[weights == 0] = 50.0, -70.0
    model = learner(**options).fit(X, y, sample_weight=weights)
    rest = learner(**options).fit(X[weights > 0], y[weights > 0], np.ones(100))
    assert bytes_of(model) == bytes_of(rest)


@pytest.mark.parametrize("options", [{}, {"alpha": 0.0, "fit_intercept": True}, {"k": 2}])
def test_only_ratios_of_weights_count(options):
    X, y = samples()
    weights = np.random.default_rng(1).random(150)
    model = learner(**options).fit(X, y, weights)
    for exponent in (-900, 300):
        scaled = learner(**options).fit(X, y, np.ldexp(weights, exponent))
        assert bytes_of(scaled) == bytes_of(model)


@pytest.mark.parametrize("options", [{}, {"k": 1}, {"fit_intercept": True}, {"alpha": 2.0}])
def test_the_loss_is_weighted(options):
    X, y = samples()
    counts = np.random.default_rng(2).integers(1, 4, 150)
    model = learner(**options).fit(X, y, sample_weight=counts)
    expected = np.average((model.predict(X) - y) ** 2, weights=counts)
    assert model.loss_ == pytest.approx(expected, rel=1e-12)


# ------------------------------------------------------------------- penalty


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("alpha", [0.5, 20.0])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_penalty_is_least_squares_with_more_rows(intercept, alpha, weighted):
    """Where the active sets are those of the fit, the best weights solve augmented equations."""
    X, y = samples(300)
    X = X * [1.0, 3.0, 0.2] + [0.0, 1.0, -2.0]  # the penalty is on weights for X as it is
    weights = np.random.default_rng(0).random(300) if weighted else np.ones(300)
    model = learner(alpha=alpha, fit_intercept=intercept, max_iter=1000)
    model.fit(X, y, sample_weight=weights if weighted else None)
    s, n = model.w_.shape
    active = model.b_ < X @ model.w_.T
    signs = np.sign(model.u_)
    # Unknowns |u_j|·w_j, then |u_j|·b_j, then the output bias.
    columns = np.hstack(
        [
            (active * signs)[:, :, None].repeat(n, 2).reshape(300, -1) * np.tile(X, s),
            -(active * signs),
            np.ones((300, int(intercept))),
        ]
    )
    penalty = np.sqrt(alpha) * np.eye(s * n, columns.shape[1])
    rows = np.vstack([np.sqrt(weights)[:, None] * columns, penalty])
    right = np.append(np.sqrt(weights) * y, np.zeros(s * n))
    best = np.linalg.lstsq(rows, right)[0]
    least = ((rows @ best - right) ** 2).sum()
    found = penalised(model, X, y, weights)
    assert least * (1 - 1e-9) <= found <= 1.02 * least


def test_a_penalty_beyond_floats_is_refused():
    with pytest.raises(ValueError, match="alpha is too large for points and sample weights"):
        learner(alpha=1.0).fit(1e-200 * np.eye(3), np.arange(3.0))
    with pytest.raises(ValueError, match="alpha is too large for points and sample weights"):
        learner(alpha=1e300).fit(np.eye(3), np.arange(3.0), sample_weight=[1e-300] * 3)


# --------------------------------------------------------------- output bias


@pytest.mark.parametrize("k", [None, 2])
@pytest.mark.parametrize("zeros", [False, True])
def test_an_output_bias_is_found_and_is_the_networks(k, zeros):
    rng = np.random.default_rng(3)
    X = rng.choice([0.0 if zeros else -1.0, 1.0], size=(300, 5))
    signs = np.where(X == 1, 1, -1)
    y = np.maximum(signs[:, 0] + signs[:, 1] - 1, 0) - 7.0
    model = learner(2, k, fit_intercept=True, max_iter=1000, n_restarts=3).fit(X, y)
    assert model.converged_
    np.testing.assert_allclose(model.predict(X), y, atol=1e-2)
    assert model.network_.c == model.intercept_
    np.testing.assert_allclose(model.network_(signs), model.predict(X), atol=1e-12)
    assert model.loss_ == pytest.approx(np.mean((model.predict(X) - y) ** 2), rel=1e-9)
    if k:
        assert model.network_.active(signs).sum(axis=1).max() <= k


def test_residuals_at_the_best_output_bias_have_mean_zero():
    X, y = samples()
    weights = np.random.default_rng(0).random(150)
    for k, w in ((None, None), (1, None), (1, weights)):
        model = learner(3, k, fit_intercept=True).fit(X, y + 40, sample_weight=w)
        assert abs(np.average(model.predict(X) - y - 40, weights=w)) < 1e-12
    assert learner().fit(X, y).intercept_ == 0.0


def test_labels_far_from_zero_are_no_trouble_with_an_output_bias():
    X, y = samples()
    near, far = (learner(fit_intercept=True, max_iter=1000).fit(X, y + c) for c in (0, 1e6))
    assert far.loss_ <= 1.1 * near.loss_


# -------------------------------------------------------------------- limits


def test_a_fit_ends_when_its_time_is_over():
    X, y = samples(3000, 20)
    begin = time.monotonic()
    with pytest.warns(ConvergenceWarning, match="time_limit = 0.2 s ended the search"):
        model = learner(16, max_iter=10**6, time_limit=0.2).fit(X, y)
    assert time.monotonic() - begin < 5
    assert len(model.u_) <= 16
    assert model.loss_ == pytest.approx(np.mean((model.predict(X) - y) ** 2), rel=1e-9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bytes_of(learner(time_limit=1e9).fit(X, y)) == bytes_of(learner().fit(X, y))


def test_the_time_is_kept_where_one_step_takes_long():
    """Mergers of 400 neurons and equations of 80 000 unknowns took 24 s."""
    rng = np.random.default_rng(4)
    X = rng.choice([-1.0, 1.0], (4000, 200))
    y = np.maximum(X[:, :5].sum(axis=1) - 1, 0) + rng.normal(size=4000)
    learner(4, max_iter=10).fit(X[:50], y[:50])  # compiles
    begin = time.thread_time()
    with pytest.warns(ConvergenceWarning, match="time_limit"):
        model = learner(100, max_iter=100, time_limit=1).fit(X, y)
    assert time.thread_time() - begin < 5
    assert model.network_.s <= 100


def test_a_verbose_fit_tells_its_losses_and_others_say_nothing(capsys):
    X, y = samples()
    model = learner().fit(X, y)
    assert capsys.readouterr() == ("", "")
    told = learner(verbose=True, n_restarts=2, tol=0).fit(X, y)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("[SparseReLURegressor] start 1, step 200: Adam ends with 12 neurons")
    assert any("start 2" in line and "start ends with 3 neurons, loss" in line for line in lines)
    assert told.loss_ <= model.loss_
