"""The constants of Theorems M and N: each bound against its proof, along axes.

Proofs: docs/proofs-theorem_5.md, 1 and 2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import Any

from awasthi2024.sample_complexity.checks import unknown_displays as displays
from awasthi2024.sample_complexity.checks.unknown_displays import n_levels
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import samples


def converted(mean: float, b: float, m: int, nats: float) -> float:
    """Return e·e_m + 2b ln(1/δ)/((1 − 1/e)m), with which 6.4k²M² is b = 2k²M²."""
    return math.e * mean + 2 * b * nats / ((1 - 1 / math.e) * m)


def _along(base: Mapping[str, Any], axis: str, value: Any) -> tuple[Any, ...]:
    """Return n, s, k, W, B, ε and e of a point on an axis; s is a multiple of k."""
    point = {**base, axis: value}
    n, k = int(point["n"]), int(point["k"])
    s = -(-max(int(point["s"]), k) // k) * k
    return (
        n,
        s,
        k,
        float(point["W"]),
        float(point["B"]),
        1 / float(point["inverse_loss"]),
        int(point["exponent"]),
    )


def proof_loss(A: float, s: int, k: int, M: float, m: int, nats: float) -> float:
    """Return e·e_m + 6.33k²M² ln(1/δ)/m with the mean of Lemma 5 at its number J of levels."""
    J = n_levels(A / m, k * M)
    mean = A / 2
    if J:
        mean += (6 * A * J + 8 * (k * M) ** 2 * (math.log(J) + 1)) / math.log(2)
    return converted(mean / m, 2 * (k * M) ** 2, m, nats)


def proof_cover(s: int, k: int, M: float, m: int, square: float) -> float:
    """Return (1 + 2.886 d̄ ln(8.1m))·2 ln(7m), Lemma 3's bound on ln N_t, at t² = `square`."""
    d = 207.4 * M**2 * s * k * math.log(6 * m) / square
    return (1 + 2.886 * d * math.log(8.1 * m)) * 2 * math.log(7 * m)


def proof_sets(n: int, s: int, k: int, M: float, T: int, tau: float) -> tuple[float, float]:
    """Return Lemma 7's log₂ of the number of sets, as its proof adds it up, and the bound on it."""
    mu = min(float(s), math.sqrt(n) * tau / M)
    sizes = [2 * k]
    while sizes[-1] < mu:
        sizes.append(2 * sizes[-1])
    top = len(sizes) - 1
    total = 0.0
    for i, size in enumerate(sizes):
        drawn = math.ceil(24 * s / size * math.log(2 * T))
        if i < top:
            theta = tau / (52 * size) * 2 ** (-(top - 1 - i) / 4)
            total += drawn * 4 * M**2 / theta**2 * math.log2(4 * T + 1)
        elif size < s:
            total += drawn * (1 + n * math.log2(2 * T))
    return total, 1.4e6 * s * M**2 / tau**2 * mu * math.log(7 * T) ** 2


def proof_clipped(n: int, s: int, k: int, M: float, m: int, T: int, nats: float) -> float:
    """Return 2Y/m of Theorem N's proof at its number J of levels, the sum of X_j as there."""
    log, A = math.log(7 * m), 2500 * k * s * M**2 * math.log(7 * m) ** 3
    J = n_levels(A / m, k * M)
    if not J:
        return A / (2 * m)
    square, far = (k * M) ** 2, math.log(8 * J) + nats
    a = math.sqrt(A / m)
    sums = sum(min(s, math.sqrt(n) * a * 2.0**j / M) for j in range(J))
    bad = 1.4e6 * s * M**2 * math.log(7 * T) ** 2 * sums + 16 / 3 * square * far / math.log(2)
    Y = A / 2 + 34.7 * A * J + 11.6 * square * far
    return 2 * (Y + 2.175 * log * (16 * square * math.log(4 * J) + 4 * m / T * bad)) / m


def compare_sizes(
    recorder: Recorder, base: Mapping[str, Any], axis: str, value: Any
) -> dict[str, Any]:
    """Compare Theorems M and N with ε and with their proofs, at a point of an axis."""
    n, s, k, W, B, epsilon, exponent = _along(base, axis, value)
    delta, nats, R = 0.5**exponent, exponent * math.log(2), math.sqrt(n)
    M = W * R + B
    instance_recorder = recorder.where(
        n=n, s=s, k=k, W=W, B=B, inverse_loss=1 / epsilon, exponent=exponent
    )

    def compare_within(recorder: Recorder, statement: str, left: float, right: float) -> None:
        # Closed forms of at most fifty operations, in terms of one sign.
        recorder.certified(statement, left, "<=", right, error=ROUNDING * (left + right))

    elementary, labelled = samples.theorem_m_samples(s, k, R, W, B, epsilon, delta)
    for m in (1, 8, 1 << 10, (labelled + 2) // 3):
        A = samples.cover_exponents(s, k, M, m)
        for statement, exponent_A in (("learner-elementary", A[0]), ("learner", A[1])):
            right = (22 * exponent_A * math.log(2 * m) + 6.4 * (k * M) ** 2 * nats) / m
            compare_within(
                instance_recorder.where(m=m),
                statement,
                proof_loss(exponent_A, s, k, M, m, nats),
                right,
            )
            if n_levels(exponent_A / m, k * M):
                displays.compare_ratios(
                    instance_recorder.where(m=m), statement, displays.split(exponent_A, k, M, m)
                )
        for square in (M**2 * s * k / m, (k * M) ** 2):
            if M**2 * s * k / m <= square:
                compare_within(
                    instance_recorder.where(m=m, quantity=f"cover at t² = {square:.6g}"),
                    "learner",
                    proof_cover(s, k, M, m, square),
                    A[1] / square,
                )
                if square <= (k * M) ** 2 and m <= 1 << 10:
                    cover = displays.cover(s, k, M, m, square)
                    displays.compare_ratios(
                        instance_recorder.where(m=m), "learner", cover, f" at t² = {square:.6g}"
                    )
    for loss in (epsilon, 2 * (k * M) ** 2):
        of, sizes = f" at ε = {loss:.6g}", (s, k, M, loss, nats)
        displays.compare_ratios(instance_recorder, "learner-samples", displays.enough(*sizes), of)
        displays.compare_ratios(
            instance_recorder, "semi-supervised", displays.enough_points(n, *sizes), of
        )
        displays.compare_ratios(
            instance_recorder, "clipped-erm", displays.without_unlabelled(n, *sizes), of
        )
    needed = max(
        samples.confidence_lower(k * M, epsilon, delta) if B <= W * R else 0.0,
        samples.dimension_lower(s // k, k * W * R, epsilon)
        if s // k <= n and 64 * epsilon < (k * W * R) ** 2 else 0.0,
    )  # fmt: skip
    for m in (elementary, labelled):
        loss = samples.theorem_m(s, k, (m + 2) // 3, R, W, B, delta)
        compare_within(
            instance_recorder.where(m=m, quantity="loss"), "learner-samples", loss, epsilon
        )
        compare_within(
            instance_recorder.where(m=m, quantity="needed"), "learner-samples", needed, m
        )
    labels, T = samples.theorem_n_samples(n, s, k, R, W, B, epsilon, delta)
    loss = samples.theorem_n(n, s, k, labels, T, R, W, B, delta)
    compare_within(
        instance_recorder.where(m=labels, T=T, quantity="loss"), "semi-supervised", loss, epsilon
    )
    clipped = samples.clipped_erm_samples(n, s, k, R, W, B, epsilon, delta)
    loss = samples.theorem_n(n, s, k, clipped, clipped, R, W, B, delta)
    compare_within(
        instance_recorder.where(m=clipped, quantity="loss"), "clipped-erm", loss, epsilon
    )
    for statement, m, total in (("semi-supervised", labels, T), ("clipped-erm", clipped, clipped)):
        left = proof_clipped(n, s, k, M, m, total, nats)
        right = samples.theorem_n(n, s, k, m, total, R, W, B, delta)
        compare_within(
            instance_recorder.where(m=m, T=total, quantity="constants"), statement, left, right
        )
        if n_levels(2500 * k * s * M**2 * math.log(7 * m) ** 3 / m, k * M):
            steps = displays.clipped(n, s, k, M, m, total, nats)
            displays.compare_ratios(instance_recorder.where(m=m, T=total), statement, steps)
    for power, total in product((1, 4, 16), (1, labels, T)):
        # τ = 2^{1 − power} kM; a network of s neurons, of which no neuron is drawn where l ≥ s.
        tau = k * M * 2.0 ** (1 - power)
        sides = proof_sets(n, s, k, M, total, tau)
        compare_within(
            instance_recorder.where(T=total, quantity=f"sets at level {power}"),
            "semi-supervised",
            *sides,
        )
        if power > 1:
            level = displays.level(n, s, k, M, total, tau)
            displays.compare_ratios(
                instance_recorder.where(T=total), "semi-supervised", level, f" at level {power}"
            )
    worst = samples.worst_clipped_erm(n, s, k, W, epsilon)
    many = math.nan
    if axis == "growth":
        # Theorem P's conditions: n and s/k are powers of 4 and 2, and B ≥ 2W.
        compare_within(
            instance_recorder.where(m=clipped, quantity="worst"), "clipped-erm", worst, clipped
        )
        many = samples.many_lower(n, s, k, W, epsilon)
    printed = samples.theorem_17(n, s, k, R, W, B, epsilon, delta)
    return {
        "axis": axis, "value": value, "n": n, "s": s, "k": k, "W": W, "B": B,
        "inverse_loss": 1 / epsilon, "exponent": exponent,
        "learner": float(min(elementary, labelled)), "labels": float(labels), "points": float(T),
        "clipped": float(clipped), "needed": needed, "many": many, "worst": worst,
        "printed": printed,
        "corrected": float(samples.realizable_samples(n, s, k, R, W, B, epsilon, delta)),
    }  # fmt: skip
