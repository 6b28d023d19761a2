"""The pages of the library: they build, they have every public name, and what they show works."""

import ast
import doctest
import importlib
import importlib.resources
import inspect
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from browser import Browser, find_browser

import sparseact.bounds
from sparseact import cli
from sparseact.constructions import extremal

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/library"
PAGES = sorted(SOURCE.rglob("*.md"))
RUNNING = ROOT / "docs/running.md"
#: What Sphinx is run with, in a process of its own: it changes the interpreter that it runs in.
SPHINX = (sys.executable, "-m", "sphinx", "-W", "--keep-going", "-E", "-q", "-b", "html")


def sphinx(source, folder):
    return subprocess.run(
        [*SPHINX, "-d", f"{folder}-read", source, folder],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the folder of the pages, which Sphinx has built without a warning."""
    folder = tmp_path_factory.mktemp("library") / "docs"
    run = sphinx(SOURCE, folder)
    assert run.returncode == 0, run.stderr
    assert not run.stderr
    return folder


def stub(module):
    """Return the public names of a package, from its stub or from its relative imports."""
    path = ROOT / f"src/{module.replace('.', '/')}/__init__.pyi"
    path = path if path.is_file() else path.with_suffix(".py")
    tree = ast.parse(path.read_text("utf-8"))
    return {
        f"{module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }


def documented():
    """Return the names outside of the bounds that the pages describe."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    names = set(re.findall(r"^\.\. auto(?:class|function):: (\S+)", text, re.MULTILINE))
    pattern = r"^\.\. automodule:: (\S+)\n   :members: (.*)$"
    for module, members in re.findall(pattern, text, re.MULTILINE):
        names |= {f"{module}.{name}" for name in members.split(", ")}
    return sorted(names)


def found(name):
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


# ------------------------------------------------------------------ reference


def test_every_public_name_has_a_page(built):
    described = set()
    for page in (built / "reference").glob("*.html"):
        described |= set(re.findall(r'<dt [^>]*id="([^"]+)"', page.read_text("utf-8")))
    public = {name for part in ("", ".bounds", ".learning", ".rademacher")
              for name in stub(f"sparseact{part}")}  # fmt: skip
    assert len(public) > 150
    assert not public - described
    assert not set(documented()) - described


@pytest.mark.parametrize("name", documented())
def test_every_name_has_an_example_that_runs(name):
    examples = doctest.DocTestFinder(recurse=False).find(found(name), name, globs={})
    assert [e for test in examples for e in test.examples], name
    runner = doctest.DocTestRunner()
    for test in examples:
        runner.run(test)
    assert not runner.failures, name


def test_the_examples_of_methods_and_bounds_run():
    runner = doctest.DocTestRunner()
    things = [sparseact.SparseReLUNetwork]
    things += [
        getattr(sparseact.bounds, name.rpartition(".")[2]) for name in stub("sparseact.bounds")
    ]
    for thing in things:
        if callable(thing):
            for test in doctest.DocTestFinder().find(
                inspect.unwrap(thing), thing.__name__, globs={}
            ):
                runner.run(test)
    assert runner.tries > 0
    assert not runner.failures


def test_a_bound_says_what_its_arguments_may_be(built):
    page = (built / "reference/bounds-section_3.html").read_text("utf-8")
    entry = re.search(r'id="sparseact.bounds.lemma_10">.*?</dl>\n</dd></dl>', page, re.DOTALL)[0]
    said = " ".join(re.sub(r"<[^>]*>", " ", entry).split())
    assert "n, s, k, W, B a finite number of at least 0; k is at most s" in said
    assert "rho a number in [-1, 1]" in said
    assert "|h|" in re.sub(r"<[^>]*>", "", page)


# -------------------------------------------------------------------- how-tos


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(
        r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, None, 0)
    assert bool(test.examples) == bool(blocks)
    assert not doctest.DocTestRunner().run(test).failed


def shell_lines(page):
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [line.partition("  #")[0].rstrip() for line in "".join(blocks).splitlines()]


def test_the_commands_on_a_network_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    extremal(p=2, copies=3).save("net.npz")
    lines = shell_lines(SOURCE / "howto-network.md")
    assert len(lines) == 4
    for line in [*lines, "sparseact simplify net.npz smaller.npz"]:
        program, *arguments = shlex.split(line)
        assert program == "sparseact"
        assert cli.main(arguments) == 0, line
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {"net.npz", "net.json", "net.svg", "smaller.npz"}


def planned(options):
    run = subprocess.run(
        [sys.executable, "-m", "snakemake", *options, "--dry-run", "--nolock", "--quiet", "host"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout + run.stderr


def test_snakemake_knows_what_to_rerun(tmp_path):
    """All targets and options in one plan, but for the other configuration, which has its own."""
    text = RUNNING.read_text("utf-8")
    (mine,) = re.findall(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (tmp_path / "mine.yaml").write_text(mine, "utf-8")
    lines = [shlex.split(line) for line in shell_lines(RUNNING)]
    lines = [words[1:] for words in lines if words[0] == "snakemake"]
    (configured,) = (words for words in lines if "mine.yaml" in words)
    lines.remove(configured)
    assert len(lines) == 3
    assert "results/mine/site" in planned(
        [str(tmp_path / word) if word == "mine.yaml" else word for word in configured]
    )
    wanted = sorted((w for words in lines for w in words[2:]), key=lambda w: w[:2] != "--")
    assert "Check juntas/cost" in planned(["--cores=all", *wanted])


@pytest.mark.parametrize("page", [*PAGES, RUNNING], ids=lambda page: page.stem)
def test_make_knows_the_targets_that_a_page_names(page):
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


# ------------------------------------------------------------------ the pages


def test_every_formula_is_mathml_with_its_source(built):
    for page in built.rglob("*.html"):
        text = page.read_text("utf-8")
        assert text.count("<math") == text.count('<annotation encoding="application/x-tex">')
        assert not re.search(r"<script[^>]*mathjax|<[^>]* class=\"math", text, re.IGNORECASE), page
    assert (built / "index.html").read_text("utf-8").count("<math") > 3


def test_the_same_sources_give_the_same_bytes(built, tmp_path):
    """In another folder, too: no page knows where it was made, or when."""
    copy = tmp_path / "elsewhere/docs/library"
    copy.parent.mkdir(parents=True)
    (copy.parents[1] / "examples").symlink_to(ROOT / "examples")
    copy.mkdir()
    for path in sorted(SOURCE.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            target = copy / path.relative_to(SOURCE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    run = sphinx(copy, tmp_path / "again")
    assert run.returncode == 0, run.stderr
    files = {path.relative_to(built) for path in built.rglob("*") if path.is_file()}
    again = {
        path.relative_to(tmp_path / "again")
        for path in (tmp_path / "again").rglob("*")
        if path.is_file()
    }
    assert files == again
    for name in files - {Path(".buildinfo")}:
        content = (built / name).read_bytes()
        assert content == (tmp_path / "again" / name).read_bytes(), name
        assert str(ROOT).encode() not in content, name


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    if find_browser() is None:
        pytest.skip("there is no Chromium here")
    opened = Browser(find_browser(), tmp_path_factory.mktemp("browser"))
    phone = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    opened.call("Emulation.setDeviceMetricsOverride", **phone)
    yield opened
    opened.close()


def test_pages_open_from_files_and_ask_for_nothing(built, browser):
    for page in sorted(built.rglob("*.html")):
        browser.visit(page)
        assert all(url.startswith("file:") for url in browser.requests()), page
        assert not browser.complaints(), page
        assert browser.evaluate("document.documentElement.scrollWidth") <= 390, page


def test_the_search_works_from_a_file(built, browser):
    browser.visit(built / "search.html", "?q=sensitivity")
    results = """(async () => { for (let turn = 0; turn < 200; turn++) {
      const found = [...document.querySelectorAll("#search-results a")];
      if (found.length > 3) return found.map((link) => link.href);
      await new Promise((on) => setTimeout(on, 50)); } })()"""
    assert any("average_sensitivity" in address for address in browser.evaluate(results))
    assert all(url.startswith("file:") for url in browser.requests())
    assert not browser.complaints()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(built, browser, scheme):
    pytest.importorskip("axe_core_python", reason="axe-core-python is not installed: make setup")
    axe = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text("utf-8")
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.call("Emulation.setEmulatedMedia", features=features)
    # In the dark the colours alone are others.
    rules = "{runOnly: ['color-contrast', 'link-in-text-block']}" if scheme == "dark" else "{}"
    names = ("howto-network", "search", "genindex", "reference/bounds", "reference/learning")
    for name in names:
        browser.visit(built / f"{name}.html")
        browser.evaluate(f"{axe}; null")
        found = browser.evaluate(f"axe.run({rules}).then((r) => r.violations)")
        grave = [
            (rule["id"], [node["html"][:200] for node in rule["nodes"]][:3])
            for rule in found
            if rule["impact"] in ("serious", "critical")
        ]
        assert not grave, (name, grave)
