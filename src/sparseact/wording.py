"""What a verdict says in words: the same on the site, in README, errata, notebooks and terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sparseact.registry import Statement
from sparseact.verdicts import Outcome, Verdict

#: What each outcome means.
MEANINGS = {
    Outcome.EXACT: "both sides computed in integers or fractions",
    Outcome.CERTIFIED: "a proved bound on the error of the computation leaves no doubt",
    Outcome.STATISTICAL: "the exact binomial interval lies wholly on the claim's side",
    Outcome.UNDECIDED: "the error of the method leaves some comparisons open",
    Outcome.FAILS: "at least one instance violates the statement; the smallest is shown",
    Outcome.UNTESTABLE: "no computation can test it; the reason is given",
}

#: Where a proof is, in a column of its own.
PROOFS = {"none": "none", "docs": "docs", "coq": "Coq"}

#: What stands for a verdict where a notebook runs on its own.
NOT_JUDGED = "not judged here"


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
