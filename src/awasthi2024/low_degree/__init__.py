"""Checks of the low-degree algorithm: Lemma 7, Theorems 4 and 8, learning with noise."""
