"""The explicit networks that show Lemma 9's faults, and all networks with few, small weights."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import compare_lemma, on_network, sides
from awasthi2024.average_sensitivity.checks.proof import compare_proof
from awasthi2024.average_sensitivity.checks.tails import union_probability
from awasthi2024.average_sensitivity.checks.terms import terms
from awasthi2024.bounds import section_3
from awasthi2024.constructions import two_sided
from awasthi2024.shared.example_networks import three_gates, two_neurons
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.parameters import NetworkShape
from balls import exact, log, sqrt
from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


def _compare_network(at: Recorder, instance: Instance, constants: Sequence[float]) -> None:
    """Compare both sides of the lemma and of the lines of its proof on a network."""
    instance_recorder = on_network(at, instance)
    compare_lemma(instance_recorder, instance)
    compare_proof(instance_recorder, instance, constants)


@check("lemma-9")
def examples(at: Recorder, *, constants: NonEmpty[NonNegative]) -> pd.DataFrame:
    """Check Lemma 9 and its proof on the explicit networks that show its faults.

    Two neurons require the best constant. Three gates lie beyond the maximum of p√ln(1/p) although
    k < s. At σ(x_1 + x_2), (V) exceeds its bound for every c. At the 16 sign vectors of dimension 5
    up to sign, the union line fails. The values in `constants` are as in `proof`. The table
    has a row per record.
    """
    examples = [two_neurons(53 / 64), three_gates(), SparseReLUNetwork([[1, 1]], [0], [1])]
    for network in examples:
        k = int(network.active_counts().max())
        parameters = {"n": network.n, "s": network.s, "h": formula(network)}
        _compare_network(at, Instance("", "example", parameters, network, k), constants)
    _compare_best_constant(at, examples[0])
    _compare_every_c(at, examples[2])
    _compare_sign_vectors(at, 5, Fraction(21, 20))
    return sides(at.records)


def _compare_best_constant(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare AS with Lemma 9's bound, its constant smaller by 1 in 10⁵."""
    n, s = network.n, network.s
    W, B = map(sqrt, network.scale_squared)
    left = average_sensitivity_exact(network.values())
    right = section_3.lemma_9_constant * bounds.lemma_9(exact(n), exact(s), 1, W, B)
    here = at(family="example", n=n, s=s, k=1, h=formula(network))
    here.compare("best-constant", left, ">=", Fraction("0.99999") * right)


def _compare_every_c(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare (V) with the paper's bound at k = s and c = 0, where that is largest."""
    n, s = network.n, network.s
    W2, B2 = network.scale_squared
    # At k = s the first term is −(ns)^−4(…)² ≤ 0; (a + b)² ≤ 2a² + 2b² bounds the second.
    second = n * Fraction(s * s * (n * W2 if not B2 else 2 * n * W2 + 2 * B2))
    where = {"family": "example", "n": n, "s": s, "k": s, "c": "every", "h": formula(network)}
    right = second / (n * s) ** 4
    at(**where).compare("step-v-printed", terms(network).v, "<=", right)


def _compare_sign_vectors(at: Recorder, n: int, c: Fraction) -> None:
    """Compare both sides of the union line where w_j is one of each pair ±α, α ∈ {±1}^n.

    With b_j = n − 2 one neuron is active at x or at −x, and at the other no neuron: k = 1.
    """
    signs = points(n)[: 2 ** (n - 1)].astype(float)
    s = len(signs)
    network = SparseReLUNetwork(signs, np.full(s, n - 2.0), np.ones(s))
    # t − |b_j| = cW√ln(ns) is the same for all, W = √n.
    # Fewer values are beyond a level that is rounded up.
    level = float(c * sqrt(n * log(exact(n * s)))) * (1 + 2.0**-50)
    left = union_probability(network, level)
    right = section_3.lemma_9_step_union_printed(exact(n), s, 1, c)
    here = at(family="signs", n=n, s=s, k=1, c=float(c))
    here.compare("step-union-line", left, "<=", right)


@check("lemma-9")
def attained(
    at: Recorder, *, dimensions: NonEmpty[Positive], max_neurons: Positive
) -> pd.DataFrame:
    """Check that AS(h) ≤ min(2k, s)²W² is attained, for all s up to `max_neurons`.

    For each s the sparsities k ≤ ⌈s/2⌉ are taken: a larger k allows no more. The k of a record is
    the number of neurons that are active on some input. The table has a row per record.
    """
    for n, s in itertools.product(dimensions, range(1, max_neurons + 1)):
        for copies in range(1, (s + 1) // 2 + 1):
            network = two_sided(s, copies, n)
            k = int(network.active_counts().max())
            W = sqrt(network.scale_squared[0])
            left = average_sensitivity_exact(network.values())
            instance_recorder = at(family="two-sided", n=n, s=s, k=k)
            instance_recorder.compare("attained-min", left, "==", bounds.theorem_a_min(s, k, W))
    return sides(at.records)


@check("lemma-9")
def smallest(
    at: Recorder,
    *,
    shapes: NonEmpty[NetworkShape],
    weights: NonEmpty[int],
    biases: NonEmpty[int],
    constants: NonEmpty[NonNegative],
) -> pd.DataFrame:
    """Check Lemma 9 and every line of its proof on all networks with few, small weights.

    `weights` are the allowed weights. `biases` are the allowed biases. All u_j are ±1, and the
    order of the neurons does not matter. k is the largest number of active neurons that occurs, or
    1. For each statement, shape and k, the network nearest to failing is recorded. The values in
    `constants` are as in `proof`. The table has a row per record.
    """
    worst: dict[tuple[Any, ...], tuple[tuple[int, float], Record]] = {}
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        neurons = list(itertools.product(*[weights] * n, biases, (1, -1)))
        for chosen in itertools.combinations_with_replacement(neurons, s):
            numbers = np.array(chosen, dtype=float)
            network = SparseReLUNetwork(numbers[:, :n], numbers[:, n], numbers[:, n + 1])
            k = max(1, int(network.active_counts().max()))
            parameters = {"n": n, "s": s, "h": formula(network)}
            trial = Recorder(at.claim, {})
            _compare_network(trial, Instance("", "all", parameters, network, k), constants)
            for record in trial.records:
                key = record.statement, n, s, k, record.instance.get("c")
                rank = ([False, None, True].index(record.holds), record.margin)
                if key not in worst or rank < worst[key][0]:
                    worst[key] = rank, record
    at.keep(record for _, record in worst.values())
    return sides(at.records)


def formula(network: SparseReLUNetwork) -> str:
    """Return a network of small whole numbers as a formula: 'σ(x1 - x2 + 2)'."""
    parts = []
    for w, b, u in zip(network.w, network.b, network.u, strict=True):
        inner = "".join(
            f" {'+' if v > 0 else '-'} {'' if abs(v) == 1 and name else f'{abs(v):g}'}{name}"
            for v, name in [*((v, f"x{i + 1}") for i, v in enumerate(w)), (-b, "")]
            if v
        )
        parts.append(f" {'+' if u > 0 else '-'} σ({(inner or ' + 0')[1:].removeprefix('+ ')})")
    return "".join(parts)[1:].removeprefix("+ ")
