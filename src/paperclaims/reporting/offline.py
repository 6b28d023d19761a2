"""Run a notebook: the executed one as one file of HTML that needs no network."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Any

import nbformat
from nbconvert import HTMLExporter

from paperclaims import paths
from paperclaims.reporting.fonts import math_font
from paperclaims.reporting.formulas import mathml

#: In the text of a notebook, where quotes have a backslash.
_ANNOTATION = re.compile(r"<annotation.*?</annotation>")
_MATHML = re.compile(r"<math.*?</math>", re.DOTALL)
_MATH = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.DOTALL)


def offline_html(notebook: Any) -> str:
    """Return an executed notebook as one file of HTML, whose code is folded.

    Formulas become MathML, with a font for them; the page fetches nothing.
    """
    shown = nbformat.from_dict(notebook)
    for cell in shown.cells:
        if cell.cell_type == "markdown":
            cell.source = _with_mathml(cell.source)
        for output in cell.get("outputs", []):
            if text := output.get("data", {}).get("text/markdown"):
                output["data"]["text/markdown"] = _with_mathml(text)
    # Markdown would read the underscores of TeX in an annotation.
    text = _ANNOTATION.sub("", nbformat.writes(shown, ensure_ascii=False))
    shown = nbformat.reads(text, as_version=4)
    letters = {ord(character) for math in _MATHML.findall(text) for character in math}
    shown.metadata["title"] = shown.cells[0].source.partition("\n")[0].removeprefix("# ")
    shown.metadata["font"] = b64encode(math_font(letters)).decode()
    exporter = HTMLExporter(template_name="page", extra_template_basedirs=[str(paths.TEMPLATES)])
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    exporter.exclude_anchor_links = True
    body, _ = exporter.from_notebook_node(shown)
    return str(body)


def _with_mathml(text: str) -> str:
    def formula(match: re.Match[str]) -> str:
        block = match["block"] is not None
        return mathml((match["block"] or match["inline"]).strip(), block=block)

    return _MATH.sub(formula, text)
