"""Lemma 10 and Appendix B: noise sensitivity, and the coupling that bounds it.

Appendix B draws a pair (x, y) by throwing the coordinates of a random z into r
buckets, multiplying each bucket by a random sign, and flipping one sign. For
small n and r everything is enumerated: all z, all r^n partitions, all signs v,
all flipped buckets b. Elsewhere exact distributions of signed sums, or samples.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import gammainccinv

from sparseact import bounds, constructions, cube
from sparseact.bounds import Root
from sparseact.comparison import Measurement, Record, compare, compare_rate, compare_rounded
from sparseact.instances import Instance
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import (
    ConcentrationCase,
    CorrelationBelowOne,
    CoupledForest,
    CoupledJunta,
    NonEmpty,
    NonNegative,
    NormCase,
    OpenProbability,
    Pair,
    Positive,
)
from sparseact.randomness import COMMON_SEED, generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

CLAIM = "lemma-10"

#: Lemma 10 holds with this constant for ns ≥ 3, −1 ≤ ρ < 1 (docs/proofs-noise_sensitivity.md, 1).
ALL_RHO_CONSTANT = 2 * math.sqrt(2) / math.log(1.5) ** 2

#: E_z[max_j ‖w'_j‖²] ≤ this·ln(nsr)·max_j ‖w_j‖² for nsr ≥ 2, by Appendix B's own route.
MAX_NORM_CONSTANT = 8 + 1 / (2 * math.log(2))

#: Theorem D gives Appendix B's last display, first line, with this constant for nsr ≥ 2.
FINAL_CONSTANT = 4 / math.log(2) ** 2

#: The step from r to 1 − ρ holds with this constant for ns ≥ 2, 0 ≤ ρ < 1.
RATE_CONSTANT = 2 * math.sqrt(3)

#: With this constant it holds for ns ≥ 3 and every ρ < 1, so no smaller one is to blame.
ALL_RATE_CONSTANT = 6.0

#: So many of a rare event may be seen before its rate is in doubt.
_EXCEEDANCES = 6

_EXACT_REACH = 2**22  # |h| in units up to here keeps every int64 sum below 2^63


# ---------------------------------------------------------- ingredients


def buckets(rho: Fraction) -> int:
    """Return r = ⌊2/(1−ρ)⌋, Appendix B's number of buckets, for ρ < 1."""
    return math.floor(2 / (1 - rho))


def bucket_rho(r: int) -> Fraction:
    """Return ρ' = 1 − 2/r, the noise that r buckets really give."""
    return 1 - Fraction(2, r)


def noise_sensitivity_exact(weights: Sequence[Fraction], rho: Fraction) -> Fraction:
    """Return NS_ρ = Σ_t ½(1 − ρ^t) Σ_{|T|=t} ĥ(T)² from exact degree weights."""
    return sum(
        ((1 - Fraction(rho**t)) * weight / 2 for t, weight in enumerate(weights)), Fraction(0)
    )


def noise_probability(n: int, distance: int, rho: Fraction) -> Fraction:
    """Return Pr[y ∈ N_ρ(x) is one point at that distance], x uniform on 2^n points."""
    flip = (1 - rho) / 2
    return flip**distance * (1 - flip) ** (n - distance) / 2**n


@lru_cache(maxsize=64)
def joint_counts(n: int, r: int) -> np.ndarray:
    """Count the pairs (x, y) over all z, partitions, signs v and buckets b.

    Returns
    -------
    ndarray of int64, shape (2^n, 2^n)
        Entry [x, y]; the sum is 2^n·r^n·2^r·r.
    """
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

    Parameters
    ----------
    z : array of shape (n,)
        ±1.
    assignment : sequence of n int
        The bucket in 0..r−1 of each coordinate.
    """
    w = np.zeros((network.s, r))
    for coordinate, bucket in enumerate(assignment):
        w[:, bucket] += network.w[:, coordinate] * z[coordinate]
    return SparseReLUNetwork(w, network.b, network.u)


class Coupling(NamedTuple):
    """What all z, partitions, v and b of Appendix B give for one network, exactly.

    Attributes
    ----------
    rewrite_gap : Fraction
        max |h(x) − H_z(v)|, over everything.
    max_active : int
        The largest number of active neurons of any H_z.
    pairs : Fraction
        E (h(x) − h(y))².
    differences : Fraction
        (1/r)·E_{z,A} Σ_b E_v (H_z(v) − H_z(v^{⊕b}))².
    average : Fraction
        E_{z,A} AS(H_z), from the spectrum of H_z.
    norm_mean_gap : Fraction
        max over A and j of |E_z ‖w'_j‖² − ‖w_j‖²|.
    max_norm : Fraction
        max over z, A and j of ‖w'_j‖².
    mean_max_norm : Fraction
        max over A of E_z max_j ‖w'_j‖².
    mean_scale : Fraction
        E_{z,A} max_j u_j²‖w'_j‖².
    cases : list of (Fraction, Fraction)
        The distinct pairs AS(H_z), max_j u_j²‖w'_j‖².
    """

    rewrite_gap: Fraction
    max_active: int
    pairs: Fraction
    differences: Fraction
    average: Fraction
    norm_mean_gap: Fraction
    max_norm: Fraction
    mean_max_norm: Fraction
    mean_scale: Fraction
    cases: list[tuple[Fraction, Fraction]]


def enumerate_coupling(network: SparseReLUNetwork, r: int) -> Coupling:
    """Enumerate Appendix B's coupling with r buckets: 2^n·r^n·2^r·r cases.

    Raises
    ------
    ValueError
        If the weights are not dyadic of few bits.
    """
    w, b, u, norm_unit, unit = _integers(network)
    n = network.n
    z_points, v_points = cube.points(n).astype(np.int64), cube.points(r).astype(np.int64)
    z, v = np.arange(2**n), np.arange(2**r)
    characters = 1 - 2 * (np.bitwise_count(v[:, None] & v).astype(np.int64) & 1)
    sizes = cube.popcounts(r).astype(np.int64)
    h = np.maximum(z_points @ w.T - b, 0) @ u
    norms = (w**2).sum(axis=1)

    rewrite_gap = max_active = max_norm = mean_max = gap = 0
    pairs = differences = average = scale = 0
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
        gap = max(gap, int(np.abs(squares.sum(axis=0) - 2**n * norms).max()))
        max_norm = max(max_norm, int(squares.max()))
        mean_max = max(mean_max, int(squares.max(axis=1).sum()))
        scales = (squares * u**2).max(axis=1)
        scale += int(scales.sum())
        cases.update(zip(sensitivity.tolist(), scales.tolist(), strict=True))

    worlds = 2**n * r**n
    return Coupling(
        rewrite_gap * unit,
        max_active,
        Fraction(pairs, worlds * 2**r * r) * unit**2,
        Fraction(differences, worlds * 2**r * r) * unit**2,
        Fraction(average, worlds * 4**r) * unit**2,
        Fraction(gap, 2**n) * norm_unit**2,
        max_norm * norm_unit**2,
        Fraction(mean_max, 2**n) * norm_unit**2,
        Fraction(scale, worlds) * unit**2,
        [(Fraction(a, 4**r) * unit**2, size * unit**2) for a, size in sorted(cases)],
    )


def draw_coupling(
    n: int, r: int, trials: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Draw pairs (x, y) as Appendix B does, each of shape (trials, n), int8 ±1."""
    z = _signs(rng, (trials, n))
    bucket = rng.integers(r, size=(trials, n), dtype=np.int16)
    v = _signs(rng, (trials, r))
    flipped = v.copy()
    rows = np.arange(trials)
    flipped[rows, rng.integers(r, size=trials)] *= -1
    return z * v[rows[:, None], bucket], z * flipped[rows[:, None], bucket]


def sum_distribution(weights: Iterable[int]) -> dict[int, int]:
    """Return how many of the sign vectors z give each value of Σ w_i z_i."""
    counts = {0: 1}
    for weight in weights:
        moved: dict[int, int] = Counter()
        for value, number in counts.items():
            moved[value + weight] += number
            moved[value - weight] += number
        counts = moved
    return counts


def norm_distribution(groups: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return how many z give each value of ‖w'‖² = Σ_e (Σ_{i∈A_e} w_i z_i)².

    Parameters
    ----------
    groups : the weights of each bucket
    """
    counts = {0: 1}
    for group in groups:
        squares: dict[int, int] = Counter()
        for value, number in sum_distribution(group).items():
            squares[value**2] += number
        joint: dict[int, int] = Counter()
        for left, number in counts.items():
            for right, other in squares.items():
                joint[left + right] += number * other
        counts = joint
    return counts


# ----------------------------------------- right-hand sides of Appendix B


def tail_printed(square: float) -> float:
    """Return 2·exp(−t²/4σ²) from t²/σ²: Appendix B's first tail."""
    return 2 * math.exp(-square / 4)


def tail_hoeffding(square: float) -> float:
    """Return 2·exp(−t²/2σ²) from t²/σ²: Hoeffding's inequality."""
    return 2 * math.exp(-square / 2)


def norm_tail(square: float) -> float:
    """Return 2·exp(−3q/8): Pr_z[‖w'_j‖² ≥ q‖w_j‖²] (docs/proofs-noise_sensitivity.md, 6)."""
    return 2 * math.exp(-3 * square / 8)


def norm_threshold(n: int, s: int, r: int) -> float:
    """Return 8·ln(nsr), beyond which Appendix B puts ‖w'_j‖²/‖w_j‖² rarely."""
    return 8 * math.log(n * s * r)


def max_norm_bound(n: int, s: int, r: int, norm_squared: float) -> float:
    """Return (8 + 1/(2 ln 2))·ln(nsr)·‖w‖²; Appendix B has an O(·) there."""
    return MAX_NORM_CONSTANT * math.log(n * s * r) * norm_squared


def max_norm_sharp(s: int, norm_squared: float) -> float:
    """Return (8/3)·ln(2s)·‖w‖², with no n and no r (docs/proofs-noise_sensitivity.md, 6)."""
    return 8 / 3 * math.log(2 * s) * norm_squared


def final_printed(n: int, s: int, k: int, W: float, B: float, r: int) -> float:
    """Return (W²k⁴ ln²(nrs) + k³B²√ln s)/√r, Appendix B's last display, first line."""
    first = float(W) ** 2 * k**4 * math.log(n * r * s) ** 2
    return (first + k**3 * float(B) ** 2 * math.sqrt(math.log(s))) / math.sqrt(r)


# ---------------------------------------------------------------- checks


def measure_noise(
    *, seed: int, networks: Sequence[Instance], rhos: NonEmpty[CorrelationBelowOne]
) -> Measurement:
    """Compare NS_ρ, exactly, with Lemma 10, its corrected forms and Theorem D.

    A record holds, for one network and one statement, the ρ of `rhos` at which
    left/right is largest; the table has a row for every ρ. Theorem D's case of
    equality is checked at every ρ on the extremal networks.
    """
    del seed  # nothing here is random
    values = sorted(_rho(text) for text in rhos)
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for entry in networks:
        network, k = entry.network, entry.k
        n, s = network.n, network.s
        W, B = (Root(square) for square in network.scale_squared)
        instance = {"network": entry.name, "family": entry.family, "n": n, "s": s, "k": k}
        h = _exact_values(network)
        weights = degree_weights_exact(h)
        sensitivity = average_sensitivity_exact(h)
        variance = sum(weights[1:], Fraction(0))
        noise = {rho: noise_sensitivity_exact(weights, rho) for rho in values}

        def paper(
            rho: Fraction,
            constant: float,
            scale: tuple[int, int, int, Root, Root] = (n, s, k, W, B),
        ) -> float:
            return bounds.lemma_10(*scale, rho, constant=constant)

        sides = {rho: (noise[rho], paper(rho, ALL_RHO_CONSTANT)) for rho in values}
        records.append(_worst("printed", instance, sides))
        if n * s >= 3:
            records.append(_worst("corrected-all", instance, sides))
        positive = [rho for rho in values if rho >= 0]
        if n * s >= 2 and positive:
            corrected = {
                rho: (noise[rho], paper(rho, bounds.lemma_10_constant)) for rho in positive
            }
            records.append(_worst("corrected", instance, corrected))
        sharp = {rho: (noise[rho], Fraction(bounds.theorem_d(k, W, rho))) for rho in values}
        records.append(_worst("sharp", instance, sharp))
        upper = {rho: (noise[rho], (1 - rho) * sensitivity / 2) for rho in values}
        records.append(_worst("linear", instance, upper))
        if positive:
            lower = {rho: ((1 - rho) * variance / 2, noise[rho]) for rho in positive}
            records.append(_worst("linear", instance, lower))
        if entry.family == "extremal":
            records += _attained(entry, instance, noise)
        previous = None
        for rho in values:
            rest = float(1 - rho)
            rows.append(
                {
                    **instance,
                    "W": float(W),
                    "B": float(B),
                    "rho": str(rho),
                    "one_minus_rho": rest,
                    "noise_sensitivity": float(noise[rho]),
                    "paper_corrected": paper(rho, bounds.lemma_10_constant),
                    "theorem_d": float(bounds.theorem_d(k, W, rho)),
                    "average_sensitivity": float(sensitivity),
                    "variance": float(variance),
                    "slope": _slope(previous, (rest, noise[rho])),
                }
            )
            previous = (rest, noise[rho])
    return Measurement(records, pd.DataFrame(rows))


def measure_coupling(
    *,
    seed: int,
    enumerated: NonEmpty[Pair[Positive]],
    resolution: Positive,
    level: OpenProbability,
    juntas: NonEmpty[CoupledJunta],
    forests: NonEmpty[CoupledForest],
    trials: Positive,
    tolerance: NonNegative,
) -> Measurement:
    """Compare the coupling with N_ρ: pair by pair where n is small, by samples elsewhere.

    Parameters
    ----------
    enumerated : sequence of [n, the largest r]
    resolution : int
        ρ runs through −1, −1 + 2/resolution, … as far as r allows, and through
        every 1 − 2/r.
    level : float
        The probability that any sampled record is wrong; shared out equally.
    juntas : sequence of {n, p, table, rho}
        Juntas with values ±1 ("random" or "parity"): how often h(x) ≠ h(y)
        against NS_ρ' of the same truth table on p coordinates.
    forests : sequence of {n, trees, depth, rho}
        The mean of ¼(h(x) − h(y))² against Theorem D.
    trials : int
        Pairs (x, y) for each of them.
    tolerance : float
        How near the rate must be shown to be to NS_ρ'.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for n, most in enumerated:
        for r in range(1, most + 1):
            distance = total_variation(n, r, bucket_rho(r))
            records.append(_compare("coupling-corrected", {"n": n, "r": r}, distance, "==", 0))
        grid = {Fraction(2 * i, resolution) - 1 for i in range(resolution)}
        grid |= {bucket_rho(r) for r in range(1, most + 1)}
        for rho in sorted(rho for rho in grid if buckets(rho) <= most):
            r = buckets(rho)
            distance = total_variation(n, r, rho)
            instance = {"n": n, "rho": rho, "r": r}
            records.append(_compare("step-coupling", instance, distance, "==", 0))
            relation = "==" if (2 / (1 - rho)).denominator == 1 else ">"
            records.append(_compare("coupling-when", instance, distance, relation, 0))
            rows.append(
                {
                    "kind": "enumerated",
                    "n": n,
                    "rho": str(rho),
                    "rho_value": float(rho),
                    "r": r,
                    "rho_given": float(bucket_rho(r)),
                    "flip_wanted": float((1 - rho) / 2),
                    "flip_given": 1 / r,
                    "total_variation": float(distance),
                    "as_claimed": distance == 0,
                }
            )
    share = level / max(1, 2 * len(juntas) + len(forests))
    for junta in juntas:
        more, row = _sampled_junta(junta, seed, share, trials, tolerance)
        records += more
        rows.append(row)
    for forest in forests:
        more, row = _sampled_forest(forest, seed, share, trials)
        records += more
        rows.append(row)
    return Measurement(records, pd.DataFrame(rows))


def measure_appendix_b(
    *,
    seed: int,
    rhos: NonEmpty[CorrelationBelowOne],
    repeats: Positive,
    single_bucket_dimensions: NonEmpty[Positive],
) -> Measurement:
    """Evaluate both sides of Appendix B's lines on small networks, by full enumeration.

    Parameters
    ----------
    repeats : int
        How many random networks and forests stand beside the fixed ones.
    single_bucket_dimensions : sequence of int
        Dimensions of the linear function Σ x_i on which ‖w'‖ = √n·‖w‖ shows.
    """
    values = sorted(_rho(text) for text in rhos)
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for name, k, network in small_networks(seed, repeats):
        weights = degree_weights_exact(_exact_values(network))
        couplings = {r: enumerate_coupling(network, r) for r in {buckets(rho) for rho in values}}
        instance = {"network": name, "n": network.n, "s": network.s, "k": k}
        for r, coupling in sorted(couplings.items()):
            records += _lines(network, k, weights, {**instance, "r": r}, coupling)
        for rho in values:
            r = buckets(rho)
            coupling = couplings[r]
            noise = noise_sensitivity_exact(weights, rho)
            at = {**instance, "r": r, "rho": rho}
            through = coupling.average / r
            records.append(_compare("step-17", at, noise, "==", through))
            if rho == bucket_rho(r):
                records.append(_compare("step-square", at, noise, "==", coupling.pairs))
            if rho >= 0:
                records.append(_compare("peres", at, noise, "<=", through))
                records += _route(network, k, at, rho, coupling)
            elif rho > -1 and name.startswith("parity"):
                records.append(_compare("peres-range", at, noise, ">", through))
            rows.append(
                {
                    **instance,
                    "rho": str(rho),
                    "r": r,
                    "rho_given": str(bucket_rho(r)),
                    "noise_sensitivity": float(noise),
                    "mean_square_difference": float(coupling.pairs),
                    "mean_sensitivity_over_r": float(through),
                    "mean_max_norm_squared": float(coupling.mean_max_norm),
                    "max_norm_squared": float(coupling.max_norm),
                }
            )
    for n in single_bucket_dimensions:
        for r in (1, 2):
            records.append(_single_bucket(n, r))
    return Measurement(records, pd.DataFrame(rows))


def measure_concentration(
    *,
    seed: int,
    level: OpenProbability,
    cases: NonEmpty[ConcentrationCase],
    norms: NonEmpty[NormCase],
    sizes: NonEmpty[Positive],
    rhos: NonEmpty[CorrelationBelowOne],
) -> Measurement:
    """Evaluate Appendix B's tail bounds, exactly and by samples, and its numerical steps.

    Parameters
    ----------
    cases : sequence of mappings
        n, s, r; `weights` "equal", "ramp" or "geometric"; `support` "shared"
        (all neurons have the same weights) or "disjoint" (a block of n/s
        coordinates each); `partition` "spread" (coordinate i in bucket i mod
        r) or "single" (all in one).
    level : float
        The probability that any sampled record is wrong; shared out equally.
    norms : sequence of {n, s, r, q}
        How often, for random weights ±1 and random partitions,
        max_j ‖w'_j‖²/‖w_j‖² exceeds q, and 8 ln(nsr).
    sizes, rhos
        The values of n and of s, and of ρ, for the steps that are numbers alone.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for case in cases:
        more, row = _concentration(case)
        records += more
        rows.append(row)
    share = level / max(1, 2 * len(norms))
    for norm in norms:
        more, row = _sampled_norms(norm, seed, share)
        records += more
        rows.append(row)
    values = sorted(_rho(text) for text in rhos)
    for n, s, r in product(sizes, sizes, sorted({buckets(rho) for rho in values})):
        instance = {"n": n, "s": s, "r": r}
        t_square = norm_threshold(n, s, r)
        target = Fraction(1, (n * s * r) ** 2)
        records.append(_rounded("step-implication", instance, tail_printed(t_square), "<=", target))
        if n * s * r >= 2:
            records.append(
                _rounded("implication-corrected", instance, tail_hoeffding(t_square), "<=", target)
            )
    for rho in values:
        r = buckets(rho)
        if rho >= 0:
            records.append(
                _compare("floor", {"rho": rho, "r": r}, Fraction(1, r), "<=", 3 * (1 - rho) / 4)
            )
        for n, s, B in product(sizes, sizes, (0, 1)):
            at = {"n": n, "s": s, "k": 1, "W": 1, "B": B, "rho": rho, "r": r}
            left = final_printed(n, s, 1, 1, B, r)
            right = bounds.lemma_10(n, s, 1, 1, B, rho)
            records.append(_rounded("step-rate", at, left, "<=", ALL_RATE_CONSTANT * right))
            if rho >= 0 and n * s >= 2:
                records.append(_rounded("rate-corrected", at, left, "<=", RATE_CONSTANT * right))
    return Measurement(records, pd.DataFrame(rows))


def small_networks(seed: int, repeats: int) -> list[tuple[str, int, SparseReLUNetwork]]:
    """Return small networks (name, k, network), counterexamples among them."""

    def made(w: list[list[float]], b: list[float], u: list[float]) -> SparseReLUNetwork:
        return SparseReLUNetwork(np.array(w), np.array(b), np.array(u))

    listed = [
        ("relu", 1, made([[1]], [0], [1])),
        ("half a relu", 1, made([[1]], [0], [0.5])),  # ‖u‖ < 1
        ("shifted relu", 1, made([[1]], [-2], [1])),
        ("relu beside a dead neuron", 1, made([[1], [0]], [0, 0], [1, 1])),
        ("sum of two bits", 1, _linear(2)),
        ("parity of 2", 1, constructions.junta([1, -1, -1, 1], [0, 1], 2)),
        ("index of 1", 1, constructions.index_function(1)),
        ("extremal of 1", 1, constructions.extremal(1)),
        ("two extremal of 2", 2, constructions.extremal(2, copies=2)),
        ("extremal of 3, delta 1/2", 1, constructions.extremal(3, delta=0.5)),
        ("sum of five bits", 1, _linear(5)),
    ]
    parity = [(-1.0) ** t.bit_count() for t in range(16)]
    listed.append(("parity of 4", 1, constructions.junta(parity, range(4), 4)))
    for repeat in range(repeats):
        rng = generator(seed, "noise_sensitivity", "appendix_b", repeat)
        listed.append((f"forest {repeat}", 2, constructions.forest(2, 2, 4, rng)))
        listed.append((f"random {repeat}", 2, constructions.random_network(4, 6, 2, 1, 1, rng)))
    return listed


# ------------------------------------------------------- parts of checks


def _attained(
    entry: Instance, instance: dict[str, Any], noise: Mapping[Fraction, Fraction]
) -> list[Record]:
    """Compare NS_ρ with its closed form, a known fraction of Theorem D's bound."""
    p = int(entry.parameters["p"])
    height = 1 - Fraction(entry.parameters["delta"]) / 2
    W = Root(entry.network.scale_squared[0])
    return [
        _compare(
            "attained",
            {**instance, "p": p, "delta": entry.parameters["delta"], "rho": rho},
            left,
            "==",
            height**2 * sum(rho**t for t in range(p)) / p * bounds.theorem_d(entry.k, W, rho),
        )
        for rho, left in noise.items()
    ]


def _lines(
    network: SparseReLUNetwork,
    k: int,
    weights: Sequence[Fraction],
    instance: dict[str, Any],
    coupling: Coupling,
) -> list[Record]:
    """Compare the lines of Appendix B that depend on r alone, not on ρ."""
    n, s, r = network.n, network.s, int(instance["r"])
    W2, B2 = network.scale_squared
    W, B = Root(W2), Root(B2)
    noise = noise_sensitivity_exact(weights, bucket_rho(r))
    through = coupling.average / r
    norms = [_norm_squared(row) for row in network.w]
    records = [
        _compare("step-rewrite", instance, coupling.rewrite_gap, "==", 0),
        _compare("step-rewrite", instance, coupling.max_active, "<=", k),
        _compare("step-buckets", instance, coupling.pairs, "==", coupling.differences),
        _compare("step-average", instance, coupling.differences, "==", through),
        _compare("quarter", instance, noise, "==", coupling.pairs / 4),
        _compare("quarter", instance, coupling.differences / 4, "==", through),
        _compare("step-17-corrected", instance, noise, "==", through),
        _compare("norm-mean", instance, coupling.norm_mean_gap, "==", 0),
        _compare("step-always", instance, coupling.max_norm, "<=", W2 * n),
        _compare("always-corrected", instance, coupling.max_norm, "<=", n * max(norms)),
    ]
    own = Root(
        max(Fraction(u) ** 2 * norm for u, norm in zip(network.u.tolist(), norms, strict=True))
    )
    constant = bounds.lemma_9_constant

    def lemma_9(scale: Root) -> float:
        return bounds.lemma_9(r, s, k, scale, B, constant=constant)

    if r * s >= 2:  # below, Lemma 9's own right side is 0; step-lemma-9-prime shows that
        sides = [(a, lemma_9(own)) for a, _ in coupling.cases]
        records.append(_rounded("step-lemma-9", instance, *_largest(sides)))
    sides = [(a, lemma_9(Root(scale))) for a, scale in coupling.cases]
    records.append(_rounded("step-lemma-9-prime", instance, *_largest(sides)))
    sharp = [(a, Fraction(bounds.theorem_a(k, Root(scale)))) for a, scale in coupling.cases]
    records.append(_compare("step-lemma-9-sharp", instance, *_largest(sharp)))

    mean_max = coupling.mean_max_norm
    printed = max_norm_bound(n, s, r, float(min(norms)))
    records.append(_rounded("step-max-norm", instance, mean_max, "<=", printed))
    if n * s * r >= 2:
        corrected = max_norm_bound(n, s, r, float(max(norms)))
        records.append(_rounded("max-norm-corrected", instance, mean_max, "<=", corrected))
    tight = max_norm_sharp(s, float(max(norms)))
    records.append(_rounded("max-norm-sharp", instance, mean_max, "<=", tight))
    final = FINAL_CONSTANT * final_printed(n, s, k, float(W), float(B), r)
    records.append(_rounded("step-final", instance, through, "<=", final))
    if n * s * r >= 2:
        records.append(_rounded("final-corrected", instance, through, "<=", final))
    return records


def _route(
    network: SparseReLUNetwork,
    k: int,
    instance: dict[str, Any],
    rho: Fraction,
    coupling: Coupling,
) -> list[Record]:
    """Compare the ends of Appendix B's route with Theorem A in place of Lemma 9."""
    r = int(instance["r"])
    middle = Fraction(bounds.theorem_a(k, Root(coupling.mean_scale))) / r
    W2 = network.scale_squared[0]
    end = 8 * float((1 - rho) * k**2 * W2) * math.log(2 * network.s)
    return [
        _compare("route", instance, coupling.average / r, "<=", middle),
        _rounded("route", instance, middle, "<=", end),
    ]


def _single_bucket(n: int, r: int) -> Record:
    """Compare AS(H_z) of the function Σ x_i with Lemma 9 at ‖w_j‖: z = 1, all in one bucket."""
    network = _linear(n)
    H = bucketed_network(network, np.ones(n), [0] * n, r)
    left = average_sensitivity_exact(_exact_values(H))
    W2, B2 = network.scale_squared
    right = bounds.lemma_9(r, network.s, 1, Root(W2), Root(B2), constant=bounds.lemma_9_constant)
    instance = {"network": f"sum of {n} bits", "n": n, "s": network.s, "k": 1, "r": r}
    return _rounded("step-lemma-9", instance, left, "<=", right)


def _concentration(case: Mapping[str, Any]) -> tuple[list[Record], dict[str, Any]]:
    """Compare every tail of Appendix B for one set of weights, exactly."""
    n, s, r = int(case["n"]), int(case["s"]), int(case["r"])
    shared = case["support"] == "shared"
    length = n if shared else n // s
    weights = _weights(case["weights"], length)
    groups = _groups(weights, r, case["partition"])
    variance = sum(weight**2 for weight in weights)
    instance = dict(case)
    threshold = norm_threshold(n, s, r)

    records: list[Record] = []
    worst_bucket = Fraction(0)
    sides: dict[str, list[tuple[Fraction, float]]] = {"step-tail": [], "hoeffding": []}
    for group in groups:
        own = sum(weight**2 for weight in group)
        if own == 0:
            continue  # an empty bucket's sum is 0 and never exceeds anything
        squares: dict[int, int] = Counter()
        for value, number in sum_distribution(group).items():
            squares[value**2] += number
        for atom, tail in _tails(squares):
            # The tail at t just below an atom is the supremum over smaller t.
            sides["step-tail"].append((tail, tail_printed(float(Fraction(atom, own)))))
            sides["hoeffding"].append((tail, tail_hoeffding(float(Fraction(atom, own)))))
        worst_bucket = max(worst_bucket, _beyond(squares, own, threshold))
    for statement, pairs in sides.items():
        records.append(_rounded(statement, instance, *_largest(pairs)))

    norms = norm_distribution(groups)
    pairs = [(tail, norm_tail(float(Fraction(atom, variance)))) for atom, tail in _tails(norms)]
    records.append(_rounded("norm-tail", instance, *_largest(pairs)))
    one = _beyond(norms, variance, threshold)
    none = 1 - one if shared else (1 - one) ** s
    total = sum(norms.values())
    mean = Fraction(sum(value * number for value, number in norms.items()), total)
    mean_max = mean if shared else _mean_of_max(norms, s)
    nsr = n * s * r
    records += [
        _compare("step-bucket-tail", instance, worst_bucket, "<=", Fraction(1, nsr**2)),
        _compare("step-union-buckets", instance, one, "<=", Fraction(1, n**2 * s**2 * r)),
        _compare("step-union-neurons", instance, none, ">=", 1 - Fraction(1, n**2 * s * r)),
        _compare("norm-mean", instance, mean, "==", variance),
    ]
    sharp = max_norm_sharp(s, variance)
    records.append(_rounded("max-norm-sharp", instance, mean_max, "<=", sharp))
    if nsr >= 2:
        corrected = max_norm_bound(n, s, r, variance)
        records.append(_rounded("max-norm-corrected", instance, mean_max, "<=", corrected))
    row = {
        "kind": "exact",
        **instance,
        "threshold": threshold,
        "bucket_tail": float(worst_bucket),
        "bucket_tail_bound": nsr**-2,
        "norm_tail": float(one),
        "norm_tail_bound": 1 / (n**2 * s**2 * r),
        "mean_max_over_norm": float(mean_max / variance),
        "max_norm_corrected": max_norm_bound(n, s, r, 1.0),
        "max_norm_sharp": max_norm_sharp(s, 1.0),
    }
    return records, row


def _sampled_junta(
    case: Mapping[str, Any], seed: int, level: float, trials: int, tolerance: float
) -> tuple[list[Record], dict[str, Any]]:
    n, p, rho = int(case["n"]), int(case["p"]), _rho(case["rho"])
    r = buckets(rho)
    name = ("noise_sensitivity", "sampled junta", *case.values())
    common, rng = generator(COMMON_SEED, *name), generator(seed, *name, "pairs")
    parity = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
    table = parity if case["table"] == "parity" else common.choice([-1.0, 1.0], size=2**p)
    network = constructions.junta(table, common.permutation(n)[:p].tolist(), n)
    exact = noise_sensitivity_exact(degree_weights_exact(table), bucket_rho(r))
    differs = 0
    for size in _chunks(trials):
        x, y = draw_coupling(n, r, size, rng)
        differs += int((network(x) != network(y)).sum())
    instance = {**case, "s": network.s, "k": 1, "r": r, "noise_sensitivity": exact}
    records = [
        compare_rate(
            CLAIM,
            "sampled-coupling",
            instance,
            differs,
            trials,
            relation,
            rate,
            level=level,
            # Given ρ' = 1 − 2/r the coupling is N_ρ' (docs/proofs-noise_sensitivity.md, 3).
            proved=(float(exact), float(exact)),
        )
        for relation, rate in (
            ("<=", float(exact) + tolerance),
            (">=", float(exact) - tolerance),
        )
    ]
    row = {
        "kind": f"sampled {case['table']} junta", "n": n, "rho": str(rho), "r": r,
        "rho_given": float(bucket_rho(r)), "trials": trials,
        "rate": differs / trials, "noise_sensitivity": float(exact),
    }  # fmt: skip
    return records, row


def _sampled_forest(
    case: Mapping[str, Any], seed: int, level: float, trials: int
) -> tuple[list[Record], dict[str, Any]]:
    n, k, rho = int(case["n"]), int(case["trees"]), _rho(case["rho"])
    r = buckets(rho)
    name = ("noise_sensitivity", "sampled forest", *case.values())
    common, rng = generator(COMMON_SEED, *name), generator(seed, *name, "pairs")
    network = constructions.forest(k, int(case["depth"]), n, common)
    limit = float(bounds.theorem_d(k, Root(network.scale_squared[0]), bucket_rho(r)) / k**2)
    if limit >= 1:
        raise ValueError(f"forest {dict(case)}: a rate is compared with {limit}; take rho nearer 1")
    successes = 0
    for size in _chunks(trials):
        x, y = draw_coupling(n, r, size, rng)
        # |h| <= k, so the mean of ¼(h(x)−h(y))² is k² times this coin's rate.
        chance = (network(x) - network(y)) ** 2 / (4 * k**2)
        successes += int((rng.random(size) < chance).sum())
    instance = {**case, "s": network.s, "k": k, "r": r, "coin": "¼(h(x)−h(y))²/k²"}
    record = compare_rate(
        CLAIM, "sampled-sharp", instance, successes, trials, "<=", limit, level=level
    )
    row = {
        "kind": "sampled forest", "n": n, "rho": str(rho), "r": r,
        "rho_given": float(bucket_rho(r)), "trials": trials,
        "rate": successes / trials, "theorem_d": limit,
    }  # fmt: skip
    return [record], row


def _sampled_norms(
    case: Mapping[str, Any], seed: int, level: float
) -> tuple[list[Record], dict[str, Any]]:
    """Draw z and partitions for s neurons with random weights ±1, ‖w_j‖² = n."""
    n, s, r, q = int(case["n"]), int(case["s"]), int(case["r"]), float(case["q"])
    name = ("noise_sensitivity", "sampled norms", *case.values())
    common, rng = generator(COMMON_SEED, *name), generator(seed, *name, "partitions")
    w = _signs(common, (s, n)).astype(np.float32)
    rare, limit = 1 / (n**2 * s * r), s * norm_tail(q)
    if limit >= 1:
        raise ValueError(f"norms {dict(case)}: a rate is compared with {limit}; take a larger q")
    # With up to `_EXCEEDANCES` of so many trials a rate of at most `rare` is shown.
    trials = math.ceil(float(gammainccinv(_EXCEEDANCES + 1, level)) / rare)
    beyond_q = beyond_threshold = 0
    for size in _chunks(trials):
        z = _signs(rng, (size, n)).astype(np.float32)
        bucket = rng.integers(r, size=(size, n), dtype=np.int16)
        # Sums of ±1 are exact in float32.
        squares = sum(((z * (bucket == e)) @ w.T) ** 2 for e in range(r))
        largest = np.asarray(squares).max(axis=1) / n
        beyond_q += int((largest > q).sum())
        beyond_threshold += int((largest > norm_threshold(n, s, r)).sum())
    instance = {"n": n, "s": s, "r": r}
    records = [
        compare_rate(
            CLAIM, "sampled-norms", {**instance, "threshold": "8 ln(nsr)"},
            beyond_threshold, trials, "<=", rare, level=level,
            proved=(0.0, s * norm_tail(norm_threshold(n, s, r))),
        ),
        compare_rate(
            CLAIM, "sampled-norms", {**instance, "threshold": q},
            beyond_q, trials, "<=", limit, level=level,
        ),
    ]  # fmt: skip
    row = {
        "kind": "sampled", **instance, "q": q, "trials": trials,
        "rate_beyond_q": beyond_q / trials, "rate_bound": limit,
    }  # fmt: skip
    return records, row


# ----------------------------------------------------------------- tools


def _rho(value: str | float) -> Fraction:
    rho = Fraction(value)
    if not -1 <= rho < 1:
        raise ValueError(
            f"rho = {value}: allowed is -1 <= rho < 1 (at 1 the lemma divides by zero)"
        )
    return rho


def _compare(statement: str, instance: Mapping[str, Any], *sides: Any) -> Record:
    return compare(CLAIM, statement, instance, *sides)


def _rounded(statement: str, instance: Mapping[str, Any], *sides: Any) -> Record:
    return compare_rounded(CLAIM, statement, instance, *sides)


def _ratio(left: Any, right: Any) -> float:
    if left == 0:
        return 0.0
    return math.inf if right == 0 else float(left) / float(right)


def _largest(sides: Iterable[tuple[Any, Any]]) -> tuple[Any, str, Any]:
    """Return the sides of the ≤ that is nearest to failing, with the relation."""
    left, right = max(sides, key=lambda pair: _ratio(*pair))
    return left, "<=", right


def _worst(
    statement: str, instance: Mapping[str, Any], sides: Mapping[Fraction, tuple[Any, Any]]
) -> Record:
    """Record left ≤ right at the ρ that is nearest to failing."""
    rho = max(sides, key=lambda key: _ratio(*sides[key]))
    left, right = sides[rho]
    make = _compare if isinstance(right, Fraction) else _rounded
    return make(statement, {**instance, "rho": rho}, left, "<=", right)


def _slope(before: tuple[float, Fraction] | None, after: tuple[float, Fraction]) -> float:
    """Return the slope of ln NS against ln(1 − ρ) between two values; nan where undefined."""
    if before is None or before[1] == 0 or after[1] == 0:
        return math.nan
    return math.log(after[1] / before[1]) / math.log(after[0] / before[0])


def _exact_values(network: SparseReLUNetwork) -> np.ndarray:
    if not network.is_exact():
        raise ValueError(f"{network}: the weights are not dyadic of few bits, so h is not exact")
    return network.values()


def _norm_squared(row: np.ndarray) -> Fraction:
    return sum((Fraction(value) ** 2 for value in row.tolist()), Fraction(0))


def _linear(n: int) -> SparseReLUNetwork:
    """Return Σ x_i = σ(Σ x_i) − σ(−Σ x_i), a 1-sparse network of two neurons."""
    ones = np.ones(n)
    return SparseReLUNetwork(np.array([ones, -ones]), np.zeros(2), np.array([1.0, -1.0]))


def _integers(
    network: SparseReLUNetwork,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, Fraction, Fraction]:
    """Return w, b, u as int64, the unit of w and b, and that of h."""

    def grid(*arrays: np.ndarray) -> int:
        numbers = [Fraction(value) for array in arrays for value in array.ravel().tolist()]
        return max(number.denominator.bit_length() - 1 for number in numbers)

    inner, outer = grid(network.w, network.b), grid(network.u)
    scaled = [network.w * 2.0**inner, network.b * 2.0**inner, network.u * 2.0**outer]
    reach = (np.abs(scaled[2]) * (np.abs(scaled[0]).sum(axis=1) + np.abs(scaled[1]))).sum()
    if not reach <= _EXACT_REACH:
        raise ValueError(f"{network}: too many bits to enumerate the coupling in integers")
    w, b, u = (array.astype(np.int64) for array in scaled)
    return w, b, u, Fraction(1, 2**inner), Fraction(1, 2 ** (inner + outer))


def _masks(assignment: Sequence[int], v: np.ndarray) -> np.ndarray:
    """Return, for every sign pattern v of the buckets, the mask of the coordinates it flips."""
    masks = np.zeros_like(v)
    for coordinate, bucket in enumerate(assignment):
        masks |= (v >> bucket & 1) << coordinate
    return masks


def _signs(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return (1 - 2 * rng.integers(2, size=shape, dtype=np.int8)).astype(np.int8)


def _chunks(trials: int, size: int = 20_000) -> Iterable[int]:
    for start in range(0, trials, size):
        yield min(size, trials - start)


def _weights(kind: str, length: int) -> list[int]:
    if kind == "equal":
        return [1] * length
    if kind == "ramp":
        return list(range(1, length + 1))
    if kind == "geometric":
        return [2**i for i in range(length)]
    raise ValueError(f"weights {kind!r}; allowed are equal, ramp, geometric")


def _groups(weights: Sequence[int], r: int, partition: str) -> list[list[int]]:
    if partition == "spread":
        return [list(weights[e::r]) for e in range(r)]
    if partition == "single":
        return [list(weights)] + [[] for _ in range(r - 1)]
    raise ValueError(f"partition {partition!r}; allowed are spread, single")


def _tails(counts: Mapping[int, int]) -> list[tuple[int, Fraction]]:
    """Return (value, Pr[· ≥ value]) for every positive value that occurs."""
    total, above, tails = sum(counts.values()), 0, []
    for value in sorted(counts, reverse=True):
        above += counts[value]
        if value > 0:
            tails.append((value, Fraction(above, total)))
    return tails


def _beyond(counts: Mapping[int, int], variance: int, threshold: float) -> Fraction:
    """Return Pr[value > threshold·variance]; the threshold is a logarithm, rounded."""
    limit = threshold * variance
    if any(value and abs(value - limit) <= 1e-9 * value for value in counts):
        raise ValueError(f"a value lies too near the threshold {limit} to be told from it")
    return Fraction(
        sum(number for value, number in counts.items() if value > limit), sum(counts.values())
    )


def _mean_of_max(counts: Mapping[int, int], s: int) -> Fraction:
    """Return the mean of the largest of s independent copies."""
    below, weighted = 0, 0
    for value in sorted(counts):
        upto = below + counts[value]
        weighted += value * (upto**s - below**s)
        below = upto
    return Fraction(weighted, below**s)
