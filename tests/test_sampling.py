"""Estimates from random points against sums over the whole cube."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, t

from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.sampling import BATCHES, LEAST_SAMPLES, sample
from sparseact.spectrum import average_sensitivity, degree_weights, noise_sensitivity

RHOS = (Fraction(1, 2), Fraction(9, 10))


def network(n, s, seed, c=0.0):
    rng = np.random.default_rng(seed)
    parts = rng.standard_normal((s, n)), rng.standard_normal(s), rng.standard_normal(s)
    return SparseReLUNetwork(*parts, c)


def exact(net):
    values = net.values()
    active = net.active(points(net.n)).sum(axis=1)
    return [
        average_sensitivity(values),
        *(noise_sensitivity(values, float(rho)) for rho in RHOS),
        np.mean(active.astype(float) ** 2),
        *degree_weights(values)[: min(net.n, 2) + 1],
    ]


def estimates(found):
    noise = (found.noise[rho] for rho in RHOS)
    return [found.sensitivity, *noise, found.mean_square_active, *found.weights]


@pytest.mark.parametrize(("n", "s", "c"), [(1, 2, 0.5), (2, 3, 0), (5, 4, -2.0), (12, 9, 1.0)])
def test_estimates_are_unbiased_and_intervals_hold(n, s, c):
    """Over 120 seeds: the mean within Student's 99.99 %, and as many intervals as 99 % gives."""
    net = network(n, s, n, c)
    runs = 120
    found = [
        estimates(sample(net, net.max_active()[1], LEAST_SAMPLES, seed, RHOS))
        for seed in range(runs)
    ]
    fewest = binom.ppf(1e-6, runs, 0.99)
    for i, truth in enumerate(exact(net)):
        values = np.array([run[i].value for run in found])
        margin = t.ppf(0.99995, runs - 1) * values.std(ddof=1) / runs**0.5
        assert abs(values.mean() - truth) <= margin + 1e-9 * abs(truth), i
        held = sum(run[i].lower - 1e-12 <= truth <= run[i].upper + 1e-12 for run in found)
        assert held >= fewest, i


def test_more_points_than_a_batch_holds_at_a_time(monkeypatch):
    """The points of a batch come in parts, and no estimate depends on where they are cut."""
    net = network(6, 5, 3)
    whole = sample(net, 5, 1000, 7, ())
    monkeypatch.setattr("sparseact.sampling._BLOCK", 6 * 9)
    parts = sample(net, 5, 1000, 7, ())
    for one, other in zip(
        [whole.sensitivity, *whole.weights], [parts.sensitivity, *parts.weights], strict=True
    ):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12)


def test_what_random_points_do_not_meet_is_not_excluded():
    """A neuron that is active at one point of 2^30 alone: no sample shows that it is sensitive."""
    n = 30
    net = SparseReLUNetwork(np.ones((1, n)), [n - 1.0], [1.0])
    found = sample(net, 1, 1000, 0, RHOS)
    assert found.sensitivity.value == 0
    # AS = n/(2·2^n), which is positive.
    assert found.sensitivity.lower == 0 < n / 2 ** (n + 1) < found.sensitivity.upper


@pytest.mark.parametrize(
    ("samples", "seed", "scale", "said"),
    [
        (4 * BATCHES - 1, 0, 1, "samples must be at least 128"),
        (1000, -1, 1, "seed must be at least 0"),
        (1000, 0, 1e200, "squares are floats"),
        (1000, 0, 1e-200, "squares are floats"),
    ],
)
def test_bad_samples(samples, seed, scale, said):
    net = network(3, 2, 0)
    with pytest.raises(ValueError, match=said):
        sample(SparseReLUNetwork(scale * net.w, scale * net.b, net.u), 2, samples, seed, RHOS)
