"""Planted targets: sizes, sparsity and values, by enumeration of the cube."""

import numpy as np
import pytest

from awasthi2024.shared.distributions import uniform
from awasthi2024.shared.targets import NAMES, planted, sized_target
from sparseact.cube import points
from sparseact.randomness import generator


@pytest.mark.parametrize("name", ["tree", "junta", "forest", "appendix_a"])
@pytest.mark.parametrize("s", [4, 8, 16, 32])
def test_size_and_sparsity_on_the_whole_cube(name, s):
    network, k = planted(name, 9, s, generator(s, name))
    assert (network.n, network.s) == (9, s)
    assert network.is_exact()
    assert network.max_active() == (k, k)
    assert k == (1 if name != "forest" else {4: 2, 8: 2, 16: 4, 32: 4}[s])
    values = network.values()
    assert values.std() > 0
    assert np.abs(values).max() <= 10


@pytest.mark.parametrize("name", ["tree", "junta"])
def test_values_are_signs(name):
    assert set(planted(name, 6, 8, generator(5, name))[0].values()) == {-1.0, 1.0}


def test_junta_reads_log_s_coordinates():
    network, _ = planted("junta", 9, 8, generator(7, "junta"))
    assert (np.abs(network.w).sum(axis=0) > 0).sum() == 3


def test_forest_is_a_sum_of_trees_one_active_leaf_each():
    network, k = planted("forest", 8, 16, generator(7, "forest"))
    active = network.active(points(8)).reshape(-1, k, 16 // k)
    assert np.all(active.sum(axis=2) == 1)


def test_appendix_a_is_addressed():
    network, _ = planted("appendix_a", 8, 4, generator(7, "a"))
    x = points(8)
    address = (x[:, :2] == 1) @ np.array([1, 2])
    inner = (x[:, 2:] @ network.w[:, 2:].T)[np.arange(len(x)), address]
    np.testing.assert_array_equal(network.values(), np.maximum(inner, 0))
    assert np.allclose(network.w[:, 2:] * 32, np.rint(network.w[:, 2:] * 32))


@pytest.mark.parametrize("name", NAMES)
def test_no_target_is_constant(name):
    for seed in range(20):
        network, _ = (
            planted(name, 16, 2, generator(seed, "t"))
            if name != "forest"
            else planted(name, 16, 4, generator(seed, "t"))
        )
        x = uniform(400, 16, generator(seed, "x"))
        assert network(x).std() > 0.1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tree", 3, 8), "n=3; s=8 neurons need n of at least 4"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        planted(*arguments, generator(1, "t"))


@pytest.mark.parametrize(
    ("name", "s", "k", "message"),
    [
        ("forest", 6, 2, "power of two"),
        ("dense", 4, 2, "k = s"),
    ],
)
def test_sized_targets_that_do_not_exist(name, s, k, message):
    with pytest.raises(ValueError, match=message):
        sized_target(name, 4, s, k, np.random.default_rng(1))


def test_sized_targets():
    dense = sized_target("dense", 5, 3, 3, np.random.default_rng(1))
    assert (dense.n, dense.s) == (5, 3)
    assert dense.is_exact()
    trees = sized_target("forest", 6, 6, 3, np.random.default_rng(1))
    assert (trees.n, trees.s, trees.max_active()) == (6, 6, (3, 3))
