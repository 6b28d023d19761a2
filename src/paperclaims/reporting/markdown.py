"""Markdown as forges read it: formulas, anchors of titles, and sections of documents."""

from __future__ import annotations

import re
import unicodedata

#: A formula in a line, as a forge reads it.
FORMULA = r"(?<![\w$\\`-])\$(?![\s$])(?P<tex>[^$\n]*?)(?<!\s)\$(?![\w$`])"
#: Of Unicode's categories, what stays of a title in its anchor.
_KEPT = ("L", "M", "Nd", "Pc")


#: What Markdown reads in a line before a forge looks for formulas, and what is written for it.
_PLAIN_TEX = {
    r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\|": r"\Vert ", "|": r"\vert ", r"\,": " ",
    r"\;": " ", r"\!": "", r"\:": " ", r"\#": "\\sharp ", "*": r"\ast ", "<": r"\lt ", "](": "] (",
}  # fmt: skip


def slug(title: str) -> str:
    """Return the anchor that GitHub gives to a title."""
    plain = title.strip().lower().replace(" ", "-")
    return "".join(c for c in plain if c == "-" or unicodedata.category(c).startswith(_KEPT))


def find_section(markdown: str, anchor: str | None) -> tuple[str, str] | None:
    """Return the title and the Markdown of the section with an anchor, None if there is none.

    The section ends where the next one of its level, or of a higher one, begins. Without an
    anchor it is the document's first.
    """
    titles = list(re.finditer(r"^(#+) (.*)$", markdown, flags=re.MULTILINE))
    for number, title in enumerate(titles):
        if anchor is None or slug(title[2]) == anchor:
            later = (t.start() for t in titles[number + 1 :] if len(t[1]) <= len(title[1]))
            return title[2], markdown[title.end() : next(later, len(markdown))]
    return None


def line(text: str) -> str:
    """Return text as Markdown that shows it; a formula is left as it is."""
    return re.sub(
        rf"{FORMULA}|[|*<\\]|(?<!\w)_",
        lambda found: found[0] if found["tex"] else f"\\{found[0]}",
        text,
    )


def formula(latex: str) -> str:
    """Return a formula in TeX as it can be set in a line of Markdown."""
    tex = latex
    for eaten, plain in _PLAIN_TEX.items():
        tex = tex.replace(eaten, plain)
    tex = re.sub(r"(?<=[!-/:-@[-^`{-~])_(?!\s)", "_ ", tex)
    return f"${' '.join(tex.split())}$"
