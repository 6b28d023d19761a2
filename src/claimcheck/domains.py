"""Domains and boundaries: predicates on an instance, as the registry writes them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from claimcheck.errors import ClaimsError

#: What a domain may speak of without more ado: sizes and the noise parameter.
SIZES = ("n", "s", "k", "p", "q", "m", "r", "d", "rho")

#: Scales, of which a domain may speak where the paper's own setting lies inside it, or where
#: the sentence that is judged introduces them; squares end in 2.
SCALES = ("R", "B", "W2", "w2", "eps", "opt", "tau", "log2ns")

#: Instances outside decide nothing about any statement.
BOUNDARY = ("n*s >= 2",)

#: The largest number that a boundary may ask of a product of sizes.
_SMALL = 4

#: The largest exponent in a clause.
_LARGEST_POWER = 64

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
    """Refuse a clause that is no chain of <, <=, >, >= between sums, products and powers.

    Raises
    ------
    ClaimsError
    """
    _holds(clause, dict.fromkeys((*SIZES, *SCALES), 1))


def check_boundary(clause: str) -> None:
    """Refuse a clause that is not "product of sizes >= c" with c at most 4, such as "n*s >= 3".

    Raises
    ------
    ClaimsError
    """
    sizes = "|".join(size for size in SIZES if size != "rho")
    match = re.fullmatch(rf"(?:{sizes})(?:\*(?:{sizes}))* >= (\d+)", clause)
    if not match or int(match[1]) > _SMALL:
        raise ClaimsError(f"boundary {clause!r}: allowed is a product of sizes >= 1 to {_SMALL}")


def names_scale(clause: str) -> bool:
    """Return whether a clause speaks of a scale."""
    return any(
        isinstance(node, ast.Name) and node.id in SCALES for node in ast.walk(_parse(clause))
    )


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
    clause = re.sub(r"\*\*(\d+)", lambda match: match[1].translate(_RAISED), clause)
    clause = re.sub(r"\*\*(\w+)", r"^\1", clause)
    return re.sub(
        "|".join(map(re.escape, sorted(_SHOWN, key=len, reverse=True))),
        lambda match: _SHOWN[match[0]],
        clause,
    )


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SHOWN = {
    "<=": "≤",
    ">=": "≥",
    " * ": " · ",
    "*opt": "·opt",
    "*": "",
    "rho": "ρ",
    "eps": "ε",
    "tau": "τ",
    "W2": "W²",
    "w2": "max‖w‖²",
    "log2ns": "log₂(ns)",
}


def _value(node: ast.expr, clause: str, instance: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name) and node.id in (*SIZES, *SCALES):
        value = instance[node.id]
        try:
            return Fraction(value)
        except (TypeError, ValueError):
            raise ClaimsError(f"domain {clause!r}: {node.id} = {value!r} is no number") from None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = (_value(side, clause, instance) for side in (node.left, node.right))
        if not (float(power).is_integer() and 0 <= power <= _LARGEST_POWER):
            raise ClaimsError(f"domain {clause!r}: an exponent is whole, 0 to {_LARGEST_POWER}")
        return base ** int(power)
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        left, right = (_value(side, clause, instance) for side in (node.left, node.right))
        return _ARITHMETIC[type(node.op)](left, right)
    raise ClaimsError(
        f"domain {clause!r}: allowed are whole numbers, +, −, *, ** and "
        f"{', '.join((*SIZES, *SCALES))}"
    )
