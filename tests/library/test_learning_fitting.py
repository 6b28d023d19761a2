"""What both learners have alike: codings of inputs, and a fit that sets all results or none."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone

from sparseact.learning import (
    LowDegreeRegressor,
    SparseReLURegressor,
    fitting,
    low_degree,
    sparse_relu,
)


def samples(m=40, n=4, seed=0):
    """Return points of ±1 and labels that have nothing to do with each other."""
    rng = np.random.default_rng([m, n, seed])
    return rng.choice([-1.0, 1.0], size=(m, n)), rng.normal(size=m)


ESTIMATORS = [
    LowDegreeRegressor(2),
    LowDegreeRegressor(2, "averages"),
    SparseReLURegressor(2, max_iter=5, n_restarts=2, random_state=0),
    SparseReLURegressor(2, k=1, max_iter=5, n_restarts=2, random_state=0),
]


def state(estimator):
    return {name: pickle.dumps(value) for name, value in vars(estimator).items()}


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
@pytest.mark.parametrize("step", ["as_points", "set_fitted"])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_an_interrupted_fit_leaves_the_earlier_one(estimator, step, monkeypatch):
    X, y = samples()
    frame = pd.DataFrame(X, columns=list("abcd"))  # whose names stay as well
    model = clone(estimator).fit(frame, y)
    earlier, predicted = state(model), model.predict(frame)

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        for module in (fitting, low_degree, sparse_relu):
            patch.setattr(module, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            model.fit(*samples(60, 5, seed=1))
    assert state(model) == earlier
    np.testing.assert_array_equal(model.predict(frame), predicted)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_names_of_columns_go_with_the_fit_that_had_them(estimator):
    X, y = samples()
    model = clone(estimator).fit(pd.DataFrame(X, columns=list("abcd")), y)
    assert model.feature_names_in_.tolist() == list("abcd")
    model.note = "mine"
    assert not hasattr(model.fit(X, y), "feature_names_in_")
    assert model.note == "mine"


def test_fit_rejects_bad_weights():
    model = LowDegreeRegressor(1)
    for weights, message in [
        ([1.0, -1.0, 1.0], "Negative values"),
        ([0.0, 0.0, 0.0], "zero"),
        (0, "zero"),
        ([1.0, 1.0], r"sample_weight.shape == \(2,\), expected \(3,\)"),
        ([1.0, np.nan, 1.0], "sample_weight contains NaN"),
    ]:
        with pytest.raises(ValueError, match=message):
            model.fit(np.ones((3, 2)), np.arange(3.0), sample_weight=weights)
    X, y = samples()
    for ratio in (1e-13, 1e-40, 5e-324):
        with pytest.raises(ValueError, match=r"at most 1e\+12 times the smallest that is not 0"):
            model.fit(X, y, sample_weight=np.where(np.arange(40) == 3, ratio, 1.0))


def learners(**options):
    yield LowDegreeRegressor(2, **options)
    yield SparseReLURegressor(3, max_iter=100, n_restarts=1, random_state=0, **options)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_0_and_1_and_sparse_matrices_are_what_signs_are():
    bits = np.random.default_rng(12).choice([0, 1], (120, 5))
    signs = 2 * bits - 1
    y = np.maximum(signs[:, 0] + signs[:, 1] - 1, 0) + 0.5 * signs[:, 2]
    for plain, coded in zip(learners(), learners(inputs="01"), strict=True):
        expected = plain.fit(signs, y).predict(signs)
        np.testing.assert_array_equal(coded.fit(bits, y).predict(bits), expected)
        for kind in (sparse.csr_array, sparse.csc_matrix, sparse.coo_array):
            again = coded.fit(kind(bits.astype(float)), y).predict(kind(bits))
            np.testing.assert_array_equal(again, expected)
            np.testing.assert_array_equal(plain.fit(kind(signs), y).predict(signs), expected)
        with pytest.raises(ValueError, match=r"row 0 holds -?2.* in column 1"):
            coded.predict([[0, 2, 1, 1, 1]])
        with pytest.raises(ValueError, match="inputs must be one of pm1, 01, got 'bits'"):
            plain.set_params(inputs="bits").fit(bits, y)
    assert coded.network_.max_active(signs)[1] <= 3
