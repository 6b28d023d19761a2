"""A run's verdicts and tables beside committed ones: what differs, and whether it may.

A file may be equal to the byte. If it is not, its columns are compared cell by
cell, each row with the row of the same number:

- Numbers may differ by `TOLERANCE` of their column's scale, the largest
  absolute value in the column on either side: another processor rounds
  otherwise. Whole numbers, numbers within a text and verdicts.csv, whose rows
  have nothing in common, have no such scale and may differ by `TOLERANCE` of
  themselves.
- Columns that the registry names as depending on the machine are tested, row
  against row, since both runs use the same seeds: values by the sign test over
  the rows that differ by more than rounding, successes in trials by Fisher's
  exact test stratified by row (sparseact.paired_tests).
- Everything else, and the word of a verdict always, must be equal.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sparseact.claims import METHODS, Claim, ClaimsError, MachineDependence
from sparseact.paired_tests import (
    least_visible_rows,
    least_visible_successes,
    sign_test,
    stratified_fisher_test,
)

TOLERANCE = 1e-9

#: Of one test: the probability that it rejects though only rounding differs.
LEVEL = 1e-6

#: Classes of a difference, from the worst to the least.
CLASSES = ("differs", "depends on the machine", "rounding")

_DIFFERS, _MACHINE, _ROUNDING = CLASSES
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")
_WORDS = (*METHODS, "fails", "undecided", "not testable")
_VERDICTS = "verdicts.csv"
#: What of a verdict may follow a machine-dependent column; of the evidence, its numbers.
_FOLLOWING = ("evidence", "instances", "failures", "undecided", "worst_margin", "counterexample")


class Difference(NamedTuple):
    """What differs in one column of a file, or in a file.

    Attributes
    ----------
    claims : str
        The claims that the file or the row is about, else its family.
    file : str
    kind : str
        One of `CLASSES`.
    size : float
        How far: a share of the column's scale, infinite for text, shapes and words.
    text : str
        A sentence.
    """

    claims: str
    file: str
    kind: str
    size: float
    text: str


class Comparison(NamedTuple):
    """All differences between two runs, and the files compared."""

    files: tuple[str, ...]
    differences: tuple[Difference, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs but what may."""
        return all(difference.kind != _DIFFERS for difference in self.differences)


#: A claim's id and the number of one of its machine-dependent entries.
_Entry = tuple[str, int]


class _Table(NamedTuple):
    head: list[list[str]]  # the hash of the job's parameters, for a table; the columns' names
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        place = self.head[-1].index(name)
        return [row[place] for row in self.rows]


def parts(folder: Path) -> dict[str, Path]:
    """Return the files that are compared, by their path in the folder."""
    files = [folder / _VERDICTS, *sorted(folder.glob("tables/*/*.csv"))]
    return {file.relative_to(folder).as_posix(): file for file in files if file.is_file()}


def compare_runs(results: Path, reference: Path, registry: Mapping[str, Claim]) -> Comparison:
    """Compare a run with the reference.

    Raises
    ------
    ClaimsError
        If the reference is empty, or the registry names a table, column or row
        that it lacks, or a column that no test can judge.
    """
    theirs = {name: _read(path) for name, path in parts(reference).items()}
    if not theirs:
        raise ClaimsError(f"{reference} holds no verdicts and no tables")
    check_machine_columns(registry, reference)
    paths = parts(results)
    found = [
        Difference(_claims(name, registry), name, _DIFFERS, math.inf, f"only in {folder}")
        for names, folder in (
            (paths.keys() - theirs.keys(), results),
            (theirs.keys() - paths.keys(), reference),
        )
        for name in names
    ]
    # Verdicts come last: what of them may differ depends on the tables.
    moved: set[_Entry] = set()
    for name in sorted(paths.keys() & theirs.keys(), key=lambda name: (name == _VERDICTS, name)):
        if paths[name].read_bytes() == (reference / name).read_bytes():
            continue
        ours = _read(paths[name])
        if shape := _shape(ours, theirs[name]):
            found.append(Difference(_claims(name, registry), name, _DIFFERS, math.inf, shape))
        elif name == _VERDICTS:
            found += _verdicts(ours, theirs[name], registry, moved)
        else:
            found += _columns(name, ours, theirs[name], registry, moved)
    return Comparison(tuple(sorted(paths.keys() | theirs.keys())), tuple(_ordered(found)))


def summary(comparison: Comparison) -> str:
    """Return a sentence that counts the files of each class."""
    worst = {name: len(CLASSES) for name in comparison.files}
    for difference in comparison.differences:
        worst[difference.file] = min(worst[difference.file], CLASSES.index(difference.kind))
    by_class = [[name for name in worst if worst[name] == i] for i in range(len(CLASSES) + 1)]
    differ, machine, rounding, equal = by_class
    listed = f": {', '.join(machine)}" if machine else ""
    return (
        f"{len(worst)} files: {len(equal)} equal to the byte, {len(rounding)} equal to "
        f"{TOLERANCE:g}, {len(machine)} with differences in machine-dependent columns "
        f"and no shift at level {LEVEL:g}{listed}; {len(differ)} differ"
    )


def _ordered(found: Sequence[Difference]) -> list[Difference]:
    """Sort by claim, the claim with the worst difference first, its worst one first."""

    def rank(difference: Difference) -> tuple[int, float, str, str]:
        kind = CLASSES.index(difference.kind)
        return kind, -difference.size, difference.file, difference.text

    worst: dict[str, tuple[int, float, str, str]] = {}
    for difference in sorted(found, key=rank):
        worst.setdefault(difference.claims, rank(difference))
    return sorted(found, key=lambda d: (worst[d.claims], rank(d)))


# ------------------------------------------------------------------ files


def _read(path: Path) -> _Table:
    with open(path, encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))
    head = 2 if rows and rows[0] and rows[0][0].startswith("# parameters") else 1
    return _Table(rows[:head], rows[head:])


def _shape(ours: _Table, theirs: _Table) -> str:
    if ours.head != theirs.head:
        return f"its head is {ours.head}, the reference's {theirs.head}"
    if len(ours.rows) != len(theirs.rows):
        return f"it has {len(ours.rows)} rows, the reference {len(theirs.rows)}"
    for line, row in enumerate(ours.rows, start=len(ours.head) + 1):
        if len(row) != len(ours.head[-1]):
            return f"line {line} has {len(row)} cells of {len(ours.head[-1])}"
    return ""


def _claims(name: str, registry: Mapping[str, Claim]) -> str:
    """Return the claims whose figures show a table, else the claims' family."""
    *_, family, file = ("", *name.split("/"))
    if name == _VERDICTS:
        return "verdicts"
    table = file.removesuffix(".csv")
    ids = [
        claim.id
        for claim in registry.values()
        if claim.family == family and any(table in figure.tables for figure in claim.figures)
    ]
    return ", ".join(ids) or family


# ------------------------------------------------------------------ cells


def _number(cell: str) -> float | None:
    return float(cell) if _NUMBER.fullmatch(cell) else None


def _scale(*columns: Sequence[str]) -> float:
    """Return the largest absolute value among the cells that are numbers."""
    numbers = [_number(cell) for column in columns for cell in column]
    return max((abs(number) for number in numbers if number is not None), default=0.0)


def distance(ours: str, reference: str, scale: float | None = None) -> float:
    """Return how far two cells are apart, as a share of the scale; infinite for other text.

    Whole numbers and numbers within a text (and every number, if there is no
    scale) are compared with themselves.
    """
    if ours == reference:
        return 0.0
    if _NUMBER.sub("#", ours) != _NUMBER.sub("#", reference):
        return math.inf
    pairs = list(zip(_NUMBER.findall(ours), _NUMBER.findall(reference), strict=True))
    whole = all(text.lstrip("+-").isdigit() for text in (ours, reference))
    cell = None if whole or _number(ours) is None else scale
    far = 0.0
    for one, other in pairs:
        a, b = float(one), float(other)
        if a != b:
            far = max(far, abs(a - b) / (cell or max(abs(a), abs(b))))
    return far


# ---------------------------------------------------------------- columns


def _columns(
    name: str,
    ours: _Table,
    theirs: _Table,
    registry: Mapping[str, Claim],
    moved: set[_Entry],
) -> list[Difference]:
    """Compare two tables of one shape; entries whose tested columns differ join `moved`."""
    found = []
    free = {column: set(range(len(theirs.rows))) for column in theirs.head[-1]}
    for claim in registry.values():
        for number, entry in enumerate(claim.machine):
            if name != f"tables/{claim.family}/{entry.table}.csv":
                continue
            rows = _chosen(theirs, entry)
            for column in (*entry.counts, *entry.values, *entry.follow):
                free[column] -= set(rows)
                far, text = _apart(column, ours, theirs, rows)
                if far == 0:
                    continue
                kind = _ROUNDING
                if far > TOLERANCE and column in entry.follow:
                    follows = (claim.id, number) in moved
                    kind = _MACHINE if follows else _DIFFERS
                    text += (
                        ", as columns that it is computed from"
                        if follows
                        else (", and none of the columns that it is computed from")
                    )
                elif far > TOLERANCE:
                    kind, said = _judge(column, entry, ours, theirs, rows)
                    text += said
                    if kind == _MACHINE:
                        moved.add((claim.id, number))
                found.append(Difference(claim.id, name, kind, far, text))
    about = _claims(name, registry)
    for column, left in free.items():
        far, text = _apart(column, ours, theirs, sorted(left))
        if far > 0:
            kind = _DIFFERS if far > TOLERANCE else _ROUNDING
            found.append(Difference(about, name, kind, far, text))
    return found


def _apart(column: str, ours: _Table, theirs: _Table, rows: Sequence[int]) -> tuple[float, str]:
    """Return how far a column is apart at most, and a clause that shows where."""
    mine, wanted = ours.column(column), theirs.column(column)
    scale = _scale(mine, wanted)
    far = [distance(mine[row], wanted[row], scale) for row in rows]
    if not any(far):
        return 0.0, ""
    worst = max(range(len(far)), key=far.__getitem__)
    row = rows[worst]
    of = "itself" if mine[row].lstrip("+-").isdigit() else f"the column's scale {scale:.3g}"
    by = "" if math.isinf(far[worst]) else f" by up to {far[worst]:.2g} of {of}"
    return far[worst], (
        f"column {column}: {sum(d > 0 for d in far)} of {len(rows)} rows differ{by}, line "
        f"{row + len(theirs.head) + 1}: {mine[row]!r}, in the reference {wanted[row]!r}"
    )


def _judge(
    column: str,
    entry: MachineDependence,
    ours: _Table,
    theirs: _Table,
    rows: Sequence[int],
) -> tuple[str, str]:
    """Test one machine-dependent column: return its class and a clause that says why."""
    try:
        mine, wanted = (_numbers([t.column(column)[row] for row in rows]) for t in (ours, theirs))
    except ValueError as error:
        return _DIFFERS, f"; a cell is no number: {error}"
    absent = np.isnan(wanted)
    if not np.array_equal(absent, np.isnan(mine)):
        return _DIFFERS, "; a number stands where there is none on the other side"
    if column in entry.counts:
        trials = _counts(theirs, entry.counts[column], rows)
        if np.any((mine < 0) | (mine > trials)):
            return _DIFFERS, "; more successes than trials"
        p = stratified_fisher_test(mine.astype(int), wanted.astype(int), trials)
        test = f"{int(mine.sum())} successes against {int(wanted.sum())}"
    else:
        mine, wanted = mine[~absent], wanted[~absent]
        least = TOLERANCE * _scale(ours.column(column), theirs.column(column))
        p = sign_test(mine, wanted, least)
        up, down = (int((gaps > least).sum()) for gaps in (mine - wanted, wanted - mine))
        test = f"{up} rows above, {down} below"
    tested = next(t for t in _tested(theirs, entry) if t.column == column)
    kind = _DIFFERS if p <= LEVEL else _MACHINE
    return kind, f"; {test}: p = {p:.2g} (the test would see {tested.power()}). {entry.reason}"


def _verdicts(
    ours: _Table, theirs: _Table, registry: Mapping[str, Claim], moved: set[_Entry]
) -> list[Difference]:
    """Compare verdicts row by row; the word is never allowed to differ."""
    columns = theirs.head[-1]
    following = {
        (claim, key)
        for owner, number in moved
        for claim, keys in registry[owner].machine[number].statements.items()
        for key in keys
    }
    found = []
    for mine, wanted in zip(ours.rows, theirs.rows, strict=True):
        row, other = (dict(zip(columns, cells, strict=True)) for cells in (mine, wanted))
        follows = (other["claim"], other["statement"]) in following
        for column in columns:
            far = distance(row[column], other[column])
            if far == 0:
                continue
            kind = _ROUNDING if far <= TOLERANCE else _DIFFERS
            text = (
                f"{other['statement']}, column {column}: {row[column]!r}, "
                f"in the reference {other[column]!r}"
            )
            if column == "evidence" and word(row[column]) != word(other[column]):
                far, text = math.inf, f"the verdict turned. {text}"
            elif kind == _DIFFERS and follows and column in _FOLLOWING:
                kind, text = _MACHINE, f"{text}, as columns of tables that it is computed from"
            found.append(Difference(other["claim"], _VERDICTS, kind, far, text))
    return found


def word(evidence: str) -> str:
    """Return the word of a verdict's evidence, without its numbers."""
    return next((known for known in _WORDS if evidence.startswith(known)), evidence)


# ------------------------------------------------ machine-dependent columns


class _Tested(NamedTuple):
    """One column of one entry, on the rows that the entry names."""

    column: str
    numbers: np.ndarray  # the reference's
    trials: np.ndarray | None  # for counts

    def power(self) -> str:
        """Say which shift the test sees; empty if none."""
        if self.trials is None:
            rows = least_visible_rows(len(self.numbers), LEVEL)
            if rows is None:
                return ""
            least = math.ceil(math.log2(2 / LEVEL))
            return (
                f"{rows} of {len(self.numbers)} rows that move one way, or {least} that alone move"
            )
        change = least_visible_successes(self.numbers, self.trials, LEVEL)
        return f"a change by {change} successes in {self.trials.sum()} trials" if change else ""


def _chosen(table: _Table, entry: MachineDependence) -> list[int]:
    """Return the numbers of the rows that an entry names."""
    kept = list(range(len(table.rows)))
    for column, cells in entry.rows.items():
        texts = table.column(column)
        kept = [row for row in kept if texts[row] in cells]
    return kept


def _numbers(cells: Iterable[str]) -> np.ndarray:
    """Return cells as numbers: True is 1, an empty cell is no number."""
    known = {"": math.nan, "True": 1.0, "False": 0.0}
    return np.array([known[cell] if cell in known else float(cell) for cell in cells])


def _counts(table: _Table, column: str, rows: Sequence[int]) -> np.ndarray:
    cells = table.column(column)
    return np.array([int(cells[row]) for row in rows], dtype=np.int64)


def _tested(table: _Table, entry: MachineDependence) -> list[_Tested]:
    rows = _chosen(table, entry)
    tested = []
    for column in entry.values:
        numbers = _numbers(table.column(column)[row] for row in rows)
        tested.append(_Tested(column, numbers[~np.isnan(numbers)], None))
    for column, of in entry.counts.items():
        tested.append(_Tested(column, _counts(table, column, rows), _counts(table, of, rows)))
    return tested


def _checked_rows(table: _Table, entry: MachineDependence, where: str) -> list[int]:
    """Return the rows that an entry names; refuse columns and texts that the table lacks."""
    columns = (*entry.rows, *entry.counts, *entry.counts.values(), *entry.values, *entry.follow)
    if unknown := [column for column in columns if column not in table.head[-1]]:
        raise ClaimsError(f"{where}: {unknown[0]!r} is no column of it")
    for column, cells in entry.rows.items():
        if missing := [cell for cell in cells if cell not in table.column(column)]:
            raise ClaimsError(f"{where}: no row has {missing[0]!r} in column {column!r}")
    rows = _chosen(table, entry)
    if not rows:
        raise ClaimsError(f"{where}: no row is as it says")
    return rows


def check_machine_columns(registry: Mapping[str, Claim], reference: Path) -> dict[str, str]:
    """Refuse names that match nothing in the reference, and columns that no test can judge.

    Returns
    -------
    dict
        By "claim: table, column" (as the registry has them) which shift its test would see.

    Raises
    ------
    ClaimsError
    """
    powers = {}
    taken: set[tuple[Path, str, int]] = set()
    for claim in registry.values():
        for entry in claim.machine:
            where = f"{claim.id}, machine, table {entry.table!r}"
            path = reference / f"tables/{claim.family}/{entry.table}.csv"
            if not path.is_file():
                raise ClaimsError(f"{where}: {reference} has no such table")
            table = _read(path)
            rows = _checked_rows(table, entry, where)
            for column in (*entry.counts, *entry.values, *entry.follow):
                cells_named = {(path, column, row) for row in rows}
                if cells_named & taken:
                    raise ClaimsError(f"{where}: column {column!r} is named twice")
                taken |= cells_named
            try:
                tested = _tested(table, entry)
            except ValueError as error:
                raise ClaimsError(f"{where}: a cell is no number: {error}") from None
            for test in tested:
                power = test.power()
                if not power:
                    raise ClaimsError(
                        f"{where}: column {test.column!r} has too few numbers, "
                        f"{len(test.numbers)} rows, for a test at level {LEVEL:g} to reject "
                        f"anything; give its job more rows or trials"
                    )
                powers[f"{claim.id}: {entry.table}, {test.column}"] = power
    return powers
