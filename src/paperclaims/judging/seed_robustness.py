"""How probable it is that another seed changes a statistical check's word.

Given the success probability p, the number of successes is binomial, so the
chance of another word than the one found is exact. p is not known: it is taken
from an interval that is proved, or else from a pilot with other seeds, at the
end of the two-sided 99 % interval that makes the chance largest.

Trials that are pooled over cells of several success probabilities are covered:
beyond the mean by one success or more a tail of their sum is at most that of
the binomial law with the mean probability (Hoeffding, Annals of Mathematical
Statistics 27 (1956), theorem 4).
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from paperclaims import paths
from paperclaims.checks.binomial import clopper_pearson, decide_rate
from paperclaims.checks.comparison import Record
from paperclaims.checks.configuration import job_parameters, statistical_jobs
from paperclaims.checks.files import check_table, parameters_hash, read_records, read_table
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import FOUND

#: Each end of a pilot's interval errs with this probability.
PILOT_LEVEL = 0.005

WORDS = {True: "holds", False: "fails", None: "undecided"}


def word_range(
    word: bool | None, trials: int, relation: str, rate: float, level: float
) -> tuple[int, int]:
    """Return the least and the greatest number of successes with that word.

    They are an interval, and an empty one (the least above the greatest) where
    no number of successes gives the word.
    """
    order = (False, None, True) if relation == ">=" else (True, None, False)
    place = order.index(word)

    def placed(successes: int) -> int:
        return order.index(decide_rate(successes, trials, relation, rate, level))

    numbers = range(trials + 1)
    return (
        bisect_left(numbers, place, key=placed),
        bisect_right(numbers, place, key=placed) - 1,
    )


def turn_probability(
    word: bool | None,
    trials: int,
    relation: str,
    rate: float,
    level: float,
    interval: tuple[float, float],
) -> float:
    """Return the greatest probability, for p in `interval`, that the word is another.

    Parameters
    ----------
    word : bool or None
        `holds` of the record.
    trials, relation, rate, level
        As for `decide_rate`.
    interval : tuple of float
        Bounds on the success probability p.

    Notes
    -----
    The word is given by a ≤ X ≤ b. The derivative of Pr[X < a] + Pr[X > b] in p
    has the sign of c·(p/(1 − p))^(b − a + 1) − 1 for some c > 0, so it changes from
    minus to plus at most once: the maximum is at an end.
    """
    least, greatest = word_range(word, trials, relation, rate, level)
    return max(_outside(least, greatest, trials, p) for p in interval)


def _outside(least: int, greatest: int, trials: int, p: float) -> float:
    from scipy.special import betainc, betaincc  # here, since most jobs need no SciPy

    if least > greatest:
        return 1.0
    below = betaincc(least, trials - least + 1, p) if least > 0 else 0.0
    above = betainc(greatest + 1, trials - greatest, p) if greatest < trials else 0.0
    return float(below + above)


def summarize(runs: Mapping[int, Sequence[Record]]) -> pd.DataFrame:
    """Pool the statistical records of runs that differ in their seed alone.

    Parameters
    ----------
    runs : mapping
        Seed -> the records of its run.

    Returns
    -------
    DataFrame
        A row per check, by claim, statement and instance: what is compared,
        `trials` of one run, `words` found (with their numbers if more than one),
        `successes` of `pooled` trials over all runs, the interval `low`, `high`
        of the success probability and its `source` ("proved" or "pilot"), and
        the `chance` that another seed gives another word than most seeds gave.

    Raises
    ------
    ClaimsError
        If the runs do not have the same checks, with the same trials and levels.
    """
    found = {seed: _checks(records) for seed, records in runs.items()}
    first, *others = found
    for seed in others:
        if found[seed].keys() != found[first].keys():
            different = sorted(found[seed].keys() ^ found[first].keys())[0]
            raise ClaimsError(
                f"the runs with seeds {first} and {seed} do not have the same checks: {different}"
            )
    rows = []
    for key in sorted(found[first]):
        claim, statement, instance, relation, rate, level, trials = key
        records = [checks[key] for checks in found.values()]
        words = Counter(record.holds for record in records)
        word = words.most_common(1)[0][0]
        successes = sum(record.instance["successes"] for record in records)
        proved = records[0].instance.get("proved")
        low, high = proved or clopper_pearson(successes, trials * len(records), PILOT_LEVEL)
        rows.append(
            {
                "claim": claim,
                "statement": statement,
                "instance": instance,
                "relation": relation,
                "rate": rate,
                "level": level,
                "trials": trials,
                "words": _told(words),
                "successes": successes,
                "pooled": trials * len(records),
                "source": "proved" if proved else "pilot",
                "low": low,
                "high": high,
                "chance": turn_probability(word, trials, relation, rate, level, (low, high)),
            }
        )
    return pd.DataFrame(rows)


class SeedRobustness(NamedTuple):
    """A summary in numbers.

    Attributes
    ----------
    chance : float
        Bound on the probability that another seed changes some word.
    checks, proved, seeds : int
        Checks, those of a proved success probability, and seeds of the pilot.
    turned : int
        Checks whose word was not the same with all seeds.
    """

    chance: float
    checks: int
    proved: int
    seeds: int
    turned: int


def count_changes(table: pd.DataFrame) -> SeedRobustness:
    """Return the numbers of a table that `summarize` made."""
    return SeedRobustness(
        chance=min(1.0, math.fsum(table["chance"])),
        checks=len(table),
        proved=int((table["source"] == "proved").sum()),
        seeds=int((table["pooled"] // table["trials"]).min()),
        turned=int(table["words"].str.contains(",").sum()),
    )


def read_seed_robustness(path: Path | str, parameters: str) -> SeedRobustness | None:
    """Return the numbers of the summary at `path`; None if it was made with other parameters."""
    try:
        check_table(path, parameters)
    except (ClaimsError, FileNotFoundError):
        return None
    return count_changes(read_table(path))


def read_runs(
    folders: str, config: Mapping[str, Any], seeds: Iterable[int]
) -> dict[int, list[Record]]:
    """Return the records of the statistical jobs, by the seed of their run.

    Parameters
    ----------
    folders : str
        The folder of a run's results, with ``{seed}`` in it.
    config : mapping
        The configuration with which all were made, but for the seed.

    Raises
    ------
    ClaimsError
        If the configuration's own seed is among these, or a file was made otherwise.
    """
    if config["seed"] in seeds:
        raise ClaimsError(f"seed {config['seed']} is the configuration's own; take others")
    runs: dict[int, list[Record]] = {}
    for seed in dict.fromkeys(seeds):
        runs[seed] = []
        for topic, job in statistical_jobs(config):
            made = parameters_hash(job_parameters({**config, "seed": seed}, topic, job))
            path = Path(folders.format(seed=seed), paths.records(f"{topic}/{job}"))
            runs[seed] += read_records(path, made)
    return runs


def changed_words(table: pd.DataFrame, known: pd.DataFrame) -> list[str]:
    """Return a line for each check of `table` whose word is another one in `known`."""
    keys = ["claim", "statement", "instance", "relation"]
    both = table.merge(known, how="left", on=keys, suffixes=("", "_known"))
    changed = both[both["words"] != both["words_known"]]
    return [
        f"{row.claim} ({row.statement}), {row.instance}: {row.words}, not {row.words_known}"
        for row in changed.itertuples()
    ]


_Key = tuple[str, str, str, str, float, float, int]


def _checks(records: Sequence[Record]) -> dict[_Key, Record]:
    checks: dict[_Key, Record] = {}
    for record in records:
        if record.method != "statistical":
            continue
        what = {name: value for name, value in record.instance.items() if name not in FOUND}
        key = (
            record.claim, record.statement, json.dumps(what, ensure_ascii=False), record.relation,
            float(record.right), float(record.level or 0), int(record.instance["trials"]),
        )  # fmt: skip
        if key in checks:
            raise ClaimsError(f"two checks of one run are the same: {key}")
        checks[key] = record
    return checks


def _told(words: Counter[bool | None]) -> str:
    if len(words) == 1:
        return WORDS[next(iter(words))]
    return ", ".join(f"{WORDS[word]} {number}" for word, number in words.most_common())
