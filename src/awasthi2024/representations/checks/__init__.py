"""Checks of what sparsely activated networks represent."""
