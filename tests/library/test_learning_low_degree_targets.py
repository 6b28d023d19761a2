"""The low-degree learner with several targets on one X."""

import numpy as np
import pytest
from test_learning_low_degree import explicit_design

from sparseact.bounds import n_monomials
from sparseact.cube import MemoryBoundError
from sparseact.learning import LowDegreeRegressor, low_degree

pytestmark = pytest.mark.filterwarnings("ignore::sparseact.learning.FewSamplesWarning")

ROUTES = pytest.mark.parametrize("cube_n", [24, -1])  # in memory, streamed


def samples(m, n, t):
    """Points, labels of very different sizes and weights of which some are 0."""
    rng = np.random.default_rng([m, n, t])
    x = rng.choice([-1, 1], size=(m, n))
    y = rng.normal(size=(m, t)) * 10.0 ** rng.integers(-6, 7, t) + 1
    return x, y, rng.choice([0.0, 0.5, 1.0, 2.5], size=m)


@ROUTES
@pytest.mark.parametrize(
    "parameters", [{}, {"alpha": 0.5}, {"method": "averages"}, {"fit_intercept": False}]
)
@pytest.mark.parametrize("m", [9, 30, 200])
def test_a_target_is_what_it_is_alone(parameters, m, cube_n, monkeypatch):
    """To the bit in memory and for averages; with LSMR to its tolerance."""
    monkeypatch.setattr(low_degree, "_CUBE_N", cube_n)
    monkeypatch.setattr(low_degree, "_DUAL_M", 0)
    x, y, weights = samples(m, 6, 10)
    y[:, 3] = 0
    for w in (None, weights):
        model = LowDegreeRegressor(2, **parameters).fit(x, y, sample_weight=w)
        for column, found, values in zip(y.T, model.coefficients_, model.predict(x).T, strict=True):
            alone = LowDegreeRegressor(2, **parameters).fit(x, column, sample_weight=w)
            if cube_n == 24:
                np.testing.assert_array_equal(found, alone.coefficients_)
                np.testing.assert_array_equal(values, alone.predict(x))
            else:
                size = max(np.abs(column).max(), 1e-300)
                np.testing.assert_allclose(found / size, alone.coefficients_ / size, atol=1e-8)


def test_the_memory_of_all_targets_counts(monkeypatch):
    x, y, _ = samples(3000, 30, 40)
    monkeypatch.setattr(low_degree, "_MEMORY", 2**22)
    LowDegreeRegressor(2).fit(x, y[:, 0])
    with pytest.raises(MemoryBoundError, match=r"40 targets .* a fit may use"):
        LowDegreeRegressor(2).fit(x, y)


def test_a_target_without_noise_is_met_beside_noisy_ones(monkeypatch):
    monkeypatch.setattr(low_degree, "_GRAM_N", 0)
    x, y, _ = samples(900, 30, 5)
    exact = explicit_design(x, 2)[:, [0, 3, 80]] @ [1e-4, 2e-4, 4e-4]
    model = LowDegreeRegressor(2).fit(x, np.column_stack([y, exact]))
    assert model.solver_ == "stream"
    expected = np.zeros(n_monomials(30, 2))
    expected[[0, 3, 80]] = [1e-4, 2e-4, 4e-4]
    np.testing.assert_allclose(model.coefficients_[-1], expected, rtol=0, atol=1e-11)
