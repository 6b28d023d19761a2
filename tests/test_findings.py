"""Findings: each word of each question on made-up records, both ways, and the reference's."""

import re
from pathlib import Path

import pytest

from claimcheck.comparison import compare, compare_rate
from claimcheck.contradictions import check_records, unshown
from claimcheck.domains import check_boundary, check_clause, holds, names_scale, shown
from claimcheck.errors import ClaimsError
from claimcheck.findings import (
    LEAD,
    Conclusion,
    Truth,
    judge_findings,
    lead,
    read_findings,
    write_findings,
)
from claimcheck.misprints import Change, check_changes, corrected_tex
from claimcheck.printed_proofs import PrintedProof, reach_of
from claimcheck.registry import REACHES, Claim, Concluded, Statement, read_registry
from claimcheck.verdicts import judge_topic, read_verdicts

ROOT = Path(__file__).resolve().parents[1]


def statement(key="printed", **more):
    given = {"kind": "unconditional", "proof": "docs", "untestable": "", "correction": ""}
    title, tex = f"the title of {key}", more.pop("latex", "x")
    return Statement(key, title, tex, "all", effect="", **{**given, **more})


def claim(*statements, name="lemma-9", **more):
    more = {"survives": "the idea", **more}
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


# ------------------------------------------- the first question: is it true?


def test_a_definition_and_an_open_question():
    assert finding(claim(statement(kind="definition")), record(True)).finding is Truth.DEFINITION
    assert finding(claim(statement(kind="open")), record(True)).finding is Truth.OPEN
    reason = {"untestable": "it speaks of all algorithms", "proof": "none"}
    assert finding(claim(statement(**reason))).finding is Truth.UNTESTABLE
    assert finding(claim(statement(kind="open", **reason))).finding is Truth.OPEN


def test_a_refuted_conjecture_is_false():
    one = claim(
        statement(kind="open", reach="result", reason="it is the conjecture", correction="more"),
        statement("more"),
    )
    found = finding(one, record(False), record(True, "more"))
    assert (found.finding, found.instead) == (Truth.FALSE, "more")
    with pytest.raises(ClaimsError, match="does not say what survives"):
        finding(one._replace(survives=""), record(False), record(True, "more"))


def test_what_holds_is_proved_and_an_open_comparison_is_undecided():
    assert finding(claim(statement()), record(True)).finding is Truth.HOLDS
    assert finding(claim(statement(proof="none")), record(True)).finding is Truth.OPEN
    outside = claim(statement(proof="none"), in_paper=False)
    assert finding(outside, record(True)).finding is Truth.HOLDS
    rate = compare_rate("lemma-9", "printed", {"n": 1}, 60, 100, ">=", 0.5, level=1e-6)
    assert finding(claim(statement()), rate).finding is Truth.UNDECIDED


def test_the_smallest_sizes_never_decide():
    one = claim(
        statement(proof="none", boundary=("p >= 1",), correction="better"), statement("better")
    )
    failing = [record(False, n=1, s=1), record(False, n=3, s=2, p=0)]
    found = finding(one, *failing, record(True, n=1, s=2, p=1), record(True, "better"))
    assert (found.finding, found.footnotes, found.instead) == (Truth.HOLDS, ("printed",), "")
    assert found.reaches == "1 boundary"
    more = claim(statement(reach="result", reason="r", correction="better"), statement("better"))
    found = finding(more, *failing, record(True, "better"))
    assert found.finding is Truth.FALSE


def test_a_constant_with_which_it_is_read():
    one = claim(
        statement(proof="none", factor=2, with_constant="proved", reach="constant"),
        statement("proved"),
    )
    found = finding(one, record(False), record(True, "proved"))
    assert (found.finding, found.reaches) == (Truth.HOLDS, "1 constant")


INSIDE = [record(True, n=n, rho=0.5) for n in range(2, 22)]
DOMAIN = {"reach": "condition", "domain": ("m >= 2", "0 <= rho < 1"), "proof": "none"}


def test_a_run_that_is_too_small_to_show_a_fault_decides_nothing():
    for one in (on_domain(), misprinted(), on_domain(reach="result", reason="r", domain=())):
        good = record(True, one.statements[1].key)
        assert finding(one, record(True), good).finding is Truth.UNDECIDED


FAIL = [record(False, n=2, m=1, rho=0.5), record(False, n=5, m=2, rho=-1.0)]


def on_domain(**more):
    first = statement(**{**DOMAIN, **more}, correction="corrected")
    return claim(first, statement("corrected"))


def test_failures_outside_a_domain_leave_a_domain():
    found = finding(on_domain(), *FAIL, *INSIDE, record(True, "corrected"))
    assert found.finding is Truth.DOMAIN
    assert found.domain == "m ≥ 2 and 0 ≤ ρ < 1"
    assert (found.instead, found.reaches) == ("corrected", "1 condition")


def test_a_domain_without_a_proof_or_with_a_failing_record_inside_stops_the_judging():
    inside = record(False, n=3, m=2, rho=0.5)
    with pytest.raises(ClaimsError, match="fails inside its domain m ≥ 2 and 0 ≤ ρ < 1: n=3"):
        finding(on_domain(), inside, *INSIDE, record(True, "corrected"))
    one = on_domain()
    bare = one._replace(statements=(one.statements[0], statement("corrected", proof="none")))
    with pytest.raises(ClaimsError, match="nothing that is proved and holds is named instead"):
        finding(bare, *FAIL, *INSIDE, record(True, "corrected"))
    with pytest.raises(ClaimsError, match="its reach is 'condition', not 'wording'"):
        finding(on_domain(reach="wording"), *FAIL, *INSIDE, record(True, "corrected"))


def test_outside_a_domain_no_other_constant_serves():
    first = statement(**DOMAIN, correction="corrected", factor=2, every_constant="any")
    any_one = statement("any", reach="condition", correction="corrected")
    one = claim(first, statement("corrected"), any_one)
    large = [compare("lemma-9", "printed", r.instance, 9, "<=", 2) for r in FAIL]
    records = [*large, *INSIDE, record(True, "corrected")]
    constants = [record(False, "any", n=2, s=2, c=1), record(False, "any", n=9, s=2, c=100)]
    assert finding(one, *records, *constants).finding is Truth.DOMAIN
    with pytest.raises(ClaimsError, match="does not fail with the constant 100"):
        finding(one, *records, constants[0], record(True, "any", n=9, s=2, c=100))
    bare = one._replace(statements=(first._replace(every_constant=""), *one.statements[1:]))
    with pytest.raises(ClaimsError, match="nothing shows that no other one serves"):
        finding(bare, *records, *constants)


def test_a_scale_in_a_domain_leaves_the_papers_setting_inside():
    first = statement(
        reach="condition", domain=("R + B >= 2",), setting="cube", correction="corrected"
    )
    one = claim(first, statement("corrected"), statement("cube"))
    records = [record(False, n=2, R=1, B="1/2"), record(True, n=2, R=2, B=0)]
    more = [record(True, "corrected"), record(True, "cube")]
    found = finding(one, *records, *more)
    assert (found.finding, found.domain) == (Truth.DOMAIN, "R + B ≥ 2")
    bare = one._replace(statements=(*one.statements[:2], statement("cube", proof="none")))
    with pytest.raises(ClaimsError, match="its setting 'cube' fails, or has no proof"):
        finding(bare, *records, *more)


@pytest.mark.parametrize(("records", "says"), [
    (FAIL[:1], "excluded by 0 ≤ ρ < 1 alone"),
    ([FAIL[0], record(False, n=2, m=1, rho=-1.0)], "excluded by 0 ≤ ρ < 1 al"),
    (FAIL, ""),
])  # fmt: skip
def test_a_run_says_which_clause_it_does_not_need(records, says):
    sentences = left_unshown(on_domain(), *records, *INSIDE, record(True, "corrected"))
    assert len(sentences) == bool(says)
    assert says in "".join(sentences)


def test_a_run_says_that_too_little_lies_inside_a_domain():
    outside = [record(True, n=2, m=1, rho=number / 20) for number in range(19)]
    good = record(True, "corrected", n=1, m=1, rho=0.5)
    (sentence,) = left_unshown(on_domain(), *FAIL, *outside, INSIDE[0], good)
    assert "1 instances lie inside its domain" in sentence
    more = [record(True, "corrected", n=n, rho=0.5) for n in range(2, 22)]
    assert left_unshown(on_domain(), *FAIL, *outside, INSIDE[0], *more) == []
    assert left_unshown(on_domain(), *FAIL, INSIDE[0], good) == []


# ---------------------------------------------------------------- misprints

ABSOLUTE = Change("absolute value", "h(x)", "|h(x)|")
EVEN = Change("index", r"a\;\mathrm{even}", r"a\equiv|S|\,(4)")


def misprinted(changes=(ABSOLUTE,), meant=r"\sup |h(x)|", **more):
    first = statement(
        latex=r"\sup h(x)", changes=changes, reach="wording", correction="meant", **more
    )
    return claim(first, statement("meant", latex=meant))


def test_local_changes_make_a_misprint():
    found = finding(misprinted(), record(False), record(True, "meant"))
    assert (found.finding, found.instead) == (Truth.MISPRINTED, "meant")
    for changed, says in [
        (misprinted(meant=r"\sup |h(x)|^2"), "its changes do not make it 'meant'"),
        (misprinted((Change("sign", "+", "-"),)), "its formula has no '\\+' to change"),
    ]:
        with pytest.raises(ClaimsError, match=says):
            finding(changed, record(False), record(True, "meant"))
    with pytest.raises(ClaimsError, match="nothing that is proved and holds"):
        finding(misprinted(), record(False), record(False, "meant", n=2, s=2))


@pytest.mark.parametrize(("changes", "says"), [
    ((ABSOLUTE, ABSOLUTE, ABSOLUTE), "3 changes, and a misprint takes at most 2"),
    ((Change("constant", "2", "n"),), "no change of a constant"),
    ((Change("constant", r"\frac{1}{4}", r"\log 2"),), "no change of a constant"),
    ((Change("sign", "2", "3"),), "no change of a sign"),
    ((Change("index", "k^4", "k^2"),), "no change of a index"),
    ((Change("exponent", "4", "2"),), "allowed are constant, sign, index"),
    ((Change("absolute value", "h", "2|h|"),), "no change of a absolute value"),
    ((ABSOLUTE, EVEN), None),
    ((Change("constant", "2", r"\tfrac{3}{2}"), Change("sign", r"\ge", "<")), None),
])  # fmt: skip
def test_what_a_local_change_may_be(changes, says):
    if says is None:
        check_changes(changes, "here")
        return
    with pytest.raises(ClaimsError, match=says):
        check_changes(changes, "here")


def test_an_index_stands_in_an_index():
    assert corrected_tex(r"\sum_{i\in T}x_i", (Change("index", "T", "S"),), "here") == (
        r"\sum_{i\in S}x_i"
    )
    assert corrected_tex(r"j \in [m]", (Change("index", "[m]", "S"),), "here") == r"j \in S"
    assert corrected_tex("x_i", (Change("index", "i", "j"),), "here") == "x_j"
    assert EVEN.meant in corrected_tex(rf"\text{{if}}\;{EVEN.printed}", (EVEN,), "here")
    with pytest.raises(ClaimsError, match="'k' is no index"):
        corrected_tex("k W", (Change("index", "k", "s"),), "here")


# ---------------------------------------------------- several conclusions


def several(*names, **more):
    concludes = tuple(Concluded(name, key) for name, key in names)
    return {"concludes": concludes, **more}


def test_each_conclusion_has_a_word_and_the_worst_leads():
    time = statement("time", kind="open", untestable="all algorithms", proof="none")
    one = claim(*misprinted().statements, time, **several(("samples", "printed"), ("time", "time")))
    found = finding(one, record(False), record(True, "meant"))
    assert found.finding is Truth.MISPRINTED
    assert found.conclusions == (
        Conclusion("samples", "printed", Truth.MISPRINTED, ""),
        Conclusion("time", "time", Truth.OPEN, ""),
    )
    holding = claim(statement(), time, **several(("samples", "printed"), ("time", "time")))
    assert finding(holding, record(True)).finding is Truth.OPEN


def test_the_order_of_the_lead():
    made = [Conclusion("", word.name, word, "") for word in Truth]
    for place, word in enumerate(LEAD):
        rest = [one for one in made if LEAD.index(one.word) >= place]
        assert lead(rest).word is word
    assert set(LEAD) == set(Truth)


# ----------------------------------------------------------------- additions


def conjecture(**more):
    first = statement(kind="open", untestable="all algorithms", proof="none", **more)
    fault = statement("every", part="statement", reach="wording", correction="small",
                      label="ε < ½ must be asked")  # fmt: skip
    small = statement("small", label="for small ε")
    return claim(first, fault, small, name="conj-12", survives="")


CONJECTURE = [record(False, "every", "conj-12"), record(True, "small", "conj-12")]


def test_an_open_claim_can_have_a_fault_and_be_answered():
    (found,) = judged([conjecture()], CONJECTURE)
    assert (found.finding, found.addition) == (Truth.OPEN, "with a fault: ε < ½ must be asked")
    (found,) = judged([conjecture(answers=("small",))], CONJECTURE)
    assert found.addition.endswith("must be asked; answered here: for small ε")
    with pytest.raises(ClaimsError, match="its answer 'every' is not proved"):
        judged([conjecture(answers=("every",))], CONJECTURE)


def test_a_definition_with_a_fault():
    one = claim(
        statement(kind="definition", part="statement", correction="better", reach="wording",
                  label="it reduces where it should round"), statement("better"),
    )  # fmt: skip
    found = finding(one, record(False), record(True, "better"))
    assert (found.finding, found.instead) == (Truth.DEFINITION, "better")
    assert found.addition == "with a fault: it reduces where it should round"


def test_a_fault_of_the_statement_is_in_the_finding():
    fault = statement("slip", part="statement", reach="wording", correction="printed")
    with pytest.raises(ClaimsError, match="and its 'slip' is a fault of it"):
        finding(claim(statement(), fault), record(True), record(False, "slip"))
    for part in ("beside words", "elsewhere", "reading"):
        found = finding(
            claim(statement(), fault._replace(part=part)), record(True), record(False, "slip")
        )
        assert (found.finding, found.footnotes) == (Truth.HOLDS, ("slip",))


def test_a_condition_that_is_missing_beside_the_formula_is_added():
    one = misprinted()
    under = statement("under", part="statement", reach="condition", correction="meant",
                      label="the distribution is the uniform one")  # fmt: skip
    one = one._replace(statements=(*one.statements, under))
    found = finding(one, record(False), record(True, "meant"), record(False, "under"))
    assert found.finding is Truth.MISPRINTED
    assert found.addition == "with a missing condition: the distribution is the uniform one"


def resting(**more):
    hard = statement("hard", kind="conditional", untestable="all algorithms", proof="docs")
    names = several(("run time", "hard"), ("construction", "step"))
    given = {"main": "hard", "assumes": ("conj-12",), "step": "step", "survives": ""}
    return claim(hard, statement("step", **more), **names, **given, name="theorem-13")


def test_a_conditional_claim_rests_on_a_conjecture_and_its_step_holds():
    step = record(True, "step", "theorem-13")
    found = judged([conjecture(), resting()], [*CONJECTURE, step])[1]
    assert (found.finding, found.addition) == (
        Truth.CONDITIONAL, "on conj-12; its construction holds",
    )  # fmt: skip
    assert found.printed_proof is PrintedProof.YES
    with pytest.raises(ClaimsError, match="its step 'step' does not hold, or has no proof"):
        judged([conjecture(), resting(proof="none")], [*CONJECTURE, step])


# ------------------------------- the second: does the printed proof give it?


def gap(*more, **given):
    step = statement("step", reach="proof", reason="the last line", correction="mended")
    return claim(statement(), step, statement("mended"), *more, needs=("step",), **given)


GAP = [record(True), record(False, "step"), record(True, "mended")]


def proof_of(one, *records):
    return finding(one, *records).printed_proof


def test_the_printed_proof_gives_it():
    assert proof_of(claim(statement()), record(True)) is PrintedProof.YES
    for said in ("cited", "none"):
        one = claim(statement(), printed_proof=said)
        assert proof_of(one, record(True)) is PrintedProof.NOT_PRINTED
    edge = [record(True), record(False, "step", n=1, s=1), record(True, "mended")]
    assert proof_of(gap(), *edge) is PrintedProof.YES


def test_a_repair_is_small_where_the_mended_proof_ends_in_the_claim():
    assert proof_of(gap(route="printed"), *GAP) is PrintedProof.REPAIR
    with pytest.raises(ClaimsError, match="does not say what"):
        finding(gap(), *GAP)
    with pytest.raises(ClaimsError, match="and yet a step loses it"):
        finding(gap(route="printed", loses="step", proof_statement="mended"), *GAP)


def test_another_proof_is_named_where_the_mended_one_ends_too_early():
    weaker = statement("weaker")
    given = {"route": "weaker", "loses": "step", "proof_statement": "mended"}
    records = [*GAP, record(True, "weaker")]
    assert proof_of(gap(weaker, **given), *records) is PrintedProof.ANOTHER
    for changed, says in [
        ({"loses": "weaker"}, "by which its proof loses, does not fail"),
        ({"proof_statement": "step"}, "'step' is not proved, or does not hold"),
    ]:
        with pytest.raises(ClaimsError, match=says):
            finding(gap(weaker, **{**given, **changed}), *records)


def test_a_repair_that_is_made_at_another_claim_is_small():
    mine = claim(statement(), uses=("lemma-9",), name="lemma-10")
    top = claim(statement(), uses=("lemma-10",), name="theorem-8")
    records = [*GAP, record(True, name="lemma-10"), record(True, name="theorem-8")]
    found = judged([gap(route="printed"), mine, top], records)
    assert [one.printed_proof for one in found] == [PrintedProof.REPAIR] * 3
    other = mine._replace(uses=(), needs=("lemma-9/step",))
    found = judged([gap(route="printed"), other], records[:-1])
    assert found[1].printed_proof is PrintedProof.REPAIR


def test_the_proof_is_asked_of_what_holds():
    one = claim(
        statement(reach="result", reason="r", correction="mended"), *gap().statements[1:],
        needs=("step",),
    )  # fmt: skip
    found = finding(one, record(False), *GAP[1:])
    assert (found.finding, found.printed_proof) == (Truth.FALSE, PrintedProof.NOT_ASKED)
    outside = claim(statement(), in_paper=False)
    assert proof_of(outside, record(True)) is PrintedProof.NOT_ASKED


# ----------------------------------------------------------------- the reaches


def failing(key="step", **more):
    """Return a claim that holds, with a step that fails."""
    return claim(statement(), statement(key, **more), statement("better"))


def test_every_failing_statement_of_the_paper_says_how_far_it_reaches():
    records = [record(True), record(False, "step"), record(True, "better")]
    with pytest.raises(ClaimsError, match="does not say how far it reaches"):
        finding(failing(), *records)
    assert finding(failing()._replace(in_paper=False), *records).finding is Truth.HOLDS


@pytest.mark.parametrize(
    ("left", "relation", "right", "within"),
    [(3, "<=", 2, True), (5, "<=", 2, False), (1, "<=", 0, False), (1, ">=", 2, True),
     (1, ">=", 3, False), (-1, "==", 2, True), (4, "==", 1, False)],
)  # fmt: skip
def test_a_constant_has_a_factor_that_holds(left, relation, right, within):
    one = failing(reach="constant", factor=2)
    step = compare("lemma-9", "step", {"n": 2}, left, relation, right)
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
    with pytest.raises(ClaimsError, match="and no proof needs it"):
        finding(gap()._replace(needs=()), *GAP)


# ------------------------------------------------------------------ domains


def test_clauses_are_read_as_inequalities():
    assert holds("n*s >= 2", {"n": 1, "s": 2})
    assert not holds("n*s >= 2", {"n": 1, "s": 1})
    assert not holds("0 <= rho < 1", {"rho": 1.0})
    assert holds("s >= 2*k", {"n": 1, "s": 1})  # an instance without k: nothing is said
    assert not holds("tau**3 * 2**p > 1", {"tau": "1/4", "p": 6})
    assert shown("n*r*s >= 2") == "nrs ≥ 2"
    assert shown("0 <= rho < 1") == "0 ≤ ρ < 1"
    assert shown("tau**3 * 2**p > 1") == "τ³ · 2^p > 1"
    assert shown("k*(R + B) >= 2") == "k(R + B) ≥ 2"
    assert shown("eps + 2*opt <= 4*k**6*W2*log2ns**4") == "ε + 2·opt ≤ 4k⁶W²log₂(ns)⁴"
    assert names_scale("R + B >= 2")
    assert not names_scale("n*s >= 2")
    with pytest.raises(ClaimsError, match="n = 'three' is no number"):
        holds("n > 1", {"n": "three"})


@pytest.mark.parametrize(
    "clause", ["n", "n == 1", "W > 0", "epsilon < 1", "n > 1.5", "f(n) > 1", "n >", "2**(0-n) > 1"]
)
def test_a_clause_that_is_none_is_refused(clause):
    with pytest.raises(ClaimsError, match="domain"):
        check_clause(clause)


@pytest.mark.parametrize(
    "clause", ["n > 1", "rho >= 1", "n >= 5", "s >= 2*k", "R >= 1", "n + s >= 2"]
)
def test_a_boundary_is_a_product_of_sizes_that_is_small(clause):
    for good in ("n*s >= 3", "p >= 1", "d >= 1"):
        check_boundary(good)
    with pytest.raises(ClaimsError, match="boundary"):
        check_boundary(clause)


# ---------------------------------------------------------- the reference


REFERENCE = ROOT / "results/reference"
REGISTRY = ROOT / "src/sparse_activations"
#: The paper's claims that do not simply hold, by word, and the answers to the second question.
WORDS = {
    Truth.DOMAIN: "intro-dense-sq intro-agnostic claim-2.1 theorem-19 eq-15 app-A",
    Truth.MISPRINTED: "lemma-7 sec4-parity",
    Truth.FALSE: "intro-dense-lower theorem-17 lemma-18 conj-20",
    Truth.CONDITIONAL: "theorem-3b theorem-13",
    Truth.OPEN: "theorem-5 conj-12 conj-16 sec6-average-case sec6-practical sec6-goel",
    Truth.DEFINITION: "def-1 def-2 def-15",
    Truth.UNTESTABLE: "",
    Truth.UNDECIDED: "",
}
PROOFS = {
    PrintedProof.YES: "intro-index intro-dense-sq claim-2.1 sec4-parity theorem-13",
    PrintedProof.REPAIR: "theorem-3a theorem-3b theorem-4 lemma-6 lemma-10 remark-11 sec4-lwr "
    "theorem-19 eq-15",
    PrintedProof.ANOTHER: "intro-agnostic theorem-5 theorem-8 lemma-9 app-A",
    PrintedProof.NOT_PRINTED: "intro-contrast intro-gaussian sen-def lemma-7 theorem-14 sec5-dense",
}


def committed():
    registry = read_registry(REGISTRY)
    return registry, read_findings(REFERENCE / "findings.csv")


def test_the_findings_of_the_reference():
    registry, findings = committed()
    assert list(findings) == list(registry)
    papers = [finding for finding in findings.values() if finding.in_paper]
    for word, claims in WORDS.items():
        assert {f.claim for f in papers if f.finding is word} == set(claims.split()), word
    for proof, claims in PROOFS.items():
        assert {f.claim for f in papers if f.printed_proof is proof} == set(claims.split()), proof
    assert findings["theorem-19"].domain == "R + B ≥ 2, with the constant 2.27"
    assert findings["conj-12"].addition == "with a fault: ε < ½ must be asked"
    assert {one.name: one.word for one in findings["lemma-7"].conclusions} == {
        "samples": Truth.MISPRINTED,
        "time": Truth.OPEN,
    }


def test_the_findings_follow_from_the_committed_verdicts():
    registry, findings = committed()
    verdicts = read_verdicts(REFERENCE / "verdicts.csv")
    assert judge_findings(registry, verdicts) == list(findings.values())
    for one in registry.values():
        reaches = [reach_of(s, verdicts[one.id, s.key]) for s in one.statements]
        counts = [f"{reaches.count(reach)} {reach}" for reach in REACHES if reach in reaches]
        assert findings[one.id].reaches == ", ".join(counts)


@pytest.mark.parametrize(("name", "key", "changed", "says"), [
    ("theorem-19", "printed", {"domain": ()}, "is 'condition'|is 'result'|what survives"),
    ("theorem-19", "printed", {"every_constant": ""}, "nothing shows that no other one serves"),
    ("lemma-7", "supremum", {"changes": (Change("index", "h(x)", "k h(x)"),)}, "is no index"),
    ("sec4-parity", "printed", {"changes": ()}, "what survives"),
    ("sec6-goel", "learns", {"proof": "none"}, "its answer 'learns' is not proved"),
    ("theorem-13", "printed", {"proof": "none", "boundary": ()}, "has no proof"),
])  # fmt: skip
def test_a_registry_that_says_something_else_is_refused(name, key, changed, says):
    registry, _ = committed()
    verdicts = read_verdicts(REFERENCE / "verdicts.csv")
    one = registry[name]
    changed_ones = [s._replace(**changed) if s.key == key else s for s in one.statements]
    registry = {**registry, name: one._replace(statements=tuple(changed_ones))}
    if "proof" in changed:
        row = verdicts[name, key]._replace(proof=changed["proof"])
        verdicts = {**verdicts, (name, key): row}
    with pytest.raises(ClaimsError, match=says):
        judge_findings(registry, verdicts)


def test_a_route_that_ends_in_the_claim_loses_nothing():
    registry, _ = committed()
    verdicts = read_verdicts(REFERENCE / "verdicts.csv")
    for route, says in (
        ("corrected", "and yet a step loses it"),
        ("step-last-printed", "not prov"),
    ):
        one = registry["lemma-9"]._replace(route=route)
        with pytest.raises(ClaimsError, match=says):
            judge_findings({**registry, "lemma-9": one}, verdicts)


def test_the_table_of_changes_is_in_step():
    registry, findings = committed()
    text = (ROOT / "docs/findings-changes.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in text.splitlines()
        if line.startswith("| ")
    ][2:]
    said = {claim: (after, proof) for claim, _, after, proof, _ in rows}
    assert all(reason for *_, reason in rows)
    for key, claim in registry.items():
        finding = findings[key]
        domain = f": {finding.domain}" if finding.domain else ""
        addition = f", {finding.addition}" if finding.addition else ""
        after = re.sub(r"([|*<\\])", r"\\\1", f"{finding.finding}{domain}{addition}")
        assert said.pop(claim.called) == (after, str(finding.printed_proof) or "–")
    assert not said


def test_findings_are_read_as_they_were_written(tmp_path):
    time = statement("time", kind="open", untestable="all algorithms", proof="none")
    one = claim(
        *on_domain().statements, time, **several(("tail of f", "printed"), ("time", "time"))
    )
    found = judged([one], [*FAIL, *INSIDE, record(True, "corrected")])
    assert found[0].conclusions[0].domain == "m ≥ 2 and 0 ≤ ρ < 1"
    write_findings(tmp_path / "findings.csv", found)
    assert list(read_findings(tmp_path / "findings.csv").values()) == found
    with pytest.raises(ClaimsError, match="holds no findings"):
        read_findings(tmp_path / "none.csv")
    text = (tmp_path / "findings.csv").read_text("utf-8")
    (tmp_path / "findings.csv").write_text(text.replace("printed_proof", "proof"), "utf-8")
    with pytest.raises(ClaimsError, match="is not a table of findings"):
        read_findings(tmp_path / "findings.csv")
