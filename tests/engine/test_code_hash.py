"""What code says: edits of a made-up project, and what jobs of this one really call."""

import ast
import re
import sys
import tomllib
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
    "made/tools/__init__.py": "import lazy_loader\n\nlazy_loader.attach_stub(__name__, __file__)\n",
    "made/tools/__init__.pyi": "from .right import Right\n",
    "made/tools/left.py": '''"""Left."""

LIMIT = 3


def left(x):
    """Say left."""
    # a comment
    return x + LIMIT, """kept"""
''',
    "made/tools/right.py": "class Right:\n    size = 2\n",
    "made/plain/__init__.py": "from .one import first\nfrom .two import second\n",
    "made/plain/one.py": "first = 1\n",
    "made/plain/two.py": "second = 2\n",
    "made/state.py": "def late():\n    from made import lazy as later\n    return later\n",
    "made/lazy.py": "def other():\n    return 2\n",
    "made/star.py": "from .lazy import *\n",
    "made/named.py": "from importlib import import_module\n\nprint(import_module('made.lazy'))\n",
    "second/__init__.py": "",
    "second/user.py": (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import made.state\n"
    ),
    "public.py": "from made.tools.right import Right\n",
    "plain_name.py": "from made.plain import first\n",
    "plain_module.py": "import made.plain.two as two\n",
    "module.py": "from made.tools.left import left\n",
    "aliased.py": "def f():\n    import made.tools.left as left\n",
    "inside.py": "from made import state\n",
    "star.py": "import made.star\n",
    "guarded.py": '"""Guarded."""\nimport second.user\n',
    "named.py": "from made import named\n",
    "beside.py": "from _shared import shared\n",
    "_shared.py": "from made.lazy import other as shared\n",
    "notebook.py": "# %% [markdown]\n# Text.\n# %%\nfrom made.tools.right import Right\n",
}
SCRIPTS = sorted(name for name in FILES if "/" not in name)
LEFT = {"aliased.py", "module.py"}
RIGHT = {"notebook.py", "public.py"}
LAZY = {"_shared.py", "beside.py", "inside.py", "guarded.py", "star.py"}

#: An edit (file, what stood there, what stands there now), and the scripts that it concerns.
EDITS = {
    "comment": ("made/tools/left.py", "# a comment", "# another\n\n", set()),
    "docstring": ("made/tools/left.py", "Say left.", "Say what is left.", set()),
    "docstring of a file": ("made/tools/left.py", '"""Left."""', '"""Right."""', set()),
    "docstring of a script": ("guarded.py", "Guarded.", "Open.", set()),
    "layout": ("made/tools/left.py", "x + LIMIT, ", "(x+LIMIT) ,  ", set()),
    "string": ("made/tools/left.py", '"""kept"""', '"""lost"""', LEFT),
    "constant": ("made/tools/left.py", "LIMIT = 3", "LIMIT = 4", LEFT),
    "another module of the package": ("made/tools/right.py", "size = 2", "size = 3", RIGHT),
    "what a package gives on": ("made/plain/one.py", "= 1", "= 3", {"plain_name.py"}),
    "module that a package gives on, too": (
        "made/plain/two.py",
        "= 2",
        "= 3",
        {"plain_module.py", "plain_name.py"},
    ),
    "plain package": (
        "made/plain/__init__.py",
        "from .one",
        "import os\n\nfrom .one",
        {"plain_name.py", "plain_module.py"},
    ),
    "package": ("made/tools/__init__.py", "import lazy", "import os\n\nimport lazy", LEFT | RIGHT),
    "import in a function, and by *": ("made/lazy.py", "return 2", "return 3", LAZY),
    "outermost package": (
        "made/__init__.py",
        '"""The package."""',
        "import sys\n\nsys.setrecursionlimit(10**4)",
        set(SCRIPTS),
    ),
    "script": ("public.py", "Right", "Right as R", {"public.py"}),
    "file beside": (
        "_shared.py",
        "other as",
        "other as one, other as",
        {"_shared.py", "beside.py"},
    ),
    "text of a notebook": ("notebook.py", "# Text.", "# Words.", {"notebook.py"}),
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


def made(cache="kept"):
    return Code("made", "second", cache=cache)


def digests(**options):
    code = made(**options)
    return {name: code.digest(name) for name in SCRIPTS}


def replace(name, old, new):
    text = Path(name).read_text()
    assert text.count(old) == 1
    Path(name).write_text(text.replace(old, new))


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_concerns_its_users(project, name):
    *edit, users = EDITS[name]
    before = digests()
    replace(*edit)
    after = digests()
    assert {name for name in SCRIPTS if before[name] != after[name]} == users


def test_what_is_kept_says_the_same(project, monkeypatch):
    before = digests()
    assert digests(cache="elsewhere") == before
    monkeypatch.setattr(code_hash.ast, "dump", None)  # nothing is parsed again
    assert digests() == before


@pytest.mark.parametrize(
    ("root", "edit", "changes"),
    [
        ("made.lazy", EDITS["import in a function, and by *"], True),
        ("made.lazy:other", EDITS["import in a function, and by *"], True),
        ("made.tools.right:Right", EDITS["another module of the package"], True),
        ("made.tools.right:Right", EDITS["constant"], False),
        ("made.tools", EDITS["constant"], True),
        ("made/tools/data.txt", ("made/tools/data.txt", "# one", "# two"), True),
        ("numpy", EDITS["constant"], False),
    ],
)
def test_what_is_found_by_a_string_is_a_root(project, root, edit, changes):
    Path("made/tools/data.txt").write_text("# one\n")
    before, alone = made().digest("named.py", root), made().digest("named.py")
    replace(*edit[:3])
    assert (made().digest("named.py", root) != before) == changes
    assert made().digest("named.py") == alone


def test_the_hash_does_not_depend_on_the_place(project, tmp_path, monkeypatch):
    before = digests()
    project.rename(tmp_path / "elsewhere")
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert digests() == before


def install(name, version, *required):
    folder = Path(f"{name}-{version}.dist-info")
    folder.mkdir()
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {r}" for r in required)]
    (folder / "METADATA").write_text("Metadata-Version: 2.1\n" + "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("package", "counts"),
    [
        ("outer", True),
        ("inner", True),
        ("innermost", True),
        ("of-an-extra", False),
        ("for-old-python", False),
        ("unrelated", False),
    ],
)
def test_versions_count_with_what_is_required_in_turn(project, package, counts):
    Path("public.py").write_text("import outer.module\n")
    required = {
        "outer": ["inner>=1", 'for-old-python; python_version < "3"', "absent; extra == 'x'"],
        "inner": ["innermost", "of-an-extra; extra == 'one'"],
        "innermost": ["outer"],
        **dict.fromkeys(["of-an-extra", "for-old-python", "unrelated"], ()),
    }
    found = []
    for version in ("1.0", "1.1"):
        for name, wanted in required.items():
            if version == "1.0" or name == package:
                install(name, version, *wanted)
        for cached in (code_hash._installed, code_hash._versions):
            cached.cache_clear()
        found.append(made().digest("public.py"))
        if version == "1.0":
            (old,) = Path().glob(f"{package}-1.0.dist-info")
            (old / "METADATA").unlink()
            old.rmdir()
    code_hash._installed.cache_clear()
    assert (found[0] != found[1]) == counts


def test_the_version_of_python_counts(project, monkeypatch):
    before = made().digest("public.py")
    monkeypatch.setattr(code_hash.platform, "python_version", lambda: "3.99.0")
    assert made().digest("public.py") != before


@pytest.mark.parametrize("root", ["made.none", "none.py", "made.none:name", "nothing_installed"])
def test_an_unknown_root_is_an_error(project, root):
    with pytest.raises(ValueError, match=f"^no source of {re.escape(root.partition(':')[0])}$"):
        made().digest(root)


@pytest.mark.parametrize("name", ["made/lazy.py", "public.py"])
def test_what_is_not_python_is_an_error(project, name):
    Path(name).write_text("def :\n")
    with pytest.raises(
        ValueError, match=rf"(?i)not python.*{Path(name).name}|{name} is not Python"
    ):
        digests()


def test_a_folder_that_is_no_package_is_an_error(project):
    Path("made/loose").mkdir()
    Path("made/loose/file.py").touch()
    with pytest.raises(ValueError, match=r"loose/file\.py is in no package: .* no __init__\.py$"):
        made().digest("public.py")


def test_an_import_of_what_has_no_version_is_an_error(project):
    Path("unversioned").mkdir()
    Path("unversioned/__init__.py").touch()
    Path("made/lazy.py").write_text("import unversioned\n")
    with pytest.raises(ValueError, match=r"^unversioned is imported, and nothing"):
        made().digest("made.lazy")


# The project itself.

CONFIG = read_configuration("quick")
PACKAGES = ("sparseact", "paperclaims", "awasthi2024")
#: Quick jobs that between them call most of the library.
JOBS = ["fourier/identities", "juntas/cost", "parities/norms", "learners/digits"]


def called(function, **arguments):
    """Call a function; return the project's files whose code was called."""
    seen = set()

    def profile(frame, event, argument):
        if event == "call" and frame.f_code.co_filename.startswith(str(ROOT / "src")):
            seen.add(frame.f_code.co_filename)

    sys.setprofile(profile)
    try:
        function(**arguments)
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.parametrize("job", JOBS)
def test_all_that_a_job_calls_is_reached(job, tmp_path):
    topic, name = job.split("/")
    job = job_parameters(CONFIG, topic, name)
    check = config_paper(CONFIG).checks(topic)[name]
    seen = called(check, seed=1, **job["arguments"])
    code = Code(*PACKAGES, cache=tmp_path)
    _, names = code.reached(check.module)
    reached = {str(code.files[name]) for name in names & code.files.keys()}
    assert len(seen) > 3
    assert seen <= reached


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
    code = Code(*PACKAGES, cache=tmp_path)
    files, names = code.reached(
        *[ROOT / "workflow" / name for name in scripts],
        *(ROOT / "notebooks").rglob("*.py"),
        "awasthi2024",
    )
    files |= {code.files[name] for name in names & code.files.keys()}
    used = {path: set(words(path)) for path in files}
    looking = {path for path, names in used.items() if names & LOOKUPS}
    assert {path.relative_to(ROOT).as_posix() for path in looking} == NAMED.keys()
    reading = [path for path, names in used.items() if names & READERS]
    assert reading == [ROOT / "src/paperclaims/checks/job.py"]


@pytest.mark.parametrize("topic", TOPICS)
def test_what_a_mutant_corrupts_is_reached(topic, tmp_path):
    package = f"awasthi2024.{topic}"
    code = Code(*PACKAGES, cache=tmp_path)
    checks = find_paper("awasthi2024").checks(topic).values()
    _, reached = code.reached(f"{package}.mutants", *{check.module for check in checks})
    for mutant in import_module(f"{package}.mutants").MUTANTS:
        parts = mutant.target.split(".")
        places = {".".join(parts[:end]) for end in range(1, len(parts))} & code.files.keys()
        assert not places or max(places, key=len) in reached, mutant.target


def test_lint_bans_each_name_that_the_library_loads_when_it_is_used():
    """No graph of imports sees where such a name comes from."""
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
    lazy = {
        f"{stub.parent.relative_to(ROOT / 'src').as_posix().replace('/', '.')}.{alias.name}"
        for stub in (ROOT / "src/sparseact").rglob("__init__.pyi")
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert lint["flake8-tidy-imports"]["banned-api"].keys() == lazy
    assert "TID251" in lint["select"]
