"""What Conda and a forge read: their files name what exists, and say what is so."""

import ast
import re
import shlex
import tomllib
from pathlib import Path

import yaml
from packaging.version import Version
from test_packaging import PROJECT, direct, locked_versions

ROOT = Path(__file__).resolve().parents[2]
FORGE = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
STAGES = yaml.safe_load(FORGE)["jobs"]
PYTHONS = STAGES["all"]["strategy"]["matrix"]["python"]
RULES = [*ROOT.glob("workflow/rules/*.smk"), *ROOT.glob("workflow/awasthi2024/*.smk")]


def rules_that_run(text):
    """Return the text of each rule that runs a script."""
    blocks = re.split(r"(?m)^ *(?:rule|checkpoint)\b.*:\n", text)[1:]
    return [block for block in blocks if re.search(r"(?m)^ +(?:script|shell|run|notebook):", block)]


def test_each_rule_has_its_conda_environment():
    blocks = [block for path in RULES for block in rules_that_run(path.read_text("utf-8"))]
    assert blocks
    for block in blocks:
        assert re.search(r"(?m)^ +conda:\n", block), block
    # Snakemake keeps PYTHONPATH from what runs in such an environment: the packages must be in it.
    *_, install = (ROOT / "environment.post-deploy.sh").read_text("utf-8").splitlines()
    assert shlex.split(install)[:4] == ["python", "-m", "pip", "install"]
    assert {"--no-deps", "-e", "."} < set(shlex.split(install))


def test_the_forge_runs_all_on_the_oldest_and_another_python():
    assert STAGES["all"]["steps"][-1] == {"run": "bash .ci/run"}
    assert (ROOT / ".ci/run").is_file()
    assert f">={PYTHONS[0]}" == PROJECT["requires-python"]
    assert len(PYTHONS) == 2
    assert Version(PYTHONS[0]) < Version(PYTHONS[1])
    for python in PYTHONS:
        assert direct().keys() <= locked_versions(f"{python}.0").keys()
    assert "://" not in FORGE


def test_stages_and_the_container_name_targets_of_make_and_files_that_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    container = (ROOT / "Containerfile").read_text("utf-8")
    commands = [step["run"] for job in STAGES.values() for step in job["steps"] if "run" in step]
    targets = [words.removeprefix("make ") for words in commands if words.startswith("make ")]
    targets += re.findall(r"\bmake (\w+)", container)
    assert {"coverage", "lint", "quick", "setup", "test"} == set(targets)
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    assert (ROOT / ".ci/new_user.py").is_file()
    assert re.search(r"^FROM python:3\.11-bookworm$", container, re.MULTILINE)


def test_lint_bans_each_name_that_the_library_loads_when_it_is_used():
    """No graph of imports sees where such a name comes from, so that its edits rerun nothing."""
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
