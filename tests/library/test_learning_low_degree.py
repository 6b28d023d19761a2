import itertools
import warnings

import numpy as np
import pytest
from scipy.linalg import svd
from scipy.sparse import issparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.preprocessing import PolynomialFeatures
from sklearn.utils.estimator_checks import parametrize_with_checks

from sparseact.cube import MemoryBoundError
from sparseact.learning import (
    FewSamplesWarning,
    LowDegreeRegressor,
    SparseReLURegressor,
    low_degree,
)
from sparseact.learning.least_squares import _regular_factor

# Exact solutions are compared, also where samples are few.
pytestmark = pytest.mark.filterwarnings("ignore::sparseact.learning.FewSamplesWarning")


@pytest.fixture(params=["gram", "stream"])
def solver(request, monkeypatch):
    """Both ways to fit, at all sizes."""
    if request.param == "stream":
        monkeypatch.setattr(low_degree, "_CUBE_N", -1)
        monkeypatch.setattr(low_degree, "_GRAM_N", 0)
    return request.param


def signs(rng, m, n):
    return (1 - 2 * rng.integers(0, 2, (m, n))).astype(np.int8)


def explicit_design(x, d):
    """Monomials by definition: products over all subsets, by size and then lexicographic."""
    n = x.shape[1]
    columns = [
        np.prod(x[:, list(t)], axis=1, dtype=np.float64)
        for size in range(min(d, n) + 1)
        for t in itertools.combinations(range(n), size)
    ]
    return np.stack(columns, axis=1)


def smallest(x, y, d, weights=None, alpha=0.0):
    """Return the coefficients of smallest loss and penalty, of least norm; by NumPy and SciPy."""
    D = explicit_design(x, d)
    roots = np.ones(len(y)) if weights is None else np.sqrt(weights)
    if not alpha:
        return np.linalg.lstsq(roots[:, None] * D, roots * y, rcond=1e-10)[0]
    mean, level = (np.average(v, axis=0, weights=weights) for v in (D, y))
    U, s, V = svd(roots[:, None] * (D - mean)[:, 1:], full_matrices=False)
    kept = s > 1e-9 * s.max(initial=0)  # the others are 0 but for rounding
    c = V[kept].T @ (U[:, kept].T @ (roots * (y - level)) * s[kept] / (s[kept] ** 2 + alpha))
    return np.append(level - mean[1:] @ c, c)


def samples(m, n, targets=1, seed=0):
    rng = np.random.default_rng([m, n, seed])
    return rng.choice([-1, 1], size=(m, n)), rng.normal(size=(m, targets))


def weighted(m, rng):
    """Labels, and weights of which some are 0 and some are equal."""
    weights = rng.choice([0.0, 0.5, 1.0, 2.5], size=m, p=[0.2, 0.3, 0.3, 0.2])
    weights[0] = 1.0
    return rng.normal(size=m) + 3, weights


#: n, d, m: more samples than monomials, as many, fewer; all degrees. In the last row they are
#: so few that the design matrix is smaller than the cube.
SHAPES = [
    (1, 1, 1), (3, 3, 1), (4, 0, 9), (6, 2, 150), (6, 2, 22), (7, 3, 63), (6, 9, 40),
    (14, 1, 60), (14, 2, 20),
]  # fmt: skip


@pytest.mark.usefixtures("solver")
def test_centred_averages_are_those_of_the_block_nearest_to_most():
    rng = np.random.default_rng(5)
    x, y = signs(rng, 35, 4), rng.normal(size=(35, 2)) + 100
    y[:7] *= 50  # a block that is far from the others
    fits = []
    for rows in np.split(np.arange(35), 5):
        mean = y[rows].mean(axis=0)
        fit = explicit_design(x[rows], 2).T @ (y[rows] - mean) / 6
        fit[0] = mean
        fits.append(fit)
    model = LowDegreeRegressor(2, "centred", blocks=5).fit(x, y)
    for target in range(2):
        members = np.array(fits)[:, :, target]
        third = [sorted(np.linalg.norm(members - one, axis=1))[2] for one in members]
        best = members[np.argmin(third)]
        np.testing.assert_allclose(model.coefficients_[target], best, rtol=0, atol=1e-9)
    with pytest.raises(ValueError, match="sample weights need the method"):
        LowDegreeRegressor(2, "centred").fit(x, y, sample_weight=np.ones(35))


def test_monomials_are_in_the_order_of_polynomial_features():
    x = signs(np.random.default_rng(0), 20, 6)
    features = PolynomialFeatures(3, interaction_only=True)
    np.testing.assert_array_equal(features.fit_transform(x), explicit_design(x, 3))
    model = LowDegreeRegressor(3).fit(x, np.zeros(20))
    powers = np.zeros_like(features.powers_)
    for row, monomial in zip(powers, model.monomials_, strict=True):
        row[monomial[monomial >= 0]] = 1
    np.testing.assert_array_equal(powers, features.powers_)
    np.testing.assert_array_equal(model.masks_, features.powers_ @ (1 << np.arange(6)))


def test_a_fit_streams_or_is_refused_where_memory_ends(monkeypatch):
    x = signs(np.random.default_rng(3), 3000, 40)
    y = x[:, 1] * x[:, 20] * x[:, 39] + 0.5 * x[:, 0]
    model = LowDegreeRegressor(3).fit(x, y)
    assert model.solver_ == "stream"
    # Fewer samples than monomials: the training data are met, with the least norm.
    np.testing.assert_allclose(model.predict(x), y, atol=1e-6)
    assert np.linalg.norm(model.coefficients_) <= np.sqrt(1.25)
    assert LowDegreeRegressor(2).fit(x[:500, :14], y[:500]).solver_ == "gram"
    monkeypatch.setattr(low_degree, "_MEMORY", 2**18)  # less than the cube's table
    assert LowDegreeRegressor(2).fit(x[:500, :14], y[:500]).solver_ == "stream"
    with pytest.raises(MemoryBoundError, match=r"m = 3000 .* n = 40 .* N = 10701 .* may use 2.62"):
        LowDegreeRegressor(3).fit(x, y)
    with pytest.raises(MemoryBoundError, match="a fit may use"):  # before they are listed
        LowDegreeRegressor(20).fit(x, y)


def test_masks_end_at_sixty_two_variables():
    x = np.ones((2, 66))
    x[1, 65] = -1
    model = LowDegreeRegressor(1).fit(x, [2.0, 3.0])
    assert model.predict(x) == pytest.approx([2, 3])
    with pytest.raises(ValueError, match="at most 62 variables have masks, got 66"):
        _ = model.masks_


@pytest.mark.parametrize("value", [0, 2, -1.5, np.nan, np.inf])
def test_anything_but_signs_is_refused_with_its_place(value):
    x = signs(np.random.default_rng(0), 8, 3).astype(float)
    model = LowDegreeRegressor(1).fit(x, np.zeros(8))
    x[5, 2] = value
    shown = "NaN" if value != value else str(float(value))
    for call in (lambda: LowDegreeRegressor(1).fit(x, np.zeros(8)), lambda: model.predict(x)):
        with pytest.raises(ValueError, match=rf"row 5 holds {shown} in column 2"):
            call()


def test_inputs_of_zeros_and_ones_are_told_what_to_do():
    with pytest.raises(ValueError, match=r"inputs are 0/1: use inputs='01', or 2 \* X - 1$"):
        LowDegreeRegressor(1).fit([[0, 1], [1, 1]], [0, 1])


# ------------------------------------------------- weights, penalty, constant


@pytest.mark.parametrize(("n", "d", "m"), SHAPES)
@pytest.mark.parametrize("alpha", [0.0, 0.01, 2.0])
def test_regression_returns_the_coefficients_of_smallest_loss_and_penalty(n, d, m, solver, alpha):
    rng = np.random.default_rng([n, d, m, 8])
    x = signs(rng, m, n)
    y, weights = weighted(m, rng)
    for w in (None, weights):
        model = LowDegreeRegressor(d, alpha=alpha, tolerance=1e-13).fit(x, y, sample_weight=w)
        D = explicit_design(np.unique(x[weights > 0] if w is not None else x, axis=0), d)
        full = bool(alpha) or np.linalg.matrix_rank(D) == min(D.shape)
        assert model.solver_ == (solver if full else "stream")
        expected = smallest(x, y, d, w, alpha)
        np.testing.assert_allclose(model.coefficients_, expected, rtol=0, atol=1e-8)
        values = explicit_design(x, d) @ expected
        np.testing.assert_allclose(model.predict(x), values, rtol=0, atol=1e-7)


@pytest.mark.parametrize(("n", "d", "m"), SHAPES)
@pytest.mark.usefixtures("solver")
def test_averages_are_weighted_means(n, d, m):
    rng = np.random.default_rng([n, d, m, 1])
    x = signs(rng, m, n)
    y, weights = weighted(m, rng)
    for w in (None, weights):
        model = LowDegreeRegressor(d, "averages")
        model.fit(x, y, sample_weight=w)
        expected = [np.average(y * column, weights=w) for column in explicit_design(x, d).T]
        np.testing.assert_allclose(model.coefficients_, expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"degree": -1}, "degree must be an integer of at least 0"),
        ({"method": "averaging"}, "method must be one of regression, averages"),
        ({"alpha": -1.0}, "alpha must be a finite number of at least 0"),
        ({"alpha": 1.0, "method": "averages"}, "needs the method 'regression'"),
        ({"tolerance": 0.0}, "tolerance must lie between 0 and 1"),
        ({"time_limit": 0}, "time_limit must be a positive number of seconds, got 0"),
        ({"blocks": 0}, "blocks must be an integer of at least 1, got 0"),
        ({"blocks": 2}, "blocks = 2 needs the method 'centred'"),
        ({"blocks": 2, "method": "centred"}, "2 samples are fewer than two for each of 2 blocks"),
    ],
)
def test_bad_parameters_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        LowDegreeRegressor(**parameters).fit(np.ones((2, 2)), np.zeros(2))


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")  # scikit-learn sums labels
@pytest.mark.parametrize("method", low_degree.METHODS)
@pytest.mark.usefixtures("solver")
def test_the_size_of_labels_scales_the_coefficients_alone(method):
    rng = np.random.default_rng(9)
    x, y = signs(rng, 100, 6), rng.integers(-4, 5, 100).astype(float)
    model = LowDegreeRegressor(2, method).fit(x, y)
    for exponent in (-960, -520, 520, 1000):  # their squares leave the range of floats
        scaled = LowDegreeRegressor(2, method).fit(x, np.ldexp(y, exponent))
        np.testing.assert_array_equal(
            np.ldexp(scaled.coefficients_, -exponent), model.coefficients_
        )
        assert scaled.n_iter_ == model.n_iter_
    assert not LowDegreeRegressor(2, method).fit(x, 0 * y).coefficients_.any()
    with pytest.raises(ValueError, match="labels are so large that sums of them"):
        LowDegreeRegressor(2, method).fit(x, np.ldexp(y, 1021))


# Most of scikit-learn's checks feed real-valued points, which fit must refuse: they see the
# points' signs about 1.
@parametrize_with_checks([LowDegreeRegressor()])
def test_scikit_learn_checks_on_signs(estimator, check, monkeypatch):
    refuse = low_degree._signs

    def signs_about_one(X, inputs):
        X = X.toarray() if issparse(X) else X
        try:
            finite = np.isfinite(X.astype(np.float64)).all()
        except (TypeError, ValueError):
            finite = False
        return np.where(X > 1, 1, -1).astype(np.int8) if finite else refuse(X, inputs)

    monkeypatch.setattr(low_degree, "_signs", signs_about_one)
    check(estimator)


def test_the_importance_of_an_input_is_the_influence_of_the_polynomial():
    """Of y = 3x_1x_4 + 2x_4 + 1 the influences are 9 and 13, and RFE keeps these two inputs."""
    X = np.array(list(itertools.product((-1.0, 1.0), repeat=6)))
    y = 3 * X[:, 1] * X[:, 4] + 2 * X[:, 4] + 1
    model = LowDegreeRegressor(2)
    assert np.allclose(model.fit(X, y).feature_importances_, [0, 9, 0, 0, 13, 0])
    assert np.allclose(model.fit(X, np.c_[y, X[:, 0]]).feature_importances_, [1, 9, 0, 0, 13, 0])
    expected = [False, True, False, False, True, False]
    assert RFE(model, n_features_to_select=2).fit(X, y).support_.tolist() == expected
    assert SelectFromModel(model).fit(X, y).get_support().tolist() == expected


@pytest.mark.parametrize("learner", [LowDegreeRegressor(1), SparseReLURegressor(2)])
def test_fit_rejects_texts(learner):
    X = [["1", "-1"], ["-1", "1"], ["1", "1"], ["-1", "-1"]]
    for texts in (X, np.array(X), np.array(X, dtype=object)):
        with pytest.raises(ValueError, match="X must hold numbers; it holds '1', a text"):
            learner.fit(texts, [0.0, 1.0, 2.0, 3.0])


# ------------------------------------------------ few samples, small penalties


@pytest.mark.parametrize("alpha", [0.0, 0.03, 200.0])
@pytest.mark.parametrize("with_weights", [False, True])
def test_fewer_samples_than_monomials_have_the_solution_of_least_squares(alpha, with_weights):
    x, y = samples(70, 26, targets=4)
    x[60:] = x[:10]  # points that come twice
    y[:, 3] = 0
    weights = np.random.default_rng(1).integers(1, 5, 70) if with_weights else None
    model = LowDegreeRegressor(2, alpha=alpha).fit(x, y, weights)
    assert (model.solver_, model.rank_) == ("gram", 352 if alpha else 60)
    expected = [smallest(x, target, 2, weights, alpha) for target in y.T]
    np.testing.assert_allclose(model.coefficients_, expected, rtol=0, atol=1e-10)
    assert not model.coefficients_[3].any()


def test_a_matrix_that_is_nearly_singular_is_not_proved_regular():
    assert _regular_factor(np.ones((50, 50)) + 1e-12 * np.eye(50)) is None


@pytest.mark.parametrize("alpha", [0.0, 2.0, 3e-7, 2e-11, 4e-14, 7e-16, 1e-290])
@pytest.mark.parametrize(("m", "n"), [(70, 7), (90, 26), (30, 30)])
def test_regression_without_full_rank_returns_the_svds_solution(alpha, m, n):
    """One input is constant, one repeats another, and so monomials depend on each other."""
    rng = np.random.default_rng([m, n])
    X = rng.choice([-1, 1], (m, n))
    d = 2 if n <= 9 else 1
    X[:, 2], X[:, 3] = X[:, 1], 1
    y, weights = 5 + rng.normal(size=m), rng.uniform(0.5, 2, m)
    expected = smallest(X, y, d, weights, alpha)
    scales = (1.0,) if alpha == 1e-290 else (1.0, 2.0**-400, 2.0**400)
    for scale in scales:  # weights count only beside the penalty
        model = LowDegreeRegressor(d, alpha=alpha * scale, tolerance=1e-13)
        model.fit(X, y, weights * scale)
        assert model.solver_ == ("gram" if alpha > 1 else "stream")
        near = pytest.approx(expected, abs=2e-8 * np.abs(expected).max())
        assert model.coefficients_ == near


@pytest.mark.parametrize(("n", "m", "span"), [(26, 390, 3), (40, 900, 2), (31, 600, 6)])
def test_weights_beyond_the_cube_return_the_smallest_loss(n, m, span):
    rng = np.random.default_rng([n, m])
    X, y = rng.choice([-1, 1], (m, n)), rng.normal(size=m)
    weights = 10.0 ** rng.uniform(-span, span, m) if span < 6 else 1e12 ** rng.integers(0, 2, m)
    model = LowDegreeRegressor(2).fit(X, y, sample_weight=weights)
    assert model.solver_ == "gram"
    D, best = explicit_design(X, 2), smallest(X, y, 2, weights)
    losses = [float(weights @ (D @ c - y) ** 2) for c in (model.coefficients_, best)]
    assert losses[0] <= losses[1] * (1 + 1e-6)


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("parameters", [{}, {"alpha": 0.5}, {"method": "averages"}])
@pytest.mark.parametrize("m", [9, 30, 200])
def test_a_target_is_what_it_is_alone(parameters, m):
    """Labels have very different sizes, and some weights are 0."""
    x, y = samples(m, 6, 10)
    y = y * 10.0 ** np.arange(-5, 5) + 1
    y[:, 3] = 0
    for weights in (None, weighted(m, np.random.default_rng(m))[1]):
        model = LowDegreeRegressor(2, **parameters).fit(x, y, sample_weight=weights)
        iterations = 0
        for column, found, values in zip(y.T, model.coefficients_, model.predict(x).T, strict=True):
            alone = LowDegreeRegressor(2, **parameters).fit(x, column, sample_weight=weights)
            np.testing.assert_array_equal(found, alone.coefficients_)
            np.testing.assert_array_equal(values, alone.predict(x))
            iterations += alone.n_iter_
        assert model.n_iter_ == iterations


# ------------------------------------------------------ warnings and limits


def test_fewer_than_two_samples_a_monomial_are_warned_of():
    for m in (29, 57, 58):
        X, y = samples(m, 7)
        model = LowDegreeRegressor(2)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            model.fit(X, y)
        assert [w.category for w in caught] == [FewSamplesWarning] * (m < 58)
        for warning in caught:
            assert f"fits 29 monomials to {m} samples" in str(warning.message)
            assert warning.filename == __file__


@pytest.mark.parametrize("method", ["regression", "averages"])
def test_only_ratios_of_weights_and_penalty_count(solver, method):
    """Also at both ends of the floats, where products with small or large labels leave them."""
    rng = np.random.default_rng(0)
    x, y, ratios = signs(rng, 60, 4), rng.normal(size=60) + 3, 4.0 ** rng.integers(0, 3, 60)
    for alpha in [0.0, 1.0] if method == "regression" else [0.0]:
        fitted = LowDegreeRegressor(1, method, alpha=alpha).fit(x, y, ratios).coefficients_
        for exponent, label in itertools.product(
            [-1074, -900, 900, 1016], [2.0**-200, 1, 2.0**200]
        ):
            model = LowDegreeRegressor(1, method, alpha=float(np.ldexp(alpha, exponent)))
            model.fit(x, label * y, np.ldexp(ratios, exponent))
            np.testing.assert_allclose(model.coefficients_ / label, fitted, rtol=1e-9)


def test_a_weight_for_all_samples_is_that_of_each():
    X, y = samples(100, 7)
    one = LowDegreeRegressor(1, alpha=0.3).fit(X, y, sample_weight=3)
    each = LowDegreeRegressor(1, alpha=0.3).fit(X, y, sample_weight=np.full(100, 3.0))
    assert (one.coefficients_ == each.coefficients_).all()


def test_samples_of_weight_zero_do_not_count():
    X, y = samples(100, 7)
    with pytest.warns(FewSamplesWarning, match="29 monomials to 57 samples"):
        LowDegreeRegressor(2).fit(X, y, sample_weight=np.arange(100) < 57)


def test_a_streamed_regression_keeps_to_its_time(monkeypatch):
    monkeypatch.setattr(low_degree, "_GRAM_N", 0)
    X, y = samples(3000, 40)
    with pytest.warns(ConvergenceWarning, match="above tolerance 1e-15"):
        model = LowDegreeRegressor(3, tolerance=1e-15, time_limit=1e-6).fit(X, y)
    assert model.n_iter_ == 1  # as few as there can be, however fast the machine is
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        timed = LowDegreeRegressor(1, time_limit=1e6).fit(X, y)
    free = LowDegreeRegressor(1).fit(X, y)
    assert timed.solver_ == "stream"
    np.testing.assert_array_equal(timed.coefficients_, free.coefficients_)
