"""Run a notebook and assemble the site: pages in Markdown from templates, and their filters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from paperclaims import paths
from paperclaims.judging import wording
from paperclaims.judging.verdicts import Verdict
from paperclaims.registry.claims import Claim
from paperclaims.reporting.markdown import FORMULA, formula, line

#: The colour of a status or a kind, as Bootstrap names it.
_COLOURS = {
    "holds": "success",
    "holds with a correction": "warning",
    "false": "danger",
    "open": "info",
}
#: A status as a sign before a claim's name, where no colour can be.
_SIGNS = {"holds": "✓", "holds with a correction": "≈", "false": "✗"}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(paths.TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # Named here and not looked up by a string, so that the hashes of code see them.
    own = (badge, called, colour, evidence, formula, line, linked, number, sign)
    words = (wording.counterexample, wording.paper_proof, wording.proof, wording.spare)
    environment.filters |= {function.__name__: function for function in own + words}
    environment.filters |= {"notebook": paths.notebook, "told_evidence": wording.evidence}
    environment.globals["wording"] = wording
    return environment


def render(template: str, **values: Any) -> str:
    """Return a template's text with `values` in it.

    Raises jinja2.UndefinedError if the template uses a value that is not given.
    """
    return _environment().get_template(template).render(values)


def colour(word: str) -> str:
    """Return the colour of a status or a kind, as Bootstrap names it."""
    return _COLOURS.get(word.partition(";")[0], "secondary")


def badge(word: str) -> str:
    """Return a status or a kind as a coloured word of sphinx-design's."""
    shown = word.replace(";", r"\;")  # after a bare one comes the text of a tooltip
    return f"{{bdg-{colour(word)}}}`{shown}`"


def sign(word: str) -> str:
    """Return the sign of a status: "?" of an open one, "·" of others without a sign."""
    return _SIGNS.get(word.partition(";")[0], "?" if word in _COLOURS else "·")


def called(claim: Claim) -> str:
    """Return a claim's name as a link to its page."""
    return f"[{line(claim.called)}](#claim-{claim.id})"


def evidence(verdict: Verdict) -> str:
    """Return a verdict's outcome, which the glossary explains, and its evidence."""
    return f"{{term}}`{verdict.outcome}` {line(wording.on_what(verdict))}"


def linked(text: str, terms: Iterable[str]) -> str:
    """Return Markdown in which the first use of each term, also a plural, links to the glossary."""
    forms = {
        form.lower(): term
        for term in terms
        for form in (term, f"{term}s", f"{term.removesuffix('y')}ies")
    }
    used: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = forms.get((match["form"] or "").lower())
        if term is None or term in used:
            return match[0]
        used.add(term)
        return f"{{term}}`{match[0]} <{term}>`"

    # Formulas, code and links stay as they are.
    kept = rf"{FORMULA}|`[^`]*`|\[[^]]*\]\([^)]*\)"
    longest_first = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return re.sub(rf"{kept}|\b(?P<form>{longest_first})\b", link, text, flags=re.IGNORECASE)


def number(value: float) -> str:
    """Return a number to four digits, with a minus sign and not a hyphen."""
    return f"{value:.4g}".replace("-", "−")
