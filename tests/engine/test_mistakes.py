"""The mistakes of a first user, each with the sentence that a run says of it."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from copied import ROOT, fresh_copy, replace, snakemake, words

from paperclaims.new import write_paper

CLAIMS, CHECKS = "harmonic/claims.yaml", "harmonic/checks.py"
FIGURES, CONFIG = "harmonic/figures.py", "../config/config.yaml"
NOTEBOOK, DOCUMENT = "../notebooks/harmonic.py", "../docs/proofs.md"
UPPER = 'here.of("upper").compare("printed", harmonic, "<=", logarithm + Fraction(1, 2))'

#: What is told before the first job, and where.
BEFORE = [
    (CHECKS, "from balls", "from ballls", r"harmonic/checks.py:5: ModuleNotFoundError: .*'ballls'"),
    (CHECKS, '@check("lower")', '@check("lowr")', r"checks.py:11: the claim .*nearest: lower\)"),
    (CHECKS, "largest + 1", "1))(", r"checks.py:15: SyntaxError: unmatched"),
    (CLAIMS, r"\frac{1}{2}", r"\frac{1}{2", r"claim upper, statement printed, says: the formula"),
    (CLAIMS, "#the-lower-bound", "#the-upper-bound", r"yaml:10: .* docs has no label"),
    (CLAIMS, "      proof: proofs.md#the-lower-bound\n", "", r"not proved as .*; name its proof"),
    (CONFIG, "largest: 200", "larg: 200", r"config.yaml:3: harmonic → logarithms has .*largest"),
    (CONFIG, "harmonic:", "harmonic: {}\nharmonic:", r"yaml:3: the key 'harm"),
    (CONFIG, "harmonic:", "results: Snakefile\nharmonic:", "Snakefile is a file"),
]  # fmt: skip

#: What a run finds, and where.
RUN = [
    (CHECKS, '">=", logarithm', '">=", log(n + 1)', r"is a float, which .*harmonic/checks.py:18\)"),
    (CHECKS, '">=", log', '">=", 2 + log', r"is proved in docs, but fails at n=1: not"),
    (NOTEBOOK, 'topic.figure("gap")', "", "it does not make figures/gap.svg"),
    (CHECKS, UPPER, "pass", r"upper \(printed\) has no records: a check must compare it"),
]  # fmt: skip

#: What the pages need.
SHOWN = [
    (FIGURES, "    return figure\n", "", r"figures.draw_gap must return a figure .* with axes"),
    (FIGURES, "def draw_gap", "def draw_gaps", r"no such function \(nearest: draw_gaps\)"),
]  # fmt: skip


@pytest.fixture
def paper(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_paper("my-paper")
    return tmp_path / "my-paper"


@pytest.mark.tools
@pytest.mark.parametrize(
    ("target", "name", "old", "new", "says"),
    [
        *(("-n", *case) for case in BEFORE),
        *(("results/verdicts.csv", *case) for case in RUN),
        *(("results/pages", *case) for case in SHOWN),
        ("results/site", DOCUMENT, "# Proofs\n", "# Proofs\n\n[One](nowhere.md).\n",
         "the site: Sphinx warned: proofs.md:3: WARNING: .*nowhere.md"),
    ],
)  # fmt: skip
def test_a_mistake_is_told(paper, target, name, old, new, says):
    replace(paper / "my_paper" / name, old, new)
    said = words(paper, "snakemake", "--cores=1", target, code=1)
    assert_said(says, said)


@pytest.mark.tools
@pytest.mark.parametrize(
    ("claim", "target", "says"),
    [
        ("all", [], "claim all: its id must be no other target of the workflow"),
        ("the-lower", ["the-lower"], "the-lower must be written the_lower, as a target"),
    ],
)
def test_rejects_a_claims_id_that_is_no_target_of_its_own(paper, claim, target, says):
    replace(paper / "my_paper" / CLAIMS, "id: lower", f"id: {claim}")
    replace(paper / "my_paper" / CHECKS, '"lower"', f'"{claim}"')
    said = words(paper, "snakemake", "-n", *target, code=1)
    assert_said(says, said)


def test_a_clone_whose_path_has_a_space(tmp_path):
    clone = tmp_path / "a clone"
    clone.mkdir()
    shutil.copy(ROOT / "Makefile", clone)
    done = subprocess.run(["make", "-n"], cwd=clone, text=True, check=False, capture_output=True)
    assert done.returncode == 2
    assert "must have no space, and it is " in done.stderr


@pytest.mark.tools
def test_an_edit_where_another_checkout_is_imported(tmp_path):
    tree = fresh_copy(tmp_path / "other")
    with open(tree / "src/sparseact/cube.py", "a", encoding="utf-8") as stream:
        stream.write("# edited\n")
    done = snakemake(tree, "-n")
    assert done.returncode == 1
    said = r"src/sparseact/cube.py is not used: sparseact is imported from .*, which differs;"
    assert_said(said, done.stderr + done.stdout)


@pytest.mark.tools
def test_a_python_whose_path_has_a_space(paper):
    start = "import sys; sys.executable = '/an env/python'; from snakemake.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", start, "-n"], cwd=paper, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert_said("must have no space, and it is '/an env/python'; make", done.stderr + done.stdout)


def assert_said(says, said):
    assert re.search(says, " ".join(said.split())), said
    assert "Traceback" not in said
