"""The scripts of examples/counterexamples: their output, planted changes, and other routes."""

import ast
import csv
import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from math import log, log1p, prod, sqrt
from pathlib import Path

import pytest
from scipy.linalg import hadamard

from awasthi2024.bounds import section_5
from awasthi2024.constructions import extremal
from awasthi2024.sample_complexity.checks.finite import missing_mass
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples/counterexamples"
REFERENCE = ROOT / "results/reference"
#: script → a named number, and what to write in its place
PLANTED = {
    "claim_2_1": ("RHO = Fraction(-1, 2)", "RHO = Fraction(1, 2)"),
    "conjecture_12": ("EPSILON = Fraction(1, 2)", "EPSILON = Fraction(1, 3)"),
    "conjecture_16": ("PAIRS = [(2, 4, 3)", "PAIRS = [(2, 5, 3)"),
    "conjecture_20": ("BIAS = Fraction(1)", "BIAS = Fraction(1, 2)"),
    "conjecture_20_growth": ("GROWTH = 12", "GROWTH = 11"),
    "conjecture_20_orthonormal": ("BEST = 2", "BEST = 1"),
    "conjecture_20_three_points": ("B = Fraction(15, 100)", "B = Fraction(1, 100)"),
    "conjecture_20_whole_cube": ("= 140, 2**77", "= 120, 2**77"),
    "dense_lower_bound": ("FACTOR = Fraction(17, 4)", "FACTOR = Fraction(16, 4)"),
    "juntas": ("SHIFT = 1", "SHIFT = 2"),
    "lemma_18": ("SCALE = 4", "SCALE = 3"),
    "lemma_6": ("QUARTER = Fraction(1, 4)", "QUARTER = Fraction(-1, 2)"),
    "lemma_9_constant": ("B = Fraction(53, 64)", "B = Fraction(50, 64)"),
    "lemma_9_pattern": ("FACTOR = 1", "FACTOR = 4"),
    "lemma_9_step_u": ("FACTOR = Fraction(1, 4)", "FACTOR = Fraction(1)"),
    "lemma_9_tail": ("STRICT = False", "STRICT = True"),
    "noisy_labels": ("NOISE = 2", "NOISE = 1"),
    "parity_construction": ("PAPER = 2", "PAPER = 4"),
    "parity_network": ("CONSTANT = 5", "CONSTANT = 4"),
    "theorem_17": ("BITS = 48", "BITS = 32"),
    "theorem_5": ("EPSILON, M = Fraction(1, 16), 15", "EPSILON, M = Fraction(1, 16), 60"),
    "theorem_a_attained": ("CONSTANT = 4", "CONSTANT = 3"),
    "theorem_c_attained": ("CONSTANT = 4", "CONSTANT = 3"),
}
#: a script, a failing statement, and the part of the output with the two sides of its
#: counterexample in the reference
SAME = [
    ("claim_2_1", "claim-2.1/printed", "fails at rho < 0: {} > {};"),
    ("conjecture_12", "conj-12/any-epsilon", "p = 1: the predictor 0 has the loss {} on all 4."),
    ("conjecture_20_three_points", "conj-20/printed", "R(S)^2 >= {} > {},"),
    ("lemma_6", "lemma-6/step-sum", "First line: {} = {} = 1?"),
    ("lemma_6", "lemma-6/step-square", "First line: {} = -1 = {}?"),
    ("lemma_6", "lemma-6/step-sensitivity", "Last line: {} = {}?"),
    ("lemma_9_pattern", "lemma-9/step-pr-sensitivity", "(a) First line: {} = {}?"),
    ("lemma_9_pattern", "lemma-9/step-changes-printed", "and {} > {} for s = k;"),
    ("lemma_9_step_u", "lemma-9/step-u-printed", "fails: {} > {};"),
    ("lemma_9_tail", "lemma-9/step-tail-printed", "fails: {} > {} at W = 0;"),
    ("noisy_labels", "intro-agnostic/printed", "an excess of {} > {} at epsilon = 1/2;"),
]


def read_table(name):
    with (REFERENCE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


VERDICTS = {f"{row['claim']}/{row['statement']}": row for row in read_table("verdicts.csv")}


def output(name):
    """The committed output, which the script prints (test_counterexample_prints)."""
    return (FOLDER / f"{name}.txt").read_text(encoding="ascii")


def cases(pattern, name):
    """The numbers in all places of the output that match, of which there must be one."""
    found = re.findall(pattern, output(name))
    assert found
    return found


def numbers(pattern, name):
    """The numbers in the first place of the output that matches."""
    return [Fraction(found) for found in re.search(pattern, output(name)).groups()]


def run(script, folder):
    """Run a script as a reader would who has only this file and Python."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", script],  # -S: no installed package
        env={}, cwd=folder, capture_output=True, encoding="ascii", timeout=600, check=False,
    )  # fmt: skip


def test_every_script_is_listed():
    scripts = {path.stem for path in FOLDER.glob("*.py")}
    assert scripts == set(PLANTED) == {path.stem for path in FOLDER.glob("*.txt")}
    assert all(name.isascii() for name in scripts)


@pytest.mark.parametrize("name", PLANTED)
def test_counterexample_prints_its_committed_output(name, tmp_path):
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    nodes = list(ast.walk(ast.parse(text, feature_version=(3, 8))))
    imported = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert imported <= {"fractions", "itertools", "math", "operator"}
    assert not any(isinstance(getattr(node, "value", None), float) for node in nodes)
    done = run(FOLDER / f"{name}.py", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == output(name)


@pytest.mark.parametrize("name", PLANTED)
def test_counterexample_rejects_a_planted_change(name, tmp_path):
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    before, after = PLANTED[name]
    assert text.count(before) == 1
    changed = tmp_path / f"{name}.py"
    changed.write_text(text.replace(before, after), encoding="utf-8")
    done = run(changed, tmp_path)
    assert done.returncode == 1
    assert re.fullmatch(r"N[^\n]*: [^\n]*\n", done.stderr)  # one sentence, and no traceback


@pytest.mark.parametrize(("name", "statement", "part"), SAME)
def test_counterexample_has_the_numbers_of_the_reference(name, statement, part):
    _, left, _, right = json.loads(VERDICTS[statement]["counterexample_data"])
    assert part.format(Fraction(left), Fraction(right)) in output(name)


def test_conjecture_16_returns_the_probability_of_a_spanning_sample():
    share = prod(1 - Fraction(2**i, 2**5) for i in range(3))
    assert numbers(r"probability (\S+)\.\n", "conjecture_16") == [share]


def test_conjecture_20_has_the_networks_of_the_library():
    points = hadamard(8)
    total = 0
    for signs in product((1, -1), repeat=8):
        w = signs @ points / 8
        network = SparseReLUNetwork([w, -w], [-1, -1], [1, -1])
        assert network.scale_squared == (1, 1)
        assert network.active(points).sum(axis=1).max() == 1
        total += int(signs @ network(points))
    (left,) = numbers(r"R\(S\) is at least (\S+)\.", "conjecture_20")
    assert left == Fraction(total, 8 * 2**8)


def test_conjecture_20_growth_returns_the_sizes_of_the_table():
    found = cases(r"m = (\d+): .* exceeds (\S+)\.", "conjecture_20_growth")
    rows = read_table("tables/conjecture_20/rectangles.csv")
    for row, (m, above) in zip(rows, found, strict=False):
        assert row["points"] == "rectangles"
        assert float(row["m"]) == int(m)
        assert Fraction(above) < Fraction(row["ratio"]) ** 2 < Fraction(above) * Fraction(101, 100)


def test_conjecture_20_whole_cube_returns_the_size_of_the_reference():
    instance, square, *_ = json.loads(VERDICTS["conj-20/cube"]["counterexample_data"])
    assert numbers(r"m = (\d+)\.", "conjecture_20_whole_cube") == [int(instance["m"])]
    (least,) = numbers(r"exceeds (\S+)\.\n", "conjecture_20_whole_cube")
    assert least < Fraction(square) < least * Fraction(1001, 1000)


def test_dense_lower_bound_returns_samples_that_suffice():
    for s, epsilon, m in cases(r"s = (\d+), .* = (\S+): (\d+) samples", "dense_lower_bound"):
        eta = Fraction(epsilon) / int(s) ** 2  # the loss at a point is at most s²
        for masses in [(1, 1, 1, 1), (1, 1, 1, 0), (2, 1, 1, 0), (3, 1, 0, 0)]:
            shares = [part / sum(masses) for part in masses]  # floats: all are below 10⁻³
            assert missing_mass(shares, int(m), eta) <= 1 / 4
        rare = [1 - 2 * float(eta), 2 * float(eta), 0, 0]  # a point that is often missed
        assert missing_mass(rare, int(m), eta) <= 1 / 4


def test_theorem_17_grants_the_samples_of_its_bound():
    for c, m, bits in cases(r"C = (\d+), m = (\d+):.*2\^-(\d+)", "theorem_17"):
        c, m, V = int(c), int(m), 4 * int(c)
        granted = section_5.theorem_17(
            2, 2, 1, sqrt(2), V / sqrt(2), 0, 0.5, 2.0 ** -int(bits), constant=c
        )
        assert granted <= m <= 1.02 * granted  # ln 2 is rounded up to 7/10
        failure = section_5.two_point_failure(V * V - 1, m)
        assert failure > Fraction(1, 2 ** int(bits))
        # the largest q at which a guess misses one of the labels V and -V
        assert section_5.two_point_mass(2 * V, Fraction(1, 2)) == V * V - 1


def test_lemma_18_grants_the_samples_of_its_bound():
    for c, m in cases(r"c = (\d+): the lemma grants (\d+)", "lemma_18"):
        c, m, V = int(c), int(m), 4 * int(c)
        q = section_5.two_point_mass(2 * V, 1)
        nats = m * log1p(1 / (4 * c * c))
        assert section_5.lemma_18_root(V, 4 * V, 1, nats, c) <= m
        assert log(2) - m * log1p(-1 / q) < nats  # so failure is more likely than δ


def test_theorem_5_has_the_sizes_of_the_table():
    n, m = numbers(r"n = (\d+): after (\d+) samples", "theorem_5")
    (epsilon,) = numbers(r"loss above (\S+)\.\n", "theorem_5")
    rows = read_table("tables/sample_complexity/worst_erm.csv")
    (row,) = (r for r in rows if [r[key] for key in ("n", "k", "g", "share")] == [str(n), *"121"])
    assert (int(row["m"]), Fraction(row["epsilon"])) == (m, epsilon)
    assert float(row["loss"]) > epsilon


def test_theorem_a_and_c_are_attained_by_the_library():
    n, s, k, p, sensitivity = map(int, numbers(
        r"n = (\d+), s = (\d+), k = (\d+), W\^2 = (\d+), AS\(h\) = (\d+)", "theorem_a_attained"
    ))  # fmt: skip
    network = extremal(p, copies=k, n=n)
    assert (network.s, network.scale_squared[0]) == (s, p)
    assert average_sensitivity_exact(network.values()) == sensitivity
    n, s, k, d, tail = map(int, numbers(
        r"n = (\d+), s = (\d+), k = (\d+), d = (\d+), the tail is (\d+)", "theorem_c_attained"
    ))  # fmt: skip
    network = extremal(d + 1, copies=k, n=n)
    assert network.s == s
    assert sum(degree_weights_exact(network.values())[d + 1 :]) == tail


def test_lemma_9_constant_has_the_sensitivity_of_the_library():
    network = SparseReLUNetwork([[1], [-1]], [-53 / 64, -53 / 64], [1, -1])
    assert numbers(r"AS\(h\) = (\S+)\.\n", "lemma_9_constant") == [
        average_sensitivity_exact(network.values())
    ]
