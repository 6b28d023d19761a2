"""What the committed run found of each claim, as a JSON file that Python alone can read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimcheck import paths
from claimcheck.about import read_about
from claimcheck.documents import place_key
from claimcheck.paper import Paper
from claimcheck.registry import (
    Claim,
    Statement,
    find_statement,
    full_name,
    read_registry,
    read_theorems,
)
from claimcheck.statuses import Status, read_statuses
from claimcheck.verdicts import Verdict, read_verdicts
from claimcheck.wording import counterexample, evidence, proved, says

#: The file in the paper's folder.
EXPLANATIONS = "explanations.json"


def write_explanations(root: Path | str, paper: Paper) -> None:
    """Rewrite explanations.json in the paper's folder from results/reference."""
    (paper.folder / EXPLANATIONS).write_text(explanations(root, paper), encoding="utf-8")


def explanations(root: Path | str, paper: Paper) -> str:
    """Return what results/reference and the registry say of each claim, as JSON.

    The claims come in the order of the paper, and those that are not in it last. Formulas
    are TeX.
    """
    about, registry = read_about(paper.folder), read_registry(paper.folder)
    verdicts = read_verdicts(Path(root) / paths.REFERENCE / paths.VERDICTS)
    statuses = read_statuses(Path(root) / paths.REFERENCE / paths.STATUSES)
    ours: dict[str, list[tuple[str, str]]] = {name: [] for name in registry}
    for theorem in read_theorems(paper.folder, registry):
        for name in theorem.replaces:
            ours[name].append((theorem.name, theorem.statement))
    claims = sorted(registry.values(), key=lambda one: (not one.in_paper, place_key(one.place)))
    said = {}
    for claim in claims:
        better = [("", full_name(claim, key)) for key in claim.corrected]
        named = {statement: name for name, statement in [*better, *ours[claim.id]]}
        said[claim.id] = _said(claim, statuses[claim.id], verdicts) | {
            "instead": bool(better),
            "better": [
                {"name": name} | _better(*find_statement(statement, registry), verdicts)
                for statement, name in named.items()
            ],
        }
    content = {
        "paper": f"{about.title}, {about.proceedings}",
        "notation": about.notation,
        "claims": said,
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _said(
    claim: Claim, status: Status, verdicts: Mapping[tuple[str, str], Verdict]
) -> dict[str, Any]:
    """Return the claim and its status."""
    main = claim.main_statement
    return {
        "called": claim.called,
        "place": claim.place,
        "title": claim.title,
        "quoted": claim.quoted,
        "judged": main.title,
        "formula": main.latex.strip(),
        "constant": main.constant,
        "word": claim.status or claim.kind,
        "status": says(status),
        "answer": claim.answer,
        "sentence": claim.sentence,
        "survives": claim.survives,
        "conclusions": [
            {"name": one.name} | _judged(claim, claim.statement(one.statement), verdicts)
            for one in claim.concluded
        ],
        "proof": claim.proof_note,
        "idea": claim.idea,
        "read": [
            *(f"docs/{name}" for name in claim.docs),
            f"notebooks/{claim.topic}.py",
            f"results/site/claims/{claim.target}.html",
        ],
    }


def _judged(
    claim: Claim, statement: Statement, verdicts: Mapping[tuple[str, str], Verdict]
) -> dict[str, str]:
    """Return a conclusion with its evidence and its counterexample, if it has one."""
    verdict = verdicts[claim.id, statement.key]
    found = evidence(verdict)
    if statement.proof == "coq":
        found += f"; {proved(statement, verdict)}"
    example = counterexample(verdict, statement) if verdict.counterexample else ""
    return {"title": statement.title, "evidence": found, "counterexample": example}


def _better(
    claim: Claim, statement: Statement, verdicts: Mapping[tuple[str, str], Verdict]
) -> dict[str, str]:
    """Return what holds instead, or what is sharper, with its evidence and its proof."""
    verdict = verdicts[claim.id, statement.key]
    return {
        "title": statement.title,
        "formula": statement.latex.strip(),
        "evidence": f"{evidence(verdict)}; {proved(statement, verdict)}",
    }
