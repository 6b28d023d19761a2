"""Contributions of single inputs, and sets of inputs, to a network: influences, coefficients.

Where the values over the cube are tabulated, or the neurons have few weights, they are
computed, with a bound on rounding. Elsewhere they are estimated from random points, and all
intervals, of all inputs and all sets of up to two, hold at the same time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sparseact.arguments import integer, seconds
from sparseact.cube import walsh_transform
from sparseact.inspector import sparse_spectrum
from sparseact.inspector.sampling import (
    LEVEL,
    Sums,
    flips,
    point_blocks,
    require_samples,
    rounding,
    value_range,
)
from sparseact.network import SparseReLUNetwork, require_network, tabulates
from sparseact.randomness import generator

#: Inputs with a weight up to which values are tabulated.
TABULATED = 24


class Influence(NamedTuple):
    """`E ¼(h(x) − h(x^{⊕i}))²` of one input, which is `Σ_{T∋i} ĥ(T)²`, with an interval."""

    name: str
    value: float
    lower: float
    upper: float


class Coefficient(NamedTuple):
    """A Fourier coefficient ĥ(T) = `E h(x)·Π_{i∈T} x_i`, and an interval around it."""

    names: tuple[str, ...]
    value: float
    lower: float
    upper: float


class Attribution(NamedTuple):
    """Influences of all inputs, in their order, and the largest coefficients."""

    influences: list[Influence]
    coefficients: list[Coefficient]
    samples: int | None  # random points; None: all points count, and intervals are of rounding

    def __repr__(self) -> str:
        largest = sorted(self.influences, key=lambda entry: -entry.value)[:3]
        shown = [f"  {entry.name}: {entry.value:.6g} in {_ends(entry)}" for entry in largest]
        shown += [
            f"  E h·{'·'.join(entry.names) or '1'}: {entry.value:.6g} in {_ends(entry)}"
            for entry in self.coefficients[:3]
        ]
        how = "all points" if self.samples is None else f"{self.samples} random points"
        sizes = f"{len(self.influences)} influences, {len(self.coefficients)} coefficients"
        return "\n".join([f"Attribution({sizes}, from {how}); the largest:", *shown])


def _ends(entry: Influence | Coefficient) -> str:
    return f"[{entry.lower:.6g}, {entry.upper:.6g}]"


def attribution(
    network: SparseReLUNetwork,
    top: int = 10,
    feature_names: Sequence[str] | None = None,
    *,
    samples: int = 100_000,
    seed: int = 0,
    time_limit: float | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Attribution:
    """Return the influence of each input and the largest Fourier coefficients.

    Parameters
    ----------
    network : SparseReLUNetwork
    top : int
        How many coefficients, the largest in size first. The empty set, whose coefficient is
        the mean, is one of them.
    feature_names : sequence of str, optional
        A name for each of the n inputs; None: x0, x1, …
    samples, seed : int
        Random points where the spectrum is not computed, 128 to 10 million, and their seed.
        Then the coefficients belong to sets of at most two inputs, of one if more than 4096
        inputs have a weight.
    time_limit : float, optional
        Seconds: a table that takes longer is not made, and fewer points are drawn.
    watch : function, optional
        Is called with how many of how many points are done.

    Returns
    -------
    Attribution
        With intervals: of rounding if `samples` is None, and else at 99 % for all influences
        and coefficients together (docs/proofs-numerics.md).

    Raises
    ------
    ValueError
        If there are not n names, or a number is not as above.

    Examples
    --------
    >>> from sparseact import SparseReLUNetwork
    >>> from sparseact.inspector.attribution import attribution
    >>> network = SparseReLUNetwork([[1, 1, 0]], [1], [1])  # 1 where both are 1
    >>> found = attribution(network, 2, ["rain", "wind", "sun"])
    >>> [(one.name, one.value) for one in found.influences]
    [('rain', 0.125), ('wind', 0.125), ('sun', 0.0)]
    >>> found.coefficients[1].names, found.coefficients[1].value
    (('rain',), 0.25)
    """
    require_network(network)
    names = input_names(network.n, feature_names)
    top, limit = integer("top", top, 0), seconds("time_limit", time_limit)
    samples, seed = require_samples(samples, seed)
    used = np.flatnonzero(network.w.any(axis=0))
    used = used if len(used) else np.array([0])
    part = SparseReLUNetwork(network.w[:, used], network.b, network.u, network.c)
    if len(used) <= TABULATED and tabulates(part, limit):
        parts = _tabulated(part, top)
    elif sparse_spectrum.fits(part, limit):
        parts = _of_few_weights(part, top)
    else:
        parts = _estimated(part, top, samples, seed, time.monotonic() + limit, watch)
    influences, coefficients, drawn = parts
    every = [Influence(name, 0.0, 0.0, 0.0) for name in names]
    for i, numbers in zip(used.tolist(), influences, strict=True):
        every[i] = Influence(names[i], *numbers)
    named = [
        Coefficient(tuple(names[used[i]] for i in members), *numbers)
        for members, numbers in coefficients
    ]
    return Attribution(every, named, drawn)


def input_names(n: int, feature_names: Sequence[str] | None) -> list[str]:
    """Return a name for each of n inputs, or raise a ValueError where those given do not fit."""
    if feature_names is None:
        return [f"x{i}" for i in range(n)]
    if isinstance(feature_names, str) or not isinstance(feature_names, Iterable):
        raise ValueError(f"feature_names must be a list of names, got {feature_names!r}")
    names = [str(name) for name in feature_names]
    if len(names) != n:
        raise ValueError(f"feature_names must have {n} names, got {len(names)}")
    return names


#: A value, and the ends of its interval.
Numbers = tuple[float, float, float]
Found = tuple[list[Numbers], list[tuple[list[int], Numbers]], int | None]


def _tabulated(network: SparseReLUNetwork, top: int) -> Found:
    """Take all coefficients from the table of values."""
    values = network.values()
    n, s = network.n, network.s
    coefficients = walsh_transform(values)
    squares = np.square(coefficients)
    weights = [
        float(squares.reshape(-1, 2, 1 << i)[:, 1].ravel().sum()) for i in range(n)
    ]  # a copy, which is summed in pairs
    # As in `measured`: of all coefficients together, in the Euclidean norm.
    exact = network.is_exact() and _adds_up(values)
    error = 0.0 if exact else (2 * n + s + 4) * 2.0**-52 * network.largest_value
    return _named(
        coefficients, weights, lambda place: [i for i in range(n) if place >> i & 1], error, top
    )


def _adds_up(values: np.ndarray) -> bool:
    """Return whether all sums of ± the values are floats: they are multiples of one unit."""
    most = float(np.abs(values).max()) * len(values)
    unit = 2.0 ** (math.frexp(most)[1] - 53)
    return bool((np.abs(values) % unit == 0).all())


def _of_few_weights(network: SparseReLUNetwork, top: int) -> Found:
    """Compute coefficients from the neurons' coefficients."""
    total, unit = sparse_spectrum.coefficients(network)
    squares = [0] * network.n
    for chosen, number in total.items():
        for i in chosen:
            squares[i] += number * number
    # A quotient of integers is rounded once, and not at all where a float holds the numerator.
    up, down = unit.as_integer_ratio()
    coefficients = np.array([number * up / down for number in total.values()])
    weights = [square * up**2 / down**2 for square in squares]
    exact = max(map(abs, total.values())) * up <= 2**53
    error = 0.0 if exact else 2.0**-52 * float(np.linalg.norm(coefficients))
    sets = list(total)
    return _named(coefficients, weights, lambda place: list(sets[place]), error, top)


def _named(
    coefficients: np.ndarray,
    weights: list[float],
    members: Callable[[int], list[int]],
    error: float,
    top: int,
) -> Found:
    """Put intervals around the numbers; `error` bounds the error of all coefficients together."""
    influences = []
    for weight in weights:
        gap = 2 * math.sqrt(weight) * error + error**2 + 2.0**-46 * weight  # of its sum
        influences.append((weight, max(weight - gap, 0.0), weight + gap))
    named = []
    for place in _largest(coefficients, top):
        value = float(coefficients[place])
        named.append((members(place), (value, value - error, value + error)))
    return influences, named, None


def _largest(numbers: np.ndarray, top: int) -> list[int]:
    """Return the places of the numbers that are largest in size, of equal ones the first."""
    if not top:
        return []
    sizes = np.abs(numbers)
    least = np.partition(sizes, -top)[-top] if top < len(sizes) else 0.0
    places = np.flatnonzero(sizes >= least)
    return places[np.argsort(-sizes[places], kind="stable")][:top].tolist()


def _estimated(
    network: SparseReLUNetwork,
    top: int,
    samples: int,
    seed: int,
    deadline: float,
    watch: Callable[[int, int], None] | None,
) -> Found:
    """Take the means over random points, with empirical Bernstein bounds (Maurer and Pontil)."""
    n = network.n
    low, high = value_range(network)
    sums = Sums(n)
    moved, squared = np.zeros(n), np.zeros(n)
    for x, z, h in point_blocks(network, samples, generator(seed, "attribution"), deadline, watch):
        sums.add(x, h - (low + high) / 2)
        flipped = flips(network, x, z, h)
        moved += flipped.sum(axis=0)
        squared += np.square(flipped).sum(axis=0)
    drawn = sums.points
    # As in `sampling`: errors of values, of their squared changes, and of sums over points.
    error = rounding(network)
    last = sums.rounding
    moves = (np.abs(network.u) @ np.abs(network.w)) * (1 + 2.0**-40)
    of_flips = error * (2 * moves + error) + last * moves**2
    log = math.log(8 * n / (1 - LEVEL))  # influences use half of the failures allowed
    mean = moved / drawn
    spread = np.maximum(squared / drawn - mean**2, 0) * drawn / (drawn - 1)
    deviation = np.sqrt(spread + 4 * last * moves**4) + 2 * of_flips
    margin = deviation * math.sqrt(2 * log / drawn) + 7 * moves**2 * log / (3 * (drawn - 1))
    margin += of_flips
    influences = [
        (min(value, most), max(min(value, most) - gap, 0.0), min(value + gap, most))
        for value, gap, most in zip(
            mean.tolist(), margin.tolist(), (moves**2).tolist(), strict=True
        )
    ]
    rows, columns = np.triu_indices(n if sums.second is not None else 0, 1)
    values = np.concatenate([[sums.mean], sums.first, sums.pairs()]) / drawn
    # The centre of h is part of the empty set's coefficient only.
    values[0] += (low + high) / 2 + network.c
    # The square of a coefficient is part of the influence of each input in its set.
    most = np.sqrt([upper for _, _, upper in influences])
    reach = np.concatenate([[math.inf], most, np.minimum(most[rows], most[columns])])
    log = math.log(8 * len(values) / (1 - LEVEL))
    square = sums.squares / drawn
    named = []
    shown = np.clip(values, -reach, reach)
    for place in _largest(shown, top):
        own = sums.mean / drawn if place == 0 else float(values[place])
        variance = max(square - own**2, 0.0) * drawn / (drawn - 1)
        deviation = math.sqrt(variance + 4 * last * (high - low) ** 2) + 2 * error
        gap = deviation * math.sqrt(2 * log / drawn) + 7 * (high - low) * log / (3 * (drawn - 1))
        gap += error + last * (abs(low) + abs(high) + abs(network.c))
        lower = max(float(values[place]) - gap, -float(reach[place]))
        upper = min(float(values[place]) + gap, float(reach[place]))
        pair = place - n - 1
        inputs = [int(rows[pair]), int(columns[pair])] if pair >= 0 else [place - 1][: place > 0]
        named.append((inputs, (float(shown[place]), lower, upper)))
    return influences, named, drawn
