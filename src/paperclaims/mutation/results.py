"""The mutants that the checks reject, from the table of mutants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pandas as pd

from paperclaims.registry.claims import Claim


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


def without_mutant(registry: Mapping[str, Claim], mutants: pd.DataFrame) -> list[str]:
    """Return a line for each statement that can be tested and has no mutant."""
    known = set(zip(mutants["claim"], mutants["statement"], strict=True))
    return [
        f"{claim.id} ({statement.key}) has no mutant: nothing shows that its check can reject it"
        for claim in registry.values()
        for statement in claim.statements
        if not statement.untestable and (claim.id, statement.key) not in known
    ]
