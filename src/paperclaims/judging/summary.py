"""Summaries of jobs' records for the pages, so that records are read once, and their hashes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paperclaims import paths
from paperclaims.checks.comparison import Record
from paperclaims.checks.files import content_hash
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import verdict_files
from paperclaims.registry.claims import Claim


class JobSummary(NamedTuple):
    """The number of a job's records, their claims in order of the first records, and a hash.

    The hash is of the file's first line, which has the hash of all other lines. `says` is the
    docstring of the job's check, and `code` is where the check is.
    """

    records: int
    claims: tuple[str, ...]
    hash: str
    says: str = ""
    code: str = ""


def summarize(
    records: Sequence[Record], path: Path | str, says: str = "", code: str = ""
) -> JobSummary:
    """Return the summary of a job's records, which were read from `path`."""
    claims = tuple(dict.fromkeys(record.claim for record in records))
    return JobSummary(len(records), claims, _header_hash(Path(path)), says, code)


def _header_hash(path: Path) -> str:
    with open(path, "rb") as stream:
        return content_hash(stream.readline())


def claims_hash(claims: Iterable[Claim]) -> str:
    """Return a hash of the registry's entries of claims."""
    return content_hash("\n".join(map(repr, claims)).encode())


def topics_of(registry: Mapping[str, Claim]) -> list[str]:
    """Return the topics of a registry, in its order; a run's folder may hold files of others."""
    return list(dict.fromkeys(claim.topic for claim in registry.values()))


def run_jobs(results: Path, registry: Mapping[str, Claim]) -> dict[str, JobSummary]:
    """Return job → summary for the jobs of a run that the verdicts of the registry rest on.

    A folder without summaries, such as the committed run, has none.
    """
    summaries = [results / paths.summary(topic) for topic in topics_of(registry)]
    return {
        job: summary
        for path in summaries
        if path.is_file()
        for job, summary in read_summary(path).items()
    }


def find_outdated(results: Path, registry: Mapping[str, Claim]) -> dict[str, str]:
    """Return the topics whose verdicts are older than the records and the registry.

    Each has a sentence. The committed run has neither summaries nor logs, and no such topic.
    """
    outdated = {}
    for topic in topics_of(registry):
        path = results / paths.summary(topic)
        if not path.is_file():
            if (results / paths.LOGS).is_dir() and (results / paths.VERDICTS).is_file():
                outdated[topic] = f"was judged, but {path} is not there; run the workflow"
            continue
        judged, jobs = _read(path)
        changed = [
            file
            for file, job in ((results / paths.records(name), job) for name, job in jobs.items())
            if not file.is_file() or _header_hash(file) != job.hash
        ]
        if changed:
            there = "is not there" if not changed[0].is_file() else "is newer"
            outdated[topic] = f"was judged, but {changed[0]} {there}; run the workflow"
        elif judged != claims_hash(c for c in registry.values() if c.topic == topic):
            outdated[topic] = "was judged, but the registry has changed; run the workflow"
    return outdated


def require_current(results: Path, registry: Mapping[str, Claim]) -> None:
    """Reject a run in which verdicts are older than their records or the registry."""
    for topic, sentence in find_outdated(results, registry).items():
        raise ClaimsError(f"{topic} {sentence}")
    joined = results / paths.VERDICTS
    if joined.is_file():
        rows = set(joined.read_text("utf-8").splitlines())
        for file in verdict_files(results, topics_of(registry)):
            if not rows >= set(file.read_text("utf-8").splitlines()):
                raise ClaimsError(f"{joined} is older than {file}; run the workflow")


def write_summary(
    path: Path | str, jobs: Mapping[str, JobSummary], claims: Iterable[Claim]
) -> None:
    """Write the summaries of a topic's jobs as JSON, and a hash of the claims that were judged."""
    content = {
        "claims": claims_hash(claims),
        "jobs": {job: summary._asdict() for job, summary in jobs.items()},
    }
    Path(path).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read_summary(path: Path | str) -> dict[str, JobSummary]:
    """Read a file of `write_summary`: job → summary.

    Raises ClaimsError if the file is damaged.
    """
    return _read(Path(path))[1]


def _read(path: Path) -> tuple[str, dict[str, JobSummary]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        jobs = {
            job: JobSummary(**{**summary, "claims": tuple(summary["claims"])})
            for job, summary in content["jobs"].items()
        }
        named = [name for job in jobs.values() for name in (*job.claims, *job[2:])]
        if not all(isinstance(word, str) for word in named):
            raise TypeError("claims and hashes must be texts")
        if not all(isinstance(job.records, int) for job in jobs.values()):
            raise TypeError("numbers of records must be integers")
        return str(content["claims"]), jobs
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ClaimsError(
            f"{path} is not a summary of jobs: {error!r}; delete it and rerun"
        ) from error
