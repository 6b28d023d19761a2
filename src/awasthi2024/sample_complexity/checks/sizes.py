"""The sample sizes, side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from awasthi2024.bounds import section_5
from balls import Exact, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


@check("theorem-17")
def sizes(at: Recorder, *, base: dict[str, float], axes: dict[str, NonEmpty[float]]) -> None:
    """Compare sample sizes where one implies another, as integers or with proved errors.

    `base` are n (a power of two), s, k ≤ s, W, B ≤ W√n, 1/ε and e of δ = 2^−e, with ln(1/δ) ≥ ε;
    R = √n. `axes` has values of some of these. The smallest m of Lemma 18 with (15), and of
    Theorem G, are compared with closed forms. The corrected m is compared with what the worst
    learner needs on two points x and −x, a check of its form only. On a grid of s, k, M, ε and δ
    the sizes with ε ≤ 1/k are compared with Theorem 17's forms.
    """
    for axis, values in axes.items():
        for value in values:
            _compare_sizes(at, {**base, axis: value})
    for k, share, loss, exponent in product((1, 4), (1, 16), (1, 8, 64), (1, 40)):
        for inverse in (1, 8):
            _compare_fair(at, k, k * share, Fraction(1, k * inverse), loss, exponent)
        for n, M in product((1, 16), (Fraction(1, 8 * k), Fraction(1, k), Fraction(64))):
            _compare_net(at, n, k, k * share, M, loss, exponent)


def fair_samples(k: int, s: int, M: Fraction, epsilon: Fraction, nats: Exact) -> int:
    """Return the smallest m ≥ 2 with m ≥ (415·M²ks·ln(2m) + 4 ln(1/δ))/ε²; `nats` is ln(1/δ)."""

    def enough(m: int) -> bool:
        return m * epsilon**2 >= 415 * M**2 * k * s * log(exact(2 * m)) + 4 * nats

    return bounds.least_from(enough, 2)


def net_samples(
    n: int, k: int, s: int, M: Fraction, epsilon: Fraction, nats: Exact
) -> tuple[Exact, Exact, Exact]:
    """Return 4k²M²(sℓ + L)/ε, 4(M²ksℓ + max(1, k²M²ε)L)/ε² and 4M²ks(ℓ + n)/ε².

    Here L = ln(1/δ) and ℓ = ln N at WR = B = M/2.
    """
    root = sqrt(epsilon)
    # The comparison is right for every ℓ > 0.
    entropy = s * (log(exact(2)) + n * log(1 + 4 * s * M / root) + log(1 + 2 * s * M / root))
    factor = max(Fraction(1), (k * M) ** 2 * epsilon)
    return (
        4 * (k * M) ** 2 * (entropy + nats) / epsilon,
        4 * (M**2 * k * entropy + factor * nats) / epsilon**2,
        4 * M**2 * k * (entropy + s * n) / epsilon**2,
    )


def _compare_fair(at: Recorder, k: int, s: int, M: Fraction, loss: int, exponent: int) -> None:
    """Compare the size for a known support where kM ≤ 1, at ε = 1/(k·loss) and δ = 2^−exponent."""
    epsilon, nats = Fraction(1, k * loss), exponent * log(exact(2))
    m = fair_samples(k, s, M, epsilon, nats)
    complexity = sqrt(Fraction(s * k, m) * log(exact(2 * m)))
    excess = Fraction("14.4") * k * M**2 * complexity + (k * M) ** 2 * sqrt(2 * nats / m)
    here = at(s=s, k=k, M=str(M), epsilon=str(epsilon), delta=0.5**exponent, m=m)
    here.compare("fair", excess, "<=", epsilon)


def _compare_net(
    at: Recorder, n: int, k: int, s: int, M: Fraction, loss: int, exponent: int
) -> None:
    """Compare the size by a net with Theorem 17's forms, at ε = 1/(k·loss) and δ = 2^−exponent."""
    epsilon, nats = Fraction(1, k * loss), exponent * log(exact(2))
    here = at(n=n, s=s, k=k, M=str(M), epsilon=str(epsilon), delta=0.5**exponent)
    enough, corrected, printed = map(math.ceil, net_samples(n, k, s, M, epsilon, nats))
    here.compare("fair-net", enough, "<=", corrected)
    if nats <= s * n:
        here(quantity="one term").compare("fair-net", enough, "<=", printed)


def _compare_sizes(at: Recorder, point: Mapping[str, float]) -> None:
    """Compare the sample sizes at a point of a sweep."""
    n, s, k, W, B = (exact(point[name]) for name in ("n", "s", "k", "W", "B"))
    epsilon, delta = 1 / exact(point["inverse_loss"]), Fraction(1, 1 << int(point["exponent"]))
    R = sqrt(n)
    if not (0 <= B <= W * R and 1 <= k <= s):
        raise ValueError(f"k must be at most s and B at most W√n, got {s=}, {k=}, {W=}, {B=}, {n=}")
    M = W * R + B
    nats = -log(delta)
    derived = section_5.theorem_17_derived(n, s, k, R, W, B, epsilon, delta)
    corrected = section_5.realizable_samples(n, s, k, R, W, B, epsilon, delta)
    proved = section_5.theorem_g(s, k, R, W, B, epsilon, delta, constant=section_5.SMOOTH_CONSTANT)
    counts = {name: int(point[name]) for name in ("n", "s", "k")}
    here = at(**counts, W=float(W), B=float(B), epsilon=float(epsilon), delta=float(delta))
    least = section_5.theorem_17_derived_lower(n, s, k, R, W, B, epsilon)
    here.compare("ratio", derived, ">=", least)
    # On x and −x the worst learner fails unless (1 − ε/(2C²))^m ≤ δ; B ≤ WR as above.
    rate = -log(1 - epsilon / (2 * (k * M) ** 2))
    here.compare("corrected", corrected * rate, ">=", nats)
    closed = section_5.theorem_g_closed(M**2, k * s, k * k, epsilon, nats)
    here.compare("theorem-g", proved, "<=", closed)
    closed = section_5.theorem_g_closed(n * (W + B) ** 2, k * s, k * s, epsilon, nats)
    here.of("theorem-5").compare("theorem-g", proved, "<=", closed)
