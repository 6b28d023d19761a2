"""Certified bounds on what one neuron contributes, for every set on which it may be active.

A neuron with |u| = 1, ‖w‖ ≤ W, |b| ≤ B that is active only on samples of a set A
contributes u·Σ_{i∈A} c_i·σ(z_i), where z_i = ⟨w, x_i⟩ − b ≤ 0 outside A. With
a_i = u·c_i, the concave relaxation

    V(A) = max Σ_{i∈A, a_i>0} a_i·z_i − Σ_{i∈A, a_i<0} |a_i|·σ(z_i),  z_i ≤ 0 outside A,

lies between the best contribution of a neuron active exactly on A and the best
of one active on a subset of A (σ(z) ≥ z). So the best packing of the values V is
the supremum over networks. Its dual is the minimum of

    W·‖Σ λ_i·x_i‖ + B·|Σ λ_i|,  where λ_i = a_i on A if a_i > 0,
                                      a_i ≤ λ_i ≤ 0 on A otherwise, λ_i ≤ 0 outside A,

and the value at any such λ bounds V(A) from above, whatever found it: for such λ,
the objective is at most Σ λ_i·z_i = ⟨w, Σ λ_i·x_i⟩ − b·Σ λ_i.

A *pattern* gives each point a coefficient or leaves it outside A. Patterns are
numbered in mixed radix: digit 0 of point i is "outside", digit d its d-th
coefficient. Taking a point out of A makes the number smaller, so all subsets of
a pattern come before it; they start it off, and where its upper bound does not
exceed what a subset attains it cannot matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

_CHECK = 16  # iterations between two looks at the gap
_ITERATIONS = 1 << 14  # far beyond what is usual; the ends stay valid where this stops it


class Columns(NamedTuple):
    """Bounds on the best contribution of a neuron that is active at most on the pattern's set."""

    lower: np.ndarray  #: (N,) what `neuron` contributes, up to rounding
    upper: np.ndarray  #: (N,) certified; rounding is included
    neuron: np.ndarray  #: (N, d + 1) w and b of a neuron, feasible up to rounding
    strides: np.ndarray  #: (m,) digit d of point i adds d·strides[i] to the pattern's number


def solve_columns(
    points: np.ndarray, coefficients: list[list[float]], W: float, B: float, accuracy: float
) -> Columns:
    """Bound the contribution of one neuron for every pattern.

    Parameters
    ----------
    points : ndarray of float64, shape (m, n)
    coefficients : list of m lists
        The coefficients u·c_i that point i may have inside a pattern's set.
    W, B : float
        The neuron has ‖w‖ ≤ W and |b| ≤ B.
    accuracy : float
        Aim at intervals of this length, relative to the largest value.

    Returns
    -------
    Columns
        One for each of the Π(1 + len(coefficients[i])) patterns. The upper
        ends are valid whatever the solver did: they are evaluated from the
        dual point λ by `_certified_upper`, which adds what rounding can do.
    """
    m, n = points.shape
    # The method runs in coordinates of the points' span; certificates do not.
    basis = np.eye(n) if n <= m else np.linalg.qr(points.T)[0]
    reduced = points @ basis
    y = np.hstack([W * reduced, np.full((m, 1), -B)])
    scale = float(np.linalg.norm(y, 2))
    radix = np.array([1 + len(c) for c in coefficients], dtype=np.int64)
    strides = np.concatenate([[1], np.cumprod(radix)[:-1]]).astype(np.int64)
    table = np.zeros((m, int(radix.max())))
    for i, row in enumerate(coefficients):
        table[i, 1 : 1 + len(row)] = row
    number = int(np.prod(radix))
    lower, upper = np.zeros(number), np.zeros(number)
    neuron = np.zeros((number, y.shape[1]))
    dual = np.zeros((number, m))
    if scale > 0:
        y /= scale
        _solve_all(
            y,
            np.ascontiguousarray(y.T),
            table,
            radix,
            strides,
            accuracy,
            lower,
            upper,
            neuron,
            dual,
        )
        lower *= scale
        _certify_all(points, dual, W, B, radix, strides, upper)
    w = neuron[:, :-1] @ basis.T * W
    return Columns(lower, upper, np.hstack([w, neuron[:, -1:] * B]), strides)


@njit(cache=True)
def _solve_all(y, yt, table, radix, strides, accuracy, lower, upper, neuron, dual):
    """Solve all patterns in the order of their numbers, each from its best subset's solution."""
    m, d = y.shape
    digits = np.zeros(m, dtype=np.int64)
    a = np.zeros(m)
    inside = np.zeros(m, dtype=np.bool_)
    p = np.zeros(d)
    lam = np.zeros(m)
    largest = 0.0
    for number in range(1, len(lower)):
        i = 0
        while digits[i] == radix[i] - 1:
            digits[i] = 0
            i += 1
        digits[i] += 1
        size = 0.0
        best = 0
        for i in range(m):
            inside[i] = digits[i] > 0
            a[i] = table[i, digits[i]] if inside[i] else 0.0
            size += max(a[i], 0.0)
            if inside[i]:
                subset = number - digits[i] * strides[i]
                if lower[subset] > lower[best]:
                    best = subset
        neuron[number] = neuron[best]
        lower[number] = lower[best]
        for i in range(m):
            dual[number, i] = dual[best, i]
            if inside[i]:
                if a[i] > 0.0:
                    dual[number, i] = a[i]
                else:
                    dual[number, i] = min(0.0, max(a[i], dual[best, i]))
        if size == 0.0:
            continue
        p[:] = neuron[number]
        lam[:] = dual[number]
        low, up = _solve(
            y, yt, a, inside, p, lam, neuron[number], lower[best], accuracy * max(largest, 1e-3)
        )
        lower[number] = max(low, lower[best])
        largest = max(largest, lower[number])
        upper[number] = up
        dual[number] = lam


@njit(cache=True)
def _certify_all(points, dual, W, B, radix, strides, upper):
    """Put the certified upper values of the dual points into `upper`, made monotone.

    With ε = 2^−52, v = Σ λ_i·x_i is computed with an error of at most
    (m + 1)·ε·Σ|λ_i|·‖x_i‖ in norm, Σ λ_i with one of (m + 1)·ε·Σ|λ_i|, and norms,
    products and the sum of the two terms with relative errors below (n + 8)·ε.
    """
    m, n = points.shape
    eps = 2.0**-52
    radii = np.empty(m)
    for i in range(m):
        total = 0.0
        for j in range(n):
            total += points[i, j] * points[i, j]
        radii[i] = np.sqrt(total)
    digits = np.zeros(m, dtype=np.int64)
    v = np.empty(n)
    for number in range(1, len(upper)):
        i = 0
        while digits[i] == radix[i] - 1:
            digits[i] = 0
            i += 1
        digits[i] += 1
        v[:] = 0.0
        total, spread, offset = 0.0, 0.0, 0.0
        for i in range(m):
            t = dual[number, i]
            if t != 0.0:
                for j in range(n):
                    v[j] += t * points[i, j]
                total += t
                spread += abs(t) * radii[i]
                offset += abs(t)
        norm = 0.0
        for j in range(n):
            norm += v[j] * v[j]
        value = W * np.sqrt(norm) + B * abs(total)
        value += (m + 2) * eps * (W * spread + B * offset)
        value *= 1.0 + (n + 16) * eps
        for i in range(m):
            if digits[i] > 0:
                value = max(value, upper[number - digits[i] * strides[i]])
        upper[number] = value


@njit(cache=True)
def _attained(p, yt, a, inside, bounded, z, repaired):
    """Repair p = (w/W, b/B) so that it is inactive outside; return what it contributes."""
    m = z.shape[0]
    d = p.shape[0] - 1
    repaired[:] = p
    z[:] = 0.0
    for j in range(d + 1):
        for i in range(m):
            z[i] += p[j] * yt[j, i]
    out = 0.0
    for i in range(m):
        if not inside[i] and z[i] > out:
            out = z[i]
    shrink = 1.0
    if out > 0.0:
        if bounded < 0.0:
            # z falls by `out` with a larger b; then all shrinks until |b| ≤ B again.
            repaired[d] -= out / bounded
            if repaired[d] > 1.0:
                shrink = 1.0 / repaired[d]
                repaired *= shrink
        elif out > 1e-11:
            repaired[:] = 0.0
            return 0.0
    total = 0.0
    for i in range(m):
        if inside[i] and z[i] > out:
            total += a[i] * (z[i] - out)
    return total * shrink


@njit(cache=True)
def _dual_value(lam, y, v):
    m, d = y.shape
    v[:] = 0.0
    for i in range(m):
        for j in range(d):
            v[j] += lam[i] * y[i, j]
    norm = 0.0
    for j in range(d - 1):
        norm += v[j] * v[j]
    return np.sqrt(norm) + abs(v[d - 1])


@njit(cache=True)
def _solve(y, yt, a, inside, p, lam, best_p, floor, target):
    """Run the primal-dual hybrid gradient method from (p, lam); return (lower, upper).

    y (m, d) has rows (W·x_i, −B)/scale and spectral norm 1; p = (w/W, b/B). best_p
    becomes the feasible point of the lower end, lam the dual point of the
    upper one. It stops where upper ≤ max(lower, floor) + target.
    """
    m, d = y.shape
    z = np.empty(m)
    v = np.empty(d)
    repaired = np.empty(d)
    last = np.empty(d)
    best_lam = lam.copy()
    lower = floor
    upper = _dual_value(lam, y, v)
    if upper <= floor + target:
        return lower, upper
    size = 0.0
    for i in range(m):
        size += a[i] * a[i]
    sigma, tau = np.sqrt(size), 1.0 / np.sqrt(size)
    for iteration in range(_ITERATIONS):
        v[:] = 0.0
        for i in range(m):
            for j in range(d):
                v[j] += lam[i] * y[i, j]
        last[:] = p
        norm = 0.0
        for j in range(d):
            p[j] += tau * v[j]
        for j in range(d - 1):
            norm += p[j] * p[j]
        if norm > 1.0:
            norm = 1.0 / np.sqrt(norm)
            for j in range(d - 1):
                p[j] *= norm
        p[d - 1] = min(1.0, max(-1.0, p[d - 1]))
        z[:] = 0.0
        for j in range(d):
            t = 2.0 * p[j] - last[j]
            for i in range(m):
                z[i] += t * yt[j, i]
        for i in range(m):
            t = lam[i] - sigma * z[i]
            if inside[i] and a[i] > 0.0:
                t = a[i]
            else:
                t = min(t, 0.0)
                if inside[i]:
                    t = max(t, a[i])
            lam[i] = t
        if iteration % _CHECK == _CHECK - 1:
            t = _dual_value(lam, y, v)
            if t < upper:
                upper = t
                best_lam[:] = lam
            t = _attained(p, yt, a, inside, yt[d - 1, 0], z, repaired)
            if t > lower:
                lower = t
                best_p[:] = repaired
            if upper <= lower + target:
                break
    lam[:] = best_lam
    return lower, upper
