"""Rademacher complexities of sparsely activated networks, and the proof of Theorem 19."""
