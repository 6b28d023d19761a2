"""Arithmetic whose results have the same bits on every processor.

Training amplifies a difference in the last bit until digits differ, so no
result of BLAS, LAPACK or libm may enter it: their sums have another order, and
their functions another rounding, on another processor. The functions here use
only +, −, ×, ÷ and √ of IEEE 754, each of which is rounded correctly. Every
sum has one order, the order of its index, and the loops are arranged so that they
vectorise over the entries of a result and not over the terms of a sum. numba compiles
the loops without fast-math, so nothing is fused or reassociated. Sums of ±1 are counted
in integers, whose order does not matter.

This is tested on x86-64 Linux (tests/engine/test_same_bits.py); elsewhere it holds
wherever the compiler keeps to IEEE 754.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

_BLOCK = 64  # terms of a sum, or rows, that are taken together so that they stay in cache
_PANEL = 32  # columns that Cholesky eliminates before it updates the others

#: A neuron pair's common samples are counted in words of 64 from this fraction of all on.
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
    add_product(result, left, right)
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
    """Return h(x) = `Σ_j u_j σ(⟨w_j, x⟩ − b_j)` at the rows of x (m, n), shape (m,).

    w is (s, n), b and u are (s,).
    """
    points = np.ascontiguousarray(x, dtype=np.float64)
    values = np.empty(len(points))
    # Copies, since the kernel would be recompiled for arrays that are read-only.
    _add_network(points, np.array(w.T, order="C"), np.array(b), np.array(u), values)
    return values


def signed_sum(z: NDArray[np.float64], u: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `Σ_j u_j σ(z_ij)` for pre-activations z (m, s) and u (s,), shape (m,)."""
    values = np.empty(len(z))
    put_network_sums(z, u, values)
    return values


# ------------------------------------------------------ positive definite systems


def cholesky(matrix: NDArray[np.float64]) -> bool:
    """Put the Cholesky factor into the lower triangle of a symmetric matrix (n, n), C order.

    Only the lower triangle is read; the entries above it have no meaning afterwards.
    Returns whether the matrix is positive definite as far as rounding shows; if it
    is not, no entry of the matrix has a meaning.
    """
    return bool(_factorise(matrix))


def solve(factor: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve `L·Lᵀ·x` = right, (n,), for the L that `cholesky` left in `factor` (n, n)."""
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

    Row i of J holds `u_j·x_i` in block j if active[i, j], and 0 otherwise: the
    derivative of `Σ_j u_j σ(⟨v_j, x_i⟩)` in v. Samples x (m, d), active (m, s),
    `u = ±1` of shape (s,), right (m,).
    """
    x, signed, words = samples
    active = np.ascontiguousarray(active)  # the kernels are recompiled for each layout
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


# ---------------------------------------------------------------------- kernels


@njit(cache=True)
def add_product(c, a, b):
    """Add a (m, d) times b (d, s) to c (m, s), each entry in the order of d."""
    for start in range(0, len(a), _BLOCK):
        stop = min(start + _BLOCK, len(a))
        # A step makes a's layout a general one, so that the kernel is compiled once for all calls.
        _add_rows(c[start:stop], a[start:stop:1], b)


@njit(cache=True)
def _add_rows(c, a, b):
    """Do the work of `add_product` for few rows, which stay in cache.

    Eight terms are added to an entry while it is in a register: with one at a time, a network
    takes 1.5 to 2.3 times as long to train.
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
def put_network_sums(z, u, values):
    """Put `Σ_j u_j σ(z_ij)` into values (m,); z is (m, s)."""
    zero = u.dtype.type(0.0)
    for i in range(len(z)):
        total = zero
        for j in range(len(u)):
            total += u[j] * max(z[i, j], zero)
        values[i] = total


@njit(cache=True)
def _add_network(x, w, b, u, values):
    """Put the network's values at x (m, n) into values (m,); w is (n, s)."""
    z = np.empty((_BLOCK, len(u)))
    for start in range(0, len(x), _BLOCK):
        stop = min(start + _BLOCK, len(x))
        part = z[: stop - start]
        part[:] = 0.0
        add_product(part, x[start:stop], w)
        for i in range(len(part)):
            for j in range(len(b)):
                part[i, j] -= b[j]
        put_network_sums(part, u, values[start:stop])


@njit(cache=True)
def _factorise(matrix):
    """Do the work of `cholesky`, a panel of columns at a time."""
    n = len(matrix)
    for start in range(0, n, _PANEL):
        stop = min(start + _PANEL, n)
        panel = matrix[start:, start:stop].T.copy()  # transposed, so that loops run along columns
        for c in range(len(panel)):
            column = panel[c, c:]
            for p in range(c):
                factor = panel[p, c]
                for i in range(len(column)):
                    column[i] -= factor * panel[p, c + i]
            pivot = column[0]
            if not pivot > 0.0 or pivot == np.inf:
                return False
            root = math.sqrt(pivot)
            for i in range(len(column)):
                column[i] /= root
        _put(panel.T, matrix[start:, start:stop])
        for first in range(stop, n, _BLOCK):
            last = min(first + _BLOCK, n)
            rest = panel[:, stop - start : last - start].copy()
            left = rest[:, first - stop :].T.copy()
            for row in left:
                for i in range(len(row)):
                    row[i] = -row[i]
            rows = matrix[first:last, stop:last].copy()
            add_product(rows, left, rest)
            _put(rows, matrix[first:last, stop:last])
    return True


@njit(cache=True)
def _put(values, place):
    """Put values (m, n) into a place; a slice's assignment takes seconds to compile."""
    for i in range(len(values)):
        for j in range(len(values[0])):
            place[i, j] = values[i, j]


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

    For two neurons with q common samples, of which r have unlike signs in two
    columns, the entry is ±(q − 2r). The rows of neurons with few common samples
    are summed instead, which gives the same integers.
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
                add_product(block, part.T, part)
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
        add_product(gradient, delta[: stop - start].T, x[start:stop])


@njit(cache=True)
def _add_normal_product(x, active, u, step, apart, result):
    """Add JᵀJ times a step (d, s) to the result (s, d), a block of samples at a time."""
    m, s = len(x), len(u)
    delta = np.empty((_BLOCK, s))
    for start in range(0, m, _BLOCK):
        stop = min(start + _BLOCK, m)
        part = delta[: stop - start]
        part[:] = 0.0
        add_product(part, x[start:stop], step)
        for i in range(stop - start):
            total = 0.0
            for j in range(s):
                part[i, j] = u[j] * part[i, j] if active[start + i, j] else 0.0
                total += part[i, j]
            for j in range(s):
                own = part[i, j] if apart else total
                part[i, j] = u[j] * own if active[start + i, j] else 0.0
        add_product(result, part.T, x[start:stop])
