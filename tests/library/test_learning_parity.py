"""Elimination over GF(2), against enumeration and fractions."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparseact.learning.parity import full_rank_probability, solve_parity


def brute_force(y, labels):
    """Return all subsets, as tuples of bool, that give every label."""
    m = y.shape[1]
    return [
        chosen
        for chosen in itertools.product([False, True], repeat=m)
        if np.array_equal(np.where(chosen, y, 1).prod(axis=1), labels)
    ]


def rank(rows):
    """Return the rank over GF(2) of integers as bit vectors."""
    basis = []
    for row in rows:
        for b in basis:
            row = min(row, row ^ b)
        if row:
            basis.append(row)
    return len(basis)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 7), st.integers(0, 9), st.integers(0, 2**32), st.booleans())
def test_solution_by_enumeration(m, k, seed, arbitrary):
    rng = np.random.default_rng(seed)
    y = 1 - 2 * rng.integers(0, 2, size=(k, m))
    truth = rng.integers(0, 2, size=m).astype(bool)
    labels = np.where(truth, y, 1).prod(axis=1)
    if arbitrary:
        labels = 1 - 2 * rng.integers(0, 2, size=k)
    solution = solve_parity(y, labels)
    possible = brute_force(y, labels)
    assert solution.consistent == bool(possible)
    assert solution.rank == rank([int("".join("1" if v < 0 else "0" for v in r), 2) for r in y])
    if possible:
        assert tuple(solution.subset.tolist()) in possible
        assert len(possible) == 2 ** (m - solution.rank)


@pytest.mark.parametrize("m", [63, 64, 65, 127, 128, 129, 300])
def test_word_boundaries(m):
    rng = np.random.default_rng(m)
    y = 1 - 2 * rng.integers(0, 2, size=(m + 60, m), dtype=np.int8)
    truth = rng.integers(0, 2, size=m).astype(bool)
    labels = np.where(truth, y, 1).prod(axis=1)
    solution = solve_parity(y, labels)
    assert solution.rank == m
    assert solution.consistent
    assert np.array_equal(solution.subset, truth)
    labels[7] *= -1
    wrong = solve_parity(y, labels)
    assert not wrong.consistent or not np.array_equal(wrong.subset, truth)


def test_full_rank_probability_by_counting():
    for m, k in itertools.product(range(1, 4), range(1, 5)):
        if m * k > 9:
            continue
        count = sum(rank(rows) == m for rows in itertools.product(range(2**m), repeat=k))
        assert full_rank_probability(k, m) == Fraction(count, 2 ** (m * k))
    assert full_rank_probability(5, 0) == 1
    assert float(full_rank_probability(200, 200)) == pytest.approx(0.2887880950866)


@pytest.mark.parametrize(
    ("y", "labels", "words"),
    [
        ([[1, 0]], [1], "y holds a value"),
        ([[1, -1]], [0], "labels holds a value"),
        ([[1, -1]], [1, 1], "shape"),
        ([1, -1], [1, 1], "shape"),
        ([["a"]], [1], "y holds a value"),
    ],
)
def test_errors(y, labels, words):
    with pytest.raises(ValueError, match=words):
        solve_parity(y, labels)


def test_probability_errors():
    with pytest.raises(ValueError, match="k=-1"):
        full_rank_probability(-1, 2)
    assert full_rank_probability(2, 3) == 0
