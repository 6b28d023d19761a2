"""Appendix B's tail bounds, exactly and by samples, and its steps between numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from awasthi2024.noise_sensitivity.checks.coupling import buckets, chunks, signs
from awasthi2024.noise_sensitivity.checks.ratios import largest
from awasthi2024.noise_sensitivity.checks.signed_sums import (
    beyond,
    mean_of_max,
    norm_distribution,
    sum_distribution,
    tails,
)
from awasthi2024.noise_sensitivity.parameters import (
    ConcentrationCase,
    CorrelationBelowOne,
    NormCase,
)
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import appendix_b, section_3
from sparseact.randomness import COMMON_SEED, generator

#: So many of a rare event may be seen before its rate is in doubt.
_EXCEEDANCES = 6


@check("concentration", claim="lemma-10")
def measure_concentration(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    cases: NonEmpty[ConcentrationCase],
    norms: NonEmpty[NormCase],
    sizes: NonEmpty[Positive],
    rhos: NonEmpty[CorrelationBelowOne],
) -> None:
    """Evaluate Appendix B's tail bounds, exactly and by samples, and its numerical steps.

    `cases` are networks, and partitions of their n coordinates into r buckets. Their `support` is
    "shared" (all neurons have the same weights) or "disjoint" (a block of n/s coordinates each).
    Their `partition` is "spread" (coordinate i in bucket i mod r) or "single" (all in one). `norms`
    are sizes of random weights ±1 and partitions. The check counts how often max_j ‖w'_j‖²/‖w_j‖²
    exceeds q, and 8 ln(nsr); the tests share `level` equally. `sizes` are values of n and s for the
    numerical steps. These are inequalities, checked at each of `rhos`.
    """
    for case in cases:
        recorder.rows.append(_compare_case(recorder.where(**case), case))
    share = level / max(1, 2 * len(norms))
    for norm in norms:
        recorder.rows.append(_compare_sampled_norms(recorder, norm, seed, share))
    values = sorted(Fraction(text) for text in rhos)
    _compare_implication(recorder, sizes, sorted({buckets(rho) for rho in values}))
    for rho in values:
        _compare_rate(recorder, sizes, rho)


def _compare_implication(recorder: Recorder, sizes: Sequence[int], many: Sequence[int]) -> None:
    """Compare the tail at the threshold with 1/(nsr)², for numbers r of buckets."""
    for n, s, r in product(sizes, sizes, many):
        instance_recorder = recorder.where(n=n, s=s, r=r)
        square = appendix_b.appendix_b_norm_threshold(n, s, r)
        target = Fraction(1, (n * s * r) ** 2)
        printed = appendix_b.appendix_b_tail_printed(square)
        instance_recorder.closed_form("step-implication", printed, "<=", target)
        if n * s * r >= 2:
            corrected = appendix_b.appendix_b_tail(square)
            instance_recorder.closed_form("implication-corrected", corrected, "<=", target)


def _compare_rate(recorder: Recorder, sizes: Sequence[int], rho: Fraction) -> None:
    """Compare 1/r with 1 − ρ, and the last display at r with Lemma 10 at ρ."""
    r = buckets(rho)
    if rho >= 0:
        recorder.where(rho=rho, r=r).exact("floor", Fraction(1, r), "<=", 3 * (1 - rho) / 4)
    for n, s, B in product(sizes, sizes, (0, 1)):
        instance_recorder = recorder.where(n=n, s=s, k=1, W=1, B=B, rho=rho, r=r)
        left = appendix_b.appendix_b_final(n, s, 1, 1, B, r)
        right = section_3.lemma_10(n, s, 1, 1, B, rho)
        instance_recorder.closed_form(
            "step-rate", left, "<=", appendix_b.appendix_b_all_rate_constant * right
        )
        # At ns = 2, ρ = 0 the sides are equal without B, and rounded ones cannot show ≤.
        equal = rho == 0 and n * s == 2 and (s == 1 or B == 0)
        if rho >= 0 and n * s >= 2 and not equal:
            instance_recorder.closed_form(
                "rate-corrected", left, "<=", appendix_b.appendix_b_rate_constant * right
            )


def _compare_case(recorder: Recorder, case: Mapping[str, Any]) -> dict[str, Any]:
    """Compare every tail of Appendix B for one set of weights, exactly; return its row."""
    n, s, r = int(case["n"]), int(case["s"]), int(case["r"])
    shared = case["support"] == "shared"
    weights = _weights(case["weights"], n if shared else n // s)
    groups = _groups(weights, r, case["partition"])
    variance = sum(weight**2 for weight in weights)
    threshold = appendix_b.appendix_b_norm_threshold(n, s, r)
    worst_bucket = _compare_buckets(recorder, groups, threshold)

    norms = norm_distribution(groups)
    pairs = [
        (tail, appendix_b.appendix_b_norm_tail(float(Fraction(atom, variance))))
        for atom, tail in tails(norms)
    ]
    recorder.closed_form("norm-tail", *largest(pairs))
    norm_tail = beyond(norms, variance, threshold)
    none = 1 - norm_tail if shared else (1 - norm_tail) ** s
    total = sum(norms.values())
    mean = Fraction(sum(value * number for value, number in norms.items()), total)
    mean_max = mean if shared else mean_of_max(norms, s)
    nsr = n * s * r
    recorder.exact("step-bucket-tail", worst_bucket, "<=", Fraction(1, nsr**2))
    recorder.exact("step-union-buckets", norm_tail, "<=", Fraction(1, n**2 * s**2 * r))
    recorder.exact("step-union-neurons", none, ">=", 1 - Fraction(1, n**2 * s * r))
    recorder.exact("norm-mean", mean, "==", variance)
    compare_largest(recorder, s, mean_max, Fraction(variance))
    if nsr >= 2:
        corrected = appendix_b.appendix_b_max_norm(n, s, r, variance)
        recorder.closed_form("max-norm-corrected", mean_max, "<=", corrected)
    return {
        "kind": "exact",
        **recorder.instance,
        "threshold": threshold,
        "bucket_tail": float(worst_bucket),
        "bucket_tail_bound": nsr**-2,
        "norm_tail": float(norm_tail),
        "norm_tail_bound": 1 / (n**2 * s**2 * r),
        "mean_max_over_norm": float(mean_max / variance),
        "max_norm_corrected": appendix_b.appendix_b_max_norm(n, s, r, 1.0),
        "max_norm_sharp": float(appendix_b.appendix_b_max_norm_sharp(s, 1)),
    }


def compare_largest(recorder: Recorder, s: int, mean_max: Fraction, norm: Fraction) -> None:
    """Compare E max_j ‖w'_j‖² with its bound; at s = 1 both sides are fractions, and equal."""
    compare = recorder.exact if s == 1 else recorder.closed_form
    compare("max-norm-sharp", mean_max, "<=", appendix_b.appendix_b_max_norm_sharp(s, norm))


def _compare_buckets(recorder: Recorder, groups: Sequence[list[int]], threshold: float) -> Fraction:
    """Compare the tail of each bucket's sum with both exponents.

    Returns the largest probability that a bucket's squared sum is beyond the threshold.
    """
    worst = Fraction(0)
    printed: list[tuple[Fraction, float]] = []
    hoeffding: list[tuple[Fraction, float]] = []
    for group in groups:
        own = sum(weight**2 for weight in group)
        if own == 0:
            continue  # an empty bucket's sum is 0 and never exceeds anything
        squares: dict[int, int] = Counter()
        for value, number in sum_distribution(group).items():
            squares[value**2] += number
        for atom, tail in tails(squares):
            # The tail at t just below an atom is the supremum over smaller t.
            square = float(Fraction(atom, own))
            printed.append((tail, appendix_b.appendix_b_tail_printed(square)))
            hoeffding.append((tail, appendix_b.appendix_b_tail(square)))
        worst = max(worst, beyond(squares, own, threshold))
    recorder.closed_form("step-tail", *largest(printed))
    recorder.closed_form("hoeffding", *largest(hoeffding))
    return worst


def _compare_sampled_norms(
    recorder: Recorder, case: Mapping[str, Any], seed: int, level: float
) -> dict[str, Any]:
    """Draw z and partitions for s neurons with random weights ±1, ‖w_j‖² = n."""
    from scipy.special import gammainccinv  # here, since the other jobs need no SciPy

    n, s, r, q = int(case["n"]), int(case["s"]), int(case["r"]), float(case["q"])
    name = ("noise_sensitivity", "sampled norms", *case.values())
    common, rng = generator(COMMON_SEED, *name), generator(seed, *name, "partitions")
    w = signs(common, (s, n)).astype(np.float32)
    rare, limit = 1 / (n**2 * s * r), s * appendix_b.appendix_b_norm_tail(q)
    if limit >= 1:
        raise ValueError(f"norms {dict(case)}: a rate is compared with {limit}; take a larger q")
    # With up to `_EXCEEDANCES` in this number of trials a rate of at most `rare` is shown.
    trials = math.ceil(float(gammainccinv(_EXCEEDANCES + 1, level)) / rare)
    threshold = appendix_b.appendix_b_norm_threshold(n, s, r)
    beyond_q = beyond_threshold = 0
    for size in chunks(trials):
        z = signs(rng, (size, n)).astype(np.float32)
        bucket = rng.integers(r, size=(size, n), dtype=np.int16)
        # Sums of ±1 are exact in float32.
        squares = sum(((z * (bucket == e)) @ w.T) ** 2 for e in range(r))
        top = np.asarray(squares).max(axis=1) / n
        beyond_q += int((top > q).sum())
        beyond_threshold += int((top > threshold).sum())
    recorder = recorder.where(n=n, s=s, r=r)
    proved = 0.0, s * appendix_b.appendix_b_norm_tail(threshold)
    recorder.where(threshold="8 ln(nsr)").rate(
        "sampled-norms", beyond_threshold, trials, "<=", rare, level=level, proved=proved
    )
    recorder.where(threshold=q).rate("sampled-norms", beyond_q, trials, "<=", limit, level=level)
    return {
        "kind": "sampled",
        **recorder.instance,
        "q": q,
        "trials": trials,
        "rate_beyond_q": beyond_q / trials,
        "rate_bound": limit,
    }


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
