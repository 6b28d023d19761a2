"""Mutants of Definitions 1 and 2 and of sensitivity, each of which turns a verdict."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

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


def without_last_neuron(original):
    return lambda network: original(SparseReLUNetwork(network.w[1:], network.b[1:], network.u[1:]))


def one_more_copy(original):
    """Double every neuron before it is counted."""
    return lambda network: original(
        SparseReLUNetwork(np.tile(network.w, (2, 1)), np.tile(network.b, 2), np.tile(network.u, 2))
    )


def first_neuron_twice(original):
    def index_function(b):
        network = original(b)
        rows = [*range(network.s), 0]
        return SparseReLUNetwork(network.w[rows], network.b[rows], network.u[rows])

    return index_function


def scale_of(rule):
    """State another scale: `rule` takes the parameters and the true (W², B²)."""

    def replaced(original):
        return lambda family, given: rule(given, original(family, given))

    return replaced


def summed_norms(original):
    """Add up norms and biases over the neurons rather than take the largest."""

    def least(network):
        W2 = sum((Fraction(v) ** 2 for v in network.w.ravel().tolist()), Fraction(0))
        return W2, Fraction(float(np.abs(network.b).sum())) ** 2

    return least


def output_only(original):
    """Divide u and forget to multiply w and b."""
    return lambda network, factors: SparseReLUNetwork(network.w, network.b, network.u / factors)


MUTANTS = [
    *mutants_of("def-1", sparsity(extremal()), [
        ("printed", "≥ in place of > makes the extremal network denser", MODULE + "active_counts",
         closed_counts),
        ("strict", "a tolerance hides the pre-activations that are exactly 0",
         MODULE + "preactivations",
         lambda original: lambda network, x: np.where(original(network, x) > 0, 1, -1)),
        ("routes", "integers with ≥ disagree with the kernel", MODULE + "preactivations",
         lambda original: lambda network, x: np.where(original(network, x) >= 0, 1, -1)),
    ]),
    *mutants_of("def-1", sparsity(junta()), [
        ("printed", "doubled neurons exceed the promised k", MODULE + "active_counts",
         one_more_copy),
        ("alive", "biases so large that no neuron is ever active", MODULE + "dead_neurons",
         lambda original: (lambda network: original(SparseReLUNetwork(network.w, network.b + 2,
             network.u)))),
    ]),
    *mutants_of("def-1", sparsity(extremal(1, 0.0, 2)), [
        ("printed", "≥ in place of >, many copies", MODULE + "active_counts", closed_counts),
    ]),
    *mutants_of("def-1", sparsity(extremal(2, 0.5, 2)), [
        ("attained", "counts that miss one active neuron", MODULE + "active_counts",
         lambda original: lambda network: original(network) - 1),
    ]),
    *mutants_of("def-1", sparsity(
            Instance(
                "one", "random", {"n": 1, "s": 1}, SparseReLUNetwork([[1], [1]], [0, 0], [1, 1]), 2
            )
        ), [
        ("routes", "a kernel that misses a neuron disagrees with the others",
         MODULE + "active_counts", without_last_neuron),
    ]),
    *mutants_of("def-1", representations, [
        ("support", "k = n, where the support is sparse in name only", MODULE + "check_support",
         lambda original: lambda record, n, k: original(record, n, n if k < n else k)),
        ("wide", "one neuron stands twice", "sparseact.constructions.index_function",
         first_neuron_twice),
    ]),
    *mutants_of("def-2", sparsity(junta()), [
        ("printed", "a dropped square: W = p in place of √p",
         "awasthi2024.shared.network_families.Junta.scale_squared",
         scale_of(lambda given, scale: (scale[0] ** 2, scale[1]))),
        ("least", "norms added up over the neurons exceed the scale",
         MODULE + "least_scale_squared", summed_norms),
    ]),
    *mutants_of("def-2", sparsity(extremal()), [
        ("printed", "the biases of juntas, p − 1, in place of the extremal ones",
         "awasthi2024.shared.network_families.Extremal.scale_squared",
         scale_of(lambda given, scale: (scale[0], Fraction(given["p"] - 1) ** 2))),
    ]),
    *mutants_of("def-2", representations, [
        ("rescaled", "factors moved out of u and not into w and b change h", MODULE + "rescale",
         output_only),
        ("rescaled", "without rescaling the scale is the same", MODULE + "rescale",
         lambda original: lambda network, factors: network),
    ]),
    *mutants_of("sen-def", sensitivity, [
        ("printed", "the factor ½ in place of ¼", MODULE + "squared_differences",
         lambda original: lambda f: 2 * original(f)),
        ("printed", "absolute differences in place of squares", MODULE + "squared_differences",
         lambda original: (lambda f: sum(np.abs(f - f[..., np.arange(f.shape[-1]) ^ (1 << i)]) for
             i in range(f.shape[-1].bit_length() - 1)))),
        ("printed", "the coordinates that agree counted", MODULE + "sensitive_coordinates",
         lambda original: lambda f: f.shape[-1].bit_length() - 1 - original(f)),
        ("average", "coefficients weighted by 1 in place of |T|", MODULE + "spectral_sensitivity",
         lambda original: lambda f: f.shape[-1] * (f**2).sum(axis=-1)),
        ("indicator", "values ±1 in place of 0 and 1", MODULE + "squared_differences",
         lambda original: lambda f: original(np.where(f > 0, 1, -1))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (drawn_networks,)
