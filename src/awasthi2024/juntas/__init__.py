"""Conjecture 12 and Theorem 13: juntas, their 1-sparse networks, and the degree that they need."""
