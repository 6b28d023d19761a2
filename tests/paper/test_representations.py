"""The checks of Index, dense parities and Appendix A, against other routes."""

import math
from fractions import Fraction

import numpy as np
import pytest

from awasthi2024 import constructions
from awasthi2024.representations.checks import appendix_a, examples
from awasthi2024.shared.network_families import network_family
from sparseact.cube import points


@pytest.mark.parametrize("b", range(4))
def test_index_values_return_the_definition(b):
    for x, value in zip(points(b + 2**b).tolist(), examples.index_values(b), strict=True):
        address = sum(2**i for i in range(b) if x[i] == 1)
        assert value == (x[b + address] + 1) // 2


def test_addressed_relu_returns_the_definition():
    weights = np.random.default_rng(0).integers(-3, 4, size=(4, 3)).astype(float)
    values = appendix_a.addressed_relu(weights)
    for z, value in zip(points(5).astype(float), values, strict=True):
        address = sum(2**i for i in range(2) if z[i] == 1)
        assert value == max(0.0, weights[address] @ z[2:])


@pytest.mark.parametrize("m", range(1, 8))
def test_even_parity_on_returns_1_where_the_product_is_positive(m):
    chosen = np.arange(m)[::-1] + 1
    network = examples.even_parity_on(chosen, m + 1)
    assert network.s == m
    assert network.values().tolist() == (points(m + 1)[:, chosen].prod(axis=1) > 0).tolist()


def test_contrast_returns_open_where_nothing_certifies(monkeypatch):
    monkeypatch.setattr(examples, "_certified_distance", lambda *_: Fraction(0))
    given = {"dimensions": [1], "exhaustive": [1, 2], "address_bits": [0], "variables": [0]}
    records = examples.contrast(seed=0, **given).records
    found = [(r.method, r.holds) for r in records if r.statement == "signed-printed"]
    # One neuron needs no linear programme: its sign decides.
    assert found == [("exact", False), ("certified", None)]


def test_certified_distance_returns_the_least_for_a_pattern():
    both, cube = np.array([[True, True]]), points(1).astype(int)
    # One neuron, active on both points, u > 0: nearest to x and to 2 + x if it is at least 0.
    for target, least in (([1, -1], 1), ([3, 1], 0)):
        args = cube, np.array(target), np.array([1]), both
        assert examples._certified_distance(*args) == least
    assert examples.distance_below(2) == 1


def test_appendix_a_returns_rows_by_brute_force():
    networks = network_family("average_case").generate(
        seed=0, address_bits=[2], data_bits=[4], factors=[0.25]
    )
    row = appendix_a.appendix_a(networks=networks).table.iloc[0]
    network = networks[0].network
    x = points(6).astype(float)
    z = x @ network.w.T - network.b
    h = np.maximum(z, 0) @ network.u
    flips = [(h[t] - h[t ^ 1 << i]) ** 2 / 4 for t in range(64) for i in range(6)]
    assert row["average_sensitivity"] == sum(flips) / 64  # dyadic, so exact
    assert row["mean_square_active"] == np.mean((z > 0).sum(axis=1) ** 2)
    assert row["most_active"] == (z > 0).sum(axis=1).max()


@pytest.mark.parametrize("s", [1, 2, 16, 64, 512])
@pytest.mark.parametrize("factor", [1, Fraction(3, 2), Fraction(7, 2)])
def test_least_gamma_returns_the_least_sixteenth(s, factor):
    gamma = appendix_a.least_gamma(s, factor)
    assert gamma >= math.sqrt(factor * math.log(s)) > gamma - Fraction(1, 16)
    assert (gamma * 16).denominator == 1


def test_threshold_returns_failing_weights_of_larger_norm():
    given = {"address_bits": [1, 2], "roots": [1, 2, 3], "data_bits": [4, 64]}
    records = appendix_a.threshold(seed=0, **given).records
    failing = [r for r in records if r.statement == "printed" and not r.holds]
    assert min(r.instance["n"] for r in failing) == 2
    # With weights of norm at most 1 the sentence is true.
    assert "norm at most 1" not in {r.instance["weights"] for r in failing}


@pytest.mark.parametrize(("b", "q"), [(1, 1), (1, 4), (2, 4), (1, 9), (3, 9)])
def test_tied_probability_returns_the_share_of_inputs(b, q):
    root = math.isqrt(q)
    for gamma in (Fraction(1, 4), Fraction(7, 8), Fraction(3, 2)):
        # Scaled by √q, which moves no sign, so that the weights are dyadic.
        network = constructions.appendix_a(np.ones((2**b, q)), float(gamma * root))
        counts = network.active_counts()
        assert appendix_a.tied_probability(q, gamma) == Fraction(
            int((counts > 1).sum()), len(counts)
        )
