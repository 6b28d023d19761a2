"""A made-up claim, its statement and records of it."""

from paperclaims.checks.comparison import compare, compare_within
from paperclaims.registry.claims import Claim, Statement


def statement(key="printed", **more):
    said = {"title": "As printed", "latex": "x", "checked": "all of it"}
    return Statement(key=key, **said, **more)


def claim(*statements):
    said = {"place": "§3", "title": "A bound", "topic": "average_sensitivity"}
    return Claim(id="lemma-9", statements=statements, **said)


def record(left=1, relation="<=", right=2, key="printed", error=None, **instance):
    sides = "lemma-9", key, {"n": 1, **instance}, left, relation, right
    return compare(*sides) if error is None else compare_within(*sides, error=error)
