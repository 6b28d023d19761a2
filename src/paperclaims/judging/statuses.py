"""Judge: the statuses of claims, written by hand, against the verdicts.

The claims files contain the statuses and the impacts of failing statements. This module rejects
them if the verdicts, which are computed from records, contradict them; it never chooses a status
that is written. A missing entry is not a contradiction: it is listed, and an error only in a
strict run.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paperclaims.checks.comparison import Record
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import Outcome, Verdict, Verdicts, judge_statement, read_rows
from paperclaims.refusals import nearest
from paperclaims.registry.claims import IMPACTS, Claim, Statement, find_statement, full_name
from paperclaims.registry.domains import names_in, outside

#: The status of a refuted claim without a correction in the claims files.
UNCORRECTED = "false; no correction is stated"

#: Impacts that require a correction.
_MENDED = ("constant", "missing condition", "misprint")


class Status(NamedTuple):
    """A row of the table of statuses, with the texts of the claims files.

    If the status is missing, it follows from the verdicts; if the answer is missing, it is the
    counterexample of a failing claim. `instead` is the statement that holds instead of it, as
    "claim/statement"; empty if the claim holds. `impacts` counts the failing statements by impact,
    without the readings that we tried.
    """

    claim: str
    place: str
    in_paper: bool
    kind: str
    status: str
    correction: str
    assumes: str
    paper_proof: str
    answer: str
    instead: str
    impacts: str


def judge_statuses(
    registry: Mapping[str, Claim], verdicts: Verdicts, *, strict: bool = True
) -> list[Status]:
    """Return one status per claim, in the order of the claims files.

    Unless `strict`, a run may be too small to show that a line of a proof fails, and entries may
    be missing.

    Raises ClaimsError if the verdicts contradict a status. The message lists all contradictions,
    one per line.
    """
    wrong = [
        sentence
        for claim in registry.values()
        for sentence in problems(claim, registry, verdicts, strict)
    ]
    if wrong:
        raise ClaimsError("\n".join(wrong))
    return [_row(claim, registry, verdicts) for claim in registry.values()]


def check_statuses(registry: Mapping[str, Claim], strict: bool) -> None:
    """Reject, before the first job, entries of claims that no verdicts can support.

    A statement with an impact or a refutation will fail, and one with a proof will hold. Of each
    other statement both are tried.
    """
    found = []
    for fails in (False, True):
        expected = {
            (claim.id, s.key): _expected(claim, s, fails and s.proof == "none")
            for claim in registry.values()
            for s in claim.statements
        }
        wrong = (problems(claim, registry, expected, strict) for claim in registry.values())
        found.append({one.partition(";")[0]: one for each in wrong for one in each})
    either, other = found
    if both := [sentence for start, sentence in either.items() if start in other]:
        raise ClaimsError("\n".join(both))


def _expected(claim: Claim, statement: Statement, fails: bool) -> Verdict:
    fails = fails or bool(statement.fails or statement.refutation)
    verdict = judge_statement(claim, statement, [])
    if statement.untestable:
        return verdict
    return verdict._replace(outcome=Outcome.FAILS if fails else Outcome.EXACT, failures=int(fails))


def known_statuses(
    registry: Mapping[str, Claim], verdicts: Verdicts
) -> tuple[dict[str, Status], dict[str, str]]:
    """Return the statuses that the available verdicts decide, and the contradictions, by claim.

    A claim that requires a missing verdict is in neither.
    """
    rows, wrong = {}, {}
    for claim in registry.values():
        try:
            if contradictions := problems(claim, registry, verdicts, strict=False):
                wrong[claim.id] = "; ".join(contradictions)
            else:
                rows[claim.id] = _row(claim, registry, verdicts)
        except KeyError:
            continue
    return rows, wrong


def _row(claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts) -> Status:
    counts: Counter[str] = Counter(
        s.fails for s in claim.statements if verdicts[claim.id, s.key].failures and not s.reading
    )
    rules = _Rules(claim, registry, verdicts, strict=True)
    found = [rules.verdict(s.key).counterexample for s in rules.conclusions]
    status = claim.status or (rules.computed() if claim.kind == "claim" else "")
    corrected = claim.corrected or claim.survives or any(s.instead for s in rules.conclusions)
    if status == "false" and not corrected:
        status = UNCORRECTED
    return Status(
        claim.id,
        claim.place,
        claim.in_paper,
        claim.kind,
        status,
        claim.correction,
        claim.assumes,
        claim.paper_proof if claim.in_paper and claim.kind == "claim" else "",
        claim.answer or str(next(filter(None, found), "")),
        full_name(claim, claim.corrected[0]) if claim.corrected else "",
        ", ".join(f"{counts[impact]} {impact}" for impact in IMPACTS if counts[impact]),
    )


def problems(
    claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts, strict: bool = True
) -> list[str]:
    """Return a sentence for each contradiction between a claim's entries and the verdicts.

    If `strict`, missing entries count too.
    """
    rules = _Rules(claim, registry, verdicts, strict)
    sentences = [*rules.status(), *rules.paper_proof(), *rules.impacts()]
    missing = lacking(claim, verdicts) if strict else []
    return [f"{claim.id}: {sentence}" for sentence in sentences] + missing


def lacking(claim: Claim, verdicts: Verdicts) -> list[str]:
    """Return a line for each missing key of a claim, with its file."""
    rules = _Rules(claim, {claim.id: claim}, verdicts, strict=True)
    where = f"{claim.topic}/claims.yaml: claim {claim.id}"
    return [f"{where} lacks {key}: {why}" for key, why in rules.lacks()]


class _Rules:
    """The rules for one claim; each method yields the contradictions to them."""

    def __init__(
        self, claim: Claim, registry: Mapping[str, Claim], verdicts: Verdicts, strict: bool
    ) -> None:
        self.claim, self.registry, self.verdicts, self.strict = claim, registry, verdicts, strict
        self.conclusions = [claim.statement(key) for key in claim.concluded.values()]

    def proved(self, name: str) -> bool:
        """Return whether a statement has a proof, and no instance refutes it or is undecided."""
        verdict = self.verdict(name)
        return verdict.proof != "none" and not (verdict.undecided or self.fails(name))

    def refuted(self, name: str) -> bool:
        """Return whether an instance or a proof refutes a statement."""
        return self.verdict(name).failures > 0 or bool(self._find(name)[1].refutation)

    def fails(self, name: str) -> bool:
        """Return whether a statement is refuted; in a small run, an impact suffices.

        An impact suffices for a line of a proof, but not for a status.
        """
        _, statement = self._find(name)
        return self.refuted(name) or (bool(statement.fails) and not self.strict)

    def verdict(self, name: str) -> Verdict:
        """Return the verdict of a statement: of this claim, or named as "claim/statement"."""
        claim, statement = self._find(name)
        return self.verdicts[claim.id, statement.key]

    def _find(self, name: str) -> tuple[Claim, Statement]:
        return find_statement(full_name(self.claim, name), self.registry)

    def is_proved(self, statement: Statement) -> bool:
        """Return whether a conclusion is proved as stated, except in degenerate cases."""
        return self.proved(statement.excluded_by or statement.key)

    def computed(self) -> str:
        """Return the status that follows from the verdicts, for a claim without one."""
        if any(self.refuted(s.key) for s in self.conclusions):
            return "false"
        proved = all(self.is_proved(s) for s in self.conclusions)
        return "holds" if proved else "open"

    def lacks(self) -> Iterable[tuple[str, str]]:
        """Yield each missing key, and why it is required."""
        claim = self.claim
        if claim.kind == "claim" and not claim.status:
            yield "status", f"a claim must have a status; by the verdicts it is {self.computed()!r}"
        if claim.kind == "claim" and not claim.answer:
            yield "answer", "a claim must have an answer in one line"
        said = f"status is {claim.status!r}"
        if claim.status == "holds with a correction" and not claim.correction:
            yield "correction", f"{said}; describe the correction"
        if claim.status == "holds with a correction" and not claim.corrected:
            yield "corrected", f"{said}; name the corrected statement"
        if claim.status == "false" and claim.in_paper and not claim.survives:
            yield "survives", f"{said}; state what remains true"
        said = f"paper_proof is {claim.paper_proof!r}"
        if claim.paper_proof.startswith("proves it") and not claim.examined:
            yield "examined", f"{said}; name the examined lines"
        if claim.paper_proof == "does not prove it" and not (claim.gap and claim.proved_by):
            key = "proved_by" if claim.gap else "gap"
            yield key, f"{said}; name the gap and another proof"
        for statement in claim.statements:
            key, impact = statement.key, statement.fails
            where = f"statements → {key} →"
            of_paper = claim.in_paper and not (statement.reading or statement.ours)
            if of_paper and self.verdict(key).failures and not impact:
                why = f"fails; name its impact, which must be one of {', '.join(IMPACTS)}"
                yield f"{where} fails", f"{key!r} {why}"
            if impact == "degenerate case" and not statement.excluded_by:
                why = "is a degenerate case; name the statement that excludes it"
                yield f"{where} excluded_by", f"{key!r} {why}"
            if impact in _MENDED and not statement.instead:
                why = f"has the impact {impact!r}; name its correction"
                yield f"{where} instead", f"{key!r} {why}"

    def status(self) -> Iterable[str]:
        claim = self.claim
        for name in (*claim.corrected, *claim.answers):
            # A claim that is not examined may be answered by measurements of other cases.
            measured = claim.status == "not examined" and not self.refuted(name)
            if not (self.proved(name) or measured):
                yield f"{name!r} is marked as holding, but is unproved or refuted"
        for name in claim.not_shown:
            if self.proved(name) or self.refuted(name):
                yield f"{name!r} is marked as not shown, but is proved or refuted"
        refuted = [s for s in self.conclusions if self.refuted(s.key)]
        unproved = [s for s in self.conclusions if not self.is_proved(s)]
        if claim.status == "holds":
            for statement in unproved:
                yield f"status is 'holds', but {self._unproved(statement)}"
        elif claim.status == "holds with a correction":
            if not unproved:
                yield f"status is {claim.status!r}, but every conclusion is proved as stated"
            for statement in unproved:
                if statement not in refuted and statement.key not in claim.not_shown:
                    yield f"its conclusion {statement.key!r} is not refuted; add it to not_shown"
        # An impact that is not named yet is listed as lacking.
        elif claim.status == "false" and not any(
            s.fails in ("result", "") or not claim.in_paper for s in refuted
        ):
            yield (
                "status is 'false', but no conclusion is refuted with the impact 'result'"
                + ("" if refuted else "; choose sizes that show it, name a proof, or call it open")
            )
        for s in self.conclusions:
            key = s.key
            if claim.status == "open" and (self.proved(key) or s in refuted):
                yield f"status is open, but its conclusion {key!r} is proved or refuted"
            if claim.status == "not examined" and (not s.untestable or self.proved(key)):
                sentence = f"its conclusion {key!r} has a check or a proof"
                yield f"status is 'not examined', but {sentence}"

    def _unproved(self, statement: Statement) -> str:
        verdict = self.verdict(statement.key)
        why = "; name its proof"
        if verdict.counterexample:
            why = f" and fails ({verdict.counterexample})"
        elif verdict.undecided and verdict.proof != "none":
            why = (
                f": {verdict.undecided} of {verdict.instances} instances are undecided; where both "
                "sides are equal, compare them exactly"
            )
        return f"conclusion {statement.key!r} is not proved as stated{why}"

    def paper_proof(self) -> Iterable[str]:
        claim = self.claim
        failing = [name for name in claim.examined if self.fails(name)]
        if claim.paper_proof == "proves it" and failing:
            yield f"paper_proof is 'proves it', but its line {failing[0]!r} is refuted"
        if claim.paper_proof == "proves it, corrected":
            if claim.examined and not failing:
                yield "paper_proof is 'proves it, corrected', but none of its lines is refuted"
            for name in failing:
                other, statement = self._find(name)
                better = statement.instead and f"{other.id}/{statement.instead}"
                if not better or not self.proved(better):
                    yield f"the correction of the line {name!r} is not proved"
        if claim.gap and not self.fails(claim.gap):
            yield f"{claim.gap!r} is marked as the gap of the paper's proof, but is not refuted"
        for name in claim.proved_by:
            if not self.proved(name):
                yield f"{name!r} is listed in proved_by, but is unproved or refuted"

    def impacts(self) -> Iterable[str]:
        claim = self.claim
        for statement in claim.statements:
            key, impact = statement.key, statement.fails
            shown = self.verdict(key).failures or statement.untestable or not self.strict
            if (impact or statement.refutation) and not (shown and self.fails(key)):
                yield f"{key!r} is marked as failing, but no instance refutes it"
            name = statement.excluded_by
            if name and not (claim.statement(name).domain and self.proved(name)):
                yield f"{key!r} is excluded by {name!r}, but this has no domain or is not proved"
            if impact in _MENDED and statement.instead and self.fails(statement.instead):
                yield f"{key!r} has the impact {impact!r}, but its correction is refuted"


def unshown(claims: Iterable[Claim], verdicts: Verdicts) -> list[str]:
    """Return the statements, as "claim/statement", that should fail but do not in this run."""
    return [
        f"{claim.id}/{statement.key}"
        for claim in claims
        for statement in claim.statements
        if (statement.fails or statement.refutation)
        and not verdicts[claim.id, statement.key].failures
    ]


def check_degenerate(claims: Sequence[Claim], records: Sequence[Record]) -> None:
    """Reject a degenerate case with a failing instance that the named statement does not exclude.

    A domain may name only entries of the claim's instances.
    """
    domains = {
        (claim.id, s.key): claim.statement(s.excluded_by).domain
        for claim in claims
        for s in claim.statements
        if s.excluded_by
    }
    for record in records:
        domain = domains.get((record.claim, record.statement))
        if record.holds is False and domain is not None and not outside(domain, record.instance):
            instance = ", ".join(f"{key}={value}" for key, value in record.instance.items())
            raise ClaimsError(
                f"{record.claim}: {record.statement!r} is marked as a degenerate case, but also "
                f"fails at {instance}, which the statement in excluded_by does not exclude"
            )
    for claim in claims:
        known = {key for record in records if record.claim == claim.id for key in record.instance}
        for s in claim.statements:
            for name in sorted(set().union(*map(names_in, s.domain)) - known):
                must = f"domain must name entries of instances, got {name!r}{nearest(name, known)}"
                where = f"{claim.topic}/claims.yaml: claim {claim.id}, statement {s.key}"
                raise ClaimsError(f"{where}: {must}")


# ------------------------------------------------------------------ files


def write_statuses(path: Path | str, statuses: Iterable[Status]) -> None:
    """Write statuses as a CSV table, one row per claim."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(Status._fields)
        writer.writerows(statuses)


def read_statuses(path: Path | str) -> dict[str, Status]:
    """Read a table of statuses: claim → status.

    Raises ClaimsError if the file or a column is missing.
    """
    if not Path(path).is_file():
        raise ClaimsError(f"{path} does not exist; run the workflow first")

    def read(row: Mapping[str, str]) -> Status:
        status = Status(*(row[field] for field in Status._fields))  # type: ignore[arg-type]
        return status._replace(in_paper=row["in_paper"] == "True")

    return {status.claim: status for status in read_rows(path, "statuses", read)}
