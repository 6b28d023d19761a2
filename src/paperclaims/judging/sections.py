"""Plan a run: the sections and labelled proofs of docs/, which the registry names.

MyST-Parser reads the documents, here as for the site.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from docutils.nodes import fully_normalize_name
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives import admonitions
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.directives import MarkupError, parse_directive_text
from myst_parser.parsers.mdit import create_md_parser

from paperclaims.errors import ClaimsError
from paperclaims.refusals import nearest
from paperclaims.registry.claims import Claim, Theorem, wrong_in
from paperclaims.registry.yaml_files import wrong_at

#: Extensions of Markdown in documents.
MARKDOWN = ("colon_fence", "deflist", "dollarmath")
#: Classes of proved results.
RESULTS = ("theorem", "lemma", "corollary")
#: Unicode's categories of characters that stay in the anchor of a title.
_KEPT = ("L", "M", "Nd", "Pc")
_ADMONITION = re.compile(r"\{admonition\}(.*)")
#: Titles of texts that prove nothing.
_IDEA = re.compile(r"\b(idea|sketch|outline)\b", re.IGNORECASE)
#: A word, and later the end of a sentence or of a proof.
_SENTENCE = re.compile(r"\w.*[.:∎]", re.DOTALL)


class Admonition(admonitions.Admonition):
    """An admonition; the key `proves` of a proof has the labels of the results that it proves."""

    option_spec: ClassVar[dict[str, Any]] = {
        **admonitions.Admonition.option_spec,
        "proves": directives.unchanged_required,
    }


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

    A proof without a label proves the last result above it in its section. A proof with a label is
    cited itself. The key `proves` names other results, which it proves.

    Raises ClaimsError if a theorem, a lemma or a corollary has no label or no proof, a label is not
    unique, or a proof proves nothing, has no sentence, or is the idea of a proof.

    Examples
    --------
    >>> text = "# Proofs\n\n:::{admonition} Sum\n:class: proof\n:name: one\n\nClear.\n:::\n"
    >>> read_outline(text).labelled["one"].title
    'Sum'
    """
    titles: dict[str, str] = {}
    labelled: dict[str, Labelled] = {}
    above: dict[str, int] = {}  # the results of open sections, each with the level of its heading
    proved: dict[str, int] = {}  # the results with a proof, each with its line
    level = 0
    for token, following in pairwise([*_parse(markdown), Token("", "", 0)]):
        if token.level or not token.map:
            continue
        if token.type == "heading_open":
            level = int(token.tag[1:])
            above = {label: there for label, there in above.items() if there < level}
            titles[slug(following.content)] = following.content
        line = token.map[0]
        try:
            if block := _admonition(token):
                title, name, kinds, proves = block
                if name in labelled:
                    first = labelled[name].line + 1
                    raise ClaimsError(f"label {name!r} must be unique, it is in line {first} too")
                if name:
                    labelled[name] = Labelled(title, next(reversed(titles), ""), kinds, line)
                if {*kinds} & {*RESULTS}:
                    above[name] = level
                elif "proof" in kinds and not (proves or name or above):
                    raise ClaimsError(f"{title!r} must be below its result, or name it in proves")
                elif "proof" in kinds:
                    proves = proves or ([] if name else list(above)[-1:])
                    proved |= dict.fromkeys(proves, line)
        except ClaimsError as error:
            raise ClaimsError(f"{file}:{line + 1}: {error}") from None
    results = [name for name, block in labelled.items() if {*block.kinds} & {*RESULTS}]
    for name, line in proved.items():
        if name not in results:
            sentence = f"proves must name results of this file, got {name!r}"
            raise ClaimsError(f"{file}:{line + 1}: {sentence}{nearest(name, results)}")
    for name in results:
        if name not in proved:
            raise ClaimsError(
                f"{file}:{labelled[name].line + 1}: {name!r} has no proof below it in its section, "
                "before the next result; add one, or name it in proves of one"
            )
    return Outline(titles, labelled)


def _parse(markdown: str) -> list[Token]:
    config = MdParserConfig(enable_extensions={*MARKDOWN})
    return create_md_parser(config, DocutilsRenderer).parse(markdown)


def _admonition(token: Token) -> tuple[str, str, tuple[str, ...], list[str]] | None:
    """Return the title, the label, the classes, and what it proves, of an admonition's token.

    Raises ClaimsError if a result has no label, or a proof is none.
    """
    if token.type not in ("fence", "colon_fence") or not (match := _ADMONITION.match(token.info)):
        return None
    try:
        block = parse_directive_text(Admonition, match[1].strip(), token.content)
    except MarkupError as error:
        raise ClaimsError(f"an admonition must have a title: {error}") from None
    if block.warnings:
        raise ClaimsError(block.warnings[0].msg)
    title, kinds = block.arguments[0], tuple(block.options.get("class", ()))
    name = fully_normalize_name(block.options.get("name", ""))
    proves = block.options.get("proves", "").split()
    result, proof = bool({*kinds} & {*RESULTS}), "proof" in kinds
    if result and not name:
        raise ClaimsError(f"{title!r} has no label; add :name: to it")
    if (result or proves) and result == proof:
        raise ClaimsError(f"{title!r} must be a result or a proof, and only a proof has proves")
    if proof and _IDEA.search(title):
        raise ClaimsError(f"{title!r} is no proof; give it another class")
    if proof and not (proves or name or title == "Proof"):
        raise ClaimsError(f"{title!r} must have the title 'Proof', or name its results in proves")
    if proof and not _SENTENCE.search(_words("\n".join(block.body))):
        raise ClaimsError(f"the proof {title!r} must have a sentence")
    return title, name, kinds, proves


def _words(body: str) -> str:
    """Return the words of the paragraphs of a text, without code, formulas and comments."""
    paragraphs = (b for a, b in pairwise(_parse(body)) if a.type == "paragraph_open")
    parts = (part for text in paragraphs for part in text.children or ())
    return "".join(part.content for part in parts if part.type == "text")


def read_documents(folder: Path | str) -> dict[str, str]:
    """Return the documents of docs/ by name, without its folders."""
    return {path.name: path.read_text("utf-8") for path in sorted(Path(folder).glob("*.md"))}


def find_title(name: str, documents: Mapping[str, str]) -> str:
    """Return the title of a section "file#anchor" of docs/, or of a file, else the file's name.

    Raises ClaimsError if docs has no such file or section.
    """
    file, _, anchor = name.partition("#")
    titles = read_outline(documents.get(file, ""), file).titles
    if not anchor and file in documents:
        return next(iter(titles.values()), file)
    if anchor not in titles:
        raise ClaimsError(f"docs has no section {name}")
    return titles[anchor]


def find_proof(name: str, documents: Mapping[str, str]) -> Labelled:
    """Return the theorem, lemma, corollary or proof "file#label" of docs/.

    Raises ClaimsError if docs has no such label, or if it is of something else.
    """
    file, _, label = name.partition("#")
    labelled = read_outline(documents.get(file, ""), file).labelled
    block = labelled.get(label)
    if block is None:
        raise ClaimsError(f"docs has no label {name}{nearest(label, labelled)}")
    if not set(block.kinds) & {*RESULTS, "proof"}:
        raise ClaimsError(f"the class of {name} must be one of theorem, lemma, corollary, proof")
    return block


def check_sections(
    folder: Path | str,
    registry: Mapping[str, Claim],
    theorems: Sequence[Theorem],
    documents: Mapping[str, str],
) -> None:
    """Reject names of sections and labels of proofs that docs/ lacks, and labels used twice.

    The claims and the theorems were read from `folder`.

    Examples
    --------
    >>> check_sections("src/my_paper", {}, [], {"proofs.md": "# Proofs"})
    """
    places: dict[str, str] = {}
    for file, text in documents.items():
        for label, block in read_outline(text, file).labelled.items():
            if label in places:
                raise ClaimsError(
                    f"{file}:{block.line + 1}: the label {label!r} is in {places[label]} too"
                )
            places[label] = file
    for number, theorem in enumerate(theorems):
        try:
            find_proof(theorem.proof, documents)
        except ClaimsError as error:
            path = Path(folder) / "theorems.yaml"
            raise wrong_at(path, (number, "proof"), f"theorem {theorem.id}: {error}") from None
    for claim in registry.values():
        place: tuple[int | str, ...] = ("docs",)
        try:
            for name in claim.docs:
                find_title(name, documents)
            for number, statement in enumerate(claim.statements):
                place = ("statements", number, "refutation" if statement.refutation else "proof")
                if statement.proved_in:
                    find_proof(statement.proved_in, documents)
        except ClaimsError as error:
            raise wrong_in(folder, registry, claim, place, f": {error}") from None
