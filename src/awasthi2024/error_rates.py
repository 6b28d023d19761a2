"""How often a statistical check errs at the edge of its null: by the binomial law, and as seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from awasthi2024.noise_sensitivity.checks.pairs import measure_coupling
from awasthi2024.statistical_queries.checks.elimination import measure_elimination
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.comparison import Record
from paperclaims.judging.seed_robustness import turn_probability

#: Each end of the interval of a simulated share errs with this probability.
SEEN_LEVEL = 1e-5


def exact_level(trials: int, relation: str, rate: float, level: float) -> float:
    """Return the probability of a wrong word where the success probability is the rate.

    There either word, holds or fails, is as good as wrong: it is wrong for
    probabilities as near as one likes, and the farther these are on the wrong
    side, the rarer is the word. So the larger of the two probabilities is the
    check's level.
    """
    return max(
        1 - turn_probability(word, trials, relation, rate, level, (rate, rate))
        for word in (True, False)
    )


def levels(checks: pd.DataFrame) -> pd.DataFrame:
    """Return the exact level of each statistical check.

    Parameters
    ----------
    checks : DataFrame
        A row per check, with claim, statement, instance, relation, rate, level and trials
        (`paperclaims.judging.seed_robustness.summarize`).
    """
    table = checks[["claim", "statement", "instance", "relation", "rate", "level", "trials"]].copy()
    table["exact"] = [
        exact_level(row.trials, row.relation, row.rate, row.level)
        for row in table.itertuples(index=False)
    ]
    return table


def sampled_coupling(seed: int) -> Sequence[Record]:
    """Compare the rate of a junta's differences with its own probability."""
    return measure_coupling(
        seed=seed,
        enumerated=[],
        resolution=1,
        level=0.2,
        trials=100,
        tolerance=0.0,
        juntas=[{"n": 6, "p": 3, "table": "parity", "rho": "1/2"}],
        forests=[],
    ).records


def elimination(seed: int) -> Sequence[Record]:
    """Compare two success rates of elimination with their own probabilities."""
    return measure_elimination(
        seed=seed,
        level=0.4,
        counted=[],
        fragile=[],
        extra=2,
        curves=[4],
        surpluses=[0],
        large=[],
        trials=60,
        slack=0.0,
        noise=0.1,
        noisy=[4],
        likeliest=[],
    ).records


#: What repeats three checks at the edge of their null.
SIMULATED = (sampled_coupling, elimination)


def simulated(seeds: int) -> pd.DataFrame:
    """Repeat three checks at the edge of their null, and count the wrong words.

    Returns
    -------
    DataFrame
        A row per statement and relation: rate, level and trials of one check, the
        `exact` probability that it says "fails", of how many `seeds` it did so
        (`wrong`), and the interval `low`, `high` for the share of these.
    """
    names = ["claim", "statement", "relation", "rate", "level", "trials"]
    counts: Counter[tuple[Any, ...]] = Counter()
    for seed in range(seeds):
        for r in (r for run in SIMULATED for r in run(seed) if r.method == "statistical"):
            check = (r.claim, r.statement, r.relation, r.right, r.level, r.instance["trials"])
            counts[check] += r.holds is False
    table = pd.DataFrame(list(counts), columns=names)
    table["exact"] = [
        1 - turn_probability(False, r.trials, r.relation, r.rate, r.level, (r.rate, r.rate))
        for r in table.itertuples(index=False)
    ]
    table["seeds"] = seeds
    table["wrong"] = list(counts.values())
    intervals = [clopper_pearson(wrong, seeds, SEEN_LEVEL) for wrong in counts.values()]
    table["low"], table["high"] = zip(*intervals, strict=True)
    return table
