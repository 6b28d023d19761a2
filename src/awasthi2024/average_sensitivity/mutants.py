"""Corruptions that the checks of average sensitivity must reject."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.average_sensitivity.checks.high_dimension import (
    measure_last_line,
    measure_tail,
)
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
from sparseact.bounds.arithmetic import Root

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


def extremal_proof(seed=0):
    arguments = {"variables": [2], "copies": [1, 2], "deltas": [0], "dimensions": [2, 3]}
    return measure_proof(
        networks=network_family("extremal").generate(seed=seed, **arguments),
        max_log2_work=16,
        constants=[4],
    ).records


attained = run_of("attained", measure_attained, dimensions=[1, 2], max_neurons=4)

tail = run_of(
    "tail", measure_tail, dimensions=[46, 260], constants=[4], union_constants=[1.5], max_log2_n=8
)

examples = run_of("examples", measure_examples, constants=[4])

smallest = run_of(
    "smallest", measure_smallest, shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}], weights=[0, 1],
    biases=[-2, 0, 1], constants=[4],
)  # fmt: skip

last_line = run_of("last_line", measure_last_line, exponents=[1, 5, 20], constant=3)

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


low_peaks = run_of(
    "low_peaks", measure_average_case, networks=[], peaks=[{"n": 2, "s": 2}, {"n": 4, "s": 4}]
)


def without_root(original):
    """Lemma 9's bound without √n, and with no logarithm of ns."""
    return lambda n, s, k, W, B, constant=1: original(1, 2, k, W, 0, constant=constant) / 40


HERE = "awasthi2024.average_sensitivity.checks"
BOUNDS = "sparseact.bounds"
TERMS = f"{HERE}.terms"
QUARTER = Fraction(1, 4)


MUTANTS = [
    *mutants_of("lemma-9", lemma, [
        ("corrected", "a right side without √n and logarithm", f"{BOUNDS}.lemma_9", without_root),
    ]),
    *mutants_of("lemma-9", extremal, [
        ("sharp", "Theorem A with k in place of k²", f"{BOUNDS}.theorem_a",
         lambda original: lambda k, W: original(1, W) * k),
        ("sharp", "Theorem A with W in place of W²", f"{BOUNDS}.theorem_a",
         lambda original: lambda k, W: Fraction(float(W)) * original(k, 1)),
        ("sharp-min", "min(k, s) in place of min(2k, s)", f"{BOUNDS}.theorem_a_min",
         lambda original: lambda s, k, W: original(k, k, W)),
        ("sharp-min", "s in place of s²", f"{BOUNDS}.theorem_a_min",
         lambda original: lambda s, k, W: original(s, k, W) / s),
        ("reached", "neither condition is asked", f"{HERE}.reachable",
         lambda original: lambda n, s, k, W, B: False),
        ("attained", "a sign of u is wrong", "sparseact.constructions.extremal",
         changed(u=lambda u: u * np.where(np.arange(len(u)) == 0, -1, 1))),
    ]),
    *mutants_of("lemma-9", attained, [
        ("attained-min", "the neurons of one side alone", f"{HERE}.two_sided",
         changed(u=lambda u: np.maximum(u, 0))),
        ("attained-min", "4k²W²", f"{BOUNDS}.theorem_a_min",
         lambda original: lambda s, k, W: section_3.theorem_a(k, W)),
    ]),
    *mutants_of("lemma-9", smallest, [
        ("step-norms", "W² is a thousandth less",
         "sparseact.network.SparseReLUNetwork.scale_squared", multiplied(0.999, "0")),
        ("step-u-affine", "(U) as an affine sum is larger", TERMS, multiplied(1.001, "u_affine")),
        ("step-u-weights", "(U), affine, is a quarter", TERMS, multiplied(0.24, "u_affine")),
        ("step-u-identity", "(U) as a sum of weights is larger", TERMS,
         multiplied(1.001, "u_weights")),
        ("step-v-symmetry", "one half of (V) is larger", TERMS, multiplied(1.001, "v_halves")),
        ("step-affine", "the kernel adds a constant", "sparseact.network.SparseReLUNetwork.values",
         lambda original: lambda network: original(network) + 1),
        ("step-lemma-6", "Lemma 6 without √n at n = 1/4", f"{BOUNDS}.lemma_6",
         lambda original: lambda n, p: original(QUARTER, p)),
        ("step-pr-sensitivity", "AS without its ¼", TERMS, multiplied(4, "gate_sensitivities")),
        ("step-concavity-printed", "max(ln(s/k), ½)", f"{BOUNDS}.lemma_9_step_pr_printed",
         lambda original: lambda n, s, k: original(n, max(s, 2 * k), k)),
        ("step-changes-corrected", "the printed bound", f"{BOUNDS}.lemma_9_step_pr",
         lambda original: section_3.lemma_9_step_pr_printed),
        ("step-tail-printed", "> in place of ≥", f"{HERE}.tail_probability",
         lambda original: lambda network, t, strict=False: original(network, t, strict=True)),
        ("step-tail-corrected", "≥ in place of >", f"{HERE}.tail_probability",
         lambda original: lambda network, t, strict=False: original(network, t)),
        ("step-largest", "without √n", f"{BOUNDS}.sup_norm_square",
         lambda original: lambda n, k, W2, B2: original(1, k, W2, B2)),
        ("step-v-printed", "ln(s/k) of k = s is 1", f"{BOUNDS}.section_3.lemma_9_step_pr_printed",
         lambda original: lambda n, s, k: original(n, 3 * s, k) + 1),
        ("route", "no bound on (U), none on (V)", f"{BOUNDS}.lemma_9_step_last",
         lambda original: lambda *arguments: -float(arguments[2] ** 2 * arguments[3] ** 2)),
    ]),
    *mutants_of("lemma-9", proof, [
        ("step-union-count", "binomials are 0", "math.comb", lambda original: lambda n, k: 0),
        ("step-pr-union", "more changes of neurons", TERMS, multiplied(1.001, "changes")),
    ]),
    *mutants_of("lemma-9", extremal_proof, [
        ("step-means", "the means are 1.001 times as large", TERMS, multiplied(1.001, "means")),
        ("step-v-square", "(V) is 1.001 times as large", TERMS, multiplied(1.001, "v")),
    ]),
    *mutants_of("lemma-9", tail, [
        ("step-tail-corrected", "6 for 10 in the root", f"{BOUNDS}.lemma_9_step_tail_threshold",
         lambda original: lambda n, s, k, W, B: original(n, s, k, Root(W**2 * Fraction(6, 10)), B)),
    ]),
    *mutants_of("lemma-9", examples, [
        ("best-constant", "β is 0", f"{HERE}.two_neurons",
         lambda original: lambda bias: original(0)),
    ]),
    *mutants_of("lemma-9", last_line, [
        ("step-last-printed", "the root of ln(s/k) is 1, the √n of B² goes",
         f"{BOUNDS}.section_3.lemma_9_step_pr_printed", lambda original: lambda n, s, k: 1 / n),
    ]),
    *mutants_of("remark-11", low_peaks, [
        ("sup-corrected", "values are 1.001 times as large",
         "sparseact.network.SparseReLUNetwork.values", multiplied(1.001)),
    ]),
    *mutants_of("remark-11", average_case, [
        ("sup-printed", "values are a quarter", "sparseact.network.SparseReLUNetwork.values",
         multiplied(0.25)),
        ("sign-printed", "all biases are 0", f"{HERE}._check_sign",
         lambda original: (lambda record, network: original(record, type(network)(network.w, 0 *
             network.b, network.u)))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (lemma, extremal, proof, attained, search, average_case)
