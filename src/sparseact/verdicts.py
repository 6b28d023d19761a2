"""Verdicts: computed from records and the registry, and from nothing else."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sparseact.comparison import METHODS, ROUNDING, Record
from sparseact.errors import ClaimsError
from sparseact.registry import Claim, Statement


class Verdict(NamedTuple):
    """A row of the verdict table."""

    claim: str
    statement: str
    evidence: str
    instances: int
    failures: int
    undecided: int
    worst_margin: float | None
    level: float | None
    counterexample: str
    coverage: str
    proof: str
    kind: str


def _size(record: Record) -> tuple[float, int, str]:
    """Order counterexamples: the smallest first."""
    sizes = [v for key, v in record.instance.items() if key in ("n", "s", "k", "p", "m")]
    text = json.dumps(record.instance, sort_keys=True)
    return float(sum(sizes)), len(text), text


def judge(claim: Claim, records: Sequence[Record]) -> list[Verdict]:
    """Return one verdict per statement of `claim`; the worst record decides.

    Raises
    ------
    ClaimsError
        If a record names no statement of the claim, a statement that computing
        cannot test has records, or one that it can has none.
    """
    keys = {statement.key for statement in claim.statements}
    for record in records:
        if record.claim != claim.id or record.statement not in keys:
            raise ClaimsError(f"a record is for {record.claim} ({record.statement}), unregistered")
    verdicts = []
    for statement in claim.statements:
        mine = [record for record in records if record.statement == statement.key]
        if bool(mine) == bool(statement.untestable):
            problem = "has records but is untestable" if mine else "has no records"
            raise ClaimsError(f"{claim.id} ({statement.key}) {problem}")
        verdicts.append(_verdict(claim, statement, mine))
    return verdicts


def judge_family(claims: Sequence[Claim], records: Sequence[Record]) -> list[Verdict]:
    """Return the verdicts on several claims; each record must be for one of them."""
    ids = {claim.id for claim in claims}
    for record in records:
        if record.claim not in ids:
            raise ClaimsError(f"a record is for {record.claim}; the claims are {', '.join(ids)}")
    return [
        verdict
        for claim in claims
        for verdict in judge(claim, [record for record in records if record.claim == claim.id])
    ]


def check_error_budget(levels: Iterable[float], budget: float) -> None:
    """Refuse verdicts that are wrong, together, with probability above `budget`.

    The rounding of levels that are shares of the budget is allowed for.
    """
    total = math.fsum(level for level in levels if not math.isnan(level))
    if total > budget * (1 + ROUNDING):
        raise ClaimsError(
            f"the statistical checks together may err with probability {total:.3g}, "
            f"allowed is {budget:.3g}; a check takes more than its level"
        )


def _verdict(claim: Claim, statement: Statement, records: Sequence[Record]) -> Verdict:
    failing = sorted((r for r in records if r.holds is False), key=_size)
    undecided = sum(record.holds is None for record in records)
    levels = [record.level for record in records if record.level is not None]
    level = math.fsum(levels) if levels else None
    counterexample = ""
    if not records:
        evidence = f"not testable by computing: {statement.untestable}"
    elif failing:
        evidence = "fails"
        first = failing[0]
        what = ", ".join(f"{key}={value}" for key, value in first.instance.items())
        counterexample = f"{what}: not {_show(first.left)} {first.relation} {_show(first.right)}"
    elif undecided:
        evidence = f"undecided on {undecided} of {len(records)} instances"
    else:
        worst = max((record.method for record in records), key=METHODS.index)
        evidence = f"{worst} on {len(records)} instances"
        if worst == "statistical":
            evidence = f"statistical on {len(records)} instances at level {level:.2g}"
    return Verdict(
        claim=claim.id,
        statement=statement.key,
        evidence=evidence,
        instances=len(records),
        failures=len(failing),
        undecided=undecided,
        worst_margin=min((record.margin for record in records), default=None),
        level=level,
        counterexample=counterexample,
        coverage=_coverage(records),
        proof=statement.proof,
        kind=statement.kind,
    )


#: Sizes that an instance may have, in the order in which a verdict lists them.
_SIZES = ("n", "s", "k", "p", "q", "m", "r", "d")


def _coverage(records: Sequence[Record]) -> str:
    """Say over which range each size of the instances runs."""
    ranges = []
    for key in _SIZES:
        found = [record.instance.get(key) for record in records]
        sizes = [size for size in found if isinstance(size, int)]
        if sizes:
            low, high = min(sizes), max(sizes)
            ranges.append(f"{key} {low}" if low == high else f"{key} {low}–{high}")
    return ", ".join(ranges)


def _show(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"
