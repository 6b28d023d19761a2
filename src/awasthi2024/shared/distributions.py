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

    Parameters
    ----------
    name : {"uniform", "product", "markov", "mixture"}
    m : int
        Number of points, at least 1.
    n : int
        Dimension, at least 1.
    rng : int, numpy.random.Generator or None
        Source of the points (see `sparseact.randomness.as_generator`); not of
        the means, which are fixed.

    Returns
    -------
    ndarray of int8, shape (m, n), of ±1

    Raises
    ------
    ValueError
        If the name is unknown, m or n out of range, or `rng` is something else.
    """
    if name not in NAMES:
        raise ValueError(f"draw: no distribution {name!r}; there are {', '.join(NAMES)}")
    _count("m", m)
    _count("n", n)
    return _DRAWS[name](m, n, as_generator(rng))


def uniform(m: int, n: int, rng: Randomness) -> NDArray[np.int8]:
    """Return m uniform points of {±1}^n, shape (m, n)."""
    drawn = as_generator(rng).integers(0, 2, size=(m, n), dtype=np.int8)
    return (2 * drawn - 1).astype(np.int8)


def product(m: int, means: ArrayLike, rng: Randomness) -> NDArray[np.int8]:
    """Return m points with independent coordinates of the given means.

    Parameters
    ----------
    m : int
    means : array_like, shape (n,) or (m, n)
        In [−1, 1]; a row for each point if there are two axes.
    rng : int, numpy.random.Generator or None
        Source of the points.

    Raises
    ------
    ValueError
        If a mean is outside [−1, 1] or the shape is another.
    """
    mu = np.asarray(means, dtype=np.float64)
    if mu.ndim not in (1, 2) or (mu.ndim == 2 and len(mu) != m) or not mu.size:
        raise ValueError(f"product: means must have shape (n,) or ({m}, n), got {mu.shape}")
    if not np.all(np.abs(mu) <= 1):
        raise ValueError("product: a mean lies outside [-1, 1]")
    drawn = as_generator(rng).random((m, mu.shape[-1]))
    return np.where(drawn < (1 + mu) / 2, 1, -1).astype(np.int8)


def markov(m: int, n: int, correlation: float, rng: Randomness) -> NDArray[np.int8]:
    """Return m runs of a stationary two-state chain along the coordinates.

    x_1 is fair, and x_{i+1} = x_i with probability (1 + ρ)/2. So every
    coordinate is fair and E x_i x_j = ρ^|i−j|.

    Parameters
    ----------
    correlation : float
        ρ, in [−1, 1]; 0 is the uniform distribution.

    Raises
    ------
    ValueError
        If ρ is outside [−1, 1].
    """
    if not -1 <= correlation <= 1:
        raise ValueError(f"markov: correlation must lie in [-1, 1], got {correlation}")
    rng = as_generator(rng)
    steps = np.where(rng.random((m, n)) < (1 + correlation) / 2, 1, -1).astype(np.int8)
    steps[:, 0] = 2 * rng.integers(0, 2, size=m) - 1
    return np.cumprod(steps, axis=1, dtype=np.int8)


def means(name: str, n: int) -> NDArray[np.float64]:
    """Return the means of "product", shape (n,), or of the parts of "mixture", shape (4, n).

    Raises
    ------
    ValueError
        If the name is neither.
    """
    shapes = {"product": (n,), "mixture": (_COMPONENTS, n)}
    if name not in shapes:
        raise ValueError(f"means: {name!r} is not one of {', '.join(shapes)}")
    rng = generator(0, "distributions", name, n)
    return rng.uniform(-_LARGEST_MEAN, _LARGEST_MEAN, size=shapes[name])


def _product(m: int, n: int, rng: np.random.Generator) -> NDArray[np.int8]:
    return product(m, means("product", n), rng)


def _markov(m: int, n: int, rng: np.random.Generator) -> NDArray[np.int8]:
    return markov(m, n, _CORRELATION, rng)


def _mixture(m: int, n: int, rng: np.random.Generator) -> NDArray[np.int8]:
    return product(m, means("mixture", n)[rng.integers(_COMPONENTS, size=m)], rng)


_DRAWS: dict[str, Callable[[int, int, np.random.Generator], NDArray[np.int8]]] = {
    "uniform": uniform,
    "product": _product,
    "markov": _markov,
    "mixture": _mixture,
}

#: The distributions that `draw` knows.
NAMES = tuple(_DRAWS)


def _count(name: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"draw: {name} must be an integer of at least 1, got {value}")
