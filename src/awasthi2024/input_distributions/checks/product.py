"""Theorems A, C and D under product distributions, in fractions, and a search for violations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.bounds import other_inputs
from awasthi2024.input_distributions.checks.biased import (
    degree_weights,
    moments,
    total_variance,
)
from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.parameters import NetworkShape, Share
from balls import sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, Pair, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import noise_of_weights


def drawn_biases(rng: np.random.Generator, n: int, denominator: int) -> list[Fraction]:
    """Return q_1, …, q_n, multiples of 1/denominator strictly between 0 and 1."""
    return [Fraction(int(a), denominator) for a in rng.integers(1, denominator, size=n)]


@check("theorem-product")
def product(
    at: Recorder,
    *,
    seed: int,
    networks: Sequence[Instance],
    max_dimension: Annotated[int, Ge(1), Le(10)],
    denominators: Distinct[Several],
    rhos: Distinct[Share],
    ratios: NonEmpty[Pair[Positive]],
) -> None:
    """Check Theorem A, C and D on networks under random rational product distributions.

    `max_dimension` is the largest n. Larger networks are omitted. `denominators` are denominators d
    of the probabilities q_i. Each network has a distribution for each d. `ratios` are pairs a, b of
    numbers of neurons. There q = a/(a + b), and Theorem A is attained. The table has a row
    per network and distribution: Σ_i E Var_i and its bounds.
    """
    for instance in networks:
        if instance.network.n > max_dimension:
            continue
        require_exact(instance.network)
        for denominator in denominators:
            name = instance.family, instance.name, denominator
            rng = generator(seed, "input_distributions", "product", *name)
            biases = drawn_biases(rng, instance.network.n, denominator)
            instance_recorder = at(network=f"{instance.family}/{instance.name}")
            _compare_network(instance_recorder, instance.network, instance.k, biases, rhos)
    for above, below in ratios:
        network = one_bit(above, below)
        q = Fraction(above, above + below)
        instance_recorder = at(network=f"{above} above, {below} below")
        _compare_network(instance_recorder, network, max(above, below), [q], rhos)
        left, right = _sides(network, [q])
        instance_recorder(n=1, s=network.s, q=str(q)).compare("attained", left, "==", right)
    for denominator in denominators:
        instance_recorder = at(network="one neuron")
        biases = [1 - Fraction(1, denominator)]
        _compare_network(instance_recorder, one_bit(1, 0), 1, biases, rhos)


def one_bit(above: int, below: int) -> SparseReLUNetwork:
    """Return a·σ(x + 1) − b·σ(−x + 1) on one bit, with a + b neurons."""
    signs = np.repeat([1.0, -1.0], [above, below])
    return SparseReLUNetwork(signs[:, None], -np.ones(len(signs)), signs)


def _sides(network: SparseReLUNetwork, biases: Sequence[Fraction]) -> tuple[Any, Any]:
    """Return Σ_i E Var_i(h) and 4W²E|R_x|²."""
    left = total_variance(network.values(), biases)
    right = bounds.theorem_a_average(
        sqrt(Fraction(network.scale_squared[0])), moments(network, biases)[1]
    )
    return left, right


def _compare_network(
    at: Recorder,
    network: SparseReLUNetwork,
    k: int,
    biases: Sequence[Fraction],
    rhos: Sequence[str],
) -> None:
    """Compare both sides of every statement on a network and a distribution."""
    n, s, W = network.n, network.s, sqrt(Fraction(network.scale_squared[0]))
    instance_recorder = at(n=n, s=s, k=k, q=" ".join(map(str, biases)))
    values = network.values()
    mean, mean_square = moments(network, biases)
    left = total_variance(values, biases)
    average = bounds.theorem_a_average(W, mean_square)
    instance_recorder.compare("sensitivity", left, "<=", average)
    instance_recorder.compare("sparse", left, "<=", bounds.theorem_a_min(s, k, W))
    instance_recorder.compare("unfair", left, "<=", other_inputs.product_sparse(k, W, biases))
    instance_recorder.compare("mean", left, "<=", other_inputs.product_mean(k, s, W, biases, mean))
    instance_recorder.compare(
        "mean-uniform", left, "<=", bounds.theorem_a_min_average(s, k, W, mean)
    )
    weights = degree_weights(values, biases)
    for d in range(n):
        tail = sum(weights[d + 1 :], Fraction(0))
        instance_recorder(d=d).compare("tail", tail, "<=", average / (d + 1))
    for text in rhos:
        rho = Fraction(text)
        noise = noise_of_weights(weights, rho)
        instance_recorder(rho=text).compare("noise", noise, "<=", (1 - rho) * average / 2)
    instance_recorder.row(
        variance=float(left),
        average=float(average),
        sparse=float(bounds.theorem_a_min(s, k, W)),
        tightness=float(left / average) if average else 0.0,
        largest_bias=float(max(max(q, 1 - q) for q in biases)),
    )


@check("theorem-product")
def product_search(
    at: Recorder,
    *,
    seed: int,
    shapes: NonEmpty[NetworkShape],
    restarts: Positive,
    steps: Positive,
    largest_weight: Positive,
    denominator: Several,
) -> None:
    """Search for the largest Σ_i E Var_i(h)/(4W²E|R_x|²), over networks and distributions.

    Each candidate is evaluated exactly. Each shape has `restarts` hill climbs, and each climb tries
    `steps` changes. Weights are integers up to `largest_weight`, biases up to n times it, |u_j| =
    1. `denominator` is the denominator of the probabilities q_i.
    """
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        for restart in range(restarts):
            rng = generator(seed, "input_distributions", "product_search", n, s, restart)
            network, biases = _climb(rng, n, s, steps, largest_weight, denominator)
            k = max(1, int(network.active_counts().max()))
            instance_recorder = at(network="searched", restart=restart)
            _compare_network(instance_recorder, network, k, biases, [])


def _climb(
    rng: np.random.Generator, n: int, s: int, steps: int, largest: int, denominator: int
) -> tuple[SparseReLUNetwork, list[Fraction]]:
    """Return the best network and distribution of one climb."""
    tops = np.array([*[largest] * n, n * largest])

    def judged(numbers: np.ndarray, counts: np.ndarray) -> Fraction:
        biases = [Fraction(int(a), denominator) for a in counts]
        left, right = _sides(_network(numbers, n), biases)
        return left / right if right else Fraction(0)

    numbers = np.column_stack([rng.integers(-tops, tops + 1, size=(s, n + 1)), _signs(rng, s)])
    counts = rng.integers(1, denominator, size=n)
    best = judged(numbers, counts)
    for _ in range(steps):
        trial, moved = numbers.copy(), counts.copy()
        for _ in range(int(rng.integers(1, 4))):
            if rng.random() < 0.2:
                moved[rng.integers(n)] = rng.integers(1, denominator)
                continue
            row, column = int(rng.integers(s)), int(rng.integers(n + 2))
            if column == n + 1:
                trial[row, column] *= -1
            else:
                trial[row, column] = rng.integers(-tops[column], tops[column] + 1)
        ratio = judged(trial, moved)
        if ratio >= best:
            numbers, counts, best = trial, moved, ratio
    return _network(numbers, n), [Fraction(int(a), denominator) for a in counts]


def _signs(rng: np.random.Generator, s: int) -> np.ndarray:
    return 2 * rng.integers(0, 2, size=s) - 1


def _network(numbers: np.ndarray, n: int) -> SparseReLUNetwork:
    return SparseReLUNetwork(numbers[:, :n], numbers[:, n], numbers[:, n + 1])
