"""The recorder against the comparisons that it stands for, and against counts by hand."""

import doctest
from fractions import Fraction

import pytest

from balls import between
from paperclaims.checks import comparison, recorder
from paperclaims.checks.comparison import compare, compare_rate
from paperclaims.checks.recorder import Recorder
from paperclaims.judging import verdicts


def test_records_are_those_of_the_comparisons_in_their_order():
    recorder = Recorder("c", {"n": 2})
    recorder.compare("a", Fraction(1, 3), "<", Fraction(1, 2))
    recorder(d=1).compare("b", between(1, 2), "<=", Fraction(3, 2))
    recorder(d=3)(rho=0.5).rate("p", 50, 50, ">=", 0.5, level=1e-3)
    assert recorder.records == [
        compare("c", "a", {"n": 2}, Fraction(1, 3), "<", Fraction(1, 2)),
        compare("c", "b", {"n": 2, "d": 1}, between(1, 2), "<=", Fraction(3, 2)),
        compare_rate("c", "p", {"n": 2, "d": 3, "rho": 0.5}, 50, 50, ">=", 0.5, level=1e-3),
    ]
    assert [made.holds for made in recorder.records] == [True, None, True]


def test_records_of_another_claim_and_instance_stand_among_these():
    where = {"n": 2}
    recorder = Recorder("c", where)
    where["n"] = 3
    recorder.compare("a", 0, "<=", 1)
    recorder(k=1).of("d").compare("b", 0, "<=", 1)
    recorder(n=4).compare("e", 0, "<=", 1)
    assert [(made.claim, made.statement, dict(made.instance)) for made in recorder.records] == [
        ("c", "a", {"n": 2}),
        ("d", "b", {"n": 2, "k": 1}),
        ("c", "e", {"n": 4}),
    ]


def test_the_table_has_the_rows_of_all_recorders_in_their_order():
    recorder = Recorder("c", {"n": 2, "rho": Fraction(1, 3)})
    finer = recorder(k=1)
    finer.row(loss=0.5)
    recorder.of("d").row(rho=Fraction(1, 4), loss=1)
    finer.compare("a", 0, "<=", 1)
    records, table = recorder.measurement()
    assert records == finer.records == recorder.records
    assert list(table.columns) == ["n", "rho", "k", "loss"]
    assert table["loss"].tolist() == [0.5, 1]
    # A measurement is a float, and an entry of the instance as it is.
    assert [str(rho) for rho in table["rho"]] == ["1/3", "0.25"]
    assert finer.instance == {"n": 2, "rho": Fraction(1, 3), "k": 1}


def test_a_table_without_rows_is_empty():
    assert Recorder("c", {"n": 2}).measurement().table.empty


@pytest.mark.parametrize("module", [recorder, comparison, verdicts])
def test_the_examples_in_the_docstrings(module):
    assert doctest.testmod(module).failed == 0
