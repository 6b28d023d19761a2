"""The lines of Appendix B on small networks, both sides by full enumeration of the coupling."""

from fractions import Fraction

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import appendices, section_3
from awasthi2024.noise_sensitivity.checks.coupling import (
    Coupling,
    bucket_rho,
    bucketed_network,
    buckets,
    correlations,
    enumerate_coupling,
)
from awasthi2024.noise_sensitivity.checks.lemma import nearest
from awasthi2024.shared.exact_networks import exact_values
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights


@check("lemma-10")
def appendix_b(
    at: Recorder,
    *,
    seed: int,
    rhos: NonEmpty[str],
    repeats: Positive,
    single_bucket_dimensions: NonEmpty[Positive],
) -> None:
    """Compare both sides of Appendix B's lines on small networks, by enumeration of the coupling.

    Means are fractions; logarithms have proved errors. A line on every z and partition is compared
    at those that are nearest to failing. The constant C is 1/ln 2 + 1/√ln 2 in Lemma 9 for H_z,
    8 + 1/(2 ln 2) in the mean of the largest norm, and 4/ln²2 in the last display.
    `repeats` random networks and forests are added to the fixed ones. `single_bucket_dimensions`
    are numbers n at which ‖w'‖ = √n·‖w‖ occurs. There the function is Σ x_i, with z = 1 and all
    coordinates in one bucket.
    """
    values = correlations(rhos)
    for name, k, network in small_networks(seed, repeats):
        here = at(network=name, n=network.n, s=network.s, k=k)
        weights = degree_weights_exact(exact_values(network))
        sizes, (W, B) = (exact(network.n), exact(network.s)), map(sqrt, network.scale_squared)
        couplings = {r: enumerate_coupling(network, r) for r in sorted(set(map(buckets, values)))}
        for r, coupling in couplings.items():
            noise = noise_of_weights(weights, bucket_rho(r))
            compare_lines(here(r=r), network, k, noise, coupling)
            compare_inner_lemma(here(r=r), network, k, coupling)
        for rho in values:
            r, noise = buckets(rho), noise_of_weights(weights, rho)
            through, pairs = couplings[r].average / r, couplings[r].pairs
            here(r=r, rho=rho).compare("step-17", noise, "==", through)
            if rho == bucket_rho(r):
                here(r=r, rho=rho).compare("step-square", noise, "==", pairs)
            if rho >= 0:
                here(r=r, rho=rho).compare("peres", noise, "<=", through)
                right = appendices.appendix_b_route(*sizes, k, W, B, 1 - rho)
                here(r=r, rho=rho).compare("paper-route", noise, "<=", right)
    for n in single_bucket_dimensions:
        for r in (1, 2):
            compare_single_bucket(at(network=f"sum of {n} bits", n=n, s=2, k=1, r=r))
    compare_larger_sizes(at)


def linear(n: int) -> SparseReLUNetwork:
    """Return Σ x_i = σ(Σ x_i) − σ(−Σ x_i), a 1-sparse network of two neurons."""
    return SparseReLUNetwork([[1.0] * n, [-1.0] * n], [0.0, 0.0], [1.0, -1.0])


def small_networks(seed: int, repeats: int) -> list[tuple[str, int, SparseReLUNetwork]]:
    """Return small networks (name, k, network), counterexamples among them."""
    parity = [(-1.0) ** t.bit_count() for t in range(16)]
    listed = [
        ("relu", 1, SparseReLUNetwork([[1]], [0], [1])),
        ("half a relu", 1, SparseReLUNetwork([[1]], [0], [0.5])),  # ‖u‖ < 1
        ("shifted relu", 1, SparseReLUNetwork([[1]], [-2], [1])),
        ("relu beside a dead neuron", 1, SparseReLUNetwork([[1], [0]], [0, 0], [1, 1])),
        ("sum of two bits", 1, linear(2)),
        ("parity of 2", 1, constructions.junta([1, -1, -1, 1], [0, 1], 2)),
        ("index of 1", 1, constructions.index_function(1)),
        ("extremal of 1", 1, constructions.extremal(1)),
        ("two extremal of 2", 2, constructions.extremal(2, copies=2)),
        ("extremal of 3, delta 1/2", 1, constructions.extremal(3, delta=0.5)),
        ("sum of five bits", 1, linear(5)),
        ("parity of 4", 1, constructions.junta(parity, range(4), 4)),
    ]
    for repeat in range(repeats):
        rng = generator(seed, "noise_sensitivity", "appendix_b", repeat)
        listed.append((f"forest {repeat}", 2, constructions.forest(2, 2, 4, rng)))
        listed.append((f"random {repeat}", 2, constructions.random_network(4, 6, 2, 1, 1, rng)))
    return listed


def compare_lines(
    at: Recorder, network: SparseReLUNetwork, k: int, noise: Fraction, coupling: Coupling
) -> None:
    """Compare the lines of Appendix B that depend only on r, not on ρ; `noise` is at 1 − 2/r."""
    n, s, r = exact(network.n), exact(network.s), exact(at["r"])
    through, norms = coupling.average / r, norms_squared(network)
    at.compare("step-rewrite", coupling.rewrite_gap, "==", 0)
    at.compare("step-rewrite", coupling.max_active, "<=", k)
    at.compare("step-buckets", coupling.pairs, "==", coupling.differences)
    at.compare("step-average", coupling.differences, "==", through)
    at.compare("quarter", noise, "==", coupling.pairs / 4)
    at.compare("quarter", coupling.differences / 4, "==", through)
    at.compare("step-always", coupling.max_norm, "<=", n * network.scale_squared[0])
    at.compare("always-corrected", coupling.max_norm, "<=", n * max(norms))
    right = appendices.appendix_b_max_norm(n, s, r, min(norms))  # for every j: the least norm
    at.compare("step-max-norm", coupling.mean_max_norm, "<=", right)
    W, B = map(sqrt, network.scale_squared)
    final = appendices.appendix_b_final_constant * appendices.appendix_b_final(n, s, k, W, B, r)
    at.compare("step-final", through, "<=", final)
    if n * s * r >= 2:
        right = appendices.appendix_b_max_norm(n, s, r, max(norms))
        at.compare("max-norm-corrected", coupling.mean_max_norm, "<=", right)
        at.compare("final-corrected", through, "<=", final)


def norms_squared(network: SparseReLUNetwork) -> list[Fraction]:
    """Return ‖w_j‖² of each neuron, exactly."""
    return [sum((Fraction(v) ** 2 for v in row), Fraction(0)) for row in network.w.tolist()]


def lemma_9(r: int, s: int, k: int, W: Exact, B: Exact) -> Exact:
    """Return Lemma 9's bound on r bits, with the constant 1/ln 2 + 1/√ln 2."""
    return bounds.lemma_9(exact(r), exact(s), k, W, B, constant=section_3.lemma_9_constant)


def compare_inner_lemma(
    at: Recorder, network: SparseReLUNetwork, k: int, coupling: Coupling
) -> None:
    """Compare AS(H_z) with Lemma 9 at ‖w_j‖ and at ‖w'_j‖, and with Theorem A."""
    r, s, (W, B) = at["r"], network.s, map(sqrt, network.scale_squared)
    cases = [(sensitivity, sqrt(square)) for sensitivity, square in coupling.cases]
    if r * s >= 2:  # below, Lemma 9's own right-hand side is 0; step-lemma-9-prime shows that
        at.compare("step-lemma-9", *nearest((left, lemma_9(r, s, k, W, B)) for left, _ in cases))
    prime = ((left, lemma_9(r, s, k, scale, B)) for left, scale in cases)
    at.compare("step-lemma-9-prime", *nearest(prime))
    sharp = ((left, bounds.theorem_a(k, scale)) for left, scale in cases)
    at.compare("step-lemma-9-sharp", *nearest(sharp))


def compare_single_bucket(at: Recorder) -> None:
    """Compare AS(H_z) of Σ x_i with Lemma 9 at ‖w_j‖: no constant suffices for all n."""
    network = linear(at["n"])
    H = bucketed_network(network, np.ones(network.n), [0] * network.n, at["r"])
    right = lemma_9(at["r"], 2, 1, *map(sqrt, network.scale_squared))
    at.compare("step-lemma-9", average_sensitivity_exact(exact_values(H)), "<=", right)


def compare_larger_sizes(at: Recorder) -> None:
    """Show that lines which fail for one neuron on one bit also fail where ns = 2."""
    half = SparseReLUNetwork([[1.0, 0.0]], [0.0], [0.5])
    here = at(network="half a relu, idle bit", n=2, s=1, k=1, r=1)
    right = 2 * half.scale_squared[0]
    here.compare("step-always", enumerate_coupling(half, 1).max_norm, "<=", right)
    shifted = SparseReLUNetwork([[1.0, 0.0]], [-2.0], [1.0])
    W, B = map(sqrt, shifted.scale_squared)
    here = at(network="shifted relu, idle bit", n=2, s=1, k=1)
    left = enumerate_coupling(shifted, 1).cases[0][0]  # all logarithms are ln 1
    here(r=1).compare("step-lemma-9-prime", left, "<=", lemma_9(1, 1, 1, W, B))
    noise = noise_of_weights(degree_weights_exact(exact_values(shifted)), Fraction(-1))
    right = bounds.lemma_10(exact(2), exact(1), 1, W, B, exact(-1))
    here(rho=-1).compare("printed", noise, "<=", right)
