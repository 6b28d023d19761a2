"""Commands: README's tables and figures, from the committed run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from paperclaims import paths
from paperclaims.checks.files import read_table
from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.statuses import Status, read_statuses
from paperclaims.judging.wording import status_word
from paperclaims.registry.claims import STATUSES, Claim, read_registry
from paperclaims.registry.paper_metadata import PaperMetadata, read_paper_metadata
from paperclaims.reporting.drawing import draw, svg
from paperclaims.reporting.markdown import FORMULA, formula, line, table

_BLOCK = re.compile(
    r"(?P<begin><!-- begin (?P<name>[a-z]+):[^>]*-->\n).*?(?P<end><!-- end (?P=name) -->)",
    re.DOTALL,
)
_PICTURE = re.compile(r"\]\(docs/figures/(?P<name>[\w.-]+)\.svg\)")


def write_readme(paper: Paper) -> None:
    """Rewrite the tables of claims in README and docs/claims.md, and README's figures.

    All are made from results/reference.
    """
    about, registry = read_paper_metadata(paper.folder), read_registry(paper.folder)
    reference = Path(paths.REFERENCE)
    statuses = read_statuses(reference / paths.STATUSES)
    texts = {
        name: fill_blocks(Path(name).read_text("utf-8"), about, registry, statuses)
        for name in ("README.md", "docs/claims.md")
    }
    for name, picture in readme_figures(texts["README.md"], paper, reference).items():
        texts[f"docs/figures/{name}.svg"] = picture
    for name, text in texts.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def fill_blocks(
    text: str,
    about: PaperMetadata,
    registry: Mapping[str, Claim],
    statuses: Mapping[str, Status],
) -> str:
    """Return Markdown with its blocks filled from a run's statuses.

    The block `answer` counts the paper's claims by status; `main` is the table of the main ones,
    `claims` of all of them, `questions` of definitions and questions, and `outside` of the claims
    that are not the paper's.

    Raises ClaimsError if the text has another block, or none.
    """
    claims = sorted(registry.values(), key=lambda claim: place_key(claim.place))
    papers = [claim for claim in claims if claim.in_paper]
    main = [
        [_named(claim, "docs/"), cell(claim.short or statuses[claim.id].answer)]
        for claim in map(registry.__getitem__, about.main)
    ]
    questions = [
        [_named(claim), claim.kind, cell(statuses[claim.id].answer)]
        for claim in papers
        if claim.kind != "claim"
    ]
    blocks = {
        "answer": answer(papers),
        "main": table(["Claim", "Answer"], main),
        "claims": claims_table([c for c in papers if c.kind == "claim"], statuses),
        "questions": table(["In the paper", "Kind", "Remark"], questions),
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
    implied = sum(c.status == "holds" and bool(c.assumes) for c in claims)
    said = "say what follows" if implied > 1 else "says what follows"
    of_those = f" Of those that hold, {implied} {said} from a conjecture or an assumption."
    counted = f"Of {total} claim{'s' * (total != 1)} {listed or 'none is judged'}."
    return f"{counted}{of_those if implied else ''}\n"


def claims_table(claims: Iterable[Claim], statuses: Mapping[str, Status]) -> str:
    """Return claims with their statuses and answers as a table in Markdown for a file in docs."""
    rows = []
    for claim in claims:
        status = statuses[claim.id]
        cells = (status_word(status), status.paper_proof, status.answer)
        rows.append([_named(claim), *map(cell, cells)])
    titles = ["Claim", "Status", "The paper's proof", "Answer"]
    if {row[2] for row in rows} <= {"", "not examined"}:
        titles, rows = titles[:2] + titles[3:], [row[:2] + row[3:] for row in rows]
    return table(titles, rows)


def _named(claim: Claim, docs: str = "") -> str:
    """Return a claim's name and title; the name links to its proof, in the folder `docs`."""
    name = cell(claim.called)
    name = f"[{name}]({docs}{claim.docs[0]})" if claim.docs else name
    return f"{name}: {cell(claim.title)}"


def cell(text: str) -> str:
    """Return a text of the claims files as Markdown for a cell of a table."""
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
