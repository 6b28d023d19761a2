"""Who may know whom, where each file is named, and how long it may be."""

import ast
import re
from pathlib import Path

import pytest
from read_yaml import read_yaml

from paperclaims.checks.paper import find_paper
from paperclaims.registry.claims import read_registry

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
TOPICS = read_yaml(SOURCES / "awasthi2024/topics.yaml")
FILES = sorted(path for path in SOURCES.rglob("*.py"))


def named():
    """Return package → the names that CONTRIBUTING's first page lists, each with a sentence."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    page = text[text.index("## Three packages") : text.index("## Words")]
    parts = re.split(r"^\*\*`(\w+)`\*\*", page, flags=re.MULTILINE)[1:]
    found = {}
    for package, part in zip(parts[::2], parts[1::2], strict=True):
        rows = re.findall(r"^- ((?:`[\w.]+`(?:, )?)+): \S", part, flags=re.MULTILINE)
        found[package] = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    return found


def test_every_file_has_a_sentence_on_the_first_page():
    for package, names in named().items():
        assert len(names) == len(set(names)), package
        there = {
            path.stem if path.suffix == ".py" else path.name
            for path in (SOURCES / package).iterdir()
            if path.name not in ("__pycache__", "__init__.py", "__init__.pyi", "py.typed")
        }
        topics = set(TOPICS) if package == "awasthi2024" else set()
        assert there - topics == set(names), package
    assert set(named()) == {path.parent.name for path in SOURCES.glob("*/__init__.py")}


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_has_these_files(topic):
    folder = SOURCES / "awasthi2024" / topic
    there = {path.name for path in folder.iterdir()} - {"__pycache__"}
    needed = {"__init__.py", "claims.yaml", "checks" if "checks" in there else "checks.py"}
    assert needed <= there <= needed | {"figures.py", "mutants.py", "parameters.py"}


#: No file has more lines, unless its docstring says that it is long, and because of what.
LINES = 600


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_a_file_is_short_or_says_why_not(path):
    text = path.read_text(encoding="utf-8")
    said = " ".join((ast.get_docstring(ast.parse(text)) or "").split())
    assert text.count("\n") <= LINES or "This file is long because " in said


PACKAGES = [path.parent for path in sorted(SOURCES.glob("awasthi2024/*/checks/__init__.py"))]


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda path: path.parent.name)
def test_checks_in_a_folder_name_its_files(folder):
    """The docstring says where what is."""
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    files = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    assert [path.stem for path in files if not re.search(rf"\b{path.stem}\b", said)] == []


@pytest.mark.parametrize("topic", TOPICS)
def test_a_check_is_called_after_its_function_and_may_have_a_notebook(topic):
    checks = find_paper("awasthi2024").checks(topic)
    assert [check.__name__ for check in checks.values()] == [f"measure_{name}" for name in checks]
    claims = read_registry(SOURCES / "awasthi2024")
    assert {claims[check.claim].topic for check in checks.values()} == {topic}
    notebooks = {path.stem for path in (ROOT / "notebooks/jobs" / topic).glob("*.py")}
    assert notebooks <= {name for name, check in checks.items() if check.notebook}
