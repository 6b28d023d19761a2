"""The site: a folder of pages that opens without a network, the statuses first."""

from __future__ import annotations

import gzip
import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from claimcheck import paths
from claimcheck.about import read_about
from claimcheck.citation import read_citation, read_commit
from claimcheck.coq_proofs import read_theorems as read_coq_theorems
from claimcheck.costs import read_costs
from claimcheck.documents import errata, find_errata
from claimcheck.drawing import read_picture, read_title, svg_element
from claimcheck.executed import Executed, read_executed
from claimcheck.graph import paper_graph
from claimcheck.mutation_results import CLOSE, MutationResults
from claimcheck.navigation import search_index
from claimcheck.pages import document_link, render, render_text
from claimcheck.prose import typeset
from claimcheck.registry import (
    CLAIM_KINDS,
    STATUSES,
    Claim,
    find_statement,
    read_registry,
    read_theorems,
)
from claimcheck.sections import check_sections
from claimcheck.seed_robustness import SeedRobustness
from claimcheck.site_content import Run, Section, drawn, glossary, headlines, outside, sections
from claimcheck.statuses import read_statuses
from claimcheck.summary import read_summary
from claimcheck.verdicts import Outcome, read_verdicts
from claimcheck.wording import IMPACT_MEANINGS, MEANINGS, STATUS_MEANINGS


def menu(run: Run) -> list[tuple[str, str]]:
    """Return the address and the name of each page that the menu leads to."""
    entries = [
        ("index.html", "Results", True),
        ("docs/errata.html", "Errata", "errata.md" in run.documents),
        ("beyond.html", "Beyond the paper", run.theorems),
        ("graph.html", "Graph", True),
        *((own.page, own.name, True) for own in run.about.pages),
        ("evidence.html", "How it was checked", True),
        ("docs/README.html", "Documents", "README.md" in run.documents),
        *((address, name, True) for address, name in run.about.beside.items()),
        ("timings.html", "What it cost", True),
        ("glossary.html", "Glossary", True),
    ]
    return [(page, name) for page, name, there in entries if there]


def render_page(run: Run, template: str, page: str, **values: Any) -> str:
    """Return the page that is at `page`: with the menu, and words of the glossary linked."""
    return render(template, **_around(run, template, page), **values)


def _around(run: Run, template: str, page: str) -> dict[str, Any]:
    """Return what a page's frame needs: the menu, the glossary, and where the page is."""
    words = glossary(run)
    # A document has words of its own, and the glossary is where the links lead.
    own = template in ("document.html", "glossary.html", "search.html")
    return {
        "page": page,
        "root": "../" * page.count("/"),
        "menu_pages": menu(run),
        "glossary": words,
        "linked_terms": () if own else tuple(words),
    }


def index_page(run: Run) -> str:
    """Return the first page as HTML: the same text for the same run."""
    paper = [section for section in sections(run).values() if section.claim.in_paper]
    counts = Counter(section.status.status or section.status.kind for section in paper)
    words = (*STATUSES, *CLAIM_KINDS[1:])
    figures = {f.name: (claim, f) for claim in run.registry.values() for f in claim.figures}
    return render_page(
        run,
        "index.html",
        "index.html",
        title=f"{run.about.project}: what holds, what is false, and what holds instead",
        about=run.about,
        citation=run.citation,
        commit=run.commit,
        paper=paper,
        counts=[(word, counts[word]) for word in words if counts[word]],
        headlines=headlines(run),
        theorems=run.theorems,
        outside=outside(run),
        notes=[claim.note for claim in run.registry.values() if claim.note],
        pictures=[
            (drawn(*figures[name], run), caption)
            for name, caption in run.about.pictures.items()
            if name in figures
        ],
    )


def graph_page(run: Run) -> str:
    """Return the page that shows which claim is used by which."""
    return render_page(
        run,
        "graph.html",
        "graph.html",
        title="The graph of the paper",
        paper=[section for section in sections(run).values() if section.claim.in_paper],
        graph=paper_graph(run.registry, run.theorems),
    )


def glossary_page(run: Run) -> str:
    """Return the page that says what the project's words mean."""
    return render_page(run, "glossary.html", "glossary.html", title="Glossary")


def _claim_address(claim: Claim) -> str:
    return f"claims/{claim.target}.html"


def claim_page(
    section: Section, run: Run, before: Claim | None = None, after: Claim | None = None
) -> str:
    """Return the page of a claim, which leads to those before and after it."""
    parameters = {
        job: json.dumps(run.parameters[job], indent=1, ensure_ascii=False) for job in section.jobs
    }
    return render_page(
        run,
        "claim_page.html",
        _claim_address(section.claim),
        title=section.claim.called,
        before=before,
        after=after,
        section=section,
        claim=section.claim,
        status=section.status,
        registry=run.registry,
        notation=run.about.notation,
        impacts=IMPACT_MEANINGS,
        jobs=run.jobs,
        parameters=parameters,
        executed=run.executed,
        pictures=[drawn(section.claim, figure, run) for figure in section.claim.figures],
        configfile=run.configfile,
    )


def beyond_page(run: Run) -> str:
    """Return the page of the theorems that are ours."""
    rows = []
    for theorem in run.theorems:
        claim, statement = find_statement(theorem.statement, run.registry)
        rows.append((theorem, claim, statement, run.verdicts[claim.id, statement.key]))
    return render_page(
        run,
        "beyond.html", "beyond.html", title="Beyond the paper", rows=rows, registry=run.registry,
        by_id={theorem.id: theorem for theorem in run.theorems},
    )  # fmt: skip


def outside_page(run: Run) -> str:
    """Return the page of the claims that are not the paper's."""
    return render_page(
        run,
        "outside.html",
        "outside.html",
        title="Not in the paper",
        rows=outside(run),
        outside=run.about.outside,
    )


def evidence_page(run: Run) -> str:
    """Return the page on how it was checked: budget, tables and records, the words."""
    judged = list(run.verdicts.values())
    counts = Counter(verdict.outcome for verdict in judged)
    return render_page(
        run,
        "evidence.html",
        "evidence.html",
        title="How it was checked",
        statements=len(judged),
        counts=[(outcome, counts[outcome]) for outcome in Outcome if counts[outcome]],
        with_level=[verdict for verdict in judged if verdict.level is not None],
        total_level=math.fsum(v.level for v in judged if v.level is not None),
        error_budget=run.error_budget,
        seed_robustness=run.seed_robustness,
        mutation_results=run.mutation_results,
        faults=run.faults,
        seed=run.seed,
        jobs=run.jobs,
        executed=run.executed,
        registry=run.registry,
        meanings=MEANINGS,
        statuses=STATUS_MEANINGS,
        impacts=IMPACT_MEANINGS,
    )


def job_page(job: str, run: Run, table: str) -> str:
    """Return the executed notebook of a job as a page; `table` is the file that it made."""
    notebook = run.executed[job]
    return render_page(
        run,
        "job.html",
        paths.job_notebook(job),
        title=f"{notebook.title}: {job}",
        name=notebook.title,
        job=job,
        table=table,
        claims=[run.registry[name] for name in run.jobs[job].claims],
        cells=notebook.cells,
        configfile=run.configfile,
    )


def notebook_page(topic: str, run: Run, notebook: Executed, figures: Path) -> str:
    """Return an executed claim notebook as a page that shows the figures' files of `figures`."""
    claims = [claim for claim in run.registry.values() if claim.topic == topic]
    page = paths.notebook(topic)
    cells = notebook.cells
    for figure in (figure for claim in claims for figure in claim.figures):
        file = paths.figure(figure.name)
        picture = svg_element(read_picture(figures / file))
        narrow = f"../figures/{paths.narrow_figure(figure.name)}"
        shown = (
            f'<picture><source media="(max-width: 40rem)" srcset="{narrow}">'
            f'<img src="../figures/{file}" loading="lazy" alt=""></picture>'
        )
        cells = cells.replace(picture, shown)
    return render_page(run, "notebook.html", page, title=notebook.title, claims=claims, cells=cells)


def mutants_page(mutation_results: MutationResults, run: Run) -> str:
    """Return the page of what the checks reject."""
    return render_page(
        run,
        "mutants.html",
        "mutants.html",
        title="What the checks reject",
        mutation_results=mutation_results,
        close=CLOSE,
        about=run.about,
        rows=[
            row
            for row in mutation_results.mutants
            if (row["claim"], row["statement"]) in run.verdicts
        ],
        registry=run.registry,
    )


def document_page(name: str, text: str, run: Run) -> str:
    """Return a file of docs/ as a page."""
    title = re.search(r"^# (.*)$", text, flags=re.MULTILINE)
    html = typeset(text)
    end = html.find("</h1>") + len("</h1>") if "</h1>" in html else 0
    return render_page(
        run,
        "document.html",
        document_link(name, ""),
        title=title[1] if title else name,
        heading=html[:end],
        body=html[end:],
    )


def pages(run: Run) -> dict[str, str]:
    """Return path → HTML of all pages but the notebooks', the jobs' and the costs."""
    found = {
        "index.html": index_page(run),
        "graph.html": graph_page(run),
        "evidence.html": evidence_page(run),
        "glossary.html": glossary_page(run),
        "search.html": render_page(run, "search.html", "search.html", title="Search"),
    }
    for own in run.about.pages:
        frame = _around(run, own.page, own.page)
        found[own.page] = render_text(own.template, title=own.name, **frame)
    if run.theorems:
        found["beyond.html"] = beyond_page(run)
    if outside(run):
        found["outside.html"] = outside_page(run)
    if run.mutation_results:
        found["mutants.html"] = mutants_page(run.mutation_results, run)
    claims = [None, *sections(run).values(), None]
    for before, section, after in zip(claims, claims[1:], claims[2:], strict=False):
        if section:
            found[_claim_address(section.claim)] = claim_page(
                section, run, before and before.claim, after and after.claim
            )
    for name, text in run.documents.items():
        found[document_link(name, "")] = document_page(name, text, run)
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
    seed_robustness: SeedRobustness | None = None,
    executed: Mapping[str, Path | str] | None = None,
    mutation_results: MutationResults | None = None,
    faults: Sequence[Any] = (),
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
    seed, error_budget, seed_robustness, mutation_results, faults, configfile
        As for `Run`.
    executed : mapping, optional
        Job → its executed notebook, for the jobs that are notebooks.
    citation : path, optional
        CITATION.cff of the project, in the folder whose commit is told.
    """
    folder, results, figures = Path(folder), Path(results), Path(figures)
    claims = read_registry(registry)
    topics = dict.fromkeys(claim.topic for claim in claims.values())
    summaries = [read_summary(results / paths.summary(topic)) for topic in topics]
    verdicts = read_verdicts(results / paths.VERDICTS)
    statuses = read_statuses(results / paths.STATUSES)
    about = read_about(registry)
    texts = {path.name: path.read_text(encoding="utf-8") for path in Path(documents).glob("*.md")}
    theorems = read_theorems(registry, claims)
    check_sections(claims, theorems, texts)
    if find_errata(claims, verdicts):
        texts["errata.md"] = errata(about, claims, verdicts)
    names = [figure.name for claim in claims.values() for figure in claim.figures]
    pictures = {
        file: read_picture(figures / file)
        for name in names
        for file in (paths.figure(name), paths.narrow_figure(name))
    }
    run = Run(
        about=about,
        registry=claims,
        theorems=theorems,
        statuses=statuses,
        verdicts=verdicts,
        jobs={job: made for summary in summaries for job, made in summary.items()},
        parameters=parameters,
        documents=texts,
        coq=list(read_coq_theorems(proofs).values()) if Path(proofs).is_dir() else [],
        seed=seed,
        error_budget=error_budget,
        seed_robustness=seed_robustness,
        executed={job: read_executed(path) for job, path in (executed or {}).items()},
        mutation_results=mutation_results,
        faults=faults,
        configfile=configfile,
        citation=read_citation(citation) if citation else None,
        commit=read_commit(Path(citation).parent) if citation else "",
        titles={name: read_title(pictures[paths.figure(name)]) for name in names},
        code=Path(registry).as_posix(),
    )
    written = pages(run) | {f"figures/{file}": text for file, text in pictures.items()}
    images: dict[str, bytes] = {}
    for job, executed_job in run.executed.items():
        table = (results / paths.table(job)).as_posix()
        written[paths.job_notebook(job)] = job_page(job, run, table)
        images |= _beside(paths.job_notebook(job), executed_job)
    for topic in topics:
        notebook = read_executed(results / paths.executed_notebook(topic))
        written[paths.notebook(topic)] = notebook_page(topic, run, notebook, figures)
        images |= _beside(paths.notebook(topic), notebook)
    written["timings.html"] = render_page(
        run,
        "timings.html",
        "timings.html",
        title="What the run cost",
        costs=read_costs(results / paths.BENCHMARKS),
    )
    # Times differ from run to run, and the index does not.
    found = {path: page for path, page in written.items() if path != "timings.html"}
    written["search-index.js"] = search_index(found)
    written |= {
        "style.css": render("style.css"),
        "site.js": render("site.js"),
        "search.js": render("search.js"),
    }
    for own in about.pages:
        if own.script:
            written[own.page.removesuffix("html") + "js"] = own.script
    shutil.rmtree(folder, ignore_errors=True)
    copies = [(results / name, name) for name in (paths.VERDICTS, paths.STATUSES)]
    for claim in claims.values():
        if claim.note:
            copies.append((results / claim.note, claim.note))
    if citation:
        copies.append((Path(citation), "CITATION.cff"))
    files = {name: source.read_bytes() for source, name in copies} | images
    for name in (place(job) for job in parameters for place in (paths.records, paths.table)):
        # Without the time, and so with the same bytes for the same records.
        files[f"{name}.gz"] = gzip.compress((results / name).read_bytes(), mtime=0)
    files |= {name: text.encode() for name, text in written.items()}
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _beside(page: str, notebook: Executed) -> dict[str, bytes]:
    """Return the files of a notebook's images, which are beside its page."""
    return {
        (PurePosixPath(page).parent / name).as_posix(): f for name, f in notebook.images.items()
    }
