"""A second paper, in a copy outside the repository, judged by an engine that knows no paper."""

import re
import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from copied import run_module

from paperclaims.checks.files import read_table
from paperclaims.judging.verdicts import read_verdicts

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/monotone_decision_trees"
MADE = shutil.ignore_patterns("__pycache__", ".snakemake", "results", "figures")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a copy of the example, in which it ran."""
    folder = tmp_path_factory.mktemp("elsewhere") / "trees"
    shutil.copytree(EXAMPLE, folder, ignore=MADE)
    done = run_module(folder, "snakemake", "--cores=1")
    assert done.returncode == 0, done.stderr
    return folder, done


@pytest.fixture
def trees(monkeypatch):
    """Return the example's module of trees."""
    monkeypatch.syspath_prepend(EXAMPLE)
    import monotone_decision_trees.trees as module

    return module


# ------------------------------------------------------------------- the run


def test_it_finds_what_is_so(run):
    folder, done = run
    assert re.findall(r"^([\w-]+) +(holds|false)\b", done.stdout + done.stderr, re.MULTILINE) == [
        ("first-order", "holds"), ("monotone", "holds"), ("any-function", "false"),
    ]  # fmt: skip
    verdicts = read_verdicts(folder / "results")
    assert {str(v.outcome) for v in verdicts.values()} == {"exact", "fails"}
    # The smallest counterexample is the parity of two signs.
    smallest = verdicts["any-function", "printed"].counterexample.instance
    assert (smallest["n"], smallest["s"], smallest["f"]) == ("2", "4", "+--+")


def test_all_small_trees_are_among_the_instances(run):
    table = read_table(run[0] / "results/tables/influences/all_trees.csv")
    expected = [2]
    for n in (1, 2, 3):
        expected.append(2 + n * expected[-1] ** 2)
    assert table.groupby("n")["trees"].sum().tolist() == expected[1:]


def test_its_site_has_its_pages(run):
    site = run[0] / "results/site"
    assets = set((site / "_static").rglob("*"))
    pages = {p.relative_to(site).as_posix(): p for p in set(site.rglob("*.html")) - assets}
    assert set(pages) >= {
        "index.html", "results.html", "proofs_tab.html", "trust.html", "proofs.html",
        "outside.html", "evidence.html", "timings.html", "glossary.html",
        "notebooks/influences.html", "claims/first_order.html", "claims/monotone.html",
        "claims/any_function.html",
    }  # fmt: skip
    assert not {"errata.html", "beyond.html", "workflow.html"} & set(pages)
    for path in pages.values():
        for address in re.findall(r'(?:href|src)="([^"#?]+)', path.read_text("utf-8")):
            assert (path.parent / address).is_file(), (path, address)
    assert "Error budget" not in pages["evidence.html"].read_text("utf-8")  # all is exact
    assert "Learning Monotone Decision Trees" in pages["index.html"].read_text("utf-8")


@pytest.mark.tools
def test_an_edit_of_its_package_makes_anew_what_uses_it(run):
    source = run[0] / "monotone_decision_trees/trees.py"
    text = source.read_text("utf-8")
    try:
        source.write_text(text.replace("rng.random() < 0.2", "rng.random() < 0.3"), "utf-8")
        done = run_module(run[0], "snakemake", "--cores=1", "--dry-run")
    finally:
        source.write_text(text, "utf-8")
    assert re.search(
        r": Check, judge and report influences\nReason: .*Params have changed",
        done.stdout + done.stderr,
    )


# ----------------------------------------------------------- the mathematics


def queries(tree, x):
    """Return the value at a point and how many signs are asked for."""
    number = 0
    while not isinstance(tree, int):
        tree, number = tree[1 if x[tree[0]] == 1 else 2], number + 1
    return tree, number


def test_trees_against_walks_through_them(trees):
    rng = np.random.default_rng(0)
    made = [*trees.all_trees(range(2)), trees.parity_tree(3)]
    made += [trees.random_tree(range(4), rng) for _ in range(20)]
    for tree in made:
        points = [point[::-1] for point in product((1, -1), repeat=4)]  # the cube's order
        walks = [queries(tree, x) for x in points]
        assert trees.values(tree, 4).tolist() == [value for value, _ in walks]
        assert trees.mean_depth(tree) == Fraction(sum(number for _, number in walks), 16)
        f = dict(zip(points, (value for value, _ in walks), strict=True))
        above = [(x, y) for x in points for y in points if all(map(int.__ge__, x, y))]
        assert trees.is_monotone(trees.values(tree, 4)) == all(f[x] >= f[y] for x, y in above)


def test_trees_of_thresholds_compute_them(trees):
    rng = np.random.default_rng(1)
    for bias in range(-3, 4):
        weights = dict(enumerate(rng.integers(1, 6, 4).tolist()))
        tree = trees.threshold_tree(weights, bias, rng)
        for x in product((1, -1), repeat=4):
            total = sum(weights[i] * x[i] for i in range(4)) + bias
            assert queries(tree, x)[0] == (1 if total > 0 else -1)


def test_a_comparison_with_a_logarithm_is_one_of_integers(trees):
    from monotone_decision_trees.influences.checks import compare_tree, first_order, log_size

    from paperclaims.checks.recorder import Recorder

    for s, p, n in product(range(1, 9), range(50), (1, 2, 3)):
        value = Fraction(p, 4**n)
        decided = value <= log_size(s, n)
        assert decided == (2**value.numerator <= s**value.denominator)
    # Majority of three: f̂({i}) = ½, so the sum is 3/2 and Δ = 5/2; its tree has six leaves.
    tree = trees.threshold_tree({0: 1, 1: 1, 2: 1}, 0, np.random.default_rng(0))
    f = trees.values(tree, 3)
    assert first_order(f) == [Fraction(1, 2)] * 3
    recorder = Recorder("first-order", {"n": 3})
    row = compare_tree(recorder, f, trees.size(tree), trees.mean_depth(tree))
    assert (row["influence"], row["depth"], row["s"], row["monotone"]) == (1.5, 2.5, 6, True)
    assert all(r.holds for r in recorder.records)


# ----------------------------------------------------------- the third paper


def edges(n, f):
    """Return how many edges of the cube f, a set of points, leaves."""
    return sum(x ^ 1 << i not in f for x in f for i in range(n))


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
