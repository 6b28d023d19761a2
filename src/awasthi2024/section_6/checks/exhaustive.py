"""Learning under every distribution: knowing the cube by heart, and exhaustive search."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.shared.parameters import NetworkShape
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.constructions import random_network
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: A network that is found may be off by so much at a point: the programmes are solved in floats.
_TOLERANCE = 2.0**-20


def distribution(kind: str, size: int) -> list[Fraction]:
    """Return uniform masses, or masses 1/2, 1/4, … of which the last two are equal."""
    if kind == "uniform":
        return [Fraction(1, size)] * size
    return [Fraction(1, 2**t) for t in range(1, size)] + [Fraction(1, 2 ** (size - 1))]


def unseen(masses: list[Fraction], m: int) -> Fraction:
    """Return the mean probability of a point that is not among m samples."""
    return sum((p * (1 - p) ** m for p in masses), Fraction(0))


def rounded_up(value: Fraction) -> Fraction:
    """Return a multiple of 2^−60 that is at least `value`, which has thousands of digits."""
    return Fraction(math.ceil(value * 2**60), 2**60)


@check("memoriser", claim="sec6-goel")
def measure_memoriser(
    recorder: Recorder,
    *,
    seed: int,
    shapes: NonEmpty[NetworkShape],
    inverse_losses: Distinct[Positive],
) -> None:
    """Check the learner that keeps the labels it has seen and answers 0 elsewhere.

    It learns a random 1-sparse network with s neurons on the 2^n points of the cube.
    `inverse_losses` are values of 1/ε, in units of 1/max|h|². δ is 1/4. The table has a row per
    shape, distribution and ε.
    """
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        cells = 2**n
        instance_recorder = recorder.where(n=n, s=s)
        instance_recorder.exact("printed", cells, "<=", 2 * (n * s) ** n)
        if n * s >= 2:
            instance_recorder.exact("cells", cells, "<=", (n * s) ** n)
        rng = generator(seed, "section_6", "memoriser", n, s)
        values = [Fraction(v) for v in random_network(n, s, 1, 1, 1, rng).values().tolist()]
        top = max(v * v for v in values) or Fraction(1)
        for kind, inverse in itertools.product(("uniform", "halving"), inverse_losses):
            masses = distribution(kind, cells)
            m = cells * inverse - 1  # 2^n·max|h|²/(4εδ) − 1 at δ = 1/4
            missed = rounded_up(unseen(masses, m))
            on = instance_recorder.where(distribution=kind, inverse_loss=inverse, m=m)
            on.exact("unseen", missed, "<=", Fraction(cells, 2 * (m + 1)))
            parts = (p * (1 - p) ** m * v * v for p, v in zip(masses, values, strict=True))
            loss = rounded_up(sum(parts, Fraction(0)) / 2)
            on.exact("learns", loss, "<=", top * Fraction(1, 4 * inverse))
            on.row(unseen=float(missed), loss=float(loss), cells=cells)


def threshold_sets(n: int) -> list[np.ndarray]:
    """Return the sets {x : ⟨w, x⟩ > b} of points of the cube, n ≤ 3, as arrays of bool.

    Weights up to 2 and all thresholds between sums give every one of them: 4, 14 and 104.
    """
    x = points(n).astype(int)
    sets = set()
    for w in itertools.product(range(-2, 3), repeat=n):
        sums = x @ np.array(w)
        for b in range(-2 * n - 1, 2 * n + 1):
            sets.add(tuple((sums > b).tolist()))
    return [np.array(active) for active in sorted(sets)]


class Search(NamedTuple):
    """The result of an exhaustive search, and the numbers of solved and of all programmes."""

    network: SparseReLUNetwork | None
    solved: int
    candidates: int


def search(values: np.ndarray, n: int, s: int) -> Search:
    """Search all choices of s active sets and signs for a network with these values on the cube.

    For each choice the weights solve a linear programme: pre-activations are
    at least 0 on the active set and at most 0 off it, and add up to the values.
    """
    neurons = [(active, sign) for active in threshold_sets(n) for sign in (1, -1)]
    candidates = math.comb(len(neurons) + s - 1, s)
    choices = itertools.combinations_with_replacement(neurons, s)
    for solved, chosen in enumerate(choices, start=1):
        network = _solve(values, n, chosen)
        if network is not None:
            return Search(network, solved, candidates)
    return Search(None, candidates, candidates)


def _solve(
    values: np.ndarray, n: int, chosen: tuple[tuple[np.ndarray, int], ...]
) -> SparseReLUNetwork | None:
    from scipy.optimize import linprog  # here, since it takes half a second

    rows = np.hstack([points(n).astype(float), -np.ones((2**n, 1))])
    equal = np.hstack([sign * active[:, None] * rows for active, sign in chosen])
    limits = np.zeros((len(chosen) * 2**n, equal.shape[1]))
    for j, (active, _) in enumerate(chosen):
        block = limits[j * 2**n : (j + 1) * 2**n, j * (n + 1) : (j + 1) * (n + 1)]
        block[:] = np.where(active, -1.0, 1.0)[:, None] * rows
    solution = linprog(
        np.zeros(equal.shape[1]),
        A_ub=limits,
        b_ub=np.zeros(len(limits)),
        A_eq=equal,
        b_eq=values,
        bounds=(None, None),
    )
    if solution.status != 0:
        return None
    parts = solution.x.reshape(len(chosen), n + 1)
    return SparseReLUNetwork(parts[:, :n], parts[:, n], np.array([sign for _, sign in chosen]))


@check("exhaustive", claim="sec6-goel")
def measure_exhaustive(
    recorder: Recorder,
    *,
    seed: int,
    shapes: NonEmpty[NetworkShape],
    largest_weight: Annotated[int, Ge(1), Le(5)],
) -> None:
    """Run the exhaustive search on random members of the class, and count its programmes.

    n is at most 3; weights and biases of the members are integers up to `largest_weight`. The table
    has a row per shape: the programmes solved, the candidates, and (ns)^n.
    """
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        rng = generator(seed, "section_6", "exhaustive", n, s)
        w = rng.integers(-largest_weight, largest_weight + 1, size=(s, n))
        b = rng.integers(-largest_weight, largest_weight + 1, size=s)
        u = 2 * rng.integers(0, 2, size=s) - 1
        values = SparseReLUNetwork(w, b, u).values()
        outcome = search(values, n, s)
        instance_recorder = recorder.where(n=n, s=s)
        off, error = 1e9, 0.0
        if outcome.network is not None:
            off = float(np.abs(outcome.network.values() - values).max())
            w, b, u = map(np.abs, (outcome.network.w, outcome.network.b, outcome.network.u))
            # Sums of at most (n + 1)s terms: docs/certificates.md, Lemma 3.
            error = 2.0**-45 * float(u @ (w.sum(axis=1) + b))
        instance_recorder.certified("exhaustive", off, "<=", _TOLERANCE, error=error)
        instance_recorder.exact("cost", outcome.candidates, ">", (n * s) ** n)
        recorder.rows.append(
            {
                "n": n,
                "s": s,
                "sets": len(threshold_sets(n)),
                "solved": outcome.solved,
                "candidates": outcome.candidates,
                "power": (n * s) ** n,
                "cells": 2**n,
            }
        )
