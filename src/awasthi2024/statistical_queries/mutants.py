"""Corruptions that the checks of statistical queries must reject."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from awasthi2024.shared.corruption import changed
from awasthi2024.statistical_queries.checks import sparse_networks as sparse
from paperclaims.checks.paper import find_paper
from paperclaims.mutation.mutants import Mutant, mutants_of, run_of
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
    "errors": {
        "cases": [{"q": 8, "m": 1, "beta": 2}, {"q": 4, "m": 2, "beta": 1}],
        "rounded": [{"q": 8, "p": 3, "m": 1}, {"q": 4, "p": 3, "m": 2}], "repeats": 2,
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


def errors(seed=0):
    return measure("errors", seed).records


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


def as_printed(original):
    return lambda subset, m, as_printed=False: original(subset, m, as_printed=True)


def without_last_sample(original):
    return lambda y, labels: original(y[:-1], labels[:-1])


def mutant(claim, statement, why, name, replacement, run):
    """Return a mutant of a name in bounds, or in a file of the checks."""
    room = "sparseact." if name.startswith("bounds.") else "awasthi2024.statistical_queries.checks."
    return Mutant(claim, statement, why, room + name, replacement, run)


MUTANTS = [
    mutant("theorem-14", "own-loss", "the loss of labels ±1", "counts.squared_loss",
           lambda original: lambda g, f: 4 * original(g, f), counts),
    mutant("theorem-14", "transform", "the transform of another order", "counts.walsh_transform",
           lambda original: lambda values: original(values)[::-1], counts),
    mutant("theorem-14", "half", "every coordinate is the first", "near_parities.points",
           lambda original: lambda n: np.abs(original(n)) * original(n)[:, :1], counts),
    mutant("theorem-14", "printed", "the oracle has chosen before", "games.AdversarialOracle",
           committed, queries),
    mutant("theorem-14", "truthful", "answers beyond the tolerance", "games.AdversarialOracle",
           lambda _: Liar, queries),
    Mutant("theorem-14", "attained", "a function that is not bent",
           "sparseact.learning.query_learners.bent_function", lambda _: lambda j, m: np.ones(2**m),
           targets),
    mutant("theorem-14", "elimination-rate", "ten samples more are counted on",
           "elimination.full_rank_probability", lambda original: lambda k, m: original(k + 10, m),
           elimination),
    mutant("theorem-14", "elimination-fragile", "the last sample is not used",
           "elimination.solve_parity", without_last_sample, counted),
    mutant("theorem-14", "elimination-noise", "no label is flipped", "elimination.draw_samples",
           lambda original: lambda m, k, noise, rng: original(m, k, 0.0, rng), elimination),
    mutant("theorem-3a", "printed", "the oracle has chosen before", "games.AdversarialOracle",
           committed, lifted),
    mutant("theorem-3a", "printed-sum", "the corrected sum", "networks.lifted_parity",
           lambda original: lambda subset, m, as_printed=False: original(subset, m), lifted),
    mutant("theorem-3a", "reduction", "the sum over even a", "networks.lifted_parity", as_printed,
           lifted),
    mutant("intro-dense-sq", "corrected", "the oracle has chosen before", "games.AdversarialOracle",
           committed, dense),
    mutant("intro-dense-crypto", "queries", "the root of the dimension",
           "networks.queries_exponent", lambda original: lambda n: original(math.isqrt(n)), dense),
    mutant("intro-dense-crypto", "values", "the neurons of a and a + 1 for a jump at a",
           "learning_with_errors.SparseReLUNetwork",
           lambda original: lambda w, b, u: original(w, b + 1, u), errors),
    mutant("intro-dense-crypto", "flips", "no entry of the secret need be odd",
           "learning_with_errors.has_odd", lambda _: lambda secret: True, errors),
    *mutants_of("theorem-q", sparse_networks, [
        ("networks", "the bias is β(r − 1)",
         "awasthi2024.statistical_queries.checks.sparse_networks.extremal",
         changed(b=lambda b: b + 1)),
        ("queries", "D/(D − p) is dropped", "sparseact.bounds.section_4.theorem_q",
         lambda original: lambda n, k, W, epsilon, p, tolerance: (
             -(-math.comb(n, p) // (math.ceil(tolerance**-2) - 1)))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (counts, queries, targets, lifted, dense, errors, elimination, samples, sparse_networks)
