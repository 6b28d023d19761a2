"""Phrases in a digest of the paper, put to the test; none of them is the paper's."""
