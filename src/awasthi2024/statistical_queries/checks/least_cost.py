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
from balls import sqrt
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
        here = at(n=2, weights=str([first, second]), b=b, c=c)
        compare_influences(here, network)
        compare_light(here, network)
    targets = {f"parity of {p}": extremal(p, n=4) for p in (1, 2, 3, 4)}
    targets["majority"] = junta([1, 1, 1, -1, 1, -1, -1, -1], [0, 1, 2], 4)
    for name, network in targets.items():
        compare_influences(at(n=4, network=name), network)
        compare_light(at(n=4, network=name), network)
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
    """Return ‖b‖² and ‖c‖²; `few` tells which neurons have little weight on `light` inputs."""
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
    bounds = []
    for heavy in range(1 << n):
        bound = Fraction(0)
        for mask, (true, t) in enumerate(zip(coefficients, sizes, strict=True)):
            bound += (3 * tolerances[t] if weight(mask, heavy) <= d else true) ** 2
        bounds.append(bound)
    at.compare("estimate", error, "<=", min(bounds))
