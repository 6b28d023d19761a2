"""Remark 11: Theorem A where sparsity holds on most inputs only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from awasthi2024.average_sensitivity.checks.terms import activity, third_terms
from awasthi2024.average_sensitivity.parameters import Peak
from awasthi2024.constructions import two_sided
from awasthi2024.shared.instances import Instance
from balls import sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


@check("remark-11")
def average_case(at: Recorder, *, networks: Sequence[Instance], peaks: NonEmpty[Peak]) -> None:
    """Check Theorem A where sparsity holds on most inputs only (Remark 11).

    For each network every k is taken at which Pr[|R_x| > k] ≤ 1/s², and so for Theorem B's few
    neurons with some that are active on only one point. `peaks` are sizes of networks that are
    active on only one point. The neurons are equal. Both n and s are at least 2. The table has a
    row per network.
    """
    for instance in networks:
        network, k = instance.network, instance.k
        where = {"family": instance.family, **instance.parameters, "n": network.n, "s": network.s}
        instance_recorder = at(**where)
        instance_recorder.row(k=k, **_compare_network(instance_recorder, network, k))
    for k, rare, n in _EXCEPTIONS:
        network = network_with_exception(k, rare, n)
        instance_recorder = at(family="exception", n=n, s=network.s)
        _compare_network(instance_recorder, network, k + rare)
    for instance in networks:
        _compare_sign(at, instance.network)
    _compare_sign(at, SparseReLUNetwork([[1.0]], [2.0], [1.0]))
    for peak in peaks:
        _compare_peak(at, peak["n"], peak["s"])
    _compare_extension(at)


#: k, the number of neurons that are active at only one point, and n: 2^−n is at most 1/s² for s =
#: 2k + rare.
_EXCEPTIONS = ((1, 1, 4), (2, 1, 5), (4, 4, 8), (8, 8, 10))


def network_with_exception(k: int, rare: int, n: int) -> SparseReLUNetwork:
    """Return Theorem B's few neurons for k, with `rare` more, active only at (1, …, 1).

    A rare neuron is 2v there, where its n weights v are the largest powers of 2 with norm at
    most 1 = W.
    """
    weight = 0.5 ** math.ceil(math.log2(n) / 2)
    few = two_sided(2 * k, k, n)
    return SparseReLUNetwork(
        np.vstack([few.w, np.full((rare, n), weight)]),
        np.append(few.b, np.full(rare, (n - 2) * weight)),
        np.append(few.u, np.ones(rare)),
    )


def _compare_network(at: Recorder, network: SparseReLUNetwork, largest: int) -> dict[str, float]:
    """Compare a network of at most `largest` active neurons with the bounds; return its row."""
    s, W = network.s, sqrt(network.scale_squared[0])
    left = average_sensitivity_exact(network.values())
    moments = activity(network, largest)
    average = bounds.theorem_a_average(W, moments.mean_square)
    at.compare("sharp", left, "<=", average)
    thirds = third_terms(network)
    for k in range(largest + 1):
        beyond = activity(network, k).beyond
        instance_recorder = at(k=k)
        instance_recorder.compare("moments", moments.mean_square, "<=", k * k + s * s * beyond)
        if k < largest:  # at the largest both sides are 0
            third = bounds.remark_11_third(s, W, beyond)
            instance_recorder.compare("third-term", thirds[k], "<=", third)
        if beyond <= Fraction(1, s * s):
            bound = bounds.theorem_a_average(W, k * k + 1)
            instance_recorder.compare("printed", left, "<=", bound)
    return {
        "average_sensitivity": float(left),
        "theorem_a_average": float(average),
        "theorem_a_min": float(bounds.theorem_a_min(s, largest, W)),
        "mean_square_active": float(moments.mean_square),
        "share_beyond_1": float(activity(network, 1).beyond),
    }


def _compare_sign(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare E|R_x| with the mean of the remark's count, with its +b_i and with −b_i."""
    x = points(network.n)
    parts = np.array_split(x, -(-len(x) // 2**16))  # since the products take 8s bytes a point
    mean = activity(network, 0).mean
    instance_recorder = at(**{"family": "sign", "n": network.n, "s": network.s, "E|R|": mean})
    for name, sign in (("sign-printed", 1), ("sign-corrected", -1)):
        count = sum(int((part @ network.w.T + sign * network.b > 0).sum()) for part in parts)
        instance_recorder.compare(name, Fraction(count, len(x)), "==", mean)


def _compare_peak(at: Recorder, n: int, s: int) -> None:
    """Check s equal neurons σ(x_1 + … + x_n − n + 2), n ≥ 2: active on only one point, k = 1."""
    network = SparseReLUNetwork(np.ones((s, n)), np.full(s, n - 2.0), np.ones(s))
    beyond = activity(network, 1).beyond
    instance_recorder = at(family="peak", n=n, s=s, k=1)
    left = average_sensitivity_exact(network.values())
    W2 = network.scale_squared[0]
    instance_recorder.compare("needed", left, "==", 2 * W2 * s * s * beyond)
    third = bounds.remark_11_third(s, sqrt(W2), beyond)
    instance_recorder.compare("third-term", third_terms(network)[1], "<=", third)
    if beyond <= Fraction(1, s * s):
        # W√n = n and B = n − 2, in integers.
        top = Fraction(float(np.abs(network.values()).max()))
        instance_recorder.compare("sup-printed", top, "<=", 2 * n - 2)
        instance_recorder.compare("sup-corrected", top, "<=", s * (2 * n - 2))


def _compare_extension(at: Recorder) -> None:
    """Compare Theorem C's exponent, and what s for k in C adds to it, with twice Theorem 8's.

    n ≥ 2 and s are powers of two; s² = n^(2 log₂ s/log₂ n).
    """
    scales = Fraction(1, 4), Fraction(4)
    for (log2n, log2s, k), W2 in product(product((1, 2, 10), (1, 2, 10), (1, 2)), scales):
        for share in (1, 3, 64):
            epsilon = 4 * W2 * (k * k + 1) / share
            degree = math.ceil(bounds.theorem_a_average(sqrt(W2), k * k + 1) / epsilon) - 1
            added = Fraction(2 * log2s, log2n)
            where = {"n": 2**log2n, "s": 2**log2s, "k": k, "W2": W2, "epsilon": epsilon}
            allowed = 2 * extension_degree(k, W2, log2n + log2s, epsilon)
            at(**where).compare("extension", degree + added, "<=", allowed)


def extension_degree(k: int, W2: Fraction, log2ns: int, epsilon: Fraction) -> int:
    """Return ⌊16k⁸W⁴ log₂⁴(ns)/ε²⌋, Theorem 8's degree at B = 0 with the constant 16/ln⁴2."""
    return math.floor(16 * k**8 * W2**2 * log2ns**4 / epsilon**2)
