"""What the committed run found of each claim, as a JSON file that Python alone can read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperclaims import paths
from paperclaims.checks.paper import Paper
from paperclaims.judging.statuses import Status, read_statuses
from paperclaims.judging.verdicts import Verdict, read_verdicts
from paperclaims.judging.wording import counterexample, evidence, proved, says
from paperclaims.registry.claims import (
    Claim,
    Statement,
    find_statement,
    full_name,
    read_registry,
    read_theorems,
)
from paperclaims.registry.paper_metadata import PaperMetadata, read_paper_metadata
from paperclaims.reporting.readme import place_key

Verdicts = Mapping[tuple[str, str], Verdict]

#: The file in the paper's folder.
EXPLANATIONS = "explanations.json"


def write_explanations(root: Path | str, paper: Paper) -> None:
    """Rewrite explanations.json in the paper's folder from results/reference."""
    (paper.folder / EXPLANATIONS).write_text(explanations(root, paper), encoding="utf-8")


def explanations(root: Path | str, paper: Paper) -> str:
    """Return what results/reference and the registry say of each claim, as JSON.

    The claims come in the order of the paper, and those that are not in it last. A line that
    begins with ¶ is a paragraph, to be wrapped.
    """
    about, registry = read_paper_metadata(paper.folder), read_registry(paper.folder)
    verdicts = read_verdicts(Path(root) / paths.REFERENCE / paths.VERDICTS)
    statuses = read_statuses(Path(root) / paths.REFERENCE / paths.STATUSES)
    ours: dict[str, list[tuple[str, str]]] = {name: [] for name in registry}
    for theorem in read_theorems(paper.folder, registry):
        for name in theorem.replaces:
            ours[name].append((theorem.name, theorem.statement))
    claims = sorted(registry.values(), key=lambda one: (not one.in_paper, place_key(one.place)))
    said = {}
    for claim in claims:
        corrected = [("", full_name(claim, key)) for key in claim.corrected]
        named = {statement: name for name, statement in [*corrected, *ours[claim.id]]}
        better = [(name, *find_statement(key, registry)) for key, name in named.items()]
        said[claim.id] = {
            "called": claim.called,
            "word": claim.status or claim.kind,
            "lines": [
                *_stated(claim, about),
                *_found(claim, statuses[claim.id], verdicts),
                *_better(better, verdicts, "holds instead" if corrected else "is sharper"),
                *(["", "The idea of the proof", f"¶ {claim.idea}"] if claim.idea else []),
                "",
                "Read on, in the repository (results/site is made by `make`)",
                *(f"  docs/{name}" for name in claim.docs),
                f"  notebooks/{claim.topic}.py",
                f"  results/site/claims/{claim.target}.html",
            ],
        }
    content = {"paper": f"{about.title}, {about.proceedings}", "claims": said}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _stated(claim: Claim, about: PaperMetadata) -> Iterator[str]:
    """Return the claim as it is quoted and judged; formulas are TeX."""
    main = claim.main_statement
    yield from (f"{claim.called}: {claim.title} ({claim.place})", "", "The claim")
    if claim.quoted:
        yield from _formula(claim.quoted)
        yield f"¶ Judged: {main.title}"
    yield from _formula(main.latex.strip())
    if main.constant:
        yield f"¶ Read with the constant {main.constant}."
    if notation := about.explain(claim.quoted + main.latex):
        yield f"¶ {notation}"


def _found(claim: Claim, status: Status, verdicts: Verdicts) -> Iterator[str]:
    """Return the claim's status and what it rests on."""
    yield from ("", "Status", f"¶ {claim.called}: {says(status)}.")
    yield from (f"¶ {text}" for text in (claim.answer, claim.sentence, claim.survives) if text)
    yield from ("", "Why believe it")
    for one in claim.concluded:
        statement = claim.statement(one.statement)
        verdict = verdicts[claim.id, statement.key]
        found = evidence(verdict)
        if statement.proof == "coq":
            found += f"; {proved(statement, verdict)}"
        example = f" {counterexample(verdict, statement)}" if verdict.counterexample else ""
        yield f"¶ {one.name or statement.title}: {found}.{example}"
    if claim.proof_note:
        yield f"¶ {claim.proof_note}"


def _better(
    better: Sequence[tuple[str, Claim, Statement]], verdicts: Verdicts, what: str
) -> Iterator[str]:
    """Return what holds instead, or what is sharper, each with its evidence and its proof."""
    if better:
        yield from ("", f"What {what}")
    for name, claim, statement in better:
        verdict = verdicts[claim.id, statement.key]
        title = statement.title if name in statement.title else f"{name}: {statement.title}"
        yield f"¶ {title}: {evidence(verdict)}; {proved(statement, verdict)}."
        yield from _formula(statement.latex.strip())


def _formula(tex: str) -> Iterator[str]:
    return (f"    {line}" for line in tex.splitlines())
