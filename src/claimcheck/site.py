"""The site: a folder of pages that opens without a network, the findings first."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from claimcheck import places
from claimcheck.about import About, read_about
from claimcheck.citation import Citation, read_citation, read_commit
from claimcheck.coq_proofs import Theorem as CoqTheorem
from claimcheck.coq_proofs import read_theorems as read_coq_theorems
from claimcheck.costs import read_costs
from claimcheck.documents import errata, find_errata, place_key
from claimcheck.errors import ClaimsError
from claimcheck.executed import Executed, read_executed
from claimcheck.findings import Finding, Truth, read_findings
from claimcheck.graph import paper_graph
from claimcheck.pages import link_terms, render
from claimcheck.printed_proofs import failing_needs
from claimcheck.prose import find_section, typeset, typeset_section
from claimcheck.registry import (
    Claim,
    Statement,
    Theorem,
    find_statement,
    read_registry,
    read_theorems,
)
from claimcheck.rejections import CLOSE, Rejections
from claimcheck.reseeds import Reseeds
from claimcheck.summary import JobSummary, read_summary
from claimcheck.verdicts import Outcome, Verdict, correction, read_verdicts
from claimcheck.wording import FINDINGS, GLOSSARY, MEANINGS, REACH_MEANINGS, sentence


class Row(NamedTuple):
    """A statement with its verdict, what holds instead where it fails, and its Coq theorems."""

    statement: Statement
    verdict: Verdict
    better: tuple[Statement, Verdict] | None
    coq: list[CoqTheorem]


class Proof(NamedTuple):
    """A section of docs/ as HTML, or a whole file, which is not repeated."""

    name: str
    title: str
    body: str


class Ours(NamedTuple):
    """A theorem that is ours, with the statement that checks it and its verdict."""

    theorem: Theorem
    statement: Statement
    verdict: Verdict


class Section(NamedTuple):
    """A claim with all that its page shows."""

    claim: Claim
    finding: Finding
    rows: list[Row]
    main: Row
    instead: Row | None
    needs: list[tuple[Claim, Statement]]
    users: list[Claim]
    theorems: list[Ours]
    docs: list[Proof]
    coq: list[CoqTheorem]
    jobs: list[str]


class Formula(NamedTuple):
    """A formula of the first page: a claim's, with its verdict and a sentence on it."""

    role: str
    claim: Claim
    statement: Statement
    verdict: Verdict
    says: str


class Run(NamedTuple):
    """What the pages are made from.

    Attributes
    ----------
    about, registry, theorems, findings, verdicts
        As their modules read them.
    jobs : mapping
        Job as "topic/job" → the summary of its records.
    parameters : mapping
        Job → what its result depends on besides the code.
    documents : mapping
        Name of a file of docs/ → its text.
    coq : sequence of Theorem
        The machine-checked theorems, of `claimcheck.coq_proofs`.
    seed, error_budget : number
        Of the configuration.
    reseeds : Reseeds, optional
        What runs with other seeds say of this one's statistical verdicts.
    executed : mapping
        Job → its executed notebook, for the jobs that are notebooks.
    rejections : Rejections, optional
        What the mutants say of the checks.
    configfile : str
        The configuration that Snakemake was given, if any.
    citation : Citation, optional
        How the project is to be cited.
    commit : str
        The commit that the site is made from, with its date; empty where nothing knows it.
    """

    about: About
    registry: Mapping[str, Claim]
    theorems: Sequence[Theorem]
    findings: Mapping[str, Finding]
    verdicts: Mapping[tuple[str, str], Verdict]
    jobs: Mapping[str, JobSummary]
    parameters: Mapping[str, Any]
    documents: Mapping[str, str]
    coq: Sequence[CoqTheorem]
    seed: int
    error_budget: float
    reseeds: Reseeds | None = None
    executed: Mapping[str, Executed] = {}
    rejections: Rejections | None = None
    configfile: str = ""
    citation: Citation | None = None
    commit: str = ""


def sections(run: Run) -> dict[str, Section]:
    """Return claim → all that its page shows, in the order of the paper."""
    claims = sorted(run.registry.values(), key=lambda claim: place_key(claim.place))
    return {
        claim.id: _section(
            claim, run, [job for job, summary in run.jobs.items() if claim.id in summary.claims]
        )
        for claim in claims
    }


def _section(claim: Claim, run: Run, jobs: list[str]) -> Section:
    by_key = {s.key: (s, run.verdicts[claim.id, s.key]) for s in claim.statements}
    rows = {
        key: Row(s, v, correction(s, by_key), [t for t in run.coq if (claim.id, key) in t.cited])
        for key, (s, v) in by_key.items()
    }
    finding = run.findings[claim.id]
    return Section(
        claim=claim,
        finding=finding,
        rows=list(rows.values()),
        main=rows[claim.main_statement.key],
        instead=rows[finding.instead] if finding.instead else None,
        needs=failing_needs(claim, run.registry, run.verdicts),
        users=[other for other in run.registry.values() if claim.id in other.uses],
        theorems=[_ours(theorem, run) for theorem in run.theorems if claim.id in theorem.replaces],
        docs=[_proof(name, run.documents) for name in claim.docs],
        coq=[t for t in run.coq if any(cited == claim.id for cited, _ in t.cited)],
        jobs=jobs,
    )


def _ours(theorem: Theorem, run: Run) -> Ours:
    claim, statement = find_statement(theorem.statement, run.registry)
    return Ours(theorem, statement, run.verdicts[claim.id, statement.key])


def _proof(name: str, documents: Mapping[str, str]) -> Proof:
    """Return a section "file#anchor" of docs/, or a file's title.

    Raises
    ------
    ClaimsError
        If docs has no such file or section.
    """
    file, _, anchor = name.partition("#")
    text = documents.get(file, "")
    if anchor and (found := find_section(text, anchor)):
        title, body = found
        html = typeset_section(body, f"../docs/{file.removesuffix('.md')}.html")
        return Proof(name, re.sub(r"^\d+\. ", "", title), html)
    first = re.search(r"^# (.*)$", text, flags=re.MULTILINE)
    if anchor or not first:
        raise ClaimsError(f"the registry names {name}, and docs has no such section")
    return Proof(name, first[1], "")


def headlines(run: Run) -> list[Formula]:
    """Return the formulas of the first page, without what a small run cannot show to be false.

    Raises
    ------
    ClaimsError
        If one is no statement, or is said to stand and fails.
    """
    found = []
    for headline in run.about.headlines:
        try:
            claim, statement = find_statement(headline.statement, run.registry)
        except KeyError:
            raise ClaimsError(
                f"the first page shows {headline.statement}, which is no statement"
            ) from None
        verdict = run.verdicts[claim.id, statement.key]
        if verdict.failures and headline.role != "false":
            raise ClaimsError(f"the first page shows {headline.statement} under {headline.role!r}")
        if verdict.failures or headline.role != "false":
            found.append(Formula(headline.role, claim, statement, verdict, headline.says))
    return found


# ------------------------------------------------------------------ the pages


def menu(run: Run) -> list[tuple[str, str]]:
    """Return the address and the name of each page that the menu leads to."""
    entries = [
        ("index.html", "Findings", True),
        ("docs/errata.html", "Errata", "errata.md" in run.documents),
        ("beyond.html", "Beyond the paper", run.theorems),
        ("graph.html", "Graph", True),
        ("evidence.html", "How it was checked", True),
        ("docs/README.html", "Documents", "README.md" in run.documents),
        ("timings.html", "What it cost", True),
        ("glossary.html", "Glossary", True),
    ]
    return [(page, name) for page, name, there in entries if there]


def render_page(run: Run, template: str, **values: Any) -> str:
    """Return a page that has the menu, its first use of each word of the glossary linked."""
    page = render(template, menu_pages=menu(run), **values)
    # A document has words of its own, and the glossary is where the links lead.
    if template in ("document.html", "glossary.html"):
        return page
    return link_terms(page, values["root"], tuple(glossary(run)))


def glossary(run: Run) -> dict[str, str]:
    """Return the words of the engine and of the paper's pages, each with what it means."""
    return {**GLOSSARY, **run.about.glossary}


def index_page(run: Run) -> str:
    """Return the first page as HTML: the same text for the same run."""
    paper = [section for section in sections(run).values() if section.claim.in_paper]
    counts = Counter(section.finding.finding for section in paper)
    figures = {f.name: (f, claim) for claim in run.registry.values() for f in claim.figures}
    return render_page(
        run,
        "index.html",
        title=f"{run.about.project}: what stands, what falls, and what replaces it",
        root="",
        about=run.about,
        citation=run.citation,
        commit=run.commit,
        paper=paper,
        counts=[(word, counts[word]) for word in Truth if counts[word]],
        headlines=headlines(run),
        theorems=run.theorems,
        outside=_outside(run),
        notes=[claim.note for claim in run.registry.values() if claim.note],
        pictures=[
            (*figures[name], caption)
            for name, caption in run.about.pictures.items()
            if name in figures
        ],
    )


def graph_page(run: Run) -> str:
    """Return the page that shows which claim is used by which."""
    return render_page(
        run,
        "graph.html",
        title="The graph of the paper",
        root="",
        paper=[section for section in sections(run).values() if section.claim.in_paper],
        graph=paper_graph(run.registry, run.findings, run.theorems),
    )


def glossary_page(run: Run) -> str:
    """Return the page that says what the project's words mean."""
    return render_page(run, "glossary.html", title="Glossary", root="", terms=glossary(run))


def _outside(run: Run) -> list[Section]:
    """Return the claims that are neither the paper's nor what checks a theorem of ours."""
    ours = {theorem.statement.partition("/")[0] for theorem in run.theorems}
    return [
        section
        for section in sections(run).values()
        if not section.claim.in_paper and section.claim.id not in ours
    ]


def claim_page(section: Section, run: Run) -> str:
    """Return the page of a claim."""
    parameters = {
        job: json.dumps(run.parameters[job], indent=1, ensure_ascii=False) for job in section.jobs
    }
    return render_page(
        run,
        "claim_page.html",
        title=f"{section.claim.called}: {section.finding.finding}",
        root="../",
        section=section,
        claim=section.claim,
        finding=section.finding,
        registry=run.registry,
        sentence=sentence(section.claim, section.finding, in_coq=_in_coq(section.claim, run)),
        meaning=FINDINGS[section.finding.finding],
        reaches=REACH_MEANINGS,
        jobs=run.jobs,
        parameters=parameters,
        executed=run.executed,
        configfile=run.configfile,
    )


def _in_coq(claim: Claim, run: Run) -> bool:
    """Return whether Coq has checked a theorem on a claim, or on one that it rests on."""
    names = {claim.id, *claim.uses}
    return any(cited in names for theorem in run.coq for cited, _ in theorem.cited)


def beyond_page(run: Run) -> str:
    """Return the page of the theorems that are ours."""
    rows = []
    for theorem in run.theorems:
        claim, statement = find_statement(theorem.statement, run.registry)
        rows.append((theorem, claim, statement, run.verdicts[claim.id, statement.key]))
    return render_page(
        run,
        "beyond.html", title="Beyond the paper", root="", rows=rows, registry=run.registry,
        by_id={theorem.id: theorem for theorem in run.theorems},
    )  # fmt: skip


def outside_page(run: Run) -> str:
    """Return the page of the claims that are not the paper's."""
    return render_page(
        run,
        "outside.html",
        title="Not in the paper",
        root="",
        rows=_outside(run),
        outside=run.about.outside,
    )


def evidence_page(run: Run) -> str:
    """Return the page on how it was checked: budget, tables and records, the words."""
    judged = list(run.verdicts.values())
    counts = Counter(verdict.outcome for verdict in judged)
    return render_page(
        run,
        "evidence.html",
        title="How it was checked",
        root="",
        statements=len(judged),
        counts=[(outcome, counts[outcome]) for outcome in Outcome if counts[outcome]],
        with_level=[verdict for verdict in judged if verdict.level is not None],
        total_level=math.fsum(v.level for v in judged if v.level is not None),
        error_budget=run.error_budget,
        reseeds=run.reseeds,
        rejections=run.rejections,
        seed=run.seed,
        jobs=run.jobs,
        executed=run.executed,
        registry=run.registry,
        meanings=MEANINGS,
        findings=FINDINGS,
        reaches=REACH_MEANINGS,
    )


def job_page(job: str, run: Run, table: str) -> str:
    """Return the executed notebook of a job as a page; `table` is the file that it made."""
    notebook = run.executed[job]
    return render(
        "job.html",
        title=f"{notebook.title}: {job}",
        job=job,
        table=table,
        claims=[run.registry[name] for name in run.jobs[job].claims],
        cells=notebook.cells,
        configfile=run.configfile,
    )


def mutants_page(rejections: Rejections, run: Run) -> str:
    """Return the page of what the checks reject."""
    return render_page(
        run,
        "mutants.html",
        title="What the checks reject",
        root="",
        rejections=rejections,
        close=CLOSE,
        about=run.about,
        rows=[
            row for row in rejections.mutants if (row["claim"], row["statement"]) in run.verdicts
        ],
        registry=run.registry,
    )


def document_page(name: str, text: str, run: Run) -> str:
    """Return a file of docs/ as a page."""
    title = re.search(r"^# (.*)$", text, flags=re.MULTILINE)
    return render_page(
        run, "document.html", title=title[1] if title else name, root="../", body=typeset(text)
    )


def pages(run: Run) -> dict[str, str]:
    """Return path → HTML of all pages but the notebooks', the jobs' and the costs."""
    found = {
        "index.html": index_page(run),
        "graph.html": graph_page(run),
        "evidence.html": evidence_page(run),
        "glossary.html": glossary_page(run),
    }
    if run.theorems:
        found["beyond.html"] = beyond_page(run)
    if _outside(run):
        found["outside.html"] = outside_page(run)
    if run.rejections:
        found["mutants.html"] = mutants_page(run.rejections, run)
    for section in sections(run).values():
        found[f"claims/{section.claim.target}.html"] = claim_page(section, run)
    for name, text in run.documents.items():
        found[f"docs/{name.removesuffix('.md')}.html"] = document_page(name, text, run)
    return found


def write_site(
    folder: Path | str,
    *,
    registry: Path | str,
    documents: Path | str,
    proofs: Path | str,
    results: Path | str,
    figures: Path | str,
    parameters: Mapping[str, Any],
    seed: int,
    error_budget: float,
    reseeds: Reseeds | None = None,
    executed: Mapping[str, Path | str] | None = None,
    rejections: Rejections | None = None,
    configfile: str = "",
    citation: Path | str | None = None,
) -> None:
    """Write the site with copies of all that it links to, so that it can be moved.

    Parameters
    ----------
    folder : path
        Where the site goes; what was there before is removed.
    registry, documents, proofs, results, figures : path
        The registry's folder, docs/, proofs/, and where the run's results and figures are.
    parameters : mapping
        The run's jobs as "topic/job", each with what its result depends on.
    seed, error_budget, reseeds, rejections, configfile
        As for `Run`.
    executed : mapping, optional
        Job → its executed notebook, for the jobs that are notebooks.
    citation : path, optional
        CITATION.cff of the project, in the folder whose commit is told.
    """
    folder, results, figures = Path(folder), Path(results), Path(figures)
    claims = read_registry(registry)
    topics = dict.fromkeys(claim.topic for claim in claims.values())
    summaries = [read_summary(results / places.summary(topic))[0] for topic in topics]
    verdicts = read_verdicts(results / places.VERDICTS)
    findings = read_findings(results / places.FINDINGS)
    about = read_about(registry)
    texts = {path.name: path.read_text(encoding="utf-8") for path in Path(documents).glob("*.md")}
    if find_errata(claims, verdicts):
        texts["errata.md"] = errata(about, claims, verdicts, findings)
    run = Run(
        about=about,
        registry=claims,
        theorems=read_theorems(registry, claims),
        findings=findings,
        verdicts=verdicts,
        jobs={job: made for summary in summaries for job, made in summary.items()},
        parameters=parameters,
        documents=texts,
        coq=list(read_coq_theorems(proofs).values()) if Path(proofs).is_dir() else [],
        seed=seed,
        error_budget=error_budget,
        reseeds=reseeds,
        executed={job: read_executed(path) for job, path in (executed or {}).items()},
        rejections=rejections,
        configfile=configfile,
        citation=read_citation(citation) if citation else None,
        commit=read_commit(Path(citation).parent) if citation else "",
    )
    written = pages(run)
    for job in run.executed:
        table = (results / places.table(job)).as_posix()
        written[places.job_notebook(job)] = job_page(job, run, table)
    written["timings.html"] = render_page(
        run,
        "timings.html",
        title="What the run cost",
        root="",
        costs=read_costs(results / places.BENCHMARKS),
    )
    shutil.rmtree(folder, ignore_errors=True)
    copies = [(results / name, name) for name in (places.VERDICTS, places.FINDINGS)]
    for job in parameters:
        copies += [(results / name, name) for name in (places.table(job), places.records(job))]
    for claim in claims.values():
        page = places.notebook(claim.topic)
        copies.append((results / page, page))
        if claim.note:
            copies.append((results / claim.note, claim.note))
        drawn = [places.figure(f.name) for f in claim.figures]
        copies += [(figures / name, f"figures/{name}") for name in drawn]
    if citation:
        copies.append((Path(citation), "CITATION.cff"))
    for source, name in copies:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    for name, text in written.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
