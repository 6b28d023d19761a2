"""Checks of what sparsely activated networks represent.

- `examples`: Index and dense parities of the introduction.
- `appendix_a`: 1-sparse networks whose weight vectors are not sparse.
- `theorem_v`: how many neurons sparse networks need.
"""
