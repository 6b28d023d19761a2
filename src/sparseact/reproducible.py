"""Arithmetic whose results have the same bits on every processor.

Training amplifies the last bit of an intermediate result into digits, so no
result of BLAS, LAPACK or libm may enter it: their sums have another order, and
their functions another rounding, on another processor. The functions here use
+, −, ×, ÷ and √ of IEEE 754 alone, each of which is rounded correctly. Every
sum has one order, that of its index, and the loops are arranged so that they
vectorise over the entries of a result and not over the terms of a sum. Products
and factorisations add eight terms to an entry, one after another, for each time
that it is loaded and stored. numba compiles the loops without fast-math, so
nothing is fused or reassociated. Sums of ±1 are counted in integers, whose
order does not matter.

This is tested on x86-64 Linux (tests/test_same_bits.py); elsewhere it holds
wherever the compiler keeps to IEEE 754.

This file is long because every order of summation that training uses stands in
it, so that the promise above can be read in one place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

_BLOCK = 64  # terms of a sum, or rows, that are taken together so that they stay in cache
_PANEL = 16  # columns that Cholesky eliminates before it updates the others, a multiple of 8

#: A neuron pair's samples are counted in words of 64 if it shares this part of them or more.
_COUNTED = 1 / 24


def product(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the matrix product of a (m, d) and b (d, s), shape (m, s).

    Each entry is a sum over d in increasing order, in the wider of the two
    floating-point types (float32 or float64).
    """
    kind = np.result_type(a, b)
    if kind not in (np.float32, np.float64):
        kind = np.dtype(np.float64)
    left, right = np.ascontiguousarray(a, dtype=kind), np.ascontiguousarray(b, dtype=kind)
    result = np.zeros((left.shape[0], right.shape[1]), dtype=kind)
    _add_product(result, left, right)
    return result


def mean(values: NDArray[np.float64]) -> float:
    """Return the mean of an array of any shape, not empty, summed in its order."""
    return float(_total(np.ravel(values))) / values.size


def mean_square(values: NDArray[np.float64]) -> float:
    """Return the mean square of an array of any shape, not empty, summed in its order."""
    return float(_sum_of_squares(np.ravel(values))) / values.size


def network_values(
    x: NDArray[Any], w: NDArray[np.float64], b: NDArray[np.float64], u: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return h(x) = Σ_j u_j σ(⟨w_j, x⟩ − b_j) at the rows of x (m, n), shape (m,).

    w is (s, n), b and u are (s,).
    """
    points = np.ascontiguousarray(x, dtype=np.float64)
    values = np.empty(len(points))
    # Copies, since the kernel would be compiled anew for arrays that are read-only.
    _add_network(points, np.array(w.T, order="C"), np.array(b), np.array(u), values)
    return values


def signed_sum(z: NDArray[np.float64], u: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Σ_j u_j σ(z_ij) for pre-activations z (m, s) and u (s,), shape (m,)."""
    values = np.empty(len(z))
    _sum_neurons(z, u, values)
    return values


# ------------------------------------------------------ positive definite systems


def cholesky(matrix: NDArray[np.float64]) -> bool:
    """Put the Cholesky factor into the lower triangle of a symmetric matrix (n, n), C order.

    Only the lower triangle is read; what stands above it afterwards has no
    meaning. Returns whether the matrix is positive definite as far as rounding
    shows; if it is not, what the matrix holds has no meaning either.
    """
    return bool(_cholesky(matrix, _PANEL))


def solve(factor: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve L·Lᵀ·x = right, (n,), for what `cholesky` returned in `factor` (n, n)."""
    x = np.array(right, dtype=np.float64)
    _substitute(factor, x)
    return x


# ------------------------------------------------------------- normal equations


class Design(NamedTuple):
    """Samples as the normal equations want them: the rows, and bits where all are ±1.

    `words` holds bit i % 64 of word i // 64 where sample i has −1, for the columns
    `signed`, whose entries are ±1; it is None unless all other columns are 0.
    """

    x: NDArray[np.float64]  # (m, d)
    signed: NDArray[np.int64]  # (d',)
    words: NDArray[np.uint64] | None  # (d', ⌈m/64⌉)


def design(x: NDArray[np.float64]) -> Design:
    """Prepare samples x (m, d), finite, for `normal_equations`."""
    x = np.ascontiguousarray(x, dtype=np.float64)
    is_signed = (np.abs(x) == 1).all(axis=0)
    signed = np.flatnonzero(is_signed)
    if x[:, ~is_signed].any():
        return Design(x, signed, None)
    return Design(x, signed, _words(x.T[signed] < 0))


def normal_equations(
    samples: Design, active: NDArray[np.bool_], u: NDArray[np.float64], right: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return JᵀJ, (sd, sd), its lower blocks only, and Jᵀ·right, (sd,).

    Row i of J holds u_j·x_i in block j if active[i, j], and 0 otherwise: the
    derivative of Σ_j u_j σ(⟨v_j, x_i⟩) in v. Samples x (m, d), active (m, s),
    u = ±1 of shape (s,), right (m,).
    """
    x, signed, words = samples
    active = np.ascontiguousarray(active)  # the kernels are compiled anew for each layout
    s, d = len(u), x.shape[1]
    matrix = np.zeros((s * d, s * d))
    if words is None:
        _add_blocks(x, active, u, matrix)
    else:
        _count_blocks(x, signed, words, _words(active.T), u, matrix)
    gradient = np.zeros((s, d))
    _add_gradient(x, active, u, right, gradient)
    return matrix, gradient.ravel()


def transposed_product(
    x: NDArray[np.float64],
    active: NDArray[np.bool_],
    u: NDArray[np.float64],
    right: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return Jᵀ·right, (s, d), for the matrix J of `normal_equations`."""
    result = np.zeros((len(u), x.shape[1]))
    _add_gradient(x, np.ascontiguousarray(active), u, right, result)
    return result


def normal_product(
    x: NDArray[np.float64],
    active: NDArray[np.bool_],
    u: NDArray[np.float64],
    step: NDArray[np.float64],
    *,
    apart: bool = False,
) -> NDArray[np.float64]:
    """Return JᵀJ·step, (s, d), for a step (s, d), without the matrix JᵀJ of `normal_equations`.

    With `apart` the blocks of JᵀJ for two different neurons count as 0. The rows of x are
    taken a block at a time, and the sums keep their order whatever its size.
    """
    result = np.zeros((len(u), x.shape[1]))
    columns = np.ascontiguousarray(step.T)
    _add_normal_product(x, np.ascontiguousarray(active), u, columns, apart, result)
    return result


def _words(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Pack rows of bits (r, m) into words (r, ⌈m/64⌉), the first bit lowest."""
    packed = np.packbits(bits, axis=1, bitorder="little")
    padded = np.zeros((len(bits), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view("<u8").astype(np.uint64)


# --------------------------------------------------------------------- training


@njit(cache=True)
def excess_beyond(z, k):
    """Return z (m, s) where it is positive and not among the k largest of its row, else 0."""
    excess = np.zeros_like(z)
    least = np.empty(len(z), z.dtype)
    _put_kth_largest(z, np.empty(k, z.dtype), least)
    for i in range(len(z)):
        for j in range(z.shape[1]):
            if 0 < z[i, j] < least[i]:
                excess[i, j] = z[i, j]
    return excess


@njit(cache=True)
def merger_costs(z, u, j, costs):
    """Fill row and column j of costs (s, s): costs[a, b] is what a's taking b in changes.

    z (s, m) are pre-activations, u (s,) is ±1. The change of the function is
    squared and summed over the samples; costs[j, j] is for dropping j.
    """
    s, m = z.shape
    for i in range(s):
        forth, back = 0.0, 0.0
        same = u[i] == u[j]
        for t in range(m):
            p, q = z[j, t], z[i, t]
            a, b = max(p, 0.0), max(q, 0.0)
            if i == j:
                forth += a * a
            elif same:
                e = a + b - max(p + q, 0.0)
                forth += e * e
            else:
                e = a - b - max(p - q, 0.0)
                forth += e * e
                e = b - a - max(q - p, 0.0)
                back += e * e
        costs[j, i] = forth
        if i != j:
            costs[i, j] = forth if same else back


class Adam:
    """One hidden layer of ReLUs, h(x) = Σ_j u_j σ(⟨v_j, x⟩), trained by Adam in float32.

    The loss is half the mean square of h − y over a batch. The step falls from
    `rate` to 0 like 1 − 3t² + 2t³ over the steps, t from 0 to 1, which is within
    0.0101 of half a cosine's wave; weight decay is decoupled from it.

    Parameters
    ----------
    x : ndarray (m, d)
    y : ndarray (m,)
        Samples.
    v : ndarray (s, d)
    u : ndarray (s,)
        The start.
    steps : int
        Steps in all.
    rate, decay : float
        The largest step, and the decay for a step of 1.
    batch : int
        Samples of a step.
    k : int, optional
        Pre-activations beyond the k largest of a sample, if positive, are
        pushed down with the slope `penalty`.
    penalty : float
    """

    def __init__(
        self,
        x: NDArray[Any],
        y: NDArray[Any],
        v: NDArray[np.float64],
        u: NDArray[np.float64],
        steps: int,
        *,
        rate: float,
        decay: float = 0.0,
        batch: int,
        k: int | None = None,
        penalty: float = 0.0,
    ) -> None:
        self._x, self._y = np.ascontiguousarray(x, dtype=np.float32), y.astype(np.float32)
        # Neurons stand last, so that the loops over them vectorise.
        self._v, self._u = np.ascontiguousarray(v.T, dtype=np.float32), u.astype(np.float32)
        self._moments = [np.zeros_like(a) for a in (self._v, self._v, self._u, self._u)]
        self._powers = np.ones(2)
        self._options = (int(steps), float(rate), float(decay), int(batch))
        self._k, self._penalty = len(u) if k is None else int(k), np.float32(penalty)
        self.step, self.steps = 0, int(steps)

    def train(self, orders: NDArray[np.int64]) -> NDArray[np.float64]:
        """Step through the samples in these orders, one after another, while steps are left.

        Parameters
        ----------
        orders : ndarray (m,) or (passes, m)
            Indices of samples: one order for each pass.

        Returns
        -------
        ndarray (passes begun,)
            For each pass the mean square of h − y over the samples that it saw,
            each with the weights of its step.
        """
        kernel: Callable[..., tuple[int, NDArray[np.float64]]] = _adam_passes
        self.step, losses = kernel(
            self._x, self._y, np.atleast_2d(orders), self._v, self._u, *self._moments,
            self._powers, self.step, *self._options, self._k, self._penalty,
        )  # fmt: skip
        return losses

    @property
    def network(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weights v (s, d) and u (s,) as they stand."""
        return self._v.T.astype(np.float64), self._u.astype(np.float64)


# ---------------------------------------------------------------------- kernels


@njit(cache=True)
def _add_product(c, a, b):
    """Add a (m, d) times b (d, s) to c (m, s), each entry in the order of d."""
    for start in range(0, len(a), _BLOCK):
        stop = min(start + _BLOCK, len(a))
        # A step makes a's layout a general one, so that the kernel is compiled once for all calls.
        _add_rows(c[start:stop], a[start:stop:1], b)


@njit(cache=True)
def _add_rows(c, a, b):
    """Do the work of `_add_product` for few rows, which stay in cache.

    Eight terms are added to an entry while it is in a register: this saves most
    loads and stores, and keeps the order of the sum.
    """
    m, d = a.shape
    together = d - d % 8
    for p in range(0, together, 8):
        for i in range(m):
            a0, a1, a2, a3 = a[i, p], a[i, p + 1], a[i, p + 2], a[i, p + 3]
            a4, a5, a6, a7 = a[i, p + 4], a[i, p + 5], a[i, p + 6], a[i, p + 7]
            for j in range(b.shape[1]):
                t = c[i, j] + a0 * b[p, j] + a1 * b[p + 1, j] + a2 * b[p + 2, j]
                t = t + a3 * b[p + 3, j] + a4 * b[p + 4, j] + a5 * b[p + 5, j]
                c[i, j] = t + a6 * b[p + 6, j] + a7 * b[p + 7, j]
    for p in range(together, d):
        for i in range(m):
            a0 = a[i, p]
            for j in range(b.shape[1]):
                c[i, j] += a0 * b[p, j]


@njit(cache=True)
def _total(values):
    total = 0.0
    for value in values:
        total += value
    return total


@njit(cache=True)
def _sum_of_squares(values):
    total = 0.0
    for value in values:
        total += value * value
    return total


@njit(cache=True)
def _sum_neurons(z, u, values):
    """Put Σ_j u_j σ(z_ij) into values (m,), four rows of z (m, s) at a time."""
    m, s = z.shape
    zero = u.dtype.type(0.0)
    for i in range(0, m - 3, 4):
        t0 = t1 = t2 = t3 = zero
        for j in range(s):
            t0 += u[j] * max(z[i, j], zero)
            t1 += u[j] * max(z[i + 1, j], zero)
            t2 += u[j] * max(z[i + 2, j], zero)
            t3 += u[j] * max(z[i + 3, j], zero)
        values[i], values[i + 1], values[i + 2], values[i + 3] = t0, t1, t2, t3
    for i in range(m - m % 4, m):
        t0 = zero
        for j in range(s):
            t0 += u[j] * max(z[i, j], zero)
        values[i] = t0


@njit(cache=True)
def _add_network(x, w, b, u, values):
    """Put the network's values at x (m, n) into values (m,); w is (n, s)."""
    z = np.empty((_BLOCK, len(u)))
    for start in range(0, len(x), _BLOCK):
        stop = min(start + _BLOCK, len(x))
        part = z[: stop - start]
        part[:] = 0.0
        _add_product(part, x[start:stop], w)
        for i in range(len(part)):
            for j in range(len(b)):
                part[i, j] -= b[j]
        _sum_neurons(part, u, values[start:stop])


@njit(cache=True)
def _cholesky(matrix, block):
    """Do the work of `cholesky`, `block` columns at a time: a multiple of 8, or n and more."""
    n = len(matrix)
    panel = np.empty((min(block, n), n))
    for start in range(0, n, block):
        stop = min(start + block, n)
        size = stop - start
        # The columns start..stop, transposed, so that the loops run along them.
        for c in range(size):
            for i in range(start, n):
                panel[c, i] = matrix[i, start + c]
        for c in range(size):
            row = panel[c, start + c : n]
            for p in range(c):
                other = panel[p, start + c : n]
                factor = other[0]
                for i in range(len(row)):
                    row[i] -= factor * other[i]
            pivot = row[0]
            if not pivot > 0.0:
                return False
            root = math.sqrt(pivot)
            if not root < np.inf:
                return False
            for i in range(len(row)):
                row[i] /= root
        for i in range(start, n):
            for c in range(min(size, i - start + 1)):
                matrix[i, start + c] = panel[c, i]
        first = stop + (n - stop) % 2  # an odd row is the first, of one entry
        for p in range(size if first > stop else 0):
            matrix[stop, stop] -= panel[p, stop] * panel[p, stop]
        for i in range(first, n, 2):
            row, following = matrix[i, stop : i + 2], matrix[i + 1, stop : i + 2]
            for p in range(0, size, 8):
                _subtract_eight(row, following, panel[p : p + 8], i)
    return True


@njit(cache=True)
def _subtract_eight(row, following, terms, i):
    """Subtract eight columns' terms (8, n) from the ends, up to column i + 1, of rows i and i + 1.

    Two rows together, since they share what is loaded of the terms.
    """
    left, k = i + 2 - len(row), i + 1
    b0, b1, b2, b3 = terms[0, left:], terms[1, left:], terms[2, left:], terms[3, left:]
    b4, b5, b6, b7 = terms[4, left:], terms[5, left:], terms[6, left:], terms[7, left:]
    r0, r1, r2, r3 = terms[0, i], terms[1, i], terms[2, i], terms[3, i]
    r4, r5, r6, r7 = terms[4, i], terms[5, i], terms[6, i], terms[7, i]
    f0, f1, f2, f3 = terms[0, k], terms[1, k], terms[2, k], terms[3, k]
    f4, f5, f6, f7 = terms[4, k], terms[5, k], terms[6, k], terms[7, k]
    for j in range(len(row)):
        t = row[j] - r0 * b0[j] - r1 * b1[j] - r2 * b2[j] - r3 * b3[j]
        row[j] = t - r4 * b4[j] - r5 * b5[j] - r6 * b6[j] - r7 * b7[j]
        t = following[j] - f0 * b0[j] - f1 * b1[j] - f2 * b2[j] - f3 * b3[j]
        following[j] = t - f4 * b4[j] - f5 * b5[j] - f6 * b6[j] - f7 * b7[j]


@njit(cache=True)
def _substitute(factor, x):
    n = len(x)
    for i in range(n):
        row = factor[i]
        t = x[i]
        for c in range(i):
            t -= row[c] * x[c]
        x[i] = t / row[i]
    for i in range(n - 1, -1, -1):
        row = factor[i]
        value = x[i] / row[i]
        x[i] = value
        for c in range(i):
            x[c] -= row[c] * value


@njit(cache=True)
def _ones(word):
    """Return the number of bits of a word that are 1; LLVM makes one instruction of this form."""
    pairs = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    low = np.uint64(0x3333333333333333)
    fours = (pairs & low) + ((pairs >> np.uint64(2)) & low)
    eights = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (eights * np.uint64(0x0101010101010101)) >> np.uint64(56)


@njit(cache=True)
def _count_blocks(x, signed, words, active, u, matrix):
    """Fill the lower blocks of JᵀJ in integers: x is ±1 on `signed` and 0 elsewhere.

    For two neurons that share q samples, of which r have unlike signs in two
    columns, the entry is ±(q − 2r). Neurons that share few samples of one of them
    have their rows summed instead, which gives the same integers.
    """
    d = x.shape[1]
    s, length = active.shape
    kept = np.empty((len(signed), length), np.uint64)
    mask = np.empty(length, np.uint64)
    places = np.empty(length, np.int64)
    for j in range(s):
        # Words in which the neuron is never active are left out.
        size = 0
        for t in range(length):
            if active[j, t] != 0:
                places[size] = t
                size += 1
        for c in range(len(signed)):
            for t in range(size):
                kept[c, t] = words[c, places[t]]
        for h in range(j + 1):
            shared = np.uint64(0)
            for t in range(size):
                mask[t] = active[j, places[t]] & active[h, places[t]]
                shared += _ones(mask[t])
            if shared == 0:
                continue
            sign = u[j] * u[h]
            block = matrix[j * d : (j + 1) * d, h * d : (h + 1) * d]
            if float(shared) < 64 * _COUNTED * size:
                for t in range(size):
                    rest = mask[t]
                    while rest != 0:
                        lowest = rest & (~rest + np.uint64(1))
                        row = x[64 * places[t] + np.int64(_ones(lowest - np.uint64(1)))]
                        for c in range(d):
                            value = sign * row[c]
                            for e in range(d):
                                block[c, e] += value * row[e]
                        rest ^= lowest
                continue
            for c in range(len(signed)):
                first = kept[c]
                for e in range(c + 1):
                    second = kept[e]
                    unlike = np.uint64(0)
                    for t in range(size):
                        unlike += _ones((first[t] ^ second[t]) & mask[t])
                    value = sign * (float(shared) - 2.0 * float(unlike))
                    block[signed[c], signed[e]] = value
                    block[signed[e], signed[c]] = value


@njit(cache=True)
def _add_blocks(x, active, u, matrix):
    """Fill the lower blocks of JᵀJ from rows x (m, d) of any reals."""
    m, d = x.shape
    rows = np.empty(m, np.int64)
    own, both, block = np.empty((m, d)), np.empty((m, d)), np.empty((d, d))
    for j in range(len(u)):
        count = 0
        for i in range(m):
            if active[i, j]:
                rows[count] = i
                for e in range(d):
                    own[count, e] = x[i, e]
                count += 1
        for h in range(j + 1):
            shared = 0
            for c in range(count):
                if active[rows[c], h]:
                    for e in range(d):
                        both[shared, e] = own[c, e]
                    shared += 1
            block[:] = 0.0
            for start in range(0, shared, _BLOCK):
                part = both[start : min(start + _BLOCK, shared)]
                _add_product(block, part.T, part)
            for c in range(d):
                for e in range(d):
                    matrix[j * d + c, h * d + e] = (u[j] * u[h]) * block[c, e]


@njit(cache=True)
def _add_gradient(x, active, u, right, gradient):
    """Add Jᵀ·right to the gradient (s, d), a block of samples at a time."""
    m = len(x)
    s = len(u)
    delta = np.empty((_BLOCK, s))
    for start in range(0, m, _BLOCK):
        stop = min(start + _BLOCK, m)
        for i in range(start, stop):
            for j in range(s):
                delta[i - start, j] = u[j] * right[i] if active[i, j] else 0.0
        _add_product(gradient, delta[: stop - start].T, x[start:stop])


@njit(cache=True)
def _add_normal_product(x, active, u, step, apart, result):
    """Add JᵀJ times a step (d, s) to the result (s, d), a block of samples at a time."""
    m, s = len(x), len(u)
    delta = np.empty((_BLOCK, s))
    for start in range(0, m, _BLOCK):
        stop = min(start + _BLOCK, m)
        part = delta[: stop - start]
        part[:] = 0.0
        _add_product(part, x[start:stop], step)
        for i in range(stop - start):
            total = 0.0
            for j in range(s):
                part[i, j] = u[j] * part[i, j] if active[start + i, j] else 0.0
                total += part[i, j]
            for j in range(s):
                own = part[i, j] if apart else total
                part[i, j] = u[j] * own if active[start + i, j] else 0.0
        _add_product(result, part.T, x[start:stop])


@njit(cache=True)
def _put_kth_largest(z, top, least):
    """Put the k-th largest positive entry of each row of z (m, s), or 0, into least (m,).

    top is (k,), for the work in between.
    """
    m, last = len(z), len(top) - 1
    four_at_a_time = m - m % 4 if last == 0 else 0
    for i in range(0, four_at_a_time, 4):
        t0 = t1 = t2 = t3 = z.dtype.type(0.0)
        z0, z1, z2, z3 = z[i], z[i + 1], z[i + 2], z[i + 3]
        for j in range(z.shape[1]):
            t0 = z0[j] if z0[j] > t0 else t0
            t1 = z1[j] if z1[j] > t1 else t1
            t2 = z2[j] if z2[j] > t2 else t2
            t3 = z3[j] if z3[j] > t3 else t3
        least[i], least[i + 1], least[i + 2], least[i + 3] = t0, t1, t2, t3
    for i in range(four_at_a_time, m):
        top[:] = 0
        for value in z[i]:
            if value > top[last]:
                place = last
                while place > 0 and value > top[place - 1]:
                    top[place] = top[place - 1]
                    place -= 1
                top[place] = value
        least[i] = top[last]


@njit(cache=True, error_model="numpy")  # a test for division by 0 would not vectorise
def _adam_pass(
    x, y, order, v, u, v_mean, v_square, u_mean, u_square, powers, step, steps, largest, decay,
    batch, k, penalty,
):  # fmt: skip
    """Take Adam through the rows of x in an order, in batches; return the step and the mean loss.

    x (m, d), y (m,), v (d, s), u (s,) and the moments are float32; v, u, the
    moments and `powers`, those of 0.9 and 0.999 so far, change in place.
    """
    m, d, s = len(order), x.shape[1], len(u)
    batch = min(batch, m)
    f = np.float32
    total = 0.0
    start = 0
    top, least = np.empty(k, np.float32), np.empty(batch, np.float32)
    pre_activations, slopes = np.empty((batch, s), np.float32), np.empty((batch, s), np.float32)
    gathered, values = np.empty((batch, d), np.float32), np.empty(batch, np.float32)
    du, dv = np.empty(s, np.float32), np.empty((d, s), np.float32)
    # A neuron without gradient would have denormal moments, which are slow.
    tiny = f(1e-30)
    while start < m and step < steps:
        stop = min(start + batch, m)
        size = stop - start
        points = gathered[:size]
        for i in range(size):
            point, chosen = points[i], x[order[start + i]]
            for c in range(d):
                point[c] = chosen[c]
        z, dz = pre_activations[:size], slopes[:size]
        z[:] = f(0.0)
        _add_product(z, points, v)
        _sum_neurons(z, u, values[:size])
        if k < s:
            _put_kth_largest(z, top, least[:size])
        push = penalty / f(size)
        du[:] = f(0.0)
        for i in range(size):
            residual = values[i] - y[order[start + i]]
            total += residual * residual
            residual /= f(size)
            # Rows, and & for `and`: these loops vectorise.
            row, slope = z[i], dz[i]
            for j in range(s):
                du[j] += residual * (row[j] if row[j] > f(0.0) else f(0.0))
            for j in range(s):
                slope[j] = residual * u[j] if row[j] > f(0.0) else f(0.0)
            if k < s:
                for j in range(s):
                    slope[j] += push if (row[j] > f(0.0)) & (row[j] < least[i]) else f(0.0)
        dv[:] = f(0.0)
        _add_product(dv, points.T, dz)
        step += 1
        powers[0] *= 0.9
        powers[1] *= 0.999
        t = (step - 1) / steps
        rate = f(largest * (1.0 - t * t * (3.0 - 2.0 * t)))
        mean_scale = f(1.0 / (1.0 - powers[0]))
        square_scale = f(1.0 / (1.0 - powers[1]))
        shrink = f(1.0) - rate * f(decay)
        for j in range(s):
            g = du[j]
            u_mean[j] = f(0.9) * u_mean[j] + f(0.1) * g + tiny
            u_square[j] = f(0.999) * u_square[j] + f(0.001) * g * g + tiny
            u[j] = u[j] * shrink - rate * u_mean[j] * mean_scale / (
                np.sqrt(u_square[j] * square_scale) + f(1e-8)
            )
        for c in range(d):
            weights, gradient, means, squares = v[c], dv[c], v_mean[c], v_square[c]
            for j in range(s):
                g = gradient[j]
                means[j] = f(0.9) * means[j] + f(0.1) * g + tiny
                squares[j] = f(0.999) * squares[j] + f(0.001) * g * g + tiny
                weights[j] = weights[j] * shrink - rate * means[j] * mean_scale / (
                    np.sqrt(squares[j] * square_scale) + f(1e-8)
                )
        start = stop
    return step, total / start


@njit(cache=True, error_model="numpy")
def _adam_passes(
    x, y, orders, v, u, v_mean, v_square, u_mean, u_square, powers, step, steps, largest, decay,
    batch, k, penalty,
):  # fmt: skip
    """Call `_adam_pass` for one order after another; return the step and the losses."""
    losses = np.empty(len(orders))
    done = 0
    while done < len(orders) and step < steps:
        step, losses[done] = _adam_pass(
            x, y, orders[done], v, u, v_mean, v_square, u_mean, u_square, powers, step, steps,
            largest, decay, batch, k, penalty,
        )  # fmt: skip
        done += 1
    return step, losses[:done]
