"""The checks of the definitions, against other routes."""

from itertools import product

import numpy as np
import pytest
from in_fractions import counts
from test_network_families import SMALL

from awasthi2024.definitions import checks as definitions
from awasthi2024.shared.network_families import network_family
from sparseact.randomness import generator


@pytest.mark.parametrize("family", ["junta", "forest", "appendix_a", "random", "extremal"])
def test_sparsity_returns_counts_by_brute_force(family):
    networks = network_family(family).generate(seed=7, **SMALL[family])
    table = definitions.sparsity(networks=networks, integers_up_to=7).table.set_index("name")
    assert len(table) == len(networks)
    for instance in networks:
        net = instance.network
        active = counts(net.w, net.b, list(product((1, -1), repeat=net.n)))
        row = table.loc[instance.name]
        assert row["largest_active"] == max(active)
        assert row["mean_active"] == sum(active) / 2**net.n


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_sensitivities_return_counts_by_brute_force(n):
    f = generator(5, "test", n).integers(-4, 5, 2**n)
    flips = np.array([[f[t] - f[t ^ 1 << i] for i in range(n)] for t in range(2**n)])
    assert definitions.squared_differences(f).tolist() == (flips**2).sum(axis=1).tolist()
    assert definitions.sensitive_coordinates(f).tolist() == (flips != 0).sum(axis=1).tolist()
