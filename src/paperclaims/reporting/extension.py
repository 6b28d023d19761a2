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


def _visit_math(translator: Any, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _visit_block(translator: Any, node: nodes.math_block) -> None:
    formula = mathml(node.astext().strip(), block=True)
    translator.body.append(f'<div class="formula">{formula}</div>\n')
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


def _write_summaries(app: Sphinx) -> None:
    """Write how each page that the search finds begins, for the page of the search."""
    names = [
        name for name in sorted(app.env.found_docs) if "nosearch" not in app.env.metadata[name]
    ]
    summaries = {name: _summary(app.env.get_doctree(name)) for name in names}
    script = f"window.summaries = {json.dumps(summaries, ensure_ascii=False)};\n"
    (Path(app.outdir) / "_static/summaries.js").write_text(script, encoding="utf-8")


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Add the font and the summaries, and remove files for the theme's authors."""
    if error is None:
        _write_summaries(app)
        for path in Path(app.outdir).rglob("*.map"):
            path.unlink()
        (Path(app.outdir) / "_static/stix-two-math.woff").write_bytes(math_font(ALL))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the formulas, the proofs and the summaries with Sphinx."""
    app.add_directive("admonition", Admonition, override=True)
    app.add_html_math_renderer("mathml", (_visit_math, None), (_visit_block, None))
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
