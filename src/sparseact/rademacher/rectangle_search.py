"""A search for the sizes of Theorem H's samples with the fewest points, in floating point.

For given rows and sets the ratio grows with the number of columns, so the search
is only over the rows and sets: through all small ones, and downhill among large
ones. The result is certified at the end, by `rectangles.squared_ratio_below`.
Nothing says that no smaller sample is left.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

import numpy as np
from scipy.special import betaincc, gammaln, logsumexp

from sparseact.rademacher.rectangles import Rectangles, squared_ratio_below
from sparseact.rademacher.sorted_halves import SortedHalves

#: Up to this number of rows all are tried; from there on steps of a twentieth, and then a descent.
_FEW = 60
#: More points than are ever searched.
_MANY = 1e60


_Sizes = TypeVar("_Sizes", bound=Rectangles)


class _Shape(NamedTuple):
    """All of a sample but its columns: rows, sets' rows, gain, ln π and ln 2C(n,a)/(nk)."""

    n: int
    a: int
    gain: float
    log_probability: float
    log_share: float


def _log_comb(n: int, k: int | np.ndarray) -> np.ndarray:
    return gammaln(n + 1.0) - gammaln(np.add(k, 1.0)) - gammaln(n - np.asarray(k) + 1.0)


def _shape(n: int, h: int, a: int) -> _Shape | None:
    """Return the shape of `Rectangles`; None outside their range."""
    if not 1 <= a <= h <= n:
        return None
    heads = np.arange(a, n + 1)
    usable = np.minimum(heads, h)
    sets = gammaln(usable + 1.0) - gammaln(a + 1.0) - gammaln(usable - a + 1.0)
    all_sets = float(_log_comb(n, a))
    probability = float(logsumexp(_log_comb(n, heads) + sets)) - n * math.log(2) - all_sets
    active = float(_log_comb(h - 1, a - 1))
    return _Shape(n, a, a, probability, math.log(2) + all_sets - active - math.log(n))


def _halves_shape(h: int, a: int, agreeing: int) -> _Shape | None:
    """Return the shape of `SortedHalves`; None outside their range."""
    if not (1 <= a <= h and a < 2 * agreeing <= 2 * a):
        return None
    n = 2 * h
    most = np.arange(agreeing, a + 1)
    sets = _log_comb(h, most) + _log_comb(h, a - most)
    some = float(logsumexp(sets))
    lost = math.exp(float(_log_comb(n, h)) - n * math.log(2))
    gain = (1 - lost) * float(np.exp(sets - some) @ (2 * most - a))
    all_sets = float(_log_comb(n, a))
    active = some + math.log(a / h)
    log_share = math.log(2) + all_sets - active - math.log(n)
    return _Shape(n, a, gain, some - all_sets, log_share)


def _best(shape: _Shape, N: float) -> tuple[float, int]:
    """Return the largest ratio over b for N columns, and that b: a search by the golden section."""
    probability = math.exp(shape.log_probability)
    mean = N * probability

    def ratio(b: int) -> float:
        # E min(X, b) = E[X; X < b] + b·Pr[X ≥ b], and both are tails of binomial laws.
        fewer = betaincc(b - 1, N - b + 1, probability) if b > 1 else 0.0
        full = 1 - betaincc(b, N - b + 1, probability)
        return (mean * fewer + b * full) / (math.sqrt(shape.a) + math.sqrt(b) + 1)

    low, high = 1, max(2, int(min(2 * mean + 20, N)))
    while high - low > 3:
        left, right = low + int(0.382 * (high - low)), low + int(0.618 * (high - low)) + 1
        if ratio(left) < ratio(right):
            low = left
        else:
            high = right
    b = max(range(low, high + 1), key=ratio)
    return shape.gain * ratio(b) * math.exp((shape.log_share - math.log(N)) / 2), b


def _least_points(shape: _Shape | None, ratio: float, below: float) -> float:
    """Return the smallest number of points with that ratio; infinity if it is not < `below`."""
    if shape is None:
        return math.inf
    limit = shape.gain * math.exp((shape.log_probability + shape.log_share) / 2)
    low, high = 1.0, below / shape.n
    if limit <= ratio or high <= low or _best(shape, high)[0] <= ratio:
        return math.inf
    while high > low * (1 + 1e-6):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if _best(shape, middle)[0] > ratio else (middle, high)
    return shape.n * high


def _descend(
    shape: Callable[..., _Shape | None], start: Sequence[int], ratio: float
) -> tuple[float, tuple[int, ...]]:
    """Change one size at a time by steps that shrink, while the number of points falls."""
    sizes = tuple(start)
    points = _least_points(shape(*sizes), ratio, _MANY)
    steps = [max(1, size // 10) for size in sizes]
    while True:
        better = False
        for place, direction in itertools.product(range(len(sizes)), (1, -1)):
            moved = list(sizes)
            moved[place] += direction * steps[place]
            least = _least_points(shape(*moved), ratio, min(points, _MANY))
            if least < points:
                points, sizes, better = least, tuple(moved), True
        if not better:
            if max(steps) == 1:
                return points, sizes
            steps = [max(1, step // 2) for step in steps]


def _candidates(ratio: float) -> Iterator[tuple[int, int, int]]:
    """Yield n, h and a to try: h about n/2, and few sets' rows, since √a is the limit."""
    fewest = math.ceil(ratio**2)
    for a in range(fewest, 2 * fewest + 4):
        n = a
        while n <= max(_FEW, 5 * a * a):
            for h in range(max(a, int(0.46 * n)), int(0.6 * n) + 2, 1 + n // 100):
                yield n, h, a
            n += max(1, (n - _FEW) // 20)


def _with_columns(
    sizes: Callable[[int, int], _Sizes], shape: _Shape | None, points: float, above: Fraction
) -> _Sizes:
    """Return the sizes with the smallest number of columns for which the ratio is certified."""
    if shape is None or not math.isfinite(points):
        raise ValueError(f"no sizes were found for a squared ratio above {above}")
    base = shape

    def at(N: int) -> _Sizes:
        return sizes(N, _best(base, N)[1])

    N = math.ceil(points / base.n)
    step = max(1, N // 10**6)
    while squared_ratio_below(at(N)) <= above:
        N += step
    while squared_ratio_below(at(N - step)) > above:
        N -= step
    return at(N)


def least_rectangles(above: Fraction) -> Rectangles:
    """Search for sizes with few points at which the square of (H) exceeds `above` ≥ 1.

    Raises ValueError if there are none among the sizes that are tried.
    """
    ratio = math.sqrt(above)
    points, best = math.inf, (1, 1, 1)
    for sizes in _candidates(ratio):
        least = _least_points(_shape(*sizes), ratio, min(points, _MANY))
        if least < points:
            points, best = least, sizes
    points, (n, h, a) = _descend(_shape, best, ratio)
    return _with_columns(lambda N, b: Rectangles(n, N, h, a, b), _shape(n, h, a), points, above)


def least_sorted_halves(above: Fraction) -> SortedHalves:
    """Search for sizes with few points at which the square of (H*) exceeds `above` ≥ 1.

    Raises ValueError if there are none among the sizes that are tried.
    """
    ratio = math.sqrt(above)
    points, (h, a, agreeing) = math.inf, (1, 1, 1)
    for bias in (0.5, 0.6, 0.7, 0.8, 1):  # 2·agreeing/a − 1
        few = math.ceil(1.3 * above / Fraction(bias) ** 2)
        start = (max(few, few * few // 4), few, math.ceil((1 + bias) * few / 2))
        least, sizes = _descend(_halves_shape, start, ratio)
        if least < points:
            points, (h, a, agreeing) = least, sizes
    return _with_columns(
        lambda N, b: SortedHalves(2 * h, N, h, a, b, agreeing),
        _halves_shape(h, a, agreeing),
        points,
        above,
    )
