"""What a verdict says in words: the same on the site, in README, errata, notebooks and terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from claimcheck.errors import ClaimsError
from claimcheck.findings import Finding, Truth
from claimcheck.printed_proofs import PrintedProof
from claimcheck.registry import Claim, Statement
from claimcheck.verdicts import Outcome, Verdict

#: What each outcome means.
MEANINGS = {
    Outcome.EXACT: "both sides computed in integers or fractions",
    Outcome.CERTIFIED: "a proved bound on the error of the computation leaves no doubt",
    Outcome.STATISTICAL: "the exact binomial interval lies wholly on the claim's side",
    Outcome.ROUNDED: "no violation was found, but no bound on the rounding is proved",
    Outcome.UNDECIDED: "the error of the method leaves some comparisons open",
    Outcome.FAILS: "at least one instance violates the statement; the smallest is shown",
    Outcome.UNTESTABLE: "no computation can test it; the reason is given",
}

#: How an outcome is called where its name does not say what it is.
CALLED = {Outcome.ROUNDED: "no violation found (rounded)"}

#: What each finding means.
FINDINGS = {
    Truth.HOLDS: "It is proved, and holds on all instances, an O(·) with the constant that is "
    "named. The smallest sizes, such as n = s = 1, never decide; they are a footnote.",
    Truth.DOMAIN: "The printed formula holds under a condition that the paper does not state, at "
    "most with another constant; every instance that fails lies outside.",
    Truth.MISPRINTED: "At most two local changes, of a constant, a sign, an index or an absolute "
    "value, make it a formula that is proved and holds.",
    Truth.FALSE: "It fails as printed, and by more than a misprint. What holds instead is given, "
    "and what survives of the idea.",
    Truth.CONDITIONAL: "It rests on a conjecture; what is checked is the step from there.",
    Truth.OPEN: "It is neither proved nor refuted here.",
    Truth.DEFINITION: "It is a definition; what is checked is what the paper says of it.",
    Truth.UNTESTABLE: "No computation can test it.",
    Truth.UNDECIDED: "The run is too small to show what fails, or the error of the "
    "method leaves some comparisons open.",
}

#: How the sentence of a finding may begin: what is typed is held against what is computed.
OPENINGS = {
    Truth.HOLDS: ("It holds",),
    Truth.DOMAIN: ("It holds",),
    Truth.MISPRINTED: ("Misprinted",),
    Truth.FALSE: ("False",),
    Truth.CONDITIONAL: ("It rests on",),
    Truth.OPEN: ("Open", "Answered here", "An open question"),
    Truth.DEFINITION: ("A definition",),
    Truth.UNTESTABLE: ("Not testable",),
}

#: What the answers to the second question mean: does the printed proof give the claim?
PROOF_MEANINGS = {
    PrintedProof.YES: "the printed proof gives it",
    PrintedProof.REPAIR: "the printed proof gives it after a small repair",
    PrintedProof.ANOTHER: "the printed proof does not give it, another one does",
    PrintedProof.NOT_PRINTED: "no proof is printed",
    PrintedProof.NOT_ASKED: "",
}

#: What each reach means.
REACH_MEANINGS = {
    "result": "a theorem, or what rests on it, changes",
    "proof": "the printed argument does not give the result",
    "constant": "the O(·) absorbs it",
    "condition": "a condition is missing",
    "wording": "a sign or a symbol is misprinted or missing",
    "boundary": "it fails only for the smallest sizes",
}

#: The project's own words, each with what it means; a page's first use of one links here.
GLOSSARY = {
    "statement": "A formula that is checked: a claim as printed, a line of its proof, or what "
    "holds instead. A claim has several.",
    "instance": "One choice of all that a statement speaks of, on which both sides are computed.",
    "record": "What is written down of one comparison: the instance, both sides, the relation, "
    "and the bound on the error of the computation.",
    "exact": MEANINGS[Outcome.EXACT].capitalize() + ".",
    "certified": MEANINGS[Outcome.CERTIFIED].capitalize() + ".",
    "statistical": MEANINGS[Outcome.STATISTICAL].capitalize() + ".",
    "rounded": MEANINGS[Outcome.ROUNDED].capitalize() + ".",
    "reach": "How far the fault of a statement goes: "
    + "; ".join(f"{reach}, {meaning}" for reach, meaning in REACH_MEANINGS.items())
    + ".",
    "margin": "How far a comparison is from failing: the difference of its sides, negative if it "
    "fails.",
    "topic": "A part of the paper that is checked by one notebook and a handful of jobs.",
    "job": "A program of the workflow that makes one table and its records.",
    "mutant": "A check with one ingredient corrupted on purpose; it must turn the verdict.",
}

#: Where a proof is, in a column of its own.
PROOFS = {"none": "none", "docs": "docs", "coq": "Coq"}


def checked(statement: Statement) -> str:
    """Return the sentence on what a statement's check compares."""
    return f"Checked: {statement.checked.rstrip('.')}."


def coverage(verdict: Verdict) -> str:
    """Return the sentence on the sizes of a run's instances, if these have sizes."""
    return f"In this run: {verdict.coverage}."


def on_what(verdict: Verdict, *, reason: bool = True) -> str:
    """Return what follows a verdict's outcome in a sentence: on how many instances, at what level.

    The reason why nothing can be tested follows a colon, if it is asked for.
    """
    instances = "1 instance" if verdict.instances == 1 else f"{verdict.instances} instances"
    if verdict.outcome is Outcome.UNTESTABLE:
        return f"by computing: {verdict.reason}" if reason else "by computing"
    text = f"on {instances}"
    if verdict.outcome is Outcome.FAILS:
        return f"on {verdict.failures} of {instances}"
    if verdict.outcome is Outcome.UNDECIDED:
        text = f"on {verdict.undecided} of {instances}"
    if verdict.outcome is Outcome.STATISTICAL:
        text += f" at level {verdict.level:.2g}"
    return f"{text}, conditional on the conjecture" if verdict.kind == "conditional" else text


def evidence(verdict: Verdict, *, reason: bool = True) -> str:
    """Return a verdict's outcome and on what it rests."""
    return f"{outcome_word(verdict.outcome)} {on_what(verdict, reason=reason)}"


def outcome_word(outcome: Outcome) -> str:
    """Return what an outcome is called."""
    return CALLED.get(outcome, outcome)


def proof(statement: Statement) -> str:
    """Return where a statement's proof is, as it follows the evidence."""
    return "no proof" if statement.proof == "none" else f"proof in {PROOFS[statement.proof]}"


def proved(statement: Statement, verdict: Verdict) -> str:
    """Return how strongly a statement is known: proved or refuted in Coq, proof in docs."""
    if statement.proof == "coq":
        return "refuted in Coq" if verdict.deciding else "proved in Coq"
    return proof(statement)


_COUNTEREXAMPLE = re.compile(
    r"(?P<where>.*): not (?P<left>\S+) (?P<relation>[<>]=?|==) (?P<right>\S+)", re.DOTALL
)
_SIGNS = {"<=": "≤", ">=": "≥", "==": "="}
_GREEK = {"delta": "δ", "epsilon": "ε", "eps": "ε", "gamma": "Γ", "rho": "ρ", "tau": "τ"}


def _told(match: re.Match[str]) -> str:
    """Return a part of an instance's name, such as "eps=0.50", as a reader writes it: ε = 0.5."""
    name, value = match["name"], match["value"]
    name = _GREEK.get(name, re.sub(r"(?<=^[A-Za-z])2$", "²", name))
    if value == "True":
        return name
    if re.fullmatch(r"-?\d+\.\d*(e-?\d+)?", value):
        value = f"{float(value):.6g}"
    # What is no number or formula is a word: family random.
    return f"{name} {value}" if re.match(r"[a-z]{2}|[a-z] ", value) else f"{name} = {value}"


def counterexample(verdict: Verdict, statement: Statement) -> str:
    """Return the counterexample to a statement as a sentence."""
    match = _COUNTEREXAMPLE.fullmatch(verdict.counterexample)
    if not match:
        return verdict.counterexample
    where = re.sub(r"(?P<name>[^\s=]+)=(?P<value>\S[^,]*)", _told, match["where"])
    sign = _SIGNS.get(match["relation"], match["relation"])
    left, right = statement.sides or ("the left side", "the right side")
    return f"For {where} {left} is {match['left']}, {right} {match['right']}, and {sign} fails."


def not_deciding(statement: Statement) -> str:
    """Return why failures of a statement do not turn its finding, as a sentence."""
    within = ", or within the constant" if statement.factor > 1 else ""
    return (
        f"The failures do not decide: all are at the boundary of sizes, such as n = s = 1{within}."
    )


def sentence(claim: Claim, finding: Finding, *, in_coq: bool) -> str:
    """Return the sentence on a finding; `in_coq` tells whether Coq has a theorem on the claim.

    What a run is too small to show is not said: there the sentence is empty.

    Raises
    ------
    ClaimsError
        If it does not begin as the finding's word has it, or speaks of Coq without reason.
    """
    if "Coq" in claim.sentence and not in_coq:
        raise ClaimsError(f"the sentence on {claim.id} speaks of Coq, which has no theorem on it")
    if finding.finding is Truth.UNDECIDED:
        return ""
    openings = OPENINGS[finding.finding]
    if claim.sentence and claim.in_paper and not claim.sentence.startswith(openings):
        raise ClaimsError(
            f"{claim.id} {finding.finding}, and its sentence begins {claim.sentence[:20]!r}; "
            f"it may begin {' or '.join(map(repr, openings))}"
        )
    return claim.sentence


def tally(verdicts: Iterable[Verdict]) -> str:
    """Return how many verdicts have each outcome, such as "3 exact, 1 failing"."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    names = {Outcome.FAILS: "failing"}
    return ", ".join(f"{counts[o]} {names.get(o, o)}" for o in Outcome if counts[o])


def says(finding: Finding) -> str:
    """Return a finding with its domain and additions, and whether the printed proof gives it."""
    return f"{finding.finding}{beside(finding)}"


def beside(finding: Finding) -> str:
    """Return what follows the word of a finding."""
    domain = f": {finding.domain}" if finding.domain else ""
    addition = f", {finding.addition}" if finding.addition else ""
    proved = PROOF_MEANINGS[finding.printed_proof]
    if finding.finding is Truth.CONDITIONAL:
        proved = proved.replace("gives it", "gives the step")
    return domain + addition + (f"; {proved}" if proved else "")
