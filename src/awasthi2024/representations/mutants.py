"""Corruptions that the checks of representations must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.representations import checks
from awasthi2024.shared.corruption import changed, run_on_networks
from paperclaims.mutation.mutants import mutants_of, run_of

index = run_of("index", checks.measure_index, address_bits=[1, 2])

contrast = run_of(
    "contrast", checks.measure_contrast, dimensions=[4], exhaustive=[1], address_bits=[1],
    variables=[2],
)  # fmt: skip


appendix_a, average_case = (
    run_on_networks(
        family, checks.measure_appendix_a,
        {family: {"address_bits": [2], "data_bits": [4], "factors": factors}},
    )
    for family, factors in (("appendix_a", [1]), ("average_case", [0.25, 0.5]))
)  # fmt: skip

threshold = run_of(
    "threshold", checks.measure_threshold, address_bits=[1], roots=[1, 2, 4], data_bits=[1, 4, 64]
)

probability = run_of(
    "probability", checks.measure_probability, enumerated=[[1, 4], [2, 4]], gammas=[0.5]
)


MUTANTS = [
    *mutants_of("intro-index", index, [
        ("printed", "the data weight is 1", "sparseact.constructions.index_function",
         changed(w=lambda w: np.where(w == 0.5, 1.0, w))),
    ]),
    *mutants_of("intro-contrast", contrast, [
        ("printed", "all slopes are ±1", "sparseact.constructions.dense_parity",
         changed(u=lambda u: np.sign(u))),
    ]),
    *mutants_of("app-A", threshold, [
        ("printed", "the weights of a neuron add up to 1 in size",
         "sparseact.constructions.appendix_a",
         lambda original: lambda weights, gamma: original(weights / np.abs(weights).sum(axis=1,
             keepdims=True), gamma)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (index, contrast, appendix_a, average_case, threshold, probability)
