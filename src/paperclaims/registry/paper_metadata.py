"""Read the registry: models of paper.yaml, the texts about a paper and not about one claim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Entry, Texts
from paperclaims.registry.yaml_files import fit, read_yaml

#: A letter of a formula, with its script; the active neurons are one symbol with a subscript.
_SYMBOL = re.compile(r"\\(?:mathcal|mathrm)\{[A-Za-z]+\}|R_(?=\{|x|\()|\\[A-Za-z]+|[A-Za-z]")


def _symbol(text: str) -> str:
    if text not in _SYMBOL.findall(text + "{}"):
        raise ValueError("must be one letter or one command without a subscript, such as \\rho")
    return text


class PaperMetadata(Entry):
    """Texts about the paper."""

    project: str
    """The name of the project."""
    title: str
    """The title of the paper."""
    introduction: str
    """A summary of the paper, and the version that was checked."""
    notation: Mapping[Annotated[str, AfterValidator(_symbol)], str] = {}
    """Symbol, in TeX → a sentence that defines it, for the pages of the claims whose statements use
    it."""
    library: str = ""
    """A module with functions named after claims, such as lemma_9."""
    errata: str = "Statements that fail as stated in the paper, by their impact and then by place."
    """The Markdown text before the errata."""
    pictures: Mapping[str, str] = {}
    """The figures on the first page, each with a caption."""
    authors: str = ""
    """The authors of the paper."""
    address: str = ""
    """The address of the paper's page."""
    proceedings: str = ""
    """The name of that page."""
    papers: Mapping[str, str] = {}
    """The packages of other papers that claims name, each with the address of their site: absolute,
    from the first page of this one, or empty."""
    headlines: Mapping[str, Annotated[Texts, Field(min_length=2, max_length=2)]] = {}
    """The table of main results on the first page: quantity → the paper's statement and the best
    proved one, each as "claim/statement"."""
    main: Texts = ()
    """The ids of the claims in README's table."""
    glossary: Mapping[str, str] = {}
    """Words with a special meaning, each with its definition."""
    sizes: Texts = ()
    """The entries of instances whose ranges a verdict lists; by default all integers."""
    smallest_by: Texts = ()
    """The entries whose sum is smallest at the smallest counterexample; by default all sizes."""
    trained: Texts = ()
    """The jobs "topic/job" that train networks: another processor changes more of their digits."""

    def explain(self, latex: str) -> str:
        """Return the definitions of the symbols in a formula that paper.yaml explains."""
        symbols = set(_SYMBOL.findall(latex))
        return " ".join(says for symbol, says in self.notation.items() if symbol in symbols)


def read_paper_metadata(folder: Path | str) -> PaperMetadata:
    """Read paper.yaml in the folder of a paper.

    Raises ClaimsError if it lacks a key or has an unknown one.
    """
    path = Path(folder) / "paper.yaml"
    entry = read_yaml(path)
    if not isinstance(entry, Mapping):
        raise ClaimsError(f"{path} must be a mapping with the keys project, title, introduction")
    return fit(PaperMetadata, entry, path)
