"""The recorder against the comparisons that it stands for, and against counts by hand."""

import doctest
from fractions import Fraction

import pytest

from claimcheck import recorder
from claimcheck.comparison import compare, compare_rate, compare_rounded
from claimcheck.errors import ClaimsError
from claimcheck.recorder import Recorder


def test_records_are_those_of_the_comparisons_in_their_order():
    recorder = Recorder("c", {"n": 2})
    recorder.exact("a", Fraction(1, 3), "<", Fraction(1, 2))
    recorder.where(d=1).certified("b", 1.0, "<=", 1.5, error=1)
    recorder.rounded("r", 2.0, "==", 2.0 + 1e-15)
    recorder.where(d=3).where(rho=0.5).rate("p", 50, 50, ">=", 0.5, level=1e-3, proved=(0.9, 1.0))
    assert recorder.records == [
        compare("c", "a", {"n": 2}, Fraction(1, 3), "<", Fraction(1, 2)),
        compare("c", "b", {"n": 2, "d": 1}, 1.0, "<=", 1.5, error=1),
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
    recorder.where(n=4).exact("a", 0, "<=", 1)
    recorder.exact("a", 0, "<=", 1)
    assert [made.instance["n"] for made in recorder.records] == [4, 2]


def test_records_of_another_claim_stand_among_these():
    recorder = Recorder("c", {"n": 2})
    recorder.exact("a", 0, "<=", 1)
    recorder.where(k=1).for_claim("d").exact("b", 0, "<=", 1)
    recorder.exact("e", 0, "<=", 1)
    assert [(made.claim, made.statement, dict(made.instance)) for made in recorder.records] == [
        ("c", "a", {"n": 2}),
        ("d", "b", {"n": 2, "k": 1}),
        ("c", "e", {"n": 2}),
    ]


def test_a_side_that_is_not_finite_is_refused():
    with pytest.raises(ClaimsError, match="not finite"):
        Recorder("c", {}).exact("a", float("inf"), "<=", 1)


def test_the_example_in_the_docstring():
    assert doctest.testmod(recorder).failed == 0
