"""Corruptions that the checks of average sensitivity must reject."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from claimcheck.mutation import Mutant, multiples, multiplied
from sparse_activations.average_sensitivity import checks
from sparse_activations.corruption import changed
from sparse_activations.network_families import network_family
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
    return checks.measure_networks(
        networks=network_family("random").generate(seed=seed, **RANDOM)
    ).records


def extremal(seed=0):
    arguments = {"variables": [1, 2], "copies": [1, 2], "deltas": [0, 0.5], "dimensions": [2, 3]}
    return checks.measure_networks(
        networks=network_family("extremal").generate(seed=seed, **arguments)
    ).records


def proof(seed=0):
    return checks.measure_proof(
        networks=network_family("random").generate(seed=seed, **RANDOM),
        largest=16,
        constants=[4],
    ).records


def extremal_proof(seed=0):
    arguments = {"variables": [2], "copies": [1, 2], "deltas": [0], "dimensions": [2, 3]}
    return checks.measure_proof(
        networks=network_family("extremal").generate(seed=seed, **arguments),
        largest=16,
        constants=[4],
    ).records


def attained(seed=0):
    return checks.measure_attained(dimensions=[1, 2], largest=4).records


def tail(seed=0):
    return checks.measure_tail(
        dimensions=[46, 260], constants=[4], union_constants=[1.5], largest=8
    ).records


def examples(seed=0):
    return checks.measure_examples(constants=[4]).records


def smallest(seed=0):
    return checks.measure_smallest(
        shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}],
        weights=[0, 1],
        biases=[-2, 0, 1],
        constants=[4],
    ).records


def last_line(seed=0):
    return checks.measure_last_line(sizes=[1, 5, 20], constant=3).records


def short_last_line(seed=0):
    return checks.measure_last_line(sizes=[1, 2], constant=3).records


def search(seed=0):
    return checks.measure_search(
        seed=seed, shapes=[{"n": 1, "s": 2}], restarts=1, steps=100, largest_weight=1
    ).records


def average_case(seed=0):
    networks = network_family("average_case").generate(
        seed=seed, address_bits=[1, 2], data_bits=[4], factors=[0.25, 0.5]
    )
    return checks.measure_average_case(
        networks=networks, peaks=[{"n": 2, "s": 2}, {"n": 3, "s": 8}, {"n": 10, "s": 32}]
    ).records


def low_peaks(seed=0):
    return checks.measure_average_case(
        networks=[], peaks=[{"n": 2, "s": 2}, {"n": 4, "s": 4}]
    ).records


def field(**changes):
    """Return a replacement of `terms` with fields changed."""

    def replacement(original):
        def corrupted(network):
            terms = original(network)
            return terms._replace(
                **{name: change(getattr(terms, name)) for name, change in changes.items()}
            )

        return corrupted

    return replacement


def without_root(original):
    """Lemma 9's bound without √n, and with no logarithm of ns."""
    return lambda n, s, k, W, B, constant=1: original(1, 2, k, W, 0, constant=constant) / 40


def low_active(original):
    """Return activity whose counts are those of the neurons but one."""
    return lambda network, k: original(network, k)._replace(
        mean_square=original(network, k).mean_square / 8
    )


def six_for_ten(original):
    """Return the threshold kW√(6 ln(2ns)) + kB."""
    return lambda n, s, k, W, B: original(n, s, k, Root(W**2 * Fraction(6, 10)), B)


HERE = "sparse_activations.average_sensitivity.checks"
BOUNDS = "sparseact.bounds"
AS = f"{HERE}.average_sensitivity_exact"
TERMS = f"{HERE}.terms"
QUARTER = Fraction(1, 4)

#: What is multiplied so that the tightest instance just fails, by how much, and on which run.
CLOSE = [
    ("lemma-9", "sharp", f"{BOUNDS}.theorem_a", 0.87, extremal),
    ("lemma-9", "sharp-min", f"{BOUNDS}.theorem_a_min", 0.87, extremal),
    ("lemma-9", "sharp-min-average", f"{BOUNDS}.theorem_a_min_average", 0.87, extremal),
    ("lemma-9", "sharp-average", f"{BOUNDS}.theorem_a_average", 0.87, extremal),
    ("lemma-9", "step-u-corrected", f"{BOUNDS}.lemma_9_step_u", 0.87, extremal_proof),
    ("lemma-9", "step-v-square", f"{TERMS}#v", 1.15, extremal_proof),
    ("lemma-9", "step-pr-union", f"{TERMS}#changes", 1.15, proof),
    ("lemma-9", "step-means", f"{TERMS}#means", 1.15, extremal_proof),
    ("lemma-9", "step-lemma-6", f"{BOUNDS}.lemma_6", 0.522, extremal_proof),
    ("lemma-9", "step-halfspaces", f"{BOUNDS}.lemma_6", 0.369, extremal_proof),
    ("lemma-9", "step-changes-corrected", f"{BOUNDS}.lemma_9_step_pr", 0.435, smallest),
    ("lemma-9", "step-union-corrected", f"{BOUNDS}.lemma_9_step_union", 0.0142, tail),
    ("lemma-9", "best-constant", f"{BOUNDS}.lemma_9", 1.15, examples),
    ("lemma-9", "step-largest", f"{BOUNDS}.sup_norm_square", 0.87, smallest),
    ("lemma-9", "step-v-corrected", f"{BOUNDS}.lemma_9_step_v", 0.0266, extremal_proof),
    ("lemma-9", "step-last-corrected", f"{BOUNDS}.lemma_9_step_last", 0.312, short_last_line),
    ("remark-11", "printed", f"{BOUNDS}.theorem_a_average", 0.0679, average_case),
    ("remark-11", "sharp", f"{BOUNDS}.theorem_a_average", 0.362, average_case),
    ("remark-11", "moments", f"{HERE}.activity#mean_square", 1.84, average_case),
    ("remark-11", "third-term", f"{BOUNDS}.remark_11_third", 0.87, average_case),
    ("remark-11", "whole", f"{BOUNDS}.remark_11", 0.181, average_case),
    ("remark-11", "sup-corrected", "sparseact.network.SparseReLUNetwork.values", 1.15, low_peaks),
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
    Mutant("lemma-9", "corrected", "AS with a factor 64 too many", AS, multiplied(64), lemma),
    Mutant("lemma-9", "printed", "AS is 0", AS, multiplied(0), lemma),
    Mutant("lemma-9", "sharp", "AS without its ¼", AS, multiplied(4), extremal),
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
    Mutant("lemma-9", "sharp-average", "E|R|² an eighth", f"{HERE}.activity", low_active, extremal),
    Mutant("lemma-9", "attained", "AS without its ¼", AS, multiplied(4), extremal),
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
        "step-norms",
        "W² is half",
        "sparseact.network.SparseReLUNetwork.scale_squared",
        lambda original: property(
            lambda network: (original.func(network)[0] / 2, original.func(network)[1])
        ),
        smallest,
    ),
    Mutant("lemma-9", "step-split", "AS without its ¼", AS, multiplied(4), smallest),
    Mutant("lemma-9", "step-split", "(V) without its ¼", TERMS, field(v=lambda v: 4 * v), smallest),
    Mutant(
        "lemma-9",
        "step-u-affine",
        "the flip moves ℓ by w_i",
        TERMS,
        field(u_affine=lambda u: u / 4),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-u-weights",
        "the flip moves ℓ by w_i",
        TERMS,
        field(u_affine=lambda u: u / 4),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-u-printed",
        "the ¼ is left out",
        f"{BOUNDS}.lemma_9_step_u_printed",
        multiplied(4),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-u-identity",
        "¼w_i² in place of w_i²",
        TERMS,
        field(u_weights=lambda u: u / 4),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-v-square",
        "a² + b² without its 2",
        TERMS,
        field(v_halves=lambda v: v / 2),
        extremal_proof,
    ),
    Mutant(
        "lemma-9",
        "step-v-symmetry",
        "only one half is kept",
        TERMS,
        field(v_halves=lambda v: v / 2),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-pr-union",
        "the sum over neurons is a mean over 8",
        TERMS,
        field(gate_changes=lambda p: p / 8),
        proof,
    ),
    Mutant(
        "lemma-9",
        "step-pr-sensitivity",
        "AS without its ¼",
        TERMS,
        field(gate_sensitivities=lambda a: 4 * a),
        smallest,
    ),
    Mutant("lemma-9", "step-pr-corrected", "AS without its ¼", AS, multiplied(4), smallest),
    Mutant("lemma-9", "step-lemma-6", "AS without its ¼", AS, multiplied(4), smallest),
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
        "step-pr-printed",
        "with the factor 2√2",
        f"{BOUNDS}.lemma_6",
        multiplied(2 * 2**0.5),
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
        "step-concavity-corrected",
        "max(ln(s/k), ½)/4 in the root",
        f"{BOUNDS}.lemma_9_step_pr",
        multiplied(0.5),
        smallest,
    ),
    Mutant(
        "lemma-9",
        "step-changes-printed",
        "nothing changes",
        TERMS,
        field(changes=lambda p: 0 * p),
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
        "step-union-line",
        "a quarter of the probability",
        f"{HERE}.union_probability",
        multiplied(QUARTER),
        examples,
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
        "corrected",
        "a constant smaller by 1 in 10⁴",
        f"{BOUNDS}.lemma_9_constant",
        lambda original: (1 - 1e-4) * original,
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
        "remark-11", "printed", "AS with a factor 64 too many", AS, multiplied(64), average_case
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
        "third-term",
        "a probability of a sixteenth",
        f"{HERE}.activity",
        lambda original: (
            lambda network, k: original(network, k)._replace(
                beyond=original(network, k).beyond / 16
            )
        ),
        average_case,
    ),
    Mutant(
        "remark-11",
        "third-term",
        "64 times the term",
        f"{HERE}.third_terms",
        lambda original: lambda network: [64 * t for t in original(network)],
        average_case,
    ),
    Mutant(
        "remark-11",
        "whole",
        "a 32nd of the bound",
        f"{BOUNDS}.remark_11",
        lambda original: lambda k, s, W, beyond: original(k, s, W, beyond) / 32,
        average_case,
    ),
    Mutant("remark-11", "needed", "AS without its ¼", AS, multiplied(4), average_case),
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
    Mutant(
        "remark-11",
        "sign-corrected",
        "E|R| is halved",
        f"{HERE}.activity",
        lambda original: (
            lambda network, k: original(network, k)._replace(mean=original(network, k).mean / 2)
        ),
        average_case,
    ),
    Mutant(
        "remark-11",
        "sup-printed",
        "peaks of an eighth",
        "sparseact.network.SparseReLUNetwork.values",
        lambda original: lambda network: original(network) / 8,
        average_case,
    ),
    Mutant(
        "remark-11",
        "sup-corrected",
        "values 16 times as large",
        "sparseact.network.SparseReLUNetwork.values",
        lambda original: lambda network: 16 * original(network),
        low_peaks,
    ),
    *multiples(CLOSE),
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
