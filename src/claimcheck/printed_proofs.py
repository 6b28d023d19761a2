"""The second question on a claim that holds: whether the printed proof gives it."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from claimcheck.errors import ClaimsError
from claimcheck.registry import Claim, Statement, find_statement, full_name
from claimcheck.verdicts import Outcome, Verdict, correction

Verdicts = Mapping[tuple[str, str], Verdict]


class PrintedProof(enum.StrEnum):
    """Whether the printed proof gives a claim."""

    YES = "yes"
    REPAIR = "after a small repair"
    ANOTHER = "no, another proof is given"
    NOT_PRINTED = "not printed"
    NOT_ASKED = ""


#: Answers that leave a claim which rests on this one in need of a repair.
BROKEN = (PrintedProof.REPAIR, PrintedProof.ANOTHER)


def settled(verdict: Verdict) -> bool:
    """Return whether a statement has a proof, and no instance contradicts it or is left open."""
    stands = not (verdict.deciding or verdict.undecided)
    return stands and verdict.proof != "none" and verdict.outcome is not Outcome.UNTESTABLE


def reach_of(statement: Statement, verdict: Verdict) -> str:
    """Return how far the fault of a failing statement reaches; empty if it does not fail."""
    if not verdict.failures:
        return ""
    if not verdict.deciding and statement.factor <= 1:
        return "boundary"
    return statement.reach


def failing_needs(
    claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts
) -> list[tuple[Claim, Statement]]:
    """Return the steps that a claim's printed proof needs and that fail beyond the boundary."""
    needed = [find_statement(full_name(claim, name), registry) for name in claim.needs]
    return [
        (other, statement)
        for other, statement in needed
        if reach_of(statement, verdicts[other.id, statement.key]) not in ("", "boundary")
    ]


def judge_proof(
    claim: Claim,
    conclusion: Statement,
    registry: Mapping[str, Claim],
    verdicts: Verdicts,
    rests_on_broken: bool,
) -> PrintedProof:
    """Return whether the printed proof of a claim gives its conclusion.

    `rests_on_broken` says whether a claim that it uses is misprinted or false, or has a
    printed proof that does not give it as it stands.

    Raises
    ------
    ClaimsError
        If the registry does not say what gives the conclusion, or the verdicts
        contradict what it says.
    """
    if claim.printed_proof in ("cited", "none"):
        return PrintedProof.NOT_PRINTED
    failing = failing_needs(claim, registry, verdicts)
    if not failing and not rests_on_broken:
        return PrintedProof.YES
    if not _repaired(claim, conclusion, failing, verdicts):
        return _another(claim, registry, verdicts)
    if claim.loses:
        raise ClaimsError(
            f"{claim.id}: its route {claim.route!r} is the conclusion, and yet a step loses it"
        )
    return PrintedProof.REPAIR


def _repaired(
    claim: Claim, conclusion: Statement, failing: list[tuple[Claim, Statement]], verdicts: Verdicts
) -> bool:
    """Return whether each failing step has a proved correction, with which the proof ends well."""
    for other, statement in failing:
        by_key = {s.key: (s, verdicts[other.id, s.key]) for s in other.statements}
        better = correction(statement, by_key)
        if better is None or not settled(better[1]):
            return False
    if all(other.id != claim.id for other, _ in failing):
        return not claim.loses
    ends = (conclusion.key, conclusion.correction, conclusion.with_constant)
    return bool(claim.route) and claim.route in ends and settled(verdicts[claim.id, claim.route])


def _another(claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts) -> PrintedProof:
    """Return that another proof is given, if the registry names it and what is lost."""
    if not (claim.loses and claim.proof_statement):
        raise ClaimsError(
            f"{claim.id}: its printed proof does not give it, and the registry does not say what "
            "the proof loses and which statement's proof gives the claim (loses, proof_statement)"
        )
    other, lost = find_statement(full_name(claim, claim.loses), registry)
    if not verdicts[other.id, lost.key].deciding:
        raise ClaimsError(f"{claim.id}: {claim.loses!r}, by which its proof loses, holds")
    for name in filter(None, (claim.route, claim.proof_statement)):
        other, statement = find_statement(full_name(claim, name), registry)
        if not settled(verdicts[other.id, statement.key]):
            raise ClaimsError(f"{claim.id}: {name!r} is not proved, or does not hold")
    return PrintedProof.ANOTHER
