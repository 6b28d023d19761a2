"""The note to cite: a PDF from docs/note.typ, the numbers of a run and what Coq has checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import matplotlib
import pandas as pd
import typst

from claimcheck.errors import ClaimsError


def typeset(
    source: str,
    tables: Mapping[str, pd.DataFrame],
    figures: Mapping[str, str],
    axioms: Mapping[str, Sequence[str]],
    version: str,
) -> bytes:
    """Return the note as a PDF: the same bytes for the same arguments.

    Only fonts that come with the typesetter and with Matplotlib are used, and no date.

    Parameters
    ----------
    source : str
        The note in Typst's markup.
    tables : mapping of str to DataFrame
        The tables of the jobs `rectangles`, `codes` and `rare`; the note's numbers are taken
        from them.
    figures : mapping of str to str
        The pictures `rectangles`, `growth` and `rare`, as SVG.
    axioms : mapping of str to sequence of str
        The name of each machine-checked theorem → the axioms that it rests on.
    version : str
        The version of this software.

    Raises
    ------
    ClaimsError
        If the source has an error, or names a theorem that Coq has not checked.
    """
    try:
        return typst.compile(
            source.encode(),
            format="pdf",
            font_paths=typst.Fonts(
                include_system_fonts=False, font_paths=[f"{matplotlib.get_data_path()}/fonts/ttf"]
            ),
            sys_inputs=inputs(tables, figures, axioms, version),
        )
    except typst.TypstError as error:
        raise ClaimsError(f"the note cannot be typeset: {error.message}") from error


def inputs(
    tables: Mapping[str, pd.DataFrame],
    figures: Mapping[str, str],
    axioms: Mapping[str, Sequence[str]],
    version: str,
) -> dict[str, str]:
    """Return what the note's source is given, by name; as for `typeset`."""
    return {
        **{f"{name}_table": json.dumps(_rows(table)) for name, table in tables.items()},
        **{f"{name}_figure": figure for name, figure in figures.items()},
        "axioms": json.dumps({name: list(used) for name, used in axioms.items()}),
        "version": version,
    }


def _rows(table: pd.DataFrame) -> list[dict[str, object]]:
    """Return a table's rows, with None for what is missing."""
    return table.astype(object).where(table.notna(), None).to_dict("records")
