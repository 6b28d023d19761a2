"""Mutants: corruptions that show what a check rejects."""
