"""Constructions and distributions with integers and seeds of every type."""

import numpy as np
import pytest
from number_types import INTEGERS, assert_takes_every_source_of_randomness, plain

from awasthi2024 import constructions
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


@pytest.mark.parametrize("kind", INTEGERS)
@pytest.mark.parametrize("name", WITH_INTEGERS)
def test_constructions_return_the_same_for_integers_of_every_type(name, kind):
    with np.errstate(over="raise", invalid="raise"):
        assert plain(WITH_INTEGERS[name](kind)) == plain(WITH_INTEGERS[name](int))


DRAWS = {
    "forest": lambda rng: constructions.forest(2, 2, 5, rng).w,
    "random_network": lambda rng: constructions.random_network(4, 4, 1, 1.0, 1.0, rng).w,
    "uniform": lambda rng: distributions.uniform(20, 4, rng),
    "markov": lambda rng: distributions.markov(20, 4, 0.5, rng),
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_draws_take_every_source_of_randomness(draw):
    assert_takes_every_source_of_randomness(draw)
