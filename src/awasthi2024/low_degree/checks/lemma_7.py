"""Lemma 7: truncation, the number of monomials, samples that are too few, other distributions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024.bounds import section_2
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.tails import mean_square, tails_of
from balls import log, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import popcounts, walsh_transform
from sparseact.network import SparseReLUNetwork


def compare_truncation(at: Recorder, instance: Instance, weights: Sequence[Fraction]) -> None:
    """Distance of g = Σ_{|T|≤d} ĥ(T)χ_T from h, point by point, next to the tail."""
    values = instance.network.values()
    n = instance.network.n
    tails = tails_of(weights)
    for d in sorted({0, n // 2, n - 1}):
        epsilon = tails[d]  # the smallest that the lemma's condition allows
        if epsilon == 0:
            continue
        spectrum = walsh_transform(values)
        spectrum[popcounts(n) > d] = 0
        distance = mean_square(walsh_transform(spectrum) * 2**n - values)
        instance_recorder = at(d=d, epsilon=epsilon)
        instance_recorder.compare("half", distance, "<=", epsilon / 2)
        instance_recorder.compare("whole", distance, "==", epsilon)
        instance_recorder.compare("loss", distance / 2, "<=", epsilon / 2)


def compare_monomials(at: Recorder, largest: int) -> None:
    """Compare N with n^d, and the proved sample size with the paper's."""
    for n in range(1, largest + 1):
        for d in range(n + 1):
            monomials = bounds.n_monomials(n, d)
            instance_recorder = at(n=n, d=d)
            instance_recorder.compare("monomials", monomials, "<=", n**d)
            instance_recorder.compare("monomials-corrected", monomials, "<=", n**d + 1)
            for delta in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**9)):
                left = monomials * (1 + sqrt(-2 * log(delta))) ** 2
                right = section_2.lemma_7_constant * section_2.lemma_7_samples(n, d, 1, 1, delta)
                instance_recorder(delta=float(delta)).compare("constant", left, "<=", right)


def compare_unseen(at: Recorder, scales: Sequence[int], epsilons: Sequence[float]) -> None:
    """Check sizes below 1, where a learner sees nothing."""
    w, zero, delta = np.zeros((2, 2)), np.zeros(2), 0.1
    lemma_7, theorem_8 = at.of("lemma-7"), at.of("theorem-8")
    for scale in scales:
        # H = {0, −2a}, each a network on two bits of two neurons, one of them dead: sup h = 0.
        for size in (float(scale), 1.0 / scale):
            bias = np.array([-2.0 * size, 0.0])
            members = [SparseReLUNetwork(w, zero, zero), SparseReLUNetwork(w, bias, -np.ones(2))]
            signed = max(float(h.values().max()) for h in members)
            absolute = max(float(np.abs(h.values()).max()) for h in members)
            for epsilon in epsilons:
                instance_recorder = lemma_7(n=2, s=2, k=1, a=size, epsilon=epsilon, delta=delta)
                _compare_granted(instance_recorder, "supremum", members, signed)
                _compare_granted(instance_recorder, "supremum-corrected", members, absolute)
        # H = {±ax}, with the C² that the proof's last line leaves out set to 1.
        sides = np.array([[1.0], [-1.0]])
        members = [
            SparseReLUNetwork(sides, np.zeros(2), scale * np.array([u, -u])) for u in (1.0, -1.0)
        ]
        quarter = Fraction(scale**2, 4)
        instance_recorder = theorem_8(n=1, s=2, k=1, W=scale, B=0, epsilon=quarter, delta=delta)
        _compare_granted(instance_recorder, "last-line", members, 1.0)
        _compare_granted(instance_recorder, "last-line-corrected", members, float(scale))


def _compare_granted(
    at: Recorder, statement: str, members: Sequence[SparseReLUNetwork], C: float
) -> None:
    """Compare the samples that are granted with those needed to tell two functions apart.

    The number is 0 where some guess has loss ≤ ε on both: the midpoint is the best,
    its loss is ½E((h₁ − h₂)/2)². Otherwise it is at least one.
    """
    epsilon, delta = at["epsilon"], at["delta"]
    granted = section_2.lemma_7_samples(
        members[0].n, 0, C, epsilon, delta, constant=section_2.lemma_7_constant
    )
    first, second = (h.values() for h in members)
    loss = mean_square(first - second) / 8
    needed = 0 if loss <= Fraction(epsilon) else 1
    at(C=C).compare(statement, math.floor(granted), ">=", needed)


def compare_other_distributions(at: Recorder, scales: Sequence[int]) -> None:
    """Lemma 7 at d = 0 on points uniform in a set A of size ε2^n, functions 0/1 on A.

    On a point not seen the label is a fair coin, so the mean loss is at least
    ⅛(1 − m/|A|). A loss of at most Kε but with probability δ means at most
    Kε + δ/2 in the mean.
    """
    n, delta = 64, Fraction(1, 64)
    for factor in scales:
        epsilon = Fraction(1, 2 ** (6 + int(factor).bit_length()))
        size = section_2.lemma_7_samples(
            n, 0, 1, epsilon, delta, constant=section_2.lemma_7_constant
        )
        samples = math.ceil(size)
        loss = (1 - samples / (epsilon * 2**n)) / 8
        instance_recorder = at(n=n, d=0, epsilon=epsilon, delta=delta, m=samples, K=factor)
        instance_recorder.compare("any-distribution", loss, "<=", factor * epsilon + delta / 2)
