"""The public bounds against values by hand, fractions, decimals, enumeration and limits."""

import math
import sys
import time
from decimal import Decimal
from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balls import compare, exact, sqrt
from sparseact import bounds, inspect
from sparseact.eigenvalues import largest_eigenvalue
from sparseact.network import SparseReLUNetwork

W = sqrt(F(5, 2))
small = st.integers(1, 40)


def test_bounds_without_roots_and_logarithms_return_fractions():
    assert bounds.theorem_a(3, W) == 90
    assert bounds.theorem_a_average(W, F(1, 3)) == F(10, 3)
    assert bounds.theorem_c_tail(3, W, 8) == 10
    assert bounds.theorem_d(3, W, F(1, 3)) == 30
    assert bounds.theorem_d(1, 1, -1) == 4
    # s = 5 < 2k = 6, and s = 7 > 6.
    assert bounds.theorem_a_min(5, 3, W) == F(125, 2)
    assert bounds.theorem_a_min(7, 3, W) == 90
    assert bounds.theorem_a_min_average(5, 3, W, F(1, 5)) == 5
    assert bounds.theorem_d_min(5, 3, W, F(1, 5)) == 25
    # 4W² = 10 with probability 3/4 and 2·9W² = 45 with probability 1/4.
    assert bounds.remark_11(1, 3, W, F(1, 4)) == F(75, 10) + F(45, 4)
    assert bounds.theorem_a(3, 0.5) == 9.0
    assert bounds.sup_norm(9, 3, 2, 5) == 3 * (2 * 3 + 5)
    assert bounds.theorem_r_block(3, 1, 1, 32) == 1 + 288 // 32


@given(small, small, small, st.fractions(0, 9), st.fractions(0, 9))
def test_lemma_9_and_theorem_8_degree_return_what_decimals_give(n, s, k, W2, B):
    k, sizes = min(k, s), tuple(map(exact, (n, s)))
    log_ns, log_s = Decimal(n * s).ln(), Decimal(s).ln()
    w2, b = (Decimal(x.numerator) / x.denominator for x in (W2, B))
    nine = k**4 * w2 * Decimal(n).sqrt() * log_ns + k**3 * b**2 * log_s.sqrt()
    eight = (k**8 * w2**2 * log_ns**4 + k**6 * b**4 * log_s) * 25
    for found, expected in (
        (bounds.lemma_9(*sizes, k, sqrt(W2), B), nine),
        (bounds.lemma_9(n, s, k, float(sqrt(W2)), float(B)), nine),
        (bounds.theorem_8_degree(*sizes, k, sqrt(W2), B, F(1, 5)), eight),
        (bounds.lemma_10(*sizes, k, 0, B, F(3, 4)), k**3 * b**2 * log_s.sqrt() / 2),
        (bounds.sup_norm(n, k, 0, B), k * b),
    ):
        assert float(found) == pytest.approx(float(expected), rel=1e-12)


def test_theorem_c_degree_returns_the_smallest():
    for square in (F(1, 3), F(2), F(3), F(7, 5)):
        for epsilon in (F(1, 10), F(1, 3), F(3), F(100)):
            for k in (1, 2):
                d = bounds.theorem_c_degree(k, sqrt(square), epsilon)
                assert bounds.theorem_c_tail(k, sqrt(square), d) <= epsilon
                assert d == 0 or bounds.theorem_c_tail(k, sqrt(square), d - 1) > epsilon
    # 4·3/(39+1) = 3/10: in floats 12/0.3 is 40.000…01, and 4·√3² is below 12.
    assert bounds.theorem_c_degree(1, sqrt(F(3)), F(3, 10)) == 39
    assert bounds.theorem_c_degree(1, 0, 0) == 0


def test_sample_sizes_return_the_numbers_by_hand():
    for n, d in ((4, 0), (4, 2), (3, 5), (40, 3)):
        subsets = sum(len(list(combinations(range(n), t))) for t in range(d + 1))
        assert bounds.n_monomials(n, d) == subsets
    factor = (1 + math.sqrt(2 * math.log(20))) ** 2
    for delta in (0.05, F(1, 20)):
        found = bounds.lemma_7_proved_samples(5, 2, sqrt(F(7)), F(1, 10), delta)
        assert found == math.ceil(16 * 70 * factor)
    assert bounds.regression_samples(5, 2, F(1, 20), F(1, 3)) == 8 * 16 * 20 * 3
    assert bounds.regression_samples(5, 2, 0.05, F(1, 3)) in (7680, 7681)  # rounded up
    assert bounds.lemma_7_proved_samples(5, 2, 1, F(1, 10), F(1)) == 160
    few = 32 * math.log(32 / 0.9) / (1 - math.log(2))
    assert bounds.regression_samples(5, 2, F(9, 10)) == math.ceil(few)
    assert bounds.theorem_r_degree(1, 1, 1) == 3
    assert bounds.theorem_r_block(4, sqrt(F(2)), 4, 1) == 36865
    assert [bounds.theorem_r_blocks(delta) for delta in (0.01, 0.05, 1)] == [12, 8, 1]
    m = bounds.complexity_samples(4, 2, 3, 0.5, 0.25, 2, 0.5)
    assert m == bounds.complexity_samples(*map(exact, (4, 2, 3, 0.5, 0.25, 2, 0.5)))
    least, more = (
        bounds.corrected_excess(
            2 * (0.5 * 3 + 0.25), bounds.theorem_j(4, 2, size, 3, 0.5, 0.25), size, math.log(2)
        )
        for size in (m, m - 1)
    )
    assert least <= 2 < more


# ------------------------------------------------------------------ Section 5


@given(small, small, small, st.fractions(F(1, 9), 9), st.fractions(0, 9))
def test_complexities_return_what_floats_give(s, k, m, R, B):
    k = min(k, s)
    size = (2 * float(R) + float(B)) * math.sqrt(s * k / m)
    double, ratio = math.log(2 * m), math.log(s / k)
    theorem_j = min(3.6 * math.sqrt(double), math.sqrt(8 * math.log(8 * m)) + 1.76)
    arguments = tuple(map(exact, (s, k, m, R, 2, B)))
    for found, expected in (
        (bounds.conj_20(*arguments), size),
        (bounds.conj_20_root_two(*arguments), math.sqrt(2) * size),
        (bounds.theorem_j(*arguments), size * theorem_j),
        (bounds.theorem_k(*arguments), size * (math.sqrt(2 * ratio) + 25 * double**0.25)),
        (bounds.dense_rademacher_sharp(s, *arguments[2:]), size * 1.5 * math.sqrt(s / k)),
    ):
        assert float(found) == pytest.approx(expected, rel=1e-12)
    assert compare(bounds.theorem_j(*arguments), "<=", bounds.conj_20(*arguments) * 9)
    assert isinstance(bounds.theorem_j(s, k, m, float(R), 2, float(B)), float)


def test_theorem_l_returns_the_levels_of_a_power_of_four():
    # km/s = 64 has ½log₂ = 3, so L = 4; one point more makes it 5.
    for m, levels in ((64, 4), (65, 5)):
        logs = math.log(1) + 2 * math.log(levels) + 3.1
        expected = 40 * math.sqrt(1 / m) * math.sqrt(logs)
        assert bounds.theorem_l(1, 1, m, 1, 1, 0) == pytest.approx(expected)


def test_affine_dichotomies_returns_the_sets_of_a_line_and_a_circle():
    for m in range(1, 8):
        assert bounds.affine_dichotomies(1, m) == 2 * m
        assert bounds.affine_dichotomies(m - 1, m) == bounds.affine_dichotomies(m + 3, m) == 2**m
        arcs = {
            frozenset((a + i) % m for i in range(size)) for a in range(m) for size in range(m + 1)
        }
        assert bounds.affine_dichotomies(2, m) == len(arcs)
    # One point: one set, no logarithm. Two points on a line: three sets.
    assert bounds.theorem_19_sharp(5, 4, 1, 1, 2, 1, 1) == 6.0
    expected = 1 + math.sqrt(2 * math.log(3))
    assert bounds.theorem_19_sharp(1, 2, 1, 2, 1, 1, 0) == pytest.approx(expected)


def test_constants_of_theorem_j():
    squared = np.arange(1, 20_000) / 20_000
    for m in [*range(1, 7000, 7), 6735, *(4**j + d for j in range(6, 30) for d in (0, 1))]:
        # The least √(8x′/q² + 2c′/(1 − q²)) + 1 of the proof of Theorem J, at w = ¾.
        bracket = 8 * math.log(8 * m) / squared + 2 * math.log(4 / 3) / (1 - squared)
        best, root = math.sqrt(bracket.min()) + 1, math.sqrt(math.log(2 * m))
        assert best <= math.sqrt(8 * math.log(8 * m)) + 1.76
        assert min(best, math.sqrt(1.5 * math.sqrt(m))) <= 3.6 * root


def test_conj_20_gram_returns_the_largest_eigenvalues_bound():
    orthogonal = bounds.conj_20_gram(3 * np.eye(4), 3, 2, 0.5, 0.25)
    assert orthogonal == pytest.approx(bounds.conj_20_root_two(3, 2, 4, 3, 0.5, 0.25))
    on_a_line = np.array([[1, 2], [2, 4], [-3, -6]]) / 8  # λ = 70/64
    found = bounds.conj_20_gram(on_a_line, 3, 2, 1, 0)
    assert found == pytest.approx(math.sqrt(2 * 70 / 64 * 6 / 3), rel=1e-12)
    assert bounds.conj_20_gram(np.zeros((2, 3)), 3, 2, 1, 0) == 0


def test_largest_eigenvalue_returns_within_seconds_at_many_points():
    """Fractions took minutes at 200 points."""
    x = np.random.default_rng(3).normal(size=(200, 20))
    begin = time.thread_time()
    found = largest_eigenvalue(x)
    assert time.thread_time() - begin < 4
    # The largest of the small Gram matrix is the same.
    assert found == pytest.approx(np.linalg.eigvalsh(x.T @ x)[-1], rel=1e-13)


@pytest.mark.parametrize("factor", [1 - 2e-13, 1 + 2e-13])
def test_largest_eigenvalue_rejects_a_wrong_number_of_lapack(monkeypatch, factor):
    x = np.random.default_rng(1).normal(size=(6, 3))
    largest_eigenvalue(x)
    right = np.linalg.eigvalsh
    monkeypatch.setattr(np.linalg, "eigvalsh", lambda gram: factor * right(gram))
    with pytest.raises(ArithmeticError, match="largest eigenvalue"):
        largest_eigenvalue(x)


# ------------------------------------------------------------------ arguments


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bounds.theorem_a(-1, 1), "theorem_a: k must be a finite number at least 0"),
        (lambda: bounds.theorem_a(1, math.nan), "theorem_a: W must be a finite number"),
        (lambda: bounds.theorem_j(2, 1, math.inf, 1, 1, 1), "m must be a finite number"),
        (lambda: bounds.lemma_9(4, 2, 3, 1, 1), "lemma_9: k must be at most s = 2, got 3"),
        (lambda: bounds.theorem_d(1, 1, F(3, 2)), "rho must be .* -1 and at most 1, got 3/2"),
        (lambda: bounds.theorem_r_blocks(0), "delta must be .* above 0 and at most 1, got 0"),
        (lambda: bounds.theorem_c_degree(1, 1, 0), "theorem_c_degree: epsilon must be above 0"),
        (lambda: bounds.lemma_10(4, 2, 1, 1, 1, 1), "lemma_10: 1 - rho must be above 0"),
        (lambda: bounds.conj_20(1, 1, 0, 1, 1, 1), "conj_20: m must be above 0"),
        (lambda: bounds.lemma_9(0, 1, 1, 1, 1), "the logarithm of 0 is not defined"),
        (lambda: bounds.n_monomials(4, 1.5), "n_monomials: d must be an integer of at least 0"),
        (lambda: bounds.affine_dichotomies(2, 0), "m must be at least 1"),
        (lambda: bounds.theorem_l(2, 0, 4, 1, 1, 1), "k and m must be at least 1"),
    ],
)
def test_what_has_no_meaning_is_rejected(call, words):
    with pytest.raises(ValueError, match=words):
        call()
    with pytest.raises(TypeError, match="theorem_a: k must be a number, got '2'"):
        bounds.theorem_a("2", 1)


def test_numpy_integers_return_what_integers_give():
    large = 10**5
    assert bounds.theorem_a(np.int64(large), np.int64(large)) == 4 * large**4
    assert bounds.lemma_9(np.int32(large), np.int32(large), 1, 1, 0) == pytest.approx(
        math.sqrt(large) * math.log(large**2)
    )
    assert bounds.n_monomials(np.int64(70), np.int64(35)) > 2**63


def test_bounds_of_numbers_and_reports_return_without_arb(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)  # as `pip install sparseact` leaves it
    network = SparseReLUNetwork([[1.0, 2.0], [0.5, -1.0]], [0.25, 0.0], [1.0, -1.0])
    report = inspect(network, epsilon=0.5, points=np.ones((2, 2)))
    assert "Theorem" in str(report)
    assert report.to_dict()["bounds"]
    assert bounds.theorem_l(8, 2, 100, 1.5, 1, 0) > bounds.theorem_j(8, 2, 100, 1.5, 1, 0)
    assert bounds.lemma_7_proved_samples(5, 2, 1, 0.1, 0.05) > bounds.n_monomials(5, 2)
    assert bounds.complexity_samples(8, 2, 1, 1, 0, 0.25, 0.01) > 100
    assert bounds.theorem_c_degree(2, sqrt(F(5, 2)), 0.5) == 79
