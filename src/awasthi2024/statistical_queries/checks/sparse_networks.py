"""Theorem Q: how many queries sparse networks need under the uniform distribution.

The targets are the multiples A_p·χ_S of parities with A_p = 2kβ, where β = W/√p is a dyadic number,
so that all values are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from awasthi2024.bounds import section_4
from awasthi2024.constructions import extremal
from awasthi2024.statistical_queries.parameters import QueryClass
from balls import Exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal, fraction
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import popcounts, walsh_transform
from sparseact.learning.statistical_queries import character
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: A tolerance is smaller by this share than the one that is proved to be enough, for its rounding.
_SLACK = Fraction(1, 2**20)


@check("theorem-q")
def sparse_networks(
    at: Recorder,
    *,
    seed: int,
    classes: NonEmpty[QueryClass],
    tolerances: NonEmpty[PositiveReal],
    losses: NonEmpty[str],
    largest: Positive,
) -> None:
    """Check Theorem Q, the queries that are enough, and the smallest degree.

    `classes` are sizes of classes of networks, each with a loss ε. With W = β√p, a learner of the
    parities of p variables plays against the proof's oracle, at `tolerances` below ½. `losses` are
    values of ε as fractions of 2k²W². Degrees are compared at each. `largest` is the
    largest k²W² at these losses. The table has a row per class and tolerance.
    """
    for case in classes:
        instance_recorder = at(**case)
        compare_enough(
            instance_recorder, case, generator(seed, "statistical_queries", "enough", case["n"])
        )
        for tolerance in tolerances:
            compare_queries(instance_recorder(tolerance=tolerance), case)
    for square in range(1, largest + 1):
        for loss in losses:
            compare_degree(at(k=1, W2=square, share=loss))
    for p in range(1, largest + 1):
        for loss in losses:
            compare_paper(at(p=p, epsilon=str(2 * fraction(loss))))


def scale_of(case: QueryClass) -> Exact:
    """Return W = β√p of a class."""
    return sqrt(Fraction(Fraction(case["beta"]) ** 2 * case["p"]))


def scaled_parity(subset: Sequence[int], k: int, beta: float, n: int) -> SparseReLUNetwork:
    """Return the network 2kβ·χ_S of k copies of 2^|S| neurons with the weights ±β on S."""
    few = extremal(len(subset), copies=k)
    w = np.zeros((few.s, n))
    w[:, list(subset)] = beta * few.w
    return SparseReLUNetwork(w, beta * few.b, few.u)


def masks_of_size(n: int, p: int) -> list[int]:
    """Return the masks of all sets of p of n coordinates, in order."""
    return [sum(1 << i for i in subset) for subset in combinations(range(n), p)]


def group_query(places: Sequence[int], n: int) -> np.ndarray:
    """Return ½(ab + ac + bd − cd) = ±1 of four coordinates: four coefficients ±½ on pairs."""
    a, b, c, d = (character(1 << place, n) for place in places)
    return (a * b + a * c + b * d - c * d) / 2


def asked(n: int, p: int) -> Iterator[np.ndarray]:
    """Yield the queries of a learner of the parities of p variables, the products first."""
    if p == 2:
        for places in combinations(range(n), 4):
            yield group_query(places, n)
    for mask in masks_of_size(n, p):
        yield character(mask, n)


def play(case: QueryClass, tolerance: float, near: int) -> int:
    """Return how many queries leave at most `near` targets, where each is answered as for a coin.

    A product that excludes at most as much as a character is not a query.
    """
    left = set(masks_of_size(case["n"], case["p"]))
    used = 0
    for half in asked(case["n"], case["p"]):
        if len(left) <= near:
            break
        coefficients = np.abs(walsh_transform(half))
        gone = {mask for mask in left if coefficients[mask] > tolerance}
        if len(gone) > 1 or (gone and np.count_nonzero(coefficients) == 1):
            left -= gone
            used += 1
    return used


def compare_queries(at: Recorder, case: QueryClass) -> None:
    """Compare the queries that the learner needs against the proof's oracle with the bound."""
    n, p, k, W = case["n"], case["p"], case["k"], scale_of(case)
    tolerance, epsilon = at["tolerance"], fraction(case["epsilon"])
    near = math.floor(section_4.theorem_q_near(k, W, epsilon, p))
    used = play(case, tolerance, near)
    bound = section_4.theorem_q(n, k, W, epsilon, p, Fraction(tolerance))
    at.compare("queries", used, ">=", bound)
    at.row(used=used, bound=bound, targets=math.comb(n, p), near=near)


def compare_enough(at: Recorder, case: QueryClass, rng: np.random.Generator) -> None:
    """Check the queries that are enough, on a target at which Theorem C is attained.

    Each answer errs by the whole tolerance, up or down. With p above D the class contains the
    parities of p variables, so ε is chosen for D = p − ½.
    """
    n, p, k, W = case["n"], case["p"], case["k"], scale_of(case)
    B = Fraction(case["beta"]) * abs(p - 2)
    epsilon = 2 * Fraction(k) ** 2 * W**2 / (p - Fraction(1, 2))
    number, proved = section_4.theorem_q_queries(n, k, W, B, epsilon)
    largest = Fraction(float(k) * (float(W) * math.sqrt(n) + float(B)))
    tolerance = Fraction(proved) * (1 - _SLACK)
    coefficients = walsh_transform(scaled_parity(range(p), k, case["beta"], n).values())
    low = popcounts(n) <= p - 1
    errors = rng.choice([-1, 1], size=1 << n)
    loss = Fraction(0)
    for coefficient, kept, error in zip(coefficients, low, errors, strict=True):
        answer = Fraction(float(coefficient)) / largest + int(error) * tolerance
        guess = largest * answer if kept else 0
        loss += (guess - Fraction(float(coefficient))) ** 2 / 2
    instance_recorder = at(epsilon=str(epsilon))
    instance_recorder.compare("enough", loss, "<=", epsilon)
    instance_recorder(quantity="queries").compare(
        "enough", int(np.count_nonzero(low)), "==", number
    )


def compare_degree(at: Recorder) -> None:
    """Compare the smallest degree of the class with its formula: Theorem C's, and a parity's."""
    k, W, epsilon = _sizes(at)
    degree = section_4.theorem_q_degree(k, W, epsilon)
    left = bounds.theorem_c_tail(k, W, degree) / 2
    at.compare("degree", left, "<=", epsilon)
    if degree:
        lost = 2 * Fraction(k) ** 2 * W**2 / degree  # of the parity of as many variables
        at(quantity="a lower degree").compare("degree", lost, ">", epsilon)


def _sizes(at: Recorder) -> tuple[int, Exact, Fraction]:
    k, W = at["k"], sqrt(Fraction(at["W2"]))
    return k, W, fraction(at["share"]) * 2 * k**2 * W**2


def compare_paper(at: Recorder) -> None:
    """Check the sizes at Theorem 13's scale, for log₂ s from p to p + 1."""
    p, epsilon = at["p"], fraction(at["epsilon"])
    for more in (Fraction(0), Fraction(1, 2), Fraction(31, 32)):
        W2 = p + more
        instance_recorder = at(log2_s=str(W2))
        near = section_4.theorem_q_near(1, sqrt(Fraction(W2)), epsilon, p)
        instance_recorder.compare("paper-scale", near, "<=", 2 / (2 - epsilon))
        instance_recorder(quantity="B²").compare(
            "paper-scale", W2 * (p - 2) ** 2 / Fraction(p), "<=", W2**2
        )
