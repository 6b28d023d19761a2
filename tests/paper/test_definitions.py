"""The family of definitions: its measurements against other routes, and its page's parts."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from in_fractions import counts, exact
from test_network_families import SMALL

from awasthi2024.definitions import checks as definitions
from awasthi2024.shared.network_families import network_family
from sparseact import constructions
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@pytest.mark.parametrize("family", ["junta", "forest", "appendix_a", "random", "extremal"])
def test_tables_hold_what_brute_force_finds(family):
    """Means and scales from fractions, point by point."""
    networks = network_family(family).generate(seed=7, **SMALL[family])
    table = definitions.measure_sparsity(
        networks=networks, integers_up_to=7, programme_up_to=5
    ).table.set_index("name")
    assert len(table) == len(networks)
    for instance in networks:
        net = instance.network
        w, b = exact(net.w), exact(net.b)
        active = counts(net.w, net.b, list(product((1, -1), repeat=net.n)))
        row = table.loc[instance.name]
        assert row["largest_active"] == max(active)
        assert row["mean_active"] == sum(active) / 2**net.n
        assert row["mean_square_active"] == sum(r * r for r in active) / 2**net.n
        u2 = max(Fraction(v) ** 2 for v in net.u.tolist())
        assert Fraction(row["W_squared"]) == u2 * max(sum(v * v for v in row_) for row_ in w)
        assert Fraction(row["B_squared"]) == u2 * max(v * v for v in b)


def test_dead_neurons():
    net = SparseReLUNetwork([[1, 1], [1, -1], [0, 0]], [2, 1.5, -1], [1, 1, 1])
    assert definitions.dead_neurons(net) == 1  # the first only reaches 0


def test_signs_of_preactivations():
    net = SparseReLUNetwork([[0.5, 0.25]], [0.25], [1])
    x = np.array([[1, 1], [1, -1], [-1, 1]])
    assert definitions.preactivations(net, x).ravel().tolist() == [1, 0, -1]
    fine = SparseReLUNetwork([[1, 2.0**-62]], [0], [1])
    with pytest.raises(ValueError, match="too many bits"):
        definitions.preactivations(fine, x)


@pytest.mark.parametrize("q", [1, 2, 4, 5, 16, 17, 64])
def test_the_stated_scale_of_appendix_a(q):
    """ω is the greatest power of ½ with qω² ≤ 1, so that ‖w_α‖₂ ≤ 1."""
    instance = network_family("appendix_a").generate(
        seed=1, address_bits=[2], data_bits=[q], factors=[2]
    )[0]
    W2, B2 = network_family("appendix_a").scale_squared(instance.parameters)
    omega = 2.0 ** -math.ceil(math.log2(q) / 2)
    assert q * omega**2 <= 1 < 4 * q * omega**2 or q == 1
    assert Fraction(W2) == 2 * Fraction(q * omega) ** 2 + q * Fraction(omega) ** 2
    assert instance.network.scale_squared == (W2, B2)


def test_rescaling_keeps_values_and_activity():
    rng = generator(3, "test")
    net = constructions.random_network(6, 8, 2, 1.0, 1.0, rng)
    other = definitions.rescale(net, 2.0 ** rng.integers(-6, 7, size=8))
    assert np.array_equal(net.values(), other.values())
    assert np.array_equal(net.active_counts(), other.active_counts())
    assert definitions.least_scale_squared(net) == definitions.least_scale_squared(other)


def test_the_least_scale_is_reached_when_all_u_are_1():
    rng = generator(4, "test")
    net = constructions.random_network(5, 6, 2, 1.0, 1.0, rng)
    dyadic = SparseReLUNetwork(net.w, net.b, np.sign(net.u) * 2.0 ** rng.integers(-3, 4, size=6))
    normal = definitions.rescale(dyadic, np.abs(dyadic.u))
    assert np.abs(normal.u).tolist() == [1.0] * 6
    assert normal.scale_squared == definitions.least_scale_squared(dyadic)
    assert dyadic.scale_squared[0] > normal.scale_squared[0]


def test_the_sparsity_of_wide_constructions_is_found():
    wide = [
        {"construction": "forest", "k": 2, "depth": 4, "n": 40},
        {"construction": "index", "k": 1, "b": 5},
        {"construction": "appendix_a", "k": 1, "b": 2, "q": 30},
    ]
    table = definitions.measure_representations(seed=1, supports=[], wide=wide, rescaled=[]).table
    assert (table["lower"] == table["upper"]).all()


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_sensitivities_by_brute_force(n):
    f = generator(5, "test", n).integers(-4, 5, 2**n)
    flips = [[int(f[t] - f[t ^ 1 << i]) for i in range(n)] for t in range(2**n)]
    assert definitions.squared_differences(f).tolist() == [sum(d * d for d in row) for row in flips]
    assert definitions.sensitive_coordinates(f).tolist() == [
        sum(d != 0 for d in row) for row in flips
    ]


def test_all_functions_are_all_there_are():
    f = definitions.all_functions(2)
    assert len({tuple(row) for row in f.tolist()}) == f.shape[0] == 16


def test_spectral_sensitivity_of_characters():
    """χ_T has |T| sensitive coordinates at every point."""
    n = 4
    masks = np.arange(2**n)
    characters = 1 - 2 * (np.bitwise_count(masks[:, None] & masks).astype(int) % 2)
    assert definitions.spectral_sensitivity(characters).tolist() == [
        4**n * int(mask).bit_count() for mask in masks
    ]


def test_sensitivity():
    measurement = definitions.measure_sensitivity(
        seed=1, exhaustive=3, dimensions=[5, 9], repeats=2
    )
    table = measurement.table
    # Constants have sensitivity 0; ±x_i are the functions of sensitivity 1 everywhere.
    for n in (1, 2, 3):
        functions = table[table["n"] == n].set_index("largest_sensitivity")["functions"]
        assert functions.sum() == 2**2**n
        assert functions[0] == 2
        assert functions[1] == 2 * n
