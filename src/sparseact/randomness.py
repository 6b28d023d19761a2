"""One source of randomness: generators derived from a seed and a stable name."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

#: The seed of what every run has in common: instances whose success probability
#: is estimated, so that runs with other seeds estimate the same one.
COMMON_SEED = 0


def generator(seed: int, *name: object) -> np.random.Generator:
    """Return the generator that belongs to `name` under `seed`.

    The stream depends on the seed and on the name alone, never on the order
    in which streams are asked for, so jobs may run in any order.

    Parameters
    ----------
    seed : int
        The run's seed, at least 0.
    *name : object
        Parts of a stable name; each is used through ``str``.
    """
    digest = hashlib.sha256("\x1f".join(str(part) for part in name).encode()).digest()
    words = np.frombuffer(digest, dtype="<u4").tolist()
    return np.random.default_rng(np.random.SeedSequence([seed, *words]))


def nearly_normal(rng: np.random.Generator, size: tuple[int, ...]) -> NDArray[np.float64]:
    """Return draws of mean 0 and variance 1, almost normal: sums of twelve uniform ones, less 6.

    Only additions are rounded, in one order, so the bits are the same on every
    processor; `rng.normal` calls the platform's exponential in its tails.

    Parameters
    ----------
    rng : numpy.random.Generator
    size : tuple of int
        Shape of the result.
    """
    total = np.full(size, -6.0)
    for _ in range(12):
        total += rng.random(size)
    return total
