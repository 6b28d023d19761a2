"""Learners: scikit-learn estimators, elimination over GF(2), and statistical-query oracles.

Each is imported when it is asked for: scikit-learn takes longer to import than many a job
takes to run, and most jobs need another learner than these estimators or none.
"""

from typing import Any

__all__ = [
    "AdversarialOracle",
    "HonestOracle",
    "LowDegreeRegressor",
    "SQOracle",
    "SparseReLURegressor",
    "solve_parity",
]


def __getattr__(name: str) -> Any:
    if name == "LowDegreeRegressor":
        from sparseact.learning.low_degree import LowDegreeRegressor

        return LowDegreeRegressor
    if name == "SparseReLURegressor":
        from sparseact.learning.sparse_relu import SparseReLURegressor

        return SparseReLURegressor
    if name == "solve_parity":
        from sparseact.learning.parity import solve_parity

        return solve_parity
    if name in {"AdversarialOracle", "HonestOracle", "SQOracle"}:
        from sparseact.learning.statistical_queries import AdversarialOracle, HonestOracle, SQOracle

        return {item.__name__: item for item in (AdversarialOracle, HonestOracle, SQOracle)}[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
