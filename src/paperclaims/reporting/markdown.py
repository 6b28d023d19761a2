"""Run a notebook and assemble the site: formulas, lines and tables in Markdown, lines in RST."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

#: A formula in a line, as a forge reads it.
FORMULA = r"(?<![\w$\\`-])\$(?![\s$])(?P<tex>[^$\n]*?)(?<!\s)\$(?![\w$`])"

#: Signs that Markdown reads before a forge looks for formulas, and their replacements.
_PLAIN_TEX = {
    r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\|": r"\Vert ", "|": r"\vert ", r"\,": " ",
    r"\;": "~", r"\!": "", r"\:": " ", r"\#": "\\sharp ", "*": r"\ast ", "<": r"\lt ", "](": "] (",
}  # fmt: skip


def line(text: str) -> str:
    """Return text as Markdown that shows it; a formula is left as it is."""
    shown = re.sub(
        rf"{FORMULA}|[|*<\\]|(?<!\w)_",
        lambda match: match[0] if match["tex"] else f"\\{match[0]}",
        text,
    )
    # Else it begins a comment, a title, a quotation, a fence or a list.
    return re.sub(r"^(\d+(?=[.)]\s)|(?=[%#>:+-]))", r"\1\\", shown)


def formula(latex: str) -> str:
    """Return a formula in TeX as it can be set in a line of Markdown."""
    tex = latex
    for eaten, plain in _PLAIN_TEX.items():
        tex = tex.replace(eaten, plain)
    tex = re.sub(r"(?<=[!-/:-@[-^`{-~])_(?!\s)", "_ ", tex)
    return f"${' '.join(tex.split())}$"


def rst(text: str) -> str:
    r"""Return text as reStructuredText that shows it, with its formulas.

    Examples
    --------
    >>> print(rst("At most $k$ of s_1 are *active*."))
    At most \ :math:`k`\  of s\_1 are \*active\*.
    """
    return re.sub(
        rf"{FORMULA}|[\\*`|_]",
        lambda match: f"\\ :math:`{match['tex']}`\\ " if match["tex"] else f"\\{match[0]}",
        text,
    )


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, of cells that are Markdown themselves."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
