"""The checks of other input distributions, against enumeration and closed forms."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from awasthi2024 import constructions
from awasthi2024.bounds import other_inputs
from awasthi2024.input_distributions.checks import (
    biased,
    gaussian,
    learner,
    product,
)
from awasthi2024.shared.instances import Instance
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import (
    average_sensitivity_exact,
    degree_weights_exact,
)

BIASES = st.lists(st.fractions(F(1, 9), F(8, 9), max_denominator=9), min_size=1, max_size=3)


def mass_of(x, biases):
    return math.prod(q if v < 0 else 1 - q for v, q in zip(x, biases, strict=True))


def cube(n):
    """Return the points as tuples, in cube order: the first coordinate changes fastest."""
    return [x[::-1] for x in itertools.product([1, -1], repeat=n)]


def random_values(n, seed):
    return np.random.default_rng(seed).integers(-8, 9, size=2**n) / 4


@given(BIASES)
def test_masses_are_products(biases):
    expected = [mass_of(x, biases) for x in cube(len(biases))]
    assert biased.probabilities(biases).tolist() == pytest.approx([float(p) for p in expected])
    whole = math.lcm(*(q.denominator for q in biases))
    found = biased.masses([int(q * whole) for q in biases], whole)
    assert [F(int(m), whole ** len(biases)) for m in found] == expected


@settings(deadline=None)
@given(BIASES, st.integers(0, 99))
def test_total_variance_by_conditional_variances(biases, seed):
    n = len(biases)
    values = random_values(n, seed)
    table = dict(zip(cube(n), map(F, values.tolist()), strict=True))
    total = F(0)
    for i, q in enumerate(biases):
        for x in table:
            if x[i] < 0:
                continue
            low, high = table[(*x[:i], -1, *x[i + 1 :])], table[x]
            mean = q * low + (1 - q) * high
            variance = q * (low - mean) ** 2 + (1 - q) * (high - mean) ** 2
            total += mass_of(x, biases) / (1 - q) * variance
    assert biased.total_variance(values, biases) == total


@settings(deadline=None)
@given(BIASES, st.integers(0, 99))
def test_degree_weights_by_inner_products(biases, seed):
    n = len(biases)
    values = random_values(n, seed)
    expected = [F(0)] * (n + 1)
    for size in range(n + 1):
        for subset in itertools.combinations(range(n), size):
            top = sum(
                mass_of(x, biases) * F(v) * math.prod(x[i] - 1 + 2 * biases[i] for i in subset)
                for x, v in zip(cube(n), values.tolist(), strict=True)
            )
            expected[size] += top**2 / math.prod(4 * biases[i] * (1 - biases[i]) for i in subset)
    assert biased.degree_weights(values, biases) == expected


def test_at_one_half_it_is_the_uniform_distribution():
    values, half = random_values(3, 5), [F(1, 2)] * 3
    assert biased.total_variance(values, half) == average_sensitivity_exact(values)
    weights = biased.degree_weights(values, half)
    assert weights == degree_weights_exact(values)


def test_moments_by_counting():
    network = constructions.random_network(3, 6, 2, 1, 1, np.random.default_rng(3))
    biases = [F(1, 3), F(1, 4), F(4, 5)]
    counts = network.active(np.array(cube(3))).sum(axis=1)
    masses = [mass_of(x, biases) for x in cube(3)]
    mean = sum(p * int(c) for p, c in zip(masses, counts, strict=True))
    square = sum(p * int(c) ** 2 for p, c in zip(masses, counts, strict=True))
    assert biased.moments(network, biases) == (mean, square)


def test_the_basis_is_orthonormal():
    biases = [F(1, 3), F(1, 2), F(1, 8)]
    phi = biased.basis(np.arange(8), biases)
    gram = phi.T @ (biased.probabilities(biases)[:, None] * phi)
    assert gram == pytest.approx(np.eye(8), abs=1e-12)


@given(BIASES, st.integers(0, 3))
def test_the_norm_of_the_basis_is_its_largest(biases, d):
    n = len(biases)
    masks = np.array([mask for mask in range(2**n) if mask.bit_count() <= d])
    largest = (biased.basis(masks, biases) ** 2).sum(axis=1).max()
    assert float(other_inputs.basis_norm(d, biases)) == pytest.approx(largest)


def test_the_norm_of_the_basis_by_hand():
    # φ² is 3 at −1 and 1/3 at +1 where q = 1/4; at the rarer values 1 + 3 + 1, and 1 + 3 + 3 + 9.
    assert other_inputs.basis_norm(1, [F(1, 4), F(1, 2)]) == 5
    assert other_inputs.basis_norm(2, [F(1, 4), F(3, 4)]) == 16


def test_sample_sizes_under_the_uniform_distribution_are_those_of_lemma_7():
    half = [F(1, 2)] * 6
    for d, delta in ((1, 0.25), (2, 0.01)):
        expected = bounds.regression_samples(6, d, delta)
        assert other_inputs.product_regression_samples(d, half, delta) == expected
        expected = bounds.lemma_7_proved_samples(6, d, 2, 0.25, delta)
        assert other_inputs.product_averages_samples(d, half, 2, 0.25, delta) == expected


def test_one_bit_by_hand():
    network = product.one_bit(2, 3)
    assert network.values().tolist() == [4, -6]
    assert network.scale_squared == (1, 1)
    # Var = q(1 − q)·10², and E|R_x|² = (3·4 + 2·9)/5 = 6 at q = 2/5.
    q = F(2, 5)
    assert biased.total_variance(network.values(), [q]) == 24 == 4 * biased.moments(network, [q])[1]


def test_tightness_on_one_bit():
    table = product.product(
        seed=1, networks=[], max_dimension=4, denominators=[4], rhos=["1/2"], ratios=[[1, 2]]
    ).table
    assert table["tightness"].tolist() == [1, 0.75]


@given(BIASES)
def test_the_factor_without_fair_coordinates_by_points(biases):
    # δ = Π f_i, f(1) = 1 − q, f(−1) = −q, has the mean ±μ and the mean square V.
    deltas = [
        (
            mass_of(x, biases),
            math.prod(-q if v < 0 else 1 - q for v, q in zip(x, biases, strict=True)),
        )
        for x in cube(len(biases))
    ]
    mean, square = (sum(p * delta**e for p, delta in deltas) for e in (1, 2))
    found = other_inputs.product_sparse(3, 2, biases)
    assert found == (1 - mean**2 / (6 * square)) * 4 * 9 * 4
    assert (found < 144) == (F(1, 2) not in biases)
    # The proof's step before the last one: the mean of 1/(1 − εδ), ε = μ/(4V), is no larger.
    epsilon, sign = abs(mean) / (4 * square), -1 if mean > 0 else 1
    assert sum(p / (1 - epsilon * sign * delta) for p, delta in deltas) * 144 <= found


def test_the_search_is_deterministic_and_reaches_the_bound():
    arguments = {"shapes": [{"n": 1, "s": 2}], "restarts": 1, "steps": 60}
    runs = [
        product.product_search(seed=3, largest_weight=1, denominator=2, **arguments)
        for _ in range(2)
    ]
    assert runs[0].records == runs[1].records
    assert runs[0].table["tightness"].tolist() == [1]


def test_the_learner_needs_the_right_basis():
    table = learner.product_learner(
        seed=1, level=1e-3, n=4, degree=1, biases=["1/2", "1/8"], epsilon=0.25, delta=0.25, trials=8
    ).table
    by = {(row.q, row.method): row.successes for row in table.itertuples()}
    assert by["1/2", "averages"] == by["1/2", "characters"] == 8
    assert by["1/8", "regression"] == by["1/8", "averages"] == 8
    assert by["1/8", "characters"] < 8


def test_networks_in_more_dimensions_are_left_out():
    network = SparseReLUNetwork(np.eye(3), np.zeros(3), np.ones(3))
    instance = Instance("three", "made", {"n": 3, "s": 3}, network, 3)
    rows = [
        len(
            product.product(
                seed=1,
                networks=[instance],
                max_dimension=max_dimension,
                denominators=[4],
                rhos=[],
                ratios=[[1, 1]],
            ).table
        )
        for max_dimension in (2, 3)
    ]
    assert rows == [2, 3]


# ------------------------------------------------------------------ Gaussian


def test_tail_of_the_normal_law_by_scipy():
    for t in (-2.0, 0.0, 0.7, 3.0, 8.0):
        assert other_inputs.normal_tail(t) == pytest.approx(norm.sf(t), rel=1e-12)


@pytest.mark.parametrize(("s", "t"), [(2, 0.4), (4, 1.0), (6, 0.2)])
def test_shares_in_closed_form_by_counting_patterns(s, t):
    p = other_inputs.normal_tail(t)
    share = sum(
        math.prod(p if on else 1 - p for on in pattern)
        for pattern in itertools.product([0, 1], repeat=s)
        if sum(pattern) <= 1
    )
    assert gaussian.orthogonal_share(s, t) == pytest.approx(share)
    # A pair is off, or one of its two is on.
    pairs = sum(
        math.prod(1 - 2 * p if state == 0 else p for state in pattern)
        for pattern in itertools.product([0, 1, -1], repeat=s // 2)
        if sum(map(abs, pattern)) <= 1
    )
    assert gaussian.opposite_share(s, t) == pytest.approx(pairs)


@pytest.mark.parametrize(("kind", "s", "cosine"), [("plane", 6, 0.5), ("simplex", 5, -0.25)])
def test_directions(kind, s, cosine):
    w = gaussian.directions(kind, s, 2)
    gram = w @ w.T
    assert np.diag(gram) == pytest.approx(np.ones(s))
    assert gram[0, 1] == pytest.approx(cosine)
    assert gaussian.directions("random", s, 3).shape == (s, 3)


def test_a_sampled_share_is_near_the_closed_form():
    """Three neurons at 120° and bias 0 cover the plane in six sectors, every second one twice."""
    table = gaussian.gaussian_sampled(
        seed=1,
        level=1e-3,
        systems=[{"directions": "plane", "s": 3, "n": 2, "bias": 0}],
        trials=2000,
    ).table
    assert table["low"][0] < 0.5 < table["high"][0]
