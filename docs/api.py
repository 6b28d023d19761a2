"""What Sphinx lacks for the library's pages: bounds, docstrings as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import sparseact.bounds

#: What reStructuredText would take for markup, outside of literals.
_LITERAL_OR_MARKUP = re.compile(r"(``.*?``|`[^`]*`)|([|*])")

#: Text between backticks is a formula if it has one of these; if not, a name or code.
_FORMULA = re.compile(r"[^\x00-\x7f]|[\^{}|/<]| [=+>] |^\w_\w$|^[A-Za-z]{1,2}\(\w\)$")
_SIGNS = {
    "·": r"\cdot ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "∈": r"\in ", "⊕": r"\oplus ",
    "⟨": r"\langle ", "⟩": r"\rangle ", "⌈": r"\lceil ", "⌉": r"\rceil ", "⌊": r"\lfloor ",
    "⌋": r"\rfloor ", "Σ": r"\sum ", "Π": r"\prod ", "−": "-", "½": r"\tfrac12 ", "¼": r"\tfrac14 ",
    "ε": r"\varepsilon ", "δ": r"\delta ", "ρ": r"\rho ", "θ": r"\theta ", "τ": r"\tau ",
    "σ": r"\sigma ", "λ": r"\lambda ", "Λ": r"\Lambda ", "μ": r"\mu ", "Γ": r"\Gamma ",
    "α": r"\alpha ", "φ": r"\varphi ", "Φ": r"\Phi ", "χ": r"\chi ", "η": r"\eta ", "π": r"\pi ",
    "ζ": r"\zeta ", "ĥ": r"\hat h", "f̂": r"\hat f", "ĝ": r"\hat g", "′": "'",
    "₁": "_1", "₂": "_2", "∅": r"\emptyset ",
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_OPERATORS = {"ln", "log", "exp", "min", "max", "sup", "Pr"}
_NAMES = {"AS", "NS", "Var", "GF", "opt", "loss", "gap", "scale", "complexity", "confidence"}


def tex(formula: str) -> str:
    """Return a formula that a docstring has in plain characters as TeX."""
    text = re.sub(r"(?<![_^])\{([^{}]*)\}", r"\\{\1\\}", formula)  # a set, not a group
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: f"^{{{m[0].translate(_RAISED)}}}", text)
    text = re.sub(r"\^\(([^()]*)\)|\^([−|]?[\w.]+[|]?|⌈.*?⌉)", r"^{\1\2}", text)
    text = re.sub(r"\bC\(([^(),]+), ([^(),]+)\)", r"\\binom{\1}{\2}", text)
    while "√" in text:
        before, _, after = text.rpartition("√")
        end = _operand(after)
        inner = after[:end]
        if inner.startswith("(") and inner.endswith(")"):
            inner = inner[1:-1]
        text = f"{before}\\sqrt{{{inner}}}{after[end:]}"
    text = re.sub("‖(.*?)‖", r"\\lVert \1\\rVert ", text)
    text = re.sub(r"\|(.*?)\|", r"\\lvert \1\\rvert ", text)
    for sign, macro in _SIGNS.items():
        text = text.replace(sign, macro)
    return re.sub(r"(?<![\\A-Za-z])[A-Za-z]{2,}(?![A-Za-z])", _word, text).strip()


def _operand(text: str) -> int:
    """Return where the text under a root sign ends: a letter, a number, a call or brackets."""
    name = re.match(r"(?:ln|log|max|min)?(?:\^\{.*?\})?", text)
    at = name.end() if name else 0
    if text[at : at + 1] == "(":
        depth = 0
        for i, sign in enumerate(text[at:], at):
            depth += (sign == "(") - (sign == ")")
            if not depth:
                return i + 1
    number = re.match(r"\s?(?:\d+(?:\.\d+)?|\w(?:_\w)?)", text[at:])
    return at + (number.end() if number else 1)


def _word(match: re.Match[str]) -> str:
    """Return what a run of letters is in TeX: an operator, a name, or a product of letters."""
    word = match[0]
    if word in _OPERATORS:
        return rf"\{word} "
    if word in _NAMES:
        return rf"\mathrm{{{word}}}"
    return word


class Bounds(SphinxDirective):
    """The public names of `sparseact.bounds`, in the order of its source."""

    def run(self) -> list[nodes.Node]:
        """Return a description of each name."""
        self.env.note_dependency(str(sparseact.bounds.__file__))
        return self.parse_text_to_nodes("\n".join(_described()))


def _described() -> Iterator[str]:
    """Return directives for the functions and the constants of the bounds."""
    analyzer = ModuleAnalyzer.for_module("sparseact.bounds")
    analyzer.analyze()
    yield "```{eval-rst}"
    for name in sorted(public_bounds(), key=analyzer.tagorder.__getitem__):
        value = getattr(sparseact.bounds, name)
        if callable(value):
            yield f".. autofunction:: sparseact.bounds.{name}"
        else:
            yield f".. py:data:: sparseact.bounds.{name}"
            yield f"   :value: {float(value):.6g}"
            yield ""
            yield from (f"   {line}" for line in _escaped(analyzer.attr_docs["", name]))
        yield ""
    yield "```"


def public_bounds() -> list[str]:
    """Return the names that `sparseact.bounds` defines, without those that it imports."""
    body = ast.parse(Path(sparseact.bounds.__file__).read_text(encoding="utf-8")).body
    names = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    names += [t.id for node in body if isinstance(node, ast.Assign) for t in node.targets]
    return [name for name in names if not name.startswith("_")]


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


def _with_formulas(lines: list[str]) -> list[str]:
    """Return lines with formulas between backticks as :math:, and paths of documents as :doc:."""
    text = re.sub(
        "(?<!`)`([^`]+)`(?!`)",
        lambda m: f":math:`{tex(' '.join(m[1].split()))}`" if _FORMULA.search(m[1]) else m[0],
        "\n".join(lines),
    )
    text = re.sub(r"\bdocs/([\w-]+)\.md\b", r":doc:`/\1`", text)
    return text.split("\n")


def _claim(name: str, pages: Path) -> list[str]:
    """Return a link from a bound to the page of the claim that it is named after."""
    parts = name.split("_")
    for end in range(len(parts), 0, -1):
        stem = "_".join(parts[:end])
        if (pages / f"claims/{stem}.md").is_file():
            return ["", f"Claim: :doc:`/claims/{stem}`.", ""]
    return []


def _prepare(app: Sphinx, what: str, name: str, thing: Any, _: Any, lines: list[str]) -> None:
    """Make a docstring, in which a bar is a bar, what numpydoc reads."""
    lines[:] = _escaped(_with_formulas(lines))
    if what == "function" and name.startswith("sparseact.bounds."):
        end = lines.index("") if "" in lines else len(lines)
        lines[end:end] = _claim(name.rpartition(".")[2], Path(app.srcdir))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of all this."""
    app.add_directive("bounds", Bounds)
    app.connect("autodoc-process-docstring", _prepare, priority=100)  # before numpydoc
    return {"parallel_read_safe": True}
