"""Count the queries that learners of parities need."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.statistical_queries.checks.games import Run, make_learner, run_game, runs
from awasthi2024.statistical_queries.checks.near_parities import near_parities
from awasthi2024.statistical_queries.parameters import OracleDimension, QueryGame, TargetGame
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_4
from sparseact.learning.query_learners import BlockLearner, play
from sparseact.learning.statistical_queries import HonestOracle, character, excluded_per_query
from sparseact.randomness import generator


@check("queries", claim="theorem-14", notebook=True)
def measure_queries(
    recorder: Recorder, *, seed: int, games: NonEmpty[QueryGame], limit: Natural, witnessed: Natural
) -> None:
    """Run learners against the adversarial oracle, and count queries until they succeed.

    A learner succeeds when its hypothesis is within error 1/3 of every parity that is consistent
    with all answers. The tolerance of a game is by default a little above 2^(−m/3), its loss
    "classification"; with `six` the characters of six special sets come last; `rate` is for
    gradient. A run has at most `limit` queries; for m up to `witnessed` every answer is checked for
    every parity. The table has a row per run.
    """
    for game in games:
        loss = game.get("loss", "classification")
        for m, tolerance, repeat in runs(game):
            run = run_game(seed, game, m, tolerance, repeat, limit, m <= witnessed)
            compare_run(recorder, run, game)
            recorder.rows.append({**run.row(limit), "loss": loss})


def compare_run(recorder: Recorder, run: Run, game: QueryGame) -> None:
    """Compare a run with the lower bounds, if it succeeded, and its oracle with the truth."""
    m, loss = run.instance["m"], game.get("loss", "classification")
    near = section_4.NEAR_LIMIT_SQUARED if loss == "squared" else section_4.near_limit(m)
    instance_recorder = recorder.where(**run.instance, loss=loss, six=bool(game.get("six")))
    if run.lies is not None:
        instance_recorder.exact("truthful", run.lies, "==", 0)
    if run.used is not None:
        _compare_bound(instance_recorder, run.used, loss, near)
        if game.get("six"):
            instance_recorder.exact("coin-sharp", run.used, "==", 2**m - near)


def _compare_bound(recorder: Recorder, used: int, loss: str, near: int) -> None:
    m, tolerance = recorder.instance["m"], Fraction(recorder.instance["tolerance"])
    excluded = excluded_per_query(tolerance)
    statement = "squared" if loss == "squared" else "explicit"
    recorder.exact(statement, used * excluded, ">=", 2**m - near)
    if loss != "squared":
        recorder.exact("printed", used, ">", section_4.theorem_14(m, tolerance))


@check("targets", claim="theorem-14", notebook=True)
def measure_targets(
    recorder: Recorder,
    *,
    seed: int,
    games: NonEmpty[TargetGame],
    shares: NonEmpty[NonNegative],
    dimensions: NonEmpty[OracleDimension],
    blocks: NonEmpty[Natural],
    targets: Natural,
) -> None:
    """Run learners with oracles that know the parity: too few queries, and enough.

    First every parity is taken, with too few queries and an oracle that answers as for a coin
    wherever τ allows. `shares` are fractions of 2^m that bound q(⌈τ^−2⌉ − 1) + L_m. The number q of
    queries is the largest within the bound. Then the learner by blocks plays, with every oracle,
    for m in `dimensions`. `blocks` are sizes j of blocks, at most m/2. `targets` is the number of
    parities for each game. Where there are fewer, all are taken. The games are as for
    `measure_queries`, classification error only. The table has a row per run of many parities.
    """
    recorder.rows += _compare_too_few(recorder, seed, games, shares)
    recorder.rows += _compare_blocks(recorder, seed, dimensions, blocks, targets)


def _compare_too_few(
    recorder: Recorder, seed: int, games: Sequence[TargetGame], shares: Sequence[float]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for game in games:
        for m, tolerance, repeat in runs(game):
            for share in shares:
                budget = too_few(m, tolerance, share)
                if budget >= 1:
                    rows.append(compare_targets(recorder, seed, game, m, tolerance, repeat, budget))
    return rows


def too_few(m: int, tolerance: float, share: float) -> int:
    """Return the most queries that can find at most this share of the 2^m parities."""
    possible = Fraction(share) * 2**m - section_4.near_limit(m)
    return int(possible // excluded_per_query(tolerance))


def compare_targets(
    recorder: Recorder,
    seed: int,
    game: TargetGame,
    m: int,
    tolerance: float,
    repeat: int,
    budget: int,
) -> dict[str, Any]:
    """Compare how many parities a learner finds with `budget` queries; return the table's row."""
    successes = sum(
        bool(near_after(seed, game, m, tolerance, repeat, budget, mask)[mask])
        for mask in range(1 << m)
    )
    instance = {"m": m, "tolerance": tolerance, "learner": game["learner"]}
    instance_recorder = recorder.where(**instance, repeat=repeat, queries=budget)
    right = budget * excluded_per_query(tolerance) + section_4.near_limit(m)
    instance_recorder.exact("randomised", successes, "<=", right)
    return {
        **instance_recorder.instance,
        "oracle": "coin",
        "targets": 2**m,
        "successes": successes,
        "most_successes": right,
    }


def near_after(
    seed: int, game: TargetGame, m: int, tolerance: float, repeat: int, budget: int, mask: int
) -> np.ndarray:
    """Return the parities that a learner is near to after `budget` queries; (2^m,) bool.

    The oracle knows the parity of `mask`, and answers as for a coin wherever it may.
    """
    rng = generator(seed, "statistical_queries", "targets", m, mask, repeat)
    oracle = HonestOracle(character(mask, m), tolerance, "coin")
    learner = make_learner(game, m, tolerance, rng)
    play(learner, oracle.answer, lambda: False, budget)
    return near_parities(learner.hypothesis())


def _compare_blocks(
    recorder: Recorder, seed: int, dimensions: Sequence[int], blocks: Sequence[int], targets: int
) -> list[dict[str, Any]]:
    """Check that the learner by blocks finds S within a factor of the lower bound."""
    rows: list[dict[str, Any]] = []
    for m in dimensions:
        for j in (j for j in blocks if 2 * j <= m):
            # The ends of the range of τ for which this j is the right one.
            for tolerance in (2.0 ** -(j + 1) * (1 - 2.0**-10), 2.0 ** -(j + 2)):
                for perturbation in ("none", "random", "coin"):
                    instance_recorder = recorder.where(
                        m=m, j=j, tolerance=tolerance, oracle=perturbation
                    )
                    rows.append(compare_blocks(instance_recorder, seed, targets))
    return rows


def compare_blocks(recorder: Recorder, seed: int, targets: int) -> dict[str, Any]:
    """Compare the queries by which the learner by blocks finds parities; return the table's row.

    The recorder's instance has m, j, the tolerance and the oracle's perturbation.
    """
    successes, most, tried = _find_by_blocks(seed, recorder.instance, targets)
    m, j = recorder.instance["m"], recorder.instance["j"]
    instance_recorder = recorder.where(targets=tried)
    square = Fraction(recorder.instance["tolerance"]) ** 2
    for left, relation, right in (
        (successes, "==", tried),
        (most, "<=", 2 ** (m - 2 * j) + 2 * j),
        (most, "<=", 16 * 2**m * square + 2 * j),
    ):
        instance_recorder.exact("attained", left, relation, right)
    return {
        **instance_recorder.instance,
        "learner": "blocks",
        "queries": most,
        "successes": successes,
    }


def _find_by_blocks(seed: int, instance: dict[str, Any], targets: int) -> tuple[int, int, int]:
    """Return how many parities are found, the most queries used, and how many were tried."""
    m, tolerance, perturbation = instance["m"], instance["tolerance"], instance["oracle"]
    rng = generator(seed, "statistical_queries", "blocks", m, instance["j"], perturbation)
    masks = rng.permutation(1 << m)[:targets]
    successes = most = 0
    for mask in masks.tolist():
        noise = rng if perturbation == "random" else None
        oracle = HonestOracle(character(mask, m), tolerance, perturbation, noise)
        learner = BlockLearner(m, tolerance, instance["j"])
        play(learner, oracle.answer, lambda: False, 2**m + 1)
        successes += learner.consistent.sum() == 1 and bool(learner.consistent[mask])
        most = max(most, oracle.queries)
    return int(successes), most, len(masks)
