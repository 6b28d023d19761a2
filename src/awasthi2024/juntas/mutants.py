"""Corruptions that the checks of juntas must reject."""

from __future__ import annotations

from awasthi2024.juntas import checks
from awasthi2024.shared.corruption import changed
from paperclaims.mutation.mutants import mutants_of, run_of

all_tables = run_of(
    "all_tables", checks.measure_all_tables, variables=[0, 1, 2, 3], extra=0, sizes=[1, 3, 4],
    losses=[0.25, 0.499, 0.5],
)  # fmt: skip

random_juntas = run_of(
    "random_juntas", checks.measure_random_juntas, variables=[1, 3], extras=[1], repeats=2
)


MUTANTS = [
    *mutants_of("theorem-13", all_tables, [
        ("corrected", "the bias is p - 2", "sparseact.constructions.junta",
         changed(b=lambda b: b - 1)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (all_tables, random_juntas)
