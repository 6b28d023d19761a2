"""The lines of Appendix B on small networks, both sides by full enumeration of the coupling."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import appendices, section_3
from awasthi2024.noise_sensitivity.checks.coupling import (
    Coupling,
    bucket_rho,
    bucketed_network,
    buckets,
    enumerate_coupling,
)
from awasthi2024.noise_sensitivity.checks.ratios import largest
from awasthi2024.noise_sensitivity.parameters import CorrelationBelowOne
from awasthi2024.shared.exact_networks import exact_values
from balls import Exact, exact, log, sqrt
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
    rhos: NonEmpty[CorrelationBelowOne],
    repeats: Positive,
    single_bucket_dimensions: NonEmpty[Positive],
) -> None:
    """Evaluate both sides of Appendix B's lines on small networks, by full enumeration.

    `repeats` random networks and forests are added to the fixed ones. `single_bucket_dimensions`
    are numbers n at which ‖w'‖ = √n·‖w‖ occurs. The function there is Σ x_i.
    """
    values = sorted(Fraction(text) for text in rhos)
    for name, k, network in small_networks(seed, repeats):
        weights = degree_weights_exact(exact_values(network))
        couplings = {r: enumerate_coupling(network, r) for r in {buckets(rho) for rho in values}}
        network_recorder = at(network=name, n=network.n, s=network.s, k=k)
        for r, coupling in sorted(couplings.items()):
            _compare_lines(network_recorder(r=r), network, k, weights, coupling)
        for rho in values:
            r = buckets(rho)
            coupling = couplings[r]
            noise = noise_of_weights(weights, rho)
            instance_recorder = network_recorder(r=r, rho=rho)
            through = coupling.average / r
            instance_recorder.compare("step-17", noise, "==", through)
            if rho == bucket_rho(r):
                instance_recorder.compare("step-square", noise, "==", coupling.pairs)
            if rho >= 0:
                instance_recorder.compare("peres", noise, "<=", through)
                compare_paper_route(instance_recorder, network, k, rho, noise)
            network_recorder.row(
                rho=str(rho),
                r=r,
                rho_given=str(bucket_rho(r)),
                noise_sensitivity=float(noise),
                mean_square_difference=float(coupling.pairs),
                mean_sensitivity_over_r=float(through),
                mean_max_norm_squared=float(coupling.mean_max_norm),
                max_norm_squared=float(coupling.max_norm),
            )
    for n in single_bucket_dimensions:
        for r in (1, 2):
            _compare_single_bucket(at, n, r)
    _compare_larger_sizes(at)


def small_networks(seed: int, repeats: int) -> list[tuple[str, int, SparseReLUNetwork]]:
    """Return small networks (name, k, network), counterexamples among them."""

    def made(w: list[list[float]], b: list[float], u: list[float]) -> SparseReLUNetwork:
        return SparseReLUNetwork(np.array(w), np.array(b), np.array(u))

    listed = [
        ("relu", 1, made([[1]], [0], [1])),
        ("half a relu", 1, made([[1]], [0], [0.5])),  # ‖u‖ < 1
        ("shifted relu", 1, made([[1]], [-2], [1])),
        ("relu beside a dead neuron", 1, made([[1], [0]], [0, 0], [1, 1])),
        ("sum of two bits", 1, linear(2)),
        ("parity of 2", 1, constructions.junta([1, -1, -1, 1], [0, 1], 2)),
        ("index of 1", 1, constructions.index_function(1)),
        ("extremal of 1", 1, constructions.extremal(1)),
        ("two extremal of 2", 2, constructions.extremal(2, copies=2)),
        ("extremal of 3, delta 1/2", 1, constructions.extremal(3, delta=0.5)),
        ("sum of five bits", 1, linear(5)),
    ]
    parity = [(-1.0) ** t.bit_count() for t in range(16)]
    listed.append(("parity of 4", 1, constructions.junta(parity, range(4), 4)))
    for repeat in range(repeats):
        rng = generator(seed, "noise_sensitivity", "appendix_b", repeat)
        listed.append((f"forest {repeat}", 2, constructions.forest(2, 2, 4, rng)))
        listed.append((f"random {repeat}", 2, constructions.random_network(4, 6, 2, 1, 1, rng)))
    return listed


def _compare_lines(
    at: Recorder,
    network: SparseReLUNetwork,
    k: int,
    weights: Sequence[Fraction],
    coupling: Coupling,
) -> None:
    """Compare the lines of Appendix B that depend only on r, not on ρ."""
    n, r = network.n, int(at["r"])
    W2, _ = network.scale_squared
    noise = noise_of_weights(weights, bucket_rho(r))
    through = coupling.average / r
    norms = [norm_squared(row) for row in network.w]
    at.compare("step-rewrite", coupling.rewrite_gap, "==", 0)
    at.compare("step-rewrite", coupling.max_active, "<=", k)
    at.compare("step-buckets", coupling.pairs, "==", coupling.differences)
    at.compare("step-average", coupling.differences, "==", through)
    at.compare("quarter", noise, "==", coupling.pairs / 4)
    at.compare("quarter", coupling.differences / 4, "==", through)
    at.compare("step-always", coupling.max_norm, "<=", W2 * n)
    at.compare("always-corrected", coupling.max_norm, "<=", n * max(norms))
    _compare_inner_lemma(at, network, k, coupling, norms)
    _compare_max_norm(at, network, coupling.mean_max_norm, norms)
    _compare_final(at, network, k, through)


def _compare_inner_lemma(
    at: Recorder,
    network: SparseReLUNetwork,
    k: int,
    coupling: Coupling,
    norms: Sequence[Fraction],
) -> None:
    """Compare AS(H_z) with Lemma 9 at ‖w_j‖ and at ‖w'_j‖, and with Theorem A."""
    s, r = exact(network.s), exact(at["r"])
    B = sqrt(network.scale_squared[1])
    pairs = zip(network.u.tolist(), norms, strict=True)
    own = sqrt(max(Fraction(u) ** 2 * norm for u, norm in pairs))

    def lemma_9(W: Exact) -> Exact:
        return bounds.lemma_9(r, s, k, W, B, constant=section_3.lemma_9_constant)

    if r * s >= 2:  # below, Lemma 9's own right-hand side is 0; step-lemma-9-prime shows that
        sides = [(a, lemma_9(own)) for a, _ in coupling.cases]
        at.compare("step-lemma-9", *largest(sides))
    sides = [(a, lemma_9(sqrt(scale))) for a, scale in coupling.cases]
    at.compare("step-lemma-9-prime", *largest(sides))
    sharp = [(a, bounds.theorem_a(k, sqrt(scale))) for a, scale in coupling.cases]
    at.compare("step-lemma-9-sharp", *largest(sharp))


def _compare_max_norm(
    at: Recorder, network: SparseReLUNetwork, mean_max: Fraction, norms: Sequence[Fraction]
) -> None:
    """Compare E max_j ‖w'_j‖² with its bounds."""
    n, s, r = exact(network.n), exact(network.s), exact(at["r"])
    printed = appendices.appendix_b_max_norm(n, s, r, min(norms))
    at.compare("step-max-norm", mean_max, "<=", printed)
    if n * s * r >= 2:
        corrected = appendices.appendix_b_max_norm(n, s, r, max(norms))
        at.compare("max-norm-corrected", mean_max, "<=", corrected)


def _compare_final(at: Recorder, network: SparseReLUNetwork, k: int, through: Fraction) -> None:
    """Compare E AS(H_z)/r with Appendix B's last display, first line."""
    n, s, r = exact(network.n), exact(network.s), exact(at["r"])
    W, B = map(sqrt, network.scale_squared)
    final = appendices.appendix_b_final_constant * appendices.appendix_b_final(n, s, k, W, B, r)
    at.compare("step-final", through, "<=", final)
    if n * s * r >= 2:
        at.compare("final-corrected", through, "<=", final)


def compare_paper_route(
    at: Recorder, network: SparseReLUNetwork, k: int, rho: Fraction, noise: Fraction
) -> None:
    """Compare NS_ρ, ρ ≥ 0, with Appendix B's bound from Lemma 9's own proof, corrected."""
    right = paper_route(network.n, network.s, k, *network.scale_squared, rho)
    at.compare("paper-route", noise, "<=", right)


def paper_route(n: int, s: int, k: int, W2: Fraction, B2: Fraction, rho: Fraction) -> Exact:
    """Return √(1−ρ)·k³√ln(es/k)·(462W² ln²(4ns/(1−ρ)) + 7B²).

    docs/proofs-noise_sensitivity.md, 9.
    """
    root = sqrt((1 - rho) * (1 + log(Fraction(s, k))))
    return k**3 * root * (462 * W2 * log(4 * n * s / (1 - rho)) ** 2 + 7 * B2)


def _compare_larger_sizes(at: Recorder) -> None:
    """Show that lines which fail for one neuron on one bit also fail where ns = 2."""
    half = SparseReLUNetwork([[1.0, 0.0]], [0.0], [0.5])
    instance_recorder = at(network="half a relu, idle bit", n=2, s=1, k=1, r=1)
    instance_recorder.compare(
        "step-always", enumerate_coupling(half, 1).max_norm, "<=", 2 * half.scale_squared[0]
    )
    shifted = SparseReLUNetwork([[1.0, 0.0]], [-2.0], [1.0])
    W, B = map(sqrt, shifted.scale_squared)
    # All logarithms are ln 1, so both right sides are 0.
    left = enumerate_coupling(shifted, 1).cases[0][0]
    one = exact(1)
    right = bounds.lemma_9(one, one, one, W, B, constant=section_3.lemma_9_constant)
    instance_recorder = at(network="shifted relu, idle bit", n=2, s=1, k=1)
    instance_recorder(r=1).compare("step-lemma-9-prime", left, "<=", right)
    noise = noise_of_weights(degree_weights_exact(exact_values(shifted)), Fraction(-1))
    right = bounds.lemma_10(exact(2), one, one, W, B, exact(-1))
    instance_recorder(rho=-1).compare("printed", noise, "<=", right)


def _compare_single_bucket(at: Recorder, n: int, r: int) -> None:
    """Compare AS(H_z) of the function Σ x_i with Lemma 9 at ‖w_j‖: z = 1, all in one bucket."""
    network = linear(n)
    H = bucketed_network(network, np.ones(n), [0] * n, r)
    left = average_sensitivity_exact(exact_values(H))
    W, B = map(sqrt, network.scale_squared)
    sizes = exact(r), exact(network.s), 1
    right = bounds.lemma_9(*sizes, W, B, constant=section_3.lemma_9_constant)
    instance_recorder = at(network=f"sum of {n} bits", n=n, s=network.s, k=1, r=r)
    instance_recorder.compare("step-lemma-9", left, "<=", right)


def norm_squared(row: np.ndarray) -> Fraction:
    """Return ‖row‖² exactly."""
    return sum((Fraction(value) ** 2 for value in row.tolist()), Fraction(0))


def linear(n: int) -> SparseReLUNetwork:
    """Return Σ x_i = σ(Σ x_i) − σ(−Σ x_i), a 1-sparse network of two neurons."""
    ones = np.ones(n)
    return SparseReLUNetwork(np.array([ones, -ones]), np.zeros(2), np.array([1.0, -1.0]))
