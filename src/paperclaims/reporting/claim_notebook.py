"""The results of a topic that its claim notebook shows: statements, verdicts, tables, figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from paperclaims import paths
from paperclaims.checks.files import read_table
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import Verdict, correction, pair, read_verdicts
from paperclaims.judging.wording import evidence
from paperclaims.registry.claims import Claim, Statement, read_registry
from paperclaims.reporting.drawing import draw, svg, svg_element, title
from paperclaims.reporting.markdown import line
from paperclaims.reporting.rendering import render

pd.set_option("display.max_columns", None, "display.max_colwidth", None, "display.width", 200)


class Shown:
    """Markdown that a notebook shows, below a figure if there is one; plain text elsewhere."""

    def __init__(self, markdown: str, text: str, figure: str = "", picture: str = "") -> None:
        self.markdown, self.picture = markdown, picture
        self._text, self._figure = text, figure

    def _ipython_display_(self) -> None:
        from IPython.display import display

        if self.picture:
            named = {"image/svg+xml": {"figure": self._figure}}
            shown = {"image/svg+xml": self.picture, "text/plain": self._text}
            display(shown, raw=True, metadata=named)
        display({"text/markdown": self.markdown, "text/plain": self._text}, raw=True)

    def __repr__(self) -> str:
        return self._text


class Topic:
    """A topic in its notebook.

    `results` is a run's folder of results, by default the committed reference. Figures are saved as
    SVG in the folder `figures`, and without it only shown. Raises ClaimsError if the registry has
    no such topic, or its statements and the verdicts do not match.
    """

    def __init__(
        self, paper: str, name: str, results: Path | str = "", figures: Path | str = ""
    ) -> None:
        root = paths.find_project()
        self._paper = find_paper(paper)
        self.name = name
        self.claims: dict[str, Claim] = {
            key: claim
            for key, claim in read_registry(self._paper.folder).items()
            if claim.topic == name
        }
        if not self.claims:
            raise ClaimsError(f"no claim of the registry belongs to the topic {name!r}")
        self._results = Path(results) if results else root / paths.REFERENCE
        self._figures = Path(figures) if figures else None
        mine = {
            key: verdict
            for key, verdict in read_verdicts(self._judged()).items()
            if key[0] in self.claims
        }
        self._verdicts: dict[str, list[tuple[Statement, Verdict]]] = {
            claim.id: rows for claim, rows in pair(self.claims, mine)
        }

    def _judged(self) -> Path:
        """Return the file of this topic's verdicts, or of all of them."""
        own = self._results / paths.topic_verdicts(self.name)
        return own if own.is_file() else self._results / paths.VERDICTS

    def table(self, job: str) -> pd.DataFrame:
        """Return the table of a job of this topic, or of another's as "topic/job".

        Raises ClaimsError if it is missing.
        """
        path = self._results / paths.table(paths.full_job(self.name, job))
        if not path.is_file():
            raise ClaimsError(f"{path} is not there; the workflow makes it")
        return read_table(path)

    def claim(self, claim_id: str) -> Shown:
        """Return the results of a claim: its status, and its statements with their verdicts."""
        claim = self.claims[claim_id]
        rows: Sequence[tuple[Statement, Verdict]] = self._verdicts[claim_id]
        by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
        faults = [
            (statement, verdict, correction(statement, by_key))
            for statement, verdict in rows
            if verdict.failures
        ]
        page = render("notebook_claim.md.j2", claim=claim, faults=faults, rows=rows)
        lines = [f"{claim.id} ({claim.place}): {claim.status or claim.kind}"]
        lines += [f"{statement.title}: {evidence(verdict)}" for statement, verdict in rows]
        return Shown(page, "\n".join(lines))

    def figure(self, name: str) -> Shown:
        """Draw a figure of this topic, save it, and return it with its caption.

        Raises ClaimsError if the topic has no such figure.
        """
        figures = {figure.name: (c, figure) for c in self.claims.values() for figure in c.figures}
        if name not in figures:
            raise ClaimsError(f"no figure {name!r}; there are {', '.join(figures)}")
        claim, figure = figures[name]
        tables = {job: self.table(job) for job in figure.tables}
        drawing = draw(self._paper, figure, tables, claim)
        shown, picture = title(drawing), svg(drawing)
        if self._figures:
            self._figures.mkdir(parents=True, exist_ok=True)
            (self._figures / paths.figure(name)).write_text(picture, encoding="utf-8")
        text = f"{shown}\n{figure.caption}"
        return Shown(line(figure.caption), text, name, svg_element(picture))


def write_notebook(path: Path, paper: str, topic: str) -> None:
    """Write the notebook of a topic that has none of its own: each claim, and its figures."""
    cells = [
        f"# %% [markdown]\n# # {topic.replace('_', ' ').capitalize()}",
        '# %% tags=["parameters"]\nresults = ""\nfigures = ""\nseed = 1',
        "# %%\nfrom paperclaims.reporting.claim_notebook import Topic\n\n"
        f'topic = Topic("{paper}", "{topic}", results, figures)',
    ]
    for claim in read_registry(find_paper(paper).folder).values():
        if claim.topic == topic:
            cells.append(f'# %%\ntopic.claim("{claim.id}")')
            cells += [f'# %%\ntopic.figure("{figure.name}")' for figure in claim.figures]
    path.write_text("\n\n".join(cells) + "\n", encoding="utf-8")
