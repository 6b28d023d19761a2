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
from paperclaims.judging.sections import find_title
from paperclaims.judging.summary import topics_of
from paperclaims.judging.wording import GLOSSARY
from paperclaims.registry.claims import find_statement
from paperclaims.reporting.content import Run, Section, drawn, headlines, library_names, sections
from paperclaims.reporting.costs import read_costs
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
        run=run,
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
        run=run,
        section=section,
        notation=run.about.explain(section.claim.quoted + section.main.statement.says),
        parameters=json.dumps(parameters, indent=1, ensure_ascii=False),
        pictures=[drawn(section.claim, figure, run) for figure in section.claim.figures],
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
    return render("beyond.md.j2", run=run, rows=rows, by_id=by_id, others=others)


def evidence_page(run: Run) -> str:
    """Return the page on how it was checked: budget, tables and records, the words."""
    judged = run.verdicts.values()
    with_level = [verdict for verdict in judged if verdict.level is not None]
    return render(
        "evidence.md.j2",
        run=run,
        counts=Counter(verdict.outcome for verdict in judged),
        with_level=with_level,
        total_level=math.fsum(verdict.level or 0.0 for verdict in judged),
    )


def coq_page(made: Mapping[str, Section], run: Run) -> str:
    """Return the page of the machine-checked theorems: each with its claims and its proofs."""
    theorems: dict[str, list[tuple[Any, ...]]] = {}
    for theorem in sorted(run.coq, key=lambda theorem: "/" in theorem.file):
        cited = [find_statement(f"{claim}/{key}", run.registry) for claim, key in theorem.cited]
        docs = {name: title for c, _ in cited for name, title in made[c.id].docs.items()}
        chapter = Path(theorem.file).parent.as_posix()
        theorems.setdefault(chapter, []).append((theorem, cited, docs))
    return render("coq_theorems.md.j2", run=run, theorems=theorems)


def pages(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the path and the Markdown of each page that the run makes, but the notebooks'."""
    made = sections(run)
    papers = [section for section in made.values() if section.claim.in_paper]
    others = [section for section in made.values() if not section.claim.in_paper]
    stated = [section.claim for section in papers]
    paper = {"paper": papers, "answer": answer(stated), "counts": count_statuses(stated)}
    claims = list(run.registry.values())
    notes = [claim.note for claim in claims if claim.note]
    # The main proofs, documents in the order of the claims that they prove, then the others.
    order = ["proofs.md"]
    order += [name.partition("#")[0] for section in made.values() for name in section.docs]
    order += sorted(run.documents)
    proofs = {
        name: find_title(name, run.documents).removeprefix("Proofs: ")
        for name in dict.fromkeys(order)
        if name.startswith("proofs") and name in run.documents
    }
    own = {name.removesuffix(".md") for name in run.documents} | {"results", "proofs_tab", "trust"}
    yield "index.md", start_page(run, own, paper)
    shown: dict[str, Any] = {"run": run, "notes": notes, "beyond": run.theorems or others}
    yield "results.md", render("results.md.j2", parts=_parts(papers), **shown, **paper)
    shown = {"run": run, "notes": notes, "documents": proofs, "sections": made.values()}
    yield "proofs_tab.md", render("proofs_tab.md.j2", **shown)
    if run.coq:
        yield "coq_theorems.md", coq_page(made, run)
    yield "trust.md", render("trust.md.j2")
    yield "evidence.md", evidence_page(run)
    topics = {topic: [c for c in claims if c.topic == topic] for topic in topics_of(run.registry)}
    found: dict[str, str] = {}  # what a topic's first figure says
    for claim in claims:
        for figure in claim.figures:
            found.setdefault(claim.topic, run.titles[figure.name])
    yield "notebooks.md", render("notebooks.md.j2", topics=topics, found=found)
    yield "glossary.md", render("glossary.md.j2", terms={**GLOSSARY, **run.about.glossary})
    if run.theorems or others:
        yield "beyond.md", beyond_page(run, others)
    for section in made.values():
        yield f"claims/{section.claim.target}.md", claim_page(section, run)


def write_pages(
    folder: Path | str, *, examples: Mapping[str, Path | str] | None = None, **given: Any
) -> None:
    """Write the folder that Sphinx reads, with copies of all that its pages link to.

    Its previous content is removed. `examples` are the executed scripts of the gallery, by name;
    what else is given describes the `Run`.
    """
    run, folder = Run(**given), Path(folder)
    claims, results = run.registry.values(), run.results
    project = Path(given["documents"]).parent
    written: dict[str, str | bytes] = {"conf.py": _CONF.format(project=run.about.project)}
    written |= dict(pages(run))
    written["timings.md"] = render("timings.md.j2", costs=read_costs(results / paths.BENCHMARKS))
    texts = {
        name: _with_links(text, name, os.path.relpath(project, (folder / name).parent))
        for name, text in run.documents.items()
    }
    written |= texts
    if examples:
        written |= gallery(examples, texts.get(GALLERY, "# Gallery\n"))
    written |= {f"figures/{paths.figure(name)}": text for name, text in run.pictures.items()}
    for topic in topics_of(run.registry):
        written |= claim_notebook(topic, results / paths.notebook(topic), run)
    copies = {claim.note: results / claim.note for claim in claims if claim.note}
    for script in {script for claim in claims for script in claim.scripts}:
        copies |= {name: project / name for name in (script, paths.script_output(script))}
    kept = {name: results / name for name in (paths.VERDICTS, paths.STATUSES)}
    if given.get("citation"):
        kept["CITATION.cff"] = Path(given["citation"])
    # At an address that stays, for machines, and for links, whose addresses have hashes.
    copies |= kept | {f"extra/{name}": path for name, path in kept.items()}
    written |= {name: path.read_bytes() for name, path in copies.items()}
    for name in (place(job) for job in run.parameters for place in (paths.records, paths.table)):
        # Without the time, and so with the same bytes for the same records.
        written[f"{name}.gz"] = gzip.compress((results / name).read_bytes(), mtime=0)
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in written.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


def _with_links(text: str, name: str, project: str) -> str:
    """Return a document with links that hold where Sphinx reads it.

    Files of the project outside of docs/ are shown from where they are, and not linked to.
    """
    if not name.endswith(".md"):
        return text
    above = re.escape("../" * (name.count("/") + 1))
    text = re.sub(rf"(\n`{{3,}}\{{\w+\}} ){above}(?!\.)", rf"\1{project}/", text)
    return re.sub(rf"\[([^]]*)\]\({above}[^)]*\)", r"\1", text)
