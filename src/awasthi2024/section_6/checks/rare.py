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

from awasthi2024.bounds import section_6
from awasthi2024.section_6.parameters import RareSystem
from awasthi2024.shared.distributions import uniform
from balls import between, exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.randomness import generator


@check("sec6-average-case")
def rare(at: Recorder, *, seed: int, systems: NonEmpty[RareSystem]) -> None:
    """Evaluate Theorem S's networks for all 2^m signs, and how many inputs activate them.

    `systems` are m ≤ m_0 = n/(16 ln(1/η)) points of {±1}^n, drawn or all equal, and η. The table
    has a row per system: the mean over the signs of what the network correlates with them, which is
    at most the complexity, the lower bound, and the bound without sparsity from above.
    """
    for system in systems:
        n, m, eta, kind = system["n"], system["m"], system["eta"], system["points"]
        instance_recorder = at(n=n, m=m, eta=eta, points=kind)
        x = sample(kind, n, m, generator(seed, "section_6", "rare", n, m, eta))
        limit = section_6.theorem_s_samples(n, eta)
        if m > limit:
            raise ValueError(f"rare: m must be at most m_0 = {limit:.4g}, got {m}; lower m or η")
        bias = math.sqrt(2 * math.log(1 / eta))
        mean, rarest = correlation(x, bias)
        lower = section_6.theorem_s(exact(n), 1, m, 1, Fraction(eta))
        # The errors are proved in docs/certificates.md.
        error = 1e-14 * (math.sqrt(n) + bias) + 2.0**-50 * mean
        instance_recorder.compare("dense", between(mean - error, mean + error), ">=", lower)
        above = rarest * (1 + 1e-10)
        instance_recorder.compare("rare", between(None, above), "<=", Fraction(eta))
        dense = bounds.dense_rademacher_sharp(1, m, math.sqrt(n), 1, bias)
        instance_recorder.row(
            limit=limit, value=mean, lower=float(lower), dense=dense, active=rarest
        )


def sample(kind: Literal["drawn", "equal"], n: int, m: int, rng: np.random.Generator) -> np.ndarray:
    """Return m points of {±1}^n as integers, shape (m, n): drawn, or one of them m times."""
    if kind == "equal":
        return np.repeat(uniform(1, n, rng), m, axis=0).astype(int)
    return uniform(m, n, rng).astype(int)


def correlation(x: np.ndarray, bias: float) -> tuple[float, float]:
    """Return E (1/m)Σζ_ih(x_i) for the better network of each ζ, and the largest probability.

    The network is one neuron with w = ±z/‖z‖, z the signed sum of the points, and u = ±1. The
    probability is that with which it is active at a uniform point.
    """
    total, rarest = [], 0.0
    probabilities: dict[tuple[tuple[int, int], ...], float] = {}
    # The signs −ζ have the same z but for its sign, and the two networks exchanged.
    for signs in itertools.product((1, -1), repeat=len(x) - 1):
        zeta = np.array((1, *signs))
        z = zeta @ x
        norm = math.sqrt(int(z @ z))
        if not norm:
            total.append(0.0)  # a network that is 0 everywhere
            continue
        projections = x @ z / norm
        values = [u * zeta * np.maximum(u * projections - bias, 0) for u in (1, -1)]
        best = max(values, key=lambda value: value.sum())
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
