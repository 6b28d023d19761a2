"""The lower bounds, and sparse against dense networks."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks.finite_classes import missing_mass
from awasthi2024.sample_complexity.parameters import DeltaExponent, InverseLosses
from awasthi2024.shared.exactness import log_between, root_above, shortened
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder


@check("lower", claim="theorem-17")
def measure_lower(
    recorder: Recorder,
    *,
    sparsities: NonEmpty[Positive],
    losses: InverseLosses,
    exponents: NonEmpty[DeltaExponent],
    free: NonEmpty[Annotated[int, Ge(1), Le(16)]],
    sizes: NonEmpty[Positive],
) -> None:
    """Check the lower bounds, and compare the samples of sparse networks with dense ones.

    `losses` are values of C²/ε, above 8 for pairs and 64 for free labels. δ = 2^−e for e ≥ 2 in
    `exponents`. `free` are numbers d of free labels, with k in `sparsities`. `sizes` are numbers n
    at which sparse and dense networks are compared, from the smallest s = 2^j on that the condition
    allows. The table has a row for each: what is enough for sparse networks, and what dense ones
    need.
    """
    for share, exponent in product(losses, exponents):
        compare_confidence(recorder, share, exponent)
    for d, k in product(free, sparsities):
        for share in losses:
            if share > 64:
                _compare_free(recorder, d, k, share)
    for constant, k in product((1, 10, 100), sparsities):
        compare_large_loss(recorder, constant, k)
    for exponent in exponents:
        _compare_by_heart(recorder, exponent)
    fewer = recorder.for_claim("intro-fewer-samples")
    for k, exponent in product(sparsities, exponents):
        compare_any_support(fewer, k, exponent)
        for n in sizes:
            recorder.rows.append(compare_advantage(fewer, n, k, exponent))


def compare_confidence(recorder: Recorder, share: int, exponent: int) -> None:
    """At every m below the bound all learners fail on one of two targets: (1 − p)^m > 2δ."""
    delta, p = 0.5**exponent, 8 / share
    m = math.floor(section_5.confidence_lower(math.sqrt(share), 1.0, delta))
    instance = {"ratio": share, "m": m, "delta": delta}
    left, right = -m * math.log1p(-p), (exponent - 1) * math.log(2)
    instance_recorder = recorder.where(**instance)
    instance_recorder.closed_form("lower-confidence", left, "<=", right)
    instance_recorder.for_claim("intro-dense-lower").closed_form("lower", left, "<=", right)


def hadamard(size: int) -> np.ndarray:
    """Return Sylvester's matrix of `size` orthogonal rows of ±1; `size` is a power of two."""
    index = np.arange(size)
    odd = np.bitwise_count(index[:, None] & index[None, :]) % 2
    return 1.0 - 2.0 * odd


def _compare_free(recorder: Recorder, d: int, k: int, share: int) -> None:
    """At every m below the bound all learners fail with probability at least 1/7."""
    # a = 1: ε = 1/share, and p is a little above 64ε/d.
    epsilon = Fraction(1, share)
    p = 64 * epsilon / d * (1 + Fraction(1, 1 << 20))
    m = max(math.floor(section_5.dimension_lower(d, 1.0, float(epsilon))), 0)
    left = section_5.shattered_failure(d, p, m, 8 * epsilon / p)
    instance = {"s": k * d, "k": k, "ratio": share, "m": m}
    sides = shortened(left, ">=", section_5.SHATTERED_FAILURE)
    recorder.where(**instance).compare("lower-dimension", *sides)


def compare_large_loss(recorder: Recorder, constant: int, k: int) -> None:
    """At W = 1, B = 0, s = kn and ε = √n Theorem 5's c·ksn/ε² is c·ks; learners need more."""
    # The smallest power of two from which on √n·ln 2/64 is twice the constant.
    root = 1 << (200 * constant - 1).bit_length()
    recorder = recorder.for_claim("theorem-5").where(n=root**2, s=k * root**2, k=k, eps=root)
    needed = section_5.dimension_lower(root**2, float(k * root), float(root))
    instance_recorder = recorder.where(constant=constant)
    instance_recorder.closed_form("large-loss", constant * k**2 * root**2, ">=", needed)


def _compare_by_heart(recorder: Recorder, exponent: int) -> None:
    """Compare the failure of learning by heart at its m with δ, on two and on four points."""
    recorder = recorder.for_claim("intro-dense-lower")
    delta = 0.5**exponent
    for n, share in product((1, 2), (2, 8, 32)):
        # C = 1 and ε = 1/(2·share), so η = 2ε/C² = 1/share.
        m = section_5.memorising_samples(1 << n, 1.0, 1 / (2 * share), delta)
        eta = Fraction(1, share)
        light = eta * Fraction(1025, 1024)
        for heavy in range(1, 1 << n):
            if heavy * light >= 1:
                continue
            others = (1 << n) - heavy
            masses = [light] * heavy + [(1 - heavy * light) / others] * others
            left = missing_mass(masses, m, eta)
            instance_recorder = recorder.where(n=n, m=m, light=heavy, ratio=share, delta=delta)
            right = Fraction(1, 1 << exponent)
            instance_recorder.compare("by-heart", *shortened(left, "<=", right))


#: M of the comparison: the sample sizes depend on M²/ε, and on WR, B only through the logarithm.
_SCALE = 1


def enough_neurons(n: int, k: int, nats: Fraction, epsilon: Fraction) -> int:
    """Return the smallest s = 2^j ≥ 16k with s ≥ 768·k²n·ln(2 + 8sM/√ε)/ln(1/δ), at M = 1."""
    s = 1
    while s < 16 * k or s * nats < 768 * k * k * n * _log_of_net(s, epsilon):
        s *= 2
    return s


def _log_of_net(s: int, epsilon: Fraction) -> Fraction:
    """Return a fraction above Λ = ln(2 + 8sM/√ε)."""
    return log_between(2 + 8 * s * _SCALE * root_above(1 / epsilon))[1]


def sparse_enough(n: int, s: int, k: int, nats: Fraction, epsilon: Fraction) -> Fraction:
    """Return a fraction above 4k²M²(ln N^s + ln(1/δ))/ε, with WR = B = M/2; `nats` is above."""
    root = root_above(1 / epsilon)
    half = Fraction(_SCALE, 2)
    weights, bias = (log_between(1 + 4 * j * s * half * root)[1] for j in (2, 1))
    entropy = s * (log_between(2)[1] + n * weights + bias)
    return 4 * (k * _SCALE) ** 2 * (entropy + nats) / epsilon


def dense_needed(s: int, delta: Fraction, epsilon: Fraction) -> Fraction:
    """Return a fraction below (s²M²/(8ε) − 1) ln(1/(2δ))."""
    return ((s * _SCALE) ** 2 / (8 * epsilon) - 1) * log_between(1 / (2 * delta))[0]


def compare_advantage(recorder: Recorder, n: int, k: int, exponent: int) -> dict[str, Any]:
    """Compare what is enough for k-sparse networks with what dense ones need, at such an s."""
    epsilon, delta = Fraction(1, 2), Fraction(1, 1 << exponent)
    nats = log_between(1 << exponent)
    s = enough_neurons(n, k, nats[0], epsilon)
    instance = {"n": n, "s": s, "k": k, "delta": float(delta)}
    left = math.ceil(sparse_enough(n, s, k, nats[1], epsilon))
    right = math.floor(dense_needed(s, delta, epsilon))
    recorder.where(**instance).certified("advantage", left, "<", right, error=0)
    return {**instance, "sparse_enough": float(left), "dense_too_few": float(right)}


def theorem_m_above(s: int, k: int, nats: Fraction, epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Return a fraction above ln Q, and one above 768 Q ln⁴Q + 1, for Theorem M's Q."""
    q = _SCALE**2 * (26400 * k * s + Fraction(32, 5) * k * k * nats) / epsilon
    log = log_between(q)[1]
    return log, 768 * q * log**4 + 1


def compare_any_support(recorder: Recorder, k: int, exponent: int) -> None:
    """Compare Theorem M's number with what dense networks need, at s/k ≥ 5·10⁸·ln⁴Q."""
    epsilon, delta = Fraction(1, 2), Fraction(1, 1 << exponent)
    nats = log_between(1 << exponent)
    s = 16 * k
    while s < 5 * 10**8 * k * theorem_m_above(s, k, nats[1], epsilon)[0] ** 4:
        s *= 2
    instance_recorder = recorder.where(s=s, k=k, delta=float(delta))
    left = math.ceil(theorem_m_above(s, k, nats[1], epsilon)[1])
    right = math.floor(dense_needed(s, delta, epsilon))
    instance_recorder.certified("any-support", left, "<", right, error=0)
