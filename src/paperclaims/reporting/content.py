"""Assemble the site: the content of each claim's page."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from paperclaims import paths
from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import Theorem as CoqTheorem
from paperclaims.judging.coq_proofs import read_theorems as read_coq_theorems
from paperclaims.judging.relations import Related, related
from paperclaims.judging.sections import find_title
from paperclaims.judging.statuses import read_statuses
from paperclaims.judging.summary import require_current, run_jobs
from paperclaims.judging.verdicts import Verdict, correction, read_verdicts
from paperclaims.registry.claims import (
    Claim,
    Figure,
    Statement,
    Theorem,
    find_statement,
    full_name,
    read_registry,
    read_theorems,
)
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.citation import read_citation, read_commit
from paperclaims.reporting.drawing import read_title
from paperclaims.reporting.errata import errata, find_errata
from paperclaims.reporting.readme import place_key


class Row(NamedTuple):
    """A statement with its verdict, its correction, Coq theorems and relations to other papers."""

    statement: Statement
    verdict: Verdict
    better: tuple[Statement, Verdict] | None
    coq: list[CoqTheorem]
    related: list[Related]


class NewTheorem(NamedTuple):
    """A new theorem, with the statement that checks it and its verdict."""

    theorem: Theorem
    statement: Statement
    verdict: Verdict


class Drawn(NamedTuple):
    """A figure with its title, the function that draws it, and its jobs."""

    figure: Figure
    title: str
    function: str
    file: str
    jobs: list[str]


class Run:
    """The data from which the pages are made; a job is "topic/job".

    `parameters` are, for each job, those that its result depends on besides the code. `configfile`
    is the configuration that Snakemake was given, if any. `citation` is CITATION.cff in the folder
    whose commit is told. A status and an answer that are not stated follow from the verdicts.
    """

    def __init__(
        self,
        *,
        registry: Path | str,
        documents: Path | str,
        proofs: Path | str,
        results: Path | str,
        figures: Path | str,
        parameters: Mapping[str, Any],
        seed: int,
        error_budget: float,
        configfile: str = "",
        citation: Path | str | None = None,
    ) -> None:
        self.results, self.code = Path(results), Path(registry).as_posix()
        stated = read_registry(registry)
        require_current(self.results, stated)
        self.statuses = read_statuses(self.results / paths.STATUSES)
        self.registry = {
            key: claim.replace(status=self.statuses[key].status, answer=self.statuses[key].answer)
            for key, claim in stated.items()
        }
        self.verdicts = read_verdicts(self.results / paths.VERDICTS)
        self.about = read_paper_metadata(registry)
        self.theorems = read_theorems(registry, self.registry)
        self.jobs = run_jobs(self.results, self.registry)
        self.parameters, self.configfile = parameters, configfile
        self.seed, self.error_budget = seed, error_budget
        self.documents = _read_documents(Path(documents))
        if find_errata(self.registry, self.verdicts):
            synonyms = "```{index} ! erratum, ! corrigendum\n```\n\n"
            text = errata(self.about, self.registry, self.verdicts, self.documents, site=True)
            self.documents["errata.md"] = synonyms + text
        names = [figure.name for claim in self.registry.values() for figure in claim.figures]
        self.pictures = {n: Path(figures, paths.figure(n)).read_text("utf-8") for n in names}
        self.titles = {name: read_title(picture) for name, picture in self.pictures.items()}
        self.coq = list(read_coq_theorems(proofs).values()) if Path(proofs).is_dir() else []
        self.citation = read_citation(citation) if citation else None
        self.commit = read_commit(Path(citation).parent) if citation else ""


def _read_documents(folder: Path) -> dict[str, str]:
    """Return the documents and modules of docs/ and its folders, by path, and config's README."""
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.*"))}
    files["configuration.md"] = folder.parent / "config/README.md"
    return {
        name: path.read_text("utf-8")
        for name, path in files.items()
        if path.suffix in (".md", ".py") and path.is_file()
    }


class Section:
    """A claim with all that its page shows."""

    def __init__(self, claim: Claim, run: Run) -> None:
        self.claim, self.status = claim, run.statuses[claim.id]
        by_key = {s.key: (s, run.verdicts[claim.id, s.key]) for s in claim.statements}
        rows = {}
        for key, (s, v) in by_key.items():
            coq = [t for t in run.coq if (claim.id, key) in t.cited]
            rows[key] = Row(s, v, correction(s, by_key), coq, related(s, run.about))
        self.rows = list(rows.values())
        self.main = rows[claim.main_statement.key]
        instead = [key for key in claim.corrected if "/" not in key]
        self.instead = rows[instead[0]] if instead else None
        self.gap = find_statement(full_name(claim, claim.gap), run.registry) if claim.gap else None
        self.users = [other for other in run.registry.values() if claim.id in other.uses]
        self.theorems = [
            NewTheorem(theorem, statement, run.verdicts[other.id, statement.key])
            for theorem in run.theorems
            if claim.id in theorem.replaces
            for other, statement in [find_statement(theorem.statement, run.registry)]
        ]
        self.bearing = [
            t
            for t in run.theorems
            if claim.id in (t.statement.partition("/")[0], *t.refutes, *t.replaces)
        ]
        self.docs = {name: find_title(name, run.documents) for name in claim.docs}
        self.coq = [t for t in run.coq if any(cited == claim.id for cited, _ in t.cited)]
        self.in_coq = _in_coq(claim, rows, run) if self.coq else ""
        self.lines = _lines(claim, run)
        self.jobs = [job for job, summary in run.jobs.items() if claim.id in summary.claims]


def sections(run: Run) -> dict[str, Section]:
    """Return claim → all that its page shows, in the order of the paper."""
    claims = sorted(run.registry.values(), key=lambda claim: place_key(claim.place))
    return {claim.id: Section(claim, run) for claim in claims}


def _in_coq(claim: Claim, rows: Mapping[str, Row], run: Run) -> str:
    """Return whether Coq has checked all that the claim's status rests on, or a part.

    That is each conclusion, proved or refuted, and for a corrected one the correction.
    """
    corrected = claim.status == "holds with a correction"
    decided = [rows[key] for key in claim.concluded.values()]
    names = [row.statement.excluded_by or row.statement.key for row in decided
             if not (corrected and row.verdict.failures)]  # fmt: skip
    names += claim.corrected if corrected else ()
    proofs = {find_statement(full_name(claim, n), run.registry)[1].proof for n in names}
    return "in full" if proofs == {"coq"} else "in part"


def _lines(claim: Claim, run: Run) -> str:
    """Return how many examined lines of the paper's proof fail, and how many inherit a slip."""
    lines = [find_statement(full_name(claim, name), run.registry) for name in claim.examined]
    failing = [(c, s) for c, s in lines if run.verdicts[c.id, s.key].failures]
    if not failing:
        return ""
    slips = len({full_name(c, s.inherits or s.key) for c, s in failing})
    fail = "fails" if len(failing) == 1 else "fail"
    inherit = f"; {len(failing) - slips} of these inherit the slip of another line"
    few = inherit if slips < len(failing) else ""
    return f"{len(failing)} of {len(lines)} examined lines of the paper's proof {fail}{few}."


def library_names(claim: Claim, library: str) -> list[str]:
    """Return the public functions of the paper's library that are named like a claim."""
    if not library:
        return []
    names = [n for n, value in vars(import_module(library)).items() if callable(value)]
    return [f"{library}.{n}" for n in sorted(names) if f"{n}_".startswith(f"{claim.target}_")]


def drawn(claim: Claim, figure: Figure, run: Run) -> Drawn:
    """Return a claim's figure with its sources."""
    topic, _, name = figure.draw.rpartition(".")
    jobs = [paths.full_job(claim.topic, table) for table in figure.tables]
    file = f"{run.code}/{topic}/figures.py"
    return Drawn(figure, run.titles[figure.name], f"draw_{name}", file, jobs)


def headlines(run: Run) -> list[tuple[Any, ...]]:
    """Return the rows of the first page's table.

    A row is a quantity, the paper's statement, the best one that is proved, each with its claim,
    and the verdict of the best one.

    Raises ClaimsError if one names no statement, or its best one is refuted.
    """
    rows = []
    for quantity, names in run.about.headlines.items():
        for name in names:
            if tuple(name.split("/")) not in run.verdicts:
                raise ClaimsError(
                    f"paper.yaml: headlines: {quantity}: {name} must be a statement of the registry"
                )
        paper, best = (find_statement(name, run.registry) for name in names)
        verdict = run.verdicts[best[0].id, best[1].key]
        if verdict.failures:
            raise ClaimsError(
                f"paper.yaml: headlines: {quantity}: {names[1]} must hold, and this run refutes it"
            )
        rows.append((quantity, paper, best, verdict))
    return rows
