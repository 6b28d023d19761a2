"""Learners come back from a pickle."""

import contextlib
import pickle
import warnings

import numpy as np
import pytest
from sklearn.base import clone

from sparseact.learning import LowDegreeRegressor, SparseReLURegressor
from sparseact.learning.query_learners import (
    BlockLearner,
    GradientLearner,
    LowDegreeLearner,
    SpectrumLearner,
)

ESTIMATORS = [
    LowDegreeRegressor(2),
    SparseReLURegressor(2, max_iter=20, n_restarts=1, fit_intercept=True, random_state=0),
]
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def samples():
    rng = np.random.default_rng(0)
    return rng.choice([-1, 1], size=(60, 4)), rng.normal(size=60)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_fit_comes_back(estimator, protocol):
    X, y = samples()
    model = clone(estimator).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = pickle.loads(pickle.dumps(model, protocol))
        bare = pickle.loads(pickle.dumps(clone(estimator), protocol))
    np.testing.assert_array_equal(found.predict(X), model.predict(X))
    assert vars(found).keys() == vars(model).keys()
    assert bare.get_params() == estimator.get_params()
    assert vars(bare).keys() == vars(clone(estimator)).keys()


@pytest.mark.parametrize(
    "learner",
    [
        BlockLearner(4, 0.25, 1),
        SpectrumLearner(4, 0.25),
        LowDegreeLearner(4, 0.25, 2),
        GradientLearner(4, 0.25, 3, 0.05, np.random.default_rng(0)),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_a_query_learner_comes_back_in_the_middle_of_a_game(learner):
    def play(player, answers):
        game = player.queries()
        next(game)
        with contextlib.suppress(StopIteration):  # where no parity is left
            for answer in answers:
                game.send(answer)

    play(learner, (0.5, -0.25, 0.125))
    found = pickle.loads(pickle.dumps(learner))
    np.testing.assert_array_equal(found.hypothesis(), learner.hypothesis())
    # A new game begins alike for both.
    for player in (learner, found):
        play(player, (0.0,))
    np.testing.assert_array_equal(found.hypothesis(), learner.hypothesis())
