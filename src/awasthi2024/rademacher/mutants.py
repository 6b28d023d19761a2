"""Corruptions that the checks of Theorem 19, (15) and the dense bound must reject."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.rademacher.checks.complexities import measure_bounds, measure_sweeps
from awasthi2024.rademacher.checks.dense import measure_dense
from awasthi2024.rademacher.checks.steps import measure_steps
from paperclaims.mutation.mutants import Mutant, multiplied, mutants_of, run_of
from sparseact.bounds import rademacher

HERE = "awasthi2024.rademacher.checks"

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

large = run_of(
    "large", measure_bounds, lines=[{**PAIR, "points": [2, -2], "active": 1}], constants=[1],
    orthogonal=[{"sweep": "samples", "points": [4], "neurons": [4], "active": [1]}],
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


def values(**changes):
    """Return a replacement of line_values with other fields, each a function of the honest ones."""

    def replacement(original):
        def line_values(case):
            honest = original(case)
            return honest._replace(**{name: change(honest) for name, change in changes.items()})

        return line_values

    return replacement


def wider(factor):
    """Return a replacement of rademacher_interval whose ends are `factor` times as large."""

    def replacement(original):
        def interval(*a, **o):
            found = original(*a, **o)
            return found._replace(lower=factor * found.lower, upper=factor * found.upper)

        return interval

    return replacement


def closed_form(_):
    return lambda n, s, k, m, R, W, B, *, constant=1: (
        constant * rademacher.theorem_19_closed(n, s, k, m, R, W, B)
    )


def without_root(_):
    return lambda n, s, k, m, R, W, B: rademacher.conj_20(s, k, m, R, W, B) / m**0.5


def without_bias(original):
    return lambda points, W, B: original(points, W, 0)


def one_neuron(original):
    return lambda values, s, k, m: original(values, 1, 1, m)


def constant(c):
    return lambda _: c


def t19(statement, why, target, replacement, run=steps):
    return Mutant("theorem-19", statement, why, target, replacement, run)


def e15(statement, why, target, replacement, run=exact_bounds):
    return Mutant("eq-15", statement, why, target, replacement, run)


def sec5(statement, why, target, replacement):
    return Mutant("sec5-dense", statement, why, target, replacement, dense)


BOUNDS = "sparseact.bounds"
VALUES = f"{HERE}.line_values"
PRINTED_SETS = f"{HERE}.neurons.Neurons.printed_sets"
C = f"{BOUNDS}.hoeffding_constant"


MUTANTS = [
    *mutants_of("theorem-19", large, [
        ("where-large", "eq_15 is multiplied by 0.235899", f"{BOUNDS}.eq_15", multiplied(0.235899)),
    ]),
    t19("printed", "the logarithm is that of 2m", f"{BOUNDS}.eq_15", closed_form, exact_bounds),
    t19("any-constant", "the logarithm is that of 2m", f"{BOUNDS}.eq_15", closed_form,
        exact_bounds),
    t19("proved", "a root is dropped: 1/m", f"{BOUNDS}.theorem_19_sharp", without_root,
        exact_bounds),
    t19("dimension", "halfspaces have no bias", f"{HERE}.strict_cells", without_bias),
    t19("dimension-affine", "halfspaces have no bias", f"{HERE}.strict_cells", without_bias),
    t19("sizes", "every point is in the first set alone", PRINTED_SETS,
        lambda _: lambda self, x: np.tile(np.arange(len(self.b)) == 0, (len(x), 1))),
    t19("roots", "skm is a tenth less", f"{HERE}._check_roots",
        lambda original: (
            lambda record, sizes, right: original(record, sizes, right * Fraction(9, 10)))),
    t19("sizes-strict", "active means ≥", f"{HERE}.neurons.Neurons.active",
        lambda _: lambda self, x: self.printed_sets(x)),
    t19("eq-3", "the printed set needs pre-activation 1", f"{HERE}.neurons.Neurons.printed_sets",
        lambda _: lambda self, x: self.pre_activations(x) >= 1),
    t19("eq-3", "the sign of b", f"{HERE}.neurons.Neurons.printed_sets",
        lambda _: lambda self, x: x @ self.w.T + self.b >= 0),
    t19("eq-5", "c is multiplied by 0.79", C, multiplied(0.79)),
    t19("eq-9", "c is seven tenths", C, multiplied(0.7)),
    t19("eq-10", "R² is a thousandth less", f"{HERE}._squared_radius", multiplied(0.999)),
    t19("eq-6", "neurons have no bias", VALUES, values(second=lambda v: 0 * v.second)),
    t19("eq-8", "the logarithm is that of 2m", f"{BOUNDS}.eq_8",
        lambda _: lambda n, s, m, B: (
            rademacher.eq_14(n, s, m, B, Fraction(1)) + 4 * B * (s / m) ** 0.5)),
    t19("eq-8-any-constant", "the logarithm is that of 2m", f"{BOUNDS}.eq_8",
        lambda original: lambda n, s, m, B: (
            original(n, s, m, B) + 4 * float(B) * (s * n / m) ** 0.5)),
    t19("eq-7", "the printed sets are strict", PRINTED_SETS,
        lambda _: lambda self, x: self.active(x)),
    t19("eq-11", "a coordinate of v_1 is larger by 1", f"{HERE}._summed_points",
        lambda original: lambda inside, x: (
            original(inside, x) + (np.arange(inside.shape[1]) == 0)[:, None])),
    t19("eq-12", "the maximum is inside", VALUES, values(exchanged=lambda v: v.inside)),
    t19("eq-12-max", "the maximum is outside", VALUES, values(inside=lambda v: v.exchanged)),
    t19("eq-14", "2 in place of the logarithm's argument", f"{BOUNDS}.eq_14",
        lambda _: lambda n, s, m, R, W: 4 * float(W * R) * (n * s * 0.6931 / m) ** 0.5),
    t19("eq-14-residual", "t is larger, and n and 2 are lost", f"{BOUNDS}.eq_14_residual",
        lambda _: lambda n, m, R: rademacher.eq_8_residual(n, m, R) / (m * R) ** (4 * n)),
    e15("printed", "the logarithm is that of 2m", f"{BOUNDS}.eq_15", closed_form),
    e15("any-constant", "the logarithm is that of 2m", f"{BOUNDS}.eq_15", closed_form),
    e15("proved", "a root is dropped: 1/m", f"{BOUNDS}.theorem_19_sharp", without_root),
    e15("without-n", "the certified interval is fifty times too high",
        f"{HERE}.rademacher_interval", wider(50), sweeps),
    sec5("printed", "a root is dropped: 1/m", f"{BOUNDS}.dense_rademacher",
         lambda original: lambda s, m, *a, **o: original(s, m * m, *a, **o)),
    sec5("linear", "only one neuron is used", f"{HERE}.best_network", one_neuron),
    sec5("attained", "only one neuron is used", f"{HERE}.best_network", one_neuron),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (steps, exact_bounds, sweeps, cubes, dense)
