"""Product distributions on the cube: Theorem A's bounds there, and sample sizes of the learner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from sparseact.bounds.arithmetic import Scalar, as_scalar, log_of, root_of, square_of
from sparseact.bounds.domain import ACTIVE_COUNT, COUNT, LEVEL, LIST, SIZE, checked
from sparseact.bounds.section_2 import n_monomials, round_up
from sparseact.bounds.section_3 import theorem_a, theorem_a_min_average

#: q_i = Pr[x_i = −1] for each coordinate, strictly between 0 and 1.
Biases = Sequence[Fraction]


@checked(s=COUNT, W=SIZE, biases=LIST)
def product_neurons(s: int, W: Scalar, biases: Biases) -> Fraction | float:
    """Return `s²W²·max_i 4q_i(1 − q_i)`, which bounds `Σ_i E Var_i(h)`.

    docs/proofs-input_distributions.md, 1.
    """
    return s * s * square_of(W) * max(4 * q * (1 - q) for q in biases)


@checked(k=COUNT, W=SIZE, biases=LIST)
def product_sparse(k: int, W: Scalar, biases: Biases) -> Fraction | float:
    """Return `(1 − μ²/(6V))·4k²W²`, `μ = Π|1 − 2q_i|`, `V = Π(1 − 3q_i(1 − q_i))`.

    docs/proofs-input_distributions.md, 1: it bounds `Σ_i E Var_i(h)` where at most k
    neurons are active, and is below `4k²W²` unless some `q_i` is ½.
    """
    mean = math.prod(1 - 2 * q for q in biases)
    mean_square = math.prod(1 - 3 * q * (1 - q) for q in biases)
    return (1 - mean**2 / (6 * mean_square)) * theorem_a(k, W)


@checked(k=ACTIVE_COUNT, s=COUNT, W=SIZE, biases=LIST, mean_active=SIZE)
def product_mean(
    k: int, s: int, W: Scalar, biases: Biases, mean_active: Scalar
) -> Fraction | float:
    """Return `4·max_i max(q_i, 1 − q_i)·min(2k, s)·W²·E|R_x|`, which bounds `Σ_i E Var_i(h)`.

    docs/proofs-input_distributions.md, 1; `mean_active` is `E|R_x|`.
    """
    largest = max(max(q, 1 - q) for q in biases)
    return 2 * largest * theorem_a_min_average(s, k, W, mean_active)


@checked(d=COUNT, biases=LIST)
def basis_norm(d: int, biases: Biases) -> Fraction:
    """Return `Λ = max_x Σ_{|T|≤d} φ_T(x)²`, the largest squared norm of the monomials' vector.

    `φ_i(x)²` is largest at the rarer value of `x_i`, where it is max(q_i/(1 − q_i), (1 − q_i)/q_i).
    The sum is over the elementary symmetric polynomials of these. It is N under
    the uniform distribution.
    """
    symmetric = [Fraction(1)] + [Fraction(0)] * min(d, len(biases))
    for q in biases:
        square = max(q / (1 - q), (1 - q) / q)
        for t in range(len(symmetric) - 1, 0, -1):
            symmetric[t] += square * symmetric[t - 1]
    return sum(symmetric, Fraction(0))


@checked(d=COUNT, biases=LIST, delta=LEVEL)
def product_regression_samples(d: int, biases: Biases, delta: Scalar) -> int:
    """Return `⌈max(2Λ ln(2N/δ)/(1 − ln 2), 8Λ/δ)⌉`, a proved sample size for regression.

    docs/proofs-input_distributions.md, 3: with this many samples the least-squares
    polynomial of degree d has, with probability at least 1 − δ, a loss of at
    most the tail. Λ is `basis_norm`, and N is `n_monomials`.
    """
    norm, ratio = basis_norm(d, biases), 1 / as_scalar(delta)
    logarithm = log_of(2 * n_monomials(len(biases), d) * ratio, "regression")
    return max(
        round_up(2 * float(norm) * logarithm / (1 - math.log(2))), round_up(8 * norm * ratio)
    )


@checked(d=COUNT, biases=LIST, C=SIZE, epsilon=SIZE, delta=LEVEL)
def product_averages_samples(
    d: int, biases: Biases, C: Scalar, epsilon: Scalar, delta: Scalar
) -> int:
    """Return `⌈C²(√N + √(2Λ ln(1/δ)))²/ε⌉`, a proved sample size for averages of `y·φ_T`.

    docs/proofs-input_distributions.md, 3: with labels within ±C and a tail of at
    most ε, the loss is at most ε with probability at least 1 − δ.
    """
    spread = 2 * float(basis_norm(d, biases)) * -log_of(as_scalar(delta), "averages")
    root = math.sqrt(n_monomials(len(biases), d)) + root_of(spread, "averages with delta > 1")
    return round_up(float(square_of(C)) * root**2 / float(as_scalar(epsilon)))
