"""Generators depend on the seed and the name alone; nearly normal draws are sums."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import kstest

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


def test_nearly_normal_draws_look_normal():
    drawn = nearly_normal(generator(2, "normal"), (200_000,))
    assert np.abs(drawn).max() <= 6
    # Four standard errors; the variance of a square is E z⁴ − 1 = 2.9 − 1.
    assert abs(drawn.mean()) < 4 / np.sqrt(len(drawn))
    assert abs(np.mean(drawn**2) - 1) < 4 * np.sqrt(1.9 / len(drawn))
    # The sum of twelve is within 0.0024 of the normal distribution function.
    assert kstest(drawn, "norm").statistic < 0.0024 + 2 / np.sqrt(len(drawn))
    assert kstest(drawn, "uniform", (-1, 2)).statistic > 0.1
