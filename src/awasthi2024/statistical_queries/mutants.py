"""Corruptions that the checks of statistical queries must reject."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from awasthi2024.statistical_queries.checks import sparse_networks as sparse
from paperclaims.checks.paper import find_paper
from paperclaims.mutation.mutants import mutants_of, run_of

CHECKS = find_paper("awasthi2024").checks("statistical_queries")
HERE = "awasthi2024.statistical_queries.checks"
ORACLE = f"{HERE}.games.AdversarialOracle"

TAU = 511 / 2048

#: The jobs' arguments, small enough for every mutant.
ARGUMENTS: dict[str, dict[str, Any]] = {
    "counts": {"dimensions": [1, 2, 3, 4, 5]},
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
        "limit": 1000,
    },
    "lifted": {
        "max_m": 4, "one_query": 3,
        "games": [
            {"learner": "characters", "dimensions": [4, 6]},
            {"learner": "gradient", "dimensions": [3], "rate": 0.05},
        ],
        "limit": 500,
    },
    "dense": {
        "max_n": 4, "one_query": 2, "dimensions": [5, 6], "sizes": [2, 4, 8],
        "games": [{"learner": "low degree", "tolerances": [0.4990234375]}],
        "limit": 100,
    },
    "errors": {
        "cases": [{"q": 8, "m": 1, "beta": 2}, {"q": 4, "m": 2, "beta": 1}],
        "rounded": [{"q": 8, "p": 3, "m": 1}, {"q": 4, "p": 3, "m": 2}], "repeats": 2,
    },
}  # fmt: skip


def measure(job, seed=0, **changes):
    return CHECKS[job](seed=seed, **{**ARGUMENTS[job], **changes})


def run_of_job(job, **changes):
    return run_of(job, CHECKS[job], **{**ARGUMENTS[job], **changes})


counts, queries, lifted, dense, errors = map(
    run_of_job, ("counts", "queries", "lifted", "dense", "errors")
)

sparse_networks = run_of(
    "sparse_networks", sparse.measure_sparse_networks, tolerances=[0.45],
    classes=[
        {"n": 4, "p": 2, "k": 1, "beta": 1.0, "epsilon": "1/2"},
        {"n": 5, "p": 3, "k": 1, "beta": 1.0, "epsilon": "3/2"},
        {"n": 3, "p": 1, "k": 1, "beta": 1.0, "epsilon": "4/3"},
    ],
    losses=["1/7", "1/2", "4/5"], largest=3,
)  # fmt: skip


def committed(original):
    """Return an oracle that has chosen the empty set before the first query."""
    return lambda m, tolerance, concepts=None: original(m, tolerance, np.arange(2**m) == 0)


MUTANTS = [
    *mutants_of("theorem-14", counts, [
        ("own-loss", "the loss of labels ±1", f"{HERE}.counts.squared_loss",
         lambda original: lambda g, f: 4 * original(g, f)),
    ]),
    *mutants_of("theorem-14", queries, [
        ("printed", "the oracle has chosen before", ORACLE, committed),
    ]),
    *mutants_of("theorem-3a", lifted, [
        ("printed", "the oracle has chosen before", ORACLE, committed),
        ("printed-sum", "the corrected sum", f"{HERE}.networks.lifted_parity",
         lambda original: lambda subset, m, as_printed=False: original(subset, m)),
    ]),
    *mutants_of("intro-dense-sq", dense, [
        ("corrected", "the oracle has chosen before", ORACLE, committed),
    ]),
    *mutants_of("theorem-q", sparse_networks, [
        ("queries", "D/(D − p) is dropped", "sparseact.bounds.section_4.theorem_q",
         lambda original: lambda n, k, W, epsilon, p, tolerance: (
             -(-math.comb(n, p) // (math.ceil(tolerance**-2) - 1)))),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (queries, lifted, dense, errors, sparse_networks)
