"""Read the registry and judge: domains, inequalities between entries of an instance."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from paperclaims.errors import ClaimsError

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


def check_clause(clause: str) -> str:
    """Return a clause; it must be a chain of <, <=, >, >= between sums, products and powers."""
    holds(clause, dict.fromkeys(names_in(clause), 1))
    return clause


def outside(domain: Iterable[str], instance: Mapping[str, Any]) -> bool:
    """Return whether some clause of a domain excludes an instance.

    A clause excludes no instance that lacks one of its names.

    Examples
    --------
    >>> outside(["n*s >= 2"], {"n": 1, "s": 1}), outside(["n*s >= 2"], {"n": 3, "s": 1})
    (True, False)
    """
    return any(
        names_in(clause) <= instance.keys() and not holds(clause, instance) for clause in domain
    )


def holds(clause: str, instance: Mapping[str, Any]) -> bool:
    """Return whether an instance satisfies a clause, such as "n*s >= 2".

    Raises ClaimsError if the clause is not an inequality, or an entry in it is not a number.
    """
    tree = _parse(clause)
    if not isinstance(tree, ast.Compare):
        raise ClaimsError(f"domain {clause!r} must be an inequality")
    if not all(type(relation) in _COMPARE for relation in tree.ops):
        raise ClaimsError(f"domain {clause!r}: the relation must be <, <=, > or >=")
    sides = [_value(side, clause, instance) for side in (tree.left, *tree.comparators)]
    pairs = zip(tree.ops, pairwise(sides), strict=True)
    return all(_COMPARE[type(relation)](*pair) for relation, pair in pairs)


def _parse(clause: str) -> ast.expr:
    try:
        return ast.parse(clause, mode="eval").body
    except SyntaxError:
        raise ClaimsError(f"domain {clause!r} must be an inequality") from None


def names_in(clause: str) -> set[str]:
    """Return the names in a clause, which are any identifiers that instances carry."""
    return {node.id for node in ast.walk(_parse(clause)) if isinstance(node, ast.Name)}


def _value(node: ast.expr, clause: str, instance: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            try:
                return Fraction(instance[name])
            except (TypeError, ValueError):
                must = f"{name} must be a number, got {instance[name]!r}"
                raise ClaimsError(f"domain {clause!r}: {must}") from None
        case ast.BinOp(op=ast.Pow()):
            base, power = (_value(side, clause, instance) for side in (node.left, node.right))
            if not (float(power).is_integer() and 0 <= power <= _LARGEST_POWER):
                must = f"an exponent must be an integer from 0 to {_LARGEST_POWER}"
                raise ClaimsError(f"domain {clause!r}: {must}")
            return base ** int(power)
        case ast.BinOp() if type(node.op) in _ARITHMETIC:
            sides = (_value(side, clause, instance) for side in (node.left, node.right))
            return _ARITHMETIC[type(node.op)](*sides)
    raise ClaimsError(f"domain {clause!r}: terms must be integers, names, +, -, * and **")
