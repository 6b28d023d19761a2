"""Read the registry and judge: domains, inequalities between entries of an instance."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from paperclaims.errors import ClaimsError

_ALLOWED = (
    *(ast.Compare, ast.LtE, ast.Lt, ast.GtE, ast.Gt),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult),
    *(ast.Name, ast.Load, ast.Constant),
)


def check_clause(clause: str) -> str:
    """Return a clause; it must be a chain of <, <=, >, >= between sums and products."""
    try:
        tree = ast.parse(clause, mode="eval").body
    except SyntaxError:
        raise ClaimsError(f"domain {clause!r} must be an inequality") from None
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    if (
        not isinstance(tree, ast.Compare)
        or not all(isinstance(node, _ALLOWED) for node in ast.walk(tree))
        or not all(type(constant) is int for constant in constants)
    ):
        must = "<, <=, > or >= between integers, names, sums, differences and products"
        raise ClaimsError(f"domain {clause!r} must be an inequality with {must}")
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
                must = f"{', '.join(sorted(names))} must be numbers, got {dict(instance)}"
                raise ClaimsError(f"domain {clause!r}: {must}") from None
            if not eval(clause, {"__builtins__": {}}, values):
                return True
    return False


def names_in(clause: str) -> set[str]:
    """Return the names in a clause, which are any identifiers that instances carry."""
    return {node.id for node in ast.walk(ast.parse(clause)) if isinstance(node, ast.Name)}
