"""What pages say of a paper as a whole, as paper.yaml in its folder has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Strict

from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Entry, Texts
from paperclaims.registry.yaml_files import fit, read_yaml


class Outside(Entry):
    """What pages say of claims that are not the paper's."""

    title: str = "Not in the paper"
    """Of the page of these claims."""
    introduction: str = ""
    """Text before their table."""
    caption: str = "Claims that are not the paper’s, each with its page."
    """Of their table."""


class Headline(Entry):
    """A formula of the first page."""

    role: Literal["stands", "false", "instead"]
    """What the formula shows; the verdict must bear it out."""
    statement: str
    """The statement whose formula it is, as "claim/statement"."""
    says: str
    """A sentence on it, with formulas between dollars."""


#: A letter of a formula, with its script; the active neurons are one symbol with a subscript.
_SYMBOL = re.compile(r"\\(?:mathcal|mathrm)\{[A-Za-z]+\}|R_(?=\{|x|\()|\\[A-Za-z]+|[A-Za-z]")


class PaperMetadata(Entry):
    """What pages say of the paper as a whole."""

    project: str
    """The name of the project."""
    title: str
    """The title of the paper."""
    introduction: str
    """What the paper says, and which printing of it is judged."""
    notation: Mapping[str, str] = {}
    """Symbol of a formula, in TeX → a sentence on what it means; on the pages of the claims whose
    statements use it."""
    library: str = ""
    """A module with functions that are named like claims, such as lemma_9."""
    errata: str = "Statements that fail as printed, by how far the fault reaches and then by place."
    """Markdown before the errata."""
    pictures: Mapping[str, str] = {}
    """The figures on the first page, each with what it shows."""
    outside: Outside = Outside()
    """What pages say of claims that are not the paper's."""
    instances: str = "instances"
    """What the checks are made on, in the plural."""
    kinds: str = "kinds"
    """How the kinds of instances are called, in the plural."""
    authors: str = ""
    """The authors of the paper."""
    address: str = ""
    """The address of the paper's page."""
    proceedings: str = ""
    """What that page is called."""
    repository: str = ""
    """The address of the project's repository, if it is public."""
    headlines: Annotated[tuple[Headline, ...], Strict(False)] = ()
    """The formulas of the first page."""
    main: Texts = ()
    """The ids of the claims that README has a table of."""
    glossary: Mapping[str, str] = {}
    """Words that pages use in a sense of the paper's, each with what it means."""
    sizes: Texts = ()
    """The entries of instances whose ranges a verdict lists; by default all whole numbers."""
    smallest_by: Texts = ()
    """Those whose sum is least at the smallest counterexample; by default all sizes."""

    def explain(self, latex: str) -> str:
        """Return what the symbols of a formula mean, those that the paper's file explains."""
        symbols = set(_SYMBOL.findall(latex))
        return " ".join(says for symbol, says in self.notation.items() if symbol in symbols)


def read_paper_metadata(folder: Path | str) -> PaperMetadata:
    """Read what pages say of a paper from paper.yaml in its folder.

    Raises
    ------
    ClaimsError
        If it lacks a key or has an unknown one.
    """
    path = Path(folder) / "paper.yaml"
    said = read_yaml(path)
    if not isinstance(said, Mapping):
        raise ClaimsError(f"{path} must be a mapping with the keys project, title, introduction")
    return fit(PaperMetadata, said, path)
