"""Misprints: at most two local changes that turn a printed formula into what holds, held by TeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from claimcheck.errors import ClaimsError

#: What a local change may change.
CHANGES = ("constant", "sign", "index", "absolute value")

#: How many local changes a misprint takes at most.
MOST = 2

_NUMBER = re.compile(r"\d+(\.\d+)?|\d+/\d+|\\[td]?frac\{?\d+\}?\{?\d+\}?")
_SIGNS = {"+", "-", r"\pm", r"\le", r"\ge", "<", ">", "="}
_SHAPE = re.compile(r"\^|\\log|\\ln|\\sqrt|\\exp")


class Change(NamedTuple):
    """A local change that turns the TeX of a misprinted statement into that of its correction.

    Attributes
    ----------
    kind : str
        One of `CHANGES`.
    printed, meant : str
        The TeX that is replaced, at its first place, and what replaces it.
    """

    kind: str
    printed: str
    meant: str


def check_changes(changes: Sequence[Change], where: str) -> None:
    """Refuse more than `MOST` changes, and changes of a formula's shape.

    Raises
    ------
    ClaimsError
    """
    if len(changes) > MOST:
        raise ClaimsError(f"{where}: {len(changes)} changes, and a misprint takes at most {MOST}")
    for change in changes:
        if change.kind not in CHANGES:
            allowed = ", ".join(CHANGES)
            raise ClaimsError(f"{where}: change of kind {change.kind!r}; allowed are {allowed}")
        if not _local(change):
            raise ClaimsError(
                f"{where}: {change.printed!r} to {change.meant!r} is no change of a {change.kind}"
            )


def _local(change: Change) -> bool:
    """Return whether a change is of its kind, as far as its own TeX shows it."""
    old, new = change.printed.strip(), change.meant.strip()
    if change.kind == "absolute value":
        return new in (f"|{old}|", rf"\lvert {old}\rvert", rf"\left|{old}\right|")
    if _SHAPE.search(old) or _SHAPE.search(new):
        return False
    if change.kind == "constant":
        return bool(_NUMBER.fullmatch(old) and _NUMBER.fullmatch(new))
    if change.kind == "sign":
        return old in _SIGNS and new in _SIGNS
    return True


def corrected_tex(tex: str, changes: Sequence[Change], where: str) -> str:
    """Return the TeX of a formula with changes made to it, each at its first place.

    Raises
    ------
    ClaimsError
        If the formula lacks what a change replaces, or has an index change where no
        index stands: under a sum, in a subscript, or in a condition that selects terms.
    """
    for change in changes:
        before, found, after = tex.partition(change.printed)
        if not found:
            raise ClaimsError(f"{where}: its formula has no {change.printed!r} to change")
        if change.kind == "index" and not (_selects(change) or _in_index(before)):
            raise ClaimsError(f"{where}: {change.printed!r} is no index of its formula")
        tex = before + change.meant + after
    return tex


def _selects(change: Change) -> bool:
    """Return whether a change is to a congruence, which selects terms or cases."""
    return r"\equiv" in change.meant


def _in_index(before: str) -> bool:
    """Return whether what follows `before` stands in a subscript, or is a set of indices."""
    if before.endswith("_") or before.rstrip().endswith(r"\in"):
        return True
    depth = 0
    for place in range(len(before) - 1, -1, -1):
        depth += {"}": 1, "{": -1}.get(before[place], 0)
        if depth < 0:
            return before[:place].endswith("_")
    return False
