"""Lines of Lemma 9's proof in high dimension, where thresholds are within reach."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import sides
from awasthi2024.average_sensitivity.checks.tails import compare_tail, sum_tail
from awasthi2024.bounds import section_3
from balls import exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


@check("lemma-9")
def last_line(at: Recorder, *, exponents: NonEmpty[Natural], constant: NonNegative) -> None:
    """Check whether the last line of (V) follows from the line above it.

    `exponents` are values of e, for n = s = 2^e. There k = 1, the proof's c is 1, and either W or B
    is zero, so that only one of the two terms is left. The last line of the paper drops √ln(s/k)
    from the first term and √n from the second, so no constant closes the step. `constant` is the
    factor that may hide in the O(·). The table has a row per size and term.
    """
    for e in exponents:
        n = s = exact(1 << e)
        for term, W, B in (("weights", 1, 0), ("biases", 0, 1)):
            here = at(family=term, n=1 << e, s=1 << e, k=1)
            above = section_3.lemma_9_step_v_printed(n, s, exact(1), W, B)
            below = bounds.lemma_9(n, s, exact(1), W, B)
            here.compare("step-last-printed", above, "<=", exact(constant) * below)
            proved = section_3.lemma_9_step_v(n, s, exact(1), W, B)
            kept = section_3.lemma_9_step_last(n, s, exact(1), W, B)
            here.compare("step-last-corrected", proved, "<=", kept)
            at.rows.append(
                {
                    "n": 1 << e,
                    "term": term,
                    "above": float(above),
                    "relation": "<=",
                    "below": float(below),
                    "above_corrected": float(proved),
                    "below_corrected": float(kept),
                }
            )


@check("lemma-9")
def tail(
    at: Recorder,
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
        instance_recorder = at(family="sum", n=n, s=1, k=1)
        rare = section_3.lemma_9_step_tail_probability(n, 1)
        size, W, B = exact(n), sqrt(exact(n)), exact(n)
        # |h| ≥ t means x_1 + … + x_n ≥ t − n.
        beyond = partial(_beyond, n)
        t = section_3.lemma_9_step_tail_threshold(size, 1, 1, W, B)
        compare_tail(instance_recorder, "step-tail-corrected", beyond, t, rare)
        # For one neuron the union over neurons is Pr[|x_1 + … + x_n| > t − kB].
        bare = section_3.lemma_9_step_tail_threshold(size, 1, 1, W, 0)
        union = section_3.lemma_9_step_union(n, 1)
        compare_tail(
            instance_recorder, "step-union-corrected", partial(_beyond_either, n), bare, union
        )
        for c in constants:
            t = section_3.lemma_9_step_tail_threshold_printed(
                size, exact(1), exact(1), W, B, constant=exact(c)
            )
            if t > 2 * n:  # beyond every value
                continue
            compare_tail(instance_recorder(c=c), "step-tail-printed", beyond, t, rare)
    for c in union_constants:
        _compare_random_unions(at, c, max_log2_n)
    return sides(at.records)


def _beyond(n: int, t: float) -> Fraction:
    """Return Pr[x_1 + … + x_n + n ≥ t]."""
    return sum_tail(n, t - n)


def _beyond_either(n: int, t: float) -> Fraction:
    """Return Pr[|x_1 + … + x_n| ≥ t], t > 0."""
    return 2 * sum_tail(n, t)


def _compare_random_unions(at: Recorder, c: float, max_log2_n: int) -> None:
    """Compare both sides of the union line for that c where it first fails."""
    for n in (2**e for e in range(3, max_log2_n + 1)):
        s = n ** max(2, math.floor(2 / c**2))
        level = exact(c) * sqrt(n * log(exact(n * s)))
        q = 2 * sum_tail(n, float(level) * (1 + 2.0**-50))
        least = s * q / (1 + s * q)
        if least == 0:  # the threshold is beyond every value
            continue
        right = section_3.lemma_9_step_union_printed(exact(n), s, 1, exact(c))
        # What holds says nothing, as the left-hand side is only a lower bound on the largest.
        if least > right:
            here = at(family="signs", n=n, s=s, k=1, c=c)
            here.compare("step-union-line", least, "<=", right)
            break
