"""Mutants that derive themselves, on checks whose answers are known by hand."""

import sys
import time
from fractions import Fraction
from itertools import count
from types import ModuleType

import pytest

from paperclaims.checks.comparison import compare
from paperclaims.checks.recorder import Recorder
from paperclaims.mutation.derived import Change, _time_limit, called, derive
from paperclaims.mutation.mutants import turn

CHECKS = """
from made_up_bounds import bounds


def halved(n):
    return n / 2


def unused(n):
    return n


def nothing(n):
    return f"n is {n}"
"""
BOUNDS = """
def square(n, exponent=2):
    return n**exponent


def size(n):
    return range(n + 1)[-1]


def _private(n):
    return n
"""


@pytest.fixture
def run(monkeypatch):
    """Return a run that compares 3n with 4n², and n/2 with n, for n = 1 and 2."""
    package, bounds = ModuleType("made_up_bounds"), ModuleType("made_up_bounds.bounds")
    checks = ModuleType("made_up_checks")
    for module in (package, bounds, checks):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(BOUNDS, vars(bounds))
    package.bounds = bounds
    exec(CHECKS, vars(checks))

    def run():
        checks.nothing(1)
        found = []
        for n in (1, 2):
            n = len(range(bounds.size(n)))  # raises unless it is whole
            found.append(compare("c", "square", {"n": n}, 3 * n, "<=", 4 * bounds.square(n)))
            half = Fraction(checks.halved(n))
            found.append(compare("c", "half", {"n": n}, half, "<=", n))
        return found

    return run


OWN = {"made_up_bounds", "made_up_checks"}


def test_records_calls_with_their_arguments(run):
    found = {one.target: (one.numbers, one.arguments) for one in called("made_up_checks", run, OWN)}
    assert found == {
        "made_up_bounds.bounds.square": ({""}, {"n"}),
        "made_up_bounds.bounds.size": ({""}, {"n"}),
        "made_up_checks.halved": ({""}, {"n"}),
    }


def test_each_statement_has_its_factor_and_its_shift(run):
    """At n = 1, 3 ≤ 4 turns below ¾ and ½ ≤ 1 above 2; 4(n − 1)² is 0, (n ± 1)/2 turns nothing."""
    rows = {
        (row["statement"], row["change"][0]): row for row in derive("made_up_checks", [run], OWN)
    }
    assert set(rows) == {("square", "n"), ("square", "×"), ("half", "×")}
    square, half = rows["square", "×"], rows["half", "×"]
    assert float(Fraction(square["change"][1:])) == pytest.approx(3 / 4, rel=1e-3)
    assert float(Fraction(half["change"][1:])) == pytest.approx(2, rel=1e-3)
    assert {row["after"] for row in rows.values()} == {"fails"}
    assert (square["target"], rows["square", "n"]["change"]) == (
        "made_up_bounds.bounds.square",
        "n-1",
    )


def test_corrupted_code_that_raises_turns_nothing(run):
    assert not any("size" in row["mutant"] for row in derive("made_up_checks", [run], OWN))


def test_where_no_function_turns_a_statement_a_side_does(run):
    def recorded():
        recorder = Recorder("c", {})
        recorder.exact("near", 3, "<=", 4)
        recorder.exact("near", 1, "<=", 4)
        recorder.exact("equal", Fraction(2, 3), "==", Fraction(2, 3))
        recorder.exact("zero", 0, "<=", 0)  # no factor turns it
        recorder.rate("rate", 90, 100, ">=", 0.5, level=0.01)
        recorder.exact("false", 1, "==", 2)
        recorder.exact("false", 1, "==", 1)
        recorder.rate("refuted", 0, 100, ">=", 0.5, level=0.01)
        return recorder.records

    rows = {row["statement"]: row for row in derive("made_up_checks", [recorded], OWN)}
    assert rows.keys() == {"near", "equal", "zero", "rate", "false", "refuted"}
    assert rows["near"]["mutant"] == "the right side is multiplied by 0.749925"
    assert (rows["near"]["failing"], rows["near"]["records"]) == (1, 2)
    assert rows["equal"]["kind"] == "equality"
    assert rows["zero"]["mutant"] == "the right side is smaller by 1"
    assert rows["rate"]["mutant"].startswith("the claimed rate is multiplied by 1.6")
    assert rows["false"]["mutant"] == "the right side is multiplied by 0.5 where it fails"
    assert (rows["refuted"]["before"], rows["refuted"]["after"]) == ("fails", "no longer shown")
    for statement, row in rows.items():
        change = Change.read(row["target"], row["change"])
        assert turn(change.mutant("c", statement, recorded)).after == row["after"]


@pytest.mark.parametrize("text", ["×3/2", "upper×2/3", "0×4", "k+1", "d-1"])
def test_a_change_is_read_as_it_is_written(text):
    assert str(Change.read("a.b", text)) == text


def test_a_run_that_never_ends_is_given_up_by_the_time_it_computes():
    with pytest.raises(TimeoutError), _time_limit(0.05):
        any(n < 0 for n in count())
    with _time_limit(0.05):
        time.sleep(0.1)  # as on a machine that does other work
