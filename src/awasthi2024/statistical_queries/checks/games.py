"""Learners that play against oracles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from awasthi2024.bounds import section_4
from awasthi2024.constructions.query_learners import (
    BlockLearner,
    GradientLearner,
    LowDegreeLearner,
    SpectrumLearner,
    SQLearner,
    VotingLearner,
    play,
)
from awasthi2024.statistical_queries.checks.near_parities import (
    SIX,
    near_in_squared_loss,
    near_parities,
)
from sparseact.cube import InexactError
from sparseact.learning.statistical_queries import AdversarialOracle, excluded_per_query
from sparseact.randomness import generator


def make_learner(
    game: Mapping[str, Any], m: int, tolerance: float, rng: np.random.Generator
) -> SQLearner:
    """Return the learner that a game names."""
    kind = game["learner"]
    if kind == "characters":
        return BlockLearner(m, tolerance, 0, SIX if game.get("six") else ())
    if kind == "blocks":
        return BlockLearner(m, tolerance, finest_block(m, tolerance))
    if kind == "low degree":
        return LowDegreeLearner(m, tolerance, game.get("degree"))
    return GradientLearner(m, tolerance, m // 2 + 1, float(game["rate"]), rng)


def finest_block(m: int, tolerance: float) -> int:
    """Return the largest j ≤ m/2 with 2^−j > 2τ, or 0."""
    return max([0, *(j for j in range(m // 2 + 1) if 2.0**-j > 2 * tolerance)])


def success_test(learner: SQLearner, oracle: AdversarialOracle, loss: str) -> Callable[[], bool]:
    """Return the test that the hypothesis is near every parity that is still possible."""
    # A hypothesis often outlives many answers: the same array is judged once.
    judged, nearby = None, np.zeros(0, dtype=bool)

    def near() -> bool:
        nonlocal judged, nearby
        if loss == "squared":
            # Of the learners only the voting ones give a mean with an integer denominator.
            assert isinstance(learner, VotingLearner)
            total, count = learner.hypothesis(), int(learner.consistent.sum())
            return bool(near_in_squared_loss(np.rint(total), count)[oracle.consistent].all())
        hypothesis = learner.hypothesis()
        if hypothesis is not judged:
            judged, nearby = hypothesis, near_parities(hypothesis)
        return bool(nearby[oracle.consistent].all())

    return near


def runs(game: Mapping[str, Any]) -> list[tuple[int, float, int]]:
    """Return m, tolerance and number of each run of a game."""
    return [
        (int(m), float(tolerance), repeat)
        for m in game["dimensions"]
        for tolerance in game.get("tolerances", [critical_tolerance(m)])
        for repeat in range(game.get("repeats", 1))
    ]


def critical_tolerance(m: int) -> float:
    """Return the smallest multiple of 2^−12 above 2^(−m/3), where Theorem 3's two cases meet."""
    return next(t for t in range(1, 2**12 + 1) if t**3 << m > 2**36) / 2**12


class Run(NamedTuple):
    """A game, and the queries until success."""

    instance: dict[str, Any]
    used: int | None

    def row(self, limit: int) -> dict[str, Any]:
        """Return the row of the table; a run without success made `limit` queries."""
        m, tolerance = self.instance["m"], self.instance["tolerance"]
        excluded = excluded_per_query(tolerance)
        return {
            **self.instance,
            "queries": limit if self.used is None else self.used,
            "succeeded": self.used is not None,
            "excluded": excluded,
            "needed": (2**m - section_4.near_limit(m)) / excluded if excluded else math.inf,
        }


def run_game(
    seed: int,
    game: Mapping[str, Any],
    m: int,
    tolerance: float,
    repeat: int,
    limit: int,
    concepts: np.ndarray | None = None,
) -> Run:
    """Play against the adversary, whose parities are `concepts`, or all parities by default."""
    instance = {"m": m, "tolerance": tolerance, "learner": game["learner"], "repeat": repeat}
    rng = generator(seed, "statistical_queries", "game", *instance.values())
    oracle = AdversarialOracle(m, tolerance, concepts)
    learner = make_learner(game, m, tolerance, rng)
    done = success_test(learner, oracle, game.get("loss", "classification"))
    return Run(instance, play(learner, oracle.answer, done, limit))


def ask_once(m: int) -> tuple[float, int]:
    """Return the tolerance 2^(−2m−1) and how many queries find S at it, with the adversary."""
    tolerance = 2.0 ** (-2 * m - 1)
    oracle = AdversarialOracle(m, tolerance)
    learner = SpectrumLearner(m, tolerance)
    used = play(learner, oracle.answer, success_test(learner, oracle, "classification"), 2**m)
    if used is None:
        raise InexactError(f"one query at m={m} did not find the parity")
    return tolerance, used
