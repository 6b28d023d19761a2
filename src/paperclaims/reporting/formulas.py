"""Every step: LaTeX as MathML, which browsers show without a network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from math_core import LatexError, LatexToMathML

from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim

_CONVERTER = LatexToMathML(annotation=True, fancy_error=False)
#: Is added to a calligraphic letter, to choose among two alphabets.
_SELECTOR = "\ufe00"
_PRIME = re.compile("<mo>([′″‴])</mo>")
#: A prime as large and as low as TeX sets it; in a superscript it would be tiny.
_LARGE = (
    r'<mpadded voffset="-0.4em" height="-0.4em">'
    r'<mo lspace="0" rspace="0" style="font-size: 1.41em">\1</mo></mpadded>'
)


def check_formulas(registry: Mapping[str, Claim]) -> None:
    """Raise ClaimsError, with the claim and the statement, if a formula cannot be set."""
    for claim in registry.values():
        for statement in claim.statements:
            try:
                mathml(statement.says)
            except ClaimsError as error:
                where = f"{claim.topic}/claims.yaml: claim {claim.id}, statement {statement.key}"
                raise ClaimsError(f"{where}, says: {error}") from None


@cache
def mathml(latex: str, *, block: bool = False) -> str:
    """Return a LaTeX formula as MathML, with its source as an annotation.

    Raises ClaimsError if it is not LaTeX that can be translated.
    """
    try:
        made = _CONVERTER.convert_with_local_state(latex, displaystyle=block)
    except LatexError as error:
        raise ClaimsError(f"the formula {latex} cannot be set: {error}") from None
    # XML does not know this name.
    made = made.replace("&ApplyFunction;", "\u2061").replace(_SELECTOR, "")
    return _PRIME.sub(_LARGE, made)
