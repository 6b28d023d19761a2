"""Appendix B's coupling: its probabilities and what it does to a network, exactly.

Appendix B draws a pair (x, y) by throwing the coordinates of a random z into r buckets, multiplying
each bucket by a random sign, and flipping one sign. For small n and r everything is enumerated: all
z, all r^n partitions, all signs v, all flipped buckets b.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import appendices, section_3
from awasthi2024.noise_sensitivity.checks.lemma import bucket_rho, buckets, correlations, nearest
from awasthi2024.shared.exact_networks import exact_values
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Pair, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds, cube
from sparseact.activity import common_grid
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights

_EXACT_REACH = 2**22  # |h| in units up to here keeps every int64 sum below 2^63


def noise_probability(n: int, distance: int, rho: Fraction) -> Fraction:
    """Return Pr[y ∈ N_ρ(x) is one point at that distance], x uniform on 2^n points."""
    flip = (1 - rho) / 2
    return flip**distance * (1 - flip) ** (n - distance) / 2**n


@lru_cache(maxsize=64)
def joint_counts(n: int, r: int) -> np.ndarray:
    """Count the pairs [x, y] over all z, partitions, signs v and buckets b: 2^n·r^n·2^r·r."""
    counts = np.zeros(4**n, dtype=np.int64)
    z = np.arange(2**n)
    v = np.arange(2**r)
    for assignment in product(range(r), repeat=n):
        masks = _masks(assignment, v)
        x = z[:, None] ^ masks
        for b in range(r):
            y = z[:, None] ^ masks[v ^ (1 << b)]
            counts += np.bincount(((x << n) | y).ravel(), minlength=4**n)
    counts.flags.writeable = False
    return counts.reshape(2**n, 2**n)


def total_variation(n: int, r: int, rho: Fraction) -> Fraction:
    """Return the total variation distance of the coupling's (x, y) from (x, N_ρ(x))."""
    counts = joint_counts(n, r)
    total = int(counts.sum())
    points = np.arange(2**n)
    distances = cube.popcounts(n)[points[:, None] ^ points]
    cells = Counter(zip(distances.ravel().tolist(), counts.ravel().tolist(), strict=True))
    gap = Fraction(0)
    for (distance, count), number in cells.items():
        gap += number * abs(Fraction(count, total) - noise_probability(n, distance, rho))
    return gap / 2


def bucketed_network(
    network: SparseReLUNetwork, z: np.ndarray, assignment: Sequence[int], r: int
) -> SparseReLUNetwork:
    """Return H_z, with w'_{je} = Σ_{l: assignment[l]=e} w_{jl} z_l, on r coordinates.

    `z` has n signs, and `assignment` the bucket in 0..r−1 of each coordinate.
    """
    w = np.zeros((network.s, r))
    for coordinate, bucket in enumerate(assignment):
        w[:, bucket] += network.w[:, coordinate] * z[coordinate]
    return SparseReLUNetwork(w, network.b, network.u)


class Coupling(NamedTuple):
    """The exact results of all z, partitions A, v and b of Appendix B for one network."""

    rewrite_gap: Fraction  # max |h(x) − H_z(v)|, over everything
    max_active: int  # the largest number of active neurons of any H_z
    pairs: Fraction  # E (h(x) − h(y))²
    differences: Fraction  # (1/r)·E_{z,A} Σ_b E_v (H_z(v) − H_z(v^{⊕b}))²
    average: Fraction  # E_{z,A} AS(H_z), from the spectrum of H_z
    max_norm: Fraction  # max over z, A and j of ‖w'_j‖²
    mean_max_norm: Fraction  # max over A of E_z max_j ‖w'_j‖²
    cases: list[tuple[Fraction, Fraction]]  # the distinct pairs AS(H_z), max_j u_j²‖w'_j‖²


def enumerate_coupling(network: SparseReLUNetwork, r: int) -> Coupling:
    """Enumerate the coupling's 2^n·r^n·2^r·r cases; ValueError for weights of too many bits."""
    w, b, u, norm_unit, unit = _integers(network)
    n = network.n
    z_points, v_points = cube.points(n).astype(np.int64), cube.points(r).astype(np.int64)
    z, v = np.arange(2**n), np.arange(2**r)
    characters = 1 - 2 * (np.bitwise_count(v[:, None] & v).astype(np.int64) & 1)
    sizes = cube.popcounts(r).astype(np.int64)
    h = np.maximum(z_points @ w.T - b, 0) @ u

    rewrite_gap = max_active = max_norm = mean_max = 0
    pairs = differences = average = 0
    cases: set[tuple[int, int]] = set()
    for assignment in product(range(r), repeat=n):
        inside = np.equal.outer(assignment, np.arange(r)).astype(np.int64)
        masks = _masks(assignment, v)
        x = z[:, None] ^ masks
        bucketed = (z_points[:, None, :] * w) @ inside  # (2^n, s, r)
        pre = bucketed @ v_points.T - b[:, None]
        H = np.einsum("j,zjv->zv", u, np.maximum(pre, 0))
        rewrite_gap = max(rewrite_gap, int(np.abs(H - h[x]).max()))
        max_active = max(max_active, int((pre > 0).sum(axis=1).max()))
        for e in range(r):
            y = z[:, None] ^ masks[v ^ (1 << e)]
            pairs += int(((h[x] - h[y]) ** 2).sum())
            differences += int(((H - H[:, v ^ (1 << e)]) ** 2).sum())
        sensitivity = ((H @ characters) ** 2) @ sizes  # 4^r·AS(H_z)
        average += sum(sensitivity.tolist())
        squares = (bucketed**2).sum(axis=2)  # ‖w'_j‖², (2^n, s)
        max_norm = max(max_norm, int(squares.max()))
        mean_max = max(mean_max, int(squares.max(axis=1).sum()))
        scales = (squares * u**2).max(axis=1)
        cases.update(zip(sensitivity.tolist(), scales.tolist(), strict=True))

    worlds = 2**n * r**n
    return Coupling(
        rewrite_gap * unit,
        max_active,
        Fraction(pairs, worlds * 2**r * r) * unit**2,
        Fraction(differences, worlds * 2**r * r) * unit**2,
        Fraction(average, worlds * 4**r) * unit**2,
        max_norm * norm_unit**2,
        Fraction(mean_max, 2**n) * norm_unit**2,
        [(Fraction(a, 4**r) * unit**2, size * unit**2) for a, size in sorted(cases)],
    )


def _integers(
    network: SparseReLUNetwork,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, Fraction, Fraction]:
    """Return w, b, u as int64, the unit of w and b, and the unit of h."""
    inner = common_grid([*network.w.ravel().tolist(), *network.b.tolist()])[1]
    outer = common_grid(network.u.tolist())[1]
    w, b, u = network.w * 2.0**inner, network.b * 2.0**inner, network.u * 2.0**outer
    if not (np.abs(u) * (np.abs(w).sum(axis=1) + np.abs(b))).sum() <= _EXACT_REACH:
        raise ValueError(f"{network}: too many bits to enumerate the coupling in integers")
    units = Fraction(2) ** -inner, Fraction(2) ** -(inner + outer)
    return w.astype(np.int64), b.astype(np.int64), u.astype(np.int64), *units


def _masks(assignment: Sequence[int], v: np.ndarray) -> np.ndarray:
    """Return, for every sign pattern v of the buckets, the mask of the coordinates it flips."""
    masks = np.zeros_like(v)
    for coordinate, bucket in enumerate(assignment):
        masks |= (v >> bucket & 1) << coordinate
    return masks


@check("lemma-10")
def coupling(at: Recorder, *, enumerated: NonEmpty[Pair[Positive]], resolution: Positive) -> None:
    """Compare the law of the coupling's (x, y) with that of (x, N_ρ(x)), as fractions.

    Their total variation distance, from all z, partitions, v and b, is compared with 0, at ρ and at
    1 − 2/r. `enumerated` are pairs of n and the largest number of buckets. `resolution` is the
    number of parts of [−1, 1] for ρ. Each ρ that the number r of buckets allows is taken, and
    every 1 − 2/r.
    """
    for n, most in enumerated:
        for r in range(1, most + 1):
            distance = total_variation(n, r, bucket_rho(r))
            at(n=n, r=r).compare("coupling-corrected", distance, "==", 0)
        grid = {Fraction(2 * i, resolution) - 1 for i in range(resolution)}
        grid |= {bucket_rho(r) for r in range(1, most + 1)}
        for rho in sorted(rho for rho in grid if buckets(rho) <= most):
            here = at(n=n, rho=rho, r=buckets(rho))
            distance = total_variation(n, buckets(rho), rho)
            here.compare("step-coupling", distance, "==", 0)
            given = bucket_rho(here["r"])
            here.row(rho=str(rho), rho_value=rho, rho_given=given, total_variation=distance)


# -------------------------------------------------------- the lines of Appendix B on small networks


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
    through = coupling.average / r
    norms = [sum((Fraction(v) ** 2 for v in row), Fraction(0)) for row in network.w.tolist()]
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
