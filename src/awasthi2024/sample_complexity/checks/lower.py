"""The lower bounds, and the networks that they need."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.sample_complexity.checks.finite_classes import missing_mass
from awasthi2024.sample_complexity.parameters import DeltaExponent, InverseLosses
from awasthi2024.shared.exactness import log_between, root_above, shortened
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import samples
from sparseact.network import SparseReLUNetwork


@check("lower", claim="theorem-17", notebook=True)
def measure_lower(
    recorder: Recorder,
    *,
    neurons: NonEmpty[Positive],
    sparsities: NonEmpty[Positive],
    biases: NonEmpty[Annotated[int, Ge(0), Le(4)]],
    losses: InverseLosses,
    exponents: NonEmpty[DeltaExponent],
    free: NonEmpty[Annotated[int, Ge(1), Le(16)]],
    sizes: NonEmpty[Positive],
) -> None:
    """Check the lower bounds, the networks that they need, and what they are compared with.

    Pairs of networks that differ at one point have s in `neurons`, k ≤ s in `sparsities`, and 1 to
    4 inputs. `biases` are values of B. `losses` are values of C²/ε, above 8 for pairs and 64 for
    free labels. δ = 2^−e for e ≥ 2 in `exponents`. `free` are numbers d of free labels. These
    networks have the cube of the next power of two. `sizes` are numbers n at which sparse and dense
    classes are compared. The table has a row for each at k = 1; for the k in `sparsities` there are
    only records.
    """
    for s, k, B, n in product(neurons, sparsities, biases, range(1, 5)):
        if k <= s and n >= B:
            compare_pair(recorder, n, s, k, B)
    for share, exponent in product(losses, exponents):
        compare_confidence(recorder, share, exponent)
    for d, k in product(free, sparsities):
        compare_free_networks(recorder, d, k)
        for share in losses:
            if share > 64:
                _compare_free(recorder, d, k, share)
    for constant, k in product((1, 10, 100), sparsities):
        compare_large_loss(recorder, constant, k)
    for exponent in exponents:
        _compare_by_heart(recorder, exponent)
    for n, exponent in product(sizes, exponents):
        recorder.rows.append(
            _compare_separation(recorder.for_claim("intro-dense-lower"), n, exponent)
        )
    fewer = recorder.for_claim("intro-fewer-samples")
    for k, exponent in product(sparsities, exponents):
        compare_any_support(fewer, k, exponent)
        for n in sizes:
            compare_advantage(fewer, n, k, exponent)


def pair_network(n: int, s: int, k: int, B: float) -> SparseReLUNetwork:
    """Return k equal neurons σ(Σ x_i + B) and s − k dead ones: W = √n, and 0 at −(1, …, 1)."""
    w, b = np.zeros((s, n)), np.zeros(s)
    w[:k], b[:k] = 1.0, -B
    return SparseReLUNetwork(w, b, np.ones(s))


def compare_pair(recorder: Recorder, n: int, s: int, k: int, B: int) -> None:
    """Check that some network is C = kM at one point and 0 at another, as the zero network is."""
    network = pair_network(n, s, k, B)
    x = np.array([np.ones(n), -np.ones(n)])
    here, there = (Fraction(float(v)) for v in network(x))
    w2, b2 = network.scale_squared
    instance = {"n": n, "s": s, "k": k, "W2": n, "B": B}
    # W² = R² = n, so M = n + B is an integer.
    in_class = w2 <= n and b2 <= B * B and network.max_active(x)[1] <= k
    instance_recorder = recorder.where(**instance)
    instance_recorder.exact("members", here, "==", k * (n + B))
    instance_recorder.exact("members", there, "==", 0)
    instance_recorder.exact("members", int(in_class), "==", 1)


def compare_confidence(recorder: Recorder, share: int, exponent: int) -> None:
    """At every m below the bound all learners fail on one of two targets: (1 − p)^m > 2δ."""
    delta, p = 0.5**exponent, 8 / share
    m = math.floor(samples.confidence_lower(math.sqrt(share), 1.0, delta))
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


def free_network(labels: Sequence[int], n: int, k: int) -> SparseReLUNetwork:
    """Return k neurons σ(⟨α_i, x⟩) for each row α_i of `hadamard(n)` with label 1; B = 0."""
    rows = hadamard(n)[: len(labels)] * np.array(labels, dtype=np.float64)[:, None]
    w = np.repeat(rows, k, axis=0)
    return SparseReLUNetwork(w, np.zeros(len(w)), np.ones(len(w)))


def compare_free_networks(recorder: Recorder, d: int, k: int) -> None:
    """Check that a k-sparse network attains any labels in {0, kWR} of d orthogonal vertices."""
    n = 1 << (d - 1).bit_length()
    x = np.vstack([hadamard(n)[:d], -hadamard(n)[:1]])
    for labels in ([1] * d, [i % 2 for i in range(d)]):
        network = free_network(labels, n, k)
        right = int((network(x) == k * n * np.array([*labels, 0])).sum())
        w2, b2 = network.scale_squared
        in_class = w2 <= n and b2 == 0 and network.max_active(x)[1] <= k and network.s == k * d
        instance = {"n": n, "s": k * d, "k": k, "labels": sum(labels)}
        for claim in ("theorem-17", "theorem-5"):
            instance_recorder = recorder.for_claim(claim).where(**instance)
            instance_recorder.exact("members", right, "==", d + 1)
            instance_recorder.exact("members", int(in_class), "==", 1)


def _compare_free(recorder: Recorder, d: int, k: int, share: int) -> None:
    """At every m below the bound all learners fail with probability at least 1/7."""
    # a = 1: ε = 1/share, and p is a little above 64ε/d.
    epsilon = Fraction(1, share)
    p = 64 * epsilon / d * (1 + Fraction(1, 1 << 20))
    m = max(math.floor(samples.dimension_lower(d, 1.0, float(epsilon))), 0)
    left = samples.shattered_failure(d, p, m, 8 * epsilon / p)
    instance = {"s": k * d, "k": k, "ratio": share, "m": m}
    anywhere = recorder.where(**instance)
    on_cube = recorder.for_claim("theorem-5").where(n=1 << (d - 1).bit_length(), **instance)
    sides = shortened(left, ">=", samples.SHATTERED_FAILURE)
    anywhere.exact("lower-dimension", *sides)
    on_cube.exact("lower", *sides)


def compare_large_loss(recorder: Recorder, constant: int, k: int) -> None:
    """At W = 1, B = 0, s = kn and ε = √n Theorem 5's c·ksn/ε² is c·ks; learners need more."""
    # The smallest power of two from which on √n·ln 2/64 is twice the constant.
    root = 1 << (200 * constant - 1).bit_length()
    recorder = recorder.for_claim("theorem-5").where(n=root**2, s=k * root**2, k=k, eps=root)
    needed = samples.dimension_lower(root**2, float(k * root), float(root))
    instance_recorder = recorder.where(constant=constant)
    instance_recorder.closed_form("large-loss", constant * k**2 * root**2, ">=", needed)


def _compare_by_heart(recorder: Recorder, exponent: int) -> None:
    """Compare the failure of learning by heart at its m with δ, on two and on four points."""
    recorder = recorder.for_claim("intro-dense-lower")
    delta = 0.5**exponent
    for n, share in product((1, 2), (2, 8, 32)):
        # C = 1 and ε = 1/(2·share), so η = 2ε/C² = 1/share.
        m = samples.memorising_samples(1 << n, 1.0, 1 / (2 * share), delta)
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
            instance_recorder.exact("by-heart", *shortened(left, "<=", right))


def _compare_separation(recorder: Recorder, n: int, exponent: int) -> dict[str, Any]:
    """Find the smallest s = 2^j at which 1-sparse classes need fewer samples than dense ones."""
    epsilon, delta, R = 0.5, 0.5**exponent, math.sqrt(n)
    W, B = 1.0, 0.0
    s = 2
    while True:
        sparse = samples.realizable_samples(n, s, 1, R, W, B, epsilon, delta)
        dense = samples.confidence_lower(s * (W * R + B), epsilon, delta)
        if sparse < dense or s > 1 << 30:
            break
        s *= 2
    instance = {"n": n, "s": s, "k": 1, "epsilon": epsilon, "delta": delta}
    row = {**instance, "sparse_enough": float(sparse), "dense_too_few": dense}
    instance_recorder = recorder.where(**instance)
    instance_recorder.closed_form("separation", sparse, "<", dense)
    return row


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


def compare_advantage(recorder: Recorder, n: int, k: int, exponent: int) -> None:
    """Compare what is enough for k-sparse networks with what dense ones need, at such an s."""
    epsilon, delta = Fraction(1, 2), Fraction(1, 1 << exponent)
    nats = log_between(1 << exponent)
    s = enough_neurons(n, k, nats[0], epsilon)
    instance_recorder = recorder.where(n=n, s=s, k=k, delta=float(delta))
    left = math.ceil(sparse_enough(n, s, k, nats[1], epsilon))
    right = math.floor(dense_needed(s, delta, epsilon))
    instance_recorder.certified("advantage", left, "<", right, error=0)


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
