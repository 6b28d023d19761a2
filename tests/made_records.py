"""A made-up claim, its statement and records of it."""

from balls import between
from paperclaims.checks.comparison import compare
from paperclaims.registry.claims import Claim, Statement


def statement(key="printed", **more):
    said = {"title": "As printed", "says": "x"}
    return Statement(key=key, **said, **more)


def claim(*statements):
    said = {"place": "§3", "title": "A bound", "topic": "average_sensitivity"}
    return Claim(id="lemma-9", statements=statements, **said)


def record(left=1, relation="<=", right=2, key="printed", error=None, **instance):
    """A record of two exact sides; with an error, the left one is only known within it."""
    if error is not None:
        left = between(left - error, left + error)
    return compare("lemma-9", key, {"n": 1, **instance}, left, relation, right)
