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
from awasthi2024.bounds import section_2, section_3
from awasthi2024.shared.instances import Instance
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


@check("lemma-9")
def proof(
    at: Recorder,
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
            compare_proof(on_network(at, instance), instance, constants)
    return sides(at.records)


def compare_proof(at: Recorder, instance: Instance, constants: Sequence[float]) -> None:
    """Compare both sides of every displayed line of Lemma 9's proof.

    `constants` are values of the proof's c.
    """
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W2, B2 = network.scale_squared
    W, B = sqrt(W2), sqrt(B2)
    t = terms(network)
    gates = sum((section_2.lemma_6(exact(n), p) for p in t.means if p), Fraction(0))
    at.compare("step-affine", t.affine_gap, "==", 0)
    at.compare("step-norms", t.norm, "<=", W2)
    at.compare("step-norms", t.bias, "<=", B2)
    at.compare("step-split", t.average_sensitivity, "==", t.u + t.v)
    at.compare("step-u-affine", t.u, "==", t.u_affine)
    at.compare("step-u-weights", t.u_affine, "<=", t.weights / 4)
    at.compare("step-u-printed", t.u, "<=", section_3.lemma_9_step_u_printed(k, W))
    at.compare("step-u-identity", t.u, "==", t.u_weights)
    at.compare("step-u-corrected", t.u_weights, "<=", t.weights)
    at.compare("step-u-corrected", t.weights, "<=", section_3.lemma_9_step_u(k, W))
    at.compare("step-v-square", t.v, "<=", t.v_halves)
    at.compare("step-v-symmetry", t.v_halves, "==", t.v_symmetric)
    at.compare("step-pr-union", t.changes, "<=", t.gate_changes)
    at.compare("step-pr-sensitivity", t.gate_changes, "==", t.gate_sensitivities / n)
    at.compare("step-pr-corrected", t.gate_changes, "==", 4 * t.gate_sensitivities / n)
    at.compare("step-means", sum(t.means), "<=", k)
    at.compare("step-lemma-6", t.gate_sensitivities, "<=", gates)
    at.compare("step-pr-printed", t.changes, "<=", gates / n)
    # Lemma 6 bounds the changes with 2√2 for halfspaces valued 0 or 1 (docs/proofs.md).
    at.compare("step-halfspaces", t.changes, "<=", sqrt(exact(8)) * gates / n)
    sizes = exact(n), exact(s), exact(k)
    printed, corrected = (
        section_3.lemma_9_step_pr_printed(*sizes),
        section_3.lemma_9_step_pr(*sizes),
    )
    _compare_concavity(at, t, gates / n, printed, corrected / sqrt(exact(8)))
    at.compare("step-changes-printed", t.changes, "<=", printed)
    at.compare("step-changes-corrected", t.changes, "<=", corrected)
    at.compare("step-largest", t.largest, "<=", bounds.sup_norm(exact(n), k, W, B))
    _compare_tail_lines(at, instance, t, constants)


def _compare_concavity(
    at: Recorder, t: Terms, left: Exact, printed: Exact, corrected: Exact
) -> None:
    """Check Σ p_j√(ln(1/p_j)/n) ≤ k√(ln(s/k)/n), the paper's line, and with √max(ln(s/k), ½)."""
    s, k = at["s"], at["k"]
    for name, right in (
        ("step-concavity-printed", printed),
        ("step-concavity-corrected", corrected),
    ):
        if set(t.means) == {Fraction(k, s)} and s > k:
            # Both sides have the root √ln(s/k), so that their factors decide, exactly.
            at.compare(name, sum(t.means), "<=", k)
        else:
            at.compare(name, left, "<=", right)


def _compare_tail_lines(
    at: Recorder, instance: Instance, t: Terms, constants: Sequence[float]
) -> None:
    """Check the lines with Hoeffding's bound, and the lines that combine the parts of (V)."""
    network = instance.network
    sets = sum(math.comb(network.s, size) for size in range(1, instance.k + 1))
    at.compare("step-union-count", sets, "<=", network.n**instance.k)
    n, s, k = exact(network.n), exact(network.s), exact(instance.k)
    W, B = map(sqrt, network.scale_squared)
    rare = section_3.lemma_9_step_tail_probability(n, s)
    threshold = section_3.lemma_9_step_tail_threshold(n, s, k, W, B)
    at.compare("step-v-corrected", t.v, "<=", section_3.lemma_9_step_v(n, s, k, W, B))
    # A threshold above every |h| says nothing: not recorded (`check_tail` has large n).
    reach = bounds.sup_norm(n, k, W, B)
    if threshold <= reach:
        statement = "step-tail-corrected"
        if W:
            compare_tail(at, statement, partial(tail_probability, network), threshold, rare)
        else:  # the threshold is kB, a float
            beyond = tail_probability(network, float(threshold), strict=True)
            at.compare(statement, beyond, "<=", rare)
    for given in constants:
        at_c, c = at(c=given), exact(given)
        union = section_3.lemma_9_step_union_printed(n, s, k, c)
        at_c.compare("step-union-printed", union, "<=", rare)
        level = section_3.lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=c)
        if level <= reach:
            if W and n * s > 1:
                tail = partial(tail_probability, network)
                compare_tail(at_c, "step-tail-printed", tail, level, rare)
            else:  # without its root the threshold is kB, a float
                beyond = tail_probability(network, float(level))
                at_c.compare("step-tail-printed", beyond, "<=", rare)
        printed = section_3.lemma_9_step_v_printed(n, s, k, W, B, constant=c)
        at_c.compare("step-v-printed", t.v, "<=", printed)
