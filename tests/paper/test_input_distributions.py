"""The checks of other input distributions, against enumeration and closed forms."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, norm

from awasthi2024 import constructions
from awasthi2024.bounds import other_inputs
from awasthi2024.input_distributions import checks
from awasthi2024.shared.instances import Instance
from sparseact.network import SparseReLUNetwork

BIASES = st.lists(st.fractions(F(1, 9), F(8, 9), max_denominator=9), min_size=1, max_size=3)


def mass_of(x, biases):
    return math.prod(q if v < 0 else 1 - q for v, q in zip(x, biases, strict=True))


def cube(n):
    """Return the points as tuples, in cube order: the first coordinate changes fastest."""
    return [x[::-1] for x in itertools.product([1, -1], repeat=n)]


def random_values(n, seed):
    return np.random.default_rng(seed).integers(-8, 9, size=2**n) / 4


@given(BIASES, st.integers(0, 99))
def test_total_variance_returns_the_sum_of_conditional_variances(biases, seed):
    n, values = len(biases), random_values(len(biases), seed)
    table = dict(zip(cube(n), map(F, values.tolist()), strict=True))
    total = F(0)
    for i, q in enumerate(biases):
        for x in table:
            if x[i] > 0:
                low, high = table[(*x[:i], -1, *x[i + 1 :])], table[x]
                mean = q * low + (1 - q) * high
                variance = q * (low - mean) ** 2 + (1 - q) * (high - mean) ** 2
                total += mass_of(x, biases) / (1 - q) * variance
    assert checks.total_variance(values, biases) == total


@given(BIASES, st.integers(0, 99))
def test_degree_weights_returns_squares_of_inner_products(biases, seed):
    n, values = len(biases), random_values(len(biases), seed)
    expected = [F(0)] * (n + 1)
    for size in range(n + 1):
        for subset in itertools.combinations(range(n), size):
            top = sum(
                mass_of(x, biases) * F(v) * math.prod(x[i] - 1 + 2 * biases[i] for i in subset)
                for x, v in zip(cube(n), values.tolist(), strict=True)
            )
            expected[size] += top**2 / math.prod(4 * biases[i] * (1 - biases[i]) for i in subset)
    assert checks.degree_weights(values, biases) == expected


def test_moments_returns_counts_by_enumeration():
    network = constructions.random_network(3, 6, 2, 1, 1, np.random.default_rng(3))
    biases, first, second = [F(1, 3), F(1, 4), F(4, 5)], 0, 0
    for x in cube(3):
        count = int(network.active(np.array([x])).sum())
        first += mass_of(x, biases) * count
        second += mass_of(x, biases) * count**2
    assert checks.moments(network, biases) == (first, second)


@given(BIASES, st.integers(0, 3))
def test_basis_returns_orthonormal_functions_of_the_bounded_norm(biases, d):
    n = len(biases)
    masks = np.array([mask for mask in range(2**n) if mask.bit_count() <= d])
    phi, mass = checks.basis(masks, biases), [float(mass_of(x, biases)) for x in cube(n)]
    assert phi.T @ (np.array(mass)[:, None] * phi) == pytest.approx(np.eye(len(masks)), abs=1e-9)
    largest = (phi**2).sum(axis=1).max()
    assert float(other_inputs.basis_norm(d, biases)) == pytest.approx(largest)


def test_product_finds_equality_on_one_bit_and_the_counterexample():
    network = SparseReLUNetwork(np.eye(3), np.zeros(3), np.ones(3))
    instance = Instance("made", "three", {"n": 3, "s": 3}, network, 3)
    given = {"max_dimension": 2, "denominators": [4], "rhos": ["1/2"], "ratios": [[1, 2], [2, 3]]}
    found = checks.product(seed=1, networks=[instance], **given)
    assert found.table["n"].tolist() == [1, 1, 1]  # three inputs are too many
    # 2 neurons above and 3 below at q = 2/5: q(1 − q)·10² = 24 = 4·(3·4 + 2·9)/5.
    assert found.table["variance"].tolist() == [F(8, 9) * 9, 24, 0.75]
    assert found.table["tightness"].tolist() == [1, 1, 0.75]
    failing = {(r.statement, r.instance["network"]) for r in found.records if not r.holds}
    assert failing == {("mean-uniform", "one neuron")}


LEARNER = {"seed": 1, "level": 1e-3, "n": 4, "degree": 1, "epsilon": 0.25, "delta": 0.25}


def test_product_learner_finds_that_the_averages_need_the_right_basis():
    table = checks.product_learner(**LEARNER, biases=["1/2", "1/8"], trials=8).table
    by = {(row.q, row.method): row.successes for row in table.itertuples()}
    assert by["1/2", "averages"] == by["1/2", "characters"] == 8
    assert by["1/8", "regression"] == by["1/8", "averages"] == 8
    assert by["1/8", "characters"] < 8
    assert table["nearest_tie"].min() > 1e-6  # no tree has a tail of 0


def test_product_learner_counts_no_trial_that_is_too_near_to_decide(monkeypatch):
    margins = {"regression": np.array([1.0, 1e-8, -1e-8, -1.0])}
    monkeypatch.setattr(checks, "loss_margins", lambda *_: margins)
    table = checks.product_learner(**LEARNER, biases=["1/2"], trials=4).table
    assert table["successes"].tolist() == [1]


# ------------------------------------------------------------------ Gaussian


def test_gaussian_returns_shares_of_orthogonal_and_of_opposite_neurons():
    p = norm.sf(1)
    table = checks.gaussian(neurons=[4], biases=[1]).table
    # Of two pairs, of which each is active with probability 2p, not both are.
    assert table["low"].tolist() == pytest.approx([(1 - p) ** 3 * (1 + 3 * p), 1 - 4 * p**2])


@given(st.integers(1, 99), st.floats(0, 0.99))
def test_at_most_one_returns_a_binomial_probability(number, p):
    assert checks.at_most_one(number, p) == pytest.approx(binom.cdf(1, number, p))


@pytest.mark.parametrize(("kind", "s", "cosine"), [("plane", 6, 0.5), ("simplex", 5, -0.25)])
def test_directions_returns_unit_vectors_at_the_angle(kind, s, cosine):
    gram = (w := checks.directions(kind, s, 2)) @ w.T
    assert np.diag(gram) == pytest.approx(np.ones(s))
    assert gram[0, 1] == pytest.approx(cosine)


def test_gaussian_sampled_returns_an_interval_around_the_closed_form():
    """Three neurons at 120° and bias 0 cover the plane in six sectors, every second one twice."""
    systems = [{"directions": "plane", "s": 3, "n": 2, "bias": 0}]
    table = checks.gaussian_sampled(seed=1, level=1e-3, systems=systems, trials=2000).table
    assert table["low"][0] < 0.5 < table["high"][0]
