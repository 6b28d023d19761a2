"""Queries that learners need for parities as networks: sparse on the lift, and dense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024 import constructions
from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import lift, lifted_parity
from awasthi2024.constructions.query_learners import SpectrumLearner
from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.statistical_queries.checks.games import Run, ask_once, run_game, runs
from awasthi2024.statistical_queries.parameters import DenseGame, LiftedGame, OracleDimension
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points, popcounts
from sparseact.network import SparseReLUNetwork


@check("theorem-3a")
def lifted(
    at: Recorder,
    *,
    seed: int,
    max_m: Annotated[int, Ge(1), Le(10)],
    one_query: Natural,
    games: NonEmpty[LiftedGame],
    limit: Natural,
) -> None:
    """Check the first part of Theorem 3: lifted parities are hard for statistical queries.

    m = 1..max_m: all S and all y. The learner with one query runs for m up to `one_query`. The rest
    is as for `queries`. The table has a row per run.
    """
    for m in range(1, max_m + 1):
        compare_reduction(at, m)
    for m in range(1, one_query + 1):
        at.rows.append(compare_one_query(at(m=m, n=m * m), "introduction", m))
    for game in games:
        for m, tolerance, repeat in runs(game):
            run = run_game(seed, game, m, tolerance, repeat, limit)
            at.rows.append(compare_lifted_run(at, run, limit))


def compare_one_query(at: Recorder, statement: str, bits: int) -> dict[str, Any]:
    """Compare the queries at the tolerance 2^(−2·bits−1) with 2; return the table's row."""
    tolerance, used = ask_once(bits)
    instance_recorder = at(tolerance=tolerance, learner=SpectrumLearner.name)
    instance_recorder(tau=tolerance, p=bits).compare(statement, used, ">=", 2)
    return {**instance_recorder.instance, "queries": used, "succeeded": True}


def compare_lifted_run(at: Recorder, run: Run, limit: int) -> dict[str, Any]:
    """Compare a run with Theorem 3; return the table's row."""
    m = run.instance["m"]
    _compare_dichotomy(at(**run.instance, n=m * m), "printed", run.used, m)
    return {**run.row(limit), "n": m * m}


def _compare_dichotomy(at: Recorder, statement: str, used: int | None, bits: int) -> None:
    """Compare q with (5/8)·2^(p/3), cubed, for a run that ended with τ > 2^(−p/3), p ≥ 4."""
    large = Fraction(at["tolerance"]) ** 3 * 2**bits > 1
    if used is not None and bits >= 4 and large:
        at.compare(statement, used**3, ">", section_4.theorem_3a_cubed(bits))


def subset_of(mask: int, m: int) -> list[int]:
    """Return the set whose members are the bits of `mask`."""
    return [i for i in range(m) if mask >> i & 1]


def compare_reduction(at: Recorder, m: int) -> None:
    """Check the network of every S at every lift(y): value, sparsity, size and scale."""
    y = points(m)
    x = lift(y)
    printed = set()
    right = active = neurons = 0
    W2 = B2 = Fraction(0)
    for mask in range(1 << m):
        subset = subset_of(mask, m)
        network = lifted_parity(subset, m)
        require_exact(network)
        even = (y[:, subset] == -1).sum(axis=1) % 2 == 0
        right += int((network(x) == even).sum())
        active = max(active, network.max_active(x)[1])
        neurons = max(neurons, network.s)
        W2, B2 = (max(pair) for pair in zip((W2, B2), network.scale_squared, strict=True))
        if m <= 6:
            printed.add(lifted_parity(subset, m, as_printed=True)(x).tobytes())
    instance_recorder = at(m=m, n=m * m, subsets=1 << m)
    instance_recorder(quantity="right values").compare("reduction", right, "==", 4**m)
    instance_recorder(quantity="active neurons").compare("reduction", active, "<=", 1)
    instance_recorder(quantity="neurons").compare("reduction", neurons, "<=", m // 2 + 1)
    # W ≤ √20·n^(3/4) and B ≤ 4n, squared; |u| is at most 2.
    instance_recorder(quantity="W²").compare("scale", W2, "<=", 4 * section_4.parity_norm(m))
    instance_recorder(quantity="B²").compare("scale", B2, "<=", 4 * section_4.parity_bias(m) ** 2)
    if m <= 6:
        instance_recorder.compare("printed-sum", len(printed), "==", 1 << m)


@check("intro-dense-sq")
def dense(
    at: Recorder,
    *,
    seed: int,
    max_n: Annotated[int, Ge(1), Le(10)],
    one_query: Natural,
    dimensions: NonEmpty[OracleDimension],
    sizes: NonEmpty[Positive],
    games: NonEmpty[DenseGame],
    limit: Natural,
) -> None:
    """Check §1 on dense networks: they compute parities, so queries do not learn them.

    `max_n` is the largest n at which all subsets are visited. All inputs are visited too. The
    learner with one query runs for n up to `one_query`. `sizes` are numbers s of bits of the
    adversary's first parities. At most s of n bits are in each, and n is in `dimensions`. The rest
    is as for `queries`, but these learners draw nothing. The table has a row per run.
    """
    for n in range(1, max_n + 1):
        for size in range(n + 1):
            compare_dense(at, n, size)
    for n in range(1, one_query + 1):
        compare_one_query(at(n=n, s=n), "printed", n)
    for game in games:
        for n in dimensions:
            for s in sizes:
                for tolerance in game["tolerances"]:
                    instance_recorder = at(n=n, s=s, tolerance=tolerance, learner=game["learner"])
                    at.rows.append(compare_dense_game(instance_recorder, seed, game, limit))


def dense_parity_of(subset: Sequence[int], n: int) -> SparseReLUNetwork:
    """Return the parity of the number of −1s in the subset as a network of max(1, |S|) neurons."""
    size = len(subset)
    if not size:
        return SparseReLUNetwork(np.zeros((1, n)), np.zeros(1), np.zeros(1))
    small = constructions.dense_parity(size)
    w = np.zeros((size, n))
    w[:, list(subset)] = small.w
    return SparseReLUNetwork(w, small.b, small.u)


def compare_dense(at: Recorder, n: int, size: int) -> None:
    """Check the networks of the parities of `size` of n bits: values and number of neurons."""
    x = points(n)
    right = neurons = count = 0
    for mask in np.flatnonzero(popcounts(n) == size).tolist():
        subset = subset_of(mask, n)
        network = dense_parity_of(subset, n)
        require_exact(network)
        odd = (x[:, subset] == -1).sum(axis=1) % 2
        right += int((network.values() == odd).sum())
        neurons = max(neurons, network.s)
        count += 1
    instance_recorder = at(n=n, size=size, subsets=count)
    instance_recorder(quantity="right values").compare("parities", right, "==", count << n)
    instance_recorder(quantity="neurons").compare("parities", neurons, "<=", max(1, size))


def compare_dense_game(
    at: Recorder, seed: int, game: Mapping[str, Any], limit: int
) -> dict[str, Any]:
    """Play against the parities of at most s of n bits, all of which size s computes.

    The recorder's instance has n, s, the tolerance and the learner. Returns the table's row.
    """
    n, s, tolerance = (at[key] for key in ("n", "s", "tolerance"))
    concepts = popcounts(n) <= s
    run = run_game(seed, {**game, "degree": s}, n, tolerance, 0, limit, concepts)
    bits = min(n, s)
    instance_recorder = at(parities=int(concepts.sum()))
    _compare_dichotomy(instance_recorder, "corrected", run.used, bits)
    _compare_dichotomy(instance_recorder(tau=tolerance, p=bits), "printed", run.used, bits)
    return {**run.row(limit), **instance_recorder.instance, "bits": bits}
