"""Executed notebooks as HTML that makes no network request, by nbconvert."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbconvert import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from claimcheck.errors import ClaimsError
from claimcheck.formulas import mathml

_MATH = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.DOTALL)


class Executed(NamedTuple):
    """An executed notebook: its title, and its cells as HTML."""

    title: str
    cells: str


def read_executed(path: Path | str) -> Executed:
    """Read an executed notebook; its parameters are shown as the job gave them.

    Raises
    ------
    ClaimsError
        If the file is no notebook, or has no title.
    """
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except (nbformat.reader.NotJSONError, nbformat.ValidationError, AttributeError, KeyError):
        raise ClaimsError(f"{path} is not a notebook; delete it and rerun") from None
    if not notebook.cells:
        raise ClaimsError(f"{path} is not a notebook; delete it and rerun")
    if not notebook.cells[0].source.startswith("# "):
        raise ClaimsError(f"{path} does not begin with a title")
    return executed(notebook, hidden="parameters")


def executed(notebook: Any, *, hidden: str) -> Executed:
    """Return the title and the cells of an executed notebook that begins with "# " and its title.

    Parameters
    ----------
    notebook : NotebookNode
    hidden : {"parameters", "injected-parameters"}
        The tag of the cell that is left out: the parameters that the notebook has
        on its own, or those that it was given.
    """
    shown = nbformat.from_dict(notebook)
    shown.cells = [cell for cell in shown.cells if hidden not in cell.metadata.get("tags", [])]
    # HTMLExporter's own method parses the page once more, which takes most of the time, to
    # describe images that have no description; here all have one.
    body, _ = TemplateExporter.from_notebook_node(_exporter(), shown)
    return Executed(shown.cells[0].source.splitlines()[0].removeprefix("# "), body)


@cache
def _exporter() -> HTMLExporter:
    # Printed lines may arrive in pieces.
    exporter = HTMLExporter(
        template_name="basic",
        preprocessors=["nbconvert.preprocessors.CoalesceStreamsPreprocessor"],
    )
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    exporter.register_filter("markdown2html", _markdown)
    exporter.register_filter("highlight_code", Highlight2HTML(pygments_lexer="python3"))
    # Nothing in these notebooks comes from elsewhere, and to sanitize them takes half the time.
    exporter.register_filter("clean_html", lambda html: html)
    return exporter


def _markdown(source: str) -> str:
    """Turn markdown into HTML, its formulas into MathML, which needs no network."""
    formulas = {}
    names = (f"xxformula{number}xx" for number in count())

    def keep(match: re.Match[str]) -> str:
        name = next(names)
        block = match["block"] is not None
        formulas[name] = mathml((match["block"] or match["inline"]).strip(), block=block)
        return name

    markdown = MarkdownWithMath(renderer=IPythonRenderer(escape=True))
    page = str(markdown.render(_MATH.sub(keep, source)))
    page = re.sub(r'<a class="anchor-link".*?</a>', "", page)  # it does not escape what it names
    page = re.sub(r'(id|href)="[^"]*xxformula[^"]*"', "", page)  # a heading's anchor
    return re.sub(r"xxformula\d+xx", lambda match: formulas[match[0]], page)
