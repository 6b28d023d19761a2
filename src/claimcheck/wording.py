"""What a verdict says in words: the same on the site, in README, errata, notebooks and terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from claimcheck.findings import Finding, Word
from claimcheck.registry import Statement
from claimcheck.verdicts import Outcome, Verdict

#: What each outcome means.
MEANINGS = {
    Outcome.EXACT: "both sides computed in integers or fractions",
    Outcome.CERTIFIED: "a proved bound on the error of the computation leaves no doubt",
    Outcome.STATISTICAL: "the exact binomial interval lies wholly on the claim's side",
    Outcome.UNDECIDED: "the error of the method leaves some comparisons open",
    Outcome.FAILS: "at least one instance violates the statement; the smallest is shown",
    Outcome.UNTESTABLE: "no computation can test it; the reason is given",
}

#: What each finding means.
FINDINGS = {
    Word.HOLDS: "It holds on all instances as printed, an O(·) with the constant that is named.",
    Word.CONDITION: "It holds wherever the sizes satisfy a condition that the paper does not "
    "state; every instance that fails lies outside.",
    Word.DEFINITION: "It is a definition; what is checked is what the paper says of it.",
    Word.CONDITIONAL: "It rests on a conjecture; what is checked is the step from there.",
    Word.OPEN: "It is a conjecture or a question, and nothing that was computed contradicts it.",
    Word.UNTESTABLE: "No computation can test it.",
    Word.UNDECIDED: "The error of the method leaves some comparisons open.",
    Word.REPAIRED: "It fails as printed. A corrected form of the same shape is proved, and "
    "holds on all instances.",
    Word.FALSE: "It fails as printed, and no corrected form of the same shape is proved here. "
    "What is true in its place is given.",
}

#: What each reach means.
REACH_MEANINGS = {
    "result": "a theorem, or what rests on it, changes",
    "proof": "the printed argument does not give the result",
    "constant": "the O(·) absorbs it",
    "edge": "it fails only for boundary values of sizes",
    "wording": "a sign, a symbol or a condition is misprinted or missing",
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
    return f"{verdict.outcome} {on_what(verdict, reason=reason)}"


def proof(statement: Statement) -> str:
    """Return where a statement's proof is, as it follows the evidence."""
    return "no proof" if statement.proof == "none" else f"proof in {PROOFS[statement.proof]}"


def tally(verdicts: Iterable[Verdict]) -> str:
    """Return how many verdicts have each outcome, such as "3 exact, 1 failing"."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    names = {Outcome.FAILS: "failing"}
    return ", ".join(f"{counts[o]} {names.get(o, o)}" for o in Outcome if counts[o])


def says(finding: Finding) -> str:
    """Return a finding with its condition and what its printed proof does, if there is such."""
    condition = f": {finding.condition}" if finding.condition else ""
    gap = f"; the printed proof {finding.printed_proof}" if finding.printed_proof else ""
    return f"{finding.finding}{condition}{gap}"
