"""What the pages say of a job's records, so that these are read once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paperclaims.checks.comparison import Record
from paperclaims.errors import ClaimsError


class JobSummary(NamedTuple):
    """How many records a job made, and of which claims, in the order of their first records."""

    records: int
    claims: tuple[str, ...]


def summarize(records: Sequence[Record]) -> JobSummary:
    """Return the summary of a job's records."""
    return JobSummary(len(records), tuple(dict.fromkeys(record.claim for record in records)))


def write_summary(path: Path | str, jobs: Mapping[str, JobSummary]) -> None:
    """Write the summaries of jobs as JSON."""
    content = {"jobs": {job: summary._asdict() for job, summary in jobs.items()}}
    Path(path).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read_summary(path: Path | str) -> dict[str, JobSummary]:
    """Read what `write_summary` wrote: job → summary.

    Raises
    ------
    ClaimsError
        If the file is damaged.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        jobs = {
            job: JobSummary(summary["records"], tuple(summary["claims"]))
            for job, summary in content["jobs"].items()
        }
        named = [name for job in jobs.values() for name in job.claims]
        if not all(isinstance(word, str) for word in named):
            raise TypeError("what must be a text is none")
        if not all(isinstance(job.records, int) for job in jobs.values()):
            raise TypeError("what must be a number of records is none")
        return jobs
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ClaimsError(
            f"{path} is not a summary of jobs: {error!r}; delete it and rerun"
        ) from error
