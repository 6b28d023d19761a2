"""Corruptions that the checks of other input distributions must reject."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

from claimcheck.mutation import Mutant, multiples, multiplied
from sparse_activations.input_distributions import checks
from sparse_activations.instances import Instance
from sparseact import constructions
from sparseact.bounds.gaussian import both_active, normal_tail


def product(seed=0):
    network = constructions.extremal(2)
    instance = Instance("two", "made", {"n": 2, "s": 4}, network, 1)
    return checks.measure_product(
        seed=seed,
        networks=[instance],
        largest=3,
        denominators=[2, 8],
        rhos=["0", "3/4"],
        ratios=[[1, 1], [1, 2]],
    ).records


def product_learner(seed=0):
    return checks.measure_product_learner(
        seed=seed,
        level=1e-3,
        n=4,
        degree=1,
        biases=["1/8"],
        epsilon=0.125,
        delta=0.25,
        trials=60,
    ).records


def shares(seed=0):
    return checks.measure_gaussian(neurons=[2, 4, 16], biases=[0, 1, 2], angles=[90, 180]).records


def fair_shares():
    return checks.measure_gaussian(neurons=[2, 4], biases=[0], angles=[85, 95]).records


def sampled(seed=0):
    systems = [{"directions": "plane", "s": 3, "n": 2, "bias": 0}]
    return checks.measure_gaussian_sampled(
        seed=seed, level=1e-3, systems=systems, trials=2000
    ).records


CHECK = "sparse_activations.input_distributions.checks."


def uniform(original):
    """Return a replacement that takes every coordinate to be fair."""
    return lambda values, biases, *rest: original(values, [Fraction(1, 2)] * len(biases), *rest)


def commoner(d, biases):
    """Return the squared norm of the basis where every coordinate has its commoner value."""
    squares = [min(q / (1 - q), (1 - q) / q) for q in biases]
    return sum(math.prod(chosen) for t in range(d + 1) for chosen in combinations(squares, t))


#: What is multiplied so that the tightest instance just fails, by how much, and on which run.
CLOSE = [
    ("theorem-product", "sensitivity", "sparseact.bounds.theorem_a_average", 0.87, product),
    ("theorem-product", "sparse", "sparseact.bounds.theorem_a_min", 0.87, product),
    ("theorem-product", "neurons", "sparseact.bounds.product_neurons", 0.87, product),
    ("theorem-product", "mean", "sparseact.bounds.product_mean", 0.87, product),
    ("theorem-product", "tail", "sparseact.bounds.theorem_a_average", 0.87, product),
    ("theorem-product", "noise", "sparseact.bounds.theorem_a_average", 0.87, product),
    ("intro-gaussian", "never", "sparseact.bounds.gaussian_pair_least", 2.3, shares),
    (
        "intro-gaussian",
        "enough",
        "sparse_activations.input_distributions.checks.gaussian.orthogonal_share",
        0.869,
        shares,
    ),
    ("intro-gaussian", "printed", "sparseact.bounds.gaussian_share", 0.9, fair_shares),
]

MUTANTS = [
    Mutant(
        "theorem-product",
        "attained",
        "the activity is that of fair coordinates",
        CHECK + "moments",
        lambda original: lambda net, q: original(net, [Fraction(1, 2)] * len(q)),
        product,
    ),
    Mutant(
        "theorem-product",
        "attained",
        "the variance is that of fair coordinates",
        CHECK + "total_variance",
        uniform,
        product,
    ),
    Mutant(
        "theorem-product",
        "mean-uniform",
        "the variance is halved",
        CHECK + "total_variance",
        multiplied(Fraction(1, 2)),
        product,
    ),
    Mutant(
        "theorem-product",
        "mean-attained",
        "the mean counts fair coordinates",
        CHECK + "moments",
        lambda original: lambda net, q: original(net, [Fraction(1, 2)] * len(q)),
        product,
    ),
    Mutant(
        "theorem-product",
        "spectrum",
        "the basis is that of fair coordinates",
        CHECK + "degree_weights",
        uniform,
        product,
    ),
    Mutant(
        "theorem-product",
        "tail",
        "the weights are doubled",
        CHECK + "degree_weights",
        lambda original: lambda *arguments: [2 * w for w in original(*arguments)],
        product,
    ),
    Mutant(
        "theorem-product",
        "noise",
        "no factor of one half",
        CHECK + "noise_of_weights",
        multiplied(2),
        product,
    ),
    Mutant(
        "theorem-product",
        "noise-formula",
        "the noise draws fair coordinates",
        CHECK + "noise_by_pairs",
        uniform,
        product,
    ),
    Mutant(
        "theorem-product",
        "norm",
        "the rarer value is taken for the commoner",
        "sparseact.bounds.basis_norm",
        lambda original: commoner,
        product_learner,
    ),
    Mutant(
        "theorem-product",
        "learns",
        "the averages' basis is that of fair coordinates",
        CHECK + "basis",
        lambda original: lambda masks, q: original(masks, [Fraction(1, 2)] * len(q)),
        product_learner,
    ),
    Mutant(
        "theorem-product",
        "learns",
        "one sample in fifty",
        "sparseact.bounds.product_regression_samples",
        lambda original: lambda *arguments: original(*arguments) // 50,
        product_learner,
    ),
    Mutant(
        "intro-gaussian",
        "printed",
        "the sampled neurons are dead",
        CHECK + "gaussian.directions",
        lambda original: lambda kind, s, n: 0 * original(kind, s, n),
        sampled,
    ),
    Mutant(
        "intro-gaussian",
        "pair",
        "the nearest two are at an angle of 70°",
        "sparseact.bounds.gaussian_pair",
        lambda original: lambda s, t: both_active(t, math.radians(70)),
        shares,
    ),
    Mutant(
        "intro-gaussian",
        "pair",
        "opposite pairs are counted as single neurons that exclude each other",
        CHECK + "gaussian.opposite_share",
        lambda original: lambda s, t: 1.0,
        shares,
    ),
    Mutant(
        "intro-gaussian",
        "never",
        "the two nearest are opposite",
        "sparseact.bounds.gaussian_pair",
        lambda original: lambda s, t: original(2, t),
        shares,
    ),
    Mutant(
        "intro-gaussian",
        "angle",
        "the angle is measured from the other side",
        "sparseact.bounds.both_active",
        lambda original: lambda t, angle: original(t, math.pi - angle),
        fair_shares,
    ),
    Mutant(
        "intro-gaussian",
        "two",
        "the neurons are not quite opposite",
        "sparseact.bounds.both_active",
        lambda original: lambda t, angle: original(t, min(angle, 3)),
        shares,
    ),
    Mutant(
        "intro-gaussian",
        "enough",
        "only inputs that activate none count",
        CHECK + "gaussian.orthogonal_share",
        lambda original: lambda s, t: (1 - normal_tail(t)) ** s,
        shares,
    ),
    Mutant(
        "intro-gaussian",
        "root",
        "the logarithm is to base 10",
        CHECK + "gaussian.orthogonal_share",
        lambda original: lambda s, t: original(s, t / math.sqrt(math.log(10))),
        shares,
    ),
    *multiples(CLOSE),
]

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (
    product,
    product_learner,
    shares,
    sampled,
)
