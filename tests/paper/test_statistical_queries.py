"""The checks of statistical queries, against other routes."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import binary_code
from awasthi2024.constructions.query_learners import BlockLearner
from awasthi2024.statistical_queries.checks import learning_with_errors as lwe
from awasthi2024.statistical_queries.checks import queries, uniform
from awasthi2024.statistical_queries.checks.queries import dense_parity_of, near_parities
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.learning.statistical_queries import AdversarialOracle, character

TAU = 511 / 2048


def distance(g, mask, m):
    signs = np.where(g >= 0, 1, -1)
    return Fraction(int(np.count_nonzero(signs != character(mask, m))), 2**m)


def test_near_parities_by_their_distance():
    rng = np.random.default_rng(0)
    for m in (1, 3, 4):
        for _ in range(20):
            g = rng.integers(-2, 3, size=2**m)
            near = [distance(g, mask, m) <= Fraction(1, 3) for mask in range(2**m)]
            assert near_parities(g).tolist() == near


def test_near_limit_is_the_maximum_over_all_hypotheses():
    for m in (1, 2, 3):
        counts = [
            int(near_parities(np.array(g)).sum()) for g in itertools.product([-1, 1], repeat=2**m)
        ]
        assert max(counts) == section_4.near_limit(m)


def test_near_in_squared_loss_by_its_definition():
    rng, characters = np.random.default_rng(1), [character(mask, 3) for mask in range(8)]
    for denominator, numerators in itertools.product((1, 2, 3, 7), rng.integers(-3, 4, (10, 8))):
        sums = [((numerators - denominator * chi) ** 2).sum() for chi in characters]
        near = [3 * total <= 16 * denominator**2 for total in sums]
        assert queries.near_in_squared_loss(numerators, denominator).tolist() == near


def test_finest_block_returns_the_largest_block_that_the_tolerance_allows():
    for tolerance in (0.6, 0.5, 0.4999, 0.25, 0.2499, 0.01):
        for m in (1, 5, 8):
            j = queries.finest_block(m, tolerance)
            assert 2 * j <= m
            assert j == 0 or 2.0**-j > 2 * tolerance
            assert 2 * (j + 1) > m or 2.0 ** -(j + 1) <= 2 * tolerance


def test_critical_tolerance_returns_the_least_above_the_threshold():
    for m in range(1, 15):
        tolerance = Fraction(queries.critical_tolerance(m))
        assert tolerance**3 * 2**m > 1
        assert (tolerance - Fraction(1, 2**12)) ** 3 * 2**m <= 1


def test_compare_dichotomy_returns_nothing_outside_the_theorem():
    recorder = Recorder("theorem-3a", {})
    queries.compare_dichotomy(recorder(tolerance=0.25), "printed", 10, 6)
    queries.compare_dichotomy(recorder(tolerance=0.25), "printed", None, 8)
    queries.compare_dichotomy(recorder(tolerance=0.9), "printed", 10, 3)
    assert recorder.records == []
    for used in (4, 3):
        queries.compare_dichotomy(recorder(tolerance=0.25), "printed", used, 8)
    assert [r.holds for r in recorder.records] == [4 > 5 / 8 * 2 ** (8 / 3), False]
    assert 3 < 5 / 8 * 2 ** (8 / 3)


def test_queries_of_a_game_by_hand():
    # τ = 3/4: each query about a character excludes that one alone; two of four
    # parities are near to no hypothesis of two bits more than three.
    game = {"learner": "low degree", "dimensions": [3], "tolerances": [0.75]}
    table = queries.queries(seed=0, games=[game], limit=1000).table
    assert table["queries"].tolist() == [8]
    assert table["succeeded"].tolist() == [True]


def test_dense_parity_of_by_counting():
    x = points(4)
    for subset in ([], [2], [0, 3], [0, 1, 2, 3]):
        network = dense_parity_of(subset, 4)
        odd = np.array([sum(row[i] == -1 for i in subset) % 2 for row in x])
        assert np.array_equal(network.values(), odd)
        assert network.s == max(1, len(subset))


def test_adversary_returns_a_target_near_the_hypothesis():
    # Every parity that remains is near the hypothesis at the end, and one remains.
    oracle = AdversarialOracle(4, TAU)
    learner = BlockLearner(4, TAU, queries.finest_block(4, TAU))
    assert queries.against(oracle, learner, 100, "classification") == oracle.queries
    near = near_parities(learner.hypothesis())
    assert near[oracle.consistent].all()
    assert near[oracle.target]


def test_scaled_parities_by_their_definition():
    network = uniform.scaled_parity((0, 2), 3, 0.5, 4)
    for x in itertools.product((1, -1), repeat=4):
        active = [w @ x - b for w, b in zip(network.w, network.b, strict=True) if w @ x > b]
        assert len(active) == 3
        assert network([x])[0] == 3 * x[0] * x[2]


def test_games_of_theorem_q():
    one = {"n": 4, "p": 2, "k": 1, "beta": 1.0, "epsilon": "1/2"}
    assert uniform.play(one, 0.45, 1) == 2
    assert uniform.play(one, 0.75, 1) == 5  # characters alone


@pytest.mark.parametrize(
    ("secret", "q", "biases", "squared_norm"),
    [
        ([1], 8, [-0.5, 0.5], Fraction(21, 4)),
        ([1, -1], 8, [-5, -4, -1, 0, 3, 4], Fraction(21, 2)),
        ([2, 1], 8, [-7.5, -6.5, -3.5, -2.5, 0.5, 1.5, 4.5, 5.5, 8.5, 9.5], Fraction(105, 4)),
        ([-1], 4, [-1.5, -0.5, 0.5], Fraction(5, 4)),
    ],
)
def test_networks_of_the_highest_bit_by_hand(secret, q, biases, squared_norm):
    network = lwe.interpolated(lambda t: lwe.highest_bit(t, q), np.array(secret), q)
    assert network.b.tolist() == biases
    assert np.abs(network.u).tolist() == [1] * len(biases)
    assert {Fraction(float(w @ w)) for w in network.w} == {squared_norm}
    for z in itertools.product((1, -1), repeat=network.n):
        bits = "".join("1" if sign > 0 else "0" for sign in z)
        length = q.bit_length() - 1
        y = [int(bits[i : i + length][::-1], 2) for i in range(0, len(bits), length)]
        t = sum(a * b for a, b in zip(secret, y, strict=True))
        assert network([z])[0] == (t % q >= q // 2)


def test_a_secret_of_zeros_has_the_network_0():
    network = lwe.interpolated(lambda t: lwe.highest_bit(t, 4), np.array([0, 0]), 4)
    assert network.s == 1
    assert not network.values().any()


def test_the_constant_is_a_neuron_where_the_least_product_has_the_bit():
    network = lwe.interpolated(
        lambda t: lwe.highest_bit(t, 4), np.array([-2, -1]), 4
    )  # −9 is 3 modulo 4
    assert (network.w[-1].any(), network.b[-1], network.u[-1]) == (False, -1, 1)


def test_vectors_are_those_of_the_binary_code():
    y = lwe.vectors_of_bits(8, 2)
    assert len({tuple(row) for row in y.tolist()}) == 64
    assert np.array_equal(binary_code(y, 8), points(6))


def test_loss_returns_the_mean_by_hand():
    assert lwe.loss(np.array([16, 8, 0, 8]), np.array([1, 0, 1, 1])) == Fraction(3, 16)


@pytest.mark.parametrize("n", [4, 5, 9, 10])
def test_copies_of_dense_parities_have_scale_one(n):
    copies = math.isqrt(n - 1) + 1
    for size in range(1, n + 1):
        # Each of the copies has u/copies for u, which divides both by copies².
        square, bias = dense_parity_of(range(size), n).scale_squared
        assert square <= copies**2
        assert bias <= n * copies**2
