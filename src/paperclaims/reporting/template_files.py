"""The templates that pages are made from, as files."""

from __future__ import annotations

import re
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
#: Style and scripts of the site.
STATIC = Path(__file__).parent / "static"

# Read without Jinja2, which each of the workflow's jobs would have to import.
_REFERENCE = re.compile(r'{%-?\s*(?:extends|from|import|include)\s+"([^"]+)"')


def templates_used(*names: str) -> dict[str, str]:
    """Return name → text of templates and of all that they extend, include or import."""
    texts: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in texts:
            texts[name] = (TEMPLATES / name).read_text(encoding="utf-8")
            waiting += _REFERENCE.findall(texts[name])
    return texts
