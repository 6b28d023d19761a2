"""Average sensitivity of networks with several hidden layers, each with few active neurons."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.digest.checks.deep_networks import (
    DeepNetwork,
    deep_extremal,
    evaluate,
    random_deep_network,
)
from awasthi2024.digest.parameters import DeepShape, SmallDepth
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import digest
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact


@check("depth", claim="digest-depth")
def measure_depth(
    recorder: Recorder,
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
    """Check the bound on AS(h) for several hidden layers, and how near a network comes.

    `depths` are numbers L of hidden layers of the extremal networks. They have p in `variables`
    variables. `active` are the values of each k_l. `shapes` are numbers of inputs, and of neurons
    in each layer. For each shape there are `repeats` random networks and `restarts` hill climbs of
    `steps` changes, with integers up to `largest_weight`. The table has a row per extremal network
    and per climb: AS as a multiple of U²k_L Π k_l W_l², and the bound on it, 2^(L+1).
    """
    for depth, p in itertools.product(depths, variables):
        for k in itertools.product(active, repeat=depth):
            network = deep_extremal(p, k)
            instance_recorder = recorder.where(
                family="extremal", n=p, depth=depth, active=str(list(k))
            )
            recorder.rows.append(_compare_depths(instance_recorder, network, p))
    for shape in shapes:
        n, widths = shape["n"], shape["widths"]
        shape_recorder = recorder.where(n=n, depth=len(widths), widths=str(list(widths)))
        for repeat in range(repeats):
            rng = generator(seed, "digest", "depth", n, *widths, repeat)
            network = random_deep_network(n, widths, largest_weight, rng)
            instance_recorder = shape_recorder.where(family="random", repeat=repeat)
            _compare_depths(instance_recorder, network, n)
        for restart in range(restarts):
            rng = generator(seed, "digest", "climb", n, *widths, restart)
            network = _climb(rng, n, widths, steps, largest_weight)
            instance_recorder = shape_recorder.where(family="search", restart=restart)
            recorder.rows.append(_compare_depths(instance_recorder, network, n))


def _compare_depths(recorder: Recorder, network: DeepNetwork, n: int) -> dict[str, Any]:
    """Hold AS of one network against its bound."""
    run = evaluate(network, n)
    k, depth = run.most_active, len(network.layers)
    sensitivity = average_sensitivity_exact(run.values)
    bound = digest.depth_sensitivity(network.largest_output, k, network.squared_norms)
    recorder.exact("printed", sensitivity, "<=", bound)
    if recorder.instance["family"] == "extremal" and n == 1:
        recorder.exact("attained", sensitivity, ">=", bound)
    unit = bound / 2 ** (depth + 1)
    share = float(sensitivity / unit) if unit else 0.0
    return {**recorder.instance, "depth": depth, "multiple": share, "bound": 2 ** (depth + 1)}


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
