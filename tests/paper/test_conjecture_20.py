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
from awasthi2024.conjecture_20.checks.search import climbs, evaluate
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


def test_climbs_return_the_same_twice():
    climb = {"m": 3, "n": 3, "s": 2, "k": 1, "sparsity": "sample", "starts": 1, "steps": 20}
    one, two = (climbs(seed=1, climbs=[climb]) for _ in range(2))
    pd.testing.assert_frame_equal(one.table, two.table)
    given = one.records[0].instance
    found = rademacher_interval(np.array(given["coordinates"]), s=2, k=1, W=1.0, B=given["B"])
    assert one.records[0].left == outwards(found.lower, found.upper)[1]


def test_a_network_of_the_sparser_class_is_in_the_larger_one():
    # Cube sparsity asks more than sparsity on the sample, which asks more than nothing.
    x = np.array([[1, 1], [1, -1], [-1, -1]])
    ratios = [
        evaluate(x, 2, k, 0.2, sparsity).upper
        for k, sparsity in ((1, "cube"), (1, "sample"), (2, "sample"))
    ]
    assert ratios == sorted(ratios)
    assert bounds.conj_20(2, 1, 3, math.sqrt(2), 1, 0.2) > ratios[0]


def test_constants_of_theorem_k():
    """The last lines of the proof, without its simplifications, are below the theorem's."""
    for x in np.geomspace(5000, 1e12, 60):
        beta = x**0.25
        for log_share in (0.0, x / 3, x - math.log(2)):  # ln(s/k) ≤ ln m
            first = log_share + 1 + math.log(5) + 1.75 * math.log(x)
            kappa = max(first, 64 * math.sqrt(x))
            alpha = 2 * beta / math.sqrt(kappa)
            assert alpha <= 0.25 * (1 + 1e-12)
            last = math.ceil((x - math.log(2)) / 2 / math.log1p(alpha))
            exceptions = 11 * (last + 1) * math.exp(first - kappa) / (5 * x**1.75)  # over r_*
            omega = 3 / kappa
            known = math.sqrt(2 * kappa * ((1 + alpha) ** 4 + 2 * omega + exceptions))
            share = omega / alpha**2  # of listed samples that are inactive
            assert share < 0.5
            steps, closing = x + math.log((1 + alpha) / alpha), math.log1p(alpha)
            paid = kappa + 4 * steps * (1 + alpha) ** 2 + closing / (1 - (1 + alpha) ** -2)
            negative = math.sqrt(2 * paid * (2 * share + 2 * omega)) + math.sqrt(2 * share)
            rest = 2 * share + 1 + alpha + 2.6 / (5 * x**1.75)
            total = known + math.sqrt(2) + negative + rest
            assert total <= math.sqrt(2 * log_share) + 25 * beta
    for x in np.linspace(math.log(2), 5000, 4000):  # Theorem J is enough
        assert math.sqrt(8 * (x + math.log(4))) + 1.76 <= 25 * x**0.25


def test_constants_of_theorem_l():
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


def test_which_bound_is_smaller():
    def largest(bound, m):  # over s/k
        return max(bound(c, 1, m, 1, 1, 0) / bounds.conj_20(c, 1, m, 1, 1, 0) for c in (1, m))

    for exponent in (3, 30, 150):
        m = 10**exponent
        assert largest(bounds.theorem_j, m) < largest(bounds.theorem_k, m)
    # For fixed s/k Theorem L is below Theorem J in the end.
    ratio = [
        bounds.theorem_l(2, 1, 10**e, 1, 1, 0) / bounds.theorem_j(2, 1, 10**e, 1, 1, 0)
        for e in (10, 100, 150)
    ]
    assert ratio[0] > ratio[1] > ratio[2]
