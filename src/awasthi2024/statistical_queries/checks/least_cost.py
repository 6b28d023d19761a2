"""Theorem X: the cost of statistical queries of several tolerances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, cycle, product

import numpy as np

from awasthi2024.bounds import section_4
from awasthi2024.constructions import extremal, junta
from awasthi2024.statistical_queries.checks import sparse_networks
from awasthi2024.statistical_queries.parameters import QueryClass
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal, fraction
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


@check("theorem-x")
def least_cost(
    at: Recorder,
    *,
    classes: NonEmpty[QueryClass],
    tolerances: NonEmpty[PositiveReal],
    tolerance_shares: NonEmpty[str],
    largest: Positive,
) -> None:
    """Check the steps of Theorem X.

    In `classes` a learner queries with the `tolerances` in turn, until few parities are left.
    `tolerance_shares` are values of c in the tolerances c·n^(−l/2) of the learner of (a), for
    networks on four variables. Exponents of the cost are compared for degrees up to `largest`.
    """
    for case in classes:
        compare_sums(at(**case), case, tolerances)
    for d in range(largest + 1):
        exponent = max(t + section_4.theorem_x_light(t, d) for t in range(d + 1))
        at(d=d).compare("cost", exponent, "==", d)
        least = max(section_4.theorem_x_light(t, d) for t in range(d + 1))
        at(d=d, quantity="tolerance").compare("cost", least, "==", d // 4)
    rows = list(product([-2, 0, 1], repeat=2))
    for (first, b), (second, c) in combinations_with_replacement(
        list(product(rows, [-1, 0, 1])), 2
    ):
        network = SparseReLUNetwork(
            np.array([first, second], float), np.array([b, c], float), np.array([1.0, -1.0])
        )
        compare_influences(at(n=2, weights=str([first, second]), b=b, c=c), network)
    targets = {f"parity of {p}": extremal(p, n=4) for p in (1, 2, 3, 4)}
    targets["majority"] = junta([1, 1, 1, -1, 1, -1, -1, -1], [0, 1, 2], 4)
    for name, network in targets.items():
        compare_influences(at(n=4, network=name), network)
        for d, share in product(range(1, 5), tolerance_shares):
            compare_estimate(at(n=4, network=name, d=d, c=share), network)


def compare_sums(at: Recorder, case: QueryClass, tolerances: Sequence[float]) -> None:
    """Compare Σ(⌈τ⁻²⌉ − 1) of a run against the proof's oracle with the number of targets."""
    n, p, epsilon = case["n"], case["p"], fraction(case["epsilon"])
    near = section_4.theorem_q_near(case["k"], sparse_networks.scale_of(case), epsilon, p)
    left, total = set(sparse_networks.masks_of_size(n, p)), 0
    targets = len(left)
    for half, tolerance in zip(sparse_networks.asked(n, p), cycle(tolerances), strict=False):
        if len(left) <= near:
            break
        coefficients = np.abs(walsh_transform(half))
        left -= {mask for mask in left if coefficients[mask] > tolerance}
        total += section_4.excluded_by(Fraction(tolerance))
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
    weights = (v**2 @ heavy_weights(heavy)).tolist()
    k = int(on.sum(axis=1).max())
    mean = sum(Fraction(w) * int(c) for w, c in zip(weights, on.sum(axis=0), strict=True)) / 2**n
    sensitivity = average_sensitivity_exact(network.values())
    at.compare("influences", sensitivity, "<=", k * mean)


def heavy_weights(heavy: Sequence[bool]) -> np.ndarray:
    """Return 4 for each coordinate whose change changes an active set, and 1 for each other."""
    return np.where(heavy, 4.0, 1.0)


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
    tolerances = [c / 2 ** section_4.theorem_x_light(t, d) if t <= d else None for t in sizes]
    error = Fraction(0)
    for true, tau in zip(coefficients, tolerances, strict=True):
        guesses = (
            [Fraction(0)] if tau is None else [estimated(true + e * tau, tau) for e in (-1, 1)]
        )
        error += max((guess - true) ** 2 for guess in guesses)
    bounds = []
    for heavy in range(1 << n):
        bound = Fraction(0)
        for mask, (true, tau) in enumerate(zip(coefficients, tolerances, strict=True)):
            weight = (mask & heavy).bit_count() + 4 * (mask & ~heavy).bit_count()
            bound += 9 * tau**2 if weight <= d and tau is not None else true**2
        bounds.append(bound)
    at.compare("estimate", error, "<=", min(bounds))
