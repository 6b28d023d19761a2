"""The search for large coefficients, against coefficients by direct sums."""

import itertools
from math import prod

import numpy as np
import pytest

from awasthi2024.outside_claims.checks.goldreich_levin import (
    as_points,
    estimated_coefficients,
    large_coefficients,
)
from sparseact import bounds
from sparseact.randomness import generator


def mask(subset):
    return sum(1 << i for i in subset)


def coefficient(f, n, subset):
    points = itertools.product((1, -1), repeat=n)
    return sum(f(np.array([x]))[0] * prod(x[i] for i in subset) for x in points) / 2**n


def real(x):
    """Two large coefficients and a small one, of a function that is not of values ±1."""
    x = np.asarray(x, dtype=float)
    return 1.5 * x[:, 0] * x[:, 3] - x[:, 1] + 0.25 * x[:, 0] * x[:, 1] * x[:, 2]


def test_points_are_numbered_as_on_the_cube():
    assert as_points(np.array([0, 1, 6]), 3).tolist() == [[1, 1, 1], [-1, 1, 1], [1, -1, -1]]


def test_the_large_coefficients_of_a_real_function():
    size = 2.75
    assert coefficient(real, 4, (0, 3)) == 1.5
    samples = bounds.search_samples(4, 1.0, size, 0.01)
    search = large_coefficients(real, 4, 1.0, samples, generator(1, "search"))
    assert search.masks == [mask([1]), mask([0, 3])]
    assert search.queries == 2 * 4 * samples
    assert search.most_followed == 2
    means = estimated_coefficients(real, 4, search.masks, 20000, generator(2, "search"))
    np.testing.assert_allclose(means, [-1, 1.5], atol=0.1)


def test_a_lower_threshold_finds_the_small_one_too():
    search = large_coefficients(real, 4, 0.25, 400_000, generator(3, "search"))
    assert search.masks == [mask([1]), mask([0, 1, 2]), mask([0, 3])]


def test_constants_and_nothing():
    rng = generator(4, "search")
    assert large_coefficients(lambda x: np.ones(len(x)), 3, 1, 10, rng).masks == [0]
    nothing = large_coefficients(lambda x: np.zeros(len(x)), 3, 1, 10, rng)
    assert nothing.masks == []
    assert nothing.queries == 20  # it stops at the first coordinate


@pytest.mark.parametrize(
    ("arguments", "said"),
    [((63, 1, 1), "1 to 62"), ((0, 1, 1), "1 to 62"), ((3, 0, 1), "positive"),
     ((3, 1, 0), "positive")],
)  # fmt: skip
def test_refusals(arguments, said):
    with pytest.raises(ValueError, match=said):
        large_coefficients(real, *arguments, generator(0, "search"))


def test_sample_sizes_by_hand():
    # L = 8·10·4/1 = 320; (128/9)·16·ln 3200
    assert bounds.search_tests(10, 1, 2) == 320
    assert bounds.search_samples(10, 1, 2, 0.1) == 1837
    # 8·4·ln(8·4/0.1)
    assert bounds.coefficient_samples(1, 2, 1, 0.1) == 185
