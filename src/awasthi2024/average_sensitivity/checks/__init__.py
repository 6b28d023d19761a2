"""Lemma 9 line by line, Theorem A, and sparsity on average (Remark 11)."""
