"""Products with the matrix of all monomials of degree at most d at points of ±1, not stored.

Both are nested sums over the variables, 2mN operations for m points and N monomials. Monomials
come by degree, then lexicographic, as in `sparseact.learning.low_degree`.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sparseact.bounds import n_monomials

_CHUNK = 64  # samples that go through the nested sums together
_FAST = {"reassoc", "contract", "nsz"}  # lets sums use vector registers; no NaN comes here


def forward(x: np.ndarray, coefficients: np.ndarray, d: int) -> np.ndarray:
    """Return `Σ_T c_T χ_T(x)` at points x (m, n) int8, shape (t, m) for coefficients (t, N)."""
    out = np.empty((len(coefficients), len(x)))
    starts = _starts(x.shape[1], d)
    for c, values in zip(np.ascontiguousarray(coefficients), out, strict=True):
        _forward_kernel(x, c, starts, d, values)
    return out


def adjoint(x: np.ndarray, weights: np.ndarray, d: int) -> np.ndarray:
    """Return `Σ_i r_i χ_T(x_i)` for all T of degree at most d, (t, N) for weights r (t, m)."""
    n = x.shape[1]
    out = np.zeros((len(weights), n_monomials(n, d)))
    starts = _starts(n, d)
    for r, sums in zip(np.ascontiguousarray(weights), out, strict=True):
        _adjoint_kernel(x, r, starts, d, sums)
    return out


def _starts(n: int, d: int) -> np.ndarray:
    """Return where the monomials of degrees 0..d start."""
    return np.cumsum([0] + [math.comb(n, t) for t in range(d)])


@njit(cache=True, nogil=True)
def _load(x, start, block):
    """Copy a chunk of samples into `block` (n, chunk); past the end come zeros."""
    m, n = x.shape
    for c in range(_CHUNK):
        for i in range(n):
            block[i, c] = x[start + c, i] if start + c < m else 0.0


@njit(cache=True, nogil=True, fastmath=_FAST)
def _forward_kernel(x, coefficients, starts, d, out):
    """Compute nested Horner sums c + Σ_i x_i (c_i + Σ_{j>i} x_j (c_ij + …)), depth first.

    Sets of t variables come up in lexicographic order, so that one pointer a
    degree walks through the coefficients.
    """
    m, n = x.shape
    block = np.empty((n, _CHUNK))
    total = np.empty((max(d, 1), _CHUNK))  # the sum at each depth of the branch
    last = np.empty(d + 1, np.int64)  # last variable of the set at each depth
    child = np.empty(d + 1, np.int64)  # next variable to append
    place = np.empty(d + 1, np.int64)
    for start in range(0, m, _CHUNK):
        _load(x, start, block)
        for c in range(d + 1):  # not a slice: for its error message Numba would compile strings
            place[c] = starts[c]
        last[0], child[0] = -1, 0
        total[0] = coefficients[0]
        t = 0 if d > 0 else -1
        while t >= 0:
            if t < d - 1 and child[t] < n:
                j = child[t]
                child[t] += 1
                t += 1
                last[t], child[t] = j, j + 1
                total[t] = coefficients[place[t]]
                place[t] += 1
                continue
            here = total[t]
            if t == d - 1:
                first = last[t] + 1
                base = place[d] - first
                place[d] += n - first
                k = first
                while k + 4 <= n:
                    c0, c1 = coefficients[base + k], coefficients[base + k + 1]
                    c2, c3 = coefficients[base + k + 2], coefficients[base + k + 3]
                    x0, x1, x2, x3 = block[k], block[k + 1], block[k + 2], block[k + 3]
                    for c in range(_CHUNK):
                        here[c] += (c0 * x0[c] + c1 * x1[c]) + (c2 * x2[c] + c3 * x3[c])
                    k += 4
                while k < n:
                    c0, x0 = coefficients[base + k], block[k]
                    for c in range(_CHUNK):
                        here[c] += c0 * x0[c]
                    k += 1
            if t > 0:
                above, x0 = total[t - 1], block[last[t]]
                for c in range(_CHUNK):
                    above[c] += x0[c] * here[c]
            t -= 1
        for c in range(min(_CHUNK, m - start)):
            out[start + c] = total[0, c]


@njit(cache=True, nogil=True, fastmath=_FAST)
def _adjoint_kernel(x, weights, starts, d, out):
    """Transpose `_forward_kernel`: products r·x_i·x_j… go down the branch."""
    m, n = x.shape
    block = np.empty((n, _CHUNK))
    product = np.empty((max(d, 1), _CHUNK))
    last = np.empty(d + 1, np.int64)
    child = np.empty(d + 1, np.int64)
    place = np.empty(d + 1, np.int64)
    for start in range(0, m, _CHUNK):
        _load(x, start, block)
        for c in range(d + 1):  # not a slice: for its error message Numba would compile strings
            place[c] = starts[c]
        last[0], child[0] = -1, 0
        for c in range(_CHUNK):
            product[0, c] = weights[start + c] if start + c < m else 0.0
        out[0] += product[0].sum()
        t = 0 if d > 0 else -1
        while t >= 0:
            if t < d - 1 and child[t] < n:
                j = child[t]
                child[t] += 1
                above, x0 = product[t], block[j]
                t += 1
                last[t], child[t] = j, j + 1
                here = product[t]
                s0 = 0.0
                for c in range(_CHUNK):
                    here[c] = above[c] * x0[c]
                    s0 += here[c]
                out[place[t]] += s0
                place[t] += 1
                continue
            if t == d - 1:
                here = product[t]
                first = last[t] + 1
                base = place[d] - first
                place[d] += n - first
                for k in range(first, n):
                    x0 = block[k]
                    s0 = 0.0
                    for c in range(_CHUNK):
                        s0 += here[c] * x0[c]
                    out[base + k] += s0
            t -= 1
