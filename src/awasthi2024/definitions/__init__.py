"""Definitions 1 and 2, and the sensitivity at a point."""
