"""Every step: a paper as a package, where its topics have their claims, checks and figures.

The package holds `paper.yaml`, the texts about the paper, and a folder for each
topic: `claims.yaml`, the checks in `checks.py` or a folder `checks`, and
`figures.py` where there are any. `topics.yaml` lists the topics in another order than
the order of their names. Data that several jobs read is declared
by the function `data` in the module `data` of the package, if there is any.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NamedTuple

from paperclaims.checks.decorator import Check
from paperclaims.errors import ClaimsError


class Data(NamedTuple):
    """Shared data: made once for each kind and read by jobs, such as graphs of a construction.

    `section` is the section of the configuration with the arguments of each kind, and the argument
    of the checks; `key` is the key of a job with the list of the kinds that it reads. `kinds` maps
    each kind to the function that makes it, from keyword-only arguments. `all` lists the kinds for
    which the word `all` stands. ``contradiction(configuration)`` returns where a configuration
    contradicts itself, and the sentence on it, or None.
    """

    section: str
    key: str
    kinds: Mapping[str, Callable[..., Any]]
    all: Sequence[str]
    generate: Callable[[str, int, Mapping[str, Any]], Any]
    save: Callable[[Path | str, Any], None]
    load: Callable[[Path | str], Sequence[Any]]
    contradiction: Callable[[Any], tuple[tuple[Any, ...], str] | None]


class Paper(NamedTuple):
    """A paper's package: its name and its folder."""

    package: str
    folder: Path

    def module(self, topic: str, part: str) -> str:
        """Return the name of a topic's module, such as its "checks"."""
        return f"{self.package}.{topic}.{part}"

    def checks(self, topic: str) -> dict[str, Check[...]]:
        """Return the checks of a topic by their names; their modules are imported.

        Raises ClaimsError if two have one name, or a module cannot be imported.
        """
        package = self._import(self.module(topic, "checks"))
        files = iter_modules(getattr(package, "__path__", []), f"{package.__name__}.")
        checks: dict[str, Check[...]] = {}
        for module in [package, *(self._import(file.name) for file in files)]:
            for value in vars(module).values():
                if isinstance(value, Check) and value.module == module.__name__:
                    if value.name in checks:
                        raise ClaimsError(f"{topic} has two checks {value.name!r}")
                    checks[value.name] = value
        return checks

    def _import(self, name: str) -> ModuleType:
        """Return a module; an error in it names its line, not the importer's."""
        try:
            return import_module(name)
        except SyntaxError as error:
            where = f"{os.path.relpath(error.filename or name)}:{error.lineno}"
            raise ClaimsError(f"{where}: SyntaxError: {error.msg}") from None
        except (ImportError, NameError, AttributeError, TypeError) as error:
            # The package may be installed, outside of the folder where one works.
            frames = traceback.extract_tb(error.__traceback__)
            mine = [frame for frame in frames if Path(frame.filename).is_relative_to(self.folder)]
            where = f"{os.path.relpath(mine[-1].filename)}:{mine[-1].lineno}" if mine else name
            raise ClaimsError(f"{where}: {type(error).__name__}: {error}") from error

    def loaded(self, parameters: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """Return a check's parameters with the shared data for their folders.

        Without folders, data are given by their kinds, with the arguments of each kind.
        """
        data, values = self.data, dict(parameters)
        if data and data.section in values:
            given = values[data.section]
            made = (
                data.generate(kind, seed, given[kind])
                if isinstance(given, Mapping)
                else data.load(kind)
                for kind in given
            )
            values[data.section] = [instance for several in made for instance in several]
        return values

    def drawing(self, name: str) -> str:
        """Return "module:function" for the registry's "topic.figure"."""
        topic, _, figure = name.rpartition(".")
        return f"{self.module(topic, 'figures')}:draw_{figure}"

    @property
    def data(self) -> Data | None:
        """The shared data of the paper's jobs."""
        if not (self.folder / "data.py").is_file():
            return None
        data: Data = import_module(f"{self.package}.data").data()
        return data


def find_paper(package: object) -> Paper:
    """Return the paper that an importable package is; it is not imported.

    A package in the folder where one works is found, and so it is by the processes that this
    one starts.

    Raises ClaimsError if this is no package's name, the package is missing, or it has no
    `paper.yaml`.
    """
    if not isinstance(package, str) or not package.isidentifier():
        must = "paper must be the name of a package, without dots"
        raise ClaimsError(f"{must}, got {package!r}; name it in the configuration")
    here = str(Path.cwd())
    if Path(here, package, "paper.yaml").is_file() and here not in sys.path:
        sys.path.insert(0, here)
        folders = [here, os.getenv("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, folders))
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ClaimsError(f"the package {package!r} with a paper's claims is missing")
    folder = Path(next(iter(spec.submodule_search_locations)))
    if not (folder / "paper.yaml").is_file():
        raise ClaimsError(f"the package {package!r} has no paper.yaml, so it is not a paper")
    return Paper(package, folder)
