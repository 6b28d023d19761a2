"""Assemble the site: LaTeX as MathML, which browsers show without a network.

The library translates, and this module corrects the result: the spacing of named
operators, signs and slashes, fences that have the same character on both sides, primes and
the brackets of binomial coefficients.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, tostring

from latex2mathml import exceptions
from latex2mathml.converter import convert
from ziamath.styles import MathVariant, parse_variant, styledstr

from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim

_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
_THIN, _THICK = "0.167em", "0.278em"
#: Fences with the same character on both sides, by their characters in the translation.
_SIDES = {
    "\ue000": ("|", "prefix"),
    "\ue001": ("|", "postfix"),
    "\ue002": ("‖", "prefix"),
    "\ue003": ("‖", "postfix"),
}
_BARS = dict(zip(("lvert", "rvert", "lVert", "rVert"), _SIDES, strict=True))
_BAR = re.compile(r"(?<!\\left)(?<!\\right)\\([lr][vV]ert)(?![A-Za-z])")
_UPRIGHT = re.compile(r"\\mathrm(?: ([A-Za-z])(?![A-Za-z])|\{([A-Za-z])\})")
#: Is added to a single upright letter, which the translation would lose.
_PRIVATE = 0xE100
_OPENING, _CLOSING = "([{⟨⌊⌈", ")]}⟩⌋⌉"
#: Characters that the library chooses, and the right characters.
_MEANT = {"~": "∼", "⧵": "∖"}
_DEFINITIONS = {":=": "\ue004", "=:": "\ue005"}
_COLONS = {":": ":", "\ue004": ":=", "\ue005": "=:"}
_NAME = re.compile("[A-Za-z]{2,}(\u2006[a-z]+)?")
_RELATIONS = {*"=<>≤≥≠→∈∉∼≈≡⊆⊂≪≫", ":=", "=:"}
#: A formula in a line may go on in the next one if its source is longer than this.
_SHORT = 30
#: The library's errors, which have no class in common, and the error of broken markup.
_REFUSALS: tuple[type[Exception], ...] = (
    ParseError,
    *(kind for kind in vars(exceptions).values() if isinstance(kind, type)),
)
_EMBELLISHED = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}


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
    braces = re.findall(r"(?<!\\)[{}]", latex.replace(r"\\", ""))
    if braces.count("{") != braces.count("}"):  # which the library does not mind
        raise ClaimsError(f"the formula {latex} cannot be set: a brace is not closed")
    marked = _BAR.sub(lambda bar: _BARS[bar[1]], latex)
    marked = _UPRIGHT.sub(lambda m: chr(_PRIVATE + ord(m[1] or m[2])), marked)
    for sign, mark in _DEFINITIONS.items():
        marked = marked.replace(sign, mark)
    try:
        translated = convert(marked, display="block" if block else "inline")
        math = fromstring(translated.replace(_NAMESPACE, "", 1))
    except _REFUSALS as error:
        raise ClaimsError(f"the formula {latex} cannot be set: {error!r}") from None
    for element in math.iter():
        if unknown := re.match(r"\\[A-Za-z]+", element.text or ""):
            raise ClaimsError(f"the formula {latex} has the command {unknown[0]}, which is unknown")
        _name_characters(element)
        if not block and element.get("minsize") == "2.047em":
            element.attrib.update(minsize="1.2em", maxsize="1.2em")
    for element in list(math.iter()):
        _set_prime(element)
    for element in list(math.iter()):
        if element.tag not in _EMBELLISHED:
            _space(list(element))
    for element in list(math.iter()):
        _join_letters(element)
    for element in list(math[0].iter()):
        _unwrap(element)
    if not block and len(latex) > _SHORT:
        _break(math)
    if not block:
        del math.attrib["display"]
    _unwrap(math)
    semantics = Element("semantics")
    semantics.extend(list(math))
    SubElement(semantics, "annotation", encoding="application/x-tex").text = latex
    math[:] = [semantics]
    return tostring(math, encoding="unicode")


def _name_characters(element: Element) -> None:
    """Mark operators as such, and give each fence its side."""
    text = element.text or ""
    variant = element.get("mathvariant", "normal")
    if variant != "normal":  # browsers support only this
        element.text = text = styledstr(
            text, parse_variant(variant.replace("-struck", ""), MathVariant())
        )
        del element.attrib["mathvariant"]
    if len(text) == 1 and ord(text) - _PRIVATE in range(128):
        element.text, element.tag = chr(ord(text) - _PRIVATE), "mi"
        element.set("mathvariant", "normal")
    elif text in _SIDES:
        element.text, form = _SIDES[text]
        element.tag = "mo"
        element.attrib.update(form=form, stretchy="false")
    elif text in _COLONS:
        element.text, element.tag = _COLONS[text], "mo"
        element.attrib.update(lspace=_THICK, rspace=_THICK)
    elif element.tag in {"mi", "mo"}:
        element.text = text = _MEANT.get(text, text)
        if element.tag == "mi" and text in (*_OPENING, *_CLOSING):
            element.set("stretchy", "false")
        if _NAME.fullmatch(text) or text in {*"∼∖±∓", *_OPENING, *_CLOSING}:
            element.tag = "mo"
        if text in {*"∅∞…⋯"}:
            element.tag = "mi"


def _set_prime(element: Element) -> None:
    """Set a prime next to its letter and not as an exponent, where it would be tiny."""
    if element.tag not in {"msup", "msubsup"}:
        return
    exponent = element[-1]
    first = exponent[0] if exponent.tag == "mrow" and len(exponent) > 1 else exponent
    if first.text not in {"′", "″"}:
        return
    primed = Element("mrow")
    prime = SubElement(primed, "mo", form="postfix", lspace="0", rspace="0")
    prime.text = first.text
    primed.insert(0, element[0])
    element[0] = primed
    if first is not exponent:
        exponent.remove(first)
    else:
        element.remove(exponent)
        element.tag = "msub" if element.tag == "msubsup" else "mrow"


def _space(row: Sequence[Element]) -> None:
    """Space the operators of a row of elements as TeX does."""
    kinds = ["none", *map(_kind, row), "none"]
    for element, before, kind, after in zip(row, kinds, kinds[1:], kinds[2:], strict=False):
        core = _core(element)
        if kind == "name":
            core.set("form", "prefix")
            core.set("lspace", _THIN if before in {"term", "closing"} else "0")
            core.set("rspace", _THIN if after in {"term", "name"} else "0")
        elif core.text == "/":
            core.attrib.update(lspace="0", rspace="0")
        elif core.text in {"+", "−", "±", "∓"} and before not in {"term", "closing"}:
            core.set("form", "prefix")


def _join_letters(element: Element) -> None:
    """Make one identifier of the upright letters of a name such as AS."""
    for place, row in enumerate(element):
        upright = [letter.tag == "mi" and letter.get("mathvariant") == "normal" for letter in row]
        if row.tag == "mrow" and len(row) > 1 and all(upright):
            name = Element("mi")
            name.text = "".join(letter.text or "" for letter in row)
            element[place] = name


def _unwrap(element: Element) -> None:
    """Take away rows of one element, and the row in a root, which is a row by itself."""
    for place, row in enumerate(element):
        while row.tag == "mrow" and not row.attrib and len(row) == 1:
            row = row[0]
        element[place] = row
    inner = element[0] if element.tag == "msqrt" and len(element) == 1 else element
    if inner.tag == "mrow" and inner is not element and not inner.attrib:
        element[:] = list(inner)


def _break(math: Element) -> None:
    """Split a formula before its relations, where the stylesheet lets a line end."""
    parts: list[Element] = [Element("mrow")]
    for element in math[0]:
        if len(parts[-1]) and element.tag == "mo" and element.text in _RELATIONS:
            element.set("form", "infix")
            parts.append(Element("mrow"))
        parts[-1].append(element)
    if len(parts) > 1:
        math.set("class", "parts")
        math[0][:] = parts


def _core(element: Element) -> Element:
    """Return the element inside scripts or braces."""
    while element.tag in _EMBELLISHED or (element.tag == "mrow" and len(element) == 1):
        element = element[0]
    return element


def _kind(element: Element) -> str:
    """Return the kind of an element for its neighbours: a term, a name, an operator or a fence."""
    core = _core(element)
    text = core.text or ""
    if core.tag != "mo":
        return "term"
    if text in _OPENING or core.get("form") == "prefix":
        return "opening"
    if text in _CLOSING or core.get("form") == "postfix":
        return "closing"
    return "name" if _NAME.fullmatch(text) and text != "mod" else "operator"
