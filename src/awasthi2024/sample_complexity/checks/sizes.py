"""The sample sizes, side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.parameters import SizeAxes, SizeBase
from awasthi2024.shared.exactness import log_between, root_above
from paperclaims.checks.decorator import check
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


def least_error(m: int) -> float:
    """Return by how much a least m that floats find may err: docs/certificates.md, Lemma 2."""
    return 1 + 1e-11 * m if m > 8 else 8.0


@check("sizes", claim="theorem-17")
def measure_sizes(
    recorder: Recorder,
    *,
    base: SizeBase,
    axes: SizeAxes,
) -> None:
    """Evaluate every sample size along each axis, and compare them where one implies another.

    `base` has n (a power of two), s, k ≤ s, W, B ≤ W√n, inverse_loss (1/ε) and exponent (δ =
    2^−exponent, ln(1/δ) ≥ ε, δ < ½); R = √n. `axes` has for some of these the values that it runs
    over, others as in `base`. The table has a row per axis and value: the sample sizes.
    """
    fixed: Mapping[str, Any] = base
    sweeps: Mapping[str, Any] = axes
    for axis, values in sweeps.items():
        for value in values:
            sizes = _compare_sizes(recorder, {**fixed, axis: value})
            recorder.rows.append({"axis": axis, "value": value, **sizes})
    for k, share, loss, exponent in product((1, 4), (1, 16), (1, 8, 64), (1, 40)):
        for inverse in (1, 8):
            _compare_fair(recorder, k, k * share, Fraction(1, k * inverse), loss, exponent)
        for n, M in product((1, 16), (Fraction(1, 8 * k), Fraction(1, k), Fraction(64))):
            _compare_net(recorder, n, k, k * share, M, loss, exponent)


def fair_samples(k: int, s: int, M: Fraction, epsilon: Fraction, nats: Fraction) -> int:
    """Return the smallest m ≥ 2 with m ≥ (415·M²ks·ln(2m) + 4 ln(1/δ))/ε², `nats` above ln(1/δ)."""

    def enough(m: int) -> bool:
        return m * epsilon**2 >= 415 * M**2 * k * s * log_between(2 * m)[1] + 4 * nats

    return bounds.least_from(enough, 2)


def net_samples(
    n: int, k: int, s: int, M: Fraction, epsilon: Fraction, nats: Fraction
) -> tuple[Fraction, Fraction, Fraction]:
    """Return 4k²M²(sℓ + L)/ε, 4(M²ksℓ + max(1, k²M²ε)L)/ε² and 4M²ks(ℓ + n)/ε².

    Here L = ln(1/δ) and ℓ = ln N at WR = B = M/2.
    """
    root = root_above(1 / epsilon)
    # The comparison is right for every ℓ > 0; this one is above ln N.
    first, second = (log_between(1 + 2 * j * s * M * root)[1] for j in (2, 1))
    entropy = s * (log_between(2)[1] + n * first + second)
    factor = max(Fraction(1), (k * M) ** 2 * epsilon)
    return (
        4 * (k * M) ** 2 * (entropy + nats) / epsilon,
        4 * (M**2 * k * entropy + factor * nats) / epsilon**2,
        4 * M**2 * k * (entropy + s * n) / epsilon**2,
    )


def _compare_fair(
    recorder: Recorder, k: int, s: int, M: Fraction, loss: int, exponent: int
) -> None:
    """Compare the size for a known support where kM ≤ 1, at ε = 1/(k·loss) and δ = 2^−exponent."""
    epsilon, nats = Fraction(1, k * loss), log_between(1 << exponent)[1]
    instance = {"s": s, "k": k, "M": str(M), "epsilon": str(epsilon), "delta": 0.5**exponent}
    instance_recorder = recorder.where(**instance)
    m = fair_samples(k, s, M, epsilon, nats)
    complexity = root_above(Fraction(s * k) * log_between(2 * m)[1] / m)
    excess = Fraction(72, 5) * k * M**2 * complexity + (k * M) ** 2 * root_above(2 * nats / m)
    above = Fraction(math.ceil(excess * 2**40), 2**40)
    instance_recorder.where(m=m).certified("fair", above, "<=", epsilon, error=0)


def _compare_net(
    recorder: Recorder, n: int, k: int, s: int, M: Fraction, loss: int, exponent: int
) -> None:
    """Compare the size by a net with Theorem 17's forms, at ε = 1/(k·loss) and δ = 2^−exponent."""
    epsilon, nats = Fraction(1, k * loss), log_between(1 << exponent)[1]
    instance = {"n": n, "s": s, "k": k, "M": str(M), "epsilon": str(epsilon)}
    instance_recorder = recorder.where(**instance, delta=0.5**exponent)
    enough, corrected, printed = map(math.ceil, net_samples(n, k, s, M, epsilon, nats))
    instance_recorder.compare("fair-net", enough, "<=", corrected)
    if nats <= s * n:
        instance_recorder.where(quantity="one term").compare("fair-net", enough, "<=", printed)


def _compare_sizes(recorder: Recorder, point: Mapping[str, float]) -> dict[str, float]:
    """Compare the sample sizes at a point of a sweep, and return them."""
    n, s, k = int(point["n"]), int(point["s"]), int(point["k"])
    W, B = float(point["W"]), float(point["B"])
    epsilon, delta = 1 / point["inverse_loss"], 0.5 ** int(point["exponent"])
    R = math.sqrt(n)
    if not (0 <= B <= W * R and 1 <= k <= s):
        raise ValueError(f"k must be at most s and B at most W√n, got {s=}, {k=}, {W=}, {B=}, {n=}")
    M = W * R + B
    nats = -math.log(delta)
    printed = section_5.theorem_17(n, s, k, R, W, B, epsilon, delta)
    derived = section_5.theorem_17_derived(n, s, k, R, W, B, epsilon, delta)
    corrected = section_5.realizable_samples(n, s, k, R, W, B, epsilon, delta)
    follows = bounds.complexity_samples(s, k, R, W, B, epsilon, delta)
    by_heart = section_5.memorising_samples(1 << n, k * M, epsilon, delta) if n <= 40 else math.inf
    smooth = section_5.theorem_g(s, k, R, W, B, epsilon, delta)
    proved = section_5.theorem_g(s, k, R, W, B, epsilon, delta, constant=section_5.SMOOTH_CONSTANT)
    instance = {"n": n, "s": s, "k": k, "W": W, "B": B, "epsilon": epsilon, "delta": delta}
    instance_recorder = recorder.where(**instance)
    least = section_5.theorem_17_derived_lower(n, s, k, R, W, B, epsilon)
    instance_recorder.closed_form("ratio", derived, ">=", least, error=least_error(derived))
    # On x and −x the worst learner fails unless (1 − ε/(2C²))^m ≤ δ; B ≤ WR as above.
    rate = -math.log1p(-epsilon / (2 * (k * M) ** 2))
    instance_recorder.closed_form("corrected", corrected * rate, ">=", nats)
    closed = section_5.theorem_g_closed(M**2, k * s, k * k, epsilon, nats)
    instance_recorder.closed_form("theorem-g", proved, "<=", closed, error=least_error(proved))
    closed = section_5.theorem_g_closed(n * (W + B) ** 2, k * s, k * s, epsilon, nats)
    on_cube = instance_recorder.for_claim("theorem-5")
    on_cube.closed_form("theorem-g", proved, "<=", closed, error=least_error(proved))
    # n vertices are orthogonal, and kd ≤ s neurons give d of them any labels.
    a, free_labels = k * W * R, 0.0
    if 64 * epsilon < a**2 and delta < 1 / 7:
        free_labels = max(section_5.dimension_lower(min(s // k, n), a, epsilon), 0.0)
    return {
        "printed": printed,
        "derived": float(derived),
        "corrected": float(corrected),
        "complexity": float(follows),
        "by_heart": float(by_heart),
        "smooth": float(smooth),
        "lower_confidence": max(section_5.confidence_lower(k * M, epsilon, delta), 0.0),
        "lower_dimension": free_labels,
        "lower_dense": max(section_5.confidence_lower(s * M, epsilon, delta), 0.0),
    }
