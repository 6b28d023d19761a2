"""Constructions and distributions with integers, floats and seeds of every type."""

import numpy as np
import pytest
from number_types import FLOATS, INTEGERS, assert_takes_every_source_of_randomness, plain

from awasthi2024 import constructions
from awasthi2024.constructions import decision_tree, forest, random_network
from awasthi2024.constructions.rectangles import Rectangles, build_network
from awasthi2024.shared import distributions

WITH_INTEGERS = {
    "extremal": lambda i: constructions.extremal(i(3), copies=i(100), n=i(100)),
    "two_sided": lambda i: constructions.two_sided(i(120), i(100), i(3)),
    "junta": lambda i: constructions.junta([1, -1, -1, 1], [i(0), i(100)], i(120)),
    "index_function": lambda i: constructions.index_function(i(7)),
    "forest": lambda i: constructions.forest(i(20), i(4), i(100), rng=0),
    "decision_tree": lambda i: constructions.decision_tree(i(5), i(100), rng=1),
    "dense_parity": lambda i: constructions.dense_parity(i(20)),
    "random_network": lambda i: constructions.random_network(i(5), i(6), i(2), i(1), i(1), rng=3),
    "halfspace": lambda i: constructions.halfspace([i(100), i(100), i(50)], i(100)),
    "appendix_a": lambda i: constructions.appendix_a([[i(1), i(2)], [i(3), i(4)]], i(100)),
    "lifted_parity": lambda i: constructions.lifted_parity([i(0), i(15)], i(16)),
    "lwr": lambda i: constructions.lwr(np.array([3, 100], dtype=i), i(101), i(7)),
    "lwr_lift": lambda i: constructions.lwr_lift(np.array([[3, 100]], dtype=i), i(101)),
}
WITH_FLOATS = [
    lambda f: constructions.extremal(2, delta=f(0.5)),
    lambda f: constructions.random_network(5, 6, 2, f(1.5), f(0.5), rng=3),
    lambda f: constructions.halfspace([f(1.5), f(0.5)], f(0.5)),
    lambda f: constructions.appendix_a([[f(1.5)], [f(0.5)]], f(2)),
]


@pytest.mark.parametrize("kind", INTEGERS)
@pytest.mark.parametrize("name", WITH_INTEGERS)
def test_constructions_return_the_same_for_integers_of_every_type(name, kind):
    with np.errstate(over="raise", invalid="raise"):
        assert plain(WITH_INTEGERS[name](kind)) == plain(WITH_INTEGERS[name](int))


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("make", WITH_FLOATS)
def test_constructions_return_the_same_for_floats_of_every_type(make, kind):
    assert plain(make(kind)) == plain(make(float))


def test_halfspace_rejects_a_masked_array():
    with pytest.raises(ValueError, match="must not be a masked array"):
        constructions.halfspace(np.ma.array([1.0, -1.0], mask=[False, True]), 1)


SIGNS = np.array([[1, -1, 1], [1, 1, -1], [-1, 1, 1], [1, -1, -1]])
SIZES = Rectangles(n=4, N=3, h=2, a=1, b=2)

#: Everything public that takes a source of randomness.
DRAWS = {
    "decision_tree": lambda rng: decision_tree(2, 4, rng).w,
    "forest": lambda rng: forest(2, 2, 5, rng).w,
    "random_network": lambda rng: random_network(4, 4, 1, 1.0, 1.0, rng).w,
    "uniform points": lambda rng: distributions.uniform(20, 4, rng),
    "markov points": lambda rng: distributions.markov(20, 4, 0.5, rng),
    "build_network": lambda rng: build_network(SIZES, SIGNS, rng).columns,
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_draws_take_every_source_of_randomness(draw):
    assert_takes_every_source_of_randomness(draw)
