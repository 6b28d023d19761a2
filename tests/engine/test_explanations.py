"""`sparse-activations explain`: in step with the committed run, and of Python alone."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from awasthi2024 import cli
from paperclaims.checks.paper import find_paper
from paperclaims.registry.claims import read_registry
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.explanations import EXPLANATIONS, explanations

ROOT = Path(__file__).resolve().parents[2]
PAPER = find_paper("awasthi2024")
TEXT = (PAPER.folder / EXPLANATIONS).read_text("utf-8")
CLAIMS = json.loads(TEXT)["claims"]
READ_ON = "Read on, in the repository (results/site is made by `make`)"
STATUSES = {
    row["claim"]: row
    for row in csv.DictReader((ROOT / "results/reference/statuses.csv").open(encoding="utf-8"))
}


def alone(code, *arguments):
    """Run code with the sources and the standard library, and no installed package."""
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); {code}"
    command = [sys.executable, "-S", "-B", "-X", "utf8", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_explanations_are_in_step():
    assert explanations(ROOT, PAPER) == TEXT, "it is stale; run make reference"


def test_each_claim_has_its_status_and_its_words():
    assert CLAIMS.keys() == STATUSES.keys()
    for claim in read_registry(PAPER.folder).values():
        said, found = CLAIMS[claim.id], STATUSES[claim.id]
        assert said["word"] == (found["status"] or found["kind"])
        for text in (found["answer"], claim.sentence):
            assert not text or f"¶ {text}" in said["lines"]
        status = said["lines"][said["lines"].index("Status") + 1]
        assert found["correction"] in status
        assert ("What holds instead" in said["lines"]) == bool(found["instead"])
        *there, page = said["lines"][said["lines"].index(READ_ON) + 1 :]
        assert page.startswith("  results/site/claims/")
        assert all((ROOT / place.strip().partition("#")[0]).is_file() for place in there)


def test_what_is_read_alone_needs_no_package():
    run = alone(
        "from awasthi2024.cli import program; sys.exit(program())", "explain", "lemma-9"
    )
    assert (run.returncode, run.stderr) == (0, "")
    first, *rest = run.stdout.splitlines()
    assert first == ("Lemma 9: Average sensitivity of sparsely activated networks (§3, Lemma 9)")
    parts = [line for line in rest if line and not line.startswith(" ")]
    assert parts[:4] == ["The claim", "Status", "Why believe it", "What is sharper"]
    assert "  Lemma 9: holds; the paper's proof has a gap; we give another." in rest
    assert r"    \mathrm{AS}(h) \le \min(2k, s)^2\,W^2" in rest
    assert "  docs/proofs.md#lemma-9" in rest


def test_paperclaims_without_its_packages_says_what_to_install():
    code = "import sys; sys.modules['yaml'] = None; from paperclaims.__main__ import program; "
    command = [sys.executable, "-c", code + "sys.exit(program())", "--help"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        "paperclaims needs yaml, which is not installed: "
        "pip install 'sparseact[workflow]' installs all that the workflow needs\n"
    )


@pytest.mark.parametrize("name", CLAIMS)
def test_each_claim_can_be_explained(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main(["explain", name]) == 0
    text = capsys.readouterr().out
    assert "¶" not in text
    formulas = [line for line in CLAIMS[name]["lines"] if line.startswith("    ")]
    assert formulas
    assert set(formulas) <= set(text.splitlines())
    assert all(
        len(line) <= 80
        for line in text.splitlines()
        if line.startswith("  ") and line not in formulas and " " in line.strip()
    )


def test_names_are_read_kindly_and_unknown_ones_refused(capsys):
    assert cli.main(["explain", "Lemma 9"]) == cli.main(["explain", "lemma_9"]) == 0
    first, second = capsys.readouterr().out.split("Lemma 9: Average")[1:]
    assert first == second
    assert cli.main(["explain", "lemma-99"]) == 2
    assert capsys.readouterr().err == (
        "sparse-activations explain: there is no claim 'lemma-99'; did you mean lemma-9?\n"
    )
    assert cli.main(["explain", "q"]) == 2
    assert "without a claim they are listed" in capsys.readouterr().err


def test_without_a_claim_all_are_listed(capsys):
    assert cli.main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(CLAIMS)
    assert "conj-20" in CLAIMS
    assert any(line.endswith("Conjecture 20: false") for line in lines)


def test_only_the_symbols_of_a_formula_are_explained():
    about = read_paper_metadata(PAPER.folder)
    said = about.explain(r"F(x,y)=\sigma(x)\;\Rightarrow\;|R_{(x,y)}|\le 1")
    assert said.split(" is ")[0] == "$R_x$"  # neither R nor a letter of \Rightarrow
    assert "ReLU" in said
    assert "largest norm" not in said
    assert "largest norm" in about.explain(r"\mathcal{R}(S)\le WR")
    assert about.explain("x+y") == ""
