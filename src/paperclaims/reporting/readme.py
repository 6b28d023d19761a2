"""Results of a run outside its site: in README, in the errata and on the terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from paperclaims import paths
from paperclaims.checks.files import read_table
from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.sections import find_proof, read_documents
from paperclaims.judging.statuses import Status, known_statuses, read_statuses
from paperclaims.judging.summary import find_outdated, topics_of
from paperclaims.judging.verdicts import Verdict, correction, pair, read_verdicts, verdict_files
from paperclaims.judging.wording import (
    IMPACT_MEANINGS,
    status_lines,
    status_word,
)
from paperclaims.registry.claims import STATUSES, Claim, Statement, read_registry
from paperclaims.registry.paper_metadata import PaperMetadata, read_paper_metadata
from paperclaims.reporting.costs import read_costs
from paperclaims.reporting.drawing import draw, svg
from paperclaims.reporting.markdown import FORMULA, formula, line, table

_BLOCK = re.compile(
    r"(?P<begin><!-- begin (?P<name>[a-z]+):[^>]*-->\n).*?(?P<end><!-- end (?P=name) -->)",
    re.DOTALL,
)
_PICTURE = re.compile(r"\]\(docs/figures/(?P<name>[\w.-]+)\.svg\)")


def write_readme(root: Path | str, paper: Paper) -> None:
    """Rewrite the tables of claims in README and docs/claims.md, and README's figures.

    All are made from results/reference.
    """
    root = Path(root)
    about, registry = read_paper_metadata(paper.folder), read_registry(paper.folder)
    statuses = read_statuses(root / paths.REFERENCE / paths.STATUSES)
    texts = {
        root / name: fill_blocks((root / name).read_text("utf-8"), about, registry, statuses)
        for name in ("README.md", "docs/claims.md")
    }
    pictures = readme_figures(texts[root / "README.md"], paper, root / paths.REFERENCE)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    (root / "docs/figures").mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        (root / f"docs/figures/{name}.svg").write_text(picture, encoding="utf-8")


def write_errata(root: Path | str, paper: Paper) -> None:
    """Rewrite docs/errata.md from results/reference."""
    root = Path(root)
    about, registry = read_paper_metadata(paper.folder), read_registry(paper.folder)
    verdicts = read_verdicts(root / paths.REFERENCE / paths.VERDICTS)
    text = errata(about, registry, verdicts, read_documents(root / "docs"))
    (root / "docs/errata.md").write_text(text, encoding="utf-8")


def fill_blocks(
    text: str, about: PaperMetadata, registry: Mapping[str, Claim], statuses: Mapping[str, Status]
) -> str:
    """Return Markdown with its blocks filled from a run's statuses.

    The block `answer` counts the paper's claims by status; `main` is the table of the main ones,
    `claims` of all of them, and `outside` of the claims that are not the paper's.

    Raises ClaimsError if the text has another block, or none.
    """
    claims = sorted(registry.values(), key=lambda claim: place_key(claim.place))
    papers = [claim for claim in claims if claim.in_paper]
    main = [[_named(registry[name], "docs/"), _text(statuses[name].answer)] for name in about.main]
    blocks = {
        "answer": answer(papers),
        "main": table(["Claim", "Answer"], main),
        "claims": claims_table(papers, statuses),
        "outside": claims_table([claim for claim in claims if not claim.in_paper], statuses),
    }
    names = [match["name"] for match in _BLOCK.finditer(text)]
    if not names or not set(names) <= set(blocks):
        raise ClaimsError(
            f"allowed blocks are {', '.join(blocks)}, each from '<!-- begin NAME: … -->' to "
            f"'<!-- end NAME -->'; found {', '.join(names) or 'none'}"
        )
    return _BLOCK.sub(lambda m: f"{m['begin']}{blocks[m['name']]}{m['end']}", text)


def readme_figures(text: str, paper: Paper, results: Path) -> dict[str, str]:
    """Return name → SVG of each registered figure that `text` shows from docs/figures.

    `results` is the folder of the run whose tables are drawn.
    """
    claims = read_registry(paper.folder).values()
    figures = {figure.name: (claim, figure) for claim in claims for figure in claim.figures}
    pictures = {}
    for match in _PICTURE.finditer(text):
        if match["name"] not in figures:
            raise ClaimsError(
                f"README shows {match['name']}, which is not a figure of the registry"
            )
        claim, figure = figures[match["name"]]
        data = {
            job: read_table(results / paths.table(paths.full_job(claim.topic, job)))
            for job in figure.tables
        }
        pictures[figure.name] = svg(draw(paper, figure, data, claim))
    return pictures


#: Phrases for one claim with a status, and for several.
_COUNTED = {
    "holds": ("holds", "hold"),
    "holds with a correction": ("holds with a correction", "hold with a correction"),
    "false": ("is false", "are false"),
    "open": ("is open", "are open"),
    "not examined": ("was not examined", "were not examined"),
}


def count_statuses(claims: Iterable[Claim]) -> dict[str, int]:
    """Return status → the number of claims; definitions and questions have none.

    Whether a correction is stated does not count.
    """
    counts = Counter(c.status.partition(";")[0] for c in claims if c.kind == "claim")
    return {status: counts[status] for status in STATUSES if counts[status]}


def answer(claims: Sequence[Claim]) -> str:
    """Return a sentence that counts claims by status."""
    counts = count_statuses(claims)
    parts = [f"**{number} {_COUNTED[status][number > 1]}**" for status, number in counts.items()]
    total = sum(claim.kind == "claim" for claim in claims)
    listed = " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
    return f"Of {total} claim{'s' * (total != 1)} {listed or 'none is judged'}.\n"


def claims_table(claims: Iterable[Claim], statuses: Mapping[str, Status]) -> str:
    """Return claims with their statuses and answers as a table in Markdown for a file in docs."""
    rows = []
    for claim in claims:
        status = statuses[claim.id]
        cells = (status_word(status), status.paper_proof, status.answer)
        rows.append([_named(claim), *map(_text, cells)])
    titles = ["Claim", "Status", "The paper's proof", "Answer"]
    if {row[2] for row in rows} <= {"", "not examined"}:
        titles, rows = titles[:2] + titles[3:], [row[:2] + row[3:] for row in rows]
    return table(titles, rows)


def _named(claim: Claim, docs: str = "") -> str:
    """Return a claim's name and title; the name links to its proof, in the folder `docs`."""
    name = _text(claim.called)
    name = f"[{name}]({docs}{claim.docs[0]})" if claim.docs else name
    return f"{name}: {_text(claim.title)}"


class Erratum(NamedTuple):
    """A statement of the paper that fails, with its claim, verdict and correction."""

    claim: Claim
    statement: Statement
    verdict: Verdict
    better: tuple[Statement, Verdict] | None


_ERRATA_TITLES = {
    "result": "Results that change",
    "proof gap": "Gaps in proofs",
    "constant": "Constants",
    "missing condition": "Missing conditions",
    "misprint": "Misprints",
    "degenerate case": "Degenerate cases",
}


def errata(
    about: PaperMetadata,
    registry: Mapping[str, Claim],
    verdicts: Mapping[tuple[str, str], Verdict],
    documents: Mapping[str, str],
    *,
    site: bool = False,
) -> str:
    """Return, as Markdown, a block for each fault of the paper, by impact and place.

    A forge lacks labels, so links lead to the headings above these, in `documents`. On the site
    each block links to the pages of claims, too.
    """
    parts = [
        "# Errata\n",
        "<!-- generated by `paperclaims errata` from results/reference and the registry -->\n",
        f"{about.errata}\n",
    ]
    found_errata = find_errata(registry, verdicts)
    for impact, meaning in IMPACT_MEANINGS.items():
        mine = [erratum for erratum in found_errata if erratum.statement.impact == impact]
        if mine:
            parts += [f"## {_ERRATA_TITLES[impact]}\n", f"{meaning[0].upper()}{meaning[1:]}.\n"]
            groups = groupby(mine, lambda e: (e.claim, e.better and e.better[0]))
            parts += [_block(list(same), documents, site) for _, same in groups]
    claims = {erratum.claim.id: erratum.claim for erratum in found_errata}.values()
    kept_claims = [line(claim.called) for claim in claims if claim.status == "holds"]
    kept = (
        [f"- These hold as stated, except in degenerate cases: {', '.join(kept_claims)}."]
        if kept_claims
        else []
    )
    kept += [_kept(claim) for claim in claims if claim.survives or claim.correction]
    return "\n".join([*parts, *(["## Results that hold\n", *kept, ""] if kept else [])])


def _kept(claim: Claim) -> str:
    """Return a line on the part that holds of a claim that fails as stated."""
    answer = f"{claim.status}: {claim.correction}"
    if claim.survives:
        answer = f"is false. Still true: {claim.survives}"
    return f"- {line(claim.called)} {_text(answer).rstrip('.')}."


def find_errata(
    registry: Mapping[str, Claim], verdicts: Mapping[tuple[str, str], Verdict]
) -> list[Erratum]:
    """Return the statements of the paper that fail, by place, without readings that we tried."""
    errata = []
    for claim, rows in sorted(pair(registry, verdicts), key=lambda row: place_key(row[0].place)):
        by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
        errata += [
            Erratum(claim, statement, verdict, correction(statement, by_key))
            for statement, verdict in rows
            if claim.in_paper and verdict.failures and not statement.reading
        ]
    return errata


def _block(errata: Sequence[Erratum], documents: Mapping[str, str], site: bool) -> str:
    """Return errata of one claim that have one correction, with the first one's formula.

    Each has the fault and its effect.
    """
    first = errata[0]
    claim, correct = first.claim, first.better and first.better[0]
    links = {}
    if correct and correct.proof == "coq":  # the claim's proof by hand says more than a list
        links["Proof"] = claim.docs[0] if claim.docs else "proofs-coq.md"
    if correct and correct.proved_in:
        file = correct.proved_in.partition("#")[0]
        links["Proof"] = f"{file}#{find_proof(correct.proved_in, documents).anchor}"
    if site:
        links["Counterexample"] = f"#{claim.id}/{first.statement.key}"
        links["Claim"] = f"#claim-{claim.id}"
    keys = [e.statement.key for e in errata]
    is_main = keys == [claim.main_statement.key]  # then the heading names only the claim
    listed = "" if is_main else ": " + ", ".join(f"`{key}`" for key in keys)
    page = f", {'pp' if '–' in claim.page else 'p'}. {claim.page}" if claim.page else ""
    texts = [(e.statement.title, e.statement.effect) for e in errata]
    sentences = [" ".join(f"{_text(t).rstrip('.')}." for t in pair if t) for pair in texts]
    fails = (
        f" {sentences[0]}"
        if len(sentences) == 1
        else "".join(f"\n- {sentence}" for sentence in sentences)
    )
    parts = [
        f"### {line(claim.called)}{listed}\n",
        f"{_text(claim.place + page)}. *Fails:*{fails}\n",
        f"As stated:\n\n```math\n{first.statement.latex}\n```\n",
        f"Correct:\n\n```math\n{correct.latex}\n```\n" if correct else "No correction is known.\n",
        " · ".join(f"[{name}]({address})" for name, address in links.items()) + "\n" * bool(links),
    ]
    return "\n".join(filter(None, parts))


def _text(text: str) -> str:
    return re.sub(FORMULA, lambda match: formula(match["tex"]), line(text))


def place_key(place: str) -> tuple[tuple[int, ...], int, int]:
    """Return a key that sorts places in the paper: section or appendix, statement, page.

    The abstract comes first, and a place without a section after the appendices.
    """
    section: tuple[int, ...] = (0,) if place.startswith("Abstract") else (1 << 16,)
    match = re.search(r"§\s*(?P<number>\d+(?:\.\d+)*)|App(?:endix|\.)?\s+(?P<letter>[A-Z])", place)
    if match and match["number"]:
        section = tuple(int(part) for part in match["number"].split("."))
    elif match:
        section = (ord(match["letter"]),)
    # Definitions, theorems, lemmas and conjectures are taken to be numbered in one row.
    statement = re.search(r"(?:Conjecture|Definition|Lemma|Remark|Theorem)\s+(\d+)", place)
    page = re.search(r"p\.\s*(\d+)", place)
    return section, int(statement[1]) if statement else 0, int(page[1]) if page else 0


def claim_lines(registry: Mapping[str, Claim], results: Path) -> tuple[list[str], dict[str, str]]:
    """Return a line for each claim that a run has judged, and the errors of some, by claim.

    Nothing is told of verdicts that are older than their records or the registry.
    """
    # A run that only drew a figure has no verdicts, or old ones.
    topics = topics_of(registry)
    verdicts = read_verdicts(results, topics) if verdict_files(results, topics) else {}
    outdated = find_outdated(results, registry)
    wrong = {c.id: outdated[c.topic] for c in registry.values() if c.topic in outdated}
    current = {key: verdict for key, verdict in verdicts.items() if key[0] not in wrong}
    statuses, contradicted = known_statuses(registry, current)
    wrong |= {claim: f"is contradicted: {sentence}" for claim, sentence in contradicted.items()}
    return status_lines(registry.values(), statuses, current, wrong), wrong


def run_summary(registry: Path | str, results: Path | str) -> str:
    """Return one line for each claim that a run has judged, and the time that each part took.

    Raises ClaimsError if `results` is not a folder.
    """
    if not Path(results).is_dir():
        raise ClaimsError(f"{results} is not a folder of a run")
    stated, results = read_registry(registry), Path(results)
    lines, wrong = claim_lines(stated, results)
    lines += [""] if lines else []
    costs = read_costs(results / paths.BENCHMARKS)
    if costs:
        width = max(len(cost.rule) for cost in costs)
        lines += ["Fraction of the run:"]
        lines += [
            f"{cost.rule:{width}} {cost.fraction:6.1%} {cost.seconds:7.1f} s" for cost in costs
        ]
    if not wrong and _shows_this_run(results, topics_of(stated)):
        lines += ["", f"The report: {results / paths.SITE}"]
    return "\n".join(lines)


def _shows_this_run(results: Path, topics: Iterable[str]) -> bool:
    """Return whether the site of a run's folder has its verdicts, and no later job failed."""
    tables = [results / paths.VERDICTS, results / paths.STATUSES]
    copies = [(results / paths.SITE).with_name(table.name) for table in tables]
    pages = [results / paths.PAGES, *(results / paths.notebook(topic) for topic in topics)]
    return all(path.exists() for path in (*tables, *copies, *pages)) and all(
        copy.read_bytes() == table.read_bytes() for table, copy in zip(tables, copies, strict=True)
    )
