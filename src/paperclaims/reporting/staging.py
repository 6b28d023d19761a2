"""Assemble the site: its pages in Markdown, which Sphinx reads."""

from __future__ import annotations

import gzip
import json
import math
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby
from pathlib import Path
from typing import Any

from paperclaims import paths
from paperclaims.judging.coq_proofs import read_chapters
from paperclaims.judging.coq_proofs import read_theorems as read_coq_theorems
from paperclaims.judging.sections import read_outline
from paperclaims.judging.statuses import read_statuses
from paperclaims.judging.summary import require_current, run_jobs, topics_of
from paperclaims.judging.verdicts import Outcome, read_verdicts
from paperclaims.judging.wording import IMPACT_MEANINGS, MEANINGS, STATUS_MEANINGS
from paperclaims.registry.claims import Claim, find_statement, read_registry, read_theorems
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.citation import read_citation, read_commit
from paperclaims.reporting.content import (
    Run,
    Section,
    drawn,
    glossary,
    headlines,
    library_names,
    sections,
)
from paperclaims.reporting.costs import read_costs
from paperclaims.reporting.drawing import read_title
from paperclaims.reporting.errata import errata, find_errata
from paperclaims.reporting.notebooks import GALLERY, claim_notebook, gallery
from paperclaims.reporting.readme import answer, count_statuses
from paperclaims.reporting.rendering import render

#: The tabs next to the results, each by its first page, with its title.
_TABS = {
    "proofs_tab": "Proofs", "workflow": "Run and extend", "library/index": "Library",
    "trust": "Verification",
}  # fmt: skip
#: Purposes of a reader, each by the page that it begins on, and the content of that page.
_WAYS = {
    "results": ("Read the paper", "The claims that are true, and corrections of the others."),
    "library/your-network": ("Have a network", "The theorems' bounds for your own weights."),
    "own-paper": ("Check another paper", "State its claims, check them, get a site like this."),
    "workflow": ("Change something", "Run it in part or with other numbers; add a claim."),
}
#: The settings of a paper without its own; its documents may be in no menu.
_CONF = """\
from paperclaims.reporting.settings import *

project = html_title = {project!r}
suppress_warnings += ["toc.not_included"]
"""


def start_page(run: Run, own: Set[str], paper: Mapping[str, Any]) -> str:
    """Return the first page, which leads to the `own` pages for each purpose of a reader."""
    figures = {f.name: (claim, f) for claim in run.registry.values() for f in claim.figures}
    return render(
        "index.md.j2",
        about=run.about,
        citation=run.citation,
        commit=run.commit,
        headlines=headlines(run),
        pictures=[
            (drawn(*figures[name], run), caption)
            for name, caption in run.about.pictures.items()
            if name in figures
        ],
        tabs={page: title for page, title in _TABS.items() if page in own},
        ways={page: way for page, way in _WAYS.items() if page in own},
        **paper,
    )


def _parts(paper: Sequence[Section]) -> list[tuple[str, list[Section]]]:
    """Return the sections of the paper's claims by its part; "" where none is named."""

    def part(section: Section) -> str:
        match = re.search(r"§\s*(\d+)|App(?:endix|\.)?\s+([A-Z])", section.claim.place)
        if not match:
            return ""
        return f"Section {match[1]}" if match[1] else f"Appendix {match[2]}"

    return [(name, list(group)) for name, group in groupby(paper, key=part)]


def claim_page(section: Section, run: Run) -> str:
    """Return the page of a claim."""
    parameters = {job: run.parameters[job] for job in section.jobs}
    return render(
        "claim.md.j2",
        section=section,
        registry=run.registry,
        notation=run.about.explain(section.claim.quoted + section.main.statement.says),
        terms=run.about.glossary,
        impacts=IMPACT_MEANINGS,
        jobs=run.jobs,
        parameters=json.dumps(parameters, indent=1, ensure_ascii=False),
        pictures=[drawn(section.claim, figure, run) for figure in section.claim.figures],
        configfile=run.configfile,
        coq_document="proofs-coq.md" in run.documents,
        functions=library_names(section.claim, run.about.library),
    )


def beyond_page(run: Run, others: list[Section]) -> str:
    """Return the page of the new theorems; pages of claims that check them lie below."""
    rows = []
    for theorem in run.theorems:
        claim, statement = find_statement(theorem.statement, run.registry)
        coq = [t for t in run.coq if (claim.id, statement.key) in t.cited]
        rows.append((theorem, claim, statement, run.verdicts[claim.id, statement.key], coq))
    by_id = {theorem.id: theorem for theorem in run.theorems}
    return render("beyond.md.j2", rows=rows, registry=run.registry, by_id=by_id, others=others)


def evidence_page(run: Run) -> str:
    """Return the page on how it was checked: budget, tables and records, the words."""
    judged = list(run.verdicts.values())
    counts = Counter(verdict.outcome for verdict in judged)
    return render(
        "evidence.md.j2",
        statements=len(judged),
        counts=[(outcome, counts[outcome]) for outcome in Outcome],
        with_level=[verdict for verdict in judged if verdict.level is not None],
        total_level=math.fsum(v.level for v in judged if v.level is not None),
        error_budget=run.error_budget,
        seed=run.seed,
        jobs=run.jobs,
        registry=run.registry,
        meanings=MEANINGS,
        statuses=STATUS_MEANINGS,
        impacts=IMPACT_MEANINGS,
    )


def coq_page(made: Mapping[str, Section], run: Run) -> str:
    """Return the page of the machine-checked theorems: each with its claims and its proofs."""
    theorems: dict[str, list[tuple[Any, ...]]] = {}
    for theorem in sorted(run.coq, key=lambda theorem: "/" in theorem.file):
        cited = [find_statement(f"{claim}/{key}", run.registry) for claim, key in theorem.cited]
        docs = [proof for claim, _ in cited for proof in made[claim.id].docs]
        chapter = Path(theorem.file).parent.as_posix()
        theorems.setdefault(chapter, []).append((theorem, cited, list(dict.fromkeys(docs))))
    return render(
        "coq_theorems.md.j2",
        count=len(run.coq),
        theorems=theorems,
        chapters=run.chapters,
        coq_document="proofs-coq.md" in run.documents,
    )


def pages(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the path and the Markdown of each page that the run makes, but the notebooks'."""
    made = sections(run)
    papers = [section for section in made.values() if section.claim.in_paper]
    others = [section for section in made.values() if not section.claim.in_paper]
    claims = [section.claim for section in papers]
    paper = {"paper": papers, "answer": answer(claims), "counts": count_statuses(claims)}
    notes = [claim.note for claim in run.registry.values() if claim.note]
    # The main proofs, documents in the order of the claims that they prove, then the others.
    order = ["proofs.md"]
    order += [proof.name.partition("#")[0] for section in made.values() for proof in section.docs]
    proofs = [
        (name, _short_title(next(iter(read_outline(text, name).titles.values()), name)))
        for name, text in sorted(
            run.documents.items(), key=lambda document: (*order, document[0]).index(document[0])
        )
        if name.startswith("proofs")
    ]
    own = {name.removesuffix(".md") for name in run.documents} | {"results", "proofs_tab", "trust"}
    yield "index.md", start_page(run, own, paper)
    yield (
        "results.md",
        render(
            "results.md.j2",
            about=run.about,
            theorems=run.theorems,
            beyond=run.theorems or others,
            errata="errata.md" in run.documents,
            notes=notes,
            statuses=paths.STATUSES,
            verdicts=paths.VERDICTS,
            parts=_parts(papers),
            **paper,
        ),
    )
    yield (
        "proofs_tab.md",
        render(
            "proofs_tab.md.j2",
            documents=proofs,
            sections=made.values(),
            notes=notes,
            coq=bool(run.coq),
        ),
    )
    if run.coq:
        yield "coq_theorems.md", coq_page(made, run)
    yield "trust.md", render("trust.md.j2")
    yield "evidence.md", evidence_page(run)
    topics: dict[str, list[Claim]] = {}
    found: dict[str, str] = {}  # what a topic's first figure says
    for claim in run.registry.values():
        topics.setdefault(claim.topic, []).append(claim)
        for figure in claim.figures:
            found.setdefault(claim.topic, run.titles.get(figure.name, ""))
    yield "notebooks.md", render("notebooks.md.j2", topics=topics, found=found)
    yield "glossary.md", render("glossary.md.j2", terms=glossary(run))
    if run.theorems or others:
        yield "beyond.md", beyond_page(run, others)
    for section in made.values():
        yield f"claims/{section.claim.target}.md", claim_page(section, run)


def _short_title(title: str) -> str:
    """Return the title of a document without "Proofs: ", which a list of proofs need not repeat."""
    short = title.removeprefix("Proofs: ")
    return short[:1].upper() + short[1:]


def write_pages(
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
    examples: Mapping[str, Path | str] | None = None,
    configfile: str = "",
    citation: Path | str | None = None,
) -> None:
    """Write the folder that Sphinx reads, with copies of all that its pages link to.

    Its previous content is removed. `parameters` and `configfile` are as for `Run`; `examples` are
    the executed scripts of the gallery, by name. The citation is CITATION.cff in the folder whose
    commit is told.
    """
    folder, results, figures = Path(folder), Path(results), Path(figures)
    stated = read_registry(registry)
    require_current(results, stated)
    statuses = read_statuses(results / paths.STATUSES)
    claims = {  # with the status and the answer that follow from the verdicts, if none is stated
        key: claim.replace(status=statuses[key].status, answer=statuses[key].answer)
        for key, claim in stated.items()
    }
    verdicts = read_verdicts(results / paths.VERDICTS)
    about = read_paper_metadata(registry)
    theorems = read_theorems(registry, claims)
    texts = _documents(Path(documents), folder)
    if find_errata(claims, verdicts):
        synonyms = "```{index} ! erratum, ! corrigendum\n```\n\n"
        texts["errata.md"] = synonyms + errata(about, claims, verdicts, texts, site=True)
    names = [figure.name for claim in claims.values() for figure in claim.figures]
    pictures = {name: (figures / name).read_text("utf-8") for name in map(paths.figure, names)}
    run = Run(
        about=about,
        registry=claims,
        theorems=theorems,
        statuses=statuses,
        verdicts=verdicts,
        jobs=run_jobs(results, claims),
        parameters=parameters,
        documents=texts,
        coq=list(read_coq_theorems(proofs).values()) if Path(proofs).is_dir() else [],
        chapters=read_chapters(proofs) if Path(proofs).is_dir() else {},
        seed=seed,
        error_budget=error_budget,
        configfile=configfile,
        citation=read_citation(citation) if citation else None,
        commit=read_commit(Path(citation).parent) if citation else "",
        titles={name: read_title(pictures[paths.figure(name)]) for name in names},
        code=Path(registry).as_posix(),
    )
    written: dict[str, str | bytes] = {"conf.py": _CONF.format(project=about.project)}
    written |= dict(pages(run))
    written["timings.md"] = render("timings.md.j2", costs=read_costs(results / paths.BENCHMARKS))
    written |= texts
    if examples:
        written |= gallery(examples, texts.get(GALLERY, "# Gallery\n"))
    written |= {f"figures/{file}": text for file, text in pictures.items()}
    for topic in topics_of(claims):
        written |= claim_notebook(topic, results / paths.notebook(topic), run)
    for name in {claim.note for claim in claims.values() if claim.note}:
        written[name] = (results / name).read_bytes()
    for script in {script for claim in claims.values() for script in claim.scripts}:
        for name in (script, paths.script_output(script)):
            written[name] = (Path(documents).parent / name).read_bytes()
    copies = [(results / name, name) for name in (paths.VERDICTS, paths.STATUSES)]
    copies += [(Path(citation), "CITATION.cff")] if citation else []
    for source, name in copies:
        # At an address that stays, for machines, and for links, whose addresses have hashes.
        written[name] = written[f"extra/{name}"] = source.read_bytes()
    for name in (place(job) for job in parameters for place in (paths.records, paths.table)):
        # Without the time, and so with the same bytes for the same records.
        written[f"{name}.gz"] = gzip.compress((results / name).read_bytes(), mtime=0)
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in written.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


def _documents(documents: Path, folder: Path) -> dict[str, str]:
    """Return path → text of the documents, with links that hold where Sphinx reads them."""
    texts = {}
    places = {path: path.relative_to(documents) for path in sorted(documents.rglob("*"))}
    places[documents.parent / "config/README.md"] = Path("configuration.md")
    for path, name in places.items():
        if path.suffix not in {".md", ".py"} or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            # Files outside of docs/ are shown from where they are, and not linked to.
            above = "../" * len(name.parts)
            there = os.path.relpath(documents.parent, (folder / name).parent)
            text = re.sub(rf"(\n`{{3,}}\{{\w+\}} ){re.escape(above)}(?!\.)", rf"\1{there}/", text)
            text = re.sub(rf"\[([^]]*)\]\({re.escape(above)}[^)]*\)", r"\1", text)
        texts[name.as_posix()] = text
    return texts
