"""Corruptions that the checks of sample sizes must reject."""

from __future__ import annotations

import math
from itertools import product

from awasthi2024.sample_complexity.checks import unknown_displays, unknown_sizes, worst_erm
from awasthi2024.sample_complexity.checks.counterexamples import (
    compare_two_functions,
    measure_counterexamples,
)
from awasthi2024.sample_complexity.checks.finite import measure_finite
from awasthi2024.sample_complexity.checks.lower import measure_lower
from awasthi2024.sample_complexity.checks.sizes import measure_sizes
from awasthi2024.sample_complexity.checks.windows import measure_windows
from paperclaims.checks.recorder import Recorder
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact.randomness import generator

HERE = "awasthi2024.sample_complexity.checks"
BOUNDS = "sparseact.bounds"
LEMMA, THEOREM, INFORMAL, DENSE = "lemma-18", "theorem-17", "theorem-5", "intro-dense-lower"

counterexamples = run_of(
    "counterexamples", measure_counterexamples, constants=[1, 10], losses=[0.5], confident=[2]
)


def single():
    """Return those of a single neuron on the line."""
    return [r for r in counterexamples() if r.instance["n"] == 1]


finite = run_of(
    "finite", measure_finite, classes=2, samples={"1": 8, "2": 3}, exponents=[1, 2],
    factors=[0.0625, 16],
)  # fmt: skip

few = run_of("few", measure_finite, classes=6, samples={"1": 1, "2": 2}, exponents=[1], factors=[1])

lower = run_of(
    "lower", measure_lower, sparsities=[1, 2], losses=[16, 100, 300], exponents=[2, 6],
    free=[1, 2, 3], sizes=[1],
)  # fmt: skip

sizes = run_of(
    "sizes", measure_sizes,
    base={"n": 4, "s": 8, "k": 2, "W": 2, "B": 1, "inverse_loss": 8, "exponent": 6},
    axes={"n": [1, 64], "s": [2, 512], "k": [1, 8], "W": [1, 16], "inverse_loss": [1, 4096]},
)  # fmt: skip


def drawn(name, compare, count, *more):
    """Return a run of a comparison that draws its instances."""

    def run(seed=0):
        recorder = Recorder("theorem-5", {})
        for number in range(count):
            compare(recorder, number, *more, generator(seed, "mutants", number))
        return recorder.records

    run.__name__ = name
    return run


gains = drawn("gains", unknown_displays.compare_gain, 12)


def without_support(seed=0):
    recorder = Recorder("theorem-5", {})
    base = {"n": 16, "s": 8, "k": 2, "W": 1, "B": 2, "inverse_loss": 4, "exponent": 6}
    for axis, value in (("n", 1), ("n", 256), ("s", 512), ("k", 8), ("exponent", 320)):
        unknown_sizes.compare_sizes(recorder, base, axis, value)
    return recorder.records


worst = run_of(
    "worst", worst_erm.measure_worst_erm, dimensions=[8, 16], sparsities=[1, 2], blocks=[1, 4],
    shares=[1], enumerated=32,
)  # fmt: skip


def with_scale(original):
    """Multiply ln(1/δ) in Theorem 17 by M², as the correction does."""

    def corrupted(n, s, k, R, W, B, epsilon, delta, *, constant=1):
        first = original(n, s, k, R, W, B, epsilon, 1, constant=constant)
        M = float(k) * (float(W) * float(R) + float(B))
        return first - float(constant) * M**2 * math.log(delta) / float(epsilon) ** 2

    return corrupted


windows = run_of(
    "windows", measure_windows, neurons=[1, 30], deltas=[0.01], exponents=[4, 20, 40],
)  # fmt: skip


def two_functions(seed=0):
    recorder = Recorder("lemma-18", {})
    for c, share in product((1, 9 + seed), (0.5, 1.5)):
        compare_two_functions(recorder, c, share * c)
    return recorder.records


MUTANTS = [
    *mutants_of(LEMMA, few, [
        ("corrected", "C is 0.01", f"{BOUNDS}.corrected_excess",
         lambda original: lambda C, R, m, nats: original(0.01, R, m, nats)),
    ]),
    *mutants_of(THEOREM, single, [
        ("printed", "ln(1/δ) is multiplied by M²", f"{BOUNDS}.theorem_17", with_scale),
    ]),
    *mutants_of(THEOREM, counterexamples, [
        ("scaled", "k² multiplies ln(1/δ)", f"{BOUNDS}.theorem_17_scaled",
         lambda original: lambda k, W, epsilon, exponent, *, constant: original(k, W, epsilon,
             exponent * k * k, constant=constant)),
    ]),
    *mutants_of(THEOREM, sizes, [
        ("ratio", "C_H is left out", f"{BOUNDS}.samples.lemma_18_samples",
         lambda original: lambda C, *a, **kw: original(1, *a, **kw)),
    ]),
    *mutants_of(INFORMAL, worst, [
        ("clipped-erm-lower", "B ≥ W for B ≥ 2W", f"{HERE}.worst_erm.largest_bias",
         lambda _: lambda: 1),
    ]),
    *mutants_of(DENSE, lower, [
        ("lower", "8ε is ε", f"{BOUNDS}.confidence_lower",
         lambda original: lambda C, epsilon, delta: original(C, epsilon / 8, delta)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (gains, worst, counterexamples, finite, lower, sizes, two_functions, without_support)
