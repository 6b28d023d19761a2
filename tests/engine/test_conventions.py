"""What the workflow catalog and a forge read: their files name what exists, and say what is so."""

import re
import shlex
from pathlib import Path

import yaml
from packaging.version import Version
from test_packaging import PROJECT, direct, locked_versions

ROOT = Path(__file__).resolve().parents[2]
CATALOG = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text("utf-8"))
FORGE = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
PYTHONS = yaml.safe_load(FORGE)["jobs"]["ci"]["strategy"]["matrix"]["python"]
RULES = [*ROOT.glob("workflow/rules/*.smk"), *ROOT.glob("workflow/awasthi2024/*.smk")]


def rules_that_run(text):
    """Return the text of each rule that runs a script."""
    blocks = re.split(r"(?m)^ *(?:rule|checkpoint)\b.*:\n", text)[1:]
    return [block for block in blocks if re.search(r"(?m)^ +(?:script|shell|run|notebook):", block)]


def test_the_catalog_finds_what_it_asks_for():
    assert (ROOT / "workflow/Snakefile").is_file()
    assert (ROOT / "config/README.md").is_file()
    assert list((ROOT / "workflow/rules").glob("*.smk"))
    readme = (ROOT / "README.md").read_text("utf-8").lower()
    assert "snakemake" in readme
    assert "workflow" in readme
    assert CATALOG.keys() == {"usage"}
    assert CATALOG["usage"].keys() == {"report", "software-stack-deployment"}


def test_conda_is_promised_and_each_rule_has_its_environment():
    assert CATALOG["usage"]["software-stack-deployment"] == {"conda": True}
    blocks = [block for path in RULES for block in rules_that_run(path.read_text("utf-8"))]
    assert len(blocks) > 10
    for block in blocks:
        assert re.search(r"(?m)^ +conda:\n", block), block
    # Snakemake keeps PYTHONPATH from what runs in such an environment: the packages must be in it.
    *_, install = (ROOT / "environment.post-deploy.sh").read_text("utf-8").splitlines()
    assert shlex.split(install)[:4] == ["python", "-m", "pip", "install"]
    assert {"--no-deps", "-e", "."} < set(shlex.split(install))


def test_the_forge_runs_all_on_the_oldest_and_another_python():
    [job] = yaml.safe_load(FORGE)["jobs"].values()
    assert job["steps"][-1] == {"run": "bash .ci/run"}
    assert (ROOT / ".ci/run").is_file()
    assert f">={PYTHONS[0]}" == PROJECT["requires-python"]
    assert len(PYTHONS) == 2
    assert Version(PYTHONS[0]) < Version(PYTHONS[1])
    for python in PYTHONS:
        assert direct().keys() <= locked_versions(f"{python}.0").keys()
    assert "://" not in FORGE
