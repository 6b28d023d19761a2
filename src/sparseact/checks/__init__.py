"""Checks: one module per claim family; instances in, records out."""
