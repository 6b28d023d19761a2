"""Definitions 1 and 2 and the sensitivity at a point: what they mean, measured.

Sparsity and scale of the constructions against what they promise, each by
more than one route; and the reading of sen_f(x) as a number of coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from sparseact import constructions
from sparseact.comparison import Measurement, Record, compare
from sparseact.cube import points
from sparseact.instances import Instance
from sparseact.network import SparseReLUNetwork
from sparseact.network_families import Scale, network_family
from sparseact.parameters import (
    Dimension,
    FewVariables,
    Natural,
    NetworkClass,
    NonEmpty,
    Positive,
    WideNetwork,
)
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

#: Parts of a wide network's cube that are looked at: the promise needs fewer than 100.
_NODES = 2000


# ---------------------------------------------------------------- sparsity


def active_counts(network: SparseReLUNetwork) -> np.ndarray:
    """Return |R_x| at every point of the cube, by the library's kernel."""
    return network.active_counts()


def preactivations(network: SparseReLUNetwork, x: np.ndarray) -> np.ndarray:
    """Return the signs of all ⟨w_j, x⟩ − b_j from integers, shape (m, s): −1, 0 or 1.

    Another route than the library's: numbers are scaled by one power of two
    for the whole network and added in int64.

    Raises
    ------
    ValueError
        If that power of two would take a sum beyond int64.
    """
    numbers = np.column_stack([network.w, network.b])
    unit = max(v.as_integer_ratio()[1] for v in numbers.ravel().tolist())
    if float(np.abs(numbers).sum(axis=1).max()) * unit >= 2.0**62:
        raise ValueError("the weights have too many bits for sums in int64")
    integers = (numbers * unit).astype(np.int64)
    return np.sign(x.astype(np.int64) @ integers[:, :-1].T - integers[:, -1])


def dead_neurons(network: SparseReLUNetwork) -> int:
    """Return how many neurons are active nowhere: not where ⟨w_j, x⟩ is largest."""
    largest = network.active(np.where(network.w >= 0, 1, -1))
    return int((~np.diagonal(largest)).sum())


def measure_sparsity(
    *, networks: Sequence[Instance], integers_up_to: Natural, programme_up_to: Natural
) -> Measurement:
    """Measure sparsity and scale of networks against what their constructions state.

    Parameters
    ----------
    networks : list of Instance
    integers_up_to, programme_up_to : int
        Dimensions up to which |R_x| is also evaluated in integers at every
        point, and its maximum also found by the integer programme.
    """
    records: list[Record] = []
    rows = []
    for instance in networks:
        network = instance.network
        where = {"network": instance.name, **instance.parameters, "k": instance.k}
        counts = active_counts(network)
        k = int(counts.max())
        histogram = np.bincount(counts).tolist()
        records.append(compare("def-1", "printed", where, k, "<=", instance.k))
        if network_family(instance.family).attained:
            records.append(compare("def-1", "attained", where, k, "==", instance.k))
            records.append(compare("def-1", "alive", where, dead_neurons(network), "==", 0))
        records += _routes(network, where, counts, integers_up_to, programme_up_to)
        if instance.family == "extremal" and network.n <= integers_up_to:
            records += _strictness(instance, where)
        records += _scale_records(instance, where)
        W2, B2 = network.scale_squared
        least = least_scale_squared(network)
        size = 2**network.n
        rows.append(
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
                "least_W_squared": float(least[0]),
                "least_B_squared": float(least[1]),
            }
        )
    return Measurement(records, pd.DataFrame(rows))


def _routes(
    network: SparseReLUNetwork,
    where: Mapping[str, Any],
    counts: np.ndarray,
    integers_up_to: int,
    programme_up_to: int,
) -> list[Record]:
    """Compare the largest count with what other routes find."""
    k = int(counts.max())
    found = {"enumeration without a table": network.max_active()[1]}
    if network.n <= integers_up_to:
        signs = preactivations(network, points(network.n))
        found["integers"] = int((signs > 0).sum(axis=1).max())
    if network.n <= programme_up_to:
        lower, upper = network.max_active(enumerate_up_to=0)
        found |= {"search, from below": lower, "search, from above": upper}
    return [
        compare("def-1", "routes", {**where, "route": route}, value, "==", k)
        for route, value in found.items()
    ]


def _strictness(instance: Instance, where: Mapping[str, Any]) -> list[Record]:
    """Count with ≥ in place of > where neighbours' pre-activations are exactly −δ."""
    signs = preactivations(instance.network, points(instance.network.n))
    closed = int((signs >= 0).sum(axis=1).max())
    zero = instance.parameters["delta"] == 0
    promised = instance.k * (instance.parameters["p"] + 1 if zero else 1)
    return [compare("def-1", "strict", where, closed, "==", promised)]


def support_records(n: int, k: int) -> list[Record]:
    """Compare sparsity on a support with sparsity on the cube.

    σ(x_1), …, σ(x_n) on the inputs of which exactly k coordinates are +1.
    """
    network = SparseReLUNetwork(np.eye(n), np.zeros(n), np.ones(n))
    cube = points(n)
    support = cube[(cube == 1).sum(axis=1) == k]
    on_support, on_cube = network.max_active(support)[1], network.max_active()[0]
    where = {"n": n, "s": n, "k": k}
    return [
        compare("def-1", "support", {**where, "on": "support"}, on_support, "<=", k),
        compare("def-1", "support", {**where, "on": "cube"}, on_cube, ">", k),
    ]


def measure_representations(
    *,
    seed: int,
    supports: NonEmpty[Positive],
    wide: NonEmpty[WideNetwork],
    rescaled: NonEmpty[NetworkClass],
) -> Measurement:
    """Measure what belongs to a representation or a support rather than to h.

    Parameters
    ----------
    supports : list of int
        Dimensions n; every k in 1..n−1 is taken.
    wide : list of {construction, k, ...}
        Networks on more inputs than are enumerated, by the name of their
        construction and its arguments.
    rescaled : list of {n, s, k}
        Random networks whose neurons are rescaled without changing h.
    """
    records = [record for n in supports for k in range(1, n) for record in support_records(n, k)]
    rows = []
    for entry in wide:
        network = _wide_network(seed, entry)
        lower, upper = network.max_active(node_limit=_NODES)
        where = {**entry, "n": network.n, "s": network.s}
        # A certified error of 0: both ends are proved in integers.
        records.append(compare("def-1", "wide", where, upper, "<=", entry["k"], error=0))
        records.append(compare("def-1", "wide", where, lower, ">=", entry["k"]))
        rows.append({**entry, "n": network.n, "s": network.s, "lower": lower, "upper": upper})
    records += smallest_rescaling()
    for shape in rescaled:
        records += _rescaling(seed, **shape)
    return Measurement(records, pd.DataFrame(rows))


def _wide_network(seed: int, entry: Mapping[str, Any]) -> SparseReLUNetwork:
    rng = generator(seed, "definitions", "wide", *sorted(entry.items()))
    match entry["construction"]:
        case "forest":
            return constructions.forest(entry["k"], entry["depth"], entry["n"], rng)
        case "index":
            return constructions.index_function(entry["b"])
        case "appendix_a":
            b, q = entry["b"], entry["q"]
            return constructions.appendix_a(rng.choice([-0.5, 0.5], size=(2**b, q)), q / 4)
        case other:
            raise ValueError(f"wide: construction {other!r}; allowed: forest, index, appendix_a")


# ------------------------------------------------------------------- scale


def least_scale_squared(network: SparseReLUNetwork) -> Scale:
    """Return (max_j u_j²‖w_j‖², max_j u_j²b_j²), the scale once all |u_j| are 1."""
    u2 = [Fraction(v) ** 2 for v in network.u.tolist()]
    w2 = [sum((Fraction(v) ** 2 for v in row), Fraction(0)) for row in network.w.tolist()]
    b2 = [Fraction(v) ** 2 for v in network.b.tolist()]
    return (
        max(u * w for u, w in zip(u2, w2, strict=True)),
        max(u * b for u, b in zip(u2, b2, strict=True)),
    )


def rescale(network: SparseReLUNetwork, factors: np.ndarray) -> SparseReLUNetwork:
    """Return the network with u_j/c_j, c_j·w_j, c_j·b_j; the function is the same for c > 0."""
    return SparseReLUNetwork(network.w * factors[:, None], network.b * factors, network.u / factors)


def _scale_records(instance: Instance, where: Mapping[str, Any]) -> list[Record]:
    W2, B2 = instance.network.scale_squared
    family = network_family(instance.family)
    stated = family.scale_squared(instance.parameters)
    relation = "==" if family.attained else "<="
    records = []
    if stated is not None:
        records.append(compare("def-2", "printed", {**where, "of": "W²"}, W2, relation, stated[0]))
        records.append(compare("def-2", "printed", {**where, "of": "B²"}, B2, relation, stated[1]))
    least = least_scale_squared(instance.network)
    records.append(compare("def-2", "least", {**where, "of": "W²"}, least[0], "<=", W2))
    records.append(compare("def-2", "least", {**where, "of": "B²"}, least[1], "<=", B2))
    return records


def smallest_rescaling() -> list[Record]:
    """Compare the two scales of one function: n = 1, s = 2, k = 1, one neuron rescaled by 2."""
    network = SparseReLUNetwork([[1], [-1]], [0.5, 0.5], [1, 1])
    other = rescale(network, np.array([1.0, 2.0]))
    where = {"n": 1, "s": 2, "k": network.max_active()[1]}
    return [
        _same_function(where, network, other),
        *(
            compare("def-2", "rescaled", {**where, "of": name}, after, ">", before)
            for name, before, after in zip(
                ("W²", "B²"), network.scale_squared, other.scale_squared, strict=True
            )
        ),
    ]


def _same_function(
    where: Mapping[str, Any], network: SparseReLUNetwork, other: SparseReLUNetwork
) -> Record:
    """Compare the two at the point of the cube where they differ most."""
    if not (network.is_exact() and other.is_exact()):
        raise ValueError("rescaled: the weights have too many bits for exact values")
    gap = float(np.abs(network.values() - other.values()).max())
    return compare("def-2", "rescaled", {**where, "of": "h"}, gap, "==", 0)


def _rescaling(seed: int, n: int, s: int, k: int) -> list[Record]:
    """Rescale the neurons of a random network by random powers of two."""
    rng = generator(seed, "definitions", "rescaled", n, s, k)
    network = constructions.random_network(n, s, k, 1.0, 1.0, rng)
    other = rescale(network, 2.0 ** rng.integers(-4, 5, size=s))
    where = {"n": n, "s": s, "k": k}
    least = least_scale_squared(network)
    return [
        _same_function(where, network, other),
        *(
            compare("def-2", "least", {**where, "of": name}, smallest, "<=", scale)
            for name, smallest, scale in zip(("W²", "B²"), least, other.scale_squared, strict=True)
        ),
    ]


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


def spectral_sensitivity(values: np.ndarray) -> np.ndarray:
    """Return 4^n·Σ_T |T| f̂(T)² of functions (…, 2^n) in integers, by the characters."""
    size = values.shape[-1]
    masks = np.arange(size)
    overlap = np.bitwise_count(masks[:, None] & masks)
    characters = 1 - 2 * (overlap.astype(np.int64) & 1)
    return (values @ characters) ** 2 @ np.bitwise_count(masks).astype(np.int64)


def _agreement(statement: str, where: Mapping[str, Any], agree: np.ndarray) -> Record:
    """Record in how many cases two numbers agree, of how many."""
    return compare("sen-def", statement, where, int(agree.sum()), "==", agree.size)


def measure_sensitivity(
    *, seed: int, exhaustive: FewVariables, dimensions: NonEmpty[Dimension], repeats: Positive
) -> Measurement:
    """Compare sen_f(x) with the number of sensitive coordinates, and its mean with AS.

    Parameters
    ----------
    exhaustive : int
        All ±1-valued and all 0/1-valued functions up to this n (at most 4).
    dimensions : list of int
        n of random ±1-valued functions of random means.
    repeats : int
        Random functions for each n.
    """
    records: list[Record] = []
    rows = []
    for n in range(1, exhaustive + 1):
        f = all_functions(n)
        where = {"n": n, "functions": len(f)}
        squares, counts = squared_differences(f), sensitive_coordinates(f)
        records.append(_agreement("printed", where, squares == 4 * counts))
        # E sen_f = Σ_x squares/(4·2^n), against Σ_T |T| (2^n f̂(T))²/4^n.
        average = squares.sum(axis=-1) << n
        records.append(_agreement("average", where, average == 4 * spectral_sensitivity(f)))
        g = (1 + f) // 2
        records.append(
            _agreement("indicator", where, squared_differences(g) == sensitive_coordinates(g))
        )
        for value, number in enumerate(np.bincount(counts.max(axis=-1)).tolist()):
            rows.append({"n": n, "largest_sensitivity": value, "functions": number})
    for n in dimensions:
        for repeat in range(repeats):
            rng = generator(seed, "definitions", "sensitivity", n, repeat)
            f = np.where(rng.random(2**n) < rng.random(), 1, -1)
            where = {"n": n, "repeat": repeat}
            squares, counts = squared_differences(f), sensitive_coordinates(f)
            records.append(_agreement("printed", where, squares == 4 * counts))
            spectral = sum(
                (t * weight for t, weight in enumerate(degree_weights_exact(f))), Fraction(0)
            )
            mean = Fraction(int(counts.sum()), 2**n)
            records.append(compare("sen-def", "average", where, mean, "==", spectral))
            records.append(
                compare("sen-def", "average", where, mean, "==", average_sensitivity_exact(f))
            )
            g = (1 + f) // 2
            records.append(
                _agreement("indicator", where, squared_differences(g) == sensitive_coordinates(g))
            )
    return Measurement(records, pd.DataFrame(rows))
