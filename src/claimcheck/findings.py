"""Findings: what a reader is told of a claim, computed from records and registry by rule.

The first rule that matches a claim's main statement decides:

1. definition, conditional, open or not testable, by its kind and the absence of records;
2. holds: no record fails;
3. holds under a condition: every record that fails lies outside the domain
   that the registry states for it;
4. false as printed, repaired: a corrected form of the same shape is proved and holds;
5. false.

Where the registry says what the records contradict, nothing is found and the
contradiction is named. A run that is too small to show why a domain has its
clauses, or that the claim holds inside, is judged all the same: `unshown` says
what it does not show.
"""

from __future__ import annotations

import csv
import enum
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from claimcheck.comparison import ROUNDING, Record
from claimcheck.domains import holds, shown
from claimcheck.errors import ClaimsError
from claimcheck.registry import REACHES, Claim, Statement, find_statement
from claimcheck.verdicts import Outcome, Verdict, correction, count_instances

#: How many instances must lie inside a domain, or all that hold where fewer do.
INSIDE = 20

Verdicts = Mapping[tuple[str, str], Verdict]

#: Of one claim: statement → its records.
Records = Mapping[str, Sequence[Record]]


class Word(enum.StrEnum):
    """What a finding says, from what stands to what falls."""

    HOLDS = "holds"
    CONDITION = "holds under a condition"
    DEFINITION = "definition"
    CONDITIONAL = "conditional"
    OPEN = "open"
    UNTESTABLE = "not testable"
    UNDECIDED = "undecided"
    REPAIRED = "false as printed, repaired"
    FALSE = "false"


#: Findings of a claim that its records refute.
REFUTED = (Word.REPAIRED, Word.FALSE)


class Finding(NamedTuple):
    """A row of the table of findings.

    Attributes
    ----------
    claim, place : str
    in_paper : bool
        Whether the claim is the paper's.
    finding : Word
    printed_proof : str
        "does not give it" beside a claim that holds although a step that its
        printed proof needs fails; empty otherwise.
    condition : str
        The domain, if the claim holds under a condition.
    instead : str
        The key of the statement that holds instead; empty if nothing fails.
    title : str
        Of that statement.
    reaches : str
        How many statements of the claim fail, by reach.
    """

    claim: str
    place: str
    in_paper: bool
    finding: Word
    printed_proof: str
    condition: str
    instead: str
    title: str
    reaches: str


NOT_GIVEN = "does not give it"


def judge_findings(registry: Mapping[str, Claim], verdicts: Verdicts) -> list[Finding]:
    """Return one finding per claim, in the registry's order.

    That the records bear out what the registry says of them is for `check_records`.

    Raises
    ------
    ClaimsError
        If the verdicts contradict a repair of the registry, or what it says of the
        steps that a proof needs.
    """
    findings = [_finding(claim, registry, verdicts) for claim in registry.values()]
    _check_needed(registry, verdicts)
    return findings


def check_records(claims: Iterable[Claim], verdicts: Verdicts, records: Iterable[Record]) -> None:
    """Hold what the registry says of claims against their verdicts and records.

    Raises
    ------
    ClaimsError
        If a statement that fails has no reach, or the records contradict a
        domain, a factor, a repair or a reach of the registry.
    """
    by_statement = _by_statement(records)
    for claim in claims:
        mine = {s.key: by_statement.get((claim.id, s.key), []) for s in claim.statements}
        main, word = claim.main_statement, _word(claim, verdicts)
        if word is Word.CONDITION:
            check_domain(main, mine[main.key], f"{claim.id} ({main.key})")
        for statement in claim.statements:
            if verdicts[claim.id, statement.key].failures:
                _check_reach(claim, statement, verdicts, mine, word)


def _by_statement(records: Iterable[Record]) -> dict[tuple[str, str], list[Record]]:
    found: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        found.setdefault((record.claim, record.statement), []).append(record)
    return found


def _finding(claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts) -> Finding:
    main = claim.main_statement
    word = _word(claim, verdicts)
    gap = word in (Word.HOLDS, Word.CONDITION) and bool(failing_needs(claim, registry, verdicts))
    if gap and not claim.proved_by:
        raise ClaimsError(
            f"{claim.id}: a step that its printed proof needs fails, and the registry does not "
            "say which proof gives it (proved_by)"
        )
    better = instead(claim, verdicts, word)
    reaches = Counter(
        s.reach for s in claim.statements if verdicts[claim.id, s.key].failures and s.reach
    )
    return Finding(
        claim=claim.id,
        place=claim.place,
        in_paper=claim.in_paper,
        finding=word,
        printed_proof=NOT_GIVEN if gap else "",
        condition=condition(main) if word is Word.CONDITION else "",
        instead=better.key if better else "",
        title=better.title if better else "",
        reaches=", ".join(f"{reaches[reach]} {reach}" for reach in REACHES if reaches[reach]),
    )


def _word(claim: Claim, verdicts: Verdicts) -> Word:
    main = claim.main_statement
    verdict = verdicts[claim.id, main.key]
    if main.kind == "definition":
        return Word.DEFINITION
    if not verdict.failures and main.kind in ("conditional", "open"):
        return Word(main.kind)
    if verdict.outcome is Outcome.UNTESTABLE:
        return Word.UNTESTABLE
    if verdict.outcome is Outcome.UNDECIDED:
        return Word.UNDECIDED
    if not verdict.failures:
        return Word.HOLDS
    if main.domain:
        return Word.CONDITION
    return Word.REPAIRED if _repaired(claim, verdicts) else Word.FALSE


def _repaired(claim: Claim, verdicts: Verdicts) -> bool:
    """Return whether the named repair is proved and holds; refuse one that is not or does not."""
    if not claim.repair:
        return False
    verdict = verdicts[claim.id, claim.repair]
    if verdict.failures or verdict.undecided or verdict.outcome is Outcome.UNTESTABLE:
        raise ClaimsError(f"{claim.id}: its repair {claim.repair!r} is {verdict.outcome}")
    if verdict.proof == "none":
        raise ClaimsError(f"{claim.id}: its repair {claim.repair!r} has no proof")
    return True


def instead(claim: Claim, verdicts: Verdicts, word: Word) -> Statement | None:
    """Return the statement that holds in place of a claim's main one, if that fails."""
    by_key = {s.key: (s, verdicts[claim.id, s.key]) for s in claim.statements}
    main = claim.main_statement
    if not by_key[main.key][1].failures:
        return None
    if word is Word.REPAIRED:
        return by_key[claim.repair][0]
    better = correction(main, by_key)
    return better[0] if better else None


def failing_needs(
    claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts
) -> list[tuple[Claim, Statement]]:
    """Return the steps that a claim's printed proof needs and that fail."""
    needed = [find_statement(_full(claim, name), registry) for name in claim.needs]
    return [(c, s) for c, s in needed if verdicts[c.id, s.key].failures]


def _full(claim: Claim, name: str) -> str:
    return name if "/" in name else f"{claim.id}/{name}"


def condition(statement: Statement) -> str:
    """Return a statement's domain as a reader writes it."""
    return " and ".join(shown(clause) for clause in statement.domain)


# ------------------------------------------- the registry against the records


def unshown(claims: Iterable[Claim], verdicts: Verdicts, records: Iterable[Record]) -> list[str]:
    """Return a sentence for each domain whose clauses, or whose inside, the records do not show.

    Each clause of a failing statement's domain should have a failing instance that
    only this clause excludes, and `INSIDE` instances should lie inside, or as many
    as hold. Instances of the statement's correction count as inside too: of many values
    of ρ a record holds the one that is nearest to failing, which often lies outside.
    """
    by_statement = _by_statement(records)
    found = []
    for claim in claims:
        for statement in claim.statements:
            if statement.domain and verdicts[claim.id, statement.key].failures:
                mine = by_statement.get((claim.id, statement.key), [])
                corrected = by_statement.get((claim.id, statement.correction), [])
                where = f"{claim.id} ({statement.key})"
                found += _idle_clauses(statement, mine, where)
                found += _too_few_inside(statement, mine, corrected, where)
    return found


def _idle_clauses(statement: Statement, records: Sequence[Record], where: str) -> list[str]:
    beyond = [record for record in records if not _allowed(statement, record)]
    excluded_by = [_outside(statement, record) for record in beyond]
    return [
        f"{where}: no failing instance is excluded by {shown(clause)} alone; a larger run "
        "would show whether the clause is needed"
        for clause in statement.domain
        if [clause] not in excluded_by
    ]


def _too_few_inside(
    statement: Statement, mine: Sequence[Record], corrected: Sequence[Record], where: str
) -> list[str]:
    counts = [
        count_instances(r for r in each if not _outside(statement, r)) for each in (mine, corrected)
    ]
    failing = count_instances(record for record in mine if record.holds is False)
    holding = count_instances(mine) - failing
    inside, enough = max(counts), max(min(INSIDE, holding), 1)
    if inside >= enough:
        return []
    return [
        f"{where}: {inside} instances lie inside its domain {condition(statement)}, "
        f"at least {enough} should"
    ]


def _outside(statement: Statement, record: Record) -> list[str]:
    """Return the clauses of the statement's domain that exclude a record's instance."""
    return [clause for clause in statement.domain if not holds(clause, record.instance)]


def _allowed(statement: Statement, record: Record) -> bool:
    """Return whether a record holds, within the statement's factor if its fault is a constant."""
    if statement.reach == "constant":
        return _within(record, statement.factor)
    return record.holds is not False


def check_domain(statement: Statement, records: Sequence[Record], where: str) -> None:
    """Refuse a domain with a failing record inside.

    Raises
    ------
    ClaimsError
    """
    for record in records:
        if not _allowed(statement, record) and not _outside(statement, record):
            what = ", ".join(f"{key}={value}" for key, value in record.instance.items())
            raise ClaimsError(f"{where} fails inside its domain {condition(statement)}: {what}")


def _number(side: float | str) -> Fraction:
    return Fraction(side)


def _within(record: Record, factor: float) -> bool:
    """Return whether a record holds up to a factor; of an equation, in absolute values."""
    left, right = _number(record.left), _number(record.right)
    slack = Fraction(factor) * (1 + Fraction(ROUNDING))
    if record.relation in ("<=", "<"):
        return left <= slack * right
    if record.relation in (">=", ">"):
        return right <= slack * left
    return abs(left) <= slack * abs(right) and abs(right) <= slack * abs(left)


def _check_reach(
    claim: Claim, statement: Statement, verdicts: Verdicts, records: Records, word: Word
) -> None:
    """Hold a failing statement's reach against its records."""
    where = f"{claim.id} ({statement.key})"
    if not claim.in_paper:
        return
    match statement.reach:
        case "":
            raise ClaimsError(f"{where} fails, and the registry does not say how far it reaches")
        case "edge":
            check_domain(statement, records[statement.key], where)
        case "constant":
            where = f"{where}, with the factor {statement.factor:g},"
            check_domain(statement, records[statement.key], where)
        case "wording":
            by_key = {s.key: (s, verdicts[claim.id, s.key]) for s in claim.statements}
            better = correction(statement, by_key)
            if better is None or better[1].failures:
                raise ClaimsError(f"{where}: its corrected wording fails too")
            if better[1].outcome is Outcome.UNTESTABLE and not statement.reason:
                raise ClaimsError(f"{where}: its corrected wording is not testable; give a reason")
        case "result":
            if word not in REFUTED:
                raise ClaimsError(f"{where} has reach 'result', but the claim {word}")


def _check_needed(registry: Mapping[str, Claim], verdicts: Verdicts) -> None:
    """Refuse a failing step that a proof needs without reach 'proof', and the other way round."""
    needed = {_full(claim, name) for claim in registry.values() for name in claim.needs}
    for claim in registry.values():
        for statement in claim.statements:
            name = f"{claim.id}/{statement.key}"
            fails = verdicts[claim.id, statement.key].failures > 0
            if fails and (statement.reach == "proof") != (name in needed):
                said = "no proof needs it" if statement.reach == "proof" else "a proof needs it"
                raise ClaimsError(f"{name} fails with reach {statement.reach!r}, and {said}")


# ------------------------------------------------------------------ files


def write_findings(path: Path | str, findings: Iterable[Finding]) -> None:
    """Write findings as a CSV table, one row per finding."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(Finding._fields)
        writer.writerows(findings)


def read_findings(path: Path | str) -> dict[str, Finding]:
    """Read a table of findings: claim → finding.

    Raises
    ------
    ClaimsError
        If there is none, or a column is missing.
    """
    if not Path(path).is_file():
        raise ClaimsError(f"{path} holds no findings; run the workflow first")
    findings = {}
    with open(path, encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            try:
                findings[row["claim"]] = _read(row)
            except (KeyError, ValueError) as error:
                raise ClaimsError(f"{path} is not a table of findings: {error}") from error
    return findings


def _read(row: Mapping[str, str]) -> Finding:
    return Finding(
        claim=row["claim"],
        place=row["place"],
        in_paper=row["in_paper"] == "True",
        finding=Word(row["finding"]),
        printed_proof=row["printed_proof"],
        condition=row["condition"],
        instead=row["instead"],
        title=row["title"],
        reaches=row["reaches"],
    )
