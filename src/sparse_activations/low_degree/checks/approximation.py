"""The least loss of degree d against that of a member of the class, for any labels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from claimcheck.recorder import Recorder
from sparse_activations.instances import Instance
from sparseact import constructions
from sparseact.bounds import section_2
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact


def check_outlying_labels(recorder: Recorder, scales: Sequence[int]) -> None:
    """Labels Ax far from the class, at n = 1, d = 0, W = 1, B = A − 1.

    The tail is at most ε = 4k²W² = 4, C = W√n + B = A bounds the labels, and
    the class holds h = 2x.
    """
    for factor in scales:
        A = 2 * factor + 2
        h = constructions.extremal(1).values()
        best, loss, tail = agnostic_sides(A / 2 * h, h, 0)
        at = recorder.where(n=1, s=2, k=1, W=1, B=A - 1, d=0, K=factor, epsilon=4)
        at.exact("printed", best - loss, "<=", factor * 4)
        _check_sides(at, best, loss, tail)


def check_approximation(recorder: Recorder, seed: int, instance: Instance) -> None:
    """Least loss of degree d against that of a member, for labels f(x) of several kinds."""
    h, n = instance.network.values(), instance.network.n
    rng = generator(seed, "low_degree", "approximation", instance.name)
    for labels, f in (
        ("random signs", rng.choice([-1.0, 1.0], size=2**n)),
        ("four times h", 4 * h),
        ("h with noise", h + rng.integers(-4, 5, size=2**n) / 4),
    ):
        for d in sorted({0, n // 2, n - 1}):
            _check_sides(recorder.where(d=d, labels=labels), *agnostic_sides(f, h, d))


def agnostic_sides(f: np.ndarray, h: np.ndarray, d: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return min over degree ≤ d of ½E(f − g)², then ½E(f − h)², then the tail of h."""
    best = sum(degree_weights_exact(f)[d + 1 :], Fraction(0)) / 2
    loss = sum(degree_weights_exact(f - h), Fraction(0)) / 2
    return best, loss, sum(degree_weights_exact(h)[d + 1 :], Fraction(0))


def _check_sides(recorder: Recorder, best: Fraction, loss: Fraction, tail: Fraction) -> None:
    """Compare best − loss − tail/2 with √(2·loss·tail), both squared.

    An excess of ε = best − loss > 0 also says that the tail is at least the
    one that is enough for ε.
    """
    left = max(best - loss - tail / 2, Fraction(0))
    recorder.exact("approximation", left**2, "<=", 2 * loss * tail)
    if best > loss:
        recorder.exact("enough", section_2.agnostic_tail(best - loss, loss), "<=", tail)
