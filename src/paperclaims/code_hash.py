"""The content of a job's code: a line for each file and package that it imports, or they do.

A module counts as a unit, with the packages that it lies in, but not with the names that these
re-export: the project's own code imports each name from the module that has it. Python counts
without comments, docstrings and layout, a notebook or data by the bytes. A package from outside
counts by its version, or where the project has a requirements.lock, by that file. A module that
code finds by a string is not seen: the caller of `lines` passes its name.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import re
import sys
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import grimp

_LOCK = Path("requirements.lock")
_READER = Path(__file__).read_bytes() + sys.version.encode()  # decides how a file is read
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Code:
    """The code of a project's packages; `kept` is a folder for hashes of files, by their bytes."""

    def __init__(self, *packages: str, kept: Path | str) -> None:
        self.files: dict[str, Path] = {}  # by module
        self._kept, self._said = Path(kept), dict[Path, str]()
        # without grimp's cache, which believes the times of files
        self._graph = grimp.build_graph(*packages, include_external_packages=True, cache_dir=None)
        for package in packages:
            spec = find_spec(package)
            folder = Path(next(iter((spec and spec.submodule_search_locations) or [package])))
            for path in folder.rglob("*.py"):
                parts = (package, *path.relative_to(folder).with_suffix("").parts)
                if (module := ".".join(parts).removesuffix(".__init__")) in self._graph.modules:
                    self.files[module] = path

    def lines(self, *roots: Path | str) -> list[str]:
        """Return all that the roots use: each file with its hash, each package with its version.

        A root is the path of a script, of a notebook or of data, a module, "module:name",
        a package with all its modules, or something that is installed. Another is a ValueError.
        """
        files, names = self.reached(*roots)
        files |= {self.files[module] for module in names & self.files.keys()}
        outside = names - self.files.keys() - sys.stdlib_module_names
        if _LOCK.is_file():
            files, outside = files | {_LOCK}, set()
        hashes = {f"{os.path.relpath(path)} {self._says(path)}" for path in files}
        return [f"Python {platform.python_version()}", *sorted({*map(_version, outside), *hashes})]

    def reached(self, *roots: Path | str) -> tuple[set[Path], set[str]]:
        """Return the files that the roots use, and the modules and outside packages."""
        files = set[Path]()
        names = {str(root).partition(":")[0] for root in roots if not Path(root).is_file()}
        for name in names - self.files.keys():
            if " " not in _version(name):
                raise ValueError(f"no source of {name}")
        for package in names & self.files.keys():
            names |= self._graph.find_descendants(package)
        waiting = [Path(root) for root in roots if Path(root).is_file()]
        while waiting:
            if (path := waiting.pop()) not in files:
                files.add(path)
                for name in _imports(path) if path.suffix == ".py" else ():
                    beside = path.with_name(f"{name.partition('.')[0]}.py")
                    if beside.is_file():
                        waiting.append(beside)
                    else:
                        known = [above for above in (*_above(name), name) if above in self.files]
                        names.add(known[-1] if known else name.partition(".")[0])
        for name in names & self.files.keys():
            names |= self._graph.find_upstream_modules(name)
        return files, names.union(*map(_above, names & self.files.keys()))

    def _says(self, path: Path) -> str:
        if path not in self._said:
            content = path.read_bytes()
            kept = self._kept / _sha(_READER + content)
            if path.suffix != ".py" or re.search(rb"(?m)^# %%", content):
                self._said[path] = _sha(content)
            elif kept.is_file():
                self._said[path] = kept.read_text()
            else:
                tree = ast.parse(content, path)
                for node in ast.walk(tree):
                    if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, False) is not None:
                        del node.body[0]
                self._said[path] = _sha(ast.dump(tree).encode())
                self._kept.mkdir(parents=True, exist_ok=True)
                new = kept.with_suffix(f".{os.getpid()}")  # another process may write the same
                new.write_text(self._said[path])
                new.replace(kept)
        return self._said[path]


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _imports(path: Path) -> set[str]:
    """Return the dotted names that a script or a notebook imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_bytes(), path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            above = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            names |= {f"{above}{alias.name}" for alias in node.names}
    return names


def _above(module: str) -> list[str]:
    return [module[: dot.start()] for dot in re.finditer(r"\.", module)]


@cache
def _version(package: str) -> str:
    """Return an imported package, and the version of the distribution that installs it, if any."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        distributions = metadata.packages_distributions().get(package, [])
        return " ".join([package, *sorted({metadata.version(name) for name in distributions})])
