"""Distributions over the cube: moments against their definitions, by large samples."""

import numpy as np
import pytest

from awasthi2024.shared import distributions
from awasthi2024.shared.distributions import draw, markov, product
from sparseact.randomness import generator

MANY = 40_000
FAR = 6 / np.sqrt(MANY)  # six standard deviations of a mean of ±1


@pytest.mark.parametrize("name", distributions.NAMES)
def test_draws_are_signs_and_repeat(name):
    x = draw(name, 50, 9, generator(1, "x"))
    assert x.shape == (50, 9)
    assert x.dtype == np.int8
    assert set(np.unique(x)) <= {-1, 1}
    np.testing.assert_array_equal(x, draw(name, 50, 9, generator(1, "x")))
    assert not np.array_equal(x, draw(name, 50, 9, generator(2, "x")))


def test_uniform_moments():
    x = draw("uniform", MANY, 6, generator(3, "x")).astype(float)
    assert np.abs(x.mean(axis=0)).max() < FAR
    assert np.abs(x.T @ x / MANY - np.eye(6)).max() < FAR


def test_product_moments():
    mu = distributions.means("product", 6)
    assert np.abs(mu).max() <= 0.75
    x = draw("product", MANY, 6, generator(3, "x")).astype(float)
    expected = np.outer(mu, mu)
    np.fill_diagonal(expected, 1)
    assert np.abs(x.mean(axis=0) - mu).max() < FAR
    assert np.abs(x.T @ x / MANY - expected).max() < FAR


@pytest.mark.parametrize("rho", [-1.0, -0.4, 0.0, 0.5, 1.0])
def test_markov_moments(rho):
    x = markov(MANY, 6, rho, generator(3, "x")).astype(float)
    apart = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    assert np.abs(x.mean(axis=0)).max() < FAR
    assert np.abs(x.T @ x / MANY - np.float64(rho) ** apart).max() < FAR


def test_named_chain_has_correlation_one_half():
    np.testing.assert_array_equal(
        draw("markov", 20, 5, generator(4, "x")), markov(20, 5, 0.5, generator(4, "x"))
    )


def test_mixture_moments():
    mu = distributions.means("mixture", 6)
    assert mu.shape == (4, 6)
    x = draw("mixture", MANY, 6, generator(3, "x")).astype(float)
    expected = mu.T @ mu / 4
    np.fill_diagonal(expected, 1)
    assert np.abs(x.mean(axis=0) - mu.mean(axis=0)).max() < FAR
    assert np.abs(x.T @ x / MANY - expected).max() < FAR


def test_extreme_means_are_certain():
    np.testing.assert_array_equal(product(3, [1, -1], generator(1, "x")), [[1, -1]] * 3)
