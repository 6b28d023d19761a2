"""Mutants: corruptions that a check must reject."""
