"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from sparseact.network import SparseReLUNetwork
from sparseact.rademacher.neuron import Columns, solve_columns
from sparseact.rademacher.packing import pack

_ACCURACY = 1e-6
_EPS = 2.0**-52


class SignedNetwork(NamedTuple):
    """A network and the signs for which it attains the lower end."""

    signs: np.ndarray  #: (m,) of ±1
    weight: int  #: of how many sign vectors, alike by symmetry, this is one
    network: SparseReLUNetwork


class RademacherInterval(NamedTuple):
    """lower ≤ mean over the signs of max_h (1/m) Σ ζ_i h(x_i) ≤ upper."""

    lower: float
    upper: float
    n_signs: int  #: sign vectors that the mean is over
    exhaustive: bool  #: whether these are all 2^m
    sampling_halfwidth: float
    networks: list[SignedNetwork]


class Supremum(NamedTuple):
    """lower ≤ max_h Σ ζ_i h(x_i) ≤ upper, without the 1/m; `network` attains the lower end."""

    lower: float
    upper: float
    network: SparseReLUNetwork


def supremum(points: Any, signs: Any, *, s: int, k: int, W: float, B: float) -> Supremum:
    """Bound max_h Σ ζ_i h(x_i) for one sign vector."""
    x = np.asarray(points, dtype=np.float64)
    c = np.asarray(signs, dtype=np.float64)
    halves = []
    for u in (1.0, -1.0):
        halves.append(solve_columns(x, [[u * v] for v in c], W, B, _ACCURACY))
    return _assemble(x, c, halves, s, k, W, B)


def _assemble(
    x: np.ndarray, c: np.ndarray, halves: list[Columns], s: int, k: int, W: float, B: float
) -> Supremum:
    m = len(x)
    positive, negative = halves
    upper, _ = pack(np.maximum(positive.upper, negative.upper), m, s, k)
    upper *= 1 + (s + 4) * _EPS
    lowers = np.maximum(positive.lower, negative.lower)
    _, sets = pack(lowers, m, s, k)
    w, b, u = np.zeros((s, x.shape[1])), np.zeros(s), np.ones(s)
    for j, a in enumerate(sets):
        sign = 1.0 if positive.lower[a] >= negative.lower[a] else -1.0
        neuron = (positive if sign > 0 else negative).neuron[a]
        w[j], b[j], u[j] = neuron[:-1], neuron[-1], sign
        inside = (a >> np.arange(m)) & 1 == 1
        w[j], b[j] = _repaired(x, w[j], b[j], inside, W, B)
    z = x @ w.T - b
    size = np.abs(x) @ np.abs(w).T + np.abs(b)
    error = (x.shape[1] + 4) * _EPS * size
    h = np.maximum(z, 0.0) @ u
    slack = (error.sum(axis=1) + (s + 4) * _EPS * size.sum(axis=1)) @ np.abs(c)
    lower = float(c @ h - slack - (m + 4) * _EPS * (np.abs(c) @ size.sum(axis=1)))
    return Supremum(max(lower, 0.0), upper, SparseReLUNetwork(w, b, u))


def _repaired(
    x: np.ndarray, w: np.ndarray, b: float, inside: np.ndarray, W: float, B: float
) -> tuple[np.ndarray, float]:
    """Move (w, b) into the class with room for rounding, inactive outside."""
    n = len(w)
    room = (n + 8) * _EPS
    norm = float(np.linalg.norm(w))
    if norm > W * (1 - room):
        w = w * (W * (1 - 2 * room) / norm)
    if not inside.all():
        size = float((np.abs(x[~inside]) @ np.abs(w)).max()) + abs(b)
        excess = float((x[~inside] @ w).max() - b) + room * size
        if excess > 0:
            b += excess
    if b > B:
        w, b = w * (B / b * (1 - room)), B
    return w, max(b, -B)


def rademacher_interval(
    points: Any,
    *,
    s: int,
    k: int,
    W: float,
    B: float,
    sparsity: str = "sample",
    signs: Any = None,
    rng: np.random.Generator | None = None,
) -> RademacherInterval:
    """Bound E_ζ max_h (1/m) Σ ζ_i h(x_i) over the k-sparsely activated networks."""
    x = np.asarray(points, dtype=np.float64)
    m = len(x)
    exhaustive = signs is None
    halfwidth = 0.0
    weight = 1
    if signs is None:
        weight = 2
        drawn = np.array([(1, *rest) for rest in itertools.product((1, -1), repeat=m - 1)])
    elif np.ndim(signs) == 0:
        if rng is None:
            raise ValueError("signs drawn at random need rng, a numpy Generator")
        drawn = rng.choice([-1, 1], (int(signs), m))
        largest = min(s, k) * (W * np.linalg.norm(x, axis=1) + B)
        halfwidth = math.sqrt(2 * math.log(2000) * float(largest @ largest) / len(drawn)) / m
    else:
        drawn = np.asarray(signs)
        halfwidth = math.nan
    lower = upper = Fraction(0)
    networks = []
    for row in drawn:
        bounds = supremum(x, row, s=s, k=k, W=W, B=B)
        lower += Fraction(bounds.lower)
        upper += Fraction(bounds.upper)
        networks.append(SignedNetwork(row, weight, bounds.network))
    return RademacherInterval(
        math.nextafter(float(lower / (m * len(drawn))), -math.inf),
        math.nextafter(float(upper / (m * len(drawn))), math.inf),
        weight * len(drawn),
        exhaustive,
        halfwidth,
        networks,
    )
