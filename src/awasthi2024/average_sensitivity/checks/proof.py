"""Lemma 9's proof, line by line, on networks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import on_network, sides
from awasthi2024.average_sensitivity.checks.tails import compare_tail, tail_probability
from awasthi2024.average_sensitivity.checks.terms import Terms, terms
from awasthi2024.shared.instances import Instance
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_2, section_3
from sparseact.bounds.arithmetic import Root


@check("proof", claim="lemma-9")
def measure_proof(
    recorder: Recorder,
    *,
    networks: Sequence[Instance],
    max_log2_work: Natural,
    constants: NonEmpty[NonNegative],
) -> pd.DataFrame:
    """Check every displayed line of Lemma 9's proof, both sides, network by network.

    `max_log2_work` is the base-2 logarithm of the largest n·s·2^n. Lines that hold for large c are
    checked at each of `constants`, values of the proof's c. The table has a row per network and
    line.
    """
    for instance in networks:
        network = instance.network
        if network.n <= 16 and (network.n * network.s) << network.n <= 1 << max_log2_work:
            compare_proof(on_network(recorder, instance), instance, constants)
    return sides(recorder.records)


def compare_proof(recorder: Recorder, instance: Instance, constants: Sequence[float]) -> None:
    """Compare both sides of every displayed line of Lemma 9's proof.

    `constants` are values of the proof's c.
    """
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W2, B2 = network.scale_squared
    W = Root(W2)
    t = terms(network)
    gates = sum(section_2.lemma_6(n, p) for p in t.means if p)  # Σ p_j√(n ln(1/p_j))
    recorder.exact("step-affine", t.affine_gap, "==", 0)
    recorder.exact("step-norms", t.norm, "<=", W2)
    recorder.exact("step-norms", t.bias, "<=", B2)
    recorder.exact("step-split", t.average_sensitivity, "==", t.u + t.v)
    recorder.exact("step-u-affine", t.u, "==", t.u_affine)
    recorder.exact("step-u-weights", t.u_affine, "<=", t.weights / 4)
    recorder.exact("step-u-printed", t.u, "<=", section_3.lemma_9_step_u_printed(k, W))
    recorder.exact("step-u-identity", t.u, "==", t.u_weights)
    recorder.exact("step-u-corrected", t.u_weights, "<=", t.weights)
    recorder.exact("step-u-corrected", t.weights, "<=", section_3.lemma_9_step_u(k, W))
    recorder.exact("step-v-square", t.v, "<=", t.v_halves)
    recorder.exact("step-v-symmetry", t.v_halves, "==", t.v_symmetric)
    recorder.exact("step-pr-union", t.changes, "<=", t.gate_changes)
    recorder.exact("step-pr-sensitivity", t.gate_changes, "==", t.gate_sensitivities / n)
    recorder.exact("step-pr-corrected", t.gate_changes, "==", 4 * t.gate_sensitivities / n)
    recorder.exact("step-means", sum(t.means), "<=", k)
    recorder.closed_form("step-lemma-6", t.gate_sensitivities, "<=", gates)
    recorder.closed_form("step-pr-printed", t.changes, "<=", gates / n)
    recorder.closed_form(
        "step-halfspaces", t.changes, "<=", section_3.lemma_9_step_pr_constant * gates / n
    )
    _compare_concavity(recorder, t, n, s, k)
    recorder.closed_form(
        "step-changes-printed", t.changes, "<=", section_3.lemma_9_step_pr_printed(n, s, k)
    )
    recorder.closed_form(
        "step-changes-corrected", t.changes, "<=", section_3.lemma_9_step_pr(n, s, k)
    )
    recorder.exact("step-largest", t.largest**2, "<=", section_3.sup_norm_square(n, k, W2, B2))
    _compare_tail_lines(recorder, instance, t, constants)


def _compare_concavity(recorder: Recorder, t: Terms, n: int, s: int, k: int) -> None:
    """Check Σ p_j√ln(1/p_j) ≤ k√ln(s/k), the paper's line, and with √max(ln(s/k), ½)."""
    names = "step-concavity-printed", "step-concavity-corrected"
    if set(t.means) == {Fraction(k, s)} and s > k:
        # Both sides have the root √ln(s/k), so that their factors decide, exactly.
        for name in names:
            recorder.exact(name, sum(t.means), "<=", k)
        return
    left = sum(section_2.lemma_6(n, p) for p in t.means if p) / n
    printed = section_3.lemma_9_step_pr_printed(n, s, k)
    corrected = section_3.lemma_9_step_pr(n, s, k) / section_3.lemma_9_step_pr_constant
    for name, right in zip(names, (printed, corrected), strict=True):
        recorder.closed_form(name, left, "<=", right)


def _compare_tail_lines(
    recorder: Recorder, instance: Instance, t: Terms, constants: Sequence[float]
) -> None:
    """Check the lines with Hoeffding's bound, and the lines that combine the parts of (V)."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W, B = (Root(square) for square in network.scale_squared)
    rare = section_3.lemma_9_step_tail_probability(n, s)
    sets = sum(math.comb(s, size) for size in range(1, k + 1))
    threshold = section_3.lemma_9_step_tail_threshold(n, s, k, W, B)
    recorder.exact("step-union-count", sets, "<=", n**k)
    recorder.closed_form("step-v-corrected", t.v, "<=", section_3.lemma_9_step_v(n, s, k, W, B))
    # A threshold above every |h| says nothing: not recorded (`measure_tail` has large n).
    reach = section_3.sup_norm(n, k, W, B)
    if threshold <= reach:
        statement = "step-tail-corrected"
        if W:
            compare_tail(recorder, statement, partial(tail_probability, network), threshold, rare)
        else:  # the threshold is kB, exact
            beyond = tail_probability(network, threshold, strict=True)
            recorder.exact(statement, beyond, "<=", rare)
    for c in constants:
        _compare_printed_tail(recorder.where(c=c), instance, t, c)


def _compare_printed_tail(recorder: Recorder, instance: Instance, t: Terms, c: float) -> None:
    """Check the lines that hold the proof's c, at one value of it."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W, B = (Root(square) for square in network.scale_squared)
    rare = section_3.lemma_9_step_tail_probability(n, s)
    union = section_3.lemma_9_step_union_printed(n, s, k, c)
    if c and n * s > 1:
        recorder.closed_form("step-union-printed", union, "<=", rare)
    else:  # no exponent, so nothing is rounded
        recorder.exact("step-union-printed", 2, "<=", rare)
    level = section_3.lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=c)
    if level <= section_3.sup_norm(n, k, W, B):
        if W and n * s > 1:
            tail = partial(tail_probability, network)
            compare_tail(recorder, "step-tail-printed", tail, level, rare)
        else:  # without its root the threshold is kB, exact
            beyond = tail_probability(network, level)
            recorder.exact("step-tail-printed", beyond, "<=", rare)
    if n * s > 1:
        printed = section_3.lemma_9_step_v_printed(n, s, k, W, B, constant=c)
        size = section_3.lemma_9_step_v_printed_size(n, s, k, W, B, constant=c)
        recorder.certified("step-v-printed", t.v, "<=", printed, error=ROUNDING * size)
    else:  # every logarithm is 0, and one neuron has W and B: (W + B)² − B² is left
        weight, bias = (abs(Fraction(network.u[0] * v[0])) for v in (network.w[0], network.b))
        recorder.exact("step-v-printed", t.v, "<=", (weight + bias) ** 2 - bias**2)
