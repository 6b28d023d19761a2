"""Learners on planted and real data: tests of phrases in a digest of the paper."""
