"""After a run: its last screen, with the count of claims and a line on each main result."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

from paperclaims import paths
from paperclaims.errors import ClaimsError
from paperclaims.judging.statuses import UNCORRECTED, Status, known_statuses
from paperclaims.judging.summary import find_outdated, topics_of
from paperclaims.judging.verdicts import Verdicts, read_verdicts, verdict_files
from paperclaims.judging.wording import evidence, spare, status_word
from paperclaims.registry.claims import Claim, read_registry
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.costs import read_costs
from paperclaims.reporting.readme import answer

#: Columns of the terminal.
_WIDTH = 118


def last_screen(registry: Path | str, results: Path | str, *, every: bool = False) -> str:
    """Return the count of claims by status, a line for each main result, and where to look.

    With `every`, all claims are listed with their statements, and then the time of each part.

    Raises ClaimsError if `results` is not a folder.
    """
    if not Path(results).is_dir():
        raise ClaimsError(f"{results} is not a folder of a run")
    claims, about, results = read_registry(registry), read_paper_metadata(registry), Path(results)
    verdicts, statuses, wrong = judged(claims, results)
    lines = []
    papers = [claim for claim in claims.values() if claim.in_paper]
    if all(claim.id in statuses for claim in papers):
        counted = answer([c.replace(status=statuses[c.id].status) for c in papers])
        lines += [*textwrap.wrap(counted.replace("**", ""), _WIDTH), ""]
    names = dict.fromkeys(claims if every else [*(about.main or claims), *wrong])
    lines += claim_lines([claims[name] for name in names], verdicts, statuses, wrong, every=every)
    if every and (costs := read_costs(results / paths.BENCHMARKS)):
        width = max(len(cost.rule) for cost in costs)
        lines += ["", "Fraction of the run:"]
        lines += [f"{c.rule:{width}} {c.fraction:6.1%} {c.seconds:7.1f} s" for c in costs]
    if not lines:
        return f"{results} has no verdicts yet; run snakemake"
    whole = not wrong and _shows_this_run(results, topics_of(claims))
    lines += ["", f"The report: {results / paths.SITE}"] if whole else [""]
    if not every:
        lines.append(f"Each statement: paperclaims verdicts {results} --all")
    return "\n".join(lines).rstrip()


def judged(
    registry: Mapping[str, Claim], results: Path
) -> tuple[Verdicts, dict[str, Status], dict[str, str]]:
    """Return a run's verdicts, the statuses that they decide, and the errors of claims.

    Nothing is told of verdicts that are older than the registry.
    """
    topics = topics_of(registry)
    verdicts = read_verdicts(results, topics) if verdict_files(results, topics) else {}
    outdated = find_outdated(results, registry)
    wrong = {c.id: outdated[c.topic] for c in registry.values() if c.topic in outdated}
    current = {key: verdict for key, verdict in verdicts.items() if key[0] not in wrong}
    statuses, contradicted = known_statuses(registry, current)
    wrong |= {claim: f"is contradicted: {sentence}" for claim, sentence in contradicted.items()}
    return current, statuses, wrong


def claim_lines(
    claims: Iterable[Claim],
    verdicts: Verdicts,
    statuses: Mapping[str, Status],
    wrong: Mapping[str, str],
    *,
    every: bool = False,
) -> list[str]:
    """Return a line for each claim that a run has judged; with `every`, one for each statement."""
    said: dict[str, list[str]] = {}
    for claim in claims:
        found = [verdicts.get((claim.id, statement.key)) for statement in claim.statements]
        if claim.id in wrong:
            said[claim.called] = [wrong[claim.id]]
        elif None in found and any(found):
            said[claim.called] = ["not judged since the claims files changed"]
        elif any(found):
            main = evidence(verdicts[claim.id, claim.main_statement.key], reason=False)
            said[claim.called] = [
                _sentence(claim, statuses[claim.id], every) if claim.id in statuses else main
            ]
            for verdict in filter(None, found) if every else ():
                factor = spare(verdict) if verdict.factor != 1 else ""
                line = f"  {verdict.statement}: {evidence(verdict, reason=False)}{factor}"
                said[claim.called].append(line)
    width = max(map(len, said), default=0)
    return [
        line.replace("$", "")
        for name, (first, *rest) in said.items()
        for text in (f"{name:{width}}  {first}", *rest)
        for line in textwrap.wrap(
            text,
            _WIDTH,
            subsequent_indent=" " * (width + 2),
            break_long_words=False,
            break_on_hyphens=False,
        )
    ]


def _sentence(claim: Claim, status: Status, every: bool) -> str:
    if status.status == UNCORRECTED and not claim.answer:
        return f"{status.status}: {status.answer}"  # the counterexample
    return status_word(status) if every or not claim.short else claim.short


def _shows_this_run(results: Path, topics: Iterable[str]) -> bool:
    """Return whether the site of a run's folder has its verdicts, and no later job failed."""
    tables = [results / paths.VERDICTS, results / paths.STATUSES]
    copies = [(results / paths.SITE).with_name(table.name) for table in tables]
    pages = [results / paths.PAGES, *(results / paths.notebook(topic) for topic in topics)]
    return all(path.exists() for path in (*tables, *copies, *pages)) and all(
        copy.read_bytes() == table.read_bytes() for table, copy in zip(tables, copies, strict=True)
    )
