"""Members of the class that answer membership queries: the search for large coefficients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from awasthi2024.outside_claims.checks.goldreich_levin import (
    Query,
    estimated_coefficients,
    large_coefficients,
)
from awasthi2024.outside_claims.parameters import QueriedTarget
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    BelowHalf,
    Distinct,
    NonEmpty,
    OpenProbability,
    Positive,
    Probability,
)
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import digest
from sparseact.constructions import forest, junta
from sparseact.cube import walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


class Target(NamedTuple):
    """What answers the queries.

    Attributes
    ----------
    query : callable
    coefficients : dict of int to float
        Fourier coefficients of the mean answer other than 0, by mask.
    size : float
        Bound on the answers.
    grid : float
        The coefficients are multiples of it, and it is the threshold of the search.
    """

    query: Query
    coefficients: Mapping[int, float]
    size: float
    grid: float


@check("queries", claim="digest-queries")
def measure_queries(
    whole: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    targets: NonEmpty[QueriedTarget],
    noise: BelowHalf,
    delta: OpenProbability,
    trials: Positive,
    shares: Distinct[Probability],
    curve_trials: Positive,
) -> None:
    """Search for the large coefficients of random targets, with the number of queries proved.

    Every trial has a fresh target. An answer of a noisy parity has the wrong sign with probability
    `noise`, again for each query. Of `delta` half is for the search, half for the coefficients.
    `shares` of the proved number of queries at a coordinate, with `curve_trials` trials each, are
    for the figure. The table has a row per target and share; the share 1 is the check's.
    """
    share_of_level = level / (2 * len(targets))
    for target in targets:
        record = whole.where(**target)
        for share, number in ((1.0, trials), *((share, curve_trials) for share in shares)):
            found = learned = most = queries = 0
            for trial in range(number):
                rng = generator(seed, "digest", "queries", *target.values(), share, trial)
                drawn = draw_target(target["kind"], target["n"], target["p"], noise, rng)
                run = _run(drawn, target["n"], delta, share, rng)
                found += run.found
                learned += run.learned
                most = max(most, run.most_followed)
                queries = max(queries, run.queries)
            low, high = clopper_pearson(found, number, share_of_level)
            record.row(
                share=share,
                trials=number,
                found=found,
                low=low,
                high=high,
                learned=learned,
                queries=queries,
                most_followed=most,
            )
            if share == 1:
                _check(record, drawn, delta, queries)
                record.rate("found", found, number, ">=", 1 - delta / 2, level=share_of_level)
                record.rate("learned", learned, number, ">=", 1 - delta, level=share_of_level)


def _check(recorder: Recorder, target: Target, delta: float, asked: int) -> None:
    """Hold the most queries that a trial asked against their bound; all trials have the same."""
    n, grid, size = recorder.instance["n"], target.grid, target.size
    search = 2 * n * digest.search_samples(n, grid, size, delta / 2)
    more = digest.coefficient_samples(grid, size, grid, delta / 2)
    recorder.exact("counted", asked, "<=", search + more)


class _Run(NamedTuple):
    found: bool
    learned: bool
    queries: int
    most_followed: int


def _run(target: Target, n: int, delta: float, share: float, rng: np.random.Generator) -> _Run:
    """Search, then learn the coefficients; `share` of the proved number of pairs is used."""
    threshold, size = target.grid, target.size
    asked = 0

    def query(x: np.ndarray) -> np.ndarray:
        nonlocal asked
        asked += len(x)
        return target.query(x)

    samples = max(1, int(share * digest.search_samples(n, threshold, size, delta / 2)))
    search = large_coefficients(query, n, threshold, samples, rng)
    more = digest.coefficient_samples(threshold, size, target.grid, delta / 2)
    means = estimated_coefficients(query, n, search.masks, more, rng)
    rounded = np.rint(means / target.grid) * target.grid
    learned = {mask: v for mask, v in zip(search.masks, rounded.tolist(), strict=True) if v}
    # All coefficients that are not 0 reach the threshold.
    right = set(search.masks) == set(target.coefficients)
    return _Run(right, learned == dict(target.coefficients), asked, search.most_followed)


def draw_target(kind: str, n: int, p: int, noise: float, rng: np.random.Generator) -> Target:
    """Return a random target.

    - "parity", "noisy parity": of p of n variables, as a 1-sparse network of 2^p neurons.
    - "junta": a random function of p of n variables, likewise.
    - "forest": the sum of two decision trees of depth p, 2-sparse, on n ≤ 24 variables.
    """
    if kind == "forest":
        network = forest(2, p, n, rng)
        coefficients = walsh_transform(network.values())
        masks = np.flatnonzero(coefficients)
        found = {int(mask): float(coefficients[mask]) for mask in masks}
        return Target(network, found, 2.0, 2.0 ** (1 - p))
    variables = sorted(rng.choice(n, size=p, replace=False).tolist())
    if kind == "junta":
        table, grid = rng.choice([-1.0, 1.0], size=2**p), 2.0 ** (1 - p)
    else:
        table, grid = 1.0 - 2.0 * (np.bitwise_count(np.arange(2**p)) & 1), 1.0
    network = junta(table, variables, n)
    small = walsh_transform(table)
    found = {
        sum(1 << variables[i] for i in range(p) if mask >> i & 1): float(small[mask])
        for mask in range(2**p)
        if small[mask]
    }
    if kind != "noisy parity":
        return Target(network, found, 1.0, grid)
    scale = 1 - 2 * noise
    scaled = {mask: scale * value for mask, value in found.items()}
    return Target(_noisy(network, noise, rng), scaled, 1.0, scale)


def _noisy(network: SparseReLUNetwork, noise: float, rng: np.random.Generator) -> Query:
    def query(x: np.ndarray) -> np.ndarray:
        return np.where(rng.random(len(x)) < noise, -1.0, 1.0) * network(x)

    return query
