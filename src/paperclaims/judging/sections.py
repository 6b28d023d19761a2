"""The sections of docs/, and the labelled theorems and proofs in them, which the registry names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from paperclaims.errors import ClaimsError
from paperclaims.refusals import nearest
from paperclaims.registry.claims import Claim, Theorem

#: Classes of proved results. Each such admonition has a proof below it, in the same section.
RESULTS = ("theorem", "lemma", "corollary")
_OPENING = ":::{admonition} "
#: Unicode's categories of characters that stay in the anchor of a title.
_KEPT = ("L", "M", "Nd", "Pc")


class Labelled(NamedTuple):
    """An admonition of docs/ with a label; `kinds` are its classes, such as "dropdown" and "proof".

    `anchor` is the anchor, on a forge, of the heading above it.
    """

    title: str
    anchor: str
    kinds: tuple[str, ...]
    line: int


class Outline(NamedTuple):
    """The targets of links to a document of docs/: titles by anchor, admonitions by label."""

    titles: dict[str, str]
    labelled: dict[str, Labelled]


def slug(title: str) -> str:
    """Return the anchor that GitHub gives to a title."""
    plain = title.strip().lower().replace(" ", "-")
    return "".join(c for c in plain if c == "-" or unicodedata.category(c).startswith(_KEPT))


@cache
def read_outline(markdown: str, file: str = "docs") -> Outline:
    r"""Return the titles and the labelled admonitions of a document.

    Raises ClaimsError if a theorem, a lemma or a corollary has no label, or no proof below it in
    its section.

    Examples
    --------
    >>> text = "# Proofs\n\n:::{admonition} Lemma\n:class: proof\n:name: one\n\nClear.\n:::\n"
    >>> read_outline(text).labelled["one"].title
    'Lemma'
    """
    titles: dict[str, str] = {}
    labelled: dict[str, Labelled] = {}
    levels: list[tuple[int, int]] = []  # of each title: the line, the level
    proofs: list[int] = []
    lines, code = markdown.splitlines(), False
    for number, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            code = not code
        elif code:
            continue
        elif line.startswith("#"):
            title = line.lstrip("#").strip()
            titles[slug(title)] = title
            levels.append((number, line.index(" ")))
        elif line.startswith(_OPENING):
            given = takewhile(lambda line: line.startswith(":"), lines[number + 1 :])
            options = dict(line[1:].split(": ", 1) for line in given if ": " in line)
            kinds = tuple(options.get("class", "").split())
            title, name = line.removeprefix(_OPENING), options.get("name", "")
            if "proof" in kinds:
                proofs.append(number)
            if any(kind in RESULTS for kind in kinds) and not name:
                raise ClaimsError(f"{file}:{number + 1}: {title!r} has no label; add :name: to it")
            if name:
                anchor = list(titles)[-1] if titles else ""
                labelled[name] = Labelled(title, anchor, kinds, number)
    for name, block in labelled.items():
        if any(kind in RESULTS for kind in block.kinds):
            above = [level for line, level in levels if line < block.line] or [0]
            later = (line for line, level in levels if line > block.line and level <= above[-1])
            end = next(later, len(lines))
            if not any(block.line < line < end for line in proofs):
                raise ClaimsError(
                    f"{file}:{block.line + 1}: {name!r} has no proof below it in its section; "
                    "add an admonition of the class proof"
                )
    return Outline(titles, labelled)


def read_documents(folder: Path | str) -> dict[str, str]:
    """Return the documents of docs/ by name, without its folders."""
    return {path.name: path.read_text("utf-8") for path in sorted(Path(folder).glob("*.md"))}


def find_title(name: str, documents: Mapping[str, str], where: str = "the registry") -> str:
    """Return the title of a section "file#anchor" of docs/, or of a file.

    Raises ClaimsError if docs has no such file or section; the error says `where` it is named.
    """
    file, _, anchor = name.partition("#")
    titles = read_outline(documents.get(file, ""), file).titles
    title = titles.get(anchor) if anchor else next(iter(titles.values()), None)
    if title is None:
        raise ClaimsError(f"{where} names {name}, and docs has no such section")
    return title


def find_proof(name: str, documents: Mapping[str, str], where: str = "the registry") -> Labelled:
    """Return the theorem, lemma, corollary or proof "file#label" of docs/.

    Raises ClaimsError if docs has no such label, or if it is of something else; the error says
    `where` it is named.
    """
    file, _, label = name.partition("#")
    labelled = read_outline(documents.get(file, ""), file).labelled
    block = labelled.get(label)
    if block is None:
        raise ClaimsError(
            f"{where} names {name}, and docs has no such label{nearest(label, labelled)}"
        )
    if not set(block.kinds) & {*RESULTS, "proof"}:
        raise ClaimsError(
            f"{where} names {name}, whose class must be one of theorem, lemma, corollary, proof"
        )
    return block


def check_sections(
    registry: Mapping[str, Claim], theorems: Iterable[Theorem], documents: Mapping[str, str]
) -> None:
    """Reject names of sections and labels of proofs that docs/ lacks, and labels used twice.

    Examples
    --------
    >>> check_sections({}, [], {"proofs.md": "# Proofs"})
    """
    places: dict[str, str] = {}
    for file, text in documents.items():
        for label in read_outline(text, file).labelled:
            if label in places:
                raise ClaimsError(f"{file}: the label {label!r} is in {places[label]} too")
            places[label] = file
    for theorem in theorems:
        find_proof(theorem.proof, documents, f"theorem {theorem.id}")
    for claim in registry.values():
        for name in claim.docs:
            find_title(name, documents, f"claim {claim.id}")
        for statement in claim.statements:
            if statement.proved_in:
                where = f"claim {claim.id}, statement {statement.key}"
                find_proof(statement.proved_in, documents, where)
