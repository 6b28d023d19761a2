"""What a job's code says: a hash of all that it imports, directly or not, and of versions.

A module counts whole, with the packages that it lies in, but not with what these give on:
the project's own code imports each name from the module that has it. Python counts without
comments, docstrings and layout, a notebook with all that its readers see, and data by its
bytes. What is imported from outside counts by its version, with the versions of what it
requires in turn. What code finds by a string is not seen: whoever asks for the hash passes
its name on.
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
from grimp.exceptions import SourceSyntaxError
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from paperclaims import WORKFLOW
from paperclaims.new import TEMPLATE

#: What is imported under another name than it is installed by; for the rest one must search.
_INSTALLED_AS = {"PIL": "pillow", "sklearn": "scikit-learn", "yaml": "pyyaml"}
#: What decides how a file is read.
_READER = Path(__file__).read_bytes() + sys.version.encode()
_CELL = re.compile(rb"^# %%", re.MULTILINE)


class Code:
    """The code of a project.

    Parameters
    ----------
    *packages : str
        The project's importable packages. All else is from outside, but for what
        lies beside a script or a notebook that imports it.
    cache : path
        A folder that keeps what a file says, by the hash of its bytes.

    Raises
    ------
    ValueError
        Here and from `digest`, if a root is not there, a file is not Python or in no
        package, or something is imported whose version nobody knows.
    """

    def __init__(self, *packages: str, cache: Path | str) -> None:
        self.files: dict[str, Path] = {}  # by module
        self._cache, self._said = Path(cache), dict[Path, str]()
        try:  # without grimp's cache, which believes the times of files
            self._graph = grimp.build_graph(
                *packages, include_external_packages=True, cache_dir=None
            )
        except SourceSyntaxError as error:
            raise ValueError(f"not Python: {error}") from None
        for package in packages:
            spec = find_spec(package)
            folder = Path(next(iter((spec and spec.submodule_search_locations) or [package])))
            for path in folder.rglob("*.py"):
                if path.is_relative_to(WORKFLOW) or path.is_relative_to(TEMPLATE):
                    continue
                parts = path.relative_to(folder).with_suffix("").parts
                module = ".".join([package, *parts]).removesuffix(".__init__")
                if module not in self._graph.modules:
                    raise ValueError(f"{path} is in no package: its folder has no __init__.py")
                self.files[module] = path

    def digest(self, *roots: Path | str) -> str:
        """Return the hash of what all the roots use.

        A root is the path of a script, of a notebook or of data, a module, "module:name",
        a package with all its modules, or something that is installed.
        """
        files, names = self.reached(*roots)
        says = [f"{os.path.relpath(path)} {self._says(path)}" for path in files]
        modules = names & self.files.keys()
        says += [f"{module} {self._says(self.files[module])}" for module in modules]
        folders = {above for module in self.files for above in _above(module)}  # some say nothing
        says += [line for name in names - modules - folders for line in _versions(name)]
        return _sha("\n".join([platform.python_version(), *sorted(set(says))]).encode())

    def reached(self, *roots: Path | str) -> tuple[set[Path], set[str]]:
        """Return the files among what the roots use, and the modules and outside packages."""
        files: set[Path] = set()
        names = {str(root).partition(":")[0] for root in roots if not Path(root).is_file()}
        for name in names:
            if name not in self.files and not _installed(name):
                raise ValueError(f"no source of {name}")
        for package in list(names & self.files.keys()):
            names |= self._graph.find_descendants(package)
        waiting = [Path(root) for root in roots if Path(root).is_file()]
        while waiting:
            path = waiting.pop()
            if path not in files:
                files.add(path)
                for name in _imports(path) if path.suffix == ".py" else ():
                    beside = path.with_name(f"{name.partition('.')[0]}.py")
                    if beside.is_file():
                        waiting.append(beside)
                    else:
                        names.add(self._module(name))
        for name in names & self.files.keys():
            names |= self._graph.find_upstream_modules(name)
        return files, names.union(*(_above(name) for name in names & self.files.keys()))

    def _module(self, name: str) -> str:
        """Return the module that a dotted name is, or is from, or the package from outside."""
        known = [above for above in [*_above(name), name] if above in self.files]
        return known[-1] if known else name.partition(".")[0]

    def _says(self, path: Path) -> str:
        if path not in self._said:
            self._said[path] = self._read(path)
        return self._said[path]

    def _read(self, path: Path) -> str:
        """Return the hash of what a file says."""
        content = path.read_bytes()
        if path.suffix != ".py" or _CELL.search(content):
            return _sha(content)
        kept = self._cache / _sha(_READER + content)
        if not kept.is_file():
            tree = _parse(path)
            documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            for node in ast.walk(tree):
                if isinstance(node, documented) and ast.get_docstring(node, False) is not None:
                    del node.body[0]
            self._cache.mkdir(parents=True, exist_ok=True)
            new = kept.with_suffix(f".{os.getpid()}")  # another process may write the same
            new.write_text(_sha(ast.dump(tree).encode()))
            new.replace(kept)
        return kept.read_text()


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes())
    except SyntaxError as error:
        raise ValueError(f"{path} is not Python: {error}") from None


def _imports(path: Path) -> set[str]:
    """Return the dotted names that a script or a notebook imports."""
    found = set()
    for node in ast.walk(_parse(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _above(module: str) -> list[str]:
    """Return the packages that a module lies in."""
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


@cache
def _versions(package: str) -> tuple[str, ...]:
    """Return the versions of what an imported package is installed by, and of what that needs."""
    if package in sys.stdlib_module_names:
        return ()
    found: dict[str, str] = {}
    waiting = [_INSTALLED_AS.get(package, package)]
    if not _installed(waiting[0]):
        waiting = metadata.packages_distributions().get(package, [])
    if not waiting and find_spec(package):
        raise ValueError(f"{package} is imported, and nothing that is installed has it")
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found and (installed := _installed(name)):
            found[name] = installed.version
            for wanted in map(Requirement, installed.requires or []):
                if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                    waiting.append(wanted.name)
    return tuple(f"{name} {version}" for name, version in found.items())


@cache
def _installed(name: str) -> metadata.Distribution | None:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
