"""Executed notebooks as HTML that makes no network request, by nbconvert."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbconvert import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from PIL import Image
from traitlets.config import Config

from claimcheck.errors import ClaimsError
from claimcheck.formulas import mathml
from claimcheck.prose import keep_beside_formulas, slug

#: Colours of a stored drawing, which has few but for the edges of its lines: with so many no
#: pixel is seen to change.
_COLOURS = 128
_MATH = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.DOTALL)


class Executed(NamedTuple):
    """An executed notebook: its title, its cells as HTML, and the files of their images."""

    title: str
    cells: str
    images: Mapping[str, bytes] = {}


def read_executed(path: Path | str) -> Executed:
    """Read an executed notebook; its images get files that are named after it.

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
    return executed(notebook, images=Path(path).stem)


def executed(notebook: Any, *, images: str = "") -> Executed:
    """Return the title of an executed notebook, which it begins with, and its cells below that.

    The cell of default parameters is left out; those that the notebook was given are shown.

    Parameters
    ----------
    notebook : NotebookNode
    images : str, optional
        What the files of its images are named after; without it the images stand in the cells.
    """
    shown = nbformat.from_dict(notebook)
    shown.cells = [
        cell for cell in shown.cells if "parameters" not in cell.metadata.get("tags", [])
    ]
    title, _, shown.cells[0].source = shown.cells[0].source.partition("\n")
    # HTMLExporter's own method parses the page once more, which takes most of the time, to
    # describe images that have no description; here all have one.
    body, resources = TemplateExporter.from_notebook_node(
        _exporter(apart=bool(images)), shown, {"unique_key": images}
    )
    files = {}
    for name, data in (resources.get("outputs") or {}).items():
        file = name.removesuffix("png") + "webp"
        files[file] = _webp(data)
        body = body.replace(f'src="{name}"', f'src="{file}"')
    return Executed(title.removeprefix("# "), body, files)


def _webp(png: bytes) -> bytes:
    """Return a drawing of lines on white paper in a fifth of the space."""
    stream = io.BytesIO()
    drawing = Image.open(io.BytesIO(png)).convert("RGB")
    few = drawing.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE)
    few.save(stream, "webp", lossless=True, method=6, quality=100)
    return stream.getvalue()


@cache
def _exporter(*, apart: bool) -> HTMLExporter:
    # Printed lines may arrive in pieces.
    preprocessors = ["CoalesceStreamsPreprocessor"] + ["ExtractOutputPreprocessor"] * apart
    exporter = HTMLExporter(
        template_name="basic",
        preprocessors=[f"nbconvert.preprocessors.{name}" for name in preprocessors],
        config=Config({"ExtractOutputPreprocessor": {"extract_output_types": {"image/png"}}}),
    )
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    exporter.register_filter("markdown2html", _markdown)
    exporter.register_filter("highlight_code", _highlight)
    # Nothing in these notebooks comes from elsewhere, and to sanitize them takes half the time.
    exporter.register_filter("clean_html", lambda html: html)
    return exporter


class _Renderer(IPythonRenderer):
    """Markdown of a notebook's cells, whose titles have anchors as in docs/."""

    def heading(self, text: str, level: int, **_: Any) -> str:
        anchor = slug(re.sub(r"<[^>]*>|xxformula\d+xx", "", unescape(text)))
        return f'<h{level} id="{anchor}">{text}</h{level}>\n'


def _highlight(code: str, **_: Any) -> str:
    """Return Python code as HTML that marks what the stylesheet has a colour for."""
    marked = str(_highlighter()(code))
    return re.sub(r'<span class="(?![ksc]|ow)\w+">([^<]*)</span>', r"\1", marked)


@cache
def _highlighter() -> Highlight2HTML:
    return Highlight2HTML(pygments_lexer="python3")


def _markdown(source: str) -> str:
    """Turn markdown into HTML, its formulas into MathML, which needs no network."""
    formulas = {}
    names = (f"xxformula{number}xx" for number in count())

    def keep(match: re.Match[str]) -> str:
        name = next(names)
        block = match["block"] is not None
        formulas[name] = mathml((match["block"] or match["inline"]).strip(), block=block)
        return name

    markdown = MarkdownWithMath(renderer=_Renderer(escape=True, exclude_anchor_links=True))
    page = str(markdown.render(_MATH.sub(keep, source)))
    return keep_beside_formulas(re.sub(r"xxformula\d+xx", lambda match: formulas[match[0]], page))
