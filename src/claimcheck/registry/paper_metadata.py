"""What pages say of a paper as a whole, as paper.yaml in its folder has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from claimcheck.errors import ClaimsError, in_a_line
from claimcheck.registry.yaml_files import read_yaml

#: What a formula of the first page shows.
ROLES = ("stands", "false", "instead")


class Outside(NamedTuple):
    """What pages say of claims that are not the paper's.

    Attributes
    ----------
    title, caption : str
        Of the page of these claims, and of its table.
    introduction : str
        Text before the table.
    """

    title: str = "Not in the paper"
    introduction: str = ""
    caption: str = "Claims that are not the paper’s, each with its page."


class Headline(NamedTuple):
    """A formula of the first page.

    Attributes
    ----------
    role : str
        One of `ROLES`; the verdict must bear it out.
    statement : str
        The statement whose formula it is, as "claim/statement".
    says : str
        A sentence on it, with formulas between dollars.
    """

    role: str
    statement: str
    says: str


class PaperMetadata(NamedTuple):
    """What pages say of the paper as a whole.

    Attributes
    ----------
    project, title : str
        The name of the project, and the title of the paper.
    authors, address, proceedings : str
        Of the paper: its authors, the address of its page, and what that page is called.
    headlines : tuple of Headline
        The formulas of the first page.
    main : tuple of str
        The ids of the claims that README has a table of.
    glossary : mapping of str to str
        Words that pages use in a sense of the paper's package, each with what it means.
    sizes : sequence of str
        The entries of instances whose ranges a verdict lists, in this order; by default all
        whole numbers.
    smallest_by : sequence of str
        Those whose sum is least at the smallest counterexample; by default all sizes.
    introduction : str
        What the paper says, and which printing of it is judged.
    notation : str
        What the letters in formulas mean, with formulas between dollars; on each claim's page.
    errata : str
        Markdown before the errata.
    pictures : mapping of str to str
        The figures on the first page, each with what it shows.
    outside : Outside
    instances, kinds : str
        What the checks are made on, and how their kinds are called, both in the plural.
    """

    project: str
    title: str
    introduction: str
    notation: str = ""
    errata: str = "Statements that fail as printed, by how far the fault reaches and then by place."
    pictures: Mapping[str, str] = {}
    outside: Outside = Outside()
    instances: str = "instances"
    kinds: str = "kinds"
    authors: str = ""
    address: str = ""
    proceedings: str = ""
    headlines: tuple[Headline, ...] = ()
    main: tuple[str, ...] = ()
    glossary: Mapping[str, str] = {}
    sizes: Sequence[str] = ()
    smallest_by: Sequence[str] = ()


def read_paper_metadata(folder: Path | str) -> PaperMetadata:
    """Read what pages say of a paper from paper.yaml in its folder.

    Raises
    ------
    ClaimsError
        If it lacks a key or has an unknown one.
    """
    path = Path(folder) / "paper.yaml"
    try:
        said = read_yaml(path)
        headlines = tuple(Headline(**one) for one in said.get("headlines", ()))
        outside = Outside(**said.get("outside", {}))
        about = PaperMetadata(**{**said, "outside": outside, "headlines": headlines})
    except (TypeError, AttributeError) as error:
        raise ClaimsError(f"{path}: {in_a_line(error)}") from error
    for headline in about.headlines:
        if headline.role not in ROLES:
            raise ClaimsError(
                f"{path}: headline role {headline.role!r}; allowed are {', '.join(ROLES)}"
            )
    return about
