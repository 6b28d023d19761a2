"""Findings: what a reader is told of a claim, computed from records and registry by rule.

Two questions are asked. *Is the statement true?* Each conclusion of a claim gets the
first word that matches, and the worst leads:

1. definition, conditional or open, by its kind; not testable, without records;
2. holds: no instance fails beyond the boundary of sizes, and there is a proof;
3. holds on a stated domain: every instance that fails lies outside;
4. misprinted: at most two local changes make it one that is proved and holds;
5. false.

*Does the printed proof give it?* is asked of what holds, after correction
(`claimcheck.printed_proofs`). Where the registry says what the records contradict, nothing
is found and the contradiction is named (`claimcheck.contradictions`).
"""

from __future__ import annotations

import csv
import enum
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from claimcheck.domains import shown
from claimcheck.errors import ClaimsError
from claimcheck.misprints import corrected_tex
from claimcheck.printed_proofs import (
    BROKEN,
    PrintedProof,
    Verdicts,
    judge_proof,
    reach_of,
    settled,
)
from claimcheck.registry import REACHES, Claim, Statement, find_statement, full_name
from claimcheck.verdicts import Outcome, correction, read_rows


class Truth(enum.StrEnum):
    """What a finding says of the statement, from what stands to what falls."""

    HOLDS = "holds"
    DOMAIN = "holds on a stated domain"
    MISPRINTED = "misprinted"
    FALSE = "false"
    CONDITIONAL = "conditional"
    OPEN = "open"
    DEFINITION = "definition"
    UNTESTABLE = "not testable"
    UNDECIDED = "undecided"


#: Of the words of several conclusions, the first of these leads.
LEAD = (
    Truth.FALSE,
    Truth.MISPRINTED,
    Truth.DOMAIN,
    Truth.UNDECIDED,
    Truth.OPEN,
    Truth.CONDITIONAL,
    Truth.UNTESTABLE,
    Truth.HOLDS,
    Truth.DEFINITION,
)

#: Words that say that a claim holds, after correction: of these the printed proof is asked.
RIGHT = (Truth.HOLDS, Truth.DOMAIN, Truth.MISPRINTED)

#: Words that may have an addition: with a fault, or answered here.
UNJUDGED = (Truth.DEFINITION, Truth.OPEN, Truth.CONDITIONAL, Truth.UNTESTABLE)


class Conclusion(NamedTuple):
    """One conclusion of a claim: its name, the statement that is judged, its word and domain."""

    name: str
    statement: str
    word: Truth
    domain: str


class Finding(NamedTuple):
    """A row of the table of findings.

    Attributes
    ----------
    claim, place : str
    in_paper : bool
        Whether the claim is the paper's.
    finding : Truth
        The word that leads.
    domain : str
        Where it holds, if the word is that it holds on a stated domain.
    addition : str
        What is added: on which conjecture it rests, "with a fault: …", "answered here: …",
        "with a missing condition: …".
    printed_proof : PrintedProof
        Whether the printed proof gives it, or the step of a conditional claim.
    conclusions : tuple of Conclusion
        All that are judged, in the registry's order.
    instead : str
        The key of the statement that holds instead of the one that leads; empty if that holds.
    title : str
        Of that statement.
    footnotes : tuple of str
        Keys of statements that fail and decide nothing: at the boundary of sizes, in
        another reading, elsewhere in the paper, or beside words that are right.
    reaches : str
        How many statements of the claim fail, by reach.
    """

    claim: str
    place: str
    in_paper: bool
    finding: Truth
    domain: str
    addition: str
    printed_proof: PrintedProof
    conclusions: tuple[Conclusion, ...]
    instead: str
    title: str
    footnotes: tuple[str, ...]
    reaches: str


def judge_findings(registry: Mapping[str, Claim], verdicts: Verdicts) -> list[Finding]:
    """Return one finding per claim, in the registry's order.

    That the records bear out what the registry says of them is for
    `claimcheck.contradictions.check_records`.

    Raises
    ------
    ClaimsError
        If the verdicts contradict what the registry says of a claim, or of the
        steps that a proof needs.
    """
    words = {claim.id: judge_conclusions(claim, verdicts) for claim in registry.values()}
    proofs: dict[str, PrintedProof] = {}
    for claim in registry.values():
        _judge_proofs(claim, registry, verdicts, words, proofs)
    _check_needed(registry, verdicts)
    return [
        _finding(claim, registry, verdicts, words[claim.id], proofs[claim.id])
        for claim in registry.values()
    ]


def judge_conclusions(claim: Claim, verdicts: Verdicts) -> tuple[Conclusion, ...]:
    """Return each conclusion of a claim with its word.

    Raises
    ------
    ClaimsError
        If the verdicts do not bear out the domain or the changes of a conclusion.
    """
    found = []
    for name, key in claim.conclusions:
        statement = claim.statement(key)
        word = _word(claim, statement, verdicts)
        where = condition(statement) if word is Truth.DOMAIN else ""
        if where and statement.constant:
            where += f", with the constant {statement.constant}"
        found.append(Conclusion(name, key, word, where))
    return tuple(found)


def lead(conclusions: Iterable[Conclusion]) -> Conclusion:
    """Return the conclusion whose word leads."""
    return min(conclusions, key=lambda one: LEAD.index(one.word))


def condition(statement: Statement) -> str:
    """Return a statement's domain as a reader writes it."""
    return " and ".join(shown(clause) for clause in statement.domain)


def _word(claim: Claim, statement: Statement, verdicts: Verdicts) -> Truth:
    verdict = verdicts[claim.id, statement.key]
    if statement.kind == "definition":
        return Truth.DEFINITION
    if statement.reach not in ("", "constant") and not verdict.deciding:
        return Truth.UNDECIDED  # it fails, and the run is too small to show it
    if statement.kind in ("conditional", "open") and not verdict.deciding:
        return Truth(statement.kind)
    if verdict.outcome is Outcome.UNTESTABLE:
        return Truth.UNTESTABLE
    if verdict.deciding:
        return _failing_word(claim, statement, verdicts)
    if verdict.undecided:
        return Truth.UNDECIDED
    if claim.in_paper and not _proved(claim, statement, verdicts):
        return Truth.OPEN
    return Truth.HOLDS


def _proved(claim: Claim, statement: Statement, verdicts: Verdicts) -> bool:
    """Return whether a statement is proved, with a constant or off the boundary if need be."""
    if settled(verdicts[claim.id, statement.key]):
        return True
    others = [statement.with_constant]
    if statement.boundary:
        others.append(statement.correction)
    return any(settled(verdicts[claim.id, key]) for key in others if key)


def _failing_word(claim: Claim, statement: Statement, verdicts: Verdicts) -> Truth:
    where = f"{claim.id} ({statement.key})"
    if statement.changes:
        _check_misprint(claim, statement, verdicts, where)
        return Truth.MISPRINTED
    if statement.domain:
        _check_proved(claim, statement, verdicts, where)
        _check_every_constant(claim, statement, verdicts, where)
        return Truth.DOMAIN
    if claim.in_paper:
        _check_every_constant(claim, statement, verdicts, where)
        _check_proved(claim, statement, verdicts, where)
        if not claim.survives:
            raise ClaimsError(f"{claim.id} is false, and the registry does not say what survives")
    return Truth.FALSE


def _check_proved(claim: Claim, statement: Statement, verdicts: Verdicts, where: str) -> None:
    """Refuse a failing conclusion without a statement that is proved and holds in its place."""
    better = instead(claim, statement, verdicts)
    keys = [key for key in (statement.with_constant, better and better.key) if key]
    if not any(settled(verdicts[claim.id, key]) for key in keys):
        raise ClaimsError(f"{where} fails, and nothing that is proved and holds is named instead")


def _check_misprint(claim: Claim, statement: Statement, verdicts: Verdicts, where: str) -> None:
    _check_proved(claim, statement, verdicts, where)
    meant = claim.statement(statement.correction).latex.strip()
    if corrected_tex(statement.latex.strip(), statement.changes, where) != meant:
        raise ClaimsError(f"{where}: its changes do not make it {statement.correction!r}")


def _check_every_constant(
    claim: Claim, statement: Statement, verdicts: Verdicts, where: str
) -> None:
    """Refuse a fault that another constant might mend."""
    if not (statement.constant or statement.factor > 1):
        return
    if not statement.every_constant:
        raise ClaimsError(f"{where} has a constant, and nothing shows that no other one serves")
    if not verdicts[claim.id, statement.every_constant].deciding:
        raise ClaimsError(f"{where}: {statement.every_constant!r}, any constant, does not fail")


def _judge_proofs(
    claim: Claim,
    registry: Mapping[str, Claim],
    verdicts: Verdicts,
    words: Mapping[str, tuple[Conclusion, ...]],
    proofs: dict[str, PrintedProof],
) -> PrintedProof:
    """Return whether the printed proof of a claim gives it, and keep that in `proofs`."""
    if claim.id in proofs:
        return proofs[claim.id]
    proofs[claim.id] = PrintedProof.NOT_ASKED
    rest = {find_statement(full_name(claim, name), registry)[0].id for name in claim.needs}
    broken = False
    for name in ({*claim.uses} | rest) - {claim.id}:
        other = _judge_proofs(registry[name], registry, verdicts, words, proofs)
        word = lead(words[name]).word
        broken |= word in (Truth.MISPRINTED, Truth.FALSE) or other in BROKEN
    conclusion = _asked(claim, lead(words[claim.id]).word, verdicts)
    if conclusion:
        proofs[claim.id] = judge_proof(claim, conclusion, registry, verdicts, broken)
    return proofs[claim.id]


def _asked(claim: Claim, word: Truth, verdicts: Verdicts) -> Statement | None:
    """Return the statement of which the printed proof is asked, if there is one."""
    if not claim.in_paper:
        return None
    if claim.main_statement.kind == "conditional":
        step = claim.statement(claim.step)
        if _word(claim, step, verdicts) is not Truth.HOLDS:
            raise ClaimsError(f"{claim.id}: its step {claim.step!r} does not hold, or has no proof")
        return step
    derived = word is Truth.OPEN and claim.needs and claim.main_statement.answers
    return claim.main_statement if word in RIGHT or derived else None


def _finding(
    claim: Claim,
    registry: Mapping[str, Claim],
    verdicts: Verdicts,
    conclusions: tuple[Conclusion, ...],
    proof: PrintedProof,
) -> Finding:
    leading = lead(conclusions)
    better = instead(claim, claim.statement(leading.statement), verdicts)
    reaches = Counter(reach_of(s, verdicts[claim.id, s.key]) for s in claim.statements)
    return Finding(
        claim=claim.id,
        place=claim.place,
        in_paper=claim.in_paper,
        finding=leading.word,
        domain=leading.domain,
        addition=_addition(claim, registry, verdicts, conclusions),
        printed_proof=proof,
        conclusions=conclusions,
        instead=better.key if better else "",
        title=better.title if better else "",
        footnotes=tuple(s.key for s in _footnotes(claim, verdicts)),
        reaches=", ".join(f"{reaches[reach]} {reach}" for reach in REACHES if reaches[reach]),
    )


def instead(claim: Claim, statement: Statement, verdicts: Verdicts) -> Statement | None:
    """Return the statement that holds in place of one of a claim, if that fails beyond doubt."""
    if not verdicts[claim.id, statement.key].deciding:
        return None
    by_key = {s.key: (s, verdicts[claim.id, s.key]) for s in claim.statements}
    better = correction(statement, by_key)
    return better[0] if better else None


def faults(claim: Claim, verdicts: Verdicts) -> list[Statement]:
    """Return what fails in the printed statement of a claim and is none of its conclusions."""
    judged = {one.statement for one in claim.conclusions}
    return [
        s
        for s in claim.statements
        if s.part == "statement"
        and verdicts[claim.id, s.key].deciding
        and (s.key not in judged or s.kind == "definition")
    ]


def _addition(
    claim: Claim,
    registry: Mapping[str, Claim],
    verdicts: Verdicts,
    conclusions: tuple[Conclusion, ...],
) -> str:
    """Return what is added to a word: a missing condition, or of `UNJUDGED` more.

    Raises
    ------
    ClaimsError
        If a fault of the statement is not in the finding, or an answer is not proved.
    """
    word, wrong = lead(conclusions).word, faults(claim, verdicts)
    if word not in UNJUDGED:
        for statement in wrong:
            if word not in RIGHT or statement.reach != "condition":
                raise ClaimsError(f"{claim.id} {word}, and its {statement.key!r} is a fault of it")
        named = " and ".join(s.label or s.title for s in wrong)
        return f"with a missing condition: {named}" if wrong else ""
    parts = []
    if word is Truth.CONDITIONAL:
        names = " and ".join(registry[name].called for name in claim.assumes)
        step = next((c.name for c in conclusions if c.statement == claim.step), "step")
        parts.append(f"on {names}; its {step} holds")
    if wrong:
        parts.append("with a fault: " + " and ".join(s.label or s.title for s in wrong))
    answers = [
        find_statement(full_name(claim, name), registry)
        for one in conclusions
        for name in claim.statement(one.statement).answers
    ]
    for other, statement in answers:
        if not settled(verdicts[other.id, statement.key]):
            raise ClaimsError(f"{claim.id}: its answer {statement.key!r} is not proved")
    if answers:
        parts.append("answered here: " + "; ".join(s.label or s.title for _, s in answers))
    return "; ".join(parts)


def _footnotes(claim: Claim, verdicts: Verdicts) -> list[Statement]:
    """Return the failing statements that decide nothing: at the boundary, or beside the claim."""
    judged = {one.statement for one in claim.conclusions}
    found = []
    for statement in claim.statements:
        verdict = verdicts[claim.id, statement.key]
        outside = verdict.failures > verdict.deciding and statement.factor <= 1
        beside = verdict.failures and statement.part in ("beside words", "elsewhere", "reading")
        if (outside and statement.key in judged) or beside:
            found.append(statement)
    return found


#: The reach that a failing conclusion has by its word.
_REACH_OF = {Truth.DOMAIN: "condition", Truth.MISPRINTED: "wording", Truth.FALSE: "result"}


def _check_needed(registry: Mapping[str, Claim], verdicts: Verdicts) -> None:
    """Refuse a failing step of reach 'proof' that no proof needs, and conclusions' other reaches.

    Raises
    ------
    ClaimsError
    """
    needed = {full_name(claim, name) for claim in registry.values() for name in claim.needs}
    for claim in registry.values():
        for statement in claim.statements:
            name = f"{claim.id}/{statement.key}"
            fails = verdicts[claim.id, statement.key].deciding and statement.reach == "proof"
            if fails and name not in needed:
                raise ClaimsError(f"{name} fails with reach 'proof', and no proof needs it")
        for one in judge_conclusions(claim, verdicts) if claim.in_paper else ():
            reach, due = claim.statement(one.statement).reach, _REACH_OF.get(one.word)
            if due and reach != due:
                raise ClaimsError(
                    f"{claim.id} ({one.statement}) {one.word}: its reach is {due!r}, not {reach!r}"
                )


# ------------------------------------------------------------------ files


def write_findings(path: Path | str, findings: Iterable[Finding]) -> None:
    """Write findings as a CSV table, one row per finding."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(Finding._fields)
        writer.writerows(_row(finding) for finding in findings)


def read_findings(path: Path | str) -> dict[str, Finding]:
    """Read a table of findings: claim → finding.

    Raises
    ------
    ClaimsError
        If there is none, or a column is missing.
    """
    if not Path(path).is_file():
        raise ClaimsError(f"{path} holds no findings; run the workflow first")
    return {finding.claim: finding for finding in read_rows(path, "findings", _read)}


#: A conclusion as the table has it, such as "samples [printed]: misprinted".
_CONCLUSION = re.compile(
    r"(?P<name>.*?) ?\[(?P<key>[\w.-]+)\]: (?P<word>[^,]+)(?:, (?P<domain>.*))?"
)


def _row(finding: Finding) -> tuple[object, ...]:
    told = finding._asdict()
    told["conclusions"] = "; ".join(
        f"{one.name} [{one.statement}]: {one.word}".strip()
        + (f", {one.domain}" if one.domain else "")
        for one in finding.conclusions
    )
    told["footnotes"] = ", ".join(finding.footnotes)
    return tuple(told.values())


def _read(row: Mapping[str, str]) -> Finding:
    return Finding(
        claim=row["claim"],
        place=row["place"],
        in_paper=row["in_paper"] == "True",
        finding=Truth(row["finding"]),
        domain=row["domain"],
        addition=row["addition"],
        printed_proof=PrintedProof(row["printed_proof"]),
        conclusions=tuple(_conclusion(text) for text in row["conclusions"].split("; ")),
        instead=row["instead"],
        title=row["title"],
        footnotes=tuple(row["footnotes"].split(", ")) if row["footnotes"] else (),
        reaches=row["reaches"],
    )


def _conclusion(text: str) -> Conclusion:
    match = _CONCLUSION.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no conclusion")
    return Conclusion(match["name"], match["key"], Truth(match["word"]), match["domain"] or "")
