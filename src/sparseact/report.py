"""What a notebook shows of a claim family: statements, verdicts, tables, figures."""

from __future__ import annotations

import html
import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

import pandas as pd
from latex2mathml.converter import convert
from matplotlib.figure import Figure as Drawing

from sparseact.claims import (
    Claim,
    ClaimsError,
    Figure,
    Verdict,
    judge,
    read_records,
    read_registry,
    read_table,
)


def mathml(latex: str, *, block: bool = False) -> str:
    """Return a LaTeX formula as MathML, which browsers show without a network."""
    return convert(latex, display="block" if block else "inline")


def verdict_class(verdict: Verdict) -> str:
    """Return the CSS class of a verdict: its evidence's first word."""
    return verdict.evidence.split(" ", 1)[0]


def draw(figure: Figure, tables: Mapping[str, pd.DataFrame]) -> Drawing:
    """Draw a registered figure from the tables of its jobs."""
    module, _, name = figure.draw.rpartition(".")
    return getattr(import_module(f"sparseact.plotting.{module}"), f"draw_{name}")(tables)


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG text, the same bytes for the same drawing."""
    stream = io.StringIO()
    drawing.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue()


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
    """

    def __init__(
        self,
        name: str,
        registry: Path | str,
        records: Sequence[Path | str],
        tables: Mapping[str, Path | str],
    ) -> None:
        self.claims: dict[str, Claim] = {
            key: claim for key, claim in read_registry(registry).items() if claim.family == name
        }
        if not self.claims:
            raise ClaimsError(f"no claim of the registry belongs to the family {name!r}")
        self._records = [record for path in records for record in read_records(path)]
        self._tables = dict(tables)

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
            evidence = verdict.evidence if verdict else "no records here"
            shown, checked = html.escape(evidence), html.escape(statement.checked)
            if verdict:
                shown = f'<span class="{verdict_class(verdict)}">{shown}</span>'
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
            lines.append(f"{statement.title}: {evidence}")
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
        """Draw a registered figure from this family's tables."""
        figures = {
            figure.name: figure for claim in self.claims.values() for figure in claim.figures
        }
        if name not in figures:
            raise ClaimsError(f"no figure {name!r}; there are {', '.join(figures)}")
        figure = figures[name]
        missing = [job for job in figure.tables if job not in self._tables]
        if missing:
            return _Page("", f"{name} needs the tables of {', '.join(missing)}")
        picture = svg(draw(figure, {job: self.table(job) for job in figure.tables}))
        picture = picture[picture.index("<svg") :]
        caption = html.escape(figure.caption)
        return _Page(
            f"<figure role='img' aria-label='{html.escape(name)}'>{picture}"
            f"<figcaption>{caption}</figcaption></figure>",
            figure.caption,
        )
