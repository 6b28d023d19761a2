"""Certified bounds on one neuron's contribution, for every set on which it may be active.

A neuron with |u| = 1, ‖w‖ ≤ W, |b| ≤ B that is active only on points of a set A
contributes u·Σ_{i∈A} c_i·σ(z_i), where z_i = ⟨w, x_i⟩ − b ≤ 0 outside A. With
a_i = u·c_i, the concave programme

    V(A) = max Σ_{i∈A, a_i>0} a_i·z_i − Σ_{i∈A, a_i<0} |a_i|·σ(z_i),  z_i ≤ 0 outside A,

lies between the best contribution of a neuron active exactly on A and the best
of one active on a subset of A, because σ(z) ≥ z. Its dual is the minimum of

    W·‖Σ λ_i·x_i‖ + B·|Σ λ_i|,  where λ_i = a_i on A if a_i > 0,
                                      a_i ≤ λ_i ≤ 0 on A otherwise, λ_i ≤ 0 outside A,

and the value at any such λ bounds V(A) from above, whatever found it: for such λ
the objective of V(A) is at most Σ λ_i·z_i = ⟨w, Σ λ_i·x_i⟩ − b·Σ λ_i.

A *pattern* gives each point a coefficient or leaves it outside A. Patterns are
numbered in mixed radix: digit 0 of a point is "outside", digit d its d-th
coefficient. Taking a point out of A makes the number smaller, so all subsets of
a pattern come before it; the best of them starts it off, and where its upper
bound does not exceed the subset's value, it cannot matter.

References
----------
A. Chambolle, T. Pock (2011). A first-order primal-dual algorithm for convex problems with
applications to imaging. J. Math. Imaging Vis. 40. doi:10.1007/s10851-010-0251-1
S. Boyd, L. Vandenberghe (2004). Convex optimization. Cambridge University Press, chapter 11.
(The barrier method.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from sparseact.rademacher.clock import Clock

_CHECK = 16  # iterations between two looks at the gap
_ITERATIONS = 192  # then the barrier method takes over
_NEWTON_STEPS = 300  # of the barrier method, far more than usual
_NEARLY = 1e-9  # pre-activations below this, relative to the largest, are left to the repair
_PATTERNS = 64  # solved between two looks at the clock
_CEILING = 1e6  # for −λ_i outside A in the barrier method, relative to Σ|a_i|


class Columns(NamedTuple):
    """Bounds on the contribution of one neuron that is active at most on a pattern's set."""

    lower: np.ndarray  #: (N,) contributions of `neuron`, up to rounding
    upper: np.ndarray  #: (N,) certified
    neuron: np.ndarray  #: (N, r + 1) w in coordinates of the span and b, feasible up to rounding
    basis: np.ndarray  #: (n, r) of the span; w is basis @ neuron[:-1]
    strides: np.ndarray  #: (m,) digit d of point i adds d·strides[i] to the pattern's number
    needed: np.ndarray  #: (N,) bool: whether its bound exceeds its subsets' bounds
    slack: float  #: where it is not needed, its bound is at most `upper` + this


def solve_columns(
    points: np.ndarray,
    coefficients: Sequence[Sequence[float]],
    W: float,
    B: float,
    accuracy: float,
    realizable: np.ndarray | None,
    clock: Clock,
) -> Columns:
    """Bound the contribution of one neuron, `‖w‖ ≤ W` and `|b| ≤ B`, for every pattern.

    `coefficients[i]` are the values of `u·c_i` that point i may have inside a pattern's set; there
    is a column for each of the Π(1 + len(coefficients[i])) patterns. Intervals are to have the
    length `accuracy`, relative to the largest value; the upper ends hold whatever the solver did,
    rounding included (`_certify_all`). Sets (as masks) that are not in `realizable` (2^m,) are left
    to their subsets. Raises TimeoutError at the clock's limit.
    """
    m, n = points.shape
    # The method runs in coordinates of the points' span; certificates do not.
    basis = np.eye(n) if n <= m else np.linalg.qr(points.T)[0]
    # A neuron active on some points but not on all has |b| ≤ W·max‖x_i‖.
    rounding = max(1e-12, (n + 8) * 2.0**-52)
    reach = W * float(np.linalg.norm(points, axis=1).max()) * (1 + rounding)
    bias = min(B, reach) if reach > 0 else B
    y = np.hstack([W * (points @ basis), np.full((m, 1), -bias)])
    scale = _rounded_up(float(np.linalg.norm(y, 2))) or 1.0
    y /= scale
    radix = np.array([1 + len(c) for c in coefficients], dtype=np.int64)
    strides = np.concatenate([[1], np.cumprod(radix)[:-1]]).astype(np.int64)
    table = np.zeros((m, int(radix.max())))
    for i, row in enumerate(coefficients):
        table[i, 1 : 1 + len(row)] = row
    number = int(np.prod(radix))
    # A copy, since Numba would recompile all kernels for an array that is read-only.
    realizable = np.ones(1, dtype=np.bool_) if realizable is None else np.array(realizable)
    lower, upper = np.zeros(number), np.zeros(number)
    neuron, dual = np.zeros((number, y.shape[1])), np.zeros((number, m))
    yt, wide = np.ascontiguousarray(y.T), B / scale if bias < B else 0.0
    digits, largest = np.zeros(m, dtype=np.int64), 0.0
    step = _PATTERNS if clock.left < math.inf else number
    for first in range(1, number, step):
        clock.require_time()
        largest = _solve_all(
            y, yt, table, radix, strides, accuracy, realizable, wide, digits, largest,
            first, min(first + step, number), lower, neuron, dual,
        )  # fmt: skip
    largest = max(largest, 1e-3)
    needed = np.zeros(number, dtype=np.bool_)
    ignored = 2 * accuracy * largest * scale
    slack = _certify_all(
        points, table, dual, W, bias, B, radix, strides, realizable, ignored, upper, needed
    )
    neuron *= np.append(np.full(y.shape[1] - 1, W), bias)
    return Columns(lower * scale, upper, neuron, basis, strides, needed, slack)


def _rounded_up(value: float) -> float:
    """Round a little more than the value up to 20 bits, so that LAPACK's last bits decide no step.

    Norms are often round numbers, and LAPACK may return a number on either side of one.
    """
    mantissa, exponent = math.frexp(value * (1 + 2.0**-40))
    return math.ldexp(math.ceil(math.ldexp(mantissa, 20)), exponent - 20)


# Loops and not the assignment of slices, whose errors name shapes: only for these Numba would
# compile its strings, which takes longer than all of this file.


@njit(cache=True)
def _clear(v):
    """Put zeros into v."""
    for i in range(len(v)):
        v[i] = 0.0


@njit(cache=True)
def _copy(v, to):
    """Copy the vector v into `to`, of the same length."""
    for i in range(len(v)):
        to[i] = v[i]


@njit(cache=True)
def _inner(u, v, n):
    """Return the inner product of the first n entries, summed in their order."""
    total = 0.0
    for i in range(n):
        total += u[i] * v[i]
    return total


@njit(cache=True)
def _advance(digits, radix):
    """Go to the next pattern; return the mask of the points inside."""
    i = 0
    while digits[i] == radix[i] - 1:
        digits[i] = 0
        i += 1
    digits[i] += 1
    mask = 0
    for i in range(len(digits)):
        if digits[i] > 0:
            mask |= 1 << i
    return mask


@njit(cache=True)
def _solve_all(
    y, yt, table, radix, strides, accuracy, realizable, wide, digits, largest, first, last,
    lower, neuron, dual,
):  # fmt: skip
    """Solve patterns in the order of their numbers, each from its best subset's solution.

    They have the numbers first to last − 1, and `digits` are those of first − 1. The largest
    value so far is given and returned.

    Where `wide` > 0, it is B/scale, and y's last column is less than that: enough for all
    neurons but those that are active on every point.
    """
    m, d = y.shape
    a = np.zeros(m)
    inside = np.zeros(m, dtype=np.bool_)
    p, lam, v = np.zeros(d), np.zeros(m), np.zeros(d)
    everything = (1 << m) - 1
    for number in range(first, last):
        mask = _advance(digits, radix)
        best, positive, total = 0, 0.0, 0.0
        for i in range(m):
            inside[i] = digits[i] > 0
            a[i] = table[i, digits[i]]
            positive += max(a[i], 0.0)
            total += a[i]
            if inside[i]:
                subset = number - digits[i] * strides[i]
                if lower[subset] > lower[best]:
                    best = subset
        lower[number] = lower[best]
        _copy(neuron[best], neuron[number])
        if positive == 0.0 or (len(realizable) > 1 and not realizable[mask]):
            continue
        for i in range(m):
            lam[i] = dual[best, i]
            if inside[i]:
                lam[i] = a[i] if a[i] > 0.0 else min(0.0, max(a[i], lam[i]))
        if wide > 0.0 and mask == everything and total >= 0.0:
            # All active is best with b = −B, and then the value is linear.
            _copy(a, lam)
            _combine(lam, y, v)
            norm = np.sqrt(_inner(v, v, d - 1))
            value = norm + wide * total
            if value > lower[number]:
                lower[number] = value
                for j in range(d - 1):
                    neuron[number, j] = v[j] / max(norm, 1e-300)
                neuron[number, d - 1] = wide / y[0, d - 1]
            _copy(lam, dual[number])
            largest = max(largest, lower[number])
            continue
        _copy(neuron[best], p)
        lower[number] = _solve(
            y, yt, a, inside, p, lam, neuron[number], lower[best], accuracy * max(largest, 1e-3)
        )
        _copy(lam, dual[number])
        largest = max(largest, lower[number])
    return largest


@njit(cache=True)
def _certify_all(
    points, table, dual, W, bias, B, radix, strides, realizable, ignored, upper, needed
):
    """Evaluate the dual points with a bound on rounding, and find which patterns are needed.

    With ε = 2^−52, twice the unit roundoff, v = Σ λ_i·x_i is computed with an
    error of at most (m + 1)·ε·Σ|λ_i|·‖x_i‖ in norm and Σ λ_i with one of
    (m + 1)·ε·Σ|λ_i|; each norm, product and sum that follows has a relative
    error below (n + 8)·ε in all; the factor (n + 16)·ε covers these and the
    rounding of the added terms, the last of which covers underflow: squares
    vanish where coordinates of v are below 1e-154.
    Then upper[A] becomes the largest upper end of a needed subset of A, itself
    included; A is needed if its own exceeds its subsets' ends by more than `ignored`.
    Returns the largest excess of a set that is not needed.
    """
    m, n = points.shape
    eps = 2.0**-52
    radii = np.empty(m)
    for i in range(m):
        radii[i] = np.sqrt(_inner(points[i], points[i], n))
    digits = np.zeros(m, dtype=np.int64)
    v = np.empty(n)
    everything = (1 << m) - 1
    slack = 0.0
    for number in range(1, len(upper)):
        mask = _advance(digits, radix)
        base = 0.0
        for i in range(m):
            if digits[i] > 0:
                base = max(base, upper[number - digits[i] * strides[i]])
        upper[number] = base
        if len(realizable) > 1 and not realizable[mask]:
            continue
        _clear(v)
        total, spread, offset = 0.0, 0.0, 0.0
        for i in range(m):
            # Whatever λ is, t meets the dual's constraints.
            t = dual[number, i] if dual[number, i] < 0.0 else 0.0
            if digits[i] > 0:
                a = table[i, digits[i]]
                t = a if a > 0.0 else max(t, a)
            if t != 0.0:
                for j in range(n):
                    v[j] += t * points[i, j]
                total += t
                spread += abs(t) * radii[i]
                offset += abs(t)
        # A neuron active everywhere may use all of B, if it gains from B.
        beta = B if mask == everything and total >= 0.0 else bias
        value = W * np.sqrt(_inner(v, v, n)) + beta * abs(total)
        value += (m + 2) * eps * (W * spread + beta * offset)
        value = value * (1.0 + (n + 16) * eps) + (W + beta) * n * 1e-150
        if value > base + ignored:
            upper[number] = value
            needed[number] = True
        else:
            slack = max(slack, value - base)
    return slack


@njit(cache=True)
def _combine(lam, y, v):
    """Put Σ λ_i·y_i into v."""
    _clear(v)
    for i in range(y.shape[0]):
        t = lam[i]
        for j in range(y.shape[1]):
            v[j] += t * y[i, j]


@njit(cache=True)
def _attained(p, yt, a, inside, z, repaired):
    """Give the w of p = (w/W, b/B) its best b; return this neuron's contribution.

    The contribution is piecewise linear in b, so one of ⟨w, x_i⟩, ±B is best among
    those that leave the points outside inactive. Where none is, w shrinks.
    """
    d, m = yt.shape
    _copy(p, repaired)
    _clear(z)
    for j in range(d - 1):
        for i in range(m):
            z[i] += p[j] * yt[j, i]
    bias = -yt[d - 1, 0]
    least = -bias
    for i in range(m):
        if not inside[i] and z[i] > least:
            least = z[i]
    shrink = 1.0
    if least > bias:
        if bias > _NEARLY:
            shrink = bias / least
            for j in range(d):
                repaired[j] *= shrink
        elif least > _NEARLY:
            _clear(repaired)
            return 0.0
    best, chosen = 0.0, least
    for c in range(-2, m):
        b = z[c] if c >= 0 else (least if c == -1 else bias)
        if b < least or b > max(bias, least) or (c >= 0 and not inside[c]):
            continue
        total = 0.0
        for i in range(m):
            if inside[i] and z[i] > b:
                total += a[i] * (z[i] - b)
        if total > best:
            best, chosen = total, b
    repaired[d - 1] = min(1.0, chosen / bias) if bias > 0.0 else 0.0
    return best * shrink


@njit(cache=True)
def _solve(y, yt, a, inside, p, lam, best_p, floor, target):
    """Run the primal-dual hybrid gradient method from (p, lam); return the lower end.

    y (m, d) has rows (W·x_i, −B)/scale and spectral norm 1; p = (w/W, b/B). best_p
    becomes the feasible point of the lower end where that exceeds `floor`,
    lam the dual point of the upper end. Stops where upper ≤ lower + target.
    """
    m, d = y.shape
    z = np.empty(m)
    v = np.empty(d)
    repaired = np.empty(d)
    last = np.empty(d)
    best_lam = lam.copy()
    lower = floor
    _combine(lam, y, v)
    upper = np.sqrt(_inner(v, v, d - 1)) + abs(v[d - 1])
    if upper <= floor + target:
        return lower
    sigma = np.sqrt(_inner(a, a, m))
    tau = 1.0 / sigma
    for iteration in range(1, _ITERATIONS + 1):
        _combine(lam, y, v)
        _copy(p, last)
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
        _clear(z)
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
        if iteration % _CHECK == 0:
            _combine(lam, y, v)
            t = np.sqrt(_inner(v, v, d - 1)) + abs(v[d - 1])
            if t < upper:
                upper = t
                _copy(lam, best_lam)
            t = _attained(p, yt, a, inside, z, repaired)
            if t > lower:
                lower = t
                _copy(repaired, best_p)
            if upper <= lower + target:
                break
    if upper > lower + target:
        t = _central(y, a, inside, lam, p, target)
        _combine(lam, y, v)
        t = np.sqrt(_inner(v, v, d - 1)) + abs(v[d - 1])
        if t < upper:
            upper = t
            _copy(lam, best_lam)
        t = _attained(p, yt, a, inside, z, repaired)
        if t > lower:
            lower = t
            _copy(repaired, best_p)
    _copy(best_lam, lam)
    return lower


@njit(cache=True)
def _central(y, a, inside, lam, p, target):
    """Follow the central path of the dual to an accuracy of `target`; sets lam and p.

    With μ = −λ the free variables, v = Σ λ_i·x_i and q = Σ λ_i·y_id, the point for τ minimises
    τ·(t + r) − log(t² − ‖v‖²) − log(r² − q²) − Σ log μ_i − Σ log(ceiling_i − μ_i). The best t
    and r are t = (1 + √(1 + τ²‖v‖²))/τ and alike; then w = v/t and b-coordinate q/r are
    feasible: the gradient vanishes where z_i = −1/(τμ_i) + 1/(τ(ceiling_i − μ_i)).
    It does not mind bad conditioning, which the first-order method does.
    """
    m, d = y.shape
    ceiling = np.zeros(m)
    size = 0.0
    for i in range(m):
        size += abs(a[i])
    chosen = np.zeros(m, dtype=np.int64)
    count = 0
    for i in range(m):
        if inside[i]:
            lam[i] = max(a[i], 0.0)
            ceiling[i] = max(-a[i], 0.0)
        else:
            lam[i] = 0.0
            ceiling[i] = _CEILING * size
        if ceiling[i] > 0.0:
            chosen[count] = i
            lam[i] = -min(0.5 * ceiling[i], size / m)
            count += 1
    free = chosen[:count]
    f = len(free)
    gram = np.empty((f, f))
    for i in range(f):
        for j in range(f):
            gram[i, j] = _inner(y[free[i]], y[free[j]], d - 1)
    v = np.empty(d)
    gradient, step = np.empty(f), np.empty(f)
    hessian = np.empty((f, f))
    degree = 4.0 + 2.0 * f
    _combine(lam, y, v)
    norm2 = _inner(v, v, d - 1)
    tau = degree / (np.sqrt(norm2) + abs(v[d - 1]) + target)
    last = 3.0 * degree / target
    merit = _merit(lam, ceiling, free, v, tau)
    for _ in range(_NEWTON_STEPS):
        norm2 = _inner(v, v, d - 1)
        q = v[d - 1]
        root_t, root_r = np.sqrt(1.0 + tau * tau * norm2), np.sqrt(1.0 + tau * tau * q * q)
        t, r = (1.0 + root_t) / tau, (1.0 + root_r) / tau
        for j in range(d - 1):
            p[j] = v[j] / t
        p[d - 1] = q / r
        curve = tau * (1.0 / r - tau * q * q / (root_r * r * r))
        bend = tau * tau / (root_t * t * t)
        for i in range(f):
            row = free[i]
            mu = -lam[row]
            top = ceiling[row] - mu
            g = _inner(y[row], v, d - 1)
            step[i] = g
            gradient[i] = -tau * (g / t + y[row, d - 1] * q / r) - 1.0 / mu + 1.0 / top
            for j in range(i + 1):
                hessian[i, j] = (
                    tau / t * gram[i, j]
                    - bend * g * step[j]
                    + curve * y[row, d - 1] * y[free[j], d - 1]
                )
            hessian[i, i] += 1.0 / (mu * mu) + 1.0 / (top * top) + 1e-15 * tau / t * gram[i, i]
        if not _cholesky_solve(hessian, gradient, step):
            break
        decrement = 0.0
        longest = 1.0e300
        for i in range(f):
            decrement += gradient[i] * step[i]
            row = free[i]
            # μ moves by −step.
            if step[i] > 0.0:
                longest = min(longest, -lam[row] / step[i])
            elif step[i] < 0.0:
                longest = min(longest, (ceiling[row] + lam[row]) / -step[i])
        if decrement < (1e-9 if tau >= last else 0.05):
            if tau >= last:
                break
            tau = min(last, 12.0 * tau)
            merit = _merit(lam, ceiling, free, v, tau)
            continue
        # 1/(1 + √decrement) always lowers a self-concordant function.
        sure = 1.0 / (1.0 + np.sqrt(decrement))
        length = min(1.0, 0.95 * longest)
        while True:
            length = max(length, min(sure, 0.95 * longest))
            for i in range(f):
                lam[free[i]] += length * step[i]
            _combine(lam, y, v)
            t = _merit(lam, ceiling, free, v, tau)
            if t < merit or length <= sure:
                merit = t
                break
            for i in range(f):
                lam[free[i]] -= length * step[i]
            length *= 0.5
        for i in range(f):
            lam[free[i]] = min(lam[free[i]], -1e-300)
    return 0.0


@njit(cache=True)
def _merit(lam, ceiling, free, v, tau):
    """Return the function that `_central` minimises."""
    d = len(v)
    norm2 = _inner(v, v, d - 1)
    total = 0.0
    for square in (norm2, v[d - 1] ** 2):
        root = np.sqrt(1.0 + tau * tau * square)
        # t² − ‖v‖² = 2t/τ at the best t.
        total += 1.0 + root - np.log((1.0 + root) / tau)
    for i in free:
        mu = -lam[i]
        total -= np.log(mu) + np.log(ceiling[i] - mu)
    return total


@njit(cache=True)
def _cholesky_solve(h, g, x):
    """Solve h·x = g by the lower triangle of h, which is overwritten; False if it fails."""
    f = len(x)
    for i in range(f):
        for j in range(i + 1):
            t = h[i, j]
            for c in range(j):
                t -= h[i, c] * h[j, c]
            if i == j:
                if not t > 0.0:
                    return False
                h[i, i] = np.sqrt(t)
            else:
                h[i, j] = t / h[j, j]
    for i in range(f):
        t = g[i]
        for c in range(i):
            t -= h[i, c] * x[c]
        x[i] = t / h[i, i]
    for i in range(f - 1, -1, -1):
        t = x[i]
        for c in range(i + 1, f):
            t -= h[c, i] * x[c]
        x[i] = t / h[i, i]
    return True
