"""The constants of Theorem M: each bound against its proof, along axes.

Proof: docs/proofs-theorem_5.md, 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks import unknown_displays as displays
from awasthi2024.sample_complexity.checks.unknown_displays import n_levels
from balls import Exact, exact, exp, log, sqrt
from paperclaims.checks.recorder import Recorder


def converted(mean: Exact, b: int, m: int, nats: Exact) -> Exact:
    """Return e·e_m + 2b ln(1/δ)/((1 − 1/e)m), with which 6.4k² is b = 2k², at M = 1."""
    return exp(exact(1)) * mean + 2 * b * nats / ((1 - exp(exact(-1))) * m)


def _along(base: Mapping[str, Any], axis: str, value: Any) -> tuple[Any, ...]:
    """Return n, s, k, W, B, ε and e of a point on an axis; s is a multiple of k."""
    point = {**base, axis: value}
    n, k = int(point["n"]), int(point["k"])
    s = -(-max(int(point["s"]), k) // k) * k
    return (
        n,
        s,
        k,
        Fraction(point["W"]),
        Fraction(point["B"]),
        1 / Fraction(point["inverse_loss"]),
        int(point["exponent"]),
    )


def proof_loss(A: Any, k: int, m: int, nats: Exact) -> Exact:
    """Return e·e_m + 6.33k² ln(1/δ)/m with the mean of Lemma 5 at its number J of levels; M = 1."""
    J = n_levels(A / m, k)
    mean = A / 2
    if J:
        mean += (6 * A * J + 8 * k**2 * (log(exact(J)) + 1)) / log(exact(2))
    return converted(mean / m, 2 * k**2, m, nats)


def proof_cover(s: int, k: int, m: int, square: Fraction) -> Exact:
    """Return (1 + 2.886 d̄ ln(8.1m))·2 ln(7m), Lemma 3's bound on ln N_t, with t² = `square`."""
    size = exact(m)
    d = Fraction("207.4") * s * k * log(6 * size) / square
    log_81 = log(Fraction("8.1") * size)
    return (1 + Fraction("2.886") * d * log_81) * 2 * log(7 * size)


def compare_sizes(at: Recorder, base: Mapping[str, Any], axis: str, value: Any) -> dict[str, Any]:
    """Compare Theorem M with ε and with its proof, at a point of an axis."""
    n, s, k, W, B, epsilon, exponent = _along(base, axis, value)
    delta, nats, R = Fraction(1, 2**exponent), exponent * log(exact(2)), sqrt(exact(n))
    M = W * R + B
    given = {"W": float(W), "B": float(B), "inverse_loss": float(1 / epsilon)}
    here = at(n=n, s=s, k=k, **given, exponent=exponent)
    elementary, labelled = section_5.theorem_m_samples(s, k, R, W, B, epsilon, delta)
    for m in (1, 8, 1 << 10, (labelled + 2) // 3):
        # Both sides of these lines have the factor M², so that M is 1 there.
        _, A = section_5.cover_exponents(s, k, 1, exact(m))
        at_m = here(m=m)
        right = (22 * A * log(exact(2 * m)) + Fraction("6.4") * k**2 * nats) / m
        at_m.compare("learner", proof_loss(A, k, m, nats), "<=", right)
        if n_levels(A / m, k):
            displays.compare_ratios(at_m, "learner", displays.split(A, k, m))
        for square in (Fraction(s * k, m), Fraction(k**2)):
            if Fraction(s * k, m) <= square:
                of = f"at t² = {float(M**2 * square):.6g}"
                covered = at_m(quantity=f"cover {of}")
                covered.compare("learner", proof_cover(s, k, m, square), "<=", A / square)
                if square <= k**2 and m <= 1 << 10:
                    cover = displays.cover(s, k, m, square)
                    displays.compare_ratios(at_m, "learner", cover, f" {of}")
    for loss, scale in ((epsilon, M**2 / epsilon), (2 * (k * M) ** 2, Fraction(1, 2 * k**2))):
        ratios = displays.enough(s, k, scale, nats)
        displays.compare_ratios(here, "learner-samples", ratios, f" at ε = {float(loss):.6g}")
    needed = max(
        section_5.confidence_lower(k * M, epsilon, delta) if B <= W * R else Fraction(0),
        section_5.dimension_lower(s // k, k * W * R, epsilon)
        if s // k <= n and 64 * epsilon < (k * W * R) ** 2 else Fraction(0),
    )  # fmt: skip
    for m in (elementary, labelled):
        loss = section_5.theorem_m(s, k, exact((m + 2) // 3), R, W, B, delta)
        here(m=m, quantity="loss").compare("learner-samples", loss, "<=", epsilon)
        here(m=m, quantity="needed").compare("learner-samples", needed, "<=", m)
    worst = section_5.worst_clipped_erm(exact(n), s, k, W, epsilon)
    printed = section_5.theorem_17(n, s, k, R, W, B, epsilon, delta)
    return {
        "axis": axis, "value": value, "n": n, "s": s, "k": k, **given,
        "exponent": exponent,
        "learner": float(min(elementary, labelled)), "needed": float(needed),
        "worst": float(worst), "printed": float(printed),
        "corrected": float(section_5.realizable_samples(n, s, k, R, W, B, epsilon, delta)),
    }  # fmt: skip
