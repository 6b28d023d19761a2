"""What code says: a hash of all the source that a script or a function uses.

A node of the graph is a statement at the top of a file. What a statement names
is followed to the statement that binds it, through imports and packages, so
that an edit changes the hashes of its users alone. Comments, docstrings and
layout are not hashed. Where it cannot be told what a statement uses, it is
taken to use more:

- Statements that do something when their file is imported (anything but
  definitions, imports, and assignments that call nothing unknown) belong to
  all who import the file, by whatever way.
- A module used otherwise than as ``module.name`` is used whole, and so is a
  class; a name is taken as global wherever it is not surely local.
- A statement that looks code up by a string uses everything, unless whoever
  asks for the hash has said that it names what is looked up.
- Where something that is used reads docstrings, these are hashed too.

A name that a module's ``__getattr__`` imports stands for what is imported there.

What is imported from outside counts by the version of its package.

This file is long because what is read of a statement and what is followed from
it are one decision: whoever changes the one must see the other.
"""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

#: What finds code by a string.
_LOOKUPS = {"__import__", "eval", "exec", "globals", "import_module", "resolve_name"}
_LOOKUPS |= {"__subclasses__", "modules", "pickle", "run_module", "run_path"}
#: What runs whenever a subclass is made.
_HOOKS = {"__init_subclass__", "metaclass"}
#: What reads docstrings.
_READERS = {"__doc__", "getdoc", "help"}
#: Calls without an effect on anything but their result.
_QUIET = {
    *("annotated_types.Ge", "annotated_types.Gt", "annotated_types.Le", "annotated_types.Len"),
    *("annotated_types.Lt", "annotated_types.MinLen", "annotated_types.Predicate"),
    *("abs", "bytes", "classmethod", "dict", "float", "frozenset", "int", "len", "list", "max"),
    *("min", "object", "property", "range", "round", "set", "sorted", "staticmethod", "str"),
    *("sum", "tuple", "abc.abstractmethod", "contextlib.contextmanager", "dataclasses.dataclass"),
    *("dataclasses.field", "fractions.Fraction", "functools.cache", "functools.cached_property"),
    *("functools.lru_cache", "functools.partial", "functools.wraps", "math.exp", "math.log"),
    *("math.sqrt", "numba.njit", "numba.prange", "numpy.array", "pathlib.Path", "re.compile"),
    *("typing.TypeVar", "typing_extensions.TypedDict"),
}

#: What is imported under another name than it is installed by; for the rest one must search.
_INSTALLED_AS = {"sklearn": "scikit-learn", "yaml": "pyyaml"}

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class _Import(NamedTuple):
    """A name bound by an import: a module, or a member of one."""

    module: str
    member: str | None


@dataclass(frozen=True, eq=False)
class _Node:
    """A statement at the top of a file, or one name of an import.

    `chains` are the global names it uses, each with the attributes that follow;
    `words` are all of these; `imports` are the imports inside it, by the name
    that they bind, and `imported` the modules that these may import.
    """

    module: str
    place: tuple[int, int]
    says: str
    docstrings: str = ""
    chains: frozenset[tuple[str, ...]] = frozenset()
    words: frozenset[str] = frozenset()
    imports: tuple[tuple[str, _Import], ...] = ()
    imported: frozenset[str] = frozenset()
    target: _Import | None = None


def _bound(statements: Iterable[ast.stmt]) -> tuple[set[str], set[str]]:
    """Return the names that a function's statements bind as its own, and those that may not be."""
    own: set[str] = set()
    other: set[str] = set()
    for statement in statements:
        targets: list[ast.expr] = []
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            own.add(statement.name)
            continue
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor)):
            targets = [statement.target]
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            targets = [item.optional_vars for item in statement.items if item.optional_vars]
        elif isinstance(statement, (ast.Global, ast.Nonlocal)):
            other |= set(statement.names)
        other |= {name for name, _ in _imports(statement, "")}
        own |= {name for target in targets for name in _stored(target)}
        bodies = [getattr(statement, field, []) for field in ("body", "orelse", "finalbody")]
        for field in ("handlers", "cases"):
            bodies += [part.body for part in getattr(statement, field, [])]
        for body in bodies:
            inner = _bound(body)
            own, other = own | inner[0], other | inner[1]
    return own, other


def _stored(target: ast.expr) -> Iterator[str]:
    """Yield the names that an assignment to `target` binds."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Starred):
        yield from _stored(target.value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from _stored(element)


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _imports(statement: ast.AST, package: str) -> list[tuple[str, _Import]]:
    """Return what an import statement binds; for other statements nothing."""
    if isinstance(statement, ast.Import):
        return [
            (alias.asname, _Import(alias.name, None))
            if alias.asname
            else (alias.name.partition(".")[0], _Import(alias.name.partition(".")[0], None))
            for alias in statement.names
        ]
    if isinstance(statement, ast.ImportFrom):
        module = statement.module or ""
        if statement.level:
            above = package.split(".")[: len(package.split(".")) - statement.level + 1]
            module = ".".join([*above, module] if module else above)
        return [
            (alias.asname or alias.name, _Import(module, alias.name)) for alias in statement.names
        ]
    return []


class _Reader:
    """Reads one statement: what it says, which global names it uses, what it imports."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.parts: list[str] = []
        self.docstrings: list[str] = []
        self.chains: set[tuple[str, ...]] = set()
        self.imports: list[tuple[str, _Import]] = []
        self.imported: set[str] = set()

    def read(self, node: object, local: frozenset[str] = frozenset()) -> None:
        """Read a node, a list of nodes or a plain value; `local` are names that are not global."""
        if isinstance(node, ast.Name):
            self.parts.append(f"Name {node.id}")
            if node.id not in local:
                self.chains.add((node.id,))
        elif isinstance(node, list):
            self.parts.append("[")
            for item in node:
                self.read(item, local)
            self.parts.append("]")
        elif not isinstance(node, ast.AST):
            self.parts.append(repr(node))
        elif isinstance(node, ast.Attribute):
            self._attribute(node, local)
        elif isinstance(node, ast.Constant):
            self.parts.append(repr(node.value))
            if isinstance(node.value, str) and node.value.startswith("__"):
                self.chains.add(("", node.value))
        elif isinstance(node, (*_FUNCTIONS, ast.Lambda)):
            self._function(node, local)
        elif isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, local)
        elif isinstance(node, ast.ClassDef):
            self.parts.append(f"ClassDef {node.name}")
            for field in (node.decorator_list, node.bases, node.keywords):
                self.read(field, local)
            self.read(self._body(node), local)
        else:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.imports += _imports(node, self.package)
                self.imported |= _imported(node, self.package)
            elif isinstance(node, ast.keyword) and node.arg == "metaclass":
                self.chains.add(("", "metaclass"))
            self._fields(node, local)

    def _fields(self, node: ast.AST, local: frozenset[str]) -> None:
        self.parts.append(type(node).__name__)
        for field in node._fields:
            if field not in ("ctx", "type_comment"):
                self.read(getattr(node, field), local)
        self.parts.append(";")

    def _attribute(self, node: ast.Attribute, local: frozenset[str]) -> None:
        names: list[str] = []
        value: ast.expr = node
        while isinstance(value, ast.Attribute):
            names.append(value.attr)
            value = value.value
        self.parts.append("Attribute " + " ".join(names))
        if isinstance(value, ast.Name) and value.id not in local:
            self.parts.append(f"Name {value.id}")
            self.chains.add((value.id, *reversed(names)))
        else:
            self.chains.update(("", name) for name in names)
            self.read(value, local)

    def _function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, local: frozenset[str]
    ) -> None:
        arguments = node.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        named += [extra for extra in (arguments.vararg, arguments.kwarg) if extra]
        inner = {argument.arg for argument in named}
        self.parts.append(type(node).__name__)
        if isinstance(node, ast.Lambda):
            self.read(arguments, local)
            self.read(node.body, local | inner)
            return
        self.parts.append(node.name)
        if node.name in _HOOKS:
            self.chains.add(("", node.name))
        for field in (
            node.decorator_list,
            arguments,
            node.returns,
            getattr(node, "type_params", []),
        ):
            self.read(field, local)
        own, other = _bound(node.body)
        self.read(self._body(node), (local | inner | own) - other)

    def _body(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[ast.stmt]:
        docstring = ast.get_docstring(node, clean=False)
        if docstring is None:
            return node.body
        self.docstrings.append(docstring)
        return node.body[1:]

    def _comprehension(
        self,
        node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp,
        local: frozenset[str],
    ) -> None:
        self.parts.append(type(node).__name__)
        inner = local | {name for part in node.generators for name in _stored(part.target)}
        for number, part in enumerate(node.generators):
            self.read(part.iter, inner if number else local)
            self.read([part.target, part.ifs, part.is_async], inner)
        elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.read(elements, inner)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Module:
    """A file: its nodes, which of them bind a name, and which act when it is imported."""

    def __init__(self, name: str, path: Path, content: bytes) -> None:
        self.name = name
        self.package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        try:
            tree = ast.parse(content)
        except SyntaxError as error:
            raise ValueError(f"{path} is not Python: {error}") from None
        self.nodes: list[_Node] = []
        self.effects: list[_Node] = []
        self.bindings: dict[str, list[_Node]] = {}
        self.imported: set[str] = set()
        self.docstring = ast.get_docstring(tree, clean=False) or ""
        self._future = [
            alias.name
            for statement in tree.body
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            for alias in statement.names
        ]
        for place, statement in enumerate(tree.body):
            if not _is_docstring(statement):
                self._add(place, statement)
        self.has_hooks = any(not _HOOKS.isdisjoint(node.words) for node in self.nodes)

    def _add(self, place: int, statement: ast.stmt) -> None:
        executed = list(_executed(statement))
        for part in executed:
            self.imported |= _imported(part, self.package)
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            for number, (name, target) in enumerate(_imports(statement, self.package)):
                says = f"import {target.module} {target.member} as {name}"
                # Under its own name the user is seen to use it.
                words = frozenset() if name == target.member else frozenset(filter(None, target))
                node = _Node(self.name, (place, number), says, words=words, target=target)
                self._register(node, [name], effect=name == "*")
            return
        reader = _Reader(self.package)
        reader.read(statement)
        says = _sha("\0".join([*self._future, *reader.parts]))
        node = _Node(
            self.name,
            (place, 0),
            says,
            "\0".join(reader.docstrings),
            frozenset(reader.chains),
            frozenset(
                [name for chain in reader.chains for name in chain]
                + [name for _, target in reader.imports for name in target if name]
            ),
            tuple(reader.imports),
            frozenset(reader.imported),
        )
        self._register(node, _names(executed), effect=not self._is_quiet(statement, executed))
        if not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            # What an import inside a compound statement binds is bound in the module.
            for number, (name, target) in enumerate(reader.imports, start=1):
                self._register(replace(node, place=(place, number), target=target), [name])

    def _register(self, node: _Node, names: Iterable[str], *, effect: bool = False) -> None:
        self.nodes.append(node)
        if effect:
            self.effects.append(node)
        for name in names:
            self.bindings.setdefault(name, []).append(node)

    def _is_quiet(self, statement: ast.stmt, executed: list[ast.AST]) -> bool:
        """Say whether executing the statement does no more than bind its names."""
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            plain = (ast.Name, ast.Tuple, ast.List, ast.Starred, ast.Store, ast.Load)
            if not all(isinstance(part, plain) for t in targets for part in ast.walk(t)):
                return False
        elif not isinstance(statement, (*_FUNCTIONS, ast.ClassDef, ast.Pass)):
            return False
        calls: list[ast.expr] = []
        for part in executed:
            if isinstance(part, ast.Call):
                calls.append(part.func)
            calls += getattr(part, "decorator_list", [])
            if isinstance(part, ast.ClassDef) and part.keywords:
                return False
        return all(self._calls_quietly(call) for call in calls)

    def _calls_quietly(self, call: ast.expr) -> bool:
        if isinstance(call, ast.Call):  # a decorator with arguments, itself among the calls
            return True
        name = ast.unparse(call)
        head, _, rest = name.partition(".")
        targets = [node.target for node in self.bindings.get(head, [])]
        if not targets:
            return name in _QUIET
        return all(
            target is not None
            and ".".join(filter(None, (target.module, target.member, rest))) in _QUIET
            for target in targets
        )


def _names(executed: Iterable[ast.AST]) -> set[str]:
    """Return the names that a statement binds in its module."""
    names = set()
    for part in executed:
        if isinstance(part, (*_FUNCTIONS, ast.ClassDef)):
            names.add(part.name)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
    return names


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when a statement does: all but the bodies of functions."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for field in node._fields:
            if field == "body" and isinstance(node, (*_FUNCTIONS, ast.Lambda)):
                continue
            value = getattr(node, field)
            parts = value if isinstance(value, list) else [value]
            waiting += [part for part in parts if isinstance(part, ast.AST)]


def _imported(statement: ast.AST, package: str) -> set[str]:
    """Return the modules that an import statement may import."""
    if isinstance(statement, ast.Import):
        return {alias.name for alias in statement.names}
    found = set()
    for _, target in _imports(statement, package):
        found |= {target.module, f"{target.module}.{target.member}"}
    return found


@cache
def _version(package: str) -> str:
    """Return the version of what installs an imported package; nothing for the standard library."""
    if package in sys.stdlib_module_names:
        return ""
    try:
        return f"{package} {metadata.version(_INSTALLED_AS.get(package, package))}"
    except metadata.PackageNotFoundError:
        names = sorted(set(metadata.packages_distributions().get(package, [])))
        return " ".join(f"{name} {metadata.version(name)}" for name in names)


@cache
def _reading() -> bytes:
    """Return what decides how a file is read: this file, and Python."""
    return Path(__file__).read_bytes() + sys.version.encode()


class Sources:
    """The code of a project.

    Parameters
    ----------
    *folders : paths
        Where imports are looked up, as in `sys.path`; all else is from outside.
    named : collection of str
        The statements that look code up by a string, each as "module" or
        "module:name", for which the arguments of `digest` name what is found.
    cache : path, optional
        A folder that keeps what was read of each file, by what the file says.

    Raises
    ------
    ValueError
        From `digest`, if a root does not exist or is not Python.
    """

    def __init__(
        self, *folders: Path | str, named: Collection[str] = (), cache: Path | str | None = None
    ) -> None:
        self._folders = [Path(folder) for folder in folders]
        self._named = frozenset(named)
        self._cache = Path(cache) if cache else None
        self._modules: dict[str, _Module | None] = {}
        self._edges: dict[_Node, frozenset[_Node]] = {}
        self._digests: dict[tuple[Path | str, ...], str] = {}

    def digest(self, *roots: Path | str) -> str:
        """Return the hash of what all the roots use.

        A root is the path of a file, a module or "module:name".
        """
        if roots not in self._digests:
            self._digests[roots] = self._digest(self.reached(*roots))
        return self._digests[roots]

    def _digest(self, nodes: Collection[_Node]) -> str:
        ordered = sorted(nodes, key=lambda node: (node.module, node.place))
        read = any(not _READERS.isdisjoint(node.words) for node in nodes)
        lines = [f"Python {sys.version_info.major}.{sys.version_info.minor}"]
        if read:
            modules = {node.module: self._module(node.module) for node in ordered}
            lines += [repr(module.docstring) for module in modules.values() if module]
        for node in ordered:
            lines.append(f"{node.module} {node.says} {node.docstrings if read else ''}")
            for target in [node.target, *(target for _, target in node.imports)]:
                if target and not self._module(target.module):
                    lines.append(_version(target.module.partition(".")[0]))
        return _sha("\n".join(lines))

    def reached(self, *roots: Path | str) -> set[_Node]:
        """Return the nodes that the roots use, directly or not."""
        waiting: list[_Node] = []
        for root in roots:
            waiting += self._root(root)
        reached: set[_Node] = set()
        imported: set[str] = set()
        everything = False
        while waiting:
            node = waiting.pop()
            if node in reached:
                continue
            reached.add(node)
            waiting.extend(self._uses(node))
            hooked = False
            for module in self._import({node.module, *node.imported}, imported):
                waiting += module.effects
                hooked |= module.has_hooks
            if not everything and (hooked or self._looks_up(node)):
                everything = True
                for module in self._everything:
                    waiting += module.nodes
        return reached

    def _root(self, root: Path | str) -> Iterable[_Node]:
        name, _, member = str(root).partition(":")
        module = self._module(name)
        if module is None:
            raise ValueError(f"no source of {name}")
        if not member:
            return module.nodes
        if member not in module.bindings:
            raise ValueError(f"{name} has no {member}")
        found: set[_Node] = set()
        self._follow(_Import(name, member), (), found, set())
        return found

    def _module(self, name: str) -> _Module | None:
        """Return a module by its name, or a file by its path; None if it is from outside."""
        if name not in self._modules:
            self._modules[name] = None
            above = name.rpartition(".")[0]
            if name.endswith(".py"):
                paths = [Path(name)]
            elif above and not self._is_package(above):
                paths = []
            else:
                parts = name.split(".")
                paths = [
                    folder.joinpath(*parts[:-1], parts[-1] + ".py") for folder in self._folders
                ]
                paths += [folder.joinpath(*parts, "__init__.py") for folder in self._folders]
            for path in paths:
                if path.is_file():
                    self._modules[name] = self._read(name, path)
                    break
        return self._modules[name]

    def _is_package(self, name: str) -> bool:
        module = self._module(name)
        return module is not None and module.package == name

    def _read(self, name: str, path: Path) -> _Module:
        """Parse a file, or take what is kept from when it said the same."""
        content = path.read_bytes()
        if self._cache is None:
            return _Module(name, path, content)
        key = hashlib.sha256(b"\0".join([_reading(), f"{name} {path.name}".encode(), content]))
        kept = self._cache / key.hexdigest()
        try:
            module: _Module = pickle.loads(kept.read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            module = _Module(name, path, content)
            self._cache.mkdir(parents=True, exist_ok=True)
            new = kept.with_suffix(f".{os.getpid()}")  # another process may write the same
            new.write_bytes(pickle.dumps(module))
            new.replace(kept)
        return module

    @cached_property
    def _everything(self) -> list[_Module]:
        found = []
        for folder in self._folders:
            for path in sorted(folder.rglob("*.py")):
                parts = path.relative_to(folder).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                module = self._module(name)
                if module:
                    found.append(module)
        return found

    def _import(self, names: Iterable[str], imported: set[str]) -> Iterator[_Module]:
        """Yield the modules that importing `names` imports, but those in `imported`."""
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in imported:
                continue
            imported.add(name)
            if not name.endswith(".py") and "." in name:
                waiting.append(name.rpartition(".")[0])
            module = self._module(name)
            if module:
                yield module
                waiting.extend(module.imported)

    def _looks_up(self, node: _Node) -> bool:
        if _LOOKUPS.isdisjoint(node.words):
            return False
        module = self._module(node.module)
        assert module is not None
        names = {name for name, nodes in module.bindings.items() if node in nodes}
        return self._named.isdisjoint({node.module, *(f"{node.module}:{name}" for name in names)})

    def _uses(self, node: _Node) -> frozenset[_Node]:
        """Return the nodes that a node uses directly."""
        if node not in self._edges:
            found: set[_Node] = set()
            visited: set[object] = set()
            module = self._module(node.module)
            assert module is not None
            inner: dict[str, list[_Import]] = {}
            for name, target in node.imports:
                inner.setdefault(name, []).append(target)
            for head, *rest in node.chains:
                for target in inner.get(head, []):
                    self._follow(target, tuple(rest), found, visited)
                if head in module.bindings:
                    self._follow(_Import(node.module, head), tuple(rest), found, visited)
            if node.target and node.target.member == "*":
                self._follow(_Import(node.target.module, None), (), found, visited)
            self._edges[node] = frozenset(found)
        return self._edges[node]

    def _follow(
        self, target: _Import, rest: tuple[str, ...], found: set[_Node], visited: set[object]
    ) -> None:
        """Add to `found` what `target`, followed by the attributes `rest`, stands for."""
        name, member = target
        module = self._module(name)
        if module is None or (target, rest) in visited:
            return
        visited.add((target, rest))
        if member is None and rest:
            member, *others = rest
            rest = tuple(others)
        if member is None or member == "*":
            for node in module.nodes:
                found.add(node)
                if node.target:
                    self._follow(node.target, (), found, visited)
            return
        for node in module.bindings.get(member, []):
            found.add(node)
            if node.target:
                self._follow(node.target, rest, found, visited)
        submodule = _Import(f"{name}.{member}", None)
        if self._module(submodule.module):
            # The package's own statements, if any, act whenever it is imported.
            self._follow(submodule, rest, found, visited)
        elif member not in module.bindings:
            lookups = module.bindings.get("__getattr__", [])
            late = [to for node in lookups for bound, to in node.imports if bound == member]
            for other in late:
                self._follow(other, rest, found, visited)
            if not late:
                self._follow(_Import(name, None), (), found, visited)
