"""The checks of Theorem 5 for an unknown support, against brute force and hand calculation."""

import math
import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks import unknown_support, worst_erm
from awasthi2024.sample_complexity.checks.worst_erm import dense_loss, learner_loss
from sparseact.network import SparseReLUNetwork

ROOT = Path(__file__).resolve().parents[2]
BASE = {"n": 16, "s": 8, "k": 2, "W": 1, "B": 2, "inverse_loss": 4, "exponent": 6}
GROWTH = {"s": 1024, "k": 1, "B": 2, "inverse_loss": 4, "exponent": 10}


def test_the_table_of_lines_names_records_and_theorems():
    """Each record and theorem of the table exists, and each displayed inequality is in it."""
    sizes = {"base": BASE, "axes": {"n": [1, 64], "s": [1, 100], "k": [5]}, "growth": GROWTH}
    classes = {"dimensions": [8, 32], "sparsities": [2], "blocks": [2, 4], "shares": [1, 3]}
    runs = [
        unknown_support.unknown_support(seed=5, classes=3, **sizes, dimensions=[256, 1024]),
        unknown_support.windows(neurons=[2], deltas=[0.1], exponents=[5, 50]),
        worst_erm.worst_erm(seed=5, **classes, enumerated=16),
    ]
    made = {"copies"}
    for record in (record for run in runs for record in run.records):
        quantity = record.instance.get("quantity", "").split(" at ")[0]
        made |= {record.statement, f"{record.statement}/{quantity}"}
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "proofs").rglob("*.v"))
    proved = set(re.findall(r"^(?:Lemma|Theorem) (\w+)", sources, re.MULTILINE))
    table = (ROOT / "docs/proofs-theorem_5.md").read_text("utf-8").split("## 7. ")[1]
    rows = [row.split("|")[2:4] for row in table.splitlines() if row.startswith("| ")][2:]
    cells = ("".join(column) for column in zip(*rows, strict=True))
    named, in_coq = (set(re.findall("`([^`]+)`", text)) for text in cells)
    assert in_coq <= proved
    assert named <= made
    ratios = [unknown_support.learner_constants(), unknown_support.split(Fraction(100, 9), 2, 1000)]
    ratios += [unknown_support.cover(2, 1, 1, Fraction(1, 4)), unknown_support.enough(2, 1, 4, 1)]
    shown = {name for one in ratios for name in one}
    assert len(shown) > 15
    assert shown <= {name.split("/")[-1] for name in named}


def test_sizes_of_shattered_sets():
    for ratio in (0.01, 0.1, 1.0, 5.0):
        fits = [d for d in range(1, 101) if d <= 2 or d <= 16 * 12.96 * ratio * math.log(2 * d)]
        assert unknown_support.most_shattered(100, Fraction(ratio)) == max(fits)
    found = float(unknown_support.sum_of_objects(2, 3, 1))
    assert found == pytest.approx(math.log(7) / math.log(6 * math.e))


def test_n_objects_returns_the_number_of_which_every_choice_is_taken():
    rng = np.random.default_rng(2)
    for c, N in ((4, 3), (5, 2)):
        rows = {tuple(row) for row in rng.integers(0, c, size=(30, N)).tolist()}
        pairs = [(v, w) for v, w in combinations(range(c), 2) if w >= v + 2]
        taken = sum(set(product(*chosen)) <= rows for chosen in product(pairs, repeat=N))
        assert unknown_support.n_objects([sorted(rows)], c) == taken


def test_displayed_inequalities_by_hand():
    # k = 1, s = 2, M = 1, m = 1: N = 2, t = ½, T = 16, c = 9, E = 28.
    cover = unknown_support.cover(2, 1, 1, Fraction(1, 4))
    code = 2 * (math.log(2) + 16 * math.log(5)) / (32 * math.log(12))
    assert float(cover["code"]) == pytest.approx(code)
    assert cover["product"] == Fraction(112, 48)
    # Two points are shattered at most, and d̄ = 1659.2·ln 6.
    first = (1 + 2 * (1 + math.log(28)) / math.log(2)) * math.log(112)
    second = (1 + 2.886 * 1659.2 * math.log(6) * math.log(8.1)) * 2 * math.log(7)
    assert float(cover["objects"]) == pytest.approx(first / second)
    split = unknown_support.split(Fraction(100, 9), 2, 1000)
    # a = √(1/90), and 2^j a < 4 for j < 6.
    assert float(split["levels by m"]) == pytest.approx(12 / math.log2(2000))
    assert float(split["exponent"]) == pytest.approx(3.564)
    mean = 50 / 9 + (400 + 32 * (math.log(6) + 1)) / math.log(2)
    assert float(split["mean"]) == pytest.approx(mean / (800 / 9 * math.log(2000)))


def test_probability_of_the_event_by_all_samples():
    family = worst_erm.Family(8, 1, 2, 1)
    assert (family.q, family.neurons, family.m, family.p) == (4, 1, 5, Fraction(1, 20))
    assert family.masses() == pytest.approx([1 / 20] * 8 + [3 / 5])
    likely = Fraction(0)
    masses = [family.p] * 8 + [1 - 8 * family.p]
    for sample in product(range(9), repeat=family.m):
        unseen = [4 - len({i for i in sample if i // 4 == a}) for a in range(2)]
        if sum(4 * u >= 4 for u in unseen) >= 1:
            likely += math.prod(masses[i] for i in sample)
    assert worst_erm.event_probability(family) == likely


def test_largest_number_below_the_bound():
    for n, k, g, share in ((8, 1, 2, 1), (16, 3, 4, 1), (64, 2, 5, 3)):
        family = worst_erm.Family(n, k, g, share)
        bound = section_5.worst_clipped_erm(n, g * family.neurons, k, 1, float(family.epsilon))
        assert family.m == math.ceil(bound - 1e-9) - 1


@pytest.mark.parametrize("copies", [1, 4])
def test_networks_of_theorem_p_as_networks(copies):
    """The loss of the same network, evaluated by the library."""
    family = worst_erm.Family(16, 3, 2, 1, copies)
    unseen = np.array([[1, 0, 1, 1, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0, 0, 0]], dtype=bool)
    w, b = [], []
    for a in range(2):
        v, bias = worst_erm.block_neuron(family, a, np.flatnonzero(unseen[a]))
        beta = math.sqrt(family.copies / (family.q * (1 + unseen[a].sum())))
        w += [beta * v / family.copies] * family.neurons
        b += [beta * bias] * family.neurons
    network = SparseReLUNetwork(np.array(w), np.array(b), np.ones(len(b)))
    values = network(family.points().astype(float))
    assert values[:-1][~unseen.ravel()] == pytest.approx(0, abs=1e-12)
    loss = float(family.p) * np.square(values[:-1]).sum() / 2
    assert loss == pytest.approx(copies * float(dense_loss(family._replace(copies=1), unseen)))
    norm, bias = network.scale
    assert norm == pytest.approx(1)
    assert bias <= 2 * math.sqrt(copies)


def test_a_learner_that_has_seen_all_points_has_no_loss():
    family = worst_erm.Family(16, 1, 1, 1)
    everything = np.tile(np.arange(9), 40)
    assert learner_loss(family, everything, 20, np.random.default_rng(0)) == 0
