"""Records, files of records, the registry and verdicts."""

import math
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from sparseact import claims
from sparseact.claims import Claim, ClaimsError, Statement


def statement(key="printed", untestable=""):
    return Statement(
        key, "As printed", "x", "all of it", "unconditional", "none", untestable, "", ""
    )


def claim(*statements):
    return Claim("lemma-9", "§3", "A bound", 1, "average_sensitivity", statements, ())


def record(left=1, relation="<=", right=2, key="printed", **options):
    return claims.compare("lemma-9", key, {"n": 1}, left, relation, right, **options)


@given(st.fractions(), st.fractions(), st.sampled_from(claims.RELATIONS))
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
    assert record(third, "==", 1 / 3).holds is False
    assert record(Fraction(2**60 + 1), "<=", float(2**60)).holds is False


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


def test_comparison_refuses_what_is_not_finite():
    with pytest.raises(ClaimsError, match="not finite"):
        record(math.inf, "<=", 1)


def test_unknown_relation_is_refused():
    with pytest.raises(ClaimsError, match="allowed are"):
        record(1, "=<", 2)


@given(st.integers(1, 60), st.data(), st.floats(0.001, 0.2))
def test_clopper_pearson_covers(trials, data, level):
    successes = data.draw(st.integers(0, trials))
    low, high = claims.clopper_pearson(successes, trials, level)
    # By another route: at an end, the tail beyond what was seen has that level.
    if successes:
        assert binom.sf(successes - 1, trials, low) == pytest.approx(level, rel=1e-6)
    if successes < trials:
        assert binom.cdf(successes, trials, high) == pytest.approx(level, rel=1e-6)
    assert low <= successes / trials <= high


def test_rate_needs_the_whole_interval():
    def rate(successes, trials=150):
        return claims.compare_rate(
            "lemma-9", "printed", {}, successes, trials, ">=", 0.9, level=1e-4
        ).holds

    assert rate(150) is True
    assert rate(140) is None
    assert rate(90) is False


def test_records_survive_a_file(tmp_path):
    path = tmp_path / "records.jsonl"
    written = [record(Fraction(1, 3)), record(0.1, error=0.5)]
    claims.write_records(path, written, "abc")
    assert claims.read_records(path, "abc") == written
    with pytest.raises(ClaimsError, match="other parameters"):
        claims.read_records(path, "abd")


def test_truncated_and_foreign_files_are_refused(tmp_path):
    path = tmp_path / "records.jsonl"
    claims.write_records(path, [record(), record()], "abc")
    text = path.read_text()
    path.write_text(text[:-10])
    with pytest.raises(ClaimsError, match="truncated"):
        claims.read_records(path)
    path.write_text("claim,statement\n1,2\n")
    with pytest.raises(ClaimsError, match="not a file of records"):
        claims.read_records(path)


def test_tables_keep_every_digit_and_their_parameters(tmp_path):
    path = tmp_path / "table.csv"
    table = pd.DataFrame({"a": [0.1 + 0.2, 1e-300], "b": ["x", "y"]})
    claims.write_table(path, table, "abc")
    pd.testing.assert_frame_equal(claims.read_table(path), table, check_exact=True)
    claims.check_table(path, "abc")
    with pytest.raises(ClaimsError, match="other parameters"):
        claims.check_table(path, "abd")


def test_parameters_hash_ignores_order_and_sees_values():
    first = claims.parameters_hash({"a": 1, "b": [1, 2]})
    assert first == claims.parameters_hash({"b": [1, 2], "a": 1})
    assert first != claims.parameters_hash({"a": 1, "b": [2, 1]})


def test_the_worst_record_decides():
    def evidence(*records):
        return claims.judge(claim(statement()), records)[0].evidence

    assert evidence(record()) == "exact on 1 instances"
    assert evidence(record(), record(error=0)) == "certified on 2 instances"
    assert evidence(record(), record(error=5)) == "undecided on 1 of 2 instances"
    assert evidence(record(), record(error=5), record(3)) == "fails"
    rate = claims.compare_rate("lemma-9", "printed", {}, 99, 99, ">=", 0.5, level=1e-4)
    assert evidence(record(), rate) == "statistical on 2 instances at level 0.0001"


def test_the_smallest_counterexample_is_shown():
    large = claims.compare("lemma-9", "printed", {"n": 9, "s": 1}, 5, "<=", 2)
    small = claims.compare("lemma-9", "printed", {"n": 1, "s": 1}, 3, "<=", 2)
    (verdict,) = claims.judge(claim(statement()), [large, small])
    assert verdict.failures == 2
    assert verdict.counterexample == "n=1, s=1: not 3 <= 2"


def test_coverage_is_what_the_records_range_over():
    def at(**instance):
        return claims.compare("lemma-9", "printed", instance, 1, "<=", 2)

    instances = [at(rho=0.5, s=4, n=3, p=2, family="a"), at(s=2, n=9, p=2, family="b")]
    (verdict,) = claims.judge(claim(statement()), instances)
    assert verdict.coverage == "n 3–9, s 2–4, p 2"


def test_judging_refuses_gaps_and_strangers():
    with pytest.raises(ClaimsError, match="no records"):
        claims.judge(claim(statement()), [])
    with pytest.raises(ClaimsError, match="unregistered"):
        claims.judge(claim(statement()), [record(key="step")])
    with pytest.raises(ClaimsError, match="untestable"):
        claims.judge(claim(statement(untestable="asymptotic")), [record()])
    (verdict,) = claims.judge(claim(statement(untestable="asymptotic")), [])
    assert verdict.evidence == "not testable by computing: asymptotic"


def test_error_budget_adds_up():
    claims.check_error_budget([5e-4, math.nan, 4e-4], 1e-3)
    with pytest.raises(ClaimsError, match="takes more than its level"):
        claims.check_error_budget([5e-4, 6e-4], 1e-3)


def test_registry_names_what_is_wrong(tmp_path):
    (tmp_path / "index.yaml").write_text("- fourier\n")
    entry = (
        "- id: lemma-6\n  place: here\n  title: t\n  part: 1\n  statements:\n"
        "    printed: {title: t, latex: x, checked: c, kind: KIND}\n"
    )
    file = tmp_path / "fourier.yaml"
    file.write_text(entry.replace("KIND", "unconditional"))
    assert list(claims.read_registry(tmp_path)) == ["lemma-6"]
    file.write_text(entry.replace("KIND", "certain"))
    with pytest.raises(ClaimsError, match="kind 'certain'; allowed are"):
        claims.read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open") * 2)
    with pytest.raises(ClaimsError, match="stands twice"):
        claims.read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open").replace("checked", "cheked"))
    with pytest.raises(ClaimsError, match="cheked"):
        claims.read_registry(tmp_path)
