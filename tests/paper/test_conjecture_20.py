"""The checks of Conjecture 20 and the closed form, against brute force and by hand."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from awasthi2024.bounds import section_5
from awasthi2024.conjecture_20.checks.exact import attained, three_points
from awasthi2024.conjecture_20.checks.exact import exact as check_exact
from awasthi2024.conjecture_20.checks.search import climbs as check_climbs
from awasthi2024.conjecture_20.checks.search import evaluate, point_sets
from paperclaims.checks.binomial import largest_sum
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import outwards, rademacher_interval


@pytest.fixture(scope="module")
def climbs():
    return check_climbs(
        seed=1,
        climbs=[
            {"m": 3, "n": 3, "s": 2, "k": 1, "sparsity": "sample", "starts": 1, "steps": 20},
            {"m": 3, "n": 2, "s": 2, "k": 2, "sparsity": "sample", "starts": 1, "steps": 20},
            {"m": 3, "n": 2, "s": 2, "k": 1, "sparsity": "cube", "starts": 1, "steps": 10},
        ],
    )


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


def test_points_of_the_families_have_norm_at_most_one():
    for family, _, x in point_sets(1, 5, 2):
        assert len(x) == 5, family
        assert np.linalg.norm(x, axis=1).max() == pytest.approx(1)


def test_search_is_reproducible(climbs):
    climb = {"m": 3, "n": 3, "s": 2, "k": 1, "sparsity": "sample", "starts": 1, "steps": 20}
    again = check_climbs(seed=1, climbs=[climb])
    pd.testing.assert_frame_equal(again.table, climbs.table.iloc[:1])
    coordinates = np.array(climbs.records[0].instance["coordinates"])
    found = rademacher_interval(coordinates, s=2, k=1, W=1.0, B=climbs.records[0].instance["B"])
    assert climbs.records[0].left == outwards(found.lower, found.upper)[1]


def test_a_network_of_the_sparser_class_is_in_the_larger_one():
    # Cube sparsity asks more than sparsity on the sample, which asks more than nothing.
    x = np.array([[1, 1], [1, -1], [-1, -1]])
    ratios = [
        evaluate(x, 2, k, 0.2, sparsity).upper
        for k, sparsity in ((1, "cube"), (1, "sample"), (2, "sample"))
    ]
    assert ratios == sorted(ratios)
    assert bounds.conj_20(2, 1, 3, math.sqrt(2), 1, 0.2) > ratios[0]
