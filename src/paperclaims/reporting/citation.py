"""The citation of the project, and its commit."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from paperclaims.errors import ClaimsError
from paperclaims.registry.yaml_files import read_yaml


class Citation(NamedTuple):
    """The content of CITATION.cff: the project's authors, title, version and license."""

    authors: str
    title: str
    version: str
    license: str = ""


def read_citation(path: Path | str) -> Citation:
    """Read a file CITATION.cff.

    Raises ClaimsError if it is not YAML, or lacks authors, a title or a version.
    """
    entry = read_yaml(path)
    try:
        names = [author.get("name") or author["family-names"] for author in entry["authors"]]
        license_name = str(entry.get("license", ""))
        return Citation(", ".join(names), str(entry["title"]), str(entry["version"]), license_name)
    except (KeyError, TypeError, AttributeError) as error:
        raise ClaimsError(f"{path} is not a usable CITATION.cff: {error!r}") from error


def read_commit(folder: Path | str) -> str:
    """Return a folder's commit and its date; empty where git knows of none."""
    # A full length: the shortest unique hash depends on the other commits of a repository.
    command = ["git", "log", "-1", "--abbrev=12", "--date=short", "--format=%h of %cs"]
    try:
        git = subprocess.run(command, cwd=folder or ".", capture_output=True, text=True)
    except OSError:
        return ""
    return git.stdout.strip() if git.returncode == 0 else ""
