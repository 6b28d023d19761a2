"""Corruptions that the checks of representations must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.representations import checks
from awasthi2024.shared.corruption import changed
from awasthi2024.shared.network_families import network_family
from paperclaims.mutation.mutants import mutants_of, run_of

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
    *mutants_of("intro-index", index, [
        ("printed", "the data weight is 1", INDEX, changed(w=lambda w: np.where(w == 0.5, 1.0, w))),
        ("only-addressed", "the bias is too small by 2", INDEX, changed(b=lambda b: b - 2)),
    ]),
    *mutants_of("intro-contrast", contrast, [
        ("printed", "all slopes are ±1", PARITY, changed(u=lambda u: np.sign(u))),
    ]),
    *mutants_of("app-A", lambda: appendix_a(0, "average_case", (0.5, 1)), [
        ("corrected", "half the threshold", "sparseact.bounds.appendix_a_gamma",
         lambda original: lambda weights: original(weights) / 2),
    ]),
    *mutants_of("app-A", threshold, [
        ("normalised", "Γ is halved", APPENDIX,
         lambda original: lambda weights, gamma: original(weights, gamma / 2)),
        ("printed", "the weights of a neuron add up to 1 in size", APPENDIX,
         lambda original: lambda weights, gamma: original(weights / np.abs(weights).sum(axis=1,
             keepdims=True), gamma)),
    ]),
    *mutants_of("app-A", probability, [
        ("probability-printed", "weights of at most 1", APPENDIX,
         lambda original: lambda weights, gamma: original(np.minimum(weights, 1.0), gamma)),
    ]),
    *mutants_of("app-A", lambda: appendix_a(), [
        ("scale", "the bias is doubled", APPENDIX, changed(b=lambda b: 2 * b)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (index, contrast, appendix_a, average_case, threshold, probability)
