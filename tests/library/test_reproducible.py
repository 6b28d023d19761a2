"""The kernels by other routes: fractions where the order of a sum is promised, else NumPy."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sparseact.reproducible import (
    cholesky,
    design,
    mean,
    mean_square,
    network_values,
    normal_equations,
    product,
    signed_sum,
    solve,
)

REALS = st.floats(-8, 8, width=32)


def exact(value):
    """Round a fraction to float64, once."""
    return float(Fraction(value))


def added(terms):
    """Return the float64 sum of products of fractions, each operation rounded on its own."""
    total = 0.0
    for factors in terms:
        a, b = map(Fraction, factors)
        total = exact(Fraction(total) + Fraction(exact(a * b)))
    return total


# ------------------------------------------------------------ products and sums


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 9), st.integers(1, 19), st.integers(1, 5), st.integers(0, 2**32))
def test_an_entry_of_a_product_is_the_sum_in_the_order_of_its_index(m, d, s, seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(m, d)), rng.normal(size=(d, s)) * 2.0 ** rng.integers(-30, 30, (d, s))
    expected = [[added(zip(row, column, strict=True)) for column in b.T] for row in a]
    np.testing.assert_array_equal(product(a, b), expected)
    np.testing.assert_array_equal(product(np.asfortranarray(a), b[:, ::-1])[:, ::-1], expected)


@pytest.mark.parametrize("d", [1, 3, 4, 7, 65])
def test_a_product_of_float32_is_rounded_to_float32_throughout(d):
    rng = np.random.default_rng(d)
    a, b = rng.normal(size=(6, d)).astype(np.float32), rng.normal(size=(d, 3)).astype(np.float32)
    found = product(a, b)
    assert found.dtype == np.float32
    for i, j in itertools.product(range(6), range(3)):
        total = np.float32(0)
        for p, q in zip(a[i], b[:, j], strict=True):
            # A product or sum of two float32 that float64 has rounded once is rounded
            # again as if at once: 53 bits are at least 2·24 + 2.
            total = np.float32(float(total) + float(np.float32(float(p) * float(q))))
        assert found[i, j] == total


def test_types_of_factors():
    x, w = np.array([[1, -1], [1, 1]], dtype=np.int8), np.array([[0.5], [0.25]])
    assert product(x, w).dtype == np.float64
    np.testing.assert_array_equal(product(x, w), [[0.25], [0.75]])
    assert product(x, x.T).dtype == np.float64
    assert product(w.astype(np.float32), w.T).dtype == np.float64
    for shape in [(0, 2), (3, 0)]:
        empty = product(np.ones(shape), np.ones((shape[1], 4)))
        np.testing.assert_array_equal(empty, np.zeros((shape[0], 4)))


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("place", [0, 5])
def test_values_that_are_not_finite_stay_so_beside_zeros(bad, place):
    a = np.ones((5, 6))
    a[2, place] = bad
    with np.errstate(invalid="ignore"):
        found = product(a, np.zeros((6, 3)))
    assert np.isnan(found[2]).all()
    assert not found[[0, 1, 3, 4]].any()


@settings(max_examples=50, deadline=None)
@given(hnp.arrays(np.float64, hnp.array_shapes(max_dims=2, max_side=9), elements=REALS))
def test_means_are_sums_in_order(values):
    flat = values.ravel().tolist()
    assert mean(values) == added((v, 1) for v in flat) / len(flat)
    assert mean_square(values) == added((v, v) for v in flat) / len(flat)


@pytest.mark.parametrize(("m", "n", "s"), [(1, 1, 1), (5, 3, 4), (64, 6, 5), (67, 5, 9)])
def test_values_of_a_network_by_fractions(m, n, s):
    rng = np.random.default_rng([m, n, s])
    x, w = rng.normal(size=(m, n)), rng.normal(size=(s, n))
    b, u = rng.normal(size=s), rng.normal(size=s)
    z = [
        [
            exact(Fraction(added(zip(row, v, strict=True))) - Fraction(c))
            for v, c in zip(w, b, strict=True)
        ]
        for row in x
    ]
    expected = [added((a, max(t, 0.0)) for a, t in zip(u, row, strict=True)) for row in z]
    np.testing.assert_array_equal(network_values(x, w, b, u), expected)
    np.testing.assert_array_equal(signed_sum(np.array(z), u), expected)
    for array in (w, b, u):
        array.flags.writeable = False
    np.testing.assert_array_equal(network_values(x, w, b, u), expected)


# ------------------------------------------------------------------ linear systems


def definite(n, rng):
    a = rng.normal(size=(n, n + 3))
    return a @ a.T + 0.1 * np.eye(n)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 63, 64, 65, 127, 129, 255, 256, 257, 320, 321, 577])
def test_cholesky_and_solution_by_lapack(n):
    rng = np.random.default_rng(n)
    matrix, right = definite(n, rng), rng.normal(size=n)
    factor = np.tril(matrix) + np.triu(np.full((n, n), math.nan), 1)  # not to be read
    assert cholesky(factor)
    np.testing.assert_allclose(np.tril(factor), np.linalg.cholesky(matrix), rtol=1e-8, atol=1e-9)
    lower = np.tril(factor)
    np.testing.assert_allclose(lower @ lower.T, matrix, rtol=1e-12, atol=1e-12 * n)
    before = right.copy()
    x = solve(np.where(np.tri(n) > 0, factor, math.nan), right)
    np.testing.assert_array_equal(right, before)
    np.testing.assert_allclose(x, np.linalg.solve(matrix, right), rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(matrix @ x, right, atol=1e-7 * n)


@pytest.mark.parametrize("n", [6, 27, 28])
def test_cholesky_rounds_in_the_order_of_its_columns(n):
    matrix = definite(n, np.random.default_rng(1))
    expected = np.tril(matrix).tolist()
    for c in range(n):
        for p, i in itertools.product(range(c), range(c, n)):
            term = Fraction(exact(Fraction(expected[c][p]) * Fraction(expected[i][p])))
            expected[i][c] = exact(Fraction(expected[i][c]) - term)
        root = math.sqrt(expected[c][c])  # rounded correctly, by IEEE 754
        for i in range(c, n):
            expected[i][c] = exact(Fraction(expected[i][c]) / Fraction(root))
    assert cholesky(matrix)
    np.testing.assert_array_equal(np.tril(matrix), expected)


@pytest.mark.parametrize("n", [1, 5, 64, 66, 257])
@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_reports_matrices_that_are_not_positive_definite(n, value):
    matrix = definite(n, np.random.default_rng(n))
    matrix[n - 1, n - 1] = value
    assert not cholesky(matrix)


def test_a_singular_matrix_is_not_positive_definite():
    row = np.arange(1.0, 6.0)
    assert not cholesky(np.outer(row, row))
    assert not cholesky(np.array([[1.0, 2.0], [2.0, 1.0]]))
    assert cholesky(np.empty((0, 0)))


@pytest.mark.parametrize("n", [40, 64, 97, 130])
def test_the_blocks_of_cholesky_change_no_bit(n):
    matrix = definite(n, np.random.default_rng(4))
    plain = matrix.copy()
    for c in range(n):
        plain[c:, c] /= math.sqrt(plain[c, c])
        plain[c + 1 :, c + 1 :] -= np.outer(plain[c + 1 :, c], plain[c + 1 :, c])
    assert cholesky(matrix)
    np.testing.assert_array_equal(np.tril(matrix), np.tril(plain))


# ---------------------------------------------------------------- normal equations


def lower_blocks(matrix, d):
    """Return what `normal_equations` fills: the blocks on and below the diagonal."""
    j = np.arange(len(matrix)) // d
    return np.where(j[:, None] >= j, matrix, 0.0)


def by_jacobian(x, active, u, right):
    jacobian = ((active * u)[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    return jacobian.T @ jacobian, jacobian.T @ right


POINTS = {
    "signs": lambda rng, m, d: rng.choice([-1.0, 1.0], size=(m, d)),
    "signs and zeros": lambda rng, m, d: (
        rng.choice([-1.0, 1.0], size=(m, d)) * (np.arange(d) % 3 != 1)
    ),
    "zeros": lambda rng, m, d: np.zeros((m, d)),
    "reals": lambda rng, m, d: rng.normal(size=(m, d)),
    "signs and one real": lambda rng, m, d: np.column_stack(
        [rng.choice([-1.0, 1.0], size=(m, d - 1)), rng.normal(size=m)]
    ),
    "signs but for one zero": lambda rng, m, d: np.where(
        np.arange(m * d).reshape(m, d) == 1, 0.0, rng.choice([-1.0, 1.0], size=(m, d))
    ),
}


@pytest.mark.parametrize("kind", POINTS)
@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("m", [1, 7, 63, 64, 65, 300])
def test_normal_equations_are_those_of_the_jacobian(kind, share, m):
    d, s = 5, 4
    rng = np.random.default_rng([m, round(100 * share)])
    x = POINTS[kind](rng, m, d)
    active, u = rng.random((m, s)) < share, rng.choice([-1.0, 1.0], size=s)
    active[:, 2] &= rng.random(m) < 0.1  # sparse and dense neurons meet
    right = rng.integers(-8, 9, size=m) / 4.0
    samples = design(x)
    whole = all(set(np.abs(column)) in ({0.0}, {1.0}) for column in x.T)
    assert (samples.words is not None) == whole
    matrix, gradient = normal_equations(samples, active, u, right)
    expected, slope = by_jacobian(x, active, u, right)
    if samples.words is not None:  # integers, and quarters
        np.testing.assert_array_equal(matrix, lower_blocks(expected, d))
        np.testing.assert_array_equal(gradient, slope)
    else:
        np.testing.assert_allclose(matrix, lower_blocks(expected, d), atol=1e-11)
        np.testing.assert_allclose(gradient, slope, atol=1e-11)


def test_an_entry_for_real_points_is_a_sum_in_the_order_of_the_samples():
    rng = np.random.default_rng(9)
    x, active = rng.normal(size=(150, 2)), rng.random((150, 2)) < 0.7
    u, right = np.array([1.0, -1.0]), rng.normal(size=150)
    matrix, gradient = normal_equations(design(x), active, u, right)
    both = x[active.all(axis=1)]
    assert matrix[3, 0] == -added(zip(both[:, 1], both[:, 0], strict=True))
    assert gradient[2] == added(zip(-right * active[:, 1], x[:, 0], strict=True))
