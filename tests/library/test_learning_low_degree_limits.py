"""What the low-degree learner says and how long it takes."""

import time
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from sparseact.bounds import n_monomials
from sparseact.learning import FewSamplesWarning, LowDegreeRegressor, low_degree


def samples(m, n, seed=0):
    rng = np.random.default_rng([m, n, seed])
    return rng.choice([-1, 1], size=(m, n)), rng.normal(size=m)


@pytest.mark.parametrize("solver", ["gram", "stream"])
@pytest.mark.parametrize("constant", [True, False])
def test_fewer_than_two_samples_a_monomial_are_warned_of(solver, constant, monkeypatch):
    monkeypatch.setattr(low_degree, "_GRAM_N", 4096 if solver == "gram" else 0)
    monkeypatch.setattr(low_degree, "_DUAL_M", 0)
    count = n_monomials(7, 2) - (not constant)
    for m in (count, 2 * count - 1, 2 * count):
        X, y = samples(m, 7)
        model = LowDegreeRegressor(2, fit_intercept=constant)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            model.fit(X, y)
        assert [w.category for w in caught] == [FewSamplesWarning] * (m < 2 * count)
        for warning in caught:
            assert f"fits {count} monomials to {m} samples" in str(warning.message)
            assert "take a smaller degree, alpha > 0 or more samples" in str(warning.message)
            assert warning.filename == __file__


@pytest.mark.parametrize(
    ("parameters", "weights"),
    [({"alpha": 0.1}, None), ({"method": "averages"}, None), ({"degree": 1}, None)],
)
def test_others_are_not_warned(parameters, weights):
    X, y = samples(20, 7)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        LowDegreeRegressor(**parameters).fit(X, y, sample_weight=weights)


def test_a_weight_for_all_samples_is_that_of_each():
    X, y = samples(100, 7)
    one = LowDegreeRegressor(1, alpha=0.3).fit(X, y, sample_weight=3)
    each = LowDegreeRegressor(1, alpha=0.3).fit(X, y, sample_weight=np.full(100, 3.0))
    assert (one.coefficients_ == each.coefficients_).all()
    with pytest.raises(ValueError, match="no sample_weight may be negative, and not all may be"):
        LowDegreeRegressor(1).fit(X, y, sample_weight=0)


def test_samples_of_weight_zero_do_not_count():
    X, y = samples(100, 7)
    with pytest.warns(FewSamplesWarning, match="29 monomials to 57 samples"):
        LowDegreeRegressor(2).fit(X, y, sample_weight=np.arange(100) < 57)


@pytest.mark.filterwarnings("ignore::sparseact.learning.FewSamplesWarning")
def test_a_streamed_regression_keeps_to_its_time(monkeypatch):
    monkeypatch.setattr(low_degree, "_GRAM_N", 0)
    X, y = samples(3000, 40)
    begin = time.monotonic()
    with pytest.warns(ConvergenceWarning, match="above tolerance 1e-15"):
        model = LowDegreeRegressor(3, tolerance=1e-15, time_limit=1e-6).fit(X, y)
    assert time.monotonic() - begin < 20
    assert model.n_iter_ == 1  # as few as there can be, however fast the machine is
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        timed = LowDegreeRegressor(1, time_limit=1e6).fit(X, y)
    free = LowDegreeRegressor(1).fit(X, y)
    assert timed.solver_ == "stream"
    np.testing.assert_array_equal(timed.coefficients_, free.coefficients_)


def test_a_verbose_fit_says_what_it_solves(capsys, monkeypatch):
    X, y = samples(100, 5)
    LowDegreeRegressor(2).fit(X, y)
    assert capsys.readouterr().out == ""
    LowDegreeRegressor(2, verbose=True).fit(X, y)
    out = capsys.readouterr().out
    assert out == (
        "[LowDegreeRegressor] regression: 100 samples, 16 monomials of degree at most 2, "
        "solver 'gram'\n"
    )
    monkeypatch.setattr(low_degree, "_GRAM_N", 0)
    monkeypatch.setattr(low_degree, "_DUAL_M", 0)
    LowDegreeRegressor(2, verbose=True).fit(X, y)
    assert "LSMR finished" in capsys.readouterr().out
