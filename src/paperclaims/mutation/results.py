"""What the checks are known to reject, and how often they err, from the tables of the mutants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from paperclaims.checks.files import read_table

#: A bound is turned closely by a mutant at most this factor beyond its worst instance.
CLOSE = 1.25
#: A check is loose on a bound that only a derived factor over this turns, and no written mutant.
LOOSE = 4

#: The tables, as `snakemake mutants` names them.
TABLES = ("mutants", "false_positives", "error_rates", "simulated_error_rates")


class FalsePositives(NamedTuple):
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


class ErrorRates(NamedTuple):
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


class MutationResults(NamedTuple):
    """The tables in numbers.

    Attributes
    ----------
    mutants : sequence of mapping
        A row per mutant, of `paperclaims.mutation.table`; None where a factor is none.
    statements : int
        Statements with a mutant.
    bounds, close : int
        Statements that are bounds and hold, and those of them that a mutant turns which is at
        most `CLOSE` beyond the worst instance, or a unit where both sides are whole numbers.
    coarse : list of (claim, statement)
        The other bounds that hold.
    derived : int
        Mutants that derive themselves.
    loose : list of (claim, statement, factor)
        Bounds that hold, that no written mutant turns, and the least factor of a derived one,
        where it is over `LOOSE`.
    repaired, equalities, rates : int
        Mutants that make a failing statement hold, an equality fail and a rate fail.
    false_positives : FalsePositives, optional
        Where the checks were made on true instances.
    levels : ErrorRates, optional
        Where there are statistical checks.
    """

    mutants: list[dict[str, Any]]
    statements: int
    bounds: int
    close: int
    coarse: list[tuple[str, str]]
    derived: int
    loose: list[tuple[str, str, float]]
    repaired: int
    equalities: int
    rates: int
    false_positives: FalsePositives | None
    levels: ErrorRates | None


def read_mutation_results(paths: Iterable[Path | str]) -> MutationResults | None:
    """Return what those of `TABLES` at these paths say; None without the mutants."""
    found = {Path(path).stem: read_table(path) for path in paths}
    return count_rejections(found) if "mutants" in found else None


def count_rejections(tables: Mapping[str, pd.DataFrame]) -> MutationResults:
    """Return the tables, by the names in `TABLES`, in numbers; the mutants must be there."""
    mutants = tables["mutants"]
    kinds = mutants["kind"].value_counts()
    bounds = mutants[mutants["kind"] == "bound"]
    repaired = mutants[mutants["before"] == "fails"]
    close = bounds[(bounds["factor"] <= CLOSE) | bounds["unit"].astype(bool)]
    rows = mutants.astype(object).where(mutants.notna(), None).to_dict("records")
    return MutationResults(
        mutants=[{str(name): value for name, value in row.items()} for row in rows],
        statements=_statements(mutants),
        bounds=_statements(bounds),
        close=_statements(close),
        coarse=sorted(set(_keys(bounds)) - set(_keys(close)) - set(_keys(repaired))),
        derived=int(mutants["change"].notna().sum()),
        loose=_loose(bounds),
        repaired=int(kinds.get("repaired", 0)),
        equalities=int(kinds.get("equality", 0)),
        rates=int(kinds.get("rate", 0)),
        false_positives=_alarms(tables["false_positives"]) if "false_positives" in tables else None,
        levels=_levels(tables) if {"error_rates", "simulated_error_rates"} <= set(tables) else None,
    )


def _keys(table: pd.DataFrame) -> list[tuple[str, str]]:
    return list(zip(table["claim"], table["statement"], strict=True))


def _loose(bounds: pd.DataFrame) -> list[tuple[str, str, float]]:
    written = set(_keys(bounds[bounds["change"].isna()]))
    least = bounds.dropna(subset="least").groupby(["claim", "statement"])["least"].min()
    return [
        (*key, float(factor))
        for key, factor in least.items()
        if factor > LOOSE and key not in written
    ]


def _alarms(table: pd.DataFrame) -> FalsePositives:
    return FalsePositives(
        instances=int(table.drop_duplicates("kind")["instances"].sum()),
        kinds=int(table["kind"].nunique()),
        compared=int(table["records"].sum()),
        raised=int(table["failing"][~table["expected"]].sum()),
    )


def _levels(tables: Mapping[str, pd.DataFrame]) -> ErrorRates:
    levels, simulated = tables["error_rates"], tables["simulated_error_rates"]
    return ErrorRates(
        checks=len(levels),
        largest=float((levels["exact"] / levels["level"]).max()),
        simulated=_statements(simulated),
        seeds=int(simulated["seeds"].max()),
    )


def _statements(table: pd.DataFrame) -> int:
    return len(table[["claim", "statement"]].drop_duplicates())
