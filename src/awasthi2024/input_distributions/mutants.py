"""Corruptions that the checks of other input distributions must reject."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

from awasthi2024.input_distributions.checks.gaussian import (
    measure_gaussian,
    measure_gaussian_sampled,
)
from awasthi2024.input_distributions.checks.learner import measure_product_learner
from awasthi2024.input_distributions.checks.product import measure_product
from awasthi2024.input_distributions.checks.programme import measure_product_programme
from awasthi2024.shared.instances import Instance
from paperclaims.mutation.mutants import multiplied, mutants_of, run_of
from sparseact import constructions
from sparseact.bounds.gaussian import both_active, normal_tail


def product(seed=0):
    network = constructions.extremal(2)
    instance = Instance("two", "made", {"n": 2, "s": 4}, network, 1)
    return measure_product(
        seed=seed,
        networks=[instance],
        max_dimension=3,
        denominators=[2, 8],
        rhos=["0", "3/4"],
        ratios=[[1, 1], [1, 2]],
    ).records


product_learner = run_of(
    "product_learner", measure_product_learner, level=1e-3, n=4, degree=1, biases=["1/8"],
    epsilon=0.125, delta=0.25, trials=60,
)  # fmt: skip

programme = run_of("programme", measure_product_programme, systems=[["1/4"], ["3/5", "7/10"]])

fair_programme = run_of("fair_programme", measure_product_programme, systems=[["1/3", "1/2"]])

shares = run_of("shares", measure_gaussian, neurons=[2, 4, 16], biases=[0, 1, 2], angles=[90, 180])

fair_shares = run_of("fair_shares", measure_gaussian, neurons=[2, 4], biases=[0], angles=[85, 95])


def sampled(seed=0):
    systems = [{"directions": "plane", "s": 3, "n": 2, "bias": 0}]
    return measure_gaussian_sampled(seed=seed, level=1e-3, systems=systems, trials=2000).records


CHECK = "awasthi2024.input_distributions.checks."


def uniform(original):
    """Return a replacement that takes every coordinate to be fair."""
    return lambda values, biases, *rest: original(values, [Fraction(1, 2)] * len(biases), *rest)


def commoner(d, biases):
    """Return the squared norm of the basis where every coordinate has its commoner value."""
    squares = [min(q / (1 - q), (1 - q) / q) for q in biases]
    return sum(math.prod(chosen) for t in range(d + 1) for chosen in combinations(squares, t))


BOUNDS = "sparseact.bounds"


MUTANTS = [
    *mutants_of("theorem-product", product, [
        ("tail", "theorem_a_average is multiplied by 0.999", f"{BOUNDS}.theorem_a_average",
         multiplied(0.999)),
    ]),
    *mutants_of("theorem-product", product, [
        ("attained", "the activity is that of fair coordinates", CHECK + "moments",
         lambda original: lambda net, q: original(net, [Fraction(1, 2)] * len(q))),
        ("attained", "the variance is that of fair coordinates", CHECK + "total_variance", uniform),
        ("fair", "the first coordinate is not quite fair", CHECK + "total_variance",
         lambda original: lambda values, q: original(values, [Fraction(15, 31), *q[1:]])),
        ("mean-attained", "the mean counts fair coordinates", CHECK + "moments",
         lambda original: lambda net, q: original(net, [Fraction(1, 2)] * len(q))),
        ("spectrum", "the basis is that of fair coordinates", CHECK + "degree_weights", uniform),
        ("noise-formula", "the noise draws fair coordinates", CHECK + "noise_by_pairs", uniform),
    ]),
    *mutants_of("theorem-product", programme, [
        ("programme", "the activities are those of fair coordinates", CHECK + "programme.edges_of",
         lambda original: lambda biases: original([Fraction(1, 2)] * len(biases))),
    ]),
    *mutants_of("theorem-product", fair_programme, [
        ("programme", "the fair coordinate is left out", CHECK + "programme.edges_of",
         lambda original: lambda biases: original(biases[:-1])),
    ]),
    *mutants_of("theorem-product", product_learner, [
        ("norm", "the rarer value is taken for the commoner", "sparseact.bounds.basis_norm",
         lambda original: commoner),
        ("learns", "the averages' basis is that of fair coordinates", CHECK + "basis",
         lambda original: lambda masks, q: original(masks, [Fraction(1, 2)] * len(q))),
        ("learns", "one sample in fifty", "sparseact.bounds.product_regression_samples",
         lambda original: lambda *arguments: original(*arguments) // 50),
    ]),
    *mutants_of("intro-gaussian", sampled, [
        ("printed", "the sampled neurons are dead", CHECK + "gaussian.directions",
         lambda original: lambda kind, s, n: 0 * original(kind, s, n)),
    ]),
    *mutants_of("intro-gaussian", shares, [
        ("pair", "the nearest two are at an angle of 70°", "sparseact.bounds.gaussian_pair",
         lambda original: lambda s, t: both_active(t, math.radians(70))),
        ("pair", "opposite pairs are counted as single neurons that exclude each other",
         CHECK + "gaussian.opposite_share", lambda original: lambda s, t: 1.0),
        ("never", "the two nearest are opposite", "sparseact.bounds.gaussian_pair",
         lambda original: lambda s, t: original(2, t)),
        ("two", "the neurons are not quite opposite", "sparseact.bounds.both_active",
         lambda original: lambda t, angle: original(t, min(angle, 3))),
        ("enough", "only inputs that activate none count", CHECK + "gaussian.orthogonal_share",
         lambda original: lambda s, t: (1 - normal_tail(t)) ** s),
        ("root", "the logarithm is to base 10", CHECK + "gaussian.orthogonal_share",
         lambda original: lambda s, t: original(s, t / math.sqrt(math.log(10)))),
    ]),
    *mutants_of("intro-gaussian", fair_shares, [
        ("angle", "the angle is measured from the other side", "sparseact.bounds.both_active",
         lambda original: lambda t, angle: original(t, math.pi - angle)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (product, product_learner, shares, sampled)
