"""Members of the class that answer membership queries: the search for large coefficients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from awasthi2024.digest.checks.goldreich_levin import (
    Query,
    estimated_coefficients,
    large_coefficients,
)
from awasthi2024.digest.parameters import QueriedTarget
from paperclaims.checks.binomial import clopper_pearson
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    BelowHalf,
    NonEmpty,
    OpenProbability,
    Positive,
)
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import digest
from sparseact.constructions import forest, junta
from sparseact.cube import walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


class Target(NamedTuple):
    """A target that answers queries, with answers of at most `size`.

    `coefficients` are the Fourier coefficients of the mean answer other than 0, by mask. They are
    multiples of `grid`, which is the threshold of the search.
    """

    query: Query
    coefficients: Mapping[int, float]
    size: float
    grid: float


@check("queries", claim="digest-queries")
def measure_queries(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    targets: NonEmpty[QueriedTarget],
    noise: BelowHalf,
    delta: OpenProbability,
    trials: Positive,
) -> None:
    """Search for the large coefficients of random targets, with the number of queries proved.

    `targets` are kinds of target, with sizes n, p. Every trial has a fresh target. `noise` is the
    probability of a noisy parity's wrong sign. It is drawn again for each query. Of `delta` half is
    for the search, half for the coefficients. The table has a row per target.
    """
    share = level / (2 * len(targets))
    for target in targets:
        instance_recorder, n = recorder.where(**target), target["n"]
        runs = []
        for trial in range(trials):
            # 1.0: the share of the proved number of queries that is made.
            rng = generator(seed, "digest", "queries", *target.values(), 1.0, trial)
            drawn = draw_target(target["kind"], n, target["p"], noise, rng)
            runs.append(_run(drawn, n, delta, rng))
        searched, learned = (sum(run[i] for run in runs) for i in range(2))
        low, high = clopper_pearson(searched, trials, share)
        queries, followed = (max(run[i] for run in runs) for i in (2, 3))
        instance_recorder.row(
            trials=trials, found=searched, low=low, high=high, learned=learned, queries=queries,
            most_followed=followed,
        )  # fmt: skip
        grid, size = drawn.grid, drawn.size  # equal in all trials
        search = 2 * n * digest.search_samples(n, grid, size, delta / 2)
        more = digest.coefficient_samples(grid, size, grid, delta / 2)
        instance_recorder.exact("counted", queries, "<=", search + more)
        instance_recorder.rate("found", searched, trials, ">=", 1 - delta / 2, level=share)
        instance_recorder.rate("learned", learned, trials, ">=", 1 - delta, level=share)


def _run(
    target: Target, n: int, delta: float, rng: np.random.Generator
) -> tuple[bool, bool, int, int]:
    """Search, then learn the coefficients: were they found, and learned, by how many queries."""
    threshold, size = target.grid, target.size
    queries = 0

    def query(x: np.ndarray) -> np.ndarray:
        nonlocal queries
        queries += len(x)
        return target.query(x)

    samples = digest.search_samples(n, threshold, size, delta / 2)
    search = large_coefficients(query, n, threshold, samples, rng)
    more = digest.coefficient_samples(threshold, size, target.grid, delta / 2)
    means = estimated_coefficients(query, n, search.masks, more, rng)
    rounded = np.rint(means / target.grid) * target.grid
    learned = {mask: v for mask, v in zip(search.masks, rounded.tolist(), strict=True) if v}
    # All coefficients that are not 0 reach the threshold.
    right = set(search.masks) == set(target.coefficients)
    return right, learned == dict(target.coefficients), queries, search.most_followed


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
        spectrum = {int(mask): float(coefficients[mask]) for mask in masks}
        return Target(network, spectrum, 2.0, 2.0 ** (1 - p))
    variables = sorted(rng.choice(n, size=p, replace=False).tolist())
    if kind == "junta":
        table, grid = rng.choice([-1.0, 1.0], size=2**p), 2.0 ** (1 - p)
    else:
        table, grid = 1.0 - 2.0 * (np.bitwise_count(np.arange(2**p)) & 1), 1.0
    network = junta(table, variables, n)
    small = walsh_transform(table)
    spectrum = {
        sum(1 << variables[i] for i in range(p) if mask >> i & 1): float(small[mask])
        for mask in range(2**p)
        if small[mask]
    }
    if kind != "noisy parity":
        return Target(network, spectrum, 1.0, grid)
    scale = 1 - 2 * noise
    scaled = {mask: scale * value for mask, value in spectrum.items()}
    return Target(_noisy(network, noise, rng), scaled, 1.0, scale)


def _noisy(network: SparseReLUNetwork, noise: float, rng: np.random.Generator) -> Query:
    def query(x: np.ndarray) -> np.ndarray:
        return np.where(rng.random(len(x)) < noise, -1.0, 1.0) * network(x)

    return query
