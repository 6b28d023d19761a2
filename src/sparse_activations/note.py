"""The note to cite: a PDF from docs/note.typ and the numbers of a run."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd
import typst

from claimcheck.errors import ClaimsError


def typeset(source: str, table: pd.DataFrame, figures: Sequence[str], version: str) -> bytes:
    """Return the note as a PDF: the same bytes for the same arguments.

    Only fonts that come with the typesetter are used, and no date.

    Parameters
    ----------
    source : str
        The note in Typst's markup.
    table : DataFrame
        The table of the job `rectangles`; the note's numbers are taken from it.
    figures : sequence of str
        The pictures of the rectangles and of the growth, as SVG.
    version : str
        The version of this software.

    Raises
    ------
    ClaimsError
        If the source has an error.
    """
    try:
        return typst.compile(
            source.encode(),
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs=inputs(table, figures, version),
        )
    except typst.TypstError as error:
        raise ClaimsError(f"the note cannot be typeset: {error.message}") from error


def inputs(table: pd.DataFrame, figures: Sequence[str], version: str) -> dict[str, str]:
    """Return what the note's source is given, by name; as for `typeset`."""
    rectangles, growth = figures
    known = table.astype(object).where(table.notna(), None)
    return {
        "table": json.dumps(known.to_dict("records")),
        "rectangles": rectangles,
        "growth": growth,
        "version": version,
    }
