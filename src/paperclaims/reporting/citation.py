"""Assemble the site and write a crate: the citation of the project, and its commit."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from paperclaims.errors import ClaimsError
from paperclaims.registry.yaml_files import read_yaml


class Citation(NamedTuple):
    """The content of CITATION.cff; all but the authors and the title may be empty."""

    authors: str
    title: str
    version: str
    license: str
    repository: str


def read_citation(path: Path | str) -> Citation:
    """Read a file CITATION.cff.

    Raises ClaimsError if it is not YAML, or lacks authors, each with a name, or a title.
    """
    entry = read_yaml(path)
    names = ("name", "family-names", "given-names", "alias")
    try:
        authors = [next(str(one[key]) for key in names if one.get(key)) for one in entry["authors"]]
        if authors and entry["title"]:
            more = [str(entry.get(key, "")) for key in ("version", "license", "repository-code")]
            return Citation(", ".join(authors), str(entry["title"]), *more)
    except (KeyError, TypeError, AttributeError, StopIteration):
        pass
    raise ClaimsError(f"{path} must have the keys title and authors, a list of entries with a name")


def read_commit(folder: Path | str) -> str:
    """Return a folder's commit and its date; empty if git tracks no file of the folder.

    The text also contains whether a file of the folder is changed or new since.
    """
    if not git("ls-files", folder=folder):
        return ""
    # A full length: the shortest unique hash depends on the other commits of a repository.
    commit = git("log", "-1", "--abbrev=12", "--date=short", "--format=%h of %cs", folder=folder)
    changed = git("status", "--porcelain", "--", ".", folder=folder)
    return f"{commit}, with uncommitted changes" if changed else commit


def git(*arguments: str, folder: Path | str = ".") -> str:
    """Return what a command of git prints in a folder; empty without git or a repository."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder or ".", capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
