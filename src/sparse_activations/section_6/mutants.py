"""Corruptions that the checks of Section 6's questions must reject."""

from __future__ import annotations

from types import SimpleNamespace

from claimcheck.mutation.mutants import Mutant, multiples
from sparse_activations.section_6.checks.average_case import (
    measure_images,
    measure_limits,
    measure_trained,
)
from sparse_activations.section_6.checks.exhaustive import measure_exhaustive, measure_memoriser
from sparse_activations.section_6.checks.greedy import measure_greedy, measure_hard
from sparse_activations.section_6.checks.rare import measure_halfspaces, measure_rare
from sparseact import constructions
from sparseact.network import SparseReLUNetwork


def limits(seed=0):
    return measure_limits(roots=[2, 4], halves=[4]).records


def trained(seed=0):
    return measure_trained(
        seed=seed,
        trees=[{"n": 5, "s": 4, "k": 1}],
        images=100,
        neurons=2,
        sparsities=[1],
        shares=[0.5],
        steps=5,
        starts=1,
    ).records


def images(seed=0):
    return measure_images(
        seed=seed,
        level=1e-3,
        images=100,
        neurons=8,
        sparsities=[1],
        steps=20,
        starts=1,
        trials=2000,
    ).records


def rare(seed=0):
    systems = [
        {"n": 60, "m": 3, "delta": delta, "points": kind}
        for delta in (0.5, 0.125)
        for kind in ("drawn", "equal")
    ]
    return measure_rare(seed=seed, systems=systems).records


def halfspaces():
    return measure_halfspaces(dimensions=[1, 2], samples=[1, 3]).records


def hard(seed=0):
    return measure_hard(bits=[2, 3]).records


def greedy(seed=0):
    return measure_greedy(
        seed=seed,
        level=1e-2,
        dimensions=[12],
        trees=2,
        depth=2,
        enough=64,
        samples=[64],
        flat_dimension=10,
        trials=30,
    ).records


def memoriser(seed=0):
    return measure_memoriser(
        seed=seed, shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}], inverse_losses=[1]
    ).records


def exhaustive(seed=0):
    return measure_exhaustive(seed=seed, shapes=[{"n": 2, "s": 1}], largest_weight=2).records


GREEDY = "sparse_activations.section_6.checks.greedy."
EXHAUSTIVE = "sparse_activations.section_6.checks.exhaustive."
CHECK = "sparse_activations.section_6.checks.average_case."
RARE = "sparse_activations.section_6.checks.rare."


def tolerant(original):
    """Return a fit whose neurons are active from −10⁻⁹ on."""

    def fit(*arguments):
        network = original(*arguments).network_
        return SimpleNamespace(network_=SparseReLUNetwork(network.w, network.b - 1e-9, network.u))

    return fit


def one_more(original):
    """Return a comparison whose left side, the number of points of the cube, is one more."""
    return lambda claim, statement, at, left, relation, right: original(
        claim, statement, at, left + 1, relation, right
    )


def other_bias(original):
    """Return a solution of the programmes whose biases are off by 9/8 of the tolerance."""

    def solve(*arguments):
        found = original(*arguments)
        return found and SparseReLUNetwork(found.w, found.b + 9 / 8 * 2.0**-20, found.u)

    return solve


BOUNDS = "sparseact.bounds"

#: Claim, statement and what is multiplied until the statement just turns, on which run.
MULTIPLES = [
    ("sec6-average-case", "answer", f"{BOUNDS}.theorem_a_average", trained),
    ("sec6-average-case", "mean", f"{CHECK}average_sensitivity_exact", trained),
    ("sec6-average-case", "degree", f"{BOUNDS}.theorem_a_average", trained),
    ("sec6-average-case", "complexity", f"{CHECK}largest_sum", limits),
    ("sec6-average-case", "dense", f"{BOUNDS}.section_6.theorem_s", rare),
    ("sec6-average-case", "dense-more", f"{BOUNDS}.section_6.theorem_s", rare),
    ("sec6-average-case", "rare", f"{RARE}tail", rare),
    ("sec6-average-case", "halfspaces", f"{BOUNDS}.section_6.halfspace_excess", halfspaces),
    ("sec6-practical", "parity", f"{GREEDY}degree_weights_exact", hard),
    ("sec6-goel", "unseen", f"{EXHAUSTIVE}unseen", memoriser),
    ("sec6-goel", "learns", f"{EXHAUSTIVE}rounded_up", memoriser),
]

MUTANTS = [
    Mutant(
        "sec6-average-case",
        "images",
        "neurons count as active from −10⁻⁹ on",
        CHECK + "fit_sparse",
        tolerant,
        images,
    ),
    Mutant(
        "sec6-average-case",
        "uniform",
        "no neuron is active",
        CHECK + "_sampled",
        lambda original: lambda *arguments: tuple(0 * part for part in original(*arguments)),
        images,
    ),
    Mutant(
        "sec6-average-case",
        "average-one",
        "the neurons are twice as many",
        CHECK + "Fraction",
        lambda original: lambda top, bottom=1: original(top) / (bottom // 2 or 1),
        limits,
    ),
    Mutant(
        "sec6-average-case",
        "sup",
        "the neurons' output weights are 2/5",
        CHECK + "SparseReLUNetwork",
        lambda original: lambda w, b, u: original(w, b, 2 / 5 * u),
        limits,
    ),
    Mutant(
        "sec6-average-case",
        "dense",
        "the neurons' biases are so large that none is active",
        RARE + "correlation",
        lambda original: lambda x, used, bias: original(x, used, 99.0),
        rare,
    ),
    Mutant(
        "sec6-average-case",
        "dense-more",
        "no sign is read, and the network is 0",
        RARE + "correlation",
        lambda original: lambda x, used, bias: original(x, 0, bias),
        rare,
    ),
    Mutant(
        "sec6-average-case",
        "rare",
        "the neurons have no bias",
        RARE + "correlation",
        lambda original: lambda x, used, bias: original(x, used, 0.0),
        rare,
    ),
    Mutant(
        "sec6-practical",
        "greedy",
        "the monomials of degree one alone",
        GREEDY + "monomials",
        lambda original: lambda x, degree: original(x, 1),
        greedy,
    ),
    Mutant(
        "sec6-practical",
        "regression",
        "any error counts as learned",
        GREEDY + "LEARNED",
        lambda original: 1e6 * original,
        greedy,
    ),
    Mutant(
        "sec6-practical",
        "flat-samples",
        "the junta is a constant",
        GREEDY + "flat_junta",
        lambda original: lambda p, variables, n: constructions.junta([1.0], [], n),
        greedy,
    ),
    Mutant(
        "sec6-practical",
        "flat",
        "the junta is a parity",
        GREEDY + "flat_junta",
        lambda original: lambda p, variables, n: constructions.extremal(p),
        hard,
    ),
    *(
        Mutant(
            "sec6-goel",
            statement,
            "the table has an entry more than the cube has points",
            "claimcheck.checks.recorder.compare",
            one_more,
            memoriser,
        )
        for statement in ("printed", "cells")
    ),
    Mutant(
        "sec6-goel",
        "unseen",
        "one sample less is drawn",
        EXHAUSTIVE + "unseen",
        lambda original: lambda masses, m: original(masses, m - 1),
        memoriser,
    ),
    Mutant(
        "sec6-goel",
        "exhaustive",
        "the biases are off by 9/8 of the tolerance",
        EXHAUSTIVE + "_solve",
        other_bias,
        exhaustive,
    ),
    Mutant(
        "sec6-goel",
        "cost",
        "two sets alone are searched",
        EXHAUSTIVE + "threshold_sets",
        lambda original: lambda n: original(n)[:2],
        exhaustive,
    ),
    *multiples(MULTIPLES),
]

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (
    limits,
    trained,
    images,
    rare,
    hard,
    greedy,
    memoriser,
    exhaustive,
)
