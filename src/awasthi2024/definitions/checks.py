"""Definitions 1 and 2, and the sensitivity at a point.

Sparsity and scale of the constructions are compared with what these promise,
each by more than one route, and sen_f(x) with a number of coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.definitions.parameters import NetworkClass, WideNetwork
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import (
    Scale,
    is_theorem_b,
    largest_dimension,
    network_family,
)
from awasthi2024.shared.parameters import Dimension, FewVariables
from paperclaims.checks.comparison import dyadic
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

#: Parts of a wide network's cube that are looked at: the promise needs fewer than 100.
_NODES = 2000

#: How records name the two parts of a scale.
_SCALE = ("W²", "B²")


# ---------------------------------------------------------------- sparsity


def active_counts(network: SparseReLUNetwork) -> np.ndarray:
    """Return |R_x| at every point of the cube, by the library's kernel."""
    return network.active_counts()


def preactivations(network: SparseReLUNetwork, x: np.ndarray) -> np.ndarray:
    """Return the signs of all ⟨w_j, x⟩ − b_j from integers, shape (m, s): −1, 0 or 1.

    Another route than the library's: numbers are scaled by one power of two
    for the whole network and added in int64; ValueError if a sum would not fit.
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


# The active neurons of each point, and what counts them.
@check(
    "sparsity",
    claim="def-1",
    memory=lambda networks, **_: 12 << largest_dimension(networks),
)
def measure_sparsity(
    recorder: Recorder,
    *,
    networks: Sequence[Instance],
    integers_up_to: Natural,
    programme_up_to: Natural,
) -> None:
    """Measure sparsity and scale of networks, and compare both with the constructions' statements.

    `integers_up_to` is the largest n for |R_x| in integers.
    `programme_up_to` is the largest n for max |R_x| by the integer programme.
    """
    for instance in networks:
        network = instance.network
        where = {"network": instance.name, **instance.parameters, "k": instance.k}
        instance_recorder = recorder.where(**where)
        counts = active_counts(network)
        k = int(counts.max())
        histogram = np.bincount(counts).tolist()
        instance_recorder.exact("printed", k, "<=", instance.k)
        if network_family(instance.family).attained:
            instance_recorder.exact("attained", k, "==", instance.k)
            instance_recorder.exact("alive", dead_neurons(network), "==", 0)
        _compare_routes(instance_recorder, network, counts, integers_up_to, programme_up_to)
        if is_theorem_b(instance) and network.n <= integers_up_to:
            _compare_strictness(instance_recorder, instance)
        _compare_scale(instance_recorder.for_claim("def-2"), instance)
        W2, B2 = network.scale_squared
        least = least_scale_squared(network)
        size = 2**network.n
        recorder.rows.append(
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


def _compare_routes(
    recorder: Recorder,
    network: SparseReLUNetwork,
    counts: np.ndarray,
    integers_up_to: int,
    programme_up_to: int,
) -> None:
    """Compare the largest count with what other routes find."""
    k = int(counts.max())
    largest = {"enumeration without a table": network.max_active()[1]}
    if network.n <= integers_up_to:
        signs = preactivations(network, points(network.n))
        largest["integers"] = int((signs > 0).sum(axis=1).max())
    if network.n <= programme_up_to:
        lower, upper = network.max_active(enumerate_up_to=0)
        largest |= {"search, from below": lower, "search, from above": upper}
    for route, value in largest.items():
        recorder.where(route=route).exact("routes", value, "==", k)


def _compare_strictness(recorder: Recorder, instance: Instance) -> None:
    """Count with ≥ instead of > where neighbours' pre-activations are exactly −δ."""
    signs = preactivations(instance.network, points(instance.network.n))
    closed = int((signs >= 0).sum(axis=1).max())
    zero = instance.parameters["delta"] == 0
    promised = instance.k * (instance.parameters["p"] + 1 if zero else 1)
    recorder.exact("strict", closed, "==", promised)


def compare_support(recorder: Recorder, n: int, k: int) -> None:
    """Compare sparsity on a support with sparsity on the cube.

    σ(x_1), …, σ(x_n) on the inputs of which exactly k coordinates are +1.
    """
    network = SparseReLUNetwork(np.eye(n), np.zeros(n), np.ones(n))
    cube = points(n)
    support = cube[(cube == 1).sum(axis=1) == k]
    on_support, on_cube = network.max_active(support)[1], network.max_active()[0]
    recorder = recorder.where(n=n, s=n, k=k)
    recorder.where(on="support").exact("support", on_support, "<=", k)
    recorder.where(on="cube").exact("support", on_cube, ">", k)


@check("representations", claim="def-1")
def measure_representations(
    recorder: Recorder,
    *,
    seed: int,
    supports: NonEmpty[Positive],
    wide: NonEmpty[WideNetwork],
    rescaled: NonEmpty[NetworkClass],
) -> None:
    """Measure properties that depend on a representation or a support, not only on h.

    `supports` are numbers n, each with k = 1..n−1. `wide` are networks on many inputs: construction
    and arguments. Their inputs are not enumerated. `rescaled` are sizes of random networks whose
    neurons are rescaled. This does not change h.
    """
    for n in supports:
        for k in range(1, n):
            compare_support(recorder, n, k)
    for entry in wide:
        network = _wide_network(seed, entry)
        lower, upper = network.max_active(node_limit=_NODES)
        instance_recorder = recorder.where(**{**entry, "n": network.n, "s": network.s})
        # A certified error of 0: both ends are proved in integers.
        instance_recorder.certified("wide", upper, "<=", entry["k"], error=0)
        instance_recorder.exact("wide", lower, ">=", entry["k"])
        recorder.rows.append(
            {**entry, "n": network.n, "s": network.s, "lower": lower, "upper": upper}
        )
    compare_smallest_rescaling(recorder.for_claim("def-2"))
    for shape in rescaled:
        _compare_rescaling(recorder.for_claim("def-2"), seed, **shape)


def _wide_network(seed: int, entry: Mapping[str, Any]) -> SparseReLUNetwork:
    rng = generator(seed, "definitions", "wide", *sorted(entry.items()))
    match entry["construction"]:
        case "forest":
            return constructions.forest(entry["k"], entry["depth"], entry["n"], rng)
        case "index":
            return constructions.index_function(entry["b"])
        case _:  # appendix_a
            b, q = entry["b"], entry["q"]
            return constructions.appendix_a(rng.choice([-0.5, 0.5], size=(2**b, q)), q / 4)


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


def _compare_scale(recorder: Recorder, instance: Instance) -> None:
    """Compare W² and B² with the network's stated scale, and with the smallest scale."""
    scale = instance.network.scale_squared
    family = network_family(instance.family)
    stated = family.scale_squared(instance.parameters)
    relation = "==" if family.attained else "<="
    if stated is not None:
        for name, value, limit in zip(_SCALE, scale, stated, strict=True):
            recorder.where(quantity=name).exact("printed", value, relation, limit)
    least = least_scale_squared(instance.network)
    for name, value, limit in zip(_SCALE, least, scale, strict=True):
        recorder.where(quantity=name).exact("least", value, "<=", limit)


def compare_smallest_rescaling(recorder: Recorder) -> None:
    """Compare the two scales of one function: n = 1, s = 2, k = 1, one neuron rescaled by 2."""
    network = SparseReLUNetwork([[1], [-1]], [0.5, 0.5], [1, 1])
    other = rescale(network, np.array([1.0, 2.0]))
    recorder = recorder.where(n=1, s=2, k=network.max_active()[1])
    _compare_same_function(recorder, network, other)
    scales = zip(_SCALE, network.scale_squared, other.scale_squared, strict=True)
    for name, before, after in scales:
        recorder.where(quantity=name).exact("rescaled", after, ">", before)


def _compare_same_function(
    recorder: Recorder, network: SparseReLUNetwork, other: SparseReLUNetwork
) -> None:
    """Compare the two at the point of the cube where they differ most."""
    # The difference of two numbers with so few bits is exact where it is 0, and not 0 elsewhere.
    is_exact = network.is_exact() and other.is_exact()
    gap = dyadic(np.abs(network.values() - other.values()).max(), is_exact)
    recorder.where(quantity="h").exact("rescaled", gap, "==", 0)


def _compare_rescaling(recorder: Recorder, seed: int, n: int, s: int, k: int) -> None:
    """Rescale the neurons of a random network by random powers of two."""
    rng = generator(seed, "definitions", "rescaled", n, s, k)
    network = constructions.random_network(n, s, k, 1.0, 1.0, rng)
    other = rescale(network, 2.0 ** rng.integers(-4, 5, size=s))
    recorder = recorder.where(n=n, s=s, k=k)
    _compare_same_function(recorder, network, other)
    scales = zip(_SCALE, least_scale_squared(network), other.scale_squared, strict=True)
    for name, smallest, scale in scales:
        recorder.where(quantity=name).exact("least", smallest, "<=", scale)


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


def _compare_agreement(recorder: Recorder, statement: str, agree: np.ndarray) -> None:
    """Record in how many cases two numbers agree, of how many."""
    recorder.exact(statement, int(agree.sum()), "==", agree.size)


@check("sensitivity", claim="sen-def")
def measure_sensitivity(
    recorder: Recorder,
    *,
    seed: int,
    exhaustive: FewVariables,
    dimensions: NonEmpty[Dimension],
    repeats: Positive,
) -> None:
    """Compare sen_f(x) with the number of sensitive coordinates, and its mean with AS.

    `exhaustive` is the largest n for all ±1-valued and 0/1-valued functions. For each n in
    `dimensions` there are `repeats` random ±1-valued functions of random means.
    """
    for n in range(1, exhaustive + 1):
        f = all_functions(n)
        instance_recorder = recorder.where(n=n, functions=len(f))
        squares, counts = squared_differences(f), sensitive_coordinates(f)
        _compare_agreement(instance_recorder, "printed", squares == 4 * counts)
        # E sen_f = Σ_x squares/(4·2^n), against Σ_T |T| (2^n f̂(T))²/4^n.
        average = squares.sum(axis=-1) << n
        _compare_agreement(instance_recorder, "average", average == 4 * spectral_sensitivity(f))
        g = (1 + f) // 2
        _compare_agreement(
            instance_recorder, "indicator", squared_differences(g) == sensitive_coordinates(g)
        )
        for value, number in enumerate(np.bincount(counts.max(axis=-1)).tolist()):
            recorder.rows.append({"n": n, "largest_sensitivity": value, "functions": number})
    for n in dimensions:
        for repeat in range(repeats):
            rng = generator(seed, "definitions", "sensitivity", n, repeat)
            f = np.where(rng.random(2**n) < rng.random(), 1, -1)
            instance_recorder = recorder.where(n=n, repeat=repeat)
            squares, counts = squared_differences(f), sensitive_coordinates(f)
            _compare_agreement(instance_recorder, "printed", squares == 4 * counts)
            spectral = sum(
                (t * weight for t, weight in enumerate(degree_weights_exact(f))), Fraction(0)
            )
            mean = Fraction(int(counts.sum()), 2**n)
            instance_recorder.exact("average", mean, "==", spectral)
            instance_recorder.exact("average", mean, "==", average_sensitivity_exact(f))
            g = (1 + f) // 2
            _compare_agreement(
                instance_recorder, "indicator", squared_differences(g) == sensitive_coordinates(g)
            )
