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


class Power(NamedTuple):
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
    networks, families, compared, raised : int
        True networks and their network families, comparisons on them, and those that failed
        against the registry.
    levels : int
        Statistical checks; none errs more often than its level at the edge of its null.
    largest : float
        The largest quotient of such a probability by its level.
    simulated, seeds : int
        Statements whose check was repeated at that edge, and how often.
    """

    mutants: list[dict[str, Any]]
    statements: int
    bounds: int
    close: int
    repaired: int
    equalities: int
    rates: int
    networks: int
    families: int
    compared: int
    raised: int
    levels: int
    largest: float
    simulated: int
    seeds: int


def read_power(paths: Iterable[Path | str]) -> Power | None:
    """Return what the tables at these paths say; None if one of `TABLES` is not among them."""
    found = {Path(path).stem: path for path in paths}
    if not set(TABLES) <= set(found):
        return None
    return power({name: read_table(found[name]) for name in TABLES})


def power(tables: Mapping[str, pd.DataFrame]) -> Power:
    """Return the tables, by the names in `TABLES`, in numbers."""
    mutants, alarms = tables["mutants"], tables["alarms"]
    levels, simulated = tables["levels"], tables["simulated_levels"]
    kinds = mutants["kind"].value_counts()
    bounds = mutants[mutants["kind"] == "bound"]
    close = bounds[(bounds["factor"] <= CLOSE) | bounds["unit"].astype(bool)]
    rows = mutants.astype({"factor": object}).where(mutants.notna(), None).to_dict("records")
    return Power(
        mutants=[{str(name): value for name, value in row.items()} for row in rows],
        statements=_statements(mutants),
        bounds=_statements(bounds),
        close=_statements(close),
        repaired=int(kinds.get("repaired", 0)),
        equalities=int(kinds.get("equality", 0)),
        rates=int(kinds.get("rate", 0)),
        networks=int(alarms.drop_duplicates("networks")["instances"].sum()),
        families=int(alarms["networks"].nunique()),
        compared=int(alarms["records"].sum()),
        raised=int(alarms["failing"][~alarms["expected"]].sum()),
        levels=len(levels),
        largest=float((levels["exact"] / levels["level"]).max()),
        simulated=_statements(simulated),
        seeds=int(simulated["seeds"].max()),
    )


def _statements(table: pd.DataFrame) -> int:
    return len(table[["claim", "statement"]].drop_duplicates())
