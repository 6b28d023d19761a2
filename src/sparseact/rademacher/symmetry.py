"""Symmetries of a sample: pairs of points that may be exchanged, decided exactly."""

from __future__ import annotations

import itertools

import numpy as np


def exact_gram(x: np.ndarray) -> list[list[int]]:
    """Return the inner products as integers times one power of two."""
    ratios = [[v.as_integer_ratio() for v in row] for row in x.tolist()]
    common = max(q for row in ratios for _, q in row)
    rows = [[p * (common // q) for p, q in row] for row in ratios]
    return [[sum(map(int.__mul__, a, b)) for b in rows] for a in rows]


def exchangeable(gram: list[list[int]], a: int, b: int) -> bool:
    """Return whether exchanging points a and b leaves the Gram matrix as it is."""
    return gram[a][a] == gram[b][b] and all(
        gram[a][i] == gram[b][i] for i in range(len(gram)) if i not in (a, b)
    )


def cube_transpositions(x: np.ndarray) -> set[tuple[int, int]]:
    """Return the pairs of points that an isometry of the cube exchanges, fixing the others."""
    n = x.shape[1]
    places = {tuple(row): i for i, row in enumerate(x.tolist())}
    pairs = set()
    for order in itertools.permutations(range(n)):
        for flips in itertools.product((1.0, -1.0), repeat=n):
            images = [places.get(tuple(row)) for row in (x[:, order] * flips).tolist()]
            moved = [i for i, image in enumerate(images) if image != i]
            if len(moved) == 2 and images[moved[0]] == moved[1] and images[moved[1]] == moved[0]:
                pairs.add((moved[0], moved[1]))
    return pairs
