"""The workflow on one topic of this paper, and its worked example, in copies of the tree."""

import os
import re

import pytest
from copied import CONFIG, ROOT, fresh_copy, snakemake
from tutorial import follow

pytestmark = pytest.mark.tools


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of the tree with the parts of a claim."""
    tree = fresh_copy(tmp_path_factory.mktemp("tree"))
    run = snakemake(tree, "claim_2_1")
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-6000:]
    told = r"^1 of \d+ topics to run, about \d+ (seconds|minutes) on 1 core\.$"
    assert re.search(told, run.stdout, re.MULTILINE)
    return tree


def test_run_makes_the_files_of_a_topic(tree):
    assert (tree / "results/notebooks/fourier.html").is_file()
    for job in CONFIG["fourier"]:
        assert (tree / f"results/records/fourier/{job}.jsonl").stat().st_size > 0
    for table in (ROOT / "results/reference/tables/fourier").glob("*.csv"):
        made = tree / f"results/tables/fourier/{table.name}"
        assert made.read_bytes() == table.read_bytes()
    # An object without a face of its own shows its address, which is another each time.
    executed = (tree / "results/notebooks/fourier.ipynb").read_text("utf-8")
    assert not re.search(r" at 0x[0-9a-f]+>", executed)
    # Matplotlib draws signs that its own font lacks in another one, which browsers may lack.
    figures = [path.read_text("utf-8") for path in (tree / "figures").glob("*.svg")]
    assert {name for one in figures for name in re.findall("font-family=\"'([^']+)'", one)} == {
        "DejaVu Sans"
    }


@pytest.mark.parametrize(
    ("file", "plans"),
    [
        ("src/awasthi2024/fourier/checks.py", True),
        ("src/sparseact/cube.py", True),
        ("src/awasthi2024/juntas/checks.py", False),
        ("src/sparseact/inspector/cli.py", False),
    ],
)
def test_an_edit_plans_the_topics_that_use_the_file(tree, file, plans):
    text = (tree / file).read_text("utf-8")
    (tree / file).write_text(f"{text}# edited\n", "utf-8")
    run = snakemake(tree, "claim_2_1", "--dry-run", sources=tree / "src")
    (tree / file).write_text(text, "utf-8")
    assert bool(re.search("^fourier ", run.stdout + run.stderr, re.MULTILINE)) == plans


def test_the_worked_example_of_a_claim_does_what_it_says(tmp_path):
    text = (ROOT / "docs/add-a-claim.md").read_text("utf-8")
    example = re.search(r"^## A worked example$.*?(?=^## )", text, re.MULTILINE | re.DOTALL)[0]
    tree = fresh_copy(tmp_path)
    said, _ = follow(example, tree, {**os.environ, "PYTHONPATH": str(tree / "src")})
    assert "lemma-6, edges: exact" in said
