"""What code says: edits of a made-up project, and what jobs of this one really call."""

import ast
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from copied import TOPICS
from read_yaml import read_configuration

from paperclaims import code_hash
from paperclaims.checks.configuration import config_paper, job_parameters
from paperclaims.checks.paper import find_paper
from paperclaims.code_hash import Code

ROOT = Path(__file__).resolve().parents[2]

FILES = {
    "made/__init__.py": '"""The package."""\n',
    "made/left.py": '"""Left."""\n\nLIMIT = 3  # a comment\n',
    "made/plain/__init__.py": "from .one import first\n",
    "made/plain/one.py": "first = 1\n",
    "made/state.py": "def late():\n    from made import lazy as later\n    return later\n",
    "made/lazy.py": "def other():\n    return 2\n",
    "made/named.py": "from importlib import import_module\n\nprint(import_module('made.lazy'))\n",
    "data.txt": "# one\n",
    "left.py": "import os\n\n\ndef f():\n    import made.left as left\n",
    "plain_name.py": "from made.plain import first\n",
    "inside.py": "from made import state\n",
    "named.py": "from made import named\n",
    "beside.py": "from _shared import shared\n",
    "_shared.py": "from made.lazy import other as shared\n",
    "notebook.py": "# %% [markdown]\n# Text.\n# %%\nfrom made.left import LIMIT\n",
}
SCRIPTS = sorted(name for name in FILES if "/" not in name and name != "data.txt")

#: An edit (file, what stood there, what stands there now), and the scripts that it concerns.
EDITS = {
    "comment": ("made/left.py", "# a comment", "# another\n\n", ""),
    "docstring": ("made/left.py", "Left.", "Right.", ""),
    "layout": ("made/left.py", "= 3", "= (3)", ""),
    "constant": ("made/left.py", "= 3", "= 4", "left notebook"),
    "what a package gives on": ("made/plain/one.py", "= 1", "= 3", "plain_name"),
    "import in a function": ("made/lazy.py", "return 2", "return 3", "inside beside _shared"),
    "outermost package": ("made/__init__.py", "package", 'package"""; """', "ALL"),
    "script": ("left.py", "import os", "import re", "left"),
    "file beside": ("_shared.py", "other as", "other as one, other as", "beside _shared"),
    "text of a notebook": ("notebook.py", "# Text.", "# Words.", "notebook"),
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "src"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(folder)
    return folder


def lines(*roots):
    return Code("made", kept="kept").lines(*roots)


def replace(name, old, new):
    text = Path(name).read_text()
    assert text.count(old) == 1
    Path(name).write_text(text.replace(old, new))


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_concerns_its_users_who_name_the_file(project, name):
    file, old, new, users = EDITS[name]
    before = {name: lines(name) for name in SCRIPTS}
    replace(file, old, new)
    differing = {name: set(before[name]) ^ set(lines(name)) for name in SCRIPTS}
    found = {name for name in SCRIPTS if differing[name]}
    assert found == (set(SCRIPTS) if users == "ALL" else {f"{one}.py" for one in users.split()})
    assert {line.split()[0] for name in found for line in differing[name]} <= {file}


@pytest.mark.parametrize("root", ["made.lazy", "made.lazy:other", "made", "data.txt"])
def test_modules_found_by_a_string_are_roots(project, root):
    before, alone = lines("named.py", root), lines("named.py")
    replace("made/lazy.py", "return 2", "return 3")
    replace("data.txt", "# one", "# two")
    assert lines("named.py", root) != before
    assert lines("named.py") == alone


def test_versions_count_or_the_lock_does(project, monkeypatch):
    replace("left.py", "import os", "import yaml")
    assert any(re.fullmatch(r"yaml [\d.]+", line) for line in lines("left.py"))
    assert f"numpy {import_module('numpy').__version__}" in lines("named.py", "numpy")
    Path("requirements.lock").write_text("pyyaml==1\n")
    before = set(lines("left.py"))
    assert not any(line.startswith("yaml ") for line in before)
    replace("requirements.lock", "==1", "==2")
    monkeypatch.setattr(code_hash.platform, "python_version", lambda: "3.99.0")
    changed = {line.split()[0] for line in before ^ set(lines("left.py"))}
    assert changed == {"Python", "requirements.lock"}


@pytest.mark.parametrize("root", ["made.none", "none.py", "made.none:name", "nothing_installed"])
def test_an_unknown_root_is_an_error(project, root):
    with pytest.raises(ValueError, match=f"^no source of {re.escape(root.partition(':')[0])}$"):
        lines(root)


CONFIG = read_configuration("quick")
PACKAGES = ("sparseact", "paperclaims", "awasthi2024")


@pytest.mark.parametrize("job", ["fourier/identities", "parities/norms", "section_6/trained"])
def test_all_that_a_job_calls_is_reached(job, tmp_path):
    topic, name = job.split("/")
    job = job_parameters(CONFIG, topic, name)
    check = config_paper(CONFIG).checks(topic)[name]
    seen = set()
    sys.setprofile(lambda frame, event, _: event == "call" and seen.add(frame.f_code.co_filename))
    try:
        check(seed=1, **job["arguments"])
    finally:
        sys.setprofile(None)
    ours = {file for file in seen if file.startswith(str(ROOT / "src"))}
    code = Code(*PACKAGES, kept=tmp_path)
    _, names = code.reached(check.module)
    assert str(ROOT / "src/paperclaims/checks/recorder.py") in ours
    assert ours <= {str(code.files[name]) for name in names & code.files.keys()}


def test_every_file_is_in_a_package(tmp_path):
    """Another is not in the graph of imports, so that its edits would rerun nothing."""
    files = {path for name in PACKAGES for path in (ROOT / "src" / name).rglob("*.py")}
    written = set((ROOT / "src/paperclaims/new_paper").rglob("*.py"))
    assert files - written == set(Code(*PACKAGES, kept=tmp_path).files.values())


#: What finds code by a string, and the files that do; whoever runs these names what is found.
LOOKUPS = {"__import__", "__subclasses__", "eval", "exec", "find_spec", "globals", "import_module"}
LOOKUPS |= {"iter_modules", "joblib", "load_module", "locals", "modules", "pickle", "resolve_name"}
LOOKUPS |= {"run_module", "run_path", "spec_from_file_location", "walk_packages"}
NAMED = {
    "src/paperclaims/reporting/drawing.py": "run_notebook: Paper.drawing",
    "src/paperclaims/mutation/derived.py": "run_mutants: the checks of the topic",
    "src/paperclaims/mutation/mutants.py": "run_mutants: the mutants and the checks of the topic",
    "src/paperclaims/mutation/table.py": "run_mutants: the mutants of the topic",
    "src/paperclaims/reporting/content.py": "write_pages: the paper's library",
    "src/paperclaims/checks/job.py": "job_code: the check and its figures",
    "src/paperclaims/checks/paper.py": "data_name, and generate_data; the module of a check",
    "workflow/scripts/run_check.py": "the module of the check, and _notebook",
}
READERS = {"__doc__", "getcomments", "getdoc", "getsource", "getsourcelines", "help"}


def words(path):
    """Return all names that a file uses, as names, attributes, imports or special strings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "module"):
            yield from (getattr(node, field, None) or "").split(".")
        if isinstance(node, ast.Constant) and str(node.value).startswith("__"):
            yield node.value


def test_nothing_looks_code_up_unseen(tmp_path):
    """Only the files that the rules answer for look code up by a string; one reads docstrings.

    The notebook of a job shows the check's text as it was when the job ran.
    """
    rules = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "workflow").rglob("*.smk"))
    scripts = set(re.findall(r'"\.\./(scripts/\w+\.py)"', rules))
    code = Code(*PACKAGES, kept=tmp_path)
    files, names = code.reached(
        *[ROOT / "workflow" / name for name in scripts],
        *(ROOT / "notebooks").rglob("*.py"),
        "awasthi2024",
    )
    files |= {code.files[name] for name in names & code.files.keys()}
    used = {path: set(words(path)) for path in files}
    looking = {path for path, names in used.items() if names & LOOKUPS}
    assert {path.relative_to(ROOT).as_posix() for path in looking} == NAMED.keys()
    reading = {path.name for path, names in used.items() if names & READERS}
    assert reading == {"configuration.py", "job.py"}  # the first, for the line of a mistake


@pytest.mark.parametrize("topic", TOPICS)
def test_every_mutant_is_reached(topic, tmp_path):
    package = f"awasthi2024.{topic}"
    code = Code(*PACKAGES, kept=tmp_path)
    checks = find_paper("awasthi2024").checks(topic).values()
    _, reached = code.reached(f"{package}.mutants", *{check.module for check in checks})
    for mutant in import_module(f"{package}.mutants").MUTANTS:
        parts = mutant.target.split(".")
        places = {".".join(parts[:end]) for end in range(1, len(parts))} & code.files.keys()
        assert not places or max(places, key=len) in reached, mutant.target
