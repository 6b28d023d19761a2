"""The lines of Lemma 9's proof with tails, and those that fail only in high dimension."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import sides
from awasthi2024.bounds import section_3
from balls import Exact, between, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork

#: A float that is wider than the error of another.
_WIDER = 1 + 2.0**-50


def tail_probability(
    network: SparseReLUNetwork, threshold: float, *, strict: bool = False
) -> Fraction:
    """Return Pr_x[|h(x)| ≥ threshold], or > if `strict`, exactly for that float threshold."""
    values = np.abs(network.values())
    beyond = values > threshold if strict else values >= threshold
    return Fraction(int(beyond.sum()), len(values))


def sum_tail(n: int, level: float) -> Fraction:
    """Return Pr[x_1 + … + x_n ≥ level], exactly for that float level."""
    term = total = 1 if n >= level else 0
    minus = 0
    while term and n - 2 * (minus + 1) >= level and minus < n:
        minus += 1
        term = term * (n - minus + 1) // minus  # C(n, minus)
        total += term
    return Fraction(total, 2**n)


def compare_tail(
    at: Recorder,
    statement: str,
    probability: Callable[[float], Fraction],
    level: Exact,
    right: Exact,
) -> None:
    """Record whether the probability of what lies beyond a level is at most `right`.

    It is taken at a float below and at one above the level. Where a value lies between them the
    probability is known only up to their difference.
    """
    near = float(level)  # within 2^-52 of itself
    least, most = probability(near * _WIDER), probability(near * (1 - 2.0**-50))
    at.compare(statement, between(least, most), "<=", right)


@check("lemma-9")
def tail(
    at: Recorder,
    *,
    dimensions: NonEmpty[Positive],
    constants: NonEmpty[NonNegative],
    union_constants: NonEmpty[PositiveReal],
    max_log2_n: Natural,
) -> pd.DataFrame:
    """Compare the lines with tails where n is large, so that the thresholds are within reach.

    The tails of σ(x_1 + … + x_n + n), with s = k = 1, W = √n and B = n, are binomial sums. In the
    union line k = 1, the weights are random signs, s is a power of n and b_j = n. Some network has
    at least the mean over the weights, of which a lower bound is compared, as a fraction.
    `constants` are values of the proof's c. `union_constants` are values of c for the union line.
    The line is tried at n = 8, 16, … up to its first failure. `max_log2_n` is the base-2 logarithm
    of the largest n.
    """
    one = exact(1)
    for n in dimensions:
        here, size, W, B = at(family="sum", n=n, s=1, k=1), exact(n), sqrt(exact(n)), exact(n)
        rare = section_3.lemma_9_step_tail_probability(n, 1)

        t = section_3.lemma_9_step_tail_threshold(size, 1, 1, W, B)
        compare_tail(here, "step-tail-corrected", partial(beyond, n), t, rare)
        # For one neuron the union over neurons is Pr[|x_1 + … + x_n| > t − kB].
        bare = section_3.lemma_9_step_tail_threshold(size, 1, 1, W, 0)
        union = section_3.lemma_9_step_union(n, 1)
        compare_tail(here, "step-union-corrected", partial(beyond_either, n), bare, union)
        for c in constants:
            constant = exact(c)
            t = section_3.lemma_9_step_tail_threshold_printed(
                size, one, one, W, B, constant=constant
            )
            if t <= 2 * n:  # else beyond every value
                compare_tail(here(c=c), "step-tail-printed", partial(beyond, n), t, rare)
    for c in union_constants:
        compare_random_unions(at, c, max_log2_n)
    return sides(at.records)


def beyond(n: int, t: float) -> Fraction:
    """Return Pr[x_1 + … + x_n + n ≥ t]."""
    return sum_tail(n, t - n)


def beyond_either(n: int, t: float) -> Fraction:
    """Return Pr[|x_1 + … + x_n| ≥ t], t > 0."""
    return 2 * sum_tail(n, t)


def compare_random_unions(at: Recorder, c: float, max_log2_n: int) -> None:
    """Compare both sides of the union line for that c where it first fails.

    Here s = n^a for the smallest integer a that is more than 1 and 2/c² − 1, so that no neuron is
    ever active. For each x the s products ⟨w_j, x⟩ are independent over the draw of the weights, so
    that some network has at least the mean probability 1 − (1 − q)^s ≥ sq/(1 + sq), where
    q = Pr[|x_1 + … + x_n| > c√(n ln(ns))].
    """
    for n in (2**e for e in range(3, max_log2_n + 1)):
        s = n ** max(2, math.floor(2 / c**2))
        level = exact(c) * sqrt(n * log(exact(n * s)))
        q = 2 * sum_tail(n, float(level) * _WIDER)
        least = s * q / (1 + s * q)
        right = section_3.lemma_9_step_union_printed(exact(n), s, 1, exact(c))
        # What holds says nothing, as the left-hand side is only a lower bound on the largest.
        if least > right:
            at(family="signs", n=n, s=s, k=1, c=c).compare("step-union-line", least, "<=", right)
            break


@check("lemma-9")
def last_line(at: Recorder, *, exponents: NonEmpty[Natural], constant: NonNegative) -> None:
    """Compare the last two lines of (V), with proved errors, as n = s grows.

    Here k = 1, the proof's c is 1, and either W or B is 0, so that one of the two terms is left.
    The last line drops √ln(s/k) from the first term and √n from the second, so that no constant
    closes the step. `exponents` are values of e, for n = s = 2^e. `constant` is the factor that may
    hide in the O(·).
    """
    one = exact(1)
    for e in exponents:
        n = s = exact(1 << e)
        for term, W, B in (("weights", 1, 0), ("biases", 0, 1)):
            here = at(family=term, n=1 << e, s=1 << e, k=1)
            above = section_3.lemma_9_step_v_printed(n, s, one, W, B)
            below = bounds.lemma_9(n, s, one, W, B)
            here.compare("step-last-printed", above, "<=", exact(constant) * below)
            proved = section_3.lemma_9_step_v(n, s, one, W, B)
            kept = section_3.lemma_9_step_last(n, s, one, W, B)
            here.compare("step-last-corrected", proved, "<=", kept)
            row = {"n": 1 << e, "term": term, "above": float(above), "relation": "<="}
            corrected = {"above_corrected": float(proved), "below_corrected": float(kept)}
            at.rows.append({**row, "below": float(below), **corrected})
