"""The drawing of the house in CONTRIBUTING.md, against the imports of the package."""

import ast
import re
from pathlib import Path

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
