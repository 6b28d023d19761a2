"""A made-up claim, its statement and records of it."""

from claimcheck.checks.comparison import compare
from claimcheck.registry.claims import Claim, Statement


def statement(key="printed", untestable=""):
    return Statement(
        key, "As printed", "x", "all of it", "unconditional", "none", untestable, "", ""
    )


def claim(*statements):
    return Claim("lemma-9", "§3", "A bound", "average_sensitivity", statements, ())


def record(left=1, relation="<=", right=2, key="printed", error=None, **instance):
    return compare("lemma-9", key, {"n": 1, **instance}, left, relation, right, error=error)
