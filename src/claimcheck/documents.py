"""What a run says outside its site: in README, in the errata and on the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from claimcheck import places
from claimcheck.about import About, read_about
from claimcheck.costs import read_costs
from claimcheck.domains import BOUNDARY, shown
from claimcheck.drawing import draw, svg
from claimcheck.errors import ClaimsError
from claimcheck.files import read_table
from claimcheck.findings import Finding, Truth, condition, read_findings
from claimcheck.paper import Paper
from claimcheck.printed_proofs import PrintedProof, reach_of
from claimcheck.prose import FORMULA
from claimcheck.registry import Claim, Statement, read_registry
from claimcheck.verdicts import Verdict, correction, pair, read_verdicts, verdict_files
from claimcheck.wording import checked, counterexample, evidence, proof, says, tally

_BLOCK = re.compile(
    r"(?P<begin><!-- begin (?P<name>[a-z]+):[^>]*-->\n).*?(?P<end><!-- end (?P=name) -->)",
    re.DOTALL,
)
_PICTURE = re.compile(r"\]\(docs/figures/(?P<name>[\w.-]+)\.svg\)")


def write_readme(root: Path | str, paper: Paper) -> None:
    """Rewrite README's tables of findings and the figures it shows from results/reference."""
    root = Path(root)
    readme = root / "README.md"
    registry = read_registry(paper.folder)
    text = fill_readme(readme.read_text(encoding="utf-8"), registry, _findings(root))
    pictures = readme_figures(text, paper, root / places.REFERENCE)
    readme.write_text(text, encoding="utf-8")
    (root / "docs/figures").mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        (root / f"docs/figures/{name}.svg").write_text(picture, encoding="utf-8")


def write_errata(root: Path | str, paper: Paper) -> None:
    """Rewrite docs/errata.md from results/reference."""
    root = Path(root)
    about, registry = read_about(paper.folder), read_registry(paper.folder)
    text = errata(about, registry, _verdicts(root), _findings(root))
    (root / "docs/errata.md").write_text(text, encoding="utf-8")


def _verdicts(root: Path) -> dict[tuple[str, str], Verdict]:
    return read_verdicts(root / places.REFERENCE / places.VERDICTS)


def _findings(root: Path) -> dict[str, Finding]:
    return read_findings(root / places.REFERENCE / places.FINDINGS)


def fill_readme(text: str, registry: Mapping[str, Claim], findings: Mapping[str, Finding]) -> str:
    """Return README's text with its generated blocks made anew: answer, findings, outside.

    The block `outside` has the claims that are not the paper's, if there are any.

    Raises
    ------
    ClaimsError
        If the text has no such blocks.
    """
    tables = {
        "answer": answer(registry, findings),
        "findings": findings_table(registry, findings, in_paper=True),
    }
    if not all(claim.in_paper for claim in registry.values()):
        tables["outside"] = findings_table(registry, findings, in_paper=False)
    blocks = [match["name"] for match in _BLOCK.finditer(text)]
    if sorted(blocks) != sorted(tables):
        raise ClaimsError(
            f"README needs the blocks {', '.join(tables)}, each from '<!-- begin NAME: … -->' to "
            f"'<!-- end NAME -->', and has {', '.join(blocks) or 'none'}"
        )
    return _BLOCK.sub(lambda m: f"{m['begin']}{tables[m['name']]}{m['end']}", text)


def readme_figures(text: str, paper: Paper, results: Path) -> dict[str, str]:
    """Return name → SVG of each registered figure that `text` shows from docs/figures.

    `results` is the folder of the run whose tables are drawn.
    """
    claims = read_registry(paper.folder).values()
    figures = {figure.name: (claim, figure) for claim in claims for figure in claim.figures}
    pictures = {}
    for match in _PICTURE.finditer(text):
        if match["name"] not in figures:
            raise ClaimsError(f"README shows {match['name']}, which is no figure of the registry")
        claim, figure = figures[match["name"]]
        data = {
            job: read_table(results / places.table(places.full_job(claim.topic, job)))
            for job in figure.tables
        }
        pictures[figure.name] = svg(draw(paper, figure, data, claim))
    return pictures


#: Words of findings in the order and with the words of README's answer.
_ANSWERS = {
    Truth.HOLDS: "Hold",
    Truth.DOMAIN: "Hold on a stated domain",
    Truth.MISPRINTED: "Misprinted",
    Truth.FALSE: "False, with what is true in their place",
    Truth.CONDITIONAL: "Resting on a conjecture, while the step from there holds",
    Truth.OPEN: "Open",
    Truth.DEFINITION: "Definitions",
    Truth.UNTESTABLE: "Not testable by computing",
    Truth.UNDECIDED: "Left open by the error of the method",
}


#: The same of the second question, which is asked of what holds.
_PROOF_ANSWERS = {
    PrintedProof.YES: "The printed proof gives it",
    PrintedProof.REPAIR: "The printed proof gives it after a small repair",
    PrintedProof.ANOTHER: "The printed proof does not give it, another one does",
    PrintedProof.NOT_PRINTED: "No proof is printed",
}


def answer(registry: Mapping[str, Claim], findings: Mapping[str, Finding]) -> str:
    """Return, as a Markdown list, which of the paper's claims have which finding."""
    claims = [claim for claim in registry.values() if claim.in_paper]
    claims.sort(key=lambda claim: place_key(claim.place))
    lines = []
    for word, says_ in _ANSWERS.items():
        named = [claim.called for claim in claims if findings[claim.id].finding is word]
        if named:
            lines.append(f"- **{says_} ({len(named)}):** {', '.join(named)}.")
    for proof_, says_ in _PROOF_ANSWERS.items():
        named = [claim.called for claim in claims if findings[claim.id].printed_proof is proof_]
        if named:
            lines.append(f"- **{says_} ({len(named)}):** {', '.join(named)}.")
    return "\n".join(lines) + "\n"


def findings_table(
    registry: Mapping[str, Claim], findings: Mapping[str, Finding], *, in_paper: bool
) -> str:
    """Return the findings of the paper's claims, or of those that are not in it, in Markdown."""
    lines = [
        "| Claim | Place | Finding | What holds instead |",
        "| --- | --- | --- | --- |",
    ]
    claims = [claim for claim in registry.values() if claim.in_paper == in_paper]
    for claim in sorted(claims, key=lambda claim: place_key(claim.place)):
        finding = findings[claim.id]
        cells = (f"{claim.called}: {claim.title}", claim.place, says(finding), finding.title)
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Return text as Markdown that shows it; a formula is left as it is."""
    return re.sub(
        rf"{FORMULA}|[|*<\\]|(?<!\w)_",
        lambda found: found[0] if found["tex"] else f"\\{found[0]}",
        text,
    )


class Erratum(NamedTuple):
    """A statement of the paper that fails, with its claim, verdict and what holds instead."""

    claim: Claim
    statement: Statement
    verdict: Verdict
    better: tuple[Statement, Verdict] | None


_ERRATA_TITLES = {
    "result": "Results that change",
    "proof": "Proofs with a step that fails",
    "constant": "Constants",
    "condition": "Missing conditions",
    "wording": "Misprints",
    "boundary": "Smallest sizes",
}
_ERRATA_TEXTS = {
    "result": "A theorem, or what rests on it, changes.",
    "proof": "The printed argument does not give the result.",
    "constant": "The O(·) of the result absorbs these. The factor is one with which the line holds "
    "on every instance.",
    "condition": "A condition is missing. With it the statement holds.",
    "wording": "A sign or a symbol is misprinted or missing. The corrected formula is a statement "
    "of its own, and holds.",
    "boundary": "Footnotes: these fail only for the smallest sizes, such as n = s = 1, or where a "
    "logarithm is that of 1.",
}


def errata(
    about: About,
    registry: Mapping[str, Claim],
    verdicts: Mapping[tuple[str, str], Verdict],
    findings: Mapping[str, Finding],
) -> str:
    """Return, as Markdown, each statement of the paper that fails, by reach and then by place."""
    parts = [
        "# Errata\n",
        "<!-- generated by `claimcheck errata` from results/reference and the registry -->\n",
        f"{about.errata}\n",
    ]
    found = find_errata(registry, verdicts)
    for reach, title in _ERRATA_TITLES.items():
        mine = [e for e in found if reach_of(e.statement, e.verdict) == reach]
        if mine:
            parts += [f"## {title}\n", f"{_ERRATA_TEXTS[reach]}\n"]
        if reach in ("constant", "boundary") and mine:
            parts.append(_short_errata(mine, reach))
        else:
            parts += [_long_erratum(erratum, findings) for erratum in mine]
    return "\n".join(parts)


def find_errata(
    registry: Mapping[str, Claim], verdicts: Mapping[tuple[str, str], Verdict]
) -> list[Erratum]:
    """Return the statements of the paper that fail, by place."""
    found = []
    for claim, rows in sorted(pair(registry, verdicts), key=lambda row: place_key(row[0].place)):
        by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
        found += [
            Erratum(claim, statement, verdict, correction(statement, by_key))
            for statement, verdict in rows
            if claim.in_paper and verdict.failures
        ]
    return found


def _short_errata(found: Sequence[Erratum], reach: str) -> str:
    """Return a table of one line each: the factor that is lost, or where the line holds."""
    lines = [
        f"| Claim | Statement | {'Factor' if reach == 'constant' else 'Holds for'} | "
        "Smallest counterexample | What holds instead |",
        "| --- | --- | --- | --- | --- |",
    ]
    for claim, statement, verdict, better in found:
        clauses = (*BOUNDARY, *statement.boundary)
        extent = " and ".join(map(shown, clauses))
        if reach == "constant":
            extent = f"{statement.factor:g}"
        if reach == "constant" and statement.domain:
            extent += f", for {condition(statement)}"
        cells = (f"{claim.called}, {claim.place}", statement.title, extent)
        example = _cell(counterexample(verdict, statement))
        instead = _cell(better[0].title) if better else ""
        lines.append(f"| {' | '.join(map(_cell, cells))} | {example} | {instead} |")
    return "\n".join(lines) + "\n"


def _long_erratum(erratum: Erratum, findings: Mapping[str, Finding]) -> str:
    claim, statement, verdict, better = erratum
    instead = "not known."
    if better:
        instead = f"{_evidence_and_proof(*better)}.\n\n{_formula(better[0])}"
    lines = [
        f"- **Counterexample:** {_cell(counterexample(verdict, statement))}",
        f"- **Verdict:** {evidence(verdict)}. {_cell(checked(statement))}",
    ]
    lines += [f"- **Why it reaches so far:** {_cell(statement.reason)}"] if statement.reason else []
    lines += [f"- **Effect:** {_cell(statement.effect)}"] if statement.effect else []
    return (
        f"### {_cell(claim.called)} ({_cell(claim.place)}): {_cell(statement.title)}\n\n"
        f"The claim: {says(findings[claim.id])}.\n\n"
        f"{_formula(statement)}\n\n" + "\n".join(lines) + f"\n\n"
        f"**What holds instead.** {instead}\n"
    )


def _evidence_and_proof(statement: Statement, verdict: Verdict) -> str:
    return f"{_cell(statement.title)}: {evidence(verdict)}; {proof(statement)}"


def _formula(statement: Statement) -> str:
    return f"```math\n{statement.latex.strip()}\n```"


def place_key(place: str) -> tuple[tuple[int, ...], int, int]:
    """Return a key that sorts places in the paper: section or appendix, statement, page.

    The abstract comes first, and what names no section after the appendices.
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


def _fresh_findings(results: Path) -> dict[str, Finding]:
    """Return a run's findings, unless it has judged a topic since."""
    path = results / places.FINDINGS
    judged = [file.stat().st_mtime_ns for file in verdict_files(results)]
    if not path.is_file() or path.stat().st_mtime_ns < max(judged, default=0):
        return {}
    return read_findings(path)


def run_summary(registry: Path | str, results: Path | str) -> str:
    """Return one line for each claim that a run has judged, and the time that each part took.

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
    findings = _fresh_findings(Path(results))
    width = max((len(claim.id) for claim in claims), default=0)
    lines = []
    for claim in claims:
        rows = [
            (s, verdicts[claim.id, s.key]) for s in claim.statements if s.key in judged[claim.id]
        ]
        if len(rows) == len(claim.statements):
            if claim.id in findings:
                told = says(findings[claim.id])
            else:
                main = claim.main_statement.key
                told = evidence(verdicts[claim.id, main], reason=False)
            if len(rows) > 1:
                told += f" (of {len(rows)} statements: {tally(verdict for _, verdict in rows)})"
        else:
            told = "not judged since the registry changed"
        lines.append(f"{claim.id:{width}}  {told}")
    lines += [""] if lines else []
    costs = read_costs(Path(results) / places.BENCHMARKS)
    if costs:
        width = max(len(cost.rule) for cost in costs)
        lines += ["Share of the run:"]
        lines += [f"{cost.rule:{width}} {cost.share:6.1%} {cost.seconds:7.1f} s" for cost in costs]
    page = Path(results) / places.SITE
    if page.is_file():
        lines += ["", f"The report: {page}"]
    return "\n".join(lines)
