"""Appendix B's coupling: its probabilities and what it does to a network, exactly.

Appendix B draws a pair (x, y) by throwing the coordinates of a random z into r buckets, multiplying
each bucket by a random sign, and flipping one sign. For small n and r everything is enumerated: all
z, all r^n partitions, all signs v, all flipped buckets b.
"""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Pair, Positive, fraction
from paperclaims.checks.recorder import Recorder
from sparseact import cube
from sparseact.activity import common_grid
from sparseact.network import SparseReLUNetwork

_EXACT_REACH = 2**22  # |h| in units up to here keeps every int64 sum below 2^63


def correlations(texts: Sequence[str]) -> list[Fraction]:
    """Return values of ρ in order; ValueError unless -1 <= ρ < 1."""
    values = sorted(map(fraction, texts))
    if not -1 <= values[0] <= values[-1] < 1:
        raise ValueError(f"rhos must be at least -1 and less than 1, got {', '.join(texts)}")
    return values


def buckets(rho: Fraction) -> int:
    """Return r = ⌊2/(1−ρ)⌋, Appendix B's number of buckets, for ρ < 1."""
    return math.floor(2 / (1 - rho))


def bucket_rho(r: int) -> Fraction:
    """Return ρ' = 1 − 2/r, the noise that r buckets really give."""
    return 1 - Fraction(2, r)


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
    gap = sum(
        (
            number * abs(Fraction(count, total) - noise_probability(n, distance, rho))
            for (distance, count), number in cells.items()
        ),
        Fraction(0),
    )
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
    """Enumerate Appendix B's coupling with r buckets: 2^n·r^n·2^r·r cases.

    ValueError if the weights are not dyadic of few bits.
    """
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
            here, distance = at(n=n, rho=rho, r=buckets(rho)), total_variation(n, buckets(rho), rho)
            here.compare("step-coupling", distance, "==", 0)
            given, gap = float(bucket_rho(here["r"])), float(distance)
            here.row(rho=str(rho), rho_value=float(rho), rho_given=given, total_variation=gap)
