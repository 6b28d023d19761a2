"""The lines of Theorem 8's proof: the tail, the noise at its ρ, the bound on |h|."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.bounds import section_2, section_3
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.tails import tails_of
from balls import Exact, compare, exact, log, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import noise_of_weights


def compare_tail_lines(
    at: Recorder, instance: Instance, weights: Sequence[Fraction], rhos: Sequence[Fraction]
) -> None:
    """Σ_{|T|>d} ≤ ε/(3(1−ρ^d)) at ε = 3NS_ρ(h); what Claim 2.1 gives; the conclusion."""
    tails = tails_of(weights)
    n = instance.network.n
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


def compare_window(at: Recorder, rhos: Sequence[Fraction], largest: int) -> None:
    """ε/(3(1−ρ^d)) ≤ ε/(d(1−ρ)) ≤ ε: for which d."""
    for rho in rhos:
        every = [("chain-any", d) for d in range(1, largest + 1)]
        for statement, d in [*every, ("chain", math.ceil(1 / (1 - rho)))]:
            here, left = at(rho=rho, d=d), d * (1 - rho)
            second = here(quantity="d(1-rho) <= 3(1-rho^d)")
            second.compare(statement, left, "<=", 3 * (1 - rho**d))
            here(quantity="d(1-rho) >= 1").compare(statement, left, ">=", 1)


def compare_noise_lines(
    at: Recorder,
    instance: Instance,
    weights: Sequence[Fraction],
    epsilons: Sequence[float],
) -> None:
    """Check NS_ρ(h) ≤ ε/3 at the paper's ρ, for ns ≥ 2 and ε < min(12k²W², knsW²)."""
    network, k = instance.network, exact(instance.k)
    n, s = exact(network.n), exact(network.s)
    W, B = map(sqrt, network.scale_squared)
    for share in epsilons if W else ():
        epsilon = Fraction(share) * 12 * k**2 * W**2
        if n * s == 1 or k * n * s * W**2 <= epsilon:
            continue  # the paper's ρ is undefined, or not a correlation
        constant = section_3.theorem_8_rest_constant
        rho = 1 - section_3.theorem_8_rest_printed(n, s, k, W, B, epsilon, constant)
        noise = sum(weight * (1 - rho**t) for t, weight in enumerate(weights)) / 2
        at(epsilon=epsilon).compare("noise", noise, "<=", epsilon / 3)


def compare_printed_noise(at: Recorder, constants: Sequence[float]) -> list[dict[str, Any]]:
    """Check whether Lemma 10 gives NS ≤ ε/3 at the paper's ρ; return the table's rows.

    They have Lemma 10's bound over ε/3 as ε falls.
    """
    where = {"n": 1, "s": 2, "k": 1, "W": 1, "B": 1}  # the smallest at which no denominator is 0
    n, s, k, W, B = map(exact, where.values())
    rows = []
    for c in constants:
        found = []
        for exponent in range(1, 401):
            epsilon = Fraction(1, 2**exponent)
            rest = section_3.theorem_8_rest_printed(n, s, k, W, B, epsilon, Fraction(c))
            # Nothing states that the paper's 1 − ρ is at most 2.
            found.append((epsilon, bounds.lemma_10_of_rest(n, s, k, W, B, rest)))
            ratio = float(3 * found[-1][1] / epsilon)
            rows.append({**where, "c": c, "exponent": exponent, "ratio": ratio})
        # Of all ε the largest that refutes this c is recorded, or the last.
        refuting = (one for one in found if compare(one[1], ">", one[0] / 3))
        epsilon, bound = next(refuting, found[-1])
        here = at(**where, c=c, epsilon=float(epsilon))
        here.compare("noise-lemma-10", bound, "<=", epsilon / 3)
    return rows


def compare_routes(at: Recorder, scales: Sequence[int]) -> None:
    """Compare what Lemma 10, and what the paper's own route, give with ε/3, and their degrees.

    Sizes at which the degree ⌈1.1/(1−ρ)⌉ is below n; elsewhere no tail is left. ε is 12k²W² over
    each of `scales`.
    """
    neurons, squares = ((2, 1), (64, 4), (2**20, 2)), (Fraction(1, 4), Fraction(4))
    sizes = itertools.product((40, 160), neurons, squares, (Fraction(0), Fraction(1)))
    for (log2n, (s, k), W2, B2), scale in itertools.product(sizes, scales):
        n, epsilon = 2**log2n, 12 * k**2 * W2 / scale
        where = {"n": n, "s": s, "k": k, "W2": W2, "B2": B2, "epsilon": epsilon}
        arguments = exact(n), exact(s), exact(k), sqrt(W2), sqrt(B2), epsilon
        for claim, key, route in (
            ("theorem-8", "from-lemma-10", by_lemma_10(*arguments)),
            ("theorem-4", "paper-route", by_the_papers_route(*arguments)),
        ):
            rest, noise, allowed = route
            degree = math.ceil(Fraction(11, 10) / rest)
            if degree < n and rest < 1:
                here = at.of(claim)(**where)
                here(quantity="noise").compare(key, noise, "<=", epsilon / 3)
                here(quantity="degree").compare(key, degree, "<=", allowed)


def by_lemma_10(n, s, k, W, B, epsilon) -> tuple[Exact, Exact, Exact]:
    """Return 1 − ρ, Lemma 10's bound there, and 3500·(k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε²; s ≥ 2."""
    C = Fraction(33, 20)  # at least Lemma 10's constant, 1.641…
    largest = max(k**8 * W**4 * log(n**2 * s) ** 4, k**6 * B**4 * log(s))
    rest = (epsilon / (6 * C)) ** 2 / largest
    degree = 3500 * bounds.theorem_8_degree(n, s, k, W, B, epsilon)
    return rest, C * bounds.lemma_10_of_rest(n, s, k, W, B, rest), degree


def by_the_papers_route(n, s, k, W, B, epsilon) -> tuple[Exact, Exact, Exact]:
    """Return 1 − ρ, √(1−ρ)·k³√ln(es/k)·(462W² ln²(4ns/(1−ρ)) + 7B²), and the degree."""
    ratio = k**6 * (1 + log(s / k))
    inner = 462 * W**2 * log(4 * n**2 * s) ** 2 + 7 * B**2
    rest = (epsilon / (3 * inner)) ** 2 / ratio
    noise = sqrt(rest * ratio) * (462 * W**2 * log(4 * n * s / rest) ** 2 + 7 * B**2)
    return rest, noise, 20 * ratio * (inner / epsilon) ** 2


def bias_scale(network: SparseReLUNetwork) -> Fraction:
    """Return B = max_j |u_j| · max_j |b_j|."""
    return Fraction(float(np.abs(network.u).max())) * Fraction(float(np.abs(network.b).max()))


def compare_supremum(at: Recorder, instance: Instance) -> None:
    """|h| ≤ k(W√n + B)."""
    network = instance.network
    top = Fraction(float(np.abs(network.values()).max()))
    W, n = sqrt(network.scale_squared[0]), exact(network.n)
    at.compare("supremum", top, "<=", bounds.sup_norm(n, instance.k, W, bias_scale(network)))


def compare_attained_supremum(at: Recorder, dimensions: Sequence[int]) -> None:
    """Max h = k(W√n + B), k neurons with all weights 1: W = √n, so that no root is left."""
    for n, k, B in itertools.product(sorted({*dimensions, 4}), (1, 2, 3), (0, 1)):
        network = SparseReLUNetwork(np.ones((k, n)), np.full(k, -float(B)), np.ones(k))
        top = Fraction(float(network.values().max()))
        right = bounds.sup_norm(exact(n), k, sqrt(exact(n)), B)
        at(n=n, s=k, k=k, B=B).compare("supremum-attained", top, "==", right)
