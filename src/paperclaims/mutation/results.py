"""What the checks are known to reject, from the table of the mutants."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd

#: A bound is turned closely by a mutant at most this factor beyond its worst instance.
CLOSE = 1.25
#: A check is loose on a bound that only a derived factor over this turns, and no written mutant.
LOOSE = 4


class MutationResults(NamedTuple):
    """The table in numbers.

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


def count_rejections(mutants: pd.DataFrame) -> MutationResults:
    """Return the table of the mutants in numbers."""
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


def _statements(table: pd.DataFrame) -> int:
    return len(table[["claim", "statement"]].drop_duplicates())
