"""The site: a folder of pages, verdict table first, that opens without a network."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sparseact.comparison import Record
from sparseact.costs import Cost, read_costs
from sparseact.files import read_records
from sparseact.pages import render
from sparseact.registry import Claim, Statement, read_registry
from sparseact.stability import Stability
from sparseact.verdicts import Outcome, Verdict, correction, pair, read_verdicts
from sparseact.wording import MEANINGS


class _Row(NamedTuple):
    """A statement with its verdict and, where it fails, what holds instead."""

    statement: Statement
    verdict: Verdict
    better: tuple[Statement, Verdict] | None


class _Section(NamedTuple):
    """A claim with its statements, how many of these fail, and the jobs that check it."""

    claim: Claim
    rows: list[_Row]
    failing: int
    jobs: list[str]


def _section(claim: Claim, pairs: Sequence[tuple[Statement, Verdict]], jobs: list[str]) -> _Section:
    by_key = {statement.key: (statement, verdict) for statement, verdict in pairs}
    rows = [_Row(statement, verdict, correction(statement, by_key)) for statement, verdict in pairs]
    return _Section(claim, rows, sum(row.verdict.failures > 0 for row in rows), jobs)


def index_page(
    registry: Mapping[str, Claim],
    verdicts: Mapping[tuple[str, str], Verdict],
    records: Mapping[str, Sequence[Record]],
    *,
    seed: int,
    error_budget: float,
    stability: Stability | None = None,
) -> str:
    """Return the first page as HTML: the same text for the same arguments.

    Parameters
    ----------
    registry, verdicts : mappings
        As `read_registry` and `read_verdicts` return them.
    records : mapping
        Job as "family/job" → its records.
    seed, error_budget : number
        Of the configuration.
    stability : Stability, optional
        What runs with other seeds say of this one's statistical verdicts.
    """
    claims_of = {job: sorted({record.claim for record in mine}) for job, mine in records.items()}
    sections = [
        _section(claim, rows, [job for job, ids in claims_of.items() if claim.id in ids])
        for claim, rows in pair(registry, verdicts)
    ]
    judged = [row.verdict for section in sections for row in section.rows]
    counts = Counter(verdict.outcome for verdict in judged)
    levels = [verdict.level for verdict in judged if verdict.level is not None]
    return render(
        "index.html",
        title="sparseact: the verdicts",
        sections=sections,
        statements=len(judged),
        counts=[(outcome, counts[outcome]) for outcome in Outcome if counts[outcome]],
        with_level=[verdict for verdict in judged if verdict.level is not None],
        total_level=math.fsum(levels),
        error_budget=error_budget,
        stability=stability,
        seed=seed,
        claims_of=claims_of,
        records=records,
        meanings=MEANINGS,
    )


def timings_page(costs: Sequence[Cost]) -> str:
    """Return the page of what each part of the run cost."""
    return render("timings.html", title="sparseact: what the run cost", costs=costs)


def write_site(
    folder: Path | str,
    *,
    registry: Path | str,
    results: Path | str,
    figures: Path | str,
    jobs: Sequence[str],
    seed: int,
    error_budget: float,
    stability: Stability | None = None,
) -> None:
    """Write the site with copies of all that it links to, so that it can be moved.

    Parameters
    ----------
    folder : path
        Where the site goes; what was there before is removed.
    registry, results, figures : path
        The registry's folder, and where the run's results and figures are.
    jobs : sequence of str
        The run's jobs as "family/job".
    seed, error_budget, stability
        As for `index_page`.
    """
    folder, results, figures = Path(folder), Path(results), Path(figures)
    claims = read_registry(registry)
    records = {job: read_records(results / f"records/{job}.jsonl") for job in jobs}
    verdicts = read_verdicts(results / "verdicts.csv")
    index = index_page(
        claims, verdicts, records, seed=seed, error_budget=error_budget, stability=stability
    )
    shutil.rmtree(folder, ignore_errors=True)
    copies = [(results / "verdicts.csv", "verdicts.csv")]
    for job in jobs:
        copies += [(results / name, name) for name in (f"tables/{job}.csv", f"records/{job}.jsonl")]
    for claim in claims.values():
        page = f"notebooks/{claim.family}.html"
        copies.append((results / page, page))
        copies += [(figures / f"{f.name}.svg", f"figures/{f.name}.svg") for f in claim.figures]
    for source, name in copies:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (folder / "timings.html").write_text(
        timings_page(read_costs(results / "benchmarks")), encoding="utf-8"
    )
    (folder / "index.html").write_text(index, encoding="utf-8")
