"""The lines of Theorem 8's proof, and with them those of Lemma 7 and of noisy labels."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024.bounds import appendices, section_2, section_3
from awasthi2024.low_degree.checks.lemma_7 import (
    compare_monomials,
    compare_other_distributions,
    compare_run_times,
    compare_truncation,
    compare_unseen,
)
from awasthi2024.low_degree.checks.noisy_labels import (
    compare_losses,
    compare_noise_limit,
    compare_outlying_labels,
)
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import network_family
from awasthi2024.shared.parameters import Dimension, Share
from awasthi2024.shared.tails import described, exact_weights, tails_of
from balls import Exact, compare, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import noise_of_weights


@check("theorem-8")
def steps(
    at: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Dimension],
    rhos: NonEmpty[Share],
    largest_degree: Natural,
    constants: NonEmpty[PositiveReal],
    scales: NonEmpty[Positive],
    epsilons: NonEmpty[OpenProbability],
) -> None:
    """Compare both sides of each line of the proofs, as fractions or with proved errors.

    The lines are of Theorem 8, of Lemma 7 and of noisy labels, where the loss of a member stands
    for the smallest of the class, which is at most as large. Run times are numbers of operations of
    averages for each sample. The networks are random and Theorem B's, with n in `dimensions`; on
    them Theorem 8's degree is n or more, where its comparison for noisy labels cannot fail; each of
    `constants` is a value of the c of the paper's ρ. `largest_degree` is the largest d and n of the
    inequalities without a network. `scales` are factors by which labels or a class are scaled up.
    They are also the values of K in a loss of Kε.
    """
    fractions = [Fraction(rho) for rho in rhos]
    for instance in networks_of(seed, dimensions):
        here, weights = at(**described(instance)), exact_weights(instance)
        _compare_tail(here, weights, fractions)
        _compare_noise(here, instance, weights, epsilons)
        _compare_supremum(here, instance)
        values, tails = instance.network.values(), tails_of(weights)
        compare_truncation(here.of("lemma-7"), values, tails)
        compare_losses(here.of("intro-agnostic"), seed, instance, epsilons)
    _compare_window(at, fractions, largest_degree)
    _compare_lemma_10(at, constants)
    _compare_routes(at, scales)
    _compare_attained_supremum(at, dimensions)
    compare_monomials(at.of("lemma-7"), largest_degree)
    compare_unseen(at, scales, epsilons)
    compare_other_distributions(at.of("lemma-7"), scales)
    compare_outlying_labels(at.of("intro-agnostic"), scales)
    compare_noise_limit(at.of("intro-agnostic"), epsilons)
    compare_run_times(at, scales, largest_degree)


def networks_of(seed: int, dimensions: Sequence[int]) -> list[Instance]:
    """Return the networks of the check: random ones, and Theorem B's of up to four variables."""
    random = network_family("random").generate(
        seed=seed, dimensions=dimensions, neurons=[8], sparsities=[2], weight_bounds=[1],
        bias_bounds=[1], repeats=1,
    )  # fmt: skip
    return random + network_family("extremal").generate(
        seed=seed, variables=[2, 1, 3, 4], copies=[1, 2], deltas=[0],
        dimensions=[n for n in dimensions if n > 1],
    )  # fmt: skip


def _compare_tail(at: Recorder, weights: Sequence[Fraction], rhos: Sequence[Fraction]) -> None:
    """Σ_{|T|>d} ≤ ε/(3(1−ρ^d)) at ε = 3NS_ρ(h); what Claim 2.1 gives; the conclusion."""
    tails = tails_of(weights)
    n = len(weights) - 1
    for rho in rhos:
        noise = noise_of_weights(weights, rho)
        epsilon = 3 * noise
        d = max(range(1, n + 1), key=lambda d: tails[d] * (1 - rho**d))
        here = at(rho=rho, epsilon=epsilon, d=d)
        here.compare("first", tails[d], "<=", epsilon / (3 * (1 - rho**d)))
        claim_2_1 = section_2.claim_2_1_tail(noise, rho, d)
        here.compare("first-corrected", tails[d], "<=", claim_2_1)
        d = math.ceil(Fraction(11, 10) / (1 - rho))
        here(d=d).compare("conclusion", tails[d] if d <= n else 0, "<=", epsilon)


def _compare_window(at: Recorder, rhos: Sequence[Fraction], largest: int) -> None:
    """ε/(3(1−ρ^d)) ≤ ε/(d(1−ρ)) ≤ ε: for which d."""
    for rho in rhos:
        every = [("chain-any", d) for d in range(1, largest + 1)]
        for statement, d in [*every, ("chain", math.ceil(1 / (1 - rho)))]:
            here, left = at(rho=rho, d=d), d * (1 - rho)
            second = here(quantity="d(1-rho) <= 3(1-rho^d)")
            second.compare(statement, left, "<=", 3 * (1 - rho**d))
            here(quantity="d(1-rho) >= 1").compare(statement, left, ">=", 1)


def _compare_noise(
    at: Recorder, instance: Instance, weights: Sequence[Fraction], epsilons: Sequence[float]
) -> None:
    """NS_ρ(h) ≤ ε/3 at the paper's ρ, for ns ≥ 2 and ε < min(12k²W², knsW²)."""
    n, s, k = exact(instance.network.n), exact(instance.network.s), exact(instance.k)
    W, B = map(sqrt, instance.network.scale_squared)
    for share in epsilons if W else ():
        epsilon = Fraction(share) * 12 * k**2 * W**2
        if n * s == 1 or k * n * s * W**2 <= epsilon:
            continue  # the paper's ρ is undefined, or not a correlation
        constant = section_3.theorem_8_rest_constant
        rho = 1 - section_3.theorem_8_rest_printed(n, s, k, W, B, epsilon, constant)
        noise = sum(weight * (1 - rho**t) for t, weight in enumerate(weights)) / 2
        at(epsilon=epsilon).compare("noise", noise, "<=", epsilon / 3)


def _compare_lemma_10(at: Recorder, constants: Sequence[float]) -> None:
    """Lemma 10's bound ≤ ε/3 at the paper's ρ, as ε = 2^−j falls; a row for each ε."""
    where = {"n": 1, "s": 2, "k": 1, "W": 1, "B": 1}  # the smallest at which no denominator is 0
    n, s, k, W, B = map(exact, where.values())
    for c in constants:
        found = []
        for exponent in range(1, 401):
            epsilon = Fraction(1, 2**exponent)
            rest = section_3.theorem_8_rest_printed(n, s, k, W, B, epsilon, Fraction(c))
            # Nothing states that the paper's 1 − ρ is at most 2.
            bound = bounds.lemma_10_of_rest(n, s, k, W, B, rest)
            found.append((epsilon, bound))
            at(**where, c=c).row(exponent=exponent, ratio=float(3 * bound / epsilon))
        # Of all ε the largest that refutes this c is recorded, or the last.
        refuting = (one for one in found if compare(one[1], ">", one[0] / 3))
        epsilon, bound = next(refuting, found[-1])
        at(**where, c=c, epsilon=float(epsilon)).compare("noise-lemma-10", bound, "<=", epsilon / 3)


def _compare_routes(at: Recorder, scales: Sequence[int]) -> None:
    """NS ≤ ε/3 and the degree, by Lemma 10 and by the paper's own route.

    Sizes at which the degree ⌈1.1/(1−ρ)⌉ is below n; elsewhere no tail is left. ε is 12k²W² over
    each of `scales`.
    """
    neurons, squares = ((2, 1), (64, 4), (2**20, 2)), (Fraction(1, 4), Fraction(4))
    sizes = itertools.product((40, 160), neurons, squares, (Fraction(0), Fraction(1)))
    for (log2n, (s, k), W2, B2), scale in itertools.product(sizes, scales):
        n, epsilon = 2**log2n, 12 * k**2 * W2 / scale
        arguments = exact(n), exact(s), exact(k), sqrt(W2), sqrt(B2), epsilon
        for claim, statement, route in (
            ("theorem-8", "from-lemma-10", by_lemma_10(*arguments)),
            ("theorem-4", "paper-route", by_the_papers_route(*arguments)),
        ):
            rest, noise, allowed = route
            degree = math.ceil(Fraction(11, 10) / rest)
            if degree < n and rest < 1:
                here = at.of(claim)(n=n, s=s, k=k, W2=W2, B2=B2, epsilon=epsilon)
                here(quantity="noise").compare(statement, noise, "<=", epsilon / 3)
                here(quantity="degree").compare(statement, degree, "<=", allowed)


def by_lemma_10(n, s, k, W, B, epsilon) -> tuple[Exact, Exact, Exact]:
    """Return 1 − ρ, Lemma 10's bound there, and 3500·(k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε²; s ≥ 2."""
    C = Fraction(33, 20)  # at least Lemma 10's constant, 1.641…
    largest = max(k**8 * W**4 * log(n**2 * s) ** 4, k**6 * B**4 * log(s))
    rest = (epsilon / (6 * C)) ** 2 / largest
    degree = 3500 * bounds.theorem_8_degree(n, s, k, W, B, epsilon)
    return rest, C * bounds.lemma_10_of_rest(n, s, k, W, B, rest), degree


def by_the_papers_route(n, s, k, W, B, epsilon) -> tuple[Exact, Exact, Exact]:
    """Return 1 − ρ, the bound of the paper's own route there, and the degree."""
    ratio = k**6 * (1 + log(s / k))
    inner = 462 * W**2 * log(4 * n**2 * s) ** 2 + 7 * B**2
    rest = (epsilon / (3 * inner)) ** 2 / ratio
    noise = appendices.appendix_b_route(n, s, k, W, B, rest)
    return rest, noise, 20 * ratio * (inner / epsilon) ** 2


def _compare_supremum(at: Recorder, instance: Instance) -> None:
    """|h| ≤ k(W√n + B), with B = max|u_j|·max|b_j|."""
    network = instance.network
    top, u, b = (
        Fraction(float(np.abs(part).max())) for part in (network.values(), network.u, network.b)
    )
    right = bounds.sup_norm(exact(network.n), instance.k, sqrt(network.scale_squared[0]), u * b)
    at.compare("supremum", top, "<=", right)


def _compare_attained_supremum(at: Recorder, dimensions: Sequence[int]) -> None:
    """Max h = k(W√n + B), k neurons with all weights 1: W = √n, so that no root is left."""
    for n, k, B in itertools.product(sorted({*dimensions, 4}), (1, 2, 3), (0, 1)):
        network = SparseReLUNetwork(np.ones((k, n)), np.full(k, -float(B)), np.ones(k))
        top = Fraction(float(network.values().max()))
        right = bounds.sup_norm(exact(n), k, sqrt(exact(n)), B)
        at(n=n, s=k, k=k, B=B).compare("supremum-attained", top, "==", right)
