"""The checks of statistical queries, against other routes."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from awasthi2024.shared.least_norm import least_norm
from awasthi2024.statistical_queries.checks.elimination import draw_samples, likeliest_parity
from awasthi2024.statistical_queries.checks.games import (
    _Witness,
    critical_tolerance,
    finest_block,
    make_learner,
    success_test,
)
from awasthi2024.statistical_queries.checks.learning_with_errors import (
    flipped,
    highest_bit,
    interpolated,
    loss,
    vectors_of_bits,
)
from awasthi2024.statistical_queries.checks.near_parities import (
    near_in_squared_loss,
    near_parities,
    squared_loss,
)
from awasthi2024.statistical_queries.checks.networks import _compare_dichotomy, dense_parity_of
from awasthi2024.statistical_queries.checks.samples import _least_squares, _train
from awasthi2024.statistical_queries.checks.sparse_networks import near_sets, scaled_parity
from awasthi2024.statistical_queries.checks.sparse_networks import play as play_sparse
from awasthi2024.statistical_queries.mutants import TAU, measure
from paperclaims.checks.recorder import Recorder
from paperclaims.errors import ClaimsError
from sparseact import bounds
from sparseact.cube import points
from sparseact.learning.query_learners import bent_function, play
from sparseact.learning.statistical_queries import (
    AdversarialOracle,
    HonestOracle,
    character,
    correlation,
)
from sparseact.quadratic_lift import binary_code, lift


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
        assert max(counts) == bounds.near_limit(m)


def test_near_in_squared_loss_by_its_definition():
    rng = np.random.default_rng(1)
    m = 3
    for denominator in (1, 2, 3, 7):
        for _ in range(10):
            numerators = rng.integers(-3, 4, size=2**m)
            near = []
            for mask in range(2**m):
                chi = character(mask, m)
                squares = [
                    (Fraction(int(a), denominator) - int(c)) ** 2
                    for a, c in zip(numerators, chi, strict=True)
                ]
                near.append(sum(squares) / 2**m / 2 <= Fraction(1, 3))
            assert near_in_squared_loss(numerators, denominator).tolist() == near


def test_squared_loss_of_a_half():
    assert squared_loss(np.full(4, 0.5), np.array([0, 1, 1, 0])) == Fraction(1, 8)


def test_witness_sees_lies_and_nothing_else():
    m, tolerance = 3, 0.25
    oracle = HonestOracle(character(5, m), tolerance)
    witness = _Witness(oracle)
    for mask in range(2**m):
        witness.answer(correlation(character(mask, m)))
    # An exact answer about a character is wrong for S, T ≠ S alone: at χ_S and at χ_5.
    assert witness.lies.tolist() == [0 if mask == 5 else 2 for mask in range(2**m)]
    oracle.labels = -oracle.labels
    witness.answer(correlation(character(5, m)))
    assert witness.lies[5] == 1


def test_witness_allows_the_tolerance_itself():
    oracle = HonestOracle(character(0, 2), 0.5, "coin")
    witness = _Witness(oracle)
    assert witness.answer(correlation(bent_function(1, 2))) == 0
    assert witness.lies.tolist() == [0, 0, 0, 0]


def test_finest_block():
    for tolerance in (0.6, 0.5, 0.4999, 0.25, 0.2499, 0.01):
        for m in (1, 5, 8):
            j = finest_block(m, tolerance)
            assert 2 * j <= m
            assert j == 0 or 2.0**-j > 2 * tolerance
            assert 2 * (j + 1) > m or 2.0 ** -(j + 1) <= 2 * tolerance


def test_critical_tolerance():
    for m in range(1, 15):
        tolerance = Fraction(critical_tolerance(m))
        assert tolerance**3 * 2**m > 1
        assert (tolerance - Fraction(1, 2**12)) ** 3 * 2**m <= 1


def test_dichotomy_speaks_only_where_the_theorem_does():
    recorder = Recorder("theorem-3a", {})
    _compare_dichotomy(recorder.where(tolerance=0.25), "printed", 10, 6)
    _compare_dichotomy(recorder.where(tolerance=0.25), "printed", None, 8)
    _compare_dichotomy(recorder.where(tolerance=0.9), "printed", 10, 3)
    assert recorder.records == []
    for used in (4, 3):
        _compare_dichotomy(recorder.where(tolerance=0.25), "printed", used, 8)
    assert [r.holds for r in recorder.records] == [4 > 5 / 8 * 2 ** (8 / 3), False]
    assert 3 < 5 / 8 * 2 ** (8 / 3)


def test_queries_of_a_game_by_hand():
    # τ = 3/4: each query about a character excludes that one alone; two of four
    # parities are near to no hypothesis of two bits more than three.
    table = measure(
        "queries",
        games=[{"learner": "low degree", "dimensions": [3], "tolerances": [0.75]}],
    ).table
    assert table["queries"].tolist() == [8]
    assert table["succeeded"].tolist() == [True]


def test_dense_parity_of_by_counting():
    x = points(4)
    for subset in ([], [2], [0, 3], [0, 1, 2, 3]):
        network = dense_parity_of(subset, 4)
        odd = np.array([sum(row[i] == -1 for i in subset) % 2 for row in x])
        assert np.array_equal(network.values(), odd)
        assert network.s == max(1, len(subset))


def test_likeliest_by_trying_all():
    rng = np.random.default_rng(3)
    for _ in range(10):
        y, _, labels = draw_samples(4, 12, 0.3, rng)
        found = likeliest_parity(y, labels)
        scores = [
            int((labels * np.where(chosen, y, 1).prod(axis=1)).sum())
            for chosen in itertools.product([False, True], repeat=4)
        ]
        assert int((labels * np.where(found, y, 1).prod(axis=1)).sum()) == max(scores)


def test_samples_carry_the_parity():
    rng = np.random.default_rng(4)
    y, subset, labels = draw_samples(6, 500, 0.0, rng)
    assert np.array_equal(labels, np.where(subset, y, 1).prod(axis=1))
    y, subset, labels = draw_samples(6, 4000, 0.1, rng)
    flipped = np.mean(labels != np.where(subset, y, 1).prod(axis=1))
    assert abs(flipped - 0.1) < 0.02


def test_least_squares_against_scikit_learn():
    rng = np.random.default_rng(5)
    y, _, labels = draw_samples(3, 60, 0.2, rng)
    ours = _least_squares(y[None], labels[None])[0]
    theirs = LinearRegression().fit(lift(y), labels).predict(lift(points(3)))
    assert np.allclose(ours, theirs)


def test_a_rank_that_hangs_on_rounding_is_refused():
    dependent = np.array([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    np.testing.assert_allclose(least_norm(dependent, np.ones(3)), [0.5, 0.5], atol=1e-12)
    dependent[0, 0] += 1e-9
    with pytest.raises(ClaimsError, match="which rounding may have made different from 0"):
        least_norm(dependent, np.ones(3))


def test_training_lowers_the_loss():
    rng = np.random.default_rng(6)
    drawn = [draw_samples(3, 40, 0.0, rng) for _ in range(3)]
    y, labels = np.stack([d[0] for d in drawn]), np.stack([d[2] for d in drawn])
    losses = [_train(y, labels, 8, steps, 0.02, np.random.default_rng(7))[1] for steps in (1, 300)]
    assert np.all(losses[1] < losses[0] / 5)
    values, loss = _train(y, labels, 8, 300, 0.02, np.random.default_rng(7))
    index = (y[0] < 0) @ (1 << np.arange(3))
    assert np.mean((values[0][index] - labels[0]) ** 2) / 2 == pytest.approx(loss[0])


@pytest.mark.parametrize(
    ("job", "changes", "words"),
    [
        ("elimination", {"counted": [[5, 4]]}, "k·m <= 16"),
        ("queries", {"games": [{"learner": "blocks", "dimensions": [3], "tolerances": [0.0]}]},
         "must be positive"),
        ("queries", {"games": [{"learner": "blocks", "dimensions": [30], "tolerances": [0.5]}]},
         "m must be at most 20"),
    ],
)  # fmt: skip
def test_errors(job, changes, words):
    with pytest.raises(ValueError, match=words):
        measure(job, **changes)


def test_adversary_is_the_oracle_of_the_games():
    # Every parity that remains is near the hypothesis at the end, and one remains.
    oracle = AdversarialOracle(4, TAU)
    learner = make_learner({"learner": "blocks"}, 4, TAU, np.random.default_rng(0))
    done = success_test(learner, oracle, "classification")
    used = play(learner, oracle.answer, done, 100)
    assert used == oracle.queries
    near = near_parities(learner.hypothesis())
    assert near[oracle.consistent].all()
    assert near[oracle.target]


# ---------------------------------------------------------------- Theorem Q


@pytest.mark.parametrize(
    ("n", "k", "W2", "epsilon", "p", "tolerance", "queries"),
    [
        (4, 1, 2, Fraction(1, 2), 2, Fraction(9, 20), 2),
        (20, 2, 4, 7, 4, Fraction(9, 20), 1210),
        (20, 2, 4, 7, 4, Fraction(1, 10), 49),
        (12, 1, 3, Fraction(19, 10), 3, Fraction(9, 20), 50),
    ],
)
def test_theorem_q_at_worked_instances(n, k, W2, epsilon, p, tolerance, queries):
    assert bounds.theorem_q(n, k, bounds.Root(W2), epsilon, p, tolerance) == queries
    amplitude = Fraction(4 * k**2 * W2, p)  # its square
    near = 1 / (1 - 2 * Fraction(epsilon) / amplitude)
    assert bounds.theorem_q_near(k, bounds.Root(W2), epsilon, p) == near
    excluded = max(N for N in range(200) if N * tolerance**2 < 1)
    left = math.comb(n, p) - queries * excluded
    assert left <= near < left + excluded


def test_theorem_q_needs_p_below_the_exponent():
    assert bounds.theorem_q_exponent(1, bounds.Root(2), Fraction(1, 2)) == 8
    with pytest.raises(ValueError, match=r"p must be below D = 8, got 8"):
        bounds.theorem_q_near(1, bounds.Root(2), Fraction(1, 2), 8)
    with pytest.raises(ValueError, match="above 0 and below 1/2"):
        bounds.theorem_q(9, 1, bounds.Root(2), Fraction(1, 2), 2, Fraction(1, 2))


def test_at_p_equal_to_the_exponent_zero_is_near_to_all():
    one = {"n": 5, "p": 2, "k": 1, "beta": 1.0}
    zero, least = np.zeros(32), Fraction(2)  # D = 2k²W²/ε = p at this ε
    assert near_sets(one, zero, Fraction(1), least) == 10
    assert near_sets(one, zero, Fraction(1), least - Fraction(1, 10**9)) == 0


def test_enough_queries_of_theorem_q():
    number, tolerance = bounds.theorem_q_queries(10, 1, 1, 1, 0.9)
    assert number == 56
    assert tolerance == pytest.approx(0.0219320, abs=5e-8)


def test_largest_coefficients_of_all_signed_queries():
    """K times the square of the K-th largest coefficient is at most 1, and 1 is reached."""
    for n in (1, 2, 3):
        signs = np.array([[(-1) ** (a & b).bit_count() for a in range(2**n)] for b in range(2**n)])
        reached = 0
        for half in itertools.product((-1, 0, 1), repeat=2**n):
            found = sorted((abs(Fraction(int(c), 2**n)) for c in signs @ half), reverse=True)
            reached = max(reached, *(K * c**2 for K, c in enumerate(found, 1)))
        assert reached == 1


def test_scaled_parities_by_their_definition():
    network = scaled_parity((0, 2), 3, 0.5, 4)
    for x in itertools.product((1, -1), repeat=4):
        active = [w @ x - b for w, b in zip(network.w, network.b, strict=True) if w @ x > b]
        assert len(active) == 3
        assert network([x])[0] == 3 * x[0] * x[2]


def test_games_of_theorem_q():
    one = {"n": 4, "p": 2, "k": 1, "beta": 1.0, "epsilon": "1/2"}
    assert play_sparse(one, 0.45, 1) == 2
    assert play_sparse(one, 0.75, 1) == 5  # characters alone


# ---------------------------------------------------------------- Theorem U


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
    network = interpolated(lambda t: highest_bit(t, q), np.array(secret), q)
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
    network = interpolated(lambda t: highest_bit(t, 4), np.array([0, 0]), 4)
    assert network.s == 1
    assert not network.values().any()


def test_the_constant_is_a_neuron_where_the_least_product_has_the_bit():
    network = interpolated(lambda t: highest_bit(t, 4), np.array([-2, -1]), 4)  # −9 is 3 modulo 4
    assert (network.w[-1].any(), network.b[-1], network.u[-1]) == (False, -1, 1)


@pytest.mark.parametrize(
    ("secret", "error", "flips"),
    [(1, 1, 2), (3, -1, 2), (-1, 2, 4), (1, -4, 8), (2, 1, 0), (2, -1, 4), (0, -1, 8)],
)
def test_flips_at_worked_instances(secret, error, flips):
    assert flipped(np.arange(8) * secret, error, 8) == flips
    if secret % 2:
        assert bounds.theorem_u_flips(8, error) == Fraction(flips, 8)


def test_vectors_are_those_of_the_binary_code():
    y = vectors_of_bits(8, 2)
    assert len({tuple(row) for row in y.tolist()}) == 64
    assert np.array_equal(binary_code(y, 8), points(6))


def test_loss_and_sizes_of_theorem_u_by_hand():
    assert loss(np.array([16, 8, 0, 8]), np.array([1, 0, 1, 1])) == Fraction(3, 16)
    # q = 8, m = 2, β = 2; and Definition 15 with p = 3.
    assert bounds.theorem_u_neurons(2, 2) == 15
    assert bounds.theorem_u_scale(8, 2, 2, 1) == (42, 14)
    assert bounds.theorem_u_scale(8, 2, 7, 3) == (Fraction(9 * 2 * 49 * 63, 12), 147)
