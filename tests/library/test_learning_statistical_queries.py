"""Oracles of statistical queries, against sums over the cube in fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from in_fractions import expectation, parity_labels

from sparseact.cube import MemoryBoundError
from sparseact.learning import statistical_queries as sq
from sparseact.learning.statistical_queries import AdversarialOracle, HonestOracle


def random_query(m, rng, dyadic):
    query = rng.uniform(-1, 1, size=(2, 2**m))
    return np.rint(query * 2**20) / 2**20 if dyadic else query


@settings(max_examples=40)
@given(
    st.integers(1, 6), st.integers(0, 2**32), st.sampled_from(sq.PERTURBATIONS),
    st.floats(2**-20, 1.5), st.booleans(),
)  # fmt: skip
@example(1, 0, "coin", 2.0**-20, False)  # as far from the truth as is allowed
def test_honest_answers_are_within_tolerance(m, seed, perturbation, tolerance, dyadic):
    rng = np.random.default_rng(seed)
    labels = rng.choice([-1, 1], size=2**m)
    noise = rng if perturbation == "random" else None
    oracle = HonestOracle(labels, tolerance, perturbation, noise)
    for number in range(5):
        query = random_query(m, rng, dyadic)
        answer = Fraction(oracle.answer(query))
        truth = expectation(query, labels)
        assert abs(answer - truth) <= Fraction(tolerance)
        if perturbation == "none" and dyadic:
            assert answer == truth
        if perturbation == "coin" and dyadic:
            coin = (expectation(query, labels) + expectation(query[::-1], labels)) / 2
            near = abs(coin - truth) <= Fraction(tolerance)
            assert (answer == coin) == near
        assert oracle.queries == number + 1


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(0, 2**32), st.floats(2**-12, 1), st.booleans())
def test_adversary_never_lies_and_keeps_all_that_it_may(m, seed, tolerance, dyadic):
    rng = np.random.default_rng(seed)
    oracle, transcript = AdversarialOracle(m, tolerance), []
    for _ in range(12):
        kind = rng.integers(3)
        query = random_query(m, rng, dyadic)
        if kind == 1:
            query = np.sign(query)
        if kind == 2:
            query = sq.correlation(parity_labels(int(rng.integers(2**m)), m))
        transcript.append((query, oracle.answer(query)))
    kept = oracle.consistent
    assert kept[oracle.target]
    slack = Fraction(0) if dyadic else Fraction(1, 2**40)
    for mask in range(2**m):
        distances = [
            abs(Fraction(answer) - expectation(query, parity_labels(mask, m)))
            for query, answer in transcript
        ]
        if kept[mask]:
            assert max(distances) <= Fraction(tolerance)
        else:
            assert max(distances) > Fraction(tolerance) - slack


def test_adversary_answers_as_for_a_coin_while_it_may():
    oracle = AdversarialOracle(2, 0.25)
    both = np.stack([0.5 + 0.5 * parity_labels(1, 2), 0.5 - 0.5 * parity_labels(1, 2)])
    assert oracle.answer(both) == 0.5
    assert oracle.consistent.tolist() == [True, False, True, True]
    for mask in (0, 2):
        assert oracle.answer(sq.correlation(parity_labels(mask, 2))) == 0
    assert oracle.answer(sq.correlation(parity_labels(3, 2))) == 1
    assert oracle.target == 3


def test_adversary_keeps_as_many_as_it_can_when_no_coin_will_do():
    # Coefficients of (χ_0 + χ_1 + χ_2 − χ_3)/2: three alike, one opposite.
    oracle = AdversarialOracle(2, 0.25)
    answer = oracle.answer(sq.correlation([1, 1, 1, -1]))
    assert answer == 0.5
    assert oracle.consistent.tolist() == [True, True, True, False]
    concepts = np.array([False, True, False, True])  # now one is alike, and one is opposite
    fewer = AdversarialOracle(2, 0.25, concepts)
    assert abs(fewer.answer(sq.correlation([1, 1, 1, -1]))) == 0.5
    assert (int(fewer.consistent.sum()), concepts.tolist()) == (1, [False, True, False, True])


def test_excluded_per_query():
    for tolerance in (1.0, 0.75, 0.5, 0.4990234375, 2.0**-10):
        count = sq.excluded_per_query(tolerance)  # the largest N with N·τ² < 1
        assert count * Fraction(tolerance) ** 2 < 1 <= (count + 1) * Fraction(tolerance) ** 2
    assert sq.queries_needed(1024, 0.5, 6) == math.ceil(1018 / 3)
    assert sq.queries_needed(4, 0.5, 6) == 0
    with pytest.raises(ValueError, match="below 1"):
        sq.queries_needed(4, 1.0, 6)


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (lambda: AdversarialOracle(21, 0.1), MemoryBoundError, "m must be at most 20"),
        (lambda: AdversarialOracle(0, 0.1), ValueError, "at least 1"),
        (lambda: HonestOracle([1, -1, 0, 1], 0.1), ValueError, "labels must be ±1"),
        (lambda: HonestOracle([1, -1, 1], 0.1), ValueError, "labels must be ±1"),
        (lambda: HonestOracle([1, -1], 0.1, "worst"), ValueError, "got 'worst'"),
        (lambda: HonestOracle([1, -1], 0.1, "random"), ValueError, "generator"),
        (lambda: AdversarialOracle(1, 0.1).answer([[0, 0], [0, 1.5]]), ValueError,
         "value 1.5 at point 1, label -1"),
        (lambda: AdversarialOracle(1, 0.1).answer([[0, 0], [0, math.nan]]), ValueError, "nan"),
        (lambda: AdversarialOracle(1, 0.1).answer([0, 0]), ValueError, "shape"),
        (lambda: AdversarialOracle(2, 0.5, np.zeros(4)), ValueError, "at least one"),
        (lambda: sq.character(16, 4), ValueError, "mask 16"),
        (lambda: sq.character(0, 64), MemoryBoundError, "m=64"),
    ],
)  # fmt: skip
def test_errors_in_one_sentence(act, error, words):
    with pytest.raises(error, match=words) as caught:
        act()
    assert "\n" not in str(caught.value)


def test_oracles_take_any_finite_tolerance_and_reject_other_values():
    for tolerance in (3.0, 1e200, 1.7e308):
        oracle = HonestOracle([1, -1], tolerance)
        assert oracle.answer([[0.5, 1], [0.5, 1]]) == 0.75
        assert AdversarialOracle(1, tolerance).answer([[1, 1], [-1, -1]]) == 0
    for wrong in ("0.1", None, math.inf, math.nan, 0, -0.1, 2**-50):
        with pytest.raises(ValueError, match="positive, finite and at least 2\\^-40"):
            HonestOracle([1, -1], wrong)
    with pytest.raises(ValueError, match="tolerance must be a positive number, got 0"):
        sq.excluded_per_query(0)
