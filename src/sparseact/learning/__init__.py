"""Learners: scikit-learn estimators, elimination over GF(2), and statistical-query oracles.

A name is imported when it is first used, since scikit-learn alone takes a second.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sparseact.learning.low_degree import LowDegreeRegressor
    from sparseact.learning.parity import solve_parity
    from sparseact.learning.sparse_relu import SparseReLURegressor
    from sparseact.learning.statistical_queries import AdversarialOracle, HonestOracle, SQOracle

__all__ = [
    "AdversarialOracle",
    "HonestOracle",
    "LowDegreeRegressor",
    "SQOracle",
    "SparseReLURegressor",
    "solve_parity",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    if name == "LowDegreeRegressor":
        from sparseact.learning.low_degree import LowDegreeRegressor

        return LowDegreeRegressor
    if name == "SparseReLURegressor":
        from sparseact.learning.sparse_relu import SparseReLURegressor

        return SparseReLURegressor
    if name == "solve_parity":
        from sparseact.learning.parity import solve_parity

        return solve_parity
    from sparseact.learning import statistical_queries

    return vars(statistical_queries)[name]
