"""Theorem S: the Rademacher complexity of networks that are rarely active, over all signs.

Half-spaces that contain few points of the cube, but many points of a small sample, make the
complexity as large as without sparsity (docs/proofs-section_6.md, 5).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from awasthi2024.section_6.checks.exhaustive import distribution, threshold_sets
from awasthi2024.section_6.parameters import RareSystem
from awasthi2024.shared.distributions import uniform
from awasthi2024.shared.parameters import FewPoints
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import rademacher, section_6
from sparseact.randomness import generator


@check("rare", claim="sec6-average-case")
def measure_rare(recorder: Recorder, *, seed: int, systems: NonEmpty[RareSystem]) -> None:
    """Evaluate Theorem S's networks for all 2^m signs, and how many inputs activate them.

    `systems` are m points of {±1}^n, drawn or all equal, and δ. If m exceeds m_0 = n/(16 ln(1/δ)),
    the network is chosen by the signs of the first ⌊m_0⌋ points. The table has a row per system:
    the mean over the signs of what the network correlates with them, which is at most the
    complexity, the lower bound, and the bound without sparsity from above.
    """
    for system in systems:
        n, m, delta, kind = system["n"], system["m"], system["delta"], system["points"]
        instance_recorder = recorder.where(n=n, m=m, delta=delta, points=kind)
        x = sample(kind, n, m, generator(seed, "section_6", "rare", n, m, delta))
        limit = section_6.theorem_s_samples(n, delta)
        used = min(m, math.floor(limit))
        bias = math.sqrt(2 * math.log(1 / delta))
        mean, rarest = correlation(x, used, bias)
        lower = section_6.theorem_s(n, 1, m, 1, delta)
        # A pre-activation is at most √n in size, less the bias: docs/certificates.md.
        error = 1e-14 * (math.sqrt(n) + bias)
        instance_recorder.closed_form(
            "dense" if m <= limit else "dense-more", mean, ">=", lower, error=error
        )
        instance_recorder.certified("rare", rarest, "<=", delta, error=1e-10)
        dense = rademacher.dense_rademacher_sharp(1, m, math.sqrt(n), 1, bias)
        instance_recorder.row(limit=limit, value=mean, lower=lower, dense=dense, active=rarest)


def sample(kind: Literal["drawn", "equal"], n: int, m: int, rng: np.random.Generator) -> np.ndarray:
    """Return m points of {±1}^n as integers, shape (m, n): drawn, or one of them m times."""
    if kind == "equal":
        return np.repeat(uniform(1, n, rng), m, axis=0).astype(int)
    return uniform(m, n, rng).astype(int)


def correlation(x: np.ndarray, used: int, bias: float) -> tuple[float, float]:
    """Return E (1/m)Σζ_ih(x_i) for the better network of each ζ, and the largest probability.

    The network is chosen by the first `used` points: one neuron with w = ±z/‖z‖, z their signed
    sum, and u = ±1. The probability is that with which it is active at a uniform point.
    """
    total, rarest = [], 0.0
    probabilities: dict[tuple[tuple[int, int], ...], float] = {}
    # The signs −ζ have the same z but for its sign, and the two networks exchanged.
    for signs in itertools.product((1, -1), repeat=len(x) - 1):
        zeta = np.array((1, *signs))
        z = zeta[:used] @ x[:used]
        norm = math.sqrt(int(z @ z))
        if not norm:
            total.append(0.0)  # a network that is 0 everywhere
            continue
        projections = x @ z / norm
        values = [u * zeta * np.maximum(u * projections - bias, 0) for u in (1, -1)]
        best = max(values, key=lambda value: value[:used].sum())
        total.append(math.fsum(best.tolist()))
        sizes = tuple(sorted(Counter(np.abs(z).tolist()).items()))
        if sizes not in probabilities:
            probabilities[sizes] = tail(sizes, bias * norm)
        rarest = max(rarest, probabilities[sizes])
    return math.fsum(total) / len(total) / len(x), rarest


def tail(sizes: Sequence[tuple[int, int]], threshold: float) -> float:
    """Return Pr[Σ ±z_p > threshold], independent fair signs, `sizes` the |z_p| with their numbers.

    Good to 10⁻¹⁰; a threshold that may be reached counts as exceeded.
    """
    law = np.ones(1)
    for size, number in sizes:
        if not size:
            continue
        # How much is subtracted from Σ|z_p|, in units of 2.
        part = np.zeros(size * number + 1)
        part[::size] = [math.comb(number, j) / 2**number for j in range(number + 1)]
        law = np.convolve(law, part)
    total = sum(size * number for size, number in sizes)
    reached = total - 2 * np.arange(len(law)) > threshold * (1 - 1e-12)
    return float(law[reached].sum())


@check("halfspaces", claim="sec6-average-case")
def measure_halfspaces(
    recorder: Recorder, *, dimensions: Distinct[Literal[1, 2, 3]], samples: Distinct[FewPoints]
) -> None:
    """Compute by how many points half-spaces exceed twice their fraction of a sample, in the mean.

    The mean of max_I (|I| − 2m·Pr[I]) is over all samples of m points of the cube, uniform ones and
    such that each point has half the probability of the one before. The table has a row for each.
    """
    for n, m, kind in itertools.product(dimensions, samples, ("uniform", "halving")):
        instance_recorder = recorder.where(n=n, m=m, distribution=kind)
        mean = excess(n, m, distribution(kind, 2**n))
        bound = section_6.halfspace_excess(n, m)
        instance_recorder.closed_form("halfspaces", float(mean), "<=", bound)
        instance_recorder.row(excess=float(mean), bound=bound)


def excess(n: int, m: int, masses: Sequence[Fraction]) -> Fraction:
    """Return E max_I (|I| − 2m·Pr[I]), I = {x : ⟨w, x⟩ > b}, over m points with these masses."""
    denominator = math.lcm(*(mass.denominator for mass in masses))
    weights = [int(mass * denominator) for mass in masses]
    sets = np.array(threshold_sets(n), dtype=np.int64)
    shares = sets @ np.array(weights)
    total = 0
    for chosen in itertools.combinations_with_replacement(range(2**n), m):
        counts = Counter(chosen)
        inside = sets[:, list(chosen)].sum(axis=1)
        most = int((denominator * inside - 2 * m * shares).max())
        orders = math.factorial(m) // math.prod(map(math.factorial, counts.values()))
        total += orders * math.prod(weights[x] for x in chosen) * most
    return Fraction(total, denominator ** (m + 1))
