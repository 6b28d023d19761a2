"""The sections of docs/ that the registry names: each exists, and proves something."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim, Theorem

#: What a proof shows, in a display, in bold or in italics; and the end of a proof.
_STATED = re.compile(r"^ *```math$|(?<!\w)\*+(?!Proof)[^\s*]", re.MULTILINE)
_PROVED = re.compile(r"∎|\\blacksquare")
#: Of Unicode's categories, what stays of a title in its anchor.
_KEPT = ("L", "M", "Nd", "Pc")


def slug(title: str) -> str:
    """Return the anchor that GitHub gives to a title."""
    plain = title.strip().lower().replace(" ", "-")
    return "".join(c for c in plain if c == "-" or unicodedata.category(c).startswith(_KEPT))


def find_section(markdown: str, anchor: str | None) -> tuple[str, str] | None:
    """Return the title and the Markdown of the section with an anchor, None if there is none.

    The section ends where the next one of its level, or of a higher one, begins. Without an
    anchor it is the document's first.
    """
    titles = list(re.finditer(r"^(#+) (.*)$", markdown, flags=re.MULTILINE))
    for number, title in enumerate(titles):
        if anchor is None or slug(title[2]) == anchor:
            later = (t.start() for t in titles[number + 1 :] if len(t[1]) <= len(title[1]))
            return title[2], markdown[title.end() : next(later, len(markdown))]
    return None


def check_sections(
    registry: Mapping[str, Claim], theorems: Iterable[Theorem], documents: Mapping[str, str]
) -> None:
    """Refuse names of sections that docs/ lacks, and proofs that are none.

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
        If a section is missing, or if one that a statement or a theorem names says or proves
        nothing.

    Examples
    --------
    >>> check_sections({}, [], {"proofs.md": "# Proofs"})
    """
    for theorem in theorems:
        _check_proof(theorem.docs, documents, f"theorem {theorem.id}")
    for claim in registry.values():
        for name in claim.docs:
            _text(name, documents, f"claim {claim.id}")
        for statement in claim.statements:
            if statement.proved_in:
                where = f"claim {claim.id}, statement {statement.key}"
                _check_proof(statement.proved_in, documents, where)


def _text(name: str, documents: Mapping[str, str], where: str) -> str:
    """Return the Markdown of a section "file#anchor", or of a file."""
    file, _, anchor = name.partition("#")
    found = find_section(documents.get(file, ""), anchor) if anchor else None
    if not found and (anchor or file not in documents):
        raise ClaimsError(f"{where} names {name}, and docs has no such section")
    return found[1] if found else documents[file]


def _check_proof(name: str, documents: Mapping[str, str], where: str) -> None:
    text = _text(name, documents, where)
    if not (_STATED.search(text) and _PROVED.search(text)):
        raise ClaimsError(
            f"{where} names {name}, which must say what it proves, in a display, in bold or in "
            "italics, and end a proof with ∎"
        )
