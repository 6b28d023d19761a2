"""The mistakes of a first user, each with the sentence that a run says of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from paperclaims.checks.files import write_table
from paperclaims.errors import ClaimsError
from paperclaims.new import write_paper
from paperclaims.registry.claims import read_registry
from paperclaims.registry.paper_metadata import read_paper_metadata

CLAIMS, CHECKS = "harmonic/claims.yaml", "harmonic/checks.py"
FIGURES, PAPER = "harmonic/figures.py", "paper.yaml"
UPPER = 'at.for_claim("upper").closed_form("printed", harmonic, "<=", log(n + 1) + 0.5)'

#: What is read before anything runs: file, what stands there, the mistake, the sentence.
READ = [
    (CLAIMS, "id: upper", "id: lower", r"yaml:12: claim lower appears twice, first in .*claims"),
    (CLAIMS, "  title: Harmonic numbers are at most", "  titel: x", "14: claim upper: .* titel;"),
    (CLAIMS, "latex: 'H_n \\ge", "latx: 'H_n \\ge", r"unknown key latx; .*\(nearest: latex\)"),
    (CLAIMS, "status: holds", "status: hold", r":4: .* 'hold' is not .*\(nearest: holds\)"),
    (CLAIMS, "status: holds", "status: true", ":4: claim lower → status: True is not allowed"),
    (CLAIMS, "status: holds", "status: open or conditional", ":4: .* must say open: true, wh"),
    (CLAIMS, "place: Theorem 1", "place: 1", ":2: claim lower → place: 1 is not .* type text"),
    (CLAIMS, "proof: proofs.md#the", "proof: proofs#the", "must be none, coq or a section"),
    (CLAIMS, "tables: [logarithms]", "tables: logarithms", "'logarithms' is not .* a list"),
    (CLAIMS, "      title: The harmonic number and the logarithm\n", "", "printed: missing key t"),
    (CLAIMS, "  place: Theorem 1", "\tplace: Theorem 1", "is not YAML: .* tab character .* line 2"),
    (CLAIMS, "  figures:", "  place: x\n  figures:", r"yaml:20: the key 'place' .* line 13"),
    (CLAIMS, "    printed:", "    printed: {}\n    printed:", r":8: the key 'printed' .* line 7"),
    (PAPER, "project:", "title: x\nproject:", r"paper.yaml:3: the key 'title' .* in line 1"),
    (PAPER, "title:", "titel:", r"paper.yaml:2: .*unknown key titel; .*\(nearest: title\)"),
]  # fmt: skip

#: What is told before the first job, and where.
BEFORE = [
    (CHECKS, "from math import log", "from numpyy import log", r"checks.py:4: .*named 'numpyy'"),
    (CHECKS, "from math import log", "from math import lg", r"harmonic/checks.py:4: .*name 'lg'"),
    (CHECKS, 'claim="lower"', 'claim="lowr"', r"y:11: .* 'lowr', which .* \(nearest: lower\)"),
    (CHECKS, "largest + 1", "1))(", r"checks.py:15: SyntaxError: unmatched"),
    (CLAIMS, r"\frac{1}{2}", r"\frac{1}{2", r"claim upper, statement printed, latex: the formula"),
    (CLAIMS, r"\ge \ln", r"\ge \lnn", r"statement printed, latex: .* command \\lnn, which is unk"),
    (CLAIMS, "#the-lower-bound", "#the-upper-bound", "proofs.md#the-upper-bound, and docs has no"),
    ("../docs/proofs.md", "up over $k = 1, \\dots, n$. ∎", "", "end a proof with ∎"),
    (CLAIMS, "  statements:", "  docs: [steps.md]\n  statements:", "names steps.md, and docs has"),
    ("../config/config.yaml", "largest: 200", "larg: 200", r"unknown key larg; .*nearest: largest"),
    ("../config/config.yaml", "largest: 200", "largest: 0", "largest: 0 is not .* at least 1"),
    ("../config/config.yaml", "harmonic:", "harmonic: {}\nharmonic:", r"yaml:3: the key 'harm"),
    ("../config/config.yaml", "my_paper", "mypaper", "there is no package 'mypaper'"),
    ("../config/config.yaml", "paper: my_paper\n", "", "missing key paper, the name of a package"),
    ("../config/config.yaml", "harmonic:", "results: Snakefile\nharmonic:", "Snakefile is a file"),
]  # fmt: skip

#: What a run finds, and where.
RUN = [
    (CHECKS, 'log(n + 1))', 'float("nan"))', r"not finite: .* \(my_paper/harmonic/checks.py:18\)"),
    (CHECKS, '">="', '"=>"', r"relation '=>'; allowed are .*\(nearest: >=\)"),
    (CHECKS, "Fraction(1, n)", "Fraction(1, n - n)", r"ZeroDivisionError: .*checks.py:16\)"),
    (CHECKS, "Fraction(1, n)", "{}[n]", r"KeyError: 1 \(my_paper/harmonic/checks.py:16\)"),
    (CHECKS, "harmonic = Fraction(0)", 'open("no.csv")', r"No such file .*'no.csv' .*py:14\)"),
    (CHECKS, '("printed", harmonic, "<=', '("prnted", harmonic, "<=', r"\(nearest: printed\)"),
    (CHECKS, 'for_claim("upper")', 'for_claim("uper")', r"for uper; .*\(nearest: upper\)"),
    (CHECKS, UPPER, "pass", r"upper \(printed\) has no records: a check must compare it"),
    (CHECKS, "largest + 1", "1", r"lower \(printed\) has no records: a check must"),
    (CHECKS, "at.closed_form", "at.exact", r"a float, which may be rounded; an exact comp"),
]  # fmt: skip

#: What the pages need.
SHOWN = [
    (FIGURES, "    return figure\n", "", r"figures.draw_gap must return a figure .* with axes"),
    (FIGURES, "def draw_gap", "def draw_gaps", r"no such function \(nearest: draw_gaps\)"),
]  # fmt: skip


SOURCES = Path(__file__).resolve().parents[2] / "src"


def run(folder, *command):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.fixture
def paper(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_paper("my-paper")
    return tmp_path / "my-paper"


def mistake(paper, name, old, new):
    path = paper / "my_paper" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(("name", "old", "new", "says"), READ)
def test_a_mistake_in_the_registry(paper, name, old, new, says):
    mistake(paper, name, old, new)
    read = read_paper_metadata if name == PAPER else read_registry
    with pytest.raises(ClaimsError, match=says) as error:
        read(paper / "my_paper")
    assert "\n" not in str(error.value)


@pytest.mark.tools
@pytest.mark.parametrize(("name", "old", "new", "says"), BEFORE)
def test_a_mistake_is_told_before_the_first_job(paper, name, old, new, says):
    mistake(paper, name, old, new)
    code, said = run(paper, "snakemake", "-n")
    assert code == 1
    assert_said(says, said)


@pytest.mark.tools
@pytest.mark.parametrize(("name", "old", "new", "says"), RUN)
def test_a_mistake_that_a_run_finds(paper, name, old, new, says):
    mistake(paper, name, old, new)
    code, said = run(paper, "snakemake", "--cores=1", "results/verdicts.csv")
    assert code == 1
    assert_said(says, said)


@pytest.mark.tools
@pytest.mark.parametrize(("name", "old", "new", "says"), SHOWN)
def test_a_mistake_in_what_is_shown(paper, name, old, new, says):
    mistake(paper, name, old, new)
    code, said = run(paper, "snakemake", "--cores=1", "results/pages")
    assert code == 1
    assert_said(says, said)


def test_a_clone_whose_path_has_a_space(tmp_path):
    clone = tmp_path / "a clone"
    clone.mkdir()
    shutil.copy(SOURCES.parent / "Makefile", clone)
    done = subprocess.run(["make", "-n"], cwd=clone, text=True, check=False, capture_output=True)
    assert done.returncode == 2
    assert "must have no space, and it is " in done.stderr


@pytest.mark.tools
def test_a_python_whose_path_has_a_space(paper):
    start = "import sys; sys.executable = '/an env/python'; from snakemake.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", start, "-n"], cwd=paper, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCES)}, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert_said("must have no space, and it is '/an env/python'; make", done.stderr + done.stdout)


def assert_said(says, said):
    assert re.search(says, " ".join(said.split())), said
    assert "Traceback" not in said


def test_a_table_with_a_column_twice(tmp_path):
    table = pd.DataFrame([[1, 2]], columns=["n", "n"])
    with pytest.raises(ClaimsError, match="the table has the column 'n' twice"):
        write_table(tmp_path / "t.csv", table, "")
