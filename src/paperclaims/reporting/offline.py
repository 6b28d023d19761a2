"""An executed notebook as one file of HTML that needs no network."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Any

import nbformat
from nbconvert import HTMLExporter
from traitlets.config import Config

from paperclaims.reporting.fonts import math_font
from paperclaims.reporting.formulas import mathml

_MATHML = re.compile(r"<math.*?</math>", re.DOTALL)
_STYLE = """<style>
@font-face {{ font-family: "STIX Two Math"; src: url("data:font/woff;base64,{}"); }}
math {{ font-family: "STIX Two Math", math; }}
</style>"""
_MATH = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.DOTALL)


def offline_html(notebook: Any) -> str:
    """Return an executed notebook as one file of HTML, by nbconvert's own template.

    Formulas become MathML, with a font for them, and the template fetches nothing for them.
    """
    shown = nbformat.from_dict(notebook)
    for cell in shown.cells:
        if cell.cell_type == "markdown":
            cell.source = _with_mathml(cell.source)
        for output in cell.get("outputs", []):
            if text := output.get("data", {}).get("text/markdown"):
                output["data"]["text/markdown"] = _with_mathml(text)
    shown.metadata["title"] = shown.cells[0].source.partition("\n")[0].removeprefix("# ")
    letters = {
        ord(character)
        for math in _MATHML.findall(nbformat.writes(shown, ensure_ascii=False))
        for character in math
    }
    shown.cells[0].source += f"\n\n{_STYLE.format(b64encode(math_font(letters)).decode())}"
    settings = {"mathjax_url": "data:text/javascript,", "require_js_url": "data:text/javascript,"}
    body, _ = HTMLExporter(config=Config({"HTMLExporter": settings})).from_notebook_node(shown)
    return str(body)


def _with_mathml(text: str) -> str:
    def formula(match: re.Match[str]) -> str:
        block = match["block"] is not None
        return mathml((match["block"] or match["inline"]).strip(), block=block)

    return _MATH.sub(formula, text)
