"""The papers of examples/, in copies outside the repository; the engine knows neither."""

import json
import re
import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from copied import run_module

from paperclaims.checks.files import read_table
from paperclaims.judging.verdicts import read_verdicts

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/nearly_tight_rademacher"
MADE = shutil.ignore_patterns("__pycache__", ".snakemake", "results", "figures")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a copy of the example, in which it ran."""
    folder = tmp_path_factory.mktemp("elsewhere") / "bounds"
    shutil.copytree(EXAMPLE, folder, ignore=MADE)
    done = run_module(folder, "snakemake", "--cores=1")
    assert done.returncode == 0, done.stderr
    return folder, done


@pytest.fixture
def checks(monkeypatch):
    """Return the example's module of checks."""
    monkeypatch.syspath_prepend(EXAMPLE)
    from nearly_tight_rademacher.complexity import checks

    return checks


# ------------------------------------------------------------------- the run


@pytest.mark.tools
def test_it_finds_what_is_so(run):
    folder, done = run
    told = re.findall(r"^(\w.*?) {2,}(\w+)$", done.stdout + done.stderr, re.MULTILINE)
    questions = ["The form without a logarithm", "The threshold on the ball"]
    assert [claim for claim, status in told if status == "question"] == questions
    assert [status for _, status in told if status != "question"] == ["holds"] * 8
    verdicts = read_verdicts(folder / "results")
    outcomes = {name: str(verdict.outcome) for name, verdict in verdicts.items()}
    failing = {name for name, outcome in outcomes.items() if outcome == "fails"}
    assert failing == {("logarithm-free", "printed"), ("logarithm-free", "samples")}
    assert "undecided" not in outcomes.values()
    # Three orthonormal points are the smallest counterexample to the constant 1.
    smallest = verdicts["logarithm-free", "printed"].counterexample.instance
    assert smallest == {"C": "1", "m": "3", "s": "2", "k": "1"}


@pytest.mark.tools
def test_its_pages_and_crate_name_the_theorems_of_another_paper(run):
    folder = run[0]
    address = "results/site/claims/conj_20.html#conj-20-theorem-j"
    for page, up in (("results", "../" * 4), ("claims/theorem_2", "../" * 5)):
        text = (folder / f"results/site/{page}.html").read_text("utf-8")
        assert f'href="{up}{address}">Theorem J (Conjecture 20 repaired)</a>' in text
    for page in ("errata", "beyond", "workflow"):  # of which this paper has nothing
        assert not (folder / f"results/site/{page}.html").exists()
    evidence = (folder / "results/site/evidence.html").read_text("utf-8")
    assert "Error budget" not in evidence  # no check is statistical
    assert run_module(folder, "paperclaims", "crate").returncode == 0
    crate = json.loads((folder / "results/crate/ro-crate-metadata.json").read_text("utf-8"))
    entries = {entry["@id"]: entry for entry in crate["@graph"]}
    cited = entries["#logarithm-free"]["citation"]
    assert cited[0].startswith("printed refuted by awasthi2024/theorem-h: Theorem H")
    assert "citation" not in entries["#lemma-9"]


@pytest.mark.parametrize("script", sorted((EXAMPLE / "scripts").glob("*.py")), ids=lambda p: p.stem)
def test_its_scripts_write_their_output(script):
    done = run_module(EXAMPLE, f"scripts.{script.stem}")
    assert (done.returncode, done.stdout) == (0, script.with_suffix(".txt").read_text("utf-8"))


# ----------------------------------------------------------- the mathematics


def test_mean_cluster_returns_the_mean_of_all_samples_and_signs(checks):
    for m, q in ((1, 1), (2, 2), (3, 2), (3, 3), (4, 3)):
        sizes = [
            abs(sum(z for z, cell in zip(signs, drawn, strict=True) if cell == 0))
            for drawn in product(range(q), repeat=m)
            for signs in product((1, -1), repeat=m)
        ]
        assert checks.mean_cluster(m, q) == Fraction(sum(sizes), len(sizes))


def failing(records):
    """Return the statements with a record that fails."""
    return {(r.claim, r.statement) for r in records if r.holds is False}


@pytest.mark.parametrize(
    ("name", "factor", "statement"),
    [("C_0", Fraction(1, 300), "printed"), ("LEAST", Fraction(1, 4), "least")],
)
def test_a_constant_that_is_too_small_is_noticed(checks, monkeypatch, name, factor, statement):
    monkeypatch.setattr(checks, name, factor * getattr(checks, name))
    records = checks.upper(largest=2, number=1, seed=1).records
    assert ("proposition-7", statement) in failing(records)


def test_a_wrong_mean_of_the_signs_is_noticed(checks, monkeypatch):
    right = checks.mean_size
    monkeypatch.setattr(checks, "mean_size", lambda m: right(m) * Fraction(99, 100))
    records = checks.moments(largest=10, number=1, seed=1).records
    assert failing(records) == {("lemma-9", "half")}


# --------------------------------------------------------- the smallest paper


def edges(n, f):
    """Return how many edges of the cube f, a set of points, leaves."""
    return sum(x ^ 1 << i not in f for x in f for i in range(n))


@pytest.mark.tools
def test_total_influence_is_judged_on_all_functions(tmp_path):
    folder = tmp_path / "influence"
    shutil.copytree(EXAMPLE.with_name("total_influence"), folder, ignore=MADE)
    done = run_module(folder, "snakemake", "--cores=1", "results/verdicts.csv")
    assert done.returncode == 0, done.stderr
    verdicts = read_verdicts(folder / "results")
    assert {str(verdict.outcome) for verdict in verdicts.values()} == {"exact", "fails"}
    assert verdicts["three", "printed"].counterexample.instance == {"n": "1", "a": "1", "B": "2"}
    table = read_table(folder / "results/tables/cube/functions.csv")
    # Of the 2^8 functions of three variables 163 have at most four ones; a facet leaves four edges.
    assert table[table["n"] == 3]["functions"].sum() == 163
    four = table[(table["n"] == 3) & (table["a"] == 4)]
    assert four["B"].min() == 2 * edges(3, {0, 1, 2, 3}) == 8
    assert four["B"].max() == 2 * edges(3, {0, 3, 5, 6}) == 24
