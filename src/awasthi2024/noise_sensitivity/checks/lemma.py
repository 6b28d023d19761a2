"""Lemma 10 and Theorem D on networks, and the tails and numbers of Lemma 10's proof."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from typing_extensions import TypedDict

from awasthi2024.bounds import appendices, section_3
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, fraction
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights


def correlations(texts: Sequence[str]) -> list[Fraction]:
    """Return values of ρ in order; ValueError unless -1 <= ρ < 1."""
    values = sorted(map(fraction, texts))
    if not -1 <= values[0] <= values[-1] < 1:
        raise ValueError(f"rhos must be at least -1 and less than 1, got {', '.join(texts)}")
    return values


def buckets(rho: Fraction) -> int:
    """Return r = ⌊2/(1−ρ)⌋, Appendix B's number of buckets, for ρ < 1."""
    return math.floor(2 / (1 - rho))


def bucket_rho(r: int) -> Fraction:
    """Return ρ' = 1 − 2/r, the noise that r buckets really give."""
    return 1 - Fraction(2, r)


# h at each point, and a table of integers.
@check("lemma-10", memory=lambda networks, **_: 24 << largest_dimension(networks))
def noise(at: Recorder, *, networks: Sequence[Instance], rhos: NonEmpty[str]) -> None:
    """Compare NS_ρ, a fraction from integer spectra, with Lemma 10, its corrections and Theorem D.

    Lemma 10's side has proved errors. For each network a record is kept of the ρ that is nearest
    to failing. Theorem D's equality is compared at every ρ on the extremal networks, which are k
    copies of 2^p neurons.
    """
    values = correlations(rhos)
    positive = [rho for rho in values if rho >= 0]
    for entry in networks:
        network, k = entry.network, entry.k
        n, s = network.n, network.s
        W, B = map(sqrt, network.scale_squared)
        here = at(network=entry.name, family=entry.family, n=n, s=s, k=k)
        h = exact_values(network)
        weights, sensitivity = degree_weights_exact(h), average_sensitivity_exact(h)
        variance = sum(weights[1:], Fraction(0))
        noise = {rho: noise_of_weights(weights, rho) for rho in values}
        paper = {rho: bounds.lemma_10(exact(n), exact(s), k, W, B, rho) for rho in values}
        all_rho = {rho: section_3.lemma_10_all_rho_constant * paper[rho] for rho in values}
        corrected = {rho: section_3.lemma_10_constant * paper[rho] for rho in positive}
        least = {rho: bounds.theorem_d_min(s, k, W, rho) for rho in values}
        compare_worst(here, "printed", noise, all_rho)
        if n * s >= 3:
            compare_worst(here, "corrected-all", noise, all_rho)
        if n * s >= 2 and positive:
            compare_worst(here, "corrected", noise, corrected)
        compare_worst(here, "sharp-min", noise, least)
        compare_worst(here, "linear", noise, {rho: (1 - rho) * sensitivity / 2 for rho in values})
        if positive:
            lower = {rho: (1 - rho) * variance / 2 for rho in positive}
            compare_worst(here, "linear", lower, {rho: noise[rho] for rho in positive})
        if is_theorem_b(entry):
            compare_attained(here, entry, noise)
        for rho in values:
            row = {"noise_sensitivity": noise[rho]}
            row |= {"paper_corrected": section_3.lemma_10_constant * paper[rho]}
            here.row(W=W, rho=str(rho), one_minus_rho=1 - rho, **row, theorem_d_min=least[rho])


def compare_attained(at: Recorder, entry: Instance, noise: Mapping[Fraction, Fraction]) -> None:
    """Compare NS_ρ with its closed form, a known fraction of Theorem D's bound."""
    p, delta = int(entry.parameters["p"]), entry.parameters["delta"]
    W = sqrt(entry.network.scale_squared[0])
    for rho, left in noise.items():
        share = (1 - Fraction(delta) / 2) ** 2 * sum(rho**t for t in range(p)) / p
        here = at(p=p, delta=delta, rho=rho)
        here.compare("attained", left, "==", share * bounds.theorem_d(entry.k, W, rho))


def compare_worst(
    at: Recorder, statement: str, left: Mapping[Fraction, Fraction], right: Mapping[Fraction, Exact]
) -> None:
    """Compare left ≤ right at the ρ that is nearest to failing, of those on the right."""
    rho = max(right, key=lambda key: _ratio(left[key], right[key]))
    at(rho=rho).compare(statement, left[rho], "<=", right[rho])


def nearest(sides: Iterable[tuple[Any, Any]]) -> tuple[Any, str, Any]:
    """Return the sides of the ≤ that is nearest to failing, with the relation between them."""
    left, right = max(sides, key=lambda pair: _ratio(*pair))
    return left, "<=", right


def _ratio(left: Any, right: Any) -> float:
    """Return left/right, infinite over 0, but 0 where the left-hand side is 0."""
    if left == 0:
        return 0.0
    return math.inf if right == 0 else float(left) / float(right)


# ------------------------------------------------ Appendix B's tails, and its steps between numbers


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
        here = at(n=n, s=s, r=r)
        square = appendices.appendix_b_norm_threshold(exact(n), s, r)
        tail = appendices.appendix_b_tail_printed(square)
        right = Fraction(1, (n * s * r) ** 2)
        here.compare("step-implication", tail, "<=", right)
        if n * s * r >= 2:
            here.compare("implication-corrected", appendices.appendix_b_tail(square), "<=", right)
    for rho, n, s, B in product(values, sizes, sizes, (0, 1)):
        compare_rate(at(n=n, s=s, k=1, W=1, B=B, rho=rho, r=buckets(rho)), rho)


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
        own = sum(weight**2 for weight in group)
        squares = norm_distribution([group])
        # The tail at t just below an atom is the supremum over smaller t.
        for atom, tail in tails(squares):
            sides.append((tail, appendices.appendix_b_tail_printed(Fraction(atom, own))))
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
    """Return how many z give each ‖w'‖² = Σ_e (Σ_{i∈A_e} w_i z_i)², from each bucket's weights."""
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
