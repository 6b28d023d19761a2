"""Write formalization.yaml: which statement of the paper is which theorem in Coq.

The form is version 0.3 of mathlib-initiative's `formalization.yaml`, as far as the claims, the
statement files and results/reference/proofs.json tell it. Its fields `automation` and `review`
are about people, and are not here.
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


def content() -> dict[str, Any]:
    """Return the entries of the file; ClaimsError if proofs.json was made from other sources."""
    paper = find_paper("awasthi2024").folder
    proofs, checked = ROOT / "proofs", ROOT / "results/reference/proofs.json"
    check_sources(proofs, checked)
    axioms = read_checked(checked).theorems
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
    source = {"title": about.title, "authors": about.authors.replace(" and ", ", ").split(", ")}
    return {
        "version": "v0.3",
        "project": {
            "name": about.project,
            "authors": [citation.authors],
            "license": citation.license,
        },
        "sources": [{**source, "id": about.address, "type": "conference paper"}],
        "status": {
            "scope": "docs/proofs-coq.md says what is proved in Coq, and what is not",
            "sorry_count": 0,
            "sorry_in_definitions": 0,
            "axioms": sorted({axiom for names in axioms.values() for axiom in names}),
            "main_results": main,
        },
        "alignment": {"namespace": "Sparseact", "statements": statements},
    }


def text() -> str:
    """Return the text of the file."""
    head = "# Written by proofs/formalization.py from the claims and the proofs; do not edit.\n"
    return head + yaml.safe_dump(content(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
