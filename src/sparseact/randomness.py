"""One source of randomness: generators derived from a seed and a stable name."""

from __future__ import annotations

import hashlib

import numpy as np


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
