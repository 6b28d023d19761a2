"""Theorem 14, Theorem 3 (i) and dense networks: learners of parities against an adversary.

b = χ_S(x) = ±1 is the label. Queries are in multiples of 2^−30, so every comparison that decides a
verdict is one of integers or fractions.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal, NotRequired

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024 import constructions
from awasthi2024.bounds import section_4
from awasthi2024.constructions import query_learners as learners
from awasthi2024.constructions.quadratic_lift import lift, lifted_parity
from awasthi2024.constructions.query_learners import LowDegreeLearner, SQLearner
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.cube import InexactError, points, popcounts, walsh_transform
from sparseact.learning.statistical_queries import AdversarialOracle, character, excluded_per_query
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: Six sets whose characters, of four or more coordinates, one majority vote comes near to.
SIX = (0, 1, 2, 4, 8, 15)

#: m of an oracle, which keeps all 2^m parities.
Dimension = Annotated[int, Ge(1), Le(20)]


class Game(TypedDict):
    """A learner, and the oracles that it plays against."""

    learner: Literal["characters", "blocks", "low degree", "gradient"]
    dimensions: NonEmpty[Dimension]
    tolerances: NotRequired[NonEmpty[PositiveReal]]
    six: NotRequired[bool]
    loss: NotRequired[Literal["classification", "squared"]]
    repeats: NotRequired[Positive]


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


def against(oracle: AdversarialOracle, learner: SQLearner, limit: int, loss: str) -> int | None:
    """Return the queries until the hypothesis is near all parities that are still possible."""

    def succeeded() -> bool:
        if loss == "squared":
            # Of the learners only the voting ones give a mean with an integer denominator.
            assert isinstance(learner, learners.VotingLearner)
            count = int(learner.consistent.sum())
            near = near_in_squared_loss(np.rint(learner.hypothesis()), count)
        else:
            near = near_parities(learner.hypothesis())
        return bool(near[oracle.consistent].all())

    return learners.play(learner, oracle.answer, succeeded, limit)


def make_learner(game: Game, m: int, tolerance: float, rng: np.random.Generator) -> SQLearner:
    """Return the learner that a game names."""
    if game["learner"] == "characters":
        return learners.BlockLearner(m, tolerance, 0, SIX if game.get("six") else ())
    if game["learner"] == "blocks":
        return learners.BlockLearner(m, tolerance, finest_block(m, tolerance))
    if game["learner"] == "low degree":
        return LowDegreeLearner(m, tolerance)
    return learners.GradientLearner(m, tolerance, m // 2 + 1, 0.05, rng)


def finest_block(m: int, tolerance: float) -> int:
    """Return the largest j ≤ m/2 with 2^−j > 2τ, or 0."""
    return max([0, *(j for j in range(m // 2 + 1) if 2.0**-j > 2 * tolerance)])


def critical_tolerance(m: int) -> float:
    """Return the smallest multiple of 2^−12 above 2^(−m/3), where Theorem 3's two cases meet."""
    return next(t for t in range(1, 2**12 + 1) if t**3 << m > 2**36) / 2**12


def runs(at: Recorder, seed: int, game: Game) -> list[tuple[Recorder, SQLearner]]:
    """Return an instance and a learner for each run of a game."""
    found = []
    for m in game["dimensions"]:
        for tolerance in game.get("tolerances", [critical_tolerance(m)]):
            for repeat in range(game.get("repeats", 1)):
                where = (m, float(tolerance), game["learner"], repeat)
                here = at(**dict(zip(("m", "tolerance", "learner", "repeat"), where, strict=True)))
                rng = generator(seed, "statistical_queries", "game", *where)
                found.append((here, make_learner(game, m, float(tolerance), rng)))
    return found


def run_game(
    at: Recorder,
    learner: SQLearner,
    limit: int,
    loss: str = "classification",
    concepts: np.ndarray | None = None,
) -> int | None:
    """Play against the adversary, add a row, and return the queries until success.

    The adversary's parities are `concepts`, or all of them.
    """
    m, tolerance = learner.m, learner.tolerance
    used = against(AdversarialOracle(m, tolerance, concepts), learner, limit, loss)
    excluded = excluded_per_query(tolerance)
    at.row(
        queries=limit if used is None else used,
        succeeded=used is not None,
        excluded=excluded,
        needed=(2**m - section_4.near_limit(m)) / excluded if excluded else math.inf,
    )
    return used


def compare_one_query(at: Recorder, statement: str, bits: int) -> None:
    """Compare the queries that find S at the tolerance 2^(−2·bits−1) with 2."""
    learner = learners.SpectrumLearner(bits, 2.0 ** (-2 * bits - 1))
    oracle = AdversarialOracle(bits, learner.tolerance)
    used = against(oracle, learner, 2**bits, "classification")
    if used is None:
        raise InexactError(f"one query at m={bits} did not find the parity")
    here = at(tolerance=learner.tolerance, learner=learner.name)
    here(tau=learner.tolerance, p=bits).compare(statement, used, ">=", 2)


def compare_dichotomy(at: Recorder, statement: str, used: int | None, bits: int) -> None:
    """Compare q with (5/8)·2^(p/3), cubed, for a run that ended with τ > 2^(−p/3), p ≥ 4."""
    large = Fraction(at["tolerance"]) ** 3 * 2**bits > 1
    if used is not None and bits >= 4 and large:
        at.compare(statement, used**3, ">", section_4.theorem_3a_cubed(bits))


@check("theorem-14")
def own_loss(at: Recorder, *, dimensions: NonEmpty[Annotated[int, Ge(1), Le(10)]]) -> None:
    """Count the parities that are not within the loss 1/3 of the constant 1/2, over all S.

    Any lower bound on queries needs one, and there is none for each m of `dimensions`.
    """
    for m in dimensions:
        losses = [
            Fraction(float(((0.5 - (1 + character(mask, m)) / 2) ** 2).sum())) / 2 ** (m + 1)
            for mask in range(1 << m)
        ]
        far = sum(loss > Fraction(1, 3) for loss in losses)
        at(m=m, hypothesis="1/2", loss=max(losses)).compare("own-loss", far, ">=", 1)


@check("theorem-14")
def queries(at: Recorder, *, seed: int, games: NonEmpty[Game], limit: Natural) -> None:
    """Count the queries of learners against an adversary that commits to a parity late.

    A learner succeeds when its hypothesis is within error 1/3 of every parity that is consistent
    with all answers. With the loss "squared" it must be within 1/12 for labels 0 and 1. The numbers
    of queries are compared with the lower bounds as integers; runs without success within `limit`
    queries are only in the table.
    """
    for game in games:
        loss = game.get("loss", "classification")
        for where, learner in runs(at, seed, game):
            here = where(loss=loss, six=game.get("six", False))
            used, m, tolerance = run_game(here, learner, limit, loss), learner.m, here["tolerance"]
            if used is None:
                continue
            told_apart = used * excluded_per_query(tolerance)
            if loss == "squared":
                right = 2**m - section_4.NEAR_LIMIT_SQUARED
                here.compare("squared", told_apart, ">=", right)
            else:
                here.compare("explicit", told_apart, ">=", 2**m - section_4.near_limit(m))
                right = section_4.theorem_14(m, Fraction(tolerance))
                here.compare("printed", used, ">", right)


@check("theorem-3a")
def lifted(
    at: Recorder,
    *,
    seed: int,
    max_m: Annotated[int, Ge(1), Le(10)],
    one_query: Natural,
    games: NonEmpty[Game],
    limit: Natural,
) -> None:
    """Compare the networks of all parities on the lift with the class, and queries with the bound.

    For m up to `max_m` the networks of all S are evaluated at all y. The learners of `games` query
    at tolerances a little above 2^(−√n/3), and succeed as for `queries`. The learner with one query
    plays for m up to `one_query`. All numbers are integers or fractions.
    """
    for m in range(1, max_m + 1):
        compare_reduction(at(m=m, n=m * m, subsets=1 << m))
    for m in range(1, one_query + 1):
        compare_one_query(at(m=m, n=m * m), "introduction", m)
    for game in games:
        for where, learner in runs(at, seed, game):
            here = where(n=learner.m**2)
            compare_dichotomy(here, "printed", run_game(here, learner, limit), learner.m)


def compare_reduction(at: Recorder) -> None:
    """Compare the network of every S at every lift(y): value, sparsity, size and scale."""
    m = at["m"]
    y = points(m)
    x, stated = lift(y), set()
    right = active = neurons = 0
    W2 = B2 = Fraction(0)
    for mask in range(1 << m):
        subset = [i for i in range(m) if mask >> i & 1]
        network = lifted_parity(subset, m)
        require_exact(network)
        even = (y[:, subset] == -1).sum(axis=1) % 2 == 0
        right += int((network(x) == even).sum())
        active = max(active, network.max_active(x)[1])
        neurons = max(neurons, network.s)
        W2, B2 = (max(pair) for pair in zip((W2, B2), network.scale_squared, strict=True))
        if m <= 6:
            stated.add(lifted_parity(subset, m, as_printed=True)(x).tobytes())
    at(quantity="right values").compare("reduction", right, "==", 4**m)
    at(quantity="active neurons").compare("reduction", active, "<=", 1)
    at(quantity="neurons").compare("reduction", neurons, "<=", m // 2 + 1)
    # W ≤ √20·n^(3/4) and B ≤ 4n, squared; |u| is at most 2.
    at(quantity="W²").compare("scale", W2, "<=", 4 * section_4.parity_norm(m))
    at(quantity="B²").compare("scale", B2, "<=", 4 * section_4.parity_bias(m) ** 2)
    if m <= 6:
        at.compare("printed-sum", len(stated), "==", 1 << m)


@check("intro-dense-sq")
def dense(
    at: Recorder,
    *,
    max_n: Annotated[int, Ge(1), Le(10)],
    one_query: Natural,
    dimensions: NonEmpty[Dimension],
    sizes: NonEmpty[Positive],
    tolerances: NonEmpty[PositiveReal],
    limit: Natural,
) -> None:
    """Compare dense networks with all parities, and queries of the low-degree algorithm with 2^cp.

    For n up to `max_n` the networks of all S are evaluated at all inputs. The algorithm of degree s
    plays against the parities of at most s of n bits, s in `sizes` and n in `dimensions`. The
    learner with one query plays for n up to `one_query`: with any c > 0 the sentence requires more.
    """
    for n in range(1, max_n + 1):
        for size in range(n + 1):
            compare_dense(at(n=n, size=size, subsets=math.comb(n, size)))
    for n in range(1, one_query + 1):
        compare_one_query(at(n=n, s=n), "printed", n)
    for tolerance, n, s in product(tolerances, dimensions, sizes):
        learner, bits = LowDegreeLearner(n, tolerance, s), min(n, s)
        here = at(n=n, s=s, tolerance=tolerance, learner=learner.name, bits=bits)
        used = run_game(here, learner, limit, concepts=popcounts(n) <= s)
        compare_dichotomy(here, "corrected", used, bits)
        compare_dichotomy(here(tau=tolerance, p=bits), "printed", used, bits)


def dense_parity_of(subset: list[int], n: int) -> SparseReLUNetwork:
    """Return the parity of the number of −1s in the subset as a network of max(1, |S|) neurons."""
    if not subset:
        return SparseReLUNetwork(np.zeros((1, n)), np.zeros(1), np.zeros(1))
    return constructions.dense_parity(n, subset)


def compare_dense(at: Recorder) -> None:
    """Compare the networks of the parities of `size` of n bits: values and number of neurons."""
    n, size = at["n"], at["size"]
    x, right, neurons = points(n), 0, 0
    for mask in np.flatnonzero(popcounts(n) == size).tolist():
        subset = [i for i in range(n) if mask >> i & 1]
        network = dense_parity_of(subset, n)
        require_exact(network)
        odd = (x[:, subset] == -1).sum(axis=1) % 2
        right += int((network.values() == odd).sum())
        neurons = max(neurons, network.s)
    at(quantity="right values").compare("parities", right, "==", at["subsets"] << n)
    at(quantity="neurons").compare("parities", neurons, "<=", max(1, size))
