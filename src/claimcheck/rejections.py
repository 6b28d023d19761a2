"""What the checks are known to reject, and how often they err, from the tables of the mutants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.files import read_table

#: A bound is turned closely by a mutant at most this factor beyond its tightest instance.
CLOSE = 1.25

#: The tables, as `snakemake mutants` names them.
TABLES = ("mutants", "alarms", "levels", "simulated_levels")


class Alarms(NamedTuple):
    """How often checks on true instances fail.

    Attributes
    ----------
    instances, kinds : int
        True instances and their kinds.
    compared, raised : int
        Comparisons on them, and those that failed against the registry.
    """

    instances: int
    kinds: int
    compared: int
    raised: int


class Levels(NamedTuple):
    """How often statistical checks err at the edge of their null.

    Attributes
    ----------
    checks : int
        Statistical checks; none errs more often than its level.
    largest : float
        The largest quotient of the probability of an error by the level.
    simulated, seeds : int
        Statements whose check was repeated, and how often.
    """

    checks: int
    largest: float
    simulated: int
    seeds: int


class Rejections(NamedTuple):
    """The tables in numbers.

    Attributes
    ----------
    mutants : sequence of mapping
        A row per mutant: claim, statement, mutant, before, after, kind, failing, records,
        factor (None where there is none) and unit.
    statements : int
        Statements with a mutant.
    bounds, close : int
        Statements that are bounds and hold, and those of them that a mutant turns which is at
        most `CLOSE` beyond the tightest instance, or a unit where both sides are whole numbers.
    repaired, equalities, rates : int
        Mutants that make a failing statement hold, an equality fail and a rate fail.
    alarms : Alarms, optional
        Where the checks were made on true instances.
    levels : Levels, optional
        Where there are statistical checks.
    """

    mutants: list[dict[str, Any]]
    statements: int
    bounds: int
    close: int
    repaired: int
    equalities: int
    rates: int
    alarms: Alarms | None
    levels: Levels | None


def read_rejections(paths: Iterable[Path | str]) -> Rejections | None:
    """Return what those of `TABLES` at these paths say; None without the mutants."""
    found = {Path(path).stem: read_table(path) for path in paths}
    return count_rejections(found) if "mutants" in found else None


def count_rejections(tables: Mapping[str, pd.DataFrame]) -> Rejections:
    """Return the tables, by the names in `TABLES`, in numbers; the mutants must be there."""
    mutants = tables["mutants"]
    kinds = mutants["kind"].value_counts()
    bounds = mutants[mutants["kind"] == "bound"]
    close = bounds[(bounds["factor"] <= CLOSE) | bounds["unit"].astype(bool)]
    rows = mutants.astype({"factor": object}).where(mutants.notna(), None).to_dict("records")
    return Rejections(
        mutants=[{str(name): value for name, value in row.items()} for row in rows],
        statements=_statements(mutants),
        bounds=_statements(bounds),
        close=_statements(close),
        repaired=int(kinds.get("repaired", 0)),
        equalities=int(kinds.get("equality", 0)),
        rates=int(kinds.get("rate", 0)),
        alarms=_alarms(tables["alarms"]) if "alarms" in tables else None,
        levels=_levels(tables) if {"levels", "simulated_levels"} <= set(tables) else None,
    )


def _alarms(table: pd.DataFrame) -> Alarms:
    return Alarms(
        instances=int(table.drop_duplicates("kind")["instances"].sum()),
        kinds=int(table["kind"].nunique()),
        compared=int(table["records"].sum()),
        raised=int(table["failing"][~table["expected"]].sum()),
    )


def _levels(tables: Mapping[str, pd.DataFrame]) -> Levels:
    levels, simulated = tables["levels"], tables["simulated_levels"]
    return Levels(
        checks=len(levels),
        largest=float((levels["exact"] / levels["level"]).max()),
        simulated=_statements(simulated),
        seeds=int(simulated["seeds"].max()),
    )


def _statements(table: pd.DataFrame) -> int:
    return len(table[["claim", "statement"]].drop_duplicates())
