"""The cells of an executed notebook as HTML that makes no network request."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mistune import escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from sparseact.errors import ClaimsError
from sparseact.prose import typeset


class Executed(NamedTuple):
    """An executed notebook: its title, and its cells as HTML."""

    title: str
    cells: list[str]


def read_executed(path: Path | str) -> Executed:
    """Read an executed notebook; its parameters are shown as the job gave them.

    Raises
    ------
    ClaimsError
        If the file is no notebook, or has no title.
    """
    try:
        cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
        title = re.match(r"# (.+)", _text(cells[0]["source"]))
    except (json.JSONDecodeError, KeyError, IndexError, TypeError):
        raise ClaimsError(f"{path} is not a notebook; delete it and rerun") from None
    if not title:
        raise ClaimsError(f"{path} does not begin with a title")
    shown = [cell for cell in cells if "parameters" not in cell["metadata"].get("tags", [])]
    return Executed(title[1], [_cell(cell) for cell in shown])


def _cell(cell: Mapping[str, Any]) -> str:
    source = _text(cell["source"])
    if cell["cell_type"] == "markdown":
        return typeset(source)
    code = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))
    outputs = "".join(f'<div class="output">{_output(o)}</div>\n' for o in cell["outputs"])
    return f'<div class="input"><pre class="highlight" tabindex="0">{code}</pre></div>\n{outputs}'


def _output(output: Mapping[str, Any]) -> str:
    kind = output["output_type"]
    if kind == "error":
        text = "".join(output["traceback"])
    elif kind == "stream":
        text = _text(output["text"])
    elif "text/html" in output["data"]:
        return _text(output["data"]["text/html"])
    else:
        text = _text(output["data"]["text/plain"])
    return f'<pre tabindex="0">{escape(text)}</pre>'


def _text(lines: str | list[str]) -> str:
    """Return a text of a notebook's file, which may be kept as lines."""
    return lines if isinstance(lines, str) else "".join(lines)
