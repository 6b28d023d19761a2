"""Run a notebook and assemble the site: verdicts and statuses in words, as on the terminal."""

from __future__ import annotations

import re
from fractions import Fraction

from paperclaims.judging.statuses import Status
from paperclaims.judging.verdicts import Outcome, Verdict
from paperclaims.registry.claims import Statement

#: The meaning of each outcome.
MEANINGS = {
    Outcome.EXACT: "both sides computed in integers or fractions",
    Outcome.CERTIFIED: "both sides are enclosed by intervals with proved ends, which decide the "
    "comparison",
    Outcome.STATISTICAL: "the exact binomial interval lies entirely on the side that the claim "
    "asserts",
    Outcome.UNDECIDED: "the error of the method leaves some comparisons open",
    Outcome.FAILS: "at least one instance violates the statement; the smallest is shown",
    Outcome.UNTESTABLE: "no computation can test it; the reason is given",
}

#: The meaning of each status.
STATUS_MEANINGS = {
    "holds": "Every conclusion is proved as stated, an O(·) with a constant, an Õ(·) up to "
    "logarithms, and an implication from a conjecture as an implication. Only a degenerate case, "
    "such as n = s = 1, may fail.",
    "holds with a correction": "A corrected statement is proved: a condition, a constant or a "
    "normalisation differs from the paper's.",
    "false": "A counterexample refutes it; the claim's page states the part that remains true.",
    "open": "No conclusion is proved or refuted here.",
    "not examined": "It is about objects outside this project, such as large trained networks.",
}

#: The result for the paper's proof of a claim, as part of a sentence.
PAPER_PROOF_MEANINGS = {
    "proves it": "the paper's proof is right",
    "proves it, corrected": "the paper's proof is right once corrected",
    "does not prove it": "the paper's proof has a gap; we give another proof",
}

#: The meaning of each impact.
IMPACT_MEANINGS = {
    "result": "a theorem, or a result that depends on it, changes",
    "proof gap": "a step of the paper's argument fails",
    "constant": "only a constant is wrong; the O(·) hides it",
    "missing condition": "a condition is missing",
    "misprint": "a sign, a symbol or an index is wrong",
    "degenerate case": "only degenerate sizes fail",
}

#: The words of the project and of the field, with definitions; a page's first use links here.
GLOSSARY = {
    "claim": "A theorem, lemma, conjecture or sentence of the paper. It is split into statements.",
    "statement": "One sentence that can hold or fail: a claim as stated, a line of its proof, or a "
    "correction. A claim has several statements.",
    "instance": "One concrete case of a statement, such as a network or a sample size, for which "
    "both sides are computed.",
    "record": "One comparison of the two sides of a statement on one instance.",
    "verdict": "The result of a statement's comparisons, found by the computer: exact, certified, "
    "statistical, undecided, fails or not testable.",
    "status": "The result for a claim, written by hand: holds, holds with a correction, false, "
    "open or not examined. The build fails if a verdict contradicts it.",
    "impact": "The consequence for the paper if a statement fails: "
    + ", ".join(f"{impact} ({meaning})" for impact, meaning in IMPACT_MEANINGS.items())
    + ".",
    **{str(outcome): f"{meaning.capitalize()}." for outcome, meaning in MEANINGS.items()},
    "margin": "The difference of the two sides of a comparison; it is negative if the comparison "
    "fails.",
}


def on_what(verdict: Verdict, *, reason: bool = True) -> str:
    """Return the part of a sentence after a verdict's outcome: instances and level.

    With `reason`, the reason why a statement is not testable follows a colon.
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
    return text


def evidence(verdict: Verdict, *, reason: bool = True) -> str:
    """Return a verdict's outcome with its instances and level."""
    return f"{verdict.outcome} {on_what(verdict, reason=reason)}"


def spare(verdict: Verdict) -> str:
    """Return by how much a side may be multiplied, if by anything, as the end of a sentence."""
    if verdict.failures or verdict.factor is None or verdict.factor < 1:
        return ""
    side = "its rate" if verdict.outcome is Outcome.STATISTICAL else "a side"
    return f"; {side} may be multiplied by {verdict.factor:.4g} before a comparison fails"


def proof(statement: Statement, verdict: Verdict) -> str:
    """Return whether a statement is proved or refuted, and where."""
    if statement.proof == "none":
        return "refuted by the counterexample" if verdict.failures else "no proof"
    where = "Coq" if statement.proof == "coq" else "docs"
    return f"{'refuted' if statement.refutation else 'proved'} in {where}"


_RELATIONS = {
    "<=": "at most",
    ">=": "at least",
    "==": "equal to",
    "<": "less than",
    ">": "more than",
}
#: How a word or a list of words begins, unlike a number or a formula.
_WORDS = re.compile(r"\['|[a-z][a-z ]")
_NO_BRACKETS = str.maketrans("", "", "[]'")
_GREEK = {"delta": "δ", "epsilon": "ε", "eps": "ε", "gamma": "Γ", "rho": "ρ", "tau": "τ"}


def _short(value: str) -> str:
    """Return a value of an instance with few digits."""
    top, _, bottom = value.partition("/")
    if top.isdecimal() and bottom.isdecimal() and min(len(top), len(bottom)) >= 9:
        if len(top) - len(bottom) >= 13:
            return f"≈ 10^{len(top) - len(bottom)}"
        value = str(float(Fraction(value)))
    if value.isdecimal() and len(value) >= 13:
        return f"≈ 10^{len(value) - 1}"
    try:
        return f"{float(value):.6g}" if "." in value else value
    except ValueError:
        return value


def counterexample(verdict: Verdict, statement: Statement) -> str:
    """Return the counterexample to a statement as a sentence."""
    if not (compared := verdict.counterexample):
        return ""
    where = {name: _short(value) for name, value in compared.instance.items()}
    trials = ""
    if {"successes", "trials", "low", "high"} <= where.keys():
        successes, of, low, high = (where.pop(n) for n in ("successes", "trials", "low", "high"))
        trials = f" ({successes} of {of} trials; interval {float(low):.3g} to {float(high):.3g})"
    sides = statement.sides or tuple(where.pop("quantity", "").split(" against "))
    sizes, words = [], []
    for name, value in where.items():
        name = _GREEK.get(name, f"{name[0]}²" if name[1:] == "2" else name).replace("_", " ")
        if value == "True":
            words.append(name)
        elif _WORDS.match(value):
            words.append(f"{name} {value.translate(_NO_BRACKETS)}")
        else:
            sizes.append(f"{name} {value}" if value[0] == "≈" else f"{name} = {value}")
    place = ", ".join(sizes) + (f" ({', '.join(words)})" if words else "")
    left, right, relation = _short(compared.left), _short(compared.right), compared.relation
    if (left, relation, right) == ("0", ">=", "1") and not statement.sides:
        return f"For {place} it fails."
    if re.match("(?!the )[a-z]{2,} ", sides[0]):
        sides = (f"the {sides[0]}", *sides[1:])
    named = sides[0] or ("the fraction of successes" if trials else "the left-hand side")
    bound = f"{sides[1]}, " if len(sides) == 2 else ""
    promised = f"By the statement it is {_RELATIONS[relation]} {bound}{right}."
    return f"For {place}, {named} is {left}{trials}. {promised}"


def paper_proof(status: Status) -> str:
    """Return the result for the paper's proof of a claim that is not false, if it was examined."""
    return "" if status.status == "false" else PAPER_PROOF_MEANINGS.get(status.paper_proof, "")


def status_word(status: Status) -> str:
    """Return the status or kind of a claim, with the claims that it assumes."""
    if status.kind != "claim":
        return status.kind
    return status.status + (f" (an implication from {status.assumes})" if status.assumes else "")
