"""The checks of the learners, against brute force and fractions."""

import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from awasthi2024.learners import figures as plotting
from awasthi2024.learners.checks.alternation import (
    alternating_least_squares,
    fixed_pattern_fit,
    step_losses,
)
from awasthi2024.learners.checks.distributions import measure_distributions
from awasthi2024.learners.checks.real_data import (
    _DENSE_STARTS,
    digits,
    measure_digits,
    paired_differences,
)
from awasthi2024.learners.checks.recovery import measure_recovery
from awasthi2024.learners.checks.sizes import _needed_samples, measure_sizes
from awasthi2024.shared.active_sets import (
    chain_masses,
    contributing,
    joint_activity,
    matched_share,
    same_functions,
)
from awasthi2024.shared.distributions import markov
from sparseact.constructions import junta
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


def verdicts(measurement):
    found = {}
    for record in measurement.records:
        assert record.claim.startswith("digest-")
        found.setdefault((record.claim, record.statement), []).append(record.holds)
    return found


# ------------------------------------------------------------------ matching


def best_share(true, found):
    """Try every one-to-one matching for the number of equal states; ties share the same count."""
    size = max(true.shape[1], found.shape[1])
    a = np.pad(true, ((0, 0), (0, size - true.shape[1])))
    b = np.pad(found, ((0, 0), (0, size - found.shape[1])))
    scored = [
        ((a == b[:, list(order)]).sum(), (a == b[:, list(order)]).all(axis=1).mean())
        for order in itertools.permutations(range(size))
    ]
    best = max(score for score, _ in scored)
    return {share for score, share in scored if score == best}


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 2)])
def test_matching_by_all_permutations(shape):
    for seed in range(20):
        rng = generator(seed, "matching")
        true, found = (rng.random((30, s)) < 0.4 for s in shape)
        assert matched_share(true, found) in best_share(true, found)


def test_matching_of_permuted_and_padded_patterns_is_perfect():
    rng = generator(1, "matching")
    true = rng.random((50, 4)) < 0.3
    assert matched_share(true, true[:, [2, 0, 3, 1]]) == 1
    dead = np.zeros((50, 2), dtype=bool)
    assert matched_share(true, np.hstack([dead, true])) == 1
    assert matched_share(np.hstack([true, dead]), true) == 1


def test_contributions_count_u():
    network = SparseReLUNetwork([[1.0], [1.0]], [0.0, 0.0], [1e-9, -2.0])
    found = contributing(network, points(1), 1e-6)
    np.testing.assert_array_equal(found, [[False, True], [False, False]])


@pytest.mark.parametrize("p", [1, 2, 3])
def test_pairs_compute_one_function(p):
    shares = {}
    for name, one, other in same_functions(p):
        np.testing.assert_array_equal(one.values(), other.values())
        assert one.s == other.s == 2**p
        assert one.max_active() == other.max_active() == (1, 1)
        shares[name] = matched_share(one.active(points(p)), other.active(points(p)))
    assert shares == {"constant": 2.0**-p, "relabelled": 1.0}


# -------------------------------------------------------------- least squares


def test_fixed_patterns_recover_a_planted_network():
    rng = generator(3, "fit")
    network = junta([1.0, -1, 1, 1, -1, 1, -1, -1], [0, 2, 3], 6)
    x = 2 * rng.integers(0, 2, size=(400, 6)) - 1
    v = fixed_pattern_fit(x, network(x), network.active(x))
    values = sum(network.active(x)[:, j] * (x @ v[j, :-1] + v[j, -1]) for j in range(network.s))
    np.testing.assert_allclose(values, network(x), atol=1e-6)


@pytest.mark.parametrize("m", [10, 200])
def test_fixed_pattern_fit_is_least_squares(m):
    rng = generator(m, "fit")
    x = 2 * rng.integers(0, 2, size=(m, 4)) - 1
    active = rng.random((m, 3)) < 0.5
    y = rng.standard_normal(m)
    wide = np.hstack([x, np.ones((m, 1))])
    design = np.hstack([active[:, [j]] * wide for j in range(3)])
    expected = np.linalg.lstsq(design, y)[0]
    found = fixed_pattern_fit(x, y, active).ravel()
    np.testing.assert_allclose(design @ found, design @ expected, atol=1e-7)
    # Ten samples leave some of fifteen coefficients open; both have the least norm.
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_one_step_by_hand():
    assert step_losses([1, 3, 3]) == (12.0, 0.0, 25.0)
    assert step_losses([3, 1, 1]) == (0.0, 0.0, 0.0)


def test_alternation_finds_a_dictator():
    rng = generator(1, "alternation")
    x = 2 * rng.integers(0, 2, size=(60, 4)) - 1
    predict = alternating_least_squares(x, x[:, 1].astype(float), 2, 5, rng)
    np.testing.assert_allclose(predict(points(4)), points(4)[:, 1], atol=1e-6)


# ---------------------------------------------------- correlated activations


@pytest.mark.parametrize("correlation", [0.0, 0.5, -0.25])
def test_chain_masses_against_draws(correlation):
    masses = chain_masses(3, Fraction(correlation))
    assert sum(masses) == 1
    x = markov(40_000, 3, correlation, generator(1, "chain"))
    counts = np.bincount((x < 0) @ [1, 2, 4], minlength=8) / len(x)
    np.testing.assert_allclose(counts, [float(mass) for mass in masses], atol=0.015)


def test_joint_activity_by_a_loop():
    network = SparseReLUNetwork([[1, 0], [1, 1], [0, -1]], [0, 0.5, -3], [1, 1, 1])
    masses = chain_masses(2, Fraction(1, 2))
    joint = joint_activity(network, masses)
    # Active sets at (1,1), (-1,1), (1,-1), (-1,-1): {0,1,2}, {2}, {0,2}, {2}; the masses are
    # 3/8, 1/8, 1/8, 3/8.
    assert joint == [
        [Fraction(1, 2), Fraction(3, 8), Fraction(1, 2)],
        [Fraction(3, 8), Fraction(3, 8), Fraction(3, 8)],
        [Fraction(1, 2), Fraction(3, 8), Fraction(1)],
    ]


# ------------------------------------------------------------------ the sweeps


def test_recovery():
    measurement = measure_recovery(
        seed=1, level=0.2, rate=0.5, n=7, neurons=4, samples=20, targets=["tree"],
        distributions=["markov"], trials=8, linear_neurons=[2], linear_trials=14, steps=300,
        starts=3, max_bits=2,
    )  # fmt: skip
    found = verdicts(measurement)
    assert found["digest-recovery", "printed"] == [False, True, False, True]
    assert found["digest-recovery", "function"] == [True]
    first = next(r for r in measurement.records if r.holds is False)
    assert dict(first.instance) == {"pair": "constant", "n": 1, "s": 2, "k": 1}
    table = measurement.table
    given = table[table["k_given"]]
    assert len(table) == 16 + 14
    assert (given["active_found"] <= table["active_found"].max()).all()
    # Every fit is a trial of both statements; one recovered without the function does not count.
    counts = {r.statement: dict(r.instance) for r in measurement.records if r.level}
    for suffix, fits in (
        ("", table[table["target"] != "appendix_a"]),
        ("-linear", table[table["target"] == "appendix_a"]),
    ):
        function, pattern = counts["function" + suffix], counts["pattern" + suffix]
        assert function["trials"] == pattern["trials"] == len(fits)
        assert function["successes"] == fits["learned"].sum()
        assert pattern["successes"] == (fits["learned"] & fits["recovered"]).sum()
    plotting.draw_recovery({"recovery": table}).savefig("/dev/null", format="png")


def test_distributions():
    measurement = measure_distributions(
        seed=1, level=0.06, n=16, neurons=4, samples=[2], named=["markov"], correlations=[0, 0.5],
        strong_correlations=[],
        trials=3, chain_trials=3, average_trials=3, monomials=4, dimensions=[1], steps=200,
        starts=1,
    )  # fmt: skip
    table = measurement.table
    regression = table[table["learner"] == "regression"].set_index(["distribution", "m"])
    assert regression["learned"].to_dict() == {
        ("uniform", 136): 0, ("uniform", 548): 3, ("markov", 136): 0, ("markov", 548): 3,
    }  # fmt: skip
    first = next(r for r in measurement.records if r.holds is False)
    assert (first.statement, dict(first.instance)["n"], dict(first.instance)["s"]) == (
        "printed", 1, 2,
    )  # fmt: skip
    plotting.draw_distributions({"distributions": table}).savefig("/dev/null", format="png")


def test_too_many_samples_for_the_comparison_are_refused():
    with pytest.raises(ValueError, match="one of them must give fewer than the 37 monomials"):
        measure_distributions(
            seed=1, level=0.06, n=8, neurons=4, samples=[2], named=["markov"], correlations=[0],
            strong_correlations=[],
            trials=1, chain_trials=1, average_trials=1, monomials=4, dimensions=[1], steps=1,
            starts=1,
        )  # fmt: skip


def test_sizes():
    measurement = measure_sizes(
        seed=1, level=0.1, n=6, sizes=[2, 4], samples=[0.5, 2, 4], trials=4, largest_trials=6,
        bits=2, steps=200, starts=1,
    )  # fmt: skip
    found = verdicts(measurement)
    assert found["digest-effect-s", "printed"] == [False, False]
    assert found["digest-effect-s", "weight-sparsity"] == [True, False]
    assert found["digest-effect-s", "active"] == [True, True]
    assert all(found["digest-least-squares", "held"])
    assert found["digest-least-squares", "monotone"].count(False) == 17
    table = measurement.table
    assert (table["needed_low"] <= table["needed"]).all()
    assert (table["needed"] <= table["needed_high"]).all()
    assert (table["learned"] <= table["trials"]).all()
    most = table[(table["s"] == 4) & (table["c"] == 4)]
    assert set(most["trials"]) == {6}
    assert set(table.drop(most.index)["trials"]) == {4}
    made = {r.statement: r.instance["trials"] for r in measurement.records if r.level}
    assert made == {"enough": 8, "few": 8, "printed": 6, "regressor": 6, "given": 6}
    with pytest.raises(ValueError, match="largest_trials = 3; it must be at least trials = 4"):
        measure_sizes(
            seed=1, level=0.1, n=6, sizes=[2], samples=[2], trials=4, largest_trials=3, bits=1,
            steps=1, starts=1,
        )  # fmt: skip


def test_needed_samples_by_hand():
    # Half of the trials succeed half-way, on a log scale, between rates 0.25 and 0.75.
    outcomes = {s: np.array([[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 1, 0]], dtype=bool) for s in (2, 4)}
    frame = _needed_samples(3, [2, 4], [1, 2, 8], outcomes, generator(1, "bootstrap"))
    assert frame["needed"].tolist() == [32.0, 64.0]
    assert frame["slope"].tolist() == [1.0, 1.0]
    never = {s: np.zeros((3, 4), dtype=bool) for s in (2, 4)}
    frame = _needed_samples(3, [2, 4], [1, 2, 8], never, generator(1, "bootstrap"))
    assert frame["needed"].isna().all()


def test_digits():
    data = digits()
    assert data.x.shape == (1797, 64)
    assert set(np.unique(data.x)) == set(np.unique(data.y)) == {-1, 1}
    measurement = measure_digits(
        seed=1, level=0.1, neurons=3, sparsities=[1], folds=2, images=300, steps=60, starts=1,
        others=True,
    )  # fmt: skip
    found = verdicts(measurement)
    assert found["digest-real-data", "guarantee"] == [True, True]
    table = measurement.table
    starts = table.groupby("method").size()
    assert starts.pop("dense network") == 2 * _DENSE_STARTS
    assert starts.eq(2).all()
    assert len(starts) == 2 + 4
    assert not table.duplicated(["fold", "method", "start"]).any()
    plotting.draw_digits({"digits": table}).savefig("/dev/null", format="png")


def test_paired_differences_by_hand():
    table = pd.DataFrame(
        {"fold": [0, 1, 0, 1, 1], "method": list("aabbb"), "test_error": [0.3, 0.5, 0.1, 0.0, 0.2]}
    )
    row = paired_differences(table, "b").loc["a"]
    # Differences 0.2 and 0.4: mean 0.3, standard error 0.1, t quantile 12.706 with one degree.
    np.testing.assert_allclose(row, [0.3, 0.3 - 1.2706, 0.3 + 1.2706], atol=1e-4)
