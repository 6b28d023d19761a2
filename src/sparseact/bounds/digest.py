"""Phrases of the digest: polynomials for one neuron, queries, and deeper networks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from sparseact.bounds.domain import COUNT, LEVEL, LIST, SIZE, TERMS, checked
from sparseact.bounds.section_2 import round_up

# ------------------------------------------------------------ one ReLU neuron


@checked(W2=SIZE, d=TERMS)
def neuron_tail(W2: Fraction, d: int) -> Fraction:
    """Return `W²c_d/(2(1 − (1 − 1/d)^d)(d + 1))`, which bounds one neuron's weight above degree d.

    W2 is `‖w‖²`, and `c_d = C(2d, d)/4^d`; at `d = 0` the bound is `W²`.
    docs/proofs-digest.md, 4.
    """
    if d == 0:
        return Fraction(W2)
    central = Fraction(math.comb(2 * d, d), 4**d)
    kept = 1 - Fraction(d - 1, d) ** d
    return W2 * central / (2 * kept * (d + 1))


@checked(W2=SIZE, d=COUNT)
def neuron_tail_power(W2: Fraction, d: int) -> float:
    """Return `0.4464·W²/((d + 1)√d)`, which bounds `neuron_tail` for `d ≥ 1`.

    docs/proofs-digest.md, 4.
    """
    return 0.4464 * float(W2) / ((d + 1) * math.sqrt(d))


# ----------------------------------------------------------- membership queries


@checked(n=COUNT, threshold=SIZE, size=SIZE)
def search_tests(n: int, threshold: float, size: float) -> float:
    """Return `L = 8nC²/θ²`, which bounds the weights that a search estimates, unless it errs.

    docs/proofs-digest.md, 6.
    """
    return 8 * n * size**2 / threshold**2


@checked(n=COUNT, threshold=SIZE, size=SIZE, delta=LEVEL)
def search_samples(n: int, threshold: float, size: float, delta: float) -> int:
    """Return `⌈(128/9)(C/θ)⁴ ln(L/δ)⌉`, the pairs of queries that a search makes at a coordinate.

    C is a bound on `|h|`; L is `search_tests`. docs/proofs-digest.md, 6.
    """
    log = math.log(search_tests(n, threshold, size) / delta)
    return round_up(128 / 9 * (size / threshold) ** 4 * log)


@checked(threshold=SIZE, size=SIZE, grid=SIZE, delta=LEVEL)
def coefficient_samples(threshold: float, size: float, grid: float, delta: float) -> int:
    """Return `⌈8(C/g)² ln(8C²/(θ²δ))⌉`, the queries that tell the coefficients on a grid g.

    docs/proofs-digest.md, 6.
    """
    return round_up(8 * (size / grid) ** 2 * math.log(8 * size**2 / (threshold**2 * delta)))


# ------------------------------------------------------------------------ depth


@checked(U=COUNT, active=LIST, squares=LIST)
def depth_sensitivity(U: int, active: Sequence[int], squares: Sequence[int]) -> Fraction:
    """Return `2^{L+1}U²k_L Π_l k_l W_l²`, which bounds `AS(h)` for L hidden layers.

    `active` holds the `k_l`, `squares` the `W_l²`; U is the largest `|u_j|`.
    docs/proofs-digest.md, 7.
    """
    product = Fraction(U) ** 2 * active[-1]
    for k, square in zip(active, squares, strict=True):
        product *= k * square
    return 2 ** (len(active) + 1) * product
