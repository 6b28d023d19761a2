"""The mutants that the checks reject, from the table of mutants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pandas as pd

from paperclaims.registry.claims import Claim


class MutationResults(NamedTuple):
    """The table of mutants, its rows, the statements with a mutant, and how many are derived."""

    mutants: list[Any]
    statements: int
    derived: int


def count_rejections(mutants: pd.DataFrame) -> MutationResults:
    """Return the table of the mutants in numbers."""
    statements = mutants[["claim", "statement"]].drop_duplicates()
    derived = int(mutants["change"].notna().sum())
    return MutationResults(mutants.to_dict("records"), len(statements), derived)


def without_mutant(registry: Mapping[str, Claim], mutants: pd.DataFrame) -> list[str]:
    """Return a line for each statement that can be tested and has no mutant."""
    known = set(zip(mutants["claim"], mutants["statement"], strict=True))
    return [
        f"{claim.id} ({statement.key}) has no mutant: nothing shows that its check can reject it"
        for claim in registry.values()
        for statement in claim.statements
        if not statement.untestable and (claim.id, statement.key) not in known
    ]
