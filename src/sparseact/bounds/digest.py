"""Phrases of the digest: polynomials for one neuron, queries, and deeper networks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from sparseact.bounds.arithmetic import Scalar
from sparseact.bounds.domain import COUNT, LEVEL, LIST, REAL, SIZE, checked
from sparseact.bounds.section_2 import n_monomials, round_up

# ------------------------------------------------------------ one ReLU neuron


@checked(W2=SIZE, d=COUNT)
def neuron_tail(W2: Fraction, d: int) -> Fraction:
    """Return `W²c_d/(2(1 − (1 − 1/d)^d)(d + 1))`, which bounds one neuron's weight above degree d.

    W2 is `‖w‖²`, and `c_d = C(2d, d)/4^d`; at `d = 0` the bound is `W²`.
    docs/proofs-outside_claims.md, 1.
    """
    if d == 0:
        return Fraction(W2)
    central = Fraction(math.comb(2 * d, d), 4**d)
    kept = 1 - Fraction(d - 1, d) ** d
    return W2 * central / (2 * kept * (d + 1))


@checked(W2=SIZE, d=COUNT)
def neuron_tail_power(W2: Fraction, d: int) -> float:
    """Return `0.4464·W²/((d + 1)√d)`, which bounds `neuron_tail` for `d ≥ 1`.

    docs/proofs-outside_claims.md, 1.
    """
    return 0.4464 * float(W2) / ((d + 1) * math.sqrt(d))


@checked(n=COUNT, d=COUNT)
def neuron_tail_lower(n: int, d: int) -> float:
    """Return `n(2/π)^{3/2}((d+2)^{−3/2} − (n+2)^{−3/2})/12`, for `σ(x_1 + … + x_n)` with even n.

    It bounds the weight above degree d from below. docs/proofs-outside_claims.md, 2.
    """
    return n * (2 / math.pi) ** 1.5 * ((d + 2) ** -1.5 - (n + 2) ** -1.5) / 12


@checked(reach=REAL, d=COUNT)
def chebyshev_tail(reach: Fraction, d: int) -> float:
    """Return `(M/(π(d + 1)))²` for even d, where the pre-activation is in [−M, M].

    Chebyshev's series of `|t|`, cut after degree d, is within `2/(π(d+1))` of it on [−1, 1].
    docs/proofs-outside_claims.md, 3.
    """
    if d % 2:
        raise ValueError(f"Chebyshev's series of |t| has even degrees alone, not d = {d}")
    return (float(reach) / (math.pi * (d + 1))) ** 2


# ----------------------------------------------------------- membership queries


@checked(n=COUNT, threshold=REAL, size=REAL)
def search_tests(n: int, threshold: float, size: float) -> float:
    """Return `L = 8nC²/θ²`, which bounds the weights that a search estimates, unless it errs.

    docs/proofs-outside_claims.md, 4.
    """
    return 8 * n * size**2 / threshold**2


@checked(n=COUNT, threshold=REAL, size=REAL, delta=LEVEL)
def search_samples(n: int, threshold: float, size: float, delta: float) -> int:
    """Return `⌈(128/9)(C/θ)⁴ ln(L/δ)⌉`, the pairs of queries that a search makes at a coordinate.

    C is a bound on `|h|`; L is `search_tests`. docs/proofs-outside_claims.md, 4.
    """
    log = math.log(search_tests(n, threshold, size) / delta)
    return round_up(128 / 9 * (size / threshold) ** 4 * log)


@checked(threshold=REAL, size=REAL, grid=REAL, delta=LEVEL)
def coefficient_samples(threshold: float, size: float, grid: float, delta: float) -> int:
    """Return `⌈8(C/g)² ln(8C²/(θ²δ))⌉`, the queries that tell the coefficients on a grid g.

    docs/proofs-outside_claims.md, 4.
    """
    return round_up(8 * (size / grid) ** 2 * math.log(8 * size**2 / (threshold**2 * delta)))


@checked(n=COUNT, d=COUNT, mean_square=SIZE, kept=REAL, m=COUNT)
def averages_error(n: int, d: int, mean_square: Fraction, kept: Fraction, m: int) -> Fraction:
    """Return the mean of `Σ_{|T|≤d}` (ĝ(T) − ĥ(T))² for averages ĝ(T) over m uniform samples.

    It is `(N·E h² − Σ_{|T|≤d} ĥ(T)²)/m`, where N sets have `|T| ≤ d` and `kept` is the sum.
    docs/proofs-outside_claims.md, 5.
    """
    return (n_monomials(n, d) * mean_square - kept) / m


# ------------------------------------------------------------------------ depth


@checked(U=COUNT, active=LIST, squares=LIST, last=REAL)
def depth_sensitivity(
    U: int, active: Sequence[Fraction | int], squares: Sequence[int], last: Scalar | None = None
) -> Fraction:
    """Return `2^{L+1}U²k_L Π_l k_l W_l²`, which bounds `AS(h)` for L hidden layers.

    `active` holds the `k_l`, `squares` the `W_l²`; U is the largest `|u_j|`. In the place of `k_1`
    in the product `E|R¹_x|` is enough; `last` is then the `k_L` before the product, for `L = 1`.
    docs/proofs-outside_claims.md, 6.
    """
    product = Fraction(U) ** 2 * (active[-1] if last is None else last)
    for k, square in zip(active, squares, strict=True):
        product *= k * square
    return 2 ** (len(active) + 1) * product
