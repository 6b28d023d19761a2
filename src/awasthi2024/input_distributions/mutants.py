"""Corruptions that the checks of other input distributions must reject."""

from __future__ import annotations

from fractions import Fraction

from awasthi2024.input_distributions.checks.gaussian import (
    measure_gaussian,
    measure_gaussian_sampled,
)
from awasthi2024.input_distributions.checks.learner import measure_product_learner
from awasthi2024.input_distributions.checks.product import measure_product
from awasthi2024.shared.instances import Instance
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact import constructions


def product(seed=0):
    network = constructions.extremal(2)
    instance = Instance("two", "made", {"n": 2, "s": 4}, network, 1)
    return measure_product(
        seed=seed,
        networks=[instance],
        max_dimension=3,
        denominators=[2, 8],
        rhos=["0", "3/4"],
        ratios=[[1, 1], [1, 2]],
    ).records


product_learner = run_of(
    "product_learner", measure_product_learner, level=1e-3, n=4, degree=1, biases=["1/8"],
    epsilon=0.125, delta=0.25, trials=60,
)  # fmt: skip

shares = run_of("shares", measure_gaussian, neurons=[2, 4, 16], biases=[0, 1, 2])


def sampled(seed=0):
    systems = [{"directions": "plane", "s": 3, "n": 2, "bias": 0}]
    return measure_gaussian_sampled(seed=seed, level=1e-3, systems=systems, trials=2000).records


MUTANTS = [
    *mutants_of("theorem-product", product_learner, [
        ("learns", "the averages' basis is that of fair coordinates", 
         "awasthi2024.input_distributions.checks.basis",
         lambda original: lambda masks, q: original(masks, [Fraction(1, 2)] * len(q))),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (product, product_learner, shares, sampled)
