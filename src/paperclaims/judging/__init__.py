"""Verdicts of statements and statuses of claims, computed from records."""
