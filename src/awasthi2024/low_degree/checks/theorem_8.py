"""The lines of Theorem 8's proof: the tail, the noise at its ρ, the bound on |h|."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.shared.exactness import log_between, root_above
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.tails import tails_of
from paperclaims.checks.comparison import dyadic
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_2, section_3
from sparseact.bounds.arithmetic import Root
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import noise_of_weights


def compare_tail_lines(
    recorder: Recorder, instance: Instance, weights: Sequence[Fraction], rhos: Sequence[Fraction]
) -> None:
    """Σ_{|T|>d} ≤ ε/(3(1−ρ^d)) at ε = 3NS_ρ(h); what Claim 2.1 gives; the conclusion."""
    tails = tails_of(weights)
    n = instance.network.n
    for rho in rhos:
        noise = noise_of_weights(weights, rho)
        epsilon = 3 * noise
        d = max(range(1, n + 1), key=lambda d: tails[d] * (1 - rho**d))
        instance_recorder = recorder.where(rho=rho, epsilon=epsilon, d=d)
        instance_recorder.exact("first", tails[d], "<=", epsilon / (3 * (1 - rho**d)))
        instance_recorder.exact(
            "first-corrected", tails[d], "<=", section_2.claim_2_1_tail(noise, rho, d)
        )
        d = math.ceil(Fraction(11, 10) / (1 - rho))
        tail = tails[d] if d <= n else Fraction(0)
        instance_recorder.where(d=d).exact("conclusion", tail, "<=", epsilon)


def compare_window(recorder: Recorder, rhos: Sequence[Fraction], largest: int) -> None:
    """ε/(3(1−ρ^d)) ≤ ε/(d(1−ρ)) ≤ ε: for which d."""

    def add(statement: str, rho: Fraction, d: int) -> None:
        instance_recorder = recorder.where(rho=rho, d=d)
        left = d * (1 - rho)
        second = instance_recorder.where(quantity="d(1-rho) <= 3(1-rho^d)")
        second.exact(statement, left, "<=", 3 * (1 - rho**d))
        third = instance_recorder.where(quantity="d(1-rho) >= 1")
        third.exact(statement, left, ">=", 1)

    for rho in rhos:
        for d in _every_degree(rho, largest):
            add("chain-any", rho, d)
        add("chain", rho, math.ceil(1 / (1 - rho)))


def _every_degree(rho: Fraction, largest: int) -> Sequence[int]:
    """Return the degrees that the line is checked for at ρ, if it is read for every d."""
    return range(1, largest + 1)


def compare_noise_lines(
    recorder: Recorder,
    instance: Instance,
    weights: Sequence[Fraction],
    epsilons: Sequence[float],
) -> None:
    """Check NS_ρ(h) ≤ ε/3 at the paper's ρ, for ns ≥ 2 and ε < min(12k²W², knsW²)."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W2, B2 = network.scale_squared
    for share in epsilons if W2 else ():
        epsilon = Fraction(share) * 12 * k**2 * W2
        if n * s == 1 or k * n * s * W2 <= epsilon:
            continue  # the paper's ρ is undefined, or not a correlation
        constant = section_3.theorem_8_rest_constant
        rest = section_3.theorem_8_rest_printed(n, s, k, W2, B2, epsilon, constant)
        noise = noise_of_weights(weights, 1 - Fraction(rest))
        recorder.where(epsilon=epsilon).closed_form("noise", float(noise), "<=", float(epsilon / 3))


def compare_printed_noise(recorder: Recorder, constants: Sequence[float]) -> list[dict[str, Any]]:
    """Check whether Lemma 10 gives NS ≤ ε/3 at the paper's ρ; return the table's rows.

    They have Lemma 10's bound over ε/3 as ε falls.
    """
    n, s, k, W, B = 1, 2, 1, 1, 1  # the smallest at which no denominator is 0
    where = {"n": n, "s": s, "k": k, "W": W, "B": B}
    rows = []
    for c in constants:
        refuted = False
        for exponent in range(1, 401):
            epsilon = Fraction(1, 2**exponent)
            rest = section_3.theorem_8_rest_printed(n, s, k, W**2, B**2, epsilon, c)
            # Nothing states that the paper's 1 − ρ is at most 2.
            bound = section_3.lemma_10_of_rest(n, s, k, W, B, Fraction(rest))
            rows.append({**where, "c": c, "exponent": exponent, "ratio": bound * 3 / epsilon})
            # Of all ε the largest that refutes this c is recorded, or the last.
            fails = Recorder(recorder.claim, {**where, "c": c, "epsilon": float(epsilon)})
            fails.closed_form("noise-lemma-10", bound, "<=", float(epsilon / 3))
            if not refuted and (fails.records[0].holds is False or exponent == 400):
                recorder.keep(fails.records)
                refuted = True
    return rows


def compare_routes(recorder: Recorder, scales: Sequence[int]) -> None:
    """Compare what Lemma 10, and what the paper's own route, give with ε/3, and their degrees.

    Sizes at which the degree ⌈1.1/(1−ρ)⌉ is below n; elsewhere no tail is left. ε is 12k²W² over
    each of `scales`.
    """
    informal = recorder.for_claim("theorem-4")
    neurons, squares = ((2, 1), (64, 4), (2**20, 2)), (Fraction(1, 4), Fraction(4))
    sizes = itertools.product((40, 160), neurons, squares, (Fraction(0), Fraction(1)))
    for (log2n, (s, k), W2, B2), scale in itertools.product(sizes, scales):
        n, epsilon = 2**log2n, 12 * k**2 * W2 / scale
        where = {"n": n, "s": s, "k": k, "W2": W2, "B2": B2, "epsilon": epsilon}
        for claim_recorder, key, rest_of, noise_of, degree_of in (
            (recorder, "from-lemma-10", lemma_10_rest, lemma_10_above, lemma_10_degree),
            (informal, "paper-route", own_rest, own_above, own_degree),
        ):
            rest = rest_of(n, s, k, W2, B2, epsilon)
            degree = math.ceil(Fraction(11, 10) / rest)
            if degree < n and rest < 1:
                most = noise_of(n, s, k, W2, B2, rest)
                instance_recorder = claim_recorder.where(**where)
                instance_recorder.where(quantity="noise").certified(
                    key, most, "<=", epsilon / 3, error=0
                )
                allowed = degree_of(n, s, k, W2, B2, epsilon)
                instance_recorder.where(quantity="degree").certified(
                    key, degree, "<=", allowed, error=0
                )


#: At least Lemma 10's constant (1/ln²2 + 1/√ln 2)/2 = 1.641…
LEMMA_10 = Fraction(33, 20)


def lemma_10_rest(n: int, s: int, k: int, W2: Fraction, B2: Fraction, eps: Fraction) -> Fraction:
    """Return (ε/6C)²·min{1/(k⁸W⁴ ln⁴(n²s)), 1/(k⁶B⁴ ln s)}, rounded down; s ≥ 2."""
    first = k**8 * W2**2 * log_between(n**2 * s)[1] ** 4
    return (eps / (6 * LEMMA_10)) ** 2 / max(first, k**6 * B2**2 * log_between(s)[1])


def lemma_10_above(n: int, s: int, k: int, W2: Fraction, B2: Fraction, rest: Fraction) -> Fraction:
    """Return Lemma 10's bound at 1 − ρ = `rest`, rounded up."""
    first = k**4 * W2 * log_between(n * s / rest)[1] ** 2
    return LEMMA_10 * root_above(rest) * (first + k**3 * B2 * root_above(log_between(s)[1]))


def lemma_10_degree(n: int, s: int, k: int, W2: Fraction, B2: Fraction, eps: Fraction) -> Fraction:
    """Return 3500·(k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε², rounded down."""
    first = k**8 * W2**2 * log_between(n * s)[0] ** 4
    return 3500 * (first + k**6 * B2**2 * log_between(s)[0]) / eps**2


def own_rest(n: int, s: int, k: int, W2: Fraction, B2: Fraction, eps: Fraction) -> Fraction:
    """Return ε²/(9k⁶ ln(es/k)·(462W² ln²(4n²s) + 7B²)²), rounded down."""
    inner = 462 * W2 * log_between(4 * n**2 * s)[1] ** 2 + 7 * B2
    return (eps / (3 * k**3 * inner)) ** 2 / (1 + log_between(Fraction(s, k))[1])


def own_above(n: int, s: int, k: int, W2: Fraction, B2: Fraction, rest: Fraction) -> Fraction:
    """Return √(1−ρ)·k³√ln(es/k)·(462W² ln²(4ns/(1−ρ)) + 7B²) at 1 − ρ = `rest`, rounded up."""
    root = root_above(rest * (1 + log_between(Fraction(s, k))[1]))
    return k**3 * root * (462 * W2 * log_between(4 * n * s / rest)[1] ** 2 + 7 * B2)


def own_degree(n: int, s: int, k: int, W2: Fraction, B2: Fraction, eps: Fraction) -> Fraction:
    """Return 20k⁶ ln(es/k)·(462W² ln²(4n²s) + 7B²)²/ε², rounded down."""
    inner = 462 * W2 * log_between(4 * n**2 * s)[0] ** 2 + 7 * B2
    return 20 * k**6 * (1 + log_between(Fraction(s, k))[0]) * (inner / eps) ** 2


def exact_bias_scale(network: SparseReLUNetwork) -> Fraction:
    """Return B = max_j |u_j| · max_j |b_j|."""
    return Fraction(float(np.abs(network.u).max())) * Fraction(float(np.abs(network.b).max()))


def compare_supremum(recorder: Recorder, instance: Instance) -> None:
    """|h| ≤ k(W√n + B), as (max|h|/k − B)² ≤ W²n, which holds no root."""
    network = instance.network
    W2, _ = network.scale_squared
    top = Fraction(float(np.abs(network.values()).max()))
    excess = max(top / instance.k - exact_bias_scale(network), Fraction(0))
    recorder.exact("supremum", excess**2, "<=", W2 * network.n)


def compare_attained_supremum(recorder: Recorder, dimensions: Sequence[int]) -> None:
    """Max h = k(W√n + B), k neurons with all weights 1, as in `compare_supremum`; n = 4 joins."""
    for n, k, B in itertools.product(sorted({*dimensions, 4}), (1, 2, 3), (0, 1)):
        network = SparseReLUNetwork(np.ones((k, n)), np.full(k, -float(B)), np.ones(k))
        top = Fraction(float(network.values().max()))
        excess = top / k - exact_bias_scale(network)
        W2, _ = network.scale_squared
        recorder.where(n=n, s=k, k=k, B=B).exact("supremum-attained", excess**2, "==", W2 * n)
        if is_square := math.isqrt(n) ** 2 == n:  # then no root of k(W√n + B) is rounded
            right = dyadic(section_3.sup_norm(n, k, Root(W2), B), is_square)
            recorder.where(n=n, s=k, k=k, B=B, quantity="not squared").exact(
                "supremum-attained", top, "==", right
            )
