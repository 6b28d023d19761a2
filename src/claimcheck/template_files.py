"""The templates that pages are made from, as files, and a hash of them for the workflow."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"

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


def templates_hash(*names: str) -> str:
    """Return a hash of templates and of all that they extend, include or import."""
    texts = sorted(templates_used(*names).items())
    return hashlib.sha256(repr(texts).encode()).hexdigest()[:16]
