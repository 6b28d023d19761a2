"""The constants of Theorem M: each bound against its proof, along axes.

Proof: docs/proofs-theorem_5.md, 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks import unknown_displays as displays
from awasthi2024.sample_complexity.checks.unknown_displays import n_levels
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.recorder import Recorder


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


def compare_sizes(
    recorder: Recorder, base: Mapping[str, Any], axis: str, value: Any
) -> dict[str, Any]:
    """Compare Theorem M with ε and with its proof, at a point of an axis."""
    n, s, k, W, B, epsilon, exponent = _along(base, axis, value)
    delta, nats, R = 0.5**exponent, exponent * math.log(2), math.sqrt(n)
    M = W * R + B
    instance_recorder = recorder.where(
        n=n, s=s, k=k, W=W, B=B, inverse_loss=1 / epsilon, exponent=exponent
    )

    def compare_within(recorder: Recorder, statement: str, left: float, right: float) -> None:
        # Closed forms of at most fifty operations, in terms of one sign.
        recorder.certified(statement, left, "<=", right, error=ROUNDING * (left + right))

    elementary, labelled = section_5.theorem_m_samples(s, k, R, W, B, epsilon, delta)
    for m in (1, 8, 1 << 10, (labelled + 2) // 3):
        _, A = section_5.cover_exponents(s, k, M, m)
        at_m = instance_recorder.where(m=m)
        right = (22 * A * math.log(2 * m) + 6.4 * (k * M) ** 2 * nats) / m
        compare_within(at_m, "learner", proof_loss(A, s, k, M, m, nats), right)
        if n_levels(A / m, k * M):
            displays.compare_ratios(at_m, "learner", displays.split(A, k, M, m))
        for square in (M**2 * s * k / m, (k * M) ** 2):
            if M**2 * s * k / m <= square:
                compare_within(
                    instance_recorder.where(m=m, quantity=f"cover at t² = {square:.6g}"),
                    "learner",
                    proof_cover(s, k, M, m, square),
                    A / square,
                )
                if square <= (k * M) ** 2 and m <= 1 << 10:
                    cover = displays.cover(s, k, M, m, square)
                    displays.compare_ratios(
                        instance_recorder.where(m=m), "learner", cover, f" at t² = {square:.6g}"
                    )
    for loss in (epsilon, 2 * (k * M) ** 2):
        of, sizes = f" at ε = {loss:.6g}", (s, k, M, loss, nats)
        displays.compare_ratios(instance_recorder, "learner-samples", displays.enough(*sizes), of)
    needed = max(
        section_5.confidence_lower(k * M, epsilon, delta) if B <= W * R else 0.0,
        section_5.dimension_lower(s // k, k * W * R, epsilon)
        if s // k <= n and 64 * epsilon < (k * W * R) ** 2 else 0.0,
    )  # fmt: skip
    for m in (elementary, labelled):
        loss = section_5.theorem_m(s, k, (m + 2) // 3, R, W, B, delta)
        compare_within(
            instance_recorder.where(m=m, quantity="loss"), "learner-samples", loss, epsilon
        )
        compare_within(
            instance_recorder.where(m=m, quantity="needed"), "learner-samples", needed, m
        )
    worst = section_5.worst_clipped_erm(n, s, k, W, epsilon)
    printed = section_5.theorem_17(n, s, k, R, W, B, epsilon, delta)
    return {
        "axis": axis, "value": value, "n": n, "s": s, "k": k, "W": W, "B": B,
        "inverse_loss": 1 / epsilon, "exponent": exponent,
        "learner": float(min(elementary, labelled)), "needed": needed, "worst": worst,
        "printed": printed,
        "corrected": float(section_5.realizable_samples(n, s, k, R, W, B, epsilon, delta)),
    }  # fmt: skip
