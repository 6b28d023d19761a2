"""The pages of the library and the tutorials: what they show works."""

import doctest
import inspect
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from awasthi2024.constructions import extremal
from paperclaims.registry.yaml_files import read_yaml
from sparseact.inspector import cli

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "docs/library"
PAGES = sorted(SOURCE.rglob("*.md"))
RUNNING, README = ROOT / "docs/running.md", ROOT / "README.md"


def documented():
    """Return the names outside of the bounds that the pages describe."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    names = set(re.findall(r"^\.\. auto(?:class|function):: (\S+)", text, re.MULTILINE))
    pattern = r"^\.\. automodule:: (\S+)\n   :members: (.*)$"
    for module, members in re.findall(pattern, text, re.MULTILINE):
        names |= {f"{module}.{name}" for name in members.split(", ")}
    return sorted(names)


# ------------------------------------------------------------------ reference


@pytest.mark.parametrize("name", [*documented(), "sparseact.bounds"])
def test_every_name_has_an_example_that_runs(name):
    thing = inspect.unwrap(pkgutil.resolve_name(name))
    examples = doctest.DocTestFinder().find(thing, name, globs={})
    assert name == "sparseact.bounds" or examples[0].examples
    runner = doctest.DocTestRunner()
    for test in examples:
        runner.run(test)
    assert not runner.failures


# -------------------------------------------------------------------- how-tos


@pytest.mark.parametrize("page", [*PAGES, README], ids=lambda page: page.stem)
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
    pages = {name: shell_lines(SOURCE / f"{name}.md") for name in ("howto-network", "your-network")}
    assert [len(lines) for lines in pages.values()] == [4, 3]
    for line in (line for lines in pages.values() for line in lines):
        program, *arguments = shlex.split(line)
        assert program == "sparseact"
        assert cli.main(arguments) == 0, line
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {"net.npz", "net.json", "net.svg", "smaller.npz"}


def test_try_accepts_the_parameter_that_the_guide_names():
    (line,) = (line for line in shell_lines(RUNNING) if line.startswith("paperclaims try"))
    topic, job, parameter, _ = re.fullmatch(r".* try (\w+)/(\w+) (\w+)=(\w+)", line).groups()
    assert parameter in read_yaml(ROOT / "config/config.yaml")[topic][job]


def planned(options):
    run = subprocess.run(
        [sys.executable, "-m", "snakemake", *options, "--dry-run", "--nolock", "--quiet", "host"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout + run.stderr


@pytest.mark.tools
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
    assert "Check, judge and report parities" in planned(["--cores=all", *wanted])


@pytest.mark.parametrize("page", [*PAGES, RUNNING, README], ids=lambda page: page.stem)
def test_make_knows_the_targets_that_a_page_names(page):
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
