"""What a run says outside its site: to README, to the errata, on the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sparseact.costs import read_costs
from sparseact.drawing import draw, svg
from sparseact.errors import ClaimsError
from sparseact.files import read_table
from sparseact.registry import Claim, Statement, read_registry
from sparseact.verdicts import Verdict, correction, pair, read_verdicts, verdict_files
from sparseact.wording import checked, evidence, on_what, proof, tally

_BLOCK = re.compile(
    r"(?P<begin><!-- begin (?P<name>[a-z]+):[^>]*-->\n).*?(?P<end><!-- end (?P=name) -->)",
    re.DOTALL,
)
#: How the place of a claim begins that is a phrase of a digest of the paper, not the paper's.
DIGEST = "Digest"
_PICTURE = re.compile(r"\]\(docs/figures/(?P<name>[\w.-]+)\.svg\)")


def write_readme(root: Path | str) -> None:
    """Rewrite README's verdict table and the figures it shows from results/reference."""
    root = Path(root)
    readme = root / "README.md"
    registry = read_registry(root / "config/claims")
    text = fill_readme(readme.read_text(encoding="utf-8"), registry, _verdicts(root))
    pictures = readme_figures(text, registry, root / "results/reference/tables")
    readme.write_text(text, encoding="utf-8")
    (root / "docs/figures").mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        (root / f"docs/figures/{name}.svg").write_text(picture, encoding="utf-8")


def write_errata(root: Path | str) -> None:
    """Rewrite docs/errata.md from results/reference."""
    root = Path(root)
    text = errata(read_registry(root / "config/claims"), _verdicts(root))
    (root / "docs/errata.md").write_text(text, encoding="utf-8")


def _verdicts(root: Path) -> dict[tuple[str, str], Verdict]:
    return read_verdicts(root / "results/reference/verdicts.csv")


def fill_readme(
    text: str, registry: Mapping[str, Claim], verdicts: Mapping[tuple[str, str], Verdict]
) -> str:
    """Return README's text with its generated block made anew.

    Raises
    ------
    ClaimsError
        If the text has no such block.
    """
    table = verdict_table(registry, verdicts)
    filled, blocks = _BLOCK.subn(lambda match: f"{match['begin']}{table}{match['end']}", text)
    if blocks != 1:
        raise ClaimsError(
            "README needs one block from '<!-- begin verdicts: … -->' to '<!-- end verdicts -->', "
            f"and has {blocks}"
        )
    return filled


def readme_figures(text: str, registry: Mapping[str, Claim], tables: Path) -> dict[str, str]:
    """Return name → SVG of each registered figure that `text` shows from docs/figures.

    `tables` is a folder of <family>/<job>.csv.
    """
    figures = {figure.name: (c, figure) for c in registry.values() for figure in c.figures}
    pictures = {}
    for match in _PICTURE.finditer(text):
        if match["name"] not in figures:
            raise ClaimsError(f"README shows {match['name']}, which is no figure of the registry")
        claim, figure = figures[match["name"]]
        data = {job: read_table(tables / claim.family / f"{job}.csv") for job in figure.tables}
        pictures[figure.name] = svg(draw(figure, data, claim))
    return pictures


def verdict_table(
    registry: Mapping[str, Claim], verdicts: Mapping[tuple[str, str], Verdict]
) -> str:
    """Return the verdicts as a Markdown table, a row a claim, sorted by place."""
    lines = [
        "| Claim | Where | Says | As printed | What holds instead | All statements |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for claim, rows in sorted(pair(registry, verdicts), key=lambda row: place_key(row[0].place)):
        by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
        # The first statement is the claim itself, as the paper prints it.
        statement, verdict = rows[0]
        fails = any(v.failures for _, v in rows)
        name = f"[{claim.id}](docs/errata.md#{claim.target})" if fails else claim.id
        outcome = f"**{verdict.outcome}**" if verdict.failures else verdict.outcome
        says = f"{outcome} {_cell(on_what(verdict, reason=False))}"
        instead = ""
        if verdict.failures:
            better = correction(statement, by_key)
            if better:
                instead = _evidence_and_proof(*better)
        counts = tally(verdict for _, verdict in rows)
        cells = (name, _cell(claim.place), _cell(claim.title), says, instead, counts)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return re.sub(r"([|*<\\])", r"\\\1", text)


def _evidence_and_proof(statement: Statement, verdict: Verdict) -> str:
    return f"{_cell(statement.title)}: {evidence(verdict)}; {proof(statement)}"


def errata(registry: Mapping[str, Claim], verdicts: Mapping[tuple[str, str], Verdict]) -> str:
    """Return, as Markdown, each statement that fails and what holds instead, by place."""
    parts = [
        "# Errata\n",
        "<!-- generated by `sparseact errata` from results/reference and config/claims -->\n",
        "Statements of *Learning Neural Networks with Sparse Activations* (COLT 2024, PMLR "
        "247:406–425) that fail as printed, by place. Every verdict here is computed; the "
        "counterexample is the smallest among the instances that were checked. Proofs are in "
        "[proofs.md](proofs.md) and the files beside it.\n",
    ]
    digest = (
        "# Not the paper's: phrases of a digest\n\nA machine-written digest of the paper goes "
        "round, with phrases that are not in it. What fails of them does not touch the paper.\n"
    )
    for claim, rows in sorted(pair(registry, verdicts), key=lambda row: place_key(row[0].place)):
        failing = [(statement, verdict) for statement, verdict in rows if verdict.failures]
        if failing and digest and claim.place.startswith(DIGEST):
            parts.append(digest)
            digest = ""
        if failing:
            parts.append(
                f'<a id="{claim.target}"></a>\n\n'
                f"## {_cell(claim.place)}: {_cell(claim.title)} (`{claim.id}`)\n"
            )
        by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
        parts += [_erratum(statement, by_key) for statement, _ in failing]
    return "\n".join(parts)


def _erratum(statement: Statement, by_key: Mapping[str, tuple[Statement, Verdict]]) -> str:
    verdict = by_key[statement.key][1]
    instead = "not known."
    better = correction(statement, by_key)
    if better:
        instead = f"{_evidence_and_proof(*better)}.\n\n{_formula(better[0])}"
    return (
        f"### {_cell(statement.title)}\n\n{_formula(statement)}\n\n"
        f"- **Verdict:** {evidence(verdict)}. {_cell(checked(statement))}\n"
        f"- **Counterexample:** `{verdict.counterexample}`\n"
        f"- **Effect:** {_cell(statement.effect) or 'not stated.'}\n\n"
        f"**What holds instead.** {instead}\n"
    )


def _formula(statement: Statement) -> str:
    return f"```math\n{statement.latex.strip()}\n```"


def place_key(place: str) -> tuple[tuple[int, ...], int, int]:
    """Return a key that sorts places in the paper: section or appendix, statement, page."""
    if place.startswith(DIGEST):
        return (1 << 16,), 0, 0  # after the paper's own, appendices included
    section: tuple[int, ...] = (0,)  # the abstract, or no section named
    match = re.search(r"§\s*(?P<number>\d+(?:\.\d+)*)|App(?:endix|\.)?\s+(?P<letter>[A-Z])", place)
    if match and match["number"]:
        section = tuple(int(part) for part in match["number"].split("."))
    elif match:
        section = (ord(match["letter"]),)
    # The paper numbers definitions, theorems, lemmas and conjectures in one row.
    statement = re.search(r"(?:Conjecture|Definition|Lemma|Remark|Theorem)\s+(\d+)", place)
    page = re.search(r"p\.\s*(\d+)", place)
    return section, int(statement[1]) if statement else 0, int(page[1]) if page else 0


def run_summary(registry: Path | str, results: Path | str) -> str:
    """Return a line per claim that a run has judged, and what each part of it took.

    Raises
    ------
    ClaimsError
        If there is no such run.
    """
    if not Path(results).is_dir():
        raise ClaimsError(f"{results} is no folder of a run")
    # A run that only drew a figure has judged nothing, or something long ago.
    verdicts = read_verdicts(results) if verdict_files(results) else {}
    judged: dict[str, set[str]] = {}
    for claim_id, key in verdicts:
        judged.setdefault(claim_id, set()).add(key)
    claims = [claim for claim in read_registry(registry).values() if claim.id in judged]
    width = max((len(claim.id) for claim in claims), default=0)
    lines = []
    for claim in claims:
        rows = [
            (s, verdicts[claim.id, s.key]) for s in claim.statements if s.key in judged[claim.id]
        ]
        if len(rows) == len(claim.statements):
            says = evidence(rows[0][1], reason=False)
            if len(rows) > 1:
                says += f" (of {len(rows)} statements: {tally(verdict for _, verdict in rows)})"
        else:
            says = "not judged since the registry changed"
        lines.append(f"{claim.id:{width}}  {says}")
    lines += [""] if lines else []
    costs = read_costs(Path(results) / "benchmarks")
    if costs:
        width = max(len(cost.rule) for cost in costs)
        lines += ["Share of the run:"]
        lines += [f"{cost.rule:{width}} {cost.share:6.1%} {cost.seconds:7.1f} s" for cost in costs]
    page = Path(results) / "site/index.html"
    if page.is_file():
        lines += ["", f"The report: {page}"]
    return "\n".join(lines)
