"""Membership queries, exactly: restricted weights, what no query tells, and what queries save."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np

from awasthi2024.outside_claims.checks.neurons import equal_weights_spectrum
from awasthi2024.outside_claims.parameters import WideParity
from awasthi2024.shared.active_sets import matched_share, same_functions
from awasthi2024.shared.parameters import Dimension, FewVariables
from paperclaims.checks.comparison import dyadic
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import digest, section_2
from sparseact.constructions import decision_tree, forest
from sparseact.cube import dimension, points, transform_in_place
from sparseact.quadratic_lift import lift, lifted_parity
from sparseact.randomness import generator

_CLAIM = "digest-queries"


@check("exact_queries", claim=_CLAIM)
def measure_exact_queries(
    recorder: Recorder,
    *,
    seed: int,
    patterns: NonEmpty[FewVariables],
    dimensions: NonEmpty[Dimension],
    thresholds: NonEmpty[PositiveReal],
    lifted: NonEmpty[Positive],
    parities: NonEmpty[WideParity],
    delta: OpenProbability,
    equal: NonEmpty[Positive],
    threshold: PositiveReal,
) -> None:
    """Check what needs no estimate.

    For p in `patterns` two networks compute one function of p ≥ 1 bits. For n ≥ 4 in `dimensions`
    the restricted weights of a tree and a forest of depth 2 are computed by two routes and
    searched, at `thresholds`. For m in `lifted` the parities of all S ⊆ [m] are taken on the lift.
    `parities` say what as many samples as queries give the low-degree learner, at failure
    probability `delta`. `equal` are even values of n for (x_1 + … + x_n)/√n, searched at
    `threshold`. The table has a row for each parity.
    """
    for p in patterns:
        _check_patterns(recorder, p)
    for n in dimensions:
        rng = generator(seed, "digest", "restricted", n)
        for name, network in (
            ("tree", decision_tree(2, n, rng)),
            ("forest", forest(2, 2, n, rng)),
        ):
            _check_restricted(recorder.where(target=name, n=n), network.values(), thresholds)
    for m in lifted:
        _check_lifted(recorder.where(m=m), m)
    recorder.rows += [_check_averages(recorder, case["n"], case["p"], delta) for case in parities]
    for n in equal:
        _check_equal(recorder.where(n=n, threshold=threshold), n, threshold)


def _check_patterns(recorder: Recorder, p: int) -> None:
    """Compare the active sets of networks that no query tells apart."""
    x = points(p)
    for name, one, other in same_functions(p):
        at = recorder.where(pair=name, p=p, s=one.s)
        at.exact("alike", int(np.count_nonzero(one(x) != other(x))), "==", 0)
        share = matched_share(one.active(x), other.active(x))
        at.exact("printed", dyadic(share, is_exact=len(x) == 2**p), "==", 1)


def restricted_weights(values: np.ndarray, j: int) -> list[Fraction]:
    """Return E_z (E_y h(y, z) χ_α(y))² for each α ⊆ [j], from the values of h, in fractions.

    The values must be integers.
    """
    n = dimension(values)
    rows = np.array(values, dtype=np.int64).reshape(-1, 1 << j)
    for row in rows:
        transform_in_place(row)
    return [Fraction(sum(int(v) ** 2 for v in column), 2 ** (n + j)) for column in rows.T]


def summed_weights(values: np.ndarray, j: int) -> list[Fraction]:
    """Return Σ_{T∩[j]=α} ĥ(T)² for each α ⊆ [j], from the coefficients, in fractions."""
    n = dimension(values)
    coefficients = np.array(values, dtype=np.int64)
    transform_in_place(coefficients)
    sums = [0] * (1 << j)
    for mask, v in enumerate(coefficients.tolist()):
        sums[mask & ((1 << j) - 1)] += v * v
    return [Fraction(total, 4**n) for total in sums]


def exact_search(values: np.ndarray, threshold: Fraction) -> tuple[list[int], int]:
    """Return the sets of weight at least threshold² by the search, and the most it followed."""
    n = dimension(values)
    kept, most = [0], 0
    for j in range(1, n + 1):
        weights = restricted_weights(values, j)
        candidates = [alpha | bit << (j - 1) for alpha in kept for bit in (0, 1)]
        kept = [alpha for alpha in candidates if weights[alpha] >= threshold**2]
        most = max(most, len(kept))
    return sorted(kept), most


def _check_restricted(recorder: Recorder, values: np.ndarray, thresholds: NonEmpty[float]) -> None:
    n = dimension(values)
    integers = values.astype(np.int64)
    if not np.array_equal(integers, values):
        raise ValueError("the restricted weights are those of integer values")
    unlike = sum(
        a != b
        for j in range(n + 1)
        for a, b in zip(restricted_weights(values, j), summed_weights(values, j), strict=True)
    )
    recorder.exact("restricted", unlike, "==", 0)
    squares = summed_weights(values, n)
    mean_square = Fraction(int(np.sum(integers**2)), 2**n)
    for threshold in map(Fraction, thresholds):
        at = recorder.where(threshold=float(threshold))
        found, most = exact_search(values, threshold)
        large = [mask for mask, square in enumerate(squares) if square >= threshold**2]
        at.exact("exact-search", len(set(found) ^ set(large)), "==", 0)
        at.exact("followed", most * threshold**2, "<=", mean_square)


def _check_lifted(recorder: Recorder, m: int) -> None:
    """Find each S by m + 1 queries at lifted points: (1, …, 1), and one −1."""
    y = 1 - 2 * np.vstack([np.zeros((1, m), dtype=np.int8), np.eye(m, dtype=np.int8)])
    x = lift(y)
    wrong = 0
    for size in range(m + 1):
        for subset in itertools.combinations(range(m), size):
            answers = lifted_parity(subset, m)(x)
            found = tuple(np.flatnonzero(answers[1:] != answers[0]).tolist())
            wrong += found != subset
    recorder.where(queries=len(x), sets=2**m).exact("lifted", wrong, "==", 0)


def _check_averages(recorder: Recorder, n: int, p: int, delta: float) -> dict[str, float]:
    """Give the low-degree learner as many samples as the search for a parity makes queries."""
    queries = 2 * n * digest.search_samples(n, 1, 1, delta)
    error = digest.averages_error(n, p, Fraction(1), Fraction(1), queries)
    recorder.where(n=n, p=p, samples=queries).exact("samples", error, ">=", 1)
    return {"n": n, "p": p, "queries": queries, "monomials": section_2.n_monomials(n, p),
            "averages_error": float(error)}  # fmt: skip


def _check_equal(recorder: Recorder, n: int, threshold: float) -> None:
    """Compare the weight of small coefficients of σ(x_1 + … + x_n)/√n, and degree 2's error."""
    weights = [weight / n for weight in equal_weights_spectrum(n)]
    variance = sum(weights[1:], Fraction(0))
    limit = Fraction(threshold) ** 2
    small = sum((w for t, w in enumerate(weights) if w < limit * math.comb(n, t)), Fraction(0))
    recorder.exact("spread", small, ">=", variance / 4)
    recorder.exact("spread-degree", sum(weights[3:], Fraction(0)), "<=", variance / 20)
