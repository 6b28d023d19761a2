import time
import tracemalloc
import warnings
from fractions import Fraction

import numpy as np
import pytest
from forests import forest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from in_fractions import counts, preactivations, values
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from sparseact.cube import MemoryBoundError, points
from sparseact.learning import SparseReLURegressor, sparse_relu, sparse_search
from sparseact.learning.damped_steps import Linearised, StoredEquations, StreamedEquations
from sparseact.network import SparseReLUNetwork


def fitted(X, y, s=4, k=None, *, steps=200, starts=1, state=0, **options):
    """Fit with few steps, whether they suffice or not."""
    model = SparseReLURegressor(
        s, k, max_iter=steps, n_restarts=starts, random_state=state, **options
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, y)


def bytes_of(model):
    numbers = (model.w_, model.b_, model.u_, model.loss_, model.loss_curve_)
    return [np.asarray(value, dtype=np.float64).tobytes() for value in numbers]


def noise(m=120, n=4, seed=0):
    """Return points and labels that have nothing to do with each other."""
    rng = np.random.default_rng([m, n, seed])
    return rng.normal(size=(m, n)), rng.normal(size=m)


def wedges(m=200, n=3, seed=0):
    """Return Gaussian points and the values of a network of three neurons."""
    X, _ = noise(m, n, seed)
    return X, np.abs(X[:, 0]) - np.maximum(X[:, 1] - 0.5, 0)


# ------------------------------------------------------ scikit-learn's checks


@parametrize_with_checks(
    [
        SparseReLURegressor(3, max_iter=60, n_restarts=1),
        SparseReLURegressor(4, k=2, max_iter=30, n_restarts=2),
    ]
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


# ------------------------------------------------------------------- recovery


@pytest.mark.parametrize(
    ("trees", "depth", "n", "stays"),
    [(1, 2, 8, 0.5), (1, 3, 10, 0.3), (2, 1, 8, 0.5), (2, 2, 10, 0.7), (4, 2, 12, 0.8)],
)
@pytest.mark.parametrize("told", [False, True])
def test_planted_networks_are_found(trees, depth, n, stays, told):
    """At points whose coordinates form a Markov chain that changes sign with 1 − `stays`."""
    rng = np.random.default_rng([trees, depth, n])
    network = forest(trees, depth, n, rng)

    def draw(m):
        flips = np.where(rng.random((m, n)) < stays, 1, -1)
        return np.cumprod(flips, axis=1)

    x, fresh = draw(20 * network.s * (n + 1)), draw(4000)
    y, wanted = network(x), network(fresh)
    model = SparseReLURegressor(
        network.s, trees if told else None, max_iter=3000, random_state=1
    ).fit(x, y)
    assert model.converged_
    assert model.network_.s <= network.s
    assert np.mean((model.predict(fresh) - wanted) ** 2) < 1e-3 * wanted.var()
    if told:
        assert model.network_.active(x).sum(axis=1).max() <= trees


@pytest.mark.parametrize("k", [None, 2])
def test_the_loss_is_the_mean_square_that_the_network_has(k):
    rng = np.random.default_rng(4)
    x = points(6)[rng.integers(0, 64, 150)]
    y = rng.normal(size=150)
    model = fitted(x, y, 5, k)
    network = model.network_
    assert isinstance(network, SparseReLUNetwork)
    for mine, theirs in ((model.w_, network.w), (model.b_, network.b), (model.u_, network.u)):
        np.testing.assert_array_equal(mine, theirs)
    by_hand = np.array(list(map(float, values(network, x))))
    np.testing.assert_allclose(model.predict(x), by_hand, rtol=0, atol=1e-12)
    assert model.loss_ == pytest.approx(np.mean((by_hand - y) ** 2), rel=1e-12)


def test_more_starts_never_end_with_more_loss():
    X, y = noise()
    losses = [fitted(X, y, 3, starts=starts).loss_ for starts in (1, 2, 4)]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > losses[-1]


# ---------------------------------------------------------------- determinism


@pytest.mark.parametrize("k", [None, 2])
def test_the_same_state_gives_the_same_bytes(k):
    X, y = noise()
    first, again, other = (fitted(X, y, 4, k, state=state) for state in (7, 7, 8))
    assert bytes_of(first) == bytes_of(again)
    assert bytes_of(first) != bytes_of(other)
    state = np.random.RandomState(7)
    assert bytes_of(fitted(X, y, 4, k, state=state)) == bytes_of(first)
    assert bytes_of(fitted(X, y, 4, k, state=state)) != bytes_of(first)


def test_types_of_points_do_not_matter():
    rng = np.random.default_rng(2)
    x = points(5)[rng.integers(0, 32, 80)]
    y = rng.integers(-3, 4, 80)
    first = bytes_of(fitted(x, y, 3))
    for kind in (np.float64, np.float32, np.int64):
        assert bytes_of(fitted(np.asfortranarray(x.astype(kind)), y.astype(kind), 3)) == first


# ----------------------------------------------------------- at most k active

coordinates = st.one_of(
    st.sampled_from([-1.0, 0.0, 1.0, 1 / 3, 1e6, 1e-6, 0.1]),
    st.floats(-1e3, 1e3, allow_subnormal=False).map(lambda v: v if abs(v) > 1e-9 else 0.0),
)


@st.composite
def data_and_size(draw):
    """Points with ties and duplicates, labels, s and k."""
    n = draw(st.integers(1, 4))
    distinct = draw(hnp.arrays(np.float64, (draw(st.integers(1, 12)), n), elements=coordinates))
    order = draw(st.lists(st.integers(0, len(distinct) - 1), min_size=1, max_size=30))
    X = distinct[order]
    y = draw(hnp.arrays(np.float64, len(X), elements=st.floats(-5, 5, width=16)))
    s = draw(st.integers(1, 5))
    return X, y, s, draw(st.integers(1, s))


@given(data_and_size(), st.integers(0, 2**31))
@settings(max_examples=120)
def test_at_most_k_neurons_are_active_at_training_points(task, state):
    X, y, s, k = task
    model = fitted(X, y, s, k, steps=25, state=state)
    assert len(model.u_) <= s
    assert max(counts(model.w_, model.b_, X)) <= k
    # And as matrix products round them, in any order of the points.
    for rows in (X, X[::-1], X[:1]):
        assert ((rows @ model.w_.T - model.b_) > 0).sum(axis=1).max() <= k


def test_k_costs_loss_where_the_target_has_more_active():
    X, _ = noise(300, 2)
    y = np.maximum(X[:, 0] + 1, 0) + np.maximum(X[:, 1] + 1, 0)
    free, two, one = (fitted(X, y, 3, k, steps=1000, starts=3) for k in (None, 2, 1))
    assert free.converged_
    assert two.converged_
    assert max(counts(two.w_, two.b_, X)) == 2
    assert max(counts(one.w_, one.b_, X)) == 1
    assert one.loss_ > 1e-2 * y.var()
    features = np.maximum(X @ one.w_.T - one.b_, 0)
    best = np.linalg.lstsq(features, y)[0]  # the output weights are these neurons' best
    assert one.loss_ == pytest.approx(np.mean((features @ best - y) ** 2), rel=1e-2)


def test_k_equal_to_s_takes_nothing_away():
    X, y = noise(60, 2)
    free, bound = (fitted(X, y, 4, k) for k in (None, 4))
    assert max(counts(free.w_, free.b_, X)) == 4
    assert bytes_of(bound) == bytes_of(free)


# --------------------------------------------------------- the network on ±1


def bits(m=200, n=4, seed=0):
    """Return points of 0/1 and labels that take more than one neuron at a point."""
    rng = np.random.default_rng([m, n, seed])
    X = rng.integers(0, 2, size=(m, n)).astype(float)
    signs = 2 * X - 1
    return X, signs[:, 0] * signs[:, 1] + signs[:, 2]


@pytest.mark.parametrize("n", [1, 3, 6])
@pytest.mark.parametrize("k", [None, 2])
def test_the_network_of_zeros_and_ones_takes_signs(n, k):
    X, y = bits(n=max(n, 3))
    X = X[:, :n]
    model = fitted(X, y, 4, k, steps=50)
    network = model.network_
    cube_of_bits = (points(n).astype(int) + 1) // 2
    for x in (X, cube_of_bits):
        np.testing.assert_allclose(network(2 * x - 1), model.predict(x), rtol=0, atol=1e-12)
    assert network.max_active()[1] <= max(counts(model.w_, model.b_, cube_of_bits))
    assert network.max_active((2 * X - 1).astype(int))[1] <= (k or 4)


@given(st.integers(0, 2**31))
@settings(max_examples=60)
def test_conversion_activates_no_neuron(seed):
    # Sums that round, and pre-activations of exactly 0.
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    x = (points(n).astype(int) + 1) // 2
    w = rng.choice([0.0, 0.1, 1 / 3, -1e8, 1e8, -0.7, 2.0**60], size=(5, n))
    b = np.array([float(np.dot(row, x[rng.integers(len(x))])) for row in w])
    u = np.ones(5)
    network = sparse_relu._on_signs(SparseReLUNetwork(w, b, u), x)
    before = np.array(preactivations(w, b, x)) > 0
    after = network.active(2 * x - 1)
    assert not (after & ~before).any()
    for mine, row, bias in zip(network.b.tolist(), w.tolist(), b.tolist(), strict=True):
        exact = Fraction(bias) - sum(map(Fraction, row)) / 2
        assert Fraction(np.nextafter(mine, -np.inf)) < exact <= Fraction(mine)


def test_ones_alone_are_signs():
    model = fitted(np.ones((4, 2)), np.array([1.0, 2, 1, 2]), 2, steps=5)
    np.testing.assert_array_equal(model.network_.w, model.w_)


@pytest.mark.parametrize(
    "odd", [[0.5, 1.0], [-1.0, 0.0], [2.0, 1.0], [1.0, -1.0 + 2**-52]], ids=str
)
def test_other_points_give_no_network_on_signs(odd):
    X, y = bits(20, 3)[0][:, :2], np.arange(21.0)
    for rest in (X, 2 * X - 1):
        model = fitted(np.vstack([rest, odd]), y, 2, steps=5)
        with pytest.raises(AttributeError, match="X was neither ±1 nor 0/1 throughout"):
            model.network_.max_active()
    with pytest.raises(NotFittedError):
        _ = SparseReLURegressor().network_


# ------------------------------------------------------ curve and convergence


def test_the_search_ends_once_the_training_loss_is_small():
    X, y = wedges()
    coarse, fine, never = (fitted(X, y, steps=1000, starts=3, tol=tol) for tol in (0.1, 1e-6, 0.0))
    for model, tol in ((coarse, 0.1), (fine, 1e-6)):
        assert model.loss_ <= tol * y.var()
        assert (model.converged_, model.n_restarts_) == (True, 1)
    assert coarse.n_iter_ <= fine.n_iter_ < never.n_iter_
    assert (never.converged_, never.n_restarts_) == (False, 3)


def test_one_warning_says_that_the_loss_was_still_falling(monkeypatch):
    X, y = noise(400, 8)
    descend = sparse_search.Search._descend

    def cut_short(self, network, steps, goal, plateau, weight=1.0):
        return descend(self, network, 1, goal, 0.0, weight)

    monkeypatch.setattr(sparse_search.Search, "_descend", cut_short)
    with pytest.warns(ConvergenceWarning, match="still falling") as caught:
        model = SparseReLURegressor(6, max_iter=5, n_restarts=2, random_state=0).fit(X, y)
    assert not model.converged_
    assert [warning.filename for warning in caught] == [__file__]


def test_a_loss_that_no_longer_falls_is_no_reason_to_warn():
    X, y = noise(60, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = SparseReLURegressor(1, max_iter=50, n_restarts=1, random_state=0).fit(X, y)
    assert not model.converged_


# ------------------------------------------------------------- extreme inputs


@pytest.mark.parametrize("value", [0.0, 0.1, -7.3, 1e-50, -1e50])
@pytest.mark.parametrize("k", [None, 1])
def test_constant_labels(value, k):
    # The mean of 31 times 0.1 is not 0.1, and what is left is not a variance.
    X, _ = noise(31, 3)
    model = fitted(X, np.full(31, value), 4, k, starts=2)
    assert model.converged_
    np.testing.assert_allclose(model.predict(X), value, rtol=0, atol=6e-3 * (abs(value) or 1))


@pytest.mark.parametrize(
    ("points_scale", "labels_scale", "exact"),
    [(2.0**20, 2.0**-27, True), (1e6, 1e-8, False), (1e-25, 1e30, False)],
)
@pytest.mark.parametrize("k", [None, 2])
def test_scales_change_the_weights_alone(points_scale, labels_scale, exact, k):
    X, y = wedges()
    model = fitted(X, y, 4, k)
    scaled = fitted(X * points_scale, y * labels_scale, 4, k)
    if exact:  # powers of two round nothing
        np.testing.assert_array_equal(scaled.w_ * points_scale, model.w_)
        np.testing.assert_array_equal(scaled.b_, model.b_)
        np.testing.assert_array_equal(scaled.u_ / labels_scale, model.u_)
        assert scaled.loss_curve_ == [loss * labels_scale**2 for loss in model.loss_curve_]
    found = scaled.predict(X * points_scale) / labels_scale
    assert np.mean((found - y) ** 2) == pytest.approx(model.loss_, abs=1e-6 * y.var())
    assert scaled.converged_ == model.converged_


# ------------------------------------------------------------- the equations


@pytest.mark.parametrize("kind", [StoredEquations, StreamedEquations])
@pytest.mark.parametrize("with_excess", [False, True])
def test_steps_solve_the_damped_equations(kind, with_excess, monkeypatch):
    monkeypatch.setattr("sparseact.learning.damped_steps._ACCURACY", 1e-13)
    monkeypatch.setattr("sparseact.learning.damped_steps._PRODUCTS", 200)
    rng = np.random.default_rng(1)
    m, s, d, weight = 130, 4, 3, 10.0
    x, u, active = rng.normal(size=(m, d)), rng.choice([-1.0, 1.0], s), rng.random((m, s)) < 0.6
    residual = rng.normal(size=m)
    excess = np.where(rng.random((m, s)) < 0.3, rng.random((m, s)), 0.0) if with_excess else None
    jacobian = ((active * u)[:, :, None] * x[:, None, :]).reshape(m, -1)
    matrix, gradient = jacobian.T @ jacobian, jacobian.T @ residual
    for j in range(s if with_excess else 0):
        rows = np.zeros((m, s, d))
        rows[:, j] = x * (excess[:, j] > 0)[:, None]
        rows = rows.reshape(m, -1)
        matrix += weight * rows.T @ rows
        gradient += weight * rows.T @ excess[:, j]
    equations = kind(Linearised(x, u, active, residual, excess, weight))
    for damping in (1e-6, 1e-2, 10.0):
        scale = np.maximum(np.diag(matrix), 1e-3 * np.diag(matrix).mean())
        expected = np.linalg.solve(matrix + damping * np.diag(scale), gradient)
        np.testing.assert_allclose(equations.step(damping), expected, rtol=1e-7, atol=1e-9)


def streaming(s, X):
    """Return a limit on memory that leaves nothing for stored equations."""
    return sparse_relu._MEMORY - sparse_relu._memory_left(s, *X.shape)


@pytest.mark.parametrize("k", [None, 2])
def test_a_fit_that_stores_no_equations_finds_the_network_too(k, monkeypatch):
    X, y = wedges(400)
    large = fitted(X, y, 3, k, steps=2000, starts=3)
    monkeypatch.setattr(sparse_relu, "_MEMORY", streaming(3, X))
    small = fitted(X, y, 3, k, steps=2000, starts=3)
    assert bytes_of(small) != bytes_of(large)
    assert small.converged_ == large.converged_
    if k is None:
        assert small.converged_
    assert bytes_of(small) == bytes_of(fitted(X, y, 3, k, steps=2000, starts=3))


def test_data_beyond_the_limit_are_refused_before_any_work(monkeypatch):
    monkeypatch.setattr(sparse_relu, "Search", None)
    X, y = noise(1000, 3)
    monkeypatch.setattr(sparse_relu, "_MEMORY", streaming(3, X) - 1)
    with pytest.raises(MemoryBoundError, match=r"3 neurons on 3 inputs and 1000 samples can need"):
        fitted(X, y, 3)


def test_a_fit_keeps_to_its_memory(monkeypatch):
    """Stored, the equations of 96 neurons on 61 numbers would take 549 MB."""
    X, y = noise(1000, 60)
    fitted(X[:50], y[:50], 4, steps=5)  # compiles
    monkeypatch.setattr(sparse_relu, "_MEMORY", 20 * 10**6)
    tracemalloc.start()
    fitted(X, y, 24, steps=5)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * 10**6


# -------------------------------------------------------------------- limits


def test_a_fit_ends_when_its_time_is_over():
    X, y = noise(3000, 20)
    with pytest.warns(ConvergenceWarning, match="time_limit = 0.2 s ended the search"):
        model = SparseReLURegressor(16, max_iter=10**6, time_limit=0.2, random_state=0).fit(X, y)
    assert len(model.u_) <= 16
    assert model.loss_ == pytest.approx(np.mean((model.predict(X) - y) ** 2), rel=1e-9)
    X, y = noise()
    assert bytes_of(fitted(X, y, time_limit=1e9)) == bytes_of(fitted(X, y))


def test_fit_leaves_the_error_of_a_users_own_limit(monkeypatch):
    def over(*_):
        raise TimeoutError("an alarm of the user")

    monkeypatch.setattr(sparse_search.Adam, "train", over)
    with pytest.raises(TimeoutError, match="an alarm of the user"):
        fitted(*noise())


def test_the_time_is_kept_where_one_step_takes_long():
    """Mergers of 400 neurons and equations of 80 000 unknowns took 24 s."""
    rng = np.random.default_rng(4)
    X = rng.choice([-1.0, 1.0], (4000, 200))
    y = np.maximum(X[:, :5].sum(axis=1) - 1, 0) + rng.normal(size=4000)
    fitted(X[:50], y[:50], 4, steps=10)  # compiles
    begin = time.thread_time()
    with pytest.warns(ConvergenceWarning, match="time_limit"):
        model = SparseReLURegressor(100, max_iter=100, time_limit=1, random_state=0).fit(X, y)
    assert time.thread_time() - begin < 5
    assert model.network_.s <= 100


# --------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neurons": 0}, "n_neurons must be an integer of at least 1, got 0"),
        ({"k": 0}, "k must be an integer of at least 1, got 0"),
        ({"n_neurons": 3, "k": 4}, "k must be at most n_neurons = 3, got 4"),
        ({"max_iter": 0}, "max_iter must be an integer of at least 1, got 0"),
        ({"n_restarts": -1}, "n_restarts must be an integer of at least 1, got -1"),
        ({"tol": np.nan}, r"tol must lie in \[0, 1\), got nan"),
        ({"time_limit": 0}, "time_limit must be a positive number of seconds, got 0"),
    ],
)
def test_bad_parameters_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message) as caught:
        SparseReLURegressor(**parameters).fit(*noise(10))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1.0]] * 2, [0.0, -1e200]),
        ([[1.0]] * 2, [0.0, 1e-200]),
        ([[1.0, 0.0], [2.0, 1e-300]], [0.0, 1.0]),
        ([[-1.7e308], [1.7e308]], [0.0, 1.0]),
    ],
)
def test_fit_rejects_numbers_too_large_or_small_for_a_network(X, y):
    with pytest.raises(ValueError, match=r"must be 0 or between 1e-55 and 1e\+55.*rescale X and y"):
        SparseReLURegressor(2).fit(X, y)
