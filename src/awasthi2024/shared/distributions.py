"""Distributions over the cube {±1}^n other than the uniform one, to learn from.

Each is fixed by its name and n, so that two draws under one name, a training
set and a test set, are from one distribution. With μ_i = E x_i a coordinate is
+1 with probability (1 + μ_i)/2.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sparseact.randomness import Randomness, as_generator, generator

#: The means of "product" and "mixture" lie in [−_LARGEST_MEAN, _LARGEST_MEAN].
_LARGEST_MEAN = 0.75

#: Components of "mixture".
_COMPONENTS = 4

#: The correlation of neighbours under "markov".
_CORRELATION = 0.5


def draw(name: str, m: int, n: int, rng: Randomness) -> NDArray[np.int8]:
    """Return m independent points of {±1}^n from the named distribution.

    - "uniform": independent fair coordinates.
    - "product": independent coordinates whose means were drawn, once and for
      all for each n, uniformly from [−¾, ¾].
    - "markov": `markov` with correlation ½.
    - "mixture": a fair choice among 4 product distributions, whose means were drawn like the means
      of "product".

    `rng` draws the points, not the means, which are fixed. The shape is (m, n).
    """
    return _DRAWS[name](m, n, as_generator(rng))


def uniform(m: int, n: int, rng: Randomness) -> NDArray[np.int8]:
    """Return m uniform points of {±1}^n, shape (m, n)."""
    drawn = as_generator(rng).integers(0, 2, size=(m, n), dtype=np.int8)
    return (2 * drawn - 1).astype(np.int8)


def product(m: int, means: ArrayLike, rng: Randomness) -> NDArray[np.int8]:
    """Return m points with independent coordinates of means in [−1, 1], shape (n,) or (m, n)."""
    mu = np.asarray(means, dtype=np.float64)
    drawn = as_generator(rng).random((m, mu.shape[-1]))
    return np.where(drawn < (1 + mu) / 2, 1, -1).astype(np.int8)


def markov(m: int, n: int, correlation: float, rng: Randomness) -> NDArray[np.int8]:
    """Return m runs of a stationary two-state chain along the coordinates.

    x_1 is fair, and x_{i+1} = x_i with probability (1 + ρ)/2. So every
    coordinate is fair and E x_i x_j = ρ^|i−j|, with the correlation ρ in [−1, 1].
    """
    rng = as_generator(rng)
    steps = np.where(rng.random((m, n)) < (1 + correlation) / 2, 1, -1).astype(np.int8)
    steps[:, 0] = 2 * rng.integers(0, 2, size=m) - 1
    return np.cumprod(steps, axis=1, dtype=np.int8)


def means(name: str, n: int) -> NDArray[np.float64]:
    """Return the means of "product", shape (n,), or of the parts of "mixture", shape (4, n)."""
    size = {"product": (n,), "mixture": (_COMPONENTS, n)}[name]
    rng = generator(0, "distributions", name, n)
    return rng.uniform(-_LARGEST_MEAN, _LARGEST_MEAN, size=size)


def _mixture(m: int, n: int, rng: np.random.Generator) -> NDArray[np.int8]:
    return product(m, means("mixture", n)[rng.integers(_COMPONENTS, size=m)], rng)


_DRAWS: dict[str, Callable[[int, int, np.random.Generator], NDArray[np.int8]]] = {
    "uniform": uniform,
    "product": lambda m, n, rng: product(m, means("product", n), rng),
    "markov": lambda m, n, rng: markov(m, n, _CORRELATION, rng),
    "mixture": _mixture,
}

#: The distributions that `draw` knows.
NAMES = tuple(_DRAWS)
