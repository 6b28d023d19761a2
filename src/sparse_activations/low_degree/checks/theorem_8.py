"""The lines of Theorem 8's proof: the tail, the noise at its ρ, the bound on |h|."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from inspect import unwrap
from typing import Any

import numpy as np

from claimcheck.comparison import dyadic
from claimcheck.recorder import Recorder
from sparse_activations.instances import Instance
from sparse_activations.tails import tails_of
from sparseact.bounds import section_2, section_3
from sparseact.bounds.arithmetic import Root
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import noise_of_weights


def check_tail_lines(
    recorder: Recorder, instance: Instance, weights: Sequence[Fraction], rhos: Sequence[Fraction]
) -> None:
    """Σ_{|T|>d} ≤ ε/(3(1−ρ^d)) at ε = 3NS_ρ(h); what Claim 2.1 gives; the conclusion."""
    tails = tails_of(weights)
    n = instance.network.n
    for rho in rhos:
        noise = noise_of_weights(weights, rho)
        epsilon = 3 * noise
        d = max(range(1, n + 1), key=lambda d: tails[d] * (1 - rho**d))
        at = recorder.where(rho=rho, epsilon=epsilon, d=d)
        at.exact("first", tails[d], "<=", epsilon / (3 * (1 - rho**d)))
        at.exact("first-corrected", tails[d], "<=", section_2.claim_2_1_tail(noise, rho, d))
        d = math.ceil(Fraction(11, 10) / (1 - rho))
        tail = tails[d] if d <= n else Fraction(0)
        at.where(d=d).exact("conclusion", tail, "<=", epsilon)


def check_window(recorder: Recorder, rhos: Sequence[Fraction], largest: int) -> None:
    """ε/(3(1−ρ^d)) ≤ ε/(d(1−ρ)) ≤ ε: for which d."""

    def add(statement: str, rho: Fraction, d: int) -> None:
        at = recorder.where(rho=rho, d=d)
        left = d * (1 - rho)
        second = at.where(quantity="d(1-rho) <= 3(1-rho^d)")
        second.exact(statement, left, "<=", 3 * (1 - rho**d))
        third = at.where(quantity="d(1-rho) >= 1")
        third.exact(statement, left, ">=", 1)

    for rho in rhos:
        for d in _every_degree(rho, largest):
            add("chain-any", rho, d)
        add("chain", rho, math.ceil(1 / (1 - rho)))


def _every_degree(rho: Fraction, largest: int) -> Sequence[int]:
    """Return the degrees that the line is checked for at ρ, if it is read for every d."""
    return range(1, largest + 1)


def check_noise_lines(
    recorder: Recorder,
    instance: Instance,
    weights: Sequence[Fraction],
    epsilons: Sequence[float],
) -> None:
    """NS_ρ(h) ≤ ε/3 at the printed ρ and at Theorem D's, for ε < 12k²W²."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W2, B2 = network.scale_squared
    for share in epsilons if W2 else ():
        epsilon = Fraction(share) * 12 * k**2 * W2
        at = recorder.where(epsilon=epsilon)
        noise = noise_of_weights(weights, 1 - epsilon / (6 * k**2 * W2))
        at.exact("noise-sharp", noise, "<=", epsilon / 3)
        if n * s == 1 or k * n * s * W2 <= epsilon:
            continue  # the printed ρ is undefined, or no correlation: see "noise-defined"
        constant = section_3.theorem_8_rest_constant
        rest = section_3.theorem_8_rest_printed(n, s, k, W2, B2, epsilon, constant)
        noise = noise_of_weights(weights, 1 - Fraction(rest))
        at.closed_form("noise", float(noise), "<=", float(epsilon / 3))


def check_printed_noise(recorder: Recorder, constants: Sequence[float]) -> list[dict[str, Any]]:
    """Whether Lemma 10 gives NS ≤ ε/3 at the printed ρ, and whether that is a ρ at all.

    Returns the rows of the table: Lemma 10's bound over ε/3 as ε falls.
    """
    n, s, k, W, B = 1, 2, 1, 1, 1  # the smallest at which no denominator is 0
    where = {"n": n, "s": s, "k": k, "W": W, "B": B}
    rows = []
    for c in constants:
        refuted = False
        for exponent in range(1, 401):
            epsilon = Fraction(1, 2**exponent)
            rest = section_3.theorem_8_rest_printed(n, s, k, W**2, B**2, epsilon, c)
            # The formula itself: nothing says that the printed 1 − ρ is at most 2.
            bound = unwrap(section_3.lemma_10)(n, s, k, W, B, 1 - Fraction(rest))
            rows.append({**where, "c": c, "exponent": exponent, "ratio": bound * 3 / epsilon})
            # Of all ε the largest that refutes this c is recorded, or the last.
            fails = Recorder(recorder.claim, {**where, "c": c, "epsilon": float(epsilon)})
            fails.closed_form("noise-lemma-10", bound, "<=", float(epsilon / 3))
            if not refuted and (fails.records[0].holds is False or exponent == 400):
                recorder.records += fails.records
                refuted = True
    for epsilon in (Fraction(1, 4), Fraction(3)):
        at = recorder.where(**where, epsilon=epsilon, needs="log(knsW^2/epsilon) > 0")
        at.exact("noise-defined", k * n * s * W**2, ">", epsilon)
    for s, B in ((2, 1), (2, 0), (1, 1)):
        at = recorder.where(n=2, s=s, k=k, B=B, needs="k^6 B^4 log(s) > 0")
        # log s > 0 if and only if s > 1, so the comparison is one of integers.
        at.exact("noise-defined", k**6 * B**4 * (s - 1), ">", 0)
    return rows


def check_corrected_noise(
    recorder: Recorder, dimensions: Sequence[int], epsilons: Sequence[float]
) -> None:
    """Compare Lemma 10's bound at the corrected ρ with ε/3."""
    lemma = section_3.lemma_10_constant
    constant = section_3.theorem_8_rest_proved_constant
    shares = [1.0, *epsilons, 2.0**-40, 2.0**-400]
    for n, (s, k), W, B, share in itertools.product(
        dimensions, ((2, 1), (8, 2), (64, 4)), (0.5, 4), (0, 1, 64), shares
    ):
        epsilon = share * 12 * k**2 * W**2
        at = recorder.where(n=n, s=s, k=k, W=W, B=B, epsilon=epsilon)
        rest = section_3.theorem_8_rest(n, s, k, W**2, B**2, epsilon, constant)
        left = unwrap(section_3.lemma_10)(n, s, k, W, B, 1 - Fraction(rest), constant=lemma)
        at.closed_form("noise-corrected", left, "<=", epsilon / 3)
        at.where(quantity="1-rho <= 1").closed_form("noise-corrected", rest, "<=", 1)


def exact_bias_scale(network: SparseReLUNetwork) -> Fraction:
    """Return B = max_j |u_j| · max_j |b_j|."""
    return Fraction(float(np.abs(network.u).max())) * Fraction(float(np.abs(network.b).max()))


def check_supremum(recorder: Recorder, instance: Instance) -> None:
    """|h| ≤ k(W√n + B), as (max|h|/k − B)² ≤ W²n, which holds no root."""
    network = instance.network
    W2, _ = network.scale_squared
    top = Fraction(float(np.abs(network.values()).max()))
    excess = max(top / instance.k - exact_bias_scale(network), Fraction(0))
    recorder.exact("supremum", excess**2, "<=", W2 * network.n)


def check_attained_supremum(recorder: Recorder, dimensions: Sequence[int]) -> None:
    """Max h = k(W√n + B) for k neurons with all weights 1, as in `check_supremum`; n = 4 joins."""
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
