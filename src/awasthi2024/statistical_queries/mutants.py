"""Corruptions that the checks of statistical queries must reject."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.shared.corruption import changed
from awasthi2024.statistical_queries.checks import sparse_networks as sparse
from awasthi2024.statistical_queries.checks.elimination import likeliest_parity
from awasthi2024.statistical_queries.checks.samples import _sign_of
from paperclaims.checks.paper import find_paper
from paperclaims.mutation.mutants import Mutant, multiplied, mutants_of, run_of
from sparseact.learning.parity import ParitySolution, solve_parity
from sparseact.learning.statistical_queries import AdversarialOracle

TAU = 511 / 2048

#: The jobs' arguments, small enough for every mutant.
ARGUMENTS: dict[str, dict[str, Any]] = {
    "counts": {
        "dimensions": [1, 2, 3, 4, 5], "repeats": 5, "tolerances": [0.5, 0.125],
        "blocks": [0, 1, 2], "exhaustive": 3,
    },
    "queries": {
        "games": [
            {"learner": "characters", "dimensions": [1, 3, 5], "tolerances": [TAU]},
            {"learner": "characters", "dimensions": [4, 6], "tolerances": [0.75], "six": True},
            {"learner": "characters", "dimensions": [5], "tolerances": [0.75], "six": True,
             "loss": "squared"},
            {"learner": "blocks", "dimensions": [4, 7], "tolerances": [TAU, TAU / 2]},
            {"learner": "low degree", "dimensions": [5], "tolerances": [TAU]},
            {"learner": "gradient", "dimensions": [3], "tolerances": [0.124755859375],
             "rate": 0.05},
        ],
        "limit": 1000, "witnessed": 6,
    },
    "targets": {
        "games": [
            {"learner": "characters", "dimensions": [5], "tolerances": [0.4990234375]},
            {"learner": "low degree", "dimensions": [5], "tolerances": [TAU]},
        ],
        "shares": [0.5, 1.0], "dimensions": [1, 4], "blocks": [0, 1, 2], "targets": 4,
    },
    "lifted": {
        "max_m": 4, "transferred": 3, "repeats": 2, "one_query": 3,
        "games": [
            {"learner": "characters", "dimensions": [4, 6]},
            {"learner": "gradient", "dimensions": [3], "rate": 0.05},
        ],
        "limit": 500, "witnessed": 6,
    },
    "dense": {
        "max_n": 4, "one_query": 2, "dimensions": [5, 6], "sizes": [2, 4, 8],
        "games": [{"learner": "low degree", "tolerances": [0.4990234375]}],
        "limit": 100, "witnessed": 5,
    },
    "elimination": {
        "level": 2e-5, "counted": [[3, 2], [2, 3]], "fragile": [20], "extra": 10,
        "curves": [20], "surpluses": [0, 2], "large": [130], "trials": 1500, "slack": 0.15,
        "noise": 0.1, "noisy": [4], "likeliest": [8],
    },
    "samples": {
        "level": 2e-5, "dimensions": [3, 11], "ratio": 8, "trials": 80, "steps": 40,
        "rate": 0.02,
    },
}  # fmt: skip


def measure(job, seed=0, **changes):
    check = find_paper("awasthi2024").checks("statistical_queries")[job]
    return check(seed=seed, **{**ARGUMENTS[job], **changes})


def counts(seed=0):
    return measure("counts", seed, dimensions=[1, 2, 4], repeats=3).records


def queries(seed=0):
    return measure("queries", seed).records


def targets(seed=0):
    return measure("targets", seed).records


def lifted(seed=0):
    return measure("lifted", seed).records


def dense(seed=0):
    return measure("dense", seed).records


def elimination(seed=0):
    return measure("elimination", seed).records


def counted(seed=0):
    """Elimination without most of its rates."""
    return measure("elimination", seed, large=[], noisy=[], trials=150).records


def samples(seed=0):
    return measure("samples", seed, dimensions=[11]).records


sparse_networks = run_of(
    "sparse_networks", sparse.measure_sparse_networks, tolerances=[0.45], repeats=2,
    classes=[
        {"n": 4, "p": 2, "k": 1, "beta": 1.0, "epsilon": "1/2"},
        {"n": 5, "p": 3, "k": 1, "beta": 1.0, "epsilon": "3/2"},
        {"n": 3, "p": 1, "k": 1, "beta": 1.0, "epsilon": "4/3"},
    ],
    losses=["1/7", "1/2", "4/5"], largest=3,
)  # fmt: skip


class Liar(AdversarialOracle):
    """Answers a little too far from what it may say."""

    def answer(self, query):
        return super().answer(query) + 2.0**-20 + 2 * self.tolerance


def committed(original):
    """Return an oracle that has chosen the empty set before the first query."""
    return lambda m, tolerance, concepts=None: original(m, tolerance, np.arange(2**m) == 0)


def first_block_twice(original):
    """Return a learner by blocks that asks for its first block twice."""

    class Twice(original):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self._blocks = [self._blocks[0], *self._blocks]

    return Twice


def as_printed(original):
    return lambda subset, m, as_printed=False: original(subset, m, as_printed=True)


def parity_with(**parts):
    """Return a replacement of `lifted_parity` with other w, b or u."""

    def replacement(original):
        def construct(subset, m, as_printed=False):
            return changed(**parts)(lambda: original(subset, m, as_printed))()

        return construct

    return replacement


def few(original):
    """Return a learner that looks at m/2 samples and answers however they leave it open."""

    def learn(y, labels):
        half = y.shape[1] // 2
        solution = solve_parity(y[:half], labels[:half])
        return solution.subset

    return learn


def knowing(original):
    """Return least squares that is told the answer."""
    return lambda y, labels: np.stack(
        [_sign_of(likeliest_parity(a, b), y.shape[2]) for a, b in zip(y, labels, strict=True)]
    )


def without_last_sample(original):
    return lambda y, labels: original(y[:-1], labels[:-1])


def complement(original):
    def solve(y, labels):
        solution = original(y, labels)
        return ParitySolution(~solution.subset, solution.rank, solution.consistent)

    return solve


def mutant(claim, statement, why, name, replacement, run):
    """Return a mutant of a name in bounds, or in a file of the checks."""
    room = "sparseact." if name.startswith("bounds.") else "awasthi2024.statistical_queries.checks."
    return Mutant(claim, statement, why, room + name, replacement, run)


BOUNDS = "sparseact.bounds"
HERE = "awasthi2024.statistical_queries.checks"


MUTANTS = [
    *mutants_of("theorem-3a", lifted, [
        ("printed", "theorem_3a_cubed is multiplied by 562.488", f"{BOUNDS}.theorem_3a_cubed",
         multiplied(562.488)),
    ]),
    *mutants_of("intro-dense-sq", dense, [
        ("corrected", "theorem_3a_cubed is multiplied by 4194.72", f"{BOUNDS}.theorem_3a_cubed",
         multiplied(4194.72)),
    ]),
    mutant("theorem-14", "correlation", "coefficients a thousandth larger",
           "counts.walsh_transform", multiplied(1.001), counts),
    mutant("theorem-14", "own-loss", "the loss of labels ±1", "counts.squared_loss",
           lambda original: lambda g, f: 4 * original(g, f), counts),
    mutant("theorem-14", "own-loss", "the classification error of a fair guess",
           "counts.squared_loss", lambda _: lambda g, f: Fraction(1, 2), counts),
    mutant("theorem-14", "transform", "the transform of another order", "counts.walsh_transform",
           lambda original: lambda values: original(values)[::-1], counts),
    mutant("theorem-14", "excluded", "1/τ in place of 1/τ²", "counts.excluded_per_query",
           lambda _: lambda tolerance: int(1 / tolerance), counts),
    mutant("theorem-14", "half", "a product over all coordinates but one", "near_parities.points",
           lambda original: lambda n: np.abs(original(n)) * original(n)[:, :1], counts),
    mutant("theorem-14", "near", "the bound from Parseval alone", "bounds.near_limit",
           lambda _: lambda m: 9, counts),
    mutant("theorem-14", "near-squared", "half the hypothesis", "counts.near_in_squared_loss",
           lambda original: lambda g, denominator: original(g, 2 * denominator), counts),
    mutant("theorem-14", "printed", "the oracle has chosen before", "games.AdversarialOracle",
           committed, queries),
    mutant("theorem-14", "printed", "every hypothesis is near to all", "games.near_parities",
           lambda _: lambda g: np.ones(len(g), dtype=bool), queries),
    mutant("theorem-14", "explicit", "the oracle has chosen before", "games.AdversarialOracle",
           committed, queries),
    mutant("theorem-14", "explicit", "1/τ in place of 1/τ²", "queries.excluded_per_query",
           lambda _: lambda tolerance: int(1 / tolerance), queries),
    mutant("theorem-14", "squared", "every hypothesis is near to all", "games.near_in_squared_loss",
           lambda _: lambda g, denominator: np.ones(len(g), dtype=bool), queries),
    mutant("theorem-14", "squared", "the oracle has chosen before", "games.AdversarialOracle",
           committed, queries),
    mutant("theorem-14", "truthful", "answers beyond the tolerance", "games.AdversarialOracle",
           lambda _: Liar, queries),
    mutant("theorem-14", "coin-sharp", "six other sets", "games.SIX", lambda _: (0, 1, 2, 3, 4, 5),
           queries),
    mutant("theorem-14", "randomised", "every hypothesis is near to all", "queries.near_parities",
           lambda _: lambda g: np.ones(len(g), dtype=bool), targets),
    Mutant("theorem-14", "attained", "a function that is not bent",
           "sparseact.learning.query_learners.bent_function", lambda _: lambda j, m: np.ones(2**m),
           targets),
    mutant("theorem-14", "attained", "the first block is asked for twice", "queries.BlockLearner",
           first_block_twice, targets),
    mutant("theorem-14", "elimination", "the complement of the solution",
           "elimination.solve_parity", complement, counted),
    mutant("theorem-14", "elimination-rate", "ten samples more are counted on",
           "elimination.full_rank_probability", lambda original: lambda k, m: original(k + 10, m),
           elimination),
    mutant("theorem-14", "elimination-rate", "the last sample is not used",
           "elimination.solve_parity", without_last_sample, elimination),
    mutant("theorem-14", "elimination-fragile", "the last sample is not used",
           "elimination.solve_parity", without_last_sample, counted),
    mutant("theorem-14", "elimination-noise", "no label is flipped", "elimination.draw_samples",
           lambda original: lambda m, k, noise, rng: original(m, k, 0.0, rng), elimination),
    mutant("theorem-14", "likeliest", "every other label is flipped", "elimination.draw_samples",
           lambda original: lambda m, k, noise, rng: original(m, k, 5 * noise, rng), elimination),
    mutant("theorem-3a", "printed", "the oracle has chosen before", "games.AdversarialOracle",
           committed, lifted),
    mutant("theorem-3a", "printed-sum", "the corrected sum", "networks.lifted_parity",
           lambda original: lambda subset, m, as_printed=False: original(subset, m), lifted),
    mutant("theorem-3a", "reduction", "the sum over even a", "networks.lifted_parity", as_printed,
           lifted),
    mutant("theorem-3a", "reduction", "biases off by 1/8", "networks.lifted_parity",
           parity_with(b=lambda b: b + 0.125), lifted),
    mutant("theorem-3a", "transfer", "the sum over even a", "networks.lifted_parity", as_printed,
           lifted),
    mutant("theorem-3a", "consistent", "answers beyond the tolerance", "games.AdversarialOracle",
           lambda _: Liar, lifted),
    mutant("theorem-3a", "consistent", "the sum over even a", "networks.lifted_parity", as_printed,
           lifted),
    mutant("theorem-3a", "samples", "m/2 of the samples", "samples.eliminate", few, samples),
    mutant("theorem-3a", "samples", "least squares that is told the answer",
           "samples._least_squares", knowing, samples),
    mutant("intro-dense-crypto", "queries", "the root of the dimension",
           "networks.queries_exponent", lambda original: lambda n: original(math.isqrt(n)), dense),
    mutant("intro-dense-sq", "corrected", "the oracle has chosen before", "games.AdversarialOracle",
           committed, dense),
    mutant("intro-dense-sq", "all-parities", "the oracle has chosen before",
           "games.AdversarialOracle", committed, dense),
    Mutant("intro-dense-sq", "parities", "the signs of u do not alternate",
           "sparseact.constructions.dense_parity", changed(u=np.abs), dense),
    Mutant("intro-dense-sq", "parities", "the biases are off by one",
           "sparseact.constructions.dense_parity", changed(b=lambda b: b + 1), dense),
    mutant("intro-dense-sq", "consistent", "answers beyond the tolerance",
           "games.AdversarialOracle", lambda _: Liar, dense),
    mutant("intro-dense-sq", "consistent", "the network of the complement",
           "networks.dense_parity_of",
           lambda original: lambda subset, n: original([i for i in range(n) if i not in subset], n),
           dense),
    *mutants_of("theorem-q", sparse_networks, [
        ("networks", "the bias is β(r − 1)", f"{HERE}.sparse_networks.extremal",
         changed(b=lambda b: b + 1)),
        ("networks", "the amplitude is larger by 1/64", f"{HERE}.sparse_networks.extremal",
         changed(w=lambda w: w * 65 / 64, b=lambda b: b * 65 / 64)),
        ("queries", "D/(D − p) is dropped", f"{BOUNDS}.section_4.theorem_q",
         lambda original: lambda n, k, W, epsilon, p, tolerance: (
             -(-math.comb(n, p) // (math.ceil(tolerance**-2) - 1)))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (counts, queries, targets, lifted, dense, elimination, samples, sparse_networks)
