"""Corruptions that the checks of noise sensitivity must reject."""

from __future__ import annotations

import math
from fractions import Fraction

from awasthi2024.noise_sensitivity.checks.appendix_b import measure_appendix_b, norm_squared
from awasthi2024.noise_sensitivity.checks.concentration import measure_concentration
from awasthi2024.noise_sensitivity.checks.coupling import bucket_rho, buckets, joint_counts
from awasthi2024.noise_sensitivity.checks.lemma import measure_examples, measure_noise
from awasthi2024.noise_sensitivity.checks.pairs import measure_coupling
from awasthi2024.shared.network_families import network_family
from paperclaims.mutation.mutants import Mutant, multiplied, mutants_of, run_of
from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root

HERE = "awasthi2024.noise_sensitivity.checks"


def noise(seed=0):
    """Return the sweep's records on the smallest and on the extremal networks."""
    networks = network_family("random").generate(
        seed=seed,
        dimensions=[4],
        neurons=[4],
        sparsities=[2],
        weight_bounds=[1],
        bias_bounds=[1],
        repeats=1,
    )
    networks += network_family("extremal").generate(
        seed=seed, variables=[1, 2], copies=[1, 2], deltas=[0], dimensions=[3]
    )
    rhos = ["-1", "-1/2", "0", "1/2", "63/64"]
    return measure_noise(networks=networks, rhos=rhos).records


examples = run_of("examples", measure_examples, max_neurons=3, rhos=["-1", "1/2"])

coupling = run_of(
    "coupling", measure_coupling, enumerated=[[1, 3], [2, 3], [3, 3]], resolution=12, level=5e-5,
    juntas=[], forests=[], trials=1, tolerance=0.0,
)  # fmt: skip


def afresh():
    """Return the coupling's records, with nothing kept from before or for later."""
    joint_counts.cache_clear()
    records = coupling()
    joint_counts.cache_clear()
    return records


sampled = run_of(
    "sampled", measure_coupling, enumerated=[], resolution=1, level=5e-5, trials=20000,
    tolerance=0.04, juntas=[{"n": 40, "p": 3, "table": "parity", "rho": "1/2"}],
    forests=[{"n": 40, "trees": 2, "depth": 3, "rho": "15/16"}],
)  # fmt: skip

appendix = run_of(
    "appendix", measure_appendix_b, rhos=["-1/4", "0", "1/4", "1/3"], repeats=1,
    single_bucket_dimensions=[12],
)  # fmt: skip


def concentration(seed=0, sizes=(1, 2, 8)):
    equal = {"n": 40, "s": 1, "r": 1, "weights": "equal", "support": "shared"}
    blocks = {"n": 48, "s": 12, "r": 2, "weights": "equal", "support": "disjoint"}
    cases = [equal | {"partition": "single"}, blocks | {"partition": "single"}]
    return measure_concentration(
        seed=seed,
        level=5e-5,
        cases=cases,
        norms=[{"n": 32, "s": 1, "r": 1, "q": 6}],
        sizes=sizes,
        rhos=["0", "333333/1000000", "1/2"],
    ).records


def always(value):
    return lambda original: lambda *arguments: value


def first_coordinates_only(original):
    """Never flip the last coordinate."""
    return lambda assignment, v: original(assignment[:-1], v)


def single_rate(original):
    return lambda r: 1 - Fraction(1, r)


def opposite_noise(original):
    return lambda weights, rho: original(weights, -rho)


def exponent(factor):
    return lambda original: lambda square: original(factor * square)


def mutant(statement, why, name, replacement, run):
    owner = "sparseact.bounds" if name.startswith("appendix_b_") else HERE
    target = name if "." in name else f"{owner}.{name}"
    return Mutant("lemma-10", statement, why, target, replacement, run)


def by_the_longest(original):
    return lambda record, network, mean_max, norms: original(
        record, network, mean_max, [max(norms)] * len(norms)
    )


def without_u(original):
    """Return W² and B² of w and b alone."""
    return property(
        lambda network: (
            max(norm_squared(row) for row in network.w),
            original.func(network)[1],
        )
    )


D = "sparseact.bounds.theorem_d"
LEMMA_10 = "sparseact.bounds.lemma_10"
NOISE = "noise_of_weights"

BOUNDS = "sparseact.bounds"


MUTANTS = [
    *mutants_of("lemma-10", concentration, [
        ("step-bucket-tail", "appendix_b_norm_threshold is multiplied by 0.408215",
         f"{BOUNDS}.appendix_b_norm_threshold", multiplied(0.408215)),
        ("step-union-buckets", "appendix_b_norm_threshold is multiplied by 0.408812",
         f"{BOUNDS}.appendix_b_norm_threshold", multiplied(0.408812)),
        ("step-union-neurons", "appendix_b_norm_threshold is multiplied by 0.396642",
         f"{BOUNDS}.appendix_b_norm_threshold", multiplied(0.396642)),
    ]),
    *mutants_of("lemma-10", appendix, [
        ("paper-route", "paper_route is multiplied by 0.000766628", f"{HERE}.paper_route",
         multiplied(0.000766628)),
    ]),
    mutant("best-constant", "β is 0", "two_neurons", lambda f: lambda bias: f(0), examples),
    mutant("attained-min", "2(1 - rho)k²W²", "sparseact.bounds.theorem_d_min",
           lambda original: lambda s, k, W, rho: section_3.theorem_d(k, W, rho), examples),
    mutant("attained-min", "noise of the opposite sign", NOISE, opposite_noise, examples),
    mutant("sharp", "(1 - rho)² in place of 1 - rho", D,
           lambda original: lambda k, W, rho: original(k, W, rho) * (1 - rho), noise),
    mutant("sharp-min", "s in place of min(2k, s)²", "sparseact.bounds.theorem_d_min",
           lambda original: lambda s, k, W, rho: (
               original(s, k, W, rho) * s / Fraction(min(2 * k, s)) ** 2), noise),
    mutant("concave", "1 - rho in place of 1 - rho^(AS/Var)", "sparseact.bounds.noise_by_moments",
           lambda original: lambda variance, sensitivity, rho: variance * (1 - rho) / 2, noise),
    mutant("attained", "noise of the opposite sign", NOISE, opposite_noise, noise),
    mutant("step-coupling", "the distance is not measured", "total_variation", always(Fraction(0)),
           coupling),
    mutant("coupling-corrected", "rho' = 1 - 1/r", "bucket_rho", single_rate, coupling),
    mutant("coupling-corrected", "a coordinate never flips", "_masks", first_coordinates_only,
           afresh),
    mutant("coupling-when", "flips and stays exchanged", "noise_probability",
           lambda original: lambda n, distance, rho: original(n, n - distance, rho), coupling),
    mutant("step-rewrite", "v with its signs exchanged", "_masks",
           lambda original: lambda assignment, v: original(assignment, ~v), appendix),
    mutant("step-buckets", "a coordinate never flips", "_masks", first_coordinates_only, appendix),
    mutant("step-square", "NS without its ¼", NOISE, multiplied(4), appendix),
    mutant("step-average", "AS without its ¼", "enumerate_coupling", multiplied(4, "average"),
           appendix),
    mutant("quarter", "rho' = 1 - 1/r", "bucket_rho", single_rate, appendix),
    mutant("peres", "2/(1 - rho) rounded up", "buckets",
           lambda original: lambda rho: math.ceil(2 / (1 - rho)), appendix),
    mutant("peres-range", "a bucket more", "buckets",
           lambda original: lambda rho: original(rho) + 1, appendix),
    mutant("step-17", "ρ is that of the coupling", NOISE,
           lambda original: lambda weights, rho: original(weights, bucket_rho(buckets(rho))),
           appendix),
    mutant("step-always", "‖u‖ is left out of W",
           "sparseact.network.SparseReLUNetwork.scale_squared", without_u, appendix),
    mutant("step-max-norm", "the longest w_j", "_check_max_norm", by_the_longest,
           lambda: [
               r for r in appendix() if "s" in r.instance and r.instance["n"] * r.instance["s"] > 1
           ]),
    mutant("step-lemma-9", "W is W√n of the linear function", "sparseact.bounds.lemma_9",
           lambda original: lambda n, s, k, W, B, constant: (
               original(n, s, k, Root(12 * W**2), B, constant=constant)), appendix),
    mutant("step-rate", "n is at least 3", LEMMA_10,
           lambda original: lambda n, *rest: original(max(n, 3), *rest), concentration),
    mutant("step-tail", "t²/σ² in the exponent", "appendix_b_tail_printed", exponent(4),
           concentration),
    mutant("hoeffding", "t²/σ² in the exponent", "appendix_b_tail", exponent(2), concentration),
    mutant("step-implication", "Hoeffding's 2 for the 4", "appendix_b_tail_printed", exponent(2),
           lambda: concentration(sizes=(2,))),
    mutant("implication-corrected", "the printed 4", "appendix_b_tail", exponent(0.5),
           concentration),
    mutant("norm-tail", "twice the exponent", "appendix_b_norm_tail", exponent(2), concentration),
    mutant("norm-mean", "no signs", "sum_distribution",
           lambda original: lambda weights: {sum(weights): 1}, concentration),
    mutant("max-norm-corrected", "a tenth of ln(nsr)",
           "sparseact.bounds.appendix_b.appendix_b_max_norm_constant", lambda _: 0.1, appendix),
    mutant("max-norm-sharp", "2 ln s in place of M", "appendix_b_max_norm_sharp",
           lambda original: lambda s, norm: Fraction(2 * math.log(s)) * Fraction(norm),
           concentration),
    mutant("sampled-coupling", "a bucket more", "draw_coupling",
           lambda original: lambda n, r, trials, rng: original(n, r + 1, trials, rng), sampled),
    mutant("sampled-sharp", "a sixteenth of the bound", D, multiplied(Fraction(1, 16)), sampled),
    mutant("sampled-norms", "twice the exponent", "appendix_b_norm_tail", exponent(8 / 3),
           concentration),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (noise, examples, coupling, sampled, appendix, concentration)
