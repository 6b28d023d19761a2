"""The dual route of the low-degree learner: few samples of many monomials."""

import itertools
import math

import numpy as np
import pytest
from test_learning_low_degree import explicit_design

from sparseact.learning import LowDegreeRegressor, low_degree
from sparseact.learning.least_squares import _is_regular

pytestmark = pytest.mark.filterwarnings("ignore::sparseact.learning.FewSamplesWarning")


def samples(m, n, targets=1, seed=0):
    rng = np.random.default_rng([m, n, seed])
    return rng.choice([-1, 1], size=(m, n)), rng.normal(size=(m, targets))


def expected(X, Y, weights, alpha, first):
    """Return the solution of augmented rows by SciPy's least squares of least norm."""
    roots = np.sqrt(weights)[:, None]
    penalty = math.sqrt(alpha) * np.eye(X.shape[1])
    penalty[0] = 0
    rows = np.vstack([roots * X, penalty])[:, first:]
    right = np.vstack([roots * Y, np.zeros((X.shape[1], Y.shape[1]))])
    found = np.linalg.lstsq(rows, right, rcond=1e-13)[0].T
    return np.pad(found, ((0, 0), (first, 0)))


@pytest.mark.parametrize("alpha", [0.0, 0.03, 200.0])
@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_dual_solution_is_that_of_least_squares(alpha, constant, weighted):
    x, y = samples(70, 26, targets=3)
    x[60:] = x[:10]  # points that come twice
    weights = np.random.default_rng(1).integers(1, 5, 70) if weighted else None
    model = LowDegreeRegressor(2, alpha=alpha, fit_intercept=constant).fit(x, y, weights)
    assert model.solver_ == "dual"
    assert model.rank_ == (352 - (not constant) if alpha else 60)
    X = explicit_design(x, 2)
    if not alpha:
        x, place = np.unique(x, axis=0, return_inverse=True)
        sizes = np.ones(70) if weights is None else weights
        totals = np.bincount(place.ravel(), weights=sizes)
        y = np.stack([np.bincount(place.ravel(), weights=sizes * row) / totals for row in y.T], 1)
        X, weights = explicit_design(x, 2), np.ones(60)
    weights = np.ones(len(y)) if weights is None else weights
    right = expected(X, y, weights, alpha, 0 if constant else 1)
    np.testing.assert_allclose(model.coefficients_, right, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("m", "n", "d", "alpha"), [(200, 40, 3, 0), (90, 70, 2, 0.1), (300, 18, 4, 0)]
)
def test_the_routes_agree_to_ten_digits(m, n, d, alpha, monkeypatch):
    x, y = samples(m, n)
    monkeypatch.setattr(low_degree, "_GRAM_N", 1)
    dual = LowDegreeRegressor(d, alpha=alpha, tolerance=1e-14).fit(x, y[:, 0])
    monkeypatch.setattr(low_degree, "_DUAL_M", 0)
    streamed = LowDegreeRegressor(d, alpha=alpha, tolerance=1e-14).fit(x, y[:, 0])
    assert (dual.solver_, streamed.solver_) == ("dual", "stream")
    np.testing.assert_allclose(dual.coefficients_, streamed.coefficients_, rtol=0, atol=1e-10)


def test_a_target_of_zeros_has_no_coefficients():
    x, y = samples(90, 70)
    model = LowDegreeRegressor(2).fit(x, np.column_stack([y[:, 0], np.zeros(90)]))
    assert (model.solver_, model.rank_) == ("dual", 90)
    assert model.coefficients_[0].any()
    assert not model.coefficients_[1].any()


def test_a_singular_kernel_is_streamed():
    rng = np.random.default_rng(2)
    x = np.ones((40, 30), dtype=np.int8)
    x[:, :4] = np.array(list(itertools.product([-1, 1], repeat=4)))[rng.integers(0, 16, 40)]
    y = rng.normal(size=40)
    model = LowDegreeRegressor(2).fit(x, y)
    assert (model.solver_, model.rank_) == ("stream", -1)
    right = expected(explicit_design(x, 2), y[:, None], np.ones(40), 0, 0)
    np.testing.assert_allclose(model.coefficients_, right[0], rtol=0, atol=1e-8)


def test_a_matrix_that_is_nearly_singular_is_not_proved_regular():
    gram = np.ones((50, 50)) + 1e-14 * np.eye(50)
    assert not _is_regular(gram, (np.linalg.cholesky(gram + 1e-13 * np.eye(50)), True))
