"""Appendix B's tail bounds, by exact laws of signed sums, and its steps between numbers."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal

from typing_extensions import TypedDict

from awasthi2024.bounds import appendices
from awasthi2024.noise_sensitivity.checks.appendix_b import buckets
from awasthi2024.noise_sensitivity.checks.lemma import correlations, nearest
from balls import Exact, exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


class ConcentrationCase(TypedDict):
    """Weights of s neurons and a partition of n coordinates into r buckets."""

    n: Positive
    s: Positive
    r: Positive
    weights: Literal["equal", "ramp", "geometric"]
    support: Literal["shared", "disjoint"]
    partition: Literal["spread", "single"]


@check("lemma-10")
def concentration(
    at: Recorder,
    *,
    cases: NonEmpty[ConcentrationCase],
    sizes: NonEmpty[Positive],
    rhos: NonEmpty[str],
) -> None:
    """Compare Appendix B's tails, exact probabilities, with their bounds, and its steps on a grid.

    The tail of a bucket is compared at the t nearest to failing, of all t. The chosen t needs a
    bucket of more than 8 ln(nsr) coordinates, so n is large. Other steps have k = W = 1; the step
    from r to 1 − ρ has the constant 6, and 2√2 in its corrected form. Where both sides of the
    latter are equal, at ns = 2 and ρ = 0, nothing is compared. `cases` are networks, and partitions
    of their n coordinates into r buckets. Their `support` is "shared" (all neurons have the same
    weights) or "disjoint" (a block of n/s coordinates each). Their `partition` is "spread"
    (coordinate i in bucket i mod r) or "single" (all in one). `sizes` are values of n and s for the
    numerical steps.
    """
    for case in cases:
        compare_tails(at(**case), case)
    values = correlations(rhos)
    for n, s, r in product(sizes, sizes, sorted({buckets(rho) for rho in values})):
        compare_implication(at(n=n, s=s, r=r))
    for rho, n, s, B in product(values, sizes, sizes, (0, 1)):
        compare_rate(at(n=n, s=s, k=1, W=1, B=B, rho=rho, r=buckets(rho)), rho)


def compare_implication(at: Recorder) -> None:
    """Compare the tail at the chosen t with 1/(nsr)²."""
    n, s, r = at["n"], at["s"], at["r"]
    square = appendices.appendix_b_norm_threshold(exact(n), s, r)
    right = Fraction(1, (n * s * r) ** 2)
    at.compare("step-implication", appendices.appendix_b_tail_printed(square), "<=", right)
    if n * s * r >= 2:
        at.compare("implication-corrected", appendices.appendix_b_tail(square), "<=", right)


def compare_rate(at: Recorder, rho: Fraction) -> None:
    """Compare the last display at r with Lemma 10 at ρ."""
    n, s, B, r = at["n"], at["s"], at["B"], at["r"]
    left = appendices.appendix_b_final(exact(n), exact(s), 1, 1, B, exact(r))
    right = bounds.lemma_10(exact(n), exact(s), 1, 1, B, rho)
    at.compare("step-rate", left, "<=", appendices.appendix_b_all_rate_constant * right)
    # At ns = 2, ρ = 0 the sides are equal without B, which no precision shows.
    equal = rho == 0 and n * s == 2 and (s == 1 or B == 0)
    if rho >= 0 and n * s >= 2 and not equal:
        at.compare("rate-corrected", left, "<=", appendices.appendix_b_rate_constant * right)


def compare_tails(at: Recorder, case: ConcentrationCase) -> None:
    """Compare every tail of Appendix B for one set of weights."""
    n, s, r = case["n"], case["s"], case["r"]
    shared, nsr = case["support"] == "shared", n * s * r
    length = n if shared else n // s
    weights = {
        "equal": [1] * length,
        "ramp": list(range(1, length + 1)),
        "geometric": [2**i for i in range(length)],
    }[case["weights"]]
    groups = [weights] if case["partition"] == "single" else [weights[e::r] for e in range(r)]
    variance = sum(weight**2 for weight in weights)
    threshold = appendices.appendix_b_norm_threshold(exact(n), s, r)
    sides, worst = [], Fraction(0)
    for group in filter(any, groups):  # an empty bucket's sum is 0
        own, squares = sum(weight**2 for weight in group), norm_distribution([group])
        # The tail at t just below an atom is the supremum over smaller t.
        sides += [
            (tail, appendices.appendix_b_tail_printed(Fraction(atom, own)))
            for atom, tail in tails(squares)
        ]
        worst = max(worst, beyond(squares, own, threshold))
    at.compare("step-tail", *nearest(sides))
    at.compare("step-bucket-tail", worst, "<=", Fraction(1, nsr**2))
    norms = norm_distribution(groups)
    tail = beyond(norms, variance, threshold)
    none = 1 - tail if shared else (1 - tail) ** s
    at.compare("step-union-buckets", tail, "<=", Fraction(1, n**2 * s**2 * r))
    at.compare("step-union-neurons", none, ">=", 1 - Fraction(1, n**2 * s * r))
    mean = mean_of_max(norms, 1 if shared else s)
    if nsr >= 2:
        right = appendices.appendix_b_max_norm(exact(n), s, r, variance)
        at.compare("max-norm-corrected", mean, "<=", right)


# ------------------------------------------------------------ exact distributions


def sum_distribution(weights: Iterable[int]) -> dict[int, int]:
    """Return how many of the sign vectors z give each value of Σ w_i z_i."""
    counts = {0: 1}
    for weight in weights:
        moved: dict[int, int] = Counter()
        for value, number in counts.items():
            moved[value + weight] += number
            moved[value - weight] += number
        counts = moved
    return counts


def norm_distribution(groups: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return how many z give each value of ‖w'‖² = Σ_e (Σ_{i∈A_e} w_i z_i)².

    `groups` are the weights of each bucket.
    """
    counts = {0: 1}
    for group in groups:
        joint: dict[int, int] = Counter()
        for value, number in sum_distribution(group).items():
            for before, other in counts.items():
                joint[before + value**2] += number * other
        counts = joint
    return counts


def tails(counts: Mapping[int, int]) -> list[tuple[int, Fraction]]:
    """Return (value, Pr[· ≥ value]) for every positive value that occurs."""
    total, above, values = sum(counts.values()), 0, []
    for value in sorted(counts, reverse=True):
        above += counts[value]
        if value > 0:
            values.append((value, Fraction(above, total)))
    return values


def beyond(counts: Mapping[int, int], variance: int, threshold: Exact) -> Fraction:
    """Return Pr[value > threshold·variance]; the threshold is a logarithm."""
    limit = math.floor(threshold * variance)  # the values are integers
    above = sum(number for value, number in counts.items() if value > limit)
    return Fraction(above, sum(counts.values()))


def mean_of_max(counts: Mapping[int, int], s: int) -> Fraction:
    """Return the mean of the largest of s independent copies."""
    below, weighted = 0, 0
    for value in sorted(counts):
        upto = below + counts[value]
        weighted += value * (upto**s - below**s)
        below = upto
    return Fraction(weighted, below**s)
