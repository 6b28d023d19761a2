"""Learners: greedy selection of monomials, its limits, and the table of all labels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le, MultipleOf
from scipy.linalg import LinAlgError, solve

from awasthi2024.constructions import forest, junta, random_network
from awasthi2024.shared.distributions import uniform
from awasthi2024.shared.parameters import NetworkShape
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, OpenProbability, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import n_monomials
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: Selection stops at a residual of so much a sample, squared.
_RESIDUAL = 1e-9

#: Columns whose products with the residual differ by less, relative to the largest, tie. In the
#: reference the largest products differ by less than 10⁻¹¹, and all others by 2·10⁻⁵.
_TIE = 1e-8

_TEST_POINTS = 500

_LEARNED = 1e-3  # a mean square error on these points


@check("sec6-practical")
def greedy(
    at: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    dimensions: Distinct[Annotated[int, Ge(5), Le(40)]],
    trees: Positive,
    depth: Annotated[int, Ge(1), Le(3)],
    enough: Several,
    samples: Distinct[Several],
    trials: Positive,
) -> None:
    """Compare the fraction of trials in which greedy selection learns with ½, by an exact interval.

    Each trial draws a forest, samples, and the points that measure the error 10⁻³. `trees` is the
    number of decision trees of a forest. `depth` is the depth of the trees. `enough` is the number
    of samples of the records, below the number N of monomials. The other numbers in `samples` are
    only for the table.
    """
    for n in dimensions:
        count = n_monomials(n, depth)
        if enough >= count:
            raise ValueError(f"greedy: enough must be below the {count} monomials, got {enough}")
        for m in sorted({enough, *samples}):
            errors = []
            for trial in range(trials):
                rng = generator(seed, "section_6", "greedy", "forest", n, m, trial)
                network = forest(trees, depth, n, rng)
                x, fresh = uniform(m, n, rng), uniform(_TEST_POINTS, n, rng)
                guess = monomials(fresh, depth) @ select(monomials(x, depth), network(x))
                errors.append(float(((guess - network(fresh)) ** 2).mean()))
            successes = sum(error < _LEARNED for error in errors)
            here = at(n=n, d=depth, m=m, monomials=count)
            nearest = min(abs(error - _LEARNED) for error in errors)
            here.row(**rate_columns(successes, trials), nearest_tie=nearest)
            if m == enough:
                share = level / len(dimensions)
                here.rate("greedy", successes, trials, ">=", 0.5, level=share)


def monomials(x: np.ndarray, degree: int) -> np.ndarray:
    """Return χ_T(x) for all |T| ≤ degree, a column each, at points x (m, n) of ±1."""
    sets = [list(itertools.combinations(range(x.shape[1]), t)) for t in range(degree + 1)]
    return np.hstack([x[:, np.array(T, dtype=int)].prod(axis=2, dtype=float) for T in sets])


def select(design: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Fit y by orthogonal matching pursuit until nothing is left; return the coefficients (N,).

    Each step takes the column of the design whose product with the residual is the
    largest in size, and fits y again by all columns taken. Labels of few values make
    many products equal; of the columns that tie within a relative `_TIE` the first is taken. The
    design is (m, N) of ±1.
    """
    taken: list[int] = []
    coefficients, residual = np.empty(0), y
    while np.mean(residual**2) > _RESIDUAL:
        sizes = np.abs(residual @ design)
        if sizes.max() <= _TIE * np.abs(y).sum():
            break  # no column has a part in what is left
        column = int(np.argmax(sizes >= (1 - _TIE) * sizes.max()))
        part = design[:, [*taken, column]]
        try:
            coefficients = solve(part.T @ part, y @ part, assume_a="pos")
        except LinAlgError:
            break  # the column depends on those taken, as far as rounding shows
        taken.append(column)
        residual = y - part @ coefficients
    weights = np.zeros(design.shape[1])
    weights[taken] = coefficients
    return weights


@check("sec6-practical")
def hard(at: Recorder, *, bits: Distinct[Annotated[int, Ge(2), Le(12), MultipleOf(2)]]) -> None:
    """Compare the least loss of t monomials with ½(1 − t/s), as fractions, on flat juntas.

    The t largest of the exact coefficients are kept. `bits` are even numbers p of bits of flat
    juntas, which have s = 2^p neurons and k = 1.
    """
    for p in bits:
        network = flat_junta(p, range(p), p)
        here = at(n=p, s=network.s, k=int(network.active_counts().max()))
        squares = [Fraction(c) ** 2 for c in walsh_transform(network.values())]
        squares.sort(reverse=True)
        for t in (2**j for j in range(p + 1)):
            loss = sum(squares[t:], Fraction(0)) / 2
            here(terms=t).compare("flat", loss, "==", (1 - Fraction(t, network.s)) / 2)


def flat_junta(p: int, variables: Sequence[int], n: int) -> SparseReLUNetwork:
    """Return the junta (−1)^(x_1x_2 + x_3x_4 + …) of an even number p of bits.

    All 2^p of its coefficients are ±2^(−p/2).
    """
    bits = (points(p) < 0).astype(int)
    table = (-1) ** (bits[:, 0::2] * bits[:, 1::2]).sum(axis=1)
    return junta(table.astype(float), variables, n)


@check("sec6-goel")
def memoriser(
    at: Recorder, *, seed: int, shapes: NonEmpty[NetworkShape], inverse_losses: Distinct[Positive]
) -> None:
    """Compare the mean loss of the learner that knows its samples by heart with εδ, as fractions.

    It answers 0 on other points. It learns random 1-sparse networks at δ = ¼, under the uniform
    distribution and under masses that halve from point to point. `inverse_losses` are values of
    1/ε, in units of 1/max|h|². The 2^n points are compared with (ns)^n as integers.
    """
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        here, size = at(n=n, s=s), 2**n
        here.compare("printed", size, "<=", 2 * (n * s) ** n)
        if n * s >= 2:
            here.compare("cells", size, "<=", (n * s) ** n)
        rng = generator(seed, "section_6", "memoriser", n, s)
        values = [Fraction(v) for v in random_network(n, s, 1, 1, 1, rng).values().tolist()]
        top = max(v * v for v in values) or Fraction(1)
        halving = [Fraction(1, 2 ** min(t, size - 1)) for t in range(1, size + 1)]
        masses = {"uniform": [Fraction(1, size)] * size, "halving": halving}
        for (kind, mass), inverse in itertools.product(masses.items(), inverse_losses):
            m = size * inverse - 1  # 2^n·max|h|²/(4εδ) − 1 at δ = 1/4
            parts = (p * (1 - p) ** m * v * v for p, v in zip(mass, values, strict=True))
            # Rounded up to a multiple of 2^−60, since the sum has thousands of digits.
            loss = Fraction(math.ceil(sum(parts, Fraction(0)) / 2 * 2**60), 2**60)
            on = here(distribution=kind, inverse_loss=inverse, m=m)
            on.compare("learns", loss, "<=", top * Fraction(1, 4 * inverse))
            on.row(loss=float(loss), cells=size)
