"""The vectors of Z_q^m, and the labels λ(a) = (a mod q) mod p."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from awasthi2024.constructions.quadratic_lift import (
    code_length,
)
from sparseact.cube import MemoryBoundError

#: Vectors of Z_q^m are enumerated up to this number, and this work q^m·s·r² of a network.
MOST_VECTORS = 2**16

MOST_WORK = 10**11

BLOCK = 4096  # vectors whose lifts exist at one time


def all_vectors(q: int, m: int) -> np.ndarray:
    """Return all vectors of Z_q^m in lexicographic order; int64, shape (q^m, m).

    MemoryBoundError if q^m exceeds 2^24.
    """
    code_length(q)
    if m * math.log2(q) > 24:
        raise MemoryBoundError(f"all of Z_q^m: q^m must be at most 2^24, got {q}^{m}")
    return np.stack(np.unravel_index(np.arange(q**m), (q,) * m), axis=1)


def vectors(q: int, m: int, work: int, sample: int, rng: np.random.Generator) -> np.ndarray:
    """Return all of Z_q^m where q^m and q^m·work are small enough, else a uniform sample."""
    if m * math.log2(q) <= math.log2(MOST_VECTORS) and q**m * work <= MOST_WORK:
        return all_vectors(q, m)
    return rng.integers(0, q, size=(sample, m))


def label(a: Any, q: int, p: int) -> Any:
    """Return λ(a) = (a mod q) mod p, for an integer or an array."""
    return a % q % p
