"""Generators depend on the seed and the name alone; nearly normal draws are sums."""

from fractions import Fraction

import numpy as np
import pytest
from number_types import assert_takes_every_source_of_randomness

from sparseact.rademacher import rademacher_interval
from sparseact.randomness import generator, nearly_normal


def test_streams_belong_to_names():
    first = generator(1, "juntas", 3).integers(2**62, size=4).tolist()
    generator(1, "other").random()
    assert first == generator(1, "juntas", 3).integers(2**62, size=4).tolist()
    for other in [(2, "juntas", 3), (1, "juntas", 4), (1, "juntas3")]:
        assert first != generator(*other).integers(2**62, size=4).tolist()


@pytest.mark.parametrize("size", [(5,), (3, 4), (0,), (2, 1, 3)])
def test_a_nearly_normal_draw_is_twelve_uniform_ones_added_in_order(size):
    drawn = nearly_normal(generator(1, "normal"), size)
    uniform = generator(1, "normal").random((12, *size))
    assert drawn.shape == size
    for place in np.ndindex(*size):
        total = -6.0
        for value in uniform[(slice(None), *place)].tolist():
            total = float(Fraction(total) + Fraction(value))
        assert drawn[place] == total


def interval(rng):
    found = rademacher_interval(np.arange(3.0)[:, None], s=2, k=1, W=1, B=1, signs=2, rng=rng)
    return np.array([found.lower, found.upper])


@pytest.mark.parametrize("draw", [lambda rng: nearly_normal(rng, (20,)), interval])
def test_draws_take_every_source_of_randomness(draw):
    assert_takes_every_source_of_randomness(draw)
