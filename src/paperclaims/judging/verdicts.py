"""Judge: verdicts, which are computed only from records and the registry."""

from __future__ import annotations

import csv
import enum
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar

from paperclaims import paths
from paperclaims.checks.comparison import METHODS, Record, shown
from paperclaims.errors import ClaimsError, in_a_line
from paperclaims.refusals import nearest
from paperclaims.registry.claims import Claim, Statement


class Outcome(enum.StrEnum):
    """The outcome of a statement, from the strongest evidence to none."""

    EXACT = "exact"
    CERTIFIED = "certified"
    STATISTICAL = "statistical"
    UNDECIDED = "undecided"
    FAILS = "fails"
    UNTESTABLE = "not testable"


class Counterexample(NamedTuple):
    """An instance that violates a statement, as texts; str() is the sentence of the table.

    The two sides do not have the relation, which is the statement's.
    """

    instance: Mapping[str, str]
    left: str
    relation: str
    right: str

    def __str__(self) -> str:
        where = ", ".join(f"{key}={value}" for key, value in self.instance.items())
        return f"{where}: not {self.left} {self.relation} {self.right}"


class Verdict(NamedTuple):
    """A row of the verdict table, which has the counterexample as a text and as data.

    The worst record decides the outcome. `instances`, `failures` and `undecided` are numbers of
    instances: all, with a failing record, and with an open record. `level` is the probability that
    a statistical verdict is wrong. The counterexample is the smallest instance that fails.
    `coverage` is the range of each size over the instances. `reason` is why computing cannot test
    the statement, if it cannot. `factor` is the one of `spare_factor`.
    """

    claim: str
    statement: str
    outcome: Outcome
    instances: int
    failures: int
    undecided: int
    worst_margin: float | None
    level: float | None
    counterexample: Counterexample | None
    coverage: str
    reason: str
    proof: str
    factor: float | None = None


#: (claim, statement) → verdict.
Verdicts = Mapping[tuple[str, str], Verdict]
#: Entries of a statistical record's instance with results of its trials.
FOUND = ("successes", "trials", "low", "high", "proved")
#: Entries of an instance that no paper's sizes are, unless it names them.
_NO_SIZES = {"quantity", "seed", *FOUND}


class Sizes(NamedTuple):
    """The entries of instances that are sizes; without names, all integers.

    A verdict lists the ranges of the sizes in `listed`. The sum of the entries `small` is smallest
    at the smallest counterexample; `listed` if empty.
    """

    listed: Sequence[str] = ()
    small: Sequence[str] = ()

    def order(self, record: Record) -> tuple[int, int, str]:
        """Return a key that sorts counterexamples, the smallest first."""
        instance = record.instance
        names = self.small or self.listed or instance.keys() - _NO_SIZES
        text = json.dumps(instance, sort_keys=True)
        return sum(filter(_is_size, map(instance.get, names))), len(text), text

    def coverage(self, records: Sequence[Record]) -> str:
        """Say over which range each size of the instances runs."""
        ranges = []
        every = dict.fromkeys(key for record in records for key in record.instance)
        for key in self.listed or [key for key in every if key not in _NO_SIZES]:
            values = [record.instance.get(key) for record in records]
            sizes = [size for size in values if _is_size(size)]
            if sizes:
                low, high = min(sizes), max(sizes)
                ends = [_digits(low)] if low == high else [_digits(low), _digits(high)]
                ranges.append(f"{key} {'–'.join(ends)}")
        return ", ".join(ranges)


def _is_size(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def count_instances(records: Iterable[Record]) -> int:
    """Return the number of instances of the records.

    Records of one instance may differ in the `quantity` that is compared, and in the
    results of trials.
    """
    other = {"quantity", *FOUND}
    names = (
        {key: value for key, value in record.instance.items() if key not in other}
        for record in records
    )
    return len({json.dumps(name, sort_keys=True) for name in names})


def group(claims: Iterable[Claim], records: Iterable[Record]) -> dict[str, dict[str, list[Record]]]:
    """Return claim → statement → its records.

    Raises ClaimsError if a record is of no statement of the claims.
    """
    made: dict[str, dict[str, list[Record]]] = {
        claim.id: {statement.key: [] for statement in claim.statements} for claim in claims
    }
    for record in records:
        known = made.get(record.claim, {})
        if record.statement not in known:
            near = nearest(record.statement, known) if known else nearest(record.claim, made)
            where = f"{record.claim} ({record.statement})"
            raise ClaimsError(f"a record is for {where}, unregistered{near}")
        known[record.statement].append(record)
    return made


def judge(
    claims: Sequence[Claim], records: Iterable[Record], sizes: Sizes | None = None
) -> list[Verdict]:
    """Return one verdict per statement of the claims; the worst record decides.

    Raises ClaimsError if a record is of no statement of theirs, a statement that computing cannot
    test has records, or one that it can has none, or an instance violates a statement that is
    proved.
    """
    made = group(claims, records)
    verdicts = []
    for claim in claims:
        for statement in claim.statements:
            found = made[claim.id][statement.key]
            if bool(found) == bool(statement.untestable):
                problem = "no records: a check must compare it, or it must say why it is untestable"
                if statement.untestable:
                    problem = "records but is untestable"
                raise ClaimsError(f"{claim.id} ({statement.key}) has {problem}")
            verdicts.append(judge_statement(claim, statement, found, sizes))
    return verdicts


def check_error_budget(levels: Iterable[float], budget: float) -> None:
    """Reject verdicts that are wrong, together, with probability above `budget`.

    The levels are parts of the budget, so their sum may be above it by rounding.
    """
    total = math.fsum(levels)
    if total > budget * (1 + 1e-12):
        raise ClaimsError(
            f"the statistical checks together may err with probability {total:.3g}, "
            f"and at most {budget:.3g} is allowed; a check takes more than its level"
        )


def judge_statement(
    claim: Claim, statement: Statement, records: Sequence[Record], sizes: Sizes | None = None
) -> Verdict:
    """Return the verdict of a statement from its records.

    Raises ClaimsError if an instance violates a statement that is proved.
    """
    sizes = sizes or Sizes()
    failing = sorted((r for r in records if r.holds is False), key=sizes.order)
    levels = [record.level for record in records if record.level is not None]
    level = math.fsum(levels) if levels else None
    counterexample = None
    if failing:
        first = failing[0]
        instance = {key: str(value) for key, value in first.instance.items()}
        sides = shown(first.left), first.relation, shown(first.right)
        counterexample = Counterexample(instance, *sides)
        if statement.proof != "none" and not statement.refutation:
            where = "Coq" if statement.proof == "coq" else "docs"
            raise ClaimsError(
                f"{claim.id} ({statement.key}) is proved in {where}, but fails at "
                f"{counterexample}; one of the two is wrong"
            )
    return Verdict(
        claim=claim.id,
        statement=statement.key,
        outcome=worst(records),
        instances=count_instances(records),
        failures=count_instances(failing),
        undecided=count_instances(r for r in records if r.holds is None),
        worst_margin=min((record.margin for record in records), default=None),
        level=level,
        counterexample=counterexample,
        coverage=sizes.coverage(records),
        reason=statement.untestable,
        proof=statement.proof,
        factor=spare_factor(records),
    )


def spare_factor(records: Sequence[Record]) -> float | None:
    """Return the factor by which a side may be multiplied before one of the comparisons fails.

    It is the smallest quotient of the larger side by the smaller, below 1 where a comparison fails,
    and 1 for equalities. For a rate the sides are the claimed rate and the end of its interval. It
    is None where no positive factor decides, as with sides of two signs.

    Examples
    --------
    >>> from paperclaims.checks.comparison import compare
    >>> spare_factor([compare("a", "b", {}, 3, "<=", 6), compare("a", "b", {}, 1, "<=", 9)])
    2.0
    """
    unequal = [record for record in records if record.relation != "=="]
    least = None if unequal else Fraction(1)
    for record in unequal:
        end = "low" if record.relation == ">=" else "high"
        left = Fraction(record.left if record.level is None else record.instance[end])
        right = Fraction(record.right)
        small, large = (right, left) if record.relation in (">=", ">") else (left, right)
        if small != large and small <= 0 <= large:
            continue
        if small != large and large <= 0 <= small:
            return None
        quotient = Fraction(1) if small == large else large / small if small > 0 else small / large
        least = quotient if least is None else min(least, quotient)
    try:  # to as many digits as are alike on all processors
        return float(f"{float(least):.12g}") if records and least is not None else None
    except OverflowError:
        return None


def worst(records: Sequence[Record]) -> Outcome:
    """Return the outcome of a statement with these records."""
    if not records:
        return Outcome.UNTESTABLE
    if any(record.holds is False for record in records):
        return Outcome.FAILS
    if any(record.holds is None for record in records):
        return Outcome.UNDECIDED
    return Outcome(max((record.method for record in records), key=METHODS.index))


def _digits(size: int) -> str:
    """Return a size in digits, or rounded from a million millions on."""
    if size < 10**12:
        return str(size)
    return f"{size:.3g}" if size < 10**300 else f"{Decimal(size):.3g}"  # no float is as large


# ------------------------------------------------------------------ files

#: The column that has the counterexample as data.
_DATA = "counterexample_data"


def write_verdicts(path: Path | str, verdicts: Iterable[Verdict]) -> None:
    """Write verdicts as a CSV table, one row per verdict."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*Verdict._fields, _DATA])
        for verdict in verdicts:
            counterexample = verdict.counterexample
            data = json.dumps(counterexample, ensure_ascii=False) if counterexample else ""
            writer.writerow([*("" if cell is None else cell for cell in verdict), data])


def verdict_files(path: Path | str, topics: Iterable[str] = ("*",)) -> list[Path]:
    """Return the verdict tables at `path`: itself, or a run's newest ones, one per topic.

    Without `topics` the list includes tables of topics that are no longer in the registry.
    """
    path = Path(path)
    if path.is_file():
        return [path]
    newest = [file for topic in topics for file in sorted(path.glob(paths.topic_verdicts(topic)))]
    together = path / paths.VERDICTS
    return newest or ([together] if together.is_file() else [])


def read_verdicts(
    path: Path | str, topics: Iterable[str] = ("*",)
) -> dict[tuple[str, str], Verdict]:
    """Return (claim, statement) → verdict, from a CSV file or a run's folder with all of them.

    Raises ClaimsError if all verdicts, or a column, are missing.
    """
    files = verdict_files(path, topics)
    if not files:
        raise ClaimsError(f"{path} holds no verdicts; run the workflow first")
    verdicts: dict[tuple[str, str], Verdict] = {}
    for file in files:
        read = read_rows(file, "verdicts", _read)
        verdicts |= {(verdict.claim, verdict.statement): verdict for verdict in read}
    return verdicts


Row = TypeVar("Row")


def read_rows(path: Path | str, name: str, read: Callable[[Mapping[str, str]], Row]) -> list[Row]:
    """Return the result of `read` on each row of a CSV table; ClaimsError if it is none."""
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            return [read(row) for row in csv.DictReader(stream, strict=True)]
    except (KeyError, ValueError, TypeError, csv.Error) as error:
        raise ClaimsError(f"{path} is not a table of {name}: {in_a_line(error)}") from None


def _read(row: Mapping[str, str]) -> Verdict:
    def number(text: str) -> float | None:
        return float(text) if text else None

    return Verdict(
        claim=row["claim"],
        statement=row["statement"],
        outcome=Outcome(row["outcome"]),
        instances=int(row["instances"]),
        failures=int(row["failures"]),
        undecided=int(row["undecided"]),
        worst_margin=number(row["worst_margin"]),
        level=number(row["level"]),
        counterexample=Counterexample(*json.loads(row[_DATA])) if row[_DATA] else None,
        coverage=row["coverage"],
        reason=row["reason"],
        proof=row["proof"],
        factor=number(row["factor"]),
    )


def pair(
    registry: Mapping[str, Claim], verdicts: Verdicts
) -> list[tuple[Claim, list[tuple[Statement, Verdict]]]]:
    """Return each claim with its statements and their verdicts, in registry order.

    Raises ClaimsError if a statement has no verdict, or a verdict no statement.
    """
    stated = {(claim.id, one.key) for claim in registry.values() for one in claim.statements}
    if missing := stated - verdicts.keys():
        claim_id, key = min(missing)
        raise ClaimsError(f"{claim_id} ({key}) has no verdict; run the workflow")
    if rest := verdicts.keys() - stated:
        raise ClaimsError(f"a verdict on {' '.join(min(rest))}, which is not in the registry")
    return [
        (claim, [(one, verdicts[claim.id, one.key]) for one in claim.statements])
        for claim in registry.values()
    ]


def correction(
    statement: Statement, by_key: Mapping[str, tuple[Statement, Verdict]]
) -> tuple[Statement, Verdict] | None:
    """Return the correction of a failing statement of a claim, if the registry names one.

    A correction that fails itself gives way to its own.
    """
    seen = {statement.key}
    better = None
    while statement.instead and statement.instead not in seen:
        better = by_key[statement.instead]
        statement = better[0]
        if not better[1].failures:
            break
        seen.add(statement.key)
    return better
