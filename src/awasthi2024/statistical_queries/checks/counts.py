"""Counts of the parities that one query excludes, and of the parities near one hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.shared.parameters import FewVariables
from awasthi2024.statistical_queries.checks.near_parities import (
    SIX,
    all_characters,
    near_in_squared_loss,
    near_parities,
    squared_loss,
)
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_4
from sparseact.cube import walsh_transform
from sparseact.learning.query_learners import bent_function
from sparseact.learning.statistical_queries import character, correlation, excluded_per_query
from sparseact.randomness import generator

_UNITS = 2**20  # random queries are in multiples of 2^−20


@check("counts", claim="theorem-14", notebook=True)
def measure_counts(
    recorder: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Annotated[int, Ge(1), Le(10)]],
    repeats: Positive,
    tolerances: NonEmpty[PositiveReal],
    blocks: NonEmpty[Annotated[int, Ge(0), Le(9)]],
    exhaustive: FewVariables,
) -> None:
    """Check the counts behind Theorem 14: what a query excludes, parities near a hypothesis.

    For m in `dimensions` all 4^m pairs of parities and points are visited, for `repeats` random
    queries of each kind and random votes. `blocks` are values of j, for bent functions of 2j
    coordinates. `exhaustive` is the largest m at which all ±1-valued hypotheses are taken. The
    table has a row per m, kind of query and tolerance.
    """
    for m in dimensions:
        characters = all_characters(m)
        _compare_distances(recorder, m, characters)
        rng = generator(seed, "statistical_queries", "counts", m)
        kinds = queries_by_kind(m, rng, repeats)
        for kind, queries in kinds.items():
            recorder.rows += compare_queries(
                recorder.where(m=m, query=kind), queries, characters, tolerances
            )
    for j in blocks:
        compare_bent(recorder, j)
    for m in range(1, exhaustive + 1):
        _compare_all_hypotheses(recorder, m)
    for m in dimensions:
        if m > 1:
            rng = generator(seed, "statistical_queries", "votes", m)
            _compare_votes(recorder, m, rng, repeats)
        _compare_losses(recorder, m)


def _compare_distances(recorder: Recorder, m: int, characters: np.ndarray) -> None:
    size = 1 << m
    gram = characters @ characters.T  # 2^m − 2·(points at which they differ)
    unlike = int(np.count_nonzero(gram[~np.eye(size, dtype=bool)]))
    recorder.where(m=m, pairs=size * (size - 1)).exact("half", unlike, "==", 0)


def queries_by_kind(m: int, rng: np.random.Generator, repeats: int) -> dict[str, list[np.ndarray]]:
    """Return queries by kind, each of shape (2, 2^m)."""
    size = 1 << m
    kinds: dict[str, list[np.ndarray]] = {}
    kinds["random"] = [
        rng.integers(-_UNITS, _UNITS + 1, size=(2, size)) / _UNITS for _ in range(repeats)
    ]
    kinds["random signs"] = [rng.choice([-1.0, 1.0], size=(2, size)) for _ in range(repeats)]
    kinds["label 1 alone"] = [
        np.stack([rng.choice([-1.0, 1.0], size=size), np.zeros(size)]) for _ in range(repeats)
    ]
    kinds["vote"] = [correlation(_vote(m, rng)) for _ in range(repeats)]
    kinds["character"] = [correlation(character(int(rng.integers(size)), m))]
    kinds["bent"] = [correlation(bent_function(j, m)) for j in range(m // 2 + 1)]
    return kinds


def _vote(m: int, rng: np.random.Generator) -> np.ndarray:
    """Return the majority vote of a random number of random characters, ±1."""
    weights = np.zeros(1 << m)
    weights[rng.permutation(1 << m)[: int(rng.integers(2, 10))]] = 1.0
    return np.where(walsh_transform(weights) >= 0, 1.0, -1.0)


def compare_queries(
    recorder: Recorder,
    queries: Sequence[np.ndarray],
    characters: np.ndarray,
    tolerances: Sequence[float],
) -> list[dict[str, Any]]:
    """Check queries of one kind, and compare what any of them excludes with the bound.

    The recorder's instance has m and the kind of query, each of shape (2, 2^m). Returns a row of
    the table for each tolerance.
    """
    coefficients = [
        compare_query(recorder.where(repeat=i), query, characters)
        for i, query in enumerate(queries)
    ]
    rows = []
    for tolerance in tolerances:
        instance_recorder = recorder.where(tolerance=tolerance)
        most = max(int(np.count_nonzero(np.abs(c) > tolerance)) for c in coefficients)
        limit = excluded_per_query(tolerance)
        instance_recorder.exact("excluded", most, "<=", limit)
        rows.append({**instance_recorder.instance, "excluded": most, "limit": limit})
    return rows


def compare_query(recorder: Recorder, query: np.ndarray, characters: np.ndarray) -> np.ndarray:
    """Check one query; return its coefficients φ̂_1(S)."""
    size = query.shape[1]
    units = np.rint(query * _UNITS).astype(np.int64)
    phi_1 = (query[0] - query[1]) / 2
    coefficients = walsh_transform(phi_1)
    # In multiples of 2^−21/2^m.
    scaled = [int(c) for c in coefficients * (2 * _UNITS * size)]
    norm = int(((units[0] - units[1]) ** 2).sum())
    left = Fraction(sum(c * c for c in scaled), (2 * _UNITS * size) ** 2)
    right = Fraction(norm, (2 * _UNITS) ** 2 * size)
    # E φ(x, χ_S(x)) by its definition, from the values at the label of each point.
    direct = np.where(characters == 1, units[0], units[1]).sum(axis=1)
    by_transform = int(units.sum()) + np.array(scaled)
    different = int(np.count_nonzero(2 * direct != by_transform))
    recorder.exact("correlation", left, "==", right)
    recorder.exact("correlation", left, "<=", 1)
    recorder.exact("transform", different, "==", 0)
    return coefficients


def compare_bent(recorder: Recorder, j: int) -> None:
    """Check that a bent function excludes as many as any query can, at τ a little below 2^−j."""
    tolerance = 2.0**-j * (1 - 4.0 ** -(j + 1))
    excluded = int(
        np.count_nonzero(np.abs(walsh_transform(bent_function(j, 2 * j + 1))) > tolerance)
    )
    instance_recorder = recorder.where(m=2 * j + 1, j=j, tolerance=tolerance)
    instance_recorder.exact("excluded-sharp", excluded, "==", excluded_per_query(tolerance))


def _compare_all_hypotheses(recorder: Recorder, m: int) -> None:
    size = 1 << m
    tables = 1 - 2 * (np.arange(1 << size)[:, None] >> np.arange(size) & 1)
    near = (3 * (tables @ all_characters(m).T) >= size).sum(axis=1)
    instance_recorder = recorder.where(m=m, hypotheses=len(tables))
    instance_recorder.exact("near", int(near.max()), "==", section_4.near_limit(m))


def _compare_votes(recorder: Recorder, m: int, rng: np.random.Generator, repeats: int) -> None:
    """Check votes of a few parities, which are near to many, and the vote of six."""
    most = max(int(near_parities(_vote(m, rng)).sum()) for _ in range(repeats))
    recorder.where(m=m, hypotheses=repeats).exact("near", most, "<=", section_4.near_limit(m))
    if m > 3:
        near = near_parities(walsh_transform(_indicator(SIX, m)))
        instance_recorder = recorder.where(m=m, hypothesis="the vote of six")
        instance_recorder.exact("near", int(near[list(SIX)].sum()), "==", section_4.near_limit(m))


def _indicator(masks: Sequence[int], m: int) -> np.ndarray:
    values = np.zeros(1 << m)
    values[list(masks)] = 1.0
    return values


def _compare_losses(recorder: Recorder, m: int) -> None:
    """Check what is within 1/3 in the squared loss: of averages of parities, and of ½."""
    size = 1 << m
    for terms in range(1, min(size, 8) + 1):
        total = np.rint(walsh_transform(_indicator(range(terms), m)) * size)
        most = max(int(near_in_squared_loss(total, terms * scale).sum()) for scale in range(1, 5))
        instance_recorder = recorder.where(
            m=m, hypothesis=f"multiples of the sum of {terms} parities"
        )
        instance_recorder.exact("near-squared", most, "<=", section_4.NEAR_LIMIT_SQUARED)
        if terms == 3:
            attained = int(near_in_squared_loss(total, 3).sum())
            instance_recorder = recorder.where(m=m, hypothesis="the mean of three parities")
            instance_recorder.exact("near-squared", attained, "==", section_4.NEAR_LIMIT_SQUARED)
    half = np.full(size, 0.5)
    losses = [squared_loss(half, (1 + character(mask, m)) / 2) for mask in range(size)]
    far = sum(loss > Fraction(1, 3) for loss in losses)
    recorder.where(m=m, hypothesis="1/2", loss=max(losses)).exact("own-loss", far, ">=", 1)
