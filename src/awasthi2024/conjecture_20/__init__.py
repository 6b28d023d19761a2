"""Conjecture 20 (§5): a Rademacher complexity of at most (WR+B)√(sk)/√m, by reading."""
