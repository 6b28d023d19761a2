"""Corruptions that the checks of Section 6's questions must reject."""

from __future__ import annotations

from awasthi2024.section_6.checks.average_case import (
    measure_images,
    measure_limits,
    measure_trained,
)
from awasthi2024.section_6.checks.exhaustive import measure_exhaustive, measure_memoriser
from awasthi2024.section_6.checks.greedy import measure_greedy, measure_hard
from awasthi2024.section_6.checks.rare import measure_halfspaces, measure_rare
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact.network import SparseReLUNetwork

limits = run_of("limits", measure_limits, roots=[2, 4], halves=[4])

trained = run_of(
    "trained", measure_trained, trees=[{"n": 5, "s": 4, "k": 1}], images=100, neurons=2,
    sparsities=[1], shares=[0.5], steps=5, starts=1,
)  # fmt: skip

images = run_of(
    "images", measure_images, level=1e-3, images=100, neurons=8, sparsities=[1], steps=20, starts=1,
    trials=2000,
)  # fmt: skip


def rare(seed=0):
    systems = [
        {"n": 60, "m": 3, "delta": delta, "points": kind}
        for delta in (0.5, 0.125)
        for kind in ("drawn", "equal")
    ]
    return measure_rare(seed=seed, systems=systems).records


hard = run_of("hard", measure_hard, bits=[2, 3])

greedy = run_of(
    "greedy", measure_greedy, level=1e-2, dimensions=[12], trees=2, depth=2, enough=64,
    samples=[64], flat_dimension=10, trials=30,
)  # fmt: skip

memoriser = run_of(
    "memoriser", measure_memoriser, shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}], inverse_losses=[1]
)

exhaustive = run_of("exhaustive", measure_exhaustive, shapes=[{"n": 2, "s": 1}], largest_weight=2)


halfspaces = run_of("halfspaces", measure_halfspaces, dimensions=[1, 2], samples=[1, 3])


def other_bias(original):
    """Return a solution of the programmes whose biases are off by 9/8 of the tolerance."""

    def solve(*arguments):
        network = original(*arguments)
        return network and SparseReLUNetwork(network.w, network.b + 9 / 8 * 2.0**-20, network.u)

    return solve


MUTANTS = [
    *mutants_of("sec6-average-case", images, [
        ("uniform", "all sampled numbers are 0", 
         "awasthi2024.section_6.checks.average_case._sampled",
         lambda original: lambda *arguments: tuple(0 * part for part in original(*arguments))),
    ]),
    *mutants_of("sec6-practical", greedy, [
        ("greedy", "the monomials of degree one alone", 
         "awasthi2024.section_6.checks.greedy.monomials",
         lambda original: lambda x, degree: original(x, 1)),
    ]),
    *mutants_of("sec6-goel", exhaustive, [
        ("exhaustive", "the biases are off by 9/8 of the tolerance",
         "awasthi2024.section_6.checks.exhaustive._solve", other_bias),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (limits, trained, images, rare, hard, greedy, memoriser, exhaustive, halfspaces)
