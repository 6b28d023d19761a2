"""Corruptions that the checks of low-degree learning must reject."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from awasthi2024.low_degree.checks.agnostic import measure_agnostic
from awasthi2024.low_degree.checks.centred import measure_centred
from awasthi2024.low_degree.checks.degrees import measure_degrees
from awasthi2024.low_degree.checks.steps import measure_steps
from awasthi2024.low_degree.checks.success import measure_success
from awasthi2024.shared.corruption import always
from awasthi2024.shared.network_families import network_family
from paperclaims.mutation.mutants import mutants_of, run_of

MODULE = "awasthi2024.low_degree.checks"

#: The lines of the proofs, small enough for every mutant.
STEPS: dict[str, Any] = {
    "dimensions": [3, 1],
    "rhos": ["0", "1/2", "15/16"],
    "largest_degree": 6,
    "constants": [1, 1e-6],
    "scales": [1, 100],
    "epsilons": [0.25, 0.015625],
}


def small_networks(seed=3):
    return network_family("random").generate(
        seed=seed, dimensions=[4], neurons=[8], sparsities=[2], weight_bounds=[1], bias_bounds=[1],
        repeats=2,
    ) + network_family("extremal").generate(
        seed=seed, variables=[2, 1, 3], copies=[1, 2], deltas=[0, 0.5], dimensions=[4]
    )  # fmt: skip


steps = run_of("steps", measure_steps, **STEPS)


def degrees(seed=0):
    networks = [i for i in small_networks(seed) if i.network.n * i.network.s > 1]
    return measure_degrees(networks=networks, fractions=[0.5, 0.1]).records


def one_neuron(seed=0):
    """Return the records on σ(x) alone, where the printed degree is 0."""
    networks = [i for i in small_networks() if i.name.endswith("relu")]
    return measure_degrees(networks=networks, fractions=[0.9]).records


networks_learnt = run_of(
    "networks_learnt", measure_success, settings=[{"n": 4, "d": 2, "s": 8, "k": 1, "W": 1, "B": 1}],
    delta=0.3, trials=50, level=1e-3, sizes=[], curve_trials=1,
)  # fmt: skip

juntas_learnt = run_of(
    "juntas_learnt", measure_success, settings=[{"n": 5, "d": 2, "epsilon": 0.25}], delta=0.3,
    trials=50, level=1e-3, sizes=[], curve_trials=1,
)  # fmt: skip

noisy = run_of(
    "noisy", measure_agnostic, n=5, degree=1, delta=0.3, trials=26, level=1e-3, factors=[0.25, 1],
    noises=[{"kind": "flipped", "amount": 0.25}, {"kind": "additive", "amount": 1}],
)  # fmt: skip

large_constant = run_of(
    "large_constant", measure_centred, delta=0.3, trials=40, level=1e-3,
    targets=[{"kind": "parity", "n": 4, "p": 2, "k": 1, "bias": 1000, "epsilon": "1"}],
)  # fmt: skip


MUTANTS = [
    *mutants_of("theorem-8", one_neuron, [
        ("printed", "a degree of at least 1", "sparseact.bounds.theorem_8_degree", always(1.0)),
    ]),
    *mutants_of("theorem-8", degrees, [
        ("tail", "W for W²", "sparseact.bounds.theorem_c_tail",
         lambda _: lambda k, W, d: Fraction(4 * k**2 * float(W)) / (d + 1)),
    ]),
    *mutants_of("theorem-8", steps, [
        ("chain-any", "only the degree ⌈1/(1 − ρ)⌉", f"{MODULE}._every_degree",
         lambda _: lambda rho, largest: [math.ceil(1 / (1 - rho))]),
        ("supremum-attained", "k(W + B) for k(W√n + B)", "sparseact.bounds.sup_norm",
         lambda original: lambda n, *rest: original(1, *rest)),
    ]),
    *mutants_of("theorem-r", large_constant, [
        ("learns", "averages that are not centred",
         "sparseact.learning.low_degree.LowDegreeRegressor",
         lambda original: lambda d, method, blocks: original(d, "averages")),
    ]),
    *mutants_of("theorem-4", one_neuron, [
        ("printed", "a polynomial without a constant term", "sparseact.bounds.theorem_4_degree",
         lambda _: lambda n, s, k, W, e: 16 * (k * math.log(n * s)) ** 8 * float(W**4 / e**2)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (
    steps, degrees, networks_learnt, juntas_learnt, noisy,
)  # fmt: skip
