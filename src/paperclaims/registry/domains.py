"""Read the registry and judge: domains, inequalities between entries of an instance."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from paperclaims.errors import ClaimsError

_RELATIONS = (ast.LtE, ast.Lt, ast.GtE, ast.Gt)
_SIDES = (ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Name, ast.Load, ast.Constant)


def check_clause(clause: str) -> str:
    """Return a clause; it must be a chain of <, <=, >, >= between sums and products."""
    try:
        chain, *inside = ast.walk(ast.parse(clause, mode="eval").body)
    except SyntaxError:
        raise ClaimsError("must be an inequality") from None
    constants = [node.value for node in inside if isinstance(node, ast.Constant)]
    if (
        not isinstance(chain, ast.Compare)
        or not all(isinstance(node, _RELATIONS + _SIDES) for node in inside)
        or not all(type(constant) is int for constant in constants)
    ):
        between = "integers, names, sums, differences and products"
        raise ClaimsError(f"must be an inequality with <, <=, > or >= between {between}")
    return clause


def outside(domain: Iterable[str], instance: Mapping[str, Any]) -> bool:
    """Return whether some clause of a domain excludes an instance.

    The clauses are those that `check_clause` accepts. A clause excludes no instance that lacks one
    of its names. Raises ClaimsError if an entry in it is not a number.

    Examples
    --------
    >>> outside(["n*s >= 2"], {"n": 1, "s": 1}), outside(["n*s >= 2"], {"n": 3, "s": 1})
    (True, False)
    """
    for clause in domain:
        names = names_in(clause)
        if names <= instance.keys():
            try:
                values = {name: Fraction(instance[name]) for name in names}
            except (TypeError, ValueError):
                got = ", ".join(f"{name}={instance[name]!r}" for name in sorted(names))
                raise ClaimsError(f"domain {clause!r} must have numbers, got {got}") from None
            if not eval(clause, {"__builtins__": {}}, values):
                return True
    return False


def names_in(clause: str) -> set[str]:
    """Return the names in a clause, which are any identifiers that instances carry."""
    return {node.id for node in ast.walk(ast.parse(clause)) if isinstance(node, ast.Name)}
