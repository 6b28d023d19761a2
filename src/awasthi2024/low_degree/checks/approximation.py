"""The smallest loss of degree d, and the loss of a member of the class, for any labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import section_2, section_3
from awasthi2024.low_degree.checks.degrees import floor_degree
from awasthi2024.shared.instances import Instance
from balls import compare, exact, log, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import popcounts, walsh_transform
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact


def compare_outlying_labels(at: Recorder, scales: Sequence[int]) -> None:
    """Labels Ax far from the class, at n = 1, d = 0, W = 1, B = A − 1.

    The tail is at most ε = 4k²W² = 4, C = W√n + B = A bounds the labels, and
    the class holds h = 2x.
    """
    for factor in scales:
        A = 2 * factor + 2
        h = constructions.extremal(1).values()
        best, loss, tail = agnostic_sides(A / 2 * h, h, 0)
        instance_recorder = at(n=1, s=2, k=1, W=1, B=A - 1, d=0, K=factor, epsilon=4)
        instance_recorder.compare("analysis", best - loss, "<=", factor * 4)
        _compare_sides(instance_recorder, best, loss, tail)


def compare_noise_limit(at: Recorder, epsilons: Sequence[float]) -> None:
    """Theorem 8's degree while ε + 2·opt is within the limit: Theorem C's tail is small enough."""
    for n, s, k, share in product((1, 4, 64), (2, 16), (1, 2), epsilons):
        for quarters, part in product((1, 4, 36), (0, 1, 2)):
            W2, log = Fraction(quarters, 4), int(math.log2(n * s))
            limit = 4 * k**6 * W2 * log**4
            wanted = Fraction(share) * limit
            opt = (limit - wanted) * part / 4  # of half the noise that is allowed beside ε
            where = at(n=n, s=s, k=k, W2=W2, B=0, log2ns=math.log2(n * s), eps=wanted, opt=opt)
            degree = int(16 * k**8 * W2**2 * log**4 / wanted**2)
            left = bounds.theorem_c_tail(k, sqrt(Fraction(W2)), degree)
            where.compare("within", left, "<=", section_2.agnostic_tail(wanted, opt))


def compare_far_labels(at: Recorder, instance: Instance, epsilons: Sequence[float]) -> None:
    """Labels h + A·h_{>d}, A ≥ ε/τ, for each d < n at which the tail τ of h is positive."""
    h, n = instance.network.values(), instance.network.n
    spectrum = walsh_transform(h)
    for d in range(n):
        rest = walsh_transform(np.where(popcounts(n) > d, spectrum, 0)) * 2**n
        tail = sum(degree_weights_exact(rest), Fraction(0))
        for epsilon in map(Fraction, epsilons) if tail else ():
            A = math.ceil(epsilon / tail)
            best, loss, _ = agnostic_sides(h + A * rest, h, d)
            instance_recorder = at(d=d, eps=epsilon, A=A)
            instance_recorder.compare("printed", best - loss, "<=", epsilon)


def compare_within_limit(
    at: Recorder, seed: int, instance: Instance, epsilons: Sequence[float]
) -> None:
    """Theorem 8's degree for labels with noise, where the noise is within its limit."""
    network, k = instance.network, instance.k
    W2, B2 = network.scale_squared
    h, n, s = network.values(), network.n, network.s
    if n * s < 2:
        return
    rng = generator(seed, "low_degree", "noise limit", instance.name)
    f = h + rng.integers(-4, 5, size=2**n) / 4
    for share in epsilons:
        epsilon = Fraction(share) * 4 * k**2 * W2
        degree = bounds.theorem_8_degree(exact(n), exact(s), k, sqrt(W2), sqrt(B2), epsilon)
        d = floor_degree(section_3.theorem_8_constant * degree, n)
        best, loss, _ = agnostic_sides(f, h, d)
        logarithm = log(exact(n * s)) / log(exact(2))
        if compare(epsilon + 2 * loss, "<=", 4 * k**6 * W2 * logarithm**4):
            instance_recorder = at(
                n=n,
                s=s,
                k=k,
                W2=W2,
                log2ns=math.log2(n * s),
                eps=epsilon,
                opt=loss,
                d=d,
                quantity="excess",
            )
            instance_recorder.compare("within", best - loss, "<=", epsilon)


def compare_approximation(at: Recorder, seed: int, instance: Instance) -> None:
    """Compare the smallest loss of degree d with a member's, for labels f(x) of several kinds."""
    h, n = instance.network.values(), instance.network.n
    rng = generator(seed, "low_degree", "approximation", instance.name)
    for labels, f in (
        ("random signs", rng.choice([-1.0, 1.0], size=2**n)),
        ("four times h", 4 * h),
        ("h with noise", h + rng.integers(-4, 5, size=2**n) / 4),
    ):
        for d in sorted({0, n // 2, n - 1}):
            _compare_sides(at(d=d, labels=labels), *agnostic_sides(f, h, d))


def agnostic_sides(f: np.ndarray, h: np.ndarray, d: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return min over degree ≤ d of ½E(f − g)², then ½E(f − h)², then the tail of h."""
    best = sum(degree_weights_exact(f)[d + 1 :], Fraction(0)) / 2
    loss = sum(degree_weights_exact(f - h), Fraction(0)) / 2
    return best, loss, sum(degree_weights_exact(h)[d + 1 :], Fraction(0))


def _compare_sides(at: Recorder, best: Fraction, loss: Fraction, tail: Fraction) -> None:
    """Compare best − loss − tail/2 with √(2·loss·tail), both squared.

    If the excess ε = best − loss is positive, the tail is at least `agnostic_tail(ε, loss)`.
    """
    left = max(best - loss - tail / 2, Fraction(0))
    at.compare("approximation", left**2, "<=", 2 * loss * tail)
    at.compare("twice", best, "<=", 2 * loss + tail)
    if best > loss:
        at.compare("enough", section_2.agnostic_tail(best - loss, loss), "<=", tail)
