"""Average sensitivity of networks with several hidden layers, each with few active neurons."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.outside_claims.checks.deep_networks import (
    DeepNetwork,
    Evaluation,
    deep_extremal,
    evaluate,
    extremal_share,
    random_deep_network,
)
from awasthi2024.outside_claims.parameters import DeepShape, SmallDepth
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import digest
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

_CLAIM = "digest-depth"


@check("depth", claim=_CLAIM)
def measure_depth(
    whole: Recorder,
    *,
    seed: int,
    depths: Distinct[SmallDepth],
    variables: Distinct[Positive],
    active: Distinct[Positive],
    shapes: NonEmpty[DeepShape],
    repeats: Positive,
    restarts: Positive,
    steps: Positive,
    largest_weight: Positive,
) -> None:
    """Check the bound on AS(h) for several hidden layers, its proof, and how near one comes.

    `depths` are numbers L of hidden layers of the extremal networks, `variables` their numbers p of
    variables, and each k_l runs over `active`. For each shape there are `repeats` random networks
    and `restarts` hill climbs of `steps` changes; all numbers of these networks are integers up to
    `largest_weight`. The table has a row per extremal network and per climb: AS as a multiple of
    U²k_L Π k_l W_l², and the bound on it, 2^(L+1).
    """
    for depth, p in itertools.product(depths, variables):
        for k in itertools.product(active, repeat=depth):
            network = deep_extremal(p, k)
            record = whole.where(family="extremal", n=p, depth=depth, active=str(list(k)))
            whole.rows.append(_check(record, network, p))
            _check_extremal(record, network, p)
    for shape in shapes:
        n, widths = shape["n"], shape["widths"]
        for repeat in range(repeats):
            rng = generator(seed, "digest", "depth", n, *widths, repeat)
            network = random_deep_network(n, widths, largest_weight, rng)
            at = whole.where(family="random", n=n, depth=len(widths), widths=str(list(widths)),
                          repeat=repeat)  # fmt: skip
            _check(at, network, n)
        for restart in range(restarts):
            rng = generator(seed, "digest", "climb", n, *widths, restart)
            network = _climb(rng, n, widths, steps, largest_weight)
            at = whole.where(family="search", n=n, depth=len(widths), widths=str(list(widths)),
                          restart=restart)  # fmt: skip
            whole.rows.append(_check(at, network, n))


def _check(recorder: Recorder, network: DeepNetwork, n: int) -> dict[str, Any]:
    """Hold AS, its proof's lines and the tails of one network against their bounds."""
    run = evaluate(network, n)
    k, W2, U = run.most_active, network.squared_norms, network.largest_output
    sensitivity = average_sensitivity_exact(run.values)
    bound = digest.depth_sensitivity(U, k, W2)
    recorder.exact("printed", sensitivity, "<=", bound)
    first = digest.depth_sensitivity(U, [run.mean_active, *k[1:]], W2, last=k[-1])
    recorder.exact("average", sensitivity, "<=", first)
    weights = degree_weights_exact(run.values)
    for d in range(n):
        tail = sum(weights[d + 1 :], Fraction(0))
        recorder.where(d=d).exact("tail", tail, "<=", bound / (d + 1))
    _check_proof(recorder, network, run, n)
    without = 4 * U**2 * k[-1] ** 2 * math.prod(W2)
    if len(k) > 1:
        recorder.exact("free", sensitivity, "<=", without)
    unit = bound / 2 ** (len(k) + 1)
    share = float(sensitivity / unit) if unit else 0.0
    return {**recorder.instance, "depth": len(k), "multiple": share, "bound": 2 ** (len(k) + 1)}


def _check_proof(recorder: Recorder, network: DeepNetwork, run: Evaluation, n: int) -> None:
    """Check the three lines of the proof: the first layer, a deeper layer, the output."""
    k, W2, U = run.most_active, network.squared_norms, network.largest_output
    squares = [list(_squared_changes(z, n)) for z in run.outputs]
    total = sum(int(change.sum()) for change in squares[0])
    recorder.exact("first", Fraction(total, 2**n), "<=", 8 * W2[0] * run.mean_active)
    for layer in range(1, len(k)):
        excess = max(
            int((change - 2 * k[layer] * W2[layer] * below).max())
            for change, below in zip(squares[layer], squares[layer - 1], strict=True)
        )
        recorder.where(layer=layer + 1).exact("layer", excess, "<=", 0)
    excess = max(
        int((change - 2 * k[-1] * U**2 * below).max())
        for change, below in zip(_squared_changes(run.values[:, None], n), squares[-1], strict=True)
    )
    recorder.exact("last", excess, "<=", 0)


def _squared_changes(z: np.ndarray, n: int) -> Iterable[np.ndarray]:
    """Yield ‖z(x) − z(x^{⊕i})‖² at all x, for each coordinate i."""
    numbers = np.arange(len(z))
    for i in range(n):
        yield ((z - z[numbers ^ 1 << i]) ** 2).sum(axis=1)


def _check_extremal(recorder: Recorder, network: DeepNetwork, p: int) -> None:
    """Compare AS of an extremal network with its share of the bound, and its degree with p."""
    run = evaluate(network, p)
    sensitivity = average_sensitivity_exact(run.values)
    k = run.most_active
    bound = digest.depth_sensitivity(network.largest_output, k, network.squared_norms)
    recorder.exact("family", sensitivity, "==", extremal_share(p, len(k)) * bound)
    if p == 1:
        recorder.exact("attained", sensitivity, ">=", bound)
    top = degree_weights_exact(run.values)[p]
    recorder.exact("degree", top * 2 ** (len(k) - 1), ">=", bound / p)


def _climb(
    rng: np.random.Generator, n: int, widths: Sequence[int], steps: int, largest: int
) -> DeepNetwork:
    """Return the network of the largest AS in units of its bound that a hill climb finds."""
    network = random_deep_network(n, widths, largest, rng)
    best = _tightness(network, n)
    for _ in range(steps):
        trial = DeepNetwork([(w.copy(), b.copy()) for w, b in network.layers], network.u.copy())
        arrays = [array for layer in trial.layers for array in layer] + [trial.u]
        for _ in range(int(rng.integers(1, 4))):
            array = arrays[int(rng.integers(len(arrays)))].reshape(-1)
            array[int(rng.integers(len(array)))] = rng.integers(-largest, largest + 1)
        tightness = _tightness(trial, n)
        if tightness >= best:
            network, best = trial, tightness
    return network


def _tightness(network: DeepNetwork, n: int) -> Fraction:
    run = evaluate(network, n)
    bound = digest.depth_sensitivity(network.largest_output, run.most_active, network.squared_norms)
    return average_sensitivity_exact(run.values) / bound if bound else Fraction(0)
