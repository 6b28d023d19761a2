"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from sparseact.arguments import as_given, finite, floats, integer, require_finite_rows
from sparseact.layers import as_array
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher.clock import Clock
from sparseact.rademacher.parts import Parts, closed_ends, one_supremum
from sparseact.rademacher.suprema import (
    MAX_CLASSES,
    MAX_CUBE,
    MAX_POINTS,
    MAX_POINTS_DENSE,
    Problem,
    Supremum,
    require_room,
    require_sparsity,
    weighted_mean,
    within_reach,
)
from sparseact.randomness import Randomness, as_generator

_LARGEST_NUMBER = 1e50  # sums of such numbers are within the domain of networks
_MOST_SIGNS = 1 << 24  # numbers of all sign vectors that are drawn: 0.13 GB
_CONFIDENCE = 0.999
_SLACK = 1e-6  # by which `outwards` widens, more than ends differ between processors


class SignedNetwork(NamedTuple):
    """A network and the signs for which it attains the lower end."""

    signs: np.ndarray  #: (m,) of ±1
    weight: int  #: number of sign vectors of its class in the mean
    network: SparseReLUNetwork


class RademacherInterval(NamedTuple):
    """Ends of the mean of `max_h (1/m) Σ ζ_i h(x_i)` over the signs ζ: lower ≤ mean ≤ upper.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.rademacher import rademacher_interval
    >>> interval = rademacher_interval(np.eye(2), s=2, k=1, W=1, B=0)
    >>> round(interval.lower, 4), round(interval.upper, 4), interval.n_signs, interval.exhaustive
    (1.0, 1.0, 4, True)
    """

    lower: float
    upper: float
    n_signs: int  #: sign vectors that the mean is over
    exhaustive: bool  #: whether these are all 2^m, and the supremum of each was solved
    sampling_halfwidth: float  #: of a confidence interval for all signs round the mean
    networks: list[SignedNetwork]  #: for which the lower end is attained, or none

    def __repr__(self) -> str:
        power = self.n_signs.bit_length() - 1
        count = self.n_signs if power < 64 else f"2^{power}"
        how = ", exhaustive" if self.exhaustive else ""
        how = how or (", not each solved" if self.sampling_halfwidth == 0 else "")
        return (
            f"RademacherInterval([{self.lower:.6g}, {self.upper:.6g}], {count} sign vectors{how})"
        )


def outwards(lower: float, upper: float) -> tuple[float, float]:
    """Return an interval round this one whose ends have five digits.

    Ends of certified intervals depend on the processor, by about 1e-7 of
    their value, as the solver may stop a step sooner or later. Those returned
    here do not, except where a multiple of the last digit lies between. They
    are first moved by 1e-6, so that this does not happen at round numbers.

    Parameters
    ----------
    lower, upper : float
        0 ≤ lower ≤ upper, otherwise a ValueError. The digits are the upper end's.

    Examples
    --------
    >>> from sparseact.rademacher import outwards
    >>> outwards(0.78851234, 0.78853999)
    (0.78851, 0.78855)
    """
    lower, upper = float(finite("lower", lower, 0)), float(finite("upper", upper, 0))
    if lower > upper:
        raise ValueError(f"lower must be at most upper, got {lower} and {upper}")
    low, high = Decimal(lower - _SLACK * upper), Decimal(upper + _SLACK * upper)
    step = Decimal(1).scaleb(high.adjusted() - 4)
    low = max(low, Decimal(0))
    return float(low.quantize(step, ROUND_FLOOR)), float(high.quantize(step, ROUND_CEILING))


def rademacher_interval(
    points: Any,
    *,
    s: int,
    k: int,
    W: float,
    B: float,
    sparsity: str = "sample",
    signs: Any = None,
    rng: Randomness = None,
    time_limit: float | None = None,
) -> RademacherInterval:
    """Bound `R = E_ζ max_h (1/m) Σ_i ζ_i·h(x_i)` over the k-sparsely activated networks.

    h has s neurons, `‖u‖_∞·max‖w_j‖ ≤ W` and `‖u‖_∞·max|b_j| ≤ B` (the paper,
    Definitions 1 and 2, §5), and at most k of them are active at one point.

    Parameters
    ----------
    points : array_like, shape (m, n)
        Real and finite. Equal points are merged. Up to 16 distinct ones (18 if k = s)
        the interval is as narrow as the solver makes it, beyond them wider, see Notes.
    s, k : int
        `1 ≤ k ≤ s`.
    W, B : float
        At least 0; an integer or Fraction is rounded to a float.
    sparsity : {"sample", "cube"}
        Where at most k neurons may be active: on the points, or on all `2^n`
        vertices; then the points must be ±1. Beyond `n = 4` the ends are as in Notes.
    signs : None, int or array_like of shape (N, m), of ±1
        None: all `2^m` vectors ζ. Where symmetry (ζ → −ζ, equal points and, for "sample",
        points whose exchange is an isometry of the set) leaves more than 2048 classes, the
        ends are as in Notes. An int: that many, drawn by `rng`. An array: the mean over its rows.
    rng : int, numpy.random.Generator or None
        Source of drawn signs (see `sparseact.randomness.as_generator`).
    time_limit : float, optional
        Seconds after which no further sign vector or part is solved; the missing ones have
        the ends of Notes. Work ends within two seconds of it, but the first call on a machine
        compiles, for about 15 seconds.

    Returns
    -------
    RademacherInterval
        The interval is certain for the mean over the signs used. The upper
        end comes from dual solutions, evaluated with a bound on rounding (see
        `sparseact.rademacher.neuron`). The lower end is the value of the
        networks returned, less a bound on the rounding of this value; their inactive
        pre-activations are below zero by more than their rounding, or exactly zero.
        Means are taken in rationals and rounded outwards. The networks of all signs are
        left out where the lower end comes from Notes.

        sampling_halfwidth is 0 for all signs, nan for given ones. For N drawn ones,
        mean over all signs = mean over the drawn ones ± the half-width holds with
        probability at least 0.999: a change of `ζ_i` changes the maximum by at most
        `2·C_i/m`, `C_i = k(W‖x_i‖ + B) ≥ |h(x_i)|`, so by the bounded-difference inequality
        `t = (1/m)·√(2·log(2/0.001)·ΣC_i²/N)` does.

    Raises
    ------
    ValueError
        If an argument is not as above, or s networks of that size do not fit into memory.

    Notes
    -----
    Beyond the reach of suprema over all points both ends are still proved, for the mean
    over the signs used (docs/proofs-rademacher.md, 6). From above: a network that is
    k-sparse on the points is so on each part of them, so the supremum is at most the sum
    of those over parts of 8 points; over all signs the proved bounds of
    `sparseact.bounds` hold too, and always `k·Σ(W‖x_i‖ + B)/m`. The smallest is
    taken. From below: k copies of one neuron are k-sparse anywhere, and signs outside a
    part add 0 in the mean, so the part's own mean for one neuron, k times, is a lower
    end; so are `kW√(Σ‖x_i‖²)/(2√2·m)`, by Khinchine's inequality, and `kB·E|Σζ_i|/m`. For
    given signs the k copies are evaluated on all points. The lower end has no `√(s/k)`, so
    the interval is wide where s is much larger than k.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.rademacher import rademacher_interval
    >>> found = rademacher_interval(np.eye(4), s=2, k=1, W=1, B=0.1)
    >>> f"{found.lower:.4f} {found.upper:.4f}"
    '0.7885 0.7885'
    >>> found = rademacher_interval(np.eye(24), s=2, k=1, W=1, B=0.1)  # beyond 16 points
    >>> bool(found.lower < found.upper < 0.6)
    True
    """
    x, s, k, W, B = _checked(points, s, k, W, B, sparsity)
    clock = Clock(time_limit)
    m = len(x)
    rows = None if signs is None else as_given("signs", signs)
    halfwidth = 0.0
    vectors = None
    if rows is not None and rows.ndim == 0:
        vectors = _drawn(signs, rng, m)
        size = min(s, k) * (W * np.linalg.norm(x, axis=1) + B)
        chance = 2 / (1 - _CONFIDENCE)
        halfwidth = math.sqrt(2 * math.log(chance) * float(size @ size) / len(vectors)) / m
    elif rows is not None:
        vectors = _given(rows, m)
        halfwidth = math.nan
    reached = within_reach(x, s, k, sparsity)
    problem = Problem(x, s, k, W, B, sparsity, clock) if reached else None
    if vectors is None and (problem is None or problem.number_of_classes() > MAX_CLASSES):
        lower, upper = Parts(x, s, k, W, B).mean(clock)
        return RademacherInterval(lower, upper, 2**m, False, 0.0, [])
    if problem is None:
        assert vectors is not None
        distinct, counts = np.unique(vectors, axis=0, return_counts=True)
        require_room(s, x.shape[1], len(distinct))
        solved = Parts(x, s, k, W, B).suprema(distinct, clock)
        suprema = list(zip(distinct.astype(np.int8), counts.tolist(), solved, strict=True))
    else:
        classes = problem.classes() if vectors is None else problem.grouped(vectors)
        require_room(s, x.shape[1], len(classes))
        solved = problem.suprema([c for c, _ in classes])
        suprema = [
            (problem.signs(c), weight, best)
            for (c, weight), best in zip(classes, solved, strict=True)
        ]
    total = sum(weight for _, weight, _ in suprema)
    mean = weighted_mean((best.lower, weight) for _, weight, best in suprema) / m
    lower = max(0.0, math.nextafter(float(mean), -math.inf))
    upper = _above(weighted_mean((best.upper, weight) for _, weight, best in suprema) / m)
    networks = [SignedNetwork(row, weight, best.network) for row, weight, best in suprema]
    if clock.over and vectors is None:
        least, most = closed_ends(x, s, k, W, B)
        if least > lower:
            lower, networks = least, []
        upper = min(upper, most)
    exhaustive = signs is None and not clock.over
    return RademacherInterval(lower, upper, total, exhaustive, halfwidth, networks)


def rademacher_upper_end(
    points: Any, *, s: int, k: int, W: float, B: float, sparsity: str = "sample"
) -> float:
    """Return the upper end of `rademacher_interval` over all sign vectors, without the networks.

    Parameters
    ----------
    points : array_like, shape (m, n)
        At most 16 distinct ones (18 if k = s), of at most 2048 classes of signs.
    s, k, W, B, sparsity
        See `rademacher_interval`, which also names the causes of a ValueError.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.rademacher import rademacher_upper_end
    >>> round(rademacher_upper_end(np.eye(4), s=2, k=1, W=1, B=0.1), 4)
    0.7885
    """
    x, s, k, W, B = _checked(points, s, k, W, B, sparsity)
    if not within_reach(x, s, k, sparsity):
        raise ValueError(
            f"points must be at most {MAX_POINTS} distinct ones, {MAX_POINTS_DENSE} if k = s, and "
            f'n at most {MAX_CUBE} for sparsity="cube"; rademacher_interval takes others'
        )
    return _above(Problem(x, s, k, W, B, sparsity, Clock()).mean_upper() / len(x))


def _above(value: Fraction) -> float:
    """Return a float that is at least this number, and 0 for 0."""
    return math.nextafter(float(value), math.inf) if value else 0.0


def supremum(
    points: Any,
    signs: Any,
    *,
    s: int,
    k: int,
    W: float,
    B: float,
    sparsity: str = "sample",
    time_limit: float | None = None,
) -> Supremum:
    """Bound `max_h Σ_i ζ_i·h(x_i)` for one sign vector; arguments as in `rademacher_interval`.

    Parameters
    ----------
    points : array_like, shape (m, n)
        Up to 20 distinct ones (with sparsity on the cube, up to `n = 4`) the ends are as near
        as the solver makes them. Beyond they are as in the Notes of `rademacher_interval`, for
        parts of 8, 12 and 16 points, the best of each.
    signs : array_like, shape (m,), of ±1
    s, k, W, B, sparsity
        See `rademacher_interval`.
    time_limit : float, optional
        Seconds. Ends come from parts that grow, to all points where these are few enough.

    Returns
    -------
    Supremum
        Its network attains the lower end; both ends are certain at every time limit.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.rademacher import supremum
    >>> best = supremum(np.eye(3), [1, 1, -1], s=2, k=1, W=1, B=0)  # √2 on two points, 1 on one
    >>> round(best.lower, 4), round(best.upper, 4)
    (2.4142, 2.4142)
    """
    x, s, k, W, B = _checked(points, s, k, W, B, sparsity)
    row = as_given("signs", signs)
    if row.shape != (len(x),):
        raise ValueError(f"signs must have shape (m,) = ({len(x)},), got {row.shape}")
    (row,) = _given(row[None], len(x))
    return one_supremum(x, row, (s, k, W, B), sparsity, Clock(time_limit))


# ------------------------------------------------------------------ inputs


def _checked(
    points: Any, s: int, k: int, W: float, B: float, sparsity: str
) -> tuple[np.ndarray, int, int, float, float]:
    x = floats("points", as_array(points), rounded=True) + 0.0  # −0 and 0 are one number
    if x.ndim != 2 or 0 in x.shape:
        raise ValueError(f"points must have shape (m, n) with m, n of at least 1, got {x.shape}")
    require_finite_rows("points", x)
    for name, value in (("s", s), ("k", k)):
        integer(name, value, 1)
    if k > s:
        raise ValueError(f"k must be at most s = {s}, the number of neurons, got {k}")
    limits = [
        float(finite(name, floats(name, size, rounded=True).tolist(), 0))
        for name, size in (("W", W), ("B", B))
    ]
    sizes = np.array([*limits, *np.abs(x).ravel()])
    if ((sizes > _LARGEST_NUMBER) | ((sizes > 0) & (sizes < 1 / _LARGEST_NUMBER))).any():
        raise ValueError(
            "points, W and B must be 0 or between 1e-50 and 1e50 in size; rescale them"
        )
    require_sparsity(x, sparsity)
    require_room(int(s), x.shape[1], 1)
    return x, int(s), int(k), limits[0], limits[1]


def _drawn(signs: Any, rng: Randomness, m: int) -> np.ndarray:
    number = np.asarray(signs)
    most = max(1, _MOST_SIGNS // m)
    if number.dtype.kind not in "iu" or not 1 <= number <= most:
        raise ValueError(
            f"signs must be None, an integer from 1 to {most} for m = {m} points or an array, got "
            f"{signs!r}"
        )
    return as_generator(rng).choice(np.array([-1, 1]), (int(number), m))


def _given(array: np.ndarray, m: int) -> np.ndarray:
    if array.shape == (m,):
        raise ValueError(f"signs must have shape (N, {m}), not ({m},); write one row signs=[row]")
    if array.ndim != 2 or array.shape[1] != m or not len(array):
        raise ValueError(f"signs must have m = {m} columns and at least one row, got {array.shape}")
    if array.dtype.kind not in "iuf" or not (np.abs(array) == 1).all():
        raise ValueError("signs must be ±1")
    return array.astype(np.int64)
