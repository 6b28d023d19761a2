"""Distributions over the cube: moments against their definitions, by large samples."""

import numpy as np
import pytest

from awasthi2024.shared.distributions import markov, uniform
from sparseact.randomness import generator

MANY = 40_000


@pytest.mark.parametrize("rho", [-1.0, -0.4, 0.0, 0.5, 1.0, None])
def test_draws_return_signs_with_the_moments_of_the_distribution(rho):
    def draw(seed):
        rng = generator(seed, "x")
        return uniform(MANY, 6, rng) if rho is None else markov(MANY, 6, rho, rng)

    x = draw(3)
    assert x.dtype == np.int8
    assert set(np.unique(x)) == {-1, 1}
    np.testing.assert_array_equal(x, draw(3))
    assert not np.array_equal(x, draw(4))
    apart = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    far = 6 / np.sqrt(MANY)  # six standard deviations of a mean of ±1
    assert np.abs(x.mean(axis=0)).max() < far
    assert np.abs(x.astype(float).T @ x / MANY - np.float64(rho or 0) ** apart).max() < far
