"""Generators depend on the seed and the name alone; nearly normal draws are sums."""

from fractions import Fraction

import numpy as np
import pytest

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


#: Everything public, outside the learners, that takes a source of randomness.
DRAWS = {
    "nearly_normal": lambda rng: nearly_normal(rng, (20,)),
    "rademacher_interval": interval,
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_a_seed_none_or_a_generator_is_taken(draw):
    expected = draw(np.random.default_rng(7))
    for seed in (7, np.int64(7), np.random.SeedSequence(7)):
        np.testing.assert_array_equal(draw(seed), expected)
    assert draw(None).shape == expected.shape


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_a_generator_goes_on_where_it_is(draw):
    rng = np.random.default_rng(7)
    draw(rng)
    assert rng.bit_generator.state != np.random.default_rng(7).bit_generator.state


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
@pytest.mark.parametrize("rng", [-1, 0.5, "seven"])
def test_anything_else_is_one_sentence(draw, rng):
    with pytest.raises(ValueError, match="rng must be a seed of at least 0, None or a numpy"):
        draw(rng)
