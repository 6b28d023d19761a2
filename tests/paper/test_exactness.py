"""Logarithms and roots in an interval, against known digits and identities."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awasthi2024.shared.exactness import log_between, root_above

LN_2 = Fraction("0.693147180559945309417232121458176568075500134360255254120680")
POSITIVE = st.fractions(min_value=Fraction(1, 10**9), max_value=10**9)


def test_the_logarithm_of_2():
    low, high = log_between(2)
    assert low < LN_2 + Fraction(1, 10**59)
    assert high > LN_2 - Fraction(1, 10**59)
    assert 0 < high - low < Fraction(1, 10**55)
    assert log_between(1) == (0, 0)


@given(POSITIVE, POSITIVE)
def test_logarithms_of_products_add_up(a, b):
    (a_low, a_high), (b_low, b_high), (low, high) = map(log_between, (a, b, a * b))
    assert a_low + b_low <= high
    assert low <= a_high + b_high
    assert float(low) == pytest.approx(math.log(a * b), rel=1e-12, abs=1e-15)


@given(POSITIVE)
def test_a_root_from_above(value):
    root = root_above(value)
    assert root**2 > value >= (root - Fraction(1, 2**127)) ** 2


def test_numbers_that_no_float_holds():
    low, high = log_between(2**5000)
    assert low <= 5000 * LN_2 + Fraction(1, 10**50)
    assert high >= 5000 * LN_2 - Fraction(1, 10**50)
    assert root_above(Fraction(0)) > 0
