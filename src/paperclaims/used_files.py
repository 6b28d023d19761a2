"""Plan a run: the files that a rule's result depends on, with a hash of each and of all.

Snakemake sees the files that a rule names, and not what these import. A rule names the digest
as a parameter, so that it runs again when a file differs.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

import grimp

from paperclaims.checks.files import content_hash
from paperclaims.errors import ClaimsError


class UsedFiles:
    """The modules of a project's packages, with their imports."""

    def __init__(self, *packages: str) -> None:
        # without grimp's cache, which believes the times of files
        self._graph = grimp.build_graph(*packages, cache_dir=None)
        self._files: dict[str, Path] = {}  # by module
        for package in packages:
            spec = find_spec(package)
            folder = Path(next(iter((spec and spec.submodule_search_locations) or [package])))
            for path in folder.rglob("*.py"):
                parts = (package, *path.relative_to(folder).with_suffix("").parts)
                self._files[".".join(parts).removesuffix(".__init__")] = path

    def of(self, *roots: str) -> list[Path]:
        """Return the files that the roots are and import, and so on.

        A root is a module, a package with its modules, or the path of a script or a notebook.
        """
        scripts = [Path(root) for root in roots if root.endswith(".py")]
        names = {root for root in roots if not root.endswith(".py")}
        # A name that is no module may be of any module of the package, which loads it later.
        imported = {path for script in scripts for path in _imports(script)}
        names |= {whole if whole in self._graph.modules else part for part, whole in imported}
        names &= self._graph.modules
        waiting = {m for root in names for m in (root, *self._graph.find_descendants(root))}
        modules = set[str]()
        while waiting:
            modules |= waiting
            above = {module.rpartition(".")[0] for module in waiting} - {""}  # imported before it
            used = set().union(*map(self._graph.find_modules_directly_imported_by, waiting))
            waiting = (above | used) - modules
        return scripts + sorted(self._files[module] for module in modules & self._files.keys())


def _imports(script: Path) -> set[tuple[str, str]]:
    """Return the modules that a script imports names from, each with the name's full path."""
    found = set()
    for node in ast.walk(ast.parse(script.read_bytes(), script)):
        if isinstance(node, ast.Import):
            found |= {(alias.name, alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module, f"{node.module}.{alias.name}") for alias in node.names}
    return found


def hashes(files: Iterable[Path | str]) -> dict[str, str]:
    """Return the hash of each file's bytes, by a path without this machine's folders."""
    here, found = Path.cwd(), {}
    for path in (Path(file).absolute() for file in files):
        name = path.relative_to(here) if path.is_relative_to(here) else Path(*path.parts[-3:])
        found[str(name)] = content_hash(path.read_bytes())
    return found


def digest(files: Iterable[Path | str]) -> str:
    """Return one hash of files; Snakemake prints a parameter that changed in full."""
    return content_hash(json.dumps(sorted(hashes(files).values())).encode())


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the names of the files that differ between two results of `hashes`."""
    return sorted(name for name in {**before, **now} if before.get(name) != now.get(name))


def check_installed(python: str) -> None:
    """Reject an environment in which jobs would not run, or would run other code than this.

    Raises ClaimsError if the path of Python has a space, since Snakemake starts jobs by it without
    quotes, or if a package of the folder src is imported from another folder that differs.
    """
    if re.search(r"\s", python):
        raise ClaimsError(
            f"the path of Python must have no space, and it is {python!r}; make the environment in "
            "another folder"
        )
    for own in sorted(Path("src").glob("*/__init__.py")):
        spec = find_spec(own.parent.name)
        used = Path(spec.origin).parent if spec and spec.origin else own.parent
        for file in () if own.parent.samefile(used) else sorted(own.parent.rglob("*.py")):
            other = used / file.relative_to(own.parent)
            if not other.is_file() or other.read_bytes() != file.read_bytes():
                raise ClaimsError(
                    f"{file} is not used: {own.parent.name} is imported from {used}, which "
                    "differs; install this folder in the environment (pip install -e .)"
                )


def shown_files(documents: Iterable[str]) -> list[str]:
    """Return the files outside of the documents that these show."""
    show = re.compile(r"^```\{(?:literal)?include\} (\S+)$", re.MULTILINE)
    texts = {document: Path(document).read_text(encoding="utf-8") for document in documents}
    shown = {
        os.path.normpath(Path(document).parent / path)
        for document, text in texts.items()
        for path in show.findall(text)
    }
    return sorted(shown)
