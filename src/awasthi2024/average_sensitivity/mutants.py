"""Corruptions that the checks of average sensitivity must reject."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.average_sensitivity.checks.high_dimension import measure_last_line, measure_tail
from awasthi2024.average_sensitivity.checks.lemma import measure_networks
from awasthi2024.average_sensitivity.checks.proof import measure_proof
from awasthi2024.average_sensitivity.checks.remark_11 import measure_average_case
from awasthi2024.average_sensitivity.checks.search import measure_search
from awasthi2024.average_sensitivity.checks.small_networks import (
    measure_attained,
    measure_examples,
    measure_smallest,
)
from awasthi2024.shared.corruption import changed
from awasthi2024.shared.network_families import network_family
from paperclaims.mutation.mutants import multiplied, mutants_of, run_of
from sparseact.bounds import section_3

RANDOM = {
    "dimensions": [4, 3],
    "neurons": [4, 8],
    "sparsities": [2, 1],
    "weight_bounds": [1],
    "bias_bounds": [1, 0.25],
    "repeats": 1,
}


def lemma(seed=0):
    """Return the records of random networks, with one of n = s = 1 among them."""
    return measure_networks(networks=network_family("random").generate(seed=seed, **RANDOM)).records


def extremal(seed=0):
    arguments = {"variables": [1, 2], "copies": [1, 2], "deltas": [0, 0.5], "dimensions": [2, 3]}
    return measure_networks(
        networks=network_family("extremal").generate(seed=seed, **arguments)
    ).records


def proof(seed=0):
    return measure_proof(
        networks=network_family("random").generate(seed=seed, **RANDOM),
        max_log2_work=16,
        constants=[4],
    ).records


attained = run_of("attained", measure_attained, dimensions=[1, 2], max_neurons=4)

smallest = run_of(
    "smallest", measure_smallest, shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}], weights=[0, 1],
    biases=[-2, 0, 1], constants=[4],
)  # fmt: skip

search = run_of(
    "search", measure_search, shapes=[{"n": 1, "s": 2}], restarts=1, steps=100, largest_weight=1
)


def average_case(seed=0):
    networks = network_family("average_case").generate(
        seed=seed, address_bits=[1, 2], data_bits=[4], factors=[0.25, 0.5]
    )
    return measure_average_case(
        networks=networks, peaks=[{"n": 2, "s": 2}, {"n": 3, "s": 8}, {"n": 10, "s": 32}]
    ).records


HERE = "awasthi2024.average_sensitivity.checks"
BOUNDS = "sparseact.bounds"
TERMS = f"{HERE}.terms"
tail = run_of(
    "tail", measure_tail, dimensions=[46, 260], constants=[4], union_constants=[1.5], max_log2_n=8
)


def extremal_proof(seed=0):
    arguments = {"variables": [2], "copies": [1, 2], "deltas": [0], "dimensions": [2, 3]}
    return measure_proof(
        networks=network_family("extremal").generate(seed=seed, **arguments),
        max_log2_work=16,
        constants=[4],
    ).records


examples = run_of("examples", measure_examples, constants=[4])


last_line = run_of("last_line", measure_last_line, exponents=[1, 5, 20], constant=3)


MUTANTS = [
    *mutants_of("lemma-9", extremal, [
        ("sharp", "Theorem A with k instead of k²", f"{BOUNDS}.theorem_a",
         lambda original: lambda k, W: original(1, W) * k),
        ("sharp", "Theorem A with W instead of W²", f"{BOUNDS}.theorem_a",
         lambda original: lambda k, W: Fraction(float(W)) * original(k, 1)),
        ("sharp-min", "min(k, s) instead of min(2k, s)", f"{BOUNDS}.theorem_a_min",
         lambda original: lambda s, k, W: original(k, k, W)),
        ("sharp-min", "the bound is divided by s", f"{BOUNDS}.theorem_a_min",
         lambda original: lambda s, k, W: original(s, k, W) / s),
        ("attained", "a sign of u is wrong", "sparseact.constructions.extremal",
         changed(u=lambda u: u * np.where(np.arange(len(u)) == 0, -1, 1))),
    ]),
    *mutants_of("lemma-9", attained, [
        ("attained-min", "the neurons of one side alone", f"{HERE}.two_sided",
         changed(u=lambda u: np.maximum(u, 0))),
    ]),
    *mutants_of("lemma-9", smallest, [
        ("step-affine", "the kernel adds a constant", "sparseact.network.SparseReLUNetwork.values",
         lambda original: lambda network: original(network) + 1),
        ("step-pr-sensitivity", "AS without its ¼", TERMS, multiplied(4, "gate_sensitivities")),
        ("step-changes-corrected", "the printed bound", f"{BOUNDS}.lemma_9_step_pr",
         lambda original: section_3.lemma_9_step_pr_printed),
        ("step-tail-printed", "> instead of ≥", f"{HERE}.tail_probability",
         lambda original: lambda network, t, strict=False: original(network, t, strict=True)),
        ("step-largest", "without √n", f"{BOUNDS}.sup_norm_square",
         lambda original: lambda n, k, W2, B2: original(1, k, W2, B2)),
    ]),
    *mutants_of("remark-11", average_case, [
        ("sign-printed", "all biases are 0", f"{HERE}._compare_sign",
         lambda original: (lambda recorder, network: original(recorder, type(network)(network.w, 0 *
             network.b, network.u)))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they change no verdict.
RUNS = (
    lemma, extremal, proof, attained, search, average_case, tail, extremal_proof, examples,
    last_line,
)  # fmt: skip
