"""Run a notebook: the project's files that a check opens, which it must declare."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from paperclaims.errors import ClaimsError

#: The declared files of the check that runs, if one does.
_DECLARED: list[frozenset[Path]] = []


def own_file(name: object) -> Path | None:
    """Return the path of a file in the folder where one works, without installed packages."""
    if not isinstance(name, str | os.PathLike):
        return None
    path = Path(os.path.abspath(name))
    if not path.is_relative_to(Path.cwd()):
        return None
    path = path.relative_to(Path.cwd())
    installed = any(
        part.startswith(".") or part in ("site-packages", "__pycache__") for part in path.parts
    )
    return None if installed else path


def _refuse_undeclared(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not _DECLARED:
        return
    path = own_file(arguments[0])
    if path and path.suffix not in (".py", ".pyc", ".pyi") and path not in _DECLARED[-1]:
        raise ClaimsError(
            f"it opens {path}, which it does not declare; write reads=[{str(path)!r}] in its "
            "decorator, so that the topic runs again when the file changes"
        )


@contextmanager
def only_declared(reads: Sequence[str]) -> Iterator[None]:
    """Let code open no file of the project but those that are declared, and modules of Python.

    Raises ClaimsError where it opens another.
    """
    _DECLARED.append(frozenset(map(Path, reads)))
    try:
        yield
    finally:
        _DECLARED.pop()


sys.addaudithook(_refuse_undeclared)
