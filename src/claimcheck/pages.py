"""Pages from templates: the environment that these are rendered in, and its filters."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from claimcheck.findings import Word, condition
from claimcheck.formulas import mathml
from claimcheck.graph import route
from claimcheck.printed_proofs import reach_of
from claimcheck.template_files import TEMPLATES
from claimcheck.verdicts import Outcome
from claimcheck.wording import PROOFS, beside, checked, coverage, on_what, proof, says


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # Named here and not looked up by a string, so that the hashes of code see them.
    environment.filters.update(
        beside=beside,
        checked=checked,
        condition=condition,
        coverage=coverage,
        css_class=css_class,
        document_link=document_link,
        mathml=mathml,
        number=number,
        on_what=on_what,
        proof=proof,
        proof_column=PROOFS.get,
        reach_of=reach_of,
        route=route,
        says=says,
    )
    return environment


def render(template: str, **values: Any) -> str:
    """Return a template's text with `values` in it, escaped.

    Raises
    ------
    jinja2.UndefinedError
        If the template uses a value that is not given.
    """
    return _environment().get_template(template).render(values)


def css_class(word: Outcome | Word) -> str:
    """Return the class of an outcome or a finding in the stylesheet."""
    return word.name.lower()


def number(value: float | None) -> str:
    """Return a number to four digits, with a minus sign and not a hyphen."""
    return "none" if value is None else f"{value:.4g}".replace("-", "−")


def document_link(name: str, root: str) -> str:
    """Return the address of a file of docs/, or of a section "file#anchor", on the site."""
    file, hash_sign, anchor = name.partition("#")
    return f"{root}docs/{file.removesuffix('.md')}.html{hash_sign}{anchor}"
