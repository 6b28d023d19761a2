"""Constructions against what they should compute, by another route."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_fractions import counts as exact_counts
from in_fractions import values as exact_values

from awasthi2024 import constructions
from sparseact.cube import MemoryBoundError, points


def rng(seed=0):
    return np.random.default_rng(seed)


@given(st.integers(0, 4), st.data())
@settings(max_examples=40)
def test_junta_returns_the_function_by_brute_force(p, data):
    n = data.draw(st.integers(max(p, 1), 6))
    variables = data.draw(st.permutations(range(n)))[:p]
    table = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=2**p, max_size=2**p))
    network = constructions.junta(table, variables, n)
    x = points(network.n)
    values, counts = exact_values(network, x), exact_counts(network.w, network.b, x)
    for x, value in zip(points(n), values, strict=True):
        assert value == table[sum(2**i for i, v in enumerate(variables) if x[v] == -1)]
    assert counts == [1] * 2**n
    assert network.scale_squared == (p, (p - 1) ** 2)


@pytest.mark.parametrize("b", range(4))
def test_index_function_returns_its_definition(b):
    network = constructions.index_function(b)
    assert (network.n, network.s) == (b + 2**b, 2**b)
    for x, value in zip(points(network.n), network.values(), strict=True):
        address = sum(2**i for i in range(b) if x[i] == 1)
        assert value == (1 if x[b + address] == 1 else 0)
    assert network.max_active() == (1, 1)


@pytest.mark.parametrize(("b", "q", "gamma"), [(0, 1, 0), (1, 3, 5), (2, 2, 0.75), (3, 2, 6)])
def test_appendix_a_returns_its_formula(b, q, gamma):
    weights, z = rng(4).integers(-3, 4, size=(2**b, q)), points(b + q).astype(float)
    expected = np.zeros(2 ** (b + q))
    for address, alpha in enumerate(product([-1, 1], repeat=b)):
        alpha = np.array(alpha[::-1])  # bit 0 of the address is the first coordinate
        expected += np.maximum(0, z[:, b:] @ weights[address] + gamma * (z[:, :b] @ alpha - b))
    assert np.array_equal(constructions.appendix_a(weights, gamma).values(), expected)


@pytest.mark.parametrize(("trees", "depth", "n"), [(1, 0, 1), (1, 3, 3), (3, 2, 5), (2, 4, 6)])
def test_forest_returns_a_sum_of_trees(trees, depth, n):
    network = constructions.forest(trees, depth, n, rng(7))
    x = points(network.n)
    values, counts = exact_values(network, x), exact_counts(network.w, network.b, x)
    assert counts == [trees] * 2**n  # the leaves of each tree part the cube
    assert set(values) <= set(range(-trees, trees + 1, 2))
    assert np.all(np.abs(network.w).sum(axis=1) == depth)  # distinct coordinates on a path
    assert network.s == trees * 2**depth


@pytest.mark.parametrize(("s", "k"), [(1, 1), (2, 1), (3, 1), (3, 2), (4, 4), (5, 3), (9, 2)])
@pytest.mark.parametrize("n", [1, 3])
def test_two_sided_returns_the_steepest_step(s, k, n):
    network = constructions.two_sided(s, k, n)
    x = points(network.n)
    values, counts = exact_values(network, x), exact_counts(network.w, network.b, x)
    ends = {(int(x[0]), value) for x, value in zip(points(n), values, strict=True)}
    assert len(ends) == 2
    assert dict(ends)[1] - dict(ends)[-1] == 2 * min(2 * k, s)
    assert max(counts) <= k
    assert (network.n, network.s, network.scale_squared) == (n, s, (1, 1))


@pytest.mark.parametrize("p", [1, 2, 3, 4])
@pytest.mark.parametrize(("delta", "copies", "extra"), [(0, 1, 0), (0.5, 2, 1), (1, 3, 0)])
def test_extremal_returns_a_multiple_of_a_parity(p, delta, copies, extra):
    network = constructions.extremal(p, delta, copies, p + extra)
    x = points(p + extra).astype(int)
    assert np.array_equal(network.values(), copies * (2 - delta) * x[:, :p].prod(axis=1))
    assert network.max_active() == (copies, copies)
    assert network.scale_squared == (p, Fraction(p - 2 + delta) ** 2)


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=7), st.integers(-60, 60))
@settings(max_examples=200)
def test_halfspace_returns_the_indicator(w, b):
    network = constructions.halfspace(w, b)
    sums = [sum(a * c for a, c in zip(w, x, strict=True)) for x in points(len(w)).tolist()]
    assert network.values().tolist() == [v <= b for v in sums]
    assert network.is_exact()


@pytest.mark.parametrize("n", range(1, 9))
def test_dense_parity_returns_the_parity(n):
    network = constructions.dense_parity(n)
    assert network.s == n
    assert network.values().tolist() == [t.bit_count() % 2 for t in range(2**n)]
    assert network.max_active() == (n, n)


@pytest.mark.parametrize(
    "construct",
    [
        lambda: constructions.index_function(14),
        lambda: constructions.dense_parity(10**6),
        lambda: constructions.two_sided(2, 1, 10**10),
        lambda: constructions.extremal(2, n=10**10),
        lambda: constructions.junta([1, -1], [0], 10**10),
        lambda: constructions.forest(1, 2, 10**10, 0),
        lambda: constructions.random_network(10**10, 1, 1, 1.0, 1.0, 0),
        lambda: constructions.random_network(1, 10**10, 1, 1.0, 1.0, 0),
    ],
)
def test_constructions_reject_networks_that_would_not_fit(construct):
    with pytest.raises(MemoryBoundError, match=r"[a-z_]+: s·n must be at most 134217728 weights"):
        construct()


@given(
    st.integers(1, 8),
    st.integers(1, 24),
    st.data(),
    st.sampled_from([0, 0.25, 1, math.sqrt(3)]),
    st.sampled_from([0, 0.5, 3]),
    st.integers(0, 10),
)
@settings(max_examples=80)
def test_random_network_returns_a_member(n, s, data, W, B, seed):
    k = data.draw(st.integers(1, s))
    network = constructions.random_network(n, s, k, W, B, rng(seed))
    assert (network.n, network.s) == (n, s)
    assert network.active(points(n)).sum(axis=1).max() <= k
    W2, B2 = network.scale_squared
    assert Fraction(W) ** 2 >= W2
    assert Fraction(B) ** 2 >= B2
    assert network.is_exact()


def test_random_network_returns_neurons_that_are_all_active():
    network = constructions.random_network(10, 16, 2, 1, 1, rng(5))
    W2, B2 = network.scale_squared
    assert max(W2, B2) > Fraction(9, 10)
    active = network.active(points(10))
    assert np.all(active.any(axis=0))  # no neuron is dead
    assert active.sum(axis=1).max() == 2
    assert np.count_nonzero(network.w, axis=1).max() > 4  # not just a tree's leaf


def test_random_network_returns_a_sparse_network_of_40_inputs():
    network = constructions.random_network(40, 12, 1, 1, 2, rng(6))
    sample = rng(7).choice(np.array([-1, 1], dtype=np.int8), size=(2000, 40))
    assert network.active(sample).sum(axis=1).max() == 1


@pytest.mark.parametrize(
    ("construct", "arguments", "message"),
    [
        (constructions.junta, ([1, -1, 1], [0], 2), "must have shape"),
        (constructions.junta, ([1, 0], [0], 2), "other than"),
        (constructions.junta, ([1, -1], [2], 2), "not distinct coordinates in 0..1"),
        (constructions.appendix_a, ([[1.0], [1], [1]], 1), r"shape \(2\*\*b, q\)"),
        (constructions.appendix_a, (np.zeros((2, 0)), 1), "shape"),
        (constructions.forest, (1, 3, 2, 0), "depth=3 is above n=2"),
        (constructions.two_sided, (2, 3), "two_sided: .*k=3"),
        (constructions.extremal, (2, 1.5), "delta must lie in .*, got 1.5"),
        (constructions.extremal, (3, 0, 1, 2), "n=2 is below p=3"),
        (constructions.halfspace, ([1, 0.5], 0), "a weight must be an integer"),
        (constructions.halfspace, ([2**49, 2**49], 1), "at most 2.50"),
        (constructions.dense_parity, (3, []), r"variables must be distinct in 0..2, got \[\]"),
        (constructions.random_network, (2, 3, 4, 1, 1, 0), "k=4 is above s=3"),
        (constructions.random_network, (2, 3, 1, 1, math.nan, 0), "B must be .* got nan"),
    ],
)
def test_constructions_reject_arguments_outside_their_range(construct, arguments, message):
    with pytest.raises(ValueError, match=message):
        construct(*arguments)
