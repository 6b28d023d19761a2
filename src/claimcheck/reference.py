"""A run's verdicts, statuses and tables beside committed ones: what differs, and whether it may.

A file may be equal to the byte. If it is not, its columns are compared cell by
cell, each row with the row of the same number:

- Numbers may differ by `TOLERANCE` of their column's scale, the largest
  absolute value in the column on either side: other processors round differently. Whole numbers,
  numbers within a text and verdicts.csv, whose rows have nothing in common, have no such scale and
  may differ by `TOLERANCE` of themselves.
- Columns that the registry names as depending on the machine are tested, row
  against row, since both runs use the same seeds: by the exact sign test over
  the rows that differ by more than rounding. It sees a shift, and no change of
  spread.
- Everything else, statuses and the word of a verdict always, must be equal.
"""

from __future__ import annotations

import csv
import math
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.stats import binomtest

from claimcheck import paths
from claimcheck.errors import ClaimsError
from claimcheck.registry import Claim, MachineDependence

TOLERANCE = 1e-9

#: Of one test: the probability that it rejects though only rounding differs.
LEVEL = 1e-6

#: Classes of a difference, from the worst to the least.
CLASSES = ("differs", "depends on the machine", "rounding")

_DIFFERS, _MACHINE, _ROUNDING = CLASSES
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")


class Difference(NamedTuple):
    """What differs in one column of a file, or in a file.

    Attributes
    ----------
    claims : str
        The claims that the file or the row is about, else its topic.
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


class _Table(NamedTuple):
    head: list[list[str]]  # the hash of the job's parameters, for a table; the columns' names
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        place = self.head[-1].index(name)
        return [row[place] for row in self.rows]


def parts(folder: Path) -> dict[str, Path]:
    """Return the files that are compared, by their path in the folder."""
    files = [
        folder / paths.VERDICTS,
        folder / paths.STATUSES,
        *sorted(folder.glob(paths.table("*/*"))),
    ]
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
    files = parts(results)
    found = [
        Difference(_claims(name, registry), name, _DIFFERS, math.inf, f"only in {folder}")
        for names, folder in (
            (files.keys() - theirs.keys(), results),
            (theirs.keys() - files.keys(), reference),
        )
        for name in names
    ]
    for name in sorted(files.keys() & theirs.keys()):
        if files[name].read_bytes() == (reference / name).read_bytes():
            continue
        ours = _read(files[name])
        if shape := _shape(ours, theirs[name]):
            found.append(Difference(_claims(name, registry), name, _DIFFERS, math.inf, shape))
        elif name == paths.VERDICTS:
            found += _verdicts(ours, theirs[name])
        elif name == paths.STATUSES:
            found += _statuses(ours, theirs[name])
        else:
            found += _columns(name, ours, theirs[name], registry)
    return Comparison(tuple(sorted(files.keys() | theirs.keys())), tuple(_ordered(found)))


def replace(results: Path, reference: Path) -> None:
    """Make a run the committed one; other files that are committed beside it stay."""
    for file in parts(reference).values():
        file.unlink()
    for name, file in parts(results).items():
        (reference / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, reference / name)


def listing(comparison: Comparison) -> str:
    """Return what differs, by claim and the worst first, and a sentence that counts."""
    lines, claims = [], None
    for difference in comparison.differences:
        if difference.claims != claims:
            claims = difference.claims
            lines.append(f"{claims}:")
        lines.append(f"  [{difference.kind}] {difference.file}: {difference.text}")
    return "\n".join([*lines, summary(comparison)])


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
    """Return the claims whose figures show a table, else the claims' topic."""
    *_, topic, file = ("", *name.split("/"))
    if name in (paths.VERDICTS, paths.STATUSES):
        return name.removesuffix(".csv")
    table = file.removesuffix(".csv")
    ids = [
        claim.id
        for claim in registry.values()
        if claim.topic == topic and any(table in figure.tables for figure in claim.figures)
    ]
    return ", ".join(ids) or topic


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
    name: str, ours: _Table, theirs: _Table, registry: Mapping[str, Claim]
) -> list[Difference]:
    """Compare two tables of one shape."""
    found = []
    free = {column: set(range(len(theirs.rows))) for column in theirs.head[-1]}
    for claim in registry.values():
        for entry in claim.machine:
            if name != paths.table(f"{claim.topic}/{entry.table}"):
                continue
            rows = _chosen(theirs, entry)
            for column in entry.values:
                free[column] -= set(rows)
                far, text = _apart(column, ours, theirs, rows)
                if far == 0:
                    continue
                kind = _ROUNDING
                if far > TOLERANCE:
                    kind, said = _judge(column, entry, ours, theirs, rows)
                    text += said
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
        mine, wanted = (_numbers(table, column, rows) for table in (ours, theirs))
    except ValueError as error:
        return _DIFFERS, f"; a cell is no number: {error}"
    absent = np.isnan(wanted)
    if not np.array_equal(absent, np.isnan(mine)):
        return _DIFFERS, "; a number stands where there is none on the other side"
    gaps = (mine - wanted)[~absent]
    least = TOLERANCE * _scale(ours.column(column), theirs.column(column))
    above, below = int((gaps > least).sum()), int((gaps < -least).sum())
    p = sign_test(above, below)
    kind = _DIFFERS if p <= LEVEL else _MACHINE
    return kind, (
        f"; {above} rows above, {below} below: p = {p:.2g} "
        f"(the test would see {_power(len(gaps))}). {entry.reason}"
    )


def _verdicts(ours: _Table, theirs: _Table) -> list[Difference]:
    """Compare verdicts row by row; the outcome is never allowed to differ."""
    columns = theirs.head[-1]
    found = []
    for mine, wanted in zip(ours.rows, theirs.rows, strict=True):
        row, other = (dict(zip(columns, cells, strict=True)) for cells in (mine, wanted))
        for column in columns:
            far = distance(row[column], other[column])
            if far == 0:
                continue
            kind = _ROUNDING if far <= TOLERANCE else _DIFFERS
            text = (
                f"{other['statement']}, column {column}: {row[column]!r}, "
                f"in the reference {other[column]!r}"
            )
            if column == "outcome":
                far, text = math.inf, f"the verdict turned. {text}"
            found.append(Difference(other["claim"], paths.VERDICTS, kind, far, text))
    return found


def _statuses(ours: _Table, theirs: _Table) -> list[Difference]:
    """Compare statuses row by row; nothing in them may differ."""
    found = []
    for mine, wanted in zip(ours.rows, theirs.rows, strict=True):
        for column, cell, other in zip(theirs.head[-1], mine, wanted, strict=True):
            if cell != other:
                text = f"column {column}: {cell!r}, in the reference {other!r}"
                found.append(Difference(wanted[0], paths.STATUSES, _DIFFERS, math.inf, text))
    return found


# ------------------------------------------------ machine-dependent columns


def sign_test(above: int, below: int) -> float:
    """Return the two-sided p-value of the sign test.

    Exact if the two sides of each row may be swapped, whatever the rows have in
    common: the p-value counts such swaps.

    Parameters
    ----------
    above, below : int
        Rows that differ one way and the other; rows that tie count as neither.
    """
    return float(binomtest(above, above + below).pvalue) if above + below else 1.0


def least_visible_rows(rows: int) -> int | None:
    """Return how many of the rows must move one way, the rest the other, for a test to reject.

    None if not even all of them are enough, which needs 2^(1 − rows) <= `LEVEL`.
    """
    enough = (k for k in range(rows // 2 + 1, rows + 1) if sign_test(k, rows - k) <= LEVEL)
    return next(enough, None)


def _power(rows: int) -> str:
    """Say which shift the test sees; empty if none."""
    moved = least_visible_rows(rows)
    if moved is None:
        return ""
    alone = math.ceil(math.log2(2 / LEVEL))
    return f"{moved} of {rows} rows that move one way, or {alone} that alone move"


def _chosen(table: _Table, entry: MachineDependence) -> list[int]:
    """Return the numbers of the rows that an entry names."""
    kept = list(range(len(table.rows)))
    for column, cells in entry.rows.items():
        texts = table.column(column)
        kept = [row for row in kept if texts[row] in cells]
    return kept


def _numbers(table: _Table, column: str, rows: Sequence[int]) -> np.ndarray:
    """Return a column's cells as numbers: True is 1, an empty cell is no number."""
    known = {"": math.nan, "True": 1.0, "False": 0.0}
    texts = table.column(column)
    cells = [texts[row] for row in rows]
    return np.array([known[cell] if cell in known else float(cell) for cell in cells])


def _checked_rows(table: _Table, entry: MachineDependence, where: str) -> list[int]:
    """Return the rows that an entry names; refuse columns and texts that the table lacks."""
    named = (*entry.rows, *entry.values)
    if unknown := [column for column in named if column not in table.head[-1]]:
        raise ClaimsError(f"{where}: {unknown[0]!r} is no column of it")
    for column, cells in entry.rows.items():
        if missing := [cell for cell in cells if cell not in table.column(column)]:
            raise ClaimsError(f"{where}: no row has {missing[0]!r} in column {column!r}")
    rows = _chosen(table, entry)
    if not rows:
        raise ClaimsError(f"{where}: no row matches all of `rows`")
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
            path = reference / paths.table(f"{claim.topic}/{entry.table}")
            if not path.is_file():
                raise ClaimsError(f"{where}: {reference} has no such table")
            table = _read(path)
            rows = _checked_rows(table, entry, where)
            for column in entry.values:
                cells_named = {(path, column, row) for row in rows}
                if cells_named & taken:
                    raise ClaimsError(f"{where}: column {column!r} is named twice")
                taken |= cells_named
                try:
                    numbers = int((~np.isnan(_numbers(table, column, rows))).sum())
                except ValueError as error:
                    raise ClaimsError(f"{where}: a cell is no number: {error}") from None
                power = _power(numbers)
                if not power:
                    raise ClaimsError(
                        f"{where}: column {column!r} has too few numbers, {numbers} rows, for a "
                        f"test at level {LEVEL:g} to reject anything; give its job more rows"
                    )
                powers[f"{claim.id}: {entry.table}, {column}"] = power
    return powers
