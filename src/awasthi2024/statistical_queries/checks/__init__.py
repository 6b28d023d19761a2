"""Checks of the statistical-query lower bounds of §1 and §4, and of Theorems Q, X and U."""
