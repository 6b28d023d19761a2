"""Corruptions that the checks of Section 6's questions must reject."""

from __future__ import annotations

from awasthi2024.section_6.checks.activity import measure_activity
from awasthi2024.section_6.checks.average_case import measure_limits, measure_trained
from awasthi2024.section_6.checks.greedy import measure_greedy, measure_hard
from awasthi2024.section_6.checks.memoriser import measure_memoriser
from awasthi2024.section_6.checks.rare import measure_rare
from paperclaims.mutation.mutants import mutants_of, run_of

limits = run_of("limits", measure_limits, roots=[2, 4])

trained = run_of(
    "trained", measure_trained, trees=[{"n": 5, "s": 4, "k": 1}], images=100, neurons=2,
    sparsities=[1], shares=[0.5], steps=5, starts=1,
)  # fmt: skip


def rare(seed=0):
    systems = [
        {"n": 120, "m": 3, "delta": delta, "points": kind}
        for delta in (0.5, 0.125)
        for kind in ("drawn", "equal")
    ]
    return measure_rare(seed=seed, systems=systems).records


hard = run_of("hard", measure_hard, bits=[2, 4])

greedy = run_of(
    "greedy", measure_greedy, level=1e-2, dimensions=[12], trees=2, depth=2, enough=64,
    samples=[64], trials=30,
)  # fmt: skip

memoriser = run_of(
    "memoriser", measure_memoriser, shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}], inverse_losses=[1]
)

widths = run_of(
    "widths", measure_activity, widths=[32, 64], penalties=[0.01], images=1200, passes=40,
)  # fmt: skip

MUTANTS = [
    *mutants_of("sec6-practical", greedy, [
        ("greedy", "the monomials of degree one alone", 
         "awasthi2024.section_6.checks.greedy.monomials",
         lambda original: lambda x, degree: original(x, 1)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (limits, trained, rare, hard, greedy, memoriser, widths)
