"""Corruptions that the checks of average sensitivity must reject."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from claimcheck.mutation.mutants import Mutant, multiples, multiplied
from sparse_activations.average_sensitivity.checks.high_dimension import (
    measure_last_line,
    measure_tail,
)
from sparse_activations.average_sensitivity.checks.lemma import measure_networks
from sparse_activations.average_sensitivity.checks.proof import measure_proof
from sparse_activations.average_sensitivity.checks.remark_11 import measure_average_case
from sparse_activations.average_sensitivity.checks.search import measure_search
from sparse_activations.average_sensitivity.checks.small_networks import (
    measure_attained,
    measure_examples,
    measure_smallest,
)
from sparse_activations.shared.corruption import changed
from sparse_activations.shared.network_families import network_family
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


def introduction():
    """Return the records on the networks 2x and 4x alone, at which the constant is least."""
    return measure_networks(networks=[]).records


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


def attained(seed=0):
    return measure_attained(dimensions=[1, 2], max_neurons=4).records


def tail(seed=0):
    return measure_tail(
        dimensions=[46, 260], constants=[4], union_constants=[1.5], max_log2_n=8
    ).records


def examples(seed=0):
    return measure_examples(constants=[4]).records


def smallest(seed=0):
    return measure_smallest(
        shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}],
        weights=[0, 1],
        biases=[-2, 0, 1],
        constants=[4],
    ).records


def last_line(seed=0):
    return measure_last_line(exponents=[1, 5, 20], constant=3).records


def short_last_line(seed=0):
    return measure_last_line(exponents=[1, 2], constant=3).records


def search(seed=0):
    return measure_search(
        seed=seed, shapes=[{"n": 1, "s": 2}], restarts=1, steps=100, largest_weight=1
    ).records


def average_case(seed=0):
    networks = network_family("average_case").generate(
        seed=seed, address_bits=[1, 2], data_bits=[4], factors=[0.25, 0.5]
    )
    return measure_average_case(
        networks=networks, peaks=[{"n": 2, "s": 2}, {"n": 3, "s": 8}, {"n": 10, "s": 32}]
    ).records


def low_peaks(seed=0):
    return measure_average_case(networks=[], peaks=[{"n": 2, "s": 2}, {"n": 4, "s": 4}]).records


def without_root(original):
    """Lemma 9's bound without √n, and with no logarithm of ns."""
    return lambda n, s, k, W, B, constant=1: original(1, 2, k, W, 0, constant=constant) / 40


def six_for_ten(original):
    """Return the threshold kW√(6 ln(2ns)) + kB."""
    return lambda n, s, k, W, B: original(n, s, k, Root(W**2 * Fraction(6, 10)), B)


HERE = "sparse_activations.average_sensitivity.checks"
BOUNDS = "sparseact.bounds"
AS = f"{HERE}.average_sensitivity_exact"
TERMS = f"{HERE}.terms"
QUARTER = Fraction(1, 4)

#: Claim, statement and what is multiplied until the statement just turns, on which run.
MULTIPLES = [
    ("lemma-9", "corrected", AS, lemma),
    ("lemma-9", "corrected", f"{BOUNDS}.lemma_9_constant", examples),
    ("lemma-9", "best-constant", f"{BOUNDS}.lemma_9", examples),
    ("lemma-9", "sharp", f"{BOUNDS}.theorem_a", extremal),
    ("lemma-9", "sharp", AS, extremal),
    ("lemma-9", "sharp-min", f"{BOUNDS}.theorem_a_min", extremal),
    ("lemma-9", "sharp-average", f"{BOUNDS}.theorem_a_average", extremal),
    ("lemma-9", "sharp-average", f"{HERE}.activity#mean_square", extremal),
    ("lemma-9", "sharp-min-average", f"{BOUNDS}.theorem_a_min_average", extremal),
    ("lemma-9", "attained", AS, extremal),
    ("intro-sensitivity", "with-scale", AS, introduction),
    ("intro-sensitivity", "best-constant", AS, introduction),
    ("intro-sensitivity", "any-constant", f"{HERE}.introduction_between", introduction),
    ("intro-sensitivity", "printed", f"{HERE}.introduction_between", introduction),
    ("remark-11", "extension-tail", f"{BOUNDS}.theorem_a_average", average_case),
    ("remark-11", "extension", f"{HERE}.extension_degree", average_case),
    ("lemma-9", "step-norms", "sparseact.network.SparseReLUNetwork.scale_squared#0", smallest),
    ("lemma-9", "step-split", AS, smallest),
    ("lemma-9", "step-split", f"{TERMS}#v", smallest),
    ("lemma-9", "step-u-affine", f"{TERMS}#u_affine", smallest),
    ("lemma-9", "step-u-weights", f"{TERMS}#u_affine", smallest),
    ("lemma-9", "step-u-printed", f"{BOUNDS}.lemma_9_step_u_printed", smallest),
    ("lemma-9", "step-u-identity", f"{TERMS}#u_weights", smallest),
    ("lemma-9", "step-u-corrected", f"{BOUNDS}.lemma_9_step_u", extremal_proof),
    ("lemma-9", "step-v-square", f"{TERMS}#v", extremal_proof),
    ("lemma-9", "step-v-square", f"{TERMS}#v_halves", extremal_proof),
    ("lemma-9", "step-v-symmetry", f"{TERMS}#v_halves", smallest),
    ("lemma-9", "step-pr-union", f"{TERMS}#changes", proof),
    ("lemma-9", "step-pr-union", f"{TERMS}#gate_changes", proof),
    ("lemma-9", "step-pr-corrected", AS, smallest),
    ("lemma-9", "step-means", f"{TERMS}#means", extremal_proof),
    ("lemma-9", "step-lemma-6", f"{BOUNDS}.lemma_6", extremal_proof),
    ("lemma-9", "step-lemma-6", AS, extremal_proof),
    ("lemma-9", "step-pr-printed", f"{BOUNDS}.lemma_6", smallest),
    ("lemma-9", "step-halfspaces", f"{BOUNDS}.lemma_6", extremal_proof),
    ("lemma-9", "step-concavity-corrected", f"{BOUNDS}.lemma_9_step_pr", smallest),
    ("lemma-9", "step-changes-corrected", f"{BOUNDS}.lemma_9_step_pr", smallest),
    ("lemma-9", "step-union-line", f"{HERE}.union_probability", examples),
    ("lemma-9", "step-union-corrected", f"{BOUNDS}.lemma_9_step_union", tail),
    ("lemma-9", "step-largest", f"{BOUNDS}.sup_norm_square", smallest),
    ("lemma-9", "step-v-corrected", f"{BOUNDS}.lemma_9_step_v", extremal_proof),
    ("lemma-9", "step-last-corrected", f"{BOUNDS}.lemma_9_step_last", short_last_line),
    ("remark-11", "printed", f"{BOUNDS}.theorem_a_average", average_case),
    ("remark-11", "printed", AS, average_case),
    ("remark-11", "sharp", f"{BOUNDS}.theorem_a_average", average_case),
    ("remark-11", "moments", f"{HERE}.activity#mean_square", average_case),
    ("remark-11", "third-term", f"{BOUNDS}.remark_11_third", average_case),
    ("remark-11", "third-term", f"{HERE}.activity#beyond", average_case),
    ("remark-11", "third-term", f"{HERE}.third_terms", average_case),
    ("remark-11", "whole", f"{BOUNDS}.remark_11", average_case),
    ("remark-11", "needed", AS, average_case),
    ("remark-11", "sign-corrected", f"{HERE}.activity#mean", average_case),
    ("remark-11", "sup-printed", "sparseact.network.SparseReLUNetwork.values", average_case),
    ("remark-11", "sup-corrected", "sparseact.network.SparseReLUNetwork.values", low_peaks),
]

MUTANTS = [
    Mutant(
        "lemma-9",
        "corrected",
        "a right side without √n and logarithm",
        f"{BOUNDS}.lemma_9",
        without_root,
        lemma,
    ),
    Mutant("lemma-9", "printed", "AS is 0", AS, multiplied(0), lemma),
    Mutant(
        "lemma-9",
        "sharp",
        "Theorem A with k in place of k²",
        f"{BOUNDS}.theorem_a",
        lambda original: lambda k, W: original(1, W) * k,
        extremal,
    ),
    Mutant(
        "lemma-9",
        "sharp",
        "Theorem A with W in place of W²",
        f"{BOUNDS}.theorem_a",
        lambda original: lambda k, W: Fraction(float(W)) * original(k, 1),
        extremal,
    ),
    Mutant(
        "lemma-9",
        "sharp-min",
        "min(k, s) in place of min(2k, s)",
        f"{BOUNDS}.theorem_a_min",
        lambda original: lambda s, k, W: original(k, k, W),
        extremal,
    ),
    Mutant(
        "lemma-9",
        "sharp-min",
        "s in place of s²",
        f"{BOUNDS}.theorem_a_min",
        lambda original: lambda s, k, W: original(s, k, W) / s,
        extremal,
    ),
    Mutant(
        "lemma-9",
        "attained-min",
        "the neurons of one side alone",
        f"{HERE}.two_sided",
        changed(u=lambda u: np.maximum(u, 0)),
        attained,
    ),
    Mutant(
        "lemma-9",
        "attained-min",
        "4k²W²",
        f"{BOUNDS}.theorem_a_min",
        lambda original: lambda s, k, W: section_3.theorem_a(k, W),
        attained,
    ),
    Mutant(
        "lemma-9",
        "reached",
        "neither condition is asked",
        f"{HERE}.reachable",
        lambda original: lambda n, s, k, W, B: False,
        extremal,
    ),
    Mutant(
        "lemma-9",
        "attained",
        "a sign of u is wrong",
        "sparseact.constructions.extremal",
        changed(u=lambda u: u * np.where(np.arange(len(u)) == 0, -1, 1)),
        extremal,
    ),
    Mutant(
        "lemma-9",
        "step-affine",
        "the kernel adds a constant",
        "sparseact.network.SparseReLUNetwork.values",
        lambda original: lambda network: original(network) + 1,
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-lemma-6",
        "Lemma 6 without √n at n = 1/4",
        f"{BOUNDS}.lemma_6",
        lambda original: lambda n, p: original(QUARTER, p),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-pr-sensitivity",
        "AS without its ¼",
        TERMS,
        multiplied(4, "gate_sensitivities"),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-concavity-printed",
        "max(ln(s/k), ½)",
        f"{BOUNDS}.lemma_9_step_pr_printed",
        lambda original: lambda n, s, k: original(n, max(s, 2 * k), k),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-changes-printed",
        "nothing changes",
        TERMS,
        multiplied(0, "changes"),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-changes-corrected",
        "the printed bound",
        f"{BOUNDS}.lemma_9_step_pr",
        lambda original: section_3.lemma_9_step_pr_printed,
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-union-count",
        "binomials are 0",
        "math.comb",
        lambda original: lambda n, k: 0,
        proof,
    ),
    Mutant(
        "lemma-9",
        "step-union-printed",
        "at n = s = 1 a bound of 2 instead of 1",
        f"{BOUNDS}.lemma_9_step_tail_probability",
        lambda original: lambda n, s: original(n, s) * (2 if n * s == 1 else 1),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-tail-printed",
        "> in place of ≥",
        f"{HERE}.tail_probability",
        lambda original: lambda network, t, strict=False: original(network, t, strict=True),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-tail-corrected",
        "≥ in place of >",
        f"{HERE}.tail_probability",
        lambda original: lambda network, t, strict=False: original(network, t),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-tail-corrected",
        "6 for 10 in the root",
        f"{BOUNDS}.lemma_9_step_tail_threshold",
        six_for_ten,
        tail,
    ),
    Mutant(
        "lemma-9",
        "step-union-corrected",
        "6 for 10 in the root",
        f"{BOUNDS}.lemma_9_step_tail_threshold",
        six_for_ten,
        tail,
    ),
    Mutant(
        "lemma-9",
        "best-constant",
        "β is 0",
        f"{HERE}.two_neurons",
        lambda original: lambda bias: original(0),
        examples,
    ),
    Mutant(
        "lemma-9",
        "best-constant",
        "the constant 4/ln 2",
        f"{BOUNDS}.lemma_9_constant",
        lambda original: 4 / math.log(2),
        examples,
    ),
    Mutant(
        "lemma-9",
        "step-largest",
        "without √n",
        f"{BOUNDS}.sup_norm_square",
        lambda original: lambda n, k, W2, B2: original(1, k, W2, B2),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-v-printed",
        "ln(s/k) of k = s is 1",
        f"{BOUNDS}.section_3.lemma_9_step_pr_printed",
        lambda original: lambda n, s, k: original(n, 3 * s, k) + 1,
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-last-printed",
        "the root of ln(s/k) is 1, the √n of B² goes",
        f"{BOUNDS}.section_3.lemma_9_step_pr_printed",
        lambda original: lambda n, s, k: 1 / n,
        last_line,
    ),
    Mutant(
        "lemma-9",
        "route",
        "no bound on (U), none on (V)",
        f"{BOUNDS}.lemma_9_step_last",
        lambda original: lambda *arguments: -float(arguments[2] ** 2 * arguments[3] ** 2),
        smallest,
    ),
    Mutant(
        "remark-11",
        "sharp",
        "E|R|² of a network scaled down",
        f"{BOUNDS}.theorem_a_average",
        lambda original: lambda W, square: original(Root(W**2 / 16), square),
        average_case,
    ),
    Mutant(
        "remark-11",
        "moments",
        "Pr[|R| > k + 1]",
        f"{HERE}.activity",
        lambda original: lambda network, k: original(network, k + 1),
        average_case,
    ),
    Mutant(
        "remark-11",
        "sign-printed",
        "all biases are 0",
        f"{HERE}._check_sign",
        lambda original: (
            lambda record, network: original(
                record, type(network)(network.w, 0 * network.b, network.u)
            )
        ),
        average_case,
    ),
    *multiples(MULTIPLES),
]

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (
    lemma,
    extremal,
    proof,
    attained,
    search,
    average_case,
)
