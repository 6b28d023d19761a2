"""Definitions 1 and 2, and the sensitivity at a point.

Sparsity and scale of the constructions are compared with what these promise, and sen_f(x) with a
number of coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import (
    is_theorem_b,
    largest_dimension,
    network_family,
)
from awasthi2024.shared.parameters import Dimension, FewVariables
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: How records name the two parts of a scale.
_SCALE = ("W²", "B²")


# ---------------------------------------------------------------- sparsity


def active_counts(network: SparseReLUNetwork) -> np.ndarray:
    """Return |R_x| at every point of the cube, by the library's kernel."""
    return network.active_counts()


def preactivations(network: SparseReLUNetwork, x: np.ndarray) -> np.ndarray:
    """Return the signs of all ⟨w_j, x⟩ − b_j from integers, shape (m, s): −1, 0 or 1.

    Numbers are scaled by one power of two for the whole network and added in int64; ValueError if
    a sum would not fit.
    """
    numbers = np.column_stack([network.w, network.b])
    unit = max(v.as_integer_ratio()[1] for v in numbers.ravel().tolist())
    if float(np.abs(numbers).sum(axis=1).max()) * unit >= 2.0**62:
        raise ValueError("the weights have too many bits for sums in int64")
    integers = (numbers * unit).astype(np.int64)
    return np.sign(x.astype(np.int64) @ integers[:, :-1].T - integers[:, -1])


# The active neurons of each point, and what counts them.
@check(
    "def-1",
    memory=lambda networks, **_: 12 << largest_dimension(networks),
)
def sparsity(
    at: Recorder,
    *,
    networks: Sequence[Instance],
    integers_up_to: Natural,
) -> None:
    """Measure sparsity and scale of networks, and compare both with the constructions' statements.

    `integers_up_to` is the largest n for counts with ≥ instead of >, in integers.
    """
    for instance in networks:
        network = instance.network
        where = {"network": instance.name, **instance.parameters, "k": instance.k}
        instance_recorder = at(**where)
        counts = active_counts(network)
        k = int(counts.max())
        histogram = np.bincount(counts).tolist()
        instance_recorder.compare("printed", k, "<=", instance.k)
        if is_theorem_b(instance) and network.n <= integers_up_to:
            _compare_strictness(instance_recorder, instance)
        _compare_scale(instance_recorder.of("def-2"), instance)
        W2, B2 = network.scale_squared
        size = 2**network.n
        at.rows.append(
            {
                "name": instance.name,
                "family": instance.family,
                "n": network.n,
                "s": network.s,
                "k": instance.k,
                "largest_active": k,
                "mean_active": sum(r * c for r, c in enumerate(histogram)) / size,
                "mean_square_active": sum(r * r * c for r, c in enumerate(histogram)) / size,
                "W_squared": float(W2),
                "B_squared": float(B2),
            }
        )


def _compare_strictness(at: Recorder, instance: Instance) -> None:
    """Count with ≥ instead of > where neighbours' pre-activations are exactly −δ."""
    signs = preactivations(instance.network, points(instance.network.n))
    closed = int((signs >= 0).sum(axis=1).max())
    zero = instance.parameters["delta"] == 0
    promised = instance.k * (instance.parameters["p"] + 1 if zero else 1)
    at.compare("strict", closed, "==", promised)


# ------------------------------------------------------------------- scale


def _compare_scale(at: Recorder, instance: Instance) -> None:
    """Compare W² and B² with the network's stated scale, and with the smallest scale."""
    scale = instance.network.scale_squared
    family = network_family(instance.family)
    stated = family.scale_squared(instance.parameters)
    relation = "==" if family.attained else "<="
    if stated is not None:
        for name, value, limit in zip(_SCALE, scale, stated, strict=True):
            at(quantity=name).compare("printed", value, relation, limit)


# -------------------------------------------------------------- sensitivity


def squared_differences(values: np.ndarray) -> np.ndarray:
    """Return Σ_i (f(x) − f(x^{⊕i}))², which is 4·sen_f(x); shape as `values` (…, 2^n)."""
    points_ = np.arange(values.shape[-1])
    n = values.shape[-1].bit_length() - 1
    total = np.zeros(values.shape, dtype=np.int64)
    for i in range(n):
        total += (values - values[..., points_ ^ (1 << i)]) ** 2
    return total


def sensitive_coordinates(values: np.ndarray) -> np.ndarray:
    """Return |{i : f(x) ≠ f(x^{⊕i})}| at every point; shape as `values` (…, 2^n)."""
    n = values.shape[-1].bit_length() - 1
    cubes = values.reshape(*values.shape[:-1], *(2,) * n)
    # Axis −1−i is coordinate i; turning it round flips that coordinate.
    counts = sum((cubes != np.flip(cubes, axis=-1 - i) for i in range(n)), np.int64(0))
    return np.broadcast_to(counts, cubes.shape).astype(np.int64).reshape(values.shape)


def all_functions(n: int) -> np.ndarray:
    """Return all ±1-valued functions on n coordinates, shape (2^(2^n), 2^n), int64."""
    return points(2**n).astype(np.int64)


def _compare_agreement(at: Recorder, statement: str, agree: np.ndarray) -> None:
    """Record in how many cases two numbers agree, of how many."""
    at.compare(statement, int(agree.sum()), "==", agree.size)


@check("sen-def")
def sensitivity(
    at: Recorder,
    *,
    seed: int,
    exhaustive: FewVariables,
    dimensions: NonEmpty[Dimension],
    repeats: Positive,
) -> None:
    """Compare sen_f(x) with the number of sensitive coordinates.

    `exhaustive` is the largest n for all ±1-valued and 0/1-valued functions. For each n in
    `dimensions` there are `repeats` random ±1-valued functions of random means.
    """
    for n in range(1, exhaustive + 1):
        f = all_functions(n)
        instance_recorder = at(n=n, functions=len(f))
        squares, counts = squared_differences(f), sensitive_coordinates(f)
        _compare_agreement(instance_recorder, "printed", squares == 4 * counts)
        g = (1 + f) // 2
        _compare_agreement(
            instance_recorder, "indicator", squared_differences(g) == sensitive_coordinates(g)
        )
        for value, number in enumerate(np.bincount(counts.max(axis=-1)).tolist()):
            at.rows.append({"n": n, "largest_sensitivity": value, "functions": number})
    for n in dimensions:
        for repeat in range(repeats):
            rng = generator(seed, "definitions", "sensitivity", n, repeat)
            f = np.where(rng.random(2**n) < rng.random(), 1, -1)
            instance_recorder = at(n=n, repeat=repeat)
            squares, counts = squared_differences(f), sensitive_coordinates(f)
            _compare_agreement(instance_recorder, "printed", squares == 4 * counts)
            g = (1 + f) // 2
            _compare_agreement(
                instance_recorder, "indicator", squared_differences(g) == sensitive_coordinates(g)
            )
