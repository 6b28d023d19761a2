"""The checks of juntas, against other routes."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from awasthi2024 import constructions
from awasthi2024.juntas import checks
from sparseact.spectrum import degree_weights_exact

ALL = {"variables": [0, 1, 2, 3], "extra": 1, "sizes": [1, 3, 6], "losses": [0.25, 0.5]}


@pytest.mark.parametrize("p", [0, 1, 2, 3, 4])
def test_best_losses_returns_the_tails_of_the_exact_spectrum(p):
    tables = checks.all_truth_tables(p)
    assert len(np.unique(tables, axis=0)) == 2 ** (2**p)
    chosen = np.random.default_rng(p).integers(len(tables), size=20)
    for table, losses in zip(tables[chosen], checks.best_losses(tables[chosen]), strict=True):
        weights = degree_weights_exact(table.astype(float))
        tails = [sum(weights[d + 1 :], Fraction(0)) for d in range(p + 1)]
        assert [Fraction(int(loss), 4**p) for loss in losses] == tails


def test_all_tables_returns_the_failing_instances_and_the_counts():
    measurement = checks.all_tables(**ALL)
    failing = [r for r in measurement.records if not r.holds]
    assert [r.instance["n"] for r in failing if r.statement == "printed"] == [1, 2]
    assert {r.instance["p"] for r in failing if r.statement == "printed"} == {0}
    assert {r.instance["epsilon"] for r in failing if r.statement == "any-epsilon"} == {0.5}
    exponents = [r.instance for r in failing if r.statement == "printed-exponent"]
    assert exponents
    assert all(instance["log2ns"] > 2 * instance["p"] for instance in exponents)
    table = measurement.table.set_index(["p", "epsilon", "degree"])["juntas"]
    for p in (1, 2, 3):  # degree p is needed if f̂([p]) ≠ 0
        assert table[p, 0, p] == 2 ** (2**p) - comb(2**p, 2 ** (p - 1))


def test_junta_returns_networks_that_differ_in_u_alone():
    rng = np.random.default_rng(0)
    one = constructions.junta(np.ones(8), range(3), 4)
    for table in rng.choice([-1.0, 1.0], size=(10, 8)):
        network = constructions.junta(table, range(3), 4)
        assert np.array_equal(network.w, one.w)
        assert np.array_equal(network.b, one.b)
        assert sorted(network.u) == sorted(table)
