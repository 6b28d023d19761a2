"""The checks of learning with rounding, against loops and fractions."""

import numpy as np
import pytest

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import affine_form, lwr_labels, square_neurons
from awasthi2024.rounding.checks import networks
from awasthi2024.rounding.checks.algorithms import (
    elimination_success,
    fit_elimination,
    fit_vanishing,
    monomials,
    solve_modulo,
)
from awasthi2024.rounding.checks.decoding import decode
from awasthi2024.rounding.checks.definition import rounding_maps
from awasthi2024.rounding.checks.formulas import corrected_sum, formulas, printed_sum
from awasthi2024.rounding.checks.learning import easy as check_easy
from awasthi2024.rounding.checks.learning import run_trials
from awasthi2024.rounding.checks.networks import network
from awasthi2024.rounding.checks.vectors import all_vectors, vectors
from sparseact.cube import InexactError, MemoryBoundError
from sparseact.network import SparseReLUNetwork


def test_printed_sum_by_hand():
    # q = p = 2, m = 1: a = 1..4 with lambda = 1, 0, 1, 0; at t = 1 the terms are 2/4 and 2*2.5^2.
    assert printed_sum(np.array([0, 1]), 2, 2, 1) == [29, 13]
    assert corrected_sum(np.array([0, 1]), 2, 2, 1) == [0, 1]


def test_rounding_maps_by_hand():
    # Z_4 into {0, 2}, {1, 3} against intervals; Z_3 into {0, 2}, {1} against {0, 1}, {2}.
    assert rounding_maps(4, 2) == 0
    assert rounding_maps(3, 2) == 2


def test_squared_norm_of_a_neuron():
    v, shift = affine_form([3, 1], 5)
    (w,), _ = square_neurons(v, [4 - shift])
    assert section_4.lwr_squared_norm(v, 4 - shift) == (w**2).sum()


def test_sampling_takes_the_place_of_enumeration():
    rng = np.random.default_rng(0)
    assert len(vectors(2, 16, 1, 5, rng)) == 2**16
    assert len(vectors(2, 17, 1, 5, rng)) == 5
    assert len(vectors(2, 10, 10**9, 5, rng)) == 5


@pytest.mark.parametrize("p", [2, 3, 7])
def test_solve_modulo_a_prime(p):
    rng = np.random.default_rng(p)
    matrix = rng.integers(0, p, size=(12, 7))
    x = rng.integers(0, p, size=7)
    found = solve_modulo(matrix, matrix @ x % p, p)
    assert np.array_equal(matrix @ found % p, matrix @ x % p)
    wide = matrix.T.copy()
    right = wide @ rng.integers(0, p, size=12) % p
    assert np.array_equal(wide @ solve_modulo(wide, right, p) % p, right)


def test_monomials_by_name():
    y = np.array([[2, 3], [4, 1]])
    # a, b, aa, ab, bb modulo 5.
    assert monomials(y, 2, 5).tolist() == [[2, 3, 4, 1, 4], [4, 1, 1, 4, 1]]


@pytest.mark.parametrize(
    ("fit", "q", "p"),
    [
        (fit_elimination, 6, 3),
        (fit_vanishing, 5, 2),
        (fit_vanishing, 7, 2),
    ],
)
def test_exact_learners_find_the_function(fit, q, p):
    rng = np.random.default_rng(5)
    secret = np.array([q - 1, 0, 2])
    y = rng.integers(0, q, size=(300, 3))
    everything = all_vectors(q, 3)
    found = fit(y, lwr_labels(secret, y, q, p), q, p)
    assert np.array_equal(found(everything), lwr_labels(secret, everything, q, p))


def test_a_zero_secret_is_learned():
    y = np.random.default_rng(1).integers(0, 5, size=(50, 3))
    found = fit_vanishing(y, np.zeros(50, dtype=np.int64), 5, 2)
    assert not found(y).any()


def test_decode_rounds_halves_up():
    assert decode(np.array([0.5, 0.49, -0.5, 1.25])).tolist() == [1, 0, 0, 1]


def test_levels_of_the_algorithms():
    easy = check_easy(seed=1, level=2e-5, cases=[{"q": 4, "p": 2, "m": [3, 20]}], trials=40)
    assert sum(record.level for record in easy.records) <= 2e-5
    # 4^20 vectors are sampled, and the interval is part of the record's level.
    levels = {record.instance["m"]: record.level for record in easy.records}
    assert levels[20] == pytest.approx(levels[3] + 80e-9)


def test_the_bound_on_elimination_holds_in_the_mean():
    """From one sample more than unknowns the bound bites; 400 trials rarely fall below it."""
    least, most = elimination_success(2, 3, 4)
    assert (least, most) == (0.5, 1.0)
    outcomes = run_trials(7, 4, 2, 3, 4, 400)
    share = sum(outcome.error == 0 for outcome in outcomes) / 400
    assert share >= least - 4 * (least * (1 - least) / 400) ** 0.5


def test_the_bound_on_elimination_by_hand():
    # 20 equations more than unknowns: 2^−20 at p = 2, 3^−20/2 at p = 3.
    assert elimination_success(2, 16, 36)[0] == 1 - 2.0**-20
    assert elimination_success(3, 4, 24)[0] == pytest.approx(1 - 3.0**-20 / 2)


def one_network(q, m):
    """Call the check of networks on one case of these sizes."""
    cases = [{"q": q, "m": m, "p": [2]}]
    hypotheses = {"cases": [[3, 2, 2]], "count": 1}
    return network(seed=1, exhaustive=cases, single=[], hypotheses=hypotheses)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: all_vectors(2, 25), r"at most 2\^24"),
        (lambda: all_vectors(1, 2), "q must be an integer of at least 2, got 1"),
        (
            lambda: formulas(cases=[{"q": 2, "m": 9, "p": [2]}]),
            "at most 256",
        ),
        (lambda: one_network(17, 2), "at most 256"),
        (
            lambda: check_easy(seed=1, level=1e-9, cases=[{"q": 4, "p": 2, "m": [3]}], trials=40),
            "too small",
        ),
        (lambda: fit_elimination(np.ones((1, 1)), np.ones(1), 9, 2), "divides"),
        (lambda: fit_vanishing(np.ones((1, 1)), np.ones(1), 9, 2), "odd prime"),
        (lambda: one_network(1, 1), "q must be an integer of at least 2, got 1"),
    ],
)
def test_impossible_parameters_get_one_sentence(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_memory_bound_is_named():
    with pytest.raises(MemoryBoundError):
        all_vectors(3, 1000)


def test_an_inexact_network_is_refused(monkeypatch):
    monkeypatch.setattr(
        networks, "lwr", lambda *a: SparseReLUNetwork([[1.0, 2.0**-60]], [0.0], [1.0])
    )
    with pytest.raises(InexactError, match="does not add exactly"):
        networks._evaluate(np.array([1]), np.array([[1]]), 2, 2)
