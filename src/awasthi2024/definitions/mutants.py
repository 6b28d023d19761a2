"""Mutants of Definitions 1 and 2 and of sensitivity, each of which turns a verdict."""

from __future__ import annotations

from awasthi2024.definitions import checks as definitions
from awasthi2024.shared.corruption import run_on_networks
from awasthi2024.shared.instances import Instance
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact import constructions
from sparseact.randomness import generator

MODULE = "awasthi2024.definitions.checks."


SIZES = {"integers_up_to": 6}

extremal = run_on_networks(
    "extremal", definitions.measure_sparsity,
    {"extremal": {"variables": [2], "copies": [1], "deltas": [0], "dimensions": [2]}}, **SIZES,
)  # fmt: skip

junta = run_on_networks(
    "junta", definitions.measure_sparsity,
    {"junta": {"variables": [2], "dimensions": [2], "truth_tables": ["parity"]}}, **SIZES,
)  # fmt: skip


def drawn_networks(seed=0):
    """Return the records of a drawn network, and of drawn functions."""
    network = constructions.random_network(5, 6, 2, 1.5, 0.75, generator(seed, "mutants"))
    parameters = {"n": 5, "s": 6, "k": 2, "W": 1.5, "B": 0.75}
    networks = [Instance("drawn", "random", parameters, network, 2)]
    return (
        definitions.measure_sparsity(networks=networks, **SIZES).records
        + definitions.measure_sensitivity(
            seed=seed, exhaustive=1, dimensions=[4, 7], repeats=2
        ).records
    )


sensitivity = run_of(
    "sensitivity", definitions.measure_sensitivity, seed=1, exhaustive=2, dimensions=[5], repeats=1
)


def closed_counts(original):
    """Count a neuron as active where its pre-activation is 0."""

    def counts(network):
        signs = definitions.preactivations(network, definitions.points(network.n))
        return (signs >= 0).sum(axis=1)

    return counts


MUTANTS = [
    *mutants_of("def-1", extremal, [
        ("printed", "≥ instead of > makes the extremal network denser", MODULE + "active_counts",
         closed_counts),
    ]),
    *mutants_of("def-2", junta, [
        ("printed", "a dropped square: W = p instead of √p",
         "awasthi2024.shared.network_families.Junta.scale_squared",
         lambda original: lambda family, given: (
             original(family, given)[0] ** 2, original(family, given)[1])),
    ]),
    *mutants_of("sen-def", sensitivity, [
        ("printed", "the factor ½ instead of ¼", MODULE + "squared_differences",
         lambda original: lambda f: 2 * original(f)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they change no verdict.
RUNS = (drawn_networks,)
