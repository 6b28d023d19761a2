"""Balls against decimals of 60 digits and integer roots; comparisons against the rationals."""

import doctest
import math
import time
from decimal import Decimal, localcontext
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import balls
from balls import RELATIONS, Ball, between, compare, exact, exp, log, sqrt

positive = st.fractions(F(1, 10**9), 10**9)
relations = st.sampled_from(list(RELATIONS))


def decimal(value):
    return Decimal(F(value).numerator) / Decimal(F(value).denominator)


def test_the_examples_in_the_docstrings():
    assert doctest.testmod(balls).failed == 0


# ------------------------------------------------------------------ numbers


@given(positive, positive, st.integers(1, 50))
def test_a_formula_returns_the_number_that_decimals_give(a, b, k):
    formula = k**4 * sqrt(a) * log(b + 1) - exp(-a / 10**9) / sqrt(b)
    with localcontext() as context:
        context.prec = 60
        true = k**4 * decimal(a).sqrt() * decimal(b + 1).ln()
        true -= (-decimal(a) / 10**9).exp() / decimal(b).sqrt()
        assert float(formula) == pytest.approx(float(true), rel=1e-15)
        error = F(abs(true) + 1) / 10**40
        assert compare(formula, ">", F(true) - error)
        assert compare(formula, "<", F(true) + error)


@given(st.fractions(), st.fractions(), st.integers(-3, 4))
def test_products_and_even_powers_of_roots_return_fractions(a, b, k):
    root, other = (sqrt(abs(x)) if x >= 0 else -sqrt(abs(x)) for x in (a, b))
    assert (root * other) ** 2 == abs(a) * abs(b)
    assert root * abs(root) == a
    if a:
        assert root ** (2 * k) == F(abs(a)) ** k
        assert (other / root) ** 2 == abs(b / a)
        assert isinstance(root ** (2 * k), F)


@given(st.fractions(), st.fractions(), relations)
def test_compare_returns_for_roots_what_their_signs_and_squares_give(a, b, relation):
    root = sqrt(abs(a)) if a >= 0 else -sqrt(abs(a))
    if root >= 0:
        true = RELATIONS[relation](a, b**2) if b >= 0 else relation in (">=", ">")
    else:
        true = RELATIONS[relation](-abs(a), -(b**2)) if b < 0 else relation in ("<=", "<")
    assert compare(root, relation, b) is true


@given(positive, positive)
def test_operators_return_the_float_where_one_number_is_a_float(a, b):
    ball = log(a + 1) + sqrt(b + F(1, 7))
    for x in (0.5, float(b)):
        assert ball * x == pytest.approx(float(ball) * x, rel=1e-15)
        assert isinstance(x - ball, float)
        assert isinstance(x / ball, float)
        assert (ball < x) is (ball < F(x))
    assert ball < math.inf


def test_sqrt_log_and_exp_return_floats_of_integers_and_floats():
    for number in (2, 2.5, np.int64(3), np.float64(0.5)):
        assert [sqrt(number), log(number), exp(number)] == [
            math.sqrt(number), math.log(number), math.exp(number),
        ]  # fmt: skip
    assert [sqrt(F(9, 4)), log(F(1)), exp(F(0))] == [F(3, 2), 0, 1]
    assert all(isinstance(f(F(2)), Ball) for f in (sqrt, log, exp))


def test_powers_and_roundings_return_the_numbers_by_hand():
    root = sqrt(F(2))
    assert root**3 == 2 * root
    assert compare(2**root, ">", F("2.665144142690225188"))
    assert compare(2**root, "<", F("2.665144142690225189"))
    assert compare(root ** F(2, 3) * root ** F(4, 3), "==", 2) is None
    assert [math.ceil(root), math.floor(root), math.floor(-root)] == [2, 1, -2]
    assert math.ceil(root * 10**400) == math.isqrt(2 * 10**800) + 1
    assert max(1, root, F(7, 5)) is root
    assert [bool(root), abs(-root) == root] == [True, True]


def test_a_ball_is_shown_as_the_nearest_float():
    assert f"{sqrt(F(2))} {sqrt(F(2)):.3f}" == "1.4142135623730951 1.414"


def test_a_sum_of_many_terms_is_not_too_deep():
    total = sum(log(F(i)) for i in range(1, 20001))
    assert float(total) == pytest.approx(math.lgamma(20001), rel=1e-14)


# -------------------------------------------------------------- comparisons


@given(st.fractions(), st.fractions(), relations)
def test_compare_returns_the_relation_of_fractions(a, b, relation):
    assert compare(a, relation, b) is RELATIONS[relation](a, b)
    assert compare(a, relation, a) is RELATIONS[relation](0, 0)


def test_compare_returns_none_where_no_precision_decides():
    for relation in RELATIONS:
        assert compare(log(F(4)), relation, 2 * log(F(2))) is None
    with pytest.raises(ArithmeticError, match="is open"):
        assert log(F(4)) <= 2 * log(F(2))
    with pytest.raises(ArithmeticError, match="too near an integer"):
        math.ceil(log(F(4)) / log(F(2)))
    same = log(F(2)) + 1
    assert compare(same, "==", same)


def test_compare_takes_as_many_bits_as_are_needed():
    near = F(math.isqrt(3 * 10**3000), 10**1500)
    assert compare(1 + sqrt(F(3)), ">", 1 + near)
    assert compare(1 + sqrt(F(3)), "<", 1 + near + F(1, 10**1500))


@pytest.mark.parametrize("size", [10**400, 10**4000, F(1, 10**400), F(1, 10**4000)])
def test_compare_takes_huge_and_tiny_numbers(size):
    assert compare(sqrt(F(2) * size), "<", sqrt(F(3) * size))
    assert compare(abs(log(F(size))), ">", 900)
    assert compare(log(F(size)), "<", log(F(size) * F(10**50 + 1, 10**50)))
    assert compare(exp(F(-(10**6))), ">", 0)
    assert compare(exp(F(10**6)), ">", 10**400000)


@given(st.fractions(), st.fractions(), st.fractions(), relations)
def test_compare_returns_for_an_interval_what_holds_of_all_its_numbers(a, b, c, relation):
    a, b = sorted((a, b))
    of_ends = {RELATIONS[relation](end, c) for end in (a, b)}
    if relation == "==":
        of_ends = {None} if a <= c <= b else {False}
    expected = of_ends.pop() if len(of_ends) == 1 else None
    assert compare(between(a, b), relation, c) is expected
    mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation)
    assert compare(c, mirrored, between(a, b)) is expected


def test_compare_takes_intervals_of_floats_and_balls():
    assert compare(between(0.1, 0.2), "<", between(sqrt(F(2)), 2))
    assert compare(between(0.1, 0.2), "<=", F(1, 10)) is False  # 0.1 is above 1/10
    with pytest.raises(ValueError, match="low must be at most high, got 2 and 1"):
        between(2, 1)


def test_compare_decides_a_hundred_thousand_fractions_in_a_second():
    pairs = [(F(i, 7 + i % 11), F(i + 1, 5 + i % 13)) for i in range(20000)]
    began = time.process_time()
    for a, b in pairs:
        compare(a, "<=", b)
    assert time.process_time() - began < 0.2 * 5  # five times the aim, for a busy machine


# ------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: log(0), ValueError, "the logarithm of 0 is not defined"),
        (lambda: log(F(-1, 2)), ValueError, "the logarithm of -1/2 is not defined"),
        (lambda: log(-sqrt(F(2))), ValueError, r"the logarithm of -1\.41421"),
        (lambda: sqrt(-1), ValueError, "the root of -1 is not defined"),
        (lambda: sqrt(log(F(1, 2))), ValueError, r"the root of -0\.69314"),
        (lambda: sqrt(F(-(10**99))), ValueError, r"a number near -2\^328 is not defined"),
        (lambda: sqrt(F(2)) / 0, ZeroDivisionError, "/ 0 is not defined"),
        (lambda: compare(1 / (sqrt(F(2)) - sqrt(F(2))), "<", 1), ValueError, "it divides by 0"),
        (lambda: compare(0.5, "<=", 1), TypeError, "0.5 is a float, which may be rounded"),
        (lambda: compare(1, "<=", np.int64(1)), TypeError, r"wraps around; write int\(x\)"),
        (lambda: compare(1, "<=", sqrt(2)), TypeError, "is a float"),
        (lambda: compare(1, "<=", None), TypeError, "must be an integer, a fraction or a ball"),
        (lambda: compare(1, "=<", 2), ValueError, "must be one of .*nearest: <="),
        (lambda: exact(0.1), ValueError, "must have at most 32 bits, got 0.1"),
        (lambda: exact(math.sqrt(2)), ValueError, r"write Fraction\(x\)"),
        (lambda: exact(math.nan), ValueError, "got nan"),
        (lambda: exact(math.inf), ValueError, "got inf"),
        (lambda: exact("1"), TypeError, "got '1'"),
    ],
)
def test_what_is_undefined_or_rounded_is_rejected(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_exact_returns_integers_fractions_and_short_floats():
    assert [exact(x) for x in (3, np.int64(3), 0.75, 2.0**-400, F(1, 3), 0.0)] == [
        3, 3, F(3, 4), F(1, 2**400), F(1, 3), 0,
    ]  # fmt: skip
    assert all(type(exact(x)) is F for x in (3, np.int64(3), 0.75, np.float64(2)))
    assert exact(sqrt(F(2))) == sqrt(F(2))
