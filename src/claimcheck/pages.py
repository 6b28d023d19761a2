"""Pages from templates: the environment that these are rendered in, and its filters."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from claimcheck.formulas import mathml
from claimcheck.navigation import anchor, contents, used_terms
from claimcheck.prose import typeset_line
from claimcheck.registry import Figure
from claimcheck.template_files import TEMPLATES
from claimcheck.verdicts import Outcome
from claimcheck.wording import (
    PROOFS,
    checked,
    counterexample,
    coverage,
    on_what,
    outcome_word,
    proof,
    proved,
    says,
)


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
        anchor=anchor,
        checked=checked,
        contents=contents,
        counterexample=counterexample,
        coverage=coverage,
        css_class=css_class,
        outcome_word=outcome_word,
        described=described,
        document_link=document_link,
        link_terms=link_terms,
        mathml=mathml,
        number=number,
        on_what=on_what,
        proof=proof,
        proof_column=PROOFS.get,
        proved=proved,
        told=says,
        typeset_line=typeset_line,
        used_terms=used_terms,
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


def render_text(text: str, **values: Any) -> str:
    """Return what `render` does for a template that is not the engine's, given as its text."""
    return _environment().from_string(text).render(values)


def css_class(word: str) -> str:
    """Return the class of an outcome or a status in the stylesheet."""
    return word.replace(" ", "-")


def number(value: float | None) -> str:
    """Return a number to four digits, with a minus sign and not a hyphen."""
    return "none" if value is None else f"{value:.4g}".replace("-", "−")


def described(figure: Figure, title: str) -> str:
    """Return what stands for a figure where it is not seen: its title, and what there is to see."""
    return f"{title}. {figure.alt}" if title else figure.alt


def document_link(name: str, root: str) -> str:
    """Return the address of a file of docs/, or of a section "file#anchor", on the site."""
    file, hash_sign, anchor = name.partition("#")
    return f"{root}docs/{file.removesuffix('.md')}.html{hash_sign}{anchor}"


#: Where a glossary's words are left alone: in links, code, formulas, pictures and titles.
_APART = ("a", "code", "pre", "math", "svg", "script", "style", "h1", "h2", "h3", "nav", "button",
          "summary", "select", "thead", "title", "label")  # fmt: skip


@cache
def _patterns(terms: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    return {
        # A word such as "exact" is an outcome where it stands by itself.
        term: re.compile(rf"^{term}$")
        if term in set(Outcome)
        else re.compile(rf"\b{term.removesuffix('y')}(?:y|ies|s)?\b", re.IGNORECASE)
        for term in terms
    }


def link_terms(html: str, root: str, terms: tuple[str, ...]) -> str:
    """Return a page in which the first use of each of a glossary's words leads there."""
    waiting = dict(_patterns(terms))
    parts = re.split(r"(<[^>]+>)", html)
    within = 0
    for i, part in enumerate(parts):
        if part.startswith("<"):
            name = re.match(r"</?([a-z0-9]+)", part)
            if name and name[1] in _APART:
                within += -1 if part.startswith("</") else 1
            continue
        if within:
            continue
        for term, pattern in list(waiting.items()):
            if found := pattern.search(parts[i]):
                del waiting[term]
                before, after = parts[i][: found.start()], parts[i][found.end() :]
                link = f'<a class="term" href="{root}glossary.html#{anchor(term)}">{found[0]}</a>'
                parts[i] = before + link + after
    return "".join(parts)
