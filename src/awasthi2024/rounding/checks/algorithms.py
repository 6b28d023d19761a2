"""The polynomial-time algorithms for the functions f_w of some moduli."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

#: Predictions at vectors (m', m); the label is the nearest integer in 0..p − 1.
Hypothesis = Callable[[np.ndarray], np.ndarray]


def fit_elimination(y: np.ndarray, f: np.ndarray, q: int, p: int) -> Hypothesis:
    """Solve ⟨w, y⟩ = f modulo the prime p, a divisor of q."""
    if not _is_prime(p) or q % p:
        raise ValueError(f"elimination modulo p = {p}; p must be a prime that divides q = {q}")
    secret = solve_modulo(y % p, f, p)
    return lambda t: t @ secret % p


def fit_vanishing(y: np.ndarray, f: np.ndarray, q: int, p: int) -> Hypothesis:
    """Find a polynomial over Z_q, 1 at y = 0, that vanishes where the label is 1 (p = 2).

    With q an odd prime that is Π_v (1 − ⟨w, y⟩/v) over the (q − 1)/2 odd v below
    q, and it is the only one of its degree: its coefficients solve linear
    equations (linearisation; Arora and Ge, ICALP 2011).
    """
    if p != 2 or q == 2 or not _is_prime(q):
        raise ValueError(f"vanishing polynomials for p = {p}, q = {q}; p must be 2, q an odd prime")
    degree = (q - 1) // 2
    ones = monomials(y[f == 1], degree, q)
    if not len(ones):
        return lambda t: np.zeros(len(t), dtype=np.int64)
    solution = solve_modulo(ones, np.full(len(ones), q - 1), q)
    return lambda t: ((1 + monomials(t, degree, q) @ solution) % q == 0).astype(np.int64)


def monomials(y: np.ndarray, degree: int, q: int) -> np.ndarray:
    """Return the monomials of degree 1..degree in the entries of y, modulo q."""
    exponents = itertools.chain.from_iterable(
        itertools.combinations_with_replacement(range(y.shape[1]), d) for d in range(1, degree + 1)
    )
    table: dict[tuple[int, ...], np.ndarray] = {(): np.ones(len(y), dtype=np.int64)}
    columns = []
    for chosen in exponents:
        table[chosen] = table[chosen[:-1]] * y[:, chosen[-1]] % q
        columns.append(table[chosen])
    return np.stack(columns, axis=1)


def solve_modulo(matrix: np.ndarray, right: np.ndarray, p: int) -> np.ndarray:
    """Return x with matrix·x = right modulo the prime p, free unknowns 0.

    An inconsistent system's surplus equations are ignored.
    """
    rows, columns = matrix.shape
    system = np.concatenate([matrix, right[:, None]], axis=1).astype(np.int64) % p
    pivots: list[int] = []
    for column in range(columns):
        row = len(pivots)
        below = np.flatnonzero(system[row:, column])
        if not len(below):
            continue
        system[[row, row + below[0]]] = system[[row + below[0], row]]
        system[row] = system[row] * pow(int(system[row, column]), -1, p) % p
        others = np.flatnonzero(system[:, column])
        others = others[others != row]
        system[others] = (system[others] - np.outer(system[others, column], system[row])) % p
        pivots.append(column)
        if len(pivots) == rows:
            break
    solution = np.zeros(columns, dtype=np.int64)
    solution[pivots] = system[: len(pivots), -1]
    return solution


def _is_prime(p: int) -> bool:
    return p >= 2 and all(p % d for d in range(2, math.isqrt(p) + 1))


def sample_size(q: int, p: int, m: int) -> tuple[int, int]:
    """Return the number of unknowns and of samples that the algorithms use."""
    if q % p == 0:
        return m, m + 20
    degree = (q - 1) // 2
    unknowns = math.comb(m + degree, degree) - 1
    # A share of about degree/q of the labels is 1.
    return unknowns, -(-(unknowns + 40 * degree) * 3 * q // (2 * degree))


def elimination_success(p: int, m: int, samples: int) -> tuple[float, float]:
    """Return bounds on the probability that elimination finds f_w (docs/proofs-rounding.md, 2)."""
    return float(1 - Fraction(p) ** (m - samples) / (p - 1)), 1.0
