"""Assemble the site and write a crate: the citation of the project, and its commit."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from paperclaims.errors import ClaimsError
from paperclaims.registry.yaml_files import read_yaml


class Citation(NamedTuple):
    """The content of CITATION.cff: the project's authors and title, and its version and license.

    The file may lack the last two, which are then empty.
    """

    authors: str
    title: str
    version: str = ""
    license: str = ""


def read_citation(path: Path | str) -> Citation:
    """Read a file CITATION.cff.

    Raises ClaimsError if it is not YAML, or lacks authors, each with a name, or a title.
    """
    entry = read_yaml(path)
    if not isinstance(entry, Mapping):
        raise ClaimsError(f"{path} must be a mapping with the keys authors and title")
    if missing := [key for key in ("authors", "title") if not entry.get(key)]:
        raise ClaimsError(f"{path} lacks the key {', '.join(missing)}")
    authors = entry["authors"] if isinstance(entry["authors"], list) else [entry["authors"]]
    named = [author if isinstance(author, Mapping) else {} for author in authors]
    keys = ("name", "family-names", "given-names", "alias")
    names = [next((str(author[key]) for key in keys if author.get(key)), "") for author in named]
    if not all(names):
        raise ClaimsError(f"{path}: each of authors must have the key name or family-names")
    given = [str(entry.get(key, "")) for key in ("version", "license")]
    return Citation(", ".join(names), str(entry["title"]), *given)


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
