"""The checks of juntas, against other routes."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from awasthi2024 import constructions
from awasthi2024.juntas import checks
from sparseact.spectrum import degree_weights_exact

ALL = {"variables": [0, 1, 2, 3], "extra": 1, "sizes": [1, 3, 6], "losses": [0.25, 0.5]}


def test_all_tables_are_all():
    for p in range(4):
        tables = checks.all_truth_tables(p)
        assert tables.shape == (2 ** (2**p), 2**p)
        assert len(np.unique(tables, axis=0)) == len(tables)


@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_best_losses_by_the_exact_spectrum(p):
    tables = checks.all_truth_tables(p)
    chosen = np.random.default_rng(p).integers(len(tables), size=20)
    for table, losses in zip(tables[chosen], checks.best_losses(tables[chosen]), strict=True):
        weights = degree_weights_exact(table.astype(float))
        assert [Fraction(int(v), 4**p) for v in losses] == [
            sum(weights[d + 1 :], Fraction(0)) for d in range(p + 1)
        ]


def test_where_statements_on_all_tables_fail():
    measurement = checks.all_tables(**ALL)
    failing = [r for r in measurement.records if r.statement == "printed" and not r.holds]
    assert {r.instance["p"] for r in failing} == {0}
    failing = [r for r in measurement.records if r.statement == "any-epsilon" and not r.holds]
    assert {r.instance["epsilon"] for r in failing} == {0.5}


def test_tables_of_degrees_by_brute_force():
    table = checks.all_tables(**ALL).table
    for p in (1, 2, 3):
        counts = {}
        for values in checks.all_truth_tables(p):
            weights = degree_weights_exact(values.astype(float))
            needed = next(d for d in range(p + 1) if sum(weights[d + 1 :]) / 2 <= Fraction(1, 4))
            counts[needed] = counts.get(needed, 0) + 1
        found = table[(table["p"] == p) & (table["epsilon"] == 0.25)]
        assert {d: c for d, c in zip(found["degree"], found["juntas"], strict=True) if c} == counts
        full = table[(table["p"] == p) & (table["epsilon"] == 0) & (table["degree"] == p)]
        assert full["juntas"].tolist() == [2 ** (2**p) - comb(2**p, 2 ** (p - 1))]


def test_shared_network_is_that_of_each_junta():
    rng = np.random.default_rng(0)
    shared = checks.shared_network(3, 4)
    for _ in range(10):
        table = rng.choice([-1.0, 1.0], size=8)
        network = constructions.junta(table, range(3), 4)
        assert np.array_equal(network.w, shared.network.w)
        assert np.array_equal(network.b, shared.network.b)
        assert np.array_equal(network.u, table[shared.pattern])
        assert np.array_equal(network.values(), shared.relus @ network.u)


def test_no_network_of_scale_0_is_a_constant_junta_on_more_bits():
    records = checks.all_tables(**ALL).records
    failing = [r for r in records if (r.claim, r.statement) == ("theorem-13", "printed")]
    assert [r.instance["n"] for r in failing if not r.holds] == [1, 2]


def test_exponents_on_the_class_of_theorem_13():
    records = [r for r in checks.all_tables(**ALL).records if r.claim == "intro-optimal"]
    failing = [r for r in records if r.statement == "printed-exponent" and not r.holds]
    assert failing
    assert all(r.instance["log2ns"] > 2 * r.instance["p"] for r in failing)
    for n, p in ((1, 1), (9, 4), (64, 6)):  # C = √(np) + p
        assert ((n * p) ** 0.5 + p) ** 2 <= checks.supremum_squared(n, p) <= 4 * n * n
