"""Learners of the functions f_w, and what is proved of their success."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from awasthi2024.rounding.checks.vectors import all_vectors, label
from sparseact.learning.adam import Adam
from sparseact.quadratic_lift import (
    binary_code,
    lwr_labels,
    lwr_lift,
)
from sparseact.randomness import nearly_normal
from sparseact.reproducible import network_values

_HIDDEN, _EPOCHS, _BATCH = 64, 40, 100  # of the trained networks

#: Predictions at vectors (m', m); the label is the nearest integer in 0..p − 1.
Hypothesis = Callable[[np.ndarray], np.ndarray]


def fit_low_degree(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Fit polynomials of degree 2 in z(y): linear functions of the lift x(y)."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor

    with warnings.catch_warnings():
        # All algorithms are given the same samples, be they few for this one.
        warnings.simplefilter("ignore", FewSamplesWarning)
        model = LowDegreeRegressor(degree=2).fit(binary_code(y, q), f)
    return lambda t: model.predict(binary_code(t, q))


def fit_network(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Train one hidden layer of 64 ReLUs on the lift x(y) by Adam."""
    return _fit_perceptron(lambda t: lwr_lift(t, q), y, f, p, seed)


def fit_network_on_bits(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Train the same on the bits z(y)."""
    return _fit_perceptron(lambda t: binary_code(t, q), y, f, p, seed)


def _fit_perceptron(
    embed: Callable[[np.ndarray], np.ndarray], y: np.ndarray, f: np.ndarray, p: int, seed: int
) -> Hypothesis:
    """Take Adam through the sample forty times, from weights of Glorot's size."""
    rng = np.random.default_rng(seed)
    x = _with_bias(embed(y))
    m, d = x.shape
    batch = min(_BATCH, m)
    network = Adam(
        x,
        f,
        nearly_normal(rng, (_HIDDEN, d)) * math.sqrt(2 / (d + _HIDDEN)),
        nearly_normal(rng, (_HIDDEN,)) * math.sqrt(2 / (_HIDDEN + 1)),
        _EPOCHS * -(-m // batch),
        rate=0.005,
        batch=batch,
    )
    for _ in range(_EPOCHS):
        network.train(rng.permutation(m))
    v, u = network.network

    def predict(t: np.ndarray) -> np.ndarray:
        return network_values(_with_bias(embed(t)), v, np.zeros(_HIDDEN), u)

    return predict


def _with_bias(x: np.ndarray) -> np.ndarray:
    """Append a coordinate that is always −1, whose weight is the bias."""
    return np.concatenate([x, np.full((len(x), 1), -1)], axis=1).astype(np.float32)


def fit_brute_force(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Return f_w for the first secret w, in lexicographic order, that fits the sample."""
    candidates = all_vectors(q, y.shape[1])
    for start in range(0, len(y), 4):  # few at a time, since all q^m candidates meet the first
        block = slice(start, start + 4)
        fits = (label(candidates @ y[block].T, q, p) == f[block]).all(axis=1)
        candidates = candidates[fits]
        if len(candidates) == 1:
            break
    return lambda t: lwr_labels(candidates[0], t, q, p)


def fit_elimination(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Solve ⟨w, y⟩ = f modulo the prime p, a divisor of q."""
    if not _is_prime(p) or q % p:
        raise ValueError(f"elimination modulo p = {p}; p must be a prime that divides q = {q}")
    secret = solve_modulo(y % p, f, p)
    return lambda t: t @ secret % p


def fit_vanishing(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
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


LEARNERS = {
    "low degree": fit_low_degree,
    "network": fit_network,
    "network on bits": fit_network_on_bits,
    "brute force": fit_brute_force,
    "elimination": fit_elimination,
    "vanishing polynomial": fit_vanishing,
}


def success_bounds(learner: str, q: int, p: int, m: int, samples: int) -> tuple[float, float]:
    """Return bounds on the probability that a learner solves an instance.

    q is an odd prime but for elimination. The proofs are in docs/proofs-rounding.md, 2
    and 7.
    """
    if learner == "elimination":
        failure = Fraction(p) ** (m - samples) / (p - 1)
    elif learner == "brute force":
        failure = q**m * Fraction(q - 1, q) ** samples
    elif learner == "vanishing polynomial":
        from scipy.stats import binom  # here, since the other jobs need no SciPy

        degree = (q - 1) // 2
        unknowns = math.comb(m + degree, degree) - 1
        failure = Fraction(float(binom.cdf(unknowns - 1, samples, 1 / (2 * q))))
    else:
        raise ValueError(f"nothing is proved for {learner}")
    return float(max(Fraction(0), 1 - failure)), 1.0


def sample_size(q: int, p: int, m: int) -> tuple[int, int]:
    """Return the number of unknowns and of samples that the polynomial-time learners use."""
    if q % p == 0:
        return m, m + 20
    degree = (q - 1) // 2
    unknowns = math.comb(m + degree, degree) - 1
    # A share of about degree/q of the labels is 1.
    return unknowns, -(-(unknowns + 40 * degree) * 3 * q // (2 * degree))
