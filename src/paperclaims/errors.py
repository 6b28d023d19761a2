"""Every step: the error that a user sees as one sentence, with its place."""

from __future__ import annotations

import traceback
from pathlib import Path


class ClaimsError(ValueError):
    """An error in the registry, in a record or in a table."""


def in_a_line(quoted: object) -> str:
    """Return an error's message, or a file's text, without ends of lines."""
    return " ".join(str(quoted).split())


def place_of(error: BaseException) -> str:
    """Return the file and the line of a paper's code at which an error arose, in brackets.

    The text is empty if no code of the project's folder but the engine raised it.
    """
    places = [
        (Path(frame.filename).relative_to(Path.cwd()), frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(Path.cwd())
    ]
    engine = {".snakemake", ".venv", "paperclaims", "workflow"}
    own = [f" ({path.as_posix()}:{line})" for path, line in places if not engine & {*path.parts}]
    return own[-1] if own else ""
