"""Checks of phrases of a digest of the paper: polynomials, queries, depth. None is the paper's."""
