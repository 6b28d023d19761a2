"""What a job's notebook shows of its run: records as rows, and how the statements came out.

To import this module sets pandas' options, so that no table is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from claimcheck.comparison import Measurement, Record
from claimcheck.errors import ClaimsError
from claimcheck.recorder import progress

pd.set_option("display.max_columns", None, "display.max_colwidth", None, "display.width", 200)


def run_check(check: Callable[..., Measurement], **arguments: Any) -> Measurement:
    """Return what a check measures; every few seconds stderr tells how many records there are."""
    with progress():
        return check(**arguments)


def rows(records: Sequence[Record]) -> pd.DataFrame:
    """Return records as a table to look at: a row each, its instance in one cell."""
    return pd.DataFrame(
        [
            {
                "statement": f"{record.claim}, {record.statement}",
                "instance": ", ".join(f"{key}={value}" for key, value in record.instance.items()),
                "comparison": f"{_number(record.left)} {record.relation} {_number(record.right)}",
                "method": record.method,
                "holds": record.holds,
            }
            for record in records
        ]
    ).set_index("statement")


def _number(side: float | str) -> str:
    return side if isinstance(side, str) else f"{side:.6g}"


def tally(records: Sequence[Record]) -> pd.DataFrame:
    """Return how many records of each statement hold, fail and are open: a row a statement."""
    counts: dict[tuple[str, str], list[int]] = {}
    for record in records:
        place = (True, False, None).index(record.holds)
        counts.setdefault((record.claim, record.statement), [0, 0, 0])[place] += 1
    names = ["claim", "statement", "hold", "fail", "open"]
    lines = [(*key, *numbers) for key, numbers in counts.items()]
    return pd.DataFrame(lines, columns=names).set_index(names[:2])


def worst_instance(
    table: pd.DataFrame, measured: str, bound: str, *, says: str, at: Sequence[str]
) -> str:
    """Return a sentence on a bound: whether it holds in all rows, and where it is tightest.

    Parameters
    ----------
    measured, bound : str
        Columns of numbers; the first should be at most the second. Rows in which
        one is missing are left out.
    says : str
        What the bound says, in words.
    at : sequence of str
        The columns that name the tightest row.

    Raises
    ------
    ClaimsError
        If no row has both.
    """
    kept = table.dropna(subset=[measured, bound])
    if kept.empty:
        raise ClaimsError(f"no row of the table has both {measured} and {bound}")
    left, right = kept[measured], kept[bound]
    broken = int((left > right).sum())
    ratios = left / right.where(right != 0)
    row = ratios.idxmax() if ratios.notna().any() else kept.index[0]
    where = ", ".join(f"{name} = {kept.at[row, name]}" for name in at)
    number = f"{len(kept)} {'row' if len(kept) == 1 else 'rows'}"
    holds = (
        f"fails in {broken} of {number}, most" if broken else f"holds in all {number}, most tightly"
    )
    return f"{says}: this {holds} at {where}, with {left[row]:.6g} against {right[row]:.6g}."
