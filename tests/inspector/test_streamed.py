"""Spectra without a table over the cube, against those from the table."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from in_fractions import coefficients, values

from sparseact import spectrum
from sparseact.activity import all_in_integers, count_histogram
from sparseact.cube import MemoryBoundError, points
from sparseact.inspector import measured, sparse_spectrum, streamed
from sparseact.network import SparseReLUNetwork


@pytest.fixture(params=[(4, 4), (6, 5), (24, 12)], ids=str)
def blocks(request, monkeypatch):
    """Cut into parts of 2^4, of 2^6, and not at all."""
    monkeypatch.setattr(streamed, "_PART_BITS", request.param[0])
    monkeypatch.setattr(streamed, "_ROW_BITS", request.param[1])


def drawn(n, kind, s=5, few=False):
    """Return a network of small integers, of integers of 44 bits, or of floats."""
    rng = np.random.default_rng([n, s])
    w = rng.normal(size=(s, n)) if kind == "floats" else rng.integers(-9, 10, (s, n)).astype(float)
    if kind == "wide":
        w = w * 2.0**40 + rng.integers(0, 3, w.shape)
    if few:
        w *= rng.random(w.shape) < 0.4
    return SparseReLUNetwork(w / 4, rng.integers(-9, 10, s) / 2, rng.integers(-3, 4, s))


def assert_near(found, weights):
    """Assert that rounded weights are within their bounds of exact ones."""
    for one, exact in zip(found.weights, weights, strict=True):
        error = found.error
        bound = 2 * measured.root(exact) * error + error**2 + found.sums * (exact + error)
        assert abs(one - exact) <= bound


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 9, 11])
@pytest.mark.parametrize("kind", ["small", "wide"])
def test_streamed_weights_are_exact_where_integers_hold_them(n, kind, blocks):
    network = drawn(n, kind)
    found = streamed.spectrum(network)
    assert found.exact
    assert found.error == found.sums == 0
    values = network.values()
    assert found.weights == spectrum.degree_weights_exact(values)
    assert found.mean == sum(map(Fraction, values.tolist())) / 2**n


@pytest.mark.parametrize("find", [streamed.spectrum, sparse_spectrum.spectrum])
def test_rounded_weights_are_within_their_bounds(find, blocks):
    rng = np.random.default_rng(0)
    w = rng.integers(-(2**50), 2**50, (4, 9)) * 2.0**-50
    network = SparseReLUNetwork(w, rng.normal(size=4), [1, -1, 1, 1])
    found = find(network)
    assert not found.exact
    weights = [Fraction(0)] * 10
    for chosen, value in coefficients(values(network, points(9))).items():
        weights[len(chosen)] += value**2
    assert_near(found, weights)
    assert float(found.error) < 1e-12 * network.largest_value


@pytest.mark.parametrize("kind", ["small", "wide", "floats"])
def test_threads_leave_the_bits_as_they_are(kind, monkeypatch):
    monkeypatch.setattr(streamed, "_PART_BITS", 6)
    network = drawn(10, kind)
    told = []
    one = streamed.spectrum(network, lambda *parts: told.append(parts), threads=1)
    assert one == streamed.spectrum(network, threads=3)
    assert told == [(part, 16) for part in range(1, 17)]


def test_nothing_of_the_size_of_the_cube_is_held(monkeypatch):
    monkeypatch.setattr(streamed, "_PART_BITS", 10)
    monkeypatch.setattr(streamed, "_ROW_BITS", 7)
    network = drawn(17, "small", s=2)
    streamed.spectrum(drawn(12, "small", s=2), threads=1)  # compiled, imported
    tracemalloc.start()
    try:
        streamed.spectrum(network, threads=1)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        network.values()
        assert tracemalloc.get_traced_memory()[1] > 8 << 17  # it sees what arrays take
    finally:
        tracemalloc.stop()
    assert held < 8 << 16


def test_sizes_that_are_not_streamed():
    with pytest.raises(MemoryBoundError, match=r"n must be at most 30 .*, got s = 1, n = 31"):
        streamed.spectrum(SparseReLUNetwork(np.ones((1, 31)), [0], [1]))
    assert streamed.fits(30, 64)
    assert not streamed.fits(30, 65)
    assert not streamed.fits(31, 1)


def test_no_neuron_has_an_output_weight():
    found = streamed.spectrum(SparseReLUNetwork(np.ones((2, 5)), [0, 0], [0, 0]))
    assert found.exact
    assert found.weights == [0] * 6


# ------------------------------------------------------------------ few weights


@pytest.mark.parametrize("n", [1, 2, 5, 9])
@pytest.mark.parametrize("kind", ["small", "wide"])
def test_the_spectrum_of_neurons_with_few_weights(n, kind):
    network = drawn(n, kind, s=6, few=True)
    found = sparse_spectrum.spectrum(network)
    assert found.exact
    assert found.weights == spectrum.degree_weights_exact(network.values())
    counts = [int(count) for count in network.active_counts()]
    moments = [Fraction(sum(c**d for c in counts), len(counts)) for d in (1, 2)]
    assert list(sparse_spectrum.active_moments(network)) == moments


def test_many_inputs_are_several_words_of_a_mask():
    small = drawn(9, "small", s=6, few=True)
    w = np.zeros((6, 200))
    w[:, ::23] = small.w
    wide = SparseReLUNetwork(w, small.b, small.u)
    found, known = sparse_spectrum.spectrum(wide), sparse_spectrum.spectrum(small)
    assert found.weights == known.weights + [0] * 191
    assert sparse_spectrum.active_moments(wide) == sparse_spectrum.active_moments(small)


def test_which_neurons_have_few_weights():
    assert sparse_spectrum.fits(SparseReLUNetwork(np.ones((50, 23)), np.zeros(50), np.ones(50)))
    assert not sparse_spectrum.fits(SparseReLUNetwork(np.ones((1, 100)), [0], [1]))
    wide = np.zeros((1, 2000))
    wide[0, :1900:100] = 1  # 2^19 sets, whose keys have 32 words
    assert sparse_spectrum.fits(SparseReLUNetwork(wide, [0], [1]))
    assert not sparse_spectrum.fits(SparseReLUNetwork(wide, [0], [1]), 8.0)
    both = np.concatenate([wide, np.roll(wide, 1, axis=1)])  # 0.8 GiB
    assert not sparse_spectrum.fits(SparseReLUNetwork(both, [0, 0], [1, 1]))


# ------------------------------------------------------------------- inspection


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("n", [2, 9, 13, 18])
def test_the_histogram_of_active_neurons(n, threads):
    network, told = drawn(n, "small", s=7), []
    neurons = all_in_integers(network.w, network.b)
    found = count_histogram(neurons, n, lambda *at: told.append(at), threads=threads)
    assert found.tolist() == np.bincount(network.active_counts(), minlength=8).tolist()
    assert told[-1][0] == network.active_counts().max()
    assert told[-1][1] == told[-1][2]


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("c", [0.0, 0.75])
def test_an_inspection_says_the_same_by_every_route(few, c, monkeypatch):
    plain = drawn(9, "small", few=True)
    network = SparseReLUNetwork(plain.w, plain.b, plain.u, c)
    known = measured.measure(network)
    monkeypatch.setattr(measured, "SPECTRUM_LIMIT", 3)
    monkeypatch.setattr(streamed, "_PART_BITS", 5)
    if not few:
        monkeypatch.setattr(sparse_spectrum, "MOST_BYTES", 0)
    found = measured.measure(network)
    assert found.uniform is not None
    assert found.uniform == known.uniform
    assert (found.lower, found.k, found.sampled) == (known.k, known.k, None)


def test_points_are_drawn_only_where_no_route_is_exact(monkeypatch):
    network = drawn(9, "small")
    monkeypatch.setattr(measured, "SPECTRUM_LIMIT", 3)
    monkeypatch.setattr(streamed, "MOST_COORDINATES", 8)
    assert measured.measure(network).sampled is None  # the neurons have few weights
    monkeypatch.setattr(sparse_spectrum, "MOST_BYTES", 0)
    found = measured.measure(network)
    assert found.uniform is None
    assert found.sampled is not None
