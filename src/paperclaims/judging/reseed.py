"""Commands: the outcomes that another seed changes, by a run with that seed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperclaims import paths
from paperclaims.checks.comparison import Record
from paperclaims.checks.configuration import job_parameters, statistical_jobs
from paperclaims.checks.files import parameters_hash, read_records
from paperclaims.judging.verdicts import Verdicts, worst


def changed_outcomes(
    results: Path | str, config: Mapping[str, Any], seed: int, verdicts: Verdicts
) -> list[str]:
    """Return a line for each statement with statistical records whose outcome is another one.

    The folder `results` is of a run with `seed`; the seed of the configuration is not read.
    """
    by_statement: dict[tuple[str, str], list[Record]] = {}
    for topic, job in statistical_jobs(config):
        made = parameters_hash(job_parameters({**config, "seed": seed}, topic, job))
        for record in read_records(Path(results, paths.records(f"{topic}/{job}")), made):
            by_statement.setdefault((record.claim, record.statement), []).append(record)
    lines = []
    for key, records in by_statement.items():
        outcome, known = worst(records), verdicts[key].outcome
        if outcome != known and any(record.method == "statistical" for record in records):
            lines.append(f"{key[0]} ({key[1]}): {outcome}, not {known}")
    return lines
