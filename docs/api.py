"""What Sphinx lacks for the library's pages: links from docstrings to claims and documents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx


def _claim(name: str, pages: Path) -> list[str]:
    """Return a link from a bound to the page of the claim that it is named after."""
    parts = name.split("_")
    for end in range(len(parts), 0, -1):
        stem = "_".join(parts[:end])
        if (pages / f"claims/{stem}.md").is_file():
            return ["", f"Claim: :doc:`/claims/{stem}`.", ""]
    return []


def _link(app: Sphinx, what: str, name: str, thing: Any, _: Any, lines: list[str]) -> None:
    lines[:] = [re.sub(r"\bdocs/([\w-]+)\.md\b", r":doc:`/\1`", line) for line in lines]
    if what == "function" and name.startswith("sparseact.bounds."):
        end = lines.index("") if "" in lines else len(lines)
        lines[end:end] = _claim(name.rpartition(".")[2], Path(app.srcdir))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this."""
    app.connect("autodoc-process-docstring", _link, priority=100)  # before numpydoc
    return {"parallel_read_safe": True}
