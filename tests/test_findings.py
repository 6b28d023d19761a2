"""Findings: each rule on made-up records, both ways, and the findings of the reference."""

from pathlib import Path

import pytest

from claimcheck.comparison import compare, compare_rate
from claimcheck.domains import check_clause, holds, shown
from claimcheck.errors import ClaimsError
from claimcheck.findings import (
    Word,
    check_records,
    judge_findings,
    read_findings,
    unshown,
    write_findings,
)
from claimcheck.registry import REACHES, Claim, Statement, read_registry
from claimcheck.verdicts import judge_topic, read_verdicts

ROOT = Path(__file__).resolve().parents[1]


def statement(key="printed", **more):
    given = {"kind": "unconditional", "proof": "none", "untestable": "", "correction": ""}
    return Statement(key, f"the title of {key}", "x", "all", effect="", **{**given, **more})


def claim(*statements, name="lemma-9", **more):
    return Claim(name, "§3", "A bound", "family", statements, (), **more)


def record(good, key="printed", name="lemma-9", **instance):
    return compare(name, key, instance or {"n": 2}, 1 if good else 3, "<=", 2)


def judged(claims, records):
    registry = {c.id: c for c in claims}
    verdicts = {(v.claim, v.statement): v for v in judge_topic(claims, records)}
    check_records(claims, verdicts, records)
    return judge_findings(registry, verdicts)


def finding(one, *records):
    return judged([one], list(records))[0]


def left_unshown(one, *records):
    rows = judge_topic([one], list(records))
    return unshown([one], {(v.claim, v.statement): v for v in rows}, records)


# ------------------------------------------------------------------ the rules


@pytest.mark.parametrize("kind", ["definition", "conditional", "open"])
def test_the_kind_decides_first(kind):
    found = finding(claim(statement(kind=kind)), record(True))
    assert found.finding == Word(kind)
    assert (found.condition, found.instead, found.printed_proof) == ("", "", "")


def test_what_cannot_be_tested():
    reason = {"untestable": "it speaks of all algorithms"}
    assert finding(claim(statement(**reason))).finding is Word.UNTESTABLE
    assert finding(claim(statement(kind="open", **reason))).finding is Word.OPEN


def test_an_open_claim_with_a_counterexample_is_no_longer_open():
    one = claim(statement(kind="open", reach="result", reason="it is the conjecture"))
    assert finding(one, record(False)).finding is Word.FALSE


def test_a_definition_stays_one_whatever_a_reading_of_it_does():
    one = claim(
        statement(kind="definition", correction="better", reach="wording"),
        statement("better", proof="docs"),
    )
    found = finding(one, record(False), record(True, "better"))
    assert (found.finding, found.instead) == (Word.DEFINITION, "better")


def test_no_failure_holds_and_an_open_comparison_does_not():
    assert finding(claim(statement()), record(True)).finding is Word.HOLDS
    rate = compare_rate("lemma-9", "printed", {"n": 1}, 60, 100, ">=", 0.5, level=1e-6)
    assert rate.holds is None
    assert finding(claim(statement()), rate).finding is Word.UNDECIDED


def test_the_main_statement_decides():
    first = statement(reach="wording", correction="other")
    records = [record(False), record(True, "other")]
    named = claim(first, statement("other"), main="other")
    assert finding(named, *records).finding is Word.HOLDS
    assert finding(claim(first, statement("other")), *records).finding is Word.FALSE


INSIDE = [record(True, n=n, rho=0.5) for n in range(2, 22)]
DOMAIN = {"reach": "edge", "domain": ("n >= 2", "0 <= rho < 1")}


def conditional(**more):
    return claim(
        statement(**DOMAIN, correction="corrected"), statement("corrected", proof="docs"), **more
    )


def test_failures_outside_a_domain_leave_a_condition():
    records = [record(False, n=1, rho=0.5), record(False, n=5, rho=-1.0)]
    found = finding(conditional(), *records, *INSIDE, record(True, "corrected"))
    assert found.finding is Word.CONDITION
    assert found.condition == "n ≥ 2 and 0 ≤ ρ < 1"
    assert (found.instead, found.reaches) == ("corrected", "1 edge")


@pytest.mark.parametrize(
    ("records", "says"),
    [
        ([record(False, n=1, rho=0.5)], "excluded by 0 ≤ ρ < 1 alone"),
        ([record(False, n=1, rho=0.5), record(False, n=1, rho=-1.0)], "excluded by 0 ≤ ρ < 1 al"),
        ([record(False, n=1, rho=0.5), record(False, n=2, rho=-1.0)], ""),
    ],
)
def test_a_run_says_which_clause_it_does_not_need(records, says):
    sentences = left_unshown(conditional(), *records, *INSIDE, record(True, "corrected"))
    assert len(sentences) == bool(says)
    assert says in "".join(sentences)


def test_a_domain_that_the_records_contradict_stops_the_judging():
    inside = record(False, n=3, rho=0.5)
    says = "fails inside its domain n ≥ 2 and 0 ≤ ρ < 1: n=3"
    with pytest.raises(ClaimsError, match=says):
        finding(conditional(), inside, *INSIDE, record(True, "corrected"))


def test_a_run_says_that_too_little_lies_inside_a_domain():
    bad = [record(False, n=1, rho=0.5), record(False, n=5, rho=-1.0)]
    outside = [record(True, n=1, rho=number / 20) for number in range(19)]
    good = record(True, "corrected", n=1, rho=0.5)
    (sentence,) = left_unshown(conditional(), *bad, *outside, INSIDE[0], good)
    assert "1 instances lie inside its domain" in sentence
    # Instances of the correction count.
    more = [record(True, "corrected", n=n, rho=0.5) for n in range(2, 22)]
    assert left_unshown(conditional(), *bad, *outside, INSIDE[0], *more) == []
    # Where fewer than 20 instances hold, all of these should lie inside.
    assert left_unshown(conditional(), *bad, INSIDE[0], good) == []


def repaired(**more):
    first = statement(reach="result", reason="all rests on it", correction="other")
    second = statement("other", **{"proof": "docs", **more})
    return claim(first, second, statement("sharp"), repair="other")


def test_a_repair_is_proved_and_holds():
    records = [record(False), record(True, "other"), record(True, "sharp")]
    found = finding(repaired(), *records)
    assert (found.finding, found.instead, found.title) == (
        Word.REPAIRED,
        "other",
        "the title of other",
    )
    with pytest.raises(ClaimsError, match="its repair 'other' has no proof"):
        finding(repaired(proof="none"), *records)
    with pytest.raises(ClaimsError, match="its repair 'other' is fails"):
        finding(repaired(), record(False), record(False, "other"), record(True, "sharp"))


def test_without_a_repair_it_is_false():
    found = finding(repaired()._replace(repair=""), record(False), record(True, "other"),
                    record(True, "sharp"))  # fmt: skip
    assert (found.finding, found.instead) == (Word.FALSE, "other")


def proof_gap(**more):
    step = statement("step", reach="proof", reason="it is the last line")
    return claim(statement(), step, **{"needs": ("step",), "proved_by": "Theorem A.", **more})


def test_a_needed_step_that_fails_is_told_beside_what_holds():
    records = [record(True), record(False, "step")]
    found = finding(proof_gap(), *records)
    assert (found.finding, found.printed_proof) == (Word.HOLDS, "does not give it")
    assert finding(proof_gap(), record(True), record(True, "step")).printed_proof == ""
    with pytest.raises(ClaimsError, match="does not say which proof gives it"):
        finding(proof_gap(proved_by=""), *records)


def test_a_step_of_another_claim_can_be_needed():
    step = statement("step", reach="proof", reason="a reason")
    other = claim(statement(), step, name="lemma-6")
    mine = claim(statement(), needs=("lemma-6/step",), proved_by="another way.")
    records = [record(True), record(True, name="lemma-6"), record(False, "step", "lemma-6")]
    found = judged([other, mine], records)
    assert [f.printed_proof for f in found] == ["", "does not give it"]


# ----------------------------------------------------------------- the reaches


def failing(key="step", **more):
    """Return a claim that holds, with a step that fails."""
    return claim(statement(), statement(key, **more), statement("better"))


def test_every_failing_statement_of_the_paper_says_how_far_it_reaches():
    records = [record(True), record(False, "step"), record(True, "better")]
    with pytest.raises(ClaimsError, match="does not say how far it reaches"):
        finding(failing(), *records)
    assert finding(failing()._replace(in_paper=False), *records).finding is Word.HOLDS


@pytest.mark.parametrize(
    ("left", "relation", "right", "within"),
    [(3, "<=", 2, True), (5, "<=", 2, False), (1, "<=", 0, False), (1, ">=", 2, True),
     (1, ">=", 3, False), (-1, "==", 2, True), (4, "==", 1, False)],
)  # fmt: skip
def test_a_constant_has_a_factor_that_holds(left, relation, right, within):
    one = failing(reach="constant", factor=2)
    step = compare("lemma-9", "step", {"n": 1}, left, relation, right)
    records = (record(True), step, record(True, "better"))
    if within:
        assert finding(one, *records).reaches == "1 constant"
    else:
        with pytest.raises(ClaimsError, match="with the factor 2, fails inside"):
            finding(one, *records)


def test_a_wording_has_a_correction_that_holds():
    one = failing(reach="wording", correction="better")
    records = [record(True), record(False, "step")]
    assert finding(one, *records, record(True, "better")).reaches == "1 wording"
    with pytest.raises(ClaimsError, match="corrected wording fails too"):
        finding(one, *records, record(False, "better"))


def test_a_result_that_stands_is_not_reached():
    one = failing(reach="result", reason="a reason")
    with pytest.raises(ClaimsError, match="reach 'result', but the claim holds"):
        finding(one, record(True), record(False, "step"), record(True, "better"))


def test_reach_proof_is_a_step_that_a_proof_needs():
    records = [record(True), record(False, "step")]
    with pytest.raises(ClaimsError, match="and no proof needs it"):
        finding(proof_gap(needs=()), *records)
    edge = proof_gap()._replace(
        statements=(statement(), statement("step", reach="edge", domain=("n >= 3",)))
    )
    with pytest.raises(ClaimsError, match="and a proof needs it"):
        finding(edge, *records, record(True, "step", n=3))


# ------------------------------------------------------------------ domains


def test_clauses_are_read_as_inequalities_of_sizes():
    assert holds("n*s >= 2", {"n": 1, "s": 2})
    assert not holds("n*s >= 2", {"n": 1, "s": 1})
    assert not holds("0 <= rho < 1", {"rho": 1.0})
    assert holds("s >= 2*k", {"n": 1, "s": 1})  # an instance without k: nothing is said
    assert shown("n*r*s >= 2") == "nrs ≥ 2"
    assert shown("0 <= rho < 1") == "0 ≤ ρ < 1"
    with pytest.raises(ClaimsError, match="n = 'three' is no number"):
        holds("n > 1", {"n": "three"})


@pytest.mark.parametrize(
    "clause", ["n", "n == 1", "W > 0", "epsilon < 1", "n > 1.5", "f(n) > 1", "n >", "n**2 > 1"]
)
def test_a_clause_that_is_none_is_refused(clause):
    with pytest.raises(ClaimsError, match="domain"):
        check_clause(clause)


# ---------------------------------------------------------- the reference


REFERENCE = ROOT / "results/reference"
EXPECTED = {
    Word.CONDITION: {"claim-2.1", "lemma-9", "lemma-10", "theorem-8", "theorem-13"},
    Word.REPAIRED: {
        "app-A",
        "sec4-parity",
        "intro-dense-sq",
        "theorem-19",
        "eq-15",
        "lemma-18",
    },
    Word.FALSE: {"intro-agnostic", "intro-dense-lower", "theorem-17", "conj-20"},
    Word.CONDITIONAL: {"theorem-3b"},
    Word.OPEN: {"conj-12", "conj-16", "sec6-average-case", "sec6-practical"},
    Word.UNTESTABLE: {"theorem-5"},
}


def test_the_findings_of_the_reference():
    findings = read_findings(REFERENCE / "findings.csv")
    assert list(findings) == list(read_registry(ROOT / "src/sparse_activations"))
    for word, claims in EXPECTED.items():
        found = {f.claim for f in findings.values() if f.in_paper and f.finding is word}
        assert found == claims, word
    by_another = {f.claim for f in findings.values() if f.printed_proof}
    assert by_another == {"lemma-9", "lemma-10", "theorem-8", "theorem-3a"}


def test_the_findings_fit_the_verdicts_of_the_reference():
    registry = read_registry(ROOT / "src/sparse_activations")
    findings = read_findings(REFERENCE / "findings.csv")
    verdicts = read_verdicts(REFERENCE / "verdicts.csv")
    for one in registry.values():
        failing = [s for s in one.statements if verdicts[one.id, s.key].failures]
        word = findings[one.id].finding
        main = verdicts[one.id, one.main_statement.key]
        if word is Word.HOLDS:
            assert not main.failures
        if word in (Word.CONDITION, Word.REPAIRED, Word.FALSE):
            assert main.failures
        if one.in_paper:
            reaches = [s.reach for s in failing]
            said = findings[one.id].reaches
            counts = [f"{reaches.count(r)} {r}" for r in REACHES if r in reaches]
            assert said == ", ".join(counts)


def test_findings_are_read_as_they_were_written(tmp_path):
    found = judged([conditional()], [
        record(False, n=1, rho=0.5), record(False, n=5, rho=-1.0), *INSIDE,
        record(True, "corrected"),
    ])  # fmt: skip
    write_findings(tmp_path / "findings.csv", found)
    assert list(read_findings(tmp_path / "findings.csv").values()) == found
    with pytest.raises(ClaimsError, match="holds no findings"):
        read_findings(tmp_path / "none.csv")
    text = (tmp_path / "findings.csv").read_text("utf-8")
    (tmp_path / "findings.csv").write_text(text.replace("printed_proof", "proof"), "utf-8")
    with pytest.raises(ClaimsError, match="is not a table of findings"):
        read_findings(tmp_path / "findings.csv")
