"""Large Fourier coefficients from membership queries: Goldreich–Levin, Kushilevitz–Mansour.

The weight of all sets that meet the first j coordinates in α is
Σ_{T∩[j]=α} ĥ(T)² = E h(y, z) h(y', z) χ_α(y) χ_α(y'), with y, y' uniform on {±1}^j
and z on the rest, where ĥ are the Fourier coefficients of h. Two queries give one term. Sets
of weight at least θ² are followed coordinate by coordinate. The values are real numbers,
of size at most C. Proofs: docs/proofs-digest.md, 6.

References
----------
O. Goldreich, L. A. Levin (1989). A hard-core predicate for all one-way functions. STOC 1989.
doi:10.1145/73007.73010
E. Kushilevitz, Y. Mansour (1993). Learning decision trees using the Fourier spectrum.
SIAM J. Comput. 22. doi:10.1137/0222080
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

#: Answers at points (m, n) of ±1, shape (m,).
Query = Callable[[np.ndarray], np.ndarray]

_BLOCK = 1 << 14  # points in one query of the target


class Search(NamedTuple):
    """The sets found, as masks in rising order; queries made; most sets kept at a coordinate."""

    masks: list[int]
    queries: int
    most_followed: int


def large_coefficients(
    query: Query, n: int, threshold: float, samples: int, rng: np.random.Generator
) -> Search:
    """Search for the sets T with |ĥ(T)| at least `threshold`.

    A set is followed while the estimate of its weight is at least (5/8)·threshold². With
    `samples` = `bounds.search_samples` for a δ, with probability 1 − δ all sets of at least the
    threshold are found, and no set with |ĥ(T)| below half of it.

    `query` takes points of shape (m, n), int8 of ±1, and returns h at them. `samples` are the pairs
    of queries at each coordinate; n is at most 62, so that masks are non-negative int64.
    """
    kept = np.zeros(1, dtype=np.int64)
    queries = most = 0
    for j in range(1, n + 1):
        candidates = np.concatenate([kept, kept | (1 << (j - 1))])
        totals = np.zeros(len(candidates))
        for start in range(0, samples, _BLOCK):
            size = min(_BLOCK, samples - start)
            totals += _summed_products(query, n, j, candidates, size, rng)
        queries += 2 * samples
        kept = candidates[8 * totals >= 5 * threshold**2 * samples]
        most = max(most, len(kept))
        if not len(kept):
            break
    return Search(sorted(kept.tolist()), queries, most)


def _summed_products(
    query: Query, n: int, j: int, candidates: np.ndarray, size: int, rng: np.random.Generator
) -> np.ndarray:
    """Return Σ h(y, z) h(y', z) χ_α(y) χ_α(y') over fresh points, for each candidate α."""
    first = rng.integers(0, 1 << n, size=size, dtype=np.int64)
    change = rng.integers(0, 1 << j, size=size, dtype=np.int64)  # y' = y where a bit is 0
    products = query(as_points(first, n)) * query(as_points(first ^ change, n))
    return np.array([products @ _character(alpha, change) for alpha in candidates])


def estimated_coefficients(
    query: Query, n: int, masks: list[int], samples: int, rng: np.random.Generator
) -> np.ndarray:
    """Return the means of h χ_T over `samples` fresh uniform points, for each mask T."""
    t = rng.integers(0, 1 << n, size=samples, dtype=np.int64)
    values = query(as_points(t, n))
    return np.array([values @ _character(mask, t) / samples for mask in masks])


def as_points(t: np.ndarray, n: int) -> np.ndarray:
    """Return the points of these numbers, shape (m, n), int8 of ±1: bit i is set where x_i = −1."""
    return (1 - 2 * (t[:, None] >> np.arange(n) & 1)).astype(np.int8)


def _character(mask: int, t: np.ndarray) -> np.ndarray:
    """Return χ_T at the points of numbers t."""
    return 1.0 - 2.0 * (np.bitwise_count(t & mask) & 1)
