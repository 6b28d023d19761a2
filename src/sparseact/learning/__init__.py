"""Learners: scikit-learn estimators, elimination over GF(2), and statistical-query oracles."""

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
