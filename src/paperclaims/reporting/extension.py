"""Assemble the site: an extension of Sphinx for formulas in MathML, proofs and summaries."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from paperclaims.judging.sections import Admonition
from paperclaims.reporting.fonts import ALL, math_font
from paperclaims.reporting.formulas import mathml


def _visit(translator: Any, node: nodes.math | nodes.math_block) -> None:
    block = isinstance(node, nodes.math_block)
    formula = mathml(node.astext().strip(), block=block)
    translator.body.append(f'<div class="formula">{formula}</div>\n' if block else formula)
    raise nodes.SkipNode


#: Letters of a page's beginning that the search shows.
_SHOWN = 200


def _summary(document: nodes.document) -> str:
    """Return how a page begins, as HTML."""
    length, parts = 0, []
    for paragraph in document.findall(nodes.paragraph):
        for leaf in paragraph.findall(lambda node: isinstance(node, (nodes.Text, nodes.math))):
            if isinstance(leaf, nodes.math):
                parts.append(mathml(leaf.astext()))
            elif not isinstance(leaf.parent, nodes.math):
                parts.append(escape(leaf.astext()))
            length += len(leaf.astext())
        parts.append(" ")
        if length >= _SHOWN:
            break
    return "".join(parts).strip()


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Add the font and how each page begins, and remove files for the theme's authors."""
    if error:
        return
    found = sorted(app.env.found_docs)
    names = [name for name in found if "nosearch" not in app.env.metadata[name]]
    summaries = {name: _summary(app.env.get_doctree(name)) for name in names}
    script = f"window.summaries = {json.dumps(summaries, ensure_ascii=False)};\n"
    static = Path(app.outdir, "_static")
    (static / "summaries.js").write_text(script, encoding="utf-8")
    (static / "stix-two-math.woff").write_bytes(math_font(ALL))
    for path in Path(app.outdir).rglob("*.map"):
        path.unlink()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the formulas, the proofs and the summaries with Sphinx."""
    app.add_directive("admonition", Admonition, override=True)
    app.add_html_math_renderer("mathml", (_visit, None), (_visit, None))
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
