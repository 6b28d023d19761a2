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
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@pytest.mark.parametrize("family", ["junta", "forest", "appendix_a", "random", "extremal"])
def test_tables_hold_what_brute_force_finds(family):
    """Means and scales from fractions, point by point."""
    networks = network_family(family).generate(seed=7, **SMALL[family])
    table = definitions.sparsity(networks=networks, integers_up_to=7).table.set_index("name")
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


def test_sensitivity():
    measurement = definitions.sensitivity(seed=1, exhaustive=3, dimensions=[5, 9], repeats=2)
    table = measurement.table
    # Constants have sensitivity 0; ±x_i are the functions of sensitivity 1 everywhere.
    for n in (1, 2, 3):
        functions = table[table["n"] == n].set_index("largest_sensitivity")["functions"]
        assert functions.sum() == 2**2**n
        assert functions[0] == 2
        assert functions[1] == 2 * n
