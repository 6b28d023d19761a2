"""Tests of phrases in a digest of the paper; the paper does not contain these phrases."""
