"""Run a notebook and assemble the site: a font for formulas, cut to the characters needed."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import ziamath
from fontTools import subset
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

#: Letters, Greek and marks, arrows, operators, and the alphabets of mathematics.
_RANGES = (
    *((0x20, 0x17F), (0x2B0, 0x3FF), (0x2000, 0x20CF), (0x2100, 0x214F), (0x2190, 0x230F)),
    *((0x2329, 0x232A), (0x25A0, 0x25FF), (0x27C0, 0x27FF), (0x2900, 0x2AFF), (0x1D400, 0x1D7FF)),
)
#: The characters that formulas may have.
ALL = frozenset(point for first, last in _RANGES for point in range(first, last + 1))
#: Letters between which browsers choose: single letters of a formula are italic.
_ITALIC = frozenset((*range(0x20, 0x7F), *range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)))
_ROOT = 0x221A


def math_font(characters: Iterable[int]) -> bytes:
    """Return the part of STIX Two Math with these characters; the same bytes each time."""
    file = Path(ziamath.__file__).parent / "fonts/STIXTwoMath-Regular.ttf"
    options = subset.Options(flavor="woff", layout_features=["*"], recalc_timestamp=False)
    font = subset.load_font(file, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=_ITALIC | {_ROOT, 0x210E, *characters})
    subsetter.subset(font)
    _narrow_roots(font)
    stream = io.BytesIO()
    subset.save_font(font, stream, options)
    return stream.getvalue()


def _narrow_roots(font: Any) -> None:
    """Make tall signs of roots as wide as the small one.

    Browsers leave room for the widest of them next to every root.
    """
    variants = font["MATH"].table.MathVariants
    small = font.getBestCmap()[_ROOT]
    place = variants.VertGlyphCoverage.glyphs.index(small)
    width = font["hmtx"][small][0]
    forms = variants.VertGlyphConstruction[place]
    names = [record.VariantGlyph for record in forms.MathGlyphVariantRecord]
    names += [record.glyph for record in forms.GlyphAssembly.PartRecords]
    for name in dict.fromkeys(names):
        advance, bearing = font["hmtx"][name]
        pen, factor = TTGlyphPen(None), width / advance
        font.getGlyphSet()[name].draw(TransformPen(pen, (factor, 0, 0, 1, 0, 0)))
        font["glyf"][name] = glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, round(bearing * factor))
