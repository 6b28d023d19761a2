"""Comparisons of two numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import record

from paperclaims.checks.comparison import RELATIONS, compare_rate
from paperclaims.errors import ClaimsError


@given(st.fractions(), st.fractions(), st.sampled_from(RELATIONS))
def test_exact_comparison_is_that_of_the_numbers(left, right, relation):
    truth = {
        "<=": left <= right,
        "<": left < right,
        "==": left == right,
        ">=": left >= right,
        ">": left > right,
    }[relation]
    result = record(left, relation, right)
    assert result.holds is truth
    assert result.method == "exact"


def test_exact_comparison_sees_what_floats_round_away():
    third = Fraction(1, 3)
    assert record(third, "==", Fraction(1 / 3)).holds is False
    assert record(Fraction(2**60 + 1), "<=", Fraction(float(2**60))).holds is False


@pytest.mark.parametrize(
    ("left", "relation", "right", "holds"),
    [
        (1.0, "<=", 2.0, True),
        (1.0, "<=", 1.05, None),
        (1.0, "<=", 0.5, False),
        (1.0, "==", 1.05, None),
        (1.0, "==", 1.5, False),
        (2.0, ">", 1.0, True),
        (1.0, "<", 1.05, None),
    ],
)
def test_certified_comparison_is_open_within_the_error(left, relation, right, holds):
    result = record(left, relation, right, error=0.1)
    assert result.holds is holds
    assert result.method == "certified"


def test_unknown_relation_is_refused():
    with pytest.raises(ClaimsError, match="must be one of"):
        record(1, "=<", 2)


def test_rate_needs_the_whole_interval():
    def rate(successes, trials=150):
        return compare_rate(
            "lemma-9", "printed", {}, successes, trials, ">=", 0.9, level=1e-4
        ).holds

    assert rate(150) is True
    assert rate(140) is None
    assert rate(90) is False
