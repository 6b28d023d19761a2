"""Corruptions that the checks of lifted parities must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.parities import checks
from awasthi2024.shared.corruption import changed
from paperclaims.mutation.mutants import Mutant, run_of

HERE = "awasthi2024.parities.checks"
PARITY = f"{HERE}.lifted_parity"


subsets = run_of("subsets", checks.measure_subsets, max_m=3)

norms = run_of(
    "norms", checks.measure_norms, sizes=[5, 8, 32], constants=[3, 10], evaluated=5, searched=3,
    epsilons=[0.1],
)  # fmt: skip

cube = run_of("cube", checks.measure_cube, counted=3, maximised=4, tabulated=3)


def mutant(statement, why, target, replacement, run):
    return Mutant("sec4-parity", statement, why, target, replacement, run)


MUTANTS = [
    mutant("printed", "the definition is read as the number of −1s", f"{HERE}.printed_character",
           lambda _: checks.parity, subsets),
    mutant("corrected", "the sum is the printed one", PARITY,
           lambda original: lambda subset, m, as_printed=False: original(subset, m, True), subsets),
    mutant("weights", "the weights are those of S", f"{HERE}.printed_weights",
           lambda _: lambda subset, m, a: tuple(
               part[0] for part in checks.square_neurons(np.isin(np.arange(m), subset), [a])),
           subsets),
    mutant("weights-corrected", "the diagonal is a", f"{HERE}.square_neurons",
           lambda original: lambda v, c: original(v, np.asarray(c) / 2), subsets),
    mutant("sparse", "the bias is smaller by 4", PARITY, changed(b=lambda b: b - 4), subsets),
    mutant("off-support", "the bias is larger by 1", PARITY, changed(b=lambda b: b + 1), cube),
    mutant("size-exact", "one neuron too many", PARITY, changed(rows=np.array([0, 0])), subsets),
    mutant("norm-introduction", "a centre c is ⌊√|c|/2⌋", f"{HERE}.square_neurons",
           lambda original: lambda v, c: original(v, np.floor(np.sqrt(np.abs(c)) / 2)), norms),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (subsets, norms, cube)
