"""Decision trees: a leaf is 1 or −1, a node (i, tree where x_i = 1, tree where x_i = −1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

Tree = Any  # int | tuple[int, Tree, Tree]


def all_trees(variables: Sequence[int]) -> list[Tree]:
    """Return all trees that ask some of the variables, none twice on a path."""
    trees: list[Tree] = [1, -1]
    for i in variables:
        below = all_trees([other for other in variables if other != i])
        trees += [(i, plus, minus) for plus in below for minus in below]
    return trees


def random_tree(variables: Sequence[int], rng: np.random.Generator) -> Tree:
    """Return a tree that asks variables at random, and stops with probability 1/5 at each node."""
    if not variables or rng.random() < 0.2:
        return 1 if rng.random() < 0.5 else -1
    i = int(rng.choice(variables))
    rest = [other for other in variables if other != i]
    return i, random_tree(rest, rng), random_tree(rest, rng)


def threshold_tree(weights: Mapping[int, int], bias: int, rng: np.random.Generator) -> Tree:
    """Return a tree for Σ w_i x_i + bias > 0 that asks at random until the value is certain."""
    total = sum(weights.values())
    if bias - total > 0 or bias + total <= 0:
        return 1 if bias > 0 else -1
    i = int(rng.choice(list(weights)))
    rest = {other: weight for other, weight in weights.items() if other != i}
    plus, minus = bias + weights[i], bias - weights[i]
    return i, threshold_tree(rest, plus, rng), threshold_tree(rest, minus, rng)


def parity_tree(m: int, sign: int = 1) -> Tree:
    """Return the complete tree of the parity of m signs, times a sign."""
    return (m - 1, parity_tree(m - 1, sign), parity_tree(m - 1, -sign)) if m else sign


def values(tree: Tree, n: int) -> np.ndarray:
    """Return the function that a tree computes, shape (2^n,), in the cube's order."""
    if isinstance(tree, int):
        return np.full(1 << n, tree)
    i, plus, minus = tree
    return np.where(np.arange(1 << n) >> i & 1, values(minus, n), values(plus, n))


def size(tree: Tree) -> int:
    """Return the number of leaves."""
    return 1 if isinstance(tree, int) else size(tree[1]) + size(tree[2])


def mean_depth(tree: Tree) -> Fraction:
    """Return the expected number of queries at a uniform input."""
    if isinstance(tree, int):
        return Fraction(0)
    return 1 + (mean_depth(tree[1]) + mean_depth(tree[2])) / 2


def is_monotone(f: np.ndarray) -> bool:
    """Return whether f, shape (2^n,), nowhere falls when a sign becomes 1."""
    strides = [1 << i for i in range(f.size.bit_length() - 1)]
    pairs = [f.reshape(-1, 2, stride) for stride in strides]  # bit 0 of t is the sign 1
    return all((pair[:, 0] >= pair[:, 1]).all() for pair in pairs)
