"""One source of randomness: generators derived from a seed and a stable name."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

#: A source of randomness, as NumPy's users give it (see `as_generator`).
Randomness = int | np.random.SeedSequence | np.random.Generator | None

#: The seed of instances whose success probability is estimated: the same in every
#: run, so that runs with other seeds estimate the same probability.
COMMON_SEED = 0


def generator(seed: int, *name: object) -> np.random.Generator:
    """Return the generator that belongs to `name` under `seed`, an integer of at least 0.

    The stream depends only on the seed and on the name, whose parts are used through ``str``, and
    never on the order in which streams are made, so jobs may run in any order.
    """
    digest = hashlib.sha256("\x1f".join(str(part) for part in name).encode()).digest()
    words = np.frombuffer(digest, dtype="<u4").tolist()
    return np.random.default_rng(np.random.SeedSequence([int(seed), *words]))


def as_generator(rng: Randomness) -> np.random.Generator:
    """Return a generator from a seed, None or a generator by `numpy.random.default_rng`.

    A generator is returned as it is, so that its stream goes on; None is fresh randomness.

    Raises ValueError if it is something else.
    """
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(
            f"rng must be a seed of at least 0, None or a numpy.random.Generator, got {rng!r}"
        ) from None


def nearly_normal(rng: Randomness, size: tuple[int, ...]) -> NDArray[np.float64]:
    """Return draws of mean 0 and variance 1, almost normal: sums of twelve uniform ones, less 6.

    Only additions are rounded, in one order, so the bits are the same on every processor;
    `rng.normal` calls the platform's exponential in its tails.
    """
    rng = as_generator(rng)
    total = np.full(size, -6.0)
    for _ in range(12):
        total += rng.random(size)
    return total
