"""Gaussian inputs (§1) and product distributions (docs/proofs-input_distributions.md)."""

import math
from collections.abc import Sequence
from fractions import Fraction

from balls import Ball, exact, log, sqrt
from sparseact.bounds import n_monomials, round_up, theorem_a, theorem_a_min_average

# ----------------------------------------------------------------- Gaussian inputs


def normal_tail(t):
    """Φ(−t), the probability that a standard Gaussian exceeds t."""
    if isinstance(t, (Fraction, Ball)):
        return Ball(lambda x: x.erfc(), t / sqrt(exact(2))) / 2
    return math.erfc(t / math.sqrt(2)) / 2


def gaussian_share(s, t):
    """sΦ(t)/(s − 1), which bounds `Pr[|R_x| ≤ 1]` for `s ≥ 2` neurons with `b_j ≤ t‖w_j‖` [4]."""
    return s * normal_tail(-t) / (s - 1)


# ----------------------------------------------------------- product distributions

#: q_i = Pr[x_i = −1] for each coordinate, strictly between 0 and 1.
Biases = Sequence[Fraction]


def product_sparse(k, W, biases: Biases):
    """`(1 − μ²/(6V))·4k²W²`, `μ = Π|1 − 2q_i|`, `V = Π(1 − 3q_i(1 − q_i))`.

    It bounds `Σ_i E Var_i(h)` where at most k neurons are active [1].
    """
    mean = math.prod(1 - 2 * q for q in biases)
    mean_square = math.prod(1 - 3 * q * (1 - q) for q in biases)
    return (1 - mean**2 / (6 * mean_square)) * theorem_a(k, W)


def product_mean(k, s, W, biases: Biases, mean_active):
    """`4·max_i max(q_i, 1 − q_i)·min(2k, s)·W²·E|R_x|`, which bounds `Σ_i E Var_i(h)` [1]."""
    largest = max(max(q, 1 - q) for q in biases)
    return 2 * largest * theorem_a_min_average(s, k, W, mean_active)


def basis_norm(d: int, biases: Biases) -> Fraction:
    """`Λ = max_x Σ_{|T|≤d} φ_T(x)²`, the largest squared norm of the monomials' vector.

    `φ_i(x)²` is largest at the rarer value of `x_i`, where it is max(q_i/(1 − q_i), (1 − q_i)/q_i).
    The sum is over the elementary symmetric polynomials of these.
    """
    symmetric = [Fraction(1)] + [Fraction(0)] * min(d, len(biases))
    for q in biases:
        square = max(q / (1 - q), (1 - q) / q)
        for t in range(len(symmetric) - 1, 0, -1):
            symmetric[t] += square * symmetric[t - 1]
    return sum(symmetric, Fraction(0))


def product_regression_samples(d: int, biases: Biases, delta) -> int:
    """`⌈max(2Λ ln(2N/δ)/(1 − ln 2), 8Λ/δ)⌉`: so many samples suffice for regression [3].

    With probability at least 1 − δ the least-squares polynomial of degree d loses at most the
    tail. Λ is `basis_norm`, and N is `n_monomials`.
    """
    norm = basis_norm(d, biases)
    chernoff = 2 * norm * log(2 * n_monomials(len(biases), d) / delta) / (1 - log(exact(2)))
    return max(round_up(chernoff), round_up(8 * norm / delta))


def product_averages_samples(d: int, biases: Biases, C, epsilon, delta) -> int:
    """`⌈C²(√N + √(2Λ ln(1/δ)))²/ε⌉`: so many samples suffice for averages of `y·φ_T` [3].

    With labels within ±C and a tail of at most ε, the loss is at most ε with probability at
    least 1 − δ.
    """
    root = sqrt(n_monomials(len(biases), d)) + sqrt(-2 * basis_norm(d, biases) * log(delta))
    return round_up(C**2 * root**2 / epsilon)
