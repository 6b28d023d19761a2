"""The registry held against records: what these contradict in it, and what they do not show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from claimcheck.comparison import Record
from claimcheck.domains import holds, shown
from claimcheck.errors import ClaimsError
from claimcheck.findings import Truth, condition, judge_conclusions, lead
from claimcheck.printed_proofs import Verdicts, reach_of, settled
from claimcheck.registry import Claim, Statement
from claimcheck.verdicts import Outcome, correction, count_instances, deciding

#: How many instances must lie inside a domain, or all that hold where fewer do.
INSIDE = 20

#: What an instance calls the constant with which an O(·) is read.
_CONSTANTS = ("c", "C", "K", "constant", "squared_constant")

#: Of one claim: statement → its records.
Records = Mapping[str, Sequence[Record]]


def check_records(claims: Iterable[Claim], verdicts: Verdicts, records: Iterable[Record]) -> None:
    """Hold what the registry says of claims against their verdicts and records.

    Raises
    ------
    ClaimsError
        If a statement that fails has no reach, or the records contradict a
        domain, a factor, a constant that serves nowhere, or a reach of the registry.
    """
    by_statement = _by_statement(records)
    for claim in claims:
        mine = {s.key: by_statement.get((claim.id, s.key), []) for s in claim.statements}
        conclusions = judge_conclusions(claim, verdicts)
        for one in conclusions:
            statement = claim.statement(one.statement)
            where = f"{claim.id} ({statement.key})"
            if one.word is Truth.DOMAIN:
                check_domain(statement, mine[statement.key], where)
                _check_setting(claim, statement, verdicts, where)
            if one.word is Truth.FALSE or statement.every_constant:
                name = statement.every_constant or statement.key
                _check_constants(claim.statement(name), mine[name], where)
        if claim.loses and "/" not in claim.loses:
            where = f"{claim.id} ({claim.loses}), by which its proof loses,"
            _check_constants(claim.statement(claim.loses), mine[claim.loses], where)
        for statement in claim.statements:
            if verdicts[claim.id, statement.key].failures and claim.in_paper:
                _check_reach(claim, statement, verdicts, mine, lead(conclusions).word)


def _by_statement(records: Iterable[Record]) -> dict[tuple[str, str], list[Record]]:
    found: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        found.setdefault((record.claim, record.statement), []).append(record)
    return found


def check_domain(statement: Statement, records: Sequence[Record], where: str) -> None:
    """Refuse a domain with a record inside that fails beyond boundary and factor.

    Raises
    ------
    ClaimsError
    """
    for record in deciding(statement, records):
        if not _outside(statement, record):
            what = ", ".join(f"{key}={value}" for key, value in record.instance.items())
            raise ClaimsError(f"{where} fails inside its domain {condition(statement)}: {what}")


def _check_setting(claim: Claim, statement: Statement, verdicts: Verdicts, where: str) -> None:
    """Refuse a domain that leaves the paper's own setting outside."""
    if statement.setting in ("", "introduced"):
        return
    if not settled(verdicts[claim.id, statement.setting]):
        raise ClaimsError(f"{where}: its setting {statement.setting!r} fails, or has no proof")


def _check_constants(statement: Statement, records: Sequence[Record], where: str) -> None:
    """Refuse a fault that some constant among the records mends."""
    failing = {_constant(record) for record in deciding(statement, records)}
    for record in records:
        if _constant(record) not in failing:
            raise ClaimsError(f"{where} does not fail with the constant {_constant(record)}")


def _constant(record: Record) -> object:
    return next((record.instance[key] for key in _CONSTANTS if key in record.instance), None)


def _check_reach(
    claim: Claim, statement: Statement, verdicts: Verdicts, records: Records, word: Truth
) -> None:
    """Hold a failing statement's reach against its records."""
    where = f"{claim.id} ({statement.key})"
    match reach_of(statement, verdicts[claim.id, statement.key]):
        case "":
            raise ClaimsError(f"{where} fails, and the registry does not say how far it reaches")
        case "condition" if statement.domain:
            check_domain(statement, records[statement.key], where)
        case "constant":
            where = f"{where}, with the factor {statement.factor:g},"
            check_domain(statement, records[statement.key], where)
        case "wording" | "condition":
            by_key = {s.key: (s, verdicts[claim.id, s.key]) for s in claim.statements}
            better = correction(statement, by_key)
            if better is None or better[1].deciding:
                raise ClaimsError(f"{where}: its corrected wording fails too")
            if better[1].outcome is Outcome.UNTESTABLE and not statement.reason:
                raise ClaimsError(f"{where}: its corrected wording is not testable; give a reason")
        case "result":
            if word is not Truth.FALSE:
                raise ClaimsError(f"{where} has reach 'result', but the claim {word}")


# ------------------------------------------------------- what is not shown


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
            if statement.domain and verdicts[claim.id, statement.key].deciding:
                mine = by_statement.get((claim.id, statement.key), [])
                corrected = by_statement.get((claim.id, statement.correction), [])
                where = f"{claim.id} ({statement.key})"
                found += _idle_clauses(statement, mine, where)
                found += _too_few_inside(statement, mine, corrected, where)
    return found


def _idle_clauses(statement: Statement, records: Sequence[Record], where: str) -> list[str]:
    excluded_by = [_outside(statement, record) for record in deciding(statement, records)]
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
