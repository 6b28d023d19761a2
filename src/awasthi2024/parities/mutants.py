"""Corruptions that the checks of lifted parities must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.parities import checks
from paperclaims.mutation.mutants import mutants_of, run_of

HERE = "awasthi2024.parities.checks"

subsets = run_of("subsets", checks.measure_subsets, max_m=3)

norms = run_of("norms", checks.measure_norms, sizes=[5], constants=[3, 10])


MUTANTS = mutants_of("sec4-parity", subsets, [
    ("printed", "the definition is read as the number of −1s", f"{HERE}.printed_character",
     lambda _: checks.parity),
    ("corrected", "the sum is the printed one", f"{HERE}.lifted_parity",
     lambda original: lambda subset, m, as_printed=False: original(subset, m, True)),
    ("weights", "the weights are those of S", f"{HERE}.printed_weights",
     lambda _: lambda subset, m, a: tuple(
         part[0] for part in checks.square_neurons(np.isin(np.arange(m), subset), [a]))),
])  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (subsets, norms)
