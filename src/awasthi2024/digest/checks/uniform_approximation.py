"""The error of the best uniform approximation of |t| on [−1, 1] by polynomials."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np

_EXCHANGES = 12  # the reference no longer changes after half as many
_GRID = 4097  # points of [0, 1] among which an exchange looks for the largest errors
_UNITS = 1 << 40  # reference points, and the errors found, are multiples of 1/_UNITS


@cache
def uniform_error(d: int) -> Fraction:
    """Return a lower bound of E_d = min_p max |p(t) − |t|| over degree d on [−1, 1].

    The best p is even, so it is a polynomial of degree m = ⌊d/2⌋ in t². By de la
    Vallée Poussin the error that levels m + 2 points t in [0, 1] is at most E_d;
    an exchange of points by Remez brings it next to E_d. The error is computed
    in fractions, from points that floats have found.
    """
    m = d // 2
    t = np.cos(np.arange(m + 2) * math.pi / (2 * m + 2))
    t[-1] = 0.0
    for _ in range(_EXCHANGES):
        t = _exchange(t)
    points = [Fraction(round(value * _UNITS), _UNITS) for value in t]
    return Fraction(math.floor(_levelled(points) * _UNITS), _UNITS)


def _levelled(t: list[Fraction]) -> Fraction:
    """Return the error of the polynomial in t² with errors ±e of alternating sign at all points."""
    weights = []
    for a in t:
        gaps = (a * a - b * b for b in t if b != a)
        weights.append(1 / math.prod(gaps, start=Fraction(1)))
    divided = sum((w * a for w, a in zip(weights, t, strict=True)), Fraction(0))
    return abs(divided) / sum(map(abs, weights), Fraction(0))


def _exchange(t: np.ndarray) -> np.ndarray:
    """Return the points, in falling order, at which the levelling polynomial errs most."""
    s = t * t
    gaps = s[:, None] - s
    np.fill_diagonal(gaps, 1.0)
    # Scaled by the capacity of [0, 1], so that products of many gaps stay of order 1.
    weights = 1 / np.prod(4 * gaps, axis=1)
    error = np.sum(weights * t) / np.sum(np.abs(weights))
    levelled = t - np.sign(weights) * error
    grid = np.sin(np.linspace(0, math.pi / 2, _GRID)) ** 2
    away = grid[:, None] ** 2 - s
    hits = away == 0
    away[hits.any(axis=1)] = np.inf  # at a point of the reference only its own value counts
    away[hits] = 1.0
    share = weights / away
    values = np.sum(share * levelled, axis=1) / np.sum(share, axis=1)
    return _extremes(grid, grid - values, len(t))


def _extremes(grid: np.ndarray, errors: np.ndarray, count: int) -> np.ndarray:
    """Return the largest error of each stretch of one sign; the last `count` if there are more."""
    signs = np.sign(errors)
    starts = np.flatnonzero(np.diff(signs, prepend=-signs[0]))
    parts = np.split(np.arange(len(grid)), starts[1:])
    largest = [part[np.argmax(np.abs(errors[part]))] for part in parts]
    return grid[largest[:count]][::-1]
