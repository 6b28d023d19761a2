"""Lines of Lemma 9's proof in high dimension, where thresholds are within reach."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import sides
from awasthi2024.average_sensitivity.checks.tails import compare_tail, sum_tail
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root


@check("last_line", claim="lemma-9")
def measure_last_line(
    recorder: Recorder, *, exponents: NonEmpty[Natural], constant: NonNegative
) -> None:
    """Check whether the last line of (V) follows from the line above it.

    `exponents` are values of e, for n = s = 2^e. There k = 1, the proof's c is 1, and either W or B
    is zero, so that only one of the two terms is left. The last line of the paper drops √ln(s/k)
    from the first term and √n from the second, so no constant closes the step. `constant` is the
    factor that may hide in the O(·). The table has a row per size and term.
    """
    for e in exponents:
        n = s = 1 << e
        for term, W2, B2 in (("weights", 1, 0), ("biases", 0, 1)):
            W, B = Root(W2), Root(B2)
            instance_recorder = recorder.where(family=term, n=n, s=s, k=1)
            above = section_3.lemma_9_step_v_printed(n, s, 1, W, B)
            below = constant * section_3.lemma_9(n, s, 1, W, B)
            size = section_3.lemma_9_step_v_printed_size(n, s, 1, W, B) + below
            instance_recorder.certified(
                "step-last-printed", above, "<=", below, error=ROUNDING * size
            )
            proved = section_3.lemma_9_step_v(n, s, 1, W, B)
            kept = section_3.lemma_9_step_last(n, s, 1, W, B)
            instance_recorder.closed_form("step-last-corrected", proved, "<=", kept)
            recorder.rows.append(
                {
                    "n": n,
                    "term": term,
                    "above": above,
                    "relation": "<=",
                    "below": below / constant,
                    "above_corrected": proved,
                    "below_corrected": kept,
                }
            )


@check("tail", claim="lemma-9")
def measure_tail(
    recorder: Recorder,
    *,
    dimensions: NonEmpty[Positive],
    constants: NonEmpty[NonNegative],
    union_constants: NonEmpty[PositiveReal],
    max_log2_n: Natural,
) -> pd.DataFrame:
    """Check the tail's lines where n is large, so that the thresholds are within reach.

    The tails of σ(x_1 + … + x_n + n), affine, with s = k = 1, W = √n and B = n, are binomial sums,
    and are compared at each c of `constants`. `union_constants` are values of c for the union line.
    The line is tried at n = 8, 16, … up to its first failure. `max_log2_n` is the base-2 logarithm
    of the largest n. There k = 1, the weights are random signs, s = n^a and b_j = n, so that no
    neuron is ever active. Here a is the smallest integer that is more than 1 and 2/c² − 1. For each
    x the s products ⟨w_j, x⟩ are independent over the draw of the weights, so that some network has
    at least the mean probability 1 − (1 − q)^s ≥ sq/(1 + sq), q = Pr[|x_1 + … + x_n| > c√(n
    ln(ns))]. The table has a row per record.
    """
    for n in dimensions:
        instance_recorder = recorder.where(family="sum", n=n, s=1, k=1)
        rare = section_3.lemma_9_step_tail_probability(n, 1)
        W, B = Root(n), Root(n * n)
        # |h| ≥ t means x_1 + … + x_n ≥ t − n.
        beyond = partial(_beyond, n)
        t = section_3.lemma_9_step_tail_threshold(n, 1, 1, W, B)
        compare_tail(instance_recorder, "step-tail-corrected", beyond, t, rare)
        # For one neuron the union over neurons is Pr[|x_1 + … + x_n| > t − kB].
        bare = section_3.lemma_9_step_tail_threshold(n, 1, 1, W, 0)
        union = section_3.lemma_9_step_union(n, 1)
        compare_tail(
            instance_recorder, "step-union-corrected", partial(_beyond_either, n), bare, union
        )
        for c in constants:
            t = section_3.lemma_9_step_tail_threshold_printed(n, 1, 1, W, B, constant=c)
            if t > 2 * n:  # beyond every value
                continue
            compare_tail(instance_recorder.where(c=c), "step-tail-printed", beyond, t, rare)
    for c in union_constants:
        _compare_random_unions(recorder, c, max_log2_n)
    return sides(recorder.records)


def _beyond(n: int, t: float) -> Fraction:
    """Return Pr[x_1 + … + x_n + n ≥ t]."""
    return sum_tail(n, t - n)


def _beyond_either(n: int, t: float) -> Fraction:
    """Return Pr[|x_1 + … + x_n| ≥ t], t > 0."""
    return 2 * sum_tail(n, t)


def _compare_random_unions(recorder: Recorder, c: float, max_log2_n: int) -> None:
    """Compare both sides of the union line for that c where it first fails."""
    for n in (2**e for e in range(3, max_log2_n + 1)):
        s = n ** max(2, math.floor(2 / c**2))
        q = 2 * sum_tail(n, c * math.sqrt(n * math.log(n * s)) * (1 + ROUNDING))
        least = s * q / (1 + s * q)
        if least == 0:  # the threshold is beyond every value
            continue
        # Both sides over exp(−c² ln(ns)/2), which floats need not hold.
        log = math.log(least.numerator) - math.log(least.denominator)
        left = math.exp(log + c * c / 2 * math.log(n * s))
        # What holds says nothing, as the left-hand side is only a lower bound on the largest.
        if left > 2 * n:
            instance_recorder = recorder.where(family="signs", n=n, s=s, k=1, c=c)
            # The two logarithms have opposite signs: docs/certificates.md.
            instance_recorder.certified("step-union-line", left, "<=", 2 * n, error=1e-9 * left)
            break
