"""Corruptions that the checks of Theorem 19, (15) and the dense bound must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.rademacher.checks.complexities import measure_bounds, measure_sweeps
from awasthi2024.rademacher.checks.dense import measure_dense
from awasthi2024.rademacher.checks.steps import measure_steps
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact.bounds import rademacher

BOUNDS = "sparseact.bounds"
NEURONS = "awasthi2024.rademacher.checks.neurons.Neurons"

POINT = {"points": [1], "neurons": 1, "weight_bound": 1, "bias_bound": 1}
PAIR = {"points": [1, -1], "neurons": 2, "weight_bound": 1, "bias_bound": 0}
TWO = {"points": [1, 2], "neurons": 1, "weight_bound": 1, "bias_bound": 1}
HALF = {"points": [1, 2], "neurons": 1, "weight_bound": 1, "bias_bound": 0.5}
FOUR = {"points": [1, 2, 3, 4], "neurons": 2, "weight_bound": 1, "bias_bound": 4}
CLOUDS = [[1, 1], [1, 4], [2, 5], [3, 4]]


steps = run_of(
    "steps", measure_steps, lines=[POINT, TWO, HALF, FOUR], thresholds=[0.5, 1, 2, 4], tosses=40,
    clouds=CLOUDS, random_networks=40, repeated=[33],
)  # fmt: skip

exact_bounds = run_of(
    "exact_bounds", measure_bounds,
    lines=[{**POINT, "active": 1, "bias_bound": 0}, {**PAIR, "active": 1}], constants=[1, 10],
    orthogonal=[{"sweep": "samples", "points": [4, 16], "neurons": [4], "active": [1, 2]}],
)  # fmt: skip

SCALE = {"active": [1, 2], "weight_bounds": [1.0], "bias_bounds": [0.5], "clouds": 1}
sweeps = run_of(
    "sweeps", measure_sweeps,
    sweeps=[{"sweep": "samples", "kind": "sphere", "dimensions": [3], "points": [4, 5],
             "neurons": [4], **SCALE}],
)  # fmt: skip

cubes = run_of(
    "cubes", measure_sweeps,
    sweeps=[{"sweep": "cube", "kind": "cube", "dimensions": [2, 3], "points": [2, 4],
             "neurons": [2], **SCALE}],
)  # fmt: skip

dense = run_of(
    "dense", measure_dense, lines=[{**POINT, "neurons": 2}, TWO, FOUR], repeated=[1, 2, 5],
    kinds=["sphere", "equicorrelated"], points=[2, 3], neurons=[2], bias_bounds=[0.0, 0.5],
    dimension=4,
)  # fmt: skip


def closed_form(_):
    return lambda n, s, k, m, R, W, B, *, constant=1: (
        constant * rademacher.theorem_19_closed(n, s, k, m, R, W, B)
    )


large = run_of(
    "large", measure_bounds, lines=[{**PAIR, "points": [2, -2], "active": 1}], constants=[1],
    orthogonal=[{"sweep": "samples", "points": [4], "neurons": [4], "active": [1]}],
)  # fmt: skip


MUTANTS = [
    *mutants_of("theorem-19", exact_bounds, [
        ("printed", "the logarithm is that of 2m", f"{BOUNDS}.eq_15", closed_form),
    ]),
    *mutants_of("theorem-19", steps, [
        ("sizes", "every point is in the first set alone", f"{NEURONS}.printed_sets",
         lambda _: lambda self, x: np.tile(np.arange(len(self.b)) == 0, (len(x), 1))),
        ("sizes-strict", "active means ≥", f"{NEURONS}.active",
         lambda _: lambda self, x: self.printed_sets(x)),
        ("eq-7", "the printed sets are strict", f"{NEURONS}.printed_sets",
         lambda _: lambda self, x: self.active(x)),
    ]),
    *mutants_of("eq-15", exact_bounds, [
        ("printed", "the logarithm is that of 2m", f"{BOUNDS}.eq_15", closed_form),
    ]),
    *mutants_of("sec5-dense", dense, [
        ("printed", "a root is dropped: 1/m", f"{BOUNDS}.dense_rademacher",
         lambda original: lambda s, m, *a, **o: original(s, m * m, *a, **o)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (steps, exact_bounds, sweeps, cubes, dense, large)
