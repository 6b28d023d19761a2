"""Mutants of Definitions 1 and 2 and of sensitivity, each of which turns a verdict."""

from __future__ import annotations

from awasthi2024.definitions import checks as definitions
from awasthi2024.shared.instances import Instance
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact import constructions
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

MODULE = "awasthi2024.definitions.checks."


def extremal(p=2, delta=0.0, copies=1):
    network = constructions.extremal(p, delta, copies)
    parameters = {"p": p, "copies": copies, "delta": delta, "n": p, "s": network.s}
    return Instance(f"extremal-{p}-{delta}-{copies}", "extremal", parameters, network, copies)


def junta(p=2):
    table = [(-1) ** t.bit_count() for t in range(2**p)]
    network = constructions.junta(table, range(p), p)
    return Instance(f"junta-{p}", "junta", {"p": p, "n": p, "s": 2**p}, network, 1)


def drawn(seed=0):
    rng = generator(seed, "mutants")
    network = constructions.random_network(5, 6, 2, 1.5, 0.75, rng)
    parameters = {"n": 5, "s": 6, "k": 2, "W": 1.5, "B": 0.75}
    return Instance(f"random-{seed}", "random", parameters, network, 2)


def sparsity(*networks):
    return lambda: (
        definitions.measure_sparsity(networks=networks, integers_up_to=6, programme_up_to=4).records
    )


def drawn_networks(seed=0):
    """Return the records of a drawn network, and of drawn functions."""
    records = sparsity(drawn(seed))()
    return (
        records
        + definitions.measure_sensitivity(
            seed=seed, exhaustive=1, dimensions=[4, 7], repeats=2
        ).records
    )


representations = run_of(
    "representations", definitions.measure_representations, seed=1, supports=[3],
    wide=[{"construction": "index", "k": 1, "b": 5}], rescaled=[{"n": 4, "s": 6, "k": 2}],
)  # fmt: skip

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
    *mutants_of("def-1", sparsity(extremal()), [
        ("printed", "≥ instead of > makes the extremal network denser", MODULE + "active_counts",
         closed_counts),
    ]),
    *mutants_of("def-1", sparsity(junta()), [
        ("alive", "biases so large that no neuron is ever active", MODULE + "dead_neurons",
         lambda original: (lambda network: original(SparseReLUNetwork(network.w, network.b + 2,
             network.u)))),
    ]),
    *mutants_of("def-1", sparsity(extremal(2, 0.5, 2)), [
        ("attained", "counts that miss one active neuron", MODULE + "active_counts",
         lambda original: lambda network: original(network) - 1),
    ]),
    *mutants_of("def-1", representations, [
        ("support", "k = n, where the support is sparse in name only", MODULE + "compare_support",
         lambda original: lambda record, n, k: original(record, n, n if k < n else k)),
    ]),
    *mutants_of("def-2", sparsity(junta()), [
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
