"""The checks of juntas, against other routes."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from awasthi2024.juntas import checks
from sparseact import constructions
from sparseact.cube import points
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
    measurement = checks.measure_all_tables(**ALL)
    failing = [r for r in measurement.records if r.statement == "printed" and not r.holds]
    assert {r.instance["p"] for r in failing} == {0}
    failing = [r for r in measurement.records if r.statement == "any-epsilon" and not r.holds]
    assert {r.instance["epsilon"] for r in failing} == {0.5}


def test_tables_of_degrees_by_brute_force():
    table = checks.measure_all_tables(**ALL).table
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


def test_table_of_parities():
    table = checks.measure_parity(seed=0, variables=[1, 3], extra=1, losses=[0.125, 0.25]).table
    parity = table[(table["p"] == 3) & (table["function"] == "parity")]
    assert parity["least_loss"].tolist() == [0.5, 0.5, 0.5, 0]
    assert parity["theorem_c"].tolist() == [6, 3, 2, 1.5]


def test_costs_count_the_monomials():
    measurement = checks.measure_cost(
        seed=0,
        delta=0.1,
        sweeps=[{"p": 1, "dimensions": [3]}, {"p": 2, "dimensions": [5]}],
        repeats=2,
    )
    assert measurement.table["monomials"].tolist() == [4, 4, 16, 16]


def test_fewest_samples_is_where_the_target_enters_the_span_of_the_rows():
    rng = np.random.default_rng(5)
    for _ in range(5):
        n, chosen = 4, np.array([0, 2])
        x = 1 - 2 * rng.integers(0, 2, size=(60, n), dtype=np.int8)
        y = x[:, chosen].prod(axis=1).astype(float)
        pairs = [(i, j) for i in range(n) for j in range(i)]
        design = np.hstack(
            [np.ones((60, 1)), x, np.stack([x[:, i] * x[:, j] for i, j in pairs], axis=1)]
        )
        unit = np.zeros(design.shape[1])
        unit[1 + n + pairs.index((2, 0))] = 1
        in_span = [
            np.linalg.matrix_rank(np.vstack([design[:m], unit]))
            == np.linalg.matrix_rank(design[:m])
            for m in range(1, 61)
        ]
        assert checks.fewest_samples(x, y, chosen) == in_span.index(True) + 1


def test_error_by_parseval_is_the_error_over_the_cube():
    rng = np.random.default_rng(6)
    x = 1 - 2 * rng.integers(0, 2, size=(12, 4), dtype=np.int8)
    chosen = np.array([1, 3])
    y = x[:, chosen].prod(axis=1).astype(float)
    cube = points(4)
    for degree in (1, 2):
        model, error = checks.fit_parity(x, y, degree, chosen)
        by_hand = np.mean((model.predict(cube) - cube[:, chosen].prod(axis=1)) ** 2)
        assert error == pytest.approx(by_hand, abs=1e-9)


def test_no_network_of_scale_0_is_a_constant_junta_on_more_bits():
    records = checks.measure_all_tables(**ALL).records
    failing = [r for r in records if (r.claim, r.statement) == ("theorem-13", "printed")]
    assert [r.instance["n"] for r in failing if not r.holds] == [1, 2]


def test_exponents_on_the_class_of_theorem_13():
    records = [r for r in checks.measure_all_tables(**ALL).records if r.claim == "intro-optimal"]
    failing = [r for r in records if r.statement == "printed-exponent" and not r.holds]
    assert failing
    assert all(r.instance["log2ns"] > 2 * r.instance["p"] for r in failing)
    for n, p in ((1, 1), (9, 4), (64, 6)):  # C = √(np) + p
        assert ((n * p) ** 0.5 + p) ** 2 <= checks.supremum_squared(n, p) <= 4 * n * n
