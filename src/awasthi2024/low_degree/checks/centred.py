"""Theorem R: how often blocks of centred averages learn."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.constructions import extremal
from awasthi2024.low_degree.checks.samples import estimation_error, sample
from awasthi2024.low_degree.parameters import CentredTarget
from balls import sqrt
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive, fraction
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@check("theorem-r")
def centred(
    at: Recorder,
    *,
    seed: int,
    targets: NonEmpty[CentredTarget],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
) -> None:
    """Count how often blocks of centred averages learn, at the sizes of Theorem R.

    `targets` are functions of the first p of n variables, plus a constant. The function is 2k times
    the parity, or what one pattern of the variables adds to it. The constant `bias` is one more
    neuron, which is always active. `epsilon` is a fraction. The learner is told W and E|R_x|².
    Every trial draws fresh samples.
    """
    for target in targets:
        instance_recorder = at(**target, delta=delta)
        _compare_centred(
            instance_recorder, target, seed=seed, trials=trials, level=level / len(targets)
        )


def network_of(target: CentredTarget) -> SparseReLUNetwork:
    """Return the network: a parity or one pattern, and the constant."""
    core = extremal(target["p"], copies=target["k"], n=target["n"])
    kept = (core.w >= 0).all(axis=1) | (target["kind"] == "parity")
    w = np.vstack([core.w[kept], np.zeros(target["n"])])
    b = np.append(core.b[kept], -target["bias"])
    return SparseReLUNetwork(w, b, np.append(core.u[kept], 1.0))


def mean_square_active(network: SparseReLUNetwork) -> Fraction:
    """Return E|R_x|²."""
    counts = network.active_counts().astype(object)
    return Fraction(int((counts**2).sum()), len(counts))


def _compare_centred(
    at: Recorder, target: CentredTarget, *, seed: int, trials: int, level: float
) -> None:
    """Record how often one target is learnt, and add a row to the table."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import LowDegreeRegressor

    delta = at["delta"]
    network, epsilon = network_of(target), fraction(target["epsilon"])
    W, V = sqrt(Fraction(network.scale_squared[0])), mean_square_active(network)
    d = bounds.theorem_r_degree(W, V, epsilon)
    blocks = bounds.theorem_r_blocks(delta)
    m = blocks * bounds.theorem_r_block(network.n, W, V, epsilon)
    values = network.values()
    spectrum = walsh_transform(values)
    cube, successes = points(network.n), 0
    for trial in range(trials):
        rng = generator(seed, "low_degree", "centred", *map(str, target.values()), trial)
        x, numbers = sample(rng, cube, m)
        model = LowDegreeRegressor(d, "centred", blocks=blocks).fit(x, values[numbers])
        tail = float(np.delete(spectrum**2, model.masks_).sum())
        successes += (tail + estimation_error(model, spectrum)) / 2 <= float(epsilon)
    at.rate("learns", successes, trials, ">=", 1 - delta, level=level)
    at.row(mean_square_active=str(V), d=d, blocks=blocks, m=m, **rate_columns(successes, trials))
