"""The checks of Conjecture 20 and constants of its theorems, against other routes."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from awasthi2024.bounds import section_5
from awasthi2024.conjecture_20.checks.exact import attained, three_points
from awasthi2024.conjecture_20.checks.exact import exact as check_exact
from awasthi2024.conjecture_20.checks.search import climbs, families
from paperclaims.checks.binomial import largest_sum
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import outwards, rademacher_interval


@pytest.mark.parametrize(("m", "s", "k"), [(6, 3, 2), (6, 2, 2), (6, 4, 1), (5, 5, 3)])
def test_theorem_f_returns_the_complexity_on_orthogonal_points(m, s, k):
    found = rademacher_interval(np.eye(m), s=s, k=k, W=1.0, B=0.0)
    value = section_5.theorem_f(s, k, m, 1, 1)
    assert found.lower - 1e-9 <= value <= found.upper + 1e-9
    assert found.upper - found.lower < 1e-4


def test_three_points_returns_a_network_of_the_class():
    for signs in itertools.product((1, -1), repeat=3):
        neurons = three_points(signs)
        w, b, u = (np.array(part, dtype=float) for part in zip(*neurons, strict=True))
        network = SparseReLUNetwork(w, b, u)
        assert (network.active(np.eye(3)).sum(axis=1) == 1).all()
        assert network.scale[0] <= 1
        assert network.scale[1] == pytest.approx(0.15)
        assert np.dot(signs, network(np.eye(3))) == pytest.approx(2.825)
        gram = np.eye(3, dtype=int).tolist()
        assert attained(gram, signs, neurons, Fraction(3, 20)) == Fraction(113, 40)


def test_exact_returns_the_failing_instances_by_hand():
    records, table = check_exact(groups=[2, 4], clusters=[2])
    found = {r.instance["points"]: (r.left, r.right) for r in records if not r.holds}
    assert set(found) == {"orthonormal", "rows of a Hadamard matrix", "clusters"}
    assert found["orthonormal"] == ("12769/14400", "529/600")  # (2.825/3)² and 1.15²·2/3
    root = math.sqrt(2) * (1 + 1 / math.sqrt(8))
    assert found["rows of a Hadamard matrix"] == (2.0, pytest.approx(root))
    # Of two sums of two signs the larger is 2 with probability 3/4.
    assert table["ratio"].iloc[1] == pytest.approx(1.5 / 2 * math.sqrt(2))


def test_attained_rejects_networks_outside_the_class():
    gram = [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="outside"):
        attained(gram, [1, 1], [([Fraction(1), Fraction(1)], Fraction(0), 1)], Fraction(0))
    unit = ([Fraction(1), Fraction(0)], Fraction(0), 1)
    with pytest.raises(ValueError, match=r"at most one neuron must be active .*, got 2"):
        attained(gram, [1, 1], [unit, unit], Fraction(0))


@pytest.mark.parametrize(("groups", "size"), [(1, 5), (2, 2), (3, 3), (2, 5)])
def test_largest_sum_by_enumeration(groups, size):
    signs = np.array(list(itertools.product((1, -1), repeat=groups * size)))
    largest = np.abs(signs.reshape(-1, groups, size).sum(axis=2)).max(axis=1)
    assert largest_sum(groups, size) == Fraction(int(largest.sum()), len(signs))


@pytest.mark.parametrize("sparsity", ["sample", "cube"])
def test_climbs_return_the_same_twice(sparsity):
    climb = {"m": 3, "n": 3, "s": 2, "k": 1, "sparsity": sparsity, "starts": 1, "steps": 20}
    one, two = (climbs(seed=1, climbs=[climb]) for _ in range(2))
    pd.testing.assert_frame_equal(one.table, two.table)
    given, left = one.records[0].instance, one.records[0].left
    x = np.array(given["coordinates"])
    found = rademacher_interval(x, s=2, k=1, W=1.0, B=given["B"], sparsity=sparsity)
    assert left == outwards(found.lower, found.upper)[1]


def test_families_compare_the_conjecture_for_sparse_networks_alone():
    classes = [[2, 1], [2, 2]]
    records = families(seed=1, sizes=[3], classes=classes, biases=[0], repeats=1).records
    assert {r.instance["k"] for r in records} == {1, 2}
    assert {r.instance["k"] for r in records if r.statement == "printed"} == {1}


def test_constants_of_theorem_l():
    """The last lines of the proof, without its simplifications, are below the theorem's."""
    for log_share, levels in itertools.product(np.linspace(0, 60, 121), range(1, 60)):
        X = log_share + 2 * math.log(levels) + 1 + 3 * math.log(2)
        rest = 2 * math.sqrt(2) + 0.5 * (1 + 1 / levels) + 8 / 7 / levels**2
        first = math.sqrt((32 * X + 2) * (1 + 7 / levels))
        second = math.sqrt(4 / 3 * (32 * X + 2) * 8 / levels)
        logs = log_share + 2 * math.log(levels) + 3.1
        assert first + second + rest <= 40 * math.sqrt(logs)
    for j, X in itertools.product(range(30), (3.07, 5, 50)):  # the cost of a step
        assert X + 5 * j * math.log(2) <= 4**j * X


def test_theorem_l_returns_no_more_for_more_neurons_than_can_be_active():
    assert bounds.theorem_l(500, 1, 128, 2, 1, 1) == bounds.theorem_l(128, 1, 128, 2, 1, 1)
