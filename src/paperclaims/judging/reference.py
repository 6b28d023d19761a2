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

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_float_dtype, is_numeric_dtype

from paperclaims import paths
from paperclaims.errors import ClaimsError
from paperclaims.judging.summary import run_jobs
from paperclaims.registry.claims import Claim

TOLERANCE = 1e-9
#: Of tables of trained networks: training amplifies a difference in the last bit.
TRAINED_TOLERANCE = 1e-6

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")


class Difference(NamedTuple):
    """A difference in one column of a file, or in a file, as a sentence."""

    rounding: bool
    file: str
    text: str


class Comparison(NamedTuple):
    """All differences between two runs, and the files compared; str() lists the differences."""

    files: tuple[str, ...]
    differences: tuple[Difference, ...]

    @property
    def same(self) -> bool:
        """Return whether all differences are roundings."""
        return all(difference.rounding for difference in self.differences)

    def __str__(self) -> str:
        lines = [
            f"[{'rounding' if rounding else 'differs'}] {file}: {text}"
            for rounding, file, text in self.differences
        ]
        differ = {one.file for one in self.differences if not one.rounding}
        rounded = {one.file for one in self.differences} - differ
        equal = len(self.files) - len(differ) - len(rounded)
        lines.append(
            f"{len(self.files)} files: {equal} equal to the byte, {len(rounded)} equal to "
            f"{TOLERANCE:g} ({TRAINED_TOLERANCE:g} if trained); {len(differ)} differ"
        )
        return "\n".join(lines)


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
        if name not in made or name not in committed:
            folder = results if name in made else reference
            differences.append(Difference(False, name, f"only in {folder}"))
        elif made[name].read_bytes() != committed[name].read_bytes():
            tolerance = TRAINED_TOLERANCE if name in map(paths.table, trained) else TOLERANCE
            differences += _compare_files(name, made[name], committed[name], tolerance)
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
    name: str, made: Path, committed: Path, tolerance: float
) -> Iterator[Difference]:
    (head, mine), (wanted_head, wanted) = _read(made), _read(committed)
    for part, here, there in (
        ("head", head.strip(), wanted_head.strip()),
        ("columns", list(mine), list(wanted)),
        ("number of rows", len(mine), len(wanted)),
    ):
        if here != there:
            yield Difference(False, name, f"its {part}: {here}, in the reference {there}")
            return
    for column in wanted:
        a, b = mine[column], wanted[column]
        rows = ~((a == b) | (a.isna() & b.isna()))
        if rows.any():
            first = rows.idxmax()
            of = f" ({wanted['claim'][first]})" if "claim" in wanted else ""
            changed = "the verdict changed: " if column == "outcome" else ""
            text = (
                f"{changed}column {column}: {rows.sum()} of {len(rows)} rows differ, "
                f"row {first + 1}{of}: {a[first]}, in the reference {b[first]}"
            )
            yield Difference(_is_rounding(a, b, name, tolerance), name, text)


def _is_rounding(mine: pd.Series, wanted: pd.Series, name: str, tolerance: float) -> bool:
    """Return whether two columns differ by no more than rounding."""
    if name == paths.STATUSES or is_bool_dtype(wanted):
        return False
    rtol, atol = tolerance, 0.0  # of itself
    if not (is_numeric_dtype(mine) and is_numeric_dtype(wanted)):
        texts = mine.astype(str), wanted.astype(str)
        here, there = (text.str.replace(_NUMBER, "#", regex=True) for text in texts)
        if not here.equals(there):
            return False
        mine, wanted = (text.str.findall(_NUMBER).explode().astype(float) for text in texts)
    elif name != paths.VERDICTS and is_float_dtype(wanted):
        both = pd.concat([mine, wanted]).abs()
        rtol, atol = 0.0, tolerance * float(both[both < math.inf].max())
    return np.allclose(mine, wanted, rtol, atol, equal_nan=True)
