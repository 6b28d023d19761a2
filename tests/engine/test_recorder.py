"""The recorder against the comparisons that it stands for, and against counts by hand."""

import doctest
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperclaims.checks import comparison, recorder
from paperclaims.checks.comparison import (
    ROUNDING,
    compare,
    compare_rate,
    compare_rounded,
    compare_within,
    dyadic,
)
from paperclaims.checks.recorder import Recorder
from paperclaims.errors import ClaimsError


def test_records_are_those_of_the_comparisons_in_their_order():
    recorder = Recorder("c", {"n": 2})
    recorder.compare("a", Fraction(1, 3), "<", Fraction(1, 2))
    recorder.where(d=1).certified("b", 1.0, "<=", 1.5, error=1)
    recorder.rounded("r", 2.0, "==", 2.0 + 1e-15)
    recorder.where(d=3).where(rho=0.5).rate("p", 50, 50, ">=", 0.5, level=1e-3, proved=(0.9, 1.0))
    assert recorder.records == [
        compare("c", "a", {"n": 2}, Fraction(1, 3), "<", Fraction(1, 2)),
        compare_within("c", "b", {"n": 2, "d": 1}, 1.0, "<=", 1.5, error=1),
        compare_rounded("c", "r", {"n": 2}, 2.0, "==", 2.0 + 1e-15),
        compare_rate(
            "c", "p", {"n": 2, "d": 3, "rho": 0.5}, 50, 50, ">=", 0.5,
            level=1e-3, proved=(0.9, 1.0),
        ),
    ]  # fmt: skip
    assert [made.holds for made in recorder.records] == [True, None, None, True]


def test_a_recorder_keeps_its_own_instance():
    where = {"n": 2}
    recorder = Recorder("c", where)
    where["n"] = 3
    recorder.where(n=4).compare("a", 0, "<=", 1)
    recorder.compare("a", 0, "<=", 1)
    assert [made.instance["n"] for made in recorder.records] == [4, 2]


def test_records_of_another_claim_stand_among_these():
    recorder = Recorder("c", {"n": 2})
    recorder.compare("a", 0, "<=", 1)
    recorder.where(k=1).for_claim("d").compare("b", 0, "<=", 1)
    recorder.compare("e", 0, "<=", 1)
    assert [(made.claim, made.statement, dict(made.instance)) for made in recorder.records] == [
        ("c", "a", {"n": 2}),
        ("d", "b", {"n": 2, "k": 1}),
        ("c", "e", {"n": 2}),
    ]


def test_the_table_has_the_rows_of_all_recorders_in_their_order():
    recorder = Recorder("c", {"n": 2, "rho": Fraction(1, 3)})
    finer = recorder.where(k=1)
    finer.row(loss=0.5)
    recorder.for_claim("d").row(rho=0.25, loss=1)
    finer.compare("a", 0, "<=", 1)
    records, table = recorder.measurement()
    assert records == finer.records == recorder.records
    assert list(table.columns) == ["n", "rho", "k", "loss"]
    assert table[["n", "rho", "loss"]].to_numpy().tolist() == [
        [2, Fraction(1, 3), 0.5],
        [2, 0.25, 1],
    ]
    assert finer.instance == {"n": 2, "rho": Fraction(1, 3), "k": 1}


def test_a_table_without_rows_is_empty():
    assert Recorder("c", {"n": 2}).measurement().table.empty


@pytest.mark.parametrize("side", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("make", ["closed_form", "rounded"])
def test_a_side_that_is_not_finite_is_refused(side, make):
    for sides in ((side, "<=", 1), (1, "<=", side)):
        with pytest.raises(ClaimsError, match="a side is not finite"):
            getattr(Recorder("c", {}), make)("a", *sides)


@pytest.mark.parametrize("side", [np.float16(0.5), np.float32(0.5)])
@pytest.mark.parametrize("make", ["closed_form", "rounded"])
def test_a_float_of_few_bits_is_refused(side, make):
    with pytest.raises(ClaimsError, match=r"c \(a\): a side must be a float of 53 bits, got "):
        getattr(Recorder("c", {}), make)("a", 1, ">=", side)


@pytest.mark.parametrize("make", ["exact", "closed_form", "rounded"])
def test_sides_beyond_the_floats_are_compared(make):
    found = Recorder("c", {})
    getattr(found, make)("a", math.factorial(171), "<", Fraction(math.factorial(172), 171))
    assert found.records[0].holds  # 172/171 is more than 1


def test_a_float_is_dyadic_only_under_its_guard():
    assert dyadic(0.1, is_exact=True) == Fraction(*(0.1).as_integer_ratio()) != Fraction(1, 10)
    with pytest.raises(ArithmeticError, match=r"got 0\.1, which may be rounded"):
        dyadic(0.1, is_exact=False)


@given(st.floats(-1e6, 1e6), st.sampled_from(["<=", "<", "==", ">=", ">"]), st.floats(-1e6, 1e6))
def test_a_rounded_comparison_refutes_nothing_and_shows_no_more_than_a_closed_form(a, relation, b):
    made = Recorder("c", {})
    made.rounded("a", a, relation, b)
    made.closed_form("a", a, relation, b)
    rounded, closed = made.records
    assert (rounded.method, closed.method) == ("rounded", "certified")
    assert rounded.holds is (True if closed.holds else None)


def test_a_closed_form_is_known_to_its_rounding_and_what_else_it_errs_by():
    def holds(left, right, **options):
        made = Recorder("c", {})
        made.closed_form("a", left, "<=", right, **options)
        return made.records[0].holds

    above = 1 + 1.9 * ROUNDING, 1 + 2.1 * ROUNDING
    assert [holds(side, 1) for side in above] == [None, False]
    assert [holds(1, side) for side in above] == [None, True]
    assert [holds(1, 2, error=error) for error in (0.9, 1.1)] == [True, None]
    assert [holds(2, 1, error=error) for error in (0.9, 1.1)] == [False, None]


@pytest.mark.parametrize("module", [recorder, comparison])
def test_the_examples_in_the_docstrings(module):
    assert doctest.testmod(module).failed == 0
