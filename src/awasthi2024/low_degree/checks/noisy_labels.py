"""Labels that no network has: the smallest loss of degree d, and the loss of a member."""

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


def agnostic_sides(f: np.ndarray, h: np.ndarray, d: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return min over degree ≤ d of ½E(f − g)², then ½E(f − h)², then the tail of h."""
    best = sum(degree_weights_exact(f)[d + 1 :], Fraction(0)) / 2
    loss = sum(degree_weights_exact(f - h), Fraction(0)) / 2
    return best, loss, sum(degree_weights_exact(h)[d + 1 :], Fraction(0))


def _compare_sides(at: Recorder, best: Fraction, loss: Fraction, tail: Fraction) -> None:
    """Best − loss − τ/2 ≤ √(2·loss·τ), both squared, and what follows from it."""
    left = max(best - loss - tail / 2, Fraction(0))
    at.compare("approximation", left**2, "<=", 2 * loss * tail)
    at.compare("twice", best, "<=", 2 * loss + tail)
    if best > loss:
        at.compare("enough", section_2.agnostic_tail(best - loss, loss), "<=", tail)


def compare_outlying_labels(at: Recorder, scales: Sequence[int]) -> None:
    """Labels Ax at n = 1, d = 0, for H with W = 1, B = A − 1, whose tails are at most ε = 4.

    C = W√n + B = A bounds the labels, and the class holds h = 2x.
    """
    h = constructions.extremal(1).values()
    for K in scales:
        A = 2 * K + 2
        best, loss, tail = agnostic_sides(A / 2 * h, h, 0)
        here = at(n=1, s=2, k=1, W=1, B=A - 1, d=0, K=K, epsilon=4)
        here.compare("analysis", best - loss, "<=", K * 4)
        _compare_sides(here, best, loss, tail)


def compare_noise_limit(at: Recorder, epsilons: Sequence[float]) -> None:
    """4k²W²/(d + 1) ≤ ε²/(ε + 2opt) at Theorem 8's degree, B = 0, up to the edge of the limit."""
    for n, s, k, share in product((1, 4, 64), (2, 16), (1, 2), epsilons):
        for W2, part in product((Fraction(1, 4), Fraction(1), Fraction(9)), (0, 1, 2)):
            log2ns = int(math.log2(n * s))
            limit = 4 * k**6 * W2 * log2ns**4
            epsilon = Fraction(share) * limit
            opt = (limit - epsilon) * part / 4  # of half the noise that is allowed beside ε
            degree = int(16 * k**8 * W2**2 * log2ns**4 / epsilon**2)
            here = at(n=n, s=s, k=k, W2=W2, B=0, log2ns=float(log2ns), eps=epsilon, opt=opt)
            left = bounds.theorem_c_tail(k, sqrt(W2), degree)
            here.compare("within", left, "<=", section_2.agnostic_tail(epsilon, opt))


def compare_losses(at: Recorder, seed: int, instance: Instance, epsilons: Sequence[float]) -> None:
    """Every line on the labels of one network h: random, scaled up, noisy, and far away."""
    h, n = instance.network.values(), instance.network.n
    rng = generator(seed, "low_degree", "approximation", instance.name)
    for labels, f in (
        ("random signs", rng.choice([-1.0, 1.0], size=2**n)),
        ("four times h", 4 * h),
        ("h with noise", h + rng.integers(-4, 5, size=2**n) / 4),
    ):
        for d in sorted({0, n // 2, n - 1}):
            _compare_sides(at(d=d, labels=labels), *agnostic_sides(f, h, d))
    _compare_far_labels(at, h, epsilons)
    if n * instance.network.s > 1:
        _compare_within(at, seed, instance, epsilons)


def _compare_far_labels(at: Recorder, h: np.ndarray, epsilons: Sequence[float]) -> None:
    """Labels h + A·h_{>d}, A ≥ ε/τ, for each d < n at which the tail τ of h is positive."""
    n = len(h).bit_length() - 1
    spectrum = walsh_transform(h)
    for d in range(n):
        rest = walsh_transform(np.where(popcounts(n) > d, spectrum, 0)) * 2**n
        tail = sum(degree_weights_exact(rest), Fraction(0))
        for epsilon in map(Fraction, epsilons) if tail else ():
            A = math.ceil(epsilon / tail)
            best, loss, _ = agnostic_sides(h + A * rest, h, d)
            at(d=d, eps=epsilon, A=A).compare("printed", best - loss, "<=", epsilon)


def _compare_within(at: Recorder, seed: int, instance: Instance, epsilons: Sequence[float]) -> None:
    """Best − loss ≤ ε at Theorem 8's degree, for noisy labels within the limit."""
    h, n, s, k = instance.network.values(), instance.network.n, instance.network.s, instance.k
    W2, B2 = instance.network.scale_squared
    rng = generator(seed, "low_degree", "noise limit", instance.name)
    f = h + rng.integers(-4, 5, size=2**n) / 4
    log2ns = log(exact(n * s)) / log(exact(2))
    for share in epsilons:
        epsilon = Fraction(share) * 4 * k**2 * W2
        degree = bounds.theorem_8_degree(exact(n), exact(s), k, sqrt(W2), sqrt(B2), epsilon)
        d = floor_degree(section_3.theorem_8_constant * degree, n)
        best, loss, _ = agnostic_sides(f, h, d)
        if compare(epsilon + 2 * loss, "<=", 4 * k**6 * W2 * log2ns**4):
            here = at(W2=W2, log2ns=math.log2(n * s), eps=epsilon, opt=loss, d=d, quantity="excess")
            here.compare("within", best - loss, "<=", epsilon)
