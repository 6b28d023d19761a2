"""What a notebook shows of a claim family: statements, verdicts, tables, figures."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from sparseact.errors import ClaimsError
from sparseact.files import read_records, read_table
from sparseact.formulas import mathml
from sparseact.registry import Claim, read_registry
from sparseact.verdicts import Verdict, judge
from sparseact.wording import css_class, evidence


class _Page:
    """HTML that a notebook shows, with plain text for everything else."""

    def __init__(self, page: str, text: str) -> None:
        self._page, self._text = page, text

    def _repr_html_(self) -> str:
        return self._page

    def __repr__(self) -> str:
        return self._text


class Family:
    """A claim family in its notebook.

    Parameters
    ----------
    name : str
        The family, as in the registry.
    registry : path
        The registry's folder.
    records : sequence of paths
        The family's record files; empty in a notebook that runs on its own.
    tables : mapping from job to path
    figures : mapping from name to path
        The drawn figures, as SVG.
    """

    def __init__(
        self,
        name: str,
        registry: Path | str,
        records: Sequence[Path | str],
        tables: Mapping[str, Path | str],
        figures: Mapping[str, Path | str],
    ) -> None:
        self.claims: dict[str, Claim] = {
            key: claim for key, claim in read_registry(registry).items() if claim.family == name
        }
        if not self.claims:
            raise ClaimsError(f"no claim of the registry belongs to the family {name!r}")
        self._records = [record for path in records for record in read_records(path)]
        self._tables, self._figures = dict(tables), dict(figures)

    def table(self, job: str) -> pd.DataFrame:
        """Return the table of a job of this family."""
        if job not in self._tables:
            raise ClaimsError(f"no table of job {job!r}; there are {', '.join(self._tables)}")
        return read_table(self._tables[job])

    def claim(self, claim_id: str) -> _Page:
        """Return a claim's statements, each with what was checked and its verdict."""
        claim = self.claims[claim_id]
        verdicts: dict[str, Verdict] = {}
        if self._records:
            mine = [record for record in self._records if record.claim == claim_id]
            verdicts = {verdict.statement: verdict for verdict in judge(claim, mine)}
        rows, lines = [], []
        for statement in claim.statements:
            verdict = verdicts.get(statement.key)
            says = evidence(verdict) if verdict else "no records here"
            shown, checked = html.escape(says), html.escape(statement.checked)
            if verdict:
                shown = f'<span class="{css_class(verdict.outcome)}">{shown}</span>'
                if verdict.counterexample:
                    shown += f"<br><small>{html.escape(verdict.counterexample)}</small>"
                if verdict.coverage:
                    checked += f"<br>In this run: {html.escape(verdict.coverage)}."
            rows.append(
                f"<tr><th scope='row'>{html.escape(statement.title)}</th>"
                f"<td><span class='formula'>{mathml(statement.latex)}</span>"
                f"<small>{checked}</small></td>"
                f"<td>{shown}</td><td>{statement.proof}</td></tr>"
            )
            lines.append(f"{statement.title}: {says}")
        page = (
            f'<section id="{claim.id}"><p><b>{claim.id}</b> ({html.escape(claim.place)}): '
            f"{html.escape(claim.title)}</p><table class='claim'><thead><tr>"
            "<th scope='col'>Statement</th><th scope='col'>What is said, what was checked</th>"
            "<th scope='col'>Evidence</th><th scope='col'>Proof</th></tr></thead><tbody>"
            + "".join(rows)
            + "</tbody></table></section>"
        )
        return _Page(page, "\n".join([f"{claim.id} ({claim.place})", *lines]))

    def figure(self, name: str) -> _Page:
        """Return a registered figure of this family with its caption."""
        captions = {
            figure.name: figure.caption
            for claim in self.claims.values()
            for figure in claim.figures
        }
        if name not in captions:
            raise ClaimsError(f"no figure {name!r}; there are {', '.join(captions)}")
        caption = captions[name]
        if name not in self._figures:
            return _Page("", f"{name} is drawn by the workflow: {caption}")
        picture = Path(self._figures[name]).read_text(encoding="utf-8")
        picture = picture[picture.index("<svg") :]
        return _Page(
            f"<figure role='img' aria-label='{html.escape(name)}'>{picture}"
            f"<figcaption>{html.escape(caption)}</figcaption></figure>",
            caption,
        )
