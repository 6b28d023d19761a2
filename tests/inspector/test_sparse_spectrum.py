"""Spectra without a table over the cube, against those from the table."""

import numpy as np
import pytest

from sparseact.inspector import measured, sparse_spectrum
from sparseact.network import SparseReLUNetwork


def drawn(n, kind):
    """Return a network of few weights: small integers, integers of 44 bits, or large floats."""
    rng = np.random.default_rng(n)
    w = rng.integers(-9, 10, (6, n)).astype(float)
    w = {"small": w / 4, "wide": w * 2.0**40 + rng.integers(0, 3, w.shape)}[kind]
    w *= rng.random(w.shape) < 0.4
    return SparseReLUNetwork(w, rng.integers(-9, 10, 6) / 2, rng.integers(-3, 4, 6), 0.75)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
@pytest.mark.parametrize("kind", ["small", "wide"])
def test_measure_returns_the_same_of_few_weights_and_by_the_table(n, kind, monkeypatch):
    network = drawn(n, kind)
    known = measured.measure(network)
    assert known.uniform.exact
    monkeypatch.setattr(measured, "SPECTRUM_LIMIT", -1)
    assert measured.measure(network) == known
    wide = np.zeros((6, 23 * n))
    wide[:, ::23] = network.w
    wide = SparseReLUNetwork(wide, network.b, network.u, network.c)
    assert measured.measure(wide).uniform == known.uniform


def test_measure_returns_samples_where_no_route_is_exact(monkeypatch):
    monkeypatch.setattr(measured, "SPECTRUM_LIMIT", 3)
    monkeypatch.setattr(sparse_spectrum, "MOST_COEFFICIENTS", 8)
    found = measured.measure(drawn(9, "small"))
    assert found.uniform is None
    assert found.sampled is not None


def test_fits_rejects_many_weights_and_little_time():
    one = SparseReLUNetwork(np.ones((1, 18)), [0], [1])
    assert sparse_spectrum.fits(one)
    assert not sparse_spectrum.fits(one, 1.0)
    for s, n in ((2, 18), (1, 100)):
        network = SparseReLUNetwork(np.ones((s, n)), np.zeros(s), np.ones(s))
        assert not sparse_spectrum.fits(network)
