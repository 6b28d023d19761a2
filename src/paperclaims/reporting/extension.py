"""What Sphinx lacks for the site: formulas as MathML, and a font that sets them as in a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from paperclaims.reporting.fonts import ALL, math_font
from paperclaims.reporting.formulas import mathml


def _visit_math(translator: Any, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _visit_block(translator: Any, node: nodes.math_block) -> None:
    formula = mathml(node.astext().strip(), block=True)
    translator.body.append(f'<div class="formula">{formula}</div>\n')
    raise nodes.SkipNode


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Add the font, and take away what only those who work on the theme read: two megabytes."""
    if error is None:
        for path in Path(app.outdir).rglob("*.map"):
            path.unlink()
        (Path(app.outdir) / "_static/stix-two-math.woff").write_bytes(math_font(ALL))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of all this."""
    app.add_html_math_renderer("mathml", (_visit_math, None), (_visit_block, None))
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
