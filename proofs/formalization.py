"""Write formalization.yaml: which statement of the paper is which theorem in Coq.

The form is version 0.4 of mathlib-initiative's `formalization.yaml`. The claims, the statement
files and results/reference/proofs.json tell all of it but who wrote and reviewed the proofs.
"""

from pathlib import Path
from typing import Any

import yaml

from paperclaims.checks.paper import find_paper
from paperclaims.judging.coq_proofs import check_sources, read_checked, read_theorems
from paperclaims.registry.claims import find_statement, read_registry
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.citation import read_citation

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "formalization.yaml"

AUTOMATION = {
    "methods": [{"method": "agent"}],
    "notes": "AI agents wrote the definitions, the statements and the proofs; which models wrote "
    "which part was not recorded. `make proofs` compiles all proofs and lists their axioms.",
}
REVIEW = {
    "status": "agent-reviewed",
    "notes": "AI agents compared the definitions and the statements with the paper. No review by "
    "a person is recorded.",
}


def content() -> dict[str, Any]:
    """Return the entries of the file; ClaimsError if proofs.json was made from other sources."""
    paper = find_paper("awasthi2024").folder
    proofs, checked = ROOT / "proofs", ROOT / "results/reference/proofs.json"
    check_sources(proofs, checked)
    axioms = {name: made.axioms for name, made in read_checked(checked).theorems.items()}
    registry, about = read_registry(paper), read_paper_metadata(paper)
    citation = read_citation(ROOT / "CITATION.cff")
    main, statements = [], []
    for theorem in read_theorems(proofs).values():
        file = f"proofs/{theorem.file}"
        if theorem.file == "headline.v":
            rests_on = list(axioms[theorem.name])
            main.append({"declaration": theorem.name, "file": file, "axioms": rests_on})
        for claim_id, key in theorem.cited:
            claim, _ = find_statement(f"{claim_id}/{key}", registry)
            statements.append(
                {
                    "source": claim.place if claim.in_paper else claim.called,
                    "claim": f"{claim_id}/{key}",
                    "coq": theorem.name,
                    "file": file,
                    "axioms": list(axioms[theorem.name]),
                    "status": "proved" if theorem.verb == "proves" else "refuted",
                }
            )
    source = {
        "title": about.title,
        "authors": about.authors.replace(" and ", ", ").split(", "),
        "id": about.address,
        "type": "conference paper",
    }
    return {
        "version": "v0.4",
        "project": {
            "name": about.project,
            "authors": [citation.authors],
            "license": citation.license,
        },
        "sources": [source],
        "automation": AUTOMATION,
        "status": {
            "scope": "docs/proofs-coq.md says what is proved in Coq, and what is not",
            "sorry_count": 0,
            "sorry_in_definitions": 0,
            "axioms": sorted({axiom for names in axioms.values() for axiom in names}),
            "main_results": main,
        },
        "fidelity": {
            "divergences": "lines of proofs/definitions that begin with Differs; docs/proofs-coq.md"
        },
        "review": REVIEW,
        "alignment": {"namespace": "Sparseact", "statements": statements},
    }


def text() -> str:
    """Return the text of the file."""
    head = "# Written by proofs/formalization.py from the claims and the proofs; do not edit.\n"
    return head + yaml.safe_dump(content(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
