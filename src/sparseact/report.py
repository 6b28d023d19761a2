"""What a notebook shows of a claim family: statements, verdicts, tables, figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from sparseact.errors import ClaimsError
from sparseact.experiment import Shown
from sparseact.files import read_table
from sparseact.pages import render
from sparseact.registry import Claim, Statement, read_registry
from sparseact.verdicts import Verdict, pair, read_verdicts
from sparseact.wording import NOT_JUDGED, evidence


class Family:
    """A claim family in its notebook.

    Parameters
    ----------
    name : str
        The family, as in the registry.
    registry : path
        The registry's folder.
    verdicts : path
        The family's verdict table; empty in a notebook that runs on its own.
    tables : mapping from job to path
    figures : mapping from name to path
        The drawn figures, as SVG.

    Raises
    ------
    ClaimsError
        If the registry has no such family, or its statements and the verdicts
        do not match.
    """

    def __init__(
        self,
        name: str,
        registry: Path | str,
        verdicts: Path | str,
        tables: Mapping[str, Path | str],
        figures: Mapping[str, Path | str],
    ) -> None:
        self.claims: dict[str, Claim] = {
            key: claim for key, claim in read_registry(registry).items() if claim.family == name
        }
        if not self.claims:
            raise ClaimsError(f"no claim of the registry belongs to the family {name!r}")
        self._verdicts: dict[str, list[tuple[Statement, Verdict]]] = {}
        if verdicts:
            pairs = pair(self.claims, read_verdicts(verdicts))
            self._verdicts = {claim.id: rows for claim, rows in pairs}
        self._tables, self._figures = dict(tables), dict(figures)

    def table(self, job: str) -> pd.DataFrame:
        """Return the table of a job of this family."""
        if job not in self._tables:
            raise ClaimsError(f"no table of job {job!r}; there are {', '.join(self._tables)}")
        return read_table(self._tables[job])

    def claim(self, claim_id: str) -> Shown:
        """Return a claim's statements, each with what was checked and its verdict."""
        claim = self.claims[claim_id]
        rows: Sequence[tuple[Statement, Verdict | None]]
        rows = self._verdicts.get(claim_id) or [(s, None) for s in claim.statements]
        page = render("claim.html", claim=claim, rows=rows, not_judged=NOT_JUDGED)
        lines = [f"{claim.id} ({claim.place})"]
        lines += [
            f"{s.title}: {evidence(verdict) if verdict else NOT_JUDGED}" for s, verdict in rows
        ]
        return Shown(page, "\n".join(lines))

    def figure(self, name: str) -> Shown:
        """Return a registered figure of this family with its caption."""
        figures = {figure.name: (c, figure) for c in self.claims.values() for figure in c.figures}
        if name not in figures:
            raise ClaimsError(f"no figure {name!r}; there are {', '.join(figures)}")
        claim, figure = figures[name]
        if name not in self._figures:
            return Shown("", f"{name} is drawn by the workflow: {figure.caption}")
        picture = Path(self._figures[name]).read_text(encoding="utf-8")
        # Without the XML declaration, which HTML does not know.
        picture = picture[picture.index("<svg") :]
        page = render("figure.html", claim=claim, caption=figure.caption, picture=picture)
        return Shown(page, figure.caption)
