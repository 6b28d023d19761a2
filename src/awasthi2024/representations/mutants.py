"""Corruptions that the checks of representations must reject."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.representations import checks
from awasthi2024.shared.corruption import changed
from awasthi2024.shared.network_families import network_family
from paperclaims.mutation.mutants import multiplied, mutants_of, run_of


def silent(u):
    return np.append(u[:-1], 0.0)


index = run_of("index", checks.measure_index, address_bits=[1, 2])

contrast = run_of(
    "contrast", checks.measure_contrast, dimensions=[4], exhaustive=[1], address_bits=[1],
    variables=[2],
)  # fmt: skip


def appendix_a(seed=0, family="appendix_a", factors=(1,)):
    arguments = {"address_bits": [2], "data_bits": [4], "factors": list(factors)}
    return checks.measure_appendix_a(
        networks=network_family(family).generate(seed=seed, **arguments)
    ).records


def average_case(seed=0):
    return appendix_a(seed, "average_case", (0.25, 0.5))


threshold = run_of(
    "threshold", checks.measure_threshold, address_bits=[1], roots=[1, 2, 4], data_bits=[1, 4, 64]
)

probability = run_of(
    "probability", checks.measure_probability, level=1e-4, enumerated=[[1, 4], [2, 4]],
    sampled=[[5, 64, 4000]], gammas=[0.5],
)  # fmt: skip


INDEX = "sparseact.constructions.index_function"
PARITY = "sparseact.constructions.dense_parity"
APPENDIX = "sparseact.constructions.appendix_a"


MUTANTS = [
    *mutants_of("app-A", threshold, [
        ("remark-larger", "one_over_power is multiplied by 1.427e-06",
         "awasthi2024.representations.checks.one_over_power", multiplied(1.427e-06)),
    ]),
    *mutants_of("intro-index", index, [
        ("printed", "the data weight is 1", INDEX, changed(w=lambda w: np.where(w == 0.5, 1.0, w))),
        ("printed", "the bias is b - 1", INDEX, changed(b=lambda b: b - 0.5)),
        ("printed", "the address is complemented", INDEX,
         changed(w=lambda w: np.where(np.abs(w) == 1, -w, w))),
        ("only-addressed", "the bias is too small by 2", INDEX, changed(b=lambda b: b - 2)),
        ("active-when", "active counts pre-activation 0", INDEX, changed(b=lambda b: b - 2.0**-20)),
        ("scale", "the weights are doubled", INDEX, changed(w=lambda w: 2 * w, b=lambda b: 2 * b)),
    ]),
    *mutants_of("intro-contrast", contrast, [
        ("printed", "a slope is 1 instead of 2", PARITY, changed(u=lambda u: np.sign(u))),
        ("printed", "the neurons are shifted by one", PARITY, changed(b=lambda b: b + 1)),
        ("signed-printed", "the function to be met is constant",
         "awasthi2024.representations.checks._parity",
         lambda _: lambda m: np.ones(2**m, dtype=int)),
        ("dropping", "a neuron has u = 0", INDEX, changed(u=silent)),
    ]),
    *mutants_of("intro-contrast", lambda: [r for r in contrast() if r.instance.get("bits") == 3], [
        ("signed", "the parity of the +1s", PARITY, changed(w=lambda w: -w)),
    ]),
    *mutants_of("app-A", lambda: appendix_a(0, "average_case", (0.5, 1)), [
        ("corrected", "half the threshold", "sparseact.bounds.appendix_a_gamma",
         lambda original: lambda weights: original(weights) / 2),
    ]),
    *mutants_of("app-A", threshold, [
        ("normalised", "Γ is halved", APPENDIX,
         lambda original: lambda weights, gamma: original(weights, gamma / 2)),
        ("printed", "the weights are bounded", APPENDIX,
         lambda original: lambda weights, gamma: original(weights / np.abs(weights).sum(axis=1,
             keepdims=True), gamma)),
        ("remark", "the probability is that of a q-fold event",
         "awasthi2024.representations.checks.tied_probability",
         lambda original: lambda q, gamma: original(q, gamma) ** 3),
    ]),
    *mutants_of("app-A", probability, [
        ("probability", "Γ is a quarter of √ln s",
         "awasthi2024.representations.checks.dyadic_gamma",
         lambda original: lambda s: original(s) / 4),
        ("probability-large", "Γ is half of √ln s",
         "awasthi2024.representations.checks.dyadic_gamma",
         lambda original: lambda s: original(s) / 2),
        ("probability-printed", "the weights are below the threshold", APPENDIX,
         lambda original: lambda weights, gamma: original(np.minimum(weights, 1.0), gamma)),
    ]),
    *mutants_of("app-A", lambda: checks.measure_probability(
               seed=0, level=1e-4, enumerated=[[4, 4]], sampled=[], gammas=[0.5]).records, [
        ("mean-square", "Γ is 0", "awasthi2024.representations.checks.dyadic_gamma",
         lambda _: lambda s: Fraction(0)),
    ]),
    *mutants_of("app-A", average_case, [
        ("theorem-a", "W is read as W²", "sparseact.bounds.theorem_a_average",
         lambda original: lambda W, mean: Fraction(original(W, mean) / (4 * float(W) ** 2))),
    ]),
    *mutants_of("app-A", lambda: appendix_a(), [
        ("scale", "the bias is doubled", APPENDIX, changed(b=lambda b: 2 * b)),
        ("dense-weights", "one weight is 0", APPENDIX,
         changed(w=lambda w: np.where(np.arange(w.shape[1]) == 3, 0.0, w))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (index, contrast, appendix_a, average_case, threshold, probability)
