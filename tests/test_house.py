"""The drawing of the house in CONTRIBUTING.md against the imports; how long a file may be."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src/sparseact"


def drawn():
    """Return the rooms by floor, the highest first."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawing = re.search(r"```text\n(.*?)```", text, flags=re.DOTALL)[1]
    return [line.split() for line in drawing.splitlines()]


def room(path):
    """Return the module, or the folder, that a file of the package belongs to."""
    return path.relative_to(SOURCES).parts[0].removesuffix(".py")


def imports(path):
    """Return the rooms that a file imports from, also inside its functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            first, *rest = node.module.split(".")
            if first == "sparseact":
                found |= {rest[0]} if rest else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            dotted = (alias.name.split(".") for alias in node.names)
            found |= {parts[1] for parts in dotted if parts[0] == "sparseact" and len(parts) > 1}
    return found


FILES = [path for path in sorted(SOURCES.rglob("*.py")) if path != SOURCES / "__init__.py"]


def test_every_room_is_drawn_once():
    rooms = [name for floor in drawn() for name in floor]
    assert sorted(rooms) == sorted({room(path) for path in FILES})


def test_imports_go_down():
    floor = {name: number for number, names in enumerate(drawn()) for name in names}
    for path in FILES:
        for other in imports(path) - {room(path)}:
            assert floor[other] > floor[room(path)], f"{path.name} imports {other}"


#: No file has more lines, unless its docstring says that it is long, and because of what.
LINES = 600


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_a_file_is_short_or_says_why_not(path):
    text = path.read_text(encoding="utf-8")
    said = " ".join((ast.get_docstring(ast.parse(text)) or "").split())
    assert text.count("\n") <= LINES or "This file is long because " in said


PACKAGES = [path.parent for path in sorted((SOURCES / "checks").glob("*/__init__.py"))]


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda path: path.name)
def test_a_check_that_is_a_package_names_its_files_and_its_measures(folder):
    """Its docstring says where what is, and it re-exports what the workflow looks up."""
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    said = ast.get_docstring(tree)
    files = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    assert [path.stem for path in files if not re.search(rf"\b{path.stem}\b", said)] == []
    measures = {
        node.name
        for path in files
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("measure_")
    }
    exported = {
        alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert exported == measures
