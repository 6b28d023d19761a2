"""Corruptions that the checks of low-degree learning must reject."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from awasthi2024.low_degree.checks.agnostic import measure_agnostic
from awasthi2024.low_degree.checks.degrees import measure_degrees
from awasthi2024.low_degree.checks.recovery import measure_recovery
from awasthi2024.low_degree.checks.steps import measure_steps
from awasthi2024.low_degree.checks.success import measure_half_degree, measure_success
from awasthi2024.shared.network_families import network_family
from paperclaims.mutation.mutants import multiplied, mutants_of, run_of

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


def small_networks():
    return network_family("random").generate(
        seed=3,
        dimensions=[4],
        neurons=[8],
        sparsities=[2],
        weight_bounds=[1],
        bias_bounds=[1],
        repeats=2,
    ) + network_family("extremal").generate(
        seed=3, variables=[2, 1, 3], copies=[1, 2], deltas=[0, 0.5], dimensions=[4]
    )


steps = run_of("steps", measure_steps, **STEPS)


def degrees(seed=0):
    networks = network_family("random").generate(
        seed=seed,
        dimensions=[4],
        neurons=[8],
        sparsities=[2],
        weight_bounds=[1],
        bias_bounds=[1],
        repeats=2,
    ) + [i for i in small_networks() if i.family == "extremal"]
    networks = [i for i in networks if i.network.n * i.network.s > 1]
    return measure_degrees(networks=networks, fractions=[0.5, 0.1]).records


def one_neuron(seed=0):
    """Return the records on σ(x) alone, where the printed degree is 0."""
    networks = [i for i in small_networks() if i.name.endswith("relu")]
    return measure_degrees(networks=networks, fractions=[0.9]).records


def mild_degrees():
    """Return the records at an ε that is little less than the variance."""
    return measure_degrees(networks=small_networks(), fractions=[0.9]).records


networks_learnt = run_of(
    "networks_learnt", measure_success, settings=[{"n": 4, "d": 2, "s": 8, "k": 1, "W": 1, "B": 1}],
    delta=0.3, trials=50, level=1e-3, sizes=[], curve_trials=1,
)  # fmt: skip

half_learnt = run_of(
    "half_learnt", measure_half_degree, settings=[{"n": 4, "d": 2, "s": 8, "k": 1, "W": 1, "B": 1}],
    slack=0.25, delta=0.3, trials=50, level=1e-3,
)  # fmt: skip

juntas_learnt = run_of(
    "juntas_learnt", measure_success, settings=[{"n": 5, "d": 2, "epsilon": 0.25}], delta=0.3,
    trials=50, level=1e-3, sizes=[], curve_trials=1,
)  # fmt: skip

noisy = run_of(
    "noisy", measure_agnostic, n=5, degree=1, delta=0.3, trials=26, level=1e-3, factors=[0.25, 1],
    noises=[{"kind": "flipped", "amount": 0.25}, {"kind": "additive", "amount": 1}],
)  # fmt: skip

recovery = run_of(
    "recovery", measure_recovery, cases=[{"n": 10, "d": 2}], shares=[0.5], delta=0.3, trials=40,
    curve_trials=9, level=1e-3,
)  # fmt: skip


def fixed(value):
    return lambda _: lambda *a, **kw: value


def other_degree(step):
    return lambda original: (
        lambda degree, method="regression": original(max(degree + step, 0), method)
    )


def shuffled(original):
    """Return samples whose labels belong to other points."""

    def replacement(rng, cube, m):
        x, numbers = original(rng, cube, m)
        return x, rng.permutation(numbers)

    return replacement


BOUNDS = "sparseact.bounds"


MUTANTS = [
    *mutants_of("intro-agnostic", steps, [
        ("approximation", "agnostic_sides is multiplied by 0.9999", f"{MODULE}.agnostic_sides",
         multiplied(0.9999, "2")),
        ("enough", "agnostic_tail is multiplied by 1.00028", f"{BOUNDS}.agnostic_tail",
         multiplied(1.00028)),
    ]),
    *mutants_of("theorem-8", steps, [
        ("noise-corrected", "lemma_10 is multiplied by 6.86052", f"{BOUNDS}.lemma_10",
         multiplied(6.86052)),
        ("supremum", "scale_squared is multiplied by 0.9999",
         "sparseact.network.SparseReLUNetwork.scale_squared", multiplied(0.9999, "0")),
        ("last-line", "with the scale in it", "sparseact.bounds.lemma_7_samples", fixed(1.0)),
        ("last-line-corrected", "without C", "sparseact.bounds.lemma_7_samples", fixed(0.5)),
    ]),
    *mutants_of("lemma-7", steps, [
        ("supremum-corrected", "a sample size without ε and C", "sparseact.bounds.lemma_7_samples",
         fixed(0.5)),
        ("any-distribution", "samples enough to see all of A", "sparseact.bounds.lemma_7_samples",
         fixed(2**60)),
        ("time-printed", "one operation for each sample", "sparseact.bounds.averages_operations",
         fixed(1)),
    ]),
    *mutants_of("theorem-8", one_neuron, [
        ("printed", "a degree of at least 1", "sparseact.bounds.theorem_8_degree", fixed(1.0)),
    ]),
    *mutants_of("theorem-8", mild_degrees, [
        ("corrected", "degree 0", "sparseact.bounds.theorem_8_degree", fixed(0.0)),
        ("samples", "the degree is a fiftieth", "sparseact.bounds.theorem_8_degree",
         multiplied(0.02)),
    ]),
    *mutants_of("lemma-7", juntas_learnt, [
        ("printed", "labels of other points", f"{MODULE}.sample", shuffled),
        ("printed", "a degree less", "sparseact.learning.low_degree.LowDegreeRegressor",
         other_degree(-1)),
        ("printed", "a hundredth of the samples", "sparseact.bounds.lemma_7_samples",
         multiplied(0.01)),
        ("averages", "labels of other points", f"{MODULE}.sample", shuffled),
        ("averages", "5 samples", "sparseact.bounds.lemma_7_proved_samples", fixed(5)),
        ("regression", "10 samples", "sparseact.bounds.regression_samples", fixed(10)),
        ("regression", "averages in its place", "sparseact.learning.low_degree.LowDegreeRegressor",
         lambda original: lambda d, method: original(d, "averages")),
    ]),
    *mutants_of("lemma-7", recovery, [
        ("recovery", "averages", "sparseact.learning.low_degree.LowDegreeRegressor",
         lambda original: lambda d: original(d, "averages")),
        ("recovery", "labels of other points", f"{MODULE}.sample", shuffled),
    ]),
    *mutants_of("lemma-7", steps, [
        ("monomials-corrected", "subsets with order", "sparseact.bounds.n_monomials",
         lambda _: lambda n, d: sum(math.perm(n, t) for t in range(d + 1)) + n),
    ]),
    *mutants_of("intro-agnostic", steps, [
        ("analysis", "labels within the class", f"{MODULE}.agnostic_sides",
         lambda original: lambda f, h, d: original(h, h, d)),
        ("approximation", "squared losses without the ½", f"{MODULE}.agnostic_sides",
         lambda original: lambda f, h, d: (2 * original(f, h, d)[0], *original(f, h, d)[1:])),
        ("enough", "ε²/(ε + opt) for the tail", "sparseact.bounds.agnostic_tail",
         lambda original: lambda epsilon, opt: original(epsilon, opt / 2)),
        ("printed", "labels within the class", f"{MODULE}.agnostic_sides",
         lambda original: lambda f, h, d: original(h, h, d)),
        ("any-constant", "labels within the class", f"{MODULE}.agnostic_sides",
         lambda original: lambda f, h, d: original(h, h, d)),
    ]),
    *mutants_of("intro-agnostic", noisy, [
        ("averages", "the bound without N", "sparseact.bounds.averages_excess", multiplied(1 / 60)),
        ("averages", "a loss summed over the cube", f"{MODULE}.estimation_error", multiplied(32)),
        ("regression", "δ for 1/δ, without N", "sparseact.bounds.regression_excess",
         multiplied(0.3**2 / 6)),
        ("regression", "labels of other points", f"{MODULE}.sample", shuffled),
    ]),
    *mutants_of("theorem-8", one_neuron, [
        ("printed", "σ(x) has no tail", "awasthi2024.shared.tails.degree_weights_exact",
         lambda original: lambda values: [original(values)[0], Fraction(0)]),
    ]),
    *mutants_of("theorem-8", degrees, [
        ("tail", "W for W²", "sparseact.bounds.theorem_c_tail",
         lambda _: lambda k, W, d: Fraction(4 * k**2 * float(W)) / (d + 1)),
        ("attained", "a degree is lost", "awasthi2024.shared.tails.degree_weights_exact",
         lambda original: lambda values: [*original(values)[1:], Fraction(0)]),
    ]),
    *mutants_of("theorem-8", networks_learnt, [
        ("learns", "3 samples", "sparseact.bounds.lemma_7_proved_samples", fixed(3)),
        ("learns", "labels eight times as large", f"{MODULE}.member", multiplied(8)),
    ]),
    *mutants_of("theorem-8", half_learnt, [
        ("learns-half", "12 samples", "sparseact.bounds.regression_samples", fixed(12)),
        ("learns-half", "an eighth of ε", "sparseact.bounds.theorem_c_tail",
         lambda original: lambda k, W, d: original(k, W, d) / 8),
    ]),
    *mutants_of("theorem-8", steps, [
        ("noise-defined", "only small ε, s > 1 and B > 0", "paperclaims.checks.recorder.compare",
         lambda original: (lambda claim, statement, at, left, relation, right, **options:
             original(claim, statement, at, left + 4, relation, right, **options))),
        ("noise-lemma-10", "a bound linear in 1 − ρ", "sparseact.bounds.section_3.lemma_10",
         lambda _: lambda n, s, k, W, B, rho, constant=1: float(1 - rho) / 10),
        ("noise-corrected", "a log for its fourth power", "sparseact.bounds.theorem_8_rest",
         lambda original: lambda n, s, k, W2, B2, e, c: original(n, s, k, W2, B2, e, c) ** 0.75),
        ("chain", "the degree is rounded down", f"{MODULE}.math",
         lambda original: type("math", (), { **{name: getattr(original, name) for name in
             dir(original) if name[0] != "_"}, "ceil": staticmethod(lambda x: original.ceil(x) //
             2), })),
        ("chain-any", "only the degree ⌈1/(1 − ρ)⌉", f"{MODULE}._every_degree",
         lambda _: lambda rho, largest: [math.ceil(1 / (1 - rho))]),
        ("supremum-attained", "k(W + B) for k(W√n + B)", "sparseact.bounds.sup_norm",
         lambda original: lambda n, *rest: original(1, *rest)),
    ]),
    *mutants_of("theorem-4", mild_degrees, [
        ("printed", "degree 0", "sparseact.bounds.theorem_4_degree", fixed(0.0)),
        ("polynomial", "degree 0", "sparseact.bounds.theorem_4_degree_sharp", fixed(0.0)),
    ]),
    *mutants_of("theorem-4", one_neuron, [
        ("printed", "a polynomial without a constant term", "sparseact.bounds.theorem_4_degree",
         lambda _: lambda n, s, k, W, e: 16 * (k * math.log(n * s)) ** 8 * float(W**4 / e**2)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (steps, degrees, networks_learnt, juntas_learnt, noisy, recovery)
