"""Theorems Q and X: statistical queries for sparse networks under uniform inputs.

The targets are the multiples A_p·χ_S of parities with A_p = 2kβ, where β = W/√p is a dyadic number,
so that all values are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, cycle, product
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024.bounds import section_4
from awasthi2024.constructions import extremal, junta
from balls import Exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal, fraction
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.learning.statistical_queries import character, excluded_per_query
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact

#: A tolerance is smaller by this share than the one that is proved to be enough, for its rounding.
_SLACK = Fraction(1, 2**20)


class Sizes(TypedDict):
    """Sizes of a class, with W = β√p, and a loss ε, a fraction such as 19/10, with p below D."""

    n: Annotated[int, Ge(1), Le(12)]
    p: Positive
    k: Positive
    beta: PositiveReal
    epsilon: str


@check("theorem-q")
def sparse_networks(
    at: Recorder,
    *,
    seed: int,
    classes: NonEmpty[Sizes],
    tolerances: NonEmpty[PositiveReal],
    losses: NonEmpty[str],
    largest: Positive,
) -> None:
    """Compare Theorem Q's bounds with a learner's queries, and with losses, as fractions.

    In each class of `classes` a learner of the parities of p variables queries at `tolerances`
    below ½ against the proof's oracle, through characters and, for p = 2, through functions of four
    variables with four coefficients ±½. Where one hypothesis is near all targets, both sides are 0.
    For the queries that are enough each answer errs by its tolerance, but for a millionth. The
    smallest degree is compared for k²W² up to `largest`, at values `losses` of ε over 2k²W².
    """
    for case in classes:
        here = at(**case)
        compare_enough(here, case, generator(seed, "statistical_queries", "enough", case["n"]))
        for tolerance in tolerances:
            compare_queries(here(tolerance=tolerance), case)
    for square, loss in product(range(1, largest + 1), map(fraction, losses)):
        compare_degree(at(k=1, W2=square, share=str(loss)), loss)
        compare_paper(at(p=square, epsilon=str(2 * loss)), 2 * loss)


def scale_of(case: Sizes) -> Exact:
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
    """Yield the queries of a learner of the parities of p variables, of four variables first."""
    if p == 2:
        for places in combinations(range(n), 4):
            yield group_query(places, n)
    for mask in masks_of_size(n, p):
        yield character(mask, n)


def play(case: Sizes, tolerance: float, near: int) -> int:
    """Return how many queries leave at most `near` targets, where each is answered as for a coin.

    A function of four variables that excludes at most one target is not a query.
    """
    left, used = set(masks_of_size(case["n"], case["p"])), 0
    for half in asked(case["n"], case["p"]):
        if len(left) <= near:
            break
        coefficients = np.abs(walsh_transform(half))
        gone = {mask for mask in left if coefficients[mask] > tolerance}
        if len(gone) > 1 or (gone and np.count_nonzero(coefficients) == 1):
            left -= gone
            used += 1
    return used


def compare_queries(at: Recorder, case: Sizes) -> None:
    """Compare the queries that the learner needs against the proof's oracle with the bound."""
    n, p, k, W = case["n"], case["p"], case["k"], scale_of(case)
    tolerance, epsilon = at["tolerance"], fraction(case["epsilon"])
    near = math.floor(section_4.theorem_q_near(k, W, epsilon, p))
    used = play(case, tolerance, near)
    bound = section_4.theorem_q(n, k, W, epsilon, p, Fraction(tolerance))
    at.compare("queries", used, ">=", bound)
    at.row(used=used, bound=bound, targets=math.comb(n, p), near=near)


def compare_enough(at: Recorder, case: Sizes, rng: np.random.Generator) -> None:
    """Compare the loss from answers that err by the whole tolerance with ε, and the queries.

    On a target at which Theorem C is attained. With p above D the class contains the parities of p
    variables, so ε is chosen for D = p − ½.
    """
    n, p, k, W = case["n"], case["p"], case["k"], scale_of(case)
    B = Fraction(case["beta"]) * abs(p - 2)
    epsilon = 2 * Fraction(k) ** 2 * W**2 / (p - Fraction(1, 2))
    number, proved = section_4.theorem_q_queries(n, k, W, B, epsilon)
    largest = Fraction(float(k) * (float(W) * math.sqrt(n) + float(B)))
    off = largest * Fraction(proved) * (1 - _SLACK)  # of a coefficient
    values = scaled_parity(range(p), k, case["beta"], n).values()
    low = popcounts(n) <= p - 1
    errors = rng.choice([-1, 1], size=1 << n)
    loss = Fraction(0)
    for coefficient, kept, error in zip(walsh_transform(values), low, errors, strict=True):
        missed = int(error) * off if kept else Fraction(float(coefficient))
        loss += missed**2 / 2
    here = at(epsilon=str(epsilon))
    here.compare("enough", loss, "<=", epsilon)
    here(quantity="queries").compare("enough", int(np.count_nonzero(low)), "==", number)


def compare_degree(at: Recorder, share: Fraction) -> None:
    """Compare the smallest degree of the class with its formula: Theorem C's, and a parity's."""
    W = sqrt(Fraction(at["W2"]))
    epsilon = share * 2 * W**2
    degree = section_4.theorem_q_degree(1, W, epsilon)
    at.compare("degree", bounds.theorem_c_tail(1, W, degree) / 2, "<=", epsilon)
    if degree:
        lost = 2 * W**2 / Fraction(degree)  # of the parity of as many variables
        at(quantity="a lower degree").compare("degree", lost, ">", epsilon)


def compare_paper(at: Recorder, epsilon: Fraction) -> None:
    """Compare the sizes at Theorem 13's scale, for log₂ s from p to p + 1."""
    p = at["p"]
    for W2 in (Fraction(p), p + Fraction(1, 2), p + Fraction(31, 32)):
        here = at(log2_s=str(W2))
        near = section_4.theorem_q_near(1, sqrt(W2), epsilon, p)
        here.compare("paper-scale", near, "<=", 2 / (2 - epsilon))
        here(quantity="B²").compare("paper-scale", W2 * (p - 2) ** 2 / p, "<=", W2**2)


@check("theorem-x")
def least_cost(
    at: Recorder,
    *,
    classes: NonEmpty[Sizes],
    tolerances: NonEmpty[PositiveReal],
    tolerance_shares: NonEmpty[str],
    largest: Positive,
) -> None:
    """Compare both sides of the steps of Theorem X, as integers or fractions.

    In `classes` a learner queries with the `tolerances` in turn against the proof's oracle, until
    few parities are left. Exponents of the cost are compared for degrees up to `largest`.
    Influences are compared for the differences of any two neurons with two variables, weights −2, 0
    and 1 and biases −1, 0 and 1, for parities of up to 4 bits and for a majority. The error of the
    learner of (a) is compared for each H, where each answer errs by its whole tolerance;
    `tolerance_shares` are values of c in c·n^(−l/2).
    """
    for case in classes:
        compare_sums(at(**case), case, tolerances)
    for d in range(largest + 1):
        exponent = max(t + section_4.theorem_x_light(t, d) for t in range(d + 1))
        at(d=d).compare("cost", exponent, "==", d)
        least = max(section_4.theorem_x_light(t, d) for t in range(d + 1))
        at(d=d, quantity="tolerance").compare("cost", least, "==", d // 4)
    neurons = list(product(product([-2, 0, 1], repeat=2), [-1, 0, 1]))
    for (first, b), (second, c) in combinations_with_replacement(neurons, 2):
        network = SparseReLUNetwork([first, second], [b, c], [1, -1])
        here = at(n=2, weights=str([first, second]), b=b, c=c)
        compare_influences(here, network)
        compare_light(here, network)
    targets = {f"parity of {p}": extremal(p, n=4) for p in (1, 2, 3, 4)}
    targets["majority"] = junta([1, 1, 1, -1, 1, -1, -1, -1], [0, 1, 2], 4)
    for name, network in targets.items():
        here = at(n=4, network=name)
        compare_influences(here, network)
        compare_light(here, network)
        for d, share in product(range(1, 5), tolerance_shares):
            compare_estimate(here(d=d, c=share), network)


def compare_sums(at: Recorder, case: Sizes, tolerances: Sequence[float]) -> None:
    """Compare Σ(⌈τ⁻²⌉ − 1) of a run against the proof's oracle with the number of targets."""
    n, p, epsilon = case["n"], case["p"], fraction(case["epsilon"])
    near = section_4.theorem_q_near(case["k"], scale_of(case), epsilon, p)
    left, total = set(masks_of_size(n, p)), 0
    targets = len(left)
    for half, tolerance in zip(asked(n, p), cycle(tolerances), strict=False):
        if len(left) <= near:
            break
        coefficients = np.abs(walsh_transform(half))
        left -= {mask for mask in left if coefficients[mask] > tolerance}
        total += excluded_per_query(tolerance)
    at.compare("lower", total, ">=", targets - math.floor(near))
    at.row(sum=total, targets=targets, left=len(left))


def active(network: SparseReLUNetwork) -> np.ndarray:
    """Return which neurons (columns) are active at which points of the cube (rows)."""
    return points(network.n) @ network.w.T > network.b


def compare_influences(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare AS with the sum in which only coordinates that change an active set count 4."""
    on, n = active(network), network.n
    v = network.u[:, None] * network.w
    heavy = [bool((on[np.arange(1 << n) ^ (1 << i)] != on).any()) for i in range(n)]
    weights = (v**2 @ np.where(heavy, 4.0, 1.0)).tolist()
    k = int(on.sum(axis=1).max())
    mean = sum(Fraction(w) * int(c) for w, c in zip(weights, on.sum(axis=0), strict=True)) / 2**n
    sensitivity = average_sensitivity_exact(network.values())
    at.compare("influences", sensitivity, "<=", k * mean)


def compare_light(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare Σ(|T∩H| + 4|T∖H|)ĥ(T)² with 4(kW + ‖b‖ + ‖c‖)², for every ν and ω that matter.

    The square is multiplied out, so that roots of squares are exact and equality is decided.
    """
    n, k = network.n, int(active(network).sum(axis=1).max())
    kW2 = k**2 * network.scale_squared[0]
    v = np.abs(network.u[:, None] * network.w)
    energy = [Fraction(float(c)) ** 2 for c in walsh_transform(network.values())]
    for nu in np.unique(v[v > 0]).tolist():
        light = (v <= nu).all(axis=0)
        heavy = sum(1 << i for i in range(n) if not light[i])
        left = sum(weight(mask, heavy) * e for mask, e in enumerate(energy))
        norms = (v[:, light] ** 2).sum(axis=1)
        for omega2 in {nu**2, *norms[norms > nu**2].tolist(), 2 * norms.max() + nu**2}:
            b2, c2 = crossing_norms(network, light, norms < omega2)
            cross = sqrt(kW2 * b2) + sqrt(kW2 * c2) + sqrt(b2 * c2)
            here = at(nu=nu, omega2=omega2)
            here.compare("light", left, "<=", 4 * (kW2 + b2 + c2 + 2 * cross))
            here(quantity="norm of b").compare("light", b2, "<=", k**2 * Fraction(omega2))


def crossing_norms(
    network: SparseReLUNetwork, light: np.ndarray, few: np.ndarray
) -> tuple[Fraction, Fraction]:
    """Return ‖b‖² and ‖c‖²; `few` marks the neurons that have little weight on `light` inputs."""
    on, v = active(network), np.abs(network.u[:, None] * network.w)
    b2 = c2 = 0.0
    for i in np.flatnonzero(light):
        changed = on[np.arange(len(on)) ^ (1 << i)]
        b2 += (((changed & few) @ v[:, i]) ** 2).sum()
        c2 += (((changed & ~on & ~few) @ v[:, i]) ** 2).sum()
    return Fraction(b2) / len(on), Fraction(c2) / len(on)


def weight(mask: int, heavy: int) -> int:
    """Return |T∩H| + 4|T∖H|."""
    return (mask & heavy).bit_count() + 4 * (mask & ~heavy).bit_count()


def estimated(answer: Fraction, tolerance: Fraction) -> Fraction:
    """Return the learner's estimate of a coefficient: 0 if the answer is below 2τ."""
    return answer if abs(answer) >= 2 * tolerance else Fraction(0)


def compare_estimate(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare the error of the learner of (a) with its bound, for every set H of coordinates.

    Each answer errs by the whole tolerance, up and down. As √4 = 2, all tolerances are fractions.
    """
    n, d, c = network.n, at["d"], fraction(at["c"])
    coefficients = [Fraction(float(v)) for v in walsh_transform(network.values())]
    sizes = [mask.bit_count() for mask in range(1 << n)]
    tolerances = [c / 2 ** section_4.theorem_x_light(t, d) for t in range(d + 1)]
    error = Fraction(0)
    for true, t in zip(coefficients, sizes, strict=True):
        guesses = [Fraction(0)]  # for more than d variables
        if t <= d:
            tau = tolerances[t]
            guesses = [estimated(true + e * tau, tau) for e in (-1, 1)]
        error += max((guess - true) ** 2 for guess in guesses)

    def bound(heavy: int) -> Fraction:
        parts = enumerate(zip(coefficients, sizes, strict=True))
        errors = (3 * tolerances[t] if weight(T, heavy) <= d else true for T, (true, t) in parts)
        return sum((error**2 for error in errors), Fraction(0))

    at.compare("estimate", error, "<=", min(map(bound, range(1 << n))))
