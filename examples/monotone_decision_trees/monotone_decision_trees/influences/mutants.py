"""Corruptions that the checks must reject."""

from __future__ import annotations

from monotone_decision_trees.influences import checks

from claimcheck.mutation.mutants import multiples

HERE = "monotone_decision_trees.influences.checks"


def small():
    return checks.measure_all_trees(largest=2).records


def parities():
    return checks.measure_parities(largest=3).records


#: Claim, statement, what is multiplied until the statement just turns, and on which run.
MULTIPLES = [
    ("first-order", "printed", f"{HERE}.mean_depth", small),
    ("first-order", "size", f"{HERE}.log_size", small),
    ("monotone", "printed", f"{HERE}.log_size", small),
    ("monotone", "sum", f"{HERE}.first_order", small),
    ("any-function", "printed", f"{HERE}.log_size", small),
    ("any-function", "depth", f"{HERE}.mean_depth", small),
    ("any-function", "attained", f"{HERE}.average_sensitivity_exact", parities),
]

MUTANTS = multiples(MULTIPLES)
