"""Verdicts from records."""

import math

import pytest
from made_records import claim, record, statement

from sparseact.comparison import compare, compare_rate
from sparseact.errors import ClaimsError
from sparseact.verdicts import check_error_budget, judge


def test_the_worst_record_decides():
    def evidence(*records):
        return judge(claim(statement()), records)[0].evidence

    assert evidence(record()) == "exact on 1 instances"
    assert evidence(record(), record(error=0)) == "certified on 2 instances"
    assert evidence(record(), record(error=5)) == "undecided on 1 of 2 instances"
    assert evidence(record(), record(error=5), record(3)) == "fails"
    rate = compare_rate("lemma-9", "printed", {}, 99, 99, ">=", 0.5, level=1e-4)
    assert evidence(record(), rate) == "statistical on 2 instances at level 0.0001"


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
    (verdict,) = judge(claim(statement(untestable="asymptotic")), [])
    assert verdict.evidence == "not testable by computing: asymptotic"


def test_error_budget_adds_up():
    check_error_budget([5e-4, math.nan, 4e-4], 1e-3)
    with pytest.raises(ClaimsError, match="takes more than its level"):
        check_error_budget([5e-4, 6e-4], 1e-3)
