"""The checks of learning with rounding, against loops and fractions."""

import numpy as np
import pytest

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import affine_form, lwr_labels, square_neurons
from awasthi2024.rounding.checks import problem, reduction
from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork


def test_rounding_sums_return_values_by_hand():
    # q = p = 2, m = 1: a = 1..4 with λ = 1, 0, 1, 0; at t = 1 the terms are 2/4 and 2·2.5².
    outside, inside = reduction.rounding_sums(np.array([0, 1]), 2, 2, 1)
    assert outside.tolist() == [29, 13]
    assert inside.tolist() == [0, 1]


def test_rounding_maps_return_counts_by_hand():
    # Z_4 into {0, 2}, {1, 3} against intervals; Z_3 into {0, 2}, {1} against {0, 1}, {2}.
    assert problem.rounding_maps(4, 2) == 0
    assert problem.rounding_maps(3, 2) == 2


def test_lwr_squared_norm_returns_the_norm_of_a_neuron():
    v, shift = affine_form([3, 1], 5)
    (w,), _ = square_neurons(v, [4 - shift])
    assert section_4.lwr_squared_norm(v, 4 - shift) == (w**2).sum()


@pytest.mark.parametrize("p", [2, 3, 7])
def test_solve_modulo_returns_a_solution(p):
    rng = np.random.default_rng(p)
    matrix = rng.integers(0, p, size=(12, 7))
    right = matrix @ rng.integers(0, p, size=7) % p
    assert np.array_equal(matrix @ problem.solve_modulo(matrix, right, p) % p, right)
    wide = matrix.T.copy()
    right = wide @ rng.integers(0, p, size=12) % p
    assert np.array_equal(wide @ problem.solve_modulo(wide, right, p) % p, right)


@pytest.mark.parametrize("q", [3, 5, 7])
def test_vanishing_coefficients_return_the_labels(q):
    """The polynomial vanishes exactly where the label is 1, and linearisation finds it."""
    y = reduction.all_vectors(q, 2)
    for w in y:
        found, f = problem.vanishing_coefficients(w, q), lwr_labels(w, y, q, 2)
        monomials = [y[:, chosen].prod(axis=1) for chosen in problem.exponents(2, q)]
        values = 1 + sum(c * column for c, column in zip(found, monomials, strict=True))
        assert np.array_equal(values % q == 0, f == 1)
        assert np.array_equal(problem.vanishing(y, f, q), found)


def test_easy_returns_levels_within_the_budget():
    cases = [{"q": 4, "p": 2, "m": [3, 20]}, {"q": 5, "p": 2, "m": [3]}]
    easy = problem.easy(seed=1, level=2e-5, cases=cases, trials=40)
    assert sum(record.level for record in easy.records) <= 2e-5
    assert easy.table["solved"].tolist() == [40, 40, 40]


def test_elimination_success_returns_the_bound_by_hand():
    # 20 equations more than unknowns: 2^−20 at p = 2, 3^−20/2 at p = 3.
    assert problem.elimination_success(2, 16, 36)[0] == 1 - 2.0**-20
    assert problem.elimination_success(3, 4, 24)[0] == pytest.approx(1 - 3.0**-20 / 2)


def one_network(q, m):
    """Call the check of networks on one case of these sizes."""
    cases = [{"q": q, "m": m, "p": [2]}]
    hypotheses = {"cases": [[3, 2, 2]], "count": 1}
    return reduction.network(seed=1, exhaustive=cases, single=[], hypotheses=hypotheses)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: reduction.formulas(cases=[{"q": 2, "m": 9, "p": [2]}]), "at most 256"),
        (lambda: one_network(17, 2), "at most 256"),
        (lambda: one_network(1, 1), "q must be an integer of at least 2 and at most 65536, got 1"),
        (
            lambda: problem.easy(seed=1, level=0.1, cases=[{"q": 9, "p": 2, "m": [1]}], trials=1),
            "p = 2 and q an odd prime, got p = 2, q = 9",
        ),
    ],
)
def test_checks_reject_impossible_parameters(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_network_rejects_inexact_weights(monkeypatch):
    inexact = SparseReLUNetwork([[1.0, 2.0**-60]], [0.0], [1.0])
    monkeypatch.setattr(reduction.lifts, "lwr", lambda *_: inexact)
    with pytest.raises(InexactError, match="does not add exactly"):
        one_network(2, 1)
