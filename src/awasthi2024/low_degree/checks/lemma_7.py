"""Lemma 7: truncation, the number of monomials, samples that are too few, other distributions."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024.bounds import section_2
from balls import log, sqrt
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import popcounts, walsh_transform
from sparseact.network import SparseReLUNetwork


def mean_square(values: np.ndarray) -> Fraction:
    """Return E f² from the values on the cube."""
    return sum((Fraction(v) ** 2 for v in values.tolist()), Fraction(0)) / len(values)


def compare_truncation(at: Recorder, values: np.ndarray, tails: Sequence[Fraction]) -> None:
    """‖g − h‖² for g = Σ_{|T|≤d} ĥ(T)χ_T, point by point, next to the tail."""
    n = len(tails) - 1
    for d in sorted({0, n // 2, n - 1}):
        epsilon = tails[d]  # the smallest that the lemma's condition allows
        if epsilon:
            low = np.where(popcounts(n) > d, 0, walsh_transform(values))
            distance = mean_square(walsh_transform(low) * 2**n - values)
            here = at(d=d, epsilon=epsilon)
            here.compare("half", distance, "<=", epsilon / 2)
            here.compare("whole", distance, "==", epsilon)
            here.compare("loss", distance / 2, "<=", epsilon / 2)


def compare_monomials(at: Recorder, largest: int) -> None:
    """N ≤ n^d + 1, and N(1 + √(2 ln(1/δ)))² ≤ 14n^d ln(1/δ)."""
    for n in range(1, largest + 1):
        for d in range(n + 1):
            here, monomials = at(n=n, d=d), bounds.n_monomials(n, d)
            here.compare("monomials", monomials, "<=", n**d)
            here.compare("monomials-corrected", monomials, "<=", n**d + 1)
            for delta in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**9)):
                left = monomials * (1 + sqrt(-2 * log(delta))) ** 2
                right = section_2.lemma_7_constant * section_2.lemma_7_samples(n, d, 1, 1, delta)
                here(delta=float(delta)).compare("constant", left, "<=", right)


def compare_unseen(at: Recorder, scales: Sequence[int], epsilons: Sequence[float]) -> None:
    """Sizes below 1, where a learner sees nothing: the missing |·| and the missing C²."""
    w, zero = np.zeros((2, 2)), np.zeros(2)
    for scale in scales:
        # {0, −2a}, each a network on two bits of two neurons, one of them dead: sup h = 0.
        for a in (float(scale), 1.0 / scale):
            down = SparseReLUNetwork(w, np.array([-2.0 * a, 0.0]), -np.ones(2)).values()
            members = SparseReLUNetwork(w, zero, zero).values(), down
            signed = max(float(h.max()) for h in members)
            absolute = max(float(np.abs(h).max()) for h in members)
            for epsilon in epsilons:
                here = at.of("lemma-7")(n=2, s=2, k=1, a=a, epsilon=epsilon, delta=0.1)
                _compare_granted(here, "supremum", members, signed)
                _compare_granted(here, "supremum-corrected", members, absolute)
        # {±Wx}: the proof's last line leaves out C².
        up = SparseReLUNetwork([[1], [-1]], zero, scale * np.array([1.0, -1.0])).values()
        here = at(n=1, s=2, k=1, W=scale, B=0, epsilon=Fraction(scale**2, 4), delta=0.1)
        _compare_granted(here, "last-line", (up, -up), 1.0)
        _compare_granted(here, "last-line-corrected", (up, -up), float(scale))


def _compare_granted(
    at: Recorder, statement: str, members: tuple[np.ndarray, np.ndarray], C: float
) -> None:
    """⌊14C² ln(1/δ)/ε⌋ ≥ 1, unless the midpoint of the two functions has loss ≤ ε on both."""
    epsilon, constant = at["epsilon"], section_2.lemma_7_constant
    granted = section_2.lemma_7_samples(at["n"], 0, C, epsilon, at["delta"], constant=constant)
    loss = mean_square(members[0] - members[1]) / 8
    at(C=C).compare(statement, math.floor(granted), ">=", 0 if loss <= Fraction(epsilon) else 1)


def compare_other_distributions(at: Recorder, scales: Sequence[int]) -> None:
    """⅛(1 − m/|A|) ≤ Kε + δ/2 at d = 0: points uniform in A, |A| = ε2^n, functions 0/1 on A.

    On a point not seen the label is a fair coin, so that the mean loss is at least the left side.
    A loss of at most Kε but with probability δ means at most Kε + δ/2 in the mean.
    """
    n, delta, constant = 64, Fraction(1, 64), section_2.lemma_7_constant
    for K in scales:
        epsilon = Fraction(1, 2 ** (6 + int(K).bit_length()))
        m = math.ceil(section_2.lemma_7_samples(n, 0, 1, epsilon, delta, constant=constant))
        loss = (1 - m / (epsilon * 2**n)) / 8
        here = at(n=n, d=0, epsilon=epsilon, delta=delta, m=m, K=K)
        here.compare("any-distribution", loss, "<=", K * epsilon + delta / 2)


def compare_run_times(at: Recorder, scales: Sequence[int], largest: int) -> None:
    """Operations of averages for each sample: n + 3N ≤ K for a constant K, and n + 3N ≤ 7n^d."""
    for K in scales:
        larger = (n for n in range(2, K + 2) if section_2.averages_operations(n, 2) > K)
        n = next(larger, K + 2)
        operations = section_2.averages_operations(n, 2)
        at.of("lemma-7")(n=n, d=2, K=K).compare("time-printed", operations, "<=", K)
    for n in range(1, largest + 1):
        for d in range(1, n + 1):
            operations, time = section_2.averages_operations(n, d), section_2.averages_time(n, d)
            here = at(n=n, d=d)
            here.of("lemma-7").compare("time-averages", operations, "<=", time)
            here.compare("time", operations, "<=", time)
            here.of("theorem-4").compare("time", operations, "<=", time)
