"""What code says: edits of a made-up project, and what jobs of this one really call."""

import ast
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from read_yaml import read_configuration

from claimcheck import sources
from claimcheck.configuration import job_parameters
from claimcheck.sources import Sources

ROOT = Path(__file__).resolve().parents[1]

FILES = {
    "made/__init__.py": '"""The package."""\n',
    "made/tools/__init__.py": (
        "from made.tools.left import left as renamed\nfrom made.tools.right import Right\n"
    ),
    "made/tools/left.py": '''"""Left."""
from functools import lru_cache

import numpy as np

LIMIT = 3
BEFORE, AFTER = 1, 2


@lru_cache(maxsize=4)
def inner(x):
    return np.abs(x) + LIMIT


def left(x, step=1):
    """Say left."""
    # a comment
    text = """kept"""
    return inner(x) + step, text


def unused():
    return BEFORE
''',
    "made/tools/right.py": """
class Base:
    size = 2


class Right(Base):
    def method(self, values):
        BEFORE = [BEFORE for BEFORE in values]
        return shared(BEFORE) * self.size


def shared(values):
    global _LAST
    _LAST = values
    return sum(values)


_LAST = None
BEFORE = 1
""",
    "made/state.py": """
import made.tools.left

SETTINGS = {"a": 1}
CACHE = {}
for _name in SETTINGS:
    CACHE[_name] = made.tools.left.AFTER


def late():
    from made import lazy as later
    return later.found()
""",
    "made/lazy.py": "def found():\n    return 1\n\n\ndef other():\n    return 2\n",
    "made/named.py": """
from importlib import import_module


def by_name(name):
    return import_module(f"made.tools.{name}")
""",
    "made/shown.py": """
from made.tools.left import left


def show():
    print(left.__doc__)
""",
    "one.py": '"""One."""\nfrom made.tools import renamed\n\nprint(renamed(1))\n',
    "two.py": "from made.tools import Right as R\n\nR().method([])\n",
    "three.py": "from made import state\nfrom made.state import late\n\nlate()\n",
    "four.py": "from made import tools\n\nprint(tools.left.left)\n",
    "five.py": "from made.named import by_name\n\nby_name('right')\n",
    "six.py": "from made.shown import show\n\nshow()\n",
    "seven.py": "import made.tools.right as module\n\nprint(vars(module))\n",
}
SCRIPTS = [name for name in FILES if "/" not in name]
LEFT = {"one.py", "four.py", "six.py"}

#: An edit (file, what stood there, what stands there now), and the scripts that it concerns.
EDITS = {
    "comment": ("made/tools/left.py", "# a comment", "# another\n\n", set()),
    "docstring": ("made/tools/left.py", "Say left.", "Say what is left.", {"six.py"}),
    "docstring of a file": ("made/tools/left.py", '"""Left."""', '"""Right."""', {"six.py"}),
    "docstring of a script": ("one.py", '"""One."""', '"""Two."""', set()),
    "layout": ("made/tools/left.py", "inner(x) + step, text", "(inner(x)+step,  text)", set()),
    "string": ("made/tools/left.py", '"""kept"""', '"""lost"""', LEFT),
    "constant": ("made/tools/left.py", "LIMIT = 3", "LIMIT = 4", LEFT),
    "one of two": (
        "made/tools/left.py",
        "BEFORE, AFTER = 1, 2",
        "BEFORE, AFTER = 1, 3",
        {"three.py"},
    ),
    "default": ("made/tools/left.py", "step=1", "step=2", LEFT),
    "decorator": ("made/tools/left.py", "maxsize=4", "maxsize=5", LEFT),
    "no user": ("made/tools/left.py", "return BEFORE", "return AFTER", set()),
    "new function": ("made/tools/left.py", "def unused", "def new(): pass\n\n\ndef unused", set()),
    "sibling": ("made/tools/right.py", "sum(values)", "max(values)", {"two.py", "seven.py"}),
    "base class": ("made/tools/right.py", "size = 2", "size = 3", {"two.py", "seven.py"}),
    "global": ("made/tools/right.py", "_LAST = None", "_LAST = 0", {"two.py", "seven.py"}),
    "name of a local": ("made/tools/right.py", "BEFORE = 1", "BEFORE = 2", {"seven.py"}),
    "import under a name": (
        "made/tools/__init__.py",
        "left import left as renamed",
        "left import unused as renamed",
        {"one.py"},
    ),
    "effect of an import": ("made/state.py", "CACHE[_name] =", "CACHE['b'] =", {"three.py"}),
    "what the effect uses": ("made/state.py", '{"a": 1}', '{"b": 1}', {"three.py"}),
    "lazy import": ("made/lazy.py", "return 1", "return 3", {"three.py"}),
    "beside the lazy import": ("made/lazy.py", "return 2", "return 3", set()),
    "new effect": (
        "made/__init__.py",
        '"""The package."""',
        "import sys\n\nsys.setrecursionlimit(10**4)",
        set(SCRIPTS),
    ),
    "effect beside": (
        "made/tools/right.py",
        "_LAST = None",
        "_LAST = None\nprint()",
        set(SCRIPTS) - {"five.py"},
    ),
    "script": ("one.py", "renamed(1)", "renamed(2)", {"one.py"}),
}
#: Where code is looked up by name, everything counts that says something else.
EVERYTHING = {name: edit[3] | {"five.py"} for name, edit in EDITS.items()}
for _name in ("comment", "layout"):
    EVERYTHING[_name].discard("five.py")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "src"


def digests(folder, **options):
    sources = Sources(folder, **options)
    return {name: sources.digest(folder / name) for name in SCRIPTS}


def changed(folder, edit, **options):
    before = digests(folder, **options)
    name, old, new, _ = edit
    text = (folder / name).read_text()
    assert text.count(old) == 1
    (folder / name).write_text(text.replace(old, new))
    after = digests(folder, **options)
    return {name for name in SCRIPTS if before[name] != after[name]}


@pytest.mark.parametrize("cache", [None, "kept"])
@pytest.mark.parametrize("name", EDITS)
def test_an_edit_concerns_its_users(project, name, cache):
    if name == "script":
        assert changed(project, EDITS[name], cache=cache) == {"one.py", "five.py"}
    else:
        assert changed(project, EDITS[name], cache=cache) == EVERYTHING[name]


def test_what_is_kept_says_the_same_and_may_be_damaged(project, monkeypatch):
    plain = digests(project)
    assert digests(project, cache="kept") == plain
    first, second, *_ = kept = sorted(Path("kept").iterdir())
    assert len(kept) >= len(SCRIPTS)
    first.write_bytes(b"")
    second.write_bytes(second.read_bytes()[:20])
    assert digests(project, cache="kept") == plain
    monkeypatch.setattr(sources._Module, "__init__", None)  # nothing is parsed any more
    assert digests(project, cache="kept") == plain


@pytest.mark.parametrize("name", ["constant", "sibling"])
def test_whoever_names_what_is_looked_up_is_believed(project, name):
    assert changed(project, EDITS[name], named=["made.named:by_name"]) == EDITS[name][3]


def test_what_is_looked_up_is_a_root(project):
    named = {"named": ["made.named:by_name"]}
    before = Sources(project, **named).digest(project / "five.py", "made.tools.right:shared")
    path = project / "made/tools/right.py"
    path.write_text(path.read_text().replace("sum(values)", "max(values)"))
    after = Sources(project, **named).digest(project / "five.py", "made.tools.right:shared")
    assert before != after


@pytest.mark.parametrize(
    "text",
    [
        "class Again(Base):\n    def __init_subclass__(cls): pass\n",
        "class Again(Base, metaclass=type): pass\n",
        "@Base\ndef late(): pass\n",
        "def late(x=Base()): pass\n",
        "late = Base()\n",
        "Base.size = 4\n",
        "[Base.method() for _ in 'a']\n",
        "if Base: late = 1\n",
        "from made.lazy import *\n",
        "late: int = Base()\n",
        "late = Base\nlate += 1\n",
    ],
)
def test_what_acts_when_imported_concerns_all_who_import(project, text):
    path = project / "made/tools/right.py"
    path.write_text(path.read_text() + text.replace("late", "fresh"))
    edit = ("made/tools/right.py", "size = 2", "size = 3", None)
    assert {"one.py", "two.py", "four.py"} <= changed(project, edit) or "lazy" in text
    if "lazy" in text:
        edit = ("made/lazy.py", "return 2", "return 3", None)
        assert {"one.py", "two.py", "four.py"} <= changed(project, edit)


@pytest.mark.parametrize(
    "body",
    [
        "inner = inner(1)",  # local, so not the global
        "return [inner for inner in x]",
        "return (lambda inner: inner)(x)",
        "def inner(): pass",
    ],
)
def test_a_local_name_is_not_the_global(project, body):
    path = project / "made/tools/left.py"
    path.write_text(path.read_text().replace("return BEFORE", body) + "\n")
    (project / "one.py").write_text("from made.tools.left import unused\n")
    assert changed(project, ("made/tools/left.py", "LIMIT = 3", "LIMIT = 4", None)).isdisjoint(
        {"one.py"}
    )


@pytest.mark.parametrize(
    "body",
    [
        "return [inner for inner in inner(x)]",
        "return [inner for inner in x], inner",
        "return [left for left in x for y in left if inner]",
        "global inner\n    inner = inner(1)",
        "def nested(a=inner): pass",
        "class Nested:\n        inner = inner",
        "try:\n        from made.tools.left import inner\n    except OSError:\n        inner = 1",
        "return (lambda a=inner: a)()",
        "return getattr(made.tools.left, 'inner')",
        "from made.tools import left as module\n    return module.inner",
        "return f'{inner(1)!r}'",
        "match x:\n        case 1:\n            return inner",
    ],
)
def test_a_global_name_is_found(project, body):
    path = project / "made/tools/left.py"
    text = path.read_text().replace("return BEFORE", body)
    path.write_text(
        text.replace("import numpy as np", "import numpy as np\nimport made.tools.left")
    )
    (project / "one.py").write_text("from made.tools.left import unused\n\nunused()\n")
    assert "one.py" in changed(project, ("made/tools/left.py", "LIMIT = 3", "LIMIT = 4", None))


def test_the_order_of_statements_counts(project):
    path = project / "made/state.py"
    path.write_text(path.read_text() + "CACHE.clear()\nCACHE.update(SETTINGS)\n")
    edit = (
        "made/state.py",
        "CACHE.clear()\nCACHE.update(SETTINGS)\n",
        "CACHE.update(SETTINGS)\nCACHE.clear()\n",
        None,
    )
    assert "three.py" in changed(project, edit)


def test_a_name_that_a_module_imports_late_stands_for_that_alone(project):
    (project / "made/offers.py").write_text(
        """
def __getattr__(name):
    if name == "found":
        from made.lazy import found
        return found
    from made.tools.left import left
    return left
"""
    )
    (project / "eight.py").write_text("from made.offers import found\n\nfound()\n")
    before = Sources(project).digest(project / "eight.py")
    left, lazy = project / "made/tools/left.py", project / "made/lazy.py"
    left.write_text(left.read_text().replace("LIMIT = 3", "LIMIT = 4"))
    assert Sources(project).digest(project / "eight.py") == before
    lazy.write_text(lazy.read_text().replace("return 1", "return 3"))
    assert Sources(project).digest(project / "eight.py") != before


def test_the_version_of_a_package_counts(project, monkeypatch):
    from claimcheck import sources

    before = digests(project)
    monkeypatch.setattr(sources, "_version", lambda package: f"{package} 0.0")
    after = digests(project)
    users = LEFT | {"three.py", "five.py"}  # LIMIT's users call NumPy
    assert {name for name in SCRIPTS if before[name] != after[name]} >= LEFT
    assert {name for name in SCRIPTS if before[name] != after[name]} <= users


def test_the_hash_does_not_depend_on_the_place(project, tmp_path):
    before = Sources(project).digest("made.state:late")
    project.rename(tmp_path / "elsewhere")
    assert Sources(tmp_path / "elsewhere").digest("made.state:late") == before


@pytest.mark.parametrize(
    ("root", "sentence"),
    [("made.none", "no source of made.none"), ("made.lazy:none", "made.lazy has no none")],
)
def test_an_unknown_root_is_an_error(project, root, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        Sources(project).digest(root)


def test_what_is_not_python_is_an_error(project):
    (project / "made/lazy.py").write_text("def :\n")
    with pytest.raises(ValueError, match=r"lazy\.py is not Python"):
        Sources(project).digest("made.lazy")


# The project itself.

CONFIG = read_configuration("quick")
#: Quick jobs that between them call most of the library.
JOBS = ["fourier/identities", "juntas/cost", "parities/norms", "learners/digits"]
NAMED = ["workflow/scripts/measure.py", "claimcheck.drawing:draw", "_notebook:run_cell"]


def called(function, **arguments):
    """Call a function; return the project's code that was called, as (file, first line)."""
    seen = set()

    def profile(frame, event, argument):
        if event == "call" and frame.f_code.co_filename.startswith(str(ROOT / "src")):
            seen.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(profile)
    try:
        result = function(**arguments)
    finally:
        sys.setprofile(None)
    return seen, result


def definitions(path):
    """Yield (first line, last line, name) of each definition at the top of a file."""
    for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            yield first, node.end_lineno, node.name


@pytest.mark.parametrize("job", JOBS)
def test_all_that_a_job_calls_is_reached(job):
    family, name = job.split("/")
    job = job_parameters(CONFIG, family, name)
    check = job["check"].rpartition(".")[2]
    module = import_module(f"sparse_activations.{family}.checks")
    seen, _ = called(getattr(module, check), seed=1, **job["arguments"])
    sources = Sources(ROOT / "src", named=NAMED)
    reached = sources.reached(f"sparse_activations.{family}.checks:{check}")
    texts = {(node.module, node.place[0]) for node in reached}
    assert len(seen) > 5
    for file, line in seen:
        parts = Path(file).relative_to(ROOT / "src").with_suffix("").parts
        dotted = ".".join(parts).removesuffix(".__init__")
        tops = [name for first, last, name in definitions(file) if first <= line <= last]
        for top in tops:
            nodes = sources._module(dotted).bindings[top]
            assert any((dotted, node.place[0]) in texts for node in nodes), f"{dotted}.{top}"


def test_nothing_looks_code_up_unseen():
    """Only the places that the rules answer for look code up by a string."""
    named = [
        "measure",
        "run_mutants",
        "claimcheck.drawing:draw",
        "claimcheck.mutation:_files",
        "claimcheck.mutation:corrupted",
    ]
    sources = Sources(ROOT / "src", ROOT / "workflow/scripts", named=named)
    for module in sources._everything:
        for node in module.nodes:
            assert node.words.isdisjoint({"getsource", "getsourcelines", "getcomments"})
            if module.name != "claimcheck.sources":
                assert not sources._looks_up(node), f"{module.name}, statement {node.place[0]}"


def test_no_kernel_uses_another_files_code():
    """Numba's cache looks at a kernel's own file alone."""
    for path in (ROOT / "src").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        foreign = {
            alias.asname or alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sparseact")
            for alias in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(
                "jit" in ast.unparse(decorator) for decorator in node.decorator_list
            ):
                used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                assert not used & foreign, f"{path.name}: {node.name}"
