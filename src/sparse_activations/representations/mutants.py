"""Corruptions that the checks of representations must reject."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from claimcheck.mutation.mutants import Mutant, multiples
from sparse_activations.representations import checks
from sparse_activations.shared.corruption import changed
from sparse_activations.shared.network_families import network_family


def silent(u):
    return np.append(u[:-1], 0.0)


def index(seed=0):
    return checks.measure_index(address_bits=[1, 2]).records


def contrast(seed=0):
    return checks.measure_contrast(
        seed=seed, dimensions=[4], exhaustive=[1], address_bits=[1], variables=[2]
    ).records


def appendix_a(seed=0, family="appendix_a", factors=(1,)):
    arguments = {"address_bits": [2], "data_bits": [4], "factors": list(factors)}
    return checks.measure_appendix_a(
        networks=network_family(family).generate(seed=seed, **arguments)
    ).records


def average_case(seed=0):
    return appendix_a(seed, "average_case", (0.25, 0.5))


def threshold(seed=0):
    return checks.measure_threshold(
        seed=seed, address_bits=[1], roots=[1, 2, 4], data_bits=[1, 4, 64]
    ).records


def probability(seed=0):
    return checks.measure_probability(
        seed=seed, level=1e-4, enumerated=[[1, 4], [2, 4]], sampled=[[5, 64, 4000]], gammas=[0.5]
    ).records


INDEX = "sparseact.constructions.index_function"
PARITY = "sparseact.constructions.dense_parity"
APPENDIX = "sparseact.constructions.appendix_a"

BOUNDS = "sparseact.bounds"

#: Claim, statement and what is multiplied until the statement just turns, on which run.
MULTIPLES = [
    ("app-A", "sharp", f"{BOUNDS}.appendix_a_gamma", threshold),
    ("app-A", "probability", f"{BOUNDS}.appendix_a_probability", probability),
    ("app-A", "union", f"{BOUNDS}.appendix_a_union", probability),
    ("app-A", "remark-larger", "sparse_activations.representations.checks.larger_gamma", threshold),
    (
        "app-A",
        "remark-larger",
        "sparse_activations.representations.checks.one_over_power",
        threshold,
    ),
    ("app-A", "theorem-a", f"{BOUNDS}.theorem_a_average", average_case),
    ("app-A", "mean-square", f"{BOUNDS}.appendix_a_mean_square", probability),
]

MUTANTS = [
    Mutant("intro-index", "printed", "the data weight is 1", INDEX,
           changed(w=lambda w: np.where(w == 0.5, 1.0, w)), index),
    Mutant("intro-index", "printed", "the bias is b - 1", INDEX,
           changed(b=lambda b: b - 0.5), index),
    Mutant("intro-index", "printed", "the address is complemented", INDEX,
           changed(w=lambda w: np.where(np.abs(w) == 1, -w, w)), index),
    Mutant("intro-index", "only-addressed", "the bias is too small by 2", INDEX,
           changed(b=lambda b: b - 2), index),
    Mutant("intro-index", "active-when", "active counts pre-activation 0", INDEX,
           changed(b=lambda b: b - 2.0**-20), index),
    Mutant("intro-index", "scale", "the weights are doubled", INDEX,
           changed(w=lambda w: 2 * w, b=lambda b: 2 * b), index),
    Mutant("intro-contrast", "printed", "a slope is 1 instead of 2", PARITY,
           changed(u=lambda u: np.sign(u)), contrast),
    Mutant("intro-contrast", "printed", "the neurons are shifted by one", PARITY,
           changed(b=lambda b: b + 1), contrast),
    Mutant("intro-contrast", "signed", "the parity of the +1s", PARITY,
           changed(w=lambda w: -w), lambda: [r for r in contrast() if r.instance.get("bits") == 3]),
    Mutant("intro-contrast", "signed-printed", "the function to be met is constant",
           "sparse_activations.representations.checks._parity",
           lambda _: lambda m: np.ones(2**m, dtype=int), contrast),
    Mutant("intro-contrast", "dropping", "a neuron has u = 0", INDEX, changed(u=silent), contrast),
    Mutant("app-A", "corrected", "half the threshold", "sparseact.bounds.appendix_a_gamma",
           lambda original: lambda weights: original(weights) / 2,
           lambda: appendix_a(0, "average_case", (0.5, 1))),
    Mutant("app-A", "normalised", "Γ is halved", APPENDIX,
           lambda original: lambda weights, gamma: original(weights, gamma / 2), threshold),
    Mutant("app-A", "printed", "the weights are bounded", APPENDIX,
           lambda original: lambda weights, gamma: original(
               weights / np.abs(weights).sum(axis=1, keepdims=True), gamma), threshold),
    Mutant("app-A", "union", "the exponent is four times as large",
           "sparseact.bounds.appendix_a_union",
           lambda original: lambda b, gamma: original(b, 2 * gamma), probability),
    Mutant("app-A", "probability", "Γ is a quarter of √ln s",
           "sparse_activations.representations.checks.dyadic_gamma",
           lambda original: lambda s: original(s) / 4, probability),
    Mutant("app-A", "probability-large", "Γ is half of √ln s",
           "sparse_activations.representations.checks.dyadic_gamma",
           lambda original: lambda s: original(s) / 2, probability),
    Mutant("app-A", "probability-printed", "the weights are below the threshold", APPENDIX,
           lambda original: lambda weights, gamma: original(np.minimum(weights, 1.0), gamma),
           probability),
    Mutant("app-A", "mean-square", "Γ is 0",
           "sparse_activations.representations.checks.dyadic_gamma",
           lambda _: lambda s: Fraction(0),
           lambda: checks.measure_probability(
               seed=0, level=1e-4, enumerated=[[4, 4]], sampled=[], gammas=[0.5]).records),
    Mutant("app-A", "remark", "the probability is that of a q-fold event",
           "sparse_activations.representations.checks.tied_probability",
           lambda original: lambda q, gamma: original(q, gamma) ** 3, threshold),
    Mutant("app-A", "theorem-a", "W is read as W²", "sparseact.bounds.theorem_a_average",
           lambda original: lambda W, mean: Fraction(original(W, mean) / (4 * float(W) ** 2)),
           average_case),
    Mutant("app-A", "scale", "the bias is doubled", APPENDIX,
           changed(b=lambda b: 2 * b), lambda: appendix_a()),
    Mutant("app-A", "dense-weights", "one weight is 0", APPENDIX,
           changed(w=lambda w: np.where(np.arange(w.shape[1]) == 3, 0.0, w)), lambda: appendix_a()),
    *multiples(MULTIPLES),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (
    index,
    contrast,
    appendix_a,
    average_case,
    threshold,
    probability,
)
