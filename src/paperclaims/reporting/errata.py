"""Assemble the site: the errata, an entry for each slip of the paper, and what to cite instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from paperclaims import paths
from paperclaims.checks.paper import Paper
from paperclaims.judging.sections import find_proof, read_documents
from paperclaims.judging.verdicts import Verdicts, correction, pair, read_verdicts
from paperclaims.registry.claims import Claim, Statement, full_name, is_step, read_registry
from paperclaims.registry.paper_metadata import PaperMetadata, read_paper_metadata
from paperclaims.reporting.markdown import line, table
from paperclaims.reporting.readme import cell, place_key

#: The parts of the errata: title, what a part contains, and how its slips are counted.
_PARTS = {
    "statement": (
        "Statements that change", "Each of these statements is false.",
        "statement is false", "statements are false",
    ),
    "condition": (
        "Statements that need a condition", "Each holds under a condition.",
        "needs a condition", "need a condition",
    ),
    "step": (
        "Steps of proofs that fail", "Each entry says whether the conclusion holds.",
        "step of a proof fails", "steps of proofs fail",
    ),
    "slip": (
        "Slips without a consequence",
        "No result changes. Each item names a line, and says why it is wrong or what to read.",
        "slip changes nothing", "slips change nothing",
    ),
    "extreme": (
        "Extreme sizes", "Each of these lines of the paper fails only at such sizes.", "", "",
    ),
}  # fmt: skip


class Erratum(NamedTuple):
    """A slip of the paper: the failing line, its correction, and the lines that inherit it."""

    claim: Claim
    statement: Statement
    better: Statement | None
    also: tuple[tuple[Claim, Statement], ...] = ()

    @property
    def part(self) -> str:
        """The part of the errata to which it belongs."""
        impact = self.statement.fails
        if impact == "missing condition" and not is_step(self.statement.key):
            return "condition"
        words = {"result": "statement", "proof gap": "step", "degenerate case": "extreme"}
        return words.get(impact, "slip")


def write_errata(paper: Paper) -> None:
    """Rewrite docs/errata.md from results/reference."""
    about, registry = read_paper_metadata(paper.folder), read_registry(paper.folder)
    verdicts = read_verdicts(Path(paths.REFERENCE, paths.VERDICTS))
    text = errata(about, registry, verdicts, read_documents("docs"))
    Path("docs/errata.md").write_text(text, encoding="utf-8")


def find_errata(registry: Mapping[str, Claim], verdicts: Verdicts) -> list[Erratum]:
    """Return the slips of the paper by place, without readings that we tried.

    A failing line that inherits the slip of another one belongs to the entry of that line.
    """
    found: dict[str, Erratum] = {}
    inherited = []
    for claim, rows in sorted(pair(registry, verdicts), key=lambda row: place_key(row[0].place)):
        by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
        for statement, verdict in rows:
            if not claim.in_paper or not verdict.failures or statement.reading:
                continue
            name = full_name(claim, statement.key)
            better = correction(statement, by_key)
            found[name] = Erratum(claim, statement, better and better[0])
            if statement.inherits:
                inherited.append((name, full_name(claim, statement.inherits)))
    for name, origin in inherited:
        if origin in found:  # a small run may show only the line that inherits
            line_, first = found.pop(name), found[origin]
            found[origin] = first._replace(also=(*first.also, (line_.claim, line_.statement)))
    return list(found.values())


def count_slips(errata: Iterable[Erratum]) -> str:
    """Return a sentence that counts the slips by part; extreme sizes do not count."""
    counts = Counter(erratum.part for erratum in errata)
    del counts["extreme"]
    listed = [
        f"{counts[name]} {one if counts[name] == 1 else several}"
        for name, (_, _, one, several) in _PARTS.items()
        if counts[name]
    ]
    last = " and ".join(filter(None, [", ".join(listed[:-1]), *listed[-1:]]))
    total = counts.total()
    return f"There are **{total} corrections**: {last}." if total > 1 else ""


def errata(
    about: PaperMetadata,
    registry: Mapping[str, Claim],
    verdicts: Verdicts,
    documents: Mapping[str, str],
    *,
    site: bool = False,
) -> str:
    """Return the errata as Markdown, by part and by place.

    A forge lacks labels, so links lead to the headings above these, in `documents`. On the site
    each entry links to the pages of claims, too.
    """
    found = find_errata(registry, verdicts)
    parts = [
        "# Errata\n",
        "<!-- generated by `paperclaims errata` from results/reference and the registry -->\n",
        f"{about.errata}\n",
        f"{count_slips(found)}\n",
    ]
    for name, (title, says, *_) in _PARTS.items():
        mine = [erratum for erratum in found if erratum.part == name]
        if not mine:
            continue
        parts += [f"## {title}\n", f"{says}\n"]
        if name == "statement":
            parts.append(_instead(mine, documents))
        if name == "slip":
            for claim, slips in groupby(mine, lambda erratum: erratum.claim):
                parts.append(f"### {line(claim.called)}\n")
                parts += [_short(erratum, claim, documents, site) for erratum in slips] + [""]
        elif name == "extreme":
            parts += [_short(erratum, None, documents, site) for erratum in mine] + [""]
        else:
            parts += [_entry(erratum, registry, documents, site) for erratum in mine]
    return "\n".join(parts)


def _instead(errata: Sequence[Erratum], documents: Mapping[str, str]) -> str:
    """Return the table of what to cite instead of these statements."""
    rows = []
    for erratum in errata:
        instead = cell(erratum.better.title) if erratum.better else "–"
        if address := _links(erratum, documents, False).get("Proof"):
            instead = f"[{instead}]({address})"
        rows.append([line(erratum.claim.called), instead])
    return table(["In the paper", "Cite instead"], rows)


def _entry(
    erratum: Erratum, registry: Mapping[str, Claim], documents: Mapping[str, str], site: bool
) -> str:
    """Return the entry of a slip with a consequence."""
    claim, statement, better, also = erratum
    users = [other.called for other in registry.values() if claim.id in other.uses]
    used = f"; used by {', '.join(users)}" if users and erratum.part != "step" else ""
    page = f", {'pp' if '–' in claim.page else 'p'}. {claim.page}" if claim.page else ""
    lines = [
        f"### {line(claim.called)}: {cell(statement.fault or statement.title)}\n",
        f"{cell(claim.place + page)}{line(used)}\n",
        f"**The paper:**\n\n```math\n{statement.says}\n```\n",
        f"**Wrong because** {cell(statement.because)}\n" if statement.because else "",
        f"**Still true:** {cell(statement.still_true)}\n" if statement.still_true else "",
        f"```math\n{better.says}\n```\n" if better else "No correction is known.\n",
        f"*Also in:* {_titles(claim, also)}.\n" if also else "",
        _linked(erratum, documents, site) + "\n",
    ]
    return "\n".join(filter(None, lines))


def _short(erratum: Erratum, under: Claim | None, documents: Mapping[str, str], site: bool) -> str:
    """Return an item for a line without a consequence, below `under`; the reason corrects it."""
    claim, statement, *_, also = erratum
    titles = _titles(under, ((claim, statement), *also))
    return f"- *{titles}*: {cell(statement.because)} {_linked(erratum, documents, site)}".strip()


def _titles(claim: Claim | None, lines: Iterable[tuple[Claim, Statement]]) -> str:
    """Return the titles of lines, with the name of each other claim than `claim`."""
    titles = []
    for other, one in lines:
        named = claim == other or one.title.startswith(other.called)
        title = cell(one.title.removesuffix(", as stated"))
        titles.append(title if named else f"{line(other.called)}, {title}")
    return "; ".join(titles)


def _linked(erratum: Erratum, documents: Mapping[str, str], site: bool) -> str:
    links = _links(erratum, documents, site)
    return " · ".join(f"[{name}]({address})" for name, address in links.items())


def _links(erratum: Erratum, documents: Mapping[str, str], site: bool) -> dict[str, str]:
    """Return the links of an erratum: the proof of the correction, scripts, and the site's own."""
    claim, correct = erratum.claim, erratum.better
    links = {}
    if correct and correct.proof == "coq":  # a proof by hand says more than a list
        named = [section for section in claim.docs if correct.key in section]
        links["Proof"] = [*named, *claim.docs, "proofs-coq.md"][0]
    if correct and correct.proved_in:
        file = correct.proved_in.partition("#")[0]
        links["Proof"] = f"{file}#{find_proof(correct.proved_in, documents).anchor}"
    scripts = erratum.statement.scripts
    if not site:
        return links | {Path(script).name: f"../{script}" for script in scripts}
    if scripts:
        links["Check it yourself"] = f"#{claim.id}/check"
    links["Counterexample"] = f"#{claim.id}/{erratum.statement.key}"
    links["Claim"] = f"#claim-{claim.id}"
    return links
