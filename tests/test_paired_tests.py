"""The exact tests for paired rows, against enumeration and SciPy's one-row tests."""

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from sparseact.paired_tests import (
    least_visible_rows,
    least_visible_successes,
    sign_test,
    stratified_fisher_test,
)

NUMBERS = st.integers(-3, 3)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8))
def test_sign_test_counts_swaps(pairs):
    signs = [(a > b) - (a < b) for a, b in pairs]
    seen = abs(sum(signs))
    swaps = list(itertools.product((-1, 1), repeat=len(pairs)))
    as_far = sum(
        abs(sum(f * s for f, s in zip(flip, signs, strict=True))) >= seen for flip in swaps
    )
    ours, reference = np.array(pairs, dtype=float).T
    assert sign_test(ours, reference) == pytest.approx(as_far / len(swaps))


def test_sign_test_has_ties_up_to_the_least_difference():
    ours, reference = np.arange(30.0) + 1e-10, np.arange(30.0)
    assert sign_test(ours, reference) < 1e-8
    assert sign_test(ours, reference, 1e-9) == 1


def exact(ours, reference, trials):
    """Choose ours among both sides' trials, row by row, in fractions."""
    law = {0: Fraction(1)}
    for a, b, of in zip(ours, reference, trials, strict=True):
        both, wider = a + b, {}
        for (total, mass), k in itertools.product(law.items(), range(of + 1)):
            ways = Fraction(comb(both, k) * comb(2 * of - both, of - k), comb(2 * of, of))
            wider[total + k] = wider.get(total + k, Fraction(0)) + mass * ways
        law = wider
    at = sum(ours)
    tails = (
        sum(mass for total, mass in law.items() if total <= at),
        sum(mass for total, mass in law.items() if total >= at),
    )
    return float(min(1, 2 * min(tails)))


@given(st.data())
def test_stratified_fisher_test_counts_choices(data):
    trials = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    sides = [[data.draw(st.integers(0, of)) for of in trials] for _ in range(2)]
    found = stratified_fisher_test(*map(np.array, sides), np.array(trials))
    assert found == pytest.approx(exact(*sides, trials), rel=1e-9)


@given(st.integers(1, 40), st.data())
def test_one_row_is_fishers_test(of, data):
    a, b = (data.draw(st.integers(0, of)) for _ in range(2))
    table = [[a, b], [of - a, of - b]]
    tails = [fisher_exact(table, alternative=side).pvalue for side in ("less", "greater")]
    found = stratified_fisher_test(np.array([a]), np.array([b]), np.array([of]))
    assert found == pytest.approx(min(1, 2 * min(tails)), rel=1e-7)


def test_one_trial_a_row_is_the_sign_test():
    rng = np.random.default_rng(1)
    ours, reference = rng.integers(0, 2, (2, 60))
    found = stratified_fisher_test(ours, reference, np.ones(60, dtype=int))
    assert found == pytest.approx(sign_test(ours.astype(float), reference.astype(float)))


def test_rejects_at_most_as_often_as_its_level():
    # The whole law of two independent rows at one rate each, summed over all outcomes.
    trials, rates, level = np.array([4, 6]), (0.3, 0.8), 0.1

    def mass(counts):
        return np.prod(
            [comb(n, k) * p**k * (1 - p) ** (n - k)
             for n, k, p in zip(trials.tolist(), counts, rates, strict=True)]
        )  # fmt: skip

    outcomes = list(itertools.product(range(5), range(7)))
    wrong = sum(
        mass(a) * mass(b)
        for a, b in itertools.product(outcomes, repeat=2)
        if stratified_fisher_test(np.array(a), np.array(b), trials) <= level
    )
    assert 0 < wrong <= level


@pytest.mark.parametrize("rows", [1, 5, 20, 21, 24, 25, 26, 60])
def test_rows_that_the_sign_test_needs(rows):
    def p(moved):
        return 2 * Fraction(sum(comb(rows, k) for k in range(moved, rows + 1)), 2**rows)

    enough = [moved for moved in range(rows // 2 + 1, rows + 1) if p(moved) <= Fraction(1, 10**6)]
    assert least_visible_rows(rows, 1e-6) == min(enough, default=None)
    assert bool(enough) == (rows >= 21)


@given(st.data())
def test_least_visible_successes_is_the_least(data):
    trials = np.array(data.draw(st.lists(st.integers(5, 15), min_size=1, max_size=3)))
    reference = np.array([data.draw(st.integers(0, of)) for of in trials.tolist()])
    change = least_visible_successes(reference, trials, 1e-2)
    up = 2 * reference.sum() <= trials.sum()
    room, ours, first = (trials - reference if up else reference), reference.copy(), None
    # By another route: one success at a time to the row that has had the fewest.
    for step in range(1, int(room.sum()) + 1):
        given_so_far = np.abs(ours - reference)
        row = min(np.flatnonzero(given_so_far < room), key=lambda i: (given_so_far[i], i))
        ours[row] += 1 if up else -1
        if first is None and stratified_fisher_test(ours, reference, trials) <= 1e-2:
            first = step
    assert change == first


def test_five_against_five_shows_nothing():
    assert least_visible_rows(5, 1e-6) is None
    assert least_visible_successes(np.array([0]), np.array([5]), 1e-6) is None
    assert least_visible_successes(np.array([0]), np.array([12]), 1e-6) == 12
