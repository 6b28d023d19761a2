"""The sections of docs/ that the registry names: each exists, and proves something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from claimcheck.errors import ClaimsError
from claimcheck.prose import find_section
from claimcheck.registry import Claim, Theorem

#: What a proof shows, in a display, in bold or in italics; and the end of a proof.
_STATED = re.compile(r"^ *```math$|(?<!\w)\*+(?!Proof)[^\s*]", re.MULTILINE)
_PROVED = re.compile(r"∎|\\blacksquare")


def check_sections(
    registry: Mapping[str, Claim], theorems: Iterable[Theorem], documents: Mapping[str, str]
) -> None:
    """Refuse names of sections that docs/ lacks, and sections of statements that prove nothing.

    A section proves something if it says what, in a display, in bold or in italics, and if it
    ends a proof with ∎. It reaches to the next title of its level or of a higher one.

    Parameters
    ----------
    registry, theorems : mapping, iterable
    documents : mapping
        File → its Markdown.

    Raises
    ------
    ClaimsError
        If a section is missing, or one that a statement names says or proves nothing.

    Examples
    --------
    >>> check_sections({}, [], {"proofs.md": "# Proofs"})
    """

    def body(name: str, where: str) -> str:
        file, _, anchor = name.partition("#")
        found = find_section(documents.get(file, ""), anchor) if anchor else None
        if not found and (anchor or file not in documents):
            raise ClaimsError(f"{where} names {name}, and docs has no such section")
        return found[1] if found else documents[file]

    for theorem in theorems:
        body(theorem.docs, f"theorem {theorem.id}")
    for claim in registry.values():
        for name in claim.docs:
            body(name, f"claim {claim.id}")
        for statement in claim.statements:
            if not statement.proved_in:
                continue
            where = f"claim {claim.id}, statement {statement.key}"
            text = body(statement.proved_in, where)
            if not (_STATED.search(text) and _PROVED.search(text)):
                raise ClaimsError(
                    f"{where} names {statement.proved_in}, which must say what it proves, in a "
                    "display, in bold or in italics, and end a proof with ∎"
                )
