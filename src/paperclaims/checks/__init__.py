"""Checks: how they register, which comparisons they record, and how they are run."""
