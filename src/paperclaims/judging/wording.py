"""What verdicts and statuses say in words, the same on every page and on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from paperclaims.judging.statuses import UNCORRECTED, Status
from paperclaims.judging.verdicts import Outcome, Verdict
from paperclaims.registry.claims import Claim, Statement

#: What each outcome means.
MEANINGS = {
    Outcome.EXACT: "both sides computed in integers or fractions",
    Outcome.CERTIFIED: "a proved bound on the error of the computation leaves no doubt; for closed "
    "forms in floats the bound is proved if few operations make them and none cancels, for which "
    "the author of the check vouches",
    Outcome.STATISTICAL: "the exact binomial interval lies wholly on the claim's side",
    Outcome.ROUNDED: "no violation was found, but no bound on the rounding is proved",
    Outcome.UNDECIDED: "the error of the method leaves some comparisons open",
    Outcome.FAILS: "at least one instance violates the statement; the smallest is shown",
    Outcome.UNTESTABLE: "no computation can test it; the reason is given",
}

#: How an outcome is called where its name does not say what it is.
CALLED = {Outcome.ROUNDED: "no violation found (rounded)"}

#: What each status means.
STATUS_MEANINGS = {
    "holds": "Every conclusion is proved as stated, an O(·) with a constant; what fails is a "
    "degenerate case, such as n = s = 1.",
    "holds with a correction": "A corrected statement is proved: a condition, a sign, a constant "
    "or a normalisation differs from the paper's.",
    "false": "A counterexample refutes it; what survives is said.",
    "open or conditional": "It is neither proved nor refuted here, or it rests on a conjecture.",
}

#: What is said of the paper's proof of a claim, as a sentence says it.
PAPER_PROOF_MEANINGS = {
    "gives it": "the paper's proof gives it",
    "gives it, corrected": "the paper's proof gives it, corrected",
    "does not give it": "the paper's proof has a gap; we give another",
}

#: The same in a word or two, for a table.
PAPER_PROOF_WORDS = {
    "gives it": "gives it",
    "gives it, corrected": "if corrected",
    "does not give it": "a gap",
}

#: What each impact means.
IMPACT_MEANINGS = {
    "result": "a theorem, or what rests on it, changes",
    "proof gap": "a step of the paper's argument fails",
    "constant": "the O(·) absorbs it",
    "missing condition": "a condition is missing",
    "misprint": "a sign, a symbol or an index is misprinted",
    "degenerate case": "only degenerate sizes fail",
}

#: The project's own words, each with what it means; a page's first use of one links here.
GLOSSARY = {
    "statement": "A formula that is checked: a claim as stated, a line of its proof, or what "
    "holds instead. A claim has several.",
    "instance": "One choice of all that a statement speaks of, on which both sides are computed.",
    "status": "What we say of a claim: holds, holds with a correction, false, open or conditional.",
    "impact": "What it does to the paper that a statement fails: "
    + "; ".join(f"{impact}, {meaning}" for impact, meaning in IMPACT_MEANINGS.items())
    + ".",
    "mutant": "A check with one ingredient corrupted on purpose; it must turn the verdict.",
    **{str(outcome): f"{meaning.capitalize()}." for outcome, meaning in MEANINGS.items()},
    "margin": "How far a comparison is from failing: the difference of its sides, negative if it "
    "fails.",
}

#: Where a proof is, in its own column.
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


def proof(statement: Statement, verdict: Verdict) -> str:
    """Return how a statement is known, as it follows the evidence: proved or refuted, and where."""
    if statement.proof == "none":
        return "refuted by the counterexample" if verdict.failures else "no proof"
    return f"{'refuted' if verdict.failures else 'proved'} in {PROOFS[statement.proof]}"


_RELATIONS = {
    "<=": "at most",
    ">=": "at least",
    "==": "equal to",
    "<": "less than",
    ">": "more than",
}
_NO_BRACKETS = str.maketrans("", "", "[]'")
_GREEK = {"delta": "δ", "epsilon": "ε", "eps": "ε", "gamma": "Γ", "rho": "ρ", "tau": "τ"}


def _short(value: str) -> str:
    """Return a value of an instance without the digits that no reader needs."""
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


def _is_word(value: str) -> bool:
    """Return whether a value is no number or formula, but a word or a list of words."""
    return value.startswith("['") or (
        _lower(value[:1]) and (value[1:2] == " " or _lower(value[1:2]))
    )


def _lower(text: str) -> bool:
    return text.isascii() and text.isalpha() and text.islower()


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
        elif _is_word(value):
            words.append(f"{name} {value.translate(_NO_BRACKETS)}")
        else:
            sizes.append(f"{name} {value}" if value[0] == "≈" else f"{name} = {value}")
    place = ", ".join(sizes) + (f" ({', '.join(words)})" if words else "")
    left, right, relation = _short(compared.left), _short(compared.right), compared.relation
    if (left, relation, right) == ("0", ">=", "1") and not statement.sides:
        return f"For {place} it fails."
    if len(sides) == 2 and sides[0].startswith("−ln ") and relation == ">=":
        # A logarithm of a small probability, which a reader knows better by itself.
        sides = (sides[0].removeprefix("−ln "), sides[1].removeprefix("ln(1/").removesuffix(")"))
        logarithms = (compared.left, compared.right)
        left, right = (f"e^−{float(Fraction(value)):.1f}" for value in logarithms)
        relation = "<="
    first, *more = sides[0].split(" ")
    if more and len(first) > 1 and first != "the" and _lower(first):
        sides = (f"the {sides[0]}", *sides[1:])
    named = sides[0] or ("the share of successes" if trials else "the left side")
    bound = f"{sides[1]}, " if len(sides) == 2 else ""
    promised = f"By the statement it is {_RELATIONS[relation]} {bound}{right}."
    return f"For {place}, {named} is {left}{trials}. {promised}"


def tally(verdicts: Iterable[Verdict]) -> str:
    """Return how many verdicts have each outcome, such as "3 exact, 1 failing"."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    names = {Outcome.FAILS: "failing"}
    return ", ".join(f"{counts[o]} {names.get(o, o)}" for o in Outcome if counts[o])


def says(status: Status) -> str:
    """Return what is said of a claim: its status or kind, the correction, and the paper's proof."""
    if status.kind != "claim":
        return status.kind
    on = f" (an implication from {status.assumes})" if status.assumes else ""
    correction = f": {status.correction}" if status.correction else ""
    proof_ = "" if status.status == "false" else PAPER_PROOF_MEANINGS.get(status.paper_proof, "")
    return status.status + on + correction + (f"; {proof_}" if proof_ else "")


def status_lines(
    claims: Iterable[Claim],
    statuses: Mapping[str, Status],
    verdicts: Mapping[tuple[str, str], Verdict],
    refused: Mapping[str, str] | None = None,
) -> list[str]:
    """Return a line for each claim that has a verdict, as a terminal shows it.

    Of a claim that is `refused`, the line is that sentence.
    """
    sentences = {}
    for claim in claims:
        if refused and claim.id in refused:
            sentences[claim.id] = refused[claim.id]
            continue
        rows = [
            verdicts[claim.id, s.key] for s in claim.statements if (claim.id, s.key) in verdicts
        ]
        if not rows:
            continue
        if len(rows) < len(claim.statements):
            sentences[claim.id] = "not judged since the registry changed"
            continue
        main = verdicts[claim.id, claim.main_statement.key]
        sentence = evidence(main, reason=False)
        if claim.id in statuses:
            sentence = says(statuses[claim.id])
            if statuses[claim.id].status == UNCORRECTED:
                failing = [main, *(row for row in rows if row.failures)]
                sentence += f": {next(row.counterexample for row in failing if row.failures)}"
        if len(rows) > 1:
            sentence += f" (of {len(rows)} statements: {tally(rows)})"
        sentences[claim.id] = sentence
    width = max(map(len, sentences), default=0)
    return [f"{name:{width}}  {sentence}" for name, sentence in sentences.items()]
