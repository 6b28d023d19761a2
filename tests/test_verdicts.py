"""Verdicts from records."""

import math

import pytest
from made_records import claim, record, statement

from claimcheck.comparison import compare, compare_rate, compare_rounded
from claimcheck.errors import ClaimsError
from claimcheck.verdicts import (
    Outcome,
    check_error_budget,
    judge,
    read_verdicts,
    write_verdicts,
)
from claimcheck.wording import checked, coverage, evidence, proof, tally


def rounded(left=1.0, **instance):
    return compare_rounded("lemma-9", "printed", {"rounded": 1, **instance}, left, "<=", 2.0)


def test_the_worst_record_decides():
    def outcome(*records):
        return judge(claim(statement()), records)[0].outcome

    assert outcome(record()) is Outcome.EXACT
    assert outcome(record(), record(error=0)) is Outcome.CERTIFIED
    assert outcome(record(), record(error=5)) is Outcome.UNDECIDED
    assert outcome(record(), record(error=5), record(3)) is Outcome.FAILS
    rate = compare_rate("lemma-9", "printed", {}, 99, 99, ">=", 0.5, level=1e-4)
    assert outcome(record(), rate) is Outcome.STATISTICAL
    assert outcome(record(), rate, rounded()) is Outcome.ROUNDED
    assert outcome(record(error=0), rounded(left=3.0)) is Outcome.UNDECIDED
    assert outcome(record(3), rounded()) is Outcome.FAILS


def test_a_verdict_in_words():
    def says(*records, **options):
        return evidence(judge(claim(statement()), records)[0], **options)

    assert says(record()) == "exact on 1 instance"
    assert says(record(n=1), record(n=2, error=0)) == "certified on 2 instances"
    assert says(record(n=1), record(n=2, error=5)) == "undecided on 1 of 2 instances"
    three = [record(n=1), record(n=2, error=5), record(3, n=3)]
    assert says(*three) == "fails on 1 of 3 instances"
    rate = compare_rate("lemma-9", "printed", {}, 99, 99, ">=", 0.5, level=1e-4)
    assert says(record(), rate) == "statistical on 2 instances at level 0.0001"
    assert says(record(), rounded()) == "no violation found (rounded) on 2 instances"
    assert says(rounded(), rounded(left=3.0, n=2)) == "undecided on 1 of 2 instances"
    (untestable,) = judge(claim(statement(untestable="asymptotic")), [])
    assert untestable.outcome is Outcome.UNTESTABLE
    assert evidence(untestable) == "not testable by computing: asymptotic"
    assert evidence(untestable, reason=False) == "not testable by computing"
    assert tally([untestable, untestable]) == "2 not testable"


def test_two_comparisons_on_one_instance_are_of_one_instance():
    def counts(*records):
        (verdict,) = judge(claim(statement()), records)
        return verdict.instances, verdict.failures, verdict.undecided

    twice = [record(n=1, quantity="W²"), record(n=1, quantity="B²"), record(n=1)]
    assert counts(*twice) == (1, 0, 0)
    assert counts(*twice, record(n=2)) == (2, 0, 0)
    fails = [record(3, n=1), record(4, n=1, quantity="B²"), record(error=5, n=1)]
    assert counts(*twice, *fails, record(n=2)) == (2, 1, 1)


def test_what_was_checked_and_proved_in_words():
    assert checked(statement()._replace(checked="all x.")) == "Checked: all x."
    assert checked(statement()._replace(checked="all x")) == "Checked: all x."
    found = [proof(statement()._replace(proof=where)) for where in ("none", "docs", "coq")]
    assert found == ["no proof", "proof in docs", "proof in Coq"]
    (verdict,) = judge(claim(statement()), [record()])
    assert coverage(verdict._replace(coverage="n 1–2")) == "In this run: n 1–2."


def test_a_conditional_verdict_says_so():
    row = judge(claim(statement()), [record()])[0]._replace(kind="conditional")
    assert evidence(row) == "exact on 1 instance, conditional on the conjecture"
    assert "conjecture" not in evidence(row._replace(outcome=Outcome.UNTESTABLE))


def test_verdicts_survive_a_file(tmp_path):
    written = [
        *judge(claim(statement()), [record(), record(3)]),
        *judge(claim(statement("limit", untestable="it says: a, b")), []),
    ]
    write_verdicts(tmp_path / "verdicts.csv", written)
    assert list(read_verdicts(tmp_path / "verdicts.csv").values()) == written


def test_the_smallest_counterexample_is_shown():
    large = compare("lemma-9", "printed", {"n": 9, "s": 1}, 5, "<=", 2)
    small = compare("lemma-9", "printed", {"n": 1, "s": 1}, 3, "<=", 2)
    (verdict,) = judge(claim(statement()), [large, small])
    assert verdict.failures == 2
    assert verdict.counterexample == "n=1, s=1: not 3 <= 2"


def test_coverage_is_what_the_records_range_over():
    def at(**instance):
        return compare("lemma-9", "printed", instance, 1, "<=", 2)

    instances = [at(rho=0.5, s=4, n=3, p=2, family="a"), at(s=2, n=9, p=2, family="b")]
    (verdict,) = judge(claim(statement()), instances)
    assert verdict.coverage == "n 3–9, s 2–4, p 2"


def test_judging_refuses_gaps_and_strangers():
    with pytest.raises(ClaimsError, match="no records"):
        judge(claim(statement()), [])
    with pytest.raises(ClaimsError, match="unregistered"):
        judge(claim(statement()), [record(key="step")])
    with pytest.raises(ClaimsError, match="untestable"):
        judge(claim(statement(untestable="asymptotic")), [record()])


def test_error_budget_adds_up():
    check_error_budget([5e-4, math.nan, 4e-4], 1e-3)
    with pytest.raises(ClaimsError, match="takes more than its level"):
        check_error_budget([5e-4, 6e-4], 1e-3)
