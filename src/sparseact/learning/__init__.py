"""Learners, as scikit-learn estimators."""

from sparseact.learning.low_degree import LowDegreeRegressor

__all__ = ["LowDegreeRegressor"]
