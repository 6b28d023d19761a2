"""Corruptions that the checks must reject."""

from __future__ import annotations

from claimcheck.mutation import multiples
from monotone_decision_trees.influences import checks

HERE = "monotone_decision_trees.influences.checks"


def small():
    return checks.measure_all_trees(largest=2).records


def parities():
    return checks.measure_parities(largest=3).records


#: Claim, statement, what is multiplied, by how much, and on which run.
ROWS = [
    ("first-order", "printed", f"{HERE}.mean_depth", 0.99, small),
    ("first-order", "size", f"{HERE}.log_size", 0.99, small),
    ("first-order", "absolute", f"{HERE}.mean_depth", 0.99, small),
    ("monotone", "printed", f"{HERE}.log_size", 0.99, small),
    ("monotone", "sum", f"{HERE}.first_order", 0.99, small),
    ("any-function", "printed", f"{HERE}.log_size", 2, small),
    ("any-function", "depth", f"{HERE}.mean_depth", 0.99, small),
    ("any-function", "attained", f"{HERE}.average_sensitivity_exact", 0.99, parities),
]

MUTANTS = multiples(ROWS)
