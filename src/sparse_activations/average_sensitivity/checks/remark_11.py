"""Remark 11: Theorem A where sparsity holds on most inputs only."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pandas as pd

from claimcheck.comparison import Measurement
from claimcheck.parameters import NonEmpty
from claimcheck.recorder import Recorder
from sparse_activations.average_sensitivity.checks.terms import activity, third_terms
from sparse_activations.average_sensitivity.parameters import Peak
from sparse_activations.instances import Instance
from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


def measure_average_case(*, networks: Sequence[Instance], peaks: NonEmpty[Peak]) -> Measurement:
    """Check Theorem A where sparsity holds on most inputs only (Remark 11).

    For each network every k is taken at which Pr[|R_x| > k] ≤ 1/s². `peaks` are networks of s ≥ 2
    equal neurons, n ≥ 2, that are all active on one point alone. The table has a row per network.
    """
    whole = Recorder("remark-11", {})
    rows = []
    for instance in networks:
        network = instance.network
        n, s = network.n, network.s
        W = Root(network.scale_squared[0])
        left = average_sensitivity_exact(network.values())
        record = whole.where(family=instance.family, **{**instance.parameters, "n": n, "s": s})
        moments = activity(network, instance.k)
        average = section_3.theorem_a_average(W, moments.mean_square)
        record.exact("sharp", left, "<=", average)
        thirds = third_terms(network)
        for k in range(instance.k + 1):
            beyond = activity(network, k).beyond
            at = record.where(k=k)
            at.exact("moments", moments.mean_square, "<=", k * k + s * s * beyond)
            if k < instance.k:  # at k itself both sides are 0
                third = section_3.remark_11_third(s, W, beyond)
                at.exact("third-term", thirds[k], "<=", third)
                at.exact("whole", left, "<=", section_3.remark_11(k, s, W, beyond))
            if beyond <= Fraction(1, s * s):
                at.exact("printed", left, "<=", section_3.theorem_a_average(W, k * k + 1))
        rows.append(
            {
                **record.instance,
                "k": instance.k,
                "average_sensitivity": float(left),
                "theorem_a_average": float(average),
                "theorem_a": float(section_3.theorem_a_min(s, instance.k, W)),
                "mean_square_active": float(moments.mean_square),
                "share_beyond_1": float(activity(network, 1).beyond),
            }
        )
    for instance in networks:
        _check_sign(whole, instance.network)
    _check_sign(whole, SparseReLUNetwork([[1.0]], [2.0], [1.0]))
    for peak in peaks:
        _check_peak(whole, peak["n"], peak["s"])
    return Measurement(whole.records, pd.DataFrame(rows))


def _check_sign(recorder: Recorder, network: SparseReLUNetwork) -> None:
    """Compare E|R_x| with the mean of the remark's count, with its +b_i and with −b_i."""
    x = points(network.n)
    products = x @ network.w.T
    mean = activity(network, 0).mean
    at = recorder.where(**{"family": "sign", "n": network.n, "s": network.s, "E|R|": mean})
    for name, sign in (("sign-printed", 1), ("sign-corrected", -1)):
        count = int((products + sign * network.b > 0).sum())
        at.exact(name, Fraction(count, len(x)), "==", mean)


def _check_peak(recorder: Recorder, n: int, s: int) -> None:
    """Check s equal neurons σ(x_1 + … + x_n − n + 2), n ≥ 2: active on one point alone, k = 1."""
    network = SparseReLUNetwork(np.ones((s, n)), np.full(s, n - 2.0), np.ones(s))
    beyond = activity(network, 1).beyond
    at = recorder.where(family="peak", n=n, s=s, k=1)
    left = average_sensitivity_exact(network.values())
    W2 = network.scale_squared[0]
    at.exact("needed", left, "==", 2 * W2 * s * s * beyond)
    third = section_3.remark_11_third(s, Root(W2), beyond)
    at.exact("third-term", third_terms(network)[1], "<=", third)
    if beyond <= Fraction(1, s * s):
        # W√n = n and B = n − 2, in integers.
        top = Fraction(float(np.abs(network.values()).max()))
        at.exact("sup-printed", top, "<=", 2 * n - 2)
        at.exact("sup-corrected", top, "<=", s * (2 * n - 2))
