"""Commands: a run compared with the committed one, up to rounding.

A file may be equal to the byte. If it is not, its columns are compared, row by row:

- Floats may differ by `TOLERANCE` of their column's scale, the largest absolute value on
  either side: other processors round differently. Where networks are trained it is
  `TRAINED_TOLERANCE`. In verdicts.csv, whose rows have nothing
  in common, and within a text, they may differ by `TOLERANCE` of themselves.
- Everything else, statuses and the word of a verdict always, must be equal.
"""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from pandas.api.types import is_bool_dtype, is_float_dtype, is_numeric_dtype
from pandas.testing import assert_series_equal

from paperclaims import paths
from paperclaims.errors import ClaimsError
from paperclaims.judging.summary import run_jobs
from paperclaims.registry.claims import Claim

TOLERANCE = 1e-9
#: Of tables of trained networks: training amplifies a difference in the last bit.
TRAINED_TOLERANCE = 1e-6

_DIFFERS, _ROUNDING = "differs", "rounding"
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")


class Difference(NamedTuple):
    """A difference in one column of a file, or in a file, as a sentence.

    Its kind is "differs" or "rounding"; `claims` are those that the file or the first row is about,
    else the file's topic.
    """

    kind: str
    claims: str
    file: str
    text: str


class Comparison(NamedTuple):
    """All differences between two runs, and the files compared."""

    files: tuple[str, ...]
    differences: tuple[Difference, ...]

    @property
    def same(self) -> bool:
        """Return whether all differences are roundings."""
        return all(difference.kind != _DIFFERS for difference in self.differences)


def parts(folder: Path, registry: Mapping[str, Claim]) -> dict[str, Path]:
    """Return the files that are compared, by their path in the folder.

    A table that a run's folder has of a job of an earlier registry is not among them, nor is one
    without rows, of a check that makes records alone.
    """
    tables = [folder / paths.table(job) for job in run_jobs(folder, registry)]
    files = [
        folder / paths.VERDICTS,
        folder / paths.STATUSES,
        *sorted(tables or folder.glob(paths.table("*/*"))),
    ]
    return {
        file.relative_to(folder).as_posix(): file
        for file in files
        if file.is_file() and len(file.read_bytes().rstrip().splitlines()) > 1
    }


def compare_runs(
    results: Path, reference: Path, registry: Mapping[str, Claim], trained: Collection[str] = ()
) -> Comparison:
    """Compare a run with the reference; `trained` are the jobs that train networks.

    Raises ClaimsError if one of the folders has no such files.
    """
    made, committed = parts(results, registry), parts(reference, registry)
    for folder, files in ((reference, committed), (results, made)):
        if not files:
            raise ClaimsError(f"{folder} holds no verdicts and no tables")
    names = sorted(made.keys() | committed.keys())
    differences = []
    for name in names:
        about = _claims(name, registry)
        if name not in made or name not in committed:
            folder = results if name in made else reference
            differences.append(Difference(_DIFFERS, about, name, f"only in {folder}"))
        elif made[name].read_bytes() != committed[name].read_bytes():
            tolerance = TRAINED_TOLERANCE if name in map(paths.table, trained) else TOLERANCE
            differences += _compare_files(name, about, made[name], committed[name], tolerance)
    return Comparison(tuple(names), tuple(sorted(differences)))


def replace(results: Path, reference: Path, registry: Mapping[str, Claim]) -> None:
    """Make a run the committed one; other files that are committed beside it stay.

    Raises ClaimsError, and deletes nothing, if the run has no verdicts.
    """
    made = parts(results, registry)
    if paths.VERDICTS not in made:
        raise ClaimsError(f"{results} holds no verdicts of a whole run; run snakemake first")
    for file in parts(reference, registry).values():
        file.unlink()
    for name, file in made.items():
        (reference / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, reference / name)


def listing(comparison: Comparison) -> str:
    """Return the differences, a line each, and a sentence that counts them."""
    lines = [
        f"[{kind}] {file} ({claims}): {text}" for kind, claims, file, text in comparison.differences
    ]
    differ = {d.file for d in comparison.differences if d.kind == _DIFFERS}
    rounded = {d.file for d in comparison.differences} - differ
    equal = len(comparison.files) - len(differ) - len(rounded)
    lines.append(
        f"{len(comparison.files)} files: {equal} equal to the byte, {len(rounded)} equal to "
        f"{TOLERANCE:g} ({TRAINED_TOLERANCE:g} if trained); {len(differ)} differ"
    )
    return "\n".join(lines)


def _claims(name: str, registry: Mapping[str, Claim]) -> str:
    """Return the claims whose figures show a table, else the claims' topic."""
    *_, topic, file = ("", *name.split("/"))
    table = file.removesuffix(".csv")
    ids = [
        claim.id
        for claim in registry.values()
        if claim.topic == topic and any(table in figure.tables for figure in claim.figures)
    ]
    return ", ".join(ids) or topic or table


def _read(path: Path) -> tuple[str, pd.DataFrame]:
    """Return the line with the hash of a table's parameters, if it has one, and the table."""
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            head = stream.readline()
        is_hash = head.startswith("# parameters")
        table = pd.read_csv(path, skiprows=int(is_hash), keep_default_na=False, na_values=[""])
    except ValueError as error:  # no UTF-8, or a row with more cells than columns
        raise ClaimsError(f"{path}: {error}") from None
    return head if is_hash else "", table


def _compare_files(
    name: str, about: str, made: Path, committed: Path, tolerance: float
) -> Iterator[Difference]:
    (head, mine), (wanted_head, wanted) = _read(made), _read(committed)
    for part, here, there in (
        ("head", head.strip(), wanted_head.strip()),
        ("columns", list(mine), list(wanted)),
        ("number of rows", len(mine), len(wanted)),
    ):
        if here != there:
            text = f"its {part}: {here}, in the reference {there}"
            yield Difference(_DIFFERS, about, name, text)
            return
    for column in wanted:
        a, b = mine[column], wanted[column]
        rows = ~((a == b) | (a.isna() & b.isna()))
        if rows.any():
            kind = _ROUNDING if _is_rounding(a, b, name, tolerance) else _DIFFERS
            first = rows.idxmax()
            text = (
                f"column {column}: {rows.sum()} of {len(rows)} rows differ, row {first + 1}: "
                f"{a[first]}, in the reference {b[first]}"
            )
            if column == "outcome" and name == paths.VERDICTS:
                text = f"the verdict changed. {text}"
            claims = wanted["claim"][first] if about in ("verdicts", "statuses") else about
            yield Difference(kind, str(claims), name, text)


def _is_rounding(mine: pd.Series, wanted: pd.Series, name: str, tolerance: float) -> bool:
    """Return whether two columns differ by no more than rounding."""
    if name == paths.STATUSES or is_bool_dtype(wanted):
        return False
    own = {"rtol": tolerance, "atol": 0.0}  # of itself
    try:
        if not is_numeric_dtype(wanted):
            texts = mine.astype(str), wanted.astype(str)
            assert_series_equal(*(text.str.replace(_NUMBER, "#", regex=True) for text in texts))
            pattern = f"({_NUMBER.pattern})"
            numbers = (text.str.extractall(pattern)[0].astype(float) for text in texts)
            assert_series_equal(*numbers, **own)
        elif name == paths.VERDICTS or not is_float_dtype(wanted):
            assert_series_equal(mine, wanted, **own)
        else:
            both = pd.concat([mine, wanted]).abs()
            scale = float(both[both < math.inf].max())
            assert_series_equal(mine, wanted, rtol=0.0, atol=tolerance * scale)
    except AssertionError:
        return False
    return True
