"""Families of point sets of norm at most 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from sparseact.cube import points as cube_points
from sparseact.randomness import generator


def equicorrelated(m: int, r: float) -> np.ndarray:
    """Return m unit vectors of R^m with inner products r ≥ −1/(m − 1)."""
    along, across = math.sqrt(max(1 + (m - 1) * r, 0.0)), math.sqrt(1 - r)
    return across * np.eye(m) + (along - across) / m


def _polygon(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    angles = 2 * np.pi * np.arange(m) / m
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _sphere(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    x = rng.normal(size=(m, n))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


#: Point sets of norm at most 1 that the search starts from and tabulates.
FAMILIES: dict[str, Callable[[int, int, np.random.Generator], np.ndarray]] = {
    "simplex": lambda m, n, rng: equicorrelated(m, -1 / (m - 1)),
    "polygon": _polygon,
    "line": lambda m, n, rng: np.linspace(-1, 1, m)[:, None],
    "pairs of equal points": lambda m, n, rng: np.repeat(np.eye((m + 1) // 2), 2, axis=0)[:m],
    "random on the sphere": _sphere,
    "random vertices of the cube": lambda m, n, rng: (
        cube_points(n)[rng.integers(2**n, size=m)] / math.sqrt(n)
    ),
}


def point_sets(seed: int, m: int, repeats: int) -> Iterator[tuple[str, int, np.ndarray]]:
    """Yield the point sets of m points: family, number and points, `repeats` of each random one."""
    for family, draw in FAMILIES.items():
        random = family.startswith("random")
        dimensions = (2, 3, m) if random else (m,)
        for n in sorted(set(dimensions)):
            for number in range(repeats if random else 1):
                rng = generator(seed, "conjecture_20", family, m, n, number)
                yield family, number, draw(m, n, rng)
