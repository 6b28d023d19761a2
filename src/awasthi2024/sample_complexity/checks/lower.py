"""The lower bounds, and sparse against dense networks."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Annotated

from annotated_types import Ge, Le

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks.finite import missing_mass
from balls import Exact, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder


@check("theorem-17")
def lower(
    at: Recorder,
    *,
    sparsities: NonEmpty[Positive],
    losses: NonEmpty[Annotated[int, Ge(9)]],
    exponents: NonEmpty[Annotated[int, Ge(2), Le(1000)]],
    free: NonEmpty[Annotated[int, Ge(1), Le(16)]],
    sizes: NonEmpty[Positive],
) -> None:
    """Compare lower bounds with the probability that every learner fails, as fractions.

    At the largest m below a bound this probability is compared with δ or 1/7. `losses` are values
    of C²/ε above 8, for pairs of targets. Those above 64 are also for d free labels, d in `free`
    and k in `sparsities`. δ = 2^−e for e in `exponents`. On 2 and 4 points learning by heart is
    compared in the same way. What suffices for sparse networks is compared with what dense ones
    need, with proved errors, at n in `sizes` and the smallest s = 2^j that the condition allows.
    """
    for share, exponent in product(losses, exponents):
        compare_confidence(at, share, exponent)
    for d, k in product(free, sparsities):
        for share in losses:
            if share > 64:
                _compare_free(at, d, k, share)
    for constant, k in product((1, 10, 100), sparsities):
        compare_large_loss(at, constant, k)
    for exponent in exponents:
        _compare_by_heart(at, exponent)
    fewer = at.of("intro-fewer-samples")
    for k, exponent in product(sparsities, exponents):
        compare_any_support(fewer, k, exponent)
        for n in sizes:
            compare_advantage(fewer, n, k, exponent)


def compare_confidence(at: Recorder, share: int, exponent: int) -> None:
    """At every m below the bound all learners fail on one of two targets: (1 − p)^m > 2δ."""
    delta, p = Fraction(1, 1 << exponent), Fraction(8, share)
    m = math.floor(section_5.confidence_lower(sqrt(exact(share)), exact(1), delta))
    left, right = -m * log(1 - p), (exponent - 1) * log(exact(2))
    here = at(ratio=share, m=m, delta=float(delta))
    here.compare("lower-confidence", left, "<=", right)
    here.of("intro-dense-lower").compare("lower", left, "<=", right)


def _compare_free(at: Recorder, d: int, k: int, share: int) -> None:
    """At every m below the bound all learners fail with probability at least 1/7."""
    # a = 1: ε = 1/share, and p is a little above 64ε/d.
    epsilon = Fraction(1, share)
    p = 64 * epsilon / d * (1 + Fraction(1, 1 << 20))
    m = max(math.floor(section_5.dimension_lower(d, 1, epsilon)), 0)
    left = section_5.shattered_failure(d, p, m, 8 * epsilon / p)
    here = at(s=k * d, k=k, ratio=share, m=m)
    here.compare("lower-dimension", left, ">=", section_5.SHATTERED_FAILURE)


def compare_large_loss(at: Recorder, constant: int, k: int) -> None:
    """At W = 1, B = 0, s = kn and ε = √n Theorem 5's c·ksn/ε² is c·ks; learners need more."""
    # The smallest power of two from which on √n·ln 2/64 is twice the constant.
    root = 1 << (200 * constant - 1).bit_length()
    at = at.of("theorem-5")(n=root**2, s=k * root**2, k=k, eps=root)
    needed = section_5.dimension_lower(root**2, k * root, exact(root))
    here = at(constant=constant)
    here.compare("large-loss", constant * k**2 * root**2, ">=", needed)


def _compare_by_heart(at: Recorder, exponent: int) -> None:
    """Compare the failure of learning by heart at its m with δ, on two and on four points."""
    at, delta = at.of("intro-dense-lower"), Fraction(1, 1 << exponent)
    for n, share in product((1, 2), (2, 8, 32)):
        # C = 1 and ε = 1/(2·share), so η = 2ε/C² = 1/share.
        m = section_5.memorising_samples(1 << n, 1, Fraction(1, 2 * share), delta)
        eta = Fraction(1, share)
        light = eta * Fraction(1025, 1024)
        for heavy in range(1, 1 << n):
            if heavy * light >= 1:
                continue
            others = (1 << n) - heavy
            masses = [light] * heavy + [(1 - heavy * light) / others] * others
            left = missing_mass(masses, m, eta)
            here = at(n=n, m=m, light=heavy, ratio=share, delta=float(delta))
            here.compare("by-heart", left, "<=", delta)


#: WR and B of the comparison, at M = 1: only M²/ε and these enter.
_HALF = Fraction(1, 2)


def enough_neurons(n: int, k: int, nats: Exact, epsilon: Fraction) -> int:
    """Return the smallest s = 2^j ≥ 16k with s ≥ 768·k²n·ln(2 + 8sM/√ε)/ln(1/δ), at M = 1."""
    s = 1
    while s < 16 * k or s * nats < 768 * k * k * n * log(2 + 8 * s / sqrt(epsilon)):
        s *= 2
    return s


def compare_advantage(at: Recorder, n: int, k: int, exponent: int) -> None:
    """Compare what is enough for k-sparse networks with what dense ones need, at such an s."""
    epsilon, delta = Fraction(1, 2), Fraction(1, 1 << exponent)
    nats = -log(delta)
    s = enough_neurons(n, k, nats, epsilon)
    left = section_5.realizable_samples(n, s, k, 1, _HALF, _HALF, epsilon, delta)
    right = section_5.confidence_lower(s, epsilon, delta)
    here = at(n=n, s=s, k=k, delta=float(delta))
    here.compare("advantage", left, "<", right)
    here.row(sparse_enough=float(left), dense_too_few=float(math.floor(right)))


def compare_any_support(at: Recorder, k: int, exponent: int) -> None:
    """Compare Theorem M's number with what dense networks need, at s/k ≥ 5·10⁸·ln⁴Q and M = 1."""
    epsilon, delta = Fraction(1, 2), Fraction(1, 1 << exponent)

    def size(s: int) -> Exact:
        """Return Theorem M's Q₂."""
        return (26400 * k * s - Fraction("6.4") * k**2 * log(delta)) / epsilon

    s = 16 * k
    while s < 5 * 10**8 * k * log(size(s)) ** 4:
        s *= 2
    _, left = section_5.theorem_m_samples(s, k, 1, _HALF, _HALF, epsilon, delta)
    right = section_5.confidence_lower(s, epsilon, delta)
    at(s=s, k=k, delta=float(delta)).compare("any-support", left, "<", right)
