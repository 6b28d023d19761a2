"""Count the queries that learners of parities need."""

from __future__ import annotations

from fractions import Fraction

from awasthi2024.bounds import section_4
from awasthi2024.statistical_queries.checks.games import Run, run_game, runs
from awasthi2024.statistical_queries.parameters import QueryGame
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.learning.statistical_queries import excluded_per_query


@check("theorem-14")
def queries(at: Recorder, *, seed: int, games: NonEmpty[QueryGame], limit: Natural) -> None:
    """Run learners against the adversarial oracle, and count queries until they succeed.

    A learner succeeds when its hypothesis is within error 1/3 of every parity that is consistent
    with all answers. The tolerance of a game is by default a little above 2^(−m/3), its loss
    "classification"; with `six` the characters of six special sets come last; `rate` is for
    gradient. A run has at most `limit` queries. The table has a row per run.
    """
    for game in games:
        loss = game.get("loss", "classification")
        for m, tolerance, repeat in runs(game):
            run = run_game(seed, game, m, tolerance, repeat, limit)
            compare_run(at, run, game)
            at.rows.append({**run.row(limit), "loss": loss})


def compare_run(at: Recorder, run: Run, game: QueryGame) -> None:
    """Compare a run with the lower bounds, if it succeeded."""
    m, loss = run.instance["m"], game.get("loss", "classification")
    near = section_4.NEAR_LIMIT_SQUARED if loss == "squared" else section_4.near_limit(m)
    if run.used is None:
        return
    instance_recorder = at(**run.instance, loss=loss, six=bool(game.get("six")))
    tolerance = Fraction(run.instance["tolerance"])
    excluded = excluded_per_query(tolerance)
    statement = "squared" if loss == "squared" else "explicit"
    instance_recorder.compare(statement, run.used * excluded, ">=", 2**m - near)
    if loss != "squared":
        instance_recorder.compare("printed", run.used, ">", section_4.theorem_14(m, tolerance))
