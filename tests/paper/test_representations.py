"""The checks of Index, dense parities and Appendix A, against other routes."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from awasthi2024 import constructions
from awasthi2024.bounds import appendices
from awasthi2024.representations import checks
from awasthi2024.shared.network_families import network_family
from sparseact.cube import points


@pytest.mark.parametrize("b", range(4))
def test_index_values_by_the_definition(b):
    for x, value in zip(points(b + 2**b).tolist(), checks.index_values(b), strict=True):
        address = sum(2**i for i in range(b) if x[i] == 1)
        assert value == (x[b + address] + 1) // 2


def test_addressed_relu_by_the_definition():
    weights = np.random.default_rng(0).integers(-3, 4, size=(4, 3)).astype(float)
    values = checks._addressed_relu(weights)
    for z, value in zip(points(5).astype(float), values, strict=True):
        address = sum(2**i for i in range(2) if z[i] == 1)
        assert value == max(0.0, weights[address] @ z[2:])


# --------------------------------------------------------- intro-contrast


@pytest.mark.parametrize("m", range(1, 8))
def test_even_parity_returns_1_where_the_product_is_positive(m):
    chosen = np.arange(m)[::-1] + 1
    network = checks._even_parity_on(chosen, m + 1)
    assert network.s == m
    assert network.values().tolist() == (points(m + 1)[:, chosen].prod(axis=1) > 0).tolist()


def test_no_network_of_m_neurons_is_nearer_to_parity_than_zero():
    assert checks.distance_to_parity(1, 1) == (1, 1)
    assert checks.distance_to_parity(2, 2) == (1, 1)


def test_one_neuron_more_reaches_the_parity():
    assert checks.distance_to_parity(1, 2) == (0, 1)


def test_a_distance_that_nothing_certifies_is_left_open(monkeypatch):
    monkeypatch.setattr(checks, "_certified_distance", lambda *_: Fraction(0))
    records = checks.contrast(
        seed=0, dimensions=[1], exhaustive=[1, 2], address_bits=[0], variables=[0]
    ).records
    found = [(r.method, r.holds) for r in records if r.statement == "signed-printed"]
    # One neuron needs no linear programme: its sign decides.
    assert found == [("exact", False), ("certified", None)]


def test_a_pattern_of_active_sets_is_optimised():
    # One neuron, active on both points, u > 0: nearest to x under pre-activations ≥ 0.
    both = np.array([[True, True]])
    bound = checks._certified_distance(
        points(1).astype(int), np.array([1, -1]), np.array([1]), both
    )
    assert bound == 1
    # Against the function 2 + x it is exact.
    bound = checks._certified_distance(points(1).astype(int), np.array([3, 1]), np.array([1]), both)
    assert bound == 0


def test_distance_refuses_what_would_never_end():
    with pytest.raises(ValueError, match="too many"):
        checks.distance_to_parity(3, 3)


def test_the_contrast_counts_what_a_dropped_neuron_changes():
    table = checks.contrast(
        seed=0, dimensions=[1, 4], exhaustive=[1], address_bits=[0, 2], variables=[0, 2]
    ).table
    dropped = table[table["what"] == "dropping"]
    assert dropped["changed"].tolist() == [1, 8, 2, 2, 2, 2]  # 2^(n-b-1), then 2^(n-p)


# ------------------------------------------------------------------ app-A


def test_appendix_a_table_by_brute_force():
    networks = network_family("average_case").generate(
        seed=0, address_bits=[2], data_bits=[4], factors=[0.25]
    )
    row = checks.appendix_a(networks=networks).table.iloc[0]
    network = networks[0].network
    x = points(6).astype(float)
    z = x @ network.w.T - network.b
    h = np.maximum(z, 0) @ network.u
    flips = [
        (h[t] - h[t ^ (1 << i)]) ** 2 / 4 for t in range(64) for i in range(6)
    ]  # dyadic, so exact
    assert row["average_sensitivity"] == sum(flips) / 64
    assert row["mean_square_active"] == np.mean((z > 0).sum(axis=1) ** 2)
    assert row["not_1_sparse"] == np.mean((z > 0).sum(axis=1) > 1)


def test_larger_gamma_is_the_least_sixteenth():
    for b, root, power in ((1, 1, 1), (6, 2, 1), (9, 2, 2)):
        gamma = checks.larger_gamma(2**b, root, power)
        least = (0.5 * (1 + power * (1 + root)) * b * np.log(2)) ** 0.5
        assert least <= gamma < least + 1 / 16
        assert (16 * gamma).denominator == 1


def test_thresholds_fail_for_weights_of_larger_norm():
    measurement = checks.threshold(seed=0, address_bits=[1, 2], roots=[1, 2, 3], data_bits=[4, 64])
    failing = [r for r in measurement.records if r.statement == "printed" and not r.holds]
    assert min(r.instance["n"] for r in failing) == 2
    # With weights of norm at most 1 the sentence is true.
    assert "norm at most 1" not in {r.instance["weights"] for r in failing}


@pytest.mark.parametrize(("b", "q"), [(1, 1), (1, 4), (2, 4), (1, 9), (3, 9)])
def test_tied_probability_by_enumeration(b, q):
    root = math.isqrt(q)
    for gamma in (Fraction(1, 4), Fraction(7, 8), Fraction(3, 2)):
        # Scaled by √q, which moves no sign, so that the weights are dyadic.
        network = constructions.appendix_a(np.ones((2**b, q)), float(gamma * root))
        counts = network.active_counts()
        assert checks.tied_probability(q, gamma) == Fraction(int((counts > 1).sum()), len(counts))


def test_tied_probability_refuses():
    with pytest.raises(ValueError, match="is not a square"):
        checks.tied_probability(5, Fraction(1))


def test_union_bound_dominates_the_exact_union_of_tails():
    # For w = ±1/√q the tail of each neuron is binomial.
    for q, b, gamma in product([4, 16], [1, 3], [0.5, 1.0]):
        root = math.isqrt(q)
        exact = sum(
            math.comb(b, t)
            * sum(math.comb(q, j) for j in range(q + 1) if q - 2 * j > 2 * gamma * t * root)
            / 2**q
            for t in range(1, b + 1)
        )
        assert exact <= appendices.appendix_a_union(b, gamma)
    assert appendices.appendix_a_union(0, 1.0) == 0


def test_dyadic_gamma_is_the_least_multiple_above_the_root():
    for s in (1, 2, 16, 256):
        gamma = checks.dyadic_gamma(s)
        assert gamma >= math.sqrt(math.log(s)) > gamma - Fraction(1, 16)
        assert (gamma * 16).denominator == 1


def test_table_of_probabilities():
    measurement = checks.probability(
        seed=0,
        enumerated=[[1, 4], [2, 1]],
        gammas=[0.25, 1.0],
    )
    table = measurement.table
    weights = checks._unit_rows(0, 1, 4)
    z = points(5).astype(float)
    x, y = z[:, :1], z[:, 1:]
    own = np.where(x[:, 0] == 1, 1, 0)
    g = y @ weights.T
    active = g > 2 * 0.25 * (np.arange(2)[None] != own[:, None])
    expected = np.mean(active.sum(axis=1) > 1)
    row = table[(table["b"] == 1) & (table["gamma"] == 0.25)].iloc[0]
    assert row["several"] == expected


def test_rows_that_are_not_dyadic_are_refused():
    with pytest.raises(ValueError, match="is not a power of 4"):
        checks.probability(seed=0, enumerated=[[1, 9]], gammas=[1.0])
