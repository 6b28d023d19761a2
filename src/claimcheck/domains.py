"""Domains: predicates on the sizes of an instance, as the registry writes them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from claimcheck.errors import ClaimsError

#: What a domain may speak of: sizes and the noise parameter, and no scale (W, B, R, ε).
SIZES = ("n", "s", "k", "p", "q", "m", "r", "d", "rho")

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def check_clause(clause: str) -> None:
    """Refuse a clause that is no chain of <, <=, >, >= between sums and products of sizes.

    Raises
    ------
    ClaimsError
    """
    _holds(clause, dict.fromkeys(SIZES, 1))


def holds(clause: str, instance: Mapping[str, Any]) -> bool:
    """Return whether an instance satisfies a clause, such as "n*s >= 2".

    A clause says nothing of an instance that lacks one of its sizes.

    Raises
    ------
    ClaimsError
        If the clause is none, or a size is no number.
    """
    names = {node.id for node in ast.walk(_parse(clause)) if isinstance(node, ast.Name)}
    return not names <= instance.keys() or _holds(clause, instance)


def _parse(clause: str) -> ast.expr:
    try:
        return ast.parse(clause, mode="eval").body
    except SyntaxError:
        raise ClaimsError(f"domain {clause!r} is no inequality") from None


def _holds(clause: str, instance: Mapping[str, Any]) -> bool:
    tree = _parse(clause)
    if not isinstance(tree, ast.Compare):
        raise ClaimsError(f"domain {clause!r} is no inequality")
    sides = [_value(side, clause, instance) for side in (tree.left, *tree.comparators)]
    if not all(type(relation) in _COMPARE for relation in tree.ops):
        raise ClaimsError(f"domain {clause!r}: allowed relations are <, <=, > and >=")
    pairs = zip(tree.ops, pairwise(sides), strict=True)
    return all(_COMPARE[type(relation)](*pair) for relation, pair in pairs)


def shown(clause: str) -> str:
    """Return a clause as a reader writes it: "n*s >= 2" as "ns ≥ 2"."""
    signs = {"<=": "≤", ">=": "≥", "*": "", "rho": "ρ"}
    return re.sub(r"<=|>=|\*|rho", lambda match: signs[match[0]], clause)


def _value(node: ast.expr, clause: str, instance: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name) and node.id in SIZES:
        value = instance[node.id]
        try:
            return Fraction(value)
        except (TypeError, ValueError):
            raise ClaimsError(f"domain {clause!r}: {node.id} = {value!r} is no number") from None
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        left, right = (_value(side, clause, instance) for side in (node.left, node.right))
        return _ARITHMETIC[type(node.op)](left, right)
    raise ClaimsError(
        f"domain {clause!r}: allowed are whole numbers, +, −, * and the sizes {', '.join(SIZES)}"
    )
