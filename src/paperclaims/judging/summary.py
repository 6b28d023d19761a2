"""Judge: the summary of a topic's jobs, by which a result that is too old is noticed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ValidationError

from paperclaims import paths
from paperclaims.checks.comparison import Record
from paperclaims.checks.files import content_hash
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import verdict_files
from paperclaims.registry.claims import Claim


class JobSummary(BaseModel, strict=True):
    """The number of a job's records, and their claims in order of the first records.

    `says` is the docstring of the job's check, and `code` is where the check is.
    """

    records: int
    claims: list[str]
    says: str
    code: str


class TopicSummary(BaseModel, strict=True):
    """The summaries of a topic's jobs, and a hash of the claims that were judged."""

    claims: str
    jobs: dict[str, JobSummary]


def summarize(records: Sequence[Record], says: str, code: str) -> JobSummary:
    """Return the summary of a job's records."""
    claims = list(dict.fromkeys(record.claim for record in records))
    return JobSummary(records=len(records), claims=claims, says=says, code=code)


def _claims_hash(claims: Iterable[Claim]) -> str:
    return content_hash("\n".join(map(repr, claims)).encode())


def write_summary(
    path: Path | str, jobs: Mapping[str, JobSummary], claims: Iterable[Claim]
) -> None:
    """Write the summary of a topic as JSON."""
    summary = TopicSummary(claims=_claims_hash(claims), jobs=dict(jobs))
    Path(path).write_text(summary.model_dump_json(indent=1) + "\n", encoding="utf-8")


def read_summary(path: Path | str) -> TopicSummary:
    """Read a file of `write_summary`; ClaimsError if it is damaged."""
    try:
        return TopicSummary.model_validate_json(Path(path).read_bytes())
    except ValidationError as failed:
        what = failed.errors()[0]["msg"]
        raise ClaimsError(f"{path} is not a summary of jobs: {what}; delete it and rerun") from None


def topics_of(registry: Mapping[str, Claim]) -> list[str]:
    """Return the topics of a registry, in its order; a run's folder may hold files of others."""
    return list(dict.fromkeys(claim.topic for claim in registry.values()))


def run_jobs(results: Path, registry: Mapping[str, Claim]) -> dict[str, JobSummary]:
    """Return job → summary for the jobs of a run that the verdicts of the registry rest on.

    A folder without summaries, such as the committed run, has none.
    """
    files = (results / paths.summary(topic) for topic in topics_of(registry))
    found = (read_summary(file).jobs for file in files if file.is_file())
    return {job: summary for jobs in found for job, summary in jobs.items()}


def find_outdated(results: Path, registry: Mapping[str, Claim]) -> dict[str, str]:
    """Return the topics whose verdicts are older than the registry, each with a sentence.

    The committed run has neither summaries nor logs, and no such topic.
    """
    outdated = {}
    for topic in topics_of(registry):
        path = results / paths.summary(topic)
        if path.is_file():
            claims = [claim for claim in registry.values() if claim.topic == topic]
            if read_summary(path).claims != _claims_hash(claims):
                outdated[topic] = "was judged, but the registry has changed; run the workflow"
        elif (results / paths.LOGS).is_dir() and (results / paths.VERDICTS).is_file():
            outdated[topic] = f"was judged, but {path} is not there; run the workflow"
    return outdated


def require_current(results: Path, registry: Mapping[str, Claim]) -> None:
    """Reject a run in which verdicts are older than a topic's or the registry."""
    for topic, sentence in find_outdated(results, registry).items():
        raise ClaimsError(f"{topic} {sentence}")
    joined = results / paths.VERDICTS
    rows = set(joined.read_bytes().splitlines()) if joined.is_file() else set()
    for file in verdict_files(results, topics_of(registry)) if rows else ():
        if not rows >= set(file.read_bytes().splitlines()):
            raise ClaimsError(f"{joined} is older than {file}; run the workflow")
