"""What Sphinx lacks for the library's pages: bounds by section, docstrings as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import sparseact.bounds
from sparseact.bounds.domain import allowed

#: What reStructuredText would take for markup, outside of literals.
_LITERAL_OR_MARKUP = re.compile(r"(``.*?``|`[^`]*`)|([|*])")


class Bounds(SphinxDirective):
    """The public names of one module of `sparseact.bounds`, in the order of its source."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a description of each name."""
        module = self.arguments[0]
        init = Path(sparseact.bounds.__file__)
        public = {
            alias.name
            for node in ast.parse(init.read_text(encoding="utf-8")).body
            if isinstance(node, ast.ImportFrom) and node.module == module
            for alias in node.names
        }
        self.env.note_dependency(str(init))
        return self.parse_text_to_nodes("\n".join(_described(module, public)))


def _described(module: str, public: set[str]) -> Iterator[str]:
    """Return directives for public names of a module of bounds."""
    analyzer = ModuleAnalyzer.for_module(f"sparseact.bounds.{module}")
    analyzer.analyze()
    found = import_module(f"sparseact.bounds.{module}")
    yield "```{eval-rst}"
    for name in sorted(public, key=analyzer.tagorder.__getitem__):
        value = getattr(found, name)
        if callable(value):
            kind = "class" if isinstance(value, type) else "function"
            yield f".. auto{kind}:: sparseact.bounds.{name}"
        else:
            yield f".. py:data:: sparseact.bounds.{name}"
            if isinstance(value, (int, float)):
                yield f"   :value: {value:.6g}"
            yield ""
            yield from (f"   {line}" for line in _escaped(analyzer.attr_docs["", name]))
        yield ""
    yield "```"


def _add_domain(name: str, annotations: dict[str, str], lines: list[str]) -> None:
    """Say of a bound's parameters what they may be, where its docstring does not."""
    parameters = [parameter for parameter in annotations if parameter != "return"]
    known = [(allowed(parameter, annotations[parameter]), parameter) for parameter in parameters]
    said = [(words, [p for _, p in group]) for words, group in groupby(known, lambda pair: pair[0])]
    section = [f"{', '.join(names)} : {words}" for words, names in said if words]
    if {"k", "s"} <= set(parameters):
        section[0] += "; k is at most s"
    if section and "Parameters" not in lines:
        end = lines.index("Examples") if "Examples" in lines else len(lines)
        lines[end:end] = ["Parameters", "----------", *section, ""]


def _escaped(lines: list[str]) -> Iterator[str]:
    """Return lines in which bars and stars stand for themselves, but for examples and code."""
    example, code = False, -1
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if line.strip():
            example |= line.lstrip().startswith(">>>")
            code = code if indent > code else -1
        else:
            example = False
        if example or code >= 0:
            yield line
        else:
            yield _LITERAL_OR_MARKUP.sub(lambda m: m[1] or "\\" + m[2], line)
            if line.endswith("::"):
                code = indent


def _prepare(app: Sphinx, what: str, name: str, thing: Any, _: Any, lines: list[str]) -> None:
    """Make a docstring, in which a bar is a bar, what numpydoc reads."""
    lines[:] = _escaped(lines)
    if what == "function" and name.startswith("sparseact.bounds."):
        _add_domain(name, thing.__annotations__, lines)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of all this."""
    app.add_directive("bounds", Bounds)
    app.connect("autodoc-process-docstring", _prepare, priority=100)  # before numpydoc
    return {"parallel_read_safe": True}
