"""What a job's code says: a hash of all files that it imports, directly or not, and of versions.

A file counts whole, and imports what any of its statements does, inside a function too. To
import a module is to import the packages that it lies in. Where a package gives its public
names by a stub, as lazy_loader reads it, or by relative imports, a script or notebook that
imports such a name from it imports what the name is taken from; whoever else imports the
package, not a module of it, imports all of them.

Python counts without comments, docstrings and layout, a notebook with all that its readers
see, and data by its bytes. What is imported from outside counts by its version, with the
versions of what it requires in turn.

What code finds by a string is not seen: whoever asks for the hash passes its name on.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, cached_property
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import grimp
from grimp.exceptions import SourceSyntaxError
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

#: What is imported under another name than it is installed by; for the rest one must search.
_INSTALLED_AS = {"sklearn": "scikit-learn", "yaml": "pyyaml"}
#: What decides how a file is read.
_READER = Path(__file__).read_bytes() + sys.version.encode()
_CELL = re.compile(rb"^# %%", re.MULTILINE)

#: A module or an installed package by its name, or a file.
Node = str | Path
T = TypeVar("T", bound=Hashable)


class Sources:
    """The code of a project.

    Parameters
    ----------
    *packages : str
        The project's importable packages. All else is from outside, but for what
        lies beside a script or a notebook that imports it.
    cache : path
        A folder that keeps what was read of each file, by what the file says.

    Raises
    ------
    ValueError
        From `digest`, if a root is not there, a file is not Python or in no package,
        or something is imported whose version nobody knows.
    """

    def __init__(self, *packages: str, cache: Path | str) -> None:
        self._packages = packages
        self._cache = Path(cache)
        self._contents: dict[Path, tuple[str, list[str]]] = {}
        self._edges: dict[Node, set[Node]] = {}

    def digest(self, *roots: Path | str) -> str:
        """Return the hash of what all the roots use.

        A root is the path of a script, of a notebook or of data, a module, "module:name",
        or something that is installed.
        """
        says = sorted(line for node in self.reached(*roots) for line in self._says(node))
        return _sha("\n".join([platform.python_version(), *says]).encode())

    def reached(self, *roots: Path | str) -> set[Node]:
        """Return what the roots use: modules, files, and packages from outside."""
        return _closure({node for root in roots for node in self._root(str(root))}, self._uses)

    def _root(self, root: str) -> set[Node]:
        if Path(root).is_file():
            return {Path(root)}
        module = root.partition(":")[0]
        if module not in self._modules and module not in _installed():
            raise ValueError(f"no source of {root}")
        return self._imported([root.replace(":", ".")])

    @cached_property
    def _graph(self) -> grimp.ImportGraph:
        try:  # without grimp's cache: it would save half of 0.1 s, but believes the times of files
            return grimp.build_graph(
                *self._packages, include_external_packages=True, cache_dir=None
            )
        except SourceSyntaxError as error:
            raise ValueError(f"not Python: {error}") from None

    @cached_property
    def _modules(self) -> dict[str, Path]:
        """Each module of the project's packages, and its file."""
        found = {}
        for package in self._packages:
            spec = find_spec(package)
            if spec is None or spec.origin is None:
                raise ValueError(f"there is no package {package}")
            folder = Path(spec.origin).parent
            for path in folder.rglob("*.py"):
                parts = path.relative_to(folder).with_suffix("").parts
                found[".".join([package, *parts]).removesuffix(".__init__")] = path
        for unseen in found.keys() - self._graph.modules:
            raise ValueError(f"{found[unseen]} is in no package: its folder has no __init__.py")
        return found

    def _uses(self, node: Node) -> set[Node]:
        if node not in self._edges:
            if isinstance(node, Path):
                self._edges[node] = self._file_uses(node)
            else:
                self._edges[node] = self._module_uses(node) if node in self._modules else set()
        return self._edges[node]

    def _file_uses(self, path: Path) -> set[Node]:
        if path.suffix != ".py":
            return set()
        beside = {n: path.with_name(f"{n.partition('.')[0]}.py") for n in self._read(path)[1]}
        siblings = {file for file in beside.values() if file.is_file()}
        return siblings | self._imported(n for n, file in beside.items() if file not in siblings)

    def _public(self, module: str) -> dict[str, str]:
        """Return where a package's stub, or its relative imports, take each name from."""
        path = self._modules[module]
        if path.name != "__init__.py":
            return {}
        stub = path.with_suffix(".pyi")
        names = self._read(stub if stub.is_file() else path)[1]
        return {n.rpartition(".")[2]: f"{module}{n}" for n in names if n.startswith(".")}

    def _module_uses(self, module: str) -> set[Node]:
        names = set(self._graph.find_modules_directly_imported_by(module))
        for public in self._public(module).values():  # those of a package that lies above
            names.discard(public.rpartition(".")[0])
        for name in names & self._modules.keys():
            for detail in self._graph.get_import_details(importer=module, imported=name):
                if not re.match(r"from [^;]*$", detail["line_contents"]):
                    names.update(_above(name))  # `import a.b` gets hold of `a` too
        return self._imported(names).union(_above(module))

    def _imported(self, names: Iterable[str]) -> set[Node]:
        """Return what is imported with `names`, each of a module or of something in one."""
        found: set[Node] = set()

        def stands_for(name: str) -> Iterable[str]:
            package = name.partition(".")[0]
            if package not in self._packages:
                found.add(package)
                return []
            module = name
            while module not in self._modules:
                module = module.rpartition(".")[0]
            found.add(module)
            stub = self._modules[module].with_suffix(".pyi")
            if stub.is_file():
                found.add(stub)
            public = self._public(module)
            member = name.removeprefix(f"{module}.")
            return [public[member]] if member in public else public.values()

        _closure(set(names), stands_for)
        return found

    def _says(self, node: Node) -> Iterable[str]:
        path = self._modules.get(node) if isinstance(node, str) else node
        if path is None:
            return _versions(str(node))
        label = node if isinstance(node, str) else os.path.relpath(node)
        return [f"{label} {self._read(path)[0]}"]

    def _read(self, path: Path) -> tuple[str, list[str]]:
        """Return the hash of what a file says, and the names that it imports."""
        if path not in self._contents:
            content = path.read_bytes()
            kept = self._cache / _sha(b"\0".join([_READER, path.suffix.encode(), content]))
            try:
                self._contents[path] = json.loads(kept.read_bytes())
            except (OSError, ValueError):  # not there, or damaged
                self._contents[path] = _parse(path, content)
                self._cache.mkdir(parents=True, exist_ok=True)
                new = kept.with_suffix(f".{os.getpid()}")  # another process may write the same
                new.write_text(json.dumps(self._contents[path]))
                new.replace(kept)
        return self._contents[path]


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _closure(start: Iterable[T], uses: Callable[[T], Iterable[T]]) -> set[T]:
    found: set[T] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += uses(node)
    return found


def _parse(path: Path, content: bytes) -> tuple[str, list[str]]:
    if path.suffix not in (".py", ".pyi"):
        return _sha(content), []
    try:
        tree = ast.parse(content)
    except SyntaxError as error:
        raise ValueError(f"{path} is not Python: {error}") from None
    imports = sorted(set(_imports(tree)))
    if not _CELL.search(content):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        for node in ast.walk(tree):
            if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
        content = ast.dump(tree).encode()
    return _sha(content), imports


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from [alias.name, *([] if alias.asname else _above(alias.name))]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (f"{node.module}." if node.module else "")
            yield from (module + alias.name for alias in node.names)


def _above(module: str) -> list[str]:
    """Return the packages that a module lies in."""
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


@cache
def _installed() -> dict[str, metadata.Distribution]:
    first_wins = reversed([one for one in metadata.distributions() if one.name])
    return {canonicalize_name(one.name): one for one in first_wins}


@cache
def _versions(package: str) -> list[str]:
    """Return the versions of what an imported package is installed by, and of what that needs."""
    if package in sys.stdlib_module_names:
        return []
    names: list[str] = [canonicalize_name(_INSTALLED_AS.get(package, package))]
    if names[0] not in _installed():
        names = [canonicalize_name(n) for n in metadata.packages_distributions().get(package, [])]
    if not names and find_spec(package):
        raise ValueError(f"{package} is imported, and nothing that is installed has it")
    found = _closure([(name, "") for name in names], lambda pair: _required(*pair))
    return sorted({f"{name} {_installed()[name].version}" for name, _ in found})


@cache
def _required(name: str, extra: str) -> list[tuple[str, str]]:
    """Return what an installed package requires, each with the extras that it asks for."""
    wanted = map(Requirement, _installed()[name].requires or [])
    return [
        (canonicalize_name(one.name), other)
        for one in wanted
        if one.marker is None or one.marker.evaluate({"extra": extra})
        if canonicalize_name(one.name) in _installed()
        for other in ("", *one.extras)
    ]
