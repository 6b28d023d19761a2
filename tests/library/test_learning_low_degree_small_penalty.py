"""Small penalties on data without full rank, and weights of many sizes, against SciPy's SVD."""

from itertools import combinations

import numpy as np
import pytest
from scipy.linalg import svd

from sparseact.learning import LowDegreeRegressor, low_degree


def monomials(X, d):
    n = X.shape[1]
    chosen = [S for t in range(1, d + 1) for S in combinations(range(n), t)]
    return np.column_stack([X[:, S].prod(axis=1) for S in chosen]).astype(float)


def by_svd(X, y, d, alpha, weights, constant):
    """The constant and the coefficients of smallest loss and penalty; singular values are clear."""
    D = monomials(X, d)
    mean = weights @ D / weights.sum() if constant else np.zeros(D.shape[1])
    level = weights @ y / weights.sum() if constant else 0.0
    roots = np.sqrt(weights)
    U, s, V = svd(roots[:, None] * (D - mean), full_matrices=False)
    kept = s > 1e-9 * s[0]
    assert (s[~kept] < 1e-12 * s[0]).all()
    scaled = U[:, kept].T @ (roots * (y - level)) * s[kept] / (s[kept] ** 2 + alpha)
    c = V[kept].T @ scaled
    return np.append(level - mean @ c if constant else 0.0, c)


@pytest.mark.parametrize("alpha", [2.0, 3e-7, 2e-11, 4e-14, 7e-16, 1e-290])
@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize(("m", "n", "route"), [(70, 7, "gram"), (25, 7, "gram"), (90, 26, "gram"),
                                               (30, 30, "dual"), (45, 9, "stream")])  # fmt: skip
def test_a_small_penalty_returns_the_svds_solution_without_full_rank(
    alpha, constant, m, n, route, monkeypatch
):
    """One input is constant, one repeats another, and so monomials depend on each other."""
    rng = np.random.default_rng([m, n])
    X = rng.choice([-1, 1], (m, n))
    d = 2 if n <= 9 else 1
    X[:, 2], X[:, 3] = X[:, 1], 1
    y = 5 + rng.normal(size=m)
    if route == "stream":
        monkeypatch.setattr(low_degree, "_CUBE_N", -1)
        monkeypatch.setattr(low_degree, "_GRAM_N", 1)
        monkeypatch.setattr(low_degree, "_DUAL_M", 1)
    model = LowDegreeRegressor(d, alpha=alpha, fit_intercept=constant, tolerance=1e-13).fit(X, y)
    expected = by_svd(X, y, d, alpha, np.ones(m), constant)
    # A singular kernel has no dual route.
    assert model.solver_ in ((route, "stream") if route == "dual" else (route,))
    assert model.coefficients_ == pytest.approx(expected, abs=2e-8 * np.abs(expected).max())


@pytest.mark.parametrize("weight", [1e13, 3e8, 1e-9])
def test_equal_weights_return_the_solution_of_the_penalty_over_them(weight):
    rng = np.random.default_rng(8)
    X = rng.choice([-1, 1], (50, 6))
    X[:, 4] = X[:, 0] * X[:, 1]
    y = rng.normal(size=50)
    model = LowDegreeRegressor(3, alpha=0.5).fit(X, y, sample_weight=np.full(50, weight))
    expected = by_svd(X, y, 3, 0.5 / weight, np.ones(50), True)
    assert model.coefficients_ == pytest.approx(expected, abs=1e-9 * np.abs(expected).max())


@pytest.mark.filterwarnings("ignore::sparseact.learning.FewSamplesWarning")
@pytest.mark.parametrize(("n", "m", "span"), [(26, 390, 3), (40, 900, 2), (31, 600, 6)])
def test_weights_beyond_the_cube_return_the_smallest_loss(n, m, span):
    rng = np.random.default_rng([n, m])
    X, y = rng.choice([-1, 1], (m, n)), rng.normal(size=m)
    weights = 10.0 ** rng.uniform(-span, span, m) if span < 6 else 1e12 ** rng.integers(0, 2, m)
    model = LowDegreeRegressor(2).fit(X, y, sample_weight=weights)
    roots = np.sqrt(weights)[:, None]
    D = np.column_stack([np.ones(m), monomials(X, 2)])
    best = np.linalg.lstsq(roots * D, roots[:, 0] * y, rcond=None)[0]
    assert model.solver_ == "gram"
    losses = [float(weights @ (D @ c - y) ** 2) for c in (model.coefficients_, best)]
    assert losses[0] <= losses[1] * (1 + 1e-6)
