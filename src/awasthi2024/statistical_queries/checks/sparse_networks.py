"""Theorem Q: how many queries sparse networks need under the uniform distribution.

The targets are the multiples A_p·χ_S of parities with A_p = 2kβ, where β = W/√p is a dyadic number,
so that all values are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from awasthi2024.statistical_queries.checks.counts import queries_by_kind
from awasthi2024.statistical_queries.parameters import QueryClass
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal, fraction
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_3, section_4
from sparseact.bounds.arithmetic import Root
from sparseact.constructions import extremal
from sparseact.cube import popcounts, walsh_transform
from sparseact.learning.statistical_queries import character, excluded_per_query
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: A tolerance is smaller by this share than the one that is proved to be enough, for its rounding.
_SLACK = Fraction(1, 2**20)


@check("sparse_networks", claim="theorem-q")
def measure_sparse_networks(
    recorder: Recorder,
    *,
    seed: int,
    classes: NonEmpty[QueryClass],
    tolerances: NonEmpty[PositiveReal],
    repeats: Positive,
    losses: NonEmpty[str],
    largest: Positive,
) -> None:
    """Check Theorem Q and the steps of its proof.

    `classes` are sizes of classes of networks, each with a loss ε. With W = β√p, all networks
    A_p·χ_S of at most p variables are compared with the parities, and a learner of the parities of
    p variables plays against the proof's oracle. Its tolerances are below ½, with `repeats` random
    queries of each kind. `losses` are values of ε as fractions of 2k²W². Degrees and exponents are
    compared at each. `largest` is the largest k²W² at these losses. The table has a row per class
    and tolerance.
    """
    for case in classes:
        instance_recorder = recorder.where(**case)
        compare_networks(instance_recorder, case)
        compare_hypotheses(instance_recorder, case)
        compare_enough(
            instance_recorder, case, generator(seed, "statistical_queries", "enough", case["n"])
        )
        rng = generator(seed, "statistical_queries", "sparse_networks", case["n"])
        kinds = queries_by_kind(case["n"], rng, repeats)
        for tolerance in tolerances:
            compare_excluded(instance_recorder.where(tolerance=tolerance), case, kinds)
            compare_queries(instance_recorder.where(tolerance=tolerance), case)
        if case["p"] % 2 == 0 and case["n"] >= 2 * case["p"]:
            compare_groups(instance_recorder, case)
    for square in range(1, largest + 1):
        for loss in losses:
            compare_degree(recorder.where(k=1, W2=square, share=loss))
            compare_exponents(recorder.where(k=1, W2=square, share=loss))
    for p in range(1, largest + 1):
        for loss in losses:
            compare_paper(recorder.where(p=p, epsilon=str(2 * fraction(loss))))


def scale_of(case: QueryClass) -> Root:
    """Return W = β√p of a class."""
    return Root(Fraction(case["beta"]) ** 2 * case["p"])


def scaled_parity(subset: Sequence[int], k: int, beta: float, n: int) -> SparseReLUNetwork:
    """Return the network 2kβ·χ_S of k copies of 2^|S| neurons with the weights ±β on S."""
    few = extremal(len(subset), copies=k)
    w = np.zeros((few.s, n))
    w[:, list(subset)] = beta * few.w
    return SparseReLUNetwork(w, beta * few.b, few.u)


def masks_of_size(n: int, p: int) -> list[int]:
    """Return the masks of all sets of p of n coordinates, in order."""
    return [sum(1 << i for i in subset) for subset in combinations(range(n), p)]


def compare_networks(recorder: Recorder, case: QueryClass) -> None:
    """Compare the networks of all sets of at most p variables with the multiples of parities."""
    n, p, k, beta = case["n"], case["p"], case["k"], case["beta"]
    W2, B2 = scale_of(case) ** 2, Fraction(beta * max(1, p - 2)) ** 2
    for size in range(1, p + 1):
        for subset in combinations(range(n), size):
            network = scaled_parity(subset, k, beta, n)
            parity = 2 * k * beta * character(sum(1 << i for i in subset), n)
            instance_recorder = recorder.where(subset=str(subset))
            wrong = int(np.count_nonzero(network.values() != parity))
            instance_recorder.exact("networks", wrong, "==", 0)
            instance_recorder.where(quantity="active").exact(
                "networks", network.max_active()[1], "==", k
            )
            norm, bias = network.scale_squared
            instance_recorder.where(quantity="W²").exact("networks", Fraction(norm), "<=", W2)
            allowed = B2 if size < p else Fraction(beta * (p - 2)) ** 2
            instance_recorder.where(quantity="B²").exact("networks", Fraction(bias), "<=", allowed)


def compare_excluded(recorder: Recorder, case: QueryClass, kinds: dict[str, Any]) -> None:
    """Compare how many sets of p variables queries of several kinds exclude with the bound."""
    tolerance, masks = recorder.instance["tolerance"], masks_of_size(case["n"], case["p"])
    for kind, queries in kinds.items():
        halves = [walsh_transform((query[0] - query[1]) / 2)[masks] for query in queries]
        most = max(int(np.count_nonzero(np.abs(half) > tolerance)) for half in halves)
        recorder.where(query=kind).exact("excluded", most, "<=", excluded_per_query(tolerance))


def group_product(places: Sequence[int], n: int) -> np.ndarray:
    """Return the product of ½(ab + ac + bd − cd) over groups a, b, c, d of four coordinates."""
    product = np.ones(1 << n)
    for i in range(0, len(places), 4):
        a, b, c, d = (character(1 << place, n) for place in places[i : i + 4])
        product = product * (a * b + a * c + b * d - c * d) / 2
    return product


def compare_groups(recorder: Recorder, case: QueryClass) -> None:
    """Check that a product over groups excludes as many sets of p variables as any query can."""
    j = case["p"] // 2
    tolerance = 2.0**-j * (1 - 4.0 ** -(j + 1))
    coefficients = walsh_transform(group_product(range(2 * case["p"]), case["n"]))
    excluded = int(
        np.count_nonzero(np.abs(coefficients[masks_of_size(case["n"], case["p"])]) > tolerance)
    )
    instance_recorder = recorder.where(tolerance=tolerance)
    instance_recorder.exact("excluded-sharp", excluded, "==", excluded_per_query(tolerance))


def near_sets(case: QueryClass, total: np.ndarray, factor: Fraction, epsilon: Fraction) -> int:
    """Return how many S of p variables have ½E(g − A·χ_S)² ≤ ε, for g = factor·A·total."""
    size = 1 << case["n"]
    square = (2 * case["k"] * Fraction(case["beta"])) ** 2
    norm = factor**2 * Fraction(int((total.astype(np.int64) ** 2).sum()), size)
    correlations = np.rint(walsh_transform(total.astype(float)) * size).astype(np.int64)
    near = 0
    for mask in masks_of_size(case["n"], case["p"]):
        loss = square / 2 * (norm - 2 * factor * Fraction(int(correlations[mask]), size) + 1)
        near += loss <= epsilon
    return near


def compare_hypotheses(recorder: Recorder, case: QueryClass) -> None:
    """Compare how many targets the multiples of means of parities are near to with the bound."""
    masks, k, W = masks_of_size(case["n"], case["p"]), case["k"], scale_of(case)
    square = (2 * k * Fraction(case["beta"])) ** 2
    given = fraction(case["epsilon"])
    for terms in range(1, min(len(masks), 8) + 1):
        total = np.sum([character(mask, case["n"]) for mask in masks[:terms]], axis=0)
        instance_recorder = recorder.where(terms=terms)
        near = math.floor(section_4.theorem_q_near(k, W, given, case["p"]))
        most = max(near_sets(case, total, Fraction(t, 2 * terms), given) for t in (1, 2, 3))
        instance_recorder.exact("near", most, "<=", near)
        # At this loss the mean is just near to all of its parities.
        attained = square / 2 * (1 - Fraction(1, terms))
        if terms > 1:
            instance_recorder = instance_recorder.where(loss=str(attained))
            right = section_4.theorem_q_near(k, W, attained, case["p"])
            instance_recorder.exact(
                "near-sharp", near_sets(case, total, Fraction(1, terms), attained), "==", right
            )


def asked(n: int, p: int) -> Iterator[np.ndarray]:
    """Yield the queries of a learner of the parities of p variables, the products first."""
    if p == 2:
        for places in combinations(range(n), 4):
            yield group_product(places, n)
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


def compare_queries(recorder: Recorder, case: QueryClass) -> None:
    """Compare the queries that the learner needs against the proof's oracle with the bound."""
    n, p, k, W = case["n"], case["p"], case["k"], scale_of(case)
    tolerance, epsilon = recorder.instance["tolerance"], fraction(case["epsilon"])
    near = math.floor(section_4.theorem_q_near(k, W, epsilon, p))
    used = play(case, tolerance, near)
    bound = section_4.theorem_q(n, k, W, epsilon, p, Fraction(tolerance))
    recorder.exact("queries", used, ">=", bound)
    recorder.row(used=used, bound=bound, targets=math.comb(n, p), near=near)


def compare_enough(recorder: Recorder, case: QueryClass, rng: np.random.Generator) -> None:
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
    instance_recorder = recorder.where(epsilon=str(epsilon))
    instance_recorder.exact("enough", loss, "<=", epsilon)
    instance_recorder.where(quantity="queries").exact(
        "enough", int(np.count_nonzero(low)), "==", number
    )


def compare_degree(recorder: Recorder) -> None:
    """Compare the smallest degree of the class with its formula: Theorem C's, and a parity's."""
    k, W, epsilon = _sizes(recorder)
    degree = section_4.theorem_q_degree(k, W, epsilon)
    left = section_3.theorem_c_tail(k, W, degree) / 2
    recorder.exact("degree", left, "<=", epsilon)
    if degree:
        lost = 2 * Fraction(k) ** 2 * W**2 / degree  # of the parity of as many variables
        recorder.where(quantity="a lower degree").exact("degree", lost, ">", epsilon)


def _sizes(recorder: Recorder) -> tuple[int, Root, Fraction]:
    k, W = recorder.instance["k"], Root(recorder.instance["W2"])
    return k, W, fraction(recorder.instance["share"]) * 2 * k**2 * W**2


def compare_exponents(recorder: Recorder) -> None:
    """Compare the two exponents with D/2 and 3D, and the two bounds on Q/τ² with one another."""
    k, W, epsilon = _sizes(recorder)
    exponent = section_4.theorem_q_exponent(k, W, epsilon)
    degree = section_4.theorem_q_degree(k, W, epsilon)
    if exponent <= 1:
        return
    recorder.exact("exponent", exponent / 2, "<=", degree)
    recorder.where(quantity="upper").exact(
        "exponent", 2 * math.floor(exponent) + 1, "<=", 3 * exponent
    )
    for n in (degree + 1, 4 * degree, 64 * degree):
        number, tolerance = section_4.theorem_q_queries(n, k, W, 2 * W, epsilon)
        targets = math.comb(n, degree) - section_4.theorem_q_near(k, W, epsilon, degree)
        upper = Fraction(number) / Fraction(tolerance) ** 2
        recorder.where(n=n).exact("exponent", targets, "<", upper)


def compare_paper(recorder: Recorder) -> None:
    """Check the sizes at Theorem 13's scale, for log₂ s from p to p + 1."""
    p, epsilon = recorder.instance["p"], fraction(recorder.instance["epsilon"])
    for more in (Fraction(0), Fraction(1, 2), Fraction(31, 32)):
        W2 = p + more
        instance_recorder = recorder.where(log2_s=str(W2))
        near = section_4.theorem_q_near(1, Root(W2), epsilon, p)
        instance_recorder.exact("paper-scale", near, "<=", 2 / (2 - epsilon))
        instance_recorder.where(quantity="B²").exact(
            "paper-scale", W2 * (p - 2) ** 2 / Fraction(p), "<=", W2**2
        )
