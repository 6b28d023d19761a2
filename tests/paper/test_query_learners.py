"""Learners by statistical queries against the library's oracles."""

import numpy as np
import pytest
from in_fractions import expectation, parity_labels

from awasthi2024.constructions import query_learners as learners
from sparseact.learning import statistical_queries as sq
from sparseact.learning.statistical_queries import AdversarialOracle, HonestOracle


@pytest.mark.parametrize(("m", "j"), [(1, 0), (4, 0), (4, 1), (4, 2), (5, 2), (6, 1)])
@pytest.mark.parametrize("perturbation", sq.PERTURBATIONS)
def test_block_learner_returns_every_parity(m, j, perturbation):
    tolerance = 2.0 ** -(j + 1) * (1 - 2**-10)
    for mask in range(2**m):
        rng = np.random.default_rng(mask) if perturbation == "random" else None
        labels = parity_labels(mask, m)
        oracle = HonestOracle(labels, tolerance, perturbation, rng)
        learner = learners.BlockLearner(m, tolerance, j)
        used = learners.play(learner, oracle.answer, lambda: False, 10**6)
        assert used is None
        assert np.array_equal(np.flatnonzero(learner.consistent), [mask])
        assert np.array_equal(learner.hypothesis(), labels)
        assert oracle.queries <= 2 ** (m - 2 * j) + 2 * j


@pytest.mark.parametrize("m", [1, 2, 4])
def test_spectrum_learner_returns_the_parity_after_one_query(m):
    tolerance = 2.0 ** (-2 * m - 1)
    for oracle in (
        HonestOracle(parity_labels(2**m - 1, m), tolerance, "coin"),
        AdversarialOracle(m, tolerance),
    ):
        learner = learners.SpectrumLearner(m, tolerance)
        assert learners.play(learner, oracle.answer, lambda: learner.consistent.sum() == 1, 10) == 1  # noqa: B023


def test_low_degree_learner_returns_its_definition():
    m, degree = 4, 2
    rng = np.random.default_rng(1)
    labels = rng.choice([-1, 1], size=2**m)
    learner = learners.LowDegreeLearner(m, 0.1, degree)
    oracle = HonestOracle(labels, 0.1)
    assert learners.play(learner, oracle.answer, lambda: False, 100) is None
    assert oracle.queries == 1 + 4 + 6
    expected = sum(
        np.mean(labels * parity_labels(mask, m)) * parity_labels(mask, m)
        for mask in range(2**m)
        if mask.bit_count() <= degree
    )
    assert np.allclose(learner.hypothesis(), expected)


def test_gradient_returns_differences():
    m, neurons, step = 3, 2, 1e-6
    labels = parity_labels(6, m)
    learner = learners.GradientLearner(m, 0.1, neurons, 0.01, np.random.default_rng(5))

    def loss():
        return np.mean((learner._forward()[2] - (1 + labels) / 2) ** 2) / 2

    active, relu, learner._value = learner._forward()
    game, found = learner._gradient(active, relu), None
    query = next(game)
    try:
        while True:
            query = game.send(float(expectation(query, labels)))
    except StopIteration as end:
        found = end.value
    for parameter, gradient in zip((learner._w, learner._b, learner._u), found, strict=True):
        for index in np.ndindex(parameter.shape):
            middle = parameter[index]
            parameter[index] = middle + step
            above = loss()
            parameter[index] = middle - step
            below = loss()
            parameter[index] = middle
            assert gradient[index] == pytest.approx((above - below) / (2 * step), abs=1e-6)


def test_play_returns_the_number_of_queries():
    learner = learners.LowDegreeLearner(3, 0.1)
    oracle = HonestOracle(parity_labels(1, 3), 0.1)
    assert learners.play(learner, oracle.answer, lambda: True, 0) == 0
    assert learners.play(learner, oracle.answer, lambda: False, 3) is None
    assert oracle.queries == 3


@pytest.mark.parametrize(
    ("construct", "said"),
    [
        *((lambda t=t: learners.BlockLearner(4, t), "tolerance must") for t in (0, 1.5, np.nan)),
        (lambda: learners.BlockLearner(30, 0.5), "m must be at most 20"),
        (lambda: learners.BlockLearner(3, 0.1, 2), "j must be .*, got 2"),
        (lambda: learners.GradientLearner(3, 0.1, 0, 0.1, np.random.default_rng(0)), "neurons=0"),
    ],
)
def test_learners_reject_arguments_outside_their_ranges(construct, said):
    with pytest.raises(ValueError, match=said):
        construct()
