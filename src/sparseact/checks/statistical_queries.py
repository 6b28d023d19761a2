"""Checks of the statistical-query lower bounds of §1 and §4, and of what breaks them.

b = χ_S(x) = ±1 is the label and φ_1(x) = ½(φ(x, 1) − φ(x, −1)) the part of a
query that it enters. Queries are in multiples of 2^−30, so every comparison
that decides a verdict is one of integers or fractions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from sparseact import constructions
from sparseact.binomial import clopper_pearson
from sparseact.comparison import Measurement, Record, compare, compare_rate
from sparseact.cube import InexactError, points, popcounts, walsh_transform
from sparseact.learning.parity import full_rank_probability, solve_parity
from sparseact.learning.statistical_queries import (
    AdversarialOracle,
    BlockLearner,
    GradientLearner,
    HonestOracle,
    LowDegreeLearner,
    SpectrumLearner,
    SQLearner,
    SQOracle,
    VotingLearner,
    bent_function,
    character,
    correlation,
    excluded_per_query,
    play,
)
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import (
    DenseGame,
    FewVariables,
    LiftedGame,
    Natural,
    NonEmpty,
    NonNegative,
    OpenProbability,
    OracleDimension,
    Pair,
    Positive,
    PositiveReal,
    Probability,
    QueryGame,
    TargetGame,
)
from sparseact.quadratic_lift import lift, lifted_parity
from sparseact.randomness import generator, nearly_normal
from sparseact.reproducible import Adam, mean_square, network_values

_UNITS = 2**20  # random queries are in multiples of 2^−20
_WITNESS = 2.0**53  # answers are compared with expectations in multiples of 2^−53
_ROUNDING = 1e-9  # values of a least-squares fit below this are 0 but for rounding

#: Six sets whose characters, of four or more coordinates, one majority vote comes near to.
SIX = (0, 1, 2, 4, 8, 15)

#: c with 2^m − L_m ≥ c·2^m for all m ≥ 1, and for all m ≥ 4.
CONSTANT, LARGE_CONSTANT = Fraction(1, 4), Fraction(5, 8)

# ------------------------------------------------------------ near parities


def near_limit(m: int) -> int:
    """Return L_m: how many parities one hypothesis can be within classification error 1/3 of.

    docs/proofs-statistical_queries.md, 4.
    """
    return 1 if m == 1 else 3 if m <= 3 else 6


def near_parities(hypothesis: np.ndarray) -> np.ndarray:
    """Return which S have Pr[sign g ≠ χ_S] ≤ 1/3, for g on the cube; (2^m,) bool by mask."""
    signs = np.where(hypothesis >= 0, 1.0, -1.0)
    return 3 * walsh_transform(signs) >= 1  # dyadic: exact


def near_in_squared_loss(numerators: np.ndarray, denominator: int) -> np.ndarray:
    """Return which S have ½E(g − χ_S)² ≤ 1/3, for g = integers/denominator; (2^m,) bool."""
    g = numerators.astype(np.int64)
    inner = np.rint(walsh_transform(g) * len(g)).astype(np.int64)
    # E(g − χ)² = E g² − 2E gχ + 1, times denominator²·2^m.
    distance = int((g * g).sum()) - 2 * denominator * inner + denominator**2 * len(g)
    return 3 * distance <= 2 * denominator**2 * len(g)


def squared_loss(values: np.ndarray, labels: np.ndarray) -> Fraction:
    """Return ½E(g − f)² from dyadic values on the cube, by its definition."""
    terms = [
        (Fraction(float(v)) - Fraction(float(f))) ** 2 for v, f in zip(values, labels, strict=True)
    ]
    return sum(terms, Fraction(0)) / (2 * len(terms))


# ------------------------------------------------------------------- counts


def measure_counts(
    *,
    seed: int,
    dimensions: NonEmpty[Annotated[int, Ge(1), Le(10)]],
    repeats: Positive,
    tolerances: NonEmpty[PositiveReal],
    blocks: NonEmpty[Annotated[int, Ge(0), Le(9)]],
    exhaustive: FewVariables,
) -> Measurement:
    """Check the counts behind Theorem 14: what a query excludes, what a hypothesis is near to.

    Parameters
    ----------
    seed : int
        Draws queries and votes.
    dimensions : sequence of int
        Values of m, at most 10: all 4^m pairs of parities and points are visited.
    repeats : int
        Random queries of each kind, and random votes.
    tolerances : sequence of float
    blocks : sequence of int
        Values of j: bent functions of 2j coordinates.
    exhaustive : int
        All ±1-valued hypotheses for m up to this, at most 4.

    Returns
    -------
    Measurement
        The table has a row per m, kind of query and tolerance.
    """
    if max(dimensions) > 10 or exhaustive > 4:
        raise ValueError(
            f"counts: dimensions up to {max(dimensions)} and exhaustive = {exhaustive}; "
            "allowed are at most 10 and 4"
        )
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m in dimensions:
        characters = _characters(m)
        records += _check_distances(m, characters)
        rng = generator(seed, "statistical_queries", "counts", m)
        kinds = _kinds(m, rng, repeats)
        for kind, queries in kinds.items():
            coefficients = []
            for query in queries:
                more, found = _check_query({"m": m, "query": kind}, query, characters)
                records += more
                coefficients.append(found)
            for tolerance in tolerances:
                instance = {"m": m, "query": kind, "tolerance": tolerance}
                most = max(int(np.count_nonzero(np.abs(c) > tolerance)) for c in coefficients)
                limit = excluded_per_query(tolerance)
                records.append(_record("excluded", instance, most, "<=", limit))
                rows.append({**instance, "excluded": most, "limit": limit})
    for j in blocks:
        records += _check_bent(j)
    for m in range(1, exhaustive + 1):
        records += _check_all_hypotheses(m)
    for m in dimensions:
        if m > 1:
            rng = generator(seed, "statistical_queries", "votes", m)
            records += _check_votes(m, rng, repeats)
        records += _check_losses(m)
    return Measurement(records, pd.DataFrame(rows))


def _characters(m: int) -> np.ndarray:
    """Return χ_S(x), shape (2^m, 2^m), rows by mask, from products over the points."""
    x = points(m).astype(np.int64)
    rows = np.ones((1 << m, 1 << m), dtype=np.int64)
    for mask in range(1, 1 << m):
        low = (mask & -mask).bit_length() - 1
        rows[mask] = rows[mask & (mask - 1)] * x[:, low]
    return rows


def _check_distances(m: int, characters: np.ndarray) -> list[Record]:
    size = 1 << m
    gram = characters @ characters.T  # 2^m − 2·(points at which they differ)
    unlike = int(np.count_nonzero(gram[~np.eye(size, dtype=bool)]))
    return [_record("half", {"m": m, "pairs": size * (size - 1)}, unlike, "==", 0)]


def _kinds(m: int, rng: np.random.Generator, repeats: int) -> dict[str, list[np.ndarray]]:
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


def _check_query(
    instance: dict[str, Any], query: np.ndarray, characters: np.ndarray
) -> tuple[list[Record], np.ndarray]:
    """Check one query; return its coefficients φ̂_1(S) too."""
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
    records = [
        _record("correlation", instance, left, "==", right),
        _record("correlation", instance, left, "<=", 1),
        _record("transform", instance, different, "==", 0),
    ]
    return records, coefficients


def _check_bent(j: int) -> list[Record]:
    """Check that a bent function excludes as many as any query can, at τ a little below 2^−j."""
    tolerance = 2.0**-j * (1 - 4.0 ** -(j + 1))
    excluded = int(
        np.count_nonzero(np.abs(walsh_transform(bent_function(j, 2 * j + 1))) > tolerance)
    )
    instance = {"m": 2 * j + 1, "j": j, "tolerance": tolerance}
    return [_record("excluded-sharp", instance, excluded, "==", excluded_per_query(tolerance))]


def _check_all_hypotheses(m: int) -> list[Record]:
    size = 1 << m
    tables = 1 - 2 * (np.arange(1 << size)[:, None] >> np.arange(size) & 1)
    near = (3 * (tables @ _characters(m).T) >= size).sum(axis=1)
    instance = {"m": m, "hypotheses": len(tables)}
    return [_record("near", instance, int(near.max()), "==", near_limit(m))]


def _check_votes(m: int, rng: np.random.Generator, repeats: int) -> list[Record]:
    """Check votes of a few parities, which are near to many, and the vote of six."""
    most = max(int(near_parities(_vote(m, rng)).sum()) for _ in range(repeats))
    instance: dict[str, Any] = {"m": m, "hypotheses": repeats}
    records = [_record("near", instance, most, "<=", near_limit(m))]
    if m > 3:
        near = near_parities(walsh_transform(_indicator(SIX, m)))
        instance = {"m": m, "hypothesis": "the vote of six"}
        records.append(_record("near", instance, int(near[list(SIX)].sum()), "==", near_limit(m)))
    return records


def _indicator(masks: Sequence[int], m: int) -> np.ndarray:
    values = np.zeros(1 << m)
    values[list(masks)] = 1.0
    return values


def _check_losses(m: int) -> list[Record]:
    """Check what is within 1/3 in the squared loss: of averages of parities, and of ½."""
    size = 1 << m
    records = []
    for terms in range(1, min(size, 8) + 1):
        total = np.rint(walsh_transform(_indicator(range(terms), m)) * size)
        most = max(int(near_in_squared_loss(total, terms * scale).sum()) for scale in range(1, 5))
        instance = {"m": m, "hypothesis": f"multiples of the sum of {terms} parities"}
        records.append(_record("near-squared", instance, most, "<=", 3))
        if terms == 3:
            attained = int(near_in_squared_loss(total, 3).sum())
            instance = {"m": m, "hypothesis": "the mean of three parities"}
            records.append(_record("near-squared", instance, attained, "==", 3))
    half = np.full(size, 0.5)
    losses = [squared_loss(half, (1 + character(mask, m)) / 2) for mask in range(size)]
    far = sum(loss > Fraction(1, 3) for loss in losses)
    instance = {"m": m, "hypothesis": "1/2", "loss": max(losses)}
    records.append(_record("own-loss", instance, far, ">=", 1))
    return records


def _record(
    statement: str, instance: Mapping[str, Any], left: Any, relation: str, right: Any
) -> Record:
    return compare("theorem-14", statement, instance, left, relation, right)


# -------------------------------------------------------------------- games


class _Witness:
    """Stand between learner and oracle, and note for which parities an answer was a lie."""

    def __init__(self, oracle: SQOracle) -> None:
        self.oracle = oracle
        self.lies = np.zeros(1 << oracle.m, dtype=np.int64)
        self._characters = _characters(oracle.m)

    def answer(self, query: np.ndarray) -> float:
        answer = self.oracle.answer(query)
        units = _integers(query * 2.0**30, "a query")
        sums = units[0] + units[1]
        # 2·2^(30+m)·E φ(x, χ_S(x)) for every S, from the points' labels.
        doubled = int(sums.sum()) + self._characters @ (units[0] - units[1])
        scale = int(_WITNESS) // (2**31 << self.oracle.m)
        off = np.abs(doubled * scale - _integers(np.float64(answer * _WITNESS), "an answer"))
        self.lies += off > math.floor(self.oracle.tolerance * _WITNESS)
        return answer


def _integers(values: np.ndarray | np.floating, what: str) -> np.ndarray:
    whole = np.rint(values)
    if not np.array_equal(whole, values):
        raise InexactError(f"statistical queries: {what} is no multiple of the exact unit")
    return whole.astype(np.int64)


def _learner(
    game: Mapping[str, Any], m: int, tolerance: float, rng: np.random.Generator
) -> SQLearner:
    """Return the learner that a game names."""
    kind = game["learner"]
    if kind == "characters":
        return BlockLearner(m, tolerance, 0, SIX if game.get("six") else ())
    if kind == "blocks":
        return BlockLearner(m, tolerance, finest_block(m, tolerance))
    if kind == "low degree":
        return LowDegreeLearner(m, tolerance, game.get("degree"))
    if kind == "gradient":
        return GradientLearner(m, tolerance, m // 2 + 1, float(game["rate"]), rng)
    raise ValueError(f"learner {kind!r}; allowed are characters, blocks, low degree and gradient")


def finest_block(m: int, tolerance: float) -> int:
    """Return the largest j ≤ m/2 with 2^−j > 2τ; 0 if there is none."""
    return max([0, *(j for j in range(m // 2 + 1) if 2.0**-j > 2 * tolerance)])


def _succeeded(learner: SQLearner, oracle: AdversarialOracle, loss: str) -> Callable[[], bool]:
    """Return the test that the hypothesis is near every parity that is still possible."""

    def near() -> bool:
        if loss == "squared":
            # Of the learners only the voting ones give a mean with an integer denominator.
            assert isinstance(learner, VotingLearner)
            total, count = learner.hypothesis(), int(learner.consistent.sum())
            return bool(near_in_squared_loss(np.rint(total), count)[oracle.consistent].all())
        return bool(near_parities(learner.hypothesis())[oracle.consistent].all())

    return near


def measure_queries(
    *, seed: int, games: NonEmpty[QueryGame], limit: Natural, witnessed: Natural
) -> Measurement:
    """Run learners against the adversarial oracle, and count queries until they succeed.

    A learner has succeeded when its hypothesis is within error 1/3 of every
    parity that is consistent with all answers.

    Parameters
    ----------
    seed : int
        Draws the initial weights of the networks.
    games : sequence of mappings
        Each with `learner` and `dimensions` (m), and perhaps `tolerances`
        (default: a little above 2^(−m/3)), `repeats`, `rate` (gradient), `six`
        (the characters of six special sets come last), `loss`: "classification"
        (the default) or "squared".
    limit : int
        Most queries of a run.
    witnessed : int
        For m up to this every answer is checked for every parity.

    Returns
    -------
    Measurement
        The table has a row per run.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for game in games:
        loss = game.get("loss", "classification")
        for m, tolerance, repeat in _runs(game):
            run = _run(seed, game, m, tolerance, repeat, limit, m <= witnessed)
            near = 3 if loss == "squared" else near_limit(m)
            if run.lies is not None:
                records.append(_record("truthful", run.instance, run.lies, "==", 0))
            if run.used is not None:
                records += _check_bound(run.instance, run.used, loss, near)
                if game.get("six"):
                    records.append(_record("coin-sharp", run.instance, run.used, "==", 2**m - near))
            rows.append({**run.row(limit), "loss": loss})
    return Measurement(records, pd.DataFrame(rows))


def _runs(game: Mapping[str, Any]) -> list[tuple[int, float, int]]:
    return [
        (int(m), float(tolerance), repeat)
        for m in game["dimensions"]
        for tolerance in game.get("tolerances", [critical_tolerance(m)])
        for repeat in range(game.get("repeats", 1))
    ]


def critical_tolerance(m: int) -> float:
    """Return the least multiple of 2^−12 above 2^(−m/3), where Theorem 3's two cases meet."""
    return next(t for t in range(1, 2**12 + 1) if t**3 << m > 2**36) / 2**12


class _Run(NamedTuple):
    """A game: the queries until success, the lies told to a parity that remains, one of these."""

    instance: dict[str, Any]
    used: int | None
    lies: int | None
    target: int

    def row(self, limit: int) -> dict[str, Any]:
        used = limit if self.used is None else self.used
        bounds = _bounds(self.instance["m"], self.instance["tolerance"])
        return {**self.instance, "queries": used, "succeeded": self.used is not None, **bounds}


def _run(
    seed: int,
    game: Mapping[str, Any],
    m: int,
    tolerance: float,
    repeat: int,
    limit: int,
    watch: bool,
    concepts: np.ndarray | None = None,
) -> _Run:
    loss = game.get("loss", "classification")
    instance = {"m": m, "tolerance": tolerance, "learner": game["learner"], "repeat": repeat}
    rng = generator(seed, "statistical_queries", "game", *instance.values())
    oracle = AdversarialOracle(m, tolerance, concepts)
    learner = _learner(game, m, tolerance, rng)
    witness = _Witness(oracle) if watch else None
    answer = oracle.answer if witness is None else witness.answer
    used = play(learner, answer, _succeeded(learner, oracle, loss), limit)
    lies = None if witness is None else int(witness.lies[oracle.consistent].max())
    return _Run(instance, used, lies, oracle.target)


def _bounds(m: int, tolerance: float) -> dict[str, Any]:
    excluded = excluded_per_query(tolerance)
    needed = (2**m - near_limit(m)) / excluded if excluded else math.inf
    return {"excluded": excluded, "needed": needed}


def _check_bound(instance: dict[str, Any], used: int, loss: str, near: int) -> list[Record]:
    m, tolerance = instance["m"], Fraction(instance["tolerance"])
    excluded = excluded_per_query(tolerance)
    if loss == "squared":
        return [_record("squared", instance, used * excluded, ">=", 2**m - near)]
    return [
        _record("explicit", instance, used * excluded, ">=", 2**m - near),
        _record("printed", instance, used, ">", CONSTANT * 2**m * tolerance**2),
    ]


# ------------------------------------------------------------------ targets


def measure_targets(
    *,
    seed: int,
    games: NonEmpty[TargetGame],
    shares: NonEmpty[NonNegative],
    dimensions: NonEmpty[OracleDimension],
    blocks: NonEmpty[Natural],
    targets: Natural,
) -> Measurement:
    """Run learners with oracles that know the parity: too few queries, and enough.

    First every parity in turn, with fewer queries than are needed and an oracle
    that answers as for a coin wherever τ allows; then the learner by blocks,
    with every oracle.

    Parameters
    ----------
    seed : int
        Draws parities, perturbations and the initial weights of the networks.
    games : sequence of mappings
        As for `measure_queries`, classification error alone.
    shares : sequence of float
        The number q of queries is the largest with q(⌈τ^−2⌉ − 1) + L_m at most
        this share of 2^m.
    dimensions, blocks : sequence of int
        Values of m and j for the learner by blocks; j above m/2 is left out.
    targets : int
        Parities for it each; all of them where there are no more.

    Returns
    -------
    Measurement
        The table has a row per run of many parities.
    """
    records, rows = _too_few(seed, games, shares)
    more, others = _by_blocks(seed, dimensions, blocks, targets)
    return Measurement(records + more, pd.DataFrame(rows + others))


def _too_few(
    seed: int, games: Sequence[TargetGame], shares: Sequence[float]
) -> tuple[list[Record], list[dict[str, Any]]]:
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for game in games:
        for m, tolerance, repeat in _runs(game):
            excluded, near = excluded_per_query(tolerance), near_limit(m)
            for share in shares:
                budget = int((Fraction(share) * 2**m - near) // excluded)
                if budget < 1:
                    continue
                successes = 0
                for mask in range(1 << m):
                    rng = generator(seed, "statistical_queries", "targets", m, mask, repeat)
                    oracle = HonestOracle(character(mask, m), tolerance, "coin")
                    learner = _learner(game, m, tolerance, rng)
                    play(learner, oracle.answer, lambda: False, budget)
                    successes += bool(near_parities(learner.hypothesis())[mask])
                instance = {
                    "m": m, "tolerance": tolerance, "learner": game["learner"],
                    "repeat": repeat, "queries": budget,
                }  # fmt: skip
                right = budget * excluded + near
                records.append(_record("randomised", instance, successes, "<=", right))
                rows.append(
                    {**instance, "oracle": "coin", "targets": 2**m, "successes": successes,
                     "most_successes": right}
                )  # fmt: skip
    return records, rows


def _by_blocks(
    seed: int, dimensions: Sequence[int], blocks: Sequence[int], targets: int
) -> tuple[list[Record], list[dict[str, Any]]]:
    """Check that the learner by blocks finds S within a factor of the lower bound."""
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m in dimensions:
        for j in (j for j in blocks if 2 * j <= m):
            # The ends of the range of τ for which this j is the right one.
            for tolerance in (2.0 ** -(j + 1) * (1 - 2.0**-10), 2.0 ** -(j + 2)):
                for perturbation in ("none", "random", "coin"):
                    instance = {"m": m, "j": j, "tolerance": tolerance, "oracle": perturbation}
                    found, most, tried = _find_by_blocks(seed, instance, targets)
                    instance["targets"] = tried
                    square = Fraction(tolerance) ** 2
                    for left, relation, right in (
                        (found, "==", tried),
                        (most, "<=", 2 ** (m - 2 * j) + 2 * j),
                        (most, "<=", 16 * 2**m * square + 2 * j),
                    ):
                        records.append(_record("attained", instance, left, relation, right))
                    rows.append(
                        {**instance, "learner": "blocks", "queries": most, "successes": found}
                    )
    return records, rows


def _find_by_blocks(seed: int, instance: dict[str, Any], targets: int) -> tuple[int, int, int]:
    """Return how many parities are found, the most queries used, and how many were tried."""
    m, tolerance, perturbation = instance["m"], instance["tolerance"], instance["oracle"]
    rng = generator(seed, "statistical_queries", "blocks", m, instance["j"], perturbation)
    masks = rng.permutation(1 << m)[:targets]
    found = most = 0
    for mask in masks.tolist():
        noise = rng if perturbation == "random" else None
        oracle = HonestOracle(character(mask, m), tolerance, perturbation, noise)
        learner = BlockLearner(m, tolerance, instance["j"])
        play(learner, oracle.answer, lambda: False, 2**m + 1)
        found += learner.consistent.sum() == 1 and bool(learner.consistent[mask])
        most = max(most, oracle.queries)
    return int(found), most, len(masks)


# ------------------------------------------------------- theorem-3a: lifted


def measure_lifted(
    *,
    seed: int,
    largest: Annotated[int, Ge(1), Le(10)],
    transferred: Natural,
    repeats: Positive,
    one_query: Natural,
    games: NonEmpty[LiftedGame],
    limit: Natural,
    witnessed: Natural,
) -> Measurement:
    """Check the first part of Theorem 3: lifted parities are hard for statistical queries.

    Parameters
    ----------
    seed : int
        Draws queries on the lift, and initial weights.
    largest : int
        m = 1..largest: all S and all y; at most 10.
    transferred, repeats : int
        For m up to `transferred`, `repeats` queries on the lift are answered from
        the networks' values and from one transform.
    one_query : int
        For m up to this the learner that asks once is run.
    games, limit, witnessed :
        As for `measure_queries`.

    Returns
    -------
    Measurement
        The table has a row per run.
    """
    if not 1 <= largest <= 10:
        raise ValueError(
            f"largest = {largest}; allowed are 1 to 10, for there are 4^m pairs (S, y)"
        )
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m in range(1, largest + 1):
        records += _check_reduction(m)
    for m in range(1, transferred + 1):
        records += _check_transfer(m, generator(seed, "statistical_queries", "lift", m), repeats)
    for m in range(1, one_query + 1):
        tolerance, used = _one_query(m)
        instance = {"m": m, "n": m * m, "tolerance": tolerance, "learner": SpectrumLearner.name}
        records.append(_lifted("introduction", instance, used, ">=", 2))
        rows.append({**instance, "queries": used, "succeeded": True})
    for game in games:
        for m, tolerance, repeat in _runs(game):
            run = _run(seed, game, m, tolerance, repeat, limit, m <= witnessed)
            instance = {**run.instance, "n": m * m}
            if run.lies is not None:
                network = lifted_parity(_subset(run.target, m), m)
                unlike = network(lift(points(m))) != (1 + character(run.target, m)) / 2
                wrong = run.lies + int(np.count_nonzero(unlike))
                records.append(_lifted("consistent", instance, wrong, "==", 0))
            records += _dichotomy("theorem-3a", "printed", instance, run.used, m)
            rows.append({**run.row(limit), "n": m * m})
    return Measurement(records, pd.DataFrame(rows))


def _lifted(
    statement: str, instance: Mapping[str, Any], left: Any, relation: str, right: Any
) -> Record:
    return compare("theorem-3a", statement, instance, left, relation, right)


def _dichotomy(
    claim: str, statement: str, instance: Mapping[str, Any], used: int | None, bits: int
) -> list[Record]:
    """Compare q with (5/8)·2^(p/3), cubed, for a run that ended with τ > 2^(−p/3), p ≥ 4."""
    large = Fraction(instance["tolerance"]) ** 3 * 2**bits > 1
    if used is None or bits < 4 or not large:
        return []
    return [compare(claim, statement, instance, used**3, ">", LARGE_CONSTANT**3 * 2**bits)]


def _one_query(m: int, concepts: np.ndarray | None = None) -> tuple[float, int]:
    """Return the tolerance 2^(−2m−1) and how many queries find S at it, with the adversary."""
    tolerance = 2.0 ** (-2 * m - 1)
    oracle = AdversarialOracle(m, tolerance, concepts)
    learner = SpectrumLearner(m, tolerance)
    used = play(learner, oracle.answer, _succeeded(learner, oracle, "classification"), 2**m)
    if used is None:
        raise InexactError(f"one query at m={m} did not find the parity")
    return tolerance, used


def _subset(mask: int, m: int) -> list[int]:
    return [i for i in range(m) if mask >> i & 1]


def _check_reduction(m: int) -> list[Record]:
    """Check the network of every S at every lift(y): value, sparsity, size and scale."""
    y = points(m)
    x = lift(y)
    printed = set()
    right = active = neurons = 0
    W2 = B2 = Fraction(0)
    for mask in range(1 << m):
        subset = _subset(mask, m)
        network = lifted_parity(subset, m)
        _require_exact(network)
        even = (y[:, subset] == -1).sum(axis=1) % 2 == 0
        right += int((network(x) == even).sum())
        active = max(active, network.max_active(x)[1])
        neurons = max(neurons, network.s)
        W2, B2 = (max(pair) for pair in zip((W2, B2), network.scale_squared, strict=True))
        if m <= 6:
            printed.add(lifted_parity(subset, m, as_printed=True)(x).tobytes())
    instance = {"m": m, "n": m * m, "subsets": 1 << m}
    records = [
        _lifted("reduction", {**instance, "what": "right values"}, right, "==", 4**m),
        _lifted("reduction", {**instance, "what": "active neurons"}, active, "<=", 1),
        _lifted("reduction", {**instance, "what": "neurons"}, neurons, "<=", m // 2 + 1),
        # W ≤ √20·n^(3/4) and B ≤ 4n, squared.
        _lifted("scale", {**instance, "what": "W²"}, W2, "<=", 20 * m**3),
        _lifted("scale", {**instance, "what": "B²"}, B2, "<=", 16 * m**4),
    ]
    if m <= 6:
        records.append(_lifted("printed-sum", instance, len(printed), "==", 1 << m))
    return records


def _require_exact(network: SparseReLUNetwork) -> None:
    if not network.is_exact():
        raise InexactError(f"{network} has weights that float64 does not add exactly")


def _check_transfer(m: int, rng: np.random.Generator, repeats: int) -> list[Record]:
    """Check E φ(x, h_S(x)) over the lift, from the networks, against one transform over y."""
    x = lift(points(m))
    labels = [lifted_parity(_subset(mask, m), m)(x) for mask in range(1 << m)]
    records = []
    for repeat in range(repeats):
        # φ(x, l) = σ_l(x) for l = 0, 1, with two random halfspaces of the lift's n coordinates.
        halfspaces = rng.integers(-8, 9, size=(2, m * m))
        phi_0, phi_1 = np.sign(2 * (x.astype(np.int64) @ halfspaces.T) + 1).T
        direct = [int(np.where(values == 1, phi_1, phi_0).sum()) for values in labels]
        coefficients = walsh_transform((phi_1 - phi_0) / 2)
        by_transform = ((phi_0 + phi_1).sum() / 2 + coefficients * (1 << m)).tolist()
        different = sum(a != b for a, b in zip(direct, by_transform, strict=True))
        instance = {"m": m, "n": m * m, "subsets": 1 << m, "repeat": repeat}
        records.append(_lifted("transfer", instance, different, "==", 0))
    return records


# -------------------------------------------------------- intro-dense-sq


def measure_dense(
    *,
    seed: int,
    largest: Annotated[int, Ge(1), Le(10)],
    one_query: Natural,
    dimensions: NonEmpty[OracleDimension],
    sizes: NonEmpty[Positive],
    games: NonEmpty[DenseGame],
    limit: Natural,
    witnessed: Natural,
) -> Measurement:
    """Check what §1 says of dense networks: they compute parities, so queries do not learn them.

    Parameters
    ----------
    seed : int
        Not used by these learners.
    largest : int
        n = 1..largest: all subsets of the coordinates, all inputs; at most 10.
    one_query : int
        For n up to this the learner that asks once is run.
    dimensions, sizes : sequence of int
        Values of n and s: the adversary starts with the parities of at most s of n bits.
    games, limit, witnessed :
        As for `measure_queries`, without `dimensions`.

    Returns
    -------
    Measurement
        The table has a row per run.
    """
    if not 1 <= largest <= 10:
        raise ValueError(
            f"largest = {largest}; allowed are 1 to 10, for there are 4^n pairs (S, x)"
        )
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for n in range(1, largest + 1):
        records += _check_dense(n)
    for n in range(1, one_query + 1):
        tolerance, used = _one_query(n)
        instance = {"n": n, "s": n, "tolerance": tolerance, "learner": SpectrumLearner.name}
        records.append(_dense("printed", instance, used, ">=", 2))
    for game in games:
        for n in dimensions:
            for s in sizes:
                for tolerance in game["tolerances"]:
                    more, row = _dense_game(seed, game, n, s, tolerance, limit, n <= witnessed)
                    records += more
                    rows.append(row)
    return Measurement(records, pd.DataFrame(rows))


def _dense(
    statement: str, instance: Mapping[str, Any], left: Any, relation: str, right: Any
) -> Record:
    return compare("intro-dense-sq", statement, instance, left, relation, right)


def dense_parity_of(subset: Sequence[int], n: int) -> SparseReLUNetwork:
    """Return the parity of the number of −1s in the subset as a network of max(1, |S|) neurons."""
    size = len(subset)
    if not size:
        return SparseReLUNetwork(np.zeros((1, n)), np.zeros(1), np.zeros(1))
    small = constructions.dense_parity(size)
    w = np.zeros((size, n))
    w[:, list(subset)] = small.w
    return SparseReLUNetwork(w, small.b, small.u)


def _check_dense(n: int) -> list[Record]:
    x = points(n)
    records = []
    for size in range(n + 1):
        right = neurons = count = 0
        for mask in np.flatnonzero(popcounts(n) == size).tolist():
            subset = _subset(mask, n)
            network = dense_parity_of(subset, n)
            _require_exact(network)
            odd = (x[:, subset] == -1).sum(axis=1) % 2
            right += int((network.values() == odd).sum())
            neurons = max(neurons, network.s)
            count += 1
        instance = {"n": n, "size": size, "subsets": count}
        records += [
            _dense("parities", {**instance, "what": "right values"}, right, "==", count << n),
            _dense("parities", {**instance, "what": "neurons"}, neurons, "<=", max(1, size)),
        ]
    return records


def _dense_game(
    seed: int,
    game: Mapping[str, Any],
    n: int,
    s: int,
    tolerance: float,
    limit: int,
    watch: bool,
) -> tuple[list[Record], dict[str, Any]]:
    """Play against the parities of at most s of n bits, all of which size s computes."""
    concepts = popcounts(n) <= s
    run = _run(seed, {**game, "degree": s}, n, tolerance, 0, limit, watch, concepts)
    bits, count = min(n, s), int(concepts.sum())
    excluded = excluded_per_query(tolerance)
    instance = {
        "n": n, "s": s, "tolerance": tolerance, "learner": game["learner"], "parities": count,
    }  # fmt: skip
    records = _dichotomy("intro-dense-sq", "corrected", instance, run.used, bits)
    if run.used is not None:
        right = count - near_limit(n)
        records.append(_dense("all-parities", instance, run.used * excluded, ">=", right))
    if run.lies is not None:
        network = dense_parity_of(_subset(run.target, n), n)
        unlike = network.values() != (1 - character(run.target, n)) / 2
        wrong = run.lies + int(np.count_nonzero(unlike)) + (network.s > s)
        records.append(_dense("consistent", instance, wrong, "==", 0))
    return records, {**run.row(limit), **instance, "bits": bits}


# -------------------------------------------------------------- elimination


def measure_elimination(
    *,
    seed: int,
    level: OpenProbability,
    counted: NonEmpty[Pair[Positive]],
    fragile: NonEmpty[Positive],
    extra: Natural,
    curves: NonEmpty[Positive],
    surpluses: NonEmpty[Natural],
    large: NonEmpty[Positive],
    trials: Positive,
    slack: NonNegative,
    noise: Probability,
    noisy: NonEmpty[Positive],
    likeliest: NonEmpty[Positive],
) -> Measurement:
    """Check elimination over GF(2): what it needs, and that one label in ten breaks it.

    Parameters
    ----------
    seed : int
        Draws samples.
    level : float
        Probability that some statistical record here is wrong.
    counted : sequence of [k, m]
        All k × m matrices over GF(2) are visited; k·m ≤ 16.
    fragile : sequence of int
        Values of m: each of m + extra labels is flipped in turn.
    extra : int
        Samples besides m, there and for `large`, `noisy`.
    curves, surpluses : sequence of int
        Values of m and of k − m: success rate against its exact value.
    large : sequence of int
        Values of m in the hundreds.
    trials : int
        Trials each; a tenth of them for `large`.
    slack : float
        How far a rate may be from the exact probability.
    noise : float
        Probability that a label is flipped.
    noisy : sequence of int
        Values of m for elimination on flipped labels.
    likeliest : sequence of int
        Values of m for the parity that most of 8m flipped labels agree with, of all 2^m.

    Returns
    -------
    Measurement
        The table has a row per experiment.
    """
    records: list[Record] = []
    for k, m in counted:
        records.append(_count_full_rank(k, m))
    for m in fragile:
        records.append(_flip_each(seed, m, m + extra))
    experiments: list[tuple[str, int, int, float, int]] = []
    experiments += [("elimination", m, m + c, 0.0, trials) for m in curves for c in surpluses]
    experiments += [("elimination", m, m + extra, 0.0, trials // 10) for m in large]
    experiments += [("elimination", m, m + extra, noise, trials) for m in noisy]
    experiments += [("likeliest parity", m, 8 * m, noise, trials // 10) for m in likeliest]
    # No experiment below is compared more than twice.
    share = level / (2 * len(experiments))
    rows = []
    for learner, m, k, flipped, number in experiments:
        rng = generator(seed, "statistical_queries", learner, m, k, flipped)
        learn = _eliminate if learner == "elimination" else _likeliest
        successes = wrong = 0
        for _ in range(number):
            y, subset, labels = _samples(m, k, flipped, rng)
            found = learn(y, labels)
            right = found is not None and np.array_equal(found, subset)
            successes += right
            wrong += found is not None and not right
        instance = {"m": m, "samples": k, "noise": flipped, "learner": learner}
        exact = float(full_rank_probability(k, m)) * (1 - flipped) ** m
        low, high = clopper_pearson(successes, number, share)
        rows.append(
            {**instance, "trials": number, "successes": successes, "low": low, "high": high,
             "exact": exact if learner == "elimination" else math.nan}
        )  # fmt: skip
        if learner != "elimination":
            records.append(_rate("likeliest", instance, successes, number, ">=", 0.9, share))
            continue
        if not flipped:
            records.append(_record("elimination", {**instance, "trials": number}, wrong, "==", 0))
        statement = "elimination-noise" if flipped else "elimination-rate"
        for relation, side in ((">=", exact - slack), ("<=", exact + slack)):
            if 0 < side < 1:
                records.append(
                    _rate(statement, instance, successes, number, relation, side, share, exact)
                )
    return Measurement(records, pd.DataFrame(rows))


def _rate(
    statement: str,
    instance: dict[str, Any],
    successes: int,
    trials: int,
    relation: str,
    rate: float,
    level: float,
    exact: float | None = None,
) -> Record:
    return compare_rate(
        "theorem-14", statement, instance, successes, trials, relation, rate, level=level,
        proved=None if exact is None else (exact, exact),
    )  # fmt: skip


def _samples(
    m: int, k: int, noise: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return points (k, m), a random subset (m,) bool and its labels, flipped with prob. noise."""
    y = 1 - 2 * rng.integers(0, 2, size=(k, m), dtype=np.int8)
    subset = rng.integers(0, 2, size=m).astype(bool)
    labels = 1 - 2 * ((y[:, subset] < 0).sum(axis=1) & 1)
    if noise:
        labels = np.where(rng.random(k) < noise, -labels, labels)
    return y, subset, labels


def _eliminate(y: np.ndarray, labels: np.ndarray) -> np.ndarray | None:
    """Return the parity that the equations determine, if they do."""
    solution = solve_parity(y, labels)
    return solution.subset if solution.rank == y.shape[1] else None


def _likeliest(y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the parity that agrees with the most labels, of all 2^m, by one transform."""
    m = y.shape[1]
    index = (y < 0) @ (1 << np.arange(m))
    sums = np.bincount(index, weights=labels, minlength=1 << m)
    return np.array(int(np.argmax(walsh_transform(sums))) >> np.arange(m) & 1, dtype=bool)


def _count_full_rank(k: int, m: int) -> Record:
    """Count the k × m matrices that determine a parity, against the product formula."""
    if k * m > 16:
        raise ValueError(f"counted holds [{k}, {m}]; all 2^(k·m) matrices need k·m <= 16")
    bits = (np.arange(1 << k * m)[:, None] >> np.arange(k * m) & 1).reshape(-1, k, m)
    ones = np.ones(k, dtype=np.int8)
    full = sum(solve_parity(y, ones).rank == m for y in (1 - 2 * bits).astype(np.int8))
    instance = {"m": m, "samples": k, "matrices": 1 << k * m}
    right = full_rank_probability(k, m) * 2 ** (k * m)
    return _record("elimination-exact", instance, full, "==", right)


def _flip_each(seed: int, m: int, k: int) -> Record:
    """Count the labels whose flip leaves S the answer and goes unnoticed."""
    rng = generator(seed, "statistical_queries", "fragile", m, k)
    y, subset, labels = _samples(m, k, 0.0, rng)
    unnoticed = 0
    for i in range(k):
        labels[i] *= -1
        solution = solve_parity(y, labels)
        unnoticed += bool(solution.consistent and np.array_equal(solution.subset, subset))
        labels[i] *= -1
    return _record("elimination-fragile", {"m": m, "samples": k}, unnoticed, "==", 0)


# ---------------------------------------------------------- from samples


def measure_samples(
    *,
    seed: int,
    level: OpenProbability,
    dimensions: NonEmpty[Annotated[int, Ge(1), Le(14)]],
    ratio: Positive,
    trials: Positive,
    steps: Positive,
    rate: PositiveReal,
) -> Measurement:
    """Learn lifted parities from ratio·m samples, noise-free, by four learners.

    A learner succeeds if its sign errs on at most a third of all y.

    Parameters
    ----------
    seed : int
        Draws subsets, samples and initial weights.
    level : float
        Probability that some record here is wrong.
    dimensions : sequence of int
        Values of m, at most 14; the records are about the largest.
    ratio, trials : int
    steps, rate :
        Of Adam on the full batch, for networks of 2m neurons on the lift.

    Returns
    -------
    Measurement
        The table has a row per m and learner.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m in dimensions:
        samples = ratio * m
        rng = generator(seed, "statistical_queries", "samples", m)
        drawn = [_samples(m, samples, 0.0, rng) for _ in range(trials)]
        y = np.stack([d[0] for d in drawn])
        labels = np.stack([d[2] for d in drawn])
        masks = [int((1 << np.flatnonzero(d[1])).sum()) for d in drawn]
        trained, losses = _train(y, labels, 2 * m, steps, rate, rng)
        hypotheses = {
            "elimination": np.stack([_sign_of(_eliminate(d[0], d[2]), m) for d in drawn]),
            "likeliest parity": np.stack([_sign_of(_likeliest(d[0], d[2]), m) for d in drawn]),
            "least squares on the lift": _least_squares(y, labels),
            "trained network": trained,
        }
        for learner, values in hypotheses.items():
            successes = sum(
                bool(near_parities(g)[mask]) for g, mask in zip(values, masks, strict=True)
            )
            low, high = clopper_pearson(successes, trials, 0.025)
            instance = {"m": m, "n": m * m, "samples": samples, "learner": learner}
            loss = float(losses.max()) if learner == "trained network" else math.nan
            tie = float(np.abs(values[values != 0]).min(initial=math.inf))
            rows.append(
                {**instance, "trials": trials, "successes": successes, "low": low, "high": high,
                 "largest_training_loss": loss, "nearest_tie": tie}
            )  # fmt: skip
            if m == max(dimensions):
                finds = learner in ("elimination", "likeliest parity")
                relation, right = (">=", 0.75) if finds else ("<=", 0.5)
                records.append(
                    compare_rate("theorem-3a", "samples", instance, successes, trials,
                                 relation, right, level=level / len(hypotheses),
                                 proved=_found_from(samples, m) if finds else None)
                )  # fmt: skip
    return Measurement(records, pd.DataFrame(rows))


def _found_from(samples: int, m: int) -> tuple[float, float]:
    """Return bounds on the probability that noise-free samples determine the parity.

    Where they do elimination finds it, and it alone agrees with all labels.
    """
    exact = float(full_rank_probability(samples, m))
    return exact, 1.0


def _sign_of(subset: np.ndarray | None, m: int) -> np.ndarray:
    """Return χ_S on the cube, or 1 where no S was found."""
    return character(0 if subset is None else int((1 << np.flatnonzero(subset)).sum()), m)


def _least_squares(y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the least-norm affine fit on the lift for each trial, at all y: (trials, 2^m).

    What is 0 but for rounding is put to 0, so that its sign does not hang on rounding.
    """
    everywhere = _with_one(lift(points(y.shape[2])))
    fits = [
        np.linalg.lstsq(_with_one(lift(a)), b.astype(np.float64), rcond=None)[0]
        for a, b in zip(y, labels, strict=True)
    ]
    values = np.array(fits) @ everywhere.T
    return np.where(np.abs(values) < _ROUNDING, 0.0, values)


def _with_one(x: np.ndarray) -> np.ndarray:
    return np.concatenate([x, np.ones((*x.shape[:-1], 1), dtype=x.dtype)], axis=-1).astype(
        np.float64
    )


def _train(
    y: np.ndarray,
    labels: np.ndarray,
    neurons: int,
    steps: int,
    rate: float,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Train a network per trial by Adam; return values at all y, and the training losses.

    The labels are ±1 and the loss is the mean of ½(h − b)², over all samples
    in every step; y is (trials, samples, m).
    """
    trials, samples, m = y.shape
    everywhere = _with_one(lift(points(m)))
    values, losses = np.empty((trials, len(everywhere))), np.empty(trials)
    for trial in range(trials):
        x = _with_one(lift(y[trial]))  # the bias is the weight of the last coordinate
        network = Adam(
            x,
            labels[trial],
            nearly_normal(rng, (neurons, m * m + 1)) / m,
            nearly_normal(rng, (neurons,)) / math.sqrt(neurons),
            steps,
            rate=rate,
            batch=samples,
        )
        while network.step < steps:
            network.train(np.arange(samples))
        v, u = network.network
        none = np.zeros(neurons)
        losses[trial] = mean_square(network_values(x, v, none, u) - labels[trial]) / 2
        values[trial] = network_values(everywhere, v, none, u)
    return values, losses
