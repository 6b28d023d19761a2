"""Comparisons of two numbers, as records have them."""

import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import record

from balls import RELATIONS, between, exact, log, sqrt
from paperclaims.checks.comparison import compare, compare_rate
from paperclaims.errors import ClaimsError


@given(st.fractions(), st.fractions(), st.sampled_from(list(RELATIONS)))
def test_exact_comparison_is_that_of_the_numbers(left, right, relation):
    result = record(left, relation, right)
    assert result.holds is eval(f"left {relation} right")
    assert result.method == "exact"


def test_exact_comparison_sees_what_floats_round_away():
    third = Fraction(1, 3)
    assert record(third, "==", Fraction(1 / 3)).holds is False
    assert record(Fraction(2**60 + 1), "<=", Fraction(float(2**60))).holds is False


@pytest.mark.parametrize(
    ("side", "words"),
    [
        (0.5, "0.5 is a float, which may be rounded"),
        (np.uint8(1), "wraps around; write int"),
        (np.float32(0.5), "a number must be"),
    ],
)
def test_compare_rejects_a_side_that_is_not_exact(side, words):
    for sides in ((side, "<=", 1), (1, "<=", side), (log(exact(2)), "<", side)):
        with pytest.raises(ClaimsError, match=rf"lemma-9 \(printed\): .*{words}"):
            compare("lemma-9", "printed", {}, *sides)


@pytest.mark.parametrize(("entry", "kind"), [(np.int64(3), "int"), (np.bool_(True), "bool")])
def test_compare_rejects_an_instance_of_numpy_integers(entry, kind):
    must = rf"n of an instance must be .*write {kind}\(n\)"
    with pytest.raises(ClaimsError, match=must):
        compare("lemma-9", "printed", {"n": entry}, 1, "<=", 2)
    with pytest.raises(ClaimsError, match=must):
        compare_rate("lemma-9", "printed", {"n": entry}, 1, 2, ">=", 0.1, level=0.1)


@pytest.mark.parametrize("counts", [(np.int64(3), 4), (3, np.int64(4)), (3.0, 4)])
def test_compare_rate_rejects_counts_of_numpy(counts):
    with pytest.raises(ClaimsError, match="must be a Python integer"):
        compare_rate("lemma-9", "printed", {}, *counts, ">=", 0.1, level=0.1)


def test_compare_returns_the_numbers_of_balls():
    result = record(sqrt(exact(2)), "<=", Fraction(3, 2))
    assert (result.left, result.right, result.method, result.holds) == (
        2**0.5, 1.5, "certified", True,
    )  # fmt: skip
    assert result.margin == pytest.approx(1.5 - 2**0.5)
    assert record(log(exact(4)), "==", 2 * log(exact(2))).holds is None
    for tiny in (10**400 * sqrt(exact(2)), sqrt(exact(2)) / 10**400):
        made = record(tiny, ">", tiny / 2)
        assert made.holds
        assert abs(Fraction(made.left) / Fraction(made.right) - 2) < Fraction(1, 10**15)


def test_compare_returns_the_largest_float_as_a_margin_beyond_it():
    for sign in (1, -1):
        made = record(sign * 10**400, ">", 0)
        assert made.holds is (sign > 0)
        assert made.margin == sign * sys.float_info.max


@pytest.mark.parametrize(
    ("relation", "right", "holds", "left"),
    [
        ("<=", 2, True, 2),
        ("<", 2, None, 2),
        (">=", 1, True, 1),
        (">", 1, None, 1),
        ("<", 1, False, 2),
    ],
)
def test_compare_returns_the_worse_end_of_an_interval(relation, right, holds, left):
    result = record(between(1, 2), relation, right)
    assert (result.holds, result.left, result.method) == (holds, left, "certified")


def test_unknown_relation_is_refused():
    with pytest.raises(ClaimsError, match="must be one of"):
        record(1, "=<", 2)


def test_rate_needs_the_whole_interval():
    for successes, holds in ((150, True), (140, None), (90, False)):
        made = compare_rate("lemma-9", "printed", {}, successes, 150, ">=", 0.9, level=1e-4)
        assert made.holds is holds
