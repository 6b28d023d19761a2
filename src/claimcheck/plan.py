"""What a configuration will cost, from measured jobs.

A paper's `costs.csv` has a row for each job of a full run. For the jobs whose cost grows
with one parameter it has rows of the check alone at several sizes, to which
start + constant · value^exponent is fitted: such a job takes what it took, and the
growth beyond that. Any other job takes what it took.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import nnls

from claimcheck.errors import ClaimsError
from claimcheck.registry import read_topics

#: The file of a paper's package with the measured costs.
COSTS = "costs.csv"

#: What is measured of a job: CPU or wall seconds, MB at the peak, KB of its files.
MEASURED = ("seconds", "megabytes", "kilobytes")

#: The exponents that a fit tries.
_EXPONENTS = np.arange(0.5, 2.51, 0.05)


class Planned(NamedTuple):
    """What a job will take: seconds of one core, MB at the peak, KB of its files."""

    rule: str
    job: str
    seconds: float
    megabytes: float
    kilobytes: float


class Power(NamedTuple):
    """A quantity that grows as start + constant · value^exponent."""

    start: float
    constant: float
    exponent: float

    def at(self, value: float) -> float:
        """Return the quantity at a value of the parameter."""
        return self.start + self.constant * value**self.exponent


def merged(configuration: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Return a configuration with what an overlay says in its place, as Snakemake merges them."""
    from snakemake.utils import update_config  # here, since it takes half a second to load

    found = copy.deepcopy(dict(configuration))
    update_config(found, overlay)
    return found


def parameter_value(
    config: Mapping[str, Any], job: str, parameter: str, *, at_once: bool = False
) -> float:
    """Return a parameter's value: a number, or Σ 2^n over dimensions, as often as they repeat.

    `parameter` is a key of the job's section, or with dots a place in the configuration.
    With `at_once` only the largest dimension counts, as it does for memory.

    Raises
    ------
    ClaimsError
        If the configuration has no such number there.
    """
    topic, _, name = job.partition("/")
    place = parameter.split(".") if "." in parameter else [topic, name, parameter]
    found: Any = config
    for key in place:
        section, found = found, found.get(key) if isinstance(found, Mapping) else None
    if isinstance(found, list) and at_once:
        return 2.0 ** max(found)
    if isinstance(found, list):
        return math.fsum(2.0**n for n in found) * section.get("repeats", 1)
    if not isinstance(found, int | float) or found <= 0:
        raise ClaimsError(f"{' → '.join(place)} is {found!r}, from which no cost can be computed")
    return float(found)


def fit(values: Sequence[float], measured: Sequence[float]) -> Power:
    """Fit start + constant · value^exponent, none of them negative, by least relative squares.

    What does not grow, by a tenth between the smallest and the largest size, has exponent 0.
    """
    x, y = np.asarray(values, dtype=float), np.maximum(measured, 1e-3)
    if y[-1] < 1.1 * y[0]:
        return Power(float(y.max()), 0.0, 0.0)
    best, error = Power(float(y.max()), 0.0, 0.0), math.inf
    for exponent in _EXPONENTS.tolist():
        grown = (x / x[-1]) ** exponent
        found, off = nnls(np.column_stack([1 / y, grown / y]), np.ones_like(y))
        if off < error:
            start, constant = map(float, found)
            best = Power(start, constant / float(x[-1]) ** exponent, exponent)
            error = off
    return best


class Costs:
    """The measured costs of a paper's jobs.

    Parameters
    ----------
    path : Path or str
        The table, with columns rule, job, parameter, value, seconds, megabytes, kilobytes.
        Without a rule a row is of a check alone, not of a whole job.
    """

    def __init__(self, path: Path | str):
        table = pd.read_csv(path, keep_default_na=False, na_values={"value": [""]})
        self._runs = table[table["rule"] != ""]
        self._sizes = table[table["rule"] == ""]
        self._fits = {job: self._fit(str(job)) for job, _ in self._sizes.groupby("job", sort=False)}

    def fits(self) -> dict[str, tuple[str, dict[str, Power]]]:
        """Return job → its parameter and how each measured quantity grows with it."""
        return dict(self._fits)

    def jobs(self, config: Mapping[str, Any], topics: Sequence[str]) -> Iterator[Planned]:
        """Yield what each job of the target `all` will take in a configuration."""
        checks = {f"{topic}/{name}" for topic in topics for name in config[topic]}
        if missing := sorted(checks - set(self._runs["job"])):
            raise ClaimsError(f"no cost was measured of the job {missing[0]}")
        for row in self._runs.itertuples():
            if "/" not in row.job or row.job in checks:
                yield self.planned(config, row.job, row.rule)

    def planned(self, config: Mapping[str, Any], job: str, rule: str | None = None) -> Planned:
        """Return what one job will take.

        Raises
        ------
        ClaimsError
            If it was not measured.
        """
        rows = self._runs[self._runs["job"] == job]
        if rule:
            rows = rows[rows["rule"] == rule]
        if rows.empty:
            raise ClaimsError(f"no cost was measured of the job {job}")
        row = rows.iloc[0]
        seconds, megabytes, kilobytes = (float(row[name]) for name in MEASURED)
        if row["parameter"]:
            parameter, power = self._fits[job]
            value = parameter_value(config, job, parameter)
            seconds += power["seconds"].at(value) - power["seconds"].at(row["value"])
            kilobytes += power["kilobytes"].at(value) - power["kilobytes"].at(row["value"])
            largest = parameter_value(config, job, parameter, at_once=True)
            megabytes = max(megabytes, power["megabytes"].at(largest))
        return Planned(row["rule"], job, seconds, megabytes, kilobytes)

    def _fit(self, job: str) -> tuple[str, dict[str, Power]]:
        rows = self._sizes[self._sizes["job"] == job].sort_values("value")
        values = rows["value"].tolist()
        powers = {name: fit(values, rows[name].tolist()) for name in MEASURED}
        return str(rows["parameter"].iloc[0]), powers


def plan_table(
    folder: Path, configuration: Mapping[str, Any], overlay: Mapping[str, Any] | None = None
) -> str:
    """Return the plan of a configuration as text: for each rule and in all.

    `folder` is the paper's package, whose costs were measured on `configuration`.

    Raises
    ------
    ClaimsError
        If the paper has no measured costs, or none of some job.
    """
    if not (folder / COSTS).is_file():
        raise ClaimsError(f"{folder} has no {COSTS}, so that no cost can be computed")
    config = merged(configuration, overlay or {})
    costs = Costs(folder / COSTS)
    topics = read_topics(folder)
    jobs = list(costs.jobs(config, topics))
    lines = [_line("rule", "jobs", "core-hours", "peak MB", "disk MB")]
    for rule in dict.fromkeys(job.rule for job in jobs):
        lines.append(_sums(rule, [job for job in jobs if job.rule == rule]))
    lines.append(_sums("all", jobs))
    longest = sorted(jobs, key=lambda job: -job.seconds)[:5]
    lines += ["", "The longest jobs:"]
    lines += [f"  {j.job}: {j.seconds / 60:.1f} minutes, {j.megabytes:.0f} MB" for j in longest]
    others = _taken_as_they_were(configuration, config, topics, costs)
    if others:
        sentence = "Other sizes were not measured of these jobs, which count as in the full run:"
        lines += ["", f"{sentence} {', '.join(others)}"]
    return "\n".join(lines)


def _taken_as_they_were(
    before: Mapping[str, Any], config: Mapping[str, Any], topics: Sequence[str], costs: Costs
) -> list[str]:
    """Return the jobs whose section differs by more than the parameter that was measured."""
    found = []
    fits = costs.fits()
    for topic in topics:
        for name, section in config[topic].items():
            other = dict(before.get(topic, {}).get(name, {}))
            here = dict(section)
            if f"{topic}/{name}" in fits:
                for one in (other, here):
                    one.pop(fits[f"{topic}/{name}"][0], None)
            if here != other:
                found.append(f"{topic}/{name}")
    return found


def _sums(name: str, jobs: Sequence[Planned]) -> str:
    hours = math.fsum(job.seconds for job in jobs) / 3600
    peak = max(job.megabytes for job in jobs)
    disk = math.fsum(job.kilobytes for job in jobs) / 1024
    return _line(name, str(len(jobs)), f"{hours:.3f}", f"{peak:.0f}", f"{disk:.1f}")


def _line(*cells: str) -> str:
    return f"{cells[0]:<24}" + "".join(f"{cell:>12}" for cell in cells[1:])
