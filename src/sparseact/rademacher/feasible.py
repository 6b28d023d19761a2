"""Neurons that are certainly feasible, and lower bounds on a network's contribution."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from sparseact.arguments import LEAST

_EPS = 2.0**-52  # twice the unit roundoff
_NEAR = 1e-8  # relative size of a pre-activation that may have to be pushed below zero
_ROUNDS = 6


def guaranteed(x: np.ndarray, c: np.ndarray, w: np.ndarray, b: np.ndarray, u: np.ndarray) -> float:
    """Return a lower bound on `Σ_i c_i·h(x_i)`, less than it only by rounding, and at least 0.

    A pre-activation of n + 1 terms whose sizes add up to t is computed with an error of at most
    `(n + 2)·ε·t/2`, whatever the order of addition, h with that and `s/2·ε·Σt`, the last sum with
    `m/2·ε` times the sum of its terms. The points x are (m, n), the network's w (s, n), and its u
    are ±1.
    """
    m, n = x.shape
    size = (np.abs(x) @ np.abs(w).T + np.abs(b)).sum(axis=1)
    h = np.maximum(x @ w.T - b, 0.0) @ u
    error = (n + len(w) + m + 8) * _EPS * float(np.abs(c) @ size)
    # 0 is attained: the negated network, or the zero one, is not worse.
    return max(0.0, float(c @ h) - error)


def feasible_neuron(
    w: np.ndarray, b: float, outside: np.ndarray, W: float, B: float
) -> tuple[np.ndarray, float] | None:
    """Return a neuron near (w, b) with `‖w‖ ≤ W` and `|b| ≤ B`, inactive at the points outside.

    All this holds in exact arithmetic: pre-activations outside (q, n) are below zero by more than
    the rounding of their evaluation, or exactly zero or less in rationals. Returns None if no such
    neuron was found.
    """
    room = (len(w) + 8) * _EPS
    for _ in range(_ROUNDS):
        w, b = _clamped(w, b, W, B)
        if not len(outside):
            return w, b
        size = np.abs(outside) @ np.abs(w) + abs(b)
        excess = outside @ w - b + room * size
        worst = float(excess.max())
        if worst <= 0:
            return w, b
        if b + 2 * worst <= B:
            b += 2 * worst
        elif worst < 1e-6 * B:
            shrink = B / (B + 4 * worst)
            w, b = w * shrink, B
        else:
            near = excess > -_NEAR * float(size.max())
            direction = _inward(outside[near])
            if direction is None:
                break
            w = w + 2 * worst * direction
    w, b = _clamped(w, b, W, B)
    if _exactly_inactive(w, b, outside):
        return w, b
    return _on_a_grid(w, b, outside, W)


def _clamped(w: np.ndarray, b: float, W: float, B: float) -> tuple[np.ndarray, float]:
    """Return w with ‖w‖ ≤ W whatever rounding did, and b with |b| ≤ B; no number is too small.

    A network takes none that is not 0 and below `LEAST`.
    """
    room = (len(w) + 8) * _EPS
    norm = float(np.linalg.norm(w))
    if norm > W * (1 - room):
        w = w * (W * (1 - 2 * room) / norm)
    w, b = np.where(np.abs(w) < LEAST, 0.0, w), min(max(b, -B), B)
    return w, b if abs(b) >= LEAST else 0.0


def _inward(x: np.ndarray) -> np.ndarray | None:
    """Return d with ⟨d, x_i⟩ ≤ −1 for all i, not too long; None if no such d is found."""
    x = x[x.any(axis=1)]  # at 0 the pre-activation is −b, whatever d is
    d = np.linalg.lstsq(x, np.full(len(x), -2.0), rcond=None)[0]
    return d if (x @ d <= -1).all() else None


def _exactly_inactive(w: np.ndarray, b: float, x: np.ndarray) -> bool:
    weights = [Fraction(v) for v in w.tolist()]
    return all(
        sum((v * Fraction(t) for v, t in zip(weights, row, strict=True)), -Fraction(b)) <= 0
        for row in x.tolist()
    )


def _on_a_grid(
    w: np.ndarray, b: float, outside: np.ndarray, W: float
) -> tuple[np.ndarray, float] | None:
    """Return a multiple of a small integer vector near w; its pre-activations may be exact zeros.

    Where b = 0 and points outside lie opposite each other, the best w is a
    projection of a sum of points, so it has small rational ratios if they do.
    """
    largest = float(np.abs(w).max())
    if largest == 0:
        return None
    ratios = [Fraction(v).limit_denominator(4096) for v in (w / largest).tolist()]
    common = math.lcm(*(r.denominator for r in ratios))
    integers = [int(r * common) for r in ratios]
    if max(map(abs, integers)) > 2**22:
        return None
    length = math.sqrt(sum(v * v for v in integers))
    if abs(float(np.linalg.norm(w)) - W) > 1e-6 * W:
        length *= W / float(np.linalg.norm(w))
    mantissa, exponent = math.frexp(W / length)
    factor = math.ldexp(math.floor(mantissa * 2**30) - 1, exponent - 30)
    w = np.array(integers, dtype=np.float64) * factor
    return (w, b) if b >= 0 and _exactly_inactive(w, b, outside) else None
