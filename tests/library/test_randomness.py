"""Generators depend on the seed and the name alone."""

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


def test_nearly_normal_returns_draws_of_mean_0_and_variance_1():
    drawn = nearly_normal(generator(1, "normal"), (200, 500))
    assert drawn.shape == (200, 500)
    assert abs(drawn.mean()) < 0.02
    assert abs(drawn.var() - 1) < 0.02
    assert np.abs(drawn).max() < 6


def interval(rng):
    found = rademacher_interval(np.arange(3.0)[:, None], s=2, k=1, W=1, B=1, signs=2, rng=rng)
    return np.array([found.lower, found.upper])


@pytest.mark.parametrize("draw", [lambda rng: nearly_normal(rng, (20,)), interval])
def test_draws_take_every_source_of_randomness(draw):
    assert_takes_every_source_of_randomness(draw)
