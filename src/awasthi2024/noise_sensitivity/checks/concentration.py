"""Appendix B's tail bounds, and its steps between numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from awasthi2024.bounds import appendices
from awasthi2024.noise_sensitivity.checks.coupling import buckets
from awasthi2024.noise_sensitivity.checks.ratios import largest
from awasthi2024.noise_sensitivity.checks.signed_sums import (
    beyond,
    mean_of_max,
    norm_distribution,
    sum_distribution,
    tails,
)
from awasthi2024.noise_sensitivity.parameters import ConcentrationCase, CorrelationBelowOne
from balls import Exact, exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


@check("lemma-10")
def concentration(
    at: Recorder,
    *,
    cases: NonEmpty[ConcentrationCase],
    sizes: NonEmpty[Positive],
    rhos: NonEmpty[CorrelationBelowOne],
) -> None:
    """Evaluate Appendix B's tail bounds and its numerical steps.

    `cases` are networks, and partitions of their n coordinates into r buckets. Their `support` is
    "shared" (all neurons have the same weights) or "disjoint" (a block of n/s coordinates each).
    Their `partition` is "spread" (coordinate i in bucket i mod r) or "single" (all in one). `sizes`
    are values of n and s for the numerical steps. These are inequalities, checked at each of
    `rhos`.
    """
    for case in cases:
        at.rows.append(_compare_case(at(**case), case))
    values = sorted(Fraction(text) for text in rhos)
    _compare_implication(at, sizes, sorted({buckets(rho) for rho in values}))
    for rho in values:
        _compare_rate(at, sizes, rho)


def _compare_implication(at: Recorder, sizes: Sequence[int], many: Sequence[int]) -> None:
    """Compare the tail at the threshold with 1/(nsr)², for numbers r of buckets."""
    for n, s, r in product(sizes, sizes, many):
        instance_recorder = at(n=n, s=s, r=r)
        square = appendices.appendix_b_norm_threshold(exact(n), s, r)
        target = Fraction(1, (n * s * r) ** 2)
        printed = appendices.appendix_b_tail_printed(square)
        instance_recorder.compare("step-implication", printed, "<=", target)
        if n * s * r >= 2:
            corrected = appendices.appendix_b_tail(square)
            instance_recorder.compare("implication-corrected", corrected, "<=", target)


def _compare_rate(at: Recorder, sizes: Sequence[int], rho: Fraction) -> None:
    """Compare the last display at r with Lemma 10 at ρ."""
    r = buckets(rho)
    for n, s, B in product(sizes, sizes, (0, 1)):
        instance_recorder = at(n=n, s=s, k=1, W=1, B=B, rho=rho, r=r)
        left = appendices.appendix_b_final(exact(n), exact(s), 1, 1, B, exact(r))
        right = bounds.lemma_10(exact(n), exact(s), 1, 1, B, rho)
        instance_recorder.compare(
            "step-rate", left, "<=", appendices.appendix_b_all_rate_constant * right
        )
        # At ns = 2, ρ = 0 the sides are equal without B, which no precision shows.
        equal = rho == 0 and n * s == 2 and (s == 1 or B == 0)
        if rho >= 0 and n * s >= 2 and not equal:
            corrected = appendices.appendix_b_rate_constant * right
            instance_recorder.compare("rate-corrected", left, "<=", corrected)


def _compare_case(at: Recorder, case: Mapping[str, Any]) -> dict[str, Any]:
    """Compare every tail of Appendix B for one set of weights, exactly; return its row."""
    n, s, r = int(case["n"]), int(case["s"]), int(case["r"])
    shared = case["support"] == "shared"
    weights = _weights(case["weights"], n if shared else n // s)
    groups = _groups(weights, r, case["partition"])
    variance = sum(weight**2 for weight in weights)
    threshold = appendices.appendix_b_norm_threshold(exact(n), s, r)
    worst_bucket = _compare_buckets(at, groups, threshold)

    norms = norm_distribution(groups)
    norm_tail = beyond(norms, variance, threshold)
    none = 1 - norm_tail if shared else (1 - norm_tail) ** s
    total = sum(norms.values())
    mean = Fraction(sum(value * number for value, number in norms.items()), total)
    mean_max = mean if shared else mean_of_max(norms, s)
    nsr = n * s * r
    at.compare("step-bucket-tail", worst_bucket, "<=", Fraction(1, nsr**2))
    at.compare("step-union-buckets", norm_tail, "<=", Fraction(1, n**2 * s**2 * r))
    at.compare("step-union-neurons", none, ">=", 1 - Fraction(1, n**2 * s * r))
    if nsr >= 2:
        corrected = appendices.appendix_b_max_norm(exact(n), s, r, variance)
        at.compare("max-norm-corrected", mean_max, "<=", corrected)
    return {
        **at.instance,
        "threshold": float(threshold),
        "bucket_tail": float(worst_bucket),
        "bucket_tail_bound": nsr**-2,
        "norm_tail": float(norm_tail),
        "norm_tail_bound": 1 / (n**2 * s**2 * r),
        "mean_max_over_norm": float(mean_max / variance),
        "max_norm_corrected": float(appendices.appendix_b_max_norm(exact(n), s, r, 1)),
    }


def _compare_buckets(at: Recorder, groups: Sequence[list[int]], threshold: Exact) -> Fraction:
    """Compare the tail of each bucket's sum with the paper's bound.

    Returns the largest probability that a bucket's squared sum is beyond the threshold.
    """
    worst = Fraction(0)
    printed: list[tuple[Fraction, Exact]] = []
    for group in groups:
        own = sum(weight**2 for weight in group)
        if own == 0:
            continue  # an empty bucket's sum is 0 and never exceeds anything
        squares: dict[int, int] = Counter()
        for value, number in sum_distribution(group).items():
            squares[value**2] += number
        for atom, tail in tails(squares):
            # The tail at t just below an atom is the supremum over smaller t.
            bound = appendices.appendix_b_tail_printed(Fraction(atom, own))
            printed.append((tail, bound))
        worst = max(worst, beyond(squares, own, threshold))
    at.compare("step-tail", *largest(printed))
    return worst


def _weights(kind: str, length: int) -> list[int]:
    if kind == "equal":
        return [1] * length
    if kind == "ramp":
        return list(range(1, length + 1))
    return [2**i for i in range(length)]  # geometric


def _groups(weights: Sequence[int], r: int, partition: str) -> list[list[int]]:
    if partition == "spread":
        return [list(weights[e::r]) for e in range(r)]
    return [list(weights)] + [[] for _ in range(r - 1)]  # single
