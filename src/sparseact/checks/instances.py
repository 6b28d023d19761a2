"""Families of networks with dyadic weights, on which the checks run.

Every generator returns instances whose sparsity `k` is promised by their
construction and verified over the whole cube. Lists in the arguments are
sweeps; what is combined with what is said in each docstring.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sparseact import constructions
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import (
    AtLeastOne,
    Dimension,
    Natural,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Positive,
    TableKind,
)
from sparseact.randomness import generator


class Instance(NamedTuple):
    """A network with what is known of it.

    Attributes
    ----------
    name : str
        Unique in its family; letters, digits, hyphens and dots.
    family : str
    parameters : dict
        JSON scalars; always with n and s.
    network : SparseReLUNetwork
    k : int
        No input activates more than `k` neurons.
    """

    name: str
    family: str
    parameters: dict[str, Any]
    network: SparseReLUNetwork
    k: int


def generate_junta(
    *,
    seed: int,
    variables: NonEmpty[Natural],
    dimensions: NonEmpty[Dimension],
    tables: NonEmpty[TableKind],
) -> list[Instance]:
    """Return juntas for every p in `variables`, n in `dimensions` with p ≤ n, and kind of table.

    Kinds: "random" (values uniform) and "parity". The coordinates that the
    junta reads are random.
    """
    instances = []
    for p in variables:
        for n in (n for n in dimensions if p <= n):
            for kind in tables:
                rng = generator(seed, "networks", "junta", p, n, kind)
                network = constructions.junta(
                    _truth_table(kind, p, rng), rng.permutation(n)[:p].tolist(), n
                )
                instances.append(_instance("junta", {"p": p, "n": n, "table": kind}, network, 1))
    return instances


def generate_forest(
    *,
    seed: int,
    trees: NonEmpty[Positive],
    depths: NonEmpty[Natural],
    dimensions: NonEmpty[Dimension],
) -> list[Instance]:
    """Return forests, every combination with depth ≤ n; the sparsity is the number of trees."""
    instances = []
    for k in trees:
        for depth in depths:
            for n in (n for n in dimensions if depth <= n):
                rng = generator(seed, "networks", "forest", k, depth, n)
                network = constructions.forest(k, depth, n, rng)
                parameters = {"trees": k, "depth": depth, "n": n}
                instances.append(_instance("forest", parameters, network, k))
    return instances


def generate_appendix_a(
    *,
    seed: int,
    address_bits: NonEmpty[Natural],
    data_bits: NonEmpty[Positive],
    factors: NonEmpty[AtLeastOne],
) -> list[Instance]:
    """Return Appendix A's networks, every combination of b, q and a factor ≥ 1.

    The weight vectors are ±2^−r throughout, with 2^r ≥ √q, so that none is
    sparse and ‖w_α‖₂ ≤ 1; Γ is the factor times ½·max_α ‖w_α‖₁, which makes
    the network 1-sparse on every input.
    """
    return [
        _instance("appendix_a", parameters, network, 1)
        for parameters, network in _appendix_a("appendix_a", seed, address_bits, data_bits, factors)
    ]


def generate_average_case(
    *,
    seed: int,
    address_bits: NonEmpty[Natural],
    data_bits: NonEmpty[Positive],
    factors: NonEmpty[OpenProbability],
) -> list[Instance]:
    """Return Appendix A's networks with factors < 1: 1-sparse on most inputs, not on all.

    `k` is the largest number of active neurons that occurs.
    """
    return [
        _instance("average_case", parameters, network, None)
        for parameters, network in _appendix_a(
            "average_case", seed, address_bits, data_bits, factors
        )
    ]


def generate_random(
    *,
    seed: int,
    dimensions: NonEmpty[Dimension],
    neurons: NonEmpty[Positive],
    sparsities: NonEmpty[Positive],
    weight_bounds: NonEmpty[NonNegative],
    bias_bounds: NonEmpty[NonNegative],
    repeats: Positive,
) -> list[Instance]:
    """Return random members of H_{n,s,k}^{W,B}, and the smallest networks there are.

    The first entry of each list is the base; the others are varied one at a
    time, `repeats` networks each. The smallest networks are fixed: σ(x), σ(x+2)
    and their like with n ≤ 2, s ≤ 2.
    """
    instances = [
        _instance("random", {"n": len(w[0]), "s": len(w), "smallest": text}, network, k)
        for text, k, w, network in _smallest()
    ]
    n0, s0, k0, weight0, bias0 = (
        dimensions[0], neurons[0], sparsities[0], weight_bounds[0], bias_bounds[0],
    )  # fmt: skip
    points = [(n, s0, k0, weight0, bias0) for n in dimensions]
    points += [(n0, s, k0, weight0, bias0) for s in neurons[1:]]
    points += [(n0, s0, k, weight0, bias0) for k in sparsities[1:]]
    points += [(n0, s0, k0, weight, bias0) for weight in weight_bounds[1:]]
    points += [(n0, s0, k0, weight0, bias) for bias in bias_bounds[1:]]
    for n, s, k, weight, bias in points:
        for repeat in range(repeats):
            rng = generator(seed, "networks", "random", n, s, k, weight, bias, repeat)
            network = constructions.random_network(n, s, k, weight, bias, rng)
            parameters = {"n": n, "s": s, "k": k, "W": weight, "B": bias, "repeat": repeat}
            instances.append(_instance("random", parameters, network, k))
    return instances


def generate_extremal(
    *,
    seed: int,
    variables: NonEmpty[Positive],
    copies: NonEmpty[Positive],
    deltas: NonEmpty[NonNegative],
    dimensions: NonEmpty[Dimension],
) -> list[Instance]:
    """Return Theorem B's networks; nothing in them is random.

    For every p in `variables`: every number of copies at the first delta, and
    every further delta at the first number of copies, on n = p coordinates;
    and the first p in the cubes of `dimensions`.
    """
    points = [(p, k, deltas[0], p) for p in variables for k in copies]
    points += [(p, copies[0], delta, p) for p in variables for delta in deltas[1:]]
    points += [(variables[0], copies[0], deltas[0], n) for n in dimensions]
    return [
        _instance(
            "extremal",
            {"p": p, "copies": k, "delta": delta, "n": n},
            constructions.extremal(p, delta, k, n),
            k,
        )
        for p, k, delta, n in dict.fromkeys(points)
    ]


FAMILIES: Mapping[str, Callable[..., list[Instance]]] = {
    "junta": generate_junta,
    "forest": generate_forest,
    "appendix_a": generate_appendix_a,
    "random": generate_random,
    "extremal": generate_extremal,
    "average_case": generate_average_case,
}


def generate(family: str, *, seed: int, **arguments: Any) -> list[Instance]:
    """Return the instances of a family.

    Raises
    ------
    ValueError
        If there is no such family, or an argument is outside its range.
    """
    if family not in FAMILIES:
        raise ValueError(f"networks: there is no family {family!r}; allowed: {', '.join(FAMILIES)}")
    return FAMILIES[family](seed=seed, **arguments)


# ------------------------------------------------------------------ files


def save_instances(folder: Path | str, instances: Sequence[Instance]) -> None:
    """Write index.json and an .npz file a network; the same instances give the same bytes.

    Raises
    ------
    ValueError
        If two instances have the same name.
    """
    folder = Path(folder)
    names = [instance.name for instance in instances]
    if len(set(names)) != len(names):
        raise ValueError(f"{folder}: two instances have the same name")
    folder.mkdir(parents=True, exist_ok=True)
    index = [
        {
            "name": instance.name,
            "family": instance.family,
            "parameters": instance.parameters,
            "k": instance.k,
        }
        for instance in instances
    ]
    for instance in instances:
        instance.network.save(folder / f"{instance.name}.npz")
    text = json.dumps(index, indent=1, sort_keys=True, allow_nan=False)
    (folder / "index.json").write_text(text + "\n", encoding="utf-8")


def load_instances(folder: Path | str) -> list[Instance]:
    """Read what `save_instances` wrote, in the same order.

    Raises
    ------
    ValueError
        If the folder holds no index, or the index is damaged.
    """
    folder = Path(folder)
    path = folder / "index.json"
    if not path.is_file():
        raise ValueError(f"{folder} holds no index.json, so it is no folder of networks")
    try:
        return [
            Instance(
                entry["name"],
                entry["family"],
                entry["parameters"],
                SparseReLUNetwork.load(folder / f"{entry['name']}.npz"),
                entry["k"],
            )
            for entry in json.loads(path.read_text(encoding="utf-8"))
        ]
    except (json.JSONDecodeError, KeyError, TypeError, FileNotFoundError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete the folder and rerun") from error


# ------------------------------------------------------------------ parts


def _instance(
    family: str, parameters: dict[str, Any], network: SparseReLUNetwork, k: int | None
) -> Instance:
    """Return the instance, its sparsity verified over the cube; k None takes the true one."""
    lower, upper = network.max_active()
    if k is None:
        k = upper
    parameters = {"n": network.n, "s": network.s} | parameters
    texts = [
        str(value) if isinstance(value, str) else f"{key}{value:g}"
        for key, value in parameters.items()
    ]
    name = "-".join([family.replace("_", "-"), *texts])
    if lower != upper or upper > k:
        raise ValueError(f"{name}: {upper} neurons are active on an input, promised were {k}")
    return Instance(name, family, parameters, network, k)


def _truth_table(kind: str, p: int, rng: np.random.Generator) -> np.ndarray:
    if kind == "random":
        return rng.choice([-1.0, 1.0], size=2**p)
    if kind == "parity":
        return np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
    raise ValueError(f"junta: there is no table {kind!r}; allowed: random, parity")


def _appendix_a(
    family: str,
    seed: int,
    address_bits: Sequence[int],
    data_bits: Sequence[int],
    factors: Sequence[float],
) -> list[tuple[dict[str, Any], SparseReLUNetwork]]:
    made = []
    for b in address_bits:
        for q in data_bits:
            rng = generator(seed, "networks", family, b, q)
            entry = 2.0 ** -((q - 1).bit_length() + 1 >> 1)  # 4^r >= q
            weights = entry * rng.choice([-1.0, 1.0], size=(2**b, q))
            for factor in factors:
                network = constructions.appendix_a(weights, factor * q * entry / 2)
                made.append(({"b": b, "q": q, "factor": factor}, network))
    return made


def _smallest() -> list[tuple[str, int, list[list[float]], SparseReLUNetwork]]:
    """Return the networks on which edge cases show: a text, k, w, the network."""
    listed: list[tuple[str, int, list[list[float]], list[float], list[float]]] = [
        ("relu", 1, [[1]], [0], [1]),  # σ(x)
        ("shifted", 1, [[1]], [-2], [1]),  # σ(x+2), affine on the cube
        ("constant", 1, [[0]], [-1], [1]),
        ("dead", 1, [[1]], [1], [1]),  # pre-activation 0 at x=1 is not active
        ("opposite", 1, [[1], [-1]], [0, 0], [1, -1]),  # the function x
        ("doubled", 2, [[1], [1]], [-2, -2], [1, 1]),
        ("corner", 1, [[1, 1]], [1], [1]),
        ("diagonal", 1, [[1, 1], [-1, -1]], [0, 0], [1, 1]),
        ("signed", 2, [[1, 1], [1, -1]], [-0.5, -0.5], [1, -0.5]),
    ]
    return [
        (text, k, w, SparseReLUNetwork(np.array(w), np.array(b), np.array(u)))
        for text, k, w, b, u in listed
    ]
