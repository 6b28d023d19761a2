"""Claim 2.1 and Lemma 6: Fourier identities, and average sensitivity of halfspaces."""
