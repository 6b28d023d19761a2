"""The table of a topic's mutants: mutants written in its module, and derived mutants."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any

import pandas as pd

from paperclaims.checks.paper import Paper
from paperclaims.mutation.derived import derive
from paperclaims.mutation.mutants import Mutant, Run, row, run_of, turn, uncorrupted
from paperclaims.registry.claims import read_registry

COLUMNS = (
    "claim", "statement", "mutant", "before", "after", "kind", "failing", "records", "run",
    "target", "change",
)  # fmt: skip
#: The name of a run that is a job begins with this.
JOB = "job "


def mutants_table(
    paper: Paper, topic: str, jobs: Mapping[str, Mapping[str, Any]], own: Collection[str]
) -> pd.DataFrame:
    """Return a row for each mutant of a topic.

    `jobs` are the parameters of its jobs by their checks. The functions of the packages `own` are
    corrupted.
    """
    written = written_mutants(paper, topic)
    runs = all_runs(paper, topic, jobs)
    rows = [row(mutant, turn(mutant)) for mutant in written]
    rows += derive(paper.module(topic, "checks"), runs, own)
    return pd.DataFrame(rows, columns=COLUMNS)


def written_mutants(paper: Paper, topic: str) -> Sequence[Mutant]:
    """Return the mutants in a topic's `mutants.py`; none without this file."""
    return getattr(_module(paper, topic), "MUTANTS", ())


def topic_runs(paper: Paper, topic: str) -> list[Run]:
    """Return the runs in a topic's `mutants.py`, and its mutants' runs, each once."""
    runs = getattr(_module(paper, topic), "RUNS", ())
    return list(dict.fromkeys([*runs, *(mutant.run for mutant in written_mutants(paper, topic))]))


def all_runs(paper: Paper, topic: str, jobs: Mapping[str, Mapping[str, Any]]) -> list[Run]:
    """Return the runs on which mutants are derived.

    They are the runs of `mutants.py`, and the jobs whose records none of these makes: a new
    check requires no run there. Without this file they are all jobs.
    """
    runs = topic_runs(paper, topic)
    if not runs:
        return job_runs(paper, topic, jobs)
    claims = [claim for claim in read_registry(paper.folder).values() if claim.topic == topic]
    missing = {
        (claim.id, statement.key)
        for claim in claims
        for statement in claim.statements
        if not statement.untestable
    }
    missing -= {key for run in runs for key in _recorded(run)}
    for run in job_runs(paper, topic, jobs):
        if missing and missing & _recorded(run):
            missing -= _recorded(run)
            runs.append(run)
    return runs


def _recorded(run: Run) -> set[tuple[str, str]]:
    return {(record.claim, record.statement) for record in uncorrupted(run)}


def job_runs(paper: Paper, topic: str, jobs: Mapping[str, Mapping[str, Any]]) -> list[Run]:
    """Return a run for each job, by the name of its check."""
    checks = paper.checks(topic)
    return [run_of(JOB + name, checks[name], **paper.loaded(given)) for name, given in jobs.items()]


def _module(paper: Paper, topic: str) -> Any:
    return next(map(import_module, paper.mutants(topic)), None)
