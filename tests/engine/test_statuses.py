"""Statuses: each rule on a made-up contradiction."""

import re

import pytest

from paperclaims.checks.comparison import compare
from paperclaims.errors import ClaimsError
from paperclaims.judging.statuses import (
    Status,
    check_degenerate,
    check_statuses,
    judge_statuses,
    lacking,
    problems,
    read_statuses,
    write_statuses,
)
from paperclaims.judging.verdicts import Counterexample, Outcome, Verdict
from paperclaims.registry.claims import Claim, Statement, wrong_words
from paperclaims.registry.domains import check_clause, outside
from paperclaims.reporting.screen import claim_lines


def statement(key, failing=0, proof="docs", counterexample=None, **more):
    """Return a statement and its verdict; the proof of one that fails refutes it."""
    verdict = Verdict(
        "lemma-9", key, Outcome.FAILS if failing else Outcome.EXACT, 9, failing, 0, 1.0, None,
        counterexample, "", "", proof,
    )  # fmt: skip
    fields = {"untestable": "", "instead": "", **more}
    if proof == "docs" and (failing or "fails" in more):
        fields["refutation"] = "proofs.md#it-fails"
    said = {"key": key, "title": key, "says": "x", "proof": proof}
    return Statement(**said, **fields), verdict


def made_up_claim(*statements, **said):
    named = {"id": "lemma-9", "place": "§3", "title": "A bound", "topic": "family"}
    return Claim(statements=statements, **named, **said)


GOOD, BARE = statement("good"), statement("bare", proof="none")
WRONG = statement("wrong", failing=3, fails="result", instead="good")
LINE = statement("line", failing=3, fails="constant", instead="good")
GAP = statement("gap", failing=3, fails="proof gap", instead="good")
OPEN, PROVED = (
    statement("open", proof=proof, untestable="it speaks of all algorithms")
    for proof in ("none", "docs")
)
#: At n = s = 1 alone the printed form fails, which the proved form excludes.
EDGE = statement("edge", failing=1, proof="none", fails="degenerate case", excluded_by="domain")
DOMAIN = statement("domain", domain=("n*s >= 2",))

HOLDS = {"status": "holds", "answer": "True."}
CORRECTED = {
    "status": "holds with a correction", "answer": "True with 2 for 1.", "correction": "2 for 1",
    "corrected": ("good",),
}  # fmt: skip
FALSE = {"status": "false", "answer": "False.", "survives": "The order.", "corrected": ("good",)}
LATER = {"status": "open", "answer": "Open."}


def wrong(*made, strict=True, **said):
    """Return what contradicts what is said of a claim with these statements."""
    statements, verdicts = zip(*made, strict=True)
    claim = made_up_claim(*statements, **said)
    found = {("lemma-9", verdict.statement): verdict for verdict in verdicts}
    sentences = problems(claim, {"lemma-9": claim}, found, strict)
    told = [sentence for _, sentence in wrong_words(claim, {"lemma-9": claim})]
    return "; ".join(one.removeprefix("lemma-9: ") for one in told + sentences)


def named(*keys):
    return {"conclusions": {key: key for key in keys}}


BAD = statement("bad", failing=1, fails="constant", instead="bare")
#: What is said of the paper's proof.
PROVES = HOLDS | {"paper_proof": "proves it", "examined": ("good",)}
PROVES_CORRECTED = HOLDS | {"paper_proof": "proves it, corrected", "examined": ("line",)}
HAS_GAP = HOLDS | {"paper_proof": "does not prove it", "gap": "gap", "proved_by": ("good",)}
NOT_EXAMINED = LATER | {"status": "not examined"}


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ([GOOD], HOLDS),
        ([EDGE, DOMAIN], HOLDS),
        ([WRONG, GOOD], CORRECTED),
        ([BARE, GOOD], CORRECTED | {"not_shown": ("bare",)}),
        ([WRONG, GOOD], FALSE),
        ([OPEN], LATER),
        ([BARE], LATER),
        ([OPEN], NOT_EXAMINED),
        ([GOOD], {"kind": "definition"}),
        ([OPEN, GOOD], {"kind": "question", "answers": ("good",)}),
        ([GOOD], PROVES),
        ([GOOD, LINE], PROVES_CORRECTED),
        ([GOOD, GAP], HAS_GAP),
        ([GOOD, statement("tried", failing=1, proof="none", reading=True)], HOLDS),
        ([GOOD, statement("wrong", failing=1)], HOLDS | {"in_paper": False}),
        ([statement("wrong", failing=1)], LATER | {"status": "false", "in_paper": False}),
    ],
)
def test_consistent_status_is_accepted(made, said):
    assert wrong(*made, **said) == ""


@pytest.mark.parametrize(
    ("made", "said", "says"),
    [
        ([BARE], HOLDS, "but conclusion 'bare' is not proved as stated"),
        ([WRONG, GOOD], HOLDS, "but conclusion 'wrong' is not proved as stated"),
        ([GOOD, BARE], HOLDS | named("good", "bare"), "conclusion 'bare' is not proved"),
        ([GOOD], HOLDS | {"answer": ""}, "must have an answer in one line"),
        ([GOOD], HOLDS | {"correction": "2"}, "correction is allowed only if"),
        ([GOOD], CORRECTED, "every conclusion is proved as stated"),
        ([WRONG, GOOD], CORRECTED | {"corrected": ()}, "name the corrected statement"),
        ([WRONG, GOOD], CORRECTED | {"correction": ""}, "describe the correction"),
        ([WRONG, BARE, GOOD], CORRECTED | {"corrected": ("bare",)}, "'bare' is marked as holding"),
        ([BARE, GOOD], CORRECTED, "'bare' is not refuted; add it to not_shown"),
        ([WRONG, GOOD], CORRECTED | {"not_shown": ("wrong",)}, "as not shown, but is proved"),
        ([LINE, GOOD], FALSE, "no conclusion is refuted with the impact 'result'"),
        ([WRONG, GOOD], FALSE | {"survives": ""}, "state what remains true"),
        ([GOOD], LATER, "is open, but its conclusion 'good' is proved or refuted"),
        ([WRONG, GOOD], LATER, "is open, but its conclusion 'wrong' is proved or refuted"),
        ([BARE], NOT_EXAMINED, "'bare' has a check or a proof"),
        ([PROVED], NOT_EXAMINED, "'open' has a check or a proof"),
        ([GOOD], {"kind": "definition", **HOLDS}, "status must be empty for definitions"),
        ([GOOD], {}, "a claim must have a status"),
        ([OPEN, BARE], {"kind": "question", "answers": ("bare",)}, "'bare' is marked as holding"),
    ],
)
def test_a_status_that_the_verdicts_contradict_is_refused(made, said, says):
    assert says in wrong(*made, **said)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (PROVES | {"examined": ()}, "name the examined lines"),
        (PROVES | {"examined": ("line",)}, "its line 'line' is refuted"),
        (PROVES_CORRECTED | {"examined": ("good",)}, "none of its lines is refuted"),
        (PROVES_CORRECTED | {"examined": ("bad",)}, "correction of the line 'bad' is not proved"),
        (HAS_GAP | {"gap": "good"}, "'good' is marked as the gap of the paper's proof, but is not"),
        (HAS_GAP | {"gap": ""}, "name the gap and another proof"),
        (HAS_GAP | {"proved_by": ()}, "name the gap and another proof"),
        (HAS_GAP | {"proved_by": ("bare",)}, "'bare' is listed in proved_by, but is unproved"),
        (PROVES | {"gap": "gap", "proved_by": ("good",)}, "gap and proved_by are allowed only if"),
    ],
)
def test_rejects_paper_proofs_that_the_verdicts_contradict(said, says):
    assert says in wrong(GOOD, LINE, GAP, BARE, BAD, **said)


@pytest.mark.parametrize(
    ("failing", "said", "says"),
    [
        (1, {}, "'x' fails; name its impact"),
        (0, {"fails": "constant", "instead": "good"}, "no instance refutes it"),
        (1, {"fails": "constant"}, "name its correction"),
        (1, {"fails": "misprint", "instead": "line"}, "its correction is refuted"),
        (1, {"fails": "proof gap"}, "name it in gap or examined"),
        (1, {"fails": "degenerate case"}, "name the statement that excludes it"),
        (1, {"fails": "degenerate case", "excluded_by": "good"}, "this has no domain or is not"),
        (0, {"excluded_by": "domain"}, "excluded_by is allowed only if"),
    ],
)
def test_an_impact_that_the_verdicts_contradict_is_refused(failing, said, says):
    assert says in wrong(GOOD, LINE, DOMAIN, statement("x", failing, **said), **HOLDS)


@pytest.mark.parametrize(
    ("statements", "said", "strict", "says"),
    [
        ([BARE], HOLDS, False, "status is 'holds', but conclusion 'bare' is not proved as stated"),
        ([WRONG, GOOD], HOLDS, False, "'wrong' is not proved as stated; name its proof"),
        ([OPEN, GOOD], FALSE, False, "no conclusion is refuted"),
        ([GOOD], LATER, False, "is open, but its conclusion 'good' is proved"),
        ([WRONG, GOOD], FALSE | {"survives": ""}, True, "lacks survives"),
        ([BARE], FALSE | {"corrected": ()}, False, None),
        ([BARE, GOOD], CORRECTED, False, None),
        ([WRONG, GOOD], FALSE | {"survives": ""}, False, None),
        ([EDGE, DOMAIN], HOLDS, True, None),
    ],
)
def test_check_statuses_rejects_what_no_verdict_supports(statements, said, strict, says):
    registry = {"lemma-9": made_up_claim(*(made for made, _ in statements), **said)}
    if says is None:
        check_statuses(registry, strict)
        return
    with pytest.raises(ClaimsError, match=re.escape(says)):
        check_statuses(registry, strict)


@pytest.mark.parametrize(
    ("failing", "proof", "said", "says"),
    [
        (0, "docs", {"ours": "sharper"}, ""),
        (2, "none", {"ours": "conjecture"}, ""),
        (2, "docs", {"ours": "conjecture"}, ""),
        (0, "none", {"ours": "sharper"}, "has no proof, so ours must be 'conjecture'"),
        (0, "docs", {"ours": "conjecture"}, "has a proof, so ours must be 'sharper'"),
        (2, "none", {"ours": "conjecture", "fails": "result"}, "no impact"),
    ],
)
def test_wrong_words_rejects_sharper_statements_without_a_proof(failing, proof, said, says):
    made = statement("half", failing, proof, **said)
    found = wrong(GOOD, made, **HOLDS)
    assert says in found if says else not found
    assert "'half' is ours, so" in wrong(GOOD, made, **HOLDS | named("good", "half"))


def test_a_small_run_takes_the_registrys_word_for_a_line_and_not_for_a_status():
    line = statement("line", proof="none", fails="constant", instead="good")
    assert wrong(GOOD, line, **PROVES_CORRECTED, strict=False) == ""
    assert "no instance refutes it" in wrong(GOOD, line, **PROVES_CORRECTED)
    quiet = statement("wrong", proof="none", fails="result", instead="good")
    refuted = statement("wrong", fails="result", instead="good")
    for said, says in ((FALSE, "choose sizes that show it"), (CORRECTED, "is not refuted")):
        assert says in wrong(quiet, GOOD, **said, strict=False)
        assert wrong(refuted, GOOD, **said, strict=False) == ""


def test_missing_entries_are_listed_and_rejected_if_strict():
    made, verdict = statement("wrong", failing=3)
    verdict = verdict._replace(counterexample=Counterexample({"n": "6"}, "2", "<=", "1"))
    claim = made_up_claim(made)
    registry, verdicts = {"lemma-9": claim}, {("lemma-9", "wrong"): verdict}
    keys = ["status", "answer", "statements → wrong → fails"]
    lines = lacking(claim, verdicts)
    assert [line.split(": ")[1] for line in lines] == [f"claim lemma-9 lacks {k}" for k in keys]
    assert all(line.startswith("family/claims.yaml: ") for line in lines)
    with pytest.raises(ClaimsError) as error:
        judge_statuses(registry, verdicts)
    assert str(error.value).splitlines() == lines
    for status in ("", "false"):
        registry = {"lemma-9": claim.replace(status=status)}
        (found,) = judge_statuses(registry, verdicts, strict=False)
        assert found.status == "false; no correction is stated"
        assert found.answer == "n=6: not 2 <= 1"
    (told,) = claim_lines(registry.values(), verdicts, {"lemma-9": found}, {})
    assert told == "lemma-9  false; no correction is stated: n=6: not 2 <= 1"
    said = registry["lemma-9"].replace(survives="The order.")
    (found,) = judge_statuses({"lemma-9": said}, verdicts, strict=False)
    assert found.status == "false"


def test_a_conclusion_without_proof_is_told_from_an_undecided_and_a_refuted_one():
    made, verdict = GOOD
    undecided = wrong((made, verdict._replace(undecided=2)), **HOLDS)
    assert "stated: 2 of 9 instances are undecided; where both sides are equal" in undecided
    found = Counterexample({"n": "1"}, "1", "<=", "0")
    refuted = wrong(statement("wrong", failing=3, counterexample=found), **HOLDS, strict=False)
    assert "is not proved as stated and fails (n=1: not 1 <= 0)" in refuted


def test_a_status_that_is_not_stated_follows_from_the_verdicts():
    for made, status in ((GOOD, "holds"), (BARE, "open")):
        claim = made_up_claim(made[0])
        verdicts = {("lemma-9", made[0].key): made[1]}
        (found,) = judge_statuses({"lemma-9": claim}, verdicts, strict=False)
        assert found.status == status


def at(key, **instance):
    return compare("lemma-9", key, instance, 1, "<=", 0 if key == "edge" else 2)


def test_check_degenerate_rejects_a_degenerate_case_that_fails_elsewhere():
    claim = made_up_claim(EDGE[0], DOMAIN[0], **HOLDS)
    check_degenerate([claim], [at("edge", n=1, s=1), at("domain", n=2)])
    for instance in ({"n": 2, "s": 1}, {"n": 1}):
        with pytest.raises(ClaimsError, match="a degenerate case, but also fails at n="):
            check_degenerate([claim], [at("edge", **instance)])


def test_check_degenerate_rejects_a_domain_that_names_no_entry_of_an_instance():
    claim = made_up_claim(statement("domain", domain=("length*breadth_2 >= 2",))[0])
    check_degenerate([claim], [at("domain", length=2, breadth_2=1)])
    with pytest.raises(ClaimsError, match=r"got 'breadth_2' \(nearest: breadth\)"):
        check_degenerate([claim], [at("domain", length=1, breadth=1)])


# ------------------------------------------------------------------- domains


def test_outside_returns_whether_a_clause_excludes_an_instance():
    assert outside(["n*s >= 2"], {"n": 1, "s": 1})
    assert not outside(["n*s >= 2"], {"n": 1, "s": 2})
    assert outside(["0 <= rho < 1"], {"rho": 1})
    assert not outside(["0 <= rho < 1"], {"rho": "1/2"})
    assert outside(["n >= 2", "length >= 3"], {"n": 5, "length": 2})
    assert not outside(["n >= 2", "length >= 3"], {"n": 5})
    with pytest.raises(ClaimsError, match="must have numbers, got n='a'"):
        outside(["n >= 2"], {"n": "a"})


@pytest.mark.parametrize(
    "clause", ["n", "n == 2", "n >= f(2)", "n >=", "n >= 2.5", "n/2 > 1", "(n < 3) < 2"]
)
def test_check_clause_rejects_what_is_no_inequality_of_sums_and_products(clause):
    with pytest.raises(ClaimsError, match="must be an inequality"):
        check_clause(clause)


def test_statuses_are_read_as_they_were_written(tmp_path):
    rows = [Status("a", "§1, “x”", True, "claim", "holds", "", "b and c", "proves it", "y", "", "")]
    write_statuses(tmp_path / "statuses.csv", rows)
    assert list(read_statuses(tmp_path / "statuses.csv").values()) == rows
    with pytest.raises(ClaimsError, match="run the workflow first"):
        read_statuses(tmp_path / "none.csv")
