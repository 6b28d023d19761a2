"""Corruptions that the checks of the digest's phrases must reject."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np

from awasthi2024.outside_claims.checks.deep_networks import DeepNetwork, Evaluation
from awasthi2024.outside_claims.checks.depth import measure_depth
from awasthi2024.outside_claims.checks.exact_queries import measure_exact_queries
from awasthi2024.outside_claims.checks.neurons import measure_neurons
from awasthi2024.outside_claims.checks.queries import measure_queries
from paperclaims.mutation.mutants import Mutant, multiplied, run_of
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import degree_weights_exact

HERE = "awasthi2024.outside_claims.checks"


neurons = run_of(
    "neurons", measure_neurons, exhaustive=[1, 2], largest_weight=1, random=[3], repeats=1,
    equal=[2, 16], largest_degree=8, errors=[1, 2],
)  # fmt: skip

queries = run_of(
    "queries", measure_queries, level=0.02,
    targets=[{"kind": "parity", "n": 8, "p": 3}, {"kind": "noisy parity", "n": 6, "p": 2},
             {"kind": "forest", "n": 3, "p": 1}],
    noise=0.1, delta=0.4, trials=60, shares=[0.5], curve_trials=1,
)  # fmt: skip

# With this seed the forest has eight coefficients of size ½ and no other: a search
# for them follows as many sets as it may.
exact_queries = run_of(
    "exact_queries", measure_exact_queries, seed=10, patterns=[1, 2], dimensions=[4],
    thresholds=[0.25, 0.5], lifted=[1, 3], parities=[{"n": 20, "p": 5}], delta=0.3, equal=[16],
    threshold=0.125,
)  # fmt: skip

depth = run_of(
    "depth", measure_depth, depths=[1, 2, 3], variables=[1, 2], active=[1, 2],
    shapes=[{"n": 2, "widths": [3, 2]}], repeats=5, restarts=1, steps=20, largest_weight=2,
)  # fmt: skip


def scaled_bound(factor):
    """Return a replacement of the bound for depth in which `factor` of its arguments enters."""

    def replacement(original):
        return lambda U, active, W2, last=None: (
            original(U, active, W2, last) * factor(list(active), W2)
        )

    return replacement


class HalfActive(Evaluation):
    """An evaluation that counts half of the active neurons of the first layer."""

    @property
    def mean_active(self):
        return Evaluation(*self).mean_active / 2


def fewer_active(share):
    """Return a replacement that counts that share of the most active neurons of each layer."""

    class Fewer(Evaluation):
        @property
        def most_active(self):
            return [share * k for k in Evaluation(*self).most_active]

    return lambda original: lambda network, n: Fewer(*original(network, n))


def biased_spectrum(bias):
    """Return a replacement of the spectrum of equal weights: that with a bias."""

    def spectrum(n):
        return degree_weights_exact(SparseReLUNetwork(np.ones((1, n)), [bias], [1]).values())

    return lambda original: spectrum


def one_sign(network):
    """Return the network with the negative weights of deeper layers, and their biases, at 0."""
    first, *deeper = network.layers
    return DeepNetwork([first, *((np.maximum(w, 0), 0 * b) for w, b in deeper)], network.u)


def mutant(claim, statement, why, target, replacement, run):
    return Mutant(f"digest-{claim}", statement, why, f"{HERE}.{target}", replacement, run)


MUTANTS = [
    mutant("polynomial", "printed", "the error does not grow with the range",
           "neurons._check_tails",
           lambda original: lambda at, weights, W2, reach, largest: original(
               at, weights, W2, min(reach, 1), largest), neurons),
    mutant("polynomial", "chebyshev", "the range does not count", "neurons.digest.chebyshev_tail",
           lambda original: lambda reach, d: original(1, d), neurons),
    mutant("polynomial", "neuron-power", "the power is d^-2", "neurons.digest.neuron_tail_power",
           lambda original: lambda W2, d: original(W2, d) / d**0.5 / 4, neurons),
    mutant("polynomial", "reached", "the power is d^-1", "neurons.digest.neuron_tail_lower",
           lambda original: lambda n, d: original(n, d) * (d + 2) ** 0.5, neurons),
    mutant("queries", "printed", "one right neuron counts as all", "exact_queries.matched_share",
           lambda _: lambda true, found: 1.0, exact_queries),
    mutant("queries", "alike", "the second network has the other sign",
           "exact_queries.same_functions",
           lambda original: lambda p: [
               (name, a, SparseReLUNetwork(b.w, b.b, -b.u)) for name, a, b in original(p)],
           exact_queries),
    mutant("queries", "found", "a set is kept at four times the weight",
           "queries.large_coefficients",
           lambda original: lambda query, n, threshold, *rest: original(
               query, n, 2 * threshold, *rest), queries),
    mutant("queries", "found", "there are two pairs of queries at a coordinate",
           "queries.digest.search_samples", lambda _: lambda n, threshold, size, delta: 2, queries),
    mutant("queries", "learned", "the coefficients come from one query",
           "queries.digest.coefficient_samples", lambda _: lambda *a: 1, queries),
    mutant("queries", "learned", "the coefficients have the other sign",
           "queries.estimated_coefficients", multiplied(-1), queries),
    mutant("queries", "counted", "one pair more is taken at a coordinate",
           "queries.large_coefficients",
           lambda original: lambda query, n, threshold, samples, rng: original(
               query, n, threshold, samples + 1, rng), queries),
    mutant("queries", "restricted", "α is a subset of the other coordinates",
           "exact_queries.summed_weights",
           lambda original: lambda values, j: original(values[::-1] + values, j), exact_queries),
    mutant("queries", "exact-search", "weights are compared with θ, not θ²",
           "exact_queries.exact_search", lambda original: lambda values, t: original(values, 2 * t),
           exact_queries),
    mutant("queries", "samples", "there are n monomials", "exact_queries.digest.averages_error",
           lambda original: lambda n, d, *rest: original(n, 1, *rest), exact_queries),
    mutant("queries", "lifted", "the parity is the printed one", "exact_queries.lifted_parity",
           lambda original: lambda subset, m: original(subset, m, as_printed=True), exact_queries),
    mutant("queries", "spread", "the degrees above 2 are left out",
           "exact_queries.equal_weights_spectrum",
           lambda original: lambda n: original(n)[:3] + [Fraction(0)] * (n - 2), exact_queries),
    mutant("queries", "spread-degree", "the neuron has the bias 3/2",
           "exact_queries.equal_weights_spectrum", biased_spectrum(1.5), exact_queries),
    mutant("depth", "printed", "the factor 2 of the second layer is lost",
           "depth.digest.depth_sensitivity",
           scaled_bound(lambda k, W2: Fraction(1, 2 if len(k) > 1 else 1)), depth),
    mutant("depth", "printed", "the layers below do not count their active neurons",
           "depth.digest.depth_sensitivity",
           scaled_bound(lambda k, W2: 1 / prod(k[:-1], start=Fraction(1))), depth),
    mutant("depth", "first", "only neurons that are active at both ends count", "depth.evaluate",
           lambda original: lambda network, n: HalfActive(*original(network, n)), depth),
    mutant("depth", "layer", "a twentieth of the active neurons is forgotten", "depth.evaluate",
           fewer_active(Fraction(19, 20)), depth),
    mutant("depth", "last", "a tenth of the active neurons is forgotten", "depth.evaluate",
           fewer_active(Fraction(9, 10)), depth),
    mutant("depth", "attained", "the weights of the deeper layers are all of one sign",
           "depth.deep_extremal", lambda original: lambda p, k: one_sign(original(p, k)), depth),
    mutant("depth", "family", "a layer wins nothing", "depth.extremal_share",
           lambda _: lambda p, depth: Fraction(1, 2 ** (depth - 1)), depth),
    mutant("depth", "degree", "the factor for depth is 1", "depth.digest.depth_sensitivity",
           scaled_bound(lambda k, W2: 2 ** len(k)), depth),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (queries,)
