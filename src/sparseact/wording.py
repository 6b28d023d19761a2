"""What a verdict says in words: the same on the site, in README, errata, notebooks and terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

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

PROOFS = {"none": "no proof", "docs": "proof in docs", "coq": "proof in Coq"}


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


def css_class(outcome: Outcome) -> str:
    """Return the class of an outcome in the stylesheet."""
    return outcome.name.lower()


def tally(verdicts: Iterable[Verdict]) -> str:
    """Return how many verdicts have each outcome, such as "3 exact, 1 failing"."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    names = {Outcome.FAILS: "failing"}
    return ", ".join(f"{counts[o]} {names.get(o, o)}" for o in Outcome if counts[o])
