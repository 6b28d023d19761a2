"""What the checks are known to reject, from the table of the mutants."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd


class MutationResults(NamedTuple):
    """The table in numbers.

    Attributes
    ----------
    mutants : sequence of mapping
        A row per mutant, of `paperclaims.mutation.table`.
    statements : int
        Statements with a mutant.
    derived : int
        Mutants that derive themselves.
    """

    mutants: list[dict[str, Any]]
    statements: int
    derived: int


def count_rejections(mutants: pd.DataFrame) -> MutationResults:
    """Return the table of the mutants in numbers."""
    return MutationResults(
        mutants=[
            {str(name): value for name, value in row.items()} for row in mutants.to_dict("records")
        ],
        statements=len(mutants[["claim", "statement"]].drop_duplicates()),
        derived=int(mutants["change"].notna().sum()),
    )
