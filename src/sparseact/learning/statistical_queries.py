"""Statistical queries over the uniform distribution on `{±1}^m`, and oracles that answer them.

Labels are `b = ±1` and the concepts are the characters `χ_S`. The 0/1-valued parity
of the paper, §4, (1 if the number of −1s is even) is `(1 + χ_S)/2` and the one of
a dense network (1 if it is odd) is `(1 − χ_S)/2`; a query about such a label l is
the query φ(x, (1 ± b)/2) about b, with the same expectation.

A query φ splits into `φ_0(x) = ½(φ(x, 1) + φ(x, −1))`, which no label enters, and
`φ_1(x) = ½(φ(x, 1) − φ(x, −1))`: `E φ(x, χ_S(x)) = E φ_0 + φ̂_1(S)`. So one Walsh
transform gives the expectations for all `2^m` parities.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sparseact.arguments import as_given, floats, integer, number_or_nan
from sparseact.cube import MemoryBoundError, walsh_transform

_LARGEST_M = 20  # tables of 2^m float64 for each query
QUERY_GRID = 2.0**30  # queries in multiples of 2^−30 have expectations in multiples of 2^−50:
_FINE = 2.0**50  # all sums and differences of these are exact
_ROUNDING = 2.0**-45  # of other expectations; (m + 2)·2^−53 is less

PERTURBATIONS = ("none", "random", "coin")

Query = NDArray[np.float64]

# ---------------------------------------------------------------- queries


def character(mask: int, m: int) -> NDArray[np.float64]:
    """Return `χ_S` on the cube for the subset with this mask, shape (2^m,), ±1.

    Raises ValueError if the mask is not in `0..2^m−1` or m not in 1..20.
    """
    m, mask = check_dimension("character", m), integer("character: mask", mask)
    if not 0 <= mask < 1 << m:
        raise ValueError(f"character: mask {mask} is not a subset of {m} coordinates")
    return 1.0 - 2.0 * (np.bitwise_count(np.arange(1 << m) & mask) & 1)


def correlation(values: ArrayLike) -> Query:
    """Return the query `b·g(x)`, for g given on the cube, shape (2, 2^m)."""
    g = np.asarray(values, dtype=np.float64)
    return np.stack([g, -g])


# ---------------------------------------------------------------- oracles


class SQOracle(ABC):
    """Answer `E φ(x, f(x))` within a tolerance, x uniform on `{±1}^m`.

    Parameters
    ----------
    m : int
        In 1..20.
    tolerance : float
        τ, at least `2^−40`.

    Attributes
    ----------
    queries : int
        Queries answered so far.

    Raises
    ------
    ValueError
        If the tolerance is not positive, or too small for float64.
    MemoryBoundError
        If m is above 20.

    Examples
    --------
    An oracle whose labels are all 1, and which rounds its answers:

    >>> from sparseact.learning import SQOracle
    >>> class Rounding(SQOracle):
    ...     def _respond(self, phi_0, phi_1, allowed):
    ...         return round(float((phi_0 + phi_1).mean()), 1)
    >>> oracle = Rounding(m=1, tolerance=0.05)
    >>> oracle.answer([[1, 1], [-1, 0.5]]), oracle.queries
    (1.0, 1)
    """

    def __init__(self, m: int, tolerance: float) -> None:
        m = check_dimension(type(self).__name__, m)
        if not 2.0**-40 <= number_or_nan(tolerance) < math.inf:
            raise ValueError(
                f"{type(self).__name__}: tolerance must be positive, finite and at least 2^-40 "
                f"for float64, got {tolerance!r}"
            )
        self.m = m
        self.tolerance = float(tolerance)
        self.queries = 0

    def answer(self, query: ArrayLike) -> float:
        """Return a number within τ of `E φ(x, f(x))`.

        Parameters
        ----------
        query : array_like, shape (2, 2^m)
            `φ(x, +1)` and `φ(x, −1)` in cube order (see `sparseact.cube.points`), in [−1, 1].

        Raises
        ------
        ValueError
            If the shape is wrong or a value is not in [−1, 1].
        """
        phi = floats("query", query)
        if phi.shape != (2, 1 << self.m):
            raise ValueError(
                f"a query must have shape (2, {1 << self.m}), its values at labels +1 and -1 on "
                f"the cube, got {phi.shape}"
            )
        outside = ~(np.abs(phi) <= 1)
        if outside.any():
            row, point = np.argwhere(outside)[0]
            raise ValueError(
                f"a query takes the value {phi[row, point]} at point {point}, "
                f"label {1 - 2 * row:+d}; values must lie in [-1, 1]"
            )
        on_grid = phi * QUERY_GRID == np.rint(phi * QUERY_GRID)
        error = 0.0 if on_grid.all() else _ROUNDING
        # No two expectations differ by more than 2; a larger product may leave the floats.
        room = min(self.tolerance, 2.0**900) - 4 * error
        allowed = math.floor(room * _FINE) / _FINE
        response = self._respond((phi[0] + phi[1]) / 2, (phi[0] - phi[1]) / 2, allowed)
        self.queries += 1
        return response

    @abstractmethod
    def _respond(self, phi_0: np.ndarray, phi_1: np.ndarray, allowed: float) -> float:
        """Answer a query; `allowed` is τ less the rounding of the expectations."""


class HonestOracle(SQOracle):
    """Know the concept: its answer depends only on the query, not on earlier ones.

    Parameters
    ----------
    labels : array_like, shape (2^m,), of ±1
        f on the cube.
    tolerance : float
    perturbation : {"none", "random", "coin"}
        "none": the expectation itself. "random": plus a uniform number in
        [−τ, τ]. "coin": the answer for labels that are fair coins, `E φ_0`, where
        that is within τ; elsewhere as near to it as τ allows.
    rng : numpy.random.Generator, optional
        For "random".

    Examples
    --------
    >>> from sparseact.learning import HonestOracle
    >>> from sparseact.learning.statistical_queries import character, correlation
    >>> oracle = HonestOracle(character(0b11, m=3), tolerance=0.1)
    >>> oracle.answer(correlation(character(0b11, m=3)))
    1.0
    >>> oracle.answer(correlation(character(0b01, m=3)))
    0.0
    """

    def __init__(
        self,
        labels: ArrayLike,
        tolerance: float,
        perturbation: str = "none",
        rng: np.random.Generator | None = None,
    ) -> None:
        f = floats("labels", labels)
        size = f.shape[0] if f.ndim == 1 else 0
        if size < 2 or size & (size - 1) or not np.all(np.abs(f) == 1):
            raise ValueError("HonestOracle: labels must be ±1 at each of the 2^m points of a cube")
        if perturbation not in PERTURBATIONS or (perturbation == "random") != (rng is not None):
            raise ValueError(
                f"HonestOracle: perturbation must be one of {', '.join(PERTURBATIONS)}, with a "
                f"generator only for 'random', got {perturbation!r}"
            )
        super().__init__(size.bit_length() - 1, tolerance)
        self.labels = f
        self.perturbation = perturbation
        self._rng = rng

    def _respond(self, phi_0: np.ndarray, phi_1: np.ndarray, allowed: float) -> float:
        coin, signal = float(phi_0.mean()), float((phi_1 * self.labels).mean())
        if self.perturbation == "coin":
            return coin + math.copysign(max(abs(signal) - allowed, 0.0), signal)
        shift = 0.0 if self._rng is None else allowed * float(self._rng.uniform(-1, 1))
        return coin + signal + math.trunc(shift * _FINE) / _FINE


class AdversarialOracle(SQOracle):
    """Have no concept until the answers leave one: all parities start as possible.

    It answers `E φ_0`, as for an unlabelled coin, while that is within τ for at
    least one parity consistent with all earlier answers; otherwise the number
    that keeps as many of them as it can. So it never lies: each parity in
    `consistent`, of which there is always one, is within τ of every answer.

    Parameters
    ----------
    m : int
    tolerance : float
    concepts : array_like of bool, shape (2^m,), optional
        The parities that are possible at first, by mask; default all.

    Attributes
    ----------
    consistent : ndarray of bool, shape (2^m,)

    Examples
    --------
    >>> from sparseact.learning import AdversarialOracle
    >>> from sparseact.learning.statistical_queries import character, correlation
    >>> oracle = AdversarialOracle(m=3, tolerance=0.1)
    >>> oracle.answer(correlation(character(0b11, m=3)))
    0.0
    >>> int(oracle.consistent.sum()), bool(oracle.consistent[0b11])  # one of eight is excluded
    (7, False)
    """

    def __init__(self, m: int, tolerance: float, concepts: ArrayLike | None = None) -> None:
        super().__init__(m, tolerance)
        m = self.m
        if concepts is None:
            concepts = np.ones(1 << m, dtype=bool)
        alive = as_given("concepts", concepts).astype(bool)
        if alive.shape != (1 << m,) or not alive.any():
            raise ValueError(
                f"AdversarialOracle: concepts must name at least one of the {1 << m} parities, "
                f"in shape ({1 << m},)"
            )
        self.consistent = alive

    @property
    def target(self) -> int:
        """The smallest mask of a parity that is consistent with all answers."""
        return int(np.argmax(self.consistent))

    def _respond(self, phi_0: np.ndarray, phi_1: np.ndarray, allowed: float) -> float:
        coin = float(phi_0.mean())
        signals = walsh_transform(phi_1)
        shift = 0.0
        kept = self.consistent & (np.abs(signals) <= allowed)
        if not kept.any():
            shift = _fullest_window(signals[self.consistent], allowed)
            kept = self.consistent & (np.abs(signals - shift) <= allowed)
        self.consistent = kept
        return coin + shift


def _fullest_window(values: np.ndarray, radius: float) -> float:
    """Return the centre of an interval of this radius that holds the most of the values."""
    ordered = np.sort(values)
    last = np.searchsorted(ordered, ordered + 2 * radius, side="right") - 1
    i = int(np.argmax(last - np.arange(len(ordered))))
    centre = (ordered[i] + ordered[last[i]]) / 2
    # Where rounding pushes both ends out, one of the values itself serves.
    return float(centre if np.any(np.abs(values - centre) <= radius) else ordered[i])


# ----------------------------------------------------------- lower bounds


def excluded_per_query(tolerance: float | Fraction) -> int:
    """Return `⌈τ^−2⌉ − 1`: no query has more parities S with `|φ̂_1(S)| > τ`.

    docs/proofs-statistical_queries.md, 2. Raises ValueError unless τ is a positive number.
    """
    if not number_or_nan(tolerance) > 0:
        raise ValueError(
            f"excluded_per_query: tolerance must be a positive number, got {tolerance!r}"
        )
    return math.ceil(1 / Fraction(tolerance) ** 2) - 1


def queries_needed(concepts: int, tolerance: float | Fraction, near: int) -> int:
    """Return ⌈(concepts − near)/(⌈τ^−2⌉ − 1)⌉, a lower bound on queries of tolerance `τ < 1`.

    So many parities, `concepts`, are possible, and `near` of them can be within the allowed error
    of one hypothesis. Raises ValueError if `τ ≥ 1`: no number of such queries excludes anything.
    """
    excluded = excluded_per_query(tolerance)
    if excluded < 1:
        raise ValueError(f"queries_needed: tolerance must be below 1, got {tolerance}")
    return max(0, math.ceil(Fraction(concepts - near, excluded)))


def check_dimension(where: str, m: int) -> int:
    """Return m as an int; reject another type, and an m whose tables would be too large."""
    m = integer(f"{where}: m", m, 1)
    if m > _LARGEST_M:
        raise MemoryBoundError(
            f"{where}: m={m}; a query is a table over 2^m points, so m must be at most {_LARGEST_M}"
        )
    return m
