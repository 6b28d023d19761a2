"""Checks of the low-degree algorithm: Lemma 7, Theorems 4 and 8, learning with noise.

The loss is ½E(ŷ − y)², so coefficients c have loss ½Σ_T (c_T − ĥ(T))²: from the
spectrum, without a test sample. The least loss of degree d is half the tail
Σ_{|T|>d} ĥ(T)²; a tail of at most ε leaves a loss of at most ε/2.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from sparseact import bounds, constructions
from sparseact.binomial import clopper_pearson
from sparseact.bounds import Root
from sparseact.comparison import Measurement, Record, compare, compare_rate, compare_rounded
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.instances import Instance
from sparseact.learning import LowDegreeRegressor
from sparseact.network import SparseReLUNetwork
from sparseact.network_families import network_family
from sparseact.parameters import (
    Dimension,
    LearningSetting,
    Natural,
    Noise,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Positive,
    PositiveReal,
    RecoveryCase,
    Share,
)
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact

#: With this constant Theorem 8's degree is enough for ns ≥ 2 (docs/proofs-low_degree.md).
THEOREM_8_CONSTANT = 16 / math.log(2) ** 4

#: With this constant Lemma 7's sample size is enough for δ ≤ ½ (docs/proofs-low_degree.md).
LEMMA_7_CONSTANT = 14

#: With this c the printed ρ gives NS_ρ(h) ≤ ε/3 for ns ≥ 2 (docs/proofs-low_degree.md).
NOISE_CONSTANT = 1 / 60

_ROUNDING = 1e-12  # a loss of this share of E h² is rounding


# --------------------------------------------------- degree that is needed


def measure_degrees(
    *, networks: Sequence[Instance], fractions: NonEmpty[PositiveReal]
) -> Measurement:
    """Compare the degree that each network needs with Theorem 8's and Theorem C's.

    Parameters
    ----------
    networks : sequence of Instance
        Networks with exact values.
    fractions : sequence of float
        Values of ε, as shares of the variance of h (of 1 where that is 0).
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for instance in networks:
        _check_degrees(records, rows, instance, fractions)
    return Measurement(records, pd.DataFrame(rows))


def _check_degrees(
    records: list[Record],
    rows: list[dict[str, Any]],
    instance: Instance,
    fractions: Sequence[float],
) -> None:
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    tails = _tails(_exact_weights(instance))
    W, B = (Root(square) for square in network.scale_squared)
    where = _where(instance)

    def add(claim: str, statement: str, at: dict[str, Any], *sides: Any) -> None:
        records.append(compare(claim, statement, {**where, **at}, *sides))

    worst = max(range(n + 1), key=lambda d: ((d + 1) * tails[d], d))
    add("theorem-8", "tail", {"d": worst}, tails[worst], "<=", bounds.theorem_c_tail(k, W, worst))
    if instance.family == "extremal" and instance.parameters["delta"] == 0:
        p = instance.parameters["p"]
        add("theorem-8", "attained", {"d": p - 1},
            tails[p - 1], "==", bounds.theorem_c_tail(k, W, p - 1))  # fmt: skip
        epsilon = Fraction(bounds.theorem_c_tail(k, W, p))
        sharp = bounds.theorem_c_degree(k, W, epsilon)
        at = {"epsilon": epsilon}
        add("theorem-8", "optimal", at, needed_degree(tails, epsilon), "==", sharp)
    for fraction in fractions:
        epsilon = Fraction(fraction) * (tails[0] or 1)
        needed = needed_degree(tails, epsilon)
        sharp = bounds.theorem_c_degree(k, W, epsilon)
        paper = bounds.theorem_8_degree(n, s, k, W, B, epsilon)
        informal = theorem_4_degree(n, s, k, W, epsilon)
        at = {"epsilon": epsilon}
        add("theorem-8", "degree", at, needed, "<=", sharp)
        add("theorem-4", "sharp", at, needed, "<=", 4 * k**2 * W**2 / epsilon)
        d = _floor(THEOREM_8_CONSTANT * paper, n)
        add("theorem-8", "printed", {**at, "d": d}, tails[d], "<=", epsilon)
        if n * s > 1:
            add("theorem-8", "corrected", {**at, "d": d}, tails[d], "<=", epsilon)
        d = _floor(informal, n)
        add("theorem-4", "printed", {**at, "d": d}, tails[d], "<=", epsilon)
        rows.append(
            {
                "network": instance.name, "family": instance.family, "n": n, "s": s, "k": k,
                "W": float(W), "B": float(B), "fraction": fraction, "epsilon": float(epsilon),
                "needed": needed, "theorem_c": sharp, "paper": paper, "informal": informal,
                "orders": math.log10(max(paper, 1) / max(needed, 1)),
            }
        )  # fmt: skip


def needed_degree(tails: Sequence[Fraction], epsilon: Fraction) -> int:
    """Return min{d : Σ_{|T|>d} ĥ(T)² ≤ ε} from the tails at d = 0..n."""
    return next(d for d, tail in enumerate(tails) if tail <= epsilon)


def theorem_4_degree(n: int, s: int, k: int, W: Root, epsilon: Fraction) -> float:
    """Return p(k ln(ns))·W⁴/ε² with p(z) = 16(1+z)⁴, a reading of Theorem 4's poly."""
    return 16 * (1 + k * math.log(n * s)) ** 4 * float(W**4 / epsilon**2)


def _exact_weights(instance: Instance) -> list[Fraction]:
    if not instance.network.is_exact():
        raise ValueError(f"{instance.name}: its values are not exact; take dyadic weights")
    return degree_weights_exact(instance.network.values())


def _tails(weights: Sequence[Fraction]) -> list[Fraction]:
    """Return Σ_{|T|>d} ĥ(T)² for d = 0..n."""
    return [sum(weights[d + 1 :], Fraction(0)) for d in range(len(weights))]


def _floor(degree: float, n: int) -> int:
    """Round a degree down, for its own rounding error too; above n it counts as n."""
    return n if degree >= n + 1 else min(n, math.floor(degree * (1 - 1e-12)))


def _where(instance: Instance) -> dict[str, Any]:
    network = instance.network
    return {"network": instance.name, "n": network.n, "s": network.s, "k": instance.k}


# ------------------------------------------------------------ line by line


def measure_steps(
    *,
    seed: int,
    dimensions: NonEmpty[Dimension],
    rhos: NonEmpty[Share],
    largest_degree: Natural,
    constants: NonEmpty[PositiveReal],
    scales: NonEmpty[Positive],
    epsilons: NonEmpty[OpenProbability],
) -> Measurement:
    """Evaluate the lines of Theorem 8's proof, of Lemma 7 and of the agnostic case.

    Parameters
    ----------
    seed : int
        Draws the random networks.
    dimensions : sequence of int
        Values of n of the networks.
    rhos : sequence of str
        Fractions in [0, 1).
    largest_degree : int
        Inequalities that hold no network are checked for d (and n) up to this.
    constants : sequence of float
        Values of the c of the printed ρ.
    scales : sequence of int
        Factors by which labels or a class are scaled up, and values of the K
        in a loss of Kε.
    epsilons : sequence of float
        Values of ε in (0, 1).

    Returns
    -------
    Measurement
        The table has Lemma 10's bound at the printed ρ over ε/3, as ε falls.
    """
    fractions = [Fraction(rho) for rho in rhos]
    networks = network_family("random").generate(
        seed=seed, dimensions=dimensions, neurons=[8], sparsities=[2], weight_bounds=[1],
        bias_bounds=[1], repeats=1,
    ) + network_family("extremal").generate(
        seed=seed, variables=[2, 1, 3, 4], copies=[1, 2], deltas=[0],
        dimensions=[n for n in dimensions if n > 1],
    )  # fmt: skip
    records: list[Record] = []
    for instance in networks:
        weights = _exact_weights(instance)
        _check_tail_lines(records, instance, weights, fractions)
        _check_noise_lines(records, instance, weights, epsilons)
        _check_supremum(records, instance)
        _check_truncation(records, instance, weights)
        _check_approximation(records, seed, instance)
    _check_window(records, fractions, largest_degree)
    rows = _check_printed_noise(records, constants)
    _check_corrected_noise(records, dimensions, epsilons)
    _check_attained_supremum(records, dimensions)
    _check_monomials(records, largest_degree)
    _check_unseen(records, scales, epsilons)
    _check_other_distributions(records, scales)
    _check_outlying_labels(records, scales)
    return Measurement(records, pd.DataFrame(rows))


def _noise(weights: Sequence[Fraction], rho: Fraction) -> Fraction:
    """Return NS_ρ from the degree weights."""
    return sum(((1 - rho**t) * weight for t, weight in enumerate(weights)), Fraction(0)) / 2


def _check_tail_lines(
    records: list[Record], instance: Instance, weights: Sequence[Fraction], rhos: list[Fraction]
) -> None:
    """Σ_{|T|>d} ≤ ε/(3(1−ρ^d)) at ε = 3NS_ρ(h); what Claim 2.1 gives; the conclusion."""
    tails = _tails(weights)
    n = instance.network.n
    for rho in rhos:
        noise = _noise(weights, rho)
        epsilon = 3 * noise
        d = max(range(1, n + 1), key=lambda d: tails[d] * (1 - rho**d))
        at = {**_where(instance), "rho": rho, "epsilon": epsilon, "d": d}
        records += [
            compare("theorem-8", "first", at, tails[d], "<=", epsilon / (3 * (1 - rho**d))),
            compare("theorem-8", "first-corrected", at,
                    tails[d], "<=", bounds.claim_2_1_tail(noise, rho, d)),
        ]  # fmt: skip
        d = math.ceil(Fraction(11, 10) / (1 - rho))
        tail = tails[d] if d <= n else Fraction(0)
        records.append(compare("theorem-8", "conclusion", {**at, "d": d}, tail, "<=", epsilon))


def _check_window(records: list[Record], rhos: list[Fraction], largest: int) -> None:
    """ε/(3(1−ρ^d)) ≤ ε/(d(1−ρ)) ≤ ε: for which d."""

    def add(statement: str, rho: Fraction, d: int) -> None:
        at = {"rho": rho, "d": d}
        left = d * (1 - rho)
        second = {**at, "inequality": "d(1-rho) <= 3(1-rho^d)"}
        third = {**at, "inequality": "d(1-rho) >= 1"}
        records.append(compare("theorem-8", statement, second, left, "<=", 3 * (1 - rho**d)))
        records.append(compare("theorem-8", statement, third, left, ">=", 1))

    for rho in rhos:
        for d in range(1, largest + 1):
            add("chain-any", rho, d)
        add("chain", rho, math.ceil(1 / (1 - rho)))


def printed_rest(n: int, s: int, k: int, W2: Any, B2: Any, epsilon: Any, constant: float) -> float:
    """Return the printed 1 − ρ; a zero denominator in its second term counts as infinity."""
    log = math.log(k * n * s * W2 / epsilon)
    first = log / (float(k**8 * W2**2) * math.log(n * s) ** 4)
    second = float(k**6 * B2**2) * math.log(s)
    return constant * float(epsilon) ** 2 * (min(first, 1 / second) if second else first)


def corrected_rest(
    n: int, s: int, k: int, W2: Any, B2: Any, epsilon: Any, constant: float
) -> float:
    """Return 1 − ρ with the logarithm where Lemma 10 asks for it."""
    log = math.log(k**4 * n * s * W2 / (math.sqrt(constant) * epsilon))
    first = 1 / (float(k**8 * W2**2) * log**4)
    second = float(k**6 * B2**2) * math.log(s)
    return constant * float(epsilon) ** 2 * (min(first, 1 / second) if second else first)


def _check_noise_lines(
    records: list[Record],
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
        at = {**_where(instance), "epsilon": epsilon}
        noise = _noise(weights, 1 - epsilon / (6 * k**2 * W2))
        records.append(compare("theorem-8", "noise-sharp", at, noise, "<=", epsilon / 3))
        if n * s == 1 or k * n * s * W2 <= epsilon:
            continue  # the printed ρ is undefined, or no correlation: see "noise-defined"
        rest = printed_rest(n, s, k, W2, B2, epsilon, NOISE_CONSTANT)
        noise = _noise(weights, 1 - Fraction(rest))
        records.append(
            compare_rounded("theorem-8", "noise", at, float(noise), "<=", float(epsilon / 3))
        )


def _check_printed_noise(records: list[Record], constants: Sequence[float]) -> list[dict[str, Any]]:
    """Whether Lemma 10 gives NS ≤ ε/3 at the printed ρ, and whether that is a ρ at all."""
    n, s, k, W, B = 1, 2, 1, 1, 1  # the smallest at which no denominator is 0
    where = {"n": n, "s": s, "k": k, "W": W, "B": B}
    rows = []
    for c in constants:
        refuted = False
        for exponent in range(1, 401):
            epsilon = Fraction(1, 2**exponent)
            rho = 1 - Fraction(printed_rest(n, s, k, W**2, B**2, epsilon, c))
            bound = bounds.lemma_10(n, s, k, W, B, rho)
            rows.append({**where, "c": c, "exponent": exponent, "ratio": bound * 3 / epsilon})
            record = compare_rounded(
                "theorem-8", "noise-lemma-10", {**where, "c": c, "epsilon": float(epsilon)},
                bound, "<=", float(epsilon / 3),
            )  # fmt: skip
            # Of all ε the largest that refutes this c is recorded, or the last.
            if not refuted and (record.holds is False or exponent == 400):
                records.append(record)
                refuted = True
    for epsilon in (Fraction(1, 4), Fraction(3)):
        at = {**where, "epsilon": epsilon, "needs": "log(knsW^2/epsilon) > 0"}
        records.append(compare("theorem-8", "noise-defined", at, k * n * s * W**2, ">", epsilon))
    for s, B in ((2, 1), (2, 0), (1, 1)):
        at = {"n": 2, "s": s, "k": k, "B": B, "needs": "k^6 B^4 log(s) > 0"}
        # log s > 0 if and only if s > 1, so the comparison is one of integers.
        records.append(compare("theorem-8", "noise-defined", at, k**6 * B**4 * (s - 1), ">", 0))
    return rows


def _check_corrected_noise(
    records: list[Record], dimensions: Sequence[int], epsilons: Sequence[float]
) -> None:
    lemma = bounds.lemma_10_constant
    constant = 1 / (216 * lemma) ** 2
    shares = [1.0, *epsilons, 2.0**-40, 2.0**-400]
    for n, (s, k), W, B, share in itertools.product(
        dimensions, ((2, 1), (8, 2), (64, 4)), (0.5, 4), (0, 1, 64), shares
    ):
        epsilon = share * 12 * k**2 * W**2
        at = {"n": n, "s": s, "k": k, "W": W, "B": B, "epsilon": epsilon}
        rest = corrected_rest(n, s, k, W**2, B**2, epsilon, constant)
        left = bounds.lemma_10(n, s, k, W, B, 1 - Fraction(rest), constant=lemma)
        records += [
            compare_rounded("theorem-8", "noise-corrected", at, left, "<=", epsilon / 3),
            compare_rounded(
                "theorem-8", "noise-corrected", {**at, "side": "1-rho <= 1"}, rest, "<=", 1
            ),
        ]


def _exact_bias_scale(network: SparseReLUNetwork) -> Fraction:
    return Fraction(float(np.abs(network.u).max())) * Fraction(float(np.abs(network.b).max()))


def _check_supremum(records: list[Record], instance: Instance) -> None:
    """|h| ≤ k(W√n + B), as (max|h|/k − B)² ≤ W²n, which holds no root."""
    network = instance.network
    W2, _ = network.scale_squared
    top = Fraction(float(np.abs(network.values()).max()))
    excess = max(top / instance.k - _exact_bias_scale(network), Fraction(0))
    records.append(
        compare("theorem-8", "supremum", _where(instance), excess**2, "<=", W2 * network.n)
    )


def _check_attained_supremum(records: list[Record], dimensions: Sequence[int]) -> None:
    for n, k, B in itertools.product(dimensions, (1, 2, 3), (0, 1)):
        network = SparseReLUNetwork(np.ones((k, n)), np.full(k, -float(B)), np.ones(k))
        top = Fraction(float(network.values().max()))
        excess = top / k - _exact_bias_scale(network)
        at = {"n": n, "s": k, "k": k, "B": B}
        W2, _ = network.scale_squared
        records.append(compare("theorem-8", "supremum-attained", at, excess**2, "==", W2 * n))


def _check_truncation(
    records: list[Record], instance: Instance, weights: Sequence[Fraction]
) -> None:
    """Distance of g = Σ_{|T|≤d} ĥ(T)χ_T from h, point by point, beside the tail."""
    values = instance.network.values()
    n = instance.network.n
    tails = _tails(weights)
    for d in sorted({0, n // 2, n - 1}):
        epsilon = tails[d]  # the least that the lemma's condition allows
        if epsilon == 0:
            continue
        spectrum = walsh_transform(values)
        spectrum[popcounts(n) > d] = 0
        distance = _mean_square(walsh_transform(spectrum) * 2**n - values)
        at = {**_where(instance), "d": d, "epsilon": epsilon}
        records += [
            compare("lemma-7", "half", at, distance, "<=", epsilon / 2),
            compare("lemma-7", "whole", at, distance, "==", epsilon),
            compare("lemma-7", "loss", at, distance / 2, "<=", epsilon / 2),
        ]


def _mean_square(values: np.ndarray) -> Fraction:
    return sum((Fraction(v) ** 2 for v in values.tolist()), Fraction(0)) / len(values)


def _check_monomials(records: list[Record], largest: int) -> None:
    """N against n^d, and the proved sample size against the printed one."""
    for n in range(1, largest + 1):
        for d in range(n + 1):
            monomials = bounds.n_monomials(n, d)
            at = {"n": n, "d": d}
            records += [
                compare("lemma-7", "monomials", at, monomials, "<=", n**d),
                compare("lemma-7", "monomials-corrected", at, monomials, "<=", n**d + 1),
            ]
            for delta in (0.5, 0.1, 1e-9):
                left = float(monomials) * (1 + math.sqrt(2 * math.log(1 / delta))) ** 2
                right = bounds.lemma_7_samples(n, d, 1, 1, delta, constant=LEMMA_7_CONSTANT)
                full = {**at, "delta": delta}
                records.append(compare_rounded("lemma-7", "constant", full, left, "<=", right))


def _check_unseen(records: list[Record], scales: Sequence[int], epsilons: Sequence[float]) -> None:
    """Check sizes below 1, where a learner sees nothing."""
    w, zero, delta = np.zeros((1, 1)), np.zeros(1), 0.1
    for scale in scales:
        # H = {0, −2a}, each a network of one neuron: sup h = 0.
        for size in (float(scale), 1.0 / scale):
            bias = np.array([-2.0 * size])
            members = [SparseReLUNetwork(w, zero, zero), SparseReLUNetwork(w, bias, -np.ones(1))]
            signed = max(float(h.values().max()) for h in members)
            absolute = max(float(np.abs(h.values()).max()) for h in members)
            for epsilon in epsilons:
                at: dict[str, Any]
                at = {"n": 1, "s": 1, "k": 1, "a": size, "epsilon": epsilon, "delta": delta}
                _add_unseen(records, "lemma-7", "supremum", at, members, signed)
                _add_unseen(records, "lemma-7", "supremum-corrected", at, members, absolute)
        # H = {±ax}, with the C² that the proof's last line leaves out set to 1.
        sides = np.array([[1.0], [-1.0]])
        members = [
            SparseReLUNetwork(sides, np.zeros(2), scale * np.array([u, -u])) for u in (1.0, -1.0)
        ]
        at = {"n": 1, "s": 2, "k": 1, "W": scale, "B": 0, "epsilon": Fraction(scale**2, 4),
              "delta": delta}  # fmt: skip
        _add_unseen(records, "theorem-8", "last-line", at, members, 1.0)
        _add_unseen(records, "theorem-8", "last-line-corrected", at, members, float(scale))


def _add_unseen(
    records: list[Record],
    claim: str,
    statement: str,
    at: dict[str, Any],
    members: Sequence[SparseReLUNetwork],
    C: float,
) -> None:
    """Compare the samples that are granted with those needed to tell two functions apart.

    That is none where some guess has loss ≤ ε on both: the midpoint is the best,
    its loss is ½E((h₁ − h₂)/2)². Otherwise it is at least one.
    """
    granted = bounds.lemma_7_samples(
        members[0].n, 0, C, at["epsilon"], at["delta"], constant=LEMMA_7_CONSTANT
    )
    first, second = (h.values() for h in members)
    loss = _mean_square(first - second) / 8
    needed = 0 if loss <= Fraction(at["epsilon"]) else 1
    records.append(compare(claim, statement, {**at, "C": C}, math.floor(granted), ">=", needed))


def _check_other_distributions(records: list[Record], scales: Sequence[int]) -> None:
    """Lemma 7 at d = 0 on points uniform in a set A of size ε2^n, functions 0/1 on A.

    On a point not seen the label is a fair coin, so the mean loss is at least
    ⅛(1 − m/|A|). A loss of at most Kε but with probability δ means at most
    Kε + δ/2 in the mean.
    """
    n, delta = 64, Fraction(1, 64)
    for factor in scales:
        epsilon = Fraction(1, 2 ** (6 + int(factor).bit_length()))
        size = bounds.lemma_7_samples(n, 0, 1, epsilon, delta, constant=LEMMA_7_CONSTANT)
        samples = math.ceil(size)
        loss = (1 - samples / (epsilon * 2**n)) / 8
        at = {"n": n, "d": 0, "epsilon": epsilon, "delta": delta, "m": samples, "K": factor}
        records.append(
            compare("lemma-7", "any-distribution", at, loss, "<=", factor * epsilon + delta / 2)
        )


def _check_outlying_labels(records: list[Record], scales: Sequence[int]) -> None:
    """Labels Ax far from the class, at n = 1, d = 0, W = 1, B = A − 1.

    The tail is at most ε = 4k²W² = 4, C = W√n + B = A bounds the labels, and
    the class holds h = 2x.
    """
    for factor in scales:
        A = 2 * factor + 2
        h = constructions.extremal(1).values()
        best, loss, tail = agnostic_sides(A / 2 * h, h, 0)
        at = {"n": 1, "s": 2, "k": 1, "W": 1, "B": A - 1, "d": 0, "K": factor, "epsilon": 4}
        records += [
            compare("intro-agnostic", "printed", at, best - loss, "<=", factor * 4),
            _approximation(at, best, loss, tail),
        ]


def _check_approximation(records: list[Record], seed: int, instance: Instance) -> None:
    """Least loss of degree d against that of a member, for labels f(x) of several kinds."""
    h, n = instance.network.values(), instance.network.n
    rng = generator(seed, "low_degree", "approximation", instance.name)
    for labels, f in (
        ("random signs", rng.choice([-1.0, 1.0], size=2**n)),
        ("four times h", 4 * h),
        ("h with noise", h + rng.integers(-4, 5, size=2**n) / 4),
    ):
        for d in sorted({0, n // 2, n - 1}):
            at = {**_where(instance), "d": d, "labels": labels}
            records.append(_approximation(at, *agnostic_sides(f, h, d)))


def agnostic_sides(f: np.ndarray, h: np.ndarray, d: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return min over degree ≤ d of ½E(f − g)², then ½E(f − h)², then the tail of h."""
    best = sum(degree_weights_exact(f)[d + 1 :], Fraction(0)) / 2
    loss = sum(degree_weights_exact(f - h), Fraction(0)) / 2
    return best, loss, sum(degree_weights_exact(h)[d + 1 :], Fraction(0))


def _approximation(at: dict[str, Any], best: Fraction, loss: Fraction, tail: Fraction) -> Record:
    """Compare best − loss − tail/2 with √(2·loss·tail), both squared."""
    left = max(best - loss - tail / 2, Fraction(0))
    return compare("intro-agnostic", "approximation", at, left**2, "<=", 2 * loss * tail)


# ------------------------------------------------------------ success rates


class _Setting(NamedTuple):
    """A class of networks, and what is asked of the learner."""

    kind: str  # "network": H_{n,s,k}^{W,B}; "junta": juntas of d variables
    n: int
    s: int
    k: int
    W: float
    B: float
    d: int
    epsilon: Fraction
    C: float  # a bound on |h|

    @property
    def parameters(self) -> dict[str, Any]:
        return {
            "class": self.kind, "n": self.n, "s": self.s, "k": self.k, "W": self.W, "B": self.B,
            "d": self.d, "epsilon": self.epsilon,
        }  # fmt: skip


def _setting(
    n: int, d: int, *, s: int = 0, k: int = 1, W: float = 1, B: float = 0, epsilon: float = 0
) -> _Setting:
    """Return H_{n,s,k}^{W,B} with the ε that Theorem C serves at d, or d-juntas with ε given."""
    if epsilon:
        return _Setting("junta", n, 2**d, 1, math.sqrt(d), d - 1, d, Fraction(epsilon), 1.0)
    served = Fraction(bounds.theorem_c_tail(k, Fraction(W), d))
    return _Setting("network", n, s, k, W, B, d, served, bounds.sup_norm(n, k, W, B))


def _member(setting: _Setting, rng: np.random.Generator) -> np.ndarray:
    """Return the values of a random member; of networks every second is Theorem B's."""
    n, s, k, W = setting.n, setting.s, setting.k, setting.W
    if setting.kind == "junta":
        table = rng.choice([-1.0, 1.0], size=2**setting.d)
        return constructions.junta(table, rng.permutation(n)[: setting.d].tolist(), n).values()
    if rng.random() < 0.5:
        return constructions.random_network(n, s, k, W, setting.B, rng).values()
    # Up to d + 1 variables, as large as W and B allow: the hardest members known.
    p = int(rng.integers(1, min(setting.d + 1, n, (s // k).bit_length() - 1) + 1))
    core = constructions.extremal(p, 0, k, n)
    size = W / math.sqrt(p)
    if p != 2:
        size = min(size, setting.B / abs(p - 2))
    size = math.floor(size * 64) / 64  # few bits, and never too large
    w = size * core.w[:, rng.permutation(n)]
    return SparseReLUNetwork(w, size * core.b, rng.choice([-1.0, 1.0]) * core.u).values()


def _sample(rng: np.random.Generator, cube: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return m uniform points of the cube and their numbers."""
    numbers = rng.integers(0, len(cube), size=m)
    return cube[numbers], numbers


def _estimation_error(model: LowDegreeRegressor, coefficients: np.ndarray) -> float:
    """Return Σ_{|T|≤d} (ĉ_T − c_T)² against the population's coefficients, by mask."""
    return float(((model.coef_ - coefficients[model.masks_]) ** 2).sum())


def measure_success(
    *,
    seed: int,
    settings: NonEmpty[LearningSetting],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
    sizes: NonEmpty[Positive],
    curve_trials: Positive,
) -> Measurement:
    """Count how often the low-degree algorithm succeeds, at proved sample sizes and below.

    Every trial draws a member of the class and its samples afresh; the loss is
    taken over the whole cube.

    Parameters
    ----------
    seed : int
    settings : sequence of dict
        n, d and either s, k, W, B (ε is then the one that Theorem C serves at
        d) or epsilon (juntas of d variables).
    delta : float
        Failure probability that is asked for.
    trials : int
        Trials for a record.
    level : float
        Bound on the probability that some record of this job is wrong.
    sizes : sequence of int
        Further sample sizes, for the table alone.
    curve_trials : int
        Trials at each of those.
    """
    made = [_setting(**setting) for setting in settings]
    # Lemma 7 has three records a setting, Theorem 8 two for a class of networks.
    share = level / sum(5 if setting.kind == "network" else 3 for setting in made)
    records: list[Record] = []
    rows = []
    for setting in made:
        n, d, C, epsilon = setting.n, setting.d, setting.C, setting.epsilon
        printed = math.ceil(bounds.lemma_7_samples(n, d, C, epsilon, delta))
        proved = [
            ("averages", "averages", bounds.lemma_7_proved_samples(n, d, C, epsilon, delta)),
            ("regression", "regression", bounds.regression_samples(n, d, delta)),
            ("printed", "regression", printed),
        ]
        counts = _count_successes(seed, "proved", setting, [run[1:] for run in proved], trials)
        for (statement, method, m), count in zip(proved, counts, strict=True):
            at = {**setting.parameters, "delta": delta, "m": m}
            # Lemma 7 (ii) promises the tail, which is at most ε.
            successes = count.within_tail if statement == "regression" else count.below
            records.append(
                compare_rate("lemma-7", statement, at, successes, trials, ">=", 1 - delta,
                             level=share)
            )  # fmt: skip
            if setting.kind == "network" and statement != "printed":
                records.append(
                    compare_rate("theorem-8", "learns", {**at, "method": method}, count.below,
                                 trials, ">=", 1 - delta, level=share)
                )  # fmt: skip
            rows.append(_rate_row(setting, delta, method, statement, m, count, trials))
        grid = [(method, m) for method in ("averages", "regression") for m in sizes]
        counts = _count_successes(seed, "curve", setting, grid, curve_trials)
        for (method, m), count in zip(grid, counts, strict=True):
            rows.append(_rate_row(setting, delta, method, "curve", m, count, curve_trials))
    return Measurement(records, pd.DataFrame(rows))


def _rate_row(
    setting: _Setting,
    delta: float,
    method: str,
    size: str,
    m: int,
    count: _Count,
    trials: int,
) -> dict[str, Any]:
    low, high = clopper_pearson(count.below, trials, 0.025)
    return {
        **setting.parameters, "epsilon": float(setting.epsilon),
        "delta": delta, "monomials": bounds.n_monomials(setting.n, setting.d),
        "method": method, "size": size,
        "m": m, "trials": trials, "successes": count.below, "low": low, "high": high,
        "nearest_tie": count.tie,
    }  # fmt: skip


class _Count(NamedTuple):
    """Trials with a loss of at most ε, and of at most the tail.

    `tie` is how near a loss comes to either, as a share of the bound.
    """

    below: int
    within_tail: int
    tie: float


def _count_successes(
    seed: int, what: str, setting: _Setting, runs: Sequence[tuple[str, int]], trials: int
) -> list[_Count]:
    """Count for each (method, m) how often the loss is at most ε, and at most the tail."""
    cube = points(setting.n)
    counts = np.zeros((len(runs), 2), dtype=int)
    ties = np.full(len(runs), np.inf)
    for trial in range(trials):
        rng = generator(seed, "low_degree", "success", what, *setting, trial)
        values = _member(setting, rng)
        spectrum = walsh_transform(values)
        total = float(spectrum @ spectrum)
        for i, (method, m) in enumerate(runs):
            x, numbers = _sample(rng, cube, m)
            model = LowDegreeRegressor(setting.d, method).fit(x, values[numbers])
            tail = max(total - float((spectrum[model.masks_] ** 2).sum()), 0.0)
            loss = (tail + _estimation_error(model, spectrum)) / 2
            limits = np.array([float(setting.epsilon), tail + _ROUNDING * total])
            counts[i] += loss <= limits
            ties[i] = min(ties[i], (np.abs(loss - limits) / limits).min())
    return [
        _Count(int(below), int(within), float(tie))
        for (below, within), tie in zip(counts, ties, strict=True)
    ]


# ----------------------------------------------------------- exact recovery


def measure_recovery(
    *,
    seed: int,
    cases: NonEmpty[RecoveryCase],
    shares: NonEmpty[NonNegative],
    delta: OpenProbability,
    trials: Positive,
    curve_trials: Positive,
    level: OpenProbability,
) -> Measurement:
    """Count how often regression gives a target of degree d back, from little more than N samples.

    Parameters
    ----------
    seed : int
    cases : sequence of {"n": int, "d": int}
        Targets have random integer coefficients; rounding must give them back.
    shares : sequence of float
        Values of m/N − 1. The last is judged; the others are for the table.
    delta : float
        Recovery should succeed with probability at least 1 − δ.
    trials, curve_trials : int
        Trials for a record, and for a row of the table alone.
    level : float
        Bound on the probability that some record of this job is wrong.
    """
    records, rows = [], []
    for case in cases:
        n, d = case["n"], case["d"]
        cube, kept = points(n), popcounts(n) <= d
        monomials = bounds.n_monomials(n, d)
        for share in shares:
            m = math.ceil((1 + share) * monomials)
            successes, tie = 0, math.inf
            made = trials if share == shares[-1] else curve_trials
            for trial in range(made):
                rng = generator(seed, "low_degree", "recovery", n, d, m, trial)
                spectrum = np.where(kept, rng.integers(-8, 9, size=2**n), 0).astype(float)
                values = walsh_transform(spectrum) * 2**n
                x, numbers = _sample(rng, cube, m)
                model = LowDegreeRegressor(d).fit(x, values[numbers])
                nearest = np.rint(model.coef_)
                successes += bool((nearest == spectrum[model.masks_]).all())
                tie = min(tie, 0.5 - float(np.abs(model.coef_ - nearest).max()))
            rows.append({"n": n, "d": d, "monomials": monomials, "m": m, "share": share,
                         "successes": successes, "trials": made, "nearest_tie": tie})  # fmt: skip
        at = {"n": n, "d": d, "m": m, "delta": delta}
        records.append(
            compare_rate("lemma-7", "recovery", at, successes, trials, ">=", 1 - delta,
                         level=level / len(cases))
        )  # fmt: skip
    return Measurement(records, pd.DataFrame(rows))


# ---------------------------------------------------------- learning curves


def measure_curves(
    *,
    seed: int,
    n: Annotated[int, Ge(6), Le(24)],
    degrees: NonEmpty[Natural],
    sizes: NonEmpty[Positive],
    repeats: Positive,
) -> Measurement:
    """Tabulate the excess loss over half the tail, in m and d, with what theory predicts.

    One network of each kind on n coordinates. Averages: ½(N·E h² − Σ_{|T|≤d} ĥ(T)²)/m,
    exact in the mean. Regression: ½·tail·N/(m − N − 1), as for independent
    Gaussian columns (a heuristic; for m > N + 1).

    Parameters
    ----------
    seed : int
    n : int
        At least 6.
    degrees, sizes : sequence of int
        Values of d and m.
    repeats : int
        Samples for each point of a curve.
    """
    cube = points(n)
    rows = []
    for family, network in _curve_networks(seed, n).items():
        values = network.values()
        spectrum = walsh_transform(values)
        for d, method in itertools.product(degrees, ("averages", "regression")):
            kept = popcounts(n) <= d
            low, tail = (float((spectrum[part] ** 2).sum()) for part in (kept, ~kept))
            monomials = bounds.n_monomials(n, d)
            for m in sizes:
                errors = []
                for repeat in range(repeats):
                    rng = generator(seed, "low_degree", "curves", family, d, method, m, repeat)
                    x, numbers = _sample(rng, cube, m)
                    model = LowDegreeRegressor(d, method).fit(x, values[numbers])
                    errors.append(_estimation_error(model, spectrum) / 2)
                rows.append(
                    {
                        "family": family, "n": n, "d": d, "monomials": monomials,
                        "method": method, "m": m, "half_tail": tail / 2,
                        "excess": math.fsum(errors) / repeats,
                        "predicted": predicted_excess(method, tail, low, monomials, m),
                    }
                )  # fmt: skip
    return Measurement([], pd.DataFrame(rows))


def predicted_excess(method: str, tail: float, low: float, monomials: int, m: int) -> float:
    """Return the mean excess loss over half the tail that theory predicts; nan where none."""
    if method == "averages":
        return (monomials * (tail + low) - low) / (2 * m)
    return tail * monomials / (2 * (m - monomials - 1)) if m > monomials + 1 else math.nan


def _curve_networks(seed: int, n: int) -> dict[str, SparseReLUNetwork]:
    rng = generator(seed, "low_degree", "curves", n)
    unit = 2.0 ** -((n - 2).bit_length() // 2)
    weights = unit * rng.choice([-1.0, 1.0], size=(4, n - 2))
    return {
        "junta": constructions.junta(rng.choice([-1.0, 1.0], size=16), [0, 1, 2, 3], n),
        "forest": constructions.forest(2, 4, n, rng),
        "appendix_a": constructions.appendix_a(weights, unit * (n - 2) / 2),
        "extremal": constructions.extremal(4, 0, 1, n),
        "random": constructions.random_network(n, 32, 2, 1, 1, rng),
    }


# ------------------------------------------------------------- label noise


class _Labels(NamedTuple):
    """Labels with noise: what is known of them, and how they are drawn."""

    mean: np.ndarray  # E[y | x] over the cube
    second: float  # E y²
    largest: float  # bound on |y|
    draw: Callable[[np.ndarray, np.random.Generator], np.ndarray]  # at points with these numbers


def _labels(kind: str, amount: float, n: int, rng: np.random.Generator) -> _Labels:
    if kind == "flipped":  # of a junta, each label with probability `amount`
        table = rng.choice([-1.0, 1.0], size=4)
        values = constructions.junta(table, rng.permutation(n)[:2].tolist(), n).values()
        return _Labels(
            (1 - 2 * amount) * values, 1.0, 1.0,
            lambda i, rng: values[i] * np.where(rng.random(len(i)) < amount, -1, 1),
        )  # fmt: skip
    if kind == "additive":  # to a network's values, uniform in [−amount, amount]
        values = constructions.random_network(n, 16, 2, 1, 1, rng).values()
        return _Labels(
            values,
            float((values**2).mean()) + amount**2 / 3,
            float(np.abs(values).max()) + amount,
            lambda i, rng: values[i] + rng.uniform(-amount, amount, len(i)),
        )
    if kind == "arbitrary":  # a random ±1-valued function, of no sparse network
        values = rng.choice([-1.0, 1.0], size=2**n)
        return _Labels(values, 1.0, 1.0, lambda i, rng: values[i])
    raise ValueError(f"agnostic: no noise {kind!r}; allowed are flipped, additive, arbitrary")


def measure_agnostic(
    *,
    seed: int,
    n: Dimension,
    degree: Natural,
    noises: NonEmpty[Noise],
    factors: NonEmpty[PositiveReal],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
) -> Measurement:
    """Count how often the excess over the best loss of degree d stays within its bound.

    Parameters
    ----------
    seed : int
    n, degree : int
    noises : sequence of {"kind": str, "amount": float}
        Kinds: "flipped" labels of a junta, "additive" noise on a network, an
        "arbitrary" ±1-valued function.
    factors : sequence of float
        Sample sizes, in units of the size proved for regression; below 1 only
        averages have a bound.
    delta : float
    trials : int
    level : float
        Bound on the probability that some record of this job is wrong.
    """
    cube = points(n)
    base = bounds.regression_samples(n, degree, delta)
    runs = [
        (method, math.ceil(factor * base))
        for factor in factors
        for method in ("averages", "regression")
        if method == "averages" or factor >= 1
    ]
    records: list[Record] = []
    rows = []
    for noise in noises:
        kind, amount = noise["kind"], float(noise["amount"])
        excess, allowed = np.zeros((2, len(runs), trials))
        best = np.zeros(trials)
        for trial in range(trials):
            rng = generator(seed, "low_degree", "agnostic", kind, amount, n, degree, trial)
            labels = _labels(kind, amount, n, rng)
            population = walsh_transform(labels.mean)
            kept = popcounts(n) <= degree
            best[trial] = (labels.second - float((population[kept] ** 2).sum())) / 2
            for i, (method, m) in enumerate(runs):
                x, numbers = _sample(rng, cube, m)
                model = LowDegreeRegressor(degree, method).fit(x, labels.draw(numbers, rng))
                excess[i, trial] = _estimation_error(model, population) / 2
                allowed[i, trial] = (
                    averages_excess(n, degree, labels.largest, m, delta)
                    if method == "averages"
                    else regression_excess(n, degree, best[trial], m, delta)
                )
        for i, (method, m) in enumerate(runs):
            at = {"n": n, "d": degree, "noise": kind, "amount": amount, "delta": delta, "m": m}
            successes = int((excess[i] <= allowed[i]).sum())
            records.append(
                compare_rate("intro-agnostic", method, at, successes, trials, ">=", 1 - delta,
                             level=level / (len(runs) * len(noises)))
            )  # fmt: skip
            rows.append(
                {
                    **at, "method": method, "monomials": bounds.n_monomials(n, degree),
                    "best_loss": float(best.mean()), "excess": float(excess[i].mean()),
                    "largest_excess": float(excess[i].max()),
                    "allowed": float(allowed[i].mean()),
                    "successes": successes, "trials": trials,
                    "nearest_tie": float(np.abs(excess[i] - allowed[i]).min()),
                }
            )  # fmt: skip
    return Measurement(records, pd.DataFrame(rows))


def averages_excess(n: int, d: int, largest: float, m: int, delta: float) -> float:
    """Return ½Y²N(1 + √(2 ln(1/δ)))²/m for labels within ±Y (docs/proofs-low_degree.md)."""
    factor = (1 + math.sqrt(2 * math.log(1 / delta))) ** 2
    return largest**2 * bounds.n_monomials(n, d) * factor / (2 * m)


def regression_excess(n: int, d: int, best: float, m: int, delta: float) -> float:
    """Return 8N·L/(δm), L the least loss of degree d (docs/proofs-low_degree.md)."""
    return 8 * bounds.n_monomials(n, d) * best / (delta * m)
